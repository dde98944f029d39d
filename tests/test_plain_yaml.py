"""The reader of plain YAML gives what the library gives, or nothing."""

from __future__ import annotations

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklint import plain_yaml

_LINES = [
    "a: b", "b: 1",
    "c:", "  d: e", "  f:", "    g: h i", "title: A word - and 2", "date: 2026-11-30", "x: yes", "e: 1.5e3",
    "k: 'q'", "l: [a, b]",
    "m: {}", "# note", "", "n: a # b", "o: a: b", "- p", "q : r", "s:t", "u: v  ", "w: ~", "ä: ö",
    "y: |", "  text", "z: >", "---", "aa: é", "bb: C:\\x", " cc: d", "dd: 0x1f", "ee: a\tb", "a: again",
]  # fmt: skip


@settings(max_examples=3000, deadline=None)
@given(st.lists(st.sampled_from(_LINES), max_size=7).map("\n".join))
def test_plain_yaml_is_yaml(source: str) -> None:
    mine = plain_yaml.load(source)
    if mine is not None:
        assert mine == yaml.load(source, Loader=yaml.BaseLoader)  # noqa: S506


@settings(max_examples=2000, deadline=None)
@given(st.text(alphabet="ab1: -#\n\"'[]{}|>&*!%@`,\t\u00a0\x85é", max_size=30))
def test_arbitrary_text(source: str) -> None:
    mine = plain_yaml.load(source)
    if mine is not None:
        assert mine == yaml.load(source, Loader=yaml.BaseLoader)  # noqa: S506


def test_usual_front_matter_is_plain() -> None:
    source = "title: Returns and refunds\nweight: 10\ndate: 2026-11-30\nmenu:\n  main:\n    weight: 3\ndraft: false"
    assert plain_yaml.load(source) == {
        "title": "Returns and refunds",
        "weight": "10",
        "date": "2026-11-30",
        "menu": {"main": {"weight": "3"}},
        "draft": "false",
    }
