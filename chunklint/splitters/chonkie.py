"""Chonkie's RecursiveChunker at its defaults, on offsets.

A text is cut behind each delimiter of the first level; pieces with fewer than 24 bytes go with a neighbour, and
neighbours are merged as long as they fit. What is still too long is cut at the next level, and at the last one
anywhere. Nothing is stripped, repeated or left out: the chunks are the page. Read in chonkie 1.7.0 and
chonkie-core 0.10.2.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise

from chunklint.document import Document, Span
from chunklint.splitters.chunk import Chunk, Limits
from chunklint.splitters.fixed import windows
from chunklint.splitters.lengths import length

_LEAST = 24  # of a piece, in bytes of UTF-8
# Paragraphs, sentences, pauses, words; of delimiters at one place the one named first counts.
_LEVELS = (
    re.compile(r"\n\n|\r\n|\n|\r"),
    re.compile(r"[.!?] "),
    re.compile(r"""[{}"\[\]<>():;,—|~\-`']|\.\.\."""),
    re.compile(r" "),
)


def chonkie(document: Document, limits: Limits) -> Iterable[Chunk]:
    """Chonkie's RecursiveChunker; ``limits.overlap`` is not used, since it has none.

    Its default tokenizer counts characters. Of the others those for words and for tokens are ``limits.unit``;
    what it cuts anywhere are then windows of words or tokens.
    """
    text = document.text
    for start, end in _Chunker(text, limits).split(0, len(text), 0) if text else ():
        yield Chunk((Span(start, end),), text[start:end])


class _Chunker:
    """Cuts one text."""

    __slots__ = ("_ascii", "_length", "_limits", "_text")

    def __init__(self, text: str, limits: Limits) -> None:
        self._text = text
        self._ascii = text.isascii()
        self._limits = limits
        self._length = None if limits.unit == "characters" else length(limits)

    def split(self, start: int, end: int, level: int) -> Iterator[tuple[int, int]]:
        """The chunks of ``text[start:end]``, cut at the delimiters from ``level`` on."""
        if level == len(_LEVELS):
            yield from windows(self._text, start, end, self._limits._replace(overlap=0))
            return
        cuts = list(self._cuts(start, end, level))
        lengths = self._lengths(cuts)
        size = self._limits.size
        first, last = 0, len(cuts) - 1
        while first < last:
            stop = max(bisect_right(lengths, lengths[first] + size, first, last + 1) - 1, first + 1)
            if lengths[stop] - lengths[first] > size:
                yield from self.split(cuts[first], cuts[stop], level + 1)
            else:
                yield cuts[first], cuts[stop]
            first = stop

    def _cuts(self, start: int, end: int, level: int) -> Iterator[int]:
        """Where the pieces of ``text[start:end]`` start, and its end: behind delimiters, no two pieces too close."""
        yield start
        cut = piece = start
        for match in _LEVELS[level].finditer(self._text, start, end):
            if self._enough(cut, piece) and self._enough(piece, match.end()):
                yield piece
                cut = piece
            piece = match.end()
        if self._enough(cut, piece) and self._enough(piece, end):
            yield piece
        yield end

    def _enough(self, start: int, end: int) -> bool:
        if self._ascii or end - start >= _LEAST:
            return end - start >= _LEAST
        return len(self._text[start:end].encode("utf-8", "surrogatepass")) >= _LEAST

    def _lengths(self, cuts: Sequence[int]) -> Sequence[int]:
        """The lengths of all that stands before each cut; only differences of them are of use."""
        measure, text = self._length, self._text
        if measure is None:
            return cuts
        return list(accumulate((measure(text[start:end]) for start, end in pairwise(cuts)), initial=0))
