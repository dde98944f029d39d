"""SARIF 2.1.0, which GitHub's code scanning, Azure DevOps, Jenkins and editors read.

Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from chunklint import __version__, catalogue
from chunklint.catalogue import Rule
from chunklint.document.lines import BOM
from chunklint.finding import Edit, Finding, Fix
from chunklint.report import Run
from chunklint.report.places import SITE, from_root, rule_page, uri

_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def sarif(run: Run, colour: bool) -> Iterator[str]:
    """One log with one run: the rules that have findings, with their pages, and a result for each finding."""
    codes = sorted({finding.code for finding in run.findings})
    rules = {code: index for index, code in enumerate(codes)}
    driver = {
        "name": "chunklint",
        "semanticVersion": __version__,
        "informationUri": SITE,
        "rules": [_rule(catalogue.load().rules[code]) for code in codes],
    }
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": [_result(finding, rules) for finding in run.findings],
            }
        ],
    }
    yield json.dumps(log, indent=2)


def _rule(rule: Rule) -> dict[str, Any]:
    page = rule.text
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        # What stands between the title and the first heading below it.
        "fullDescription": {"text": page.split("\n#", 1)[0].partition("\n")[2].strip()},
        "help": {"text": f"{rule.summary}: {rule_page(rule.code)}", "markdown": page},
        "helpUri": rule_page(rule.code),
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"tags": ["documentation"]},
    }


def _result(finding: Finding, rules: Mapping[str, int]) -> dict[str, Any]:
    region = {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endLine": finding.end_line,
        "endColumn": finding.end_column,
    }
    # The base that SARIF's examples and GitHub use for the top of the repository.
    artifact = {"uri": uri(from_root(finding.path)), "uriBaseId": "%SRCROOT%"}
    result = {
        "ruleId": finding.code,
        "ruleIndex": rules[finding.code],
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.text},
        "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
        "partialFingerprints": {"chunklint/v1": finding.fingerprint},
    }
    return result | {"fixes": [_fix(finding, finding.fix, artifact)]} if finding.fix else result


def _fix(finding: Finding, fix: Fix, artifact: Mapping[str, str]) -> dict[str, Any]:
    """The edits as replacements; whether they are safe is a property, since SARIF has no word for it."""
    replacements = [
        {"deletedRegion": _region(edit, place)} | ({"insertedContent": {"text": edit.text}} if edit.text else {})
        for edit, place in zip(fix.edits, finding.edit_places, strict=True)
    ]
    return {
        "description": {"text": fix.title},
        "artifactChanges": [{"artifactLocation": artifact, "replacements": replacements}],
        "properties": {"applicability": fix.applicability},
    }


def _region(edit: Edit, place: tuple[int, int, int, int]) -> dict[str, int]:
    """Where an edit deletes; a byte order mark stands on no line, so that only its bytes can be named."""
    if edit.span.start < edit.span.end and place[:2] == place[2:]:
        return {"byteOffset": 0, "byteLength": len(BOM.encode())}
    return dict(zip(("startLine", "startColumn", "endLine", "endColumn"), place, strict=True))
