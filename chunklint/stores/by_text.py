"""Which page a chunk is of, by its words: for stores that do not say it, or not so that one page is meant."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from zlib import crc32

_WORD = re.compile(r"[^\W_]+")
# Runs of so many words are kept, and of these one in so many, chosen by its checksum: the same in page and chunk.
_RUN = 6
_KEPT = 4


class ByText:
    """The runs of words of many pages."""

    def __init__(self, pages: Iterable[tuple[str, str]]) -> None:
        """``pages`` are names and texts."""
        self._names: dict[int, list[str]] = defaultdict(list)
        for name, text in pages:
            for run in set(_runs(text)):
                self._names[run].append(name)

    def of(self, text: str, among: Collection[str] = ()) -> str | None:
        """The page that has most of the runs of ``text``, one of ``among`` if given; None if none has any."""
        votes: Counter[str] = Counter()
        for run in set(_runs(text)):
            names = self._names.get(run, ())
            for name in names:
                if not among or name in among:
                    votes[name] += 1
        return votes.most_common(1)[0][0] if votes else None


def _runs(text: str) -> Iterator[int]:
    words = [match[0].encode("utf-8", "surrogatepass") for match in _WORD.finditer(text)]
    for index in range(len(words) - _RUN + 1):
        run = crc32(b" ".join(words[index : index + _RUN]))
        if run % _KEPT == 0:
            yield run
