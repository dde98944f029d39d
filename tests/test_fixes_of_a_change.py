"""``--fix`` and ``--diff`` with ``--diff-base`` and ``--staged``: only what the change did is mended, in real git."""

from __future__ import annotations

from pathlib import Path

import pytest

from chunklint import fix_text
from tests.conftest import Run
from tests.repositories import Repository, apart, create, reported

# Underlined headings above and below what the changes add.
OLD = "# Title\n\nWords.\n\nOld one\n-------\n\nText.\n\n## Middle\n\nText.\n\nOld two\n-------\n\nText.\n"
ADDED = OLD.replace("## Middle\n", "New one\n-------\n\nText.\n\n~~~\n# new\n~~~\n\n## Middle\n")
SAFE = ADDED.replace("New one\n-------", "## New one")
ALL = SAFE.replace("~~~", "```")


@pytest.fixture
def repo(here: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository with one page on main that has findings, and the branch ``topic`` checked out."""
    apart(monkeypatch)
    made = create(here)
    made.write("a.md", OLD)
    made.write("untouched.md", OLD)
    made.commit("start")
    made.git("checkout", "--quiet", "-b", "topic")
    return made


def page(repo: Repository, name: str = "a.md") -> str:
    return (repo.path / name).read_bytes().decode()


def test_only_findings_of_the_change_are_fixed(repo: Repository, run: Run) -> None:
    repo.write("a.md", ADDED)
    words = ("check", "--output-format", "concise", "--diff-base", "main")
    code, out, err = run(*words, "--fix")
    assert (code, err) == (1, "")
    assert [line.partition(" [")[0] for line in out.splitlines() if ": CL" in line] == ["a.md:15:1: CL504"]
    assert "\nFixed 1 finding in 1 file; 1 more with `--unsafe-fixes`.\n" in out
    assert page(repo) == SAFE
    assert run(*words, "--fix", "--unsafe-fixes")[0] == 0
    assert page(repo) == ALL
    assert page(repo, "untouched.md") == OLD
    assert run("check", "--diff-base", "main", "--fix-only", "--unsafe-fixes") == (0, "Nothing to fix.\n", "")
    assert run("check", "--fix-only") == (0, "Fixed 4 findings in 2 files.\n", "")


def test_fixes_of_several_rounds_stay_with_the_change(repo: Repository, run: Run) -> None:
    """The first round moves lines; what it leaves for the second one is still of the change, and the rest is not."""
    both = "### Deep ##\n\nText.\n"  # a skipped level and closing hashes: edits that touch
    repo.write("a.md", f"{OLD}\n# Other\n\n{both}")
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    repo.write("a.md", f"# Added\n\nWords.\n\n{both}\n{OLD}\n# Other\n\n{both}")
    run("check", "--fix-only", "--unsafe-fixes", "--extend-select", "CL104,CL112", "--diff-base", "main")
    assert page(repo) == f"# Added\n\nWords.\n\n## Deep\n\nText.\n\n{OLD}\n# Other\n\n{both}"


def test_fix_of_what_a_change_caused_elsewhere(repo: Repository, run: Run) -> None:
    """The level is skipped on an untouched line, because the heading between is gone."""
    repo.write("b.md", "# T\n\nText.\n\n## B\n\nText.\n\n### C\n\nText.\n")
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    repo.edit("b.md", "## B\n\n", "")
    run("check", "--fix-only", "--unsafe-fixes", "--select", "CL104", "--diff-base", "main")
    assert page(repo, "b.md") == "# T\n\nText.\n\nText.\n\n## C\n\nText.\n"


def test_diff_of_a_change(repo: Repository, run: Run) -> None:
    repo.write("a.md", ADDED)
    code, out, err = run("check", "--diff", "--diff-base", "main")
    assert (code, err) == (1, "Would fix 1 finding in 1 file; 1 more with `--unsafe-fixes`.\n")
    assert [line for line in out.splitlines() if line[:1] in "+-"] == [
        "--- a.md", "+++ a.md", "-New one", "--------", "+## New one",
    ]  # fmt: skip
    assert page(repo) == ADDED


def test_new_pages_and_renamed_pages(repo: Repository, run: Run) -> None:
    repo.git("mv", "a.md", "b.md")
    repo.write("b.md", ADDED)
    repo.write("new.md", OLD)
    assert run("check", "--fix-only", "--diff-base", "main")[1].startswith("Fixed 3 findings in 2 files")
    assert page(repo, "b.md") == SAFE
    assert page(repo, "new.md") == fix_text(OLD).text


def test_staged_pages_are_fixed_in_the_working_tree(repo: Repository, run: Run) -> None:
    repo.write("a.md", ADDED)
    repo.git("add", "a.md")
    repo.write("untracked.md", OLD)
    code, out, err = run("check", "--staged", "--fix", "--unsafe-fixes", "--output-format", "concise")
    assert (code, err) == (1, ""), "what would be committed is not mended yet"
    assert out == (
        "Fixed 2 findings in 1 file. The staged text is as it was: `git add` what was fixed.\nNo findings in 1 file.\n"
    )
    assert page(repo) == ALL
    assert repo.git("show", ":a.md") == ADDED
    assert page(repo, "untracked.md") == OLD
    assert len(reported(run, "--staged")) == 2
    repo.git("add", "a.md")
    assert run("check", "--staged", "--fix", "--unsafe-fixes") == (0, "No findings in 1 file.\n", "")


def test_what_is_left_of_a_staged_change_is_reported_where_it_stands_now(repo: Repository, run: Run) -> None:
    repo.write("a.md", ADDED + "\n## Empty\n")
    repo.git("add", "a.md")
    found = reported(run, "--staged", "--fix")
    assert page(repo) == SAFE + "\n## Empty\n"
    lines = page(repo).splitlines()
    assert found == [("a.md", lines.index("# new") + 1, "CL504"), ("a.md", lines.index("## Empty") + 1, "CL101")]


def test_a_page_that_is_not_as_staged_is_left_alone(repo: Repository, run: Run) -> None:
    repo.write("a.md", ADDED)
    repo.write("b.md", ADDED)
    repo.write("gone.md", ADDED)
    repo.git("add", "-A")
    repo.write("a.md", "Unstaged.\n\n" + ADDED)
    (repo.path / "gone.md").unlink()
    code, out, err = run("check", "--staged", "--fix", "--unsafe-fixes", "--output-format", "concise")
    why = (
        "is not fixed, since the file is not what is staged: `git add` it, or set the difference aside with"
        " `git stash --keep-index`, and run again"
    )
    assert err == f"chunklint: warning: a.md {why}\nchunklint: warning: gone.md {why}\n"
    assert page(repo) == "Unstaged.\n\n" + ADDED
    assert not (repo.path / "gone.md").exists()
    assert "\nFixed 4 findings in 1 file. The staged text is as it was" in out
    assert {line.split(":")[0] for line in out.splitlines() if ": CL" in line} == {"a.md", "gone.md"}
    assert code == 1
    # Nothing to fix is nothing to warn of.
    repo.git("reset", "--quiet", "--hard", "main")
    repo.write("a.md", OLD + "\nMore.\n")
    repo.git("add", "-A")
    repo.write("a.md", ADDED)
    assert run("check", "--staged", "--fix-only", "--unsafe-fixes") == (0, "Nothing to fix.\n", "")


def test_diff_of_what_is_staged(repo: Repository, run: Run) -> None:
    """The patch is one for the index."""
    repo.write("a.md", ADDED)
    repo.git("add", "-A")
    repo.write("a.md", "Unstaged.\n\n" + ADDED)
    patch = run("check", "--staged", "--diff", "--unsafe-fixes")[1]
    (repo.path / "fix.patch").write_text(patch, encoding="utf-8")
    repo.git("apply", "--cached", "-p0", "fix.patch")
    assert repo.git("show", ":a.md") == ALL


def test_first_commit(here: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    apart(monkeypatch)
    made = create(here)
    made.write("a.md", OLD)
    made.git("add", "-A")
    assert run("check", "--staged", "--fix-only")[1].startswith("Fixed 2 findings in 1 file.")
    assert page(made) == fix_text(OLD).text
