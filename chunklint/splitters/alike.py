"""Where a text stands in a page in parts, or as it was before the page changed: by runs of words."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from functools import cached_property
from typing import NamedTuple

from chunklint.document import Span

_WORD = re.compile(r"[^\W_]+")
# So many words in a row are looked up; shorter runs stand in most pages.
RUN = 4
# So many places of a run are compared: a list of releases has the same few words in every line.
_TRIED = 8
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
            count, place = self._longest(words, at, expected, anywhere=not found)
            if not count:
                at += 1
                continue
            last = at + count - 1
            own = Span(spans[at].start, spans[last].end)
            there = Span(self._spans[place].start, self._spans[place + count - 1].end)
            found.append(Part(own, self._with_marks(text, own, there)))
            held, at, expected = held + count, at + count, place + count
        return tuple(found), held / len(words) if words else 0.0

    @cached_property
    def _lines(self) -> dict[str, list[int]]:
        """Where each line of the page starts, by its text without the white space around it."""
        found: dict[str, list[int]] = defaultdict(list)
        at = 0
        for line in self.source.splitlines(keepends=True):
            if own := line.strip():
                found[own].append(at + len(line) - len(line.lstrip()))
            at += len(line)
        return found

    def lines(self, text: str, near: int = 0) -> tuple[Span, ...]:
        """The lines of ``text`` where all of them are lines of the page, in its order; else nothing.

        For texts that are too short for runs of words; the first line is looked for from the offset ``near`` on.
        """
        spans: list[Span] = []
        for line in filter(None, map(str.strip, text.splitlines())):
            places = self._lines.get(line, [])
            index = bisect_left(places, spans[-1].end if spans else near)
            if index == len(places) and (spans or not places):
                return ()
            start = places[index % len(places)]
            spans.append(Span(start, start + len(line)))
        return tuple(spans)

    def _longest(self, words: list[str], at: int, expected: int, anywhere: bool) -> tuple[int, int]:
        """How many words from ``at`` on stand in a row in the page, and where: the best of the next few places."""
        places = self._runs.get(tuple(words[at : at + RUN]), [])
        first = bisect_left(places, expected)
        near = places[first : first + _TRIED] or (places[:_TRIED] if anywhere else [])
        found = ((self._same(words, at, place), -index, place) for index, place in enumerate(near))
        count, _, place = max(found, default=(0, 0, 0))
        return count, place

    def _same(self, words: list[str], at: int, place: int) -> int:
        count = RUN
        while (
            at + count < len(words)
            and place + count < len(self._words)
            and words[at + count] == self._words[place + count]
        ):
            count += 1
        return count

    def _with_marks(self, text: str, own: Span, there: Span) -> Span:
        """A part of the page with the marks in front and behind that the text has too, such as a full stop."""
        start, first = there.start, own.start
        while start and first and text[first - 1] == self.source[start - 1] and not text[first - 1].isalnum():
            start, first = start - 1, first - 1
        end, last = there.end, own.end
        while (
            end < len(self.source) and last < len(text) and text[last] == self.source[end] and not text[last].isalnum()
        ):
            end, last = end + 1, last + 1
        found = self.source[start:end]
        return Span(start + len(found) - len(found.lstrip()), start + len(found.rstrip()))
