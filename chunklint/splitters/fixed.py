"""Windows: splitters that look at no structure, or only at line ends."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from chunklint.document import Document, Span
from chunklint.splitters.chunk import Chunk, Limits
from chunklint.splitters.lengths import Length, length, token_offsets

_WORD = re.compile(r"\S+")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_WORD_WITH_BLANKS = re.compile(r"\s*\S+\s*|\s+")


def fixed(document: Document, limits: Limits) -> Iterable[Chunk]:
    """Windows of ``limits.size`` characters, words or tokens; windows of blanks are left out.

    A window of words has no blanks at its ends. Windows of tokens are exact where tokens can be counted
    exactly, and hold characters whole; else the page is parted evenly by the estimate.
    """
    text = document.text
    for start, end in windows(text, 0, len(text), limits):
        if not text[start:end].isspace():
            yield Chunk((Span(start, end),), text[start:end])


def windows(text: str, start: int, end: int, limits: Limits) -> Iterator[tuple[int, int]]:
    """Windows over ``text[start:end]``, none of which lies wholly in the one before.

    >>> list(windows("abcdefg", 0, 7, Limits(3, 1)))
    [(0, 3), (2, 5), (4, 7)]
    """
    starts, ends = _units(text, start, end, limits)
    step = max(limits.size - limits.overlap, 1)
    for first in range(0, len(starts), step):
        last = min(first + limits.size, len(starts))
        # Tokens that are parts of one character stand at one place.
        if starts[first] < ends[last - 1]:
            yield starts[first], ends[last - 1]
        if last == len(starts):
            return


def _units(text: str, start: int, end: int, limits: Limits) -> tuple[Sequence[int], Sequence[int]]:
    """Where the characters, words or tokens of ``text[start:end]`` start and end."""
    if limits.unit == "characters":
        return range(start, end), range(start + 1, end + 1)
    if limits.unit == "words":
        words = [match.span() for match in _WORD.finditer(text, start, end)]
        return [first for first, _ in words], [last for _, last in words]
    starts = token_offsets(text[start:end], limits.encoding)
    if start:
        starts = array("Q", [start + offset for offset in starts])
    ends = starts[1:]
    ends.append(end)
    return starts, ends


def ragflow(document: Document, limits: Limits) -> Iterable[Chunk]:
    """RAGFlow's naive method, about: lines merged up to the size; longer lines parted at blanks, then anywhere.

    Left out: its parser for Markdown, which sets tables and pictures apart, and that blank lines vanish, which
    changes no word. Read in RAGFlow's source of 2026.
    """
    text = document.text
    measure = length(limits)
    cuts, lengths = [0], [0]
    for end, size in _atoms(text, limits, measure):
        cuts.append(end)
        lengths.append(lengths[-1] + size)
    first, last = 0, len(cuts) - 1
    while first < last:
        stop = max(bisect_right(lengths, lengths[first] + limits.size, first, last + 1) - 1, first + 1)
        piece = text[cuts[first] : cuts[stop]].lstrip()
        if piece:
            start = cuts[stop] - len(piece)
            piece = piece.rstrip()
            yield Chunk((Span(start, start + len(piece)),), piece)
        first = stop


def _atoms(text: str, limits: Limits, measure: Length) -> Iterator[tuple[int, int]]:
    """The end and the length of each line, or of the parts of one that is too long."""
    for line in _LINE.finditer(text):
        size = measure(line[0])
        if size <= limits.size:
            yield line.end(), size
            continue
        for word in _WORD_WITH_BLANKS.finditer(text, *line.span()):
            size = measure(word[0])
            if size <= limits.size:
                yield word.end(), size
                continue
            for start, end in windows(text, *word.span(), limits._replace(overlap=0)):
                yield end, measure(text[start:end])
