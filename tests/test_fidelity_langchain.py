"""LangChain, Open WebUI and Chonkie: the chunks of our splitters are those of the libraries, one by one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("langchain_text_splitters")
pytest.importorskip("chonkie")

from benchmarks.real_splitters import REAL
from chunklint.document import Document
from chunklint.splitters.chunk import Limits, Unit
from chunklint.splitters.presets import PRESETS
from tests.test_splitters_headers import PAGES

pytestmark = pytest.mark.fidelity
NAMES = ("langchain", "langchain-markdown", "langchain-headers", "open-webui", "chonkie")
AWKWARD = (
    "",
    " ",
    "\n" * 7,
    "x",
    "```\n```\n```\n",
    "text\n\\*\\*\\*+\ntext\n---+\n---+\n___+\n\n#{1,6} x\n#{1,6} y",
    "\n\nfirst\n\n\n\nsecond\n\n\n",
    "a\u2028b\x1c c\x85d\u3000e\xa0f",
    "# a\n\n# a\n\nb\n# \n\n#\n\n####### c\n\n###### d {#d} ##\n\ne",
    "\u200b# no\n\u200b # no\n#\u200b yes\n\ntext",
    "~~~\n# x\n```\n~~~\n# y\n````\n```\n# z\n```",
    "- a\n  ```\n  # b\n  ```\n\n    # c\n\td\te",
    "é" * 12 + "\n" + "é" * 11 + ". " + "🧠" * 7 + "..." + "—" * 9,
    "One. Two! Three? Four... (five) [six]: seven; `eight`, 'nine'\r\nten\rten",
)
UNITS: tuple[Unit, ...] = ("characters", "words", "tokens")


def same(name: str, text: str, limits: Limits) -> None:
    real, ours = REAL[name], list(PRESETS[name].split(Document(text), limits))
    assert [chunk.text for chunk in ours] == real.texts(text, limits)
    if real.metadata:
        metadata = real.metadata(text, limits)
        assert [dict(chunk.metadata) for chunk in ours] == metadata
        assert [list(chunk.headings) for chunk in ours] == [list(found.values()) for found in metadata]


@pytest.mark.parametrize("name", NAMES)
@given(text=PAGES, size=st.integers(1, 60), data=st.data())
@settings(max_examples=300)
def test_made_pages(name: str, text: str, size: int, data: st.DataObject) -> None:
    if name == "chonkie":
        if any("\ud800" <= sign <= "\udfff" for sign in text):
            return  # the library takes no lone surrogates
        same(name, text, Limits(size))
    else:
        same(name, text, Limits(size, data.draw(st.integers(0, size - 1)), data.draw(st.sampled_from(UNITS))))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", AWKWARD)
@pytest.mark.parametrize("size", [1, 2, 7, 30, 1000])
def test_awkward_pages(name: str, text: str, size: int) -> None:
    same(name, text, Limits(size))
    if name != "chonkie":
        same(name, text, Limits(size, size // 3))
        same(name, text, Limits(size, size // 3, "tokens"))
