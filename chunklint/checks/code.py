"""CL5: code blocks."""

from __future__ import annotations

from collections.abc import Iterator

from chunklint.checks import check
from chunklint.document import Document
from chunklint.document.model import Code
from chunklint.document.tokens import over
from chunklint.finding import Finding


@check("CL501")
def unclosed_fence(document: Document) -> Iterator[Finding]:
    for code in document.each(Code):
        if code.opener and not code.closer and document.text[code.opener.start] in "`~:":
            last, _ = document.lines.position(code.span.end)
            yield Finding(
                code.opener,
                f"fence is never closed: everything down to line {last} is read as code",
                "close it with a line of the same marks, indented like this one",
            )


@check("CL502")
def oversized_code(document: Document, *, max_tokens: int) -> Iterator[Finding]:
    for code in document.each(Code):
        if size := over(document.words(code.lines), max_tokens):
            yield Finding(
                code.opener or code.lines[0],
                f"code block is about {size:,} tokens: its later parts lose what it is and where it starts",
                f"divide it into parts of at most {max_tokens:,} tokens with a sentence above each",
            )
