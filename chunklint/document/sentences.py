"""Sentences with their spans, by the segmenter ``sentencex``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklint.document.document import Document
from chunklint.document.model import Paragraph, Row, Span
from chunklint.document.tokens import encodable

_GAP = re.compile(r"\n\s*\n")
# The segmenter panics on an initial behind a blank of more than one byte, such as a no-break space.
_BLANKS = dict.fromkeys((0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000), " ")
# The segmenter takes quadratic time where stops follow each other without end; no paragraph that somebody wrote is
# so long. A sentence that is longer than a window comes in parts.
_WINDOW = 4_000


def sentences(document: Document, block: Paragraph | Row, language: str = "en") -> Iterator[Span]:
    """The sentences of a paragraph, or of each cell of a table row, as source spans.

    A sentence over several lines spans what stands between them too (container markers).
    ``language`` is an ISO 639 code; the segmenter falls back to a related language.
    """
    groups = [block.lines] if isinstance(block, Paragraph) else [(cell,) for cell in block.cells]
    for lines in groups:
        yield from _of_lines(document, lines, language)


def boundaries(text: str, language: str = "en") -> Iterator[tuple[int, int]]:
    """The sentences of raw text as offsets: in order, together the whole text. Blank lines end sentences."""
    start = 0
    for gap in _GAP.finditer(text):
        yield from _of_block(text, start, gap.end(), language)
        start = gap.end()
    yield from _of_block(text, start, len(text), language)


# The segmenter sees no end inside of brackets, and takes the mark of "(2)" or "(a)" for one that opens.
_SHORTENED = "".join(rf"(?<!\b{word})" for word in ("Inc", "Ltd", "Fig", "Sec", "Art", "Vol", "Nos", "etc"))
_INNER_END = re.compile(
    rf"(?:(?<=[^\W\d_]{{3}}){_SHORTENED}|(?<=\w\w[)\]]))[.!?]+[)\]\"'”’*_]*"
    r"(?=\s+[*_\"'“‘(\[]*[A-ZÀ-ÞА-Я])"
)


def _inner_ends(sentence: str) -> Iterator[int]:
    """Where sentences end inside of one that has a bracket before that. A word of one or two letters before a full
    stop may be a shortened one ("vs.", "No."), so it ends nothing."""
    opened = sentence.find("(")
    if opened >= 0:
        yield from (match.end() for match in _INNER_END.finditer(sentence, opened))


# The segmenter takes what stands between two pieces of code for a quotation; a word of the same length is none.
_CODE = re.compile(r"(?<!`)(`+)(?!`)[^`\n]*(?:\n[^`\n]+)*\1(?!`)")


def _worded(code: re.Match[str]) -> str:
    """With a capital where a sentence may start; behind a bracket that would be the mark of a point: "(A) …"."""
    opens = not code.start() or code.string[code.start() - 1] != "("
    return ("Z" if opens else "z") + "z" * (len(code[0]) - 1)


def _of_block(text: str, start: int, end: int, language: str) -> Iterator[tuple[int, int]]:
    import sentencex

    while start < end:
        window = _CODE.sub(_worded, encodable(text[start : min(end, start + _WINDOW)]).translate(_BLANKS))
        ends = [boundary["end_index"] for boundary in sentencex.get_sentence_boundaries(language, window)]
        if start + len(window) < end and len(ends) > 1:
            ends.pop()  # the last sentence may go on behind the window
        first = last = start
        for stop in ends:
            if not text[last : start + stop].strip():
                continue
            for inner in _inner_ends(text[last : start + stop]):
                yield first, last + inner
                first = last + inner
            yield first, start + stop
            first = last = start + stop
        if last == start or start + len(window) == end:
            if last < start + len(window):
                yield last, start + len(window)
            last = start + len(window)
        start = last


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
