"""Plants for CL30x: tables."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import cycle, pairwise
from statistics import median

from benchmarks.recall.plant import HERE, Plant, before, count, edited, is_text, parts, plants, without
from chunklint.checks.wording import count_words
from chunklint.document import Block, Document, Span
from chunklint.document.inline import plain_text
from chunklint.document.model import Heading, Paragraph, Row, Table


def _tables(document: Document) -> Iterator[tuple[Block | None, Table]]:
    """The tables at the margin that have two rows or more and no gaps, each with the block above it."""
    for above, table in zip((None, *document.blocks), document.blocks, strict=False):
        if not isinstance(table, Table) or len(table.rows) < 2 or "{" in document.source(table.span):
            continue
        lines = document.source(table.span).splitlines()
        if any(not line.startswith("|") or not line.rstrip().endswith("|") for line in lines):
            continue
        if all(len(row.cells) == len(table.header.cells) > 1 for row in table.rows):
            yield above, table


def _cells(document: Document, row: Row) -> list[str]:
    return [document.source(cell) for cell in row.cells]


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


@plants("CL301")
def names_blanked(document: Document) -> Iterator[Plant]:
    for _, table in _tables(document):
        if document.source(table.rows[0].cells[0])[:1].isalnum():
            for blank in ("   ", " &nbsp; "):
                yield edited(document, (table.header.span, HERE + "|" + f"{blank}|" * len(table.header.cells)))


@plants("CL301")
def names_removed_in_kramdown(document: Document) -> Iterator[Plant]:
    if "headless-tables" in document.features:
        for _, table in _tables(document):
            yield edited(document, (Span(table.span.start, table.rows[0].span.start), HERE))


@plants("CL302")
def one_name_blanked(document: Document) -> Iterator[Plant]:
    for _, table in _tables(document):
        names = _cells(document, table.header)
        if len(names) > 2 and all(names):
            yield edited(document, (table.header.span, HERE + _row([*names[:-1], ""])))


@plants("CL303")
def cell_added(document: Document) -> Iterator[Plant]:
    for _, table in _tables(document):
        row = table.rows[1]
        yield edited(document, (row.span, HERE + _row([*_cells(document, row), "planted"])))


@plants("CL303")
def cell_forgotten(document: Document) -> Iterator[Plant]:
    for _, table in _tables(document):
        row = table.rows[-1]
        if len(row.cells) > 2:
            yield edited(document, (row.span, HERE + _row(_cells(document, row)[1:])))


@plants("CL303")
def pipe_in_code(document: Document) -> Iterator[Plant]:
    if "code-pipes" not in document.features:
        for _, table in _tables(document):
            row = table.rows[0]
            yield edited(document, (row.span, HERE + _row([*_cells(document, row)[:-1], "`left|right`"])))


@plants("CL303")
def text_below_without_a_blank_line(document: Document) -> Iterator[Plant]:
    found = {id(table) for _, table in _tables(document)}
    for table, below in pairwise(document.blocks):
        if id(table) in found and isinstance(below, Paragraph) and len(below.lines) == 1 and is_text(document, below):
            yield edited(document, (Span(table.span.end, below.span.start), f"\n{HERE}"))


@plants("CL304")
def rows_added(document: Document) -> Iterator[Plant]:
    for _, table in _tables(document):
        rows = [[count_words(cell) for cell in _cells(document, row)] for row in table.rows]
        columns = list(zip(*rows, strict=True))
        if len(columns) < 4 and any(median(column) > 3 for column in columns):
            continue  # a name and a sentence about it can be read alone
        more, words = "", count(document.source(table.span))
        for row in cycle(table.rows):
            source = document.source(row.span)
            if words >= 500 or not count(source):
                break
            more, words = f"{more}\n{source}", words + count(source)
        if more and words >= 500:
            yield edited(document, (before(table), HERE), (Span(table.span.end, table.span.end), more))


@plants("CL305")
def values_said_once(document: Document) -> Iterator[Plant]:
    for _, table in _tables(document):
        firsts = [row.cells[0] for row in table.rows]
        if len(firsts) >= 4 and all(document.source(cell) for cell in firsts):
            for ditto in ("", '"'):
                blanked = [(cell, ditto) for index, cell in enumerate(firsts) if index % 2]
                yield edited(document, (before(table), HERE), *blanked)


_OUTPUT = re.compile(r"output|print|display|look|result|see|respon|log|return|similar", re.I)


# A table of so many characters fits any chunk.
_FITS = 650


@plants("CL306")
def table_in_html(document: Document) -> Iterator[Plant]:
    for above, table in _tables(document):
        rows = [
            [html.escape(plain_text(cell)) for cell in _cells(document, row)] for row in (table.header, *table.rows)
        ]
        announced = isinstance(above, Paragraph) and _OUTPUT.search(document.source(above.span))
        if announced or sum(bool(cell) for row in rows for cell in row) < 6:
            continue
        lines = ["<table>", "<thead>", _tag_row(rows[0], "th"), "</thead>", "<tbody>"]
        lines += [*(_tag_row(row, "td") for row in rows[1:]), "</tbody>", "</table>"]
        plain = "\n".join(f"  <tr>\n{_cell_lines(row)}\n  </tr>" for row in rows)
        for written in ("\n".join(lines), f'<table class="wide" border=0>\n{plain}\n</table>'):
            if len(written) > _FITS:
                yield edited(document, (table.span, HERE + written))


def _cell_lines(cells: list[str]) -> str:
    return "\n".join(f"    <td align='left'>{cell}</td>" for cell in cells)


def _tag_row(cells: list[str], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>"


@plants("CL307")
def delimiter_row_removed(document: Document) -> Iterator[Plant]:
    if "headless-tables" not in document.features:
        for _, table in _tables(document):
            yield edited(document, (before(table), HERE), (Span(table.header.span.end, table.delimiter.end), ""))


@plants("CL307")
def delimiter_row_too_short(document: Document) -> Iterator[Plant]:
    for _, table in _tables(document):
        columns = len(table.header.cells)
        if columns > 2:
            shorter = document.source(table.delimiter).rstrip().rstrip("|").rpartition("|")[0] + "|"
            yield edited(document, (before(table), HERE), (table.delimiter, shorter))


@plants("CL307")
def blank_line_inside(document: Document) -> Iterator[Plant]:
    for _, table in _tables(document):
        start = table.rows[-1].span.start
        yield edited(document, (Span(start, start), "\n" + HERE))


@plants("CL307")
def no_blank_line_above(document: Document) -> Iterator[Plant]:
    if "blank-before-table" in document.features:
        for above, table in _tables(document):
            if is_text(document, above) and above:
                yield edited(document, (Span(above.span.end, table.span.start), "\n" + HERE))


@plants("CL307")
def html_directly_above(document: Document) -> Iterator[Plant]:
    if document.dialect in ("gfm", "generic", "hugo"):
        for _, table in _tables(document):
            yield edited(document, (before(table), f'<div class="wide">\n{HERE}'))


@plants("CL308")
def lead_in_removed(document: Document) -> Iterator[Plant]:
    tables = {id(table) for _, table in _tables(document)}
    for part in parts(document):
        above, table = (part.body + part.body)[:2] if part.body else (None, None)
        if table and id(table) in tables and is_text(document, above) and above and not isinstance(above, Heading):
            yield edited(document, without(document, above), (before(table), HERE))
