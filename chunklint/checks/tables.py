"""CL3: tables."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklint.checks import check, fixes
from chunklint.checks.wording import count_words, counted, quoted
from chunklint.document import Block, Document, Span
from chunklint.document.content import visible
from chunklint.document.model import Html, Paragraph, Row, Table, children
from chunklint.document.tables import is_delimiter, split_row
from chunklint.document.tokens import over
from chunklint.finding import Finding

_BLANK = re.compile(r"[\s\u00a0\u200b-\u200d\ufeff]*")
_IMAGE = re.compile(r"!\[|<(?:img|a|picture|video|iframe)\b|\[!\[|\[[^\[\]]*\]\([^()]*\)$", re.I)
_GENERATORS = {"mkdocs": "MkDocs", "jekyll": "Jekyll", "quarto": "Pandoc"}


@check("CL301")
def table_without_header(document: Document) -> Iterator[Finding]:
    for table in document.tables:
        if table.rows and _names_nothing(document, table.header) and not _only_pictures(document, table):
            yield _without_header(table.header.span, len(table.rows))
    if "headless-tables" in document.features:
        for paragraph in document.paragraphs:
            if _are_rows(document, paragraph.lines) and not _delimiter(document, paragraph.lines):
                yield _without_header(paragraph.lines[0], len(paragraph.lines))


def _without_header(span: Span, rows: int) -> Finding:
    return Finding(
        span,
        f"table has no column names: no chunk says what the cells of its {counted(rows, 'row')} are",
        "name the columns in the header row",
        causes=(span,),
    )


def _names_nothing(document: Document, row: Row) -> bool:
    return all(_is_blank(document, cell) for cell in row.cells)


def _is_blank(document: Document, cell: Span) -> bool:
    source = visible(document.source(cell))
    if "&" in source:
        from html import unescape

        source = unescape(source)
    return _BLANK.fullmatch(source) is not None


def _only_pictures(document: Document, table: Table) -> bool:
    """A table that only places pictures or buttons has no values that need names."""
    cells = [document.source(cell) for row in table.rows for cell in row.cells]
    return any(cells) and all(not cell or _IMAGE.match(cell) for cell in cells)


@check("CL303")
def ragged_row(document: Document) -> Iterator[Finding]:
    for table in document.tables:
        names = table.header.cells
        ragged = [row for row in table.rows if len(row.cells) != len(names) and _matters(document, row, len(names))]
        widths = {len(row.cells) for row in ragged}
        if len(ragged) == len(table.rows) > 2 and len(widths) == 1 and min(widths) < len(names):
            continue  # the header has a column that no row uses
        yield from (_ragged(document, row, names)._replace(causes=(table.header.span, row.span)) for row in ragged)


def _matters(document: Document, row: Row, columns: int) -> bool:
    """Blank cells behind the last column are dropped without harm; a row with a loop in it has any number."""
    if "{%" in document.source(row.span):
        return False
    return len(row.cells) < columns or any(document.source(cell) for cell in row.cells[columns:])


def _ragged(document: Document, row: Row, names: tuple[Span, ...]) -> Finding:
    has, wanted = len(row.cells), len(names)
    counts = f"row has {counted(has, 'cell')} for {counted(wanted, 'column')}"
    if "|" not in document.source(row.span):
        return Finding(
            row.span,
            "text directly below a table becomes its last row: it is read as a value of " + _column(document, names, 0),
            "put a blank line between the table and the text",
        )
    if has < wanted:
        return Finding(
            row.span,
            f"{counts}: it has no value for {_column(document, names, has)}",
            "add the missing cells, blank ones too, so that each value stands under its name",
            fix=fixes.padded(document, row, wanted),
        )
    return Finding(
        row.span,
        f"{counts}: {quoted(document.source(row.cells[wanted]), 24)} stands under no name",
        r"name the column, or write \| for a pipe that is text",
    )


def _column(document: Document, names: tuple[Span, ...], index: int) -> str:
    from chunklint.document.inline import plain_text

    name = plain_text(document.source(names[index]))
    return quoted(name, 24) if name else f"column {index + 1}"


@check("CL304")
def oversized_table(document: Document, *, max_tokens: int) -> Iterator[Finding]:
    for table in document.tables:
        size = over(document.source(table.span), max_tokens)
        if size and len(table.rows) > 1 and not says_itself(document, table):
            yield Finding(
                table.header.span,
                f"table is about {size:,} tokens: the rows that are cut off lose their column names",
                f"divide it into tables of at most {max_tokens:,} tokens, each with its header row",
            )


def says_itself(document: Document, table: Table) -> bool:
    """A name and a sentence about it in each row, perhaps with a word between: that reads without the header row."""
    columns = len(table.header.cells)
    if columns not in (2, 3):
        return False
    words = [_usual_words(document, table, column) for column in range(columns)]
    return words[1] >= 5 if columns == 2 else words[1] in (1, 2, 3) and words[2] >= 14


def _usual_words(document: Document, table: Table, column: int) -> int:
    """The median number of words in the cells of a column."""
    lengths = sorted(count_words(document.source(row.cells[column])) for row in table.rows if len(row.cells) > column)
    return lengths[len(lengths) // 2] if lengths else 0


@check("CL307")
def broken_table(document: Document) -> Iterator[Finding]:
    if "blank-before-table" in document.features:
        for table in document.tables:
            if table.interrupts:
                yield _broken(table.header.span, f"{_GENERATORS[document.dialect]} needs a blank line above it")
    yield from _broken_in(document, document.blocks)


def _broken_in(document: Document, blocks: tuple[Block, ...]) -> Iterator[Finding]:
    before: Block | None = None
    for block in blocks:
        if isinstance(block, Paragraph):
            yield from _broken_lines(document, block.lines, isinstance(before, Table))
        elif isinstance(block, Html) and not block.comment:
            yield from _swallowed(document, block)
        else:
            yield from _broken_in(document, children(block))
        before = block


def _broken_lines(document: Document, lines: tuple[Span, ...], after_table: bool) -> Iterator[Finding]:
    """Lines of a paragraph that were meant as a table."""
    delimiter = _delimiter(document, lines)
    if any("{%" in document.source(line) for line in lines):
        return
    if delimiter:
        above, below = (len(_cells(document, line)) for line in lines[delimiter - 1 : delimiter + 1])
        yield _broken(
            lines[delimiter - 1], f"its delimiter row has {counted(below, 'cell')} for {counted(above, 'column')}"
        )
    elif after_table and all(_is_row(document, line) for line in lines):
        yield _broken(lines[0], "a blank line cuts it off from its table")
    elif _are_rows(document, lines) and "headless-tables" not in document.features:
        yield _broken(lines[0], "it has no delimiter row (| --- | --- |) below the names")


def _broken(span: Span, why: str) -> Finding:
    return Finding(
        span, f"lines meant as a table are shown as text: {why}", "correct the table so that its values have names"
    )


def _cells(document: Document, line: Span) -> tuple[Span, ...]:
    code, templates = "code-pipes" in document.features, "templates" in document.features
    return split_row(document.text, *line, code=code, templates=templates)


def _is_row(document: Document, line: Span) -> bool:
    source = document.source(line)
    return len(source) > 2 and source[0] == source[-1] == "|" and len(_cells(document, line)) > 1


def _are_rows(document: Document, lines: tuple[Span, ...]) -> bool:
    """Whether lines without a delimiter row are a table to anybody: pipes on both sides, one width."""
    return (
        len(lines) > 1
        and all(_is_row(document, line) for line in lines)
        and len({len(_cells(document, line)) for line in lines}) == 1
    )


def _delimiter(document: Document, lines: tuple[Span, ...]) -> int | None:
    """The index of a delimiter row below a line with pipes."""
    for index in range(1, len(lines)):
        source = document.source(lines[index])
        if source.count("|") and "-" in source and is_delimiter(source) and "|" in document.source(lines[index - 1]):
            return index
    return None


def _swallowed(document: Document, block: Html) -> Iterator[Finding]:
    """A table directly below an HTML line, which makes it part of the HTML."""
    if re.match(r"<(?:pre|script|style|textarea)\b|<[^>]*\bmarkdown\b", document.source(block.span), re.I):
        return
    index = _delimiter(document, block.lines)
    if index and _is_row(document, block.lines[index - 1]):
        yield _broken(block.lines[index - 1], "the HTML above it needs a blank line after it")


@check("CL302")
def blank_header_cell(document: Document) -> Iterator[Finding]:
    for table in document.tables:
        blank = [_is_blank(document, cell) for cell in table.header.cells]
        if any(blank[1:]) and not all(blank):
            index = blank.index(True, 1)
            yield Finding(
                table.header.span,
                f"column {index + 1} has no name: its values are numbers without a meaning",
                "name the column",
                causes=(table.header.span,),
            )


_DITTO = frozenset({"″", '"', "''", "〃", "ditto", "same", "same as above", "↑"})


@check("CL305")
def ditto_cells(document: Document) -> Iterator[Finding]:
    for table in document.tables:
        for column in range(min(2, len(table.header.cells))):
            cells = [document.source(row.cells[column]) for row in table.rows if column < len(row.cells)]
            meant = [cell for cell in cells[1:] if not cell or cell.casefold() in _DITTO]
            if cells and cells[0] and len(cells) >= 4 and len(meant) > 0.3 * len(cells):
                yield Finding(
                    table.header.span,
                    f"{counted(len(meant), 'cell')} of column {column + 1} mean the row above: a cut loses it",
                    "repeat the value in every row",
                )


_SYMBOLS = re.compile(r"(?:[✓✔✗✘✕✖❌✅☑☒●○◐•×xX-]|:[a-z_]+:|[YNyn]|<[^<>]*>|\s|️)+")


@check("CL309")
def symbol_cells(document: Document) -> Iterator[Finding]:
    for table in document.tables:
        cells = [document.source(cell) for row in table.rows for cell in row.cells[1:]]
        filled = [cell for cell in cells if cell]
        signs = [cell for cell in filled if _SYMBOLS.fullmatch(cell)]
        if len(filled) >= 4 and len(signs) > 0.4 * len(filled):
            yield Finding(
                table.header.span,
                f"{len(signs)} of {counted(len(filled), 'cell')} are signs: a search for the words finds no row",
                'write "yes" and "no", or what is meant',
            )
