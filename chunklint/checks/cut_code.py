"""CL6: code that a splitter cuts apart."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import NamedTuple

from chunklint.checks import check
from chunklint.checks.code import is_listing
from chunklint.checks.held import parts
from chunklint.checks.wording import counted
from chunklint.document import Document, Span
from chunklint.document.dialects import is_post
from chunklint.document.model import Code, pairs
from chunklint.finding import Finding
from chunklint.splitters.split import Split


@check("CL606")
def cut_code(document: Document, split: Split) -> Iterator[Finding]:
    if is_post(document.path):
        return
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
        elif not bare and _opens_a_chunk(split, code):
            yield Finding(
                code.opener or code.lines[0],
                f"{split.splitter.label} cuts off the closing fence: what follows it is read as code",
                "nothing in the page mends it: use a splitter that keeps fences",
                minor=True,
            )


def _opens_a_chunk(split: Split, code: Code) -> bool:
    """Whether the one chunk that has the closing fence starts with it, so that it is read as an opening one."""
    held = parts(split, code.closer) if code.closer else []
    return len(held) == 1 and code.closer is not None and held[0].start == code.closer.start


# Names that a line makes known to what follows.
_DEFINED = re.compile(
    r"^(?:[ \t]*(?:(?:export|pub|public|private|static|async)[ \t]+)*"
    r"(?:const|let|var|def|class|func|function|fn|struct|type|interface|message|enum)[ \t]+([A-Za-z_]\w*)"
    r"|([A-Za-z_][\w.]*)[ \t]*:?=[^=])",
    re.M,
)
_NAME = re.compile(r"[A-Za-z_]\w*")
# Grammars and schemas: each production, message or key is looked up for itself.
_ITEMS = frozenset("proto protobuf proto3 graphql toml ini yaml yml properties env http".split())
_GRAMMARS = frozenset("abnf bnf ebnf".split())
_MESSAGE = re.compile(r"^message \w+ \{", re.M)  # protocol buffers, in a fence that does not say so
# A chunk with so large a part of a listing shows what it is about; counted in signs of lines that say something.
_SHOWS = 0.7
_COMMENT = re.compile(r"[ \t]*(?://|/\*|\*[ \t]|--[ \t]|#[ \t])")
_IDLE = re.compile(
    "|".join(
        (
            r"^[ \t]*import\b[^'\"{}()]{0,200}\{[^{}]{0,2000}\}.*$",
            r"^[ \t]*(?:from[ \t]\S+[ \t]+)?import[ \t]*\([^()]{0,2000}\)$",
            r"^[ \t]*(?:const|let|var)\s+(?:\w+|\{[^{}]{0,2000}\})\s*=\s*require\(.*$",
            r"^[ \t]*(?:(?:import|from|use|using|require|include|package)\b|#include\b).*$",
            rf"^{_COMMENT.pattern}.*$",
            r"^[ \t]*(?:</[\w.]*>)?[\])};, \t]*$",
            r"^export default \w+;?$",
            r"^(?:export[ \t]+)?[A-Z_]+=[\"']?[\w.:/-]+[\"']?$",  # a value that a shell fills in below
            r"^[ \t]*[\[{(]*[\"'][^=(\n]{200}.*$",  # data that is printed
            r"^[A-Z]\w*\(\w+=.{200}.*$",
            r"^.*[\"'(]data:\w+/.{200}.*$",
            r"(?:^const[ \t]+\w+[ \t]*=[ \t]*)?\bStyleSheet\.create\([\s\S]*?(?:\}\);?|\Z)",
            r"<style\b[\s\S]*?(?:</style>|\Z)",
        )
    ),
    re.M,
)
# A part of so many lines tells by itself what it does, and is read for the whole if it is nearly half of it.
_LONG, _HALF = 6, 0.45


class _Line(NamedTuple):
    """A line of code: its span, its source, and what of that does not stand in many listings alike."""

    span: Span
    source: str
    telling: str


def _lines(document: Document, code: Code) -> list[_Line]:
    source = document.words(code.lines)
    telling = _IDLE.sub(lambda idle: "\n" * idle[0].count("\n"), source)
    return list(map(_Line, code.lines, source.split("\n"), telling.split("\n")))


def _says_enough(document: Document, split: Split, code: Code) -> bool:
    """Whether code that is cut keeps what is asked of it: some chunk has most of it, or it is a row of items that
    stand alone, each whole in some chunk."""
    lines = _lines(document, code)
    if _is_mostly_shown(split, lines):
        return True
    source = document.words(code.lines)
    language = code.info.lower().strip("{. ").split(" ")[0].split("{")[0]
    separate = language in _ITEMS | _GRAMMARS or bool(_MESSAGE.search(source)) or _only_declares(language, source)
    for divides in (*_DIVIDERS, _opens_production) if language in _GRAMMARS else _DIVIDERS:
        items = list(_items(lines, divides))
        apart = separate or not _use_each_other(["\n".join(line.telling for line in item) for item in items])
        if apart and all(split.coverage.whole((Span(item[0].span.start, item[-1].span.end),)) for item in items):
            return True
    return False


def _is_mostly_shown(split: Split, lines: list[_Line]) -> bool:
    """Whether a chunk has most of a listing, or a long part of it that is nearly half of it."""
    signs = list(accumulate((len(line.telling.strip()) for line in lines), initial=0))
    starts, ends = [line.span.start for line in lines], [line.span.end for line in lines]
    for part in parts(split, Span(starts[0], ends[-1])):
        first, last = bisect_left(starts, part.start), bisect_right(ends, part.end)
        shown: float = signs[last] - signs[first] if first <= last else 0
        if first:  # the end of a line that another chunk starts
            shown += _part(lines[first - 1], part)
        if first <= last < len(lines):
            shown += _part(lines[last], part)
        share = _HALF if last - first >= _LONG else _SHOWS
        if shown >= max(share * signs[-1], 1):
            return True
    return False


def _part(line: _Line, part: Span) -> float:
    """How many of the telling signs of a line a part of the page has that holds some of it."""
    held = min(line.span.end, part.end) - max(line.span.start, part.start)
    return len(line.telling.strip()) * max(held, 0) / max(line.span.end - line.span.start, 1)


_TYPES = re.compile(r"^(?:export |declare )*(?:interface|type|enum|function|namespace)\b", re.M)
_STATEMENT = re.compile(r"^\s*(?:const|let|var|return|if|for|await)\b|^[\w.]+\(|=>\s*\{", re.M)


def _only_declares(language: str, source: str) -> bool:
    """Whether TypeScript gives types only: each is looked up for itself."""
    return language in ("ts", "typescript") and bool(_TYPES.search(source)) and not _STATEMENT.search(source)


_CHAIN = re.compile(r"\s*\.\w")


def _use_each_other(items: list[str]) -> bool:
    """Whether a part of a program has a name that another part defines, and does not define it anew, or goes on with a
    chain of calls."""
    if any(_CHAIN.match(item) for item in items):
        return True
    owners: dict[str, int] = {}
    for number, item in enumerate(items):
        for name in _names_of(item):
            owners[name] = number if owners.get(name, number) == number else -1
    return any(
        owners.get(name, number) != number
        for number, item in enumerate(items)
        for name in {*_NAME.findall(item)} - _names_of(item)
    )


def _names_of(item: str) -> set[str]:
    return {match[1] or match[2] for match in _DEFINED.finditer(item)}


# Where a part of code starts: behind a blank line, with a line that is not indented or with any; or with a comment too.
_DIVIDERS: tuple[Callable[[bool, str], bool], ...] = (
    lambda blank, line: blank and line[0] not in " \t})]",
    lambda blank, line: blank and line.lstrip()[0] not in "})]",
    lambda blank, line: line.lstrip().startswith(("//", "# ")) or (blank and line.lstrip()[0] not in "})]"),
)


def _opens_production(_: bool, line: str) -> bool:
    return not line[0].isspace()


def _items(lines: list[_Line], divides: Callable[[bool, str], bool]) -> Iterator[list[_Line]]:
    """The parts of code, each the lines up to the next one that divides them, comments and what tells something."""
    item: list[_Line] = []
    blank = False
    for line in lines:
        if line.source.strip() and item and divides(blank, line.source):
            if any(line.telling.strip() for line in item):
                yield item
            item = []
        if line.telling.strip() or _COMMENT.match(line.source):
            item.append(line)
        blank = not line.source.strip()
    if any(line.telling.strip() for line in item):
        yield item
