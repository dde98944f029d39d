"""Links, images, code spans and tags inside text, with exact source spans."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from chunklint.document.document import Document
from chunklint.document.inline import LABEL, TARGET, TOKEN, plain_text
from chunklint.document.joined import Joined
from chunklint.document.model import Span


class Inline(NamedTuple):
    """``text`` is what a reader sees of it (the words of a link, the alt text of an image), ``target`` its address."""

    kind: Literal["code", "link", "image", "url", "tag"]
    span: Span
    text: str
    target: str


_ADDRESS = re.compile(r"\(\s*(?:<([^<>\n]*)>|((?:[^\s()]|\([^\s()]*\))*))")


def inlines(document: Document, lines: tuple[Span, ...]) -> Iterator[Inline]:
    """The inline elements in ``lines`` (those of a paragraph or heading, or one cell), inner ones first."""
    joined = Joined(document, lines)
    for kind, start, end, words, target in _scan(joined.text):
        yield Inline(kind, joined.source(start, end), words, target)


def _scan(text: str) -> Iterator[tuple[Literal["code", "link", "image", "url", "tag"], int, int, str, str]]:
    brackets: list[re.Match[str]] = []
    pos = 0
    while match := TOKEN.search(text, pos):
        pos = match.end()
        kind = match.lastgroup
        if kind == "ticks":
            closer = re.compile(rf"(?<!`){match[0]}(?!`)").search(text, pos)
            if closer:
                yield "code", match.start(), closer.end(), text[pos : closer.start()].strip(), ""
                pos = closer.end()
        elif kind == "auto":
            yield "url", match.start(), match.end(), match["auto"], match["auto"]
        elif kind == "tag":
            yield "tag", match.start(), match.end(), "", match[0]
        elif kind == "open":
            brackets.append(match)
        elif kind == "close" and brackets:
            opener = brackets.pop()
            target = TARGET.match(text, pos) or LABEL.match(text, pos)
            if target or opener[0] == "![":
                address = _ADDRESS.match(target[0]) if target else None
                pos = target.end() if target else pos
                found = (address[1] or address[2] or "") if address else ""
                words = plain_text(text[opener.end() : match.start()])
                yield ("image" if opener[0] == "![" else "link"), opener.start(), pos, words, found
