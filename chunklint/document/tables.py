"""Pipe tables: the delimiter row and the cells of a row, as GFM and Python-Markdown cut them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklint.document.model import Span

# GFM 0.29, section 4.10: dashes with optional colons between optional pipes.
# Possessive, so that a long line that is none costs no second look.
_DELIMITER = re.compile(r"\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?")
_TEMPLATE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")
_BACKTICKS = re.compile(r"`+")


def is_delimiter(text: str) -> bool:
    """Whether ``text``, without blanks around it, has the form of a delimiter row."""
    return _DELIMITER.fullmatch(text) is not None


def split_row(
    text: str, start: int, end: int, *, code: bool = False, templates: bool = False, parity: bool = True
) -> tuple[Span, ...]:
    """The cell spans of the row ``text[start:end]``, without the blanks around them.

    An escaped pipe never splits. A bare pipe in a code span does in GFM; with ``code`` it
    does not (Python-Markdown). With ``templates`` a pipe in ``{{ … }}`` or ``{% … %}`` is a filter.
    Without ``parity`` any backslash before a pipe escapes it, even one that is escaped itself (cmark-gfm).
    """
    while start < end and text[start] in " \t":
        start += 1
    while end > start and text[end - 1] in " \t":
        end -= 1
    if start < end and text[start] == "|":
        start += 1
    if start == end:
        return ()
    bars = list(_bars(text, start, end, code, templates, parity))
    if not bars or bars[-1] != end - 1:
        bars.append(end)
    cells, left = [], start
    for bar in bars:
        cells.append(_trim(text, left, bar))
        left = bar + 1
    return tuple(cells)


def _bars(text: str, start: int, end: int, code: bool, templates: bool, parity: bool) -> Iterator[int]:
    """The offsets of the pipes that end a cell."""
    opaque = sorted(_opaque(text, start, end, code, templates), reverse=True)
    at = text.find("|", start, end)
    while at >= 0:
        while opaque and opaque[-1].end <= at:
            opaque.pop()
        escaped = _escaped(text, at) if parity else text[at - 1 : at] == "\\"
        if not (opaque and opaque[-1].start <= at) and not escaped:
            yield at
        at = text.find("|", at + 1, end)


def _opaque(text: str, start: int, end: int, code: bool, templates: bool) -> Iterator[Span]:
    if templates:
        for match in _TEMPLATE.finditer(text, start, end):
            yield Span(*match.span())
    if code:
        yield from code_spans(text, start, end)


def code_spans(text: str, start: int, end: int) -> Iterator[Span]:
    """The code spans of one line: backticks up to the next run of the same length."""
    runs = [(m.start(), m.end()) for m in _BACKTICKS.finditer(text, start, end) if not _escaped(text, m.start())]
    closers: dict[int, list[int]] = {}
    for at, stop in reversed(runs):
        closers.setdefault(stop - at, []).append(stop)
    reached = start
    for at, stop in runs:
        stack = closers[stop - at]
        stack.pop()  # the run itself
        if at >= reached and stack:
            reached = stack[-1]
            yield Span(at, reached)


def _escaped(text: str, at: int) -> bool:
    before = at
    while before and text[before - 1] == "\\":
        before -= 1
    return (at - before) % 2 == 1


def _trim(text: str, start: int, end: int) -> Span:
    while start < end and text[start] in " \t":
        start += 1
    while end > start and text[end - 1] in " \t":
        end -= 1
    return Span(start, end)
