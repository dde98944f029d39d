"""Which files are pages: the one yes or no for a path."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from chunklint.patterns import Patterns
from chunklint.settings import Settings

SUFFIXES = frozenset({".md", ".markdown", ".mdx", ".qmd", ".rmd"})
NAMES = frozenset({"llms.txt", "llms-full.txt"})
# Folders that never hold pages of the project; hidden ones are passed over too.
_FOREIGN = frozenset(
    {"node_modules", "venv", "__pycache__", "site-packages", "bower_components", "testdata", "__fixtures__"}
)
_TESTS = frozenset({"spec", "test", "tests"})  # whose "fixtures" are none either


class MissingPath(Exception):
    """A path named on the command line that does not exist."""


class Pages:
    """The pages found, and for each setting how many it removed."""

    __slots__ = ("files", "removed")

    def __init__(self) -> None:
        self.files: list[Path] = []
        self.removed: dict[str, int] = {}

    def remove(self, setting: str) -> None:
        self.removed[setting] = self.removed.get(setting, 0) + 1


def find(paths: Iterable[Path], settings_of: Callable[[Path], Settings]) -> Pages:
    """The pages among and below ``paths``, sorted, each once.

    A named file is taken whatever its suffix and whether or not git ignores it; ``exclude``
    holds for it all the same. ``settings_of`` gives what holds in a folder. Raises ``MissingPath``.
    """
    pages = Pages()
    seen: set[Path] = set()
    for path in paths:
        if not os.path.lexists(path):
            raise MissingPath(f'no such file or folder: "{path}"')
        found = _below(path, settings_of, pages) if path.is_dir() else [path]
        for file in found:
            key = file.absolute()
            if key in seen:
                continue
            seen.add(key)
            if excluded(file, settings_of(key.parent)):
                pages.remove("exclude")
            else:
                pages.files.append(file)
    return pages


def excluded(path: Path, settings: Settings) -> bool:
    """Whether ``exclude`` removes a page, also one that is named or given a name on standard input."""
    return Patterns(settings.root, settings.exclude).match(path)


def is_page(name: str) -> bool:
    """Whether a file of this name is a page when a folder is searched."""
    return os.path.splitext(name)[1].lower() in SUFFIXES or name in NAMES


def _below(folder: Path, settings_of: Callable[[Path], Settings], pages: Pages) -> Iterator[Path]:
    """The files below ``folder`` that are pages and that git does not ignore, a folder's own before deeper ones."""
    ignores = _ignores_above(folder.absolute())
    stack: list[tuple[Path, tuple[Patterns, ...]]] = [(folder, ignores)]
    while stack:
        here, ignores = stack.pop()
        settings = settings_of(here.absolute())
        ignores = (*ignores, *_ignores_of(here.absolute()))
        inside: list[Path] = []
        try:
            entries = sorted(os.scandir(here), key=lambda entry: entry.name)
        except OSError:
            pages.remove("folders that cannot be read")
            continue
        for entry in entries:
            path = here / entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            if is_folder:
                fixtures = entry.name == "fixtures" and here.name in _TESTS
                if entry.name.startswith(".") or entry.name in _FOREIGN or fixtures:
                    continue
            elif not is_page(entry.name) or _leads_to_folder(entry):
                continue
            if settings.respect_gitignore and _is_ignored(path, ignores, is_folder):
                if not is_folder:
                    pages.remove("respect-gitignore")
                continue
            if is_folder:
                inside.append(path)
            else:
                yield path
        stack += [(path, ignores) for path in reversed(inside)]


def _leads_to_folder(entry: os.DirEntry[str]) -> bool:
    """Whether an entry is a folder or a link to one; a link that leads to itself is a page that cannot be read."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def _is_ignored(path: Path, ignores: tuple[Patterns, ...], is_folder: bool) -> bool:
    """The deepest .gitignore with a verdict decides, as in git."""
    for patterns in reversed(ignores):
        verdict = patterns.verdict(path, is_folder)
        if verdict is not None:
            return verdict
    return False


def _ignores_above(folder: Path) -> tuple[Patterns, ...]:
    """The .gitignore files from the top of the repository down to above ``folder``."""
    found: list[Patterns] = []
    while not (folder / ".git").exists():
        if folder.parent == folder:
            return ()  # no repository
        folder = folder.parent
        found[:0] = _ignores_of(folder)
    return tuple(found)


def _ignores_of(folder: Path) -> list[Patterns]:
    try:
        text = (folder / ".gitignore").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return [Patterns(folder, tuple(text.splitlines()))]
