"""The command as a user meets it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from chunklint import __version__, catalogue
from chunklint.cli import main

FLAWED = "# Title\n\nWords.\n\n## Empty\n\n## Next\n\n|  |\n| --- |\n| a |\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    (tmp_path / "page.md").write_text(FLAWED, encoding="utf-8")
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = main(list(args))
    out, err = capsys.readouterr()
    return code, out, err


def codes(capsys: pytest.CaptureFixture[str], *args: str) -> list[str]:
    _, out, _ = run(capsys, "check", "--output-format", "json", *args)
    return [finding["code"] for finding in json.loads(out)["findings"]]


def test_full_output(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "check", "page.md")
    assert (code, err) == (1, "")
    assert out == (
        'page.md:5:1: CL101 [error] nothing follows the heading "Empty": a search finds the title and no answer\n'
        "  |\n"
        "5 | ## Empty\n"
        "  | ^^^^^^^^\n"
        "  = help: write the section, or remove the heading\n"
        "\n"
        "page.md:9:1: CL301 [error] table has no column names: no chunk says what the cells of its 1 row are\n"
        "  |\n"
        "9 | |  |\n"
        "  | ^^^^\n"
        "  = help: name the columns in the header row\n"
        "\n"
        "Found 2 findings (2 errors) in 1 of 1 files.\n"
        "Next: `chunklint rule CL101` says which answer is lost and how to keep it.\n"
    )


def test_short_form_and_concise(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    long = run(capsys, "check", "--output-format", "concise", "page.md")
    assert run(capsys, "--output-format", "concise", "page.md") == long
    assert run(capsys, "page.md", "--output-format", "concise") == long
    assert long[1].splitlines()[0].startswith("page.md:5:1: CL101 [error] ")


def test_grouped(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "check", "--output-format", "grouped")
    assert out.startswith("page.md\n  5:1: CL101 [error] nothing")


def test_jsonl(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "check", "--output-format", "jsonl")
    records = [json.loads(line) for line in out.splitlines()]
    assert [(r["code"], r["line"], r["column"], r["end_line"], r["end_column"]) for r in records] == [
        ("CL101", 5, 1, 5, 9),
        ("CL301", 9, 1, 9, 5),
    ]


def test_github_is_chosen_inside_actions(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    _, out, _ = run(capsys, "check")
    assert out.startswith("::error file=page.md,line=5,endLine=5,title=CL101 empty-section,col=1,endColumn=9::nothing")
    assert "%0Awrite the section" in out
    _, out, _ = run(capsys, "check", "--output-format", "concise")
    assert out.startswith("page.md:5:1")


def test_selection(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert codes(capsys) == ["CL101", "CL301"]
    assert codes(capsys, "--select", "CL30") == ["CL301", "CL308"]
    assert codes(capsys, "--select", "table-without-header,CL104") == ["CL301"]
    assert codes(capsys, "--ignore", "CL1") == ["CL301"]
    assert codes(capsys, "--ignore", "empty-section") == ["CL301"]
    (here / "page.md").write_text("# A\n\n### B\n\nWords.\n", encoding="utf-8")
    assert codes(capsys) == []
    assert codes(capsys, "--extend-select", "CL104") == ["CL104"]


def test_select_on_the_command_line_starts_anew(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "chunklint.toml").write_text('ignore = ["CL301"]\n', encoding="utf-8")
    assert codes(capsys) == ["CL101"]
    assert codes(capsys, "--select", "CL301") == ["CL301"]
    assert codes(capsys, "--isolated") == ["CL101", "CL301"]


def test_fail_on_and_exit_zero(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "chunklint.toml").write_text('severity = { CL1 = "warning", CL3 = "info" }\n', encoding="utf-8")
    assert run(capsys, "check")[0] == 1
    assert run(capsys, "check", "--fail-on", "error")[0] == 0
    assert run(capsys, "check", "--fail-on", "error")[1].endswith("; nothing here fails the run.\n")
    assert run(capsys, "check", "--select", "CL3")[0] == 0
    assert run(capsys, "check", "--select", "CL3", "--fail-on", "info")[0] == 1
    assert run(capsys, "check", "--fail-on", "never")[0] == 0
    assert run(capsys, "check", "--exit-zero")[0] == 0


def test_statistics(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "check", "--statistics", "--output-format", "concise")
    assert "      1  CL101  empty-section\n      1  CL301  table-without-header\n" in out
    _, out, err = run(capsys, "check", "--statistics", "--output-format", "json")
    assert json.loads(out)["files"] == 1
    assert "CL101  empty-section" in err


def test_no_findings(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "page.md").write_text("# Title\n\nWords.\n", encoding="utf-8")
    assert run(capsys, "check", "--no-cache") == (0, "No findings in 1 file.\n", "")


def test_standard_input(here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "chunklint.toml").write_text(
        'exclude = ["gen/"]\nper-file-ignores = { "docs/a.md" = ["CL301"] }\n', encoding="utf-8"
    )

    def piped(name: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FLAWED.encode())))
        return run(capsys, "check", "--output-format", "concise", "--stdin-filename", name, "-")

    code, out, _ = piped("docs/a.md")
    assert code == 1
    assert out.startswith("docs/a.md:5:1: CL101")
    assert "CL301" not in out
    assert piped("gen/b.md") == (0, "", 'chunklint: warning: 0 files checked: "gen/b.md" is removed by exclude\n')
    code, _, err = run(capsys, "check", "-", "page.md")
    assert (code, err) == (2, "chunklint: error: standard input (-) is checked alone: name no other path\n")


def test_show_files_and_settings(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "docs").mkdir()
    (here / "docs/b.md").write_text("x", encoding="utf-8")
    (here / "mkdocs.yml").write_text("site_name: x\n", encoding="utf-8")
    (here / "chunklint.toml").write_text(
        'per-file-ignores = { "docs/*" = ["CL1"] }\n[rules.oversized-table]\nmax-tokens = 9\n', encoding="utf-8"
    )
    assert run(capsys, "check", "--show-files") == (0, "page.md\ndocs/b.md\n", "")
    _, out, _ = run(capsys, "check", "--show-settings", "docs/b.md")
    assert f"settings file: {here / 'chunklint.toml'}\n" in out
    assert "dialect: mkdocs\n" in out
    assert "  CL304 oversized-table [warning] (max-tokens = 9)\n" in out
    assert "  CL101" not in out
    assert "off: CL101, CL102, CL103, CL104," in out


def test_rule(capsys: pytest.CaptureFixture[str]) -> None:
    code, by_code, _ = run(capsys, "rule", "CL301")
    assert code == 0
    assert by_code.startswith("CL301 table-without-header [error], on by default\n\n# Table without header\n")
    assert run(capsys, "rule", "table-without-header")[1] == by_code
    assert run(capsys, "rule", "CL104")[1].startswith("CL104 skipped-heading-level [info], off by default")
    assert run(capsys, "rule", "CL3o1")[2] == 'chunklint: error: unknown rule "CL3o1"; did you mean "CL313"?\n'
    assert run(capsys, "rule") == (2, "", "chunklint: error: name a rule, or use --all\n")
    assert len(run(capsys, "rule", "--all")[1].splitlines()) == len(catalogue.load().rules)


def test_rule_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    one = json.loads(run(capsys, "rule", "CL102", "--output-format", "json")[1])
    assert (one["code"], one["default"], one["options"]["max-tokens"]["default"]) == ("CL102", True, 800)
    every = json.loads(run(capsys, "rule", "--all", "--output-format", "json")[1])
    assert [rule["code"] for rule in every] == sorted(catalogue.load().rules)


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version") == (0, f"chunklint {__version__}\n", "")
    assert "examples:" in run(capsys, "--help")[1]
    with pytest.raises(SystemExit) as stop:
        main(["check", "--help"])
    assert stop.value.code == 0
    assert "examples:" in capsys.readouterr().out


def test_colour_only_on_a_terminal(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "\x1b[" not in run(capsys, "check")[1]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[31mCL101" in run(capsys, "check")[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run(capsys, "check")[1]


def test_a_reader_that_leaves_early_is_no_error(here: Path) -> None:
    for number in range(300):
        (here / f"p{number}.md").write_text(FLAWED, encoding="utf-8")
    command = f"{sys.executable} -m chunklint check | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_terminal_that_cannot_show_a_page(here: Path) -> None:
    (here / "page.md").write_text("# Ünï\n\n## 表\n", encoding="utf-8")
    command = [sys.executable, "-m", "chunklint", "check", "page.md"]
    done = subprocess.run(command, capture_output=True, env={"PYTHONIOENCODING": "ascii"}, check=False)
    assert done.returncode == 1
    assert rb"\u8868" in done.stdout


@pytest.mark.parametrize(
    ("words", "buffered"),
    [("check", True), ("check", False), ("init --dry-run", False), ("baseline", False), ("--help", False),
     ("check --help", True)],
)  # fmt: skip
def test_a_reader_that_has_seen_enough(here: Path, words: str, buffered: bool) -> None:
    """As with ``chunklint … | head``: no error is told, and nothing fails."""
    command = [sys.executable, "-m", "chunklint", *words.split()]
    env = {**os.environ, "PYTHONUNBUFFERED": "" if buffered else "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
