"""Directives while they are being read: containers that are indented or fenced, and their options."""

from __future__ import annotations

import re
from collections.abc import Iterable

from chunklint.document.lines import Cursor
from chunklint.document.model import Block, Directive, Span
from chunklint.document.open_blocks import ENDS, GOES_ON, TAKEN, Open, Verdict, trimmed


class OpenIndented(Open):
    """A container whose content is indented: a call-out or tab of MkDocs, a footnote, a definition."""

    __slots__ = ("columns", "lazy", "name", "opener")
    container = True

    def __init__(self, opener: Span, name: str, columns: int = 4, lazy: bool = False) -> None:
        super().__init__(*opener)
        self.opener, self.name, self.columns = opener, name, columns
        self.lazy = lazy  # an unindented line may go on with its last paragraph

    def continues(self, at: Cursor) -> Verdict:
        if not at.blank:
            if at.indent < self.columns:
                return ENDS
            at.skip_columns(self.columns)
        return GOES_ON

    def finish(self, text: str) -> Iterable[Block]:
        yield Directive(self.span, self.name, "container", self.opener, tuple(self.children))


class OpenFenced(Open):
    """A container between two fences of ``char``.

    With ``options`` it may start with option lines: ``:name: value`` or a YAML block between
    dashes in MyST, indented ones in the blocks of pymdownx.
    """

    __slots__ = ("char", "in_yaml", "length", "name", "opener", "options")
    container = True
    _OPTION = re.compile(r":[\w-]+:(?:[ \t].*)?")
    _KEY = re.compile(r"(?:\r\n|\n|\r)[\w-]+:(?:\s|$)")

    def __init__(self, opener: Span, name: str, char: str, length: int, options: bool) -> None:
        super().__init__(*opener)
        self.opener, self.name, self.char, self.length, self.options = opener, name, char, length, options
        self.in_yaml = False

    def continues(self, at: Cursor) -> Verdict:
        if self.options and not at.blank and self._is_option(at):
            self.end = max(self.end, trimmed(at).end)
            return TAKEN
        self.options = self.options and self.in_yaml
        return GOES_ON

    def _is_option(self, at: Cursor) -> bool:
        line = at.text[slice(*trimmed(at))]
        if self.char == "/":
            return at.indent > 3
        if line == "---" and (self.in_yaml or self._KEY.match(at.text, at.end)):
            self.in_yaml = not self.in_yaml
            self.options = self.in_yaml
            return True
        return self.in_yaml or (not self.has_child and bool(self._OPTION.fullmatch(line)))

    def finish(self, text: str) -> Iterable[Block]:
        yield Directive(self.span, self.name, "container", self.opener, tuple(self.children))


class OpenOptions(Open):
    """A one-line directive with indented option lines under it (mkdocstrings)."""

    __slots__ = ("name",)
    raw = True

    def __init__(self, opener: Span, name: str) -> None:
        super().__init__(*opener)
        self.name = name

    def continues(self, at: Cursor) -> Verdict:
        return GOES_ON if at.blank or at.indent > 3 else ENDS

    def add(self, at: Cursor) -> bool:
        self.end = self.end if at.blank else at.end
        return False

    def finish(self, text: str) -> Iterable[Block]:
        yield Directive(self.span, self.name, "content", self.span, ())
