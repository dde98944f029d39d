"""A page in regions: runs of source that the same chunks hold, as a reader is shown them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from chunklint.document import Span
from chunklint.splitters.coverage import Coverage

_SPACE = re.compile(r"\s+")
_LINE = re.compile(r"\S[^\r\n]*")


class Region(NamedTuple):
    """``chunks`` hold the source from ``start`` to ``end``; ``opens`` are those that start here. Numbers from 0.

    What no chunk holds may be ``carried`` by the next one all the same, such as a heading in its path; -1 if not.
    """

    start: int
    end: int
    chunks: tuple[int, ...]
    opens: tuple[int, ...]
    carried: int = -1


def regions(coverage: Coverage) -> Iterator[Region]:
    """The regions of a page, in order and without gaps: they are the whole text together.

    White space at the edge of a chunk counts for no side: a region starts where a line does, if there is a line end
    in it, and else with a word. A chunk of white space only opens where the next region starts.
    """
    edges = _Edges(coverage.text)
    starts: dict[int, list[int]] = {}
    ends: dict[int, list[int]] = {}
    first: list[tuple[int, int]] = []
    for index in range(len(coverage.chunks)):
        parts = [(edges.of(start), edges.of(end)) for start, end in coverage.parts(index)]
        first.append((parts[0][0], index))
        for start, end in parts:
            if start < end:
                starts.setdefault(start, []).append(index)
                ends.setdefault(end, []).append(index)
    first.sort()
    found = list(_swept(len(coverage.text), starts, ends, first))
    for region, behind in zip_longest(found, found[1:]):
        yield _with_carrier(coverage, region, behind) if behind and not region.chunks else region


def _with_carrier(coverage: Coverage, region: Region, behind: Region) -> Region:
    """A region outside of all chunks, with the chunk that has each of its lines beside its source."""
    lines = [Span(*match.span()) for match in _LINE.finditer(coverage.text, region.start, region.end)]
    for index in (behind.opens or behind.chunks)[:1]:
        if lines and all(coverage.holds(index, line) for line in lines):
            return region._replace(carried=index)
    return region


def _swept(
    size: int, starts: dict[int, list[int]], ends: dict[int, list[int]], first: Sequence[tuple[int, int]]
) -> Iterator[Region]:
    at, opened = 0, 0
    active: set[int] = set()
    for edge in sorted({*starts, *ends, size} - {0}) or [0]:
        if at == 0:
            active.update(starts.get(0, ()))
        opens = []
        while opened < len(first) and first[opened][0] < edge:
            opens.append(first[opened][1])
            opened += 1
        if edge > at or opens or not size:
            yield Region(at, edge, tuple(sorted(active)), tuple(opens))
        active.difference_update(ends.get(edge, ()))
        active.update(starts.get(edge, ()))
        at = edge
    if opened < len(first):
        yield Region(size, size, (), tuple(index for _, index in first[opened:]))


class _Edges:
    """Where a cut is shown: moved over the white space around it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._runs = [match.span() for match in _SPACE.finditer(text)]

    def of(self, offset: int) -> int:
        at = bisect_right(self._runs, (offset, len(self._text) + 1)) - 1
        if at < 0 or self._runs[at][1] < offset:
            return offset
        start, end = self._runs[at]
        if end == len(self._text):
            return end
        line_end = max(self._text.rfind("\n", start, end), self._text.rfind("\r", start, end))
        return line_end + 1 if line_end >= 0 else end
