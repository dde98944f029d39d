"""Haystack's ``DocumentSplitter``: so many words a chunk, and nothing but spaces parts words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from chunklint.document import Document, Span
from chunklint.splitters.chunk import Chunk, Limits


def haystack(document: Document, limits: Limits) -> Iterator[Chunk]:
    """haystack-ai's splitter by words at its defaults: ``size`` words, the last ``overlap`` of them repeated.

    Two spaces hold an empty word, and lines joined by a line feed are one word. Counts words, whatever the unit.
    """
    text = document.text
    size = limits.size or len(text)
    # Where each word ends, with the space behind it.
    ends = [end + index for index, end in enumerate(accumulate(map(len, text.split(" "))), 1)]
    ends[-1] = len(text)
    done = 0
    for first in range(0, len(ends), size - limits.overlap):
        last = min(first + size, len(ends))
        start, end = (ends[first - 1] if first else 0), ends[last - 1]
        if end > done:  # else only the empty word behind a space at the end would be new
            yield Chunk((Span(start, end),), text[start:end])
            done = end
        if last == len(ends):
            break
