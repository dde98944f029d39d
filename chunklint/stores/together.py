"""CL803, CL804, CL809 and CL810: what is wrong with chunks as parts of a store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from chunklint.checks.wording import counted
from chunklint.stores.alone import Flag, called, short
from chunklint.stores.record import Part, Stored
from chunklint.stores.seen import Place, Twin, Unit

FIELDS = ("id", "source", "heading")


def _called(place: Place) -> str:
    return called(place.name, place.file, place.line)


def duplicate(twin: Twin) -> Flag:
    """CL803: a chunk that says what one before it says."""
    own, first = _called(twin.place), _called(twin.first)
    if own == first:  # names that start differently, or ids that are there twice
        first = called("", twin.first.file, twin.first.line)
    says = "has the text" if twin.exact else "has nearly the text"
    return Flag(
        f"chunk {own} {says} of {first}: a search brings both",
        "keep one, and let the other page link to it" if twin.exact else "say it once, or say what differs",
    )


class Missing:
    """Counts what the chunks of a store do not say of themselves."""

    def __init__(self, required: Sequence[str]) -> None:
        self.required = [field for field in FIELDS if field in required]
        self.total = 0
        self._found: dict[str, tuple[int, Stored]] = {}

    def see(self, one: Stored) -> bool:
        """Note a chunk; return whether it misses anything."""
        self.total += 1
        said = {"id": one.id, "source": one.source, "heading": one.headings}
        lacks = [field for field in self.required if not said[field]]
        for field in lacks:
            count, first = self._found.get(field, (0, one))
            self._found[field] = count + 1, first
        return bool(lacks)

    def flags(self) -> Iterator[tuple[Stored, Flag]]:
        """CL804: one for each field, at the first chunk without it."""
        for field, (count, first) in self._found.items():
            many = "no chunk has" if count == self.total else f"{count:,} of {counted(self.total, 'chunk')} have no"
            noun = {"id": "id", "source": "source", "heading": "heading path"}[field]
            article = {"id": "an ", "source": "a ", "heading": "a "}[field] if count == self.total else ""
            yield first, Flag(f"{many} {article}{noun}: {_COSTS[field]}", _HELPS[field])


_COSTS = {
    "id": "none can be replaced or cited",
    "source": "no answer can name its page",
    "heading": "none says what it is about",
}
_HELPS = {
    "id": "give each chunk an id that stays the same, such as page and number; --id-field names the field",
    "source": "keep the path or address of the page with each chunk; --source-field names the field",
    "heading": "keep the headings above the text with each chunk",
}


class Broken(NamedTuple):
    """What is wrong with a unit, at one of its chunks."""

    code: str
    place: Place
    flag: Flag


def broken(units: Iterable[Unit]) -> Iterator[Broken]:
    """CL809 and CL810: units whose parts do not carry the question or do not add up."""
    for unit in units:
        yield from _without_question(unit)
        if why := _does_not_add_up(unit):
            place = unit.parts[0][1]
            name = f'unit "{short(unit.name)}"' if unit.name else f"chunk {_called(place)}"
            yield Broken("CL810", place, Flag(f"{name} {why}", "write all parts of a unit in one go, or none"))


def _without_question(unit: Unit) -> Iterator[Broken]:
    """The parts behind the first one that do not repeat the question that it has."""
    if not any(part.has_question and part.number == 1 for part, _ in unit.parts):
        return
    for part, place in unit.parts:
        if part.has_question is False and part.number is not None and part.number > 1:
            of = f" of {part.parts}" if part.parts else ""
            own = f"chunk {_called(place)}"
            yield Broken(
                "CL809",
                place,
                Flag(
                    f'{own}, part {part.number}{of}, lacks the question of "{short(unit.name)}"',
                    "put the question line in front of every part of its answer",
                ),
            )


def _does_not_add_up(unit: Unit) -> str:
    parts = [part for part, _ in unit.parts]
    if all(part.number is None and part.parts is None for part in parts):
        return ""  # an id alone, of something else
    if not unit.name:
        return _said_without_unit(parts[0])
    counts = sorted({part.parts for part in parts if part.parts is not None})
    if len(counts) > 1:
        return f"has {_listed(counts)} parts: its chunks do not agree"
    numbers = [part.number for part in parts if part.number is not None]
    if len(numbers) < len(parts):
        return f"has {counted(len(parts) - len(numbers), 'chunk')} without a part number"
    most = counts[0] if counts else max(numbers)
    if beyond := sorted({number for number in numbers if not 1 <= number <= most}):
        return f"has part {_listed(beyond)} of {most}"
    if lost := sorted(set(range(1, most + 1)) - set(numbers)) if most < 10_000 else []:
        return f"lacks part {_listed(lost)} of {most}: an answer without it reads as a whole one"
    if twice := sorted({number for number in numbers if numbers.count(number) > 1}) if len(numbers) < 1000 else []:
        return f"has part {_listed(twice)} more than once"
    return ""


def _said_without_unit(part: Part) -> str:
    """A part of nothing; "part" alone may mean anything."""
    return f"is part {part.number} of {part.parts} of no unit" if part.parts and part.number else ""


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:3])) + (" …" if len(numbers) > 3 else "")
