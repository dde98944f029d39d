"""How long a text is, in the unit of a splitter's limits."""

from __future__ import annotations

from collections.abc import Callable

from chunklint.document.tokens import estimate
from chunklint.splitters.chunk import Limits


def length(limits: Limits) -> Callable[[str], int]:
    """The function that counts characters, words, or (estimated) tokens."""
    if limits.unit == "characters":
        return len
    if limits.unit == "words":
        return lambda text: len(text.split())
    return estimate
