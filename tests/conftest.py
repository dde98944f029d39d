"""Test options, and the command run in a folder of its own."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from tests import real
from tests.repositories import EMPTY, Repository, apart, create

settings.register_profile("default", deadline=None)  # machines are noisy
settings.load_profile("default")

Run = Callable[..., tuple[int, str, str]]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite the expected outputs in rule and case pages")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update"))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the working folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    return tmp_path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """The command with these words: its exit code, output and errors."""
    from chunklint.cli import main

    def command(*words: str) -> tuple[int, str, str]:
        code = main(words)
        return code, *capsys.readouterr()

    return command


@pytest.fixture
def repo(here: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository with one page on main that has a finding on line 5, and the branch ``topic`` checked out."""
    apart(monkeypatch)
    made = create(here)
    made.write("a.md", EMPTY)
    made.commit("start")
    made.git("checkout", "--quiet", "-b", "topic")
    return made


@pytest.fixture(scope="session")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository that holds the project as the working tree has it, with the tag that the documentation names."""
    folder = tmp_path_factory.mktemp("clone") / "chunklint"
    root = Path(__file__).parent.parent
    ignore = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis")
    shutil.copytree(root, folder, ignore=ignore)
    real.commit(real.repository(folder))
    real.git(folder, "tag", "v0.1.0")
    return folder
