"""What GitHub Actions is told: annotations within its limits, the job summary, the outputs of the step."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from chunklint import catalogue
from chunklint.document.model import Span
from chunklint.finding import Finding, Severity
from chunklint.report import Run, lines
from chunklint.report.summary import LIMIT, summary
from tests.conftest import Run as Command
from tests.formats import github_command

EVIL = "a | b `c` *d* <img src=x> [e](http://e) ![f](g) # @h\n\n# i $j$ :k: \\| \\"
FLAWED = "# Title\n\nWords.\n\n## Empty\n"


def findings(severity: Severity, number: int, path: str = "docs/a.md") -> list[Finding]:
    return [
        Finding(Span(0, 0), f"{severity} {n}", "mend it", code="CL101", name="empty-section", path=path, line=n,
                severity=severity)
        for n in range(1, number + 1)
    ]  # fmt: skip


def commands(run: Run) -> tuple[list[tuple[str, dict[str, str], str]], list[str]]:
    """The annotations, and the lines that are none."""
    read = [(line, github_command(line)) for line in lines("github", run)]
    return [command for _, command in read if command], [line for line, command in read if not command]


def test_annotations_stay_within_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    run = Run(1, [*findings("info", 12), *findings("warning", 4), *findings("error", 31)])
    shown, rest = commands(run)
    assert [name for name, _, _ in shown] == ["error"] * 10 + ["warning"] * 4 + ["notice"] * 10
    assert [text for _, _, text in shown][:2] == ["error 1\nmend it", "error 2\nmend it"]
    said = "GitHub annotates 10 findings of each level in a step: 23 more "
    assert rest == [f"{said}show with --output-format=concise."]
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "x")
    assert commands(run)[1] == [f"{said}are in the job summary."]
    assert commands(Run(1, findings("error", 10)))[1] == []


def test_annotations_are_what_was_meant() -> None:
    finding = findings("error", 1, "docs/a,b%:]2C.md")[0]._replace(message="100 %\r\n::error::%0A, x", help="")
    shown, rest = commands(Run(1, [finding]))
    assert rest == []
    assert shown == [
        (
            "error",
            {
                "file": "docs/a,b%:]2C.md",
                "line": "1",
                "endLine": "1",
                "title": "CL101 empty-section",
                "col": "1",
                "endColumn": "1",
            },
            "100 %\r\n::error::%0A, x",
        )
    ]


def rendered(text: str) -> list[tuple[str, str]]:
    """The kinds of inline tokens with their text."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    return [(child.type, child.content) for token in tokens for child in token.children or ()]


def test_summary_is_grouped_by_page() -> None:
    run = Run(5, [*findings("error", 2), *findings("warning", 1, "docs/b.md")])
    text = summary(run, "Found 3 findings (2 errors, 1 warning) in 2 of 5 files.")
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    headings = [tokens[i + 1].content for i, token in enumerate(tokens) if token.type == "heading_open"]
    assert headings == ["chunklint", "docs/a.md", "docs/b.md"]
    assert Counter(token.type for token in tokens)["tr_open"] == 2 + 3
    links = {token.attrGet("href") for inline in tokens for token in inline.children or () if token.type == "link_open"}
    assert links == {f"https://github.com/chunklint/chunklint/blob/main/rules/{page('CL101')}"}
    assert "more findings" not in text


def page(code: str) -> str:
    return catalogue.load().rules[code].page.name


def test_summary_shows_words_of_the_page_as_they_are() -> None:
    finding = findings("error", 1, "docs/<b> | `x`\n.md")[0]._replace(message=EVIL, help="")
    inline = rendered(summary(Run(1, [finding]), "One."))
    words = [content for kind, content in inline if kind == "text" and "img src" in content]
    assert words == [" ".join(EVIL.split())]
    assert ("text", "docs/<b> | `x` .md") in inline
    assert {kind for kind, _ in inline} == {"text", "link_open", "link_close"}, "no markup of the page's own"


def test_summary_has_room() -> None:
    run = Run(1, [finding._replace(message="ö" * 3000) for finding in findings("error", 400)])
    text = summary(run, "Found 400 findings.")
    assert LIMIT - 10_000 < len(text.encode()) < LIMIT
    rows = text.count("[CL101]")
    assert text.endswith(f"\n{400 - rows:,} more findings have no room here.\n")
    assert summary(run, "Found 400 findings.", room=300) == ""
    assert len(summary(run, "Found 400 findings.", room=900).encode()) < 900


@pytest.fixture
def job(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a page, and the environment of a step."""
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_OUTPUT", str(here / "output"))
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(here / "summary"))
    (here / "page.md").write_text(FLAWED, encoding="utf-8")
    return here


def outputs(file: Path) -> dict[str, str]:
    """The outputs of a step as the runner reads them: ``name<<mark``, the value, ``mark``."""
    left = file.read_text(encoding="utf-8").split("\n")
    found = {}
    while left and left[0]:
        name, mark = left.pop(0).split("<<")
        end = left.index(mark)
        found[name] = "\n".join(left[:end])
        left = left[end + 1 :]
    return found


def test_outputs_and_summary_of_a_step(job: Path, run: Command) -> None:
    (job / "summary").write_text("Said before.\n", encoding="utf-8")
    severity = 'severity = { CL004 = "info", CL301 = "warning" }\n'
    (job / "chunklint.toml").write_text(severity, encoding="utf-8")
    (job / "table.md").write_text("\ufeff# T\n\n|  |\n| --- |\n| a |\n", encoding="utf-8")
    assert run("check", "--output-file", "sarif=a\nb.sarif")[0] == 1
    assert outputs(job / "output") == {
        "findings": "3",
        "errors": "1",
        "warnings": "1",
        "files": "2",
        "sarif-file": str(job / "a\nb.sarif"),
    }
    text = (job / "summary").read_text(encoding="utf-8")
    assert text.startswith(
        "Said before.\n## chunklint\n\nFound 3 findings \\(1 error, 1 warning, 1 info\\) in 2 of 2 files.\n"
    )


def test_outputs_without_findings_and_without_pages(job: Path, run: Command) -> None:
    (job / "page.md").write_text("# Title\n\nWords.\n", encoding="utf-8")
    assert run("check")[0] == 0
    assert outputs(job / "output") == {"findings": "0", "errors": "0", "warnings": "0", "files": "1"}
    assert (job / "summary").read_text(encoding="utf-8") == "## chunklint\n\nNo findings in 1 file.\n"
    (job / "page.md").unlink()
    (job / "output").unlink()
    assert run("check", "--require-files", "--output-file", "sarif=a.sarif")[0] == 2
    assert outputs(job / "output")["files"] == "0"
    assert not (job / "a.sarif").exists(), "an empty report would close the alerts that are open"


def test_other_formats_tell_github_nothing(job: Path, run: Command) -> None:
    run("check", "--output-format", "full")
    assert sorted(path.name for path in job.iterdir()) == ["page.md"]


def test_the_summary_of_a_step_has_one_limit(job: Path, run: Command) -> None:
    (job / "summary").write_text("x" * (LIMIT - 100), encoding="utf-8")
    run("check")
    assert (job / "summary").stat().st_size == LIMIT - 100


def test_files_that_cannot_be_written_are_a_warning(job: Path, run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_OUTPUT", str(job))
    code, out, err = run("check")
    assert code == 1
    assert out.startswith("::error file=page.md")
    assert err == "chunklint: warning: GITHUB_OUTPUT cannot be written: Is a directory\n"
    assert (job / "summary").exists()
