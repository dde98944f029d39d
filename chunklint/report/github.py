"""Workflow commands that GitHub Actions shows as annotations on the changed lines."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice

from chunklint.finding import SEVERITIES, Finding
from chunklint.report import Run
from chunklint.report.places import from_root, in_unicode

_LEVELS = {"error": "error", "warning": "warning", "info": "notice"}
# Of each level in a step; a job has 50. Source: docs/problem-matchers.md of https://github.com/actions/toolkit.
SHOWN = 10


def github(run: Run, colour: bool) -> Iterator[str]:
    """One command for each finding that GitHub shows, the gravest first, and a line about the others."""
    shown = 0
    for severity in SEVERITIES:
        for finding in islice((f for f in run.findings if f.severity == severity), SHOWN):
            yield _command(finding)
            shown += 1
    if more := len(run.findings) - shown:
        summary = os.environ.get("GITHUB_STEP_SUMMARY")
        where = "are in the job summary" if summary else "show with --output-format=concise"
        yield f"GitHub annotates {SHOWN} findings of each level in a step: {more:,} more {where}."


def _command(finding: Finding) -> str:
    places = {
        "file": in_unicode(from_root(finding.path)),
        "line": str(finding.line),
        "endLine": str(finding.end_line),
        "title": f"{finding.code} {finding.name}",
    }
    if finding.line == finding.end_line:  # GitHub rejects columns of a span over several lines
        places |= {"col": str(finding.column), "endColumn": str(finding.end_column)}
    properties = ",".join(f"{key}={_property(value)}" for key, value in places.items())
    return f"::{_LEVELS[finding.severity]} {properties}::{_message(finding.text)}"


def _message(text: str) -> str:
    """The text of a command: per cent signs and line ends are escaped."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """The value of a property: colons and commas too, which would end it."""
    return _message(text).replace(":", "%3A").replace(",", "%2C")
