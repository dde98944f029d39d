"""One settings file: its table, and the line on which each of its keys stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

from chunklint import toml

# In one folder, the first of these that has settings holds.
NAMES = ("chunklint.toml", ".chunklint.toml", "pyproject.toml")

_HEADER = re.compile(r"\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[\w.-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=""")
_PART = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*\.?""")


class SettingsError(Exception):
    """Settings that cannot be used: the message has file, line, what is wrong and what to do."""


class SettingsFile(NamedTuple):
    """``table`` holds our keys; ``has_table`` says whether the file has any place for them."""

    path: Path
    text: str
    table: dict[str, Any]
    has_table: bool

    def error(self, keys: tuple[str, ...], what: str, index: int = 0) -> SettingsError:
        """An error about the value under ``keys``, with its line; ``index`` counts tables of one name from 0."""
        return SettingsError(f"{self.path}:{self.line_of(keys, index)}: {'.'.join(keys)}: {what}")

    def line_of(self, keys: tuple[str, ...], index: int = 0) -> int:
        """The line (from 1) of the deepest of ``keys`` that stands on a line of its own.

        TOML's own reader keeps no positions. Keys inside an inline table are given the line
        on which that table starts, or their own where a line names them.
        """
        wanted = ("tool", "chunklint", *keys) if self.path.name == "pyproject.toml" else keys
        header: tuple[str, ...] = ()
        best, best_depth = 1, 0
        tables = 0  # how many of the tables that ``index`` counts have started
        for number, line in enumerate(self.text.split("\n"), 1):
            if match := _HEADER.match(line):
                path = header = _parts(match[1])
                tables += line.lstrip().startswith("[[") and wanted[: len(path)] == path
            elif match := _KEY.match(line):
                path = (*header, *_parts(match[1]))
            else:
                continue
            if tables and tables != index + 1:
                continue
            depth = len(path) if wanted[: len(path)] == path else 0
            if depth > best_depth:
                best, best_depth = number, depth
            elif depth == 0 and path[-1:] == wanted[-1:] and best_depth == len(wanted) - 1:
                best, best_depth = number, len(wanted)  # a line of an inline table
        return best


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(match[1] or match[2] or match[3] or "" for match in _PART.finditer(dotted))


def read_settings_file(path: Path) -> SettingsFile:
    """Read a settings file. Raises ``SettingsError`` where it cannot be read or is not TOML."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {(error.strerror or str(error)).lower()}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path}: not UTF-8") from error
    try:
        data = toml.load(text)
    except toml.TomlError as error:
        raise SettingsError(f"{path}:{error.line}: not valid TOML: {error.why}") from error
    if path.name != "pyproject.toml":
        return SettingsFile(path, text, data, True)
    tool = data.get("tool", {})
    table = tool.get("chunklint") if isinstance(tool, dict) else None
    return SettingsFile(path, text, table if isinstance(table, dict) else {}, isinstance(table, dict))
