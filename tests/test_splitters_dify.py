"""Dify: sections of heading lines, tags and blanks taken out, the size in characters."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from chunklint.document import Document
from chunklint.splitters.chunk import Chunk, Limits
from chunklint.splitters.dify import dify
from tests.test_splitters_headers import PAGES
from tests.test_splitters_plain import limits

_SIGNS = st.text("<>|<|>\n\n\r\t  #`.ab。\xef\ufffe\x00\u3000", max_size=60)


def cut(text: str, size: int = 500, overlap: int = 0) -> list[Chunk]:
    return list(dify(Document(text), Limits(size, overlap)))


@given(text=st.one_of(PAGES, _SIGNS), limits=limits(("characters",)))
def test_spans_are_what_the_text_keeps(text: str, limits: Limits) -> None:
    for chunk in dify(Document(text), limits):
        assert len(chunk.text) <= limits.size
        assert all(0 <= start < end <= len(text) for start, end in chunk.spans)
        assert all(before.end < after.start for before, after in pairwise(chunk.spans))
        kept = "".join(text[start:end] for start, end in chunk.spans)
        assert "".join(kept.split()) == "".join(chunk.text.split())


@given(text=st.one_of(PAGES, _SIGNS), limits=limits())
def test_any_limits_do(text: str, limits: Limits) -> None:
    assert all(chunk.text == chunk.text.strip() != "" for chunk in dify(Document(text), limits))


def test_sections_start_at_heading_lines() -> None:
    chunks = cut("front\n\n# One\n\na\n\n## Two ##\n\nb\n```\n# c\n```\n")
    assert [chunk.text for chunk in chunks] == ["front", "One\na", "Two\nb\n```\n# c\n```"]
    assert not any(chunk.headings for chunk in chunks)


def test_the_heading_is_in_the_first_piece_only() -> None:
    assert [chunk.text for chunk in cut("# Head\n\none two.\n\nthree four.", 18)] == ["Head\none two.", "three four."]


def test_tags_and_runs_of_blanks_are_taken_out() -> None:
    text = "a <b>c</b>  d\n\n\n\ne < f\n    g |> h"
    (chunk,) = cut(text)
    assert chunk.text == "a c d\n\ne < f\n g > h"
    assert [text[start:end] for start, end in chunk.spans] == ["a ", "c", "d\n\n", "e < f\n", "g ", "> h"]


def test_signs_at_the_start_of_a_chunk_are_taken_out() -> None:
    assert [chunk.text for chunk in cut("**Note:** x")] == ["Note:** x"]
    assert [chunk.text for chunk in cut("***")] == []


def test_separators_stay_with_what_is_before_them() -> None:
    assert [chunk.text for chunk in cut("One. Two. Three", 9)] == ["One.", "Two.", "Three"]
    assert [chunk.text for chunk in cut("One. Two. Three", 10)] == ["One. Two.", "Three"]


def test_line_ends_of_both_kinds_are_the_same() -> None:
    page = "# A\n\none\n\n\n\ntwo"
    assert [chunk.text for chunk in cut(page.replace("\n", "\r\n"))] == [chunk.text for chunk in cut(page)]
