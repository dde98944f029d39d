"""CL6: headings that do not come along with the text below them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklint.checks import check
from chunklint.checks.subjects import are_entries, depends, plain, silent_parts, subject
from chunklint.checks.wording import count_words, quoted, usual_words
from chunklint.document import Block, Document, Section, Span
from chunklint.document.content import shows
from chunklint.document.dialects import is_post
from chunklint.document.model import Heading, List, Paragraph, Table, walk
from chunklint.finding import Finding
from chunklint.splitters.split import Split


@check("CL603")
def stranded_heading(document: Document, split: Split) -> Iterator[Finding]:
    if is_post(document.path):
        return  # its headings are mottos
    for section in document.sections:
        heading = section.heading
        first = next((block for block in section.body if shows(document, block)), None)
        if (
            not heading
            or not first
            or not any(_ends_with(split, i, heading) for i in split.coverage.holders(heading.span))
        ):
            continue
        start = _start_of(document, first)
        if any(_carries(split, index, section) for index in split.coverage.holders(start)):
            continue  # the overlap takes the heading along
        stems = _subject(split, heading)
        if isinstance(first, List) and not _VERSION.search(heading.text) and usual_words(document, first) > _PARAGRAPH:
            continue  # each item tells by itself what it is about, but not of which version
        short = isinstance(first, Paragraph) and count_words(document.source(first.span)) <= _SHORT
        named = first.header.span if isinstance(first, Table) else start
        if stems and silent_parts(split, stems, [named]) and (short or depends(document, start)):
            yield Finding(
                heading.span,
                f"{split.splitter.label} ends a chunk with {quoted(heading.text, 30)}: its text is in the next",
                "shorten the section above, so that the heading and its first paragraph fit",
            )


# A longer paragraph tells by itself what it is about, and so does a list of items that are as long.
_SHORT, _PARAGRAPH = 30, 40
_VERSION = re.compile(r"\d\.\d|\b\d{4}\b|\bv\d")


def _subject(split: Split, heading: Heading) -> frozenset[str]:
    """What a heading is about; nothing for one that says nothing, like "Overview", for a kind of change, and for one
    that several parts of the page have. In a language without a list of such headings each single word may be one."""
    document = split.document
    generic = document.word_list("generic-headings")
    name = heading.text.casefold().strip(" .:!?").replace("’", "'")
    repeated = split.headings[heading.level, heading.text] > 1
    if repeated or name in generic or name in document.word_list("change-headings"):
        return frozenset()
    stems = subject(document, heading.text)
    return stems if generic or len(stems) > 1 or _VERSION.search(name) else frozenset()


def _start_of(document: Document, block: Block) -> Span:
    """The first line of a block, as far as a sentence goes."""
    if isinstance(block, Table) and block.rows:
        return block.rows[0].span  # whether a row needs the heading does not show in the header
    line = document.lines.span(document.lines.line_of(block.span.start))
    return Span(block.span.start, min(block.span.end, line.end, block.span.start + 200))


def _ends_with(split: Split, index: int, heading: Heading) -> bool:
    return split.chunks[index].spans[-1].end <= heading.span.end


def _carries(split: Split, index: int, section: Section) -> bool:
    heading = section.heading
    if not heading or split.coverage.holds(index, heading.lines[0] if heading.lines else heading.span):
        return True
    chunk = split.chunks[index]
    return heading.text in chunk.added or any(plain(name) == plain(heading.text) for name in chunk.headings)


@check("CL604")
def lost_heading(document: Document, split: Split, *, min_words: int) -> Iterator[Finding]:
    if is_post(document.path):
        return
    for section in document.sections:
        lost = parts_without_heading(split, section)
        words = sum(count_words(document.source(span)) for span in lost)
        if section.heading and lost and words >= min_words:
            line, _ = document.lines.position(lost[0].start)
            yield Finding(
                section.heading.span,
                f"{split.splitter.label} parts {words} words of {quoted(section.heading.text, 28)} from this heading",
                f"its chunks lose it from line {line} on: divide the section, or name the subject there again",
            )


def parts_without_heading(split: Split, section: Section) -> list[Span]:
    """What of a section leans on its heading and stands in no chunk with it."""
    if not section.heading or not section.body or len(split.chunks) < 2:
        return []
    body = Span(section.body[0].span.start, section.body[-1].span.end)
    stems = _subject(split, section.heading)
    lost = silent_parts(split, stems, _without(split, section, body)) if stems else []
    return [part for span in lost for part in _entries(split, section, span)]


def _entries(split: Split, section: Section, span: Span) -> Iterator[Span]:
    """The list items and table rows of ``span`` that do not say by themselves what they are about; prose does.

    Nor do those that stand with the sentence that leads into them. A heading in a quote or list starts something of
    its own.
    """
    lead: Paragraph | None = None
    for block in section.body:
        start, end = max(block.span.start, span.start), min(block.span.end, span.end)
        if isinstance(block, Paragraph) and count_words(split.document.words(block.lines[-1:])) >= _LEAD:
            lead = block
        if start >= end:
            continue
        if any(isinstance(inner, Heading) for inner in walk((block,))):
            return
        if isinstance(block, List | Table) and not _is_led(split, lead, Span(start, end)):
            yield from _items(split, block, Span(start, end)) if isinstance(block, List) else _rows(split, block, span)


# A paragraph of fewer words is a label: "Parameters:".
_LEAD = 3
# An item with more words by the median says itself what it is about, and so does a row with such a cell.
_OWN_WORDS, _OWN_CELL = 12, 5


def _items(split: Split, block: List, part: Span) -> Iterator[Span]:
    source = split.document.source(part)
    part = Span(part.end - len(source.lstrip()), part.end)
    if usual_words(split.document, block) <= _OWN_WORDS and are_entries(split.document, part):
        yield part


def _rows(split: Split, table: Table, span: Span) -> Iterator[Span]:
    """The rows that have lost the names of their columns too."""
    for row in table.rows:
        cells = (count_words(split.document.source(cell)) for cell in row.cells[1:])
        inside = span.start <= row.span.start < span.end
        if inside and max(cells, default=0) < _OWN_CELL and not split.coverage.whole((table.header.span, row.span)):
            yield row.span


def _is_led(split: Split, lead: Paragraph | None, part: Span) -> bool:
    """Whether a part of a list or table stands with the end of the last paragraph above it."""
    touching = split.coverage.touching(part)
    return lead is not None and any(split.coverage.holds(index, lead.lines[-1]) for _, _, index in touching)


def _without(split: Split, section: Section, body: Span) -> Iterator[Span]:
    """The parts of a section that only stand in chunks without its heading, in source order."""
    reached = body.start
    parts = split.coverage.touching(body)
    named = sorted((max(a, body.start), b) for a, b, index in parts if _carries(split, index, section))
    for start, end in named:
        if start > reached:
            yield Span(reached, min(start, body.end))
        reached = max(reached, end)
    if reached < body.end and len(named) < len(parts):
        yield Span(reached, body.end)
