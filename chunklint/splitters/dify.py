"""Dify's automatic chunking of a Markdown file.

Read in Dify's source of 2025 and 2026: the file is parted at its heading lines, what looks like a tag is taken out,
the rest is cleaned, and each section is cut by a recursive splitter that was forked from LangChain's. Its limits
are named tokens, but since 2025 they count characters. Left out: that its last level, which parts text without
any blank, glues lines together; and that a deployment may hand Markdown to the service of Unstructured instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from chunklint.document import Document
from chunklint.splitters.chunk import Chunk, Limits
from chunklint.splitters.recursive import literal, split
from chunklint.splitters.source_map import SourceMap

_SEPARATORS = literal("\n\n", "。", ". ", " ")
_HEADING = re.compile(r"#+\s")
_SIGNS = re.compile(r"#+")
_RETURN = re.compile(r"\r(?=\n)")  # it reads files with newlines
_TAG = re.compile(r"<[^>\n]*(>?)")  # takes in the rest of the line where none ends: looked at once
_OPENER = re.compile(r"<\|")
_CLOSER = re.compile(r"\|>")
_INVALID = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\xef\xbf\xbe\ufffe]")  # ï, ¿ and ¾ too: meant as bytes of U+FFFE
_LINE_ENDS = re.compile(r"\n{3,}")
_BLANKS = re.compile("[\t\f\r \u00a0\u1680\u180e\u2000-\u200a\u202f\u205f\u3000]{2,}")
_LEADING = re.compile(r"""[\u2000-\u206F\u2E00-\u2E7F\u3000-\u303F"#$%&'()*+,./:;<=>?@^_`~]+""")


def dify(document: Document, limits: Limits) -> Iterable[Chunk]:
    """Dify's automatic mode. The heading stands in front of the first piece, without its ``#``; there is no path."""
    for section in _sections(document.text):
        derived = _cleaned(section)
        for start, piece in split(derived.text, limits, _SEPARATORS, behind=True):
            leading = _LEADING.match(piece)
            rest = (piece[leading.end() :] if leading else piece).lstrip()
            if rest:
                start += len(piece) - len(rest)
                text = rest.rstrip()
                yield Chunk(derived.spans(start, start + len(text)), text)


def _sections(source: str) -> Iterator[SourceMap]:
    """The heading of each section without its ``#``, and its text without tags."""
    heading, start = "", 0
    code = False
    at = 0
    for line in source.split("\n"):
        if line.startswith("```"):
            code = not code
        elif not code and _HEADING.match(line):
            yield _section(source, heading, start, at)
            heading, start = line, at
        at += len(line) + 1
    yield _section(source, heading, start, len(source))


def _section(source: str, heading: str, start: int, end: int) -> SourceMap:
    """The section ``source[start:end]``, which starts with the line ``heading``, if it has one."""
    body = min(start + len(heading) + 1, end) if heading else start
    made = SourceMap.of_runs(source, [("", body, end)])
    made = made.replaced(match.span() for match in _RETURN.finditer(made.text))
    made = made.replaced(match.span() for match in _TAG.finditer(made.text) if match[1])
    stripped = _stripped(made)
    if not heading:
        return stripped
    words = SourceMap.of_runs(source, [("", start, start + len(heading))])
    words = _stripped(words.replaced(match.span() for match in _SIGNS.finditer(heading)))
    return SourceMap("\n\n", ()).followed("", words).followed("\n", stripped)


def _stripped(made: SourceMap) -> SourceMap:
    """``made`` without the blanks at its ends."""
    text = made.text
    left = len(text) - len(text.lstrip())
    return made.replaced(((0, left), (max(len(text.rstrip()), left), len(text))))


def _cleaned(made: SourceMap) -> SourceMap:
    """``made`` without what Dify's cleaning takes out or puts together."""
    text = made.text
    if "<|" in text:
        made = made.replaced((match.start() + 1, match.end()) for match in _OPENER.finditer(text))
    if "|>" in made.text:
        made = made.replaced((match.start(), match.end() - 1) for match in _CLOSER.finditer(made.text))
    made = made.replaced(match.span() for match in _INVALID.finditer(made.text))
    made = made.replaced((match.start() + 2, match.end()) for match in _LINE_ENDS.finditer(made.text))
    return made.replaced((match.span() for match in _BLANKS.finditer(made.text)), " ")
