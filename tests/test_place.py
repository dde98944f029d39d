"""Stored chunks in their page, also those that an edit of the page has parted from it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint import split
from chunklint.splitters.alike import Alike
from chunklint.stores.assign import assign
from chunklint.stores.by_text import ByText
from chunklint.stores.place import place
from chunklint.stores.record import Stored
from tests.conftest import NAMES
from tests.strategies import COMMONMARK, pages

PAGE = (
    "# Lockers\n\nA locker can be kept for 30 days from the first day of its use. Then it is emptied by the staff.\n\n"
    "## Fees\n\nA small locker costs 2 EUR a day, and a large one costs 4 EUR a day in the main hall.\n\n"
    "## Keys\n\nA lost key costs 15 EUR, which the deposit covers if it has been paid in full.\n"
)


def stored(*texts: str) -> list[Stored]:
    return [Stored(text, f"c{number}") for number, text in enumerate(texts, 1)]


def spans(text: str, *texts: str) -> list[str]:
    return ["|".join(text[a:b] for a, b in chunk.spans) for chunk in place(text, stored(*texts)).chunks]


def test_chunks_stand_where_their_text_does() -> None:
    found = place(PAGE, stored("# Lockers", "A locker can be kept for 30 days", "A small  locker costs\n2 EUR"))
    assert [one.id for one in found.records] == ["c1", "c2", "c3"]
    assert found.exact == (True, True, False)
    assert not found.stale


@pytest.mark.parametrize("added", ["[Lockers > Fees] ", "Fees\n\n", "This is about\nfees of lockers\nin the hall.\n"])
def test_what_is_put_in_front_is_added_text(added: str) -> None:
    [chunk] = place(PAGE, stored(added + "A small locker costs 2 EUR a day")).chunks
    assert chunk.added == added or added == "Fees\n\n"
    assert PAGE[chunk.spans[-1].start : chunk.spans[-1].end].endswith("costs 2 EUR a day")


def test_a_page_that_changed() -> None:
    old = PAGE[PAGE.index("A locker") : PAGE.index("## Fees")].replace("30 days", "14 days")
    [stale] = place(PAGE, stored(old)).stale
    assert (stale.was, PAGE[slice(*stale.at)].strip()) == ("14", "30")
    assert spans(PAGE, old) == [
        "A locker can be kept for|days from the first day of its use. Then it is emptied by the staff."
    ]


def test_a_word_that_was_changed_is_found_in_every_chunk_that_has_it() -> None:
    """Any word of the page but those so near to the ends of a chunk that no four words stand beside them."""
    chunks = split(PAGE, "langchain:160/40")
    for match in re.finditer(r"\w+", PAGE):
        page = f"{PAGE[: match.start()]}otherwise{PAGE[match.end() :]}"
        inside = [
            index
            for index, chunk in enumerate(chunks)
            if chunk.spans[0].start + 30 <= match.start() and match.end() + 30 <= chunk.spans[-1].end
        ]
        found = place(page, stored(*(chunk.text for chunk in chunks))).stale
        told = {int(one.stored.id[1:]) - 1: one for one in found}
        assert set(inside) <= set(told), match
        for index in inside:
            assert "otherwise" in page[slice(*told[index].at)], (match, told[index])
            assert match[0] in told[index].was


def test_text_that_was_taken_out_or_put_in_at_an_end() -> None:
    gone = "A lost key costs 15 EUR, which the deposit covers if it has been paid in full. Ask for it at the desk."
    [stale] = place(PAGE, stored(gone)).stale
    assert stale.was == "Ask for it at the desk."
    assert stale.at.start == PAGE.index("in full.") + 8
    [stale] = place(PAGE, stored("Mind this: " + PAGE[PAGE.index("A lost") :].rstrip())).stale
    assert stale.was == "Mind this:"
    assert stale.at.start == PAGE.index("A lost")


def test_another_text_is_nowhere() -> None:
    found = place(PAGE, stored("Boats are let by the hour at the pier, and by the day in winter.", "---", "", " \n"))
    assert not found.chunks
    assert [(one.stored.id, one.parts) for one in found.stale] == [("c1", ()), ("c2", ())]


def test_headings_that_are_repeated_and_code_that_is_left_out_are_no_change() -> None:
    page = (
        PAGE
        + "\n## How to pay { #pay }\n\nPay at the desk of the hall with:\n\n```\npay\n```\n\nThen go.\n\n```\ngo\n```\n"
    )
    page += "\nIt costs no more than the list in the main hall says.\n"
    text = "Lockers\nHow to pay\nPay at the desk of the hall with: Then go. It costs no more than the list in the main"
    assert not place(page, stored(text)).stale
    [stale] = place(page, stored(text.replace("Then go", "Then stay"))).stale
    assert stale.was.strip(": .") == "Then stay"


def test_parts_that_stand_apart() -> None:
    """As a header splitter makes them of two sections with one heading."""
    both = "A locker can be kept for 30 days from the first day of its use.\n\nA lost key costs 15 EUR, which"
    found = place(PAGE, stored(both))
    assert not found.stale
    assert [PAGE[a:b] for a, b in found.chunks[0].spans] == both.split("\n\n")


def test_short_lines_that_stand_apart() -> None:
    page = "# Fees\n\nYes.\n\n# Keys\n\nNo.\n\n# Fees\n\nFor now.\n- a\nToo.\n- b\n  So.\n- c\nAt once.\n"
    assert spans(page, "Yes.\nFor now.\nToo.\nSo.\nAt once.") == ["Yes.|For now.|Too.|So.|At once."]
    assert place(page, stored("Yes.\nFor now.\nSo.\nToo.\nAt last.")).stale


def test_runs_of_words_are_looked_up_near_the_chunk_before() -> None:
    source = "The fee is paid in cash.\n\nHere it is not so. The fee is paid in cash."
    parts, share = Alike(source).parts("The fee is paid in cash", 30)
    assert (share, [part.source for part in parts]) == (1.0, [(45, 68)])


def test_a_text_of_one_word_without_end_takes_no_time() -> None:
    parts, _ = Alike("so " * 100_000).parts("so " * 100_000)
    assert parts


# Those that take nothing out of a page but marks and white space.
OTHERS = ("unstructured", "docsearch", "docling", "vertex", "dify")
BARE = [name for name in NAMES if name not in OTHERS]


@given(pages(COMMONMARK, ("\n", "\r\n")), st.sampled_from(BARE))
def test_chunks_of_any_page_are_found(source: str, name: str) -> None:
    """Whatever a preset makes of a page is in the page: nothing of it is stale."""
    chunks = [chunk for chunk in split(source, name) if re.search(r"\w", chunk.text.removeprefix(chunk.added))]
    found = place(source, stored(*(chunk.text for chunk in chunks)))
    assert [one.stored.text for one in found.stale] == []


def numbered(*records: Stored) -> list[tuple[int, Stored]]:
    return list(enumerate(records))


OTHER = "# Boats\n\nBoats are let by the hour at the pier, and by the day in winter if the lake is not frozen.\n"
TEXTS = {"docs/en/lockers.md": PAGE, "docs/de/lockers.md": PAGE.replace("locker", "Fach"), "docs/boats.md": OTHER}


def test_pages_by_source_then_by_text() -> None:
    found = assign(
        numbered(
            Stored(PAGE[11:90], source="docs/en/lockers.md"),
            Stored(TEXTS["docs/de/lockers.md"][11:90], source="lockers.md"),  # may be either
            Stored(OTHER[9:80]),
            Stored("Old words.", source="old.md"),
            Stored("Words of nobody here, whoever wrote them down, and wherever that was."),
        ),
        list(TEXTS),
        TEXTS.__getitem__,
    )
    assert {name: [number for number, _ in own] for name, own in found.of.items()} == {
        "docs/en/lockers.md": [0], "docs/de/lockers.md": [1], "docs/boats.md": [2]
    }  # fmt: skip
    assert list(found.gone) == ["old.md"]
    assert [number for number, _ in found.lost] == [4]


def test_sources_that_name_no_page_at_all_are_not_paths() -> None:
    found = assign(numbered(Stored(OTHER[9:80], source="5d921d00-a818")), list(TEXTS), TEXTS.__getitem__)
    assert list(found.of) == ["docs/boats.md"]
    assert not found.gone


def test_a_single_page_needs_no_look() -> None:
    found = assign(numbered(Stored("Yes.")), ["a.md"], lambda _: pytest.fail("not asked for"))
    assert list(found.of) == ["a.md"]


def test_pages_by_text_are_those_with_most_of_it() -> None:
    texts = ByText(TEXTS.items())
    assert texts.of(OTHER) == "docs/boats.md"
    assert texts.of(PAGE) == "docs/en/lockers.md"
    assert texts.of(PAGE, ["docs/boats.md"]) is None
