"""Text that a splitter makes of a page, and where each part of it stands in the source."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import islice
from operator import ge, itemgetter

from chunklint.document import Span

# Maps have about as many spans as a page has lines: half of their making is a NamedTuple's __new__ in Python.
_tuple = tuple.__new__


class SourceMap:
    """A text made of pieces of the source, with text between them that is not from there.

    ``text`` is what the splitter goes on with; ``spans`` leads from its offsets back to the source.
    """

    __slots__ = ("_source", "_starts", "_touching", "text")

    def __init__(self, text: str, pieces: Iterable[tuple[int, Span]]) -> None:
        """``pieces`` are offsets in ``text`` with the source span that stands there, in order of the text."""
        found = [piece for piece in pieces if piece[1].start < piece[1].end]
        self.text = text
        self._starts = [at for at, _ in found]
        self._source = [span for _, span in found]
        self._touching = _touch(self._source)

    @classmethod
    def of_runs(cls, source: str, runs: Iterable[tuple[str, int, int]]) -> SourceMap:
        """The text of ``runs``: a joiner that is not from the source, and start and end of what follows it there."""
        made = cls.__new__(cls)
        starts: list[int] = []
        spans: list[Span] = []
        touching = False
        parts: list[str] = []
        at = 0
        last = -1
        for joiner, start, end in runs:
            parts.append(joiner)
            at += len(joiner)
            if start < end:
                parts.append(source[start:end])
                starts.append(at)
                spans.append(_tuple(Span, (start, end)))
                at += end - start
                if start <= last:
                    touching = True
                last = end
        made.text = "".join(parts)
        made._starts, made._source, made._touching = starts, spans, touching
        return made

    def replaced(self, removed: Iterable[tuple[int, int]], by: str = "") -> SourceMap:
        """The same text with ``by``, which is not from the source, for each of ``removed``: offsets, in order."""
        parts: list[str] = []
        pieces: list[tuple[int, Span]] = []
        at = done = 0
        for start, end in (*removed, (len(self.text), len(self.text))):
            parts += self.text[done:start], by
            pieces.extend((at + offset - done, span) for offset, span in self._pieces(done, start))
            at += start - done + len(by)
            done = end
        return SourceMap("".join(parts[:-1]), pieces) if len(parts) > 2 else self

    def followed(self, joiner: str, other: SourceMap) -> SourceMap:
        """The text with ``joiner``, which is not from the source, and ``other``'s behind."""
        text = self.text + joiner
        pieces = [*zip(self._starts, self._source, strict=True)]
        pieces += ((len(text) + at, span) for at, span in zip(other._starts, other._source, strict=True))
        return SourceMap(text + other.text, pieces)

    def _pieces(self, start: int, end: int) -> Iterator[tuple[int, Span]]:
        """The pieces that stand in ``text[start:end]``, cut to it."""
        for index in range(max(bisect_right(self._starts, start) - 1, 0), bisect_left(self._starts, end)):
            at, span = self._starts[index], self._source[index]
            first = max(start - at, 0)
            if first < span.end - span.start:
                yield at + first, Span(span.start + first, min(span.end, span.start + end - at))

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        """The source of ``text[start:end]``; pieces that touch in the source become one span."""
        starts = self._starts
        first = bisect_right(starts, start)
        first -= first > 0
        last = bisect_left(starts, end, first)
        found = self._source[first:last]
        if not found:
            return ()
        # Only the outer pieces can be cut.
        origin, stop = found[-1]
        reach = origin + end - starts[last - 1]
        if reach < stop:
            found[-1] = _tuple(Span, (origin, reach))
        begin, stop = found[0]
        skipped = start - starts[first]
        if skipped > 0:
            found[:1] = [_tuple(Span, (begin + skipped, stop))] if begin + skipped < stop else []
        return _joined(found) if self._touching else tuple(found)


def _touch(spans: list[Span]) -> bool:
    """Whether one of ``spans`` may go on where the one before it ends: most texts have none, and need no joining."""
    return any(map(ge, map(itemgetter(1), spans), map(itemgetter(0), islice(spans, 1, None))))


def _joined(spans: list[Span]) -> tuple[Span, ...]:
    joined = spans[:1]
    for span in spans[1:]:
        if joined[-1].start <= span.start <= joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return tuple(joined)
