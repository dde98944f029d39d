"""The presets of LlamaIndex and Haystack against the real classes, chunk by chunk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("llama_index.core")
pytest.importorskip("haystack")
pytest.importorskip("toktok")
pytest.importorskip("nltk", minversion="3.10")

from benchmarks.real_splitters import REAL
from chunklint.document import Document
from chunklint.splitters.chunk import Chunk, Limits
from chunklint.splitters.presets import PRESETS
from chunklint.splitters.punkt import sentence_starts
from chunklint.splitters.similarity import semantic
from tests.strategies import COMMONMARK, DIRECTIVES, pages

pytestmark = pytest.mark.fidelity

SENTENCES = [
    "One sentence. ", "Two? ", "So! ", "e.g. ", "i.e., ", "J. Bach. ", "v1.2 ", "5. ", "No. 5 ", "... ", ". . . ",
    "(Yes.) ", "“Quoted.” ", "“Said?” she ", "'Tis. ", "«Oui.» ", "file.txt. ", "a?)b ", "--. ", "x.*y.*z. ",
    "\n", "\n\n", "\n\n\n", "\n\n\n\n", "word ", "averylongwordwithoutanyblank", "你好。再见！", "😀", "\t", "\xa0",
    "\r\n", "| a | b. | C. |\n", "```\n", "# h\n", "- item. ", "<|endoftext|>", "https://a.b/c?d=e.f,g;h ",
    "\x1c", "Ünï. ", "1,000.5. ", "A. ", ".", "?", "_. ",
]  # fmt: skip
PROSE = st.lists(st.sampled_from(SENTENCES), max_size=80).map("".join)
TEXTS = st.one_of(PROSE, pages(COMMONMARK + DIRECTIVES, ("\n", "\r\n")))
SIZES = st.integers(4, 60).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1)))


def ours(name: str, text: str, limits: Limits) -> list[Chunk]:
    return list(PRESETS[name].split(Document(text), limits))


@settings(max_examples=500, deadline=None)
@given(text=PROSE)
def test_sentences_are_punkts(text: str) -> None:
    from nltk.tokenize import PunktSentenceTokenizer

    assert sentence_starts(text, 0, len(text)) == [start for start, _ in PunktSentenceTokenizer().span_tokenize(text)]


@pytest.mark.parametrize("name", ["haystack", "llamaindex", "llamaindex-markdown"])
@settings(max_examples=200, deadline=None)
@given(text=TEXTS, sizes=SIZES)
def test_chunks_are_the_real_ones(name: str, text: str, sizes: tuple[int, int]) -> None:
    limits = PRESETS[name].limits._replace(size=sizes[0], overlap=sizes[1])
    assert [chunk.text for chunk in ours(name, text, limits)] == REAL[name].texts(text, limits)


@settings(max_examples=100, deadline=None)
@given(text=TEXTS)
def test_heading_paths_are_the_real_ones(text: str) -> None:
    name, limits = "llamaindex-markdown", Limits(0)
    metadata = REAL[name].metadata
    assert metadata
    assert [chunk.metadata for chunk in ours(name, text, limits)] == metadata(text, limits)


def by_words(text: str) -> list[float]:
    """A vector of small numbers that words add up to: any two texts differ, and like ones are near."""
    sums = [0] * 8
    for word in text.split():
        for index, byte in enumerate(blake2b(word.encode(errors="replace"), digest_size=8).digest()):
            sums[index] += byte - 128
    return [float(number) for number in sums]


def by_length(text: str) -> list[float]:
    """Nearly all the same: distances are tied, and the percentile falls on one of them."""
    return [1.0, float(len(text) % 3), 0.0 if len(text) % 5 else 2.0]


@pytest.mark.parametrize("vector", [by_words, by_length])
@settings(max_examples=300, deadline=None)
@given(text=TEXTS)
def test_semantic_chunks_are_the_real_ones(vector: Callable[[str], list[float]], text: str) -> None:
    """Cut for cut, for models of which the vectors are known."""
    from llama_index.core.embeddings import BaseEmbedding
    from llama_index.core.node_parser import SemanticSplitterNodeParser
    from llama_index.core.schema import Document as Page

    class Known(BaseEmbedding):
        def _get_text_embedding(self, text: str) -> list[float]:
            return vector(text)

        _get_query_embedding = _get_text_embedding

        async def _aget_query_embedding(self, query: str) -> list[float]:
            return vector(query)

    def embed(texts: Sequence[str]) -> Any:
        return [vector(text) for text in texts]

    if not text.strip():
        return  # a blank page is a chunk there and none here
    real = SemanticSplitterNodeParser(embed_model=Known()).get_nodes_from_documents([Page(text=text)])
    assert [chunk.text for chunk in semantic(text, embed)] == [node.get_content() for node in real]
