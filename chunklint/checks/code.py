"""CL5: code blocks."""

from __future__ import annotations

import re
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


_LANGUAGE = re.compile(r"\{?\.?[\w+#-]*")
# What a program prints, data and drawings: there is no place in them that explains another.
_NO_CODE = frozenset(
    "text txt plain plaintext none console output stdout log logs terminal shell-session diff patch ignorelang "
    "json jsonl json5 csv svg xml mermaid dot plantuml ascii tree".split()
)


@check("CL502")
def oversized_code(document: Document, *, max_tokens: int) -> Iterator[Finding]:
    for code in document.each(Code):
        language = _LANGUAGE.match(code.info.lower())
        if language and language[0].strip("{.") in _NO_CODE:
            continue
        if size := over(document.words(code.lines), max_tokens):
            yield Finding(
                code.opener or code.lines[0],
                f"code block is about {size:,} tokens: its later parts are cut off from what it is and does",
                f"divide it into parts of at most {max_tokens:,} tokens with a sentence above each",
            )
