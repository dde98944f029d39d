"""Our likeness of semantic-text-splitter's MarkdownSplitter against the library."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("semantic_text_splitter")

from benchmarks.splitters import compared
from chunklint.splitters.chunk import Limits

pytestmark = pytest.mark.fidelity

LINES = [
    "# Top", "## Below", "Words are here. Others follow them.", "They say \"no\", don't they? Yes.",
    "- one item", "- item two",
    "1. first", "> quoted text", "| x | y |", "|---|---|", "| 5 | 6 |", "```py", "a = 1", "```",
    "some `inline code` and [a link](u://v).",
    "**bold words** and *others*", "---", "", "", "", "",
]  # fmt: skip


def test_most_chunks_of_generated_pages_are_the_same() -> None:
    counts = [0, 0]

    @settings(max_examples=400, deadline=None, database=None)
    @given(st.lists(st.sampled_from(LINES), min_size=4, max_size=30).map("\n".join), st.sampled_from([30, 60, 120]))
    def collect(text: str, size: int) -> None:
        _, chunks, equal = compared("semantic-text-splitter", text, Limits(size))
        counts[0] += equal
        counts[1] += chunks

    collect()
    assert counts[0] >= 0.93 * counts[1], counts
