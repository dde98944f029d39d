"""A text cut into pieces on finer and finer levels, and pieces packed into chunks: what sentence splitters share."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, islice, pairwise
from typing import NamedTuple

from chunklint.document import Span
from chunklint.splitters.chunk import Chunk
from chunklint.splitters.lengths import Length

# The offsets in text[start:end] where its parts start, the first one ``start``; empty if there are none.
Level = Callable[[str, int, int], Sequence[int]]
# Cutting is bounded: a sentence splitter may take one sign at a time from the end of a long word, and again, …
# After so many characters looked at (the first for any page, the second a character of the page) it cuts at spaces.
_WORK = (4_000_000, 4)


class Pieces(NamedTuple):
    """The pieces of a text. Piece ``i`` is ``starts[i]`` to ``starts[i + 1]`` (or the end of the text).

    ``totals`` are their running lengths: piece ``i`` is ``totals[i + 1] - totals[i]`` long.
    """

    text: str
    starts: array[int]
    totals: array[int]

    def start(self, index: int) -> int:
        return self.starts[index] if index < len(self.starts) else len(self.text)


def cut(text: str, levels: Sequence[Level], limit: int, length: Length) -> Pieces:
    """``text`` parted by the first level that parts it, each part that is over ``limit`` parted again likewise.

    What no level parts is parted into its characters. A single character may be over ``limit``.
    """
    pieces = Pieces(text, starts := array("Q"), totals := array("Q", [0]))
    work = _WORK[0] + _WORK[1] * len(text)
    open_parts = [_parts(pieces, levels, 0, len(text), length)]
    while open_parts:
        for first, last in open_parts[-1]:
            size = length(text[first:last])
            if size > limit:
                work -= last - first
                open_parts.append(_parts(pieces, levels if work > 0 else levels[-1:], first, last, length))
                break
            starts.append(first)
            totals.append(totals[-1] + size)
        else:
            open_parts.pop()
    return pieces


def _parts(pieces: Pieces, levels: Sequence[Level], start: int, end: int, length: Length) -> Iterator[tuple[int, int]]:
    """The parts of ``text[start:end]`` on the first level that parts it. Its characters are added as pieces at once."""
    for level in levels:
        bounds = level(pieces.text, start, end)
        if len(bounds) > 1:
            return pairwise((*bounds, end))
    part = pieces.text[start:end]
    sizes = {sign: length(sign) for sign in set(part)}
    pieces.starts.extend(range(start, end))
    pieces.totals.extend(islice(accumulate(map(sizes.__getitem__, part), initial=pieces.totals[-1]), 1, None))
    return iter(())


def pack(pieces: Pieces, size: int, back: Callable[[int, int], int]) -> Iterator[Chunk]:
    """Chunks of as many pieces as ``size`` holds, without the blanks around them; none of blanks only.

    ``back(first, end)`` is the first of the pieces ``first`` to ``end - 1`` that the next chunk
    repeats (``end`` for none). It repeats fewer if the piece ``end`` needs the room.
    """
    text, starts, totals = pieces
    first, count = 0, len(starts)
    while first < count:
        end = max(bisect_right(totals, totals[first] + size, first + 1) - 1, first + 1)
        yield from stripped(text, pieces.start(first), pieces.start(end))
        if end == count:
            break
        first = bisect_left(totals, totals[end + 1] - size, back(first, end), end)


def repeat(pieces: Pieces, overlap: int) -> Callable[[int, int], int]:
    """For ``pack``: repeat the last pieces that are together at most ``overlap`` long."""
    totals = pieces.totals
    return lambda first, end: bisect_left(totals, totals[end] - overlap, first, end)


def stripped(text: str, start: int, end: int) -> Iterator[Chunk]:
    """The chunk ``text[start:end]`` without the blanks around it, if anything is left."""
    raw = text[start:end]
    kept = raw.strip()
    if kept:
        start += len(raw) - len(raw.lstrip())
        yield Chunk((Span(start, start + len(kept)),), kept)
