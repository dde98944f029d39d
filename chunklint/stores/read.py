"""Stores as files: JSON lines, JSON, CSV, Parquet; read record by record.

A store is given as a file, a folder, a glob, an address of an object store, or ``-`` for JSON lines on standard
input. Only what a record holds is kept, so that a store of any size is read in the same memory; an exception is a
single JSON object that holds a whole store, such as LlamaIndex's ``docstore.json``.
"""

from __future__ import annotations

import csv
import glob
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from chunklint.stores.json_records import records as json_records
from chunklint.stores.record import Fields, NoChunk, Stored, stored
from chunklint.stores.store_error import StoreError, decoded

__all__ = ["StoreError", "files", "read_chunks"]

# A larger one is no chunk: most often a quotation mark that is never closed.
LARGEST_FIELD = 10_000_000
_SUFFIXES = (".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".parquet")


def read_chunks(paths: Iterable[str | Path], fields: Fields = Fields()) -> Iterator[Stored]:  # noqa: B008
    """The chunks of the stores at ``paths``, in their order.

    ``fields`` are names of fields where they cannot be recognised. Raises ``StoreError`` for a path that does not
    exist, a file that is no store, and, with file and line, a record that holds no chunk. A store without any chunk
    gives none.
    """
    for path in paths:
        for file in files(str(path)):
            yield from _of_file(file, fields)


def files(path: str) -> list[str]:
    """The files of one store, sorted: itself, those of a folder, or those that fit a glob. Raises ``StoreError``."""
    if path == "-" or "://" in path:
        return [path]
    if Path(path).is_dir():
        found = sorted(str(file) for file in Path(path).rglob("*") if file.suffix.lower() in _SUFFIXES)
        if not found:
            raise StoreError(f"{path}: no {', '.join(_SUFFIXES)} in this folder")
        return found
    if Path(path).exists():
        return [path]
    if glob.has_magic(path):
        found = sorted(name for name in glob.glob(path, recursive=True) if Path(name).is_file())
        if found:
            return found
        raise StoreError(f"no file matches {path}")
    raise StoreError(f'no such file or folder: "{path}"')


def _of_file(file: str, fields: Fields) -> Iterator[Stored]:
    for number, (line, record) in enumerate(_records(file), 1):
        try:
            yield stored(record, fields, file, line, number)
        except NoChunk as error:
            raise StoreError(f"{file}:{line}: {error}") from error


def _records(file: str) -> Iterator[tuple[int, Any]]:
    """Each record of a file and the line that it starts on."""
    suffix = Path(file).suffix.lower()
    if suffix == ".parquet" or "://" in file:
        from chunklint.stores import duck  # needs an extra

        return duck.records(file)
    if suffix in (".csv", ".tsv"):
        return _opened(file, lambda stream: _rows(file, stream, "\t" if suffix == ".tsv" else ","))
    return _opened(file, lambda stream: json_records(file, stream))


def _opened(file: str, read: Callable[[IO[bytes]], Iterator[tuple[int, Any]]]) -> Iterator[tuple[int, Any]]:
    if file == "-":
        yield from read(sys.stdin.buffer)
        return
    try:
        with Path(file).open("rb") as stream:
            yield from read(stream)
    except OSError as error:
        raise StoreError(f"{file}: cannot be read: {(error.strerror or str(error)).lower()}") from error


def _rows(file: str, stream: IO[bytes], delimiter: str) -> Iterator[tuple[int, Any]]:
    """The rows of a table whose first line names its columns."""
    csv.field_size_limit(LARGEST_FIELD)
    reader = csv.DictReader(_lines(file, stream), delimiter=delimiter)
    line = 1
    try:
        for row in reader:
            row.pop(None, None)  # cells beyond the last column
            yield line + 1, row
            line = reader.line_num
    except csv.Error as error:
        if "field limit" in str(error) or "field larger" in str(error):
            why = f"a field has more than {LARGEST_FIELD:,} characters: is a quotation mark never closed?"
        else:
            why = f"not CSV: {error}"
        raise StoreError(f"{file}:{line + 1}: {why}") from error


def _lines(file: str, stream: IO[bytes]) -> Iterator[str]:
    for number, line in enumerate(stream, 1):
        yield decoded(file, number, line)
