"""TOML with the line of an error."""

from __future__ import annotations

import re
from typing import Any


class TomlError(ValueError):
    """Text that is not TOML: ``line`` (from 1) and ``why``."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line
        self.why = why


def load(text: str) -> dict[str, Any]:
    """The table in ``text``. Raises ``TomlError``; the library gives the line in its message only."""
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        why, _, place = str(error).partition(" (at ")
        line = re.match(r"line (\d+)", place)
        raise TomlError(int(line[1]) if line else text.rstrip("\n").count("\n") + 1, why) from error
    except RecursionError as error:
        raise TomlError(1, "nested too deeply") from error
