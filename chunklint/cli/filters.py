"""What a run leaves out: findings that the change did not make, and those that a baseline knows."""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from chunklint import engine, files
from chunklint.finding import Finding
from chunklint.project import Project, shown

if TYPE_CHECKING:
    from chunklint.changes import Changes

# About the page as a whole: whatever line they stand on, they are new or they are not.
_OF_PAGE = re.compile(r"CL001|CL109|CL114")


class CannotFilter(Exception):
    """A change or a baseline that cannot be read, and what to do."""


class Result(NamedTuple):
    """The findings that stay, notes about the others, and whether the baseline alone fails the run."""

    findings: list[Finding]
    notes: list[str]
    is_stale: bool


class Filter:
    """What the command line asks to leave out. ``paths`` are those that it names. Raises ``CannotFilter``."""

    def __init__(self, project: Project, args: argparse.Namespace, paths: Sequence[Path]) -> None:
        self.project = project
        self.args = args
        self.paths = paths
        self.change = _change_of(args, paths)
        self._made: set[Finding] = set()

    def worth_checking(self, pages: Sequence[Path]) -> list[Path]:
        """The pages that a change can have findings in: the changed ones, or all if a rule lays pages side by side."""
        if self.change is None:
            return list(pages)
        found = [*pages, *self._only_staged()]
        if self._lays_side_by_side(found):
            return [path for path in found if path.resolve() not in self.change.unknown]
        return [path for path in found if path.resolve() in self.change.pages]

    def is_laid_beside(self, path: Path) -> bool:
        """Whether the change did nothing to a page, so that it only counts for the rules across pages."""
        return self.change is not None and path.resolve() not in self.change.pages

    def _only_staged(self) -> list[Path]:
        """The pages that will be committed although they are gone from the working tree."""
        if not self.change or not self.is_of_staged:
            return []
        gone = (Path(shown(path)) for path in self.change.pages if not path.exists())
        named = [path.resolve() for path in self.paths]
        return [
            path
            for path in gone
            if files.is_page(path.name)
            and any(path.absolute().is_relative_to(folder) for folder in named)
            and not files.excluded(path, self.project.settings_of(path.absolute().parent))
        ]

    def _lays_side_by_side(self, pages: Iterable[Path]) -> bool:
        """Whether a rule across pages is on anywhere: asked once for each settings file."""
        one_each = {self.project.settings_of(path.absolute().parent).file: path for path in pages}
        return any(
            code.startswith(engine.ACROSS) for path in one_each.values() for code in self.project.page(path).rules
        )

    @property
    def is_of_staged(self) -> bool:
        """Whether it is the staged text that counts."""
        return bool(self.change and self.change.staged)

    def is_as_staged(self, path: Path) -> bool:
        """Whether the file is what was checked, so that fixes may be written to it: what is staged, if that counts."""
        return not (self.change and path.resolve() in self.change.unstaged)

    def note_mended(self, pages: Iterable[Path]) -> None:
        """Look again at what the change did in ``pages``, which fixes were written to."""
        if self.change is not None:
            self.change = self.change.with_mended(pages)

    def read(self, path: Path) -> bytes | None:
        """What is checked in place of the file: its staged text where that differs."""
        return self.change.new_bytes(path) if self.change and self.change.staged else None

    def see(self, path: Path, found: Iterable[Finding]) -> None:
        """Take note of which findings of a page the change made."""
        if self.change is not None:
            self._made.update(self.made(path, found))

    def made(self, path: Path, found: Iterable[Finding]) -> Iterator[Finding]:
        """The findings that the change made: on its lines, caused there, or not there before; all without a change."""
        if self.change is None:
            yield from found
            return
        place = path.resolve()
        rest: list[Finding] = []
        for finding in found:
            if _is_made(self.change, place, finding):
                yield finding
            elif not finding.code.startswith(engine.ACROSS):
                rest.append(finding)
        if place in self.change.pages and rest:
            yield from self._not_there_before(place, path, rest)

    def _not_there_before(self, place: Path, path: Path, found: Iterable[Finding]) -> list[Finding]:
        """The findings on unchanged lines that the old page did not have: their cause stood elsewhere in it."""
        old = self.change.old_text(place) if self.change else None
        before = self.project.check_text(old, path) if old is not None else []
        known = Counter(map(_likeness, before))
        new = []
        for finding in found:
            key = _likeness(finding)
            if known[key]:
                known[key] -= 1
            else:
                new.append(finding)
        return new

    def result(self, findings: list[Finding], pages: Sequence[Path]) -> Result:
        """What stays of the findings about ``pages``. Raises ``CannotFilter``."""
        new, notes, is_stale = self._beyond_baselines(findings, pages)
        if self.change is not None:
            new = [finding for finding in new if finding in self._made]
        return Result(new, notes, is_stale)

    def _beyond_baselines(self, findings: list[Finding], pages: Sequence[Path]) -> Result:
        if self.args.no_baseline:
            return Result(findings, [], False)
        by_file = baselines(self.project, self.args.baseline, pages)
        hidden: set[Finding] = set()
        notes: list[str] = []
        is_stale = False
        for file, checked in by_file.items():
            if file:
                names = set(map(shown, checked))
                known, stale = self._known(file, checked, [f for f in findings if f.path in names])
                hidden |= known
                notes += _notes(file, len(known), stale)
                is_stale |= bool(stale)
        return Result([f for f in findings if f not in hidden], notes, is_stale and self.args.strict_baseline)

    def _known(
        self, file: Path, pages: Sequence[Path], findings: list[Finding]
    ) -> tuple[set[Finding], dict[tuple[str, str], int]]:
        """The findings that a baseline knows, and how many it knows that are gone."""
        from chunklint import baseline

        try:
            known = baseline.read(file)
        except baseline.BaselineError as error:
            hint = "" if file.exists() else "; `chunklint baseline` writes it"
            raise CannotFilter(f"{error}{hint}") from error
        name = baseline.namer(file)
        compared = baseline.compare(known, findings, name, baseline.gone_from(file), self._made)
        if self.change is not None:
            return set(compared.known), {}
        checked = {name(shown(path)): path for path in pages}
        is_met, is_gone = baseline.scope(self.paths, name), baseline.gone_from(file)

        def is_stale(page: str, code: str) -> bool:
            if page in checked:  # a rule that is off was not asked
                return code in self.project.page(checked[page]).rules
            return is_met(page) and is_gone(page)

        return set(compared.known), {key: number for key, number in compared.left.items() if is_stale(*key)}


def baselines(project: Project, given: Path | None, pages: Iterable[Path]) -> dict[Path | None, list[Path]]:
    """The pages by the baseline that holds for them: the one given, else that of their settings."""
    found: dict[Path | None, list[Path]] = defaultdict(list)
    for path in pages:
        found[given.absolute() if given else project.settings_of(path.absolute().parent).baseline].append(path)
    return found


def _change_of(args: argparse.Namespace, paths: Sequence[Path]) -> Changes | None:
    if args.diff_base is None and not args.staged:
        return None
    if args.diff_base is not None and args.staged:
        raise CannotFilter("--diff-base and --staged exclude each other")
    if args.strict_baseline:
        raise CannotFilter("--strict-baseline needs a whole run, without --diff-base and --staged")
    from chunklint import changes

    first = next(iter(paths), Path()).absolute()
    folder = first if first.is_dir() else first.parent
    try:
        return changes.staged(folder) if args.staged else changes.since(folder, args.diff_base)
    except changes.GitError as error:
        raise CannotFilter(str(error)) from error


def _is_made(change: Changes, place: Path, finding: Finding) -> bool:
    if _OF_PAGE.match(finding.code):
        return False
    if finding.code.startswith(engine.CUTS):  # anything above it can be its cause: only a new one counts
        return change.touches(place, [(finding.line, finding.end_line)])
    return change.made(place, finding)


def _likeness(finding: Finding) -> tuple[str, str]:
    """What is the same of a finding before and after a change somewhere else in its page."""
    return finding.code, "" if _OF_PAGE.match(finding.code) else " ".join(finding.source_line.split())


def _notes(file: Path, known: int, stale: dict[tuple[str, str], int]) -> Iterable[str]:
    """What is left out, and what the baseline still knows and could forget."""
    if known:
        yield f"{known:,} finding{'s' if known != 1 else ''} known to the baseline {shown(file)}."
    if stale:
        gone = sum(stale.values())
        pages = ", ".join(f"{path} ({code})" for path, code in sorted(stale)[:3])
        yield (
            f"{gone:,} of its findings {'are' if gone != 1 else 'is'} gone: {pages}{' and more' * (len(stale) > 3)}."
            " `chunklint baseline --update` forgets them."
        )
