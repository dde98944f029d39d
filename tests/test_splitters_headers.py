"""LangChain's header splitter and Open WebUI's: what they keep, where it stands, and the defects they are known for."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint.document import Document
from chunklint.splitters.chunk import Chunk, Limits, Splitter
from chunklint.splitters.headers import langchain_headers, open_webui
from tests.test_splitters_plain import TEXTS, limits

_LINES = st.sampled_from(
    ["# a", "## b", "###### f", "####### g", "#", "#no", "  # in", "text", "", "", " ", "```", "```py", "```x```",
     "~~~", "\tcode", "two  ", "\u200b", "\u200b # z", "a\tb\xa0c", "<!--", "# c", "-->"]
)  # fmt: skip
PAGES = st.one_of(TEXTS, st.lists(_LINES, max_size=12).map("\n".join), st.lists(_LINES, max_size=9).map("\r\n".join))


def cut(split: Splitter, text: str, limits: Limits = Limits(1000, 200)) -> list[Chunk]:  # noqa: B008
    return list(split(Document(text), limits))


def kept(text: str, chunk: Chunk) -> str:
    return "".join(text[start:end] for start, end in chunk.spans)


@pytest.mark.parametrize("split", [langchain_headers, open_webui])
@given(text=PAGES, limits=limits())
def test_spans_are_what_the_text_keeps(split: Splitter, text: str, limits: Limits) -> None:
    for chunk in cut(split, text, limits):
        assert all(0 <= start < end <= len(text) for start, end in chunk.spans)
        assert all(before.end < after.start for before, after in pairwise(chunk.spans))
        rest = iter(chunk.text)
        # The text is the source of the spans with line ends and blanks added between.
        assert all(sign in rest for sign in kept(text, chunk))
        assert "".join(chunk.text.split()) == "".join(kept(text, chunk).split())


@pytest.mark.parametrize("split", [langchain_headers, open_webui])
@given(text=PAGES, limits=limits())
def test_chunks_go_forward(split: Splitter, text: str, limits: Limits) -> None:
    starts = [chunk.spans[0].start for chunk in cut(split, text, limits) if chunk.spans]
    assert starts == sorted(starts)


@given(text=PAGES, limits=limits())
def test_every_printable_character_is_kept(text: str, limits: Limits) -> None:
    held = {at for chunk in cut(open_webui, text, limits) for span in chunk.spans for at in range(*span)}
    assert {at for at, sign in enumerate(text) if sign.isprintable() and sign != " "} <= held


@given(text=PAGES, limits=limits(("characters",)))
def test_the_size_holds(text: str, limits: Limits) -> None:
    assert all(len(chunk.text) <= limits.size for chunk in cut(langchain_headers, text, limits))


def paths(text: str) -> list[tuple[tuple[str, ...], str]]:
    return [(chunk.headings, chunk.text) for chunk in cut(langchain_headers, text)]


def test_the_path_is_metadata_and_the_heading_no_text() -> None:
    (chunk,) = cut(langchain_headers, "# A\n\n### B\n\nText.\n")
    assert (chunk.headings, chunk.text) == (("A", "B"), "Text.")
    assert chunk.metadata == {"Header 1": "A", "Header 3": "B"}
    assert [kept("# A\n\n### B\n\nText.\n", chunk)] == ["Text."]


def test_paragraphs_are_joined_by_blanks_and_a_newline() -> None:
    assert paths("one\ntwo\n\n\nthree") == [((), "one\ntwo  \nthree")]


def test_siblings_with_one_title_are_one_section() -> None:
    assert paths("# A\n\none\n\n# A\n\ntwo") == [(("A",), "one  \ntwo")]


def test_an_empty_section_vanishes() -> None:
    assert paths("# A\n\n## B\n\n# C\n\ntext") == [(("C",), "text")]


def test_a_comment_in_a_comment_is_a_heading() -> None:
    assert paths("<!--\n# not shown\n-->\ntext") == [((), "<!--"), (("not shown",), "-->\ntext")]


def test_attributes_and_closing_signs_stay() -> None:
    assert paths("## A {#a} ##\n\ntext") == [(("A {#a} ##",), "text")]


def test_a_line_below_is_no_heading() -> None:
    assert paths("A\n===\n\ntext") == [((), "A\n===  \ntext")]


@pytest.mark.parametrize("fence", ["```", "~~~", "````"])
def test_a_heading_in_code_is_none(fence: str) -> None:
    code = f"{fence}\n# x\n{fence}"
    assert paths(code) == [((), code)]


def test_code_ends_at_the_first_line_that_starts_like_it() -> None:
    assert paths("````\n```\n# x\n````\n")[1] == (("x",), "````")
    assert paths("~~~\n```\n# x\n~~~\ny") == [((), "~~~\n```\n# x\n~~~\ny")]


def test_one_line_of_code_opens_none() -> None:
    assert paths("```a``` b\n\n# x\n\ny") == [((), "```a``` b"), (("x",), "y")]


def test_an_indented_sign_in_indented_code_is_a_heading() -> None:
    assert paths("    # x\n    y") == [(("x",), "y")]


def test_indentation_and_what_is_not_printable_is_lost() -> None:
    text = "- a\n\n  ```\n  if\tx:\n      y\xa0z\n\n  ```\n"
    (chunk,) = cut(langchain_headers, text)
    assert chunk.text == "- a  \n```\nifx:\nyz\n\n```"
    assert [text[start:end] for start, end in chunk.spans] == ["- a", "```", "if", "x:", "y", "z\n", "```"]


def test_lines_that_stand_as_they_were_are_one_span() -> None:
    text = "one\ntwo\n```\n\nx\n```\nthree\n\nfour"
    (chunk,) = cut(langchain_headers, text)
    assert [text[start:end] for start, end in chunk.spans] == ["one\ntwo\n```\n\nx\n```\nthree", "four"]


def test_open_webui_keeps_the_heading_in_the_first_piece_only() -> None:
    chunks = cut(open_webui, "# A\n\n## B\n\none two three", Limits(14))
    assert [chunk.text for chunk in chunks] == ["# A  \n## B", "one two three"]
    assert all(not chunk.headings and not chunk.metadata for chunk in chunks)


def test_open_webui_takes_a_last_line_with_a_sign_for_a_heading() -> None:
    assert [chunk.text for chunk in cut(open_webui, "# A\n\n#tag\n\n## B\n\ntext")] == ["# A  \n#tag  \n## B  \ntext"]
    assert [chunk.text for chunk in cut(open_webui, "# A\n\ntag\n\n## B\n\ntext")] == ["# A  \ntag", "## B  \ntext"]
