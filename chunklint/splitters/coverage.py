"""Which chunks hold a piece of the source whole."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

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
        self._held = held
        self._starts = [start for start, _, _ in held]
        self._ends = [end for _, end, _ in held]
        self._longer = _longer(self._ends)
        self._beside: dict[int, str] = {}  # by chunk: the words of what is added to it and of its heading path

    def parts(self, index: int) -> tuple[tuple[int, int], ...]:
        """Start and end of the parts of the source that a chunk holds, in order."""
        return self._parts[index]

    def holders(self, span: Span) -> Iterator[int]:
        """The numbers of the chunks that hold ``span`` but for white space at its ends, first one last."""
        start, end = self._trimmed(span)
        for at in self._reaching(end, bisect_right(self._starts, start)):
            yield self._held[at][2]

    def touching(self, span: Span) -> list[tuple[int, int, int]]:
        """Start, end and chunk number of the parts of chunks that overlap ``span``, in source order."""
        before = bisect_right(self._starts, span.end - 1)
        return [self._held[at] for at in self._reaching(span.start + 1, before)][::-1]

    def _reaching(self, end: int, before: int) -> Iterator[int]:
        """The parts from ``before`` back that reach to ``end``; those that lie inside of a shorter one are passed."""
        ends, longer = self._ends, self._longer
        at = before - 1
        while at >= 0:
            if ends[at] >= end:
                yield at
                at -= 1
            else:
                at = longer[at]

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


def _longer(ends: list[int]) -> list[int]:
    """For each of ``ends`` the last one before it that is greater; -1 if there is none."""
    found = [-1] * len(ends)
    if ends == sorted(ends):  # most splitters': no part lies inside of another one
        return found
    for index, end in enumerate(ends):
        before = index - 1
        while before >= 0 and ends[before] <= end:
            before = found[before]
        found[index] = before
    return found


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
