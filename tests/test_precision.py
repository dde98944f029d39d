"""Each rule page says how often the rule was right on real pages, as the judged findings have it."""

import re
from pathlib import Path

import pytest

from benchmarks.precision.__main__ import JUDGED, SILENCED, SMALL, judged, key, precisions, wilson
from chunklint import catalogue
from tests.examples import RULE_PAGES

_PART = re.compile(r"\n## How often it is right\n.*\Z", re.S)


def figure(code: str) -> str:
    found = precisions().get(code)
    if found:
        low, high = found.interval
        text = (
            f"Of {found.judged:,} finding{'s' if found.judged != 1 else ''} judged on real pages ({found.sites} of 14 "
            f"sites) {found.true:,} {'were' if found.true != 1 else 'was'} true; 95 % interval {low:.0%} to {high:.0%}."
        )
    elif code.startswith("CL6"):
        text = "Not judged."
    elif code.startswith("CL7"):
        text = "Not judged: a chunk has the strings of a case or it has not."
    elif catalogue.load().rules[code].default:
        text = "None of 3,784 real pages of 14 sites has one, so that there was nothing to judge."
    else:
        text = "Not judged: off by default."
    if small := precisions(small=True).get(code):
        text += f" In smaller chunks ({', '.join(SMALL)}) {small.true:,} of {small.judged:,} were."
    return f"\n## How often it is right\n\n{text}\n"


# What an audit finds is in no page; benchmarks/stores.py measures it.
OF_PAGES = [page for page in RULE_PAGES if not page.name.startswith("CL8")]


@pytest.mark.parametrize("page", OF_PAGES, ids=lambda page: page.stem)
def test_page_gives_the_figure(page: Path, update: bool) -> None:
    text = page.read_text(encoding="utf-8")
    expected = _PART.sub("", text) + figure(page.name.split("-")[0])
    if update:
        page.write_text(expected, encoding="utf-8")
    assert page.read_text(encoding="utf-8") == expected, "run pytest --update"


def test_default_rules_are_true_in_95_of_100() -> None:
    rules = catalogue.load().rules
    low = {code for code, found in precisions().items() if rules[code].default and found.true < 0.95 * found.judged}
    assert not low


def test_verdicts_are_complete() -> None:
    records = [*judged(JUDGED), *judged(SILENCED)]
    assert len({key(record) for record in records}) == len(records), "a finding is judged twice"
    for record in records:
        assert record["verdict"] in ("true", "doubtful", "false")
        assert record["reason"].strip()


def test_wilson() -> None:
    low, high = wilson(8, 10)  # Wilson 1927; the example of many textbooks
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
