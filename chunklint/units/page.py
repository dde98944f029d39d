"""A page as the finders of answer units read it: blocks with their place, paragraphs with their sentences."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from chunklint.document import Block, Document, Section, Span
from chunklint.document.model import Html, LinkDefinition, Paragraph, children
from chunklint.document.sentences import sentences


class Placed(NamedTuple):
    """A block, its section, and the block before it in the same container."""

    section: Section
    before: Block | None
    block: Block


class Page:
    """What several finders need of a document, worked out once and when first asked for."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._sentences: dict[int, tuple[Span, ...]] = {}

    @cached_property
    def blocks(self) -> tuple[Placed, ...]:
        """Every block but the headings of sections, depth first, section after section."""
        sections = (self.document.root, *self.document.sections)
        return tuple(block for section in sections for block in _placed(section, section.body))

    def sentences(self, paragraph: Paragraph) -> tuple[Span, ...]:
        """Its sentences as source spans, those without words too. A hard line break ends one as well."""
        known = self._sentences.get(paragraph.span.start)
        if known is None:
            found = sentences(self.document, paragraph, self.document.language)
            breaks = _hard_breaks(self.document.text, paragraph)
            known = (
                tuple(part for span in found for part in _parted(self.document.text, span, breaks))
                if breaks
                else tuple(found)
            )
            self._sentences[paragraph.span.start] = known
        return known

    def lead_in(self, block: Block | None) -> tuple[Span, ...]:
        """The last sentence of the paragraph ``block`` if it ends in a colon; else nothing."""
        if not isinstance(block, Paragraph):
            return ()
        end = self.document.source(block.lines[-1]).rstrip("*_ \t")
        leads = end.endswith((":", "：", "…", "...")) and not end.endswith("::")
        return self.sentences(block)[-1:] if leads else ()


def _placed(section: Section, blocks: Sequence[Block]) -> Iterator[Placed]:
    before: Block | None = None
    for block in blocks:
        yield Placed(section, before, block)
        if inner := children(block):
            yield from _placed(section, inner)
        if not (isinstance(block, LinkDefinition) or (isinstance(block, Html) and block.comment)):
            before = block  # what no reader sees parts nothing


def _hard_breaks(text: str, paragraph: Paragraph) -> list[tuple[int, int]]:
    """Where lines end with a hard break and where the next ones start."""
    return [
        (line.end, after.start)
        for line, after in pairwise(paragraph.lines)
        if text.startswith("  ", line.end) or text[line.end - 1] == "\\"
    ]


def _parted(text: str, span: Span, breaks: Sequence[tuple[int, int]]) -> Iterator[Span]:
    """``span`` without the hard breaks in it; a part starts and ends with what is no white space."""
    start = span.start
    inner = breaks[bisect_left(breaks, (start + 1,)) : bisect_left(breaks, (span.end,))]
    for end, after in (*inner, (span.end, span.end)):
        if start < end:
            part = text[start:end]
            if part.strip():
                yield Span(start + len(part) - len(part.lstrip()), start + len(part.rstrip()))
            start = after
