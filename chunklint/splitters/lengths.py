"""How long a text is in the unit of a splitter's limits, and where its tokens stand."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from chunklint.document.tokens import estimate
from chunklint.splitters.chunk import Limits

Length = Callable[[str], int]


def length(limits: Limits) -> Length:
    """The function that measures a text in ``limits.unit``."""
    if limits.unit == "characters":
        return len
    if limits.unit == "words":
        return lambda text: len(text.split())
    counter = _counter(limits.encoding)
    if counter is None:
        return estimate
    return lambda text: int(counter.count(_encodable(text)))


def token_offsets(text: str, encoding: str) -> list[int]:
    """Where each token of ``text`` starts, in characters."""
    counter = _counter(encoding)
    if counter is None:
        return list(range(0, len(text), 4))
    _, spans = counter.encode_with_offsets(_encodable(text), unit="char")
    return [start for start, _ in spans]


def _counter(encoding: str) -> Any:
    try:
        return import_module("toktok")._encoding(encoding)
    except (ImportError, AttributeError, KeyError):
        return None


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode() if any("\ud800" <= sign <= "\udfff" for sign in text) else text
