"""The job summary of GitHub Actions: Markdown, the findings of each page in a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from chunklint.finding import Finding
from chunklint.report import Run
from chunklint.report.places import from_root, in_unicode, rule_page

# GitHub refuses the summary of a step above one MiB.
LIMIT = 1024 * 1024
_REST = 400  # room for the line about what does not fit
_SPECIAL = re.compile(r"[\\`*_{}\[\]<>()#!|~&$@:]")


def summary(run: Run, headline: str, room: int = LIMIT) -> str:
    """The findings page by page, in at most ``room`` bytes of UTF-8; the last line says how many did not fit."""
    parts: list[str] = []
    used = shown = 0
    for part, findings in _parts(run, headline):
        used += len(part.encode())
        if used > room - _REST:
            rest = f"\n{len(run.findings) - shown:,} more findings have no room here.\n"
            return "".join(parts) + rest if room > _REST else ""
        parts.append(part)
        shown += findings
    return "".join(parts)


def _parts(run: Run, headline: str) -> Iterator[tuple[str, int]]:
    """The pieces of the summary, and how many findings each holds."""
    yield f"## chunklint\n\n{_plain(headline)}\n", 0
    for path, found in groupby(run.findings, key=lambda f: f.path):
        name = _plain(in_unicode(from_root(path)))
        yield f"\n### {name}\n\n| Line | Rule | Severity | What is lost |\n| ---: | --- | --- | --- |\n", 0
        for finding in found:
            yield _row(finding), 1


def _row(finding: Finding) -> str:
    rule = f"[{finding.code}]({rule_page(finding.code)}) {finding.name}"
    help_line = f"<br>{_plain(finding.help)}" if finding.help else ""
    return f"| {finding.line} | {rule} | {finding.severity} | {_plain(finding.message)}{help_line} |\n"


def _plain(text: str) -> str:
    """``text`` on one line with nothing in it that Markdown or HTML would take for markup."""
    return _SPECIAL.sub(r"\\\g<0>", " ".join(text.split()))
