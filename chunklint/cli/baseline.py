"""``chunklint baseline``: accept the findings of today, so that a run fails only for what gets worse."""

from __future__ import annotations

import argparse
from pathlib import Path

from chunklint import baseline, files
from chunklint.cli import fail
from chunklint.project import Project, shown
from chunklint.settings import SettingsError

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
    parser.add_argument("--config", metavar="FILE", type=Path)
    args = parser.parse_args(argv)
    try:
        project = Project(args.config)
        file = args.baseline or project.settings_of(Path.cwd()).baseline or Path(baseline.NAME)
        pages = project.find(args.paths or [Path()]).files
        findings = [finding for _, found in project.check(pages) for finding in found]
        known = baseline.of(findings)
        if args.update:
            before = baseline.read(file)
            known = baseline.shrunk(before, findings, map(shown, pages))
        baseline.write(file, known)
    except (SettingsError, files.MissingPath, baseline.BaselineError) as error:
        return fail(str(error))
    except OSError as error:
        return fail(f"{file}: {(error.strerror or str(error)).lower()}")
    total = sum(found.number for found in known.values())
    print(f"{shown(file)} knows {total:,} finding{'s' if total != 1 else ''} in {len({p for p, _ in known}):,} pages.")
    if project.settings_of(Path.cwd()).baseline != file.absolute():
        print(f'Next: set baseline = "{shown(file)}" in the settings, and commit both.')
    return 0
