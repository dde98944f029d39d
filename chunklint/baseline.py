"""Findings that are known and accepted for now, so that a run fails only for what gets worse.

A baseline is a text file, a line for each page and rule: path, code, count and fingerprints, with tabs between.
Paths start at the folder of the file. Sorted and line by line, so that two branches seldom meet in it.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote

from chunklint.finding import Finding

NAME = ".chunklint-baseline"
_HEADER = "# Findings known to chunklint: path, rule, how many, fingerprints. Written by `chunklint baseline`.\n"
Key = tuple[str, str]  # path and code


class BaselineError(Exception):
    """A baseline that cannot be read: file, line and why."""


class Known(NamedTuple):
    """How many findings of a rule a page has, and their fingerprints."""

    number: int
    fingerprints: tuple[str, ...]


class Compared(NamedTuple):
    """The findings that are more than the baseline knows, those that it knows, and what is left of its counts."""

    new: list[Finding]
    known: list[Finding]
    left: dict[Key, int]


def read(file: Path) -> dict[Key, Known]:
    """The baseline in ``file``. Raises ``BaselineError``."""
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise BaselineError(f"{file}: cannot be read: {(error.strerror or str(error)).lower()}") from error
    except UnicodeDecodeError as error:
        bad = error.object.count(b"\n", 0, error.start) + 1
        raise BaselineError(f"{file}:{bad}: not UTF-8{_ANEW}") from error
    known: dict[Key, Known] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        path, code, count, *rest = [*line.rstrip("\r").split("\t"), "", "", ""]
        if not (path and code and _is_count(count)):
            raise BaselineError(f"{file}:{number}: not a line of a baseline{_ANEW}")
        key = unquote(path, errors="surrogateescape"), code
        if key in known:
            raise BaselineError(f"{file}:{number}: {path} has a line for {code} already{_ANEW}")
        known[key] = Known(int(count), tuple(rest[0].split()))
    return known


_ANEW = ": write it anew with `chunklint baseline`"


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10


def write(file: Path, known: Mapping[Key, Known]) -> None:
    """Write a baseline; raises OSError."""
    lines = (
        f"{quote(path, safe='/ ', errors='surrogateescape')}\t{code}\t{found.number}\t"
        f"{' '.join(sorted(found.fingerprints))}\n"
        for (path, code), found in sorted(known.items())
        if found.number
    )
    file.write_text(_HEADER + "".join(lines), encoding="utf-8", newline="\n")


def namer(file: Path) -> Callable[[str], str]:
    """How the baseline in ``file`` names a page: its path from the folder of the file, with slashes."""
    folder = file.absolute().parent

    def name(path: str) -> str:
        try:
            return Path(os.path.relpath(Path(path).absolute(), folder)).as_posix()
        except ValueError:  # on another drive
            return Path(path).absolute().as_posix()

    return name


def gone_from(file: Path) -> Callable[[str], bool]:
    """Whether a page that the baseline in ``file`` names is no longer there."""
    return lambda page: not (file.absolute().parent / page).exists()


def of(findings: Iterable[Finding], name: Callable[[str], str]) -> dict[Key, Known]:
    """The baseline that knows just these findings."""
    grouped: dict[Key, list[str]] = defaultdict(list)
    for finding in findings:
        grouped[name(finding.path), finding.code].append(finding.fingerprint)
    return {key: Known(len(prints), tuple(prints)) for key, prints in grouped.items()}


def compare(
    known: Mapping[Key, Known],
    findings: Iterable[Finding],
    name: Callable[[str], str],
    is_gone: Callable[[str], bool],
    made: frozenset[Finding] | set[Finding] = frozenset(),
) -> Compared:
    """What is new against a baseline.

    A finding is known by its fingerprint, wherever its line moved to in its page, or with its page where the old one
    ``is_gone``. One whose line was rewritten is known as long as its page has no more findings of its rule than
    before. Of several that are alike, those that the change ``made`` are the new ones.
    """
    found = list(findings)
    account = _Account(known, is_gone)
    groups: dict[tuple[str, str, str], list[Finding]] = defaultdict(list)
    for finding in found:
        groups[name(finding.path), finding.code, " ".join(finding.source_line.split())].append(finding)
    rest: dict[Key, list[Finding]] = defaultdict(list)
    for (path, code, _), group in groups.items():
        prints = [finding.fingerprint for finding in group]
        number = sum(account.take(path, code, it) or account.inherit(path, code, it) for it in prints)
        rest[path, code] += sorted(group, key=made.__contains__)[number:]
    new: set[Finding] = set()
    for (path, code), group in rest.items():
        new.update(sorted(group, key=made.__contains__)[account.rewritten(path, code, len(group)) :])
    return Compared(
        [finding for finding in found if finding in new],
        [finding for finding in found if finding not in new],
        {key: number for key, number in account.room.items() if number},
    )


class _Account:
    """What of a baseline is not yet used up."""

    def __init__(self, known: Mapping[Key, Known], is_gone: Callable[[str], bool]) -> None:
        self.room = {key: found.number for key, found in known.items()}
        self._prints = {key: Counter(found.fingerprints) for key, found in known.items()}
        self._gone: dict[tuple[str, str], list[str]] = defaultdict(list)  # code and fingerprint to pages
        gone = {path for path in {path for path, _ in known} if is_gone(path)}
        for (path, code), found in known.items():
            for fingerprint in found.fingerprints if path in gone else ():
                self._gone[code, fingerprint].append(path)
        self._heirs: dict[str, set[str]] = defaultdict(set)  # the pages that a page was before

    def take(self, path: str, code: str, fingerprint: str) -> bool:
        """Use up a finding of the page itself."""
        key = path, code
        if self.room.get(key, 0) > 0 and self._prints[key][fingerprint] > 0:
            self._prints[key][fingerprint] -= 1
            self.room[key] -= 1
            return True
        return False

    def inherit(self, path: str, code: str, fingerprint: str) -> bool:
        """Use up a finding of a page that is gone: this one has its name changed."""
        for owner in self._gone.get((code, fingerprint), ()):
            if self.take(owner, code, fingerprint):
                self._heirs[path].add(owner)
                return True
        return False

    def rewritten(self, path: str, code: str, number: int) -> int:
        """Use up as many findings as the counts still have room for, whatever their lines say now."""
        taken = 0
        for owner in (path, *sorted(self._heirs[path])):
            room = min(self.room.get((owner, code), 0), number - taken)
            if room:
                self.room[owner, code] -= room
                taken += room
        return taken


def scope(paths: Iterable[Path], name: Callable[[str], str]) -> Callable[[str], bool]:
    """Whether a page of the baseline would be met when ``paths`` are searched: it stands below one of the folders."""
    folders = [name(str(path)) for path in paths if path.is_dir()]
    return lambda page: any(folder == "." or page == folder or page.startswith(f"{folder}/") for folder in folders)
