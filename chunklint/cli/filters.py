"""What a run leaves out: findings that the change did not make, and those that a baseline knows."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from chunklint import engine
from chunklint.finding import Finding
from chunklint.project import Project, shown

if TYPE_CHECKING:
    from chunklint.changes import Changes


class CannotFilter(Exception):
    """A change or a baseline that cannot be read, and what to do."""


def change_of(args: argparse.Namespace) -> Changes | None:
    """The change that the command line names. Raises ``CannotFilter``."""
    if not (args.diff_base or args.staged):
        return None
    if args.diff_base and args.staged:
        raise CannotFilter("--diff-base and --staged exclude each other")
    from chunklint import changes

    try:
        return changes.staged(Path.cwd()) if args.staged else changes.since(Path.cwd(), args.diff_base)
    except changes.GitError as error:
        raise CannotFilter(str(error)) from error


def worth_checking(project: Project, paths: Sequence[Path], change: Changes | None) -> list[Path]:
    """The pages that a change can have findings in: the changed ones, or all if a rule lays pages side by side."""
    if change is None:
        return list(paths)
    if any(code.startswith(engine.ACROSS) for path in paths[:1] for code in project.page(path).rules):
        return list(paths)
    return [path for path in paths if path.resolve() in change.pages]


def of_change(project: Project, path: Path, found: list[Finding], change: Changes | None) -> list[Finding]:
    """The findings that the change made: on its lines, caused there, or, for the page as a whole, not there before."""
    if change is None:
        return found
    from chunklint.changes import is_whole

    place = path.resolve()
    if place not in change.pages:
        return []
    whole = [finding for finding in found if is_whole(finding)]
    old = change.old_text(place) if whole else None
    known = (
        Counter(f.fingerprint for f in project.check_text(old, path) if is_whole(f)) if old is not None else Counter()
    )
    kept: list[Finding] = []
    for finding in found:
        if not is_whole(finding):
            if change.touches(place, finding):
                kept.append(finding)
        elif known[finding.fingerprint]:
            known[finding.fingerprint] -= 1
        else:
            kept.append(finding)
    return kept


def beyond_baseline(
    project: Project, args: argparse.Namespace, findings: list[Finding], checked: Iterable[str]
) -> tuple[list[Finding], list[str], bool]:
    """The findings that the baseline does not know, notes about it, and whether it fails the run.

    Raises ``CannotFilter``.
    """
    file = args.baseline or project.settings_of(Path.cwd()).baseline
    if not file or args.no_baseline:
        return findings, [], False
    from chunklint import baseline

    try:
        known = baseline.read(file)
    except baseline.BaselineError as error:
        hint = "" if file.exists() else "; `chunklint baseline` writes it"
        raise CannotFilter(f"{error}{hint}") from error
    compared = baseline.compare(known, findings, checked)
    notes = []
    if hidden := len(findings) - len(compared.new):
        notes.append(f"{hidden:,} finding{'s' if hidden != 1 else ''} known to the baseline {shown(file)}.")
    gone = sum(compared.stale.values())
    if gone and not (args.diff_base or args.staged):
        pages = ", ".join(f"{path} ({code})" for path, code in sorted(compared.stale)[:3])
        more = " and more" if len(compared.stale) > 3 else ""
        notes.append(f"{gone:,} of its findings are gone: {pages}{more}. `chunklint baseline --update` forgets them.")
    return compared.new, notes, bool(gone and args.strict_baseline)
