"""What only shows when all chunks are laid side by side: duplicates, and parts of units that do not add up.

The traces of the chunks are kept in a database of SQLite on disk, of which little is in memory at a time: about 300
bytes a chunk on disk, whatever the chunks hold.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from chunklint.stores.record import Part
from chunklint.stores.sketch import Sketch, alike

_CACHE = 32_000  # KiB in memory
_TABLES = """
CREATE TABLE chunk (number INTEGER PRIMARY KEY, file INTEGER, line INTEGER, name TEXT, marks BLOB, numbers INTEGER);
CREATE TABLE seen (key INTEGER PRIMARY KEY, chunk INTEGER);
CREATE TABLE part (unit TEXT, number INTEGER, parts INTEGER, question INTEGER, chunk INTEGER);
"""


class Place(NamedTuple):
    """A chunk as a message names it: its number in the run, file, line and name."""

    number: int
    file: str
    line: int
    name: str


class Trace(NamedTuple):
    """What is kept of a chunk: where it is, what its text is like, of which unit it is a part."""

    place: Place
    sketch: Sketch | None
    part: Part | None


class Twin(NamedTuple):
    """A chunk with the text, or nearly the text, of one before it."""

    place: Place
    first: Place
    exact: bool


class Unit(NamedTuple):
    """The parts of one unit, in their order in the store."""

    name: str
    parts: tuple[tuple[Part, Place], ...]


class Seen:
    """The traces of all chunks of a run."""

    def __init__(self) -> None:
        self._files: list[str] = []
        self._file_numbers: dict[str, int] = {}
        self._base = sqlite3.connect("")  # a file without a name, gone when this is closed
        self._base.executescript(
            f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -{_CACHE}; {_TABLES}"
        )

    def add(self, traces: Iterable[Trace]) -> Iterator[Twin]:
        """Keep the traces; give those whose text was there before."""
        run = self._base.execute
        for place, sketch, part in traces:
            first = self._twin(sketch) if sketch else None
            if first:
                yield Twin(place, *first)
            if sketch or part:
                file = self._number(place.file)
                marks, numbers = (array("I", sketch.marks).tobytes(), sketch.numbers) if sketch else (b"", 0)
                run(
                    "INSERT INTO chunk VALUES (?, ?, ?, ?, ?, ?)",
                    (place.number, file, place.line, place.name, marks, numbers),
                )
            for key in (sketch.same, *sketch.keys) if sketch and not first else ():
                run("INSERT OR IGNORE INTO seen VALUES (?, ?)", (key, place.number))
            if part:
                values = (part.unit, part.number, part.parts, part.has_question, place.number)
                run("INSERT INTO part VALUES (?, ?, ?, ?, ?)", values)

    def _twin(self, sketch: Sketch) -> tuple[Place, bool] | None:
        query = (
            "SELECT chunk.number, file, line, name, marks, numbers FROM seen JOIN chunk ON chunk.number = seen.chunk "
            "WHERE key = ?"
        )
        for key in (sketch.same, *sketch.keys):
            row = self._base.execute(query, (key,)).fetchone()
            if row and (key == sketch.same or (row[5] == sketch.numbers and alike(_marks(row[4]), sketch.marks))):
                return self._place(*row[:4]), key == sketch.same
        return None

    def units(self) -> Iterator[Unit]:
        """All units of which a chunk says that it is a part, by their names; chunks without a unit are one each."""
        rows = self._base.execute(
            "SELECT unit, part.number, parts, question, chunk.number, file, line, name FROM part "
            "JOIN chunk ON chunk.number = part.chunk ORDER BY unit, chunk.number"
        )
        for key, group in groupby(rows, lambda row: (row[0], row[4] if not row[0] else 0)):
            parts = (
                (Part(row[0], row[1], row[2], None if row[3] is None else bool(row[3])), self._place(*row[4:]))
                for row in group
            )
            yield Unit(key[0], tuple(parts))

    def _number(self, file: str) -> int:
        if file not in self._file_numbers:
            self._file_numbers[file] = len(self._files)
            self._files.append(file)
        return self._file_numbers[file]

    def _place(self, number: int, file: int, line: int, name: str) -> Place:
        return Place(number, self._files[file], line, name)


def _marks(stored: bytes) -> tuple[int, ...]:
    return tuple(array("I", stored))
