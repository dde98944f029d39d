"""Starts for the constructs of site generators: call-outs, tabs, components, footnotes, definitions.

Each looks at one place of a line, as the starts of CommonMark do. ``DIRECTIVES`` says which
feature of a dialect switches which of them on.
"""

from __future__ import annotations

import re
from functools import partial

from chunklint.document import jsx
from chunklint.document.html import html_block
from chunklint.document.markdown import MAX_NESTING, Found, Parser, Start
from chunklint.document.model import Directive, Html, Paragraph, Role, Span
from chunklint.document.open_blocks import closes_fence, trimmed
from chunklint.document.open_directives import OpenFenced, OpenIndented, OpenOptions
from chunklint.document.open_leaves import OpenFence, OpenRaw
from chunklint.document.tags import RAW_TAGS, as_comment, as_directive, one_line, start_shortcode, start_template

_ADMONITION = re.compile(r"(?:!!!|\?\?\?\+?)[ \t]*(?:([\w-]+)(?=[ \t]|$).*|\"[^\"]*\")|===[!+]*[ \t]+([\"']).*")
_SLASHES = re.compile(r"(/{3,})[ \t]*([\w-]+).*")
_COLONS = re.compile(r"(:{3,})[ \t]*(?:\{[^}\w]*|\[)?([\w:/.-]+).*")
_LEAF = re.compile(r"::[A-Za-z][\w-]*(?:\[.*\])?(?:\{.*\})?")
_AUTODOC = re.compile(r":::[ \t]+[\w.-]+")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:[ \t]*")
_BRACKETS = re.compile(r"\[\[[^\[\]]+\]\](?:[ \t]+[\w.]+)?|\[TOC\]", re.I)
_SNIPPET = re.compile(r";?-+8<-+.*|<<<[ \t]*@?[/.\w].*")
_ATTRIBUTE_LINE = re.compile(r"\{(?::|[ \t]*[.#])[^{}]*\}")
_MYST_NAME = re.compile(r"(`{3,})[ \t]*\{([\w:.-]+)\}.*|(:{3,})[ \t]*\{([\w:.-]+)\}.*")
_MYST_MARK = re.compile(r"\([^()\s]+\)=|\+\+\+.*")
_IMPORT = re.compile(
    r"import\s+(?:[\"']|.*\bfrom\s+[\"']|\{[^}]*$)|export\s+(?:const|let|var|default|function|class|async|\{|\*)"
)
_COMPONENT = re.compile(r"</?(?:[A-Z][\w.]*|[a-z]+-[\w-]+)(?=[\s/>])")
_CAPTION = re.compile(r":[ \t]+\S.*\{#tbl-[^{}]*\}|Table:[ \t].*")
_EMPTY_LINE = re.compile(r"(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)")
_EOL = r"(?:\r\n|\n|\r)"
_METADATA = re.compile(
    rf"---[ \t]*{_EOL}(?:[\w-]+:[^\r\n]*{_EOL}|[ \t]+\S[^\r\n]*{_EOL})+(?:---|\.\.\.)(?=[ \t]*(?:{_EOL}|$))"
)
_DEFINITION = re.compile(r":([ \t]+)(?=\S)")

# MyST directives that hold code, and those whose body is no prose of the page.
_MYST_CODE = frozenset(
    "code code-block code-cell sourcecode highlight graphviz digraph testcode "
    "testsetup testoutput doctest prompt math mermaid raw parsed-literal myst jupyter-execute".split()
)
_MYST_OPAQUE = frozenset(
    "list-table csv-table table toctree toc tableofcontents figure image include literalinclude embed iframe video "
    "bibliography glossary index contents only eval-rst autoclass autofunction automodule automethod autodoc2-object "
    "autosummary card-carousel nb-exec-table anywidget output placeholder".split()
)


def start_admonition(parser: Parser) -> Found:
    span = trimmed(parser.at)
    match = _ADMONITION.fullmatch(parser.text, *span)
    if not match or len(parser.stack) > MAX_NESTING:
        return ""
    parser.push(OpenIndented(span, "tab" if match[2] else match[1] or "details"))
    return "leaf"


def start_fenced(pattern: re.Pattern[str], parser: Parser) -> Found:
    """A container between fences, or the fence that closes the innermost open one."""
    span = trimmed(parser.at)
    char = parser.text[span.start]
    length = 0
    while parser.text.startswith(char, span.start + length):
        length += 1
    if length >= 3 and closes_fence(parser.at, char, length):
        return "leaf" if parser.close_fenced(char, length) else one_line(parser, "fence", "nothing")
    match = pattern.fullmatch(parser.text, *span)
    if not match or len(parser.stack) > MAX_NESTING:
        return ""
    name = match[2].rstrip(":")
    ends = parser.text.endswith(char * 3, span.start, span.end) and "any-fence-closes" not in parser.features
    if ends and not name.startswith(("row", "column")) and not name.endswith("-end"):
        return one_line(parser, name, "content")  # opened and closed on one line
    if name.endswith("-end"):
        return "leaf" if parser.close_fenced(char, length) else one_line(parser, name, "nothing")
    if name in RAW_TAGS:
        parser.push(OpenFence(span, char, length, name, parser.at.indent, name))
    else:
        parser.push(OpenFenced(span, name, char, length, "myst" in parser.features or char == "/"))
    return "leaf"


def start_myst(parser: Parser) -> Found:
    """A MyST directive: code, prose in a call-out, or a body that the builder reads."""
    span = trimmed(parser.at)
    match = _MYST_NAME.fullmatch(parser.text, *span)
    if not match:
        bare = closes_fence(parser.at, "`", 3)
        return "leaf" if bare and parser.close_fenced("`", span.end - span.start) else ""
    fence, name = match[1] or match[3], match[2] or match[4]
    if name in _MYST_CODE or name in _MYST_OPAQUE:
        directive = name if name in _MYST_OPAQUE else None
        parser.push(OpenFence(span, fence[0], len(fence), f"{{{name}}}", parser.at.indent, directive))
        return "leaf"
    if len(parser.stack) > MAX_NESTING:
        return ""
    parser.push(OpenFenced(span, name, fence[0], len(fence), True))
    return "leaf"


def start_leaf_directive(parser: Parser) -> Found:
    return one_line(parser, "component", "content") if _LEAF.fullmatch(parser.text, *trimmed(parser.at)) else ""


def start_autodoc(parser: Parser) -> Found:
    span = trimmed(parser.at)
    if not _AUTODOC.fullmatch(parser.text, *span):
        return ""
    parser.push(OpenOptions(span, "autodoc"))
    return "leaf"


def start_footnote(parser: Parser) -> Found:
    at = parser.at
    match = _FOOTNOTE.match(parser.text, *trimmed(parser.at))
    if not match or parser.paragraph or len(parser.stack) > MAX_NESTING:
        return ""
    parser.push(OpenIndented(Span(*match.span()), "footnote", lazy=True))
    at.skip_to(match.end())
    return "container"


def start_definition(parser: Parser) -> Found:
    """``: text`` under a term, or under another definition of it."""
    at = parser.at
    match = _DEFINITION.match(parser.text, *trimmed(parser.at))
    if not match or len(parser.stack) > MAX_NESTING or not _follows_term(parser):
        return ""
    columns = at.indent + 1 + len(match[1].expandtabs(4))
    parser.push(OpenIndented(Span(*match.span()), "definition", min(columns, 4), lazy=True))
    at.skip_to(match.end())
    return "container"


def _follows_term(parser: Parser) -> bool:
    if parser.paragraph:
        return True
    children = parser.tip.children
    last = children[-1] if children else None
    if isinstance(last, Html):  # a term that a plug-in writes in place of a comment
        return last.comment is not None and parser.at.indent == 0
    return isinstance(last, Paragraph) or (isinstance(last, Directive) and last.name == "definition")


def start_line(pattern: re.Pattern[str], name: str, role: Role, parser: Parser) -> Found:
    return one_line(parser, name, role) if pattern.fullmatch(parser.text, *trimmed(parser.at)) else ""


def start_comment_line(parser: Parser) -> Found:
    """A MyST comment: the line starts with a percent sign."""
    span = trimmed(parser.at)
    parser.append(Html(span, (span,), Span(span.start + 1, span.end)))
    return "leaf"


def start_math(parser: Parser) -> Found:
    span = trimmed(parser.at)
    if parser.text.find("$$", span.start + 2, span.end) >= 0:
        return ""
    end = parser.text.find("$$", span.end, span.end + 5000)
    if not parser.text.startswith("$$", span.start) or end < 0 or _EMPTY_LINE.search(parser.text, span.end, end):
        return ""
    return parser.push_raw(OpenRaw(span.start, partial(as_directive, "math", "content"), stop_at=end + 2))


def start_component(parser: Parser) -> Found:
    """A component of Vue that fills its lines; markdown-it would read on to a blank line."""
    if parser.paragraph or not _COMPONENT.match(parser.text, parser.at.next):
        return ""
    return start_jsx(parser)


def start_import(parser: Parser) -> Found:
    span = trimmed(parser.at)
    if parser.paragraph or not _IMPORT.match(parser.text, *span):
        return ""
    end = jsx.statement_end(parser.text, span.start)
    return parser.push_raw(OpenRaw(span.start, partial(as_directive, "import", "nothing"), stop_at=end))


def _filled(parser: Parser) -> jsx.Filled | None:
    """The tags and expressions from here on, over several lines unless that was tried just above in vain."""
    at = parser.at
    if at.next < parser.no_expression_until:
        return jsx.fills_lines(parser.text, at.next, at.end)
    found = jsx.fills_lines(parser.text, at.next, at.next + jsx.LONGEST)
    if not found and "{" in parser.text[at.next : at.end]:
        parser.no_expression_until = at.next + jsx.LONGEST
    return found


def start_jsx(parser: Parser) -> Found:
    """A component or an expression of MDX that fills its lines."""
    at = parser.at
    if parser.text.startswith("{/*", at.next):
        return parser.push_raw(OpenRaw(at.next, as_comment, re.compile(r"\*/[ \t]*\}")))
    found = _filled(parser)
    if not found and parser.text[at.next] == "<" and jsx.is_component(parser.text, at.next):
        line = trimmed(at)  # tags with text between them fill their line, and no more
        if parser.text[line.end - 1] == ">" and not parser.paragraph:
            return parser.push_raw(OpenRaw(at.next, html_block, stop_at=line.end))
        return ""
    if not found:
        return ""
    role: Role = "nothing" if found.closing else "content"
    return parser.push_raw(OpenRaw(at.next, partial(as_directive, found.name, role), stop_at=found.end))


def start_metadata(parser: Parser) -> Found:
    """A block of settings in the middle of a page (Quarto): dashes, keys and values, dashes."""
    span = trimmed(parser.at)
    match = _METADATA.match(parser.text, span.start) if not parser.paragraph else None
    if not match:
        return ""
    return parser.push_raw(OpenRaw(span.start, partial(as_directive, "metadata", "nothing"), stop_at=match.end()))


DIRECTIVES: list[tuple[str, str, Start]] = [
    ("metadata", "-", start_metadata),
    ("admonitions", "!?=", start_admonition),
    ("autodoc", ":", start_autodoc),
    ("myst", "`:", start_myst),
    ("myst", "(+", partial(start_line, _MYST_MARK, "target", "nothing")),
    ("myst", "%", start_comment_line),
    ("colons", ":", partial(start_fenced, _COLONS)),
    ("colons", ":", start_leaf_directive),
    ("slashes", "/", partial(start_fenced, _SLASHES)),
    ("definitions", ":", start_definition),
    ("footnotes", "[", start_footnote),
    ("brackets", "[", partial(start_line, _BRACKETS, "generated", "content")),
    ("snippets", "-;<", partial(start_line, _SNIPPET, "include", "content")),
    ("shortcodes", "{", start_shortcode),
    ("templates", "{", start_template),
    ("attributes", "{", partial(start_line, _ATTRIBUTE_LINE, "attributes", "nothing")),
    ("jsx", "<{", start_jsx),
    ("jsx", "ie", start_import),
    ("components", "<", start_component),
    ("captions", ":", partial(start_line, _CAPTION, "caption", "nothing")),
    ("math", "$", start_math),
]
