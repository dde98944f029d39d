"""How many answer units of a page a splitter keeps whole, and what its chunks cost."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from chunklint.document import Document
from chunklint.splitters.chunk import Limits
from chunklint.splitters.configured import Configured
from chunklint.splitters.lengths import length
from chunklint.splitters.split import PageUnits, Split
from chunklint.units import KINDS, Kind

# Chunks are compared in tokens, whatever their splitter counts in.
TOKENS = Limits(0, 0, "tokens", "o200k_base")
# What tables and charts call the kinds of units.
TITLES: Mapping[str, str] = {
    "sentence": "sentences",
    "answer": "answers",
    "row": "rows",
    "steps": "lists",
    "code": "code",
    "condition": "conditions",
    "protected": "numbers",
}


class Kept(NamedTuple):
    """How many units of a kind there are, and how many of them some chunk holds whole."""

    whole: int = 0
    total: int = 0

    @property
    def share(self) -> float:
        """From 0 to 1; 1 where there is nothing to keep."""
        return self.whole / self.total if self.total else 1.0


class Survival(NamedTuple):
    """What a splitter makes of one page, or of several added up; ``tokens`` has one number a chunk."""

    kinds: Mapping[Kind, Kept]
    tokens: array[int]
    source_tokens: int

    @property
    def share(self) -> float:
        """The mean of the shares of the kinds that the pages have: each kind counts the same."""
        shares = [each.share for each in self.kinds.values() if each.total]
        return sum(shares) / len(shares) if shares else 1.0

    @property
    def lost(self) -> int:
        return sum(each.total - each.whole for each in self.kinds.values())


def survival(document: Document, splitters: Iterable[Configured]) -> Iterator[Survival]:
    """What each of ``splitters`` makes of a page. Tokens are exact with the extra ``tokens``, else estimated."""
    page_units = PageUnits(document)
    source_tokens = length(TOKENS)(document.text)
    for splitter in splitters:
        yield _survival(Split(document, splitter, page_units), source_tokens)


def _survival(split: Split, source_tokens: int) -> Survival:
    kinds = {kind: kept(split, kind) for kind in KINDS}
    return Survival(kinds, array("L", map(length(TOKENS), (chunk.text for chunk in split.chunks))), source_tokens)


def kept(split: Split, kind: Kind) -> Kept:
    """How many units of a kind some chunk holds whole."""
    units = split.units.of(kind)
    return Kept(sum(map(split.is_whole, units)), len(units))


def read_ahead(splitters: Sequence[Configured]) -> None:
    """Load what ``survival`` reads once: modules, and the vocabularies that count tokens."""
    deque(survival(Document("What is read once, is read now.\n"), splitters), maxlen=0)
    for limits in (TOKENS, *(splitter.limits for splitter in splitters)):
        length(limits)("word")


class Sum:
    """What a splitter makes of several pages, added up page by page. ``lost`` has the units lost by each page."""

    __slots__ = ("_kinds", "_source_tokens", "_tokens", "lost")

    def __init__(self) -> None:
        self._kinds = dict.fromkeys(KINDS, Kept())
        self._tokens = array("L")
        self._source_tokens = 0
        self.lost = array("L")

    def add(self, page: Survival) -> None:
        for kind, (whole, total) in page.kinds.items():
            known = self._kinds[kind]
            self._kinds[kind] = Kept(known.whole + whole, known.total + total)
        self._tokens += page.tokens
        self._source_tokens += page.source_tokens
        self.lost.append(page.lost)

    @property
    def whole(self) -> Survival:
        """The survival of all of them."""
        return Survival(self._kinds, self._tokens, self._source_tokens)
