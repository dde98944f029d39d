"""``chunklint compare``: which splitter keeps the answers of pages."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from chunklint import workers
from chunklint.splitters.lengths import is_exact
from chunklint.survival import TOKENS
from tests.conftest import Run
from tests.test_chunks_command import LOCKERS, TIDE

USUAL = {
    "heading", "question", "fixed", "langchain", "langchain-markdown", "langchain-headers", "llamaindex",
    "llamaindex-markdown", "haystack", "unstructured", "chonkie", "docling", "openai", "bedrock",
}  # fmt: skip


@pytest.fixture
def folder(here: Path) -> Path:
    (here / "page.md").write_text(LOCKERS, encoding="utf-8", newline="")
    (here / "tide.md").write_text(TIDE, encoding="utf-8", newline="")
    return here


def named(*splitters: str) -> list[str]:
    return [word for name in splitters for word in ("--splitter", name)]


def table(run: Run, *words: str) -> list[str]:
    code, out, err = run("compare", *words)
    assert (code, err) == (0, "")
    return out.splitlines()


def record(run: Run, *words: str) -> list[dict[str, Any]]:
    code, out, err = run("compare", *words, "--output-format", "json")
    assert (code, err) == (0, "")
    found: list[dict[str, Any]] = json.loads(out)
    return found


def test_table(folder: Path, run: Run) -> None:
    """Four of seven sentences of the first page stay whole, and its one number."""
    lines = table(run, "page.md", *named("fixed:120", "heading"))
    assert lines[0] == "Units whole in some chunk, in per cent, on 1 pages; sorted by the mean of the kinds."
    assert lines[1].split() == ["mean", "sentences", "numbers", "chunks", "tokens", "p5/50/95", "cost"]
    assert lines[2].split() == ["7", "1"]
    assert lines[3].split()[:5] == ["heading", "100.0", "100.0", "100.0", "3"]
    assert lines[4].startswith("fixed:120 characters  ")
    assert lines[4].split()[2:6] == ["78.6", "57.1", "100.0", "4"]
    assert lines[-1] == "fixed:120 loses most on: page.md (3)"
    assert len({len(line) for line in lines[3:5]}) == 1


def test_the_best_is_on_top(folder: Path, run: Run) -> None:
    names = ["fixed:60", "fixed:90", "heading", "fixed:300", "langchain:90/0", "langchain:200/40"]
    found = record(run, *named(*names))
    shares = [one["survival"] for one in found]
    assert shares == sorted(shares, reverse=True)
    assert len(set(shares)) > 3
    assert {one["splitter"].split()[0] for one in found} == set(names)
    assert [line.split()[0] for line in table(run, *named(*names))[3:9]] == [
        one["splitter"].split()[0] for one in found
    ]


def test_json(folder: Path, run: Run) -> None:
    heading, fixed = record(run, *named("fixed:120", "heading"))
    assert list(heading) == [
        "splitter", "approximate", "survival", "units", "chunks", "tokens", "tokens_exact", "source_tokens",
        "chunk_tokens", "worst_pages",
    ]  # fmt: skip
    assert (heading["splitter"], heading["approximate"], heading["survival"]) == ("heading", False, 1.0)
    assert list(heading["units"]) == ["sentence", "answer", "row", "steps", "code", "condition", "protected"]
    assert heading["units"]["answer"] == {"whole": 3, "total": 3}
    assert heading["worst_pages"] == []
    assert (heading["chunks"], heading["tokens_exact"]) == (7, is_exact(TOKENS))
    assert list(heading["chunk_tokens"]) == ["p5", "median", "p95"]
    numbers = heading["chunk_tokens"].values()
    assert list(numbers) == sorted(numbers)
    assert heading["source_tokens"] > 0
    # The path in front costs more than headings do; estimates leave the signs out that they are joined with.
    assert heading["tokens"] > heading["source_tokens"] or not is_exact(TOKENS)
    assert fixed["source_tokens"] == heading["source_tokens"]
    kinds = [kind for kind in fixed["units"].values() if kind["total"]]
    assert fixed["survival"] == round(sum(kind["whole"] / kind["total"] for kind in kinds) / len(kinds), 4)
    assert [page["path"] for page in fixed["worst_pages"]] == ["tide.md", "page.md"]
    assert sum(page["lost"] for page in fixed["worst_pages"]) == sum(kind["total"] - kind["whole"] for kind in kinds)


def test_overlap_costs_tokens(folder: Path, run: Run) -> None:
    found = {one["splitter"].split()[0]: one for one in record(run, *named("fixed:200", "fixed:200/100"))}
    assert found["fixed:200/100"]["tokens"] > 1.5 * found["fixed:200"]["tokens"]
    assert found["fixed:200/100"]["survival"] > found["fixed:200"]["survival"]


def test_the_usual_splitters_and_those_of_the_settings(folder: Path, run: Run) -> None:
    assert {one["splitter"].split()[0] for one in record(run)} == USUAL
    (folder / "chunklint.toml").write_text(
        '[[splitter]]\nname = "bot"\npreset = "fixed"\nsize = 90\n', encoding="utf-8"
    )
    found = record(run, "page.md")
    assert {one["splitter"].split()[0] for one in found} == {"bot", *USUAL}
    assert len(found) == 15


def test_two_splitters_of_one_name(folder: Path, run: Run) -> None:
    (folder / "chunklint.toml").write_text(
        '[[splitter]]\nname = "heading"\npreset = "fixed"\nsize = 60\n', encoding="utf-8"
    )
    found = {one["splitter"]: one["survival"] for one in record(run, "page.md")}
    assert found["heading 2 (heading)"] == 1.0
    assert found["heading (fixed) 60/0 characters"] < 1.0


def many(folder: Path) -> None:
    (folder / "many").mkdir()
    for number in range(44):
        page = (LOCKERS, TIDE)[number % 2].replace("every", f"every {number}")
        (folder / "many" / f"p{number}.md").write_text(page, encoding="utf-8")
    (folder / "many" / "p7.md").write_bytes(b"\xff")


@pytest.mark.parametrize("settings", ["", '[[splitter]]\nchunks = "store.jsonl"\n'], ids=["plain", "stored"])
def test_workers_find_what_one_finds(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch, settings: str) -> None:
    """Also where the settings hold a splitter that cannot be sent to another process."""
    many(folder)
    (folder / "chunklint.toml").write_text(settings, encoding="utf-8")
    words = ["compare", "many", *named("fixed:90", "langchain:120/20", "openai:20/5"), "--output-format", "json"]
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    code, alone, _ = run(*words)
    started = []
    pool = __import__("concurrent.futures", fromlist=["ProcessPoolExecutor"]).ProcessPoolExecutor

    def counted(workers: int, context: Any) -> Any:
        started.append(workers)
        return pool(workers, context)

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", counted)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert run(*words)[:2] == (code, alone) == (0, alone)
    assert started == [2]
    assert json.loads(alone)[0]["units"]["sentence"]["total"] > 300


@pytest.mark.parametrize(
    ("processors", "largest", "forked", "others"),
    [(1, 0, 1, 1), (2, 0, 2, 2), (64, 0, 5, 2), (64, 1_000_000, 3, 2), (64, 5_000_000, 1, 1)],
)
def test_so_many_workers_as_have_room(
    here: Path, monkeypatch: pytest.MonkeyPatch, processors: int, largest: int, forked: int, others: int
) -> None:
    """All of them stay below 500 MB, whatever the machine."""
    (here / "page.md").write_bytes(b"x" * largest)
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    pages = [here / "page.md", *(here / f"gone{number}.md" for number in range(2000))]
    assert (workers.count(pages, forked=True), workers.count(pages, forked=False)) == (forked, others)
    assert workers.count(pages[:39], forked=True) == 1


def killed(_: object) -> None:
    """The work of a process that the system kills."""
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.skipif(sys.platform == "win32", reason="no signal kills at once")
def test_a_killed_process_is_told(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    many(folder)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr("chunklint.cli.compare._of_page", killed)
    code, out, err = run("compare", "many", *named("fixed:90"))
    assert (code, out) == (2, "")
    assert err.startswith("chunklint: error: a process that read pages was killed, ")
    assert err.endswith("; compare fewer pages or splitters at once\n")


def test_an_unreadable_page_counts_as_empty(folder: Path, run: Run) -> None:
    alone = record(run, "page.md", *named("fixed:90"))
    (folder / "bad.md").write_bytes(b"# A\n\xff")
    code, out, err = run("compare", "bad.md", "page.md", *named("fixed:90"), "--output-format", "json")
    assert code == 0
    assert err.startswith("chunklint: warning: ")
    assert err.endswith("bad.md: not UTF-8: byte 0xff on line 2; counted as an empty page\n")
    assert json.loads(out) == alone


def test_no_pages(here: Path, run: Run) -> None:
    assert run("compare") == (2, "", "chunklint: error: no pages to compare on\n")
    assert run("compare", "gone") == (2, "", 'chunklint: error: no such file or folder: "gone"\n')


def test_pages_without_units(here: Path, run: Run) -> None:
    (here / "empty.md").write_bytes(b"")
    (one,) = record(run, *named("heading"))
    assert (one["survival"], one["chunks"], one["tokens"]) == (1.0, 0, 0)
    assert table(run, *named("heading"))[3].split() == ["heading", "100.0", "0", "0/0/0", "0%"]


@pytest.mark.parametrize(
    ("name", "start"), [("kept.png", b"\x89PNG\r\n"), ("kept.svg", b"<?xml"), ("KEPT.SVG", b"<?xml")]
)
def test_chart(folder: Path, run: Run, name: str, start: bytes) -> None:
    pytest.importorskip("matplotlib")
    lines = table(run, *named("fixed:90", "openai"), "--chart", name)
    assert lines == table(run, *named("fixed:90", "openai"))
    written = (folder / name).read_bytes()
    assert written.startswith(start)
    assert len(written) > 5000


def test_chart_of_pages_without_units(here: Path, run: Run) -> None:
    pytest.importorskip("matplotlib")
    (here / "empty.md").write_bytes(b"")
    code, out, err = run("compare", *named("fixed"), "--chart", "kept.png")
    assert (code, out.count("\n")) == (0, 5)
    assert err == "chunklint: warning: kept.png: nothing to draw: these pages have no answer units\n"
    assert not (here / "kept.png").exists()


def test_chart_without_matplotlib(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "chunklint.report.chart", raising=False)
    assert run("compare", *named("fixed"), "--chart", "kept.png") == (
        2, "", 'chunklint: error: --chart needs the extra "chart": pip install "chunklint-docs[chart]"\n'
    )  # fmt: skip
    assert not (folder / "kept.png").exists()
    assert run("compare", *named("fixed"))[0] == 0


def test_a_chart_that_cannot_be_written(folder: Path, run: Run) -> None:
    assert run("compare", *named("fixed"), "--chart", "kept.pdf") == (
        2, "", 'chunklint: error: --chart writes .png or .svg, not "kept.pdf"\n'
    )  # fmt: skip
    pytest.importorskip("matplotlib")
    code, out, err = run("compare", *named("fixed"), "--chart", "no/kept.png")
    assert (code, out) == (2, "")
    assert err == f"chunklint: error: {Path('no/kept.png')}: cannot be written: no such file or directory\n"
