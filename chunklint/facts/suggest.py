"""Drafts of cases from what pages say: numbers, dates, limits and conditions next to questions and headings.

A draft is for a person: the query is a question of the page or a heading, the strings are what the answer would be
wrong without, and both have to be read, reworded as readers ask, and struck where nobody does.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from chunklint.document import Document, Section, Span
from chunklint.facts.find import words_of
from chunklint.questions import is_question
from chunklint.units import Page, Unit, units_of

# Of what is protected, what an answer is about: no links, addresses and code.
_FACTS = frozenset({"quantity", "price", "percentage", "date"})
_MOST_CASES = 3  # of a section: a page of numbers is a reference and no set of answers
_MOST_STRINGS = 4
_LEAST = 8  # words around a date that tell more than when a page was changed
_WORD = re.compile(r"\w+")
_QUOTE_MARKS = re.compile(r"[\r\n][ \t>]+")


class Draft(NamedTuple):
    """A case as it is proposed: ``start`` is where the page says it, ``said`` the sentence."""

    query: str
    must_contain: tuple[str, ...]
    page: str
    start: int
    said: str
    tag: str


def draft(document: Document, asked: set[str]) -> Iterator[str]:
    """The proposed cases of a page as lines of YAML, each with a comment that says where it comes from.

    ``asked`` are the queries of the pages before it, to which its own are added: a query is asked once.
    """
    for found in drafts(document, asked):
        yield f"# {found.page}:{document.lines.position(found.start)[0]}: {found.said}"
        yield f"- query: {_quoted(found.query)}"
        yield f"  must_contain: [{', '.join(map(_quoted, found.must_contain))}]"
        yield f"  page: {_quoted(found.page)}"
        yield f"  tags: [draft, {found.tag}]"
        yield ""


def drafts(document: Document, asked: set[str]) -> list[Draft]:
    """The proposed cases of a page in source order; each sentence gives one at most."""
    page = Page(document)
    facts = sorted((unit for unit in units_of(page, "protected") if unit.label in _FACTS), key=_start)
    starts = [fact.at.start for fact in facts]
    conditions = {unit.at: unit for unit in units_of(page, "condition")}
    questions = _Questions(document, units_of(page, "answer"))
    units = sorted((*units_of(page, "sentence"), *units_of(page, "row")), key=_start)
    found = [(unit, facts[bisect_left(starts, unit.at.start) : bisect_left(starts, unit.at.end)]) for unit in units]
    counts: dict[int, int] = {}
    made = []
    # A question is asked once: for a number rather than for a condition.
    for unit, own in sorted(found, key=lambda one: not one[1]):
        condition, asking = conditions.get(unit.at), questions.of(unit)
        if own:
            few = len(_WORD.findall(document.source(unit.at))) < _LEAST
            query = "" if few and own[0].label == "date" else asking or _heading(document, unit, own[0])
        else:
            query = asking if condition and _restricts(document, condition) else ""
        section = unit.section.heading.span.start if unit.section.heading else 0
        if not query or _key(query) in asked or counts.get(section, 0) >= _MOST_CASES:
            continue
        strings = dict.fromkeys(_on_one_line(document.source(fact.at)) for fact in own[:_MOST_STRINGS])
        if condition:
            strings |= dict.fromkeys(_condition(document, condition))
        if required := tuple(filter(words_of, strings)):
            asked.add(_key(query))
            counts[section] = counts.get(section, 0) + 1
            tag = "condition" if condition else own[0].label
            made.append(Draft(query, required, document.path, unit.at.start, _said(document, unit), tag))
    return sorted(made, key=lambda one: one.start)


def _restricts(document: Document, condition: Unit) -> bool:
    """Whether it takes something back: "unless", "only if"; not every "if"."""
    return condition.label not in document.word_list("condition-openers")


class _Questions:
    """The questions of a page, asked by what answers them."""

    def __init__(self, document: Document, answers: Iterable[Unit]) -> None:
        self.document = document
        self.answers = sorted(answers, key=_start)
        self.starts = [answer.at.start for answer in self.answers]

    def of(self, unit: Unit) -> str:
        """The question above a sentence or a row that answers it, or its heading if that asks; else nothing."""
        index = bisect_right(self.starts, unit.at.start) - 1
        if index >= 0 and any(_inside(unit.at, span) for span in self.answers[index].spans[1:]):
            return _plain(self.answers[index].label)
        name = unit.section.path[-1] if unit.section.path else ""
        return _plain(name) if is_question(name) else ""


def _key(query: str) -> str:
    return " ".join(query.casefold().split())


def _start(unit: Unit) -> int:
    return unit.at.start


def _inside(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _heading(document: Document, unit: Unit, fact: Unit) -> str:
    """The last two names of the heading path, with what the sentence or row is about."""
    return ": ".join(filter(None, (" ".join(_path(document, unit.section)[-2:]), _subject(document, unit, fact))))


def _path(document: Document, section: Section) -> list[str]:
    names = [name for name in section.path if name]
    return [_plain(name) for name in names] or ([document.title] if document.title else [])


def _subject(document: Document, unit: Unit, fact: Unit) -> str:
    """What a sentence or a row is about: what stands before its first number, else behind that."""
    before = document.source(Span(unit.at.start, fact.at.start))
    behind = document.source(Span(fact.at.end, max(unit.at.end, fact.at.end)))
    said = (_on_one_line(_plain(source).replace("|", " ")).strip(" ,.;:(-–~") for source in (before, behind))
    words = next(filter(None, said), "").split()
    return " ".join(words[:10])


def _condition(document: Document, unit: Unit) -> Iterator[str]:
    """The word that makes the condition, with the five behind it."""
    said = _on_one_line(_plain(document.source(unit.at)))
    at = said.casefold().find(unit.label) if unit.label else -1
    if at >= 0:
        words = said[at:].split()[:6]
        yield " ".join(words).strip(",.;:")


def _plain(text: str) -> str:
    """Without the marks of emphasis and code, and links as their text."""
    text = re.sub(r"!?\[([^\[\]\n]{0,300})\](?:\([^()\s]{0,500}\)|\[[^\[\]\n]{0,200}\])?", r"\1", text)
    return re.sub(r"[*`]+|(?<!\w)_+|_+(?!\w)", "", text).strip()


def _on_one_line(text: str) -> str:
    """Without line ends, and without the marks of quotes behind them."""
    return " ".join(_QUOTE_MARKS.sub(" ", text).split())


def _said(document: Document, unit: Unit) -> str:
    """The sentence or the row on one line, not too long."""
    text = _on_one_line(document.source(unit.at))
    return text if len(text) <= 140 else f"{text[:139]}…"


def _quoted(text: str) -> str:
    """A string that YAML reads back as it is: JSON's form is YAML's too."""
    return json.dumps(text, ensure_ascii=False)
