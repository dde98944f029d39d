"""Texts of chunks found in their page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint import Chunk, split
from chunklint.document import Span
from chunklint.splitters import find
from chunklint.splitters.align import Aligned, Aligner, align
from chunklint.splitters.presets import PRESETS
from tests.conftest import NAMES
from tests.strategies import COMMONMARK, pages

SOURCE = "# Oars\n\nAn oar is kept dry.\nIt is oiled in May.\n\nAn oar is kept dry.\n"


def found(*texts: str) -> list[tuple[int, int, bool] | None]:
    return [one and (*one.spans[0], one.exact) for one in align(SOURCE, texts)]


def test_exact_but_for_white_space_at_the_ends() -> None:
    assert found("# Oars\n\n", "\n  An oar is kept dry.\n") == [(0, 6, True), (8, 27, True)]


def test_overlap() -> None:
    assert found("An oar is kept dry.", "oar is kept dry.\nIt is", "is oiled in May.") == [
        (8, 27, True), (11, 33, True), (31, 47, True)
    ]  # fmt: skip


def test_repeated_text_is_told_apart_by_its_order() -> None:
    assert found("An oar is kept dry.", "An oar is kept dry.") == [(8, 27, True), (49, 68, True)]
    assert found("It is oiled in May.", "An oar is kept dry.") == [(28, 47, True), (49, 68, True)]


def test_what_is_not_below_the_last_text_is_looked_for_from_the_top() -> None:
    assert found("It is oiled in May.", "# Oars") == [(28, 47, True), (0, 6, True)]


def test_white_space_may_differ() -> None:
    assert found("An oar  is kept dry. It is\toiled\u00a0in May.", "# Oars An oar") == [(8, 47, False), (0, 14, False)]
    assert found("It is\noiled", "An  oar is kept dry.", "An  oar is kept dry.") == [
        (28, 39, False), (49, 68, False), (8, 27, False)
    ]  # fmt: skip


def test_what_is_not_in_the_page_is_nowhere_and_parts_nothing() -> None:
    assert found("[Oars] An oar", "", " \n", "an oar", "It is oiled in May.") == [
        None,
        None,
        None,
        None,
        (28, 47, True),
    ]
    assert list(align("", ["An oar"])) == [None]


PAGE = (
    "# Kayaks\n\nFirst comes the hull of cedar.  It weighs nine kilos.\nA second line says so too.\n\n"
    "## Paddles\n\n- ash for rivers\n- spruce for lakes\n\n> Quoted lines stay here.\n> They go on below.\n\n"
    "```sh\nkayak build --wood cedar\n\n    kayak test --water lake\n```\n\n"
    "| Part | Wood |\n| --- | --- |\n| deck | larch |\n"
    "\n### Where is it stored?\n\nUnder the roof, unless snow lies there; then inside.\n\tTabs end\u00a0this page.\n"
)


def occurs_once(source: str, chunk: Chunk) -> bool:
    """Whether the source of a chunk is its text, but for white space, and stands in the page once."""
    packed, text = "".join(source.split()), "".join(chunk.text.split())
    at = packed.find(text)
    own = source[chunk.spans[0].start : chunk.spans[-1].end]
    return bool(text) and "".join(own.split()) == text and packed.find(text, at + 1) < 0


def ends(source: str, chunk: Chunk) -> Span:
    """From the first to the last sign of a chunk that is no white space."""
    start, end = chunk.spans[0].start, chunk.spans[-1].end
    own = source[start:end]
    return Span(start + len(own) - len(own.lstrip()), start + len(own.rstrip()))


def aligned_to_their_own(source: str, chunks: list[Chunk]) -> int:
    """How many of the chunks stand once in the page; each of them must be found where it was cut out."""
    known = 0
    for chunk, one in zip(chunks, align(source, [chunk.text for chunk in chunks]), strict=True):
        if occurs_once(source, chunk):
            known += 1
            body = chunk.text.strip()
            assert one == Aligned((ends(source, chunk),), body in source), chunk
    return known


@pytest.mark.parametrize("name", NAMES)
def test_chunks_of_presets_are_found_where_they_were_cut_out(name: str) -> None:
    sizes = [""] if not PRESETS[name].limits.size else [":12/3", ":9", ":60/20", ""]
    for size in sizes:
        chunks = split(PAGE, name + size)
        known = aligned_to_their_own(PAGE, chunks)
        plain = [chunk for chunk in chunks if not chunk.added and len(chunk.spans) == 1 and len(chunk.text) > 24]
        assert known >= len(plain), (size, known, len(plain))  # longer runs of this page never repeat


def test_the_property_is_not_about_nothing() -> None:
    assert aligned_to_their_own(PAGE, split(PAGE, "langchain:60/20")) > 8


@given(pages(COMMONMARK, ("\n", "\r\n")), st.sampled_from(NAMES), st.integers(2, 40), st.data())
def test_chunks_of_any_page_and_size(source: str, name: str, size: int, data: st.DataObject) -> None:
    words = f":{size}/{data.draw(st.integers(0, size - 1))}" if PRESETS[name].limits.size else ""
    aligned_to_their_own(source, split(source, name + words))


def test_repeated_text_stands_behind_the_chunk_before_it() -> None:
    source = "Yes. It is so.\n\nYes. It is so.\n\nYes.\n"
    assert [one and one.spans[0] for one in align(source, ["Yes. It is so.", "Yes. It is so.", "Yes."])] == [
        (0, 14), (16, 30), (32, 36)
    ]  # fmt: skip


def test_an_offset_that_is_given_and_right_is_taken() -> None:
    aligner = Aligner(SOURCE)
    assert aligner.find("\nAn oar is kept dry.", 48) == Aligned((Span(49, 68),), True)
    assert aligner.find("An oar is kept dry.", 3) == Aligned((Span(8, 27),), True)  # wrong, so that order decides
    assert aligner.find("An oar is kept dry.", -1) == Aligned((Span(49, 68),), True)


MARKED = (
    '# The *hull* {#hull}\n\nIt is of [red cedar](https://example.org "wood") &amp; **ash**, see ![hulls](a.png).\n\n'
    "1. Cut the `ribs`.\n2. Steam them.\n\n| Part | Wood |\n| ---- | ---- |\n| deck | larch |\n\n"
    "```sh\nbuild --wood cedar\n```\n\n> It <b>floats</b>\n> for years.\n"
)


@pytest.mark.parametrize(
    ("rendered", "start", "end"),
    [
        ("The hull\nIt is of red cedar & ash, see .", "The", "see"),
        ("red cedar & ash", "red", "ash"),
        ("Cut the ribs.\nSteam them.", "Cut", "them."),
        ("• Cut the ribs.\n• Steam them.", "Cut", "them."),
        ("Part Wood\ndeck larch", "Part", "larch"),
        ("build --wood cedar\n\nIt floats for years.", "build", "years."),
    ],
)
def test_marks_may_be_gone(rendered: str, start: str, end: str) -> None:
    aligner = Aligner(MARKED)
    assert aligner.find(rendered) is None
    found = aligner.find_bare(rendered)
    assert found == Aligned((Span(MARKED.index(start), MARKED.rindex(end) + len(end)),), False)


def test_a_few_letters_stand_anywhere_without_marks() -> None:
    assert Aligner(MARKED).find_bare("- a s -") is None
    assert Aligner("").find_bare("Steam them all") is None


@pytest.mark.parametrize("opener", ["[", "![", "](", "<", "{#", "&", "`", "```\n", "- ", "|", "1. "])
def test_marks_without_end_take_no_time(opener: str) -> None:
    source = opener * 100_000
    aligner = Aligner(source)
    assert aligner.find_bare("there is nothing of this") is None


@given(st.text("ab \n", max_size=300), st.integers(0, 290), st.integers(0, 120), st.integers(-1, 310), st.data())
def test_a_long_source_is_searched_as_a_short_one(
    source: str, start: int, length: int, begin: int, data: st.DataObject
) -> None:
    wanted = source[start : start + length] if data.draw(st.booleans()) else data.draw(st.text("ab", max_size=80))
    end = data.draw(st.none() | st.integers(0, 310))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(find, "_LONG", 0)
        patch.setattr(find, "_BLOCK", 4)
        assert find.Finder(source).find(wanted, begin, end) == source.find(wanted, max(begin, 0), end)


def test_chunks_of_a_large_page_in_any_order_take_linear_time() -> None:
    from time import process_time

    def seconds(count: int) -> float:
        texts = [
            f"Locker {number} " + f"is kept for {number} days by the staff of the hall. " * 8 for number in range(count)
        ]
        source, wanted = "\n\n".join(texts), [*texts[::-1], *(text.replace("staff", "stuff") for text in texts)]
        start = process_time()
        found = list(align(source, wanted))
        assert sum(one is not None for one in found) == count
        return process_time() - start

    seconds(500)
    assert seconds(8000) < 9 * max(seconds(2000), 0.02)
