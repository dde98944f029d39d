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
    text = document.words(lines)
    # Where each line starts in the joined text: joined offset + shift = source offset.
    starts = [0]
    for start, end in lines[:-1]:
        starts.append(starts[-1] + end - start + 1)
    line = 0
    for start, end in _boundaries(text, language):
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


# The segmenter takes quadratic time where quotation or exclamation marks follow each other without end; no
# paragraph that somebody wrote is so long.
_WINDOW = 10_000


def _boundaries(text: str, language: str) -> Iterator[tuple[int, int]]:
    """Where the sentences of ``text`` start and end; one that is longer than a window may come in parts."""
    import sentencex

    start = 0
    while start < len(text):
        window = text if len(text) <= _WINDOW else text[start : start + _WINDOW]
        found = [(b["start_index"], b["end_index"]) for b in sentencex.get_sentence_boundaries(language, window)]
        if start + len(window) < len(text) and len(found) > 1:
            found.pop()  # it may go on behind the window
        for first, last in found:
            yield start + first, start + last
        start += found[-1][1] if found else len(window)
