"""Whether a block shows anything to a reader: an answer needs a body."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from chunklint.document.document import Document
from chunklint.document.model import (
    Block,
    Break,
    Code,
    Directive,
    Heading,
    Html,
    LinkDefinition,
    Paragraph,
    Section,
    Table,
    children,
)

# What leaves no trace on the page: comments, scripts and styles, closing tags, anchors, line breaks.
_INVISIBLE = re.compile(
    r"""<!--.*?(?:-->|\Z)
    |<script\b(?![^>]*\bsrc\s*=)[^>]*>.*?(?:</script>|\Z)
    |<style\b.*?(?:</style>|\Z)
    |<a\s[^<>]*(?:>\s*</a>|/>)
    |</[A-Za-z][\w.:-]*\s*>
    |<[bh]r\s*/?>
    |\[\]\(\S*?\)
    |\{[:\s]*[.\#][^{}]*\}""",
    re.X | re.S | re.I,
)


def shows(document: Document, block: Block) -> bool:
    """Whether a reader of the page sees something of ``block``.

    An include, a component and a container without parsed content show something: what they
    stand for is added when the site is built.
    """
    match block:
        case Break() | LinkDefinition() | Heading():
            return False
        case Html():
            return not block.comment and bool(visible(document.source(block.span)))
        case Paragraph():
            start = document.text[block.span.start]
            return start not in "<[{" or bool(visible(document.source(block.span)))
        case Directive():
            if block.role == "container" and block.items:
                return any_shows(document, block.items)
            return block.role != "nothing"
        case Code() | Table():
            return True
    return any_shows(document, children(block))


def any_shows(document: Document, blocks: Iterable[Block]) -> bool:
    """Whether a reader sees something of any of ``blocks``."""
    return any(shows(document, block) for block in blocks)


# The names of the directives and components that are tabs.
TAB = re.compile(r"(?:^|[-_/])tab(?:s|item|-item|pane|panel|-set|set)?$")


def own_body(section: Section) -> Iterator[Block]:
    """The blocks of a section up to the tag that closes the tab its heading stands in."""
    for block in section.body:
        if isinstance(block, Directive) and block.role == "nothing" and TAB.search(block.name):
            return
        yield block


def visible(source: str) -> str:
    """Raw HTML or text without what a browser shows nothing of."""
    return _INVISIBLE.sub("", source).strip()
