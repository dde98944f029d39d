"""Where the text of chunks stands in a page: exactly, without regard to white space, or to Markdown's marks.

Each of the three takes linear time in the page and the text.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from chunklint.document import Span
from chunklint.splitters.bare import bare
from chunklint.splitters.find import Finder


class Aligned(NamedTuple):
    """The source of one text; ``exact`` says that it is the same there, character by character."""

    spans: tuple[Span, ...]
    exact: bool


# So few letters stand in most pages somewhere.
_LEAST = 8

Reduce = Callable[[str], tuple[str, "array[int]"]]


class Aligner:
    """Finds texts in ``source``, one after the other as a splitter makes them.

    A chunk ends behind the one before it, so that is where each text is looked for first; then from where the last
    one starts, and at the top. So overlap is found, and repeated text is told apart by its order.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self._last = Span(-1, 0)
        self._finder = Finder(source)
        self._reduced: dict[Reduce, tuple[Finder, array[int]]] = {}  # the source, and where each of its signs stood

    def find(self, text: str, at: int | None = None) -> Aligned | None:
        """Where ``text`` stands; None where it does not, as for text that a splitter adds.

        ``at`` is where it is said to stand, an offset in the source: if it does, it is not looked for.
        """
        body = text.strip()
        if not body:
            return None
        start = self._said(text, body, at)
        if start < 0:
            start = self._from(self._finder, body, self._last)
        if start >= 0:
            return self._found(start, start + len(body), True)
        return self._loosely(body, without_space, 1)

    def find_bare(self, text: str) -> Aligned | None:
        """Where ``text`` stands but for Markdown's marks, as it does when chunks were made of a rendered page.

        For what ``find`` does not find, also without what a splitter adds: a heading path in front is like a heading.
        """
        return self._loosely(text.strip(), bare, _LEAST)

    def _said(self, text: str, body: str, at: int | None) -> int:
        if at is None or at < 0:
            return -1
        start = at + len(text) - len(text.lstrip())
        return start if self.source.startswith(body, start) else -1

    def _loosely(self, body: str, reduce: Reduce, least: int) -> Aligned | None:
        wanted, own = reduce(body)
        if len(wanted) < least:
            return None
        if reduce not in self._reduced:
            reduced, places = reduce(self.source)
            self._reduced[reduce] = Finder(reduced), places
        finder, places = self._reduced[reduce]
        last = Span(*(bisect_left(places, max(offset, 0)) for offset in self._last))
        first = self._from(finder, wanted, last if self._last.start >= 0 else Span(-1, 0))
        if first < 0:
            return None
        start, end = places[first], places[first + len(wanted) - 1] + 1
        before, behind = own[0], own[-1] + 1  # in the text; what both have there was left out by ``reduce`` only
        while start and before and self.source[start - 1] == body[before - 1]:
            start, before = start - 1, before - 1
        while end < len(self.source) and behind < len(body) and self.source[end] == body[behind]:
            end, behind = end + 1, behind + 1
        found = self.source[start:end]
        return self._found(start + len(found) - len(found.lstrip()), start + len(found.rstrip()), False)

    def _found(self, start: int, end: int, exact: bool) -> Aligned:
        self._last = Span(start, end)
        return Aligned((self._last,), exact)

    @staticmethod
    def _from(source: Finder, wanted: str, last: Span) -> int:
        """The first place behind the last text, which may start in it; else the next one; else the first of all."""
        behind, next_ = max(last.start, last.end - len(wanted)) + 1, last.start + 1
        found = source.find(wanted, behind)
        if found < 0 and next_ < behind:
            found = source.find(wanted, next_, behind + len(wanted))
        return found if found >= 0 else source.find(wanted, 0, next_ + len(wanted))


def without_space(text: str) -> tuple[str, array[int]]:
    """The signs of ``text`` that are no white space, and the offset of each."""
    return "".join(text.split()), array("L", (index for index, sign in enumerate(text) if not sign.isspace()))


def align(source: str, texts: Iterable[str]) -> Iterator[Aligned | None]:
    """Where each of ``texts`` stands in ``source``, in their order."""
    aligner = Aligner(source)
    for text in texts:
        yield aligner.find(text)
