"""Which chunks a finding about cuts is about, so that it can stand on them as a badge.

Nothing is judged here: a badge is a CL6 finding, and its chunks are those that hold a part of its unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import takewhile

from chunklint.checks.chunks import is_junk
from chunklint.checks.cut_headings import parts_without_heading
from chunklint.document import Section, Span
from chunklint.finding import Finding
from chunklint.splitters.split import Split
from chunklint.units import Kind, Unit

BADGES: Mapping[str, str] = {
    "CL601": "cut mid-sentence",
    "CL602": "number or link cut",
    "CL603": "heading stranded",
    "CL604": "heading lost",
    "CL605": "row without header",
    "CL606": "code cut",
    "CL607": "list cut",
    "CL608": "answer cut",
    "CL609": "condition cut off",
    "CL610": "too small",
    "CL611": "too large",
    "CL612": "mixed topics",
    "CL613": "false heading",
    "CL614": "nothing to read",
}
_OF_UNITS: Mapping[str, Kind] = {
    "CL601": "sentence",
    "CL602": "protected",
    "CL606": "code",
    "CL607": "steps",
    "CL608": "answer",
    "CL609": "condition",
}
_OF_CHUNKS = frozenset({"CL610", "CL611"})


class Bearers:
    """Finds the chunks of one splitter that findings are about."""

    def __init__(self, split: Split) -> None:
        self.split = split
        self._cut: dict[Kind, dict[int, Unit]] = {}
        self._told: set[int] = set()  # chunks with mixed topics

    def of(self, finding: Finding) -> list[int]:
        """The numbers, from 0 and in order, of the chunks that a CL6 finding is about."""
        return sorted(set(self._found(finding)))

    def _found(self, finding: Finding) -> Iterator[int]:
        code, span = finding.code, finding.span
        if code == "CL605":
            yield from self._without_header(span)
        elif code in _OF_UNITS:
            unit = self._cut_units(_OF_UNITS[code]).get(span.start)
            yield from self._touching(unit.spans if unit else (span,))  # code may be whole but for its fence
        elif code in _OF_CHUNKS:
            yield from (index for index, chunk in enumerate(self.split.chunks) if chunk.spans[0] == span)
        elif code == "CL603":
            holders = self.split.coverage.holders(span)
            yield from (index for index in holders if self.split.chunks[index].spans[-1].end <= span.end)
        elif code == "CL604" and span.start in self._sections:
            lost = parts_without_heading(self.split, self._sections[span.start])
            yield from self._touching(lost)
        elif code == "CL612":
            yield from self._mixed(span)
        elif code == "CL614":
            yield from self._junk(span)
        elif code == "CL613":
            line = self.split.document.source(span)
            for index, chunk in enumerate(self.split.chunks):
                if chunk.spans[0] == span or any(name and name in line for name in chunk.headings):
                    yield index

    def _mixed(self, first: Span) -> Iterator[int]:
        """The chunk that starts its sections with ``first``: one that no finding before was about."""
        for index in sorted(set(self.split.coverage.holders(first)) - self._told):
            self._told.add(index)
            yield index
            return

    def _junk(self, span: Span) -> Iterator[int]:
        """The chunk where a finding stands, and those behind it in the same row."""
        chunks = self.split.chunks
        first = next(index for index, chunk in enumerate(chunks) if chunk.spans[0] == span)
        return takewhile(lambda index: is_junk(self.split, chunks[index]), range(first, len(chunks)))

    def _touching(self, spans: Iterable[Span]) -> Iterator[int]:
        return (index for span in spans for _, _, index in self.split.coverage.touching(span))

    def _without_header(self, span: Span) -> list[int]:
        """The chunks with parted rows of the table of which ``span`` is one; where all have the header, all of them."""
        cut = self._cut_units("row")
        header = cut[span.start].spans[0]
        found = list(self._touching(row.at for row in cut.values() if row.spans[0] == header))
        return [index for index in found if not self.split.coverage.holds(index, header)] or found

    def _cut_units(self, kind: Kind) -> dict[int, Unit]:
        """The units of a kind that are whole in no chunk, by where a finding about them starts."""
        if kind not in self._cut:
            self._cut[kind] = {unit.at.start: unit for unit in self.split.cut(kind)}
        return self._cut[kind]

    @cached_property
    def _sections(self) -> dict[int, Section]:
        return {section.heading.span.start: section for section in self.split.document.sections if section.heading}
