"""Splitters that put the elements of a parsed page together: Unstructured, Docling, Vertex AI Search.

They are likenesses: these tools make elements of a page with parsers of their own, which are not copied here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple, TypeAlias

from chunklint.document import Block, Document, Section, Span
from chunklint.document.model import Code, Html, Paragraph, Table, children
from chunklint.splitters.chunk import Chunk, Limits
from chunklint.splitters.lengths import length
from chunklint.splitters.source_map import SourceMap

_BLANK_LINE = "\n\n"
Measure: TypeAlias = Callable[[str], int]


class Element(NamedTuple):
    """A heading, paragraph, list item, table or code block: its lines (rows) and the sign between them."""

    kind: Literal["title", "text", "table", "code"]
    lines: tuple[Span, ...]
    between: str
    section: Section


class Part(NamedTuple):
    """Text of one element, whole or cut, with its source; ``added`` is what the splitter repeats in front of it."""

    element: Element
    text: str
    spans: tuple[Span, ...]
    added: str = ""


def unstructured(document: Document, limits: Limits) -> Iterator[Chunk]:
    """``chunk_by_title`` of Unstructured.

    A title starts a new group; groups of text are combined as long as they fit (``combine_text_under_n_chars`` is
    the size); a table is alone; an element that is too large is cut at a line end, else at a blank, a table
    between rows, with its header row repeated (the default since tables keep their header).
    """
    measure = length(limits)
    taken: list[Part] = []
    used = 0
    for section in _by_title(_parts(document, measure, limits.size)):
        for group, size in _groups(section, measure, limits.size, _BLANK_LINE):
            table = "table" in (group[0].element.kind, taken[0].element.kind if taken else "")
            if taken and (table or (limits.size and used + len(_BLANK_LINE) + size > limits.size)):
                yield _chunk(taken, _BLANK_LINE)
                taken, used = [], 0
            used += size + (len(_BLANK_LINE) if taken else 0)
            taken += group
    if taken:
        yield _chunk(taken, _BLANK_LINE)


def _by_title(parts: Sequence[Part]) -> Iterator[list[Part]]:
    """Groups that start at a title; a table is a group of its own."""
    group: list[Part] = []
    for part in parts:
        alone = part.element.kind == "table"
        if group and (alone or part.element.kind == "title" or group[0].element.kind == "table"):
            yield group
            group = []
        group.append(part)
    if group:
        yield group


def docling(document: Document, limits: Limits) -> Iterator[Chunk]:
    """Docling's ``HybridChunker``: elements under the same headings are merged as long as they fit.

    The headings stand in front of each chunk and count. A table that is too large is cut between rows and the
    header row repeated. Docling writes tables as "row, column = value"; here they stay rows.
    """
    measure = length(limits)
    for path, found in groupby(_elements(document), key=lambda element: element.section.path):
        added = "".join(f"{heading}\n" for heading in path)
        room = limits.size - measure(added)
        if room <= 0:  # as there, headings that take all the room are left out
            added, room = "", limits.size
        body = [element for element in found if element.kind != "title"]
        parts = [part for element in body for part in _cut(document, element, measure, room)]
        for group, _ in _groups(parts, measure, room, "\n"):
            chunk = _chunk(group, "\n")
            front = added + chunk.added
            yield Chunk(chunk.spans, added + chunk.text, front, path if added else ())


def vertex(document: Document, limits: Limits) -> Iterator[Chunk]:
    """Layout chunking of Vertex AI Search: a chunk holds elements of one section, its heading only the first one.

    The headings above are left out by default. An element that is too large is cut at a line end or a blank.
    """
    measure = length(limits)
    parts = _parts(document, measure, limits.size, header_row=False)
    for _, found in groupby(parts, key=lambda part: part.element.section):
        for group, _ in _groups(found, measure, limits.size, _BLANK_LINE):
            yield _chunk(group, _BLANK_LINE)


def _elements(document: Document) -> list[Element]:
    """The elements of a page in source order; comments and link definitions are none."""
    found: list[Element] = []
    for section in (document.root, *document.sections):
        if section.heading:
            found.append(Element("title", section.heading.lines, " ", section))
        for block in section.body:
            found += _of_block(document, block, section)
    shown = (element for element in found if any(line.start < line.end for line in element.lines))
    return sorted(shown, key=lambda element: element.lines[0])


def _of_block(document: Document, block: Block, section: Section) -> Iterator[Element]:
    match block:
        case Paragraph():
            yield Element("text", block.lines, " ", section)
        case Table():
            yield Element("table", tuple(row.span for row in (block.header, *block.rows)), "\n", section)
        case Code():
            yield Element("code", tuple(line for line in block.lines if line.start < line.end), "\n", section)
        case Html(comment=None):
            yield Element("text", tuple(line for line in block.lines if document.source(line).strip()), "\n", section)
    for inner in children(block):
        yield from _of_block(document, inner, section)


def _parts(document: Document, measure: Measure, size: int, header_row: bool = True) -> list[Part]:
    return [part for e in _elements(document) for part in _cut(document, e, measure, size, header_row)]


def _cut(document: Document, element: Element, measure: Measure, size: int, header_row: bool = True) -> Iterator[Part]:
    """The element as a whole if it fits, else in pieces that do."""
    text = element.between.join(document.source(line) for line in element.lines)
    if not size or measure(text) <= size:
        yield Part(element, text, element.lines)
    elif element.kind == "table" and header_row and len(element.lines) > 1:
        yield from _rows(document, element, measure, size)
    else:
        at, pieces = 0, []
        for line in element.lines:
            pieces.append((at, line))
            at += line.end - line.start + len(element.between)
        source = SourceMap(text, pieces)
        for start, end in windows(text, measure, size):
            if spans := source.spans(start, end):
                yield Part(element, text[start:end], spans)


def _rows(document: Document, element: Element, measure: Measure, size: int) -> Iterator[Part]:
    """Rows of a table with the header row in front of each part but the first, which holds it. No row is cut."""
    header, *rows = element.lines
    head = document.source(header) + "\n"
    taken, used = [header], measure(head)
    first = True
    for row in rows:
        more = measure(document.source(row)) + 1
        if len(taken) > first and used + more > size:
            yield _table_part(document, element, taken, "" if first else head)
            taken, used, first = [], measure(head), False
        taken.append(row)
        used += more
    yield _table_part(document, element, taken, "" if first else head)


def _table_part(document: Document, element: Element, rows: list[Span], added: str) -> Part:
    return Part(element, added + "\n".join(document.source(row) for row in rows), tuple(rows), added)


def windows(text: str, measure: Measure, size: int) -> Iterator[tuple[int, int]]:
    """Pieces of ``text`` of at most ``size``, cut at the last line end, else the last blank, else anywhere."""
    start = 0
    while start < len(text):
        # A token is rarely longer than this; the search looks at no more text than it needs.
        reach = range(start + 1, min(len(text), start + (size if measure is len else 16 * size)) + 1)
        end = reach[max(bisect_left(reach, True, key=lambda stop: measure(text[start:stop]) > size) - 1, 0)]
        if end < len(text):
            cut = max(text.rfind("\n", start + 1, end + 1), 0) or max(text.rfind(" ", start + 1, end + 1), 0)
            end = cut or end
        first, last = start, end
        while first < last and text[first].isspace():
            first += 1
        while last > first and text[last - 1].isspace():
            last -= 1
        if first < last:
            yield first, last
        start = end


def _groups(parts: Iterable[Part], measure: Measure, size: int, between: str) -> Iterator[tuple[list[Part], int]]:
    """As many parts as fit, and their size; what repeats a header row starts a group of its own."""
    taken: list[Part] = []
    used = 0
    gap = len(between) if measure is len else 0
    for part in parts:
        more = measure(part.text)
        if taken and ((size and used + gap + more > size) or part.added):
            yield taken, used
            taken, used = [], 0
        used += more + (gap if taken else 0)
        taken.append(part)
    if taken:
        yield taken, used


def _chunk(parts: list[Part], between: str) -> Chunk:
    spans = tuple(span for part in parts for span in part.spans if span.start < span.end)
    return Chunk(spans, between.join(part.text for part in parts), parts[0].added)
