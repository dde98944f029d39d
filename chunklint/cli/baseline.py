"""``chunklint baseline``: accept the findings of today, so that a run fails only for what gets worse."""

from __future__ import annotations

import argparse
from pathlib import Path

from chunklint import baseline, files
from chunklint.cli import fail, options
from chunklint.cli.filters import baselines
from chunklint.finding import Finding
from chunklint.project import Project, shown
from chunklint.settings import SettingsError

Counts = dict[baseline.Key, baseline.Known]
_EXAMPLES = """\
examples:
  chunklint baseline docs           write .chunklint-baseline with what is found now
  chunklint baseline --update docs  forget what is gone; nothing is added

Then set baseline = ".chunklint-baseline" in the settings, and commit both.
"""


def run(argv: list[str]) -> int:
    """Run ``chunklint baseline`` with ``argv``; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="chunklint baseline",
        description="Write down the findings of today; a check then reports only what is more than these.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("paths", nargs="*", metavar="PATHS", type=Path)
    parser.add_argument("--update", action="store_true", help="only forget findings that are gone")
    parser.add_argument(
        "--baseline", metavar="FILE", type=Path, help=f"default: that of the settings, or {baseline.NAME}"
    )
    options.add_settings(parser)
    args = parser.parse_args(argv)
    paths = args.paths or [Path()]
    try:
        project = options.project(args)
        pages = project.find(paths).files
        findings = [finding for _, found in project.check(pages) for finding in found]
        for file, mine in _files(project, args.baseline, pages).items():
            names = set(map(shown, mine))
            before, known = _written(file, args.update, paths, names, [f for f in findings if f.path in names])
            print(_said(file, known, before))
            if not args.baseline and project.settings_of(Path.cwd()).baseline is None:
                print(f'Next: set baseline = "{shown(file)}" in the settings, and commit both.')
    except (SettingsError, files.MissingPath, baseline.BaselineError) as error:
        return fail(str(error))
    except BrokenPipeError:
        raise  # the reader has seen enough
    except OSError as error:
        return fail(f"{error.filename}: {(error.strerror or str(error)).lower()}")
    return 0


def _files(project: Project, given: Path | None, pages: list[Path]) -> dict[Path, list[Path]]:
    """The baselines to write, each with its pages: those that the settings name, else the usual one in this folder."""
    found = baselines(project, given, pages)
    here = (given or project.settings_of(Path.cwd()).baseline or Path(baseline.NAME)).absolute()
    others = found.pop(None, [])
    if others or not found or here.exists():
        found.setdefault(here, []).extend(others)
    return {file: mine for file, mine in found.items() if file}


def _written(
    file: Path, update: bool, paths: list[Path], checked: set[str], findings: list[Finding]
) -> tuple[int, Counts]:
    """Write a baseline; return how many findings it knew, and what it knows now.

    What it says about pages outside of ``paths`` stays. Raises ``BaselineError`` and OSError.
    """
    name, is_gone = baseline.namer(file), baseline.gone_from(file)
    try:
        before = baseline.read(file)
    except baseline.BaselineError:
        if update:
            raise
        before = {}  # it is written anew
    if update:
        findings = baseline.compare(before, findings, name, is_gone).known
    is_met, met = baseline.scope(paths, name), set(map(name, checked))
    outside = {key: found for key, found in before.items() if not (key[0] in met or is_met(key[0]) or is_gone(key[0]))}
    known = {**outside, **baseline.of(findings, name)}
    baseline.write(file, known)
    return _total(before), known


def _said(file: Path, known: Counts, before: int) -> str:
    total, pages = _total(known), len({path for path, _ in known})
    change = f", {before - total:,} fewer than before" if total < before else ""
    return (
        f"{shown(file)} knows {total:,} finding{'s' if total != 1 else ''}"
        f" in {pages:,} page{'s' if pages != 1 else ''}{change}."
    )


def _total(known: Counts) -> int:
    return sum(found.number for found in known.values())
