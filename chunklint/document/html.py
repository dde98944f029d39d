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


_TAG = re.compile(r"<(/?)([A-Za-z][\w-]*)[^<>]*?(/?)>")
_KEEPS_LINES = frozenset("table thead tbody tfoot tr td th".split())


def ends_on_its_line(text: str, start: int, end: int, features: frozenset[str]) -> bool:
    """Whether HTML ends with this line and not at a blank one, as some generators read it.

    Python-Markdown and kramdown end it with its closing tag, and read Markdown inside a tag that says
    ``markdown``; Pandoc reads Markdown between all tags.
    """
    if not features & {"html-by-tag", "html-by-line"}:
        return False
    tags = [(m[1], m[2].lower(), m[3], m[0]) for m in _TAG.finditer(text, start, end)]
    if not tags or tags[0][1] in _KEEPS_LINES:
        return False
    closing, name, self_closing, source = tags[0]
    if "html-by-line" in features or closing or self_closing or "markdown" in source:
        return True
    return sum(1 if not c and not s else -1 if c else 0 for c, n, s, _ in tags if n == name) <= 0


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
