"""Stores of the real libraries: each chunk is found where it was cut out, and its cuts are those of the preset."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.dumps import DUMPS, Dump
from benchmarks.stores import fidelity

pytestmark = pytest.mark.fidelity

# Long enough for several chunks, with text that repeats, code, a table, two sections of one name, and front matter.
TERMS = "A boat may be kept for {} days, unless the lake is frozen; then it is kept until the ice is gone again."
ASK = "Ask at the desk."
PAGE = "\n\n".join(
    [
        "---\ntitle: Boats\n---",
        "# Boats",
        "This page says how boats are lent.",
        *(text for n in range(9) for text in (f"## Pier {n}", ASK, *[TERMS.format(n)] * 9, ASK)),
        "## Fees",
        "| Boat | Fee |\n| ---- | --- |\n" + "\n".join(f"| gig {n} | {n} EUR |" for n in range(80)),
        "## Fees",
        "```python\n" + "\n".join(f"if days > {n}:\n    fee += {n}\n" for n in range(70)) + "```",
        "1. Take a boat.\n2. Sign the list.\n3. Bring it back before the bell rings.",
    ]
)  # fmt: skip


@pytest.mark.parametrize("dump", DUMPS, ids=lambda dump: dump.preset)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_chunks_stand_where_they_were_cut_out(tmp_path: Path, dump: Dump, newline: str) -> None:
    if not dump.installed:
        pytest.skip(f"{dump.module} is not installed")
    (tmp_path / "boats.md").write_text(PAGE, encoding="utf-8", newline=newline)
    found = fidelity(tmp_path, dump)
    assert found.chunks > 4
    assert [one.text for _, one, _, _ in found.wrong] == []
    assert found.right == found.chunks
    assert found.ours == found.theirs
