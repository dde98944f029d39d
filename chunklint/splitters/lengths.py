"""How long a text is in the unit of a splitter's limits, and where its tokens stand.

Tokens are counted exactly by ``toktok`` (the extra ``tokens``), whose wheel holds the vocabularies of
cl100k_base and o200k_base. Without it, and for other encodings, they are estimated.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from itertools import accumulate
from typing import Any

from chunklint.document.tokens import encodable, estimate, weighted_pieces
from chunklint.splitters.chunk import Limits

Length = Callable[[str], int]
ENCODINGS = ("cl100k_base", "o200k_base")
LONGEST_TOKEN = 128  # bytes, in both: a run of spaces
# Of 27,168 paragraphs with 64 tokens and more (14 documentation sites) none has more than 2.3 times its estimate.
_FAR_BELOW = 2.5


def length(limits: Limits, special: bool = False) -> Length:
    """The function that measures a text in ``limits.unit``; a text of no words or tokens has the length 0.

    ``special``: control tokens that stand in the text (``<|endoftext|>``) count as the one token
    that they name, as they do for libraries that allow them, and not as the text that they are.
    """
    if limits.unit == "characters":
        return len
    if limits.unit == "words":
        return _words
    counter = _counter(limits.encoding)
    if counter is None:
        return estimate
    return _Tokens(counter, special).count


def is_exact(limits: Limits) -> bool:
    """Whether ``length(limits)`` is the length and no estimate."""
    return limits.unit != "tokens" or _counter(limits.encoding) is not None


def over(text: str, limit: int, limits: Limits) -> int:
    """The length of ``text`` if it is over ``limit``, in ``limits.unit`` and exact where possible, else 0.

    The vocabulary is loaded (0.14–0.3 s) only where the estimate comes near the limit.
    """
    if limits.unit == "tokens" and (_bytes(text, limit) <= limit or estimate(text) * _FAR_BELOW < limit):
        return 0
    size = length(limits)(text)
    return size if size > limit else 0


def token_offsets(text: str, encoding: str) -> list[int]:
    """Where each token of ``text`` starts, in characters: as many offsets as tokens.

    A token of only the later bytes of a character starts behind this character, so that each token
    ends where the next one starts, and the last one at the end. Estimated without the library:
    ``estimate``'s pieces, parted evenly.
    """
    counter = _counter(encoding)
    if counter is None:
        return _estimated_offsets(text)
    _, spans = counter.encode_with_offsets(encodable(text), unit="char")
    return [start for start, _ in spans]


def _words(text: str) -> int:
    return len(text.split())


def _bytes(text: str, enough: int) -> int:
    """An upper bound of the tokens: a token has at least one byte. At least ``len(text)``."""
    return len(text) if len(text) > enough or text.isascii() else len(text.encode("utf-8", "surrogatepass"))


@cache
def _counter(encoding: str) -> Any:
    """toktok's tokenizer for an encoding, or None. Its reading costs 0.14 s (cl100k_base) or 0.3 s (o200k_base)."""
    if encoding not in ENCODINGS:
        return None
    try:
        return import_module("toktok")._encoding(encoding)  # named in its manual as the way to offsets
    except (ImportError, AttributeError):
        return None


class _Tokens:
    """Counts tokens with ``toktok``."""

    __slots__ = ("_counter", "_special")

    def __init__(self, counter: Any, special: bool) -> None:
        self._counter = counter
        self._special = special

    def count(self, text: str) -> int:
        try:
            if self._special and "<|" in text:
                return int(self._counter.count_batch([text], 1, True)[0])
            return int(self._counter.count(text))
        except UnicodeEncodeError:
            return self.count(encodable(text))


def _estimated_offsets(text: str) -> list[int]:
    """Offsets of about as many tokens as ``estimate`` counts, increasing, the first one 0."""
    pieces = list(weighted_pieces(text))
    offsets: list[int] = []
    for (match, weight), total in zip(pieces, accumulate(weight for _, weight in pieces), strict=True):
        start, size = match.start(), match.end() - match.start()
        # The tokens that end in this piece, at whole numbers of the running total.
        for token in range(len(offsets), round(total)):
            share = min(max(token - (total - weight), 0.0) / weight, 1.0)
            offsets.append(start + int(share * size) if offsets else 0)
    return offsets
