"""With real tools: an installed wheel, pre-commit, and the steps of the action."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest
import yaml

from chunklint import __version__, catalogue
from tests.examples import ROOT

pytestmark = pytest.mark.real

FLAWED = "# Title\n\nWords.\n\n## Empty\n"
FINE = "# Title\n\nWords.\n"


def run(*command: str | Path, cwd: Path, code: int = 0, **env: str) -> str:
    """Run a command with a clean environment, expect an exit code, return what it prints."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "PIP_INDEX_URL") if name in os.environ}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**kept, **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == code, done.stdout
    return done.stdout


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


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


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """A repository with pre-commit, its hook taken from a clone of the working tree as it is."""
    hook = tmp_path / "hook"
    ignore = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis")
    shutil.copytree(ROOT, hook, ignore=ignore)
    repo = tmp_path / "repo"
    repo.mkdir()
    for folder in (hook, repo):
        git(folder, "init", "--quiet", "-b", "main")
        git(folder, "config", "user.email", "writer@example.org")
        git(folder, "config", "user.name", "Writer")
    git(hook, "add", "-A")
    git(hook, "commit", "--quiet", "-m", "state")
    head = git(hook, "rev-parse", "HEAD").strip()
    write(
        repo / ".pre-commit-config.yaml",
        f"repos:\n  - repo: {hook.as_uri()}\n    rev: {head}\n    hooks:\n      - id: chunklint\n",
    )
    return repo


def git(folder: Path, *words: str, code: int = 0) -> str:
    return run("git", *words, cwd=folder, code=code, PRE_COMMIT_HOME=str(folder.parent / "pre-commit"))


def test_pre_commit_hook(scratch: Path) -> None:
    pre_commit = Path(sys.executable).with_name("pre-commit")
    run(pre_commit, "install", cwd=scratch, PRE_COMMIT_HOME=str(scratch.parent / "pre-commit"))
    write(scratch / "docs/good.md", FINE)
    write(scratch / "docs/component.mdx", "# Title\n\n<Card />\n")
    write(scratch / "main.py", "x = 1\n")
    git(scratch, "add", "-A")
    assert "chunklint................................................................Passed" in git(
        scratch, "commit", "-m", "good pages"
    )
    write(scratch / "docs/bad.md", FLAWED)
    write(scratch / "gen/out.md", FLAWED)
    write(scratch / "chunklint.toml", 'exclude = ["gen/"]\n')
    git(scratch, "add", "-A")
    out = git(scratch, "commit", "-m", "a bad page", code=1)
    assert "docs/bad.md:5:1: CL101 [error]" in out
    assert "gen/out.md" not in out, "an excluded page stays out although pre-commit names it"
    assert "Found 1 finding (1 error) in 1 of 1 files." in out
    write(scratch / "docs/bad.md", FINE)
    git(scratch, "add", "-A")
    assert "Passed" in git(scratch, "commit", "-m", "mended")


def test_hook_makes_one_run_of_many_pages(scratch: Path) -> None:
    for number in range(120):
        write(scratch / f"docs/page-{number}-{'long-name-' * 12}.md", FLAWED)
    git(scratch, "add", "-A")
    pre_commit = Path(sys.executable).with_name("pre-commit")
    home = str(scratch.parent / "pre-commit")
    out = run(pre_commit, "run", "--all-files", cwd=scratch, code=1, PRE_COMMIT_HOME=home)
    assert out.count("Found ") == 1
    assert "Found 120 findings (120 errors) in 120 of 120 files." in out


class Action:
    """Runs the steps of action.yml as a runner does: expressions filled in, one bash for each step."""

    def __init__(self, tmp_path: Path) -> None:
        self.action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
        self.workspace = tmp_path / "workspace"
        self.workspace.mkdir()
        self.temp = tmp_path / "runner temp"
        self.temp.mkdir()

    def run(self, code: int = 0, **inputs: str) -> str:
        known = {name: str(given.get("default", "")) for name, given in self.action["inputs"].items()}
        assert set(inputs) <= set(known)
        values = {"github.action_path": str(ROOT), "runner.temp": str(self.temp)}
        values |= {f"inputs.{name}": value for name, value in {**known, **inputs}.items()}

        def fill(text: str) -> str:
            return re.sub(r"\$\{\{\s*([\w.-]+)\s*\}\}", lambda match: values[match[1]], text)

        out = ""
        for number, step in enumerate(self.action["runs"]["steps"], 1):
            last = number == len(self.action["runs"]["steps"])
            out += self._step(step, fill, code if last else 0)
        return out

    def _step(self, step: dict[str, Any], fill: Any, code: int) -> str:
        assert step["shell"] == "bash"
        assert "${{" not in step["run"], "an input in the script could become a command"
        folder = self.workspace / fill(step.get("working-directory", "."))
        script = self.temp / "step.sh"
        script.write_text(step["run"], encoding="utf-8")
        env = {name: fill(value) for name, value in step["env"].items()}
        # The options of `shell: bash` in GitHub Actions.
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)]
        return run(*shell, cwd=folder, code=code, GITHUB_ACTIONS="true", **env)


def test_action(tmp_path: Path) -> None:
    action = Action(tmp_path)
    write(action.workspace / "docs/good.md", FINE)
    assert "No findings in 1 file." in action.run()
    write(action.workspace / "docs/a b/bad%,1.md", FLAWED)
    out = action.run(code=1)
    assert "::error file=docs/a b/bad%25%2C1.md,line=5,endLine=5,title=CL101 empty-section,col=1,endColumn=9::" in out
    assert "No findings in 1 file." in action.run(paths="docs/good.md\n")
    assert "::error file=a b/bad%25%2C1.md" in action.run(code=1, paths=".\n", **{"working-directory": "docs"})
    assert "::error" not in action.run(args="--select=CL3\n--fail-on=error")


def test_action_takes_no_input_for_a_command(tmp_path: Path) -> None:
    action = Action(tmp_path)
    out = action.run(code=2, paths="$(touch hacked); `touch hacked`\n; touch hacked", args="")
    assert "no such file or folder" in out
    assert not list(tmp_path.rglob("hacked"))


def _commands(section: str) -> list[str]:
    """The shell commands of a section of the README, a text for each fence."""
    text = (ROOT / "README.md").read_text(encoding="utf-8").split(f"\n## {section}\n")[1].split("\n## ")[0]
    return re.findall(r"```sh\n(.*?)```", text, re.S)


def test_adoption_as_the_readme_tells_it(installed: Path, scratch: Path) -> None:
    """Word by word in a repository with many findings: the first commit passes, the second one does not."""
    (scratch / ".pre-commit-config.yaml").unlink()
    for number in range(60):
        write(scratch / f"docs/guide {number % 7}/page-{number}.md", FLAWED)
    git(scratch, "add", "-A")
    git(scratch, "commit", "--quiet", "-m", "pages")
    # The published address and version lead to a clone of the working tree.
    published, version = "https://github.com/chunklint/chunklint", f"v{__version__}"
    git(scratch.parent / "hook", "tag", version)
    env = {
        "PATH": f"{installed}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{(scratch.parent / 'hook').as_uri()}.insteadOf",
        "GIT_CONFIG_VALUE_0": published,
        "PRE_COMMIT_HOME": str(scratch.parent / "pre-commit"),
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
