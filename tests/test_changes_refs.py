"""The commit that ``--diff-base`` names: what is one, and what to do where it is not at hand."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.repositories import EMPTY, FINE, Repository, apart, reported


@pytest.mark.parametrize("ref", ["-x", "--all", "--output=leak", "no such", "main..topic", "HEAD:a.md", "", "@{9}"])
def test_no_such_commit(repo: Repository, run: Run, ref: str) -> None:
    code, out, err = run("check", f"--diff-base={ref}")
    assert (code, out) == (2, "")
    assert err == f'chunklint: error: no such commit "{ref}" here\n'
    assert not (repo.path / "leak").exists()


def test_ref_of_another_form(repo: Repository, run: Run) -> None:
    repo.write("a.md", EMPTY + "\n## New\n")
    repo.commit()
    repo.git("tag", "-a", "v1", "-m", "one", "main")
    for ref in ("v1", "HEAD~1", "main~0", repo.git("rev-parse", "main").strip(), ":/start"):
        assert reported(run, f"--diff-base={ref}") == [("a.md", 11, "CL101")]


def test_wrong_use(repo: Repository, run: Run) -> None:
    assert run("check", "--staged", "--diff-base", "main")[0] == 2
    assert run("check", "--staged", "--strict-baseline")[0] == 2
    code, _, err = run("check", "--diff-base", "main", "--stdin-filename", "a.md", "-")
    assert (code, err) == (
        2,
        "chunklint: error: --diff-base and --staged look at files, not at standard input\n",
    )


def test_no_repository(here: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    apart(monkeypatch)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(here.parent))
    (here / "a.md").write_text(FINE)
    assert run("check", "--diff-base", "main") == (2, "", f"chunklint: error: {here} is in no git repository\n")
    monkeypatch.setenv("PATH", "")
    code, _, err = run("check", "--staged")
    assert (code, err) == (2, "chunklint: error: git cannot be run: No such file or directory\n")


def test_no_common_commit(repo: Repository, run: Run) -> None:
    repo.git("checkout", "--quiet", "--orphan", "alone")
    repo.commit()
    assert run("check", "--diff-base", "main")[::2] == (
        2,
        'chunklint: error: "main" and HEAD have no common commit here\n',
    )


@pytest.fixture
def topic(repo: Repository) -> Repository:
    """The repository with a commit on ``topic`` that adds a finding on line 11."""
    repo.write("a.md", EMPTY + "\n## New\n")
    repo.commit()
    return repo


def _clone(repo: Repository, monkeypatch: pytest.MonkeyPatch, *options: str) -> Repository:
    """A clone of the branch ``topic``, made with these options, which is the working folder."""
    clone = Repository(repo.path.parent / f"{repo.path.name}-clone")
    repo.git("clone", "--quiet", *options, "--branch=topic", repo.path.as_uri(), clone.path)
    monkeypatch.chdir(clone.path)
    return clone


def _follow(repo: Repository, message: str) -> None:
    """Run the command that a message names."""
    words = shlex.split(message.partition("fetch it: ")[2].partition(", or set")[0].strip())
    assert words[:2] == ["git", "fetch"]
    subprocess.run(words, cwd=repo.path, check=True, capture_output=True)


def test_shallow_clone(topic: Repository, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    clone = _clone(topic, monkeypatch, "--depth=1")
    code, out, err = run("check", "--diff-base", "origin/main")
    assert (code, out) == (2, "")
    assert err == (
        'chunklint: error: no such commit "origin/main" here; this clone is shallow; fetch it: git fetch --unshallow '
        "origin +refs/heads/main:refs/remotes/origin/main, or set fetch-depth: 0 for actions/checkout\n"
    )
    clone.git("fetch", "--quiet", "--depth=1", "origin", "+refs/heads/main:refs/remotes/origin/main")
    code, _, err = run("check", "--diff-base", "origin/main")
    assert code == 2
    assert err.startswith(
        'chunklint: error: "origin/main" and HEAD have no common commit here; this clone is shallow; fetch it: '
    )
    _follow(clone, err)
    assert reported(run, "--diff-base", "origin/main") == [("a.md", 11, "CL101")]


@pytest.mark.parametrize(
    ("options", "ref", "is_shallow"),
    [(["--depth=1"], "HEAD~1", True), (["--single-branch"], "origin/main", False)],
    ids=["a commit of a shallow clone", "a branch that is not in the clone"],
)
def test_what_to_fetch(
    topic: Repository, run: Run, monkeypatch: pytest.MonkeyPatch, options: list[str], ref: str, is_shallow: bool
) -> None:
    clone = _clone(topic, monkeypatch, *options)
    code, _, err = run("check", "--diff-base", ref)
    assert (code, "shallow" in err) == (2, is_shallow)
    _follow(clone, err)
    assert reported(run, "--diff-base", ref) == [("a.md", 11, "CL101")]


def test_branch_that_only_the_server_has(topic: Repository, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    _clone(topic, monkeypatch)
    assert run("check", "--diff-base", "main")[2] == (
        'chunklint: error: no such commit "main" here; did you mean "origin/main"?\n'
    )
