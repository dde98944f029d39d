"""Gitignore patterns below a folder."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any


@cache
def _compiled(lines: tuple[str, ...]) -> Any:
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(lines)


class Patterns:
    """Gitignore ``lines`` that hold below ``root``; the library is only imported when there are any."""

    __slots__ = ("lines", "root")

    def __init__(self, root: Path, lines: tuple[str, ...]) -> None:
        self.root = root
        self.lines = tuple(line for line in lines if line.strip() and not line.startswith("#"))

    def match(self, path: Path, is_folder: bool = False) -> bool:
        """Whether the patterns match ``path``; a path outside ``root`` matches none."""
        return bool(self.verdict(path, is_folder))

    def verdict(self, path: Path, is_folder: bool = False) -> bool | None:
        """True for a match, False for a match that a ``!`` pattern takes back, None for none."""
        if not self.lines:
            return None
        try:
            relative = path.absolute().relative_to(self.root)
        except ValueError:
            return None
        name = relative.as_posix() + ("/" if is_folder else "")
        include: bool | None = _compiled(self.lines).check_file(name).include
        return include
