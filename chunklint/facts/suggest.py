"""Drafts of cases from what pages say: numbers, dates, limits and conditions next to questions and headings.

A draft is for a person: the query is a question of the page or a heading, the strings are what the answer would be
wrong without, and both have to be read, reworded as readers ask, and struck where nobody does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
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


class Draft(NamedTuple):
    """A case as it is proposed: ``line`` is where the page says it, ``said`` the sentence."""

    query: str
    must_contain: tuple[str, ...]
    page: str
    line: int
    said: str
    tag: str


def draft(document: Document, asked: set[str]) -> Iterator[str]:
    """The proposed cases of a page as lines of YAML, each with a comment that says where it comes from.

    ``asked`` are the queries of the pages before it, to which its own are added: a query is asked once.
    """
    for found in drafts(document, asked):
        yield f"# {found.page}:{found.line}: {found.said}"
        yield f"- query: {_quoted(found.query)}"
        yield f"  must_contain: [{', '.join(map(_quoted, found.must_contain))}]"
        yield f"  page: {_quoted(found.page)}"
        yield f"  tags: [draft, {found.tag}]"
        yield ""


def drafts(document: Document, asked: set[str]) -> Iterator[Draft]:
    """The proposed cases of a page in source order; each sentence gives one at most."""
    page = Page(document)
    facts = sorted((unit for unit in units_of(page, "protected") if unit.label in _FACTS), key=_start)
    conditions = list(units_of(page, "condition"))
    questions = sorted(units_of(page, "answer"), key=_start)
    counts: dict[int, int] = {}
    for unit in sorted((*units_of(page, "sentence"), *units_of(page, "row")), key=_start):
        own = [fact for fact in facts if _inside(fact.at, unit.at)]
        condition = next((one for one in conditions if one.at == unit.at), None)
        if not own or (len(_WORD.findall(document.source(unit.at))) < _LEAST and own[0].label == "date"):
            continue
        query = _query(document, unit, own[0], questions)
        section = unit.section.heading.span.start if unit.section.heading else 0
        if not query or _key(query) in asked or counts.get(section, 0) >= _MOST_CASES:
            continue
        asked.add(_key(query))
        counts[section] = counts.get(section, 0) + 1
        strings = dict.fromkeys(" ".join(document.source(fact.at).split()) for fact in own[:_MOST_STRINGS])
        if condition:
            strings |= dict.fromkeys(_condition(document, condition))
        line = document.lines.position(unit.at.start)[0]
        said = " ".join(document.source(unit.at).split())
        tag = "condition" if condition else own[0].label
        yield Draft(query, tuple(filter(words_of, strings)), document.path, line, _shortened(said), tag)


def _key(query: str) -> str:
    return " ".join(query.casefold().split())


def _start(unit: Unit) -> int:
    return unit.at.start


def _inside(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _query(document: Document, unit: Unit, fact: Unit, questions: list[Unit]) -> str:
    """The question that the text answers; else its heading path with the first cell or words of what it says."""
    for question in questions:
        if any(_inside(unit.at, span) for span in question.spans[1:]):
            return _plain(question.label)
    path = _path(document, unit.section)
    if path and is_question(path[-1]):
        return path[-1]
    subject = _subject(document, unit, fact)
    return ": ".join(filter(None, (" ".join(path[-2:]), subject)))


def _path(document: Document, section: Section) -> list[str]:
    names = [name for name in section.path if name]
    return [_plain(name) for name in names] or ([document.title] if document.title else [])


def _subject(document: Document, unit: Unit, fact: Unit) -> str:
    """What a sentence or a row is about: what stands before its first number, else behind that."""
    before = document.source(Span(unit.at.start, fact.at.start))
    behind = document.source(Span(fact.at.end, max(unit.at.end, fact.at.end)))
    said = (" ".join(_plain(source).replace("|", " ").split()).strip(" ,.;:(-–~") for source in (before, behind))
    words = next(filter(None, said), "").split()
    return " ".join(words[:10])


def _condition(document: Document, unit: Unit) -> Iterator[str]:
    """The word that makes the condition, with the three behind it."""
    said = " ".join(_plain(document.source(unit.at)).split())
    at = said.casefold().find(unit.label) if unit.label else -1
    if at >= 0:
        words = said[at:].split()[:4]
        yield " ".join(words).strip(",.;:")


def _plain(text: str) -> str:
    """Without the marks of emphasis and code, and links as their text."""
    text = re.sub(r"!?\[([^\[\]\n]{0,300})\](?:\([^()\s]{0,500}\)|\[[^\[\]\n]{0,200}\])?", r"\1", text)
    return re.sub(r"[*`]+|(?<!\w)_+|_+(?!\w)", "", text).strip()


def _shortened(text: str) -> str:
    return text if len(text) <= 140 else f"{text[:139]}…"


def _quoted(text: str) -> str:
    """A string that YAML reads back as it is: JSON's form is YAML's too."""
    return json.dumps(text, ensure_ascii=False)
