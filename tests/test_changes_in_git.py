"""What git prints is read as it is meant: odd names, binary pages, settings of git, line ends."""

from __future__ import annotations

import os
import sys

import pytest

from tests.conftest import Run
from tests.repositories import EMPTY, FINE, Repository, reported, since

ODD = ["with space.md", 'quo"te.md', "naïve/表.md", '表"x.md', "tab\there.md", "new\nline.md", "back\\slash.md",
       "-x.md", "1:a.md", "a and b.md", " and .md", "%41#.md", "--- a.md"]  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="such names cannot be")
@pytest.mark.parametrize("name", ODD)
def test_odd_names(repo: Repository, run: Run, name: str) -> None:
    repo.write(name, EMPTY)
    repo.git("add", "-A")
    repo.write(name, EMPTY + "\n## Unstaged\n")
    assert reported(run, "--staged") == [(name, 5, "CL101")]
    repo.commit()
    assert since(run) == [(name, 5, "CL101"), (name, 11, "CL101")]
    repo.git("branch", "--quiet", "-f", "main")
    repo.git("mv", "--", name, "sub " + name.replace("/", "-"))
    repo.edit("sub " + name.replace("/", "-"), "## Unstaged", "## New")
    repo.git("add", "-A")
    assert since(run) == [("sub " + name.replace("/", "-"), 11, "CL101")]


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes only there")
def test_name_that_is_not_utf8(repo: Repository, run: Run) -> None:
    name = os.fsdecode(b"caf\xe9.md")
    repo.write(name, EMPTY)
    assert since(run) == [(name, 5, "CL101")]
    repo.commit()
    assert since(run) == [(name, 5, "CL101")]


@pytest.mark.parametrize("name", ["page.md", "a and b.md", " and .md"])
def test_binary_page(repo: Repository, run: Run, name: str) -> None:
    repo.write(name, b"\x00\x01\x02")
    repo.commit()
    assert since(run) == [(name, 1, "CL001")]
    repo.git("branch", "--quiet", "-f", "main")
    repo.write(name, b"\x00\x01\x03")
    repo.git("add", "-A")
    repo.write(name, FINE)
    assert reported(run, "--staged") == [(name, 1, "CL001")], "the staged bytes count"
    (repo.path / name).unlink()
    assert since(run) == []


def test_page_that_git_is_told_to_be_binary(repo: Repository, run: Run) -> None:
    """Git shows no lines of such a page: all of them count as changed."""
    repo.write(".gitattributes", "*.md binary\n")
    repo.write("a.md", EMPTY + "More.\n")
    assert since(run) == [("a.md", 5, "CL101")]


def test_lines_that_look_like_a_diff(repo: Repository, run: Run) -> None:
    repo.write("a.md", EMPTY + "\n++ b/other.md\n\n-- a/other.md\n\n@@ -1 +1 @@\n\n## New\n")
    assert since(run) == [("a.md", 17, "CL101")]
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    repo.edit("a.md", "\n++ b/other.md\n\n-- a/other.md\n", "\n+++ b/other.md\n\n--- a/other.md\n")
    assert since(run) == []


def test_settings_of_git_that_change_a_diff(repo: Repository, run: Run) -> None:
    for key, value in {
        "diff.noprefix": "true",
        "diff.mnemonicPrefix": "true",
        "diff.renames": "false",
        "diff.interHunkContext": "9",
        "diff.context": "9",
        "diff.relative": "true",
        "color.ui": "always",
        "diff.external": "false",
        "diff.upper.textconv": "tr a-z A-Z <",
        "core.quotePath": "true",
    }.items():
        repo.git("config", key, value)
    repo.write(".gitattributes", "*.md diff=upper\n")
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    repo.git("mv", "a.md", "ä.md")
    repo.write("ä.md", EMPTY.replace("# Title", "# My title") + "\n## New\n")
    repo.git("add", "-A")
    assert since(run) == [("ä.md", 11, "CL101")]
    repo.edit("ä.md", "\n## New\n", "\n")
    assert reported(run, "--staged") == [("ä.md", 11, "CL101")]


def test_line_ends(repo: Repository, run: Run) -> None:
    repo.git("config", "core.autocrlf", "true")
    repo.write("a.md", (EMPTY + "\n## New\n").replace("\n", "\r\n"))
    assert since(run) == [("a.md", 11, "CL101")]
    repo.git("add", "-A")
    assert reported(run, "--staged") == [("a.md", 11, "CL101")]


def test_symbolic_link(repo: Repository, run: Run) -> None:
    (repo.path / "link.md").symlink_to("a.md")
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    repo.write("a.md", EMPTY + "\n## New\n")
    assert since(run) == [("a.md", 11, "CL101"), ("link.md", 11, "CL101")]
