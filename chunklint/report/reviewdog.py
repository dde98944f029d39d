"""The Reviewdog Diagnostic Format, which reviewdog turns into review comments and suggestions.

Source: ``proto/rdf/reviewdog.proto`` of https://github.com/reviewdog/reviewdog. Columns count UTF-8 bytes from 1,
ends are exclusive, and a range without columns is whole lines, the last included. Paths start at the working folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from chunklint.finding import Finding
from chunklint.report import Run
from chunklint.report.places import SITE, in_unicode, rule_page

_SOURCE = {"name": "chunklint", "url": SITE}


def rdjson(run: Run, colour: bool) -> Iterator[str]:
    """One ``DiagnosticResult``."""
    yield json.dumps({"source": _SOURCE, "diagnostics": [_diagnostic(f) for f in run.findings]}, indent=2)


def rdjsonl(run: Run, colour: bool) -> Iterator[str]:
    """One ``Diagnostic`` a finding and line."""
    for finding in run.findings:
        yield json.dumps(_diagnostic(finding) | {"source": _SOURCE})


def _diagnostic(finding: Finding) -> dict[str, Any]:
    diagnostic: dict[str, Any] = {
        "message": finding.text,
        "location": {"path": in_unicode(finding.path), "range": _range(finding)},
        "severity": finding.severity.upper(),
        "code": {"value": finding.code, "url": rule_page(finding.code)},
    }
    if finding.suggestion:
        # Just one: reviewdog shows each as a choice of its own, and only those on the lines of the first one.
        *place, text = finding.suggestion
        diagnostic["suggestions"] = [{"range": _between(*place), "text": text}]
    return diagnostic


def _range(finding: Finding) -> dict[str, Any]:
    """The span; of one over several lines the whole lines, since only the text of its first is at hand."""
    if finding.line != finding.end_line:
        last = finding.end_line - (finding.end_column == 1)
        return {"start": {"line": finding.line}, "end": {"line": last}}
    start, end = (
        len(finding.source_line[: column - 1].encode("utf-8", "surrogatepass")) + 1
        for column in (finding.column, finding.end_column)
    )
    return _between(finding.line, start, finding.line, end)


def _between(line: int, column: int, end_line: int, end_column: int) -> dict[str, Any]:
    return {"start": {"line": line, "column": column}, "end": {"line": end_line, "column": end_column}}
