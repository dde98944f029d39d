"""How long a text is in the unit of a splitter's limits, and where its tokens stand.

Tokens are counted exactly by ``toktok`` (the extra ``tokens``), whose wheel holds the vocabularies of
cl100k_base and o200k_base. Without it, and for other encodings, they are estimated.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any

from chunklint.document.tokens import encodable, estimate, weighted_pieces
from chunklint.splitters.chunk import Limits

Length = Callable[[str], int]
ENCODINGS = ("cl100k_base", "o200k_base")
_LONGEST_TOKEN = 128  # bytes, in both: a run of spaces
# Of 27,168 paragraphs with 64 tokens and more (14 documentation sites) none has more than 2.3 times its estimate.
_FAR_BELOW = 2.5
_SPACE = re.compile(r"(?<=[a-z]{2}) (?=[a-z])")
# A token has 180 bytes as Python's objects: a text of more characters is looked up part after part.
_PART = 65_536
_APART = re.compile(r"(?<=\n)\w|(?<=[a-z]{2}) (?=[a-z])")  # where both encodings start a word anew, whatever is around


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
    return _Tokens(counter, special)


def length_within(text: str, limits: Limits, special: bool = False) -> Length:
    """``length`` for parts of ``text``: of a part that is surely over the limit it only says that it is.

    The same lengths otherwise, in less time.
    """
    count, size = length(limits, special and "<|" in text), limits.size
    if not isinstance(count, _Tokens):
        return count
    count = count.fastest(text)
    most = size * _LONGEST_TOKEN

    def measure(part: str) -> int:
        if len(part) > size and (len(part) > most or _has_more(part, size, count)):
            return size + 1
        return count(part)

    return measure


def surely_within(text: str, limits: Limits) -> bool:
    """Whether ``text`` is within the limit, so far as no vocabulary is needed to say so."""
    if not limits.size:
        return True
    if limits.unit == "tokens":  # a token has at least one byte, of which a character has at most four
        return len(text) * (1 if text.isascii() else 4) <= limits.size
    return length(limits)(text) <= limits.size


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


def token_offsets(text: str, encoding: str) -> array[int]:
    """Where each token of ``text`` starts, in characters: as many offsets as tokens.

    A token of only the later bytes of a character starts behind this character, so that each token
    ends where the next one starts, and the last one at the end. Estimated without the library:
    ``estimate``'s pieces, parted evenly.
    """
    counter = _counter(encoding)
    if counter is None:
        return _estimated_offsets(text)
    text = encodable(text)
    offsets = array("Q")
    for start, end in _parts(text):
        _, spans = counter.encode_with_offsets(text[start:end], unit="char")
        offsets.extend([start + offset for offset, _ in spans])
    return offsets


def _parts(text: str) -> Iterator[tuple[int, int]]:
    """Parts of ``text`` whose tokens are those of the whole text; one that can be cut nowhere may be long."""
    start = 0
    while word := _APART.search(text, start + _PART):
        yield start, word.start()
        start = word.start()
    yield start, len(text)


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

    def __call__(self, text: str) -> int:
        try:
            if self._special and "<|" in text:
                return int(self._counter.count_batch([text], 1, True)[0])
            return int(self._counter.count(text))
        except UnicodeEncodeError:
            return self(encodable(text))

    def fastest(self, text: str) -> Length:
        """The library's own function if nothing in ``text`` needs care."""
        count: Length = self._counter.count
        return self if self._special or encodable(text) is not text else count


def _has_more(text: str, size: int, count: Length) -> bool:
    """Whether the start of ``text`` has more than ``size`` tokens, and with it the whole.

    A word of letters ends at a space, whatever follows; no token holds a part of the next word too.
    """
    space = _SPACE.search(text, 5 * size)
    return space is not None and count(text[: space.start()]) > size


def _estimated_offsets(text: str) -> array[int]:
    """Offsets of about as many tokens as ``estimate`` counts, increasing, the first one 0."""
    offsets = array("Q")
    total = 0.0
    for match, weight in weighted_pieces(text):
        before, total = total, total + weight
        start, size = match.start(), match.end() - match.start()
        # The tokens that end in this piece, at whole numbers of the running total.
        for token in range(len(offsets), min(round(total), len(text))):
            share = min(max(token - before, 0.0) / weight, 1.0)
            offsets.append(start + int(share * size) if offsets else 0)
    return offsets
