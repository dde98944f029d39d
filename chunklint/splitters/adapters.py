"""Splitters that are not chunklint's: a function of the user's, an object of a library, chunks that exist already."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from chunklint.document import Document
from chunklint.splitters.chunk import Chunk, Limits, Splitter
from chunklint.splitters.configured import SplitterError
from chunklint.stores.place import placed
from chunklint.stores.read import StoreError, read_chunks
from chunklint.stores.record import TEXT, NoChunk, Stored, stored
from chunklint.stores.sources import is_of


def function_of(name: str) -> Splitter:
    """The splitter ``module:function``, imported with the working folder on the path, as ``python -m`` does.

    The function takes the text of a page, and gives chunks as strings or as objects with their text. Raises
    ValueError for a name of another form and for what is no function, and whatever the import raises. What the
    function itself raises becomes a ``SplitterError``: the page is the first thing that it cannot cut.
    """
    module, colon, function = name.partition(":")
    if not colon or not function:
        raise ValueError("write it as python:module:function")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    called = getattr(import_module(module), function)
    if not callable(called):
        raise ValueError(f"{function} is no function")

    def guarded(text: str) -> list[Any]:
        try:
            return list(called(text))
        except Exception as error:
            raise SplitterError("preset", f"python:{name}: {type(error).__name__}: {error}") from error

    return from_function(guarded)


def from_function(function: Callable[[str], Iterable[Any]]) -> Splitter:
    """A splitter from a function of a page's text; where each chunk stands is found in the source."""

    def split(document: Document, limits: Limits) -> Iterator[Chunk]:
        return _placed(document.text, map(_as_stored, function(document.text)))

    return split


def _as_stored(chunk: Any) -> Stored:
    """What a function or a library gives: a string, a mapping, or an object with its text and metadata."""
    if isinstance(chunk, str):
        record: object = {"text": chunk}
    elif isinstance(chunk, dict):
        record = chunk
    else:
        record = {key: getattr(chunk, key) for key in (*TEXT, "metadata") if hasattr(chunk, key)}
    try:
        return stored(record)
    except NoChunk as error:
        raise SplitterError("preset", str(error)) from error


def _placed(source: str, found: Iterable[Stored]) -> Iterator[Chunk]:
    return (chunk for _, chunk, _ in placed(source, found) if chunk)


def from_object(splitter: Any) -> Splitter:
    """A splitter from an object of LangChain (``split_text``) or LlamaIndex (``split_text``, node parsers).

    Any other object is called with the text of the page. Raises TypeError where it cannot be.
    """
    if hasattr(splitter, "split_text"):
        return from_function(splitter.split_text)
    if hasattr(splitter, "get_nodes_from_documents"):

        def nodes(text: str) -> Iterable[Any]:
            made = import_module("llama_index.core.schema").Document(text=text)
            found: Iterable[Any] = splitter.get_nodes_from_documents([made])
            return found

        return from_function(nodes)
    if callable(splitter):
        return from_function(splitter)
    raise TypeError(f"{type(splitter).__name__} has neither split_text nor get_nodes_from_documents")


def from_store(pattern: str, folder: Path) -> Splitter:
    """A splitter that looks the chunks of a page up in a store; ``pattern`` is a path or glob below ``folder``.

    A chunk is of the page whose path ends with its source, or the other way round. Raises ``SplitterError`` for a
    pattern that is none, and, once a page is split, where no file matches and with file and line for a record that
    holds no chunk.
    """
    if not pattern or Path(pattern).is_absolute():
        raise SplitterError("chunks", f"must be a path or glob below the folder of the settings, not {pattern!r}")

    def split(document: Document, limits: Limits) -> Iterator[Chunk]:
        own = (
            chunk
            for source, chunks in _store(pattern, folder).items()
            if is_of(source, document.path)
            for chunk in chunks
        )
        return _placed(document.text, own)

    return split


@cache
def _store(pattern: str, folder: Path) -> dict[str, list[Stored]]:
    """The chunks of a store by their source."""
    files = sorted(file for file in folder.glob(pattern) if file.is_file())
    if not files:
        raise SplitterError("chunks", f"chunks: no file matches {pattern} below {folder}")
    found: dict[str, list[Stored]] = {}
    try:
        for chunk in read_chunks(files):
            found.setdefault(chunk.source, []).append(chunk)
    except StoreError as error:
        raise SplitterError("chunks", str(error)) from error
    return found
