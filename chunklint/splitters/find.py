"""Texts found in a long source without reading it each time."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property

# A shorter source is read at once; this is as fast as looking into the index.
_LONG = 200_000
_BLOCK = 32
# So many places of a block are compared: of one that is repeated without end the source is read after all.
_TRIED = 16
# A block of so few places is looked at without asking for a rarer one.
_FEW = 2


class Finder:
    """``str.find`` for many texts in one source, each in the time that it takes to read the text.

    A long source is cut into blocks of 32 characters: wherever a text of 63 or more stands, it holds a whole block, at
    one of its first 32 offsets.
    """

    def __init__(self, source: str) -> None:
        self.source = source

    @cached_property
    def _blocks(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for at in range(0, len(self.source) - _BLOCK + 1, _BLOCK):
            found.setdefault(self.source[at : at + _BLOCK], []).append(at)
        return found

    def find(self, wanted: str, start: int, end: int | None = None) -> int:
        """The first place of ``wanted`` from ``start`` on that ends before ``end``; -1 if there is none."""
        start, end = max(start, 0), len(self.source) if end is None else end
        if len(self.source) < _LONG or len(wanted) < 2 * _BLOCK - 1:
            return self.source.find(wanted, start, end)
        best = end
        for offset in range(_BLOCK):
            at, places = self._rarest(wanted, offset)
            first = bisect_left(places, start + at)
            for place in places[first : first + _TRIED]:
                if place - at >= best:
                    break
                if self.source.startswith(wanted, place - at):
                    best = place - at
                    break
            else:
                if first + _TRIED < len(places):
                    return self.source.find(wanted, start, end)
        return best if best + len(wanted) <= end else -1

    def _rarest(self, wanted: str, offset: int) -> tuple[int, list[int]]:
        """Of the blocks of a text at ``offset`` and every 32 further on the one with fewest places, and these."""
        found: tuple[int, list[int]] | None = None
        for at in range(offset, len(wanted) - _BLOCK + 1, _BLOCK):
            places = self._blocks.get(wanted[at : at + _BLOCK], [])
            if found is None or len(places) < len(found[1]):
                found = at, places
            if len(places) <= _FEW:
                break
        return found or (0, [])
