"""CL5: code blocks."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import dropwhile

from chunklint.checks import check, fixes
from chunklint.checks.wording import count_words, quoted
from chunklint.document import Block, Document, Span
from chunklint.document.content import TAB, shows
from chunklint.document.model import Code, Directive, Heading, Html, Paragraph, children, pairs
from chunklint.document.tokens import over
from chunklint.finding import Finding
from chunklint.languages import phrases


@check("CL501")
def unclosed_fence(document: Document) -> Iterator[Finding]:
    for before, code in pairs(document.blocks):
        if not isinstance(code, Code):
            continue
        written = any(document.source(line).strip() for line in code.lines)
        if code.opener and written and not code.closer and document.text[code.opener.start] in "`~:":
            last, _ = document.lines.position(code.span.end)
            yield Finding(
                code.opener,
                f"fence is never closed: everything down to line {last} is read as code",
                "close it with a line of the same marks, indented like this one",
                fix=fixes.closed(document, code, _last_code(before)),
                causes=(code.opener,),
            )


def _last_code(block: Block | None) -> Code | None:
    """The code that ``block`` ends with."""
    while block and (inside := children(block)):
        block = inside[-1]
    return block if isinstance(block, Code) else None


_LANGUAGE = re.compile(r"\{?\.?[\w+#-]*")
# What a program prints, data and drawings: there is no place in them that explains another.
_NO_CODE = frozenset(
    "text txt plain plaintext none console output stdout log logs terminal shell-session diff patch ignorelang "
    "json jsonl json5 csv svg xml mermaid dot plantuml ascii tree bibtex".split()
)


_TREE_LINE = re.compile(r"[\s│]*[├└│]")
_LOG_LINE = re.compile(
    r"(?:\[?[\w.-]+[ \t]+(?:\|[ \t]+)?)?"  # the program, as docker compose has it
    r"\W*(?:\d{4}[-/]\d\d[-/]\d\d|\d\d:\d\d:\d\d|\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE)\b)"
    r"|\s*(?:---|===) (?:PASS|FAIL|RUN)\b"
    r"|# (?:HELP|TYPE) \w"  # metrics as Prometheus reads them
    r"|[ \t]*[A-Z][\w /]{0,40}:[ \t]{2,}\S"  # a table of names and values
    r"|[-dl][rwxst-]{9}[@+.]?\s"  # files as ls names them
)


_GRID_LINE = re.compile(r"\s*-{3,}\+-{3,}[-+]*\s*")
_DUMP = re.compile(r"^\s*#<\w|\b(?:trace|span)_?id[\"']?\s*[:=]\s*[\"']?(?:0x)?[0-9a-f]{16}", re.M | re.I)
_FAILURE = re.compile(r"^[ \t]*(?:Error|ERROR|error|fatal|Warning|WARNING|warning): ", re.M)
_OPTION = re.compile(r":[\w-]+:|\s*$")  # of a directive
_PROMPT = re.compile(r"\s*[$#%>]\s+\S")


def _is_printed(source: str) -> bool:
    """Whether it starts like a log, a third of the lines are those of a log or of a tree of files, or nearly all follow
    one command."""
    lines = list(dropwhile(_OPTION.match, source.splitlines()))
    if any(map(_GRID_LINE.fullmatch, lines)) or _DUMP.search(source) or (lines and _LOG_LINE.match(lines[0])):
        return True
    if len(lines) > 3 and _PROMPT.match(lines[0]) and not any(map(_PROMPT.match, lines[1:])):
        return not lines[0].rstrip().endswith("\\")
    return sum(bool(_TREE_LINE.match(line) or _LOG_LINE.match(line)) for line in lines) * 3 > len(lines)


_MARKUP = re.compile(r"</?[a-zA-Z][^<>]*>|\{[{%].*?[%}]\}|\]\([^()]*\)|\[")
_SENTENCE_SIGNS = re.compile(r"[\w\s.,;:'’“”\"()*!?-]")
# Lines of so many words, of nearly nothing but them, are text.
_PROSE_WORDS, _PROSE_SIGNS = 6, 0.98


def _is_prose(source: str) -> bool:
    """Whether it is text that only stands as code does: a licence, a note that is indented, the cells of HTML."""
    text = _MARKUP.sub(" ", source)
    lines = [line for line in text.splitlines() if line.strip()]
    signs = len(_SENTENCE_SIGNS.findall(text))
    return count_words(text) >= _PROSE_WORDS * max(len(lines), 1) and signs >= _PROSE_SIGNS * len(text)


@check("CL502")
def oversized_code(document: Document, *, max_tokens: int) -> Iterator[Finding]:
    for before, code in pairs(document.blocks):
        if not isinstance(code, Code) or not is_listing(document, before, code):
            continue
        if size := over(document.words(code.lines), max_tokens):
            yield Finding(
                code.opener or code.lines[0],
                f"code block is about {size:,} tokens: its later parts are cut off from what it is and does",
                f"divide it into parts of at most {max_tokens:,} tokens with a sentence above each",
            )


def is_listing(document: Document, before: Block | None, code: Code) -> bool:
    """Whether code behind ``before`` is to be read as a whole: no data, and nothing that a program prints."""
    outputs = phrases(document.word_list("output-words"))
    if isinstance(before, Paragraph) and outputs.search(document.source(before.lines[-1])):
        return False  # whatever the fence calls it
    if isinstance(before, Heading) and outputs.search(before.text):
        return False
    if isinstance(before, Html) and "<summary" in document.source(before.span):
        return False  # folded away
    language = _LANGUAGE.match(code.info.lower())
    if (code.fenced and not code.closer) or (language and language[0].strip("{.") in _NO_CODE):
        return False  # CL501, or data
    source = document.words(code.lines)
    return not (_is_printed(source) or (not code.info and (_FAILURE.search(source) or _is_prose(source))))


@check("CL503")
def code_only_section(document: Document) -> Iterator[Finding]:
    for section in document.sections:
        body = [block for block in section.body if shows(document, block)]
        if section.heading and not section.children and body and all(isinstance(b, Code) for b in body):
            yield Finding(
                section.heading.span,
                f"section {quoted(section.heading.text, 32)} is only code: no words for a question to match",
                "say above the code what it does",
            )


_HASH_LINE = re.compile(r"#{1,6}[ \t]+\S")


@check("CL504")
def hash_in_code(document: Document, *, readers: list[str]) -> Iterator[Finding]:
    for code in document.each(Code):
        line = next(_misread(document, code, readers), None)
        if line:
            kind = "a tilde fence" if code.opener else "indented code"
            if code.opener and document.text[code.opener.start] == "`":
                kind = "a fence around a fence"
            yield Finding(
                line,
                f"header splitters take this line in {kind} for a heading: the section ends here",
                "use one fence of three backticks, or put the line another way",
                fix=fixes.backticks(document, code),
                causes=(line,),
            )


def _misread(document: Document, code: Code, readers: list[str]) -> Iterator[Span]:
    """The lines that one of ``readers`` takes for headings although they are code.

    Both those in a fence inside of a longer one; LlamaIndex those in tildes; LangChain those in indented code.
    """
    fence = document.text[code.opener.start] if code.opener else ""
    inner_open = False
    for line in code.lines:
        source = document.source(line).lstrip()
        if fence == "`":
            if source.startswith("```"):
                inner_open = not inner_open
            if inner_open and _HASH_LINE.match(source):
                yield line
        elif fence == "~" and "llamaindex" in readers and _HASH_LINE.match(source):
            yield line
        elif not fence and "langchain" in readers and source.startswith("# "):
            yield line  # two hashes that are indented by chance are meant as a heading


def _is_licence(document: Document, block: Html) -> bool:
    """A comment on top of a page that has a title below it: what is opened in it ends there."""
    return block is document.blocks[0] and any(heading.level == 1 for heading in document.headings)


@check("CL505")
def heading_in_comment(document: Document) -> Iterator[Finding]:
    last = max((block.span.start for block in document.blocks if shows(document, block)), default=0)
    for block in document.each(Html):
        if block.comment and block.span.start < last and not _is_licence(document, block):
            lines = (line for line in block.lines[1:] if _HASH_LINE.match(document.source(line).lstrip()))
            if first := next(lines, None):
                yield Finding(
                    first,
                    "heading inside a comment: header splitters open a section here, hidden text and all",
                    "remove the commented text, or its hashes",
                    causes=(first,),
                )


@check("CL510")
def duplicate_tab_heading(document: Document) -> Iterator[Finding]:
    seen: dict[tuple[int, str], int] = {}
    tabs = [d.span.start for d in document.each(Directive) if TAB.search(d.name)]
    for section in document.sections:
        heading = section.heading
        if not heading:
            continue
        first = seen.setdefault((id(section.parent), heading.text), heading.span.start)
        if bisect_left(tabs, first) < bisect_left(tabs, heading.span.start):
            yield Finding(
                heading.span,
                f"{quoted(heading.text, 32)} is the heading of several tabs: their chunks cannot be told apart",
                "name the tab in the heading",
                causes=(heading.span, Span(first, first)),
            )
