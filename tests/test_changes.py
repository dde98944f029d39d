"""``--diff-base`` and ``--staged``: only what the change did is reported, read from real git."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from chunklint.document import Document, Span
from chunklint.finding import Finding
from chunklint.placing import placed
from tests.conftest import Run
from tests.repositories import FINE, Repository, apart, create, reported

EMPTY = "# Title\n\nWords.\n\n## Empty\n\n## Filled\n\nText of this section.\n"
TABLE = "| Name | Days |\n| --- | --- |\n| Goods | 14 |\n| Books | 30 |\n"


@pytest.fixture
def repo(here: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository with one page on main that has a finding on line 5, and the branch ``topic`` checked out."""
    apart(monkeypatch)
    made = create(here)
    made.write("a.md", EMPTY)
    made.commit("start")
    made.git("checkout", "--quiet", "-b", "topic")
    return made


def since(run: Run, *words: str) -> list[tuple[str, int, str]]:
    return list(reported(run, "--diff-base", "main", *words))


def test_nothing_changed(repo: Repository, run: Run) -> None:
    assert reported(run) == [("a.md", 5, "CL101")]
    code, out, err = run("check", "--diff-base", "main")
    assert (code, out, err) == (0, "", "chunklint: 0 files checked: the change has none of the pages\n")


def test_added_line(repo: Repository, run: Run) -> None:
    repo.write("a.md", EMPTY + "\n## New\n")
    assert since(run) == [("a.md", 11, "CL101")]
    repo.commit()
    assert since(run) == [("a.md", 11, "CL101")]
    repo.write("a.md", "Above.\n\n" + EMPTY)
    assert since(run) == [], "an old finding whose line moved is not new"


def test_changed_line(repo: Repository, run: Run) -> None:
    repo.edit("a.md", "## Empty", "## Still empty")
    assert since(run) == [("a.md", 5, "CL101")]


def test_text_beside_an_old_finding(repo: Repository, run: Run) -> None:
    repo.edit("a.md", "Text of this section.", "Another text of this section.")
    assert since(run) == []


def test_answer_deleted_below_an_untouched_question(repo: Repository, run: Run) -> None:
    page = "# Questions\n\n## How long?\n\nTwo weeks.\n\n## How much?\n\nNothing.\n"
    repo.git("checkout", "--quiet", "main")
    repo.write("faq.md", page)
    repo.commit()
    repo.git("checkout", "--quiet", "-B", "topic")
    repo.edit("faq.md", "Two weeks.\n\n", "")
    # Two questions now share one answer: the first one is untouched, and it is where the loss stands.
    assert since(run) == [("faq.md", 3, "CL206")]
    repo.write("faq.md", page.replace("Nothing.\n", ""))
    assert since(run) == [("faq.md", 7, "CL201")]
    repo.write("faq.md", "\n".join(page.splitlines()[:-1]))
    assert since(run) == [("faq.md", 7, "CL201")]


def test_cause_deleted_far_away(repo: Repository, run: Run) -> None:
    """What spells out an acronym stands in another section, and its line is gone."""
    repo.git("checkout", "--quiet", "main")
    spelled, parts = "The service level agreement (SLA) is below.\n\n", "## Part\n\nWords.\n\n" * 20
    page = f"# Rate\n\n{spelled}{parts}An SLA holds.\n"
    repo.write("sla.md", page)
    repo.commit()
    repo.git("checkout", "--quiet", "-B", "topic")
    repo.write("sla.md", page.replace(spelled, ""))
    assert since(run, "--select", "CL408") == [("sla.md", 83, "CL408")]


def test_text_deleted_beside_an_old_finding(repo: Repository, run: Run) -> None:
    for kept in ("# Title\n\n## Empty\n\n## Filled\n\nText of this section.\n", EMPTY.split("## Filled")[0]):
        repo.write("a.md", kept)
        assert ("a.md", "CL101") in [(path, code) for path, _, code in reported(run)]
        assert since(run) == []


def test_row_deleted_from_a_table_that_is_too_long(repo: Repository, run: Run) -> None:
    row = "| The copy is kept for thirty days | and removed | at night |\n"
    repo.write(
        "t.md", "# T\n\nBelow:\n\n| What | Then | When |\n| --- | --- | --- |\n" + row * 200 + "\n## End\n\nText.\n"
    )
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    text = (repo.path / "t.md").read_text()
    repo.write("t.md", text.replace(row * 5, row * 4, 1))
    assert since(run, "--select", "CL304") == [("t.md", 5, "CL304")]
    repo.write("t.md", text.replace("Below:\n\n", ""))
    assert since(run, "--select", "CL304") == []


def test_cause_is_the_innermost_block() -> None:
    document = Document("Text.\n\n:::note\n\nIn a box.\n\n:::\n", "a.md", "generic")
    for word, lines in {"Text": (1, 1), "In a": (5, 5), ":::\n": (3, 7)}.items():
        at = document.text.index(word)
        (finding,) = placed(document, [Finding(Span(at, at + 1), "message")])
        assert finding.cause_lines == (lines,)


def test_first_of_two_equal_headings_is_a_cause(repo: Repository, run: Run) -> None:
    repo.git("checkout", "--quiet", "main")
    repo.write("b.md", "# T\n\n## One\n\nFirst.\n\n## Two\n\nSecond.\n\nMore.\n")
    repo.commit()
    repo.git("checkout", "--quiet", "-B", "topic")
    repo.edit("b.md", "## One", "## Two")
    assert since(run) == [("b.md", 7, "CL105")]
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    repo.edit("b.md", "More.", "More words.")
    assert since(run) == [], "the text below a repeated heading does not make it one"


def test_block_between_two_lists_is_a_cause(repo: Repository, run: Run) -> None:
    repo.git("checkout", "--quiet", "main")
    repo.write("b.md", "# T\n\n1. Open the file:\n\n   ```sh\n   vi a\n   ```\n\n1. Save it.\n")
    repo.commit()
    repo.git("checkout", "--quiet", "-B", "topic")
    repo.write("b.md", "# T\n\n1. Open the file:\n\n```sh\nvi a\n```\n\n1. Save it.\n")
    assert since(run) == [("b.md", 9, "CL313")]


def test_other_row_is_no_cause(repo: Repository, run: Run) -> None:
    repo.git("checkout", "--quiet", "main")
    repo.write("b.md", f"# T\n\nThese are the days:\n\n{TABLE}| Bad |\n")
    repo.commit()
    repo.git("checkout", "--quiet", "-B", "topic")
    repo.edit("b.md", "| Goods | 14 |", "| Goods | 15 |")
    assert since(run) == []
    repo.edit("b.md", "| Name | Days |", "| Name | Days or weeks |")
    assert since(run) == [("b.md", 9, "CL303")]


def test_one_more_of_two_that_are_alike(repo: Repository, run: Run) -> None:
    repo.write("a.md", "# Title\n\nWords.\n\n## Top\n\n### Empty\n\n## Rest\n\n### Empty\n\n## End\n\nWords.\n")
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    repo.edit("a.md", "# Title\n\nWords.\n", "# Title\n\nWords.\n\n## First\n\n### Empty\n")
    assert since(run) == [("a.md", 7, "CL101")]


def test_rename_with_an_edit(repo: Repository, run: Run) -> None:
    repo.git("mv", "a.md", "b.md")
    assert since(run) == []
    repo.write("b.md", EMPTY + "\n## New\n")
    repo.git("add", "-A")
    assert since(run) == [("b.md", 11, "CL101")]
    repo.commit()
    assert since(run) == [("b.md", 11, "CL101")]


def test_rename_of_the_folder_and_whole_page_rules(repo: Repository, run: Run) -> None:
    repo.git("checkout", "--quiet", "main")
    page = "## One\n\nWords.\n\n## Two\n\n" + "Text of this.\n" * 9
    repo.write("docs/no title.md", "Intro.\n\n" + page)
    repo.commit()
    repo.git("checkout", "--quiet", "-B", "topic")
    assert ("docs/no title.md", 1, "CL109") in reported(run)
    repo.git("mv", "docs", "guide")
    repo.write("guide/no title.md", "Introduction.\n\n" + page)
    repo.commit()
    assert since(run) == [], "the page had no title before either, though its first line is another one now"


def test_title_removed(repo: Repository, run: Run) -> None:
    repo.write("a.md", "Words.\n\n## One\n\nText.\n\n## Two\n\nText.\n")
    assert since(run) == [("a.md", 1, "CL109")]


def test_merge_from_main(repo: Repository, run: Run) -> None:
    repo.write("a.md", EMPTY + "\n## New\n")
    repo.commit("ours")
    repo.git("checkout", "--quiet", "main")
    repo.write("b.md", EMPTY)
    repo.edit("a.md", "# Title\n\nWords.\n", "# Title\n\nWords.\n\n## Theirs\n")
    repo.commit("theirs")
    repo.git("checkout", "--quiet", "topic")
    repo.git("merge", "--quiet", "--no-edit", "main")
    assert {(path, line) for path, line, _ in reported(run)} == {("a.md", 5), ("a.md", 7), ("a.md", 13), ("b.md", 5)}
    assert since(run) == [("a.md", 13, "CL101")]


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
    repo.write("docs/new.md", f"# Other page\n\nWords.\n\n## Empty\n\n## Table\n\nBelow:\n\n{TABLE}")
    repo.write("gen/new.md", EMPTY)
    repo.write("chunklint.toml", 'exclude = ["gen/"]\n')
    repo.git("add", "-A")
    (repo.path / "docs/new.md").unlink()
    (repo.path / "gen/new.md").unlink()
    assert reported(run, "--staged") == [("docs/new.md", 5, "CL101")]
    assert reported(run, "--staged", "gen") == []
    repo.git("rm", "--quiet", "--cached", "a.md")
    assert reported(run, "--staged") == [("docs/new.md", 5, "CL101")]


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


def _follow(repo: Repository, message: str) -> None:
    """Run the command that a message names."""
    words = shlex.split(message.partition("fetch it: ")[2].partition(", or set")[0].strip())
    assert words[:2] == ["git", "fetch"]
    subprocess.run(words, cwd=repo.path, check=True, capture_output=True)


def test_shallow_clone(repo: Repository, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("a.md", EMPTY + "\n## New\n")
    repo.commit()
    clone = Repository(repo.path.parent / f"{repo.path.name}-clone")
    repo.git("clone", "--quiet", "--depth=1", "--branch=topic", repo.path.as_uri(), clone.path)
    monkeypatch.chdir(clone.path)
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


def test_shallow_clone_and_a_commit(repo: Repository, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("a.md", EMPTY + "\n## New\n")
    repo.commit()
    clone = Repository(repo.path.parent / f"{repo.path.name}-clone")
    repo.git("clone", "--quiet", "--depth=1", "--branch=topic", repo.path.as_uri(), clone.path)
    monkeypatch.chdir(clone.path)
    code, _, err = run("check", "--diff-base", "HEAD~1")
    assert code == 2
    _follow(clone, err)
    assert reported(run, "--diff-base", "HEAD~1") == [("a.md", 11, "CL101")]


def test_clone_of_one_branch(repo: Repository, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("a.md", EMPTY + "\n## New\n")
    repo.commit()
    clone = Repository(repo.path.parent / f"{repo.path.name}-clone")
    repo.git("clone", "--quiet", "--single-branch", "--branch=topic", repo.path, clone.path)
    monkeypatch.chdir(clone.path)
    code, _, err = run("check", "--diff-base", "origin/main")
    assert code == 2
    assert "shallow" not in err
    _follow(clone, err)
    assert reported(run, "--diff-base", "origin/main") == [("a.md", 11, "CL101")]
    assert run("check", "--diff-base", "main")[2] == (
        'chunklint: error: no such commit "main" here; did you mean "origin/main"?\n'
    )


LONG = (
    "The copy is kept for thirty days after the order unless the job that cleans the store was told not to remove it. "
)


def test_cuts_are_new_or_old(repo: Repository, run: Run) -> None:
    """A cut moves when the text above it does: an untouched sentence that was whole is reported."""
    repo.git("checkout", "--quiet", "main")
    page = "# Title\n\nA few words stand here.\n\n" + LONG.strip() + "\n"
    repo.write("c.md", page)
    repo.commit()
    repo.git("checkout", "--quiet", "-B", "topic")
    words = ("--splitter", "fixed:150", "--select", "CL601", "c.md")
    assert reported(run, *words) == []
    repo.edit("c.md", "words stand here.", "words stand here, and " + "more and " * 4 + "more.")
    assert since(run, *words) == [("c.md", 5, "CL601")]
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    repo.edit("c.md", "A few words", "Some words")
    assert reported(run, *words) == [("c.md", 5, "CL601")]
    assert since(run, *words) == [], "it was cut before"
    repo.edit("c.md", "thirty days", "forty days")
    assert since(run, *words) == [("c.md", 5, "CL601")], "its own line changed"


def test_old_cut_beside_a_change_in_its_paragraph(repo: Repository, run: Run) -> None:
    repo.write("c.md", f"# Title\n\nA few words stand here, and more of them.\n\n{LONG.strip()}\nSo it is.\n")
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    repo.edit("c.md", "So it is.", "So it was.")
    words = ("--splitter", "fixed:120", "--select", "CL601", "c.md")
    assert reported(run, *words) == [("c.md", 5, "CL601")]
    assert since(run, *words) == []


ANSWER = (
    "Refunds are paid in the currency of the bill and to the account that the money came from, at most two weeks"
    " after the request was granted, without a fee, and always together with a note that says for which period they"
    " were paid, so that nobody has to ask. Ask within {} days.\n"
)


@pytest.mark.parametrize("changed", ["a.md", "z.md"])
def test_rules_across_pages(here: Path, run: Run, monkeypatch: pytest.MonkeyPatch, changed: str) -> None:
    """The finding stands on the later page, whichever of the two the change made."""
    apart(monkeypatch)
    repo = create(here)
    pages = {
        name: f"# Refunds\n\n## How to ask\n\n{ANSWER.format(days)}" for name, days in (("a.md", 30), ("z.md", 14))
    }
    for name, text in pages.items():
        repo.write(name, text if name != changed else text.replace("# Refunds", "# Other title"))
    repo.write("m.md", FINE)
    repo.commit()
    words = ("--select", "CL901,CL902")
    assert "CL901" not in {code for *_, code in reported(run, *words)}
    repo.write(changed, pages[changed])
    expected = [("z.md", 1, "CL901")]
    assert reported(run, *words, "--diff-base", "HEAD")[:1] == expected
    repo.git("add", "-A")
    repo.write(changed, FINE)
    assert reported(run, *words, "--staged")[:1] == expected, "the staged text of a page is what others are laid beside"
    repo.commit()
    repo.write(changed, pages[changed])
    repo.commit()
    repo.write("m.md", FINE + "More.\n")
    assert reported(run, *words, "--diff-base", "HEAD") == [], "both pages are as they were"
    assert reported(run, *words)[:1] == expected


def test_rules_across_pages_see_no_page_that_is_not_committed(repo: Repository, run: Run) -> None:
    repo.write("b.md", f"# Refunds\n\n## How to ask\n\n{ANSWER.format(14)}")
    repo.git("add", "b.md")
    repo.write("a-untracked.md", f"# Refunds\n\n## How to ask\n\n{ANSWER.format(30)}")
    assert reported(run, "--select", "CL901")[0][:2] == ("b.md", 1)
    assert reported(run, "--select", "CL901", "--staged") == []


def test_nested_settings(repo: Repository, run: Run) -> None:
    """The settings closest to each page hold, also for the old text and for which pages must be read."""
    repo.write("docs/chunklint.toml", 'extend-select = ["CL901"]\n')
    repo.write("docs/a.md", f"# Refunds\n\n## How to ask\n\n{ANSWER.format(14)}")
    repo.write("docs/z.md", f"# Other\n\n## How to ask\n\n{ANSWER.format(30)}")
    repo.write("quiet/chunklint.toml", 'ignore = ["CL101"]\n')
    repo.write("quiet/a.md", FINE)
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    repo.write("quiet/a.md", FINE + "\n## Empty\n")
    repo.edit("docs/z.md", "# Other", "# Refunds")
    repo.write("docs/a.md", (repo.path / "docs/a.md").read_text() + "\n## Empty\n")
    assert since(run) == [("docs/a.md", 7, "CL101"), ("docs/z.md", 1, "CL901")]


def test_symbolic_link(repo: Repository, run: Run) -> None:
    (repo.path / "link.md").symlink_to("a.md")
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    repo.write("a.md", EMPTY + "\n## New\n")
    assert since(run) == [("a.md", 11, "CL101"), ("link.md", 11, "CL101")]


def test_page_without_headings(repo: Repository, run: Run) -> None:
    repo.write("b.md", "# T\n\nText.\n")
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    repo.write("b.md", "| | |\n| - | - |\n| a | b |\n")
    assert since(run) == [("b.md", 1, "CL301")]


BOXES = "# T\n\nWords.\n\n!!! note\n\n    | a | b |\n    | c | d |\n\n    Text in a box.\n\n    - One.\n    - Two.\n"


def test_other_text_in_one_box_is_no_cause(repo: Repository, run: Run) -> None:
    """The innermost block around a finding counts, not the call-out or list that holds much else."""
    repo.write("mkdocs.yml", "site_name: x\n")
    repo.write("b.md", BOXES)
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    assert ("b.md", 7, "CL307") in reported(run)
    repo.edit("b.md", "- Two.", "- Two or three.")
    assert since(run) == []
    repo.edit("b.md", "| c | d |", "| c | e |")
    assert since(run) == [("b.md", 7, "CL307")]


@pytest.mark.parametrize(
    ("code", "before", "after", "line"),
    [
        ("CL104", "# A\n\n## B\n\nText.\n\n### C\n\nText.\n", "# A\n\nB\n\nText.\n\n### C\n\nText.\n", 7),
        ("CL104", "# A\n\nT.\n\n### C\n\nText.\n", "# A a\n\nT.\n\n### C\n\nText.\n", 5),
        ("CL206", "## A?\n\n## B?\n\nText.\n", "## A?\n\n## C?\n\nText.\n", 1),
        ("CL202", "# T\n\n**A?**\n\nText.\n\n**B?**\n\nText.\n", "# T\n\n**A?**\n\nText.\n\n**C?**\n\nText.\n", 3),
        ("CL205", "# T\n\n## A?\n\n[this page](a.md)\n", "# T\n\n## A?\n\n[this page](b.md)\n", 3),
        ("CL303", "|a|b|\n|-|-|\n|c|d|\n|e|\n", "|a|bb|\n|-|-|\n|c|d|\n|e|\n", 4),
        ("CL401", "# T\n\n## Notes\n\nThey run daily at night.\n", "# T\n\n## Note\n\nThey run daily at night.\n", 5),
        (
            "CL404",
            "# T\n\n- You can return all.\n\nUnless it is used.\n",
            "# T\n\n- You can return any.\n\nUnless it is used.\n",
            5,
        ),
        (
            "CL405",
            "# T\n\nEverything on this page requires a key.\n\n## A\n\nText.\n",
            "# T\n\nEverything on this page requires a key.\n\n## A\n\nText.\n\n## B\n\nText.\n",
            3,
        ),
        ("CL312", "1. a\n" * 900, "1. a\n" * 450 + "1. b\n" + "1. a\n" * 449, 1),
    ],
    ids=lambda value: value if isinstance(value, str) and value.startswith("CL") else "",
)
def test_causes(repo: Repository, run: Run, code: str, before: str, after: str, line: int) -> None:
    """A change of a cause reports a finding whose own line is untouched; one of the text below or beside does not."""
    repo.write("b.md", before + "\n\n## End\n\nEnd of it.\n")
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    repo.write("b.md", after + "\n\n## End\n\nEnd of it.\n")
    assert since(run, "--select", code, "b.md") == [("b.md", line, code)]
    repo.write("b.md", before + "\n\n## End\n\nAnother end.\n")
    assert since(run, "--select", code, "b.md") == []
