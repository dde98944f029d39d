"""Bad input: a clear message, the right exit code, and the other pages are still checked."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from chunklint import check_text
from chunklint.cli import main

GOOD = "# Title\n\nWords.\n"
FLAWED = "# Title\n\nWords.\n\n## Empty\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = main(["check", "--output-format", "concise", *args])
    out, err = capsys.readouterr()
    return code, out, err


def test_missing_path(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "nowhere.md") == (2, "", 'chunklint: error: no such file or folder: "nowhere.md"\n')


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"# Caf\xe9\n", "not UTF-8: byte 0xe9 on line 1"),
        (b"# A\n\nb\n\xff\xfe\n", "not UTF-8: byte 0xff on line 4"),
        (b"# A\n\0\0binary", "it is a binary file, or UTF-16 text"),
        ("# A\n".encode("utf-16"), "it is a binary file, or UTF-16 text"),
    ],
)
def test_undecodable_page_is_a_finding_and_the_others_are_checked(
    here: Path, capsys: pytest.CaptureFixture[str], content: bytes, why: str
) -> None:
    (here / "bad.md").write_bytes(content)
    (here / "flawed.md").write_text(FLAWED, encoding="utf-8")
    code, out, _ = run(capsys)
    assert code == 1
    assert f"bad.md:1:1: CL001 [error] page cannot be read: {why}\n" in out
    assert 'flawed.md:5:1: CL101 [error] nothing follows the heading "Empty"' in out
    assert "in 2 of 2 files" in out


@pytest.mark.parametrize("opener", ["> ", "- ", "1. ", "[^a]: ", "> [^a]: - "])
def test_containers_nested_without_end_are_read_as_text(opener: str) -> None:
    findings = check_text("# Title\n\n" + opener * 3000 + "words\n\n## Empty\n")
    assert [finding.line for finding in findings if finding.code == "CL101"] == [5]


def test_page_larger_than_the_option_allows(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "chunklint.toml").write_text("[rules.unreadable-file]\nmax-file-size = 10\n", encoding="utf-8")
    (here / "large.md").write_text(GOOD, encoding="utf-8")
    code, out, _ = run(capsys)
    assert code == 1
    assert "large.md:1:1: CL001 [error] page cannot be read: larger than 10 bytes (max-file-size)" in out


def test_unreadable_file(here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    page = here / "locked.md"
    page.write_text(GOOD, encoding="utf-8")
    page.chmod(0)
    if os.access(page, os.R_OK):  # root may read anything: let the system say no all the same
        read = Path.read_bytes

        def refuse(path: Path) -> bytes:
            if path.name == "locked.md":
                raise PermissionError(13, "Permission denied")
            return read(path)

        monkeypatch.setattr(Path, "read_bytes", refuse)
    (here / "flawed.md").write_text(FLAWED, encoding="utf-8")
    code, out, _ = run(capsys)
    page.chmod(stat.S_IRUSR | stat.S_IWUSR)
    assert code == 1
    assert "locked.md:1:1: CL001 [error] page cannot be read: permission denied\n" in out
    assert "flawed.md:5:1: CL101" in out


def test_dangling_link_is_a_finding(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "link.md").symlink_to(here / "gone.md")
    code, out, _ = run(capsys)
    assert code == 1
    assert "link.md:1:1: CL001 [error] page cannot be read: no such file or directory\n" in out


def test_unreadable_page_can_be_ignored_like_any_rule(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "bad.md").write_bytes(b"\xff")
    assert run(capsys, "--ignore", "CL001") == (0, "No findings in 1 file.\n", "")


def test_folder_named_like_a_page(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "guide.md").mkdir()
    (here / "guide.md" / "page.md").write_text(FLAWED, encoding="utf-8")
    for args in ([], ["guide.md"]):
        code, out, _ = run(capsys, *args)
        assert code == 1
        assert out.startswith("guide.md/page.md:5:1: CL101")


def test_broken_front_matter(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "a.md").write_text("---\ntitle: [x\n---\n\nWords.\n", encoding="utf-8")
    (here / "b.md").write_text("---\ntitle: x\n\n# Title\n\n## Empty\n", encoding="utf-8")
    (here / "c.md").write_text("+++\ntitle = \n+++\n\n# Title\n", encoding="utf-8")
    code, out, _ = run(capsys, "--select", "CL002,CL101")
    assert code == 1
    assert out.splitlines()[:4] == [
        "a.md:2:1: CL002 [error] front matter is not valid YAML: did not find expected ',' or ']'",
        "b.md:1:1: CL002 [error] front matter is not valid YAML: it is never closed by a line '---'",
        'b.md:6:1: CL101 [error] nothing follows the heading "Empty": a search finds the title and no answer',
        "c.md:2:1: CL002 [error] front matter is not valid TOML: Invalid value",
    ]


def test_hostile_front_matter_is_a_finding(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "deep.md").write_text("---\na: " + "[" * 50_000 + "\n---\n\n# Title\n", encoding="utf-8")
    code, out, _ = run(capsys, "--select", "CL002")
    assert code == 1
    assert out.startswith("deep.md:")
    assert "CL002 [error] front matter is not valid YAML" in out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('selct = ["CL1"]\n', '2: selct: unknown setting "selct"; did you mean "select"?'),
        ('ignore = ["CL999"]\n', '2: ignore: unknown rule "CL999"'),
        (
            'extend-select = ["empty-sections"]\n',
            '2: extend-select: unknown rule "empty-sections"; did you mean "empty-section"?',
        ),
        ('dialect = "mkdoc"\n', "2: dialect: must be one of auto, "),
        ('fail-on = "warnings"\n', "2: fail-on: must be one of error, warning, info, never, not 'warnings'"),
        ('exclude = "docs"\n', "2: exclude: must be a list of strings, not 'docs'"),
        ("respect-gitignore = 1\n", "2: respect-gitignore: must be true or false, not 1"),
        ('severity = { CL101 = "fatal" }\n', "2: severity.CL101: must be one of error, warning, info, not 'fatal'"),
        ("per-file-ignores = []\n", "2: per-file-ignores: must be a table, not []"),
        (
            "[tool.chunklint.rules.oversized-section]\nmax-token = 1\n",
            '3: rules.oversized-section.max-token: unknown option "max-token" of oversized-section; did you mean "max',
        ),
        (
            '[tool.chunklint.rules.oversized-section]\nmax-tokens = "many"\n',
            "3: rules.oversized-section.max-tokens: must be of type int, not 'many'",
        ),
        (
            "[tool.chunklint.rules.empty-section]\nx = 1\n",
            '3: rules.empty-section.x: unknown option "x" of empty-section; empty-section has no options',
        ),
        ("[tool.chunklint.rules.CL3]\n", '2: rules.CL3: "CL3" is not one rule: options are set rule by rule'),
        ('extend = "gone.toml"\n', "2: extend: no such file: "),
        ("select = [\n", "2: not valid TOML: Invalid value"),
    ],
)
def test_wrong_settings(here: Path, capsys: pytest.CaptureFixture[str], text: str, message: str) -> None:
    (here / "pyproject.toml").write_text("[tool.chunklint]\n" + text, encoding="utf-8")
    (here / "page.md").write_text(GOOD, encoding="utf-8")
    code, out, err = run(capsys)
    assert (code, out) == (2, "")
    assert err.startswith(f"chunklint: error: {here / 'pyproject.toml'}:{message}")
    assert err.count("\n") == 1


def test_settings_that_extend_themselves(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "chunklint.toml").write_text('extend = "other.toml"\n', encoding="utf-8")
    (here / "other.toml").write_text('extend = "chunklint.toml"\n', encoding="utf-8")
    (here / "page.md").write_text(GOOD, encoding="utf-8")
    code, _, err = run(capsys)
    assert code == 2
    assert "chunklint.toml:1: extend: extends itself by way of other.toml" in err


def test_missing_settings_file(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--config", "no.toml") == (2, "", 'chunklint: error: no such settings file: "no.toml"\n')


def test_unknown_rule_on_the_command_line(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "--select", "table-without-heder")
    assert code == 2
    assert err == 'chunklint: error: unknown rule "table-without-heder"; did you mean "table-without-header"?\n'


def test_unknown_option(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["check", "--selct", "CL1"])
    assert stop.value.code == 2
    assert "unrecognized arguments: --selct" in capsys.readouterr().err


def test_empty_file(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "empty.md").write_bytes(b"")
    (here / "blank.md").write_bytes(b"\n  \n\n")
    (here / "mark.md").write_bytes(b"\xef\xbb\xbf")
    code, out, _ = run(capsys)
    assert code == 1
    assert out.splitlines()[:1] == [
        "mark.md:1:1: CL004 [warning] [*] byte order mark: an indexer that reads it as text loses the first heading"
    ]


def test_zero_files(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "notes.txt").write_text("x", encoding="utf-8")
    code, out, err = run(capsys)
    assert (code, out) == (0, "")
    assert err == ("chunklint: warning: 0 files checked: no .markdown, .md, .mdx, .qmd, .rmd or llms.txt below .\n")


def test_zero_files_names_the_setting_that_removed_them(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "chunklint.toml").write_text('exclude = ["docs/"]\n', encoding="utf-8")
    (here / "docs").mkdir()
    (here / "docs/a.md").write_text(FLAWED, encoding="utf-8")
    (here / "b.md").write_text(FLAWED, encoding="utf-8")
    code, out, err = run(capsys, "docs", "docs/a.md")
    assert (code, out) == (0, "")
    assert err == "chunklint: warning: 0 files checked: 1 removed by exclude\n"


def test_text_with_lone_surrogates_does_not_crash(here: Path) -> None:
    import chunklint

    assert [f.code for f in chunklint.check_text("# \ud800\n\n## B\n", "page.md")] == ["CL101"]
