"""Lengths in characters, words and tokens, exact with toktok and estimated without."""

from __future__ import annotations

from importlib.util import find_spec

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint.document.tokens import estimate
from chunklint.splitters import lengths
from chunklint.splitters.chunk import Limits
from chunklint.splitters.lengths import is_exact, length, length_within, over, surely_within, token_offsets

TOKENS = Limits(100, 0, "tokens")
TEXTS = st.text(st.sampled_from("abcdefgh Zé你😀1234.,_-\n\t #|\ud800"), max_size=200)
WORDS = [
    "word",
    " word",
    " And",
    "'s",
    "'street",
    "\n",
    "\n\n",
    "  ",
    " " * 40,
    "--",
    "123456",
    "é",
    "<|endoftext|>",
    "?!",
]
needs_toktok = pytest.mark.skipif(find_spec("toktok") is None, reason="the extra `tokens` is not installed")


@pytest.fixture(scope="module", autouse=True)
def _vocabularies() -> None:
    """Their loading is in no example's time."""
    for encoding in lengths.ENCODINGS:
        is_exact(TOKENS._replace(encoding=encoding))


@pytest.fixture
def no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lengths, "_counter", lambda _: None)


def test_characters_and_words() -> None:
    assert length(Limits(1))("a b\n") == 4
    assert length(Limits(1, 0, "words"))(" a  b\nc ") == 3
    assert is_exact(Limits(1))
    assert is_exact(Limits(1, 0, "words"))


@pytest.mark.usefixtures("no_library")
def test_tokens_are_estimated_without_the_library() -> None:
    assert not is_exact(TOKENS)
    assert length(TOKENS)("Some words, and more.") == estimate("Some words, and more.") > 4


@pytest.mark.usefixtures("no_library")
@given(text=TEXTS)
def test_estimated_offsets_are_as_many_as_the_estimate(text: str) -> None:
    offsets = list(token_offsets(text, "cl100k_base"))
    assert abs(len(offsets) - estimate(text)) <= 1
    assert offsets == sorted(offsets)
    assert all(0 <= offset < len(text) for offset in offsets)
    assert not offsets or offsets[0] == 0


def test_an_unknown_encoding_is_estimated() -> None:
    assert not is_exact(Limits(1, 0, "tokens", "of_no_model"))


@pytest.mark.parametrize("limits", [Limits(5), Limits(5, 0, "words"), Limits(5, 0, "tokens")])
@given(text=TEXTS, limit=st.integers(1, 60))
def test_over_gives_the_length_or_nothing(limits: Limits, text: str, limit: int) -> None:
    size = length(limits)(text)
    assert over(text, limit, limits) in ((size,) if size > limit and limits.unit != "tokens" else (0, size))
    assert not over(text, max(size, 1), limits)


def test_over_needs_no_vocabulary_far_below_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lengths, "_counter", None)  # a call fails
    assert over("word " * 100, 500, TOKENS) == 0
    assert over("word " * 100, 300, TOKENS) == 0
    with pytest.raises(TypeError):
        over("word " * 100, 200, TOKENS)


@needs_toktok
def test_exact_counts_and_offsets() -> None:
    assert length(TOKENS)("hello 🧠") == 4
    assert list(token_offsets("hello 🧠 a", "cl100k_base")) == [0, 5, 7, 7, 7]
    assert length(TOKENS)("a<|endoftext|>b") == 9
    assert length(TOKENS, special=True)("a<|endoftext|>b") == 3
    assert over("word " * 100, 99, TOKENS) == 101


@needs_toktok
@pytest.mark.parametrize("encoding", lengths.ENCODINGS)
@given(text=TEXTS)
def test_offsets_are_as_many_as_tokens(encoding: str, text: str) -> None:
    offsets = list(token_offsets(text, encoding))
    assert len(offsets) == length(TOKENS._replace(encoding=encoding))(text)
    assert offsets == sorted(offsets)
    assert not offsets or offsets[0] == 0


@needs_toktok
@pytest.mark.parametrize("encoding", lengths.ENCODINGS)
@given(text=st.one_of(TEXTS, st.lists(st.sampled_from([*WORDS, "/", "\n/", "\r\n"]), max_size=80).map("".join)))
def test_offsets_are_the_same_part_by_part(encoding: str, text: str) -> None:
    whole = token_offsets(text, encoding)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lengths, "_PART", 4)
        assert token_offsets(text, encoding) == whole


@pytest.mark.parametrize("encoding", [*lengths.ENCODINGS, "of_no_model"])
@given(text=st.one_of(TEXTS, st.lists(st.sampled_from(WORDS), max_size=80).map("".join)), size=st.integers(1, 30))
def test_the_length_of_a_part_is_the_length_if_it_is_within_the_limit(encoding: str, text: str, size: int) -> None:
    limits = TOKENS._replace(size=size, encoding=encoding)
    whole, part = length(limits)(text), length_within(text, limits)(text)
    assert part == whole if whole <= size else part > size
    assert whole <= size or not (is_exact(limits) and surely_within(text, limits))
