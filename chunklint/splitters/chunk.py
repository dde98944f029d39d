"""What a splitter makes of a page: chunks as source spans."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from chunklint.document import Document, Span

Unit = Literal["characters", "words", "tokens"]


class Limits(NamedTuple):
    """How large a chunk may be and how much of it the next one repeats, both counted in ``unit``.

    ``size`` 0 means no limit. ``encoding`` is the tokenizer that counts tokens.
    """

    size: int
    overlap: int = 0
    unit: Unit = "characters"
    encoding: str = "cl100k_base"


class Chunk(NamedTuple):
    """One chunk.

    ``spans`` is the source that it holds, in order and not empty; ``text`` is what is embedded. It starts with
    ``added``, the text that the splitter puts in front (a heading path, a header row, a question). ``headings``
    is the heading path of its metadata, outermost first; a splitter without one leaves it empty.
    """

    spans: tuple[Span, ...]
    text: str
    added: str = ""
    headings: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = {}


# A splitter reads the text of a page; those that know Markdown read its blocks, which are only then parsed.
Splitter: TypeAlias = Callable[[Document, Limits], Iterable[Chunk]]
