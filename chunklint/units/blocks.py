"""Table rows with their header, lists and code blocks with their lead-in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklint.document import Document, Span
from chunklint.document.model import Code, Item, List, Paragraph, Table
from chunklint.units.page import Page
from chunklint.units.unit import Unit

_LICENCE = re.compile(r"permission is hereby granted|licen[sc]ed under the|copyright \(c\)", re.I)
# An item of a list that only leads elsewhere: a link, or bold or code around one, is its first word.
_LINK_ITEM = re.compile(r"[*_`]{0,3}!?\[")


def rows(page: Page) -> Iterator[Unit]:
    """Each row of a table with its header row; a table without column names has none."""
    for section, _, table in page.blocks:
        if not isinstance(table, Table) or not any(cell.start < cell.end for cell in table.header.cells):
            continue
        for row in table.rows:
            if any(cell.start < cell.end for cell in row.cells):
                yield Unit("row", (table.header.span, row.span), row.span, section)


def steps(page: Page) -> Iterator[Unit]:
    """Numbered lists, and other lists with a lead-in, each with the sentence that leads into it.

    A list inside of another one that is a unit belongs to that; a list of links is an index and no answer.
    """
    reached = 0
    for section, before, block in page.blocks:
        if not isinstance(block, List) or block.span.start < reached or len(block.items) < 2:
            continue
        lead_in = page.lead_in(before)
        if (lead_in or block.start is not None) and not all(
            _leads_elsewhere(page.document, item) for item in block.items
        ):
            reached = block.span.end
            yield Unit("steps", (*lead_in, block.span), block.span, section, "list" if block.start is None else "steps")


def _leads_elsewhere(document: Document, item: Item) -> bool:
    first = item.items[0] if item.items else None
    return not isinstance(first, Paragraph) or bool(_LINK_ITEM.match(document.text, first.span.start))


def codes(page: Page) -> Iterator[Unit]:
    """Code blocks with the sentence that leads into them and the closing fence, each a span of its own."""
    document = page.document
    for section, before, block in page.blocks:
        if not isinstance(block, Code):
            continue
        lines = [line for line in block.lines if document.source(line).strip()]
        if not lines or _LICENCE.search(document.text, lines[0].start, min(lines[-1].end, lines[0].start + 500)):
            continue
        body = Span(block.span.start, lines[-1].end)
        closer = (block.closer,) if block.closer else ()
        yield Unit("code", (*page.lead_in(before), body, *closer), body, section, block.info)
