"""Text that a splitter makes of a page, and where each part of it stands in the source."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import pairwise

from chunklint.document import Span


class SourceMap:
    """A text made of pieces of the source, with text between them that is not from there.

    ``text`` is what the splitter goes on with; ``spans`` leads from its offsets back to the source.
    """

    __slots__ = ("_source", "_starts", "text")

    def __init__(self, text: str, pieces: Iterable[tuple[int, Span]]) -> None:
        """``pieces`` are offsets in ``text`` with the source span that stands there, in order."""
        self.text = text
        self._starts: list[int] = []
        self._source: list[Span] = []
        for start, span in pieces:
            self._starts.append(start)
            self._source.append(span)

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        """The source of ``text[start:end]``; pieces that touch in the source become one span."""
        found: list[Span] = []
        for index in range(max(bisect_right(self._starts, start) - 1, 0), len(self._starts)):
            at, span = self._starts[index], self._source[index]
            if at >= end:
                break
            first = span.start + max(start - at, 0)
            last = min(span.start + end - at, span.end)
            if first < last:
                found.append(Span(first, last))
        return _joined(found)


def _joined(spans: list[Span]) -> tuple[Span, ...]:
    if not any(a.end >= b.start for a, b in pairwise(spans)):
        return tuple(spans)
    joined = spans[:1]
    for span in spans[1:]:
        if joined[-1].end >= span.start:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return tuple(joined)
