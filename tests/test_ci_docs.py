"""docs/ci.md says what is true: its formats, the inputs and outputs of the action, its options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from chunklint import report
from chunklint.cli.check_options import parser
from chunklint.document import Document
from chunklint.document.model import Code
from tests.examples import ROOT

PAGE = ROOT / "docs/ci.md"
TEXT = PAGE.read_text(encoding="utf-8")
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))


def snippets() -> dict[str, str]:
    """The files that the page shows, by the path in their first line."""
    document = Document(TEXT, str(PAGE), "gfm")
    fences = (document.words(code.lines) for code in document.each(Code))
    return {fence.split("\n", 1)[0].lstrip("#/ "): fence for fence in fences if fence.startswith(("# ", "// "))}


def steps() -> Iterator[dict[str, Any]]:
    """The steps of the GitHub workflows that the page shows."""
    for name, text in snippets().items():
        if name.startswith(".github/"):
            yield from yaml.safe_load(text)["jobs"]["chunklint"]["steps"]


def rows(title: str) -> list[str]:
    """The words in code font of the first column of the table below a heading."""
    section = TEXT.split(f"# {title}\n", 1)[1].split("\n#", 1)[0]
    cells = re.findall(r"^\| (`.*?) \|", section, re.M)
    return [word for cell in cells for word in re.findall(r"`(.*?)`", cell)]


def test_every_file_is_shown() -> None:
    assert set(snippets()) == {
        ".github/workflows/docs.yml",
        ".github/workflows/docs-alerts.yml",
        ".github/workflows/docs-plain.yml",
        ".gitlab-ci.yml",
        "azure-pipelines.yml",
        ".circleci/config.yml",
        "Jenkinsfile",
        ".pre-commit-config.yaml",
    }


def test_formats_are_listed() -> None:
    assert sorted(rows("Reports")) == sorted(report.FORMATS)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert not [name for name in report.FORMATS if not re.search(rf"`[^`\n]*\b{name}`", readme)]


def test_inputs_and_outputs_of_the_action_are_listed() -> None:
    assert sorted(rows("Inputs of the action")) == sorted(ACTION["inputs"])
    assert sorted(rows("Outputs of the action")) == sorted(ACTION["outputs"])


def test_workflows_use_the_action_as_it_is() -> None:
    uses = [step for step in steps() if step.get("uses", "").startswith("chunklint/")]
    assert len(uses) == 2
    for step in uses:
        assert set(step["with"]) <= set(ACTION["inputs"])
    for name in re.findall(r"steps\.chunklint\.outputs\.([\w-]+)", TEXT):
        assert name in ACTION["outputs"]


@pytest.mark.parametrize("option", sorted(set(re.findall(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*", TEXT))))
def test_options_exist(option: str) -> None:
    assert option in parser()._option_string_actions
