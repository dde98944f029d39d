"""The cases of benchmarks/facts on the sites that they are about, below the folder that CHUNKLINT_CORPORA names.

A site is in ``owner__name``. All cases pass under the heading splitter; a fixed one severs some of each site.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run
from tests.examples import ROOT

pytestmark = [
    pytest.mark.fidelity,
    pytest.mark.skipif("CHUNKLINT_CORPORA" not in os.environ, reason="CHUNKLINT_CORPORA names no folder"),
]
FILES = sorted((ROOT / "benchmarks/facts").glob("*.yaml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_whole_and_found_by_headings_and_severed_by_size(file: Path, run: Run) -> None:
    site = file.read_text(encoding="utf-8").split(":", 1)[0].rpartition(" ")[2].replace("/", "__")
    folder = Path(os.environ["CHUNKLINT_CORPORA"], site)
    if not folder.is_dir():
        pytest.skip(f"no {site}")
    words = ["--splitter", "heading", "--splitter", "fixed", "--isolated", "--output-format", "json"]
    code, out, err = run("facts", str(file), str(folder), *words)
    heading, fixed = json.loads(out)["summary"]["splitters"]
    scores: dict[str, Any] = heading["scores"]
    assert (scores["missing"], scores["severed"], scores["hit_rate@5"]) == (0, 0, 1.0)
    assert (code, err) == (1, "")
    assert fixed["scores"]["severed"] > 0
    assert fixed["scores"]["missing"] == 0


def test_how_many_cases_there_are() -> None:
    assert sum(file.read_text(encoding="utf-8").count("\n- query: ") for file in FILES) == 68
