"""The end of ``chunklint check``: reports, what to do next, and the exit code."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from chunklint.cli import outputs
from chunklint.finding import SEVERITIES, Finding
from chunklint.report import Run
from chunklint.settings import FAIL_ON

if TYPE_CHECKING:
    from chunklint.cli.fix import Total


def fails(findings: list[Finding], fail_on: str) -> bool:
    """Whether one of ``findings`` is as grave as ``fail_on`` says."""
    if fail_on == "never":
        return False
    grave = SEVERITIES[: FAIL_ON.index(fail_on) + 1]
    return any(finding.severity in grave for finding in findings)


def finish(run: Run, args: argparse.Namespace, failing: bool, fixed: Total | None = None) -> int:
    """Write and print the reports, behind them what was ``fixed``, and return the exit code. Raises ``CannotWrite``."""
    outputs.write_files(run, args)
    to_people = outputs.print_report(run, args)
    if args.statistics:
        from chunklint.report.text import statistics

        for line in statistics(run):
            print(line, file=sys.stdout if to_people else sys.stderr)
    if fixed and (said := fixed.sentence("Fixed")):
        print(said, file=sys.stdout if to_people else sys.stderr)
    closing = list(_closing(run, failing, None if fixed else args.unsafe_fixes))
    if to_people:
        print("".join(f"{line}\n" for line in closing), end="")
    outputs.tell_github(run, args, " ".join(closing[:1]))
    return 2 if fixed and fixed.failed else int(failing and not args.exit_zero)


def _closing(run: Run, failing: bool, unsafe: bool | None) -> Iterator[str]:
    """How much was found, and what to do next; what can be fixed (also with ``unsafe`` fixes) unless that is None."""
    if not run.findings:
        if run.pages:
            yield f"No findings in {run.pages:,} {'file' if run.pages == 1 else 'files'}."
        return
    counts = {severity: sum(f.severity == severity for f in run.findings) for severity in SEVERITIES}
    parts = [f"{n:,} {name}{'s' if n != 1 and name != 'info' else ''}" for name, n in counts.items() if n]
    pages = len({finding.path for finding in run.findings})
    total = f"{len(run.findings):,} finding{'' if len(run.findings) == 1 else 's'}"
    yield f"Found {total} ({', '.join(parts)}) in {pages:,} of {run.pages:,} files."
    if unsafe is not None and any(finding.fix for finding in run.findings):
        from chunklint.cli import fix

        yield fix.offer(run.findings, unsafe)
    code = run.findings[0].code
    yield f"Next: `chunklint rule {code}` says which answer is lost and how to keep it" + (
        "." if failing else "; nothing here fails the run."
    )
