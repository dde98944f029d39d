"""``chunklint audit``: chunks that exist already."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from chunklint import catalogue, files
from chunklint.audit import by_text
from chunklint.audit.summary import Summary
from chunklint.cli import fail, options, outputs
from chunklint.cli.finish import fails
from chunklint.finding import Finding
from chunklint.project import Project
from chunklint.report import Run
from chunklint.settings import SettingsError
from chunklint.stores.read import StoreError, read_chunks
from chunklint.stores.record import Fields, Stored

_EXAMPLES = """\
examples:
  chunklint audit chunks.jsonl --source docs      each chunk against its page, at the line of the page
  chunklint audit chunks.jsonl                    by the text of the chunks alone
  chunklint audit 'export/*.parquet' --source docs --fail-over 5%
  chunklint audit store.csv --text-field body --source-field page_path

exit codes: 0 nothing at or above --fail-on, 1 findings (with --fail-over: a larger share), 2 wrong use or settings
"""
_SHARE = re.compile(r"(?:(CL8\d\d)=)?(\d{1,3}(?:\.\d+)?)\s*%")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="chunklint audit",
        description="Report what is wrong with chunks that exist already: JSON lines, JSON, CSV or Parquet.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("chunks", nargs="+", metavar="CHUNKS", help="files, folders, globs and addresses; - reads standard input")
    add(
        "--source",
        metavar="DOCS",
        type=Path,
        nargs="+",
        help="the pages and folders that the chunks are from: findings stand at their lines",
    )
    for name in Fields._fields:
        add(f"--{name}-field", metavar="NAME", default="", help=argparse.SUPPRESS if name == "end" else _FIELDS[name])
    options.add_rules(parser)
    options.add_settings(parser)
    add(
        "--fail-over",
        metavar="SHARE",
        action="append",
        help="fail only if more than this share of the chunks ends inside of a sentence (5%%), or is flagged by a rule "
        "(CL803=2%%); may be given several times",
    )
    add(
        "--max-per-rule",
        metavar="N",
        type=int,
        default=100,
        help="list no more findings of a rule; all are counted (default: 100; 0: no limit)",
    )
    options.add_reports(parser)
    return parser


_FIELDS = {
    "text": "the field with the text; with dots for nested ones (default: text, page_content, content …)",
    "id": "the field with the id of a chunk",
    "source": "the field with the page that a chunk is from",
    "start": "the field with the offset of a chunk in its page, in characters",
}


def run(argv: list[str]) -> int:
    """Run ``chunklint audit`` with ``argv``; return the exit code."""
    args = _parser().parse_args(argv)
    try:
        limits = [_limit(words) for words in args.fail_over or ()]
        args.output_file = outputs.targets(args.output_file)
        summary, kept = Summary(), _Kept(args.max_per_rule)
        fields = Fields(*(getattr(args, f"{name}_field") for name in Fields._fields))
        chunks = _watched(read_chunks(args.chunks, fields))
        changes = {**options.rule_changes(args), "audits": True}
        if args.source:
            findings, project = _by_source(args, changes, list(chunks), summary)
        else:
            project = options.project(args, changes)
            findings = by_text.audit(chunks, project, summary)
        kept.see(findings, project)
        if not summary.chunks:
            return fail(f"{', '.join(args.chunks)}: no chunk in this store")
        failing = any(_exceeds(summary, *limit) for limit in limits) if limits else kept.failing
        result = Run(summary.pages or len(args.chunks), kept.findings, kept.fails, summary.record())
        outputs.write_files(result, args)
    except _ERRORS as error:
        return fail(str(error))
    _print(args, result, summary, kept, failing)
    return int(failing)


class _WrongUse(Exception):
    """Options that cannot be."""


_ERRORS = (StoreError, SettingsError, files.MissingPath, outputs.CannotWrite, catalogue.UnknownRule, _WrongUse)


def _limit(words: str) -> tuple[str, float]:
    """The code, empty for ends inside of sentences, and the share that ``--fail-over`` gives."""
    match = _SHARE.fullmatch(words.strip())
    if not match or float(match[2]) > 100:
        raise _WrongUse(f'--fail-over takes a share such as 5% or CL803=2%, not "{words}"')
    if match[1] and Summary().share(match[1]) is None:
        raise _WrongUse(f"--fail-over: {match[1]} is not about single chunks: it has no share of them")
    return match[1] or "", float(match[2]) / 100


def _exceeds(summary: Summary, code: str, most: float) -> bool:
    return (summary.share(code) or 0.0 if code else summary.rate) > most


def _by_source(
    args: argparse.Namespace, changes: dict[str, Any], records: list[Stored], summary: Summary
) -> tuple[Iterator[Finding], Project]:
    from chunklint.audit import by_source

    name = Path(args.chunks[0]).name if len(args.chunks) == 1 else "the store"
    splitter = by_source.store_splitter(records, name)
    project = options.project(args, {**changes, "splitters": (splitter,)})
    pages = project.find(args.source).files
    if not pages:
        raise _WrongUse(f"--source: no pages in {', '.join(map(str, args.source))}")
    folders = args.source if all(path.is_dir() for path in args.source) else ()
    return by_source.audit(records, pages, project, splitter, summary, folders), project


def _watched(chunks: Iterable[Stored]) -> Iterator[Stored]:
    """``chunks`` with a count on a terminal, and silently elsewhere."""
    if not sys.stderr.isatty():
        yield from chunks
        return
    number = 0
    for number, one in enumerate(chunks, 1):
        if number % 1000 == 0:
            print(f"\r{number:,} chunks", end="", file=sys.stderr)
        yield one
    print("\r\x1b[K" if number >= 1000 else "", end="", file=sys.stderr)


class _Kept:
    """The findings that are listed, so many a rule, and whether any of all fails the run."""

    def __init__(self, most: int) -> None:
        self.findings: list[Finding] = []
        self.failing = False
        self.counts: Counter[str] = Counter()
        self._most = most
        self._alike: Counter[tuple[str, str, str]] = Counter()
        self._fail_on: dict[str, str] = {}
        self._project: Project | None = None

    def see(self, findings: Iterable[Finding], project: Project) -> None:
        self._project = project
        for finding in findings:
            self.counts[finding.code] += 1
            self.failing = self.failing or self.fails(finding)
            if not self._most or self.counts[finding.code] <= self._most:
                self.findings.append(finding if finding.cause_lines else self._numbered(finding))

    def _numbered(self, finding: Finding) -> Finding:
        """A finding in a store with its number among those that look the same, so that fingerprints differ."""
        key = finding.path, finding.code, finding.source_line
        self._alike[key] += 1
        return finding._replace(occurrence=self._alike[key])

    def fails(self, finding: Finding) -> bool:
        """Whether the settings of its file let a finding fail the run."""
        folder = os.path.dirname(finding.path)
        if folder not in self._fail_on and self._project:
            self._fail_on[folder] = self._project.settings_of(Path(folder or ".").absolute()).fail_on
        return fails([finding], self._fail_on[folder])

    @property
    def left_out(self) -> int:
        return self.counts.total() - len(self.findings)


def _print(args: argparse.Namespace, result: Run, summary: Summary, kept: _Kept, failing: bool) -> None:
    to_people = outputs.print_report(result, args)
    from chunklint.report.audit import lines

    out = sys.stdout if to_people else sys.stderr
    if kept.left_out:
        print(f"{kept.left_out:,} more findings are counted and not listed: --max-per-rule 0 lists all.\n", file=out)
    for line in lines(summary):
        print(line, file=out)
    outputs.tell_github(result, args, next(iter(lines(summary))))
    if to_people and result.findings:
        code = result.findings[0].code
        end = "." if failing else "; nothing here fails the run."
        print(f"Next: `chunklint rule {code}` says which answer is lost and how to keep it{end}")
