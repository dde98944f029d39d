"""Sentences with their spans, by the segmenter ``sentencex``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklint.document.document import Document
from chunklint.document.model import Paragraph, Row, Span
from chunklint.document.tokens import encodable

_GAP = re.compile(r"\n\s*\n")
_WINDOW = 4000


def sentences(document: Document, block: Paragraph | Row, language: str = "en") -> Iterator[Span]:
    """The sentences of a paragraph, or of each cell of a table row, as source spans.

    A sentence over several lines spans what stands between them too (container markers).
    ``language`` is an ISO 639 code; the segmenter falls back to a related language.
    """
    groups = [block.lines] if isinstance(block, Paragraph) else [(cell,) for cell in block.cells]
    for lines in groups:
        yield from _of_lines(document, lines, language)


def boundaries(text: str, language: str = "en") -> Iterator[tuple[int, int]]:
    """The sentences of raw text as offsets: in order, together the whole text.

    Blank lines end sentences. The segmenter, whose time grows with the square of the stops in a
    paragraph without blanks, gets at most ``_WINDOW`` characters at a time, to the end of a line or word.
    """
    start = 0
    for gap in _GAP.finditer(text):
        yield from _of_block(text, start, gap.end(), language)
        start = gap.end()
    yield from _of_block(text, start, len(text), language)


def _of_block(text: str, start: int, end: int, language: str) -> Iterator[tuple[int, int]]:
    import sentencex

    while start < end:
        stop = end
        if end - start > _WINDOW:
            most = start + _WINDOW
            stop = text.rfind("\n", start, most) + 1 or text.rfind(" ", start, most) + 1 or most
        last = start
        for boundary in sentencex.get_sentence_boundaries(language, encodable(text[start:stop])):
            if start + boundary["end_index"] > last and text[last : start + boundary["end_index"]].strip():
                yield last, start + boundary["end_index"]
                last = start + boundary["end_index"]
        if last < stop:
            yield last, stop
        start = stop


def _of_lines(document: Document, lines: tuple[Span, ...], language: str) -> Iterator[Span]:
    text = document.words(lines)
    # Where each line starts in the joined text: joined offset + shift = source offset.
    starts = [0]
    for start, end in lines[:-1]:
        starts.append(starts[-1] + end - start + 1)
    line = 0
    for start, end in boundaries(text, language):
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
