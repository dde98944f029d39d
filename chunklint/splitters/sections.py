"""Splitters that make one chunk of a section: by heading, and the records of Algolia DocSearch."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklint.document import Block, Document, Section, Span
from chunklint.document.model import Paragraph, walk
from chunklint.splitters.chunk import Chunk, Limits
from chunklint.splitters.lengths import length

_LINE = re.compile(r"[^\s](?:[^\r\n]*[^\s])?")


def heading(document: Document, limits: Limits) -> Iterator[Chunk]:
    """One chunk a section, with its heading path in front: ``[API keys > Limits] A project has …``.

    As the script does that made this way of cutting known, blank lines go, the others are stripped and joined by
    a blank, the heading line itself is only in the path, and a section without a body makes no chunk. Unlike
    there, headings are those of the parsed page. With a size, a larger section is divided between blocks and
    every part gets the path; a block is never cut.
    """
    measure = length(limits)
    for section in (document.root, *document.sections):
        path = " > ".join(section.path)
        added = f"[{path}] " if path else ""
        left = limits.size - measure(added)
        part: list[Span] = []
        size = 0
        for block in section.body:
            lines = _lines(document, block)
            grown = size + measure(_text(document, lines))
            if limits.size and part and grown > left:
                yield _chunk(document, section, part, added)
                part, grown = [], grown - size
            part += lines
            size = grown + 1  # the blank before the next one
        if part:
            yield _chunk(document, section, part, added)


def docsearch(document: Document, limits: Limits) -> Iterator[Chunk]:
    """One record a section: the text of its paragraphs and list items, with the headings as its hierarchy.

    Tables, code and HTML are not in the default selectors. A section without such text is a record of its
    heading alone (``indexHeadings``); text before any heading is a record without hierarchy. Marks stay in the
    text here, where the crawler reads the finished page.
    """
    for section in (document.root, *document.sections):
        found = [line for block in walk(tuple(section.body)) if isinstance(block, Paragraph) for line in block.lines]
        if not found and section.heading:
            found = [line for line in section.heading.lines if line.start < line.end]
        if found:
            yield _chunk(document, section, found, "")


def _lines(document: Document, block: Block) -> list[Span]:
    """The lines of a block that are not blank, stripped."""
    return [Span(*match.span()) for match in _LINE.finditer(document.text, *block.span)]


def _text(document: Document, lines: list[Span]) -> str:
    return " ".join(document.source(line) for line in lines)


def _chunk(document: Document, section: Section, lines: list[Span], added: str) -> Chunk:
    return Chunk(tuple(lines), added + _text(document, lines), added, section.path)
