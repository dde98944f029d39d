"""Options that several commands share: which settings hold, which rules speak, and how findings are reported."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chunklint import catalogue, report
from chunklint.project import Project
from chunklint.settings import FAIL_ON, SettingsError


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which settings hold."""
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help="the settings file, in place of the closest one above each page"
    )
    parser.add_argument("--isolated", action="store_true", help="use no settings file")
    parser.add_argument(
        "--allow-code", action="store_true", help="let the settings name a splitter that is code of this repository"
    )


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which rules speak, and when a finding fails the run."""
    rules = "codes, prefixes of codes and names, with commas between"
    parser.add_argument("--select", metavar="RULES", help=f"report only these rules ({rules})")
    parser.add_argument("--extend-select", metavar="RULES", help="report these rules too")
    parser.add_argument("--ignore", metavar="RULES", help="do not report these rules")
    parser.add_argument(
        "--fail-on", choices=FAIL_ON, help="the least severity that gives exit code 1 (default: warning)"
    )


def rule_changes(args: argparse.Namespace) -> dict[str, Any]:
    """The fields of ``Settings`` that the options of ``add_rules`` change. Raises ``UnknownRule``."""
    changes: dict[str, Any] = {"fail_on": args.fail_on} if args.fail_on else {}
    for key in ("select", "extend_select", "ignore"):
        if given := getattr(args, key):
            changes[key] = tuple(word for word in given.replace(",", " ").split() if catalogue.load().select(word))
    return changes


def add_reports(parser: argparse.ArgumentParser) -> None:
    """Add the options that say in which formats findings are reported, and where to."""
    parser.add_argument("--output-format", choices=report.FORMATS, help="default: full; github inside GitHub Actions")
    parser.add_argument(
        "--output-file",
        metavar="FORMAT=PATH",
        action="append",
        default=[],
        help="write a report to a file, too, such as sarif=chunklint.sarif; may be given several times",
    )


def project(args: argparse.Namespace, changes: Mapping[str, Any] | None = None) -> Project:
    """The project that the options of ``add_settings`` describe; ``changes`` are fields of ``Settings``.

    Raises ``SettingsError``.
    """
    if args.config and not args.config.is_file():
        raise SettingsError(f'no such settings file: "{args.config}"')
    return Project(args.config, args.isolated, changes, args.allow_code)
