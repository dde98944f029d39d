"""Splitters that are not chunklint's: a function of the user's, an object of a library, chunks that exist already."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from chunklint.document import Document
from chunklint.splitters.align import Aligner
from chunklint.splitters.chunk import Chunk, Limits, Splitter
from chunklint.splitters.configured import SplitterError

# Where stores of chunks keep the text of one, and the page that it is from.
TEXT_KEYS = ("text", "page_content", "content")
SOURCE_KEYS = ("source", "file_path", "path", "file_name", "filename")


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
        return _placed(document.text, function(document.text))

    return split


def _placed(source: str, found: Iterable[Any]) -> Iterator[Chunk]:
    """The chunks whose text stands in ``source``, if need be without a heading path or a question in front of it."""
    aligner = Aligner(source)
    for one in found:
        text = text_of(one)
        for start in _starts(text):
            if aligned := aligner.find(text[start:]):
                yield Chunk(aligned.spans, text, text[:start], headings_of(one), _metadata(one))
                break


def _starts(text: str) -> Iterator[int]:
    """Where the text of a chunk may start behind what was put in front: ``[a path]``, or up to three lines."""
    yield 0
    if text.startswith("[") and (end := text.find("] ")) > 0:
        yield end + 2
    end = text.find("\n")
    for _ in range(3):
        if end < 0:
            return
        yield end + 1
        end = text.find("\n", end + 1)


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


def text_of(chunk: Any) -> str:
    """The text of a chunk: a string, a mapping, or an object of LangChain or LlamaIndex. Raises ``SplitterError``."""
    if isinstance(chunk, str):
        return chunk
    for key in TEXT_KEYS:
        value = chunk.get(key) if isinstance(chunk, dict) else getattr(chunk, key, None)
        if isinstance(value, str):
            return value
    raise SplitterError("preset", f"a chunk has none of {', '.join(TEXT_KEYS)}")


def _metadata(chunk: Any) -> dict[str, Any]:
    found = chunk.get("metadata") if isinstance(chunk, dict) else getattr(chunk, "metadata", None)
    return dict(found) if isinstance(found, dict) else {}


def headings_of(chunk: Any) -> tuple[str, ...]:
    """The heading path: ``headings``, as ``chunklint chunks`` writes it, or in the metadata of a library.

    LangChain has "Header 1" and so on there, LlamaIndex "header_path".
    """
    own = chunk.get("headings") if isinstance(chunk, dict) else None
    if isinstance(own, list) and all(isinstance(name, str) for name in own):
        return tuple(own)
    metadata = _metadata(chunk)
    path = metadata.get("header_path")
    if isinstance(path, str):
        return tuple(part for part in path.split("/") if part)
    levels = (metadata.get(f"Header {level}") for level in range(1, 7))
    return tuple(text for text in levels if isinstance(text, str))


def stored(pattern: str, folder: Path) -> Splitter:
    """A splitter that looks the chunks of a page up in JSON lines; ``pattern`` is a path or glob below ``folder``.

    A chunk is of the page whose path ends with its source, or the other way round. Raises ``SplitterError`` for a
    pattern that is none, and, once a page is split, where no file matches and with file and line for a line that
    holds no chunk.
    """
    if not pattern or Path(pattern).is_absolute():
        raise SplitterError("chunks", f"must be a path or glob below the folder of the settings, not {pattern!r}")

    def split(document: Document, limits: Limits) -> Iterator[Chunk]:
        own = (chunk for chunk in _store(pattern, folder) if _is_of(_source(chunk), document.path))
        return _placed(document.text, own)

    return split


@cache
def _store(pattern: str, folder: Path) -> tuple[dict[str, Any], ...]:
    files = sorted(file for file in folder.glob(pattern) if file.is_file())
    if not files:
        raise SplitterError("chunks", f"chunks: no file matches {pattern} below {folder}")
    return tuple(chunk for file in files for chunk in _lines(file))


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    try:
        lines = file.read_bytes().splitlines()
    except OSError as error:
        raise SplitterError("chunks", f"{file}: cannot be read: {(error.strerror or str(error)).lower()}") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            chunk = json.loads(line)
            text_of(chunk if isinstance(chunk, dict) else {})
        except json.JSONDecodeError as error:
            raise SplitterError("chunks", f"{file}:{number}: not JSON: {error.msg}") from error
        except RecursionError as error:
            raise SplitterError("chunks", f"{file}:{number}: not a chunk: nested too deeply") from error
        except ValueError as error:
            raise SplitterError("chunks", f"{file}:{number}: {error}") from error
        yield chunk


def _source(chunk: dict[str, Any]) -> str:
    metadata = _metadata(chunk)
    found = (place.get(key) for place in (chunk, metadata) for key in SOURCE_KEYS)
    return next((value for value in found if isinstance(value, str)), "")


def _is_of(source: str, path: str) -> bool:
    source, path = source.replace("\\", "/").removeprefix("./"), path.replace("\\", "/")
    return bool(source) and (f"/{path}".endswith(f"/{source}") or f"/{source}".endswith(f"/{path}"))
