"""Stores that DuckDB reads: Parquet files and what an object store holds. Needs the extra ``stores``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from chunklint.stores.store_error import StoreError

# Records that are held at a time.
_BATCH = 2048
_READERS = {
    ".parquet": "read_parquet",
    ".csv": "read_csv_auto",
    ".tsv": "read_csv_auto",
    ".json": "read_json_auto",
    ".jsonl": "read_json_auto",
    ".ndjson": "read_json_auto",
}
# What DuckDB loads, and asks for keys by, in front of each kind of address.
_REMOTE = {"s3": "httpfs", "gcs": "httpfs", "gs": "httpfs", "r2": "httpfs", "https": "httpfs", "http": "httpfs"}


def records(path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each record of the file, glob or address with its number from 1. Raises ``StoreError``."""
    scheme = path.partition("://")[0] if "://" in path else ""
    if scheme and scheme not in _REMOTE:
        raise StoreError(f"{path}: chunks are read from {', '.join(sorted(_REMOTE))} and files")
    try:
        import duckdb
    except ImportError:
        raise StoreError(
            f'{path}: Parquet and object stores need the extra "stores": pip install "chunklint-docs[stores]"'
        ) from None
    reader = _READERS.get(PurePosixPath(path).suffix.lower(), "read_parquet")
    try:
        with duckdb.connect(":memory:") as connection:
            connection.execute("SET preserve_insertion_order = true")
            if scheme:
                _prepare(connection, scheme)
            found = connection.execute(f"SELECT * FROM {reader}(?)", [path])  # noqa: S608  # one of a fixed list
            names = [column[0] for column in found.description or ()]
            number = 0
            while rows := found.fetchmany(_BATCH):
                for row in rows:
                    number += 1
                    yield number, dict(zip(names, row, strict=True))
    except duckdb.Error as error:
        raise StoreError(f"{path}: {str(error).splitlines()[0]}") from error


def _prepare(connection: Any, scheme: str) -> None:
    """Load what reads an address, with the keys that the machine is set up with."""
    connection.execute("INSTALL httpfs; LOAD httpfs;")
    if scheme == "s3":
        connection.execute("INSTALL aws; LOAD aws; CREATE SECRET (TYPE s3, PROVIDER credential_chain)")
