"""``chunklint chunks``: what a splitter makes of a page, shown, flagged, and as JSON lines."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from chunklint.splitters.presets import PRESETS
from tests.conftest import NAMES, Run

LOCKERS = """\
# Parcel lockers

## Open a locker

Choose Lockers in the app, hold the phone near the door, and tap Unlock. The door stays unlocked for 90 seconds so \
that you can take all of it out.

## Extend a booking

Tap Extend below the locker. The new time counts at once: the fee for every further hour is taken from that moment. \
It is never paid back.

## Limits

Each member can book up to 3 lockers. Extending one does not count as a new booking.
"""
TIDE = """\
The following applies to all boats of the club.

## Can I keep a boat overnight?

Yes, if the log says so before 18:00 and the harbour is open.

Boats of the first class stay out for 12 hours, those of the second for 8 hours and 30 minutes. A boat that is late \
costs 4.50 EUR for each hour, unless the wind was over 7 Beaufort on that day. The crew calls the watch at 22:15 and \
says how many are on board. Members of less than 24 months need the word of a warden for it.

## Who pays for a lost oar?

The one who signed the log.

## Is there a deposit?

It is 35 EUR a season.
"""


@pytest.fixture
def folder(here: Path) -> Path:
    (here / "page.md").write_text(LOCKERS, encoding="utf-8", newline="")
    (here / "tide.md").write_text(TIDE, encoding="utf-8", newline="")
    return here


def records(run: Run, *words: str) -> list[dict[str, Any]]:
    code, out, err = run("chunks", *words, "--output-format", "jsonl")
    assert (code, err) == (0, "")
    return [json.loads(line) for line in out.splitlines()]


def flagged(run: Run, *words: str) -> tuple[str, list[str]]:
    """The head line, and what is said of each chunk."""
    code, out, err = run("chunks", *words, "--flags")
    assert (code, err) == (0, "")
    head, *lines = out.splitlines()
    assert [line[:10] for line in lines[1::3]] == ["   starts:"] * (len(lines) // 3)
    assert [line[:10] for line in lines[2::3]] == ["   ends:  "] * (len(lines) // 3)
    return head, [re.sub(r"^C\d+ \(\d+ words\) ", "", line) for line in lines[::3]]


def test_a_window_loses_headings_and_cuts_sentences(folder: Path, run: Run) -> None:
    head, said = flagged(run, "page.md", "--splitter", "fixed:120")
    assert head == "page.md: 4 chunks by fixed:120 characters"
    assert said == [
        "CUT MID-SENTENCE",
        "NO HEADING, CUT MID-SENTENCE",
        "NO HEADING, CUT MID-SENTENCE",
        "NO HEADING",
    ]


def test_sections_with_their_path_are_ok(folder: Path, run: Run) -> None:
    head, said = flagged(run, "page.md", "--splitter", "heading")
    assert (head, said) == ("page.md: 3 chunks by heading", ["ok"] * 3)
    _, out, _ = run("chunks", "page.md", "--splitter", "heading", "--flags")
    assert "C3 (21 words) ok\n   starts: '[Parcel lockers > Limits] Each member '\n" in out
    assert out.endswith("   ends:   'g one does not count as a new booking.'\n")


def test_the_last_chunk_may_end_anywhere(here: Path, run: Run) -> None:
    page = "# A\n\nNo boat goes out when the tide is low\n\n# B\n\nNo boat comes in when the tide is high\n"
    (here / "page.md").write_text(page, encoding="utf-8")
    assert flagged(run, "page.md", "--splitter", "heading")[1] == ["CUT MID-SENTENCE", "ok"]


def test_a_small_chunk_is_flagged(here: Path, run: Run) -> None:
    (here / "page.md").write_text("# A\n\nYes.\n\n# B\n\nNo boat goes out when the tide is low.\n", encoding="utf-8")
    assert flagged(run, "page.md", "--splitter", "heading")[1] == ["TOO SMALL", "ok"]


def test_shown_chunks(folder: Path, run: Run) -> None:
    code, out, err = run("chunks", "page.md", "--splitter", "fixed:120")
    assert (code, err) == (0, "")
    first, *chunks = re.sub(r"\d+ tokens", "N tokens", out.replace("about ", "")).split("\n\n")
    assert first == "page.md: 4 chunks by fixed:120 characters"
    assert chunks[0].splitlines() == [
        "1  N tokens  lines 1-5",
        "   starts  # Parcel lockers ## Open a locker Choose Lockers in the app,",
        "   ends    p, hold the phone near the door, and tap Unlock. The door st",
        "   breaks  sentence (line 5)",
    ]
    assert [chunk.splitlines()[0] for chunk in chunks[1:]] == [
        "2  N tokens  lines 5-9", "3  N tokens  lines 9-13", "4  N tokens  line 13"
    ]  # fmt: skip
    assert "breaks" not in run("chunks", "page.md", "--splitter", "heading")[1]


def test_a_heading_path_is_shown(folder: Path, run: Run) -> None:
    _, out, _ = run("chunks", "page.md", "--splitter", "langchain-headers")
    assert "tokens  line 9  Parcel lockers > Extend a booking\n" in out


def test_broken_units_are_counted_and_the_first_five_named(here: Path, run: Run) -> None:
    rows = "".join(f"| box {n} | {n} EUR |\n" for n in range(9))
    (here / "page.md").write_text(f"# Boxes\n\n| Box | Price |\n| --- | --- |\n{rows}", encoding="utf-8")
    _, out, _ = run("chunks", "page.md", "--splitter", "langchain:180/0")
    assert re.findall("   breaks  (.*)", out) == ["table row (line 13)"]
    _, out, _ = run("chunks", "page.md", "--splitter", "langchain:110/0")
    assert re.findall("   breaks  (.*)", out) == ["table row (lines 9, 10, 11, 12, 13)"]
    (here / "page.md").write_text(f"# Boxes\n\n| Box | Price |\n| --- | --- |\n{rows}{rows}", encoding="utf-8")
    _, out, _ = run("chunks", "page.md", "--splitter", "langchain:180/0")
    assert re.findall("   breaks  (.*)", out) == ["table row (lines 13, 14, 15, 16, 17 and 5 more)"]


@pytest.mark.parametrize("name", ["fixed", "langchain", "langchain-markdown", "openai", "azure", "elastic"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_offsets_of_plain_splitters_are_exact(here: Path, run: Run, name: str, end: str) -> None:
    text = f"\ufeff# Zölle 🧭\n\n{LOCKERS}\n{TIDE}".replace("\n", end)
    (here / "page.md").write_text(text, encoding="utf-8", newline="")
    size = 12 if PRESETS[name].limits.unit != "characters" else 80
    found = records(run, "page.md", "--splitter", f"{name}:{size}/1")
    assert len(found) > 8
    for record in found:
        assert text[record["start"] : record["end"]] == record["text"]
        assert record["spans"] == [[record["start"], record["end"]]]
    assert [record["id"] for record in found] == [f"page.md#{n}" for n in range(1, len(found) + 1)]
    assert {record["source"] for record in found} == {"page.md"}
    assert all(record["tokens"] > 0 for record in found)


def test_records_of_sections(folder: Path, run: Run) -> None:
    found = records(run, "page.md", "--splitter", "heading")
    assert [record["headings"] for record in found] == [
        ["Parcel lockers", "Open a locker"],
        ["Parcel lockers", "Extend a booking"],
        ["Parcel lockers", "Limits"],
    ]
    for record in found:
        path = f"[{' > '.join(record['headings'])}] "
        assert record["text"] == path + LOCKERS[record["start"] : record["end"]]


def test_questions_stay_whole_or_repeat_themselves(folder: Path, run: Run) -> None:
    """What fits is one chunk; of a long answer each part has the question, and no number stands twice."""
    found = records(run, "tide.md", "--splitter", "question:260")
    units: dict[str, list[dict[str, Any]]] = {}
    for record in found:
        units.setdefault(record["metadata"]["unit_id"], []).append(record)
    first, lost, deposit = units.values()
    assert [len(first), len(lost), len(deposit)] == [3, 1, 1]
    # The rule for all boats leads into the first question, and goes with it.
    assert first[0]["text"].startswith("The following applies to all boats of the club.\n\n## Can I keep a boat ")
    assert all(part["text"].startswith("## Can I keep a boat overnight?\n\n") for part in first[1:])
    assert lost[0]["text"] == "## Who pays for a lost oar?\n\nThe one who signed the log."
    assert deposit[0]["text"] == "## Is there a deposit?\n\nIt is 35 EUR a season."
    everything = "\n".join(record["text"] for record in found)
    for number in [
        "18:00",
        "12 hours",
        "8 hours",
        "30 minutes",
        "4.50 EUR",
        "7 Beaufort",
        "22:15",
        "24 months",
        "35 EUR",
    ]:
        assert everything.count(number) == 1, number
    assert everything.count("Can I keep a boat overnight?") == 3
    for unit, parts in units.items():
        for number, record in enumerate(parts, 1):
            metadata = record["metadata"]
            assert list(metadata) == [
                "doc_id", "unit_id", "part", "part_count", "has_question_line", "protected_spans"
            ]  # fmt: skip
            assert metadata["doc_id"] == "tide.md"
            assert unit.startswith("tide.md#")
            assert (metadata["part"], metadata["part_count"]) == (number, len(parts))
            assert metadata["has_question_line"] is True
    kept = [TIDE[start:end] for record in found for start, end in record["metadata"]["protected_spans"]]
    assert {"12 hours", "8 hours", "30 minutes", "4.50 EUR", "24 months", "35 EUR"} <= set(kept)
    for record in found:
        for start, end in record["metadata"]["protected_spans"]:
            assert record["start"] <= start < end <= record["end"]


def test_an_answer_that_fits_is_one_part(folder: Path, run: Run) -> None:
    found = records(run, "tide.md", "--splitter", "question")
    assert [(r["metadata"]["part"], r["metadata"]["part_count"]) for r in found] == [(1, 1)] * 3


def test_text_before_the_first_question_has_no_question_line(here: Path, run: Run) -> None:
    (here / "page.md").write_text(f"# Boats\n\nThe club has nine boats.\n\n{TIDE}", encoding="utf-8")
    found = records(run, "page.md", "--splitter", "question")
    assert [record["metadata"]["has_question_line"] for record in found] == [False, True, True, True]


@pytest.mark.parametrize("name", NAMES)
def test_every_preset_gives_lines_of_json(folder: Path, run: Run, name: str) -> None:
    found = records(run, "page.md", "tide.md", "--splitter", name)
    assert {record["source"] for record in found} == {"page.md", "tide.md"}
    texts = {"page.md": LOCKERS, "tide.md": TIDE}
    for record in found:
        spans = record["spans"]
        assert (record["start"], record["end"]) == (spans[0][0], spans[-1][1])
        kept = "".join(texts[record["source"]][start:end] for start, end in spans)
        assert "".join(kept.split()) in "".join(record["text"].split())


def test_metadata_that_json_does_not_know(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "mine_too.py").write_text(
        "from datetime import date\n\n"
        "def cut(text):\n    return [{'text': text, 'metadata': {'on': date(2026, 9, 14), 'n': (1, 2)}}]\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(sys, "path", list(sys.path))
    (record,) = records(run, "page.md", "--splitter", "python:mine_too:cut")
    assert record["metadata"] == {"on": "2026-09-14", "n": [1, 2]}


def test_the_first_splitter_of_the_settings(folder: Path, run: Run) -> None:
    (folder / "chunklint.toml").write_text(
        '[[splitter]]\nname = "bot"\npreset = "fixed"\nsize = 90\n\n[[splitter]]\npreset = "heading"\n',
        encoding="utf-8",
    )
    assert run("chunks", "page.md")[1].startswith("page.md: 5 chunks by bot (fixed) 90/0 characters\n")
    assert run("chunks", "page.md", "--splitter", "heading")[1].startswith("page.md: 3 chunks by heading\n")
    assert run("chunks", "page.md", "--isolated")[0] == 2


def test_no_splitter(folder: Path, run: Run) -> None:
    assert run("chunks", "page.md") == (
        2,
        "",
        "chunklint: error: name a splitter: --splitter langchain, or [[tool.chunklint.splitter]] in the settings\n",
    )


def test_pages_of_a_folder(folder: Path, run: Run) -> None:
    _, out, _ = run("chunks", ".", "--splitter", "heading")
    assert [line for line in out.splitlines() if " chunks by " in line] == [
        "page.md: 3 chunks by heading", "tide.md: 4 chunks by heading"
    ]  # fmt: skip


def test_unreadable_and_missing_pages(here: Path, run: Run) -> None:
    (here / "bad.md").write_bytes(b"# A\n\xff\n")
    assert run("chunks", "bad.md", "--splitter", "fixed") == (
        2, "", f"chunklint: error: {Path('bad.md')}: not UTF-8: byte 0xff on line 2\n"
    )  # fmt: skip
    assert run("chunks", "gone.md", "--splitter", "fixed") == (
        2, "", 'chunklint: error: no such file or folder: "gone.md"\n'
    )  # fmt: skip


def test_nothing_to_show(here: Path, run: Run) -> None:
    assert run("chunks", ".", "--splitter", "fixed") == (0, "", "chunklint: warning: 0 pages found\n")
    (here / "empty.md").write_bytes(b"")
    assert run("chunks", "empty.md", "--splitter", "fixed") == (
        0, "empty.md: 0 chunks by fixed 1000/0 characters\n", ""
    )  # fmt: skip
    assert records(run, "empty.md", "--splitter", "fixed") == []
