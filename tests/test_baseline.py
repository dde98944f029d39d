"""``chunklint baseline``: what is known is not reported, what exceeds it is, and what is fixed can only shrink it."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from chunklint import baseline
from tests.conftest import Run
from tests.repositories import FINE, apart, create, reported

EMPTY = "# Title\n\nWords.\n\n## Empty\n\n## Filled\n\nText of this section.\n"
PAGE = "# Title\n\nWords.\n\n## One\n\n## Two\n\n## Three\n\n## Filled\n\nText.\n"
NAME = ".chunklint-baseline"


@pytest.fixture
def site(here: Path, run: Run) -> Path:
    """Two pages with findings, and their baseline."""
    write(here, "a.md", EMPTY)
    write(here, "docs/b.md", PAGE)
    write(here, "chunklint.toml", f'baseline = "{NAME}"\n')
    run("baseline")
    return here


def write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def lines(folder: Path, name: str = NAME) -> list[str]:
    """The baseline without fingerprints and its first line."""
    head, *rest = (folder / name).read_text(encoding="utf-8").splitlines()
    assert head.startswith("# ")
    return [" ".join(line.split("\t")[:3]) for line in rest]


def test_written_and_read(here: Path, run: Run) -> None:
    write(here, "a.md", EMPTY)
    write(here, "docs/b.md", PAGE)
    code, out, err = run("baseline")
    assert (code, err) == (0, "")
    assert out == (
        f'{NAME} knows 4 findings in 2 pages.\nNext: set baseline = "{NAME}" in the settings, and commit both.\n'
    )
    assert lines(here) == ["a.md CL101 1", "docs/b.md CL101 3"]
    assert len(reported(run)) == 4, "the settings do not name it yet"
    assert reported(run, "--baseline", NAME) == []
    write(here, "chunklint.toml", f'baseline = "{NAME}"\n')
    code, out, err = run("check")
    assert (code, out, err) == (0, "No findings in 2 files.\n", f"4 findings known to the baseline {NAME}.\n")
    assert len(reported(run, "--no-baseline", code=1)) == 4
    assert run("baseline")[1] == f"{NAME} knows 4 findings in 2 pages.\n"


def test_format(site: Path) -> None:
    """A line for each page and rule, sorted, with a line feed at the end of each."""
    data = (site / NAME).read_bytes()
    assert re.fullmatch(rb"# [^\n]*\na\.md\tCL101\t1\t\w{16}\ndocs/b\.md\tCL101\t3\t\w{16} \w{16} \w{16}\n", data)
    prints = data.split(b"\n")[2].split(b"\t")[3].split()
    assert prints == sorted(prints)


def test_one_more_is_reported(site: Path, run: Run) -> None:
    write(site, "docs/b.md", PAGE + "\n## Four\n")
    assert reported(run, code=1) == [("docs/b.md", 15, "CL101")]
    write(site, "docs/b.md", PAGE.replace("## One", "## Zero\n\n## One"))
    assert reported(run) == [("docs/b.md", 5, "CL101")]
    write(site, "c.md", EMPTY)
    assert reported(run) == [("c.md", 5, "CL101"), ("docs/b.md", 5, "CL101")]


def test_moved_lines(site: Path, run: Run) -> None:
    write(site, "docs/b.md", "# Title\n\nMore words.\n\n## Two\n\n## One\n\n## Other\n\nText.\n\n   ## Three\n")
    assert reported(run) == []


def test_renamed_page(site: Path, run: Run) -> None:
    (site / "docs").rename(site / "guide")
    assert reported(run) == []
    write(site, "guide/b.md", PAGE + "\n## Four\n")
    assert reported(run) == [("guide/b.md", 15, "CL101")]
    write(site, "guide/b.md", PAGE.replace("## Two", "## Second"))
    assert reported(run) == [], "with a line rewritten it still has three"
    assert run("baseline", "--update")[0] == 0
    assert lines(site) == ["a.md CL101 1", "guide/b.md CL101 3"]


def test_page_that_looks_like_a_known_one_is_no_rename(site: Path, run: Run) -> None:
    """The page of the baseline is still there, so that a copy of it brings findings, wherever it is in the order."""
    write(site, "docs/0.md", PAGE)
    assert [path for path, *_ in reported(run)] == ["docs/0.md"] * 3
    write(site, "docs/b.md", FINE)
    assert [path for path, *_ in reported(run)] == ["docs/0.md"] * 3


def test_rewritten_line(site: Path, run: Run) -> None:
    write(site, "docs/b.md", PAGE.replace("## Two", "## Second"))
    assert reported(run) == []
    write(site, "docs/b.md", PAGE.replace("## Two", "## Second\n\n## Third"))
    assert len(reported(run)) == 1


def test_one_more_on_the_same_words(site: Path, run: Run) -> None:
    page = "# Title\n\nWords.\n\n## Top\n\n### Empty\n\n## Rest\n\n### Empty\n\n## End\n\nWords.\n"
    write(site, "a.md", page)
    run("baseline")
    assert lines(site)[0] == "a.md CL101 2"
    write(site, "a.md", page.replace("## Top", "## First\n\n### Empty\n\n## Top"))
    assert len(reported(run)) == 1


def test_another_rule_is_not_covered(site: Path, run: Run) -> None:
    write(site, "a.md", "# Title\n\nWords.\n\nHeading\n-------\n\nText.\n")
    assert reported(run) == [("a.md", 5, "CL108")]


def test_with_the_change(site: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The baseline is asked first: what it knows of untouched lines makes no room for what a change adds."""
    apart(monkeypatch)
    repo = create(site)
    alike = "# Title\n\nWords.\n\n## Top\n\n### Empty\n\n## Rest\n\n### Empty\n\n## End\n\nWords.\n"
    write(site, "a.md", alike)
    run("baseline")
    repo.commit()
    write(site, "docs/b.md", PAGE + "\n## Four\n")
    write(site, "a.md", alike.replace("## Top", "## First\n\n### Empty\n\n## Top"))
    both = [("a.md", 7, "CL101"), ("docs/b.md", 15, "CL101")]
    assert reported(run, "--diff-base", "HEAD") == both
    repo.git("add", "-A")
    assert reported(run, "--staged") == both
    assert reported(run, "--diff-base", "HEAD", "--no-baseline") == both
    write(site, "docs/b.md", PAGE.replace("## Two", "## Second"))
    assert reported(run, "--diff-base", "HEAD", "docs") == [], "rewritten, and the count is the same"
    assert len(reported(run, "--diff-base", "HEAD", "--no-baseline", "docs")) == 1
    repo.git("mv", "docs/b.md", "docs/c.md")
    write(site, "docs/c.md", PAGE + "\n## Four\n")
    repo.git("add", "-A")
    assert reported(run, "--staged", "docs") == [("docs/c.md", 15, "CL101")]


def test_update_only_forgets(site: Path, run: Run) -> None:
    write(site, "docs/b.md", PAGE.replace("## Two\n\n", "") + "\n## Four\n\n## Five\n")
    write(site, "c.md", EMPTY)
    # Three were known; one is gone and two came, of which one is taken for a rewritten line.
    assert len(reported(run)) == 2
    before = lines(site)
    assert run("baseline", "--update")[0] == 0
    assert lines(site) == before
    assert len(reported(run)) == 2
    write(site, "docs/b.md", PAGE.replace("## Two\n\n", ""))
    code, out, _ = run("baseline", "--update")
    assert (code, out) == (0, f"{NAME} knows 3 findings in 2 pages, 1 fewer than before.\n")
    assert lines(site) == ["a.md CL101 1", "docs/b.md CL101 2"]
    write(site, "docs/b.md", PAGE)
    assert len(reported(run)) == 1 + 1, "what was forgotten is reported again"
    (site / "a.md").unlink()
    (site / "c.md").unlink()
    write(site, "docs/b.md", FINE)
    assert run("baseline", "--update")[1] == f"{NAME} knows 0 findings in 0 pages, 3 fewer than before.\n"
    assert lines(site) == []


def test_strict(site: Path, run: Run) -> None:
    assert run("check", "--strict-baseline")[0] == 0
    write(site, "docs/b.md", PAGE.replace("## Two\n\n", ""))
    code, _, err = run("check")
    assert code == 0
    gone = "1 of its findings is gone: docs/b.md (CL101). `chunklint baseline --update` forgets them.\n"
    assert err == f"3 findings known to the baseline {NAME}.\n{gone}"
    code, out, _ = run("check", "--strict-baseline")
    assert (code, out) == (1, "No findings in 2 files.\n")
    assert run("check", "--strict-baseline", "--exit-zero")[0] == 0
    run("baseline", "--update")
    assert run("check", "--strict-baseline")[0] == 0
    (site / "docs/b.md").unlink()
    assert run("check", "--strict-baseline")[0] == 1, "a deleted page has nothing left to know"
    run("baseline", "--update")
    assert run("check", "--strict-baseline")[0] == 0


def test_part_of_the_pages_and_rules(site: Path, run: Run) -> None:
    """What a run does not look at is not gone."""
    write(site, "docs/b.md", FINE)
    assert run("check", "--strict-baseline", "a.md")[0] == 0
    assert run("check", "--strict-baseline", "--select", "CL3")[0] == 0
    assert run("check", "--strict-baseline", "docs")[0] == 1
    (site / "docs/b.md").unlink()
    assert run("check", "--strict-baseline", "a.md")[0] == 0, "it may have been renamed"
    assert run("check", "--strict-baseline")[0] == 1


def test_writing_for_a_part_keeps_the_rest(site: Path, run: Run) -> None:
    write(site, "docs/b.md", PAGE + "\n## Four\n")
    write(site, "a.md", FINE)
    run("baseline", "docs")
    assert lines(site) == ["a.md CL101 1", "docs/b.md CL101 4"]
    run("baseline", "--update", "a.md")
    assert lines(site) == ["docs/b.md CL101 4"]
    write(site, "chunklint.toml", f'baseline = "{NAME}"\nexclude = ["docs/"]\n')
    run("baseline")
    assert lines(site) == [], "an excluded page needs none"


def test_run_from_another_folder(site: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings name the baseline from their own folder, and it names pages from its own."""
    before = (site / NAME).read_bytes()
    monkeypatch.chdir(site / "docs")
    assert reported(run) == []
    run("baseline")
    assert (site / NAME).read_bytes() == before
    monkeypatch.chdir(site.parent)
    assert reported(run, site.name) == []
    assert reported(run, str(site / "docs")) == []
    write(site, "docs/b.md", PAGE + "\n## Four\n")
    assert reported(run, site.name) == [(f"{site.name}/docs/b.md", 15, "CL101")]


def test_baseline_of_extended_settings(here: Path, run: Run) -> None:
    write(here, "shared/base.toml", 'baseline = "known/all.txt"\n')
    write(here, "chunklint.toml", 'extend = "shared/base.toml"\n')
    write(here, "a.md", EMPTY)
    (here / "shared/known").mkdir()
    assert run("baseline")[1] == "shared/known/all.txt knows 1 finding in 1 page.\n"
    assert lines(here, "shared/known/all.txt") == ["../../a.md CL101 1"]
    assert reported(run) == []


def test_baselines_of_nested_settings(here: Path, run: Run) -> None:
    write(here, "a.md", EMPTY)
    write(here, "docs/b.md", EMPTY)
    write(here, "chunklint.toml", f'baseline = "{NAME}"\n')
    write(here, "docs/chunklint.toml", 'baseline = "known"\n')
    assert run("baseline")[1].splitlines() == [
        f"{NAME} knows 1 finding in 1 page.",
        "docs/known knows 1 finding in 1 page.",
    ]
    assert lines(here) == ["a.md CL101 1"]
    assert lines(here, "docs/known") == ["b.md CL101 1"]
    assert reported(run) == []
    write(here, "docs/b.md", EMPTY + "\n## New\n")
    assert reported(run) == [("docs/b.md", 11, "CL101")]
    (here / "docs/known").unlink()
    assert run("check")[0] == 2


def test_standard_input(site: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    def piped(text: str) -> int:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        return run("check", "--stdin-filename", "a.md", "-")[0]

    assert piped(EMPTY) == 0
    assert piped(EMPTY + "\n## New\n") == 1


@pytest.mark.parametrize(
    ("data", "line", "why"),
    [
        (b"# x\na.md\tCL101\n", 2, "not a line of a baseline"),
        (b"a.md CL101 1\n", 1, "not a line of a baseline"),
        (b"a.md\tCL101\tmany\tabc\n", 1, "not a line of a baseline"),
        ("a.md\tCL101\t²\tabc\n".encode(), 1, "not a line of a baseline"),
        (b"a.md\tCL101\t-1\tabc\n", 1, "not a line of a baseline"),
        (b"a.md\tCL101\t" + b"9" * 5000 + b"\n", 1, "not a line of a baseline"),
        (b"\tCL101\t1\tabc\n", 1, "not a line of a baseline"),
        (b"a.md\tCL101\t1\ta\n\n<<<<<<< HEAD\n", 3, "not a line of a baseline"),
        (b"a.md\tCL101\t1\ta\nb.md\tCL101\t1\nb.md\tCL101\t2\n", 3, "b.md has a line for CL101 already"),
        (b"a.md\tCL101\t1\ta\n\xff\n", 2, "not UTF-8"),
        (b"\x00" * 9, 1, "not a line of a baseline"),
    ],
)
def test_corrupted_file(site: Path, run: Run, data: bytes, line: int, why: str) -> None:
    (site / NAME).write_bytes(data)
    message = f"chunklint: error: {site / NAME}:{line}: {why}: write it anew with `chunklint baseline`\n"
    assert run("check") == (2, "", message)
    assert run("baseline", "--update") == (2, "", message)
    assert run("check", "--no-baseline")[0] == 1
    assert run("baseline")[0] == 0
    assert run("check")[0] == 0


def test_what_an_editor_may_do_to_the_file(site: Path, run: Run) -> None:
    """Windows line ends, a byte order mark, blank lines, comments, and counts without fingerprints."""
    (site / NAME).write_bytes(b"\xef\xbb\xbf# mine\r\n\r\na.md\tCL101\t1\r\ndocs/b.md\tCL101\t2\tabc\tmore\r\n")
    assert len(reported(run)) == 1


def test_missing_file(site: Path, run: Run) -> None:
    (site / NAME).unlink()
    message = f"chunklint: error: {site / NAME}: cannot be read: no such file or directory"
    assert run("check") == (2, "", f"{message}; `chunklint baseline` writes it\n")
    assert run("baseline", "--update") == (2, "", f"{message}\n")
    assert run("baseline")[0] == 0
    assert run("check", "--baseline", "other")[0] == 2
    assert run("baseline", "--baseline", "no/such/folder") == (
        2,
        "",
        f"chunklint: error: {site / 'no/such/folder'}: no such file or directory\n",
    )


ODD = ["with space.md", "tab\there.md", "new\nline.md", "#hash.md", "%41.md", "naïve/表.md", 'quo"te.md', " .md",
       "line\u2028end.md", "a\rb.md"]  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="such names cannot be")
@pytest.mark.parametrize("name", ODD)
def test_odd_names(here: Path, run: Run, name: str) -> None:
    write(here, "chunklint.toml", f'baseline = "{NAME}"\n')
    write(here, name, EMPTY)
    run("baseline")
    assert len(lines(here)) == 1
    assert [path for path, _ in baseline.read(here / NAME)] == [name]
    assert run("check", "--strict-baseline")[0] == 0
    write(here, name, EMPTY + "\n## New\n")
    assert reported(run) == [(name, 11, "CL101")]


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes only there")
def test_name_that_is_not_utf8(here: Path, run: Run) -> None:
    name = os.fsdecode(b"caf\xe9.md")
    write(here, "chunklint.toml", f'baseline = "{NAME}"\n')
    write(here, name, EMPTY)
    run("baseline")
    assert lines(here) == ["caf%E9.md CL101 1"]
    assert reported(run) == []


def test_branches_seldom_meet(site: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two branches that fix findings of two pages merge without a conflict."""
    apart(monkeypatch)
    for number in range(20):
        write(site, f"docs/{number:02}.md", EMPTY)
    run("baseline")
    repo = create(site)
    repo.commit()
    repo.git("checkout", "--quiet", "-b", "topic")
    write(site, "docs/03.md", FINE)
    run("baseline", "--update")
    repo.commit()
    repo.git("checkout", "--quiet", "main")
    write(site, "docs/16.md", FINE)
    run("baseline", "--update")
    repo.commit()
    repo.git("merge", "--quiet", "--no-edit", "topic")
    assert run("check", "--strict-baseline")[0] == 0
    assert len(lines(site)) == 20


def _many(folder: Path) -> None:
    """90 pages with nine findings each of rules that are on by default, and more of others."""
    part = "## Empty {0}\n\n## Same\n\nText.\n\nHeading {0}\n---------\n\n|  |\n| --- |\n| a |\n\n"
    for number in range(90):
        page = f"# Title {number}\n\nWords.\n\n" + "".join(part.format(index) for index in range(3))
        write(folder, f"docs/{number % 7}/page {number}.md", page)


def test_large_site(here: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over 1,000 findings: none is reported, one is planted, one is reported, by the baseline and by the change."""
    apart(monkeypatch)
    _many(here)
    assert len(reported(run)) == 810
    write(here, "chunklint.toml", f'baseline = "{NAME}"\nselect = ["ALL"]\n')
    run("baseline")
    known = (here / NAME).read_bytes()
    assert sum(int(line.split()[-1]) for line in lines(here)) > 1000
    assert reported(run) == []
    repo = create(here)
    repo.commit()
    repo.git("checkout", "--quiet", "-b", "topic")
    plant = "docs/3/page 45.md"
    text = (here / plant).read_text()
    write(here, plant, text.replace("## Same", "## Planted\n\n## Same", 1))
    line = text.split("\n").index("## Same") + 1
    assert reported(run) == [(plant, line, "CL101")]
    repo.commit()
    repo.git("checkout", "--quiet", "main")
    repo.git("mv", "docs/5", "docs/five")
    write(here, "docs/6/page 6.md", (here / "docs/6/page 6.md").read_text() + "\n## Theirs\n")
    run("baseline")
    repo.commit()
    repo.git("checkout", "--quiet", "topic")
    repo.git("mv", "docs/3", "docs/three")
    repo.commit()
    repo.git("merge", "--quiet", "--no-edit", "main")
    there = plant.replace("3", "three", 1)
    assert reported(run) == reported(run, "--diff-base", "main") == [(there, line, "CL101")]
    write(here, NAME, known.decode())
    assert reported(run, "--diff-base", "main", "--no-baseline") == [(there, line, "CL101")]


def test_the_baseline_of_a_site_whose_splitter_is_its_own_code(
    here: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(here, "own_cutter.py", "def cut(text):\n    return [text[:40], text[40:]]\n")
    write(here, "page.md", "# Boxes\n\nA box can be taken for a whole day in the hall, and has to be back at six.\n")
    splitter = '[[splitter]]\npreset = "python:own_cutter:cut"\n'
    write(here, "chunklint.toml", f'baseline = "{NAME}"\nselect = ["CL601"]\n{splitter}')
    monkeypatch.syspath_prepend(here)
    code, _, errors = run("baseline")
    assert code == 2
    assert "--allow-code" in errors
    assert run("baseline", "--allow-code")[0] == 0
    assert len(lines(here)) == 1
    assert run("check", "--allow-code")[0] == 0
    write(here, "chunklint.toml", f'select = ["CL601"]\n{splitter}')
    assert run("check", "--allow-code")[0] == 1
