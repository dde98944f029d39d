"""LangChain's recursive splitters, on offsets.

A text is cut before each occurrence of the first separator that it holds; neighbours are merged as long as they
fit, the last of them are repeated as overlap, and a piece that is too long alone is cut again at the separators
that follow. What goes in and out is langchain-text-splitters 1.1.3's, chunk by chunk; the way is another one:
no piece is ever sliced out or joined, since pieces that touch are one span, and where a chunk ends is found by
bisection in the offsets of the cuts.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from pathlib import PurePath
from typing import NamedTuple, TypeAlias

from chunklint.document import Document, Span
from chunklint.splitters.chunk import Chunk, Limits
from chunklint.splitters.lengths import Length, length

Piece: TypeAlias = tuple[int, str]  # where it starts, and its text


class Separator(NamedTuple):
    """What a text is cut at, and the pattern of the places where it is."""

    text: str
    pattern: re.Pattern[str]


# The first one that a text holds cuts it; after the last one it is cut between any two characters.
Separators: TypeAlias = tuple[Separator, ...]


def literal(*separators: str, overlapping: bool = False) -> Separators:
    """``separators``, each for what it is and not as a pattern; ``overlapping``: wherever one stands."""
    form = "(?={})" if overlapping else "{}"
    return tuple(Separator(text, re.compile(form.format(re.escape(text)))) for text in separators)


DEFAULT = literal("\n\n", "\n", " ")
# MarkdownTextSplitter has patterns for headings and rules, but does not say that they are patterns, so they are
# looked for as the characters that they are written with: what remains is the end of a line of three backticks.
MARKDOWN = literal("\n#{1,6} ", "```\n", "\n\\*\\*\\*+\n", "\n---+\n", "\n___+\n", "\n\n", "\n", " ")
# LangChain for JavaScript splits in front of each place where the separator stands.
_JAVASCRIPT = literal("\n\n", "\n", " ", overlapping=True)


def langchain(document: Document, limits: Limits) -> Iterable[Chunk]:
    """LangChain's RecursiveCharacterTextSplitter at its separators."""
    return _chunks(document.text, limits, DEFAULT)


def markdown(document: Document, limits: Limits) -> Iterable[Chunk]:
    """LangChain's MarkdownTextSplitter."""
    return _chunks(document.text, limits, MARKDOWN)


def anythingllm(document: Document, limits: Limits) -> Iterable[Chunk]:
    """AnythingLLM's splitter: LangChain's for JavaScript, with a head that names the document in front of each chunk.

    The head of an uploaded file says its name, which it takes for the title, and when it was added, which is
    left out here. Lengths are those of the text without the head, in code points instead of UTF-16 units.
    """
    name = PurePath(document.path).name or document.title
    added = f"<document_metadata>\nsourceDocument: {name}\n</document_metadata>\n\n" if name else ""
    for chunk in _chunks(document.text, limits, _JAVASCRIPT):
        yield Chunk(chunk.spans, added + chunk.text, added)


def split(text: str, limits: Limits, separators: Separators, *, behind: bool = False) -> list[Piece]:
    """The chunks of ``text``, without the blanks at their ends; blank ones are left out.

    ``behind``: the text is cut behind separators and not before them.
    A piece that is as long as the size, or longer, and cannot be cut (one character) is a chunk as it is.
    """
    if limits.unit == "characters" and 1 < len(text) <= limits.size:
        # Whatever it is cut at, it is merged again.
        piece = text.lstrip()
        return [(len(text) - len(piece), piece.rstrip())] if piece else []
    splitter = _Splitter(text, limits, separators, behind)
    splitter.split(0, len(text), 0)
    return splitter.found


def _chunks(text: str, limits: Limits, separators: Separators) -> Iterator[Chunk]:
    for start, piece in split(text, limits, separators):
        yield Chunk((Span(start, start + len(piece)),), piece)


class _Splitter:
    """Cuts one text. ``found`` is a list because generators in each other cost as much as the cutting itself."""

    __slots__ = ("_behind", "_length", "_overlap", "_separators", "_size", "_text", "found")

    def __init__(self, text: str, limits: Limits, separators: Separators, behind: bool) -> None:
        self._text = text
        self._behind = behind
        self._separators = separators
        self._size = limits.size
        self._overlap = limits.overlap
        self._length: Length | None = None if limits.unit == "characters" else length(limits)
        self.found: list[Piece] = []

    def split(self, start: int, end: int, level: int) -> None:
        """Find the chunks of ``text[start:end]``, cut at the separators from ``level`` on."""
        direct = self._length is None and not self._behind
        for separator, pattern in self._separators[level:]:
            level += 1
            if self._text.find(separator, start, end) >= 0:
                if direct and len(separator) == 1:
                    return self._split_before(separator, start, end, level)
                return self._split_at(self._cuts(pattern, start, end), level)
        return self._split_at(range(start, end + 1), level + 1)

    def _split_before(self, sign: str, start: int, end: int, level: int) -> None:
        """Split before one character, with lengths in characters: as ``_split_at``, without a list of the cuts."""
        text, size, overlap = self._text, self._size, self._overlap
        first = stop = start  # of a chunk
        while stop < end:
            after = text.find(sign, stop + 1, end)
            if after < 0:
                after = end
            if after - stop >= size:
                self.split(stop, after, level)
                first = stop = after
                continue
            if first < stop:
                first = text.find(sign, max(stop - overlap, after - size), stop + 1)
            stop = end if end - first <= size else text.rfind(sign, after, first + size + 1)
            self._keep(first, stop)

    def _split_at(self, cuts: Sequence[int], level: int) -> None:
        lengths = self._lengths(cuts)
        first = 0
        for long in self._long(lengths):
            self._merge(cuts, lengths, first, long)
            if level > len(self._separators):
                self.found.append((cuts[long], self._text[cuts[long] : cuts[long + 1]]))
            else:
                self.split(cuts[long], cuts[long + 1], level)
            first = long + 1
        self._merge(cuts, lengths, first, len(cuts) - 1)

    def _cuts(self, pattern: re.Pattern[str], start: int, end: int) -> list[int]:
        """Where the pieces of ``text[start:end]`` start, with its end."""
        found = pattern.finditer(self._text, start, end)
        cuts = [match.end() for match in found] if self._behind else [match.start() for match in found]
        if cuts[0] != start:
            cuts.insert(0, start)
        if cuts[-1] != end:
            cuts.append(end)
        return cuts

    def _lengths(self, cuts: Sequence[int]) -> Sequence[int]:
        """The lengths of all that stands before each cut; only differences of them are of use."""
        measure, text = self._length, self._text
        if measure is None:
            return cuts
        return list(accumulate((measure(text[start:end]) for start, end in pairwise(cuts)), initial=0))

    def _long(self, lengths: Sequence[int]) -> Sequence[int]:
        """The pieces that are not merged: LangChain merges only what is shorter than the size."""
        size = self._size
        if isinstance(lengths, range):
            return range(len(lengths) - 1) if size == 1 else ()
        return [index for index, (start, end) in enumerate(pairwise(lengths)) if end - start >= size]

    def _merge(self, cuts: Sequence[int], lengths: Sequence[int], first: int, last: int) -> None:
        """Find chunks of the pieces from ``first`` to before ``last``, each shorter than the size.

        A chunk starts at the first piece of the one before from which no more is left than the overlap,
        and with which the next piece has room.
        """
        size, overlap = self._size, self._overlap
        while first < last:
            stop = bisect_right(lengths, lengths[first] + size, first, last + 1) - 1
            self._keep(cuts[first], cuts[stop])
            if stop == last:
                return
            first = bisect_left(lengths, max(lengths[stop] - overlap, lengths[stop + 1] - size), first, stop)

    def _keep(self, start: int, end: int) -> None:
        piece = self._text[start:end].lstrip()
        if piece:
            self.found.append((end - len(piece), piece.rstrip()))
