"""Blocks while they are being read: how each goes on at the next line, and what it becomes.

Here are what all have in common and the containers; ``open_leaves`` has those that hold text.

The rules are those of CommonMark 0.31's parsing strategy: for every line the open blocks are
asked from the outermost in whether they go on, then new blocks may start in the innermost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from typing import ClassVar

from chunklint.document.lines import Cursor
from chunklint.document.model import (
    Block,
    Directive,
    Item,
    List,
    Paragraph,
    Quote,
    Span,
)


class Verdict(Enum):
    """What an open block says to the next line."""

    ENDS = 0  # the line is not in the block
    GOES_ON = 1  # it is; what the block needs of it has been passed
    CLOSED = 2  # it is the closing line
    TAKEN = 3  # it belongs to the block's own syntax and is used up


ENDS, GOES_ON, CLOSED, TAKEN = Verdict


class Open:
    """An open block; ``children`` fills up as the blocks inside it are finished."""

    __slots__ = ("children", "end", "has_child", "start")
    container: ClassVar[bool] = False  # holds other blocks
    raw: ClassVar[bool] = False  # holds lines that are not parsed

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end
        self.children: list[Block] = []
        self.has_child = False

    def accepts(self, child: Open) -> bool:
        return self.container and not isinstance(child, OpenItem)

    def continues(self, at: Cursor) -> Verdict:
        """Say whether the block goes on at this line, and pass what belongs to it."""
        raise NotImplementedError

    def add(self, at: Cursor) -> bool:
        """Take the rest of the line; True closes the block."""
        raise NotImplementedError

    def finish(self, text: str) -> Iterable[Block]:
        """The finished blocks."""
        raise NotImplementedError

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


class OpenPage(Open):
    container = True


class OpenQuote(Open):
    __slots__ = ("alerts",)
    container = True
    # GitHub alerts and Obsidian call-outs: one bracketed word, alone or with a title.
    _ALERT = re.compile(r"\[!([A-Za-z][\w-]*)\][+-]?(?:[ \t]+.*)?")

    def __init__(self, start: int, end: int, alerts: bool) -> None:
        super().__init__(start, end)
        self.alerts = alerts

    def continues(self, at: Cursor) -> Verdict:
        if at.indent >= at.limit or at.blank or at.text[at.next] != ">":
            return ENDS
        pass_quote_mark(at)
        self.end = max(self.end, at.pos)
        return GOES_ON

    def finish(self, text: str) -> Iterable[Block]:
        first = self.children[0] if self.children else None
        if self.alerts and isinstance(first, Paragraph):
            opener, *rest = first.lines
            if match := self._ALERT.fullmatch(text, *opener):
                body = [Paragraph(Span(rest[0].start, first.span.end), tuple(rest))] if rest else []
                yield Directive(
                    self.span, f"alert {match[1].lower()}", "container", opener, (*body, *self.children[1:])
                )
                return
        yield Quote(self.span, tuple(self.children))


def pass_quote_mark(at: Cursor) -> None:
    """Go past a ``>`` and the one column of space that belongs to it."""
    at.skip_to(at.next + 1)
    if at.indent:
        at.skip_columns(1)


class OpenList(Open):
    __slots__ = ("kind", "number")
    container = True

    def __init__(self, start: int, end: int, kind: str, number: int | None) -> None:
        super().__init__(start, end)
        self.kind = kind  # the bullet, or the sign after the number
        self.number = number

    def accepts(self, child: Open) -> bool:
        return isinstance(child, OpenItem)

    def continues(self, at: Cursor) -> Verdict:
        return GOES_ON

    def finish(self, text: str) -> Iterable[Block]:
        items = tuple(child for child in self.children if isinstance(child, Item))
        yield List(self.span, self.number, items)


class OpenItem(Open):
    __slots__ = ("content", "marker")
    container = True

    def __init__(self, marker: Span, content: int) -> None:
        super().__init__(*marker)
        self.marker = marker
        self.content = content  # columns from the list's edge to the item's content

    def continues(self, at: Cursor) -> Verdict:
        if at.blank:
            return GOES_ON if self.has_child else ENDS
        if at.indent < self.content:
            return ENDS
        at.skip_columns(self.content)
        return GOES_ON

    def finish(self, text: str) -> Iterable[Block]:
        yield Item(self.span, self.marker, tuple(self.children))


def closes_fence(at: Cursor, char: str, length: int) -> bool:
    """Whether the line is a run of at least ``length`` of ``char`` and nothing else."""
    text, pos = at.text, at.next
    while pos < at.end and text[pos] == char:
        pos += 1
    return pos - at.next >= length and not text[pos : at.end].strip(" \t")


def trimmed(at: Cursor) -> Span:
    """The rest of the line without the blanks around it."""
    text, end = at.text, at.end
    while end > at.next and text[end - 1] in " \t":
        end -= 1
    return Span(at.next, end)
