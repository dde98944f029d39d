"""Where the tags and expressions of MDX end: quotes and braces may hold anything."""

from __future__ import annotations

import re
from typing import NamedTuple

_NAME = re.compile(r"<(/?)[ \t]*([A-Za-z][\w.:-]*|(?=>))")
# Lower-case tags that CommonMark's own HTML rules read better: their content is no Markdown.
_HTML = frozenset("table thead tbody tfoot tr td th colgroup col pre script style textarea title".split())
# Anything longer is a stray sign; it also bounds the look ahead of a line of such signs.
LONGEST = 20_000
_STOPS = re.compile(r"""[{}<>"'`]""")


class Filled(NamedTuple):
    """The offset where the tags end, the first tag's name, and whether they only close something."""

    end: int
    name: str
    closing: bool


def fills_lines(text: str, start: int, limit: int) -> Filled | None:
    """Read tags and expressions from ``start`` up to ``limit``; None unless they end at the end of a line."""
    limit = min(len(text), limit)
    pos, first, closing = start, "", True
    while True:
        if text.startswith("{", pos):
            end, closing = _expression_end(text, pos, limit), False
        else:
            name = _NAME.match(text, pos)
            if not name or name[2].lower() in _HTML:
                return None
            end = _tag_end(text, name.end(), limit)
            closing = closing and bool(name[1])
            first = first or name[2]
        if end < 0:
            return None
        pos = end
        while pos < limit and text[pos] in " \t":
            pos += 1
        if pos >= len(text) or text[pos] in "\r\n":
            return Filled(end, first.lower() or "expression", closing)
        if text[pos] not in "<{":
            return None


def _tag_end(text: str, pos: int, limit: int) -> int:
    """The offset after the ``>`` of a tag whose attributes start at ``pos``, or -1."""
    while stop := _STOPS.search(text, pos, limit):
        char = stop[0]
        if char == ">":
            return stop.end()
        if char in "\"'":
            pos = text.find(char, stop.end(), limit) + 1
        elif char == "{":
            pos = _expression_end(text, stop.start(), limit)
        else:
            return -1
        if pos <= 0:
            return -1
    return -1


def _expression_end(text: str, pos: int, limit: int) -> int:
    """The offset after the brace that closes the one at ``pos``, or -1."""
    depth = 0
    while stop := _STOPS.search(text, pos, limit):
        char, pos = stop[0], stop.end()
        if char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if not depth:
                return pos
        elif char in '"`':
            pos = text.find(char, pos, limit) + 1
            if pos <= 0:
                return -1
    return -1


def is_component(text: str, start: int) -> bool:
    """Whether a tag starts at ``start`` whose content MDX reads as Markdown."""
    name = _NAME.match(text, start)
    return name is not None and name[2].lower() not in _HTML


def statement_end(text: str, start: int) -> int:
    """The offset where an import or export ends: at a line end outside of brackets and quotes, before a blank line.

    Brackets that never close end it at the first blank line.
    """
    limit = min(len(text), start + LONGEST)
    depth, pos = 0, start
    while stop := _BREAKS.search(text, pos, limit):
        char, pos = stop[0], stop.end()
        if char in ("{", "(", "["):
            depth += 1
        elif char in ("}", ")", "]"):
            depth -= 1
        elif char in ('"', "'", "`"):
            closing = text.find(char, pos, limit)
            pos = closing + 1 if closing >= 0 and (char == "`" or not _LINE_END.search(text, pos, closing)) else pos
        elif depth <= 0:
            return stop.start()
    blank = _BLANK_LINE.search(text, start)
    return blank.start() if blank else len(text)


_LINE_END = re.compile(r"[\r\n]")
_BREAKS = re.compile(r"[{}()\[\]\"'`]|(?:\r\n|\n|\r(?!\n))(?=[ \t]*(?:\r\n|\n|\r|$|import\b|export\b))")
_BLANK_LINE = re.compile(r"(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)")
