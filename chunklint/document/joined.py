"""The lines of a paragraph as one text without container marks, and where each part of it stands."""

from __future__ import annotations

from bisect import bisect_right

from chunklint.document.document import Document
from chunklint.document.model import Span


class Joined:
    """``text`` is the text of ``lines`` joined by newlines."""

    __slots__ = ("_lines", "_starts", "text")

    def __init__(self, document: Document, lines: tuple[Span, ...]) -> None:
        self.text = document.words(lines)
        self._lines = lines
        self._starts = [0]
        for start, end in lines[:-1]:
            self._starts.append(self._starts[-1] + end - start + 1)

    def source(self, start: int, end: int) -> Span:
        """The source of ``text[start:end]``, with the marks between its lines."""
        starts, lines = self._starts, self._lines
        first, last = bisect_right(starts, start) - 1, bisect_right(starts, max(end - 1, start)) - 1
        return Span(start - starts[first] + lines[first].start, end - starts[last] + lines[last].start)
