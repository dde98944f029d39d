"""A splitter that cuts where the meaning changes: LlamaIndex's ``SemanticSplitterNodeParser``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from chunklint.document import Document, Span
from chunklint.embedding import Embed, EmbeddingError, embedder
from chunklint.splitters.chunk import Chunk, Limits, Splitter
from chunklint.splitters.configured import SplitterError
from chunklint.splitters.punkt import sentence_starts

_BUFFER = 1  # sentences on either side that count with one
_PERCENTILE = 95  # of the distances on a page: what exceeds it is cut


def by_model(name: str) -> Splitter:
    """The splitter with the embedding model in the folder ``name``, or the one of that name in the local cache.

    The model is loaded when the first page is split, which raises ``SplitterError`` where it cannot be.
    """

    def split(document: Document, limits: Limits) -> Iterator[Chunk]:
        try:
            embed = embedder(name)
        except EmbeddingError as error:
            raise SplitterError("model", str(error)) from error
        return semantic(document.text, embed)

    return split


def no_model(document: Document, limits: Limits) -> Iterator[Chunk]:
    """What the preset does without a model: it raises ``SplitterError``."""
    raise SplitterError("model", "llamaindex-semantic cuts by an embedding model: name its folder")


def semantic(text: str, embed: Embed) -> Iterator[Chunk]:
    """The chunks of llama-index-core 0.14 at its defaults.

    A sentence is embedded with the one before and the one behind it, and a chunk ends where the cosine distance to the
    next such group exceeds the 95th percentile of the page.
    """
    starts = sentence_starts(text, 0, len(text))
    if not starts:
        return
    ends = [*starts[1:], len(text)]
    last = len(starts) - 1
    groups = [text[starts[max(at - _BUFFER, 0)] : ends[min(at + _BUFFER, last)]] for at in range(len(starts))]
    first = 0
    for at in _cuts(embed(groups)) if last else ():
        yield _chunk(text, starts[first], ends[at])
        first = at + 1
    yield _chunk(text, starts[first], ends[last])


def _chunk(text: str, start: int, end: int) -> Chunk:
    return Chunk((Span(start, end),), text[start:end])


def _cuts(vectors: Sequence[Any]) -> Iterator[int]:
    """The groups behind which there is a cut. One pair at a time, as the library does: the last bit decides ties."""
    import numpy as np

    rows = [np.array(vector, dtype=np.float64) for vector in vectors]
    with np.errstate(invalid="ignore"):  # a vector of zeros has no direction
        distances = [
            1 - np.dot(one, other) / (np.linalg.norm(one) * np.linalg.norm(other)) for one, other in pairwise(rows)
        ]
    threshold = np.percentile(distances, _PERCENTILE)
    return (at for at, distance in enumerate(distances) if distance > threshold)
