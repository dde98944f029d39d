"""The splitter that cuts before questions: answers stay whole, parts keep the question, numbers are said once."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklint.document import Document
from chunklint.splitters.chunk import Chunk, Limits
from chunklint.splitters.questions import question
from chunklint.units import units

REFUNDS = """# Refund questions

Ask here first.

The following applies to all yearly plans:

## Can a yearly plan be returned?

Yes, within 21 days of the renewal. If the plan was used for more than 3 projects, then 60 percent is paid back.
Unless the plan was a present. A manager approves it within 2 to 4 working days.

Not paid back are:

1. add-ons over 15 EUR
2. vouchers

The rule is in force since 4 May 2023. Older plans follow older rules. They ended with version 2.4.1 of the terms.

## How long does the money take?

It takes 6 to 9 working days.

**And by cheque?**

Up to 30 days.
"""


def chunks(text: str, size: int = 1800, unit: str = "characters") -> list[Chunk]:
    return list(question(Document(text, "faq.md"), Limits(size, 0, unit)))  # type: ignore[arg-type]


def body(text: str, chunk: Chunk) -> str:
    (span,) = chunk.spans
    return text[span.start : span.end]


def test_cuts_only_before_questions() -> None:
    found = chunks(REFUNDS)
    assert [chunk.text.splitlines()[0] for chunk in found] == [
        "# Refund questions",
        "The following applies to all yearly plans:",
        "## How long does the money take?",
    ]
    assert all(chunk.text == body(REFUNDS, chunk) for chunk in found)


def test_a_long_answer_is_cut_between_sentences_and_repeats_its_question() -> None:
    parts = [chunk for chunk in chunks(REFUNDS, 250) if chunk.metadata["unit_id"] == "faq.md#1"]
    assert [chunk.text for chunk in parts] == [
        (
            "The following applies to all yearly plans:\n\n## Can a yearly plan be returned?\n\n"
            "Yes, within 21 days of the renewal. If the plan was used for more than 3 projects, then 60 percent is "
            "paid back.\nUnless the plan was a present."
        ),
        (
            "## Can a yearly plan be returned?\n\nA manager approves it within 2 to 4 working days.\n\n"
            "Not paid back are:\n\n1. add-ons over 15 EUR\n2. vouchers\n\nThe rule is in force since 4 May 2023. Older "
            "plans follow older rules."
        ),
        "## Can a yearly plan be returned?\n\nThey ended with version 2.4.1 of the terms.",
    ]
    assert [(c.metadata["part"], c.metadata["part_count"]) for c in parts] == [(1, 3), (2, 3), (3, 3)]
    assert all(chunk.metadata["has_question_line"] for chunk in parts)
    assert [REFUNDS[a:b] for a, b in parts[1].metadata["protected_spans"]] == [
        "2 to 4 working days", "15 EUR", "4 May 2023",
    ]  # fmt: skip


def test_questions_inside_a_long_answer_are_units_of_their_own() -> None:
    page = "## Why?\n\nBecause it is so.\n\n**And then?**\n\nNothing at all follows.\n"
    assert len(chunks(page, 200)) == 1
    assert [chunk.text.split("\n")[0] for chunk in chunks(page, 40)] == ["## Why?", "**And then?**"]


def test_a_heading_goes_with_the_question_below_it() -> None:
    page = "Intro.\n\n# Billing\n\n**Who pays?**\n\nYou.\n\n## More\n\n**Who else?**\n\nNobody.\n"
    assert [chunk.text.split("\n")[0] for chunk in chunks(page)] == ["Intro.", "# Billing", "## More"]


def test_questions_over_one_answer_stay_together() -> None:
    page = "## Can I?\n\n## May I?\n\nYes, you can do it. It is good. It is fine.\n"
    assert len(chunks(page)) == 1
    assert [c.text for c in chunks(page, 42)][-1].startswith("## Can I?\n## May I?\n\n")


def test_questions_of_front_matter_and_summaries() -> None:
    page = (
        "---\nfaq:\n  - question: Why?\n    answer: So.\nother: 1\n---\n"
        "<details>\n<summary>How?</summary>\n\nThus.\n\n</details>\n<details><summary>When?</summary>\n\nNow.\n\n</details>\n"
    )
    assert [chunk.text for chunk in chunks(page)] == [
        "  - question: Why?\n    answer: So.".strip(),
        "<details>\n<summary>How?</summary>\n\nThus.\n\n</details>",
        "<details><summary>When?</summary>\n\nNow.\n\n</details>",
    ]


def test_sentences_rows_and_lines_stay_whole_even_if_they_are_longer() -> None:
    page = (
        "This sentence is longer than the size of a chunk.\n\n| head | b |\n|---|---|\n| a row | x |\n| row two | y |\n"
    )
    assert [chunk.text for chunk in chunks(page, 20)] == [
        "This sentence is longer than the size of a chunk.",
        "| head | b |\n|---|---|\n| a row | x |",
        "| row two | y |",
    ]


def test_a_part_does_not_end_with_a_number() -> None:
    page = "The list has words in it. It counts up to 45. Then it stops there. And it goes on.\n"
    assert [chunk.text for chunk in chunks(page, 46)] == [
        "The list has words in it.",
        "It counts up to 45. Then it stops there. And it goes on.",
    ]


@pytest.mark.parametrize("unit", ["characters", "words", "tokens"])
def test_units_of_the_size(unit: str) -> None:
    page = "## Why?\n\n" + "So it is said here. " * 40
    assert len(chunks(page, 40, unit)) > 1
    assert len(chunks(page, 4000, unit)) == 1


def test_blank_pages() -> None:
    assert chunks("") == chunks("\n \n") == chunks("---\ntitle: x\n---\n") == []


LINES = [
    "## What is it?", "# Title", "**How much is 12 EUR?**", "Q: How long? It takes 5 days.",
    "It costs 12.50 EUR a month.",
    "If it is late, then 40 percent is paid. Otherwise 7.", "Unless it was 3 days late.",
    "- up to 512 MB", "1. step 1",
    "The following applies to all 9 plans.", "Do this:", "```", "| a 1 | b 2 |", "|---|---|", "| 5 GB | 8 |",
    "> On 3 May 2024 it",
    "> ended. It was 6.", "<details><summary>Is it 4?</summary>", "</details>",
    "See [part 2. Or 3](x.md#4).", "", "", "", "",
]  # fmt: skip
PAGE = st.lists(st.sampled_from(LINES), min_size=1, max_size=14).map("\n".join)
NUMBER = re.compile(r"\d+(?:\.\d+)?")


@settings(max_examples=600, deadline=None)
@given(PAGE, st.sampled_from([30, 60, 120, 400]))
def test_every_word_and_number_is_in_exactly_one_chunk(text: str, size: int) -> None:
    found = chunks(text, size)
    spans = [span for chunk in found for span in chunk.spans]
    assert all(a.end <= b.start for a, b in pairwise(spans))
    assert "".join("".join(body(text, chunk).split()) for chunk in found) == "".join(text.split())
    assert [n for chunk in found for n in NUMBER.findall(body(text, chunk))] == NUMBER.findall(text)
    for chunk in found:
        assert chunk.text == chunk.added + body(text, chunk)
        assert body(text, chunk) == body(text, chunk).strip() != ""


@settings(max_examples=600, deadline=None)
@given(PAGE, st.sampled_from([30, 60, 120, 400]))
def test_no_unit_that_fits_is_cut(text: str, size: int) -> None:
    spans = [span for chunk in chunks(text, size) for span in chunk.spans]
    reached = 0
    for unit in units(Document(text), ["answer"]):
        start, end = unit.spans[0].start, unit.spans[-1].end
        outer = start >= reached  # questions inside of an answer that fits belong to it
        if end - start <= size and outer:
            reached = end
            assert any(a <= start and end <= b for a, b in spans)
    for unit in units(Document(text), ["protected", "condition"]):
        if unit.spans[-1].end - unit.spans[0].start <= size:
            assert any(a <= unit.spans[0].start and unit.spans[-1].end <= b for a, b in spans), unit


@settings(max_examples=600, deadline=None)
@given(PAGE, st.sampled_from([30, 60, 120]))
def test_continuations_carry_the_question(text: str, size: int) -> None:
    found = chunks(text, size)
    for chunk in found:
        part, count = chunk.metadata["part"], chunk.metadata["part_count"]
        together = [c for c in found if c.metadata["unit_id"] == chunk.metadata["unit_id"]]
        assert [c.metadata["part"] for c in together] == list(range(1, count + 1))
        assert bool(chunk.added) == (part > 1 and chunk.metadata["has_question_line"])
        if chunk.added:
            lines = chunk.added.strip().split("\n")
            assert all(line in text for line in lines)
            assert lines[0] in together[0].text


def test_many_questions_take_linear_time() -> None:
    page = "".join(f"## What is {i}?\n\nIt is {i} GB. It is so. And it is not.\n\n" for i in range(10_000))
    assert len(chunks(page)) == 10_000
    assert len(chunks(page, 20)) > 10_000
