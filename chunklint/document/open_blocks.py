"""Blocks while they are being read: how each goes on at the next line, and what it becomes.

The rules are those of CommonMark 0.31's parsing strategy: for every line the open blocks are
asked from the outermost in whether they go on, then new blocks may start in the innermost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from enum import Enum
from typing import ClassVar

from chunklint.document.lines import Cursor
from chunklint.document.model import (
    Block,
    Code,
    Directive,
    Item,
    LinkDefinition,
    List,
    Paragraph,
    Quote,
    Row,
    Span,
    Table,
)
from chunklint.document.references import leading_definitions

# Without one of these, text is what it looks like.
_MARKS = frozenset("\\`*_[]<&!~{")


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
        if at.indent > 3 or at.blank or at.text[at.next] != ">":
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


class OpenParagraph(Open):
    __slots__ = ("lines",)

    def __init__(self, start: int) -> None:
        super().__init__(start, start)
        self.lines: list[Span] = []

    def continues(self, at: Cursor) -> Verdict:
        return ENDS if at.blank else GOES_ON

    def add(self, at: Cursor) -> bool:
        self.lines.append(trimmed(at))
        self.end = self.lines[-1].end
        return False

    def definitions(self, text: str) -> list[LinkDefinition]:
        """The link definitions that the paragraph starts with; their lines are taken out of it."""
        if text[self.lines[0].start] != "[":
            return []
        found = []
        for label, count in leading_definitions("\n".join(text[a:b] for a, b in self.lines)):
            taken, self.lines = self.lines[:count], self.lines[count:]
            found.append(LinkDefinition(Span(taken[0].start, taken[-1].end), label))
        return found

    def finish(self, text: str) -> Iterable[Block]:
        if self.lines:
            yield from self.definitions(text)
        if self.lines:
            yield Paragraph(Span(self.lines[0].start, self.end), tuple(self.lines))


class OpenTable(Open):
    __slots__ = ("delimiter", "header", "interrupts", "rows", "split")

    def __init__(self, header: Span, delimiter: Span, split: Callable[[int, int], tuple[Span, ...]], after_text: bool):
        super().__init__(header.start, delimiter.end)
        self.split = split
        self.header = Row(header, split(*header))
        self.delimiter = delimiter
        self.interrupts = after_text
        self.rows: list[Row] = []

    def continues(self, at: Cursor) -> Verdict:
        return ENDS if at.blank or at.indent > 3 else GOES_ON

    def add(self, at: Cursor) -> bool:
        span = trimmed(at)
        self.rows.append(Row(span, self.split(*span)))
        self.end = span.end
        return False

    def finish(self, text: str) -> Iterable[Block]:
        yield Table(self.span, self.header, self.delimiter, tuple(self.rows), self.interrupts)


class OpenFence(Open):
    """Code between fences; with ``directive`` a body that only the site builder reads (MyST)."""

    __slots__ = ("char", "closer", "directive", "indent", "info", "length", "lines", "opener")
    raw = True

    def __init__(
        self, opener: Span, char: str, length: int, info: str, indent: int, directive: str | None = None
    ) -> None:
        super().__init__(*opener)
        self.directive = directive
        self.opener = opener
        self.char, self.length, self.info, self.indent = char, length, info, indent
        self.lines: list[Span] = []
        self.closer: Span | None = None

    def continues(self, at: Cursor) -> Verdict:
        if at.indent < 4 and not at.blank and closes_fence(at, self.char, self.length):
            self.closer = trimmed(at)
            self.end = self.closer.end
            return CLOSED
        at.skip_columns(min(self.indent, at.indent))
        return GOES_ON

    def add(self, at: Cursor) -> bool:
        self.lines.append(Span(at.pos, at.end))
        if not at.blank:
            self.end = at.end
        return False

    def finish(self, text: str) -> Iterable[Block]:
        if self.directive:
            yield Directive(self.span, self.directive, "content", self.opener, ())
        else:
            yield Code(self.span, tuple(self.lines), self.opener, self.info, self.closer)


def closes_fence(at: Cursor, char: str, length: int) -> bool:
    """Whether the line is a run of at least ``length`` of ``char`` and nothing else."""
    text, pos = at.text, at.next
    while pos < at.end and text[pos] == char:
        pos += 1
    return pos - at.next >= length and not text[pos : at.end].strip(" \t")


class OpenIndentedCode(Open):
    __slots__ = ("lines",)
    raw = True

    def __init__(self, start: int) -> None:
        super().__init__(start, start)
        self.lines: list[Span] = []

    def continues(self, at: Cursor) -> Verdict:
        if at.indent < 4 and not at.blank:
            return ENDS
        at.skip_columns(4)
        return GOES_ON

    def add(self, at: Cursor) -> bool:
        self.lines.append(Span(at.pos, at.end))
        if not at.blank:
            self.end = at.end
        return False

    def finish(self, text: str) -> Iterable[Block]:
        while not text[slice(*self.lines[-1])].strip():
            self.lines.pop()
        yield Code(self.span, tuple(self.lines), None, "", None)


class OpenRaw(Open):
    """Lines kept as they are, up to one that holds ``stop`` or, without one, to a blank line or ``fence``."""

    __slots__ = ("build", "fence", "lines", "stop", "stop_at")
    raw = True

    def __init__(
        self,
        start: int,
        build: Callable[[str, Span, tuple[Span, ...]], Block],
        stop: re.Pattern[str] | None = None,
        stop_at: int | None = None,
        fence: str = "",
    ) -> None:
        super().__init__(start, start)
        self.build = build
        self.stop = stop
        self.stop_at = stop_at  # the offset of the end, where it is known before
        self.fence = fence  # a container's fence, which HTML does not hide
        self.lines: list[Span] = []

    def continues(self, at: Cursor) -> Verdict:
        if self.stop or self.stop_at:
            return GOES_ON
        fenced = self.fence and at.text.startswith(self.fence, at.next)
        return ENDS if at.blank or fenced else GOES_ON

    def add(self, at: Cursor) -> bool:
        self.lines.append(Span(max(at.pos, self.start), at.end))
        if not at.blank:
            self.end = at.end
        if self.stop_at:
            return at.end >= self.stop_at
        return bool(self.stop and self.stop.search(at.text, at.pos, at.end))

    def finish(self, text: str) -> Iterable[Block]:
        yield self.build(text, self.span, tuple(self.lines))


def trimmed(at: Cursor) -> Span:
    """The rest of the line without the blanks around it."""
    text, end = at.text, at.end
    while end > at.next and text[end - 1] in " \t":
        end -= 1
    return Span(at.next, end)


def heading_text(text: str, lines: Iterable[Span]) -> str:
    """The text of a heading as a reader sees it."""
    source = " ".join(text[a:b] for a, b in lines)
    if _MARKS.isdisjoint(source):
        return source.strip()
    from chunklint.document.inline import plain_text  # most headings need none of it

    return plain_text(source)
