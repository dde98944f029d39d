"""What the cut rules report; single cases are in ``tests/cases/cuts.md``."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint import Chunk, Finding, check_text, split
from chunklint.checks.cut_headings import lost_heading
from chunklint.document import Document, Span
from chunklint.splitters.configured import from_words
from chunklint.splitters.presets import PRESETS
from chunklint.splitters.split import PageUnits, Split
from chunklint.units import units
from tests.conftest import NAMES, Run
from tests.strategies import COMMONMARK, DIRECTIVES, pages
from tests.test_configured import RICH

POLICY = (
    "# Hire of tools\n\nHand tools can be brought back within 14 days of the hire for the whole deposit. Engines have "
    "a longer time to come back of 21 days from the day of the hire, provided that the seal has not been broken or "
    "the tank has not been filled more than twice.\n"
)
TABLE = (
    "# Who may bring back what\n\nThe table says for each kind of tool how long it may stay away.\n\n"
    "| Kind of tool | Days | Fee for cleaning | Credit note |\n| --- | --- | --- | --- |\n"
    "| Hand tools | 14 | Yes | No |\n| Engines | 21 | No | Yes |\n| Ladders | 7 | No | Yes |\n"
    "| Tents | 30 | Yes | Yes |\n"
)


def found(page: str, *splitters: object, code: str = "CL6") -> list[Finding]:
    return [finding for finding in check_text(page, splitters=splitters) if finding.code.startswith(code)]


def test_a_policy_whose_number_falls_behind_the_cut() -> None:
    splitter = f"fixed:{POLICY.index('21 days')}"
    (finding,) = found(POLICY, splitter, code="CL601")
    assert finding.message == f'{splitter} cuts this sentence: "…time to come back of" | "21 days from the day…"'
    assert (finding.line, finding.column) == (3, 82)


@pytest.mark.parametrize("splitter", ["llamaindex:50/0", "bedrock:50"])
def test_a_policy_under_splitters_of_whole_sentences(splitter: str) -> None:
    assert len(split(POLICY, splitter)) == 2
    assert found(POLICY, splitter, code="CL601") == found(POLICY, splitter, code="CL602") == []


@pytest.mark.parametrize(("splitter", "parted"), [("langchain:180/0", 1), ("fixed:200", 4), ("llamaindex:50/10", 4)])
def test_a_table_whose_rows_lose_the_header(splitter: str, parted: int) -> None:
    (finding,) = found(TABLE, splitter, code="CL605")
    assert finding.message.startswith(f"{splitter} parts {parted} of 4 rows from the header: ")
    assert finding.line == 11 - parted


@pytest.mark.parametrize("splitter", ["heading", "docling:40", "unstructured:120"])
def test_a_table_whose_header_is_repeated_or_not_parted(splitter: str) -> None:
    assert found(TABLE, splitter, code="CL605") == []


PLAIN = "\n\n".join(
    f"## Hall {n}\n\nHall {n} opens at {n} in the morning and closes late. It has {n * 7} boxes, all of them green! "
    f"Who keeps the keys of hall {n}? The porter of gate {n} does."
    for n in range(1, 6)
)
SENTENCES = [unit.at for unit in units(Document(PLAIN), ("sentence",))]


def held(span: Span, chunk: Chunk) -> float:
    """The share of the span that stands in the chunk."""
    ((start, end),) = chunk.spans
    return max(0, min(end, span.end) - max(start, span.start)) / (span.end - span.start)


def test_the_page_has_sentences() -> None:
    assert len(SENTENCES) == 20


@given(st.sampled_from(["fixed", "langchain"]), st.integers(20, 300), st.data())
def test_one_finding_for_each_sentence_that_is_in_no_chunk(name: str, size: int, data: st.DataObject) -> None:
    """However often it is cut, and none where overlap holds it; where a chunk has most of it is not told here."""
    splitter = f"{name}:{size}/{data.draw(st.integers(0, size - 1))}"
    chunks = split(PLAIN, splitter)
    reported = [finding.span for finding in found(PLAIN, splitter, code="CL601")]
    assert len(set(reported)) == len(reported)
    for span in SENTENCES:
        if any(PLAIN[slice(*span)] in chunk.text for chunk in chunks):
            assert span not in reported
        elif max(held(span, chunk) for chunk in chunks) < 0.4:
            assert span in reported


def test_sections_that_two_chunks_hold_are_mixed_once(here: Path, run: Run) -> None:
    sections = "".join(f"## Hall {n}\n\nHall {n} has {n * 7} boxes.\n\n" for n in range(1, 7))
    (here / "page.md").write_text(f"# Halls\n\n{sections}", encoding="utf-8")
    words = ["--splitter", "fixed:150/130", "--select", "CL612", "--output-format", "concise", "--fail-on", "info"]
    code, out, _ = run("check", *words)
    places = [line.split(": ")[0] for line in out.splitlines() if "CL612" in line and line.startswith("page.md")]
    assert (code, places) == (1, ["page.md:3:1", "page.md:7:1", "page.md:11:1"])


@pytest.mark.parametrize("name", NAMES)
def test_no_rule_says_a_thing_twice(name: str) -> None:
    sizes = [":8", ":30"] if PRESETS[name].limits.unit != "characters" else [":40", ":90"]
    for size in sizes if PRESETS[name].limits.size else [""]:
        findings = found(RICH, name + size)
        assert len({(finding.code, finding.span) for finding in findings}) == len(findings)


def test_each_splitter_has_its_findings_and_its_name() -> None:
    both = found(POLICY, "fixed:147", "heading", "fixed:90", "fixed:60", code="CL601")
    assert [(finding.column, finding.message.split(" cuts ")[0]) for finding in both] == [
        (1, "fixed:60"), (82, "fixed:147"), (82, "fixed:90"), (82, "fixed:60")
    ]  # fmt: skip


def test_a_suppression_holds_for_all_splitters_and_for_its_rule_only() -> None:
    comment = "<!-- chunklint: ignore CL601 said so in the law -->\n\n"
    page = POLICY.replace("Hand tools", f"{comment}Hand tools")
    splitters = [f"fixed:{page.index(words)}" for words in ("broken or", "from the day")]
    assert found(page, *splitters, code="CL601") == []
    assert found(page, *splitters, code="CL609")
    assert found(page, *splitters, code="CL003") == []
    assert [finding.code for finding in check_text(page, splitters=["heading"])] == ["CL003"]


def test_a_whole_file_can_be_suppressed() -> None:
    page = f"<!-- chunklint: ignore-file CL6 it is an archive -->\n\n{POLICY}"
    assert found(page, "fixed:60") == []


def test_an_answer_is_lost_unless_each_part_repeats_the_question() -> None:
    answer = "".join(f"In hall {n} that is {n} days, and then the porter of the hall empties it. " for n in range(1, 9))
    page = f"# Boxes\n\n## How long can I keep a box?\n\n{answer}\n"
    assert len(split(page, "question:150")) > 2
    assert found(page, "question:150", code="CL608") == []
    assert [finding.line for finding in found(page, "langchain:150/20", code="CL608")] == [3]
    # As text a heading path counts as the question does.
    assert found(page, "langchain-headers:150/0", code="CL608") == []


def test_only_the_closing_fence_is_information_unless_the_settings_give_a_severity() -> None:
    code = "```python\nbox = hall.find()\nbox.take(days=1)\n```"
    page = f"# Box\n\nThis takes a box for a day:\n\n{code}\n\nThen it opens.\n"
    (finding,) = found(page, "langchain-markdown:75/0", code="CL606")
    assert (finding.severity, finding.line) == ("info", 5)
    assert "closing fence" in finding.message
    (finding,) = found(page, "langchain:30/0", code="CL606")
    assert finding.severity == "warning"


def test_the_cut_that_is_shown_is_the_one_that_is_furthest_in() -> None:
    page = (
        "# Hall\n\nWelcome to the hall. The boxes of the hall are green, the lamps are red, and the doors are open.\n"
    )
    (finding,) = found(page, "fixed:60/40", code="CL601")  # windows from 0, 20, 40 and 60: two hold its start
    assert finding.message == 'fixed:60/40 cuts this sentence: "…n, the lamps are red," | "and the doors are ope…"'


@given(pages(COMMONMARK + DIRECTIVES, ("\n", "\r\n")), st.sampled_from(NAMES), st.integers(2, 60))
def test_any_page_under_any_splitter(page: str, name: str, size: int) -> None:
    for finding in found(page, f"{name}:{size}/0" if PRESETS[name].limits.size else name):
        assert 0 <= finding.span.start < finding.span.end <= len(page)
        assert "\n" not in finding.message


def test_no_splitter_no_cut_rule() -> None:
    assert found(RICH) == []
    assert found("", "fixed") == found("\n\n", "fixed:1") == []


def test_many_headings_take_linear_time() -> None:
    def seconds(headings: int) -> float:
        page = "".join(
            f"## Part {number}\n\nIt is kept dry, oiled and out of the sun.\n\n" for number in range(headings)
        )
        split = Split(Document(page), from_words("llamaindex-markdown"), PageUnits(Document(page)))
        start = time.process_time()
        assert not list(lost_heading(split.document, split, min_words=5))
        return time.process_time() - start

    seconds(10)  # word lists and patterns
    small, large = seconds(500), seconds(5_000)
    assert large < 30 * max(small, 0.01)  # quadratic time would be 100 times as long
