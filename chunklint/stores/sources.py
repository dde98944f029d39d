"""Which page a stored chunk says that it is from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

_INDEX = ("index", "readme", "_index")


def is_of(source: str, path: str) -> bool:
    """Whether ``source`` names the page at ``path``: one of them ends with the other, folder by folder."""
    source, path = source.replace("\\", "/").removeprefix("./"), path.replace("\\", "/")
    return bool(source) and (f"/{path}".endswith(f"/{source}") or f"/{source}".endswith(f"/{path}"))


class Pages:
    """Pages, asked by the source of a chunk."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._by_name: dict[str, list[str]] = defaultdict(list)
        self._by_address: dict[str, list[tuple[list[str], str]]] = defaultdict(list)
        for path in paths:
            self._by_name[_name(path)].append(path)
            parts = _parts(path)
            self._by_address[parts[-1] if parts else ""].append((parts, path))
        self._known: dict[str, tuple[str, ...]] = {}

    def of(self, source: str) -> tuple[str, ...]:
        """The pages that ``source`` may name: a path, or the address of a page on the web. Most often one or none."""
        if source not in self._known:
            self._known[source] = tuple(self._find(source))
        return self._known[source]

    def _find(self, source: str) -> Iterable[str]:
        if "://" not in source:
            return (path for path in self._by_name[_name(source)] if is_of(source, path))
        wanted = _parts(source.partition("://")[2].partition("/")[2])
        alike = [(_alike(wanted, parts), path) for parts, path in self._by_address[wanted[-1] if wanted else ""]]
        most = max((common for common, _ in alike), default=0)
        return (path for common, path in alike if common == most)


def _name(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]


def _parts(path: str) -> list[str]:
    """The folders and the name of a page as its address has them: without suffix, and without the name of an index."""
    path = path.partition("?")[0].partition("#")[0].replace("\\", "/").strip("/")
    folder, _, name = path.rpartition("/")
    stem = name.rpartition(".")[0] or name
    return [part for part in (*folder.split("/"), "" if stem.lower() in _INDEX else stem) if part]


def _alike(one: list[str], other: list[str]) -> int:
    """How many parts are the same, from the end."""
    count = 0
    while count < min(len(one), len(other)) and one[-1 - count] == other[-1 - count]:
        count += 1
    return count
