"""The edits that mend what a check reports: none where only the writer can know what was meant.

``chunklint.fixes`` tries each of them out and drops it where the page would say something else afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise, takewhile

from chunklint.document import Document, Section, Span
from chunklint.document.lines import BOM
from chunklint.document.model import Code, Heading, Item, Row, Table, children
from chunklint.finding import Edit, Fix

# Deeper than this there is no heading.
_DEEPEST = 6
_HEADING_LINE = re.compile(r"#{2,6}[ \t]+\S")


def without_mark() -> Fix:
    """Remove the byte order mark."""
    return Fix((Edit(Span(0, len(BOM)), ""),), True, "remove the byte order mark")


def hashes(document: Document, heading: Heading) -> Fix | None:
    """An underlined heading with hashes, its lines joined; none where it holds a hard break."""
    text, lines = document.text, heading.lines
    for line, following in pairwise(lines):
        if text[line.end - 1] == "\\" or text.startswith("  ", line.end, following.start):
            return None
    last = document.lines.span(document.lines.line_of(lines[-1].start))
    end = last.start + len(document.source(last).rstrip(" \t"))  # behind the attribute list
    if not heading.text or not _fits(text[lines[-1].start : end]):
        return None
    start = lines[0].start
    gaps = (Edit(Span(line.end, following.start), " ") for line, following in pairwise(lines))
    edits = (
        Edit(Span(start, start), "#" * heading.level + " "),
        *gaps,
        Edit(Span(end, _end_of_line(document, heading)), ""),
    )
    # Python-Markdown, kramdown and Pandoc see no heading where the text takes several lines.
    safe = len(lines) == 1 or "blank-before-table" not in document.features
    return Fix(edits, safe, "write the heading with hashes")


def no_closing_hashes(document: Document, heading: Heading) -> Fix:
    """The heading without the hashes behind it, which are no text."""
    kept = document.source(heading.span).rstrip("#").rstrip(" \t")
    edit = Edit(Span(heading.span.start + len(kept), _end_of_line(document, heading)), "")
    return Fix((edit,), True, "remove the closing hashes")


def _end_of_line(document: Document, heading: Heading) -> int:
    """Where the last line of a heading ends, the blanks behind it included."""
    return document.lines.span(document.lines.line_of(heading.span.end)).end


def raised(section: Section) -> Fix | None:
    """The heading one level below the one above it, with all that would hang under it otherwise.

    That is its sub-sections, and its siblings that skip the level too; the tree of sections stays as it is.
    """
    parent = section.parent
    if not parent or parent.children[0] is not section:
        return None
    level = (parent.level or 1) + 1
    edits = tuple(
        Edit(Span(heading.span.start, heading.span.start + sibling.level - level), "")
        for sibling in takewhile(lambda child: child.level > level, parent.children)
        for heading in _headings(sibling)
    )
    return Fix(edits, False, f"raise it and what belongs to it to level {level}")


def _headings(section: Section) -> Iterator[Heading]:
    """The heading of a section and those below it."""
    if section.heading:
        yield section.heading
    for child in section.children:
        yield from _headings(child)


def promoted(lines: Iterable[tuple[Span, str, int]], title: str) -> Fix | None:
    """Lines as headings: each with its words, and the level of the section that it stands in.

    A page without a heading has its title elsewhere, so that its own headings start at level 2.
    """
    edits = []
    for line, text, level in lines:
        if level >= _DEEPEST or not _fits(text):
            return None
        edits.append(Edit(line, f"{'#' * (max(level, 1) + 1)} {text}"))
    return Fix(tuple(edits), False, title)


def _fits(text: str) -> bool:
    """Whether ``text`` keeps its end as a heading: some parsers take any hash there for a mark."""
    return not text.endswith("#")


def padded(document: Document, row: Row, columns: int) -> Fix | None:
    """Blank cells at the end of a row that is too short; none for a line of text that a table took in."""
    source, missing = document.source(row.span), columns - len(row.cells)
    if missing <= 0 or "|" not in source:
        return None
    closed = source[-1] == "|" and all(cell.end < row.span.end for cell in row.cells)
    end = Span(row.span.end, row.span.end)
    return Fix((Edit(end, " |" * (missing + (not closed))),), False, "add the missing cells, blank")


def closed(document: Document, code: Code, before: Code | None) -> Fix | None:
    """A closing fence behind the last line of code.

    None where that would make the mistake invisible: the code has taken in a heading or another fence, or its bare
    fence stands directly behind other code, whose closing fence it is meant to be.
    """
    if not code.opener or (before and before.opener and not code.info):
        return None
    source = document.source(code.opener)
    marks = source[: len(source) - len(source.lstrip(source[0]))]
    above = ""
    for line in code.lines:
        inside = document.source(line).strip()
        if inside.startswith(marks[:3]) or (not above and _HEADING_LINE.match(inside)):
            return None
        above = inside
    end = code.span.end
    fence = f"{_line_end(document, end)}{_continued(document, code.opener.start)}{marks}"
    return Fix((Edit(Span(end, end), fence),), False, "close the fence behind the last line")


def backticks(document: Document, code: Code) -> Fix | None:
    """A tilde fence or indented code as a backtick fence that is longer than any backticks in it."""
    longest = max(map(len, re.findall("`+", document.words(code.lines))), default=0)
    fence = "`" * max(3, longest + 1)
    title = "write it as a backtick fence"
    if not code.opener:
        return _fenced(document, code, fence, title)
    if "`" in document.source(code.opener) or not code.closer:
        return None
    closer = document.source(code.closer)
    opener = document.source(code.opener)
    marks = len(opener) - len(opener.lstrip("~"))
    edits = (
        Edit(Span(code.opener.start, code.opener.start + marks), fence),
        Edit(Span(code.closer.start, code.closer.start + len(closer.rstrip(" \t"))), fence),
    )
    return Fix(edits, False, title)


def _fenced(document: Document, code: Code, fence: str, title: str) -> Fix | None:
    """Indented code between fences, without its indentation."""
    edits: list[Edit] = []
    for line in code.lines:
        indent = _indent(document, line)
        if indent is None:
            return None
        edits.append(Edit(indent, ""))
    first, end = edits[0].span, code.span.end
    prefix, newline = _continued(document, first.start), _line_end(document, end)
    edits[0] = Edit(first, f"{fence}{newline}{prefix}")
    return Fix((*edits, Edit(Span(end, end), f"{newline}{prefix}{fence}")), False, title)


def _indent(document: Document, line: Span) -> Span | None:
    """The blanks that make the line code: four or one tab; on a blank line, all."""
    start = document.lines.starts[document.lines.line_of(line.start)]
    before = document.text[start : line.start]
    if line.start == line.end:
        return Span(start + len(before.rstrip(" \t")), line.start)
    width = next((len(blanks) for blanks in ("    ", "\t") if before.endswith(blanks)), 0)
    return Span(line.start - width, line.start) if width else None


def indented(document: Document, item: Item, between: Code | Table) -> Fix | None:
    """A fence or table indented to the text of the step above it."""
    if isinstance(between, Table):
        lines = [between.header.span, between.delimiter, *(row.span for row in between.rows)]
    elif between.opener and between.closer:
        lines = [between.opener, *(line for line in between.lines if line.start < line.end), between.closer]
    else:
        return None
    inside = children(item)
    target = _column(document, inside[0].span.start) if inside else 0
    if document.dialect == "mkdocs":  # Python-Markdown wants four columns, however wide the marker is
        target = max(target, _column(document, item.marker.start) // 4 * 4 + 4)
    widths = [target - _column(document, line.start) for line in lines]
    if min(widths) <= 0:
        return None
    edits = (Edit(Span(line.start, line.start), " " * width) for line, width in zip(lines, widths, strict=True))
    return Fix(tuple(edits), False, "indent the block above to the text of its step")


def _column(document: Document, offset: int) -> int:
    """The column (from 0) of ``offset``, with tab stops of 4."""
    return len(document.text[document.lines.starts[document.lines.line_of(offset)] : offset].expandtabs(4))


def _continued(document: Document, offset: int) -> str:
    """What the next line of the container at ``offset`` starts with: quote marks, and blanks under other marks."""
    start = document.lines.starts[document.lines.line_of(offset)]
    return re.sub(r"[^\s>]", " ", document.text[start:offset])


def _line_end(document: Document, offset: int) -> str:
    """The line end that the page uses at ``offset``: of this line, or on the last line of the one above."""
    starts, ends = document.lines.starts, document.lines.ends
    line = document.lines.line_of(offset)
    for index in (line, line - 1):
        if 0 <= index < len(starts) - 1:
            return document.text[ends[index] : starts[index + 1]]
    return "\n"
