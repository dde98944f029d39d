"""Every preset with a library against it, on the pages below the folder that CHUNKLINT_CORPORA names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchmarks.real_splitters import REAL
from benchmarks.splitters import compared, pages

pytestmark = [
    pytest.mark.fidelity,
    pytest.mark.skipif("CHUNKLINT_CORPORA" not in os.environ, reason="CHUNKLINT_CORPORA names no folder"),
]


@pytest.mark.parametrize("newline", ["", None], ids=["as they are", "newlines"])
@pytest.mark.parametrize("name", REAL)
def test_real_pages(name: str, newline: str | None) -> None:
    if not REAL[name].installed:
        pytest.skip(f"{REAL[name].module} is not installed")
    for limits in REAL[name].limits:
        counts = [0, 0]
        for text in pages([Path(os.environ["CHUNKLINT_CORPORA"])], newline):
            same, chunks, equal = compared(name, text, limits)
            assert same or REAL[name].least < 1, text[:200]
            counts[0] += equal
            counts[1] += chunks
        assert counts[0] >= REAL[name].least * counts[1], (limits, counts)
