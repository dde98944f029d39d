"""Splitters by sentences, words and heading lines: exact spans, nothing lost, limits kept, linear time."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint.document import Document
from chunklint.document.sentences import boundaries
from chunklint.splitters.chunk import Chunk, Limits
from chunklint.splitters.lengths import length
from chunklint.splitters.presets import PRESETS
from chunklint.splitters.punkt import sentence_starts
from tests.strategies import COMMONMARK, DIRECTIVES, pages

PLAIN = ("llamaindex", "haystack", "bedrock", "azure", "elastic")
NAMES = (*PLAIN, "llamaindex-markdown")
SIGNS = "aB1é你😀.?!,;。-\"')(]}”«# \t\n\r\x0b\x1c\x85\xa0\u3000\u0301²_`~|<>/\ud800"
PIECES = ["e.g. ", "A. ", "1. ", "...", ". . . ", "\n\n\n", "\n\n", "<|endoftext|>", "word ", "?) ", "```\n", "# h\n"]
TEXTS = st.one_of(
    st.lists(st.one_of(st.sampled_from(PIECES), st.sampled_from(SIGNS)), max_size=60).map("".join),
    pages(COMMONMARK + DIRECTIVES, ("\n", "\r\n")),
)
SMALL = st.integers(1, 40).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1)))


def chunks_of(name: str, text: str, size: int | None = None, overlap: int = 0) -> list[Chunk]:
    preset = PRESETS[name]
    limits = preset.limits if size is None else preset.limits._replace(size=size, overlap=overlap)
    return list(preset.split(Document(text), limits))


@pytest.mark.parametrize("name", NAMES)
@given(text=TEXTS, limits=SMALL)
def test_spans_are_exact_sorted_and_miss_no_sign(name: str, text: str, limits: tuple[int, int]) -> None:
    held: set[int] = set()
    before = (0, 0)
    for chunk in chunks_of(name, text, *limits):
        assert chunk.spans
        last = 0
        for start, end in chunk.spans:
            assert last <= start < end <= len(text)
            held.update(range(start, end))
            last = end
        if name in PLAIN or len(chunk.spans) == 1:
            (span,) = chunk.spans
            assert text[span.start : span.end] == chunk.text
        else:
            assert " ".join(text[span.start : span.end] for span in chunk.spans) == chunk.text
        assert (chunk.spans[0].start, chunk.spans[-1].end) >= before  # the same again if only blanks are new
        before = (chunk.spans[0].start, chunk.spans[-1].end)
    assert not [sign for index, sign in enumerate(text) if not sign.isspace() and index not in held]


@pytest.mark.parametrize("name", ["llamaindex", "bedrock", "elastic"])
@given(text=TEXTS, limits=SMALL)
def test_the_pieces_of_a_chunk_are_together_no_longer_than_the_limit(
    name: str, text: str, limits: tuple[int, int]
) -> None:
    """The whole may count a little more or less than its pieces; counted in characters they are the same."""
    preset = PRESETS[name]
    for chunk in preset.split(Document(text), Limits(limits[0], limits[1], "characters")):
        assert len(chunk.text) <= limits[0]


@given(text=TEXTS, limits=SMALL)
def test_haystack_counts_words(text: str, limits: tuple[int, int]) -> None:
    size, overlap = limits
    found = chunks_of("haystack", text, size, overlap)
    words = text.removesuffix(" ").split(" ")  # a space at the end makes no chunk of its own
    assert all(len(chunk.text.removesuffix(" ").split(" ")) <= size for chunk in found)
    if not overlap:
        assert "".join(chunk.text for chunk in found) == text
    elif len(words) > size:
        assert found[1].text.startswith(" ".join(words[size - overlap : size]))


def test_haystack_keeps_lines_in_one_word() -> None:
    assert [chunk.text for chunk in chunks_of("haystack", "a\nb c  d ", 2)] == ["a\nb c ", " d "]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two? Three", ["One. ", "Two? ", "Three"]),
        ("In v1.2 of it. B. Bach, e.g. Toccata.", ["In v1.2 of it. ", "B. Bach, e.g. ", "Toccata."]),
        ("Take 5. of them. 5. Five", ["Take 5. of them. ", "5. ", "Five"]),
        ("(One.) Two", ["(One.) ", "Two"]),
        ("“One.” Two", ["“One.” ", "Two"]),
        ("Wait... no. . . . Yes", ["Wait... no. ", ". ", ". ", ". ", "Yes"]),
        ("?) a?)b c", ["?) ", "a?", ")b c"]),
        ("Stop.\n\x1c\nGo.", ["Stop.\n\x1c\nGo."]),
        ("  \n", []),
    ],
)
def test_punkt_without_a_model(text: str, sentences: list[str]) -> None:
    starts = sentence_starts(text, 0, len(text))
    assert [text[a:b] for a, b in pairwise([*starts, len(text)])] == sentences


@given(text=TEXTS)
def test_boundaries_tile_the_text(text: str) -> None:
    assert "".join(text[start:end] for start, end in boundaries(text)) == text


def test_markdown_nodes_take_lines_for_headings_as_llamaindex_does() -> None:
    text = "pre\n# TCP/IP\nx\n\n## B ##\n~~~\n# no\n~~~\n```\n# code\n```\n###\tC {#c}\nSetext\n======\n"
    found = chunks_of("llamaindex-markdown", text)
    assert [chunk.text for chunk in found] == [
        "pre",
        "# TCP/IP\nx",
        "## B ##\n~~~",
        "# no\n~~~\n```\n# code\n```",
        "### C {#c}\nSetext\n======",
    ]
    assert [chunk.headings for chunk in found] == [(), (), ("TCP", "IP"), (), ("no",)]
    assert [chunk.metadata["header_path"] for chunk in found] == ["/", "/", "/TCP/IP/", "/", "/no/"]


def test_a_sentence_that_fits_is_whole() -> None:
    text = " ".join(f"Sentence {number} says nothing new at all." for number in range(60))
    for name in ("bedrock", "elastic"):
        found = chunks_of(name, text, 30)
        assert len(found) > 5
        assert all(chunk.text.startswith("Sentence") and chunk.text.endswith("all.") for chunk in found)


def test_elastic_repeats_one_sentence_where_it_fits() -> None:
    text = "One two three. Four five. Six seven eight. " + "Nine " * 7 + "ten. Eleven."
    assert [chunk.text for chunk in chunks_of("elastic", text, 8, 1)] == [
        "One two three. Four five. Six seven eight.",
        "Nine Nine Nine Nine Nine Nine Nine ten.",
        "Eleven.",
    ]
    assert [chunk.text for chunk in chunks_of("elastic", text, 6, 1)][:2] == [
        "One two three. Four five.",
        "Four five. Six seven eight. Nine",
    ]


def test_azure_repeats_characters_and_ends_with_sentences() -> None:
    text = "".join(f"Sentence number {number} is here. " for number in range(300))
    found = chunks_of("azure", text)
    assert all(len(chunk.text) <= 2000 and chunk.text.endswith(".") for chunk in found)
    for one, other in pairwise(found):
        assert 498 <= one.spans[0].end - other.spans[0].start <= 500  # but for a blank at either end


def test_a_blank_page_has_no_chunk() -> None:
    for name in ("llamaindex", "llamaindex-markdown", "bedrock", "azure", "elastic"):
        assert chunks_of(name, "") == chunks_of(name, " \n\n") == []
    assert chunks_of("haystack", "") == []


def test_words_and_characters_as_units_of_llamaindex() -> None:
    text = "Some words here. More of them there. And more."
    found = list(PRESETS["llamaindex"].split(Document(text), Limits(7, 3, "words")))
    assert [chunk.text for chunk in found] == ["Some words here. More of them there.", "And more."]
    assert all(length(Limits(7, 3, "words"))(chunk.text) <= 7 for chunk in found)


@pytest.mark.parametrize("name", NAMES)
def test_size_0_is_no_limit(name: str) -> None:
    assert len(chunks_of(name, "A sentence. Another one. " * 500, 0)) == 1


@pytest.mark.parametrize("blank", "\x85\xa0\u1680\u2003\u2028\u202f\u205f\u3000")
def test_a_wide_blank_before_an_initial_ends_nothing(blank: str) -> None:
    text = f"By{blank}A. Writer, and by{blank}B. Other. The end."
    assert [text[a:b].strip() for a, b in boundaries(text)][-1] == "The end."


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["Both `<h1>`s are shown. ", "Add `v-if` to them."]),
        ("en", ["Run the `fix` commands. ", "For a list, run `npm run -s '_list:fix:*'`."]),
        ("en", ["Passing the `..` range removes *every* value. ", "`.` is the folder."]),
        ("en", ["There is one name\n(`request.count`) with attributes. ", "This is all."]),
        ("en", ["``a. ` B`` is code. ", "So is `c. D`."]),
        ("ja", ["`Hall`を開きます。\n", "箱を出します。\n", "箱の `Lid` を見ます。"]),
        ("zh", ["在终端中输入 `./ocb help`，按回车。", "`*` 表示零个或多个字符。"]),
    ],
)
def test_code_is_a_word_of_its_sentence(language: str, sentences: list[str]) -> None:
    text = "".join(sentences)
    assert [text[a:b] for a, b in boundaries(text, language)] == sentences
