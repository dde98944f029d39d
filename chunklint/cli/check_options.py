"""The options of ``chunklint check``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from chunklint.cli import options
from chunklint.document.dialects import DIALECTS

_EXAMPLES = """\
examples:
  chunklint check                                 the pages below this folder
  chunklint check docs README.md                  a folder and a page
  chunklint check --select CL3 --statistics docs  only tables, and how often each rule spoke
  chunklint check --splitter langchain:400/80 docs  what LangChain's splitter cuts apart
  chunklint check --fail-on error docs            warnings are shown and do not fail
  chunklint check --diff --unsafe-fixes docs      what all fixes would change
  chunklint check --fix docs                      apply those that no reader of the page sees
  chunklint check --stdin-filename docs/a.md - < docs/a.md

exit codes: 0 nothing at or above --fail-on, 1 findings, 2 wrong use or settings
"""


def parser() -> argparse.ArgumentParser:
    """What the command line may say."""
    made = argparse.ArgumentParser(
        prog="chunklint check",
        description="Report, line by line, which answers get lost when these pages are cut into chunks.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = made.add_argument
    add("paths", nargs="*", metavar="PATHS", help="pages and folders; - reads a page from standard input")
    options.add_rules(made)
    options.add_settings(made)
    add("--dialect", choices=("auto", *DIALECTS), help="the Markdown of your site generator (default: found out)")
    add(
        "--splitter",
        metavar="NAME[:SIZE[/OVERLAP]]",
        action="append",
        help="report what this splitter cuts, in place of those of the settings; may be given several times",
    )
    add("--fix", action="store_true", help="apply the safe fixes and report what is left")
    add("--unsafe-fixes", action="store_true", help="with --fix, --fix-only or --diff: those that change the page too")
    add("--diff", action="store_true", help="print what would be fixed and write nothing; exit code 1 if anything")
    add("--fix-only", action="store_true", help="apply fixes, report nothing and exit with 0")
    add("--diff-base", metavar="REF", help="report only what the change since the merge base with REF did")
    add("--staged", action="store_true", help="report only what the staged change did, and read the staged pages")
    add("--baseline", metavar="FILE", type=Path, help="report only what exceeds this baseline (default: the settings')")
    add("--no-baseline", action="store_true", help="report what the baseline knows, too")
    add("--strict-baseline", action="store_true", help="fail when the baseline knows findings that are gone")
    add("--exit-zero", action="store_true", help="exit with 0 even when there are findings")
    add("--stdin-filename", metavar="NAME", help="where the page on standard input would stand")
    options.add_reports(made)
    add(
        "--require-files",
        action=argparse.BooleanOptionalAction,
        default=False,
        help="exit with 2 when there is no page to check",
    )
    add("--statistics", action="store_true", help="count the findings of each rule at the end")
    add("--no-cache", action="store_true", help="accepted for scripts: nothing is cached yet")
    add("--show-files", action="store_true", help="list the pages that would be checked")
    add(
        "--show-settings",
        nargs="?",
        const="",
        metavar="FILE",
        help="show the settings that hold for FILE, or for this folder",
    )
    return made


def changed_settings(args: argparse.Namespace) -> dict[str, Any]:
    """What the command line says about settings. Raises ``UnknownRule`` and ``SplitterError``."""
    changes = options.rule_changes(args)
    if args.dialect:
        changes |= {"dialect": args.dialect, "dialects": {}}
    if args.splitter:
        from chunklint.splitters.configured import from_words, unique

        changes["splitters"] = unique(map(from_words, args.splitter))
    return changes
