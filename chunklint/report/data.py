"""Reports for programs: JSON, documented in the README."""

from __future__ import annotations

import json as encoder
from collections.abc import Iterator
from typing import Any

from chunklint.finding import Finding
from chunklint.report import Run

# Raised when a key changes its meaning or goes away; new keys do not count.
VERSION = 1
_KEYS = (
    "code", "name", "severity", "message", "help", "path", "line", "column", "end_line", "end_column", "fingerprint",
)  # fmt: skip


def json(run: Run, colour: bool) -> Iterator[str]:
    """One object: ``{"version": 1, "files": n, "findings": […]}``."""
    findings = [_record(finding) for finding in run.findings]
    yield encoder.dumps({"version": VERSION, "files": run.pages, "findings": findings}, ensure_ascii=False, indent=2)


def jsonl(run: Run, colour: bool) -> Iterator[str]:
    """One object a finding and line."""
    for finding in run.findings:
        yield encoder.dumps(_record(finding), ensure_ascii=False)


def _record(finding: Finding) -> dict[str, Any]:
    return {**{key: getattr(finding, key) for key in _KEYS}, "fix": _fix(finding)}


def _fix(finding: Finding) -> dict[str, Any] | None:
    """Whether it is safe, what it does, and its edits in the order of the page."""
    if not finding.fix:
        return None
    edits = [
        {
            **dict(zip(("line", "column", "end_line", "end_column"), place, strict=True)),
            "offset": edit.span.start,
            "end_offset": edit.span.end,
            "text": edit.text,
        }
        for edit, place in zip(finding.fix.edits, finding.edit_places, strict=True)
    ]
    return {"applicability": finding.fix.applicability, "message": finding.fix.title, "edits": edits}
