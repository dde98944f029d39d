"""Findings that are known and accepted for now, so that a run fails only for what gets worse.

A baseline is a text file, a line for each page and rule: path, code, count and fingerprints, with tabs between.
Sorted and line by line, so that two branches seldom meet in it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
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
    """The findings that are more than the baseline knows, and how many it knows that are gone, by path and code."""

    new: list[Finding]
    stale: dict[Key, int]


def read(file: Path) -> dict[Key, Known]:
    """The baseline in ``file``. Raises ``BaselineError``."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BaselineError(f"{file}: cannot be read: {error}") from error
    known: dict[Key, Known] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        path, code, count, *rest = [*line.split("\t"), "", "", ""]
        if not code or not count.isdecimal():
            raise BaselineError(f"{file}:{number}: not a line of a baseline: write it anew with `chunklint baseline`")
        known[unquote(path), code] = Known(int(count), tuple(rest[0].split()))
    return known


def write(file: Path, known: Mapping[Key, Known]) -> None:
    """Write a baseline; raises OSError."""
    lines = (
        f"{quote(path, safe='/ ')}\t{code}\t{found.number}\t{' '.join(sorted(found.fingerprints))}\n"
        for (path, code), found in sorted(known.items())
        if found.number
    )
    file.write_text(_HEADER + "".join(lines), encoding="utf-8", newline="\n")


def of(findings: Iterable[Finding]) -> dict[Key, Known]:
    """The baseline that knows just these findings."""
    grouped: dict[Key, list[str]] = defaultdict(list)
    for finding in findings:
        grouped[finding.path, finding.code].append(finding.fingerprint)
    return {key: Known(len(prints), tuple(prints)) for key, prints in grouped.items()}


def compare(known: Mapping[Key, Known], findings: Iterable[Finding], checked: Iterable[str]) -> Compared:
    """What is new against a baseline, and what of it is gone from the pages that were checked.

    A finding is known by its fingerprint, wherever its line or its page moved to; one whose line was rewritten
    is known as long as its page has no more findings of its rule than before.
    """
    room = {key: found.number for key, found in known.items()}
    owners: dict[tuple[str, str], list[str]] = defaultdict(list)  # code and fingerprint to paths
    for (path, code), found in known.items():
        for fingerprint in found.fingerprints:
            owners[code, fingerprint].append(path)
    rest: list[Finding] = []
    for finding in findings:
        paths = owners[finding.code, finding.fingerprint]
        owner = finding.path if finding.path in paths else next(iter(paths), None)
        if owner is not None and room[owner, finding.code] > 0:
            paths.remove(owner)
            room[owner, finding.code] -= 1
        else:
            rest.append(finding)
    new: list[Finding] = []
    for finding in rest:
        key = finding.path, finding.code
        if room.get(key, 0) > 0:
            room[key] -= 1
        else:
            new.append(finding)
    pages = set(checked)
    return Compared(new, {key: left for key, left in room.items() if left and key[0] in pages})


def shrunk(known: Mapping[Key, Known], findings: Iterable[Finding], checked: Iterable[str]) -> dict[Key, Known]:
    """The baseline without what is gone; nothing is added to it."""
    pages = set(checked)
    found = list(findings)
    new = Counter((f.path, f.code, f.fingerprint) for f in compare(known, found, pages).new)
    kept = []
    for finding in found:
        key = finding.path, finding.code, finding.fingerprint
        if new[key]:
            new[key] -= 1
        else:
            kept.append(finding)
    outside = {key: entry for key, entry in known.items() if key[0] not in pages and Path(key[0]).exists()}
    return {**outside, **of(kept)}
