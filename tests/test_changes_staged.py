"""``--staged``, and pages that git does not know: which text of a page counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Run
from tests.repositories import EMPTY, FINE, Repository, apart, create, reported, since


def test_untracked_page(repo: Repository, run: Run) -> None:
    repo.write("new/page.md", EMPTY)
    repo.write("gen/page.md", EMPTY)
    repo.write(".gitignore", "gen/\n")
    assert since(run) == [("new/page.md", 5, "CL101")]
    assert reported(run, "--staged") == []


def test_staged_and_unstaged_text(repo: Repository, run: Run) -> None:
    repo.write("a.md", EMPTY + "\n## Staged\n")
    repo.git("add", "a.md")
    repo.write("a.md", "Unstaged.\n\n" + EMPTY)
    assert reported(run, "--staged") == [("a.md", 11, "CL101")]
    assert reported(run, "--staged", "./a.md") == [("a.md", 11, "CL101")]
    repo.write("a.md", EMPTY)
    repo.git("add", "a.md")
    repo.write("a.md", EMPTY + "\n## Unstaged\n")
    assert reported(run, "--staged", code=0) == []


def test_staged_from_a_folder_and_from_outside(repo: Repository, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("docs/a.md", EMPTY)
    repo.git("add", "-A")
    repo.write("docs/a.md", FINE)
    assert reported(run, "--staged") == [("docs/a.md", 5, "CL101")]
    monkeypatch.chdir(repo.path / "docs")
    assert reported(run, "--staged") == [("a.md", 5, "CL101")]
    elsewhere = repo.path.parent / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    path = str(repo.path / "docs/a.md")
    assert reported(run, "--staged", path) == [(path, 5, "CL101")]


def test_first_commit(here: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    apart(monkeypatch)
    made = create(here)
    made.write("a.md", EMPTY)
    assert reported(run, "--staged") == []
    made.git("add", "-A")
    assert reported(run, "--staged") == [("a.md", 5, "CL101")]


def test_staged_and_gone_from_the_working_tree(repo: Repository, run: Run) -> None:
    repo.write(
        "docs/new.md", "# Other page\n\nWords.\n\n## Empty\n\n## Table\n\nBelow:\n\n| Name |\n| --- |\n| Goods |\n"
    )
    repo.write("gen/new.md", EMPTY)
    repo.write("chunklint.toml", 'exclude = ["gen/"]\n')
    repo.git("add", "-A")
    (repo.path / "docs/new.md").unlink()
    (repo.path / "gen/new.md").unlink()
    assert reported(run, "--staged") == [("docs/new.md", 5, "CL101")]
    assert reported(run, "--staged", "gen") == []
    repo.git("rm", "--quiet", "--cached", "a.md")
    assert reported(run, "--staged") == [("docs/new.md", 5, "CL101")]
