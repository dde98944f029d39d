"""The splitters that a run uses: those of the settings and of the command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from inspect import isfunction
from pathlib import Path
from typing import Any, NamedTuple, get_args

from chunklint.document import Document
from chunklint.splitters.chunk import Chunk, Limits, Unit
from chunklint.splitters.presets import PRESETS, Preset

# Keys of a [[splitter]] table.
KEYS = ("name", "preset", "size", "overlap", "unit", "encoding", "model", "chunks")
_CODE = "python:"


class SplitterError(ValueError):
    """A splitter that cannot be used: ``key`` says which of its settings is wrong."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(why)
        self.key = key


class Configured(NamedTuple):
    """A preset with its limits, under the name that messages use."""

    name: str
    preset: Preset
    limits: Limits

    @property
    def label(self) -> str:
        """The name, with ≈ for an approximation."""
        return f"{self.name} ≈" if self.preset.approximate else self.name

    @property
    def described(self) -> str:
        """``langchain 1000/200 characters``, as settings and reports show it."""
        size, overlap, unit = self.limits[:3]
        sizes = f" {size}/{overlap} {unit}" if size else ""
        if self.name == self.preset.name:
            return f"{self.label}{sizes}"
        preset, _, given = self.name.rpartition(":")
        if preset != self.preset.name:
            return f"{self.label} ({self.preset.label}){sizes}"
        says_all = given == f"{size}/{overlap}" or (given == str(size) and not overlap)  # the words of --splitter
        return f"{self.label} {unit}" if says_all else f"{self.label}{sizes}"

    def split(self, document: Document) -> tuple[Chunk, ...]:
        """The chunks of a page, in the order in which the splitter gives them."""
        return tuple(self.preset.split(document, self.limits))


def from_table(table: Mapping[str, Any], folder: Path, allow_code: bool) -> Configured:
    """A splitter of the settings; ``folder`` is where paths of its ``chunks`` start.

    Raises ``SplitterError`` for what cannot be used, and for code of the repository unless it is allowed.
    """
    from chunklint.catalogue import did_you_mean

    for key in table:
        if key not in KEYS:
            hint = did_you_mean(key, KEYS) or f"; known: {', '.join(KEYS)}"
            raise SplitterError(key, f'unknown setting "{key}" of a splitter{hint}')
    chunks = table.get("chunks")
    if chunks is not None:
        if "preset" in table or not isinstance(chunks, str):
            raise SplitterError("chunks", "must be a path to chunks that exist already, in place of a preset")
        preset = _stored(chunks, folder)
    else:
        preset = _with_model(_preset(table.get("preset"), allow_code), table, folder)
    limits = _limits(table, preset.limits)
    name = table.get("name", preset.name)
    if not isinstance(name, str) or not name:
        raise SplitterError("name", f"must be a string, not {name!r}")
    return Configured(name, preset, limits)


def from_words(words: str) -> Configured:
    """A splitter of the command line: ``openai``, ``langchain:400/80``, ``python:module:function``.

    Behind the colon of a preset that cuts by an embedding model stands the folder of that. Raises ``SplitterError``,
    whose message names the words. Code is allowed here: the user named it.
    """
    is_code = words.startswith(_CODE)
    name, colon, sizes = (words, "", "") if is_code else words.partition(":")
    if name in PRESETS and PRESETS[name].takes_model:
        table: dict[str, Any] = {"preset": name, "model": sizes} if colon else {"preset": name}
        return _said(words, table, allow_code=False)._replace(name=f"{name}:{Path(sizes).name}")
    numbers = sizes.split("/") if colon else []
    if len(numbers) > 2 or not all(number.isdecimal() and len(number) < 10 for number in numbers):
        raise SplitterError("size", f'splitter "{words}": write NAME, NAME:SIZE or NAME:SIZE/OVERLAP')
    table = {"preset": name, **dict(zip(("size", "overlap"), map(int, numbers), strict=False))}
    found = _said(words, table, allow_code=is_code)
    return found._replace(name=words) if numbers else found


def _said(words: str, table: dict[str, Any], allow_code: bool) -> Configured:
    """The splitter of a table that stands for ``words``, which an error names."""
    try:
        return from_table(table, Path(), allow_code)
    except SplitterError as error:
        about = f"{error.key}: " if error.key in table and error.key != "preset" else ""
        raise SplitterError(error.key, f'splitter "{words}": {about}{error}') from error


def from_any(splitter: object) -> Configured:
    """A splitter of the Python API: a name as on the command line, a function, or an object of a library.

    Raises ``SplitterError``.
    """
    if isinstance(splitter, Configured):
        return splitter
    if isinstance(splitter, str):
        return from_words(splitter)
    from chunklint.splitters.adapters import from_function, from_object

    name = getattr(splitter, "__name__", type(splitter).__name__)
    try:
        split = from_function(splitter) if isfunction(splitter) else from_object(splitter)
    except TypeError as error:
        raise SplitterError("preset", str(error)) from error
    return Configured(name, Preset(name, "your own", "", Limits(0), "unknown", given=split), Limits(0))


def unique(splitters: Iterable[Configured]) -> tuple[Configured, ...]:
    """The splitters, each with a name of its own: a number is added to one that is taken."""
    found: dict[str, Configured] = {}
    for splitter in splitters:
        names = (splitter.name, *(f"{splitter.name} {number}" for number in range(2, len(found) + 2)))
        name = next(name for name in names if name not in found)
        found[name] = splitter._replace(name=name)
    return tuple(found.values())


def _limits(table: Mapping[str, Any], limits: Limits) -> Limits:
    """The limits of a preset with what the table says. Raises ``SplitterError``."""
    from chunklint.catalogue import did_you_mean
    from chunklint.splitters.lengths import ENCODINGS

    size = _number(table, "size", 1, limits.size)
    # The preset's own overlap is for its own size.
    kept = limits.overlap if size in (0, limits.size) or limits.overlap < size else 0
    overlap = _number(table, "overlap", 0, kept)
    if size and overlap >= size:
        raise SplitterError("overlap", f"must be less than the size ({size}), not {overlap}")
    unit, encoding = table.get("unit", limits.unit), table.get("encoding", limits.encoding)
    for key, value, known in (("unit", unit, get_args(Unit)), ("encoding", encoding, ENCODINGS)):
        if value not in known:
            hint = did_you_mean(str(value), known)
            raise SplitterError(key, f"must be one of {', '.join(known)}, not {value!r}{hint}")
    return Limits(size, overlap, unit, encoding)


def _number(table: Mapping[str, Any], key: str, least: int, default: int) -> int:
    value = table.get(key, default)
    if type(value) is not int or (key in table and value < least):
        raise SplitterError(key, f"must be a whole number from {least}, not {value!r}")
    return value


def _preset(name: object, allow_code: bool) -> Preset:
    from chunklint.catalogue import did_you_mean

    if isinstance(name, str) and name.startswith(_CODE):
        if not allow_code:
            raise SplitterError("preset", f'"{name}" runs code of this repository: add --allow-code to the command')
        return _own(name)
    if isinstance(name, str) and name in PRESETS:
        return PRESETS[name]
    given = "" if name is None else f", not {name!r}{did_you_mean(str(name), PRESETS)}"
    raise SplitterError("preset", f"must be one of {', '.join(PRESETS)}{given}")


def _with_model(preset: Preset, table: Mapping[str, Any], folder: Path) -> Preset:
    """The preset with the embedding model that the table names, if it cuts by one."""
    model = table.get("model")
    if not preset.takes_model:
        if model is not None:
            raise SplitterError("model", f"{preset.name} cuts without an embedding model")
        return preset
    if not isinstance(model, str) or not model:
        raise SplitterError("model", f'{preset.name} cuts by an embedding model: name its folder (model = "…")')
    from chunklint.splitters.similarity import by_model

    own = folder / model
    return preset._replace(given=by_model(str(own.resolve()) if own.is_dir() else model))


def _own(name: str) -> Preset:
    """The user's own splitter; what it uses of headings is not known, so that their rules go on speaking."""
    from chunklint.splitters.adapters import function_of

    try:
        split = function_of(name.removeprefix(_CODE))
    except Exception as error:  # the module may raise anything
        kind = "" if isinstance(error, ImportError | AttributeError | ValueError) else f"{type(error).__name__}: "
        raise SplitterError("preset", f"{name}: {kind}{error}") from error
    return Preset(name, "your own", "", Limits(0), "unknown", given=split)


def _stored(pattern: str, folder: Path) -> Preset:
    from chunklint.splitters.adapters import from_store

    return Preset(pattern, "chunks that exist already", "", Limits(0), "unknown", given=from_store(pattern, folder))
