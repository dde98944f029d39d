"""Links, images, code spans and tags inside text, with exact source spans."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from chunklint.document.document import Document
from chunklint.document.inline import LABEL, TARGET, TOKEN, Ticks, plain_text
from chunklint.document.joined import Joined
from chunklint.document.model import Span


class Inline(NamedTuple):
    """``text`` is what a reader sees of it (the words of a link, the alt text of an image), ``target`` its address."""

    kind: Literal["code", "link", "image", "url", "tag"]
    span: Span
    text: str
    target: str


_DEEPEST = 20
_ADDRESS = re.compile(r"\(\s*(?:<([^<>\n]*)>|((?:[^\s()]|\([^\s()]*\))*))")


def inlines(document: Document, lines: tuple[Span, ...]) -> Iterator[Inline]:
    """The inline elements in ``lines`` (those of a paragraph or heading, or one cell), inner ones first."""
    joined = Joined(document, lines)
    for kind, start, end, words, target in _scan(joined.text):
        yield Inline(kind, joined.source(start, end), words, target)


def _scan(text: str) -> Iterator[tuple[Literal["code", "link", "image", "url", "tag"], int, int, str, str]]:
    brackets: list[re.Match[str]] = []
    ticks: Ticks | None = None
    pos = 0
    while match := TOKEN.search(text, pos):
        pos = match.end()
        kind = match.lastgroup
        if kind == "ticks":
            ticks = ticks or Ticks(text)
            closer = ticks.closer(len(match[0]), pos)
            if closer is not None:
                words, pos = text[pos:closer].strip(), closer + len(match[0])
                yield "code", match.start(), pos, words, ""
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
                # So many open brackets are no text, and to read each of them anew would take quadratic time.
                words = plain_text(text[opener.end() : match.start()]) if len(brackets) < _DEEPEST else ""
                yield ("image" if opener[0] == "![" else "link"), opener.start(), pos, words, found
