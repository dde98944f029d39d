"""Sentences with their spans, by the segmenter ``sentencex``."""

from __future__ import annotations

from collections.abc import Iterator

from chunklint.document.document import Document
from chunklint.document.model import Paragraph, Row, Span


def sentences(document: Document, block: Paragraph | Row, language: str = "en") -> Iterator[Span]:
    """The sentences of a paragraph, or of each cell of a table row, as source spans.

    A sentence over several lines spans what stands between them too (container markers).
    ``language`` is an ISO 639 code; the segmenter falls back to a related language.
    """
    groups = [block.lines] if isinstance(block, Paragraph) else [(cell,) for cell in block.cells]
    for lines in groups:
        yield from _of_lines(document, lines, language)


def _of_lines(document: Document, lines: tuple[Span, ...], language: str) -> Iterator[Span]:
    import sentencex

    text = document.words(lines)
    # Where each line starts in the joined text: joined offset + shift = source offset.
    starts = [0]
    for start, end in lines[:-1]:
        starts.append(starts[-1] + end - start + 1)
    line = 0
    for boundary in sentencex.get_sentence_boundaries(language, text):
        start, end = boundary["start_index"], boundary["end_index"]
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        if start == end:
            continue
        while line + 1 < len(starts) and starts[line + 1] <= start:
            line += 1
        last = line
        while last + 1 < len(starts) and starts[last + 1] < end:
            last += 1
        yield Span(start - starts[line] + lines[line].start, end - starts[last] + lines[last].start)
