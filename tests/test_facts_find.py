"""Where words are found, whatever the marks and line ends around them."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint.document import Span
from chunklint.facts.find import Searchable, closest, words_of
from tests.strategies import COMMONMARK, DIRECTIVES, pages


def found(text: str, words: str) -> list[str]:
    return [text[start:end] for start, end in Searchable(text).find(words_of(words))]


@pytest.mark.parametrize(
    "text",
    [
        "within 30 days of", "within 30\ndays of", "within 30\r\ndays of", "within 30\u00a0days of",
        "within 30&nbsp;days of", "within 30&#160;days of", "> within 30\n> days of", "- within 30\n  days of",
        "within **30** days of", "within **30 days** of", "within `30 days` of", "within __30__ _days_ of",
        "within [30 days](terms.md#days) of", "within [30][a] days of", "within <b>30</b> days of", "| 30 days | no |",
        "|30 days|", "WITHIN 30 DAYS OF", "(30 days)", "30\u202f days", "30 da\u00adys", "# 30 days",
        "~~20~~ 30 days, or more",
    ],
)  # fmt: skip
def test_the_same_words(text: str) -> None:
    assert len(found(text, "30 days")) == 1


@pytest.mark.parametrize(
    "text", ["130 days", "30 da ys", "1.30 days", "30days", "3 0 days", "30 or 40 days", "30, days"]
)
def test_other_words(text: str) -> None:
    assert found(text, "30 days") == []


@pytest.mark.parametrize(
    ("text", "words", "times"),
    [
        ("5 GB, 1.5 GB, 15 GB, 5 gb", "5 GB", 2),
        ("10, 100, 10.5, 10. And 10,000", "10", 2),
        ("a refund, refunds, no prerefund", "refund", 2),
        ("5–10 days, 5-10 days, 5—10 days", "5-10 days", 3),
        ("“yes” and \"yes\" and 'yes'", '"yes"', 2),
        ("共30天内，30天", "30天", 2),
        ("max_connections, \\_max_ and `max_connections`", "max_connections", 2),
        ("costs \\$5 or $5 or $50", "$5", 2),
        ("STRASSE, straße", "Straße", 2),
        ("99.9% and 99.99%", "99.9%", 1),
        ("aaa", "aa", 1),
        ("> for 30\n> days - or\n> less", "for 30 days or less", 1),
        ("> for 30 > days — or > less", "for 30 days - or less", 1),
        ("- one\n- two and - one - two", "one two", 2),
        ("5 > 3 and 5>3", "5>3", 1),
    ],
)
def test_how_often(text: str, words: str, times: int) -> None:
    assert len(found(text, words)) == times


def test_spans_are_the_source() -> None:
    text = "# Terms\n\n> at most **thirty\n> days** after"
    assert found(text, "Terms") == ["Terms"]
    assert found(text, "at most thirty days after") == ["at most **thirty\n> days** after"]


@pytest.mark.parametrize(
    ("text", "words", "leads"),
    [
        ("percent of it", "percent", True),
        ("> **percent** of it", "percent", True),
        ("percentage of it", "percent", False),
        ("ten percent", "percent", False),
        ("…days\nof grace", "days of", True),
        ("", "days", False),
    ],
)
def test_leads(text: str, words: str, leads: bool) -> None:
    assert Searchable(text).leads_with(words_of(words)) is leads


@given(pages(COMMONMARK + DIRECTIVES, ("\n", "\r\n", "\r")))
def test_every_place_is_in_the_text(page: str) -> None:
    """Offsets go up and stay inside; what is found twice does not overlap itself backwards."""
    words = Searchable(page)
    for wanted in ("h", "text", "x", "a"):
        spans = list(words.find(wanted))
        assert all(0 <= start < end <= len(page) for start, end in spans)
        assert spans == sorted(spans)
        assert all(page[start].lower() == wanted[0] for start, _ in spans)


@given(
    st.text(alphabet="ab1 .*_`[](){}<>|\\&;#-\n\r\t\u00a0ßﬁ“–", max_size=60),
    st.text(alphabet="ab1", min_size=1, max_size=3),
)
def test_plain_words_are_found_where_they_are_put(around: str, words: str) -> None:
    """Between two line ends words stand alone, whatever is above them, unless an open bracket or tag takes them in."""
    text = f"{around}\n\n{words}\n"
    last = list(Searchable(text).find(words_of(words)))[-1:]
    assert last == [Span(len(around) + 2, len(around) + 2 + len(words))]


@pytest.mark.parametrize(
    "text", ["a" + "_" * 200_000 + "b", "<a" * 100_000, "](" * 100_000, "> " * 100_000, "](x " * 50_000, "&a" * 100_000]
)
def test_hostile_text_takes_linear_time(text: str) -> None:
    start = time.perf_counter()
    Searchable(text)
    assert time.perf_counter() - start < 5


def test_closest_places() -> None:
    def spans(*starts: int) -> list[Span]:
        return [Span(start, start + 1) for start in starts]

    assert closest([spans(0, 50), spans(60, 3000)]) == (Span(50, 51), Span(60, 61))
    assert closest([spans(5), spans(1, 9), spans(7)]) == (Span(5, 6), Span(9, 10), Span(7, 8))
    assert closest([spans(0, 100), spans(101), spans(2, 99)]) == (Span(100, 101), Span(101, 102), Span(99, 100))
    assert closest([spans(1), []]) == closest([]) == ()


@given(st.lists(st.lists(st.integers(0, 40), min_size=1, max_size=6).map(sorted), min_size=1, max_size=4))
def test_closest_places_are_the_closest(lists: list[list[int]]) -> None:
    from itertools import product

    places = [[Span(start, start + 1) for start in starts] for starts in lists]
    best = min(max(row) - min(row) for row in product(*lists))
    got = closest(places)
    assert all(span in own for span, own in zip(got, places, strict=True))
    assert max(span.start for span in got) - min(span.start for span in got) == best
