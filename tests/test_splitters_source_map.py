"""Text made of the source leads back to it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chunklint.document import Span
from chunklint.splitters.source_map import SourceMap

SOURCE = "abcdefghijklmnopqrstuvwxyz"
RUNS = st.lists(st.tuples(st.sampled_from(["", "-", "--"]), st.integers(0, 26), st.integers(0, 26)), max_size=6).map(
    lambda runs: [(joiner, min(a, b), max(a, b)) for joiner, a, b in runs]
)


@given(runs=RUNS, start=st.integers(0, 40), size=st.integers(0, 40))
def test_spans_are_the_source_of_the_text(runs: list[tuple[str, int, int]], start: int, size: int) -> None:
    made = SourceMap.of_runs(SOURCE, runs)
    assert made.text == "".join(joiner + SOURCE[first:last] for joiner, first, last in runs)
    origin: list[int | None] = []
    for joiner, first, last in runs:
        origin += [None] * len(joiner) + list(range(first, last))
    spans = made.spans(start, start + size)
    assert all(first < last for first, last in spans)
    assert {at for span in spans for at in range(*span)} == set(origin[start : start + size]) - {None}


@given(runs=RUNS)
def test_both_ways_to_make_one_are_the_same(runs: list[tuple[str, int, int]]) -> None:
    made = SourceMap.of_runs(SOURCE, runs)
    pieces: list[tuple[int, Span]] = []
    at = 0
    for joiner, start, end in runs:
        at += len(joiner)
        pieces.append((at, Span(start, end)))
        at += end - start
    assert SourceMap(made.text, pieces).spans(0, at) == made.spans(0, at)


def test_pieces_that_touch_are_one_span() -> None:
    made = SourceMap("ab-c", [(0, Span(5, 7)), (3, Span(7, 8))])
    assert made.spans(0, 4) == (Span(5, 8),)
    assert made.spans(1, 4) == (Span(6, 8),)
    assert made.spans(2, 3) == ()


def test_source_that_comes_again_is_named_again() -> None:
    made = SourceMap("cab", [(0, Span(2, 3)), (1, Span(0, 2))])
    assert made.spans(0, 3) == (Span(2, 3), Span(0, 2))


@given(runs=RUNS, cuts=st.lists(st.integers(0, 40), max_size=6), by=st.sampled_from(["", "+"]))
def test_what_is_replaced_has_no_source(runs: list[tuple[str, int, int]], cuts: list[int], by: str) -> None:
    made = SourceMap.of_runs(SOURCE, runs)
    borders = sorted(min(cut, len(made.text)) for cut in cuts)
    removed = list(zip(borders[::2], borders[1::2], strict=False))
    left = made.replaced(removed, by)
    text, origin, done = "", set[int](), 0
    for start, end in [*removed, (len(made.text), len(made.text))]:
        text += made.text[done:start] + by
        origin |= {at for span in made.spans(done, start) for at in range(*span)}
        done = end
    assert left.text == text.removesuffix(by)
    assert {at for span in left.spans(0, len(text)) for at in range(*span)} == origin


def test_one_text_follows_the_other() -> None:
    made = SourceMap("ab", [(0, Span(0, 2))]).followed("-", SourceMap("yz", [(0, Span(24, 26))]))
    assert (made.text, made.spans(1, 4)) == ("ab-yz", (Span(1, 2), Span(24, 25)))
