"""The ``MarkdownSplitter`` of semantic-text-splitter (the Rust crate text-splitter)."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from chunklint.document import Block, Document, Span
from chunklint.document.inlines import inlines
from chunklint.document.joined import Joined
from chunklint.document.model import Break, Code, Heading, Html, Item, List, Paragraph, Quote, Table, children
from chunklint.splitters.chunk import Chunk, Limits
from chunklint.splitters.lengths import length

# The levels of a page, the smallest first; a heading of level n has 10 - n.
_SOFT_BREAK, _INLINE, _BLOCK, _RULE, _HEADING = 0, 1, 2, 3, 10


class _Range(NamedTuple):
    """A part of the page; those that start together are sorted with the longest first."""

    start: int
    minus_end: int
    level: int

    @property
    def end(self) -> int:
        return -self.minus_end


def semantic_text_splitter(document: Document, limits: Limits) -> Iterator[Chunk]:
    """Chunks of the largest parts of the page of which at least the first one fits, as many of them as fit.

    Parts are, from large to small: what lies between headings, rules, blocks (with list items, rows and code
    blocks), inline elements, lines; then sentences, words, characters. A chunk loses line ends in front and white
    space behind, and the indentation only when it is one line. The page is read as plain GitHub Markdown, whatever
    its dialect. Sentences and words follow Unicode's rules (UAX 29) without dictionaries and grapheme clusters.
    """
    text, measure = document.text, length(limits)
    page = document if document.dialect == "gfm" else Document(text, document.path, "gfm")
    ranges = _Ranges(text, sorted(set(_ranges_of(page))))
    if not limits.size:
        limits = limits._replace(size=max(measure(text), 1))
    cursor = reached = 0
    while cursor < len(text):
        sections = _next_sections(text, ranges, cursor, measure, limits.size)
        end = _largest(text, cursor, [stop for _, stop in sections], measure, limits.size)
        span = _trimmed(text, cursor, end)
        if span.start < span.end and span.end > reached:
            reached = span.end
            yield Chunk((span,), text[span.start : span.end])
        cursor = _overlapping(text, cursor, end, sections, measure, limits.overlap) if limits.overlap else end


def _trimmed(text: str, start: int, end: int) -> Span:
    source = text[start:end]
    last = start + len(source.rstrip())
    many_lines = "\n" in source.strip() or "\r" in source.strip()
    first = end - len(source.lstrip("\r\n" if many_lines else None))
    return Span(min(first, last), last)


def _fits(text: str, start: int, end: int, measure: Callable[[str], int], size: int) -> bool:
    first, last = _trimmed(text, start, end)
    return last - first <= size or measure(text[first:last]) <= size


def _next_sections(
    text: str, ranges: _Ranges, cursor: int, measure: Callable[[str], int], size: int
) -> list[tuple[int, int]]:
    """The parts from ``cursor`` on, of the highest level whose first part fits, until they are too long together."""
    chosen: Callable[[], Iterator[tuple[int, int]]] | None = None
    limit = len(text)
    ladder: list[tuple[int, Callable[[], Iterator[tuple[int, int]]]]] = []
    for level in ranges.levels_after(cursor):
        _add(ladder, lambda level=level: ranges.sections(cursor, level))  # type: ignore[misc]
    for end, sections in ladder:
        if not _fits(text, cursor, end, measure, size):
            limit = end
            break
        chosen = sections
    if not chosen:
        reach = min(limit, cursor + 16 * size + 64)
        fallback: list[tuple[int, Callable[[], Iterator[tuple[int, int]]]]] = []
        for pattern in (_CHARACTER, _WORD, _SENTENCE):
            _add(fallback, lambda pattern=pattern: (m.span() for m in pattern.finditer(text, cursor, reach)))  # type: ignore[misc]
        chosen = fallback[0][1]
        for end, sections in fallback:
            if not _fits(text, cursor, end, measure, size):
                limit = min(limit, end)
                break
            chosen = sections
    found: list[tuple[int, int]] = []
    target = 2 * size
    for start, end in chosen():
        if start > limit:
            break
        found.append((start, end))
        if end - cursor > target:
            if not _fits(text, cursor, end, measure, size):
                break
            target = 2 * (end - cursor)
    return found


def _add(
    ladder: list[tuple[int, Callable[[], Iterator[tuple[int, int]]]]], sections: Callable[[], Iterator[tuple[int, int]]]
) -> None:
    """Put a higher level on top; it replaces those below whose first part is not shorter."""
    first = next(sections(), None)
    if first:
        if ladder and ladder[-1][0] >= first[1]:
            ladder.pop()
        ladder.append((first[1], sections))


def _largest(text: str, cursor: int, ends: Sequence[int], measure: Callable[[str], int], size: int) -> int:
    """The last end that fits; the first one where none does."""
    index = bisect_left(ends, True, key=lambda end: not _fits(text, cursor, end, measure, size))
    return ends[max(index - 1, 0)] if ends else len(text)


def _overlapping(
    text: str,
    cursor: int,
    end: int,
    sections: Sequence[tuple[int, int]],
    measure: Callable[[str], int],
    overlap: int,
) -> int:
    """Where the next chunk starts: at the first part of this one from which on the rest fits into the overlap."""
    starts = [start for start, _ in sections if cursor < start < end]
    index = bisect_left(starts, True, key=lambda start: _fits(text, start, end, measure, overlap))
    return starts[index] if index < len(starts) else end


class _Ranges:
    """The parts of a page by level, so that the next one of a level is found without reading those between."""

    def __init__(self, text: str, ranges: list[_Range]) -> None:
        self._text = text
        self._all = ranges
        self._levels = sorted({found.level for found in ranges})
        self._own = {level: [r for r in ranges if r.level == level] for level in self._levels}
        self._from = {level: [r for r in ranges if r.level >= level] for level in self._levels}

    def levels_after(self, offset: int) -> Iterator[int]:
        """The levels of the parts that start at ``offset`` or behind it, the smallest first."""
        return (level for level in self._levels if self._own[level][-1].start >= offset)

    def sections(self, cursor: int, level: int) -> Iterator[tuple[int, int]]:
        """The text from ``cursor`` on in parts of ``level`` and those above, with the text between them."""
        for found in self._after(cursor, level):
            if found.start < cursor:
                continue  # inside of the one before
            between = self._text[cursor : found.start]
            if found.level > _RULE:
                if between:
                    yield cursor, found.start
                cursor = found.start
                continue
            if between and (found.level != _BLOCK or between.strip()):
                yield cursor, found.start
                cursor = found.start
            if cursor < found.end:
                yield cursor, found.end
            cursor = found.end
        if cursor < len(self._text):
            yield cursor, len(self._text)

    def _after(self, cursor: int, level: int) -> Iterator[_Range]:
        """The parts of ``level`` and above from ``cursor`` on, without those around the first one of the level."""
        own, found = self._own[level], self._from[level]
        first = own[bisect_left(own, (cursor,))]
        index = bisect_left(self._all, (cursor,))
        if self._all[index] == first:  # of those that start where the text goes on the shortest counts
            while index + 1 < len(self._all):
                after = self._all[index + 1]
                if after.level != level or after.start != first.start:
                    break
                first, index = after, index + 1
        at = bisect_left(found, (cursor,))
        while at < len(found) and _around(found[at], first, level):
            at += 1
        for index in range(at, len(found)):
            yield found[index]


def _around(outer: _Range, first: _Range, level: int) -> bool:
    if outer.level > level:
        return outer.start <= first.start < outer.end
    return outer.start == first.start and outer.end > first.end


def _ranges_of(document: Document) -> Iterator[_Range]:
    matter = document.front_matter
    if matter:
        yield _Range(matter.span.start, -matter.span.end, _BLOCK)
        yield _Range(matter.body.start, -matter.body.end, _INLINE)
    for block in document.all_blocks:
        yield from _of_block(document, block)


def _of_block(document: Document, block: Block) -> Iterator[_Range]:
    start, end = block.span
    match block:
        case Heading():
            yield _Range(start, -end, _HEADING - block.level)
            yield from _of_text(document, block.lines)
        case Break():
            yield _Range(start, -end, _RULE)
        case Paragraph():
            yield _Range(start, -end, _BLOCK)
            yield from _of_text(document, block.lines)
        case Code():
            yield _Range(start, -end, _BLOCK)
            yield from _of_code(document, block)
        case Html():
            yield _Range(start, -end, _BLOCK)
            yield from (_Range(a, -b, _BLOCK) for a, b in block.lines if a < b)
        case Table():
            yield _Range(start, -end, _BLOCK)
            for row in (block.header, *block.rows):
                yield _Range(row.span.start, -row.span.end, _BLOCK)
                yield from (_Range(a, -b, _INLINE) for a, b in row.cells if a < b)
        case List() | Item() | Quote():
            yield _Range(start, -end, _BLOCK)
        case _ if children(block):
            yield _Range(start, -end, _BLOCK)


def _of_code(document: Document, code: Code) -> Iterator[_Range]:
    """The code as one part; where indentation or carriage returns stand between its lines, a part a line."""
    start: int | None = None
    for index, (first, last) in enumerate(code.lines):
        start = first if start is None else start
        after = code.lines[index + 1].start if index + 1 < len(code.lines) else None
        if after != last + 1 or document.text[last] != "\n":
            yield _Range(start, -min(last + 1, max(code.span.end, last)), _INLINE)
            start = None


_EMPHASIS = re.compile(r"(\*\*\*|\*\*|\*|~~|(?<!\w)__?)(?=[^\s*_~])[^*_~]{1,400}?(?<=[^\s*_~])\1")


# Signs that the library's parser makes a part of their own: what it sets as typographic quotation marks, dashes
# and points of omission, escapes and entities.
_SIGN = re.compile(r"""["']|---?|\.\.\.|\\(?=[!-/:-@\[-`{-~])|&\#?\w{1,31};""")


def _of_text(document: Document, lines: tuple[Span, ...]) -> Iterator[_Range]:
    """Line ends, inline elements, emphasis, single signs, and the text between them, a part a line."""
    if not lines:
        return
    for before, after in pairwise(lines):
        yield _Range(before.end, -after.start, _SOFT_BREAK)
    joined = Joined(document, lines)
    elements = list(inlines(document, lines))
    # Nothing is marked inside of code and addresses.
    plain = [inline.span for inline in elements if inline.kind in ("code", "url", "tag")]
    found = [inline.span for inline in elements]
    for pattern in (_EMPHASIS, _SIGN):
        for match in pattern.finditer(joined.text):
            span = joined.source(*match.span())
            index = bisect_right(plain, (span.start, len(document.text))) - 1
            if index < 0 or plain[index].end <= span.start:
                found.append(span)
    yield from (_Range(a, -b, _INLINE) for a, b in found)
    edges = sorted({edge for span in found for edge in span})
    for start, end in lines:
        inner = edges[bisect_left(edges, start + 1) : bisect_left(edges, end)]
        bounds = [start, *inner, end]
        yield from (_Range(a, -b, _INLINE) for a, b in pairwise(bounds) if a < b)


_CHARACTER = re.compile(r"\r\n|.", re.S)
# UAX 29: letters and digits with the marks that join them, runs of blanks, and any other sign by itself.
_WORD = re.compile(
    r"\r\n|[ \u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]+"
    r"|\w(?:\w|(?<=[^\W\d_])[.:'’·](?=[^\W\d_])|(?<=\d)[.,;'’](?=\d))*+|.",
    re.S,
)
# A line end ends a sentence, and so do its marks; a full stop does not before a small letter, a digit or a comma.
_SENTENCE = re.compile(
    r"""(?:[^\r\n.!?…。！？]
        |[.…](?=[\w,;:-])
        |[.…]["'”’»)\]]*+[ \t\u00a0]*+(?=[^\w\r\n.!?]{0,20}[a-zß-öø-ÿ])
        |[!?。！？.…]++["'”’»)\]]*+[ \t\u00a0]*+[,;:-])*+
        (?:[.!?…。！？]++["'”’»)\]]*+[ \t\u00a0]*+(?:\r\n|\n|\r)?|\r\n|\n|\r|\Z)""",
    re.X,
)
