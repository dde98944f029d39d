"""The options of every command that reads settings."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chunklint.project import Project
from chunklint.settings import SettingsError


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which settings hold."""
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help="the settings file, in place of the closest one above each page"
    )
    parser.add_argument("--isolated", action="store_true", help="use no settings file")
    parser.add_argument(
        "--allow-code", action="store_true", help="let the settings name a splitter that is code of this repository"
    )


def project(args: argparse.Namespace, changes: Mapping[str, Any] | None = None) -> Project:
    """The project that the options of ``add_settings`` describe; ``changes`` are fields of ``Settings``.

    Raises ``SettingsError``.
    """
    if args.config and not args.config.is_file():
        raise SettingsError(f'no such settings file: "{args.config}"')
    return Project(args.config, args.isolated, changes, args.allow_code)
