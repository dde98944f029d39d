"""The planted defects: every rule that is on has some, and the trial can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.recall.__main__ import new, trials
from benchmarks.recall.plant import KINDS
from chunklint import catalogue
from chunklint.document import Span
from chunklint.finding import Finding

PAGE = """\
# Ports

The server listens on three ports.

## Inside

| Port | Protocol | Used by |
| ---- | -------- | ------- |
| 7000 | TCP      | sync    |
| 7001 | TCP      | metrics |

## Outside

One port is open to the world, and it is not used by anything else.
"""
# The run and the other pages of a site: nothing that can be planted in one page.
NOT_PLANTED = {"CL001", "CL003"}


def test_every_rule_that_is_on_has_a_plant() -> None:
    on = {code for code, rule in catalogue.load().rules.items() if rule.default and code < "CL6"}
    assert on - NOT_PLANTED <= set(KINDS)


@pytest.mark.parametrize("code", ["CL004", "CL101", "CL301", "CL303", "CL307", "CL508"])
def test_a_plant_is_found_and_nothing_else(code: str, tmp_path: Path) -> None:
    (tmp_path / "ports.md").write_text(PAGE, encoding="utf-8")
    (trial,) = trials(code, tmp_path, 1, 1)
    assert trial.found
    assert not trial.others


def test_a_page_that_has_the_defect_is_not_planted(tmp_path: Path) -> None:
    (tmp_path / "ports.md").write_text(PAGE.replace("| Port | Protocol | Used by |", "| | | |"), encoding="utf-8")
    assert not list(trials("CL301", tmp_path, 1, 1))


def finding(code: str, line: int) -> Finding:
    return Finding(Span(0, 0), "", "")._replace(code=code, line=line)


def test_findings_on_lines_that_moved_are_not_new() -> None:
    was, now = "a\nb\nc", "a\nx\ny\nc"
    before = [finding("CL101", 1), finding("CL301", 3)]
    after = [finding("CL101", 1), finding("CL301", 4), finding("CL301", 2), finding("CL101", 4)]
    assert list(new(before, after, was, now)) == after[2:]


def test_a_finding_on_a_changed_line_stays_the_same() -> None:
    before, after = [finding("CL102", 2)], [finding("CL102", 2), finding("CL102", 3)]
    assert list(new(before, after, "a\nb\nc", "a\nx\nc")) == after[1:]
