"""LangChain's header splitter, then the recursive one: what stacks do that keep headings in the metadata.

The header splitter of langchain-text-splitters 1.1.3 knows lines, no Markdown: it strips every line and takes out
what is not printable (tabs and no-break spaces too), leaves blank lines out, and puts two spaces and a newline
between the paragraphs of a section. A section is what neighbours with one heading path hold, so siblings with one
title are one section, and a heading with nothing below it leaves none. A line is a heading if it starts with one to
six ``#`` and a space, in comments too, and not from a line with one run of backticks or with tildes to the next line
that starts with the same three.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TypeAlias

from chunklint.document import Document
from chunklint.splitters.chunk import Chunk, Limits
from chunklint.splitters.recursive import DEFAULT, split
from chunklint.splitters.source_map import SourceMap

_HEADING = re.compile(r"(#{1,6})(?: |\Z)")
_NEXT_LINE = "\n"
_NEXT_PARAGRAPH = "  \n"
# By what ends the code that a line is in: the first characters of lines that are not just text.
_STOPS = {"": frozenset(("", "#", "`", "~")), "```": frozenset("`"), "~~~": frozenset("~")}
_Path: TypeAlias = tuple[tuple[int, str], ...]  # level and text of each heading above, outermost first


def langchain_headers(document: Document, limits: Limits) -> Iterable[Chunk]:
    """LangChain's MarkdownHeaderTextSplitter at its defaults, for all six levels, then the recursive splitter.

    The heading lines are in no chunk. ``metadata`` is what the header splitter leaves, "Header 1" to "Header 6".
    """
    for section in _Reader(document.text, headings=False).sections():
        headings = tuple([text for _, text in section.path])
        metadata = {f"Header {level}": text for level, text in section.path}
        derived = section.derived(document.text)
        for start, text in split(derived.text, limits, DEFAULT):
            yield Chunk(derived.spans(start, start + len(text)), text, "", headings, metadata)


def open_webui(document: Document, limits: Limits) -> Iterable[Chunk]:
    """Open WebUI's splitter: the same, with the heading lines left in the text and the metadata thrown away.

    Its default setting is meant, without a least size of chunks; that it mends what looks like wrong
    encoding (``ftfy``) before is left out.
    """
    for section in _Reader(document.text, headings=True).sections():
        derived = section.derived(document.text)
        for start, text in split(derived.text, limits, DEFAULT):
            yield Chunk(derived.spans(start, start + len(text)), text)


class _Section:
    """Text below one heading path: runs of the source, each behind a joiner that is not from there."""

    __slots__ = ("ends", "joiners", "path", "starts")

    def __init__(self, path: _Path) -> None:
        self.path = path
        self.joiners: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def add(self, joiner: str, start: int, end: int) -> None:
        """Add a run."""
        self.joiners.append(joiner)
        self.starts.append(start)
        self.ends.append(end)

    def derived(self, source: str) -> SourceMap:
        """The text of the section; it has at least one run."""
        self.joiners[0] = ""
        return SourceMap.of_runs(source, zip(self.joiners, self.starts, self.ends, strict=True))


class _Reader:
    """Reads the lines of a page into sections; ``headings``: the heading lines belong to the text.

    ``stops`` are the first characters of lines that need a look before they are taken for text.
    """

    __slots__ = ("_fence", "_headings", "_path", "_source", "last", "section", "stops")

    def __init__(self, source: str, *, headings: bool) -> None:
        self._source = source
        self._headings = headings
        self._path: _Path = ()
        self._fence = ""
        self.section = _Section(())
        self.last = ""  # the last line of the text so far
        self.stops = _STOPS[""]

    def sections(self) -> Iterator[_Section]:
        """The sections of the page that have text."""
        section, stops = self.section, self.stops
        last = ""
        moved = False  # whether the next line is in another section
        at = 0
        follow = -1  # where a line starts that goes on with the last run; -1 at the start of a paragraph
        lines = self._source.split("\n")
        for raw, line in zip(lines, map(str.strip, lines), strict=True):
            start = at
            end = start + len(raw)
            at = end + 1
            if line is not raw:
                start = end - len(raw.lstrip())
                end = start + len(line)
            if line[:1] not in stops and not moved and line.isprintable():
                if start == follow:
                    section.ends[-1] = end
                else:
                    section.joiners.append(_NEXT_PARAGRAPH if follow < 0 else _NEXT_LINE)
                    section.starts.append(start)
                    section.ends.append(end)
                follow = end + 1
                last = line
            elif line or self._fence:
                self.last = last
                follow = self._read(line, start, follow)
                last = self.last
                stops, moved = self.stops, self.section.path is not self._path
                if section is not self.section:
                    if section.starts:
                        yield section
                    section = self.section
            else:
                follow = -1
        if section.starts:
            yield section

    def _read(self, line: str, start: int, follow: int) -> int:
        """Read a line that may be more than the next one of a paragraph; where one that goes on with it starts."""
        spans = [(start, start + len(line))]
        if not line.isprintable():
            spans = list(_printable(line, start)) or [(start, start)]
            line = "".join(self._source[first:last] for first, last in spans)
        if self._fence:
            if line.startswith(self._fence):
                self._fence = ""
                self.stops = _STOPS[""]
        elif line.startswith(("`", "~")):
            self._fence = _opened(line)
            self.stops = _STOPS[self._fence]
        elif heading := _HEADING.match(line):
            self._path = _below(self._path, len(heading[1]), line)
            follow = -1
            if not self._headings:
                return -1
        elif not line:
            return -1
        if follow < 0 and self.section.path is not self._path:
            self._enter()
        self.last = line
        section = self.section
        joiner = _NEXT_PARAGRAPH if follow < 0 else _NEXT_LINE
        for first, end in spans:
            if first == follow:
                section.ends[-1] = end
            else:
                section.add(joiner, first, end)
            joiner = ""
            follow = -1
        return spans[-1][1] + 1

    def _enter(self) -> None:
        """Open the section of the path, if it is not a paragraph of the one before.

        A section that ends with a heading line goes into the deeper one that follows. (So does one whose
        last line starts with ``#`` for another reason, as in the original.)
        """
        section = self.section
        joins = self._headings and self.last.startswith("#") and len(section.path) < len(self._path)
        if joins or section.path == self._path:
            section.path = self._path
        else:
            self.section = _Section(self._path)


def _printable(line: str, at: int) -> Iterator[tuple[int, int]]:
    """The spans of ``line``, which starts at ``at``, that are printable."""
    for printable, signs in groupby(line, str.isprintable):
        start, at = at, at + sum(1 for _ in signs)
        if printable:
            yield start, at


def _opened(line: str) -> str:
    """What the code that ``line`` opens ends with; empty if it opens none."""
    if line.startswith("```") and line.count("```") == 1:
        return "```"
    return "~~~" if line.startswith("~~~") else ""


def _below(path: _Path, level: int, line: str) -> _Path:
    """The path of the text below the heading ``line``."""
    return (*[heading for heading in path if heading[0] < level], (level, line[level:].strip()))
