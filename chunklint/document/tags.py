"""Starts for template tags: Hugo's shortcodes, and Liquid, Jinja and Nunjucks."""

from __future__ import annotations

import re
from functools import partial

from chunklint.document.markdown import Found, Parser
from chunklint.document.model import Block, Code, Directive, Html, Role, Span
from chunklint.document.open_blocks import trimmed
from chunklint.document.open_leaves import OpenRaw, OpenTable
from chunklint.document.tables import is_delimiter

_SHORTCODES = re.compile(r"(?:\{\{(?:<(?:(?!>\}\}).)*+>|%(?:(?!%\}\}).)*+%)\}\}[ \t]*+)++")
_SHORTCODE = re.compile(r"\{\{([<%])-?[ \t]*(/?)[ \t]*([\w/.-]+)")
_TAGS = re.compile(r"(?:\{%(?:(?!%\}).)*+%\}[ \t]*+|\{\{(?![<%])(?:(?!\}\}).)*+\}\}[ \t]*+)++")
_TAG = re.compile(r"\{%-?[ \t]*(\w+)|\{\{(?![<%])")
# A tab whose content is code: {{< tab Go >}}, {{< tab header="Go" lang="go" >}}.
_CODE_TAB = re.compile(r"[ \t]+[^\s=>\"']+[ \t]*>|.*lang=")
# How far a tag may reach over its line.
_LONGEST = 2000
# Liquid and Jinja tags that show nothing themselves.
_SILENT_TAGS = frozenset(
    "if else elsif elif unless for case when assign capture raw block extends set macro import from with "
    "comment".split()
)
# Pairs of tags around text that is not Markdown; those of "comment" hide it.
RAW_TAGS = frozenset({"comment", "highlight", "mermaid", "math", "katex", "chart", "gotmpl", "plantuml"})


def as_directive(name: str, role: Role, text: str, span: Span, lines: tuple[Span, ...]) -> Block:
    return Directive(span, name, role, lines[0] if lines else span, ())


def as_comment(text: str, span: Span, lines: tuple[Span, ...]) -> Block:
    return Html(span, lines, Span(min(span.start + 3, span.end), span.end))


def as_code(name: str, text: str, span: Span, lines: tuple[Span, ...]) -> Block:
    closer = lines[-1] if len(lines) > 1 else None
    return Code(span, lines[1:-1], lines[0], name, closer)


def one_line(parser: Parser, name: str, role: Role) -> Found:
    """A directive of one line. It does not end a list whose item it follows without indentation."""
    span = trimmed(parser.at)
    if isinstance(parser.tip, OpenTable) and _row_follows(parser):  # a loop or a condition around rows
        parser.tip.end = span.end
        return "leaf"
    if parser.is_lazy():
        parser.matched = len(parser.stack)
    parser.append(Directive(span, name, role, span, ()))
    return "leaf"


def _row_follows(parser: Parser) -> bool:
    """Whether the next line that is no tag is a row, and not the header of another table."""
    lines = [parser.text[slice(*parser.lines.span(i))].strip() for i in _next_lines(parser, 6)]
    rows = [line for line in lines if not _TAGS.fullmatch(line) and not _SHORTCODES.fullmatch(line)]
    return bool(rows) and "|" in rows[0] and not (len(rows) > 1 and is_delimiter(rows[1]))


def _next_lines(parser: Parser, count: int) -> range:
    return range(parser.at.line + 1, min(parser.at.line + 1 + count, len(parser.lines)))


def start_shortcode(parser: Parser) -> Found:
    span = trimmed(parser.at)
    match = _SHORTCODE.match(parser.text, *span)
    if not match:
        return ""
    bracket, closing, name = match.groups()
    whole = _SHORTCODES.fullmatch(parser.text, *span)
    arguments = parser.text[match.end() : span.end]
    code_tab = bracket == "<" and name == "tab" and _CODE_TAB.match(arguments)
    if not closing and not arguments.rstrip(">%}").endswith("/") and (name in RAW_TAGS or code_tab):
        stop = re.compile(rf"\{{\{{[<%]-?[ \t]*/[ \t]*{re.escape(name)}[ \t]*[%>]\}}\}}")
        return _raw_pair(parser, name, stop)
    if not whole:
        end = parser.text.find(">}}" if bracket == "<" else "%}}", span.start, span.start + _LONGEST)
        if parser.lines.span(parser.at.line).end < end:
            return parser.push_raw(OpenRaw(span.start, partial(as_directive, name, "content"), stop_at=end + 3))
        return ""
    return one_line(parser, name, "nothing" if closing else "content")


def _raw_pair(parser: Parser, name: str, stop: re.Pattern[str]) -> Found:
    start = parser.at.next
    if name in parser.never_ended or not stop.search(parser.text, start):
        parser.never_ended.add(name)  # nor will it be further down
        return one_line(parser, name, "content")
    return parser.push_raw(OpenRaw(start, as_comment if name == "comment" else partial(as_code, name), stop))


def start_template(parser: Parser) -> Found:
    """A line of Liquid, Jinja or Nunjucks tags."""
    span = trimmed(parser.at)
    match = _TAG.match(parser.text, *span)
    if not match:
        return ""
    name = match[1] or "output"
    names = [tag[1] or "output" for tag in _TAG.finditer(parser.text, *span)]
    name = next((n for n in names if _tag_role(n) == "content"), name)
    if name in RAW_TAGS:
        return _raw_pair(parser, name, re.compile(rf"\{{%-?[ \t]*end{name}[ \t]*-?%\}}"))
    if not _TAGS.fullmatch(parser.text, *span):
        end = parser.text.find("%}", span.start, span.start + _LONGEST)
        if match[1] and parser.at.end < end:
            return parser.push_raw(OpenRaw(span.start, partial(as_directive, name, _tag_role(name)), stop_at=end + 2))
        return ""
    return one_line(parser, name, _tag_role(name))


def _tag_role(name: str) -> Role:
    return "nothing" if name in _SILENT_TAGS or name.startswith("end") else "content"
