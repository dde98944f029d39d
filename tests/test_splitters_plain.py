"""Splitters that keep text as it stands: spans are exact, nothing is lost, limits hold, repeated text is no trouble."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint.document import Document, Span
from chunklint.document.model import Code
from chunklint.splitters.chonkie import chonkie
from chunklint.splitters.chunk import Chunk, Limits, Splitter, Unit
from chunklint.splitters.fixed import fixed, ragflow, windows
from chunklint.splitters.recursive import anythingllm, langchain, markdown
from tests.strategies import COMMONMARK, DIRECTIVES, pages

SPLITTERS: dict[str, Splitter] = {
    "langchain": langchain,
    "markdown": markdown,
    "anythingllm": anythingllm,
    "chonkie": chonkie,
    "fixed": fixed,
    "ragflow": ragflow,
}
# What separators are made of, close together, and what is blank in one sense or another.
AWKWARD = st.text("\n\n\n  \t\r`#-*_.,:a\xa0\u3000\x1c\u2028é🧠", max_size=60)
TEXTS = st.one_of(AWKWARD, pages(COMMONMARK + DIRECTIVES, ("\n", "\r\n")), st.text(max_size=60))
UNITS: tuple[Unit, ...] = ("characters", "words", "tokens")


@st.composite
def limits(draw: st.DrawFn, units: tuple[Unit, ...] = UNITS) -> Limits:
    size = draw(st.integers(1, 40))
    return Limits(size, draw(st.integers(0, size - 1)), draw(st.sampled_from(units)))


def cut(split: Splitter, text: str, limits: Limits) -> list[Chunk]:
    return list(split(Document(text), limits))


def every(test: Callable[..., None]) -> Callable[..., None]:
    return pytest.mark.parametrize("split", SPLITTERS.values(), ids=SPLITTERS)(test)


@every
@given(text=TEXTS, limits=limits())
def test_a_chunk_is_its_span(split: Splitter, text: str, limits: Limits) -> None:
    for chunk in cut(split, text, limits):
        ((start, end),) = chunk.spans
        assert 0 <= start < end <= len(text)
        assert chunk.added + text[start:end] == chunk.text


@every
@given(text=TEXTS, limits=limits())
def test_spans_go_forward(split: Splitter, text: str, limits: Limits) -> None:
    spans = [chunk.spans[0] for chunk in cut(split, text, limits)]
    assert spans == sorted(spans)
    assert [end for _, end in spans] == sorted(end for _, end in spans)


@every
@given(text=TEXTS, limits=limits())
def test_no_character_is_lost(split: Splitter, text: str, limits: Limits) -> None:
    held = {at for chunk in cut(split, text, limits) for at in range(*chunk.spans[0])}
    assert {at for at, sign in enumerate(text) if not sign.isspace()} <= held


@every
@given(text=TEXTS, limits=limits(("characters",)))
def test_the_size_holds(split: Splitter, text: str, limits: Limits) -> None:
    assert all(len(chunk.text) - len(chunk.added) <= limits.size for chunk in cut(split, text, limits))


@pytest.mark.parametrize("split", [langchain, markdown, anythingllm, fixed])
@given(text=TEXTS, limits=limits(("characters",)))
def test_no_more_than_the_overlap_is_repeated(split: Splitter, text: str, limits: Limits) -> None:
    spans = [chunk.spans[0] for chunk in cut(split, text, limits)]
    assert all(before.end - after.start <= limits.overlap for before, after in pairwise(spans))


@pytest.mark.parametrize("split", [fixed, chonkie])
@given(text=TEXTS, limits=limits(("words",)))
def test_a_window_of_words_has_so_many(split: Splitter, text: str, limits: Limits) -> None:
    assert all(len(chunk.text.split()) <= limits.size for chunk in cut(split, text, limits))


@given(text=TEXTS, limits=limits(("characters",)))
def test_chonkie_leaves_nothing_out(text: str, limits: Limits) -> None:
    assert "".join(chunk.text for chunk in cut(chonkie, text, limits)) == text


def texts(split: Splitter, text: str, size: int, overlap: int = 0, unit: Unit = "characters") -> list[str]:
    return [chunk.text for chunk in cut(split, text, Limits(size, overlap, unit))]


def test_paragraphs_stay_whole_where_they_fit() -> None:
    assert texts(langchain, "one two\n\nthree four\n\nfive", 18) == ["one two", "three four\n\nfive"]
    assert texts(langchain, "one two\n\nthree four\n\nfive", 20) == ["one two\n\nthree four", "five"]


def test_a_long_paragraph_is_cut_at_lines_then_words_then_anywhere() -> None:
    assert texts(langchain, "aa bb\ncc dd", 6) == ["aa bb", "cc dd"]
    assert texts(langchain, "aa bb cc", 6) == ["aa bb", "cc"]
    assert texts(langchain, "abcdefgh", 3) == ["abc", "def", "gh"]


def test_the_overlap_starts_at_a_piece() -> None:
    assert texts(langchain, "aa bb cc dd", 8, 3) == ["aa bb cc", "cc dd"]
    assert texts(langchain, "abcdef", 4, 2) == ["abcd", "cdef"]


def test_equal_text_has_its_own_spans() -> None:
    chunks = cut(langchain, "same\n\nsame\n\nsame", Limits(5))
    assert [chunk.spans for chunk in chunks] == [(Span(0, 4),), (Span(6, 10),), (Span(12, 16),)]


def test_a_closing_fence_is_cut_off_under_markdown() -> None:
    page = "Run it:\n\n```sh\ntide build\n```\nThen wait."
    assert texts(markdown, page, 35) == ["Run it:\n\n```sh\ntide build", "```\nThen wait."]


def test_headings_are_no_separators_under_markdown() -> None:
    assert texts(markdown, "aaaa\n# b\ncccc", 9) == ["aaaa\n# b", "cccc"]


def test_words_and_tokens_are_counted_by_piece() -> None:
    assert texts(langchain, "one two three\nfour", 2, 0, "words") == ["one two", "three", "four"]


def test_the_name_of_the_page_stands_in_front() -> None:
    head = "<document_metadata>\nsourceDocument: a.md\n</document_metadata>\n\n"
    chunks = list(anythingllm(Document("# Title\n\ntext", "docs/a.md"), Limits(8)))
    assert [(chunk.added, chunk.text) for chunk in chunks] == [(head, head + "# Title"), (head, head + "text")]
    (chunk,) = anythingllm(Document("# Title\n\ntext"), Limits(80))
    assert chunk.added.splitlines()[1] == "sourceDocument: Title"


def test_windows() -> None:
    assert texts(fixed, "abcdefg", 3, 1) == ["abc", "cde", "efg"]
    assert texts(fixed, " one  two\nthree ", 2, 1, "words") == ["one  two", "two\nthree"]
    assert texts(fixed, "ab      cd", 2) == ["ab", "cd"]
    assert list(windows("abcdef", 1, 5, Limits(3))) == [(1, 4), (4, 5)]


def test_short_pieces_go_with_a_neighbour_under_chonkie() -> None:
    page = "Words that are long enough.\n\nshort\n\nWords that are long enough."
    assert texts(chonkie, page, 40) == ["Words that are long enough.\n\nshort\n\n", "Words that are long enough."]
    assert texts(chonkie, "é" * 12 + "\n" + "é" * 12, 13) == ["é" * 12 + "\n", "é" * 12]


def test_lines_are_merged_and_long_ones_parted_under_ragflow() -> None:
    assert texts(ragflow, "a b\nc d\ne f\n", 4, 0, "words") == ["a b\nc d", "e f"]
    assert texts(ragflow, "a b c d e\nf", 2, 0, "words") == ["a b", "c d", "e\nf"]


@every
@pytest.mark.parametrize("text", ["", " ", "\n\n\n", "\ufeff", "\ud800", "\x00"])
@pytest.mark.parametrize("unit", UNITS)
def test_what_is_no_page(split: Splitter, text: str, unit: Unit) -> None:
    cut(split, text, Limits(1, 0, unit))


@pytest.mark.parametrize("sign", ["\x1c", "\xa0", "\u2028"])
def test_indented_blanks_that_are_no_spaces_are_code(sign: str) -> None:
    (code,) = Document(f"    {sign}\n").blocks
    assert isinstance(code, Code)
