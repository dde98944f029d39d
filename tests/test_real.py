"""With real tools: an installed wheel, and pre-commit with hooks from a clone of the project."""

from __future__ import annotations

import os
import re
import sys
import venv
from collections.abc import Callable
from pathlib import Path

import pytest

from chunklint import catalogue
from tests.examples import ROOT
from tests.real import FINE, FLAWED, HOME, commit, from_clone, git, repository, run, write

pytestmark = pytest.mark.real
PRE_COMMIT = Path(sys.executable).with_name("pre-commit")
PASSED = "chunklint................................................................Passed"


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ``bin`` folder of a fresh environment with chunklint from a wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, ROOT, cwd=folder)
    (wheel,) = folder.glob("chunklint_docs-*.whl")
    venv.create(folder / "venv", with_pip=True)
    run(folder / "venv/bin/pip", "install", "--quiet", wheel, cwd=folder)
    return folder / "venv/bin"


def test_wheel_in_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    page = run(installed / "chunklint", "rule", "CL101", cwd=tmp_path)
    assert page == f"CL101 empty-section [error], on by default\n\n{catalogue.load().rules['CL101'].text}"
    assert len(run(installed / "chunklint", "rule", "--all", cwd=tmp_path).splitlines()) == len(catalogue.load().rules)
    write(tmp_path / "docs/page.md", FLAWED)
    out = run(installed / "chunklint", "check", cwd=tmp_path, code=1)
    assert "docs/page.md:5:1: CL101 [error]" in out
    out = run(installed / "python", "-m", "chunklint", "docs", "--exit-zero", cwd=tmp_path)
    assert "docs/page.md:5:1: CL101 [error]" in out
    out = run(installed / "chunklint", "check", "--output-format", "sarif", cwd=tmp_path, code=1)
    assert "Which answer is lost" in out, "the pages of the rules are at hand"
    run(installed / "chunklint", "view", "docs", "-o", "out.html", cwd=tmp_path)
    assert "class Pane" in (tmp_path / "out.html").read_text(encoding="utf-8"), "style and scripts are at hand"


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pre-commit keeps the environments of the hooks."""
    return tmp_path_factory.mktemp("pre-commit")


Runner = Callable[..., str]


@pytest.fixture
def scratch(tmp_path: Path, clone: Path) -> Path:
    """A repository with the hook as the README shows it."""
    repo = repository(tmp_path / "repo")
    configure(repo, "chunklint")
    return repo


def configure(repo: Path, *hooks: str) -> None:
    lines = "".join(f"      - id: {hook}\n" for hook in hooks)
    write(repo / ".pre-commit-config.yaml", f"repos:\n  - repo: {HOME}\n    rev: v0.1.0\n    hooks:\n{lines}")


@pytest.fixture
def pre_commit(scratch: Path, home: Path, clone: Path) -> Runner:
    """Runs pre-commit, or ``tool``, in the scratch repository."""

    def command(*words: str, tool: Path | str = PRE_COMMIT, code: int = 0, at: Path = home) -> str:
        return run(tool, *words, cwd=scratch, code=code, PRE_COMMIT_HOME=str(at), **from_clone(clone))

    return command


def test_hook_for_the_pages_of_a_commit(scratch: Path, pre_commit: Runner) -> None:
    pre_commit("install")
    write(scratch / "docs/good.md", FINE)
    write(scratch / "docs/component.mdx", "# Title\n\n<Card />\n")
    write(scratch / "main.py", "x = 1\n")
    git(scratch, "add", "-A")
    assert PASSED in pre_commit("commit", "-m", "good pages", tool="git")
    write(scratch / "docs/bad.md", FLAWED)
    write(scratch / "docs/unstaged.md", FLAWED)
    git(scratch, "add", "docs/bad.md")
    out = pre_commit("commit", "-m", "a bad page", tool="git", code=1)
    assert "docs/bad.md:5:1: CL101 [error]" in out
    assert "docs/unstaged.md" not in out
    assert "Found 1 finding (1 error) in 1 of 1 files." in out
    write(scratch / "docs/bad.md", FINE)
    git(scratch, "add", "docs/bad.md")
    assert PASSED in pre_commit("commit", "-m", "mended", tool="git")


def test_hook_sees_what_is_staged(scratch: Path, pre_commit: Runner) -> None:
    write(scratch / "page.md", FLAWED)
    git(scratch, "add", "-A")
    write(scratch / "page.md", FINE)
    assert "page.md:5:1: CL101" in pre_commit("run", code=1)
    git(scratch, "add", "-A")
    write(scratch / "page.md", FLAWED)
    assert PASSED in pre_commit("run")


def test_excluded_pages_stay_out_although_the_hook_names_them(scratch: Path, pre_commit: Runner) -> None:
    write(scratch / "gen/out.md", FLAWED)
    write(scratch / "chunklint.toml", 'exclude = ["gen/"]\n')
    git(scratch, "add", "-A")
    assert PASSED in pre_commit("run", "--files", "gen/out.md")
    write(scratch / "docs/bad.md", FLAWED)
    git(scratch, "add", "-A")
    out = pre_commit("run", "--all-files", code=1)
    assert "Found 1 finding (1 error) in 1 of 1 files." in out
    assert "gen/out.md" not in out


def test_hook_for_the_whole_tree(scratch: Path, pre_commit: Runner) -> None:
    configure(scratch, "chunklint-all")
    write(scratch / "docs/old.md", FLAWED)
    write(scratch / "gen/out.md", FLAWED)
    write(scratch / "chunklint.toml", 'exclude = ["gen/"]\n')
    commit(scratch)
    write(scratch / "docs/new.md", FINE)
    git(scratch, "add", "-A")
    out = pre_commit("run", code=1)
    assert "docs/old.md:5:1: CL101" in out, "also what is not staged"
    assert "gen/out.md" not in out
    assert "Found 1 finding (1 error) in 1 of 2 files." in out
    git(scratch, "commit", "--quiet", "-m", "more")
    write(scratch / "main.py", "x = 1\n")
    git(scratch, "add", "-A")
    assert "(no files to check)Skipped" in pre_commit("run"), "a commit without pages is not held up"


def test_hook_for_the_change_with_fixes(scratch: Path, pre_commit: Runner) -> None:
    """As the README says: only what the commit adds is reported and mended, and the commit waits for it."""
    configure(scratch, "chunklint\n        args: [--staged, --fix]")
    pre_commit("install")
    old = f"{FLAWED}\nOld\n---\n\nWords.\n"
    write(scratch / "page.md", old)
    git(scratch, "add", "-A")
    git(scratch, "commit", "--quiet", "--no-verify", "-m", "old")
    write(scratch / "page.md", f"{old}\nNew\n---\n\nWords.\n")
    git(scratch, "add", "-A")
    out = pre_commit("commit", "-m", "new", tool="git", code=1)
    assert "Fixed 1 finding in 1 file. The staged text is as it was: `git add` what was fixed." in out
    assert "files were modified by this hook" in out
    assert "CL101" not in out
    assert (scratch / "page.md").read_text(encoding="utf-8") == f"{old}\n## New\n\nWords.\n"
    git(scratch, "add", "-A")
    assert PASSED in pre_commit("commit", "-m", "new", tool="git")


def test_hook_makes_one_run_of_many_pages(scratch: Path, pre_commit: Runner) -> None:
    for number in range(500):
        write(scratch / f"docs/page-{number:03}-{'long-name-' * 12}.md", FLAWED)
    git(scratch, "add", "-A")
    out = pre_commit("run", code=1)
    assert out.count("Found ") == out.count("Next: ") == 1
    assert "Found 500 findings (500 errors) in 500 of 500 files." in out


def test_first_and_second_run(scratch: Path, pre_commit: Runner, tmp_path: Path) -> None:
    write(scratch / "page.md", FLAWED)
    git(scratch, "add", "-A")
    first = pre_commit("run", code=1, at=tmp_path / "new home")
    second = pre_commit("run", code=1, at=tmp_path / "new home")
    assert "Installing environment" in first
    assert "Installing environment" not in second
    report = "page.md:5:1: CL101 [error]"
    assert report in first
    assert first[first.index(report) :] == second[second.index(report) :]


def _commands(section: str) -> list[str]:
    """The shell commands of a section of the README, a text for each fence."""
    text = (ROOT / "README.md").read_text(encoding="utf-8").split(f"\n## {section}\n")[1].split("\n## ")[0]
    return re.findall(r"```sh\n(.*?)```", text, re.S)


def test_adoption_as_the_readme_tells_it(installed: Path, scratch: Path, clone: Path, home: Path) -> None:
    """Word by word in a repository with many findings: the first commit passes, the second one does not."""
    (scratch / ".pre-commit-config.yaml").unlink()
    for number in range(60):
        write(scratch / f"docs/guide {number % 7}/page-{number}.md", FLAWED)
    commit(scratch, "pages")
    env = {
        "PATH": f"{installed}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PRE_COMMIT_HOME": str(home),
        **from_clone(clone),
    }

    def follow(commands: str, code: int = 0) -> str:
        return run("bash", "-e", "-c", commands, cwd=scratch, code=code, **env)

    look, adopt, spoil = _commands("Adopt it on a large repository")
    before = git(scratch, "status", "--porcelain")
    assert "findings   60, of which 60 fail a run" in follow(look)
    assert git(scratch, "status", "--porcelain") == before == ""
    assert "Wrote chunklint.toml, .chunklint-baseline" in follow(adopt)
    assert git(scratch, "log", "-1", "--format=%s") == "Check the documentation with chunklint\n"
    out = follow(spoil, code=1)
    assert "docs/opened-boxes.md:3:1: CL201 [error]" in out
    assert "Found 1 finding (1 error)" in out
    assert git(scratch, "log", "-1", "--format=%s") == "Check the documentation with chunklint\n"
    assert "Found 1 finding (1 error)" in follow("chunklint check --diff-base HEAD --no-baseline", code=1)
