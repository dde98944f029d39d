"""Where words stand in a text, whatever its line ends and marks.

A text and what is looked for in it are compared without case, with any run of white space (also line ends and
no-break spaces) as one blank, any form of quotes and dashes alike, and without what Markdown and HTML write and no
reader sees: marks of emphasis and code, table pipes, tags, backslashes in front of signs, the target of a link, and
the signs of headings, lists and quotes that stand alone, also within a line, since a splitter may have joined it. A
word starts where the searched one does ("30 days" is not in "130 days"), may go on in letters ("refund" is in
"refunds"), and never in digits ("5 GB" is not in "1.5 GB", nor "10" in "10.5" or "100").
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from heapq import heapify, heapreplace
from html import unescape

from chunklint.document import Span

# What is read as something else than it is written. Every repetition is bounded or of one class of signs.
_MARKS = r"[ \t]{0,40}(?:(?:[-+*>:‐‑‒–—−]|\#{1,6})[ \t]{1,4}){1,6}"
_WRITTEN = re.compile(
    rf"""(?=[^\w.,;'"{{}}/=+-])(?:  # most signs are read as they are
    (?P<alone>[\n\r ]{_MARKS})
    |(?P<blank>[\n\r]|[ ]{{2,}}|[^\S\n\r ]+|\|)
    |(?P<nothing>[\u00ad\u200b\u2060\ufeff])
    |(?P<tag></?[A-Za-z][^<>\n]{{0,400}}>|<!--)
    |(?P<target>(?<=\])(?:\([^()\s]{{0,2000}}(?:[ \t]{{1,4}}"[^"\n]{{0,300}}")?\)|\[[^\[\]\n]{{0,200}}\]))
    |(?P<bracket>!?\[|\])
    |\\(?P<escaped>[!-/:-@\[-`{{-~])
    |(?P<mark>(?<!\w)[*_`~]{{1,8}}|[*_`~]{{1,8}}(?!\w)|\*\*|`)
    |(?P<entity>&(?:\#\d{{1,7}}|\#[xX][0-9a-fA-F]{{1,6}}|[A-Za-z][A-Za-z0-9]{{1,30}});)
    |(?P<quote>[“”„‟«»])|(?P<apostrophe>[‘’‚‛′])|(?P<dash>[‐‑‒–—−]))
    |(?P<edge>_{{1,8}}(?!\w)|(?<!\w)_{{1,8}})|(?P<long>[ßİﬀ-ﬆ])""",
    re.X,
)
_FIRST = re.compile(_MARKS, re.X)
_ALIKE = {"quote": '"', "apostrophe": "'", "dash": "-"}
# Between words of these scripts there is no blank: a word may start anywhere.
_PACKED = "\u0e00"


class Searchable:
    """A text in the form in which words are compared, and where each part of it stands."""

    def __init__(self, text: str) -> None:
        parts: list[str] = []
        # Where pieces start, in the compared form and in the text; within a piece both go on alike.
        self._starts = array("L")
        self._sources = array("L")
        self._length = 0
        first = _FIRST.match(text)
        at = first.end() if first else 0
        for match in _WRITTEN.finditer(text, at):
            self._add(parts, text[at : match.start()].lower(), at)
            self._add(parts, _read(match), match.start())
            at = match.end()
        self._add(parts, text[at:].lower(), at)
        self.text = "".join(parts)

    def _add(self, parts: list[str], read: str, source: int) -> None:
        if read[:1] == " " and (not parts or parts[-1][-1] == " "):
            read, source = read[1:], source + 1
        if read:
            parts.append(read)
            self._starts.append(self._length)
            self._sources.append(source)
            self._length += len(read)

    def find(self, words: str) -> Iterator[Span]:
        """Where ``words`` (as ``words_of`` gives them) stand in the source, in order."""
        return (self._source(start, start + len(words)) for start in self._found(words))

    def holds(self, words: str) -> bool:
        """Whether ``words`` stand anywhere in the text."""
        return next(self._found(words), None) is not None

    def leads_with(self, words: str) -> bool:
        """Whether the text starts with ``words`` and these end where a word does."""
        start = next((at for at, sign in enumerate(self.text[:200]) if sign.isalnum()), 0)
        after = self.text[start + len(words) : start + len(words) + 1]
        return self.text.startswith(words, start) and not (after.isalnum() and words[-1].isalnum())

    def _found(self, words: str) -> Iterator[int]:
        at = self.text.find(words)
        while at >= 0:
            if self._is_word(at, at + len(words)):
                yield at
            at = self.text.find(words, at + 1)

    def _is_word(self, start: int, end: int) -> bool:
        first, before = self.text[start], self.text[start - 1 : start]
        if first.isalnum() and before and (before.isalnum() or before == "_") and max(before, first) < _PACKED:
            return False
        if first.isdigit() and before in (".", ",") and self.text[start - 2 : start - 1].isdigit():
            return False
        last, after = self.text[end - 1], self.text[end : end + 2]
        return not (last.isdigit() and (after[:1].isdigit() or (after[:1] in (".", ",") and after[1:].isdigit())))

    def _source(self, start: int, end: int) -> Span:
        return Span(self._at(start), self._at(end - 1) + 1)

    def _at(self, offset: int) -> int:
        piece = bisect_right(self._starts, offset) - 1
        return self._sources[piece] + offset - self._starts[piece]


def words_of(text: str) -> str:
    """What is looked for, in the form in which words are compared; empty if it has none."""
    return Searchable(text.strip()).text.strip()


def _read(match: re.Match[str]) -> str:
    """What a reader sees of what is written."""
    kind = match.lastgroup or ""
    if kind in ("alone", "blank", "tag"):
        return " "
    if kind == "escaped":
        return match["escaped"]
    if kind == "entity":
        return " ".join(unescape(match[0]).split()).lower() or " "
    if kind == "long":
        return match[0].casefold()
    return _ALIKE.get(kind, "")


def closest(places: Iterable[Iterable[Span]]) -> tuple[Span, ...]:
    """One place of each of ``places`` so that they stand as close together as they can; empty if one has none.

    Of equals the first ones. Takes time by the number of places.
    """
    lists = [list(spans) for spans in places]
    if not lists or not all(lists):
        return ()
    # The smallest range that touches every list: always move on in the list that is behind.
    heap = [(spans[0], index, 0) for index, spans in enumerate(lists)]
    heapify(heap)
    furthest = max(spans[0].end for spans in lists)
    best = tuple(spans[0] for spans in lists)
    size = furthest - heap[0][0].start
    current = list(best)
    while True:
        _, index, at = heap[0]
        if at + 1 == len(lists[index]):
            return best
        following = lists[index][at + 1]
        current[index] = following
        heapreplace(heap, (following, index, at + 1))
        furthest = max(furthest, following.end)
        if furthest - heap[0][0].start < size:
            size, best = furthest - heap[0][0].start, tuple(current)
