"""Workflow commands that GitHub Actions shows as annotations on the changed lines."""

from __future__ import annotations

from collections.abc import Iterator

from chunklint.finding import SEVERITIES, Finding
from chunklint.report import Run

_LEVELS = {"error": "error", "warning": "warning", "info": "notice"}


def github(run: Run, colour: bool) -> Iterator[str]:
    """One command a finding, the gravest first: GitHub shows ten of each level in a step."""
    for finding in sorted(run.findings, key=lambda f: SEVERITIES.index(f.severity)):
        yield _command(finding)


def _command(finding: Finding) -> str:
    places = {
        "file": finding.path,
        "line": str(finding.line),
        "endLine": str(finding.end_line),
        "title": f"{finding.code} {finding.name}",
    }
    if finding.line == finding.end_line:  # GitHub rejects columns of a span over several lines
        places |= {"col": str(finding.column), "endColumn": str(finding.end_column)}
    properties = ",".join(f"{key}={_property(value)}" for key, value in places.items())
    text = f"{finding.message}\n{finding.help}" if finding.help else finding.message
    return f"::{_LEVELS[finding.severity]} {properties}::{_message(text)}"


def _message(text: str) -> str:
    """The text of a command: per cent signs and line ends are escaped."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """The value of a property: colons and commas too, which would end it."""
    return _message(text).replace(":", "%3A").replace(",", "%2C")
