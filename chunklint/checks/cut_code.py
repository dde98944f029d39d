"""CL6: code that a splitter cuts apart."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklint.checks import check
from chunklint.checks.code import is_listing
from chunklint.checks.held import parts
from chunklint.checks.wording import counted
from chunklint.document import Document, Span
from chunklint.document.model import Code, pairs
from chunklint.finding import Finding
from chunklint.splitters.split import Split


@check("CL606")
def cut_code(document: Document, split: Split) -> Iterator[Finding]:
    for before, code in pairs(document.blocks):
        if not isinstance(code, Code) or not code.lines or not is_listing(document, before, code):
            continue
        body = Span(code.lines[0].start, code.lines[-1].end)
        # A splitter that takes the fences away cuts nothing with them.
        bare = bool(code.opener) and not split.coverage.touching(code.opener or body)
        if not split.coverage.touching(body):
            yield Finding(
                code.opener or code.lines[0],
                f"{split.splitter.label} leaves out {counted(len(code.lines), 'line')} of code",
                "say in a sentence what the code does",
            )
        elif not split.coverage.whole((body,)):
            if not _says_enough(document, split, code):
                yield Finding(
                    code.opener or code.lines[0],
                    f"{split.splitter.label} cuts this code block of {counted(len(code.lines), 'line')} apart",
                    "divide it into parts with a sentence above each",
                )
        elif not bare and not split.coverage.whole((code.span,)):
            yield Finding(
                code.opener or code.lines[0],
                f"{split.splitter.label} cuts off the closing fence: what follows it is read as code",
                "nothing in the page mends it: use a splitter that keeps fences",
                minor=True,
            )


# Names that a line makes known to the whole program: of what it imports, and of what it defines.
_IMPORTED = re.compile(r"^(?:import|from|use|using|require|include|#include|package)\b(.*)$", re.M)
_DEFINED = re.compile(
    r"^(?:(?:export|pub|public|private|static|async)[ \t]+)*"
    r"(?:(?:const|let|var|def|class|func|function|fn|struct|type|interface|message|enum)[ \t]+([A-Za-z_]\w*)"
    r"|([A-Za-z_][\w.]*)[ \t]*:?=[^=])",
    re.M,
)
_NAME = re.compile(r"[A-Za-z_]\w*")
# Grammars and schemas: each production, message or key is looked up for itself.
_ITEMS = frozenset("abnf bnf ebnf proto protobuf proto3 graphql toml ini yaml yml properties env http".split())
_MESSAGE = re.compile(r"^message \w+ \{", re.M)  # protocol buffers, in a fence that does not say so
# A chunk with so large a part of a listing shows what it is about; counted in signs of lines that say something.
_SHOWS = 0.75
_IDLE_LINE = re.compile(
    r"\s*(?:(?:import|from|use|using|require|include|package)\b|#include\b|#(?:\s|$)|//|/\*|\*\s|--\s|[\])};,]*\s*$)"
)


def _says_enough(document: Document, split: Split, code: Code) -> bool:
    """Whether code that is cut keeps what is asked of it: some chunk has most of it, or it is a row of items that
    stand alone, each whole in some chunk."""
    body = Span(code.lines[0].start, code.lines[-1].end)
    source = document.source(body)
    most = max(_SHOWS * _signs(source), 1)
    shown = (Span(max(part.start, body.start), min(part.end, body.end)) for part in parts(split, body))
    if any(_signs(document.source(part)) >= most for part in shown):
        return True
    language = code.info.lower().strip("{. ").split(" ")[0].split("{")[0]
    separate = language in _ITEMS or bool(_MESSAGE.search(source))
    for indented in (False, True):
        items = list(_items(document, code, indented))
        apart = separate or not _use_each_other([document.source(item) for item in items])
        if apart and all(split.coverage.whole((item,)) for item in items):
            return True
    return False


def _signs(source: str) -> int:
    """The characters of code without what stands in many listings alike: imports, comments, closing brackets."""
    return sum(len(line.strip()) for line in source.split("\n") if not _IDLE_LINE.match(line))


def _use_each_other(items: list[str]) -> bool:
    """Whether a part of a program has a name that another part imports or defines."""
    known = [_names_of(item) for item in items]
    used = [set(_NAME.findall(item)) for item in items]
    return any(known[a] & used[b] for a in range(len(items)) for b in range(len(items)) if a != b)


def _names_of(item: str) -> set[str]:
    imported = {name for match in _IMPORTED.finditer(item) for name in _NAME.findall(match[1])}
    return imported | {match[1] or match[2] for match in _DEFINED.finditer(item)}


def _items(document: Document, code: Code, indented: bool) -> Iterator[Span]:
    """The parts of code: each starts behind a blank line, with one that is not indented unless that may be."""
    first = last = code.lines[0]
    blank = False
    for line in code.lines:
        source = document.source(line)
        if not source.strip():
            blank = True
            continue
        if blank and (indented or not source[0].isspace()) and source.lstrip()[0] not in "})]":
            yield Span(first.start, last.end)
            first = line
        last, blank = line, False
    yield Span(first.start, last.end)
