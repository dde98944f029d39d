"""Our likeness of semantic-text-splitter's MarkdownSplitter against the library."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("semantic_text_splitter")

from benchmarks.splitters import compared
from chunklint.splitters.chunk import Limits

pytestmark = pytest.mark.fidelity
LEAST = 0.94

LINES = [
    "# Top", "## Below", "Words are here. Others follow them.", "They say \"no\", don't they? Yes.",
    "- one item", "- item two",
    "1. first", "> quoted text", "| x | y |", "|---|---|", "| 5 | 6 |", "```py", "a = 1", "```",
    "some `inline code` and [a link](u://v).",
    "**bold words** and *others*", "---", "", "", "", "",
]  # fmt: skip


def test_most_chunks_of_made_pages_are_the_same() -> None:
    made = Random(1)  # noqa: S311
    pages = ["\n".join(made.choices(LINES, k=made.randint(4, 30))) for _ in range(1000)]
    found = [compared("semantic-text-splitter", page, Limits(made.choice((30, 60, 120)))) for page in pages]
    assert sum(equal for _, _, equal in found) >= LEAST * sum(chunks for _, chunks, _ in found)
