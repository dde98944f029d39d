"""What a chunk breaks, and on which lines it stands: for whoever shows chunks to people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from chunklint.document import Document
from chunklint.splitters.chunk import Chunk
from chunklint.splitters.split import Split
from chunklint.units import KINDS, Kind, Unit

NAMES: Mapping[Kind, str] = {
    "sentence": "sentence",
    "answer": "answer",
    "row": "table row",
    "steps": "list",
    "code": "code block",
    "condition": "condition",
    "protected": "number, link or code",
}


def lines_of(document: Document, chunk: Chunk) -> tuple[int, int]:
    """The first and the last line of a chunk."""
    first, _ = document.lines.position(chunk.spans[0].start)
    last, _ = document.lines.position(max(chunk.spans[-1].end - 1, 0))
    return first, last


def broken(split: Split) -> list[list[Unit]]:
    """For each chunk the units of which it holds a part, and no chunk the whole; kind after kind."""
    found: list[list[Unit]] = [[] for _ in split.chunks]
    for kind in KINDS:
        for unit in split.cut(kind):
            for index in sorted({index for _, _, index in split.coverage.touching(unit.at)}):
                found[index].append(unit)
    return found


def listed(document: Document, units: Iterable[Unit]) -> list[str]:
    """``sentence (lines 3, 8)``: the kinds of units, and the lines that they start on."""
    lines: dict[str, set[int]] = {}
    for unit in units:
        lines.setdefault(NAMES[unit.kind], set()).add(document.lines.position(unit.at.start)[0])
    return [f"{name} ({_line_list(sorted(found))})" for name, found in lines.items()]


def _line_list(lines: list[int]) -> str:
    more = f" and {len(lines) - 5} more" if len(lines) > 5 else ""
    return f"line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines[:5]))}{more}"
