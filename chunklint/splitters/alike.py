"""Where a text stands in a page in parts, or as it was before the page changed: by runs of words."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from typing import NamedTuple

from chunklint.document import Span

_WORD = re.compile(r"[^\W_]+")
# So many words in a row are looked up; shorter runs stand in most pages.
RUN = 4
# So many parts of a text are told apart: one that is strewn over a page is not of it.
_MOST_PARTS = 50


class Part(NamedTuple):
    """Words of a text that stand in the page in a row: both spans hold the same words."""

    text: Span
    source: Span


class Alike:
    """The words of a page, asked for those of a text."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._spans = [Span(*match.span()) for match in _WORD.finditer(source)]
        self._words = [source[start:end] for start, end in self._spans]
        self._runs: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for index in range(len(self._words) - RUN + 1):
            self._runs[tuple(self._words[index : index + RUN])].append(index)

    def parts(self, text: str, near: int = 0) -> tuple[tuple[Part, ...], float]:
        """The parts of ``text`` that stand in the page, in the order of both, and the share of its words in them.

        The first one is looked for from the offset ``near`` on.
        """
        spans = [Span(*match.span()) for match in _WORD.finditer(text)]
        words = [text[start:end] for start, end in spans]
        found: list[Part] = []
        held = at = 0
        expected = bisect_left(self._spans, (near,))
        while at < len(words) and len(found) < _MOST_PARTS:
            places = self._runs.get(tuple(words[at : at + RUN]), [])
            place = next(iter(places[bisect_left(places, expected) :][:1]), None) if places else None
            if place is None and places and not found:
                place = places[0]
            if place is None:
                at += 1
                continue
            count = self._same(words, at, place)
            source = self._with_marks(text, spans[at + count - 1].end, self._spans[place + count - 1].end)
            found.append(Part(Span(spans[at].start, spans[at + count - 1].end), Span(self._spans[place].start, source)))
            held, at, expected = held + count, at + count, place + count
        return tuple(found), held / len(words) if words else 0.0

    def _same(self, words: list[str], at: int, place: int) -> int:
        count = RUN
        while (
            at + count < len(words)
            and place + count < len(self._words)
            and words[at + count] == self._words[place + count]
        ):
            count += 1
        return count

    def _with_marks(self, text: str, at: int, end: int) -> int:
        """The end of a part with the marks behind its last word that both have, such as a full stop."""
        while at < len(text) and end < len(self.source) and text[at] == self.source[end] and not text[at].isspace():
            at, end = at + 1, end + 1
        return end
