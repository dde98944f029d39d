"""The seven kinds of HTML blocks (CommonMark 0.31, section 4.6)."""

from __future__ import annotations

import re
from typing import NamedTuple

from chunklint.document.model import Block, Directive, Html, Span

_BLOCK_TAGS = (
    "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl "
    "dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend "
    "li link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td "
    "tfoot th thead title tr track ul"
).split()
_KINDS: list[tuple[re.Pattern[str], re.Pattern[str] | None]] = [
    (
        re.compile(r"<(?:script|pre|style|textarea)(?=[\s>]|$)", re.I),
        re.compile(r"</(?:script|pre|style|textarea)>", re.I),
    ),
    (re.compile(r"<!--"), re.compile(r"-->")),
    (re.compile(r"<\?"), re.compile(r"\?>")),
    (re.compile(r"<![A-Za-z]"), re.compile(r">")),
    (re.compile(r"<!\[CDATA\["), re.compile(r"\]\]>")),
    (re.compile(rf"</?(?:{'|'.join(_BLOCK_TAGS)})(?=[\s>]|/>|$)", re.I), None),
]
_ATTRIBUTE = r"""\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?"""
_WHOLE_TAG = re.compile(rf"(?:<[A-Za-z][A-Za-z0-9-]*(?:{_ATTRIBUTE})*\s*/?>|</[A-Za-z][A-Za-z0-9-]*\s*>)\s*$")


class HtmlStart(NamedTuple):
    """``stop`` is found on the block's last line; None: the block ends before a blank line."""

    stop: re.Pattern[str] | None


def block_start(text: str, start: int, end: int, interrupts: bool) -> HtmlStart | None:
    """Say whether an HTML block starts at ``start``; a lone inline tag may not interrupt a paragraph."""
    for opener, stop in _KINDS:
        if opener.match(text, start, end):
            return HtmlStart(stop)
    if not interrupts and _WHOLE_TAG.match(text, start, end):
        return HtmlStart(None)
    return None


_COMMENTS = re.compile(r"(?:<!--(?:(?!-->).)*+(?:-->\s*|$))+", re.S)
# Includes of VitePress and of servers, and the lists that Material for MkDocs fills in, are written as comments.
_INCLUDE = re.compile(r"<!--\s*(?:[@#]\s*include\b|material/)", re.I)


def html_block(text: str, span: Span, lines: tuple[Span, ...]) -> Block:
    """A finished HTML block, or the include that a comment stands for."""
    if not _COMMENTS.fullmatch(text, *span):
        return Html(span, lines, None)
    if _INCLUDE.match(text, *span):
        return Directive(span, "include", "content", span, ())
    return Html(span, lines, Span(min(span.start + 4, span.end), span.end))
