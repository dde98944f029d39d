"""What only shows when all chunks are known: duplicates, units, missing fields."""

from __future__ import annotations

import random

import pytest

from chunklint.stores.alone import judge
from chunklint.stores.record import Stored
from chunklint.stores.seen import Seen, Twin
from chunklint.stores.sketch import alike, sketch
from chunklint.stores.together import Missing, broken

DRAW = random.Random(5)  # noqa: S311
VOCABULARY = ["".join(DRAW.choices("abcdefghijklmnop", k=DRAW.randint(2, 8))) for _ in range(3000)]


def words(count: int) -> list[str]:
    return DRAW.choices(VOCABULARY, k=count)


def twins(*texts: str) -> list[tuple[int, int, bool]]:
    batch = list(enumerate(Stored(text, file="a.jsonl", line=number) for number, text in enumerate(texts, 1)))
    found: list[Twin] = list(Seen().add(judge(batch, {"CL803": {"min-words": 8}}, "en").traces))
    return [(twin.place.line, twin.first.line, twin.exact) for twin in found]


def test_copies() -> None:
    one, other = " ".join(words(30)), " ".join(words(30))
    assert twins(one, other, one.upper().replace(" ", "\n"), other, one) == [(3, 1, True), (4, 2, True), (5, 1, True)]


def test_short_texts_are_not_compared() -> None:
    assert twins("See the page.", "See the page.") == []
    assert twins(
        "船体は五月に塗られますが、櫂は秋に塗られます。", "船体は五月に塗られますが、櫂は秋に塗られます。"
    ) == [(2, 1, True)]


def test_near_copies() -> None:
    text = words(170)
    near = [*text[:80], "otherwise", *text[81:]]
    assert twins(" ".join(text), " ".join(near)) == [(2, 1, False)]
    far = [word if index % 4 else "otherwise" for index, word in enumerate(text)]
    assert twins(" ".join(text), " ".join(far)) == []


def test_texts_that_differ_in_a_number_are_no_copies() -> None:
    text = words(170)
    plans = [" ".join([*text[:80], str(limit), *text[80:]]) for limit in (30, 90)]
    assert twins(*plans) == []
    assert twins(plans[0], plans[0] + " " + VOCABULARY[0]) == [(2, 1, False)]


def test_how_many_near_copies_are_found() -> None:
    """Nine in ten of those that share nine runs in ten; hardly any of those that share half."""
    found = {3: 0, 40: 0}
    for changed in found:
        for _ in range(200):
            text = words(170)
            other = list(text)
            for place in DRAW.sample(range(170), changed):
                other[place] = "otherwise"
            one, two = sketch(" ".join(text), 8), sketch(" ".join(other), 8)
            assert one
            assert two
            found[changed] += not set(one.keys).isdisjoint(two.keys) and alike(one.marks, two.marks)
    assert found[3] >= 170
    assert found[40] <= 2


def units(*parts: dict[str, object]) -> list[tuple[str, int, str]]:
    batch = list(enumerate(Stored("A text.", f"c{n}", metadata=part, line=n) for n, part in enumerate(parts, 1)))
    seen = Seen()
    assert not list(seen.add(judge(batch, {}, "en").traces))
    return [(one.code, one.place.line, one.flag.message) for one in broken(seen.units())]


def part(number: object, count: object, unit: object = "u", **more: object) -> dict[str, object]:
    return {"unit_id": unit, "part": number, "part_count": count, **more}


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ([part(1, 2), part(2, 2)], ""),
        ([part(2, 2), part(1, 2)], ""),
        ([part(1, None), part(2, None)], ""),
        ([{"unit_id": "u"}, {"unit_id": "u"}], ""),
        ([{"part": 3}], ""),
        ([part(1, 3), part(3, 3)], 'unit "u" lacks part 2 of 3: an answer without it reads as a whole one'),
        ([part(2, 2)], 'unit "u" lacks part 1 of 2: an answer without it reads as a whole one'),
        ([part(1, 2), part(2, 2), part(2, 2)], 'unit "u" has part 2 more than once'),
        ([part(1, 2), part(2, 3)], 'unit "u" has 2, 3 parts: its chunks do not agree'),
        ([part(0, 2), part(1, 2), part(2, 2)], 'unit "u" has part 0 of 2'),
        ([part(3, 2)], 'unit "u" has part 3 of 2'),
        ([part(1, 2), part(None, 2)], 'unit "u" has 1 chunk without a part number'),
        ([part(2, 3, None)], 'chunk "c1" is part 2 of 3 of no unit'),
        ([part(1, 10**9)], ""),
    ],
)
def test_parts_add_up(parts: list[dict[str, object]], why: str) -> None:
    assert units(*parts) == ([("CL810", 1, why)] if why else [])


def test_a_continuation_without_its_question() -> None:
    asked = [
        part(1, 3, has_question_line=True),
        part(2, 3, has_question_line=False),
        part(3, 3, has_question_line=True),
    ]
    assert units(*asked) == [("CL809", 2, 'chunk "c2", part 2 of 3, lacks the question of "u"')]
    assert units(part(1, 2, has_question_line=False), part(2, 2, has_question_line=False)) == []
    assert units(part(1, 2), part(2, 2)) == []


def test_missing_fields_are_one_finding_each() -> None:
    missing = Missing(["id", "source", "heading"])
    records = [Stored("A", "1", "a.md", ("H",)), Stored("B", "2", "", ("H",)), Stored("C", "3", "", ())]
    assert [missing.see(one) for one in records] == [False, True, True]
    assert [(one.id, flag.message) for one, flag in missing.flags()] == [
        ("2", "2 of 3 chunks have no source: no answer can name its page"),
        ("3", "1 of 3 chunks have no heading path: none says what it is about"),
    ]


def test_judging_is_the_same_for_any_batches() -> None:
    """So that an engine may judge them anywhere and in any order."""
    records = list(enumerate(Stored(" ".join(words(20)) + " of", str(number)) for number in range(30)))
    rules = {"CL803": {"min-words": 8}, "CL808": {"heuristics": ["end", "last-token"]}}
    whole = judge(records, rules, "en")
    parts = [judge(records[at : at + 7], rules, "en") for at in range(0, 30, 7)]
    assert [flag for judged in parts for _, _, flag in judged.flags] == [flag for _, _, flag in whole.flags]
    assert [trace for judged in parts for trace in judged.traces] == whole.traces
    assert len(whole.flags) == 30
