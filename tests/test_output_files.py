"""``--output-file``: several reports of one run, each whole or not there."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from chunklint import report
from tests.conftest import Run

FLAWED = "# Title\n\nWords.\n\n## Émpty\n"


@pytest.fixture(autouse=True)
def page(here: Path) -> Path:
    (here / "page.md").write_text(FLAWED, encoding="utf-8")
    return here / "page.md"


@pytest.mark.parametrize("name", report.FORMATS)
def test_a_file_holds_what_would_be_printed(here: Path, run: Run, name: str) -> None:
    code, printed, _ = run("check", "--output-format", "concise", "--output-file", f"{name}=out=put.txt")
    assert code == 1
    assert printed == run("check", "--output-format", "concise")[1]
    written = (here / "out=put.txt").read_text(encoding="utf-8")
    assert run("check", "--output-format", name)[1].startswith(written)
    assert "page.md" in written


def test_several_at_once(here: Path, run: Run) -> None:
    (here / "reports").mkdir()
    words = ("--output-file", "sarif=reports/a.sarif", "--output-file", f"gitlab={here / 'b.json'}")
    assert run("check", "--output-format", "github", *words)[1].startswith("::error file=page.md")
    assert json.loads((here / "reports/a.sarif").read_text())["version"] == "2.1.0"
    assert json.loads((here / "b.json").read_text())[0]["location"]["path"] == "page.md"
    assert sorted(path.name for path in here.rglob("*")) == ["a.sarif", "b.json", "page.md", "reports"]


def test_a_report_of_nothing_is_written_too(here: Path, run: Run, page: Path) -> None:
    page.write_text("# Title\n\nWords.\n", encoding="utf-8")
    assert run("check", "--output-file", "gitlab=a.json")[0] == 0
    assert json.loads((here / "a.json").read_text()) == []


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("sarif", '--output-file takes FORMAT=PATH, such as sarif=chunklint.sarif, not "sarif"'),
        ("sarif=", '--output-file takes FORMAT=PATH, such as sarif=chunklint.sarif, not "sarif="'),
        ("srif=a", '--output-file: unknown format "srif"; did you mean "sarif"?'),
        ("sarif=no/where/a.sarif", f'--output-file: no such folder: "{Path("no/where")}"'),
        ("sarif=page.md/a.sarif", '--output-file: no such folder: "page.md"'),
        ("sarif=.", '--output-file: "." is no file'),
    ],
)
def test_wrong_use_stops_before_anything_is_checked(here: Path, run: Run, word: str, why: str) -> None:
    words = ("--output-file", "gitlab=a.json", "--output-file", word)
    assert run("check", *words) == (2, "", f"chunklint: error: {why}\n")
    assert [path.name for path in here.iterdir()] == ["page.md"]


def test_two_reports_for_one_file(run: Run) -> None:
    code, out, err = run("check", "--output-file", "sarif=a", "--output-file", "gitlab=./a")
    assert (code, out, err) == (2, "", 'chunklint: error: --output-file: two reports for "./a"\n')


def test_what_was_there_is_replaced_whole_or_stays(here: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    old = here / "a.json"
    old.write_text("old", encoding="utf-8")
    old.chmod(0o640)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        code, out, err = run("check", "--output-file", "json=a.json")
    assert (code, out) == (2, "")
    assert err == f'chunklint: error: --output-file: "{old}" cannot be written: No space left on device\n'
    assert old.read_text(encoding="utf-8") == "old"
    assert sorted(path.name for path in here.iterdir()) == ["a.json", "page.md"], "nothing unfinished is left"
    assert run("check", "--output-file", "json=a.json")[0] == 1
    assert json.loads(old.read_text(encoding="utf-8"))["files"] == 1
    assert old.stat().st_mode & 0o777 == 0o640


def test_a_link_leads_to_the_file(here: Path, run: Run) -> None:
    (here / "real.json").write_text("", encoding="utf-8")
    (here / "link.json").symlink_to("real.json")
    run("check", "--output-file", "json=link.json")
    assert (here / "link.json").is_symlink()
    assert json.loads((here / "real.json").read_text(encoding="utf-8"))["files"] == 1


@pytest.mark.skipif(os.name != "posix", reason="modes of files")
def test_a_new_file_has_the_mode_of_new_files(here: Path, run: Run) -> None:
    (here / "other").write_text("", encoding="utf-8")
    run("check", "--output-file", "json=a.json")
    assert (here / "a.json").stat().st_mode == (here / "other").stat().st_mode


def test_required_files(here: Path, run: Run) -> None:
    (here / "empty").mkdir()
    said = "0 files checked: no .markdown, .md, .mdx, .qmd, .rmd or llms.txt below empty\n"
    assert run("check", "empty") == (0, "", f"chunklint: warning: {said}")
    assert run("check", "--require-files", "empty") == (2, "", f"chunklint: error: {said}")
    assert run("check", "--require-files", "--no-require-files", "empty")[0] == 0
    assert run("check", "--require-files")[0] == 1
