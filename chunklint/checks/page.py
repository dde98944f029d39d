"""CL0: the page as a whole."""

from __future__ import annotations

from collections.abc import Iterator

from chunklint.checks import check, fixes
from chunklint.document import Document, Span
from chunklint.document.lines import BOM
from chunklint.finding import Finding


@check("CL002")
def invalid_front_matter(document: Document) -> Iterator[Finding]:
    matter = document.front_matter
    if matter and matter.error:
        line = document.lines.span(document.lines.line_of(matter.error_at))
        yield Finding(
            line,
            f"front matter is not valid {matter.format.upper()}: {matter.error}",
            "correct this line: as it is, title and metadata of the page are lost to the index",
        )


@check("CL004")
def byte_order_mark(document: Document) -> Iterator[Finding]:
    if document.text.startswith(BOM):
        yield Finding(
            Span(0, 1),
            "byte order mark: an indexer that reads it as text loses the first heading",
            "save the file as UTF-8 without a byte order mark",
            fix=fixes.without_mark(),
        )
