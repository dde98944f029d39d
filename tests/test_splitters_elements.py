"""Splitters that put elements of the parsed page together, and the one that goes by levels."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklint.document import Document
from chunklint.document.dialects import DIALECTS
from chunklint.splitters.chunk import Chunk, Limits
from chunklint.splitters.elements import docling, unstructured, vertex, windows
from chunklint.splitters.presets import PRESETS
from chunklint.splitters.semantic import semantic_text_splitter
from tests.strategies import COMMONMARK, DIRECTIVES, DISPUTED, pages

PAGES = pages([*COMMONMARK, *DISPUTED, *DIRECTIVES, "# A", "## B", "some more words here", ""], ("\n", "\r\n"))
PLANS = """# Plans

Short words first.

## Prices

| Plan | Seats | Price |
| --- | --- | --- |
| Solo | 1 | 4 EUR |
| Duo | 2 | 7 EUR |
| Crew | 20 | 60 EUR |

Taxes are added.

- in Rome
- in Oslo

## Code

```sh
plan --list
```
"""
HEADER = "| Plan | Seats | Price |"


def texts(chunks: list[Chunk]) -> list[str]:
    return [chunk.text for chunk in chunks]


def test_unstructured_isolates_tables_and_combines_short_sections() -> None:
    assert texts(list(unstructured(Document(PLANS), Limits(500)))) == [
        "Plans\n\nShort words first.\n\nPrices",
        f"{HEADER}\n| Solo | 1 | 4 EUR |\n| Duo | 2 | 7 EUR |\n| Crew | 20 | 60 EUR |",
        "Taxes are added.\n\nin Rome\n\nin Oslo\n\nCode\n\nplan --list",
    ]


def test_unstructured_starts_at_a_title_what_does_not_fit_with_the_section_before() -> None:
    page = "# One\n\nAbout forty characters of text are here.\n\n# Two\n\nMore.\n"
    assert texts(list(unstructured(Document(page), Limits(50)))) == [
        "One\n\nAbout forty characters of text are here.",
        "Two\n\nMore.",
    ]
    assert texts(list(unstructured(Document(page), Limits(24)))) == [
        "One",
        "About forty characters",
        "of text are here.",
        "Two\n\nMore.",
    ]


def test_rows_repeat_their_header() -> None:
    chunks = list(unstructured(Document(PLANS), Limits(56)))
    rows = [chunk for chunk in chunks if HEADER in chunk.text]
    assert texts(rows) == [
        f"{HEADER}\n| Solo | 1 | 4 EUR |",
        f"{HEADER}\n| Duo | 2 | 7 EUR |",
        f"{HEADER}\n| Crew | 20 | 60 EUR |",
    ]
    assert [chunk.added for chunk in rows] == ["", f"{HEADER}\n", f"{HEADER}\n"]


def test_docling_merges_peers_under_their_headings() -> None:
    chunks = list(docling(Document(PLANS), Limits(256, 0, "tokens")))
    assert [(chunk.headings, chunk.added) for chunk in chunks] == [
        (("Plans",), "Plans\n"),
        (("Plans", "Prices"), "Plans\nPrices\n"),
        (("Plans", "Code"), "Plans\nCode\n"),
    ]
    assert chunks[1].text.endswith("| Crew | 20 | 60 EUR |\nTaxes are added.\nin Rome\nin Oslo")


def test_docling_repeats_the_header_row_behind_the_headings() -> None:
    chunks = list(docling(Document(PLANS), Limits(70)))
    assert f"Plans\nPrices\n{HEADER}\n" in [chunk.added for chunk in chunks]
    assert all(chunk.text.startswith(chunk.added) for chunk in chunks)


def test_docling_drops_headings_that_take_all_the_room() -> None:
    (chunk,) = docling(Document("# A heading that is long\n\nText.\n"), Limits(10))
    assert (chunk.text, chunk.headings) == ("Text.", ())


def test_vertex_has_only_the_heading_of_the_section() -> None:
    assert texts(list(vertex(Document(PLANS), Limits(500, 0, "tokens")))) == [
        "Plans\n\nShort words first.",
        (f"Prices\n\n{HEADER}\n| Solo | 1 | 4 EUR |\n| Duo | 2 | 7 EUR |\n| Crew | 20 | 60 EUR |\n\n"
        "Taxes are added.\n\nin Rome\n\nin Oslo"),
        "Code\n\nplan --list",
    ]  # fmt: skip


@settings(max_examples=500, deadline=None)
@given(PAGES, st.sampled_from(DIALECTS), st.sampled_from(["unstructured", "docling", "vertex"]), st.integers(5, 60))
def test_spans_are_what_the_text_keeps(text: str, dialect: str, preset: str, size: int) -> None:
    document = Document(text, dialect=dialect)
    for chunk in PRESETS[preset].split(document, Limits(size)):
        assert chunk.spans
        assert list(chunk.spans) == sorted(chunk.spans)
        kept = "".join("".join(document.source(span) for span in chunk.spans).split())
        assert chunk.text.startswith(chunk.added)
        assert "".join(chunk.text[len(chunk.added) :].split()) == kept


@settings(max_examples=500, deadline=None)
@given(PAGES, st.sampled_from(["unstructured", "vertex"]), st.integers(5, 60))
def test_a_chunk_fits_or_is_a_row(text: str, preset: str, size: int) -> None:
    for chunk in PRESETS[preset].split(Document(text), Limits(size)):
        assert len(chunk.text) <= size or "|" in chunk.text


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ab \n", max_size=80), st.integers(1, 12))
def test_windows(text: str, size: int) -> None:
    found = list(windows(text, len, size))
    assert all(0 < end - start <= size for start, end in found)
    assert "".join("".join(text[start:end].split()) for start, end in found) == "".join(text.split())


def semantic(text: str, size: int, overlap: int = 0) -> list[str]:
    chunks = list(semantic_text_splitter(Document(text), Limits(size, overlap)))
    for chunk in chunks:
        ((start, end),) = chunk.spans
        assert chunk.text == text[start:end]
    return texts(chunks)


LEVELS = (
    "# Top\n\nWords are here. Others follow.\n\n- one item\n- item two\n\n```py\na = 1\nb = 2\n```\n\n"
    "| x | y |\n|---|---|\n| 5 | 6 |\n\n## Next\n\nsome `inline code` and [a link](u://v).\n"
)


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (
            45,
            [
                "# Top\n\nWords are here. Others follow.", "- one item\n- item two\n\n```py\na = 1\nb = 2\n```",
                "| x | y |\n|---|---|\n| 5 | 6 |", "## Next",
                "some `inline code` and [a link](u://v).",
            ],
        ),
        (
            12,
            [
                "# Top", "Words are", "here.", "Others", "follow.", "- one item", "- item two", "```py",
                "a = 1\nb = 2", "```", "| x | y |", "|---|---|", "| 5 | 6 |", "## Next", "some", "`inline code",
                "` and",
                "[a link](u:/", "/v).",
            ],
        ),
    ],
)  # fmt: skip
def test_semantic_text_splitter_goes_down_the_levels(size: int, expected: list[str]) -> None:
    assert semantic(LEVELS, size) == expected


def test_semantic_text_splitter_with_overlap() -> None:
    assert semantic("- aa bb\n- cc dd\n- ee ff\n", 16, 8) == ["- aa bb\n- cc dd", "- cc dd\n- ee ff"]


@settings(max_examples=500, deadline=None)
@given(PAGES, st.integers(1, 60))
def test_semantic_text_splitter_keeps_all_and_fits(text: str, size: int) -> None:
    chunks = semantic(text, size)
    assert "".join("".join(chunks).split()) == "".join(text.split())
    assert all(len(chunk) <= size for chunk in chunks)
