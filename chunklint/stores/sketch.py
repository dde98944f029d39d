"""Small traces of texts, by which equal and nearly equal ones are known again."""

from __future__ import annotations

import re
from hashlib import blake2b
from itertools import pairwise
from typing import NamedTuple
from zlib import crc32

from chunklint.checks.wording import count_words

_NUMBER = re.compile(rb"\d+")
_MASK = (1 << 32) - 1
_MARKS, _LEAST_MARKS = 16, 12
_KEYS = 4
# The share of equal marks from which two texts are nearly equal.
NEAR = 0.85


class Sketch(NamedTuple):
    """``same`` is a checksum of the words in their order; of a text that is too short for more the rest is empty.

    ``marks`` are the 16 smallest checksums of its runs of three words, of each fourth run, chosen by its first word
    (bottom-k sketch, Broder 1997). ``keys`` are checksums of two neighbours among the first five: nearly equal texts
    have one in common but in few cases. ``numbers`` is a checksum of its numbers: texts that differ in a
    number say different things.
    """

    same: int
    keys: tuple[int, ...] = ()
    marks: tuple[int, ...] = ()
    numbers: int = 0


def sketch(text: str, min_words: int) -> Sketch | None:
    """The trace of a text; None for one of fewer words than ``min_words``."""
    words = text.lower().encode("utf-8", "surrogatepass").split()
    if len(words) < min_words and count_words(text) < min_words:
        return None
    joined = b" ".join(words)
    same = _checksum(joined)
    codes = list(map(crc32, words))
    runs = {
        ((one * 0x9E3779B1 + two) * 0x85EBCA6B + three) & _MASK
        for one, two, three in zip(codes, codes[1:], codes[2:], strict=False)
        if not one & 3
    }
    marks = tuple(sorted(runs)[:_MARKS])
    if len(marks) < _LEAST_MARKS:
        return Sketch(same)
    keys = tuple(_checksum(b"%d %d" % pair) for pair in pairwise(marks[: _KEYS + 1]))
    return Sketch(same, keys, marks, _checksum(b" ".join(_NUMBER.findall(joined))))


def alike(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether texts with these marks are nearly equal: of the smallest marks of both, most are marks of each."""
    smallest = sorted({*one, *other})[: min(len(one), len(other))]
    both = set(one) & set(other)
    return sum(mark in both for mark in smallest) >= NEAR * len(smallest)


def _checksum(data: bytes) -> int:
    """Eight bytes as a signed number, as databases keep it."""
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big", signed=True)
