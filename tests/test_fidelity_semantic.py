"""Our likeness of semantic-text-splitter's MarkdownSplitter against the library."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklint.document import Document
from chunklint.splitters.chunk import Limits
from chunklint.splitters.semantic import semantic_text_splitter

library = pytest.importorskip("semantic_text_splitter")
pytestmark = pytest.mark.fidelity

LINES = [
    "# Top", "## Below", "Words are here. Others follow them.", "They say \"no\", don't they? Yes.",
    "- one item", "- item two",
    "1. first", "> quoted text", "| x | y |", "|---|---|", "| 5 | 6 |", "```py", "a = 1", "```",
    "some `inline code` and [a link](u://v).",
    "**bold words** and *others*", "---", "", "", "", "",
]  # fmt: skip


def real(text: str, size: int, overlap: int) -> list[str]:
    found: list[str] = library.MarkdownSplitter(size, overlap).chunks(text)
    return found


def ours(text: str, size: int, overlap: int) -> list[str]:
    return [chunk.text for chunk in semantic_text_splitter(Document(text), Limits(size, overlap))]


def same(text: str, size: int, overlap: int = 0) -> tuple[int, int]:
    theirs = real(text, size, overlap)
    return sum((Counter(theirs) & Counter(ours(text, size, overlap))).values()), len(theirs)


def test_most_chunks_of_generated_pages_are_the_same() -> None:
    counts = [0, 0]

    @settings(max_examples=400, deadline=None, database=None)
    @given(st.lists(st.sampled_from(LINES), min_size=4, max_size=30).map("\n".join), st.sampled_from([30, 60, 120]))
    def collect(text: str, size: int) -> None:
        found, total = same(text, size)
        counts[0] += found
        counts[1] += total

    collect()
    assert counts[0] >= 0.93 * counts[1], counts


@pytest.mark.parametrize(
    ("size", "overlap", "share"), [(1000, 0, 0.99), (500, 0, 0.985), (200, 0, 0.98), (1000, 100, 0.985)]
)
def test_most_chunks_of_real_pages_are_the_same(size: int, overlap: int, share: float) -> None:
    folder = os.environ.get("CHUNKLINT_CORPORA")
    if not folder:
        pytest.skip("CHUNKLINT_CORPORA names no folder")
    counts = [0, 0]
    for path in sorted(Path(folder).rglob("*.md"))[::20]:
        text = path.read_bytes().decode("utf-8", "ignore").removeprefix("\ufeff")
        found, total = same(text, size, overlap)
        counts[0] += found
        counts[1] += total
    assert counts[0] >= share * counts[1], counts
