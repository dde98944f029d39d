"""Splitters that keep sentences whole: LlamaIndex's, and likenesses of three services'."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from chunklint.document import Document
from chunklint.document.sentences import boundaries
from chunklint.splitters.chunk import Chunk, Limits
from chunklint.splitters.lengths import length_within, surely_within
from chunklint.splitters.pieces import Level, Pieces, cut, pack, repeat, stripped
from chunklint.splitters.punkt import sentence_starts

_PHRASE = re.compile(r"[^,.;。？！]+[,.;。？！]?|[,.;。？！]")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def llamaindex(document: Document, limits: Limits) -> Iterator[Chunk]:
    """llama-index-core 0.14's ``SentenceSplitter`` without metadata.

    Parts a text over the limit at three line feeds, sentences, phrases, spaces, characters, and packs
    the parts. A character over the limit, which stops LlamaIndex with an error, becomes a chunk.
    """
    text, size = document.text, limits.size
    if surely_within(text, limits):
        yield from stripped(text, 0, len(text))
        return
    measure = length_within(text, limits, special=True)
    if measure(text) <= size:
        yield from stripped(text, 0, len(text))
        return
    pieces = cut(text, (_paragraphs, sentence_starts, _phrases, _words), size, measure)
    yield from pack(pieces, size, repeat(pieces, limits.overlap))


def whole_sentences(document: Document, limits: Limits) -> Iterator[Chunk]:
    """As many whole sentences as fit; one that does not fit alone is cut at lines, then spaces."""
    pieces = _sentence_pieces(document, limits)
    yield from pack(pieces, limits.size or len(pieces.text), repeat(pieces, limits.overlap))


def elastic(document: Document, limits: Limits) -> Iterator[Chunk]:
    """The same, but the overlap of the limits counts sentences."""
    pieces = _sentence_pieces(document, limits)
    yield from pack(pieces, limits.size or len(pieces.text), lambda first, end: max(end - limits.overlap, first))


def _sentence_pieces(document: Document, limits: Limits) -> Pieces:
    text = document.text
    if surely_within(text, limits):
        return Pieces(text, array("Q", [0]), array("Q", [0, 1]))  # one, however long it is
    return cut(text, _levels(document), limits.size, length_within(text, limits))


def azure(document: Document, limits: Limits) -> Iterator[Chunk]:
    """Chunks of up to ``size`` characters that end with a sentence, else a word, and start ``overlap`` characters back.

    Counts characters, whatever the unit.
    """
    text, size = document.text, limits.size or len(document.text)
    ends = [*(_levels(document)[0](text, 0, len(text))), len(text)]
    start = done = 0
    while done < len(text):
        most = start + size
        stop = ends[bisect_right(ends, most) - 1]
        if stop <= done:
            stop = text.rfind(" ", done, most) + 1 or most
        yield from stripped(text, start, stop)
        start, done = max(start, stop - limits.overlap), stop


def _paragraphs(text: str, start: int, end: int) -> Sequence[int]:
    return _before("\n\n\n", text, start, end)


def _words(text: str, start: int, end: int) -> Sequence[int]:
    return _before(" ", text, start, end)


def _before(separator: str, text: str, start: int, end: int) -> Sequence[int]:
    found = [start]
    at = text.find(separator, start, end)
    if at == start:
        at = text.find(separator, at + len(separator), end)
    while at >= 0:
        found.append(at)
        at = text.find(separator, at + len(separator), end)
    return found


def _phrases(text: str, start: int, end: int) -> Sequence[int]:
    return [match.start() for match in _PHRASE.finditer(text, start, end)]


def _lines(text: str, start: int, end: int) -> Sequence[int]:
    return [match.start() for match in _LINE.finditer(text, start, end)]


def _levels(document: Document) -> Sequence[Level]:
    """Sentences by the linter's own segmenter, which starts anew at every blank line; lines; words."""
    language = document.language

    def sentences(text: str, start: int, end: int) -> Sequence[int]:
        return [start + first for first, _ in boundaries(text[start:end], language)]

    return sentences, _lines, _words
