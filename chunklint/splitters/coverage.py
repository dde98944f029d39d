"""Which chunks hold a piece of the source whole."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from chunklint.document import Span
from chunklint.splitters.chunk import Chunk


class Coverage:
    """The chunks of a page, asked by source span.

    Parts of a chunk between which only white space or marks were left out count as one.
    """

    def __init__(self, text: str, chunks: Sequence[Chunk]) -> None:
        self.text = text
        self.chunks = chunks
        self._parts = [tuple(_merged(text, chunk.spans)) for chunk in chunks]
        held = sorted((start, end, index) for index, parts in enumerate(self._parts) for start, end in parts)
        self._starts = [start for start, _, _ in held]
        self._held = held
        self._reach = list(accumulate((end for _, end, _ in held), max))  # the furthest end up to here
        self._beside: dict[int, str] = {}  # by chunk: the words of what is added to it and of its heading path

    def parts(self, index: int) -> tuple[tuple[int, int], ...]:
        """Start and end of the parts of the source that a chunk holds, in order."""
        return self._parts[index]

    def holders(self, span: Span) -> Iterator[int]:
        """The numbers of the chunks that hold ``span`` but for white space at its ends, first one last."""
        start, end = self._trimmed(span)
        for at in range(bisect_right(self._starts, start) - 1, -1, -1):
            if self._reach[at] < end:
                return
            if self._held[at][1] >= end:
                yield self._held[at][2]

    def touching(self, span: Span) -> list[tuple[int, int, int]]:
        """Start, end and chunk number of the parts of chunks that overlap ``span``, in source order."""
        at = bisect_right(self._starts, span.end - 1) - 1
        found: list[tuple[int, int, int]] = []
        while at >= 0 and self._reach[at] > span.start:
            if self._held[at][1] > span.start:
                found.append(self._held[at])
            at -= 1
        return found[::-1]

    def whole(self, spans: Sequence[Span]) -> bool:
        """Whether one chunk holds all of ``spans``, in its source or in the text that the splitter adds to it."""
        return next(self.wholes(spans), None) is not None

    def wholes(self, spans: Sequence[Span]) -> Iterator[int]:
        """The numbers of the chunks that hold all of ``spans``."""
        rare = spans[-1]  # what is repeated in front of a chunk (header row, question) is the first of a unit
        for index in self.holders(rare):
            if all(self.holds(index, span) for span in spans[:-1]):
                yield index

    def holds(self, index: int, span: Span) -> bool:
        """Whether the chunk holds ``span``, in its source, in the text added to it or in its heading path."""
        start, end = self._trimmed(span)
        parts = self._parts[index]
        at = bisect_left(parts, (start + 1,)) - 1
        if at >= 0 and end <= parts[at][1]:
            return True
        chunk = self.chunks[index]
        if not (chunk.added or chunk.headings):
            return False
        beside = self._beside.get(index)
        if beside is None:
            beside = self._beside[index] = _words(" ".join((chunk.added, *chunk.headings)))
        return _words(self.text[start:end]) in beside

    def _trimmed(self, span: Span) -> tuple[int, int]:
        text, (start, end) = self.text, span
        if start < end and not text[start].isspace() and not text[end - 1].isspace():
            return span
        source = text[start:end]
        first = start + len(source) - len(source.lstrip())
        return first, max(first, start + len(source.rstrip()))


def _merged(text: str, spans: Sequence[Span]) -> Iterator[tuple[int, int]]:
    if not spans:
        return
    start, end = spans[0]
    for span in spans[1:]:
        if span.start > end and any(sign.isalnum() for sign in text[end : span.start]):
            yield start, end
            start = span.start
        end = max(end, span.end)
    yield start, end


_ATTRIBUTES = re.compile(r"\{[^{}\n]*\}\s*\Z")
_NO_WORD = re.compile(r"[\W_]+")


def _words(text: str) -> str:
    """The letters and digits, with a blank on either side: marks and white space are not always repeated."""
    return f" {_NO_WORD.sub(' ', _ATTRIBUTES.sub('', text)).strip()} "
