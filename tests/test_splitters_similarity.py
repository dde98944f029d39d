"""LlamaIndex's semantic splitter, by a model made for the test; see test_fidelity_llamaindex for the real one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given

from chunklint.splitters.similarity import semantic
from tests.conftest import Run
from tests.models import static_model
from tests.strategies import COMMONMARK, DIRECTIVES, pages

BOXES = "The box is red. The box is large. A box has a lid. "
BOATS = "A boat has a sail, and a boat has a boat. The boat is fast. One boat leaks."


@pytest.fixture
def folder(here: Path) -> Path:
    static_model(here / "models/topics", [["box", "lid"], ["boat", "sail"]])
    (here / "page.md").write_text(BOXES + BOATS + "\n", encoding="utf-8")
    return here


def by_length(texts: Sequence[str]) -> list[list[float]]:
    return [[1.0, float(len(text) % 7)] for text in texts]


@given(pages(COMMONMARK + DIRECTIVES, ("\n", "\r\n")))
def test_chunks_are_the_page_part_by_part(page: str) -> None:
    found = list(semantic(page, by_length))
    assert "".join(chunk.text for chunk in found).strip() == page.strip()
    assert all(page[slice(*chunk.spans[0])] == chunk.text for chunk in found)


@pytest.mark.parametrize(
    ("page", "chunks"), [("", 0), (" \n", 0), ("One.", 1), ("One. Two.", 1), ("One. Two. Three.", 2)]
)
def test_small_pages(page: str, chunks: int) -> None:
    """Of one distance none exceeds the percentile; of two one does, unless they are the same."""
    assert len(list(semantic(page, by_length))) == chunks


def test_vectors_without_a_direction_cut_nothing() -> None:
    assert len(list(semantic(BOXES + BOATS, lambda texts: [[0.0, 0.0] for _ in texts]))) == 1


def test_cuts_where_the_meaning_changes(folder: Path, run: Run) -> None:
    """A sentence counts with its neighbours, so that the cut is one sentence beside the change here."""
    code, out, _ = run(
        "chunks", "page.md", "--splitter", "llamaindex-semantic:models/topics", "--output-format", "jsonl", "--isolated"
    )
    texts = [json.loads(line)["text"] for line in out.splitlines()]
    assert code == 0
    assert "".join(texts) == BOXES + BOATS + "\n"
    assert len(texts) == 2
    assert texts[1].startswith("A box has a lid. A boat")


def test_in_the_settings_the_folder_is_below_them(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "chunklint.toml").write_text(
        '[[splitter]]\npreset = "llamaindex-semantic"\nmodel = "models/topics"\n'
        '[[splitter]]\npreset = "fixed"\nsize = 40\n',
        encoding="utf-8",
    )
    (folder / "docs").mkdir()
    (folder / "page.md").rename(folder / "docs/page.md")
    monkeypatch.chdir(folder / "docs")
    code, out, err = run("check", "page.md", "--output-format", "concise")
    assert (code, err) == (1, "")
    assert "CL601 [error] fixed cuts this sentence" in out
    assert "llamaindex-semantic cuts this sentence" not in out


def test_compared_with_a_fixed_one(folder: Path, run: Run) -> None:
    words = ["--splitter", "llamaindex-semantic:models/topics", "--splitter", "fixed:40", "--output-format", "json"]
    code, out, err = run("compare", "page.md", *words)
    assert (code, err) == (0, "")
    best, worst = json.loads(out)
    assert best["splitter"].startswith("llamaindex-semantic:topics")
    assert (best["units"]["sentence"], worst["units"]["sentence"]["total"]) == ({"whole": 6, "total": 6}, 6)
    assert worst["units"]["sentence"]["whole"] < 6
    (folder / "facts.yaml").write_text(
        "- query: What has a boat?\n  must_contain: [boat has a sail]\n", encoding="utf-8"
    )
    code, out, _ = run("facts", "facts.yaml", "page.md", "--compare", *words[:4])
    assert code == 0
    assert out.splitlines()[0].split() == ["llamaindex-semantic:topics", "fixed:40"]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ('preset = "llamaindex-semantic"', "llamaindex-semantic cuts by an embedding model: name its folder"),
        (
            'preset = "llamaindex-semantic"\nmodel = 3',
            "llamaindex-semantic cuts by an embedding model: name its folder",
        ),
        (
            'preset = "fixed"\nmodel = "models/topics"',
            "chunklint.toml:3: splitter.model: fixed cuts without an embedding model",
        ),
        ('preset = "llamaindex-semantic"\nmodel = "docs"', 'no embedding model in "'),
    ],
)
def test_wrong_settings(folder: Path, run: Run, table: str, message: str) -> None:
    (folder / "docs").mkdir()
    (folder / "chunklint.toml").write_text(f"[[splitter]]\n{table}\n", encoding="utf-8")
    code, out, err = run("chunks", "page.md")
    assert (code, out) == (2, "")
    assert message in err


@pytest.mark.parametrize("command", ["check", "chunks", "compare"])
def test_without_a_model(folder: Path, run: Run, command: str) -> None:
    code, out, err = run(command, "page.md", "--splitter", "llamaindex-semantic")
    assert (code, out) == (2, "")
    assert err.startswith(
        'chunklint: error: splitter "llamaindex-semantic": llamaindex-semantic cuts by an embedding model'
    )
    code, out, err = run(command, "page.md", "--splitter", "llamaindex-semantic:./none")
    assert (code, out, err) == (2, "", 'chunklint: error: no such model folder: "./none"\n')
