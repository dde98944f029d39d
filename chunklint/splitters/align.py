"""Where the text of chunks stands in a page: exactly, else without regard to white space; in linear time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from chunklint.document import Span


class Aligned(NamedTuple):
    """The source of one text; ``exact`` says that it is the same there, character by character."""

    spans: tuple[Span, ...]
    exact: bool


class Aligner:
    """Finds texts in ``source``, one after the other as a splitter makes them.

    Each search starts where the last text started, so that overlap is found and repeated text is told apart by
    its order; only what is not found from there on is looked for from the top.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self._at = 0
        self._packed: tuple[str, list[int]] | None = None  # the source without white space, and where it stood

    def find(self, text: str) -> Aligned | None:
        """Where ``text`` stands; None where it does not, as for text that a splitter adds."""
        body = text.strip()
        if not body:
            return None
        start = self._from(self.source, body, self._at)
        if start >= 0:
            self._at = start + 1
            return Aligned((Span(start, start + len(body)),), True)
        return self._loosely(body)

    def _loosely(self, body: str) -> Aligned | None:
        source, places = self._without_space()
        packed = "".join(body.split())
        first = self._from(source, packed, _index(places, self._at))
        if first < 0:
            return None
        start, end = places[first], places[first + len(packed) - 1] + 1
        self._at = start + 1
        return Aligned((Span(start, end),), False)

    @staticmethod
    def _from(source: str, wanted: str, at: int) -> int:
        found = source.find(wanted, at)
        return found if found >= 0 else source.find(wanted, 0, at + len(wanted))

    def _without_space(self) -> tuple[str, list[int]]:
        if self._packed is None:
            places = [index for index, sign in enumerate(self.source) if not sign.isspace()]
            self._packed = "".join(self.source.split()), places
        return self._packed


def _index(places: list[int], at: int) -> int:
    from bisect import bisect_left

    return bisect_left(places, at)


def align(source: str, texts: Iterable[str]) -> Iterator[Aligned | None]:
    """Where each of ``texts`` stands in ``source``, in their order."""
    aligner = Aligner(source)
    for text in texts:
        yield aligner.find(text)
