"""Fixes: they mend what they say, leave everything else alone, and have nothing to do a second time."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmarks.fixes import ends, judge
from chunklint import catalogue, engine, fixes
from chunklint.cli import main
from chunklint.cli.fix import diff, write
from chunklint.document import Span
from chunklint.document.dialects import DIALECTS
from chunklint.finding import Edit, Finding, Fix
from chunklint.fixes import Fixed, fix_page
from chunklint.settings import Settings
from tests.strategies import COMMONMARK, DIRECTIVES, DISPUTED, pages

FIXABLE = tuple(code for code, rule in catalogue.load().rules.items() if rule.fixable)


def fixed(text: str, *codes: str, unsafe: bool = True, dialect: str = "gfm") -> Fixed:
    page = Settings(dialect=dialect, select=codes or FIXABLE).page(Path("page.md"))
    return fix_page(text, "page.md", page, unsafe)


@pytest.mark.parametrize(
    ("code", "before", "after"),
    [
        ("CL004", "\ufeff---\ntitle: x\n---\n", "---\ntitle: x\n---\n"),
        # A subtitle, its sub-section and its sibling move together; what is level 2 already stays.
        ("CL104", "# A\n\n#### B\n\n##### C\n\n### D\n\n## E\n", "# A\n\n## B\n\n### C\n\n## D\n\n## E\n"),
        ("CL104", "---\ntitle: A\n---\n\n### B\n\n### C\n", "---\ntitle: A\n---\n\n## B\n\n## C\n"),
        ("CL104", "# A\n\n### B\n\n##### C\n\n###### D\n", "# A\n\n## B\n\n### C\n\n#### D\n"),
        ("CL108", "A\n===", "# A"),
        ("CL108", "Two\n  lines {#x} \n-----  \ntext\n", "## Two lines {#x}\ntext\n"),
        ("CL108", "[a]: /u\nA *b*\n---\n", "[a]: /u\n## A *b*\n"),
        ("CL112", "# A ## \n\n## B {#b} ##\n", "# A\n\n## B {#b}\n"),
        ("CL303", "| a | b | c |\n|-|-|-|\n| 1 |\nx | y\n| x | `\\|` |\n|\n",
         "| a | b | c |\n|-|-|-|\n| 1 | | |\nx | y | |\n| x | `\\|` | |\n| | | |\n"),
        ("CL303", "> | a | b |\n> |-|-|\n> | 1 |  \n> | 1 | 2 |\n", "> | a | b |\n> |-|-|\n> | 1 | |  \n> | 1 | 2 |\n"),
        ("CL501", "# A\n\n````sh\nx", "# A\n\n````sh\nx\n````"),
        ("CL501", "> - ~~~\n>   # x\n>\n> text\n", "> - ~~~\n>   # x\n>   ~~~\n>\n> text\n"),
        ("CL501", "1.\t```\n\tx\n\ny\n", "1.\t```\n\tx\n  \t```\n\ny\n"),
        ("CL504", "~~~ sh\n# x\n~~~~  \n", "``` sh\n# x\n```  \n"),
        ("CL504", "- ~~~\n  # ```` x\n  ~~~\n", "- `````\n  # ```` x\n  `````\n"),
        ("CL504", "A\n\n    # x\n\n      y\n\n\nB\n", "A\n\n```\n# x\n\n  y\n```\n\n\nB\n"),
        ("CL504", "A\n\n\t# x\n  \n    y", "A\n\n```\n# x\n\ny\n```"),
        ("CL504", "-     # x\n\n      y\n", "- ```\n  # x\n\n  y\n  ```\n"),
        ("CL504", ">     # x\n>\n>     y\n", "> ```\n> # x\n>\n> y\n> ```\n"),
        ("CL313", "1. a\n\n ```\n x\n\n   y\n ```\n\n1. b\n", "1. a\n\n   ```\n   x\n\n     y\n   ```\n\n1. b\n"),
        ("CL313", "10) a\n\n| a |\n|---|\n| b |\n\n1) b\n", "10) a\n\n    | a |\n    |---|\n    | b |\n\n1) b\n"),
        ("CL202", "# A\n\n**Why?**\nSo.\n\nQ: How?\nA: Thus.\n", "# A\n\n## Why?\nSo.\n\n## Q: How?\nA: Thus.\n"),
        ("CL202", "**Why *x*?**\n\nSo.\n\n__How?__\n\nThus.\n", "## Why *x*?\n\nSo.\n\n## How?\n\nThus.\n"),
        ("CL107", "### A\n\n**B**\n\nx\n\ny\n\n__C `d`__\n\nx\n\ny\n",
         "### A\n\n#### B\n\nx\n\ny\n\n#### C `d`\n\nx\n\ny\n"),
    ],
)  # fmt: skip
def test_fix(code: str, before: str, after: str) -> None:
    assert fixed(before, code).text == after
    assert fixed("\ufeff" + before.replace("\n", "\r\n"), code).text.lstrip("\ufeff") == after.replace("\n", "\r\n")


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("CL004", "\ufeff\ufeff# A\n"),  # the second mark would be what the first was
        ("CL108", "C #\n===\n"),
        ("CL108", "A\\\nB\n---\n"),
        ("CL108", "A  \nB\n---\n"),
        ("CL303", "| a |\n|---|\n| b | c |\n"),
        ("CL303", "| a | b |\n|---|---|\n| b | c |\ntext\n"),
        ("CL501", "```sh\nx\n\n## Swallowed\n"),
        ("CL501", "```sh\nx\n\n```sh\ny\n"),
        ("CL504", "````\n```\n# x\n```\n````\n"),
        ("CL504", "~~~ `x`\n# x\n~~~\n"),
        ("CL313", "1. a\n\n```\nx\n```\n\n<!-- c -->\n\n1. b\n"),
        ("CL313", "1. a\n\n```\nx\n```\n\n   1. b\n"),  # would become a list in the step
        ("CL202", "# A\n\nQ: Why? So.\n\nQ: How? Thus.\n"),
        ("CL202", "# A\n\n> [!NOTE]\n> **Why?**\n>\n> So.\n\n**How?**\n\nThus.\n"),
        ("CL107", "###### A\n\n**B**\n\nx\n\ny\n\n**C**\n\nx\n\ny\n"),
        ("CL107", "# A\n\nx\n\n**B**\n\nx\n\ny\n\n### C\n"),  # C is a section of A and not of B
    ],
)
def test_no_fix(code: str, text: str) -> None:
    found = engine.check_page(text, "page.md", Settings(dialect="gfm", select=(code,)).page(Path("page.md")))
    assert code in {finding.code for finding in found}
    assert fixed(text, code) == Fixed(text, [], 0)


def test_what_mkdocs_reads_in_its_own_way() -> None:
    text = "1. a\n\n```\nx\n```\n\n1. b\n"
    assert fixed(text, "CL313", dialect="mkdocs").text == "1. a\n\n    ```\n    x\n    ```\n\n1. b\n"
    assert fixed("Two\nlines\n---\n", "CL108", dialect="gfm", unsafe=False).text == "## Two lines\n"
    assert fixed("Two\nlines\n---\n", "CL108", dialect="mkdocs", unsafe=False).unsafe == 1


def test_a_fence_closed_in_the_wrong_place_is_not_closed_once_more() -> None:
    text = "1. a\n\n   ```sh\n   x\n```\n\nText.\n"
    assert fixed(text, "CL501").text == "1. a\n\n   ```sh\n   x\n   ```\n```\n\nText.\n"


def test_unsafe_fixes_wait_until_asked() -> None:
    text = "A\n===\n\n~~~\n# x\n~~~\n"
    first = fixed(text, unsafe=False)
    assert (first.text, [f.code for f in first.mended], first.unsafe) == ("# A\n\n~~~\n# x\n~~~\n", ["CL108"], 1)
    second = fixed(first.text)
    assert (second.text, [f.code for f in second.mended], second.unsafe) == ("# A\n\n```\n# x\n```\n", ["CL504"], 0)


def test_a_fix_that_brings_a_finding_is_left_out() -> None:
    text = "# A\n\n**Is it open?**\n\nYes.\n\n**Why so?**\n\nIt was always like that, and nobody ever asked.\n"
    assert fixed(text).text.count("## ") == 2
    assert fixed(text, "CL202", "CL103").text == text  # "Yes." would be a section too small to be found


def test_the_first_of_fixes_that_touch_wins() -> None:
    def finding(start: int, end: int, safe: bool = True) -> Finding:
        return Finding(Span(start, end), "", fix=Fix((Edit(Span(start, end), "x"),), safe, ""))

    found = [finding(0, 2), finding(2, 4), finding(5, 6, safe=False), finding(5, 7), finding(9, 9)]
    assert list(fixes.choose(found, unsafe=False)) == [found[0], found[3], found[4]]
    assert list(fixes.choose(found, unsafe=True)) == [found[0], found[2], found[4]]
    assert fixes.apply("0123456789", [f.fix for f in fixes.choose(found, unsafe=False) if f.fix]) == "x234x78x9"


def test_a_page_of_fixes_that_do_not_hold_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixes, "_EFFORT", 0)
    tries: list[int] = []
    monkeypatch.setattr(fixes._Page, "mended", lambda _, findings: tries.append(len(findings)))
    text = "A\n===\n\n" * 1000
    assert fixed(text, unsafe=True).text == text
    assert tries[:3] == [1000, 500, 250]
    assert len(tries) == fixes._TRIALS


LINES = [
    'A title', '===', '---', '# One', '## h ##', '#### deep', '##### e #', '**Bold**', '**Why?**', '__How *x*?__',
    'Q: What?', 'A: yes', '| a | b | c |', '|---|---|---|', '| x |', 'x | y', '1. step:', '1. a', '```', '```sh', '~~~',
    '~~~ py', '# c', '    # code', '\t# tab', '      # in', 'text', 'more text', '', '', '', '', '  ',
]  # fmt: skip


BLOCKS = [
    '**Bold one**\n\nText a.\n\nText b.', '__Two `x`__\n\nText e.\nmore\n\n- item', '## Part',
    '#### Deep\n\n##### Deeper\n\n### Other', '**Why is it so?**\nBecause.', 'Q: What is it?\nA: It is a thing.',
    '| a | b | c |\n|---|---|---|\n| x |\nx | y\n| 1 | 2 | 3 |\n| `|` | z |', '::: tip\n**Why not?**\n\nSo.\n:::',
    '1. First:\n\n```sh\nx\n\n  y\n```\n\n1. Second\n\n   more\n\n1. Third:\n\n| a |\n|---|\n| c |\n\n1. Fourth',
    '2) One\n\n  ~~~\n  # c\n ~~~\n\n1) Two', 'Setext\n  two\n---', '!!! note\n    Text\n\n    ~~~\n    # c\n    ~~~',
]  # fmt: skip
AROUND = [f"\n{block}\n" for block in BLOCKS]


@settings(max_examples=300, deadline=None)
@given(
    st.lists(pages([*AROUND, *AROUND, *LINES, *COMMONMARK, *DISPUTED, *DIRECTIVES]), min_size=1, max_size=3),
    st.sampled_from(DIALECTS),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.booleans(),
)
def test_nothing_else_changes(parts: list[str], dialect: str, end: str, mark: bool) -> None:
    before = ("\ufeff" if mark else "") + "\n".join(parts).replace("\n", end)
    page = Settings(dialect=dialect, extend_select=("ALL",)).page(Path("page.md"))
    done = fix_page(before, "page.md", page, unsafe=True)
    assume(done.mended)
    # A fix adds and removes marks and blanks only, and only line ends of the page's own kind.
    assert _marks_removed(done.text) == _marks_removed(before)
    assert set(ends(done.text)) <= set(ends(before) or ["\n"])
    assert done.text.endswith(end) == before.endswith(end)
    again = fix_page(done.text, "page.md", page, unsafe=True)
    assert (again.text, again.mended) == (done.text, [])
    left = Counter(f.code for f in engine.check_page(done.text, "page.md", page))
    assert left <= Counter(f.code for f in engine.check_page(before, "page.md", page)) - Counter(
        f.code for f in done.mended
    )


@settings(max_examples=150, deadline=None)
@given(st.lists(pages([*AROUND, *LINES]), min_size=1, max_size=3), st.integers(0, 3))
def test_only_what_is_wanted_is_mended(parts: list[str], part: int) -> None:
    text = "\n".join(parts)
    page = Settings(dialect="gfm", extend_select=("ALL",)).page(Path("page.md"))
    asked: list[Finding] = []

    def every_fourth(found: list[Finding]) -> list[Finding]:
        asked[:] = [finding for finding in found if finding.fix and finding.line % 4 == part]
        return asked

    done = fix_page(text, "page.md", page, True, every_fourth)
    assert Counter(f.code for f in done.mended) <= Counter(f.code for f in asked)
    assert (done.text == text) is (done.mended == [])


def _marks_removed(text: str) -> str:
    return re.sub(r"[\s#=\-~`|*_>\ufeff]", "", text)


# Rows outside a table are read in more than one way.
TABLE = "\n| a | b | c |\n|---|---|---|\n| x |\nx | y\n"
AGREED = [TABLE, *(line for line in [*LINES, *LINES, *COMMONMARK] if "|" not in line)]


@settings(max_examples=300, deadline=None)
@given(st.lists(pages(AGREED), min_size=1, max_size=3))
def test_another_parser_shows_the_same_words(parts: list[str]) -> None:
    before = re.sub(r"(?m)^[ \t>]+$", "", "\n".join(parts))  # cmark takes some blanks for a start of an item
    assume(not before.startswith(("---", "+++")))  # it knows no front matter
    after = fixed(before).text
    assume(after != before)
    assert list(judge(before, after)) == []


# The files.


def test_write_replaces_the_file_behind_a_link_and_keeps_its_mode(tmp_path: Path) -> None:
    page, link = tmp_path / "page.md", tmp_path / "link.md"
    page.write_bytes(b"old")
    page.chmod(0o640)
    link.symlink_to(page)
    write(link, b"new\r\n")
    assert link.is_symlink()
    assert page.read_bytes() == b"new\r\n"
    assert page.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.md", "page.md"]


def test_a_write_that_fails_leaves_the_old_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        write(page, b"new")
    assert page.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [page]


# The command.

PAGE = "\ufeff# Title\r\n\r\nPart\r\n----\r\n\r\nWords, \u00fc and 表.\r\n\r\n~~~\r\n# x\r\n~~~"
SAFE = PAGE.replace("Part\r\n----", "## Part").lstrip("\ufeff")
ALL = SAFE.replace("~~~", "```")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    (tmp_path / "page.md").write_bytes(PAGE.encode())
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = main(["check", "--output-format", "concise", *args])
    out, err = capsys.readouterr()
    return code, out, err


def test_check_offers_fixes(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys)
    assert code == 1
    assert "page.md:3:1: CL108 [warning] [*] underlined" in out
    assert "page.md:9:1: CL504 [warning] header" in out
    assert "\n[*] 2 can be fixed with `--fix`, 1 more with `--unsafe-fixes`.\n" in out
    assert "\n3 can be fixed with `--fix --unsafe-fixes`.\n" in run(capsys, "--unsafe-fixes")[1]
    assert "\n1 can be fixed with `--fix --unsafe-fixes`.\n" in run(capsys, "--select", "CL504")[1]
    main(["check", "--select", "CL108,CL504"])
    out, _ = capsys.readouterr()
    assert "  = fix: write the heading with hashes (--fix)\n" in out
    assert "  = fix: write it as a backtick fence (--fix --unsafe-fixes)\n" in out
    assert (here / "page.md").read_bytes() == PAGE.encode()


def test_fix_and_report(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "--fix")
    assert (code, err) == (1, "")
    assert out.startswith("page.md:8:1: CL504 ")
    assert "\nFixed 2 findings in 1 file; 1 more with `--unsafe-fixes`.\nFound 1 finding" in out
    assert "can be fixed" not in out
    assert (here / "page.md").read_bytes() == SAFE.encode()
    assert run(capsys, "--fix", "--unsafe-fixes") == (0, "Fixed 1 finding in 1 file.\nNo findings in 1 file.\n", "")
    assert (here / "page.md").read_bytes() == ALL.encode()
    assert run(capsys, "--fix", "--unsafe-fixes") == (0, "No findings in 1 file.\n", "")


def test_fix_beside_a_report_for_programs(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "--fix", "--output-format", "jsonl")
    assert (code, out.count("\n")) == (1, 1)
    assert err == "Fixed 2 findings in 1 file; 1 more with `--unsafe-fixes`.\n"


def test_fix_only(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = "Fixed 2 findings in 1 file; 1 more with `--unsafe-fixes`.\n"
    assert run(capsys, "--fix-only") == (0, said, "")
    assert (here / "page.md").read_bytes() == SAFE.encode()
    assert run(capsys, "--fix-only", "--unsafe-fixes") == (0, "Fixed 1 finding in 1 file.\n", "")
    assert run(capsys, "--fix-only", "--unsafe-fixes") == (0, "Nothing to fix.\n", "")


def test_diff(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "--diff")
    assert (code, err) == (1, "Would fix 2 findings in 1 file; 1 more with `--unsafe-fixes`.\n")
    assert out.startswith("--- page.md\n+++ page.md\n@@ -1,")
    assert "-Part" in out
    assert (here / "page.md").read_bytes() == PAGE.encode()
    assert run(capsys, "--diff", "--ignore", "CL004,CL108") == (
        0,
        "",
        "Would fix 0 findings in 0 files; 1 more with `--unsafe-fixes`.\n",
    )
    assert run(capsys, "--diff", "--select", "CL101") == (0, "", "")


@pytest.mark.real
def test_diff_is_a_patch(here: Path) -> None:
    command = [sys.executable, "-m", "chunklint", "check", "--diff", "--unsafe-fixes", "page.md"]
    patch = subprocess.run(command, capture_output=True, check=False).stdout
    subprocess.run(["git", "apply", "-p0", "-"], input=patch, check=True)
    assert (here / "page.md").read_bytes() == ALL.encode()


def test_diff_names_a_missing_newline_and_keeps_odd_line_ends() -> None:
    assert "".join(diff("p", "a\x0cb\r\nc", "a\x0cb\r\nd")) == (
        "--- p\n+++ p\n@@ -1,2 +1,2 @@\n a\x0cb\r\n-c\n\\ No newline at end of file\n+d\n\\ No newline at end of file\n"
    )


def test_what_is_suppressed_ignored_or_excluded_is_left_alone(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    flawed = "# Title\n\nPart\n----\n\nWords.\n"
    (here / "page.md").write_text(flawed.replace("Part", "<!-- chunklint: ignore CL108 -->\n\nPart"), encoding="utf-8")
    for folder in ("ignored", "excluded"):
        (here / folder).mkdir()
        (here / folder / "a.md").write_text(flawed, encoding="utf-8")
    (here / "chunklint.toml").write_text(
        'exclude = ["excluded/"]\nper-file-ignores = { "ignored/" = ["CL108"] }\n', encoding="utf-8"
    )
    before = {path: path.read_bytes() for path in here.rglob("*.md")}
    assert run(capsys, "--fix-only", ".", "excluded/a.md")[:2] == (0, "Nothing to fix.\n")
    assert {path: path.read_bytes() for path in here.rglob("*.md")} == before


def test_unreadable_pages_are_reported_and_the_others_fixed(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "bad.md").write_bytes(b"# Caf\xe9\n")
    code, out, _ = run(capsys, "--fix", "--unsafe-fixes")
    assert code == 1
    assert "bad.md:1:1: CL001" in out
    assert "Fixed 3 findings in 1 file." in out
    assert (here / "bad.md").read_bytes() == b"# Caf\xe9\n"


def test_a_page_that_cannot_be_written(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    (here / "fine.md").write_text("# Title\n\nWords.\n", encoding="utf-8")
    for option in ("--fix", "--fix-only"):
        code, _, err = run(capsys, option)
        assert (code, err) == (2, "chunklint: error: page.md cannot be written: Permission denied\n")
    assert (here / "page.md").read_bytes() == PAGE.encode()


def test_standard_input(
    here: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "chunklint.toml").write_text('exclude = ["gen/"]\n', encoding="utf-8")

    def piped(data: bytes, *args: str) -> tuple[int, bytes, bytes]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main(["check", "--output-format", "concise", *args, "-"])
        return code, *capsysbinary.readouterr()

    code, out, err = piped(PAGE.encode(), "--fix")
    assert (code, out) == (1, SAFE.encode())
    assert err.startswith(b"stdin.md:8:1: CL504")
    assert piped(PAGE.encode(), "--fix-only", "--unsafe-fixes") == (0, ALL.encode(), b"")
    code, out, err = piped(PAGE.encode(), "--diff")
    assert (code, out[:14]) == (1, b"--- stdin.md\n+")
    # What cannot be fixed comes out as it went in.
    assert piped(PAGE.encode(), "--fix", "--stdin-filename", "gen/a.md")[:2] == (0, PAGE.encode())
    assert piped(b"\xff", "--fix")[:2] == (1, b"\xff")
    assert piped(b"\xff", "--diff") == (0, b"", b"")
