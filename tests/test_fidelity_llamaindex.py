"""The presets of LlamaIndex and Haystack against the real classes, chunk by chunk."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("llama_index.core")
pytest.importorskip("haystack")
pytest.importorskip("toktok")
pytest.importorskip("nltk", minversion="3.10")

from benchmarks.real_llamaindex import REAL, SIZES, llamaindex_markdown_paths
from chunklint.document import Document
from chunklint.splitters.presets import PRESETS
from chunklint.splitters.punkt import sentence_starts
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
LIMITS = st.integers(4, 60).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1)))


def ours(name: str, text: str, size: int, overlap: int) -> list[str]:
    preset = PRESETS[name]
    return [chunk.text for chunk in preset.split(Document(text), preset.limits._replace(size=size, overlap=overlap))]


def real(name: str, text: str, size: int, overlap: int) -> list[str]:
    return REAL[name](text, PRESETS[name].limits._replace(size=size, overlap=overlap))


@settings(max_examples=500, deadline=None)
@given(text=PROSE)
def test_sentences_are_punkts(text: str) -> None:
    from nltk.tokenize import PunktSentenceTokenizer

    assert sentence_starts(text, 0, len(text)) == [start for start, _ in PunktSentenceTokenizer().span_tokenize(text)]


@pytest.mark.parametrize("name", sorted(REAL))
@settings(max_examples=200, deadline=None)
@given(text=TEXTS, limits=LIMITS)
def test_chunks_are_the_real_ones(name: str, text: str, limits: tuple[int, int]) -> None:
    assert ours(name, text, *limits) == real(name, text, *limits)


@settings(max_examples=100, deadline=None)
@given(text=TEXTS)
def test_heading_paths_are_the_real_ones(text: str) -> None:
    preset = PRESETS["llamaindex-markdown"]
    found = [(chunk.text, chunk.metadata["header_path"]) for chunk in preset.split(Document(text), preset.limits)]
    assert found == llamaindex_markdown_paths(text)


@pytest.mark.parametrize("name", sorted(REAL))
def test_chunks_of_real_pages(name: str) -> None:
    folder = os.environ.get("CHUNKLINT_CORPORA")
    if not folder:
        pytest.skip("CHUNKLINT_CORPORA names no folder")
    for path in sorted(Path(folder).rglob("*.md")):
        text = path.read_bytes().decode("utf-8", "replace")
        for size, overlap in SIZES[name]:
            assert ours(name, text, size, overlap) == real(name, text, size, overlap), path
