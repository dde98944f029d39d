"""LlamaIndex's ``MarkdownNodeParser``: one chunk a heading, found line by line.

With its defects, which a reader's index has too: it sees ATX headings only; any number of signs is
one; a line that starts with three backticks opens or closes code wherever it stands, so headings in
``~~~``, in indented code and in comments part the page, and those in a fence of four backticks
around one of three; closing signs and ``{#id}`` stay in the path; a "/" in a heading parts the path.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from chunklint.document import Document, Span
from chunklint.splitters.chunk import Chunk, Limits
from chunklint.splitters.pieces import stripped

_LINE = re.compile(r"^(?:[^\S\n]*```|(?P<signs>#+)[^\S\n](?P<title>.*))", re.MULTILINE)
_SEPARATOR = "/"


def llamaindex_markdown(document: Document, limits: Limits) -> Iterator[Chunk]:
    """A chunk for each section that is not blank, of any size. Its headings are those above its own one."""
    text = document.text
    stack: list[tuple[int, str]] = []
    start, heading = 0, None
    for match in _headings(text):
        yield from _section(text, start, match.start(), heading, stack)
        level = len(match["signs"])
        stack = [*takewhile(lambda above, level=level: above[0] < level, stack), (level, match["title"])]  # type: ignore[misc]
        start, heading = match.start(), match
    yield from _section(text, start, len(text), heading, stack)


def _headings(text: str) -> Iterator[re.Match[str]]:
    code = False
    for match in _LINE.finditer(text):
        if not match["signs"]:
            code = not code
        elif not code:
            yield match


def _section(
    text: str, start: int, end: int, heading: re.Match[str] | None, stack: list[tuple[int, str]]
) -> Iterator[Chunk]:
    path = _SEPARATOR.join(title for _, title in stack[:-1])
    metadata = {"header_path": f"{_SEPARATOR}{path}{_SEPARATOR}" if path else _SEPARATOR}
    headings = tuple(path.split(_SEPARATOR)) if path else ()
    for chunk in stripped(text, start, end):
        (span,) = chunk.spans
        blank = heading.end("signs") if heading else end
        if blank >= span.end or text[blank] == " ":
            yield chunk._replace(headings=headings, metadata=metadata)
            continue
        # The blank behind the signs, a tab for instance, becomes a space.
        yield Chunk(
            (Span(span.start, blank), Span(blank + 1, span.end)),
            f"{text[span.start : blank]} {text[blank + 1 : span.end]}",
            headings=headings,
            metadata=metadata,
        )
