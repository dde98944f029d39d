"""Where the blocks of CommonMark 0.31 and GFM tables start.

A start looks at the place reached in a line, with at most three columns of indentation, and
opens a block or says that there is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from chunklint.document import html
from chunklint.document.jsx import is_component
from chunklint.document.markdown import MAX_NESTING, Found, Parser, Start
from chunklint.document.model import Break, Directive, Heading, Span
from chunklint.document.open_blocks import OpenItem, OpenList, OpenQuote, pass_quote_mark, trimmed
from chunklint.document.open_leaves import OpenFence, OpenRaw, OpenTable
from chunklint.document.tables import is_delimiter, split_row

_ATX = re.compile(r"(#{1,6})(?=[ \t]|$)[ \t]*")
_SETEXT = re.compile(r"(=+|-+)[ \t]*")
_BREAK = re.compile(r"(?:\*[ \t]*+){3,}|(?:-[ \t]*+){3,}|(?:_[ \t]*+){3,}")
_MARKER = re.compile(r"([*+-])(?=[ \t]|$)|(\d{1,9})([.)])(?=[ \t]|$)")
_FENCE = re.compile(r"(`{3,})([^`]*)$|(~{3,})(.*)$")
# {#id}, {: .class }, { #id .class }, {/* #id */} behind a heading.
_ATTRIBUTES = re.compile(r"[ \t]*\{:?[ \t]*(?=/\*|[#.:]|data-|-\}|[\w-]+=)(?:/\*[ \t]*)?([^{}]*)\}$")
_ID = re.compile(r"#([^\s}*]+)|^/?\*?[ \t]*([\w-]*\w)[ \t]*\*/$")
# DocFX writes the label of a tab as a heading that links to #tab/….
_TAB_LABEL = re.compile(r"\[[^\[\]]*\]\(#tab/[^()]*\)")
# Without one of these, text is what it looks like.
_MARKS = frozenset("\\`*_[]<&!~{")


def start_quote(parser: Parser) -> Found:
    at = parser.at
    if len(parser.stack) > MAX_NESTING:
        return ""
    start = at.next
    pass_quote_mark(at)
    parser.push(OpenQuote(start, start + 1, "alerts" in parser.features))
    return "container"


def start_atx(parser: Parser) -> Found:
    at = parser.at
    line = trimmed(at)
    match = _ATX.match(parser.text, *line)
    if not match:
        return ""
    start, end = match.end(), line.end
    closing = re.compile(r"(?:^|[ \t])#+$").search(parser.text[start:end])
    if closing:
        end = start + len(parser.text[start : start + closing.start()].rstrip(" \t"))
    if _TAB_LABEL.fullmatch(parser.text, start, end):
        parser.append(Directive(line, "tab", "content", line, ()))
        return "leaf"
    parser.append(_heading(parser, line, len(match[1]), "atx", (Span(start, end),)))
    return "leaf"


def start_setext(parser: Parser) -> Found:
    at = parser.at
    paragraph = parser.paragraph
    if not paragraph:
        return ""
    underline = trimmed(at)
    if not _SETEXT.fullmatch(parser.text, *underline):
        return ""
    definitions = paragraph.definitions(parser.text)
    parser.stack[parser.matched - 2].children.extend(definitions)
    if not paragraph.lines:
        return ""
    lines, paragraph.lines = tuple(paragraph.lines), []
    span = Span(lines[0].start, underline.end)
    parser.append(_heading(parser, span, 1 if parser.text[at.next] == "=" else 2, "setext", lines))
    return "leaf"


def _heading(
    parser: Parser, span: Span, level: int, style: Literal["atx", "setext"], lines: tuple[Span, ...]
) -> Heading:
    """A heading; an attribute list behind its text is its id and no text."""
    text, ident = parser.text, None
    last = lines[-1]
    match = _ATTRIBUTES.search(text[slice(*last)]) if text[last.end - 1 : last.end] == "}" else None
    if match and "attributes" in parser.features:
        found = _ID.search(match[1])
        ident = (found[1] or found[2]) if found else None
        lines = (*lines[:-1], Span(last.start, last.start + match.start()))
    return Heading(span, level, style, lines, _heading_text(text, lines), ident)


def _heading_text(text: str, lines: Iterable[Span]) -> str:
    """The text of a heading as a reader sees it."""
    source = " ".join(text[a:b] for a, b in lines)
    if _MARKS.isdisjoint(source):
        return source.strip()
    from chunklint.document.inline import plain_text  # most headings need none of it

    return plain_text(source)


def start_break(parser: Parser) -> Found:
    line = trimmed(parser.at)
    if not _BREAK.fullmatch(parser.text, *line):
        return ""
    parser.append(Break(line))
    return "leaf"


def start_list(parser: Parser) -> Found:
    at = parser.at
    match = _MARKER.match(parser.text, at.next, at.end)
    if not match or len(parser.stack) > MAX_NESTING:
        return ""
    number = int(match[2]) if match[2] else None
    if parser.paragraph and (number not in (None, 1) or not parser.text[match.end() : at.end].strip(" \t")):
        return ""  # would be a line of the paragraph that happens to look like an item
    marker, content = Span(*match.span()), at.indent + len(match[0])
    at.skip_to(match.end())
    padding = 1 if at.blank or at.indent > 4 else at.indent
    at.skip_columns(padding)
    kind = match[1] or match[3]
    tip = parser.tip
    if not (isinstance(tip, OpenList) and tip.kind == kind):
        parser.push(OpenList(*marker, kind, number))
    parser.push(OpenItem(marker, content + padding))
    return "container"


def start_fence(parser: Parser) -> Found:
    at = parser.at
    match = _FENCE.match(parser.text, at.next, at.end)
    if not match:
        return ""
    fence, info = (match[1], match[2]) if match[1] else (match[3], match[4])
    parser.push(OpenFence(trimmed(at), fence[0], len(fence), info.strip(), at.indent))
    return "leaf"


def start_html(parser: Parser) -> Found:
    at = parser.at
    if "jsx" in parser.features and is_component(parser.text, at.next):
        return ""
    found = html.block_start(parser.text, at.next, at.end, bool(parser.paragraph) or parser.is_lazy())
    if not found:
        return ""
    if found.stop is None and html.ends_on_its_line(parser.text, at.next, at.end, parser.features):
        return parser.push_raw(OpenRaw(at.next, html.html_block, stop_at=at.end))
    fence = ":::" if "colons" in parser.features else ""
    return parser.push_raw(OpenRaw(at.next, html.html_block, found.stop, fence=fence))


def start_table(parser: Parser) -> Found:
    """A delimiter row under the last line of a paragraph that has as many cells.

    A row of dashes alone underlines a heading, and a dash with a blank behind it is a list item.
    """
    paragraph = parser.paragraph
    delimiter = trimmed(parser.at)
    row = parser.text[slice(*delimiter)]
    if not paragraph or not is_delimiter(row) or _SETEXT.fullmatch(row) or row.startswith(("- ", "-\t")):
        return ""
    header = paragraph.lines[-1]
    if "|" not in parser.text[slice(*header)]:
        return ""
    if len(parser.split_cells(*header)) != len(split_row(parser.text, *delimiter)):
        return ""
    paragraph.lines.pop()
    after_text = bool(paragraph.lines)
    if after_text:
        paragraph.end = paragraph.lines[-1].end
    parser.push(OpenTable(header, delimiter, parser.split_cells, after_text))
    return "leaf"


def commonmark_starts() -> Iterator[tuple[str, Start]]:
    """The starts of CommonMark and GFM by first character, in the order of the specification."""
    yield "|-:", start_table
    yield ">", start_quote
    yield "#", start_atx
    yield "`~", start_fence
    yield "<", start_html
    yield "=-", start_setext
    yield "*-_", start_break
    yield "*+-0123456789", start_list
