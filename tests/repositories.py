"""Scratch repositories with real git, apart from the settings of whoever runs the tests."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Run

EMPTY = "# Title\n\nWords.\n\n## Empty\n\n## Filled\n\nText of this section.\n"
FINE = "# Title\n\nWords about the thing.\n"


class Repository:
    """A git repository at ``path``."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def git(self, *words: str | Path) -> str:
        """Run git here; its output. An error fails the test with what git says."""
        done = subprocess.run(["git", *map(str, words)], cwd=self.path, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
        return os.fsdecode(done.stdout)

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.path / name).read_bytes().decode()
        assert text.count(old) == 1
        self.write(name, text.replace(old, new))

    def commit(self, message: str = "change") -> None:
        self.git("add", "-A")
        self.git("commit", "--quiet", "--allow-empty", "-m", message)


def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep git from reading settings of the machine, and from the repository of a hook that runs the tests."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    settings = {
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        **{f"GIT_{who}_{what}": f"writer{'@example.org' * (what == 'EMAIL')}" for who in ("AUTHOR", "COMMITTER")
           for what in ("NAME", "EMAIL")},
    }  # fmt: skip
    for name, value in settings.items():
        monkeypatch.setenv(name, value)


def create(path: Path) -> Repository:
    path.mkdir(parents=True, exist_ok=True)
    made = Repository(path)
    made.git("init", "--quiet", "-b", "main")
    return made


def reported(run: Run, *words: str, code: int | None = None) -> Sequence[tuple[str, int, str]]:
    """Path, line and code of the findings of a check with these words."""
    given, out, err = run("check", "--output-format", "json", *words)
    assert code in (None, given), err
    return [(f["path"], f["line"], f["code"]) for f in json.loads(out)["findings"]]


def since(run: Run, *words: str) -> list[tuple[str, int, str]]:
    """Path, line and code of the findings that the change since ``main`` made."""
    return list(reported(run, "--diff-base", "main", *words))
