"""Which chunks a finding about cuts is about, so that it can stand on them as a badge.

Nothing is judged here: a badge is a CL6 finding, and its chunks are those that hold a part of its unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from chunklint.checks.chunks import parts_without_heading
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
    "CL605": "row",
    "CL606": "code",
    "CL607": "steps",
    "CL608": "answer",
    "CL609": "condition",
}
_OF_CHUNKS = frozenset({"CL610", "CL611", "CL614"})


class Bearers:
    """Finds the chunks of one splitter that findings are about."""

    def __init__(self, split: Split) -> None:
        self.split = split
        self._cut: dict[Kind, dict[int, Unit]] = {}

    def of(self, finding: Finding) -> list[int]:
        """The numbers, from 0 and in order, of the chunks that a CL6 finding is about."""
        return sorted(set(self._found(finding)))

    def _found(self, finding: Finding) -> Iterator[int]:
        code, span = finding.code, finding.span
        if code in _OF_UNITS:
            yield from self._touching(self._parts(_OF_UNITS[code], span))
        elif code in _OF_CHUNKS:
            yield from (index for index, chunk in enumerate(self.split.chunks) if chunk.spans[0] == span)
        elif code == "CL603":
            holders = self.split.coverage.holders(span)
            yield from (index for index in holders if self.split.chunks[index].spans[-1].end <= span.end)
        elif code == "CL604" and span.start in self._sections:
            lost = parts_without_heading(self.split.document, self.split, self._sections[span.start])
            yield from self._touching(lost)
        elif code == "CL612":
            yield from sorted(self.split.coverage.holders(span))[:1]
        elif code == "CL613":
            line = self.split.document.source(span)
            for index, chunk in enumerate(self.split.chunks):
                if chunk.spans[0] == span or any(name and name in line for name in chunk.headings):
                    yield index

    def _touching(self, spans: Iterable[Span]) -> Iterator[int]:
        return (index for span in spans for _, _, index in self.split.coverage.touching(span))

    def _parts(self, kind: Kind, span: Span) -> tuple[Span, ...]:
        """The source of the cut unit that starts where a finding stands; of a table, that of all rows parted."""
        if kind not in self._cut:
            self._cut[kind] = {unit.at.start: unit for unit in self.split.cut(kind)}
        cut = self._cut[kind]
        unit = cut.get(span.start)
        if unit is None:  # code whose unit is whole but for the fence
            return (span,)
        if kind == "row":
            return tuple(row.at for row in cut.values() if row.spans[0] == unit.spans[0])
        return unit.spans

    @cached_property
    def _sections(self) -> dict[int, Section]:
        return {section.heading.span.start: section for section in self.split.document.sections if section.heading}
