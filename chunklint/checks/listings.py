"""What a listing says: the lines that tell something, and the rows of parts that stand alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from chunklint.document import Document, Span
from chunklint.document.model import Code

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


class Line(NamedTuple):
    """A line of code: its span, its source, and what of that does not stand in many listings alike."""

    span: Span
    source: str
    telling: str


def lines_of(document: Document, code: Code) -> list[Line]:
    """The lines of code with what tells something in them: no imports, comments, closing brackets, styles and data."""
    source = document.words(code.lines)
    telling = _IDLE.sub(lambda idle: "\n" * idle[0].count("\n"), source)
    return list(map(Line, code.lines, source.split("\n"), telling.split("\n")))


# Grammars and schemas: each production, message or key is looked up for itself.
_ITEMS = frozenset("proto protobuf proto3 graphql toml ini yaml yml properties env http".split())
_GRAMMARS = frozenset("abnf bnf ebnf".split())
_MESSAGE = re.compile(r"^message \w+ \{", re.M)  # protocol buffers, in a fence that does not say so


def rows_of(code: Code, lines: list[Line]) -> Iterator[list[list[Line]]]:
    """The rows of items that code can be taken for: configuration, types and the like by what they are, a program where
    no item needs another."""
    source = "\n".join(line.source for line in lines)
    language = code.info.lower().strip("{. ").split(" ")[0].split("{")[0]
    separate = language in _ITEMS | _GRAMMARS or bool(_MESSAGE.search(source)) or _only_declares(language, source)
    for divides in (*_DIVIDERS, _opens_production) if language in _GRAMMARS else _DIVIDERS:
        items = list(_items(lines, divides))
        if separate or not _use_each_other(["\n".join(line.telling for line in item) for item in items]):
            yield items


_TYPES = re.compile(r"^(?:export |declare )*(?:interface|type|enum|function|namespace)\b", re.M)
_STATEMENT = re.compile(r"^\s*(?:const|let|var|return|if|for|await)\b|^[\w.]+\(|=>\s*\{", re.M)


def _only_declares(language: str, source: str) -> bool:
    """Whether TypeScript gives types only: each is looked up for itself."""
    return language in ("ts", "typescript") and bool(_TYPES.search(source)) and not _STATEMENT.search(source)


# Names that a line makes known to what follows.
_DEFINED = re.compile(
    r"^(?:[ \t]*(?:(?:export|pub|public|private|static|async)[ \t]+)*"
    r"(?:const|let|var|def|class|func|function|fn|struct|type|interface|message|enum)[ \t]+([A-Za-z_]\w*)"
    r"|([A-Za-z_][\w.]*)[ \t]*:?=[^=])",
    re.M,
)
_NAME = re.compile(r"[A-Za-z_]\w*")
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


def _items(lines: list[Line], divides: Callable[[bool, str], bool]) -> Iterator[list[Line]]:
    """The parts of code, each the lines up to the next one that divides them, comments and what tells something."""
    item: list[Line] = []
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
