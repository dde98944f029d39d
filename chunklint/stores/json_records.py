"""Records of JSON stores: one a line, the items of an array, objects one after the other, or what one object holds."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain
from typing import IO, Any

from chunklint.stores.store_error import StoreError, decoded

# Where an export has its chunks: what libraries and people call it, at most two levels deep.
_LISTS = ("chunks", "nodes", "documents", "docs", "points", "hits", "matches", "data", "items", "results", "result")


def records(file: str, stream: IO[bytes]) -> Iterator[tuple[int, Any]]:
    """Each record of a JSON store with the line that it starts on. Raises ``StoreError`` with file and line."""
    lines = ((number, decoded(file, number, line)) for number, line in enumerate(stream, 1))
    first = next(((number, text) for number, text in lines if text.strip()), None)
    if first is None:
        return
    whole = chain((first,), lines)
    if first[1].lstrip().startswith("["):
        found = _Values(file, whole).of_array()
    elif _goes_on(first[1]):
        found = _Values(file, whole).in_a_row()
    else:
        found = _each_line(file, whole)
    for number, record in found:
        yield from ((number, one) for one in _held(record, 2))


def _goes_on(line: str) -> bool:
    """Whether an object that starts on this line ends on a later one."""
    try:
        json.loads(line)
    except json.JSONDecodeError as error:
        return line.lstrip().startswith("{") and error.pos >= len(line.rstrip())
    except RecursionError:
        pass
    return False


def _each_line(file: str, lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, Any]]:
    for number, text in lines:
        if text and not text.isspace():
            try:
                yield number, json.loads(text)
            except json.JSONDecodeError as error:
                raise _broken(file, number, error) from error
            except RecursionError as error:
                raise _deep(file, number) from error


def _broken(file: str, line: int, error: json.JSONDecodeError) -> StoreError:
    why = error.msg[:1].lower() + error.msg[1:].removesuffix(" at")
    return StoreError(f"{file}:{line}: not JSON: {why} (column {error.colno})")


def _deep(file: str, line: int) -> StoreError:
    return StoreError(f"{file}:{line}: not a chunk: nested too deeply")


class _Values:
    """Values of JSON text that need not end where its lines do, read through a window that grows with what it holds."""

    _LEAST = 1 << 18  # characters of a window
    _BLANKS = re.compile(r"\s*")
    _NEAR = 16  # an error this near to the end of a window may be the window's

    def __init__(self, file: str, lines: Iterator[tuple[int, str]]) -> None:
        self.file = file
        self.lines = lines
        self.line, self.window = next(lines)  # the line that ``at`` is on
        self.at = 0
        self.complete = False
        self.decode = json.JSONDecoder().raw_decode

    def of_array(self) -> Iterator[tuple[int, Any]]:
        self._skip()
        self.at += 1
        if self._skip() != "]":
            yield self._value()
            while self._skip() == ",":
                self.at += 1
                self._skip()
                yield self._value()
        if self._skip() != "]":
            raise StoreError(f"{self.file}:{self.line}: not JSON: a comma or the end of the array is missing")
        self.at += 1
        if self._skip():
            raise StoreError(f"{self.file}:{self.line}: not JSON: more text behind the end of the array")

    def in_a_row(self) -> Iterator[tuple[int, Any]]:
        while self._skip():
            yield self._value()

    def _skip(self) -> str:
        """Go to the next sign that is no blank, and give it; empty at the end."""
        while True:
            blanks = self._BLANKS.match(self.window, self.at)
            end = blanks.end() if blanks else self.at
            self.line += self.window.count("\n", self.at, end)
            self.at = end
            if end < len(self.window) or self.complete:
                return self.window[end : end + 1]
            self._grow()

    def _value(self) -> tuple[int, Any]:
        line = self.line
        while True:
            try:
                value, end = self.decode(self.window, self.at)
            except json.JSONDecodeError as error:
                cut = error.pos + self._NEAR >= len(self.window) or error.msg.startswith("Unterminated")
                if self.complete or not cut:
                    raise _broken(self.file, line + self.window.count("\n", self.at, error.pos), error) from error
                self._grow()
            except RecursionError as error:
                raise _deep(self.file, line) from error
            else:
                self.line += self.window.count("\n", self.at, end)
                self.at = end
                return line, value

    def _grow(self) -> None:
        """Drop what is behind, and read as much again as is left: each sign is looked at a few times at most."""
        parts, wanted = [self.window[self.at :]], max(len(self.window) - self.at, self._LEAST)
        while wanted > 0:
            _, text = next(self.lines, (0, ""))
            if not text:
                self.complete = True
                break
            parts.append(text)
            wanted -= len(text)
        self.window, self.at = "".join(parts), 0


def _held(record: Any, depth: int) -> Iterator[Any]:
    """The chunks in one value: itself, or those in the lists of an export."""
    if isinstance(record, dict) and depth:
        store = record.get("docstore/data")  # LlamaIndex
        if isinstance(store, dict):
            yield from store.values()
            return
        ids, texts = record.get("ids"), record.get("documents")
        if isinstance(ids, list) and isinstance(texts, list) and len(ids) == len(texts):  # Chroma
            metadata = record.get("metadatas") or [None] * len(ids)
            yield from (
                {"id": one, "text": text, "metadata": more}
                for one, text, more in zip(ids, texts, metadata, strict=False)
            )
            return
        for key in _LISTS:
            inner = record.get(key)
            if isinstance(inner, list) and inner and isinstance(inner[0], dict):
                for one in inner:
                    yield from _held(one, depth - 1)
                return
            if isinstance(inner, dict) and any(isinstance(inner.get(deeper), list) for deeper in _LISTS):
                yield from _held(inner, depth - 1)
                return
    yield record
