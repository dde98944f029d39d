"""Reports: on standard output (``--output-format``), in files (``--output-file``), and to GitHub Actions."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from chunklint import report
from chunklint.catalogue import did_you_mean
from chunklint.report import Run


class CannotWrite(Exception):
    """A report that cannot be written where it should be, and why."""


class Target(NamedTuple):
    """A format and the file for it, an absolute path."""

    format: str
    path: Path


def targets(words: Iterable[str]) -> list[Target]:
    """The files that the words ``FORMAT=PATH`` name. Raises ``CannotWrite``."""
    found: list[Target] = []
    for word in words:
        name, equals, path = word.partition("=")
        if not (equals and path):
            raise CannotWrite(f'--output-file takes FORMAT=PATH, such as sarif=chunklint.sarif, not "{word}"')
        if name not in report.FORMATS:
            raise CannotWrite(f'--output-file: unknown format "{name}"{did_you_mean(name, report.FORMATS)}')
        target = Target(name, Path(path).resolve())  # of a link, what it leads to
        if not target.path.parent.is_dir():
            raise CannotWrite(f'--output-file: no such folder: "{Path(path).parent}"')
        if target.path.exists() and not target.path.is_file():
            raise CannotWrite(f'--output-file: "{path}" is no file')
        if any(target.path == other.path for other in found):
            raise CannotWrite(f'--output-file: two reports for "{path}"')
        found.append(target)
    return found


def print_report(run: Run, args: argparse.Namespace) -> bool:
    """Print the report of a run; return whether a person reads it."""
    name = _format(args)
    for line in report.lines(name, run, is_coloured()):
        print(line)
    return name in report.FOR_PEOPLE or name == "github"


def _format(args: argparse.Namespace) -> str:
    return args.output_format or ("github" if os.environ.get("GITHUB_ACTIONS") == "true" else "full")


def is_coloured() -> bool:
    """Whether standard output takes colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def tell_github(run: Run, args: argparse.Namespace, headline: str) -> None:
    """Set the outputs of the step and write the job summary, where the format is GitHub's."""
    if _format(args) == "github":
        from chunklint.cli import actions

        actions.tell(run, headline, [target.path for target in args.output_file if target.format == "sarif"])


def write_files(run: Run, args: argparse.Namespace) -> None:
    """Write the reports that the targets in ``args.output_file`` name. Raises ``CannotWrite``."""
    for target in args.output_file:
        _write(target, run)


def _write(target: Target, run: Run) -> None:
    """Write a report, whole or not at all. Raises ``CannotWrite``."""
    from secrets import token_hex  # like shutil not paid for by a run that writes no file
    from shutil import copymode

    unfinished = target.path.with_name(f".chunklint-{token_hex(8)}")
    try:
        try:
            with unfinished.open("x", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
                file.writelines(f"{line}\n" for line in report.lines(target.format, run))
            if target.path.exists():
                copymode(target.path, unfinished)
            os.replace(unfinished, target.path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise CannotWrite(f'--output-file: "{target.path}" cannot be written: {error.strerror}') from error
