"""A page as one configured splitter cuts it, and its answer units, for the rules about cuts."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from functools import cached_property

from chunklint.document import Block, Document, Span
from chunklint.document.model import Code, Html, Item, LinkDefinition, List, Paragraph, walk
from chunklint.splitters.chunk import Chunk
from chunklint.splitters.configured import Configured
from chunklint.splitters.coverage import Coverage
from chunklint.units import Kind, Page, Unit, units_of


class PageUnits:
    """The answer units of a page, each kind found when first asked for and shared by all splitters."""

    def __init__(self, document: Document) -> None:
        self._page = Page(document)
        self._known: dict[Kind, tuple[Unit, ...]] = {}

    def of(self, kind: Kind) -> tuple[Unit, ...]:
        if kind not in self._known:
            self._known[kind] = tuple(units_of(self._page, kind))
        return self._known[kind]


class Split:
    """The chunks that a splitter makes of a page, and which pieces of the source they hold."""

    def __init__(self, document: Document, splitter: Configured, page_units: PageUnits) -> None:
        self.document = document
        self.splitter = splitter
        self.units = page_units
        self.unread: dict[Span, bool] = {}  # by the span of a block: that nobody reads it, so far as it was asked

    @cached_property
    def chunks(self) -> tuple[Chunk, ...]:
        return self.splitter.split(self.document)

    @cached_property
    def coverage(self) -> Coverage:
        return Coverage(self.document.text, self.chunks)

    @cached_property
    def _outer(self) -> tuple[tuple[Block, ...], list[int], list[int]]:
        """The front matter and the blocks that are in no other one, with their starts and ends, in source order."""
        matter = self.document.front_matter
        blocks = (*((matter,) if matter else ()), *self.document.blocks)
        return blocks, [block.span.start for block in blocks], [block.span.end for block in blocks]

    def blocks(self, chunk: Chunk) -> list[Block]:
        """The outermost blocks, front matter too, of which a chunk has a part, in source order."""
        blocks, starts, ends = self._outer
        found: dict[int, Block] = {}
        for start, end in chunk.spans:
            for index in range(bisect_right(ends, start), bisect_left(starts, end)):
                found[index] = blocks[index]
        return [found[index] for index in sorted(found)]

    def cut(self, kind: Kind) -> list[Unit]:
        """The units of a kind that no chunk holds whole."""
        return [unit for unit in self.units.of(kind) if not self.is_whole(unit)]

    def is_whole(self, unit: Unit) -> bool:
        """Whether some chunk holds the unit; a splitter may take the fences of code and the numbers of steps away."""
        if self.coverage.whole(unit.spans):
            return True
        inside = None
        if unit.kind == "code":
            inside = self._without_fences(unit)
        elif unit.kind == "steps":
            inside = self._without_markers(unit)
        return inside is not None and self.coverage.whole(inside)

    def _without_fences(self, unit: Unit) -> tuple[Span, ...] | None:
        text, body = self.document.text, unit.at
        line_end = text.find("\n", body.start, body.end)
        opener = Span(body.start, line_end)
        if text[body.start] not in "`~:" or line_end < 0 or self.coverage.touching(opener):
            return None
        before = tuple(span for span in unit.spans if span.end <= body.start)
        return (*before, Span(line_end + 1, body.end))

    @cached_property
    def lists(self) -> dict[Span, List]:
        """The lists of the page by their source."""
        return {block.span: block for block in self.document.each(List)}

    @cached_property
    def headings(self) -> Counter[tuple[int, str]]:
        """How many headings of the page have a level and a text."""
        return Counter((heading.level, heading.text) for heading in self.document.headings)

    def _without_markers(self, unit: Unit) -> tuple[Span, ...] | None:
        block = self.lists.get(unit.at)
        if block is None:
            return None
        leaves = (leaf for leaf in walk((block,)) if not isinstance(leaf, List | Item | Html | LinkDefinition))
        lines = (
            line for leaf in leaves for line in (leaf.lines if isinstance(leaf, Paragraph | Code) else (leaf.span,))
        )
        return (*unit.spans[:-1], *lines)

    def cut_at(self, span: Span) -> int:
        """Where the chunk ends that reaches furthest into ``span`` from its start; its own start if none holds that."""
        ends = [end for start, end, _ in self.coverage.touching(span) if start <= span.start and end < span.end]
        return max(ends, default=span.start)
