"""Where a page may be cut so that no fact is parted: between sentences, blocks, rows and lines of code."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import NamedTuple

from chunklint.document import Block, Document, Span
from chunklint.document.model import Break, Code, Directive, Heading, Item, List, Paragraph, Quote, Table, children
from chunklint.units.answers import answers
from chunklint.units.conditions import conditions
from chunklint.units.page import Page
from chunklint.units.protected import protected

_NUMBER = re.compile(r"[$€£¥₹]?\d[\d.,:/-]*%?|[$€£¥₹%]")
_LAST_TOKEN = re.compile(r"\S+\Z")
# The marks of a list item, a quote, a row or emphasis are no token.
_MARKS = re.compile(r"(?:[\s>#|*_`\[(\"'“]|[-+][ \t]|\d{1,9}[.)][ \t])*+")
_TOKEN = re.compile(r"\S+")
_PUNCTUATION = ".,:;!?)]}|*_`\"'”’»"


class Cut(NamedTuple):
    """An offset to cut at. ``clean``: no side of it ends or starts with a token that belongs to the other one."""

    at: int
    clean: bool


def cuts(page: Page, measure: Callable[[str], int], size: int) -> list[Cut]:
    """Every place where the page may be cut, in order.

    A list, a table or code is only cut inside when it is longer than ``size``; an answer, a condition with its
    rule and protected text of at most ``size`` are never cut; nothing is cut off from the heading or the lead-in
    above it.
    """
    document = page.document

    def fits(span: Span) -> bool:
        return span.end - span.start <= 12 * size and measure(document.source(span)) <= size

    together = (*answers(page), *conditions(page), *protected(page))
    whole = [Span(unit.spans[0].start, unit.spans[-1].end) for unit in together]
    kept = _Kept([span for span in whole if fits(span)])
    offsets = sorted({line_start(document, at) for at in _places(page, document.blocks, fits)})
    boundary = _Boundary(document)
    return [Cut(at, boundary.clean(at)) for at in offsets if not kept.holds(at)]


def _places(page: Page, blocks: tuple[Block, ...], fits: Callable[[Span], bool]) -> Iterator[int]:
    """The starts of what may be parted from the text before it."""
    before: Block | None = None
    for block in blocks:
        held = isinstance(before, Heading) or bool(page.lead_in(before)) or isinstance(block, Break)
        if before and not held:
            yield block.span.start
        yield from _inside(page, block, fits)
        before = block


def _inside(page: Page, block: Block, fits: Callable[[Span], bool]) -> Iterator[int]:
    match block:
        case Paragraph():
            yield from (span.start for span in page.sentences(block)[1:])
        case Table() if not fits(block.span):
            yield from (row.span.start for row in block.rows[1:])
        case Code() if not fits(block.span):
            yield from (line.start for line in block.lines[1:] if page.document.source(line).strip())
        case List() if not fits(block.span):
            for item in block.items:
                if item is not block.items[0]:
                    yield item.span.start
                yield from _places(page, item.items, fits)
        case Quote() | Directive() | Item():
            yield from _places(page, children(block), fits)


_INDENT = re.compile(r"[ \t>]*")


def line_start(document: Document, at: int) -> int:
    """``at``, or the start of its line where only blanks and quote marks stand before it."""
    start = document.lines.starts[document.lines.line_of(at)]
    indent = _INDENT.match(document.text, start, at)
    return start if indent and indent.end() == at else at


class _Kept:
    """Spans that no cut may fall into."""

    def __init__(self, spans: list[Span]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(spans):
            if self._ends and start < self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def holds(self, at: int) -> bool:
        """Whether a cut at ``at`` would part one of them."""
        index = bisect_right(self._starts, at) - 1
        return index >= 0 and self._starts[index] < at < self._ends[index]


class _Boundary:
    """Looks at both sides of a cut: no number, unit, month or connective should be the last or the first token."""

    def __init__(self, document: Document) -> None:
        self._text = document.text
        names = ("units", "months", "connectives")
        self._dangling: frozenset[str] = frozenset().union(*map(document.word_list, names))

    def clean(self, at: int) -> bool:
        """Whether neither the token before ``at`` nor the one behind it dangles there."""
        before = _LAST_TOKEN.search(self._text[max(at - 80, 0) : at].rstrip())
        start = _MARKS.match(self._text, at, at + 80)
        after = _TOKEN.match(self._text, start.end() if start else at, at + 160)
        return not any(match and self._dangles(match[0]) for match in (before, after))

    def _dangles(self, token: str) -> bool:
        word = token.strip(_PUNCTUATION)
        return word.casefold() in self._dangling or _NUMBER.fullmatch(word) is not None
