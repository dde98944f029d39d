"""Answer units: what belongs together, where it stands, and what is none."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklint.document import Document
from chunklint.document.dialects import DIALECTS
from chunklint.units import Kind, Unit, units
from tests.strategies import COMMONMARK, DIRECTIVES, DISPUTED, pages

WORDS = [
    "It costs $4.50, i.e. 12 EUR a month. If you pay, you get 3 GB.", "Unless it was sold.", "Do this:", "## Why?",
    "**How long?**", "See [the docs](https://x.example/a) and `a b`.", "On 3 May 2024, 45 days", "| 5 GB | 3 % |",
    "标准商品可以在三十天内退货。数字商品不可以！", "Q: Is it? Yes.", "<details><summary>What?</summary>", "</details>",
]  # fmt: skip
PAGES = pages([*COMMONMARK, *DISPUTED, *DIRECTIVES, *WORDS], ("\n", "\r\n"))


def found(text: str, *kinds: Kind, language: str = "en") -> list[tuple[str, ...]]:
    document = Document(text, language=language)
    return [tuple(document.source(span) for span in unit.spans) for unit in units(document, kinds)]


def labels(text: str) -> list[tuple[str, str]]:
    document = Document(text)
    return [(unit.label, document.source(unit.at)) for unit in units(document, ["protected"])]


@settings(max_examples=500, deadline=None)
@given(PAGES, st.sampled_from(DIALECTS))
def test_spans_are_sorted_and_inside_of_the_page(text: str, dialect: str) -> None:
    document = Document(text, dialect=dialect)
    for unit in units(document):
        assert unit.spans
        assert all(0 <= span.start < span.end <= len(text) for span in (*unit.spans, unit.at))
        assert all(a.end <= b.start for a, b in pairwise(unit.spans)), unit
        assert unit.section in (document.root, *document.sections)


@settings(max_examples=500, deadline=None)
@given(PAGES, st.sampled_from(DIALECTS))
def test_a_finding_stands_in_its_unit(text: str, dialect: str) -> None:
    for unit in units(Document(text, dialect=dialect)):
        assert unit.spans[0].start <= unit.at.start < unit.spans[-1].end
        assert any(span.start == unit.at.start for span in unit.spans)


@settings(max_examples=500, deadline=None)
@given(PAGES)
def test_sentences_and_protected_text_have_no_blanks_around_them(text: str) -> None:
    document = Document(text)
    for unit in units(document, ["sentence", "protected"]):
        for span in unit.spans:
            assert document.source(span) == document.source(span).strip()


def test_sentences() -> None:
    page = "> First one here. Second goes\n> on there.\n\n- a fragment of an item\n\nOne line  \nand another\n"
    assert found(page, "sentence") == [
        ("First one here.",),
        ("Second goes", "on there."),
        ("a fragment of an item",),
        ("One line",),
        ("and another",),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Optional.",
        "[Home](/) [Guide](/guide)",
        "- [Home](/)\n- [The long guide](/guide)",
        "[![build](b.svg)](https://ci.example) ![a picture of it](p.png)",
        "<img src='a b c.png'>",
        "{{ site.title }}",
        "{% for item in site.items %} {{ item.name }} is here {% endfor %}",
        "Copyright 2024 The Authors. ",
        "<!-- a whole sentence in a comment. -->",
        "```\nOne sentence of code.\n```",
        "https://example.org/a/long/address",
        "---\ntitle: A title with words\n---\n",
        "12 345",
        "---",
    ],
)
def test_what_is_no_sentence(text: str) -> None:
    assert found(text, "sentence") == []


def test_the_section_of_a_unit() -> None:
    document = Document("Top of it.\n\n# A\n\nIn A it is.\n\n## B\n\n- In B it is.\n")
    assert [unit.section.path for unit in units(document, ["sentence"])] == [(), ("A",), ("A", "B")]


def test_answers_of_every_kind() -> None:
    page = """---
faq:
  - question: How long?
    answer: Two days.
---
# Shop

## Which cards?

All.

- but one

**In cash?**
No.

Never.

Q: By mail? Yes.

<details><summary>Abroad?</summary>

Not yet.

</details>
"""
    assert found(page, "answer") == [
        ("  - question: How long?\n    answer: Two days.",),
        (
            "## Which cards?", "All.", "- but one", "**In cash?**\nNo.", "Never.", "Q: By mail? Yes.",
            "<details><summary>Abroad?</summary>", "Not yet.",
        ),
        ("**In cash?**\nNo.", "Never."),
        ("Q: By mail? Yes.", "<details><summary>Abroad?</summary>", "Not yet."),
        ("<summary>Abroad?</summary>", "Not yet."),
    ]  # fmt: skip


def test_questions_over_one_answer_are_one_unit() -> None:
    assert found("## Can I?\n\n## May I?\n\nYes.\n", "answer") == [("## Can I?", "## May I?", "Yes.")]


def test_a_question_without_an_answer_of_its_own_is_none() -> None:
    assert found("## Can I?\n\n### In Rome\n\nYes.\n\n## Why?\n", "answer") == []


def test_a_lead_in_to_the_next_question_is_not_in_the_answer() -> None:
    page = "## Can I?\n\nYes.\n\nThe following applies to all of them.\n\n## Why?\n\nSo.\n"
    assert found(page, "answer") == [("## Can I?", "Yes."), ("## Why?", "So.")]


def test_rows() -> None:
    page = "| a | b |\n|---|---|\n| 1 | 2 |\n| | |\n| 3 | |\n\n| | |\n|---|---|\n| x | y |\n"
    assert found(page, "row") == [("| a | b |", "| 1 | 2 |"), ("| a | b |", "| 3 | |")]


def test_steps() -> None:
    page = (
        "Text. Do this:\n\n1. one\n   1. inner\n   2. list\n2. two\n\nWords.\n\n1. a\n2. b\n\n"
        "These do:\n- x\n- y\n\n- z\n"
    )
    assert found(page, "steps") == [
        ("Do this:", "1. one\n   1. inner\n   2. list\n2. two"),
        ("1. a\n2. b",),
        ("These do:", "- x\n- y\n\n- z"),
    ]


@pytest.mark.parametrize(
    "page", ["- a\n- b\n", "1. only\n", "See also:\n\n- [a](b)\n- [c](d)\n", "1. [a](#a)\n2. [b](#b)\n"]
)
def test_what_are_no_steps(page: str) -> None:
    assert found(page, "steps") == []


def test_code() -> None:
    page = (
        "Words. Run it:\n\n```sh\nrun\n\n```\n\n    indented\n\n```\n```\n\n"
        "```\nCopyright (c) 2024\n```\n\n```py\nopen\n"
    )
    document = Document(page)
    assert [[document.source(span) for span in unit.spans] for unit in units(document, ["code"])] == [
        ["Run it:", "```sh\nrun", "```"],
        ["indented"],
        ["```py\nopen"],
    ]
    assert [document.source(unit.at) for unit in units(document, ["code"])] == [
        "```sh\nrun",
        "indented",
        "```py\nopen",
    ]


CONDITIONS = """# Returns

Items can be returned. This does not apply to gifts. If it is late, we pay. Check if it works.

Orders within 30 days:

- in the shop

Unless it was sold.
"""


def test_conditions() -> None:
    assert found(CONDITIONS, "condition") == [
        ("Orders within 30 days:", "- in the shop", "Unless it was sold."),
        ("Items can be returned.", "This does not apply to gifts."),
        ("If it is late, we pay.",),
    ]


def test_a_language_without_word_lists_has_no_conditions() -> None:
    assert found(CONDITIONS, "condition", language="de") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("at most 512 MB of it", [("quantity", "512 MB")]),
        ("5 to 10 business days", [("quantity", "5 to 10 business days")]),
        ("a 45-day window", [("quantity", "45-day")]),
        ("holds 3.5\nGB now", [("quantity", "3.5\nGB")]),
        ("costs $4.50, 12 EUR or EUR 9", [("price", "$4.50"), ("price", "12 EUR"), ("price", "EUR 9")]),
        ("15 % or 15 percent", [("percentage", "15 %"), ("percentage", "15 percent")]),
        ("from 2024-03-01 to 3 May 2024", [("date", "2024-03-01"), ("date", "3 May 2024")]),
        ("on March 3rd, 2025", [("date", "March 3rd, 2025")]),
        ("with v1.2 and 3.11.4-rc1", [("version", "v1.2"), ("version", "3.11.4-rc1")]),
        ("see https://a.example/b_(c).", [("address", "https://a.example/b_(c")]),
        ("or <https://a.example>", [("address", "<https://a.example>")]),
        ("[the `5 GB` text](a.md \"5 MB\") x", [("link", "[the `5 GB` text](a.md \"5 MB\")")]),
        ("`a 5 MB b` and ``c ` d``", [("code", "`a 5 MB b`"), ("code", "``c ` d``")]),
        ("![5 MB](a.png) <b title='5 GB'>x</b>", []),
        ("you may 5 times, in 3 ways, a 5 by 4", []),
        ("x86 64bit a1s", []),
        ("| `x` | b |\n|---|---|\n| 5 GB | 7 |", [("code", "`x`"), ("quantity", "5 GB")]),
    ],
)  # fmt: skip
def test_protected_text(text: str, expected: list[tuple[str, str]]) -> None:
    assert labels(text) == expected


def test_protected_text_over_the_lines_of_a_quote() -> None:
    assert found("> It takes 5\n> days.", "protected") == [("5", "days")]


HOSTILE = {
    "lists": lambda n: "".join("  " * (i % 60) + "- an item\n" for i in range(n // 80)),
    "table": lambda n: "| a | b |\n|---|---|\n" + "| 5 GB | `x` [l](u) |\n" * (n // 22),
    "questions": lambda n: "".join(f"## What is {i}?\n\nIt is.\n\n" for i in range(n // 25)),
    "summaries": lambda n: "<details><summary>What?</summary>\n\nIt is.\n\n" * (n // 40),
    "ticks": lambda n: " ".join("`" * i for i in range(1, int((2 * n) ** 0.5))),
    "comments": lambda n: "a " + "<!-- " * (n // 5),
    "shortcodes": lambda n: "a<" + "{{< " * (n // 4),
    "blanks": lambda n: "[a](" + " " * n + "x",
    "brackets": lambda n: "[" * (n // 6) + "a" + "](x)" * (n // 6),
    "images": lambda n: "![" * (n // 2),
    "numbers": lambda n: "1 to " * (n // 5),
    "dots": lambda n: "1." * (n // 2),
    "exceptions": lambda n: "Unless it is. " * (n // 14),
    "quotation marks": lambda n: "“a. " * (n // 4),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_is_linear(name: str) -> None:
    def seconds(size: int) -> float:
        document = Document(HOSTILE[name](size))
        _ = document.sections
        start = time.process_time()
        for _unit in units(document):
            pass
        return time.process_time() - start

    seconds(1000)  # word lists and patterns
    small, large = seconds(15_000), seconds(120_000)
    assert large < 30 * max(small, 0.01)  # eight times as much text; quadratic time would be 64 times as long


def test_kinds_are_given_in_the_order_asked_for() -> None:
    given: list[Unit] = list(units(Document("A sentence with 5 GB."), ["protected", "sentence"]))
    assert [unit.kind for unit in given] == ["protected", "sentence"]
