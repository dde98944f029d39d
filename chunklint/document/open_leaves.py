"""Leaf blocks while they are being read: paragraphs, tables, code, and raw lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from chunklint.document.lines import Cursor
from chunklint.document.model import Block, Code, Directive, LinkDefinition, Paragraph, Row, Span, Table
from chunklint.document.open_blocks import CLOSED, ENDS, GOES_ON, Open, Verdict, closes_fence, trimmed
from chunklint.document.references import leading_definitions


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
        first = 0
        for label, count in leading_definitions("\n".join(text[a:b] for a, b in self.lines)):
            span = Span(self.lines[first].start, self.lines[first + count - 1].end)
            found.append(LinkDefinition(span, label))
            first += count
        self.lines = self.lines[first:]
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
        indented = at.indent >= at.limit and not at.text.startswith("{%", at.next)
        return ENDS if at.blank or indented else GOES_ON

    def add(self, at: Cursor) -> bool:
        span = trimmed(at)
        self.rows.append(Row(span, self.split(*span)))
        self.end = span.end
        return False

    def finish(self, text: str) -> Iterable[Block]:
        yield Table(self.span, self.header, self.delimiter, tuple(self.rows), self.interrupts)


class OpenCode(Open):
    """Lines of code; blank ones at its end stay outside its span."""

    __slots__ = ("lines",)
    raw = True

    def __init__(self, start: int, end: int) -> None:
        super().__init__(start, end)
        self.lines: list[Span] = []

    def add(self, at: Cursor) -> bool:
        self.lines.append(Span(at.pos, at.end))
        if not at.blank:
            self.end = at.end
        return False


class OpenFence(OpenCode):
    """Code between fences; with ``directive`` a body that only the site builder reads (MyST)."""

    __slots__ = ("char", "closer", "directive", "indent", "info", "length", "opener")

    def __init__(
        self, opener: Span, char: str, length: int, info: str, indent: int, directive: str | None = None
    ) -> None:
        super().__init__(*opener)
        self.directive = directive
        self.opener = opener
        self.char, self.length, self.info, self.indent = char, length, info, indent
        self.closer: Span | None = None

    def continues(self, at: Cursor) -> Verdict:
        if at.indent < at.limit and not at.blank and closes_fence(at, self.char, self.length):
            self.closer = trimmed(at)
            self.end = self.closer.end
            return CLOSED
        at.skip_columns(min(self.indent, at.indent))
        return GOES_ON

    def finish(self, text: str) -> Iterable[Block]:
        if self.directive:
            yield Directive(self.span, self.directive, "content", self.opener, ())
        else:
            yield Code(self.span, tuple(self.lines), self.opener, self.info, self.closer)


class OpenIndentedCode(OpenCode):
    __slots__ = ()

    def __init__(self, start: int) -> None:
        super().__init__(start, start)

    def continues(self, at: Cursor) -> Verdict:
        if at.indent < at.limit and not at.blank:
            return ENDS
        at.skip_columns(4)
        return GOES_ON

    def finish(self, text: str) -> Iterable[Block]:
        while not text[slice(*self.lines[-1])].strip(" \t"):  # other blanks are text, as in CommonMark
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
