"""Running real tools: commands with a clean environment, and pages to run them on."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

FLAWED = "# Title\n\nWords.\n\n## Empty\n"
FINE = "# Title\n\nWords.\n"
HOME = "https://github.com/chunklint/chunklint"


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


def git(folder: Path, *words: str, code: int = 0, **env: str) -> str:
    return run("git", *words, cwd=folder, code=code, **env)


def repository(folder: Path) -> Path:
    """An empty repository with an author."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "--quiet", "-b", "main")
    git(folder, "config", "user.email", "writer@example.org")
    git(folder, "config", "user.name", "Writer")
    return folder


def commit(folder: Path, message: str = "state") -> str:
    """Commit all there is; return the commit."""
    git(folder, "add", "-A")
    git(folder, "commit", "--quiet", "-m", message)
    return git(folder, "rev-parse", "HEAD").strip()


def from_clone(clone: Path) -> dict[str, str]:
    """The environment in which git finds the project, by its address on the web, in ``clone``."""
    return {
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{clone.as_uri()}.insteadOf",
        "GIT_CONFIG_VALUE_0": HOME,
    }
