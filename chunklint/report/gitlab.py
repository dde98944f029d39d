"""GitLab's code quality report, which a merge request shows at the changed lines.

Source: GitLab's documentation of the report and ``app/validators/json_schemas/codeclimate.json`` of its source.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from chunklint.finding import Finding
from chunklint.report import Run
from chunklint.report.places import from_root, in_unicode, rule_page

_SEVERITIES = {"error": "major", "warning": "minor", "info": "info"}


def gitlab(run: Run, colour: bool) -> Iterator[str]:
    """An array with an object for each finding."""
    seen: dict[str, int] = {}
    yield json.dumps([_issue(finding, seen) for finding in run.findings], indent=2)


def _issue(finding: Finding, seen: dict[str, int]) -> dict[str, Any]:
    path = in_unicode(from_root(finding.path))
    key = f"{path}\0{finding.fingerprint}"
    seen[key] = seen.get(key, 0) + 1
    # GitLab drops an issue whose fingerprint another has: the path is part of it, and how many of its like came before.
    unique = blake2b(f"{key}\0{seen[key]}".encode(), digest_size=16).hexdigest()
    return {
        "type": "issue",
        "check_name": f"{finding.code} {finding.name}",
        "description": f"{finding.code}: {' '.join(finding.message.split())}",  # has to be one line
        "content": {"body": f"{finding.help}\n\n{rule_page(finding.code)}".lstrip()},
        "categories": ["Clarity"],
        "severity": _SEVERITIES[finding.severity],
        "fingerprint": unique,
        "location": {"path": path, "lines": {"begin": finding.line, "end": finding.end_line}},
    }
