"""One stored chunk, whatever its keys are called."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

# Where stores keep what is known of a chunk, the usual name first. Chroma says "document", Haystack "content".
TEXT = ("text", "page_content", "content", "chunk", "document")
ID = ("id", "chunk_id", "id_", "node_id", "_id", "uuid")
SOURCE = ("source", "file_path", "path", "file_name", "filename", "url", "ref_doc_id", "document_id", "doc_id")
START = ("start_index", "start", "start_char_idx", "start_char", "start_offset")
END = ("end_index", "end", "end_char_idx", "end_char", "end_offset")
# What a splitter that keeps questions whole says of the unit that a chunk is a part of.
UNIT = ("unit_id", "part", "part_count", "has_question_line", "protected_spans")

# What is around the record in an export: LangChain's `dumps`, LlamaIndex's document store, Qdrant, Elasticsearch,
# Weaviate. What is inside counts as the record's own.
_WRAPPERS = ("kwargs", "__data__", "payload", "_source", "properties")
_METADATA = ("metadata", "meta")


class Fields(NamedTuple):
    """The names of fields that the user gave; with dots for nested ones, empty where they are to be recognised."""

    text: str = ""
    id: str = ""
    source: str = ""
    start: str = ""
    end: str = ""


class Stored(NamedTuple):
    """A chunk that stands in a store.

    ``id`` and ``source`` are empty, ``start`` and ``end`` None, where the store says nothing. Offsets are what the
    store claims, in characters from 0 unless it counts otherwise. ``headings`` is the heading path, outermost first.
    ``file`` and ``line`` say where the record starts: ``line`` counts from 1, and ``number`` records of the file
    from 1; a store without lines has the number as its line too.
    """

    text: str
    id: str = ""
    source: str = ""
    headings: tuple[str, ...] = ()
    start: int | None = None
    end: int | None = None
    metadata: Mapping[str, Any] = {}
    file: str = ""
    line: int = 1
    number: int = 1

    @property
    def part(self) -> Part | None:
        """Which part of an answer unit the chunk says that it is; None where it says nothing."""
        said = self.metadata
        if not any(key in said for key in UNIT[:3]):
            return None
        unit = said.get("unit_id")
        return Part(
            "" if unit is None else str(unit), _whole(said.get("part")), _whole(said.get("part_count")),
            _truth(said.get("has_question_line")),
        )  # fmt: skip

    @property
    def name(self) -> str:
        """How a message calls the chunk: its id, else where it stands in its file."""
        return self.id or f"record {self.number}"


class Part(NamedTuple):
    """A chunk as a part of an answer unit: ``number`` of ``parts``, from 1; None for what is not said."""

    unit: str
    number: int | None
    parts: int | None
    has_question: bool | None


class NoChunk(ValueError):
    """A record that holds no chunk, and why."""


def stored(record: object, fields: Fields = Fields(), file: str = "", line: int = 1, number: int = 1) -> Stored:  # noqa: B008
    """The chunk that a record of a store holds. Raises ``NoChunk``, which names the fields that it has."""
    if not isinstance(record, dict):
        raise NoChunk(f"a chunk has none of {', '.join(TEXT[:3])}: this is {_KINDS.get(type(record), 'no object')}")
    places = tuple(_places(record))
    text = _found(places, fields.text, TEXT, str)
    if text is None:
        raise NoChunk(_without_text(places, fields))
    start, end = _found(places, fields.start, START, object), _found(places, fields.end, END, object)
    identity = _found(places, fields.id, ID, str | int)
    return Stored(
        text,
        "" if identity is None else str(identity),
        _found(places, fields.source, SOURCE, str) or _related(places),
        _headings(places),
        _whole(start),
        _whole(end),
        _metadata(places),
        file,
        line,
        number,
    )


def _places(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The objects of a record in which a field may stand: its own, those that are wrapped, and their metadata."""
    own = [record]
    for wrapper in _WRAPPERS:
        if isinstance(inner := record.get(wrapper), dict):
            own.append(inner)
    yield from own
    for place in own:
        for key in _METADATA:
            inner = place.get(key)
            if isinstance(inner, str) and inner.startswith("{"):
                inner = _object(inner)  # a column of a table
            if isinstance(inner, dict):
                yield inner


def _object(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _found(places: Sequence[dict[str, Any]], given: str, known: tuple[str, ...], kind: Any) -> Any:
    """The first value of the kind: under the name that was given, else under one that is known."""
    if given:
        value = next((value for place in places if (value := _inside(place, given)) is not None), None)
        return value if isinstance(value, kind) else None
    for place in places:
        for key in known:
            if isinstance(value := place.get(key), kind) and value is not None and value != "":
                return value
    # A text of nothing is a text.
    return "" if kind is str and any(place.get(key) == "" for place in places for key in known) else None


def _inside(place: Any, path: str) -> Any:
    if isinstance(place, dict) and path in place:
        return place[path]
    for key in path.split("."):
        if not isinstance(place, dict):
            return None
        place = place.get(key)
    return place


def _related(places: Sequence[dict[str, Any]]) -> str:
    """The document that a node of LlamaIndex is from, by its relationships; relationship 1 is the source."""
    for place in places:
        relations = place.get("relationships")
        if isinstance(relations, dict) and isinstance(relations.get("1"), dict):
            found = relations["1"].get("node_id")
            return found if isinstance(found, str) else ""
    return ""


def _headings(places: Sequence[dict[str, Any]]) -> tuple[str, ...]:
    """``headings``, as ``chunklint chunks`` writes it, "Header 1" … of LangChain, or "header_path" of LlamaIndex."""
    for place in places:
        own = place.get("headings")
        if isinstance(own, list | tuple) and all(isinstance(name, str) for name in own):
            if own:
                return tuple(own)
        elif isinstance(path := place.get("header_path"), str):
            return tuple(part for part in path.split("/") if part)
        elif "Header 1" in place or "Header 2" in place or any(f"Header {level}" in place for level in range(3, 7)):
            levels = (place.get(f"Header {level}") for level in range(1, 7))
            return tuple(text for text in levels if isinstance(text, str))
    return ()


def _metadata(places: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the metadata say, and what stands beside the text about its unit."""
    found: dict[str, Any] = {key: place[key] for place in places for key in UNIT if key in place}
    own, *_ = places
    for place in places:
        if place is not own and not any(place is own.get(wrapper) for wrapper in _WRAPPERS):
            found = {**place, **found}
    return found


def _whole(value: object) -> int | None:
    """A whole number, also one that a table has as text or with a point."""
    if isinstance(value, str):
        digits = value.strip()
        return int(digits) if digits.lstrip("-").isdecimal() and len(digits) < 20 else None
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _truth(value: object) -> bool | None:
    if isinstance(value, str):
        return {"true": True, "1": True, "false": False, "0": False}.get(value.strip().lower())
    return bool(value) if isinstance(value, bool | int) else None


_KINDS = {
    list: "a list",
    str: "a string",
    int: "a number",
    float: "a number",
    type(None): "null",
    bool: "true or false",
}


def _without_text(places: Sequence[dict[str, Any]], fields: Fields) -> str:
    seen = sorted({str(key)[:30] for place in places for key in place})
    shown = ", ".join(seen[:8]) + (" …" if len(seen) > 8 else "") or "no field at all"
    wanted = f'no text in "{fields.text}"' if fields.text else f"none of {', '.join(TEXT[:3])}"
    return f"a chunk has {wanted}; it has {shown}: name the field with the text"
