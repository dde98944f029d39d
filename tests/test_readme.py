"""The README says what is true: its output, its rule table, its JSON, its commands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from chunklint import catalogue, engine, report
from chunklint.cli import main
from chunklint.document.dialects import DIALECTS
from chunklint.finding import Finding
from chunklint.report import Run
from chunklint.settings import Settings, load
from chunklint.splitters.presets import PRESETS, Preset
from tests.examples import ROOT, examples

README = ROOT / "README.md"


FAMILIES = {
    "CL0": "The file",
    "CL1": "Headings and sections",
    "CL2": "Questions and answers",
    "CL3": "Tables and lists",
    "CL4": "What a chunk cannot say alone",
    "CL5": "Code, pictures, includes",
    "CL6": "Cuts: what your splitter does",
    "CL7": "Known answers: what `chunklint facts` tries",
    "CL8": "Stored chunks: what an audit finds",
    "CL9": "Across pages",
}


def rule_tables() -> str:
    """The rule tables, one a family so that each is small enough for a chunk."""
    rules = catalogue.load().rules.values()
    assert {rule.code[:3] for rule in rules} == set(FAMILIES)
    parts = []
    for family, title in FAMILIES.items():
        mine = [rule for rule in rules if rule.code.startswith(family)]
        parts += [f"### {title}", _table([rule for rule in mine if rule.default])]
        if off := [rule for rule in mine if not rule.default]:
            parts += ["#### Off by default", _table(off)]
    return "\n\n".join(part for part in parts if part)


def _table(rules: list[catalogue.Rule]) -> str:
    rows = [
        f"| [{rule.code}](rules/{rule.page.name}) | {rule.name} | {rule.severity} | {rule.summary} |" for rule in rules
    ]
    return "\n".join(["| Code | Name | Severity | Reports |", "| --- | --- | --- | --- |", *rows]) if rows else ""


def readme_output() -> tuple[str, list[Finding]]:
    text = examples(README)[0].text
    findings = engine.check_page(text, "docs/returns.md", Settings(dialect="gfm").page(Path("docs/returns.md")))
    return "\n".join(report.lines("full", Run(1, findings))).rstrip(), findings


def written() -> str:
    """The README with its generated parts as they should be."""
    text = README.read_text(encoding="utf-8")
    output, _ = readme_output()
    text = re.sub(r"(gives\n\n```text\n).*?(\n```\n)", lambda m: m[1] + output + m[2], text, count=1, flags=re.S)
    shown = "".join(report.lines("json", Run(12, readme_output()[1][1:])))
    text = re.sub(r"(```json\n).*?(\n```\n)", lambda m: m[1] + shown + m[2], text, count=1, flags=re.S)
    text = re.sub(r"(\n## Rules\n\n).*?(\n\n## )", lambda m: m[1] + rule_tables() + m[2], text, count=1, flags=re.S)
    names = ", ".join(name for name in DIALECTS if name != "commonmark")
    return re.sub(r"(# or: ).*", lambda m: m[1] + names, text, count=1)


def test_generated_parts(update: bool) -> None:
    if update:
        README.write_text(written(), encoding="utf-8")
    assert README.read_text(encoding="utf-8") == written(), "run pytest --update"


RETURNS = """\
# Returns

An opened box can be sent back within 30 days of its delivery, if the seal of its lid is whole.

Boxes that were bought in the hall have a longer return window of 45 days from the day on the receipt.

## Lost receipts

A box without a receipt is taken back for its price of the day, and paid as a voucher.
"""
STORE = (
    "# Returns\n\nAn opened box can be sent back within 14 days of its delivery, if the seal of its lid is whole.",
    "Boxes that were bought in the hall have a longer return window of",
    "45 days from the day on the receipt.",
)


def test_what_an_audit_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/returns.md").write_text(RETURNS, encoding="utf-8")
    lines = (
        json.dumps({"id": f"returns#{number}", "text": text, "source": "docs/returns.md"})
        for number, text in enumerate(STORE, 1)
    )
    (tmp_path / "chunks.jsonl").write_text("\n".join(lines), encoding="utf-8")
    command = "chunklint audit chunks.jsonl --source docs"
    main([*command.split()[1:], "--output-format", "concise", "--select", "CL8"])
    found = [line for line in capsys.readouterr().out.splitlines() if line.startswith("docs/")]
    assert f"{command}\n" in README.read_text(encoding="utf-8")
    assert "```text\n" + "\n".join(found) + "\n```\n" in README.read_text(encoding="utf-8")


def preset_tables() -> Iterator[str]:
    """The presets as docs/splitters.md lists them: chunklint's own, those of libraries, approximations."""
    own = [preset for preset in PRESETS.values() if preset.name in ("heading", "question", "fixed")]
    others = [preset for preset in PRESETS.values() if preset not in own]
    for group in (own, [p for p in others if not p.approximate], [p for p in others if p.approximate]):
        rows = [
            f"| `{p.name}`{' ≈' * p.approximate} | {p.stack} | {_sizes(p)} | {_HEADINGS[p.headings]} |" for p in group
        ]
        yield "\n".join(["| Preset | Stands for | Size / overlap | Headings |", "| --- | --- | --- | --- |", *rows])


_HEADINGS = {"none": "no", "langchain": "raw lines", "llamaindex": "raw lines", "parsed": "yes"}


def _sizes(preset: Preset) -> str:
    limits = preset.limits
    if preset.takes_model:
        return "where the meaning changes"
    return f"{limits.size} / {limits.overlap} {limits.unit}" if limits.size else "a section"


def test_presets_are_listed(update: bool) -> None:
    page = ROOT / "docs/splitters.md"
    text = page.read_text(encoding="utf-8")
    tables = preset_tables()
    expected = re.sub(r"^(?:PRESETS|\| Preset .*(?:\n\|.*)*)", lambda _: next(tables), text, flags=re.M)
    if update:
        page.write_text(expected, encoding="utf-8")
    assert page.read_text(encoding="utf-8") == expected, "run pytest --update"
    assert next(tables, None) is None


def test_output_shows_several_rules() -> None:
    _, findings = readme_output()
    assert [finding.code for finding in findings] == ["CL101", "CL301"]


def test_settings_are_valid(tmp_path: Path) -> None:
    text = README.read_text(encoding="utf-8")
    settings = re.search(r"```toml\n(.*?)```", text, re.S)[1]  # type: ignore[index]
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared/chunklint.toml").write_text('ignore = ["CL004"]\n', encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(settings, encoding="utf-8")
    found = load(tmp_path / "pyproject.toml")
    assert found.select == ("CL1", "CL301")
    assert found.options == {"CL102": {"max-tokens": 600}}
    assert found.severity["CL303"] == "error"


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs", "rules"])
def test_our_own_pages_pass(name: str) -> None:
    import chunklint

    assert chunklint.check_paths([ROOT / name]) == []
