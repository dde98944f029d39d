"""The parser against two independent ones."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from benchmarks.agreement import spec_examples
from benchmarks.oracles import Blocks, cmark, markdown_it, ours, placed_by_cmark
from tests.examples import CASE_PAGES, ROOT, RULE_PAGES
from tests.strategies import COMMONMARK, page


def test_blocks_are_those_of_independent_parsers() -> None:
    """Random pages, always the same ones: blocks are markdown-it's or, where that is off, cmark-gfm's.

    The two also differ from each other in corners that no page has (an indented ``>``, a table whose
    header lacks the marker of its list), so one page in a thousand may be like neither.
    """
    chance = random.Random(20261130)  # noqa: S311
    texts = [page(chance, COMMONMARK) for _ in range(4000)]
    alone = [text for text in texts if (mine := ours(text)) != markdown_it(text) and differs(mine, cmark(text))]
    assert len(alone) <= 4, alone[:3]


def differs(mine: Blocks, theirs: Blocks) -> bool:
    return placed_by_cmark(mine) != placed_by_cmark(theirs)


@pytest.mark.parametrize("page", [*RULE_PAGES, *CASE_PAGES, ROOT / "README.md"], ids=lambda page: page.stem)
def test_blocks_of_our_own_pages(page: Path) -> None:
    text = page.read_text(encoding="utf-8").removeprefix("---\n")  # both read front matter as text
    assert ours(text) == markdown_it(text)


@pytest.mark.real
def test_specification() -> None:
    """All examples of CommonMark 0.31.2; .ci/run fetches the text and names it in CHUNKLINT_SPEC."""
    path = os.environ.get("CHUNKLINT_SPEC")
    if not path:
        pytest.skip("CHUNKLINT_SPEC names no specification text")
    examples = spec_examples(Path(path))
    assert len(examples) == 652
    differing = [text for text in examples if ours(text) != markdown_it(text)]
    assert not differing
