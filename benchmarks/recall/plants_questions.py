"""Plants for CL2: questions and their answers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.recall.plant import (
    HERE,
    MERGED,
    NOTHING,
    Part,
    Plant,
    before,
    behind,
    edited,
    following,
    is_english,
    leaves,
    long_runs,
    plants,
    preceding,
    whole,
    without,
)
from chunklint.document import Document, Section
from chunklint.questions import is_question

_TEXT_QUESTION = re.compile(r"^(?:\*\*|__).*[?？](?:\*\*|__)[ \t]*$|^(?:\*\*)?Q(?:\d|:|uestion)|<summary", re.M)

_INTERVIEW = re.compile(r"^\*\*[A-Z]\w+ [A-Z]\w+:\*\*", re.M)


def _asks(section: Section) -> bool:
    return bool(section.heading and is_question(section.heading.text))


def _asked(document: Document) -> Iterator[Part]:
    """The leaves whose headings are questions, and no offers to help."""
    for part in leaves(document):
        if _asks(part.section) and not part.heading.text.lower().endswith(("questions?", "help?", "feedback?")):
            yield part


def _are_stacked(one: Section, other: Section) -> bool:
    """Whether two sections that follow each other are questions of one list."""
    return _asks(one) and _asks(other) and one.parent is other.parent and one.level == other.level


@plants("CL201")
def answer_removed(document: Document) -> Iterator[Plant]:
    for part in _asked(document):
        if not _are_stacked(part.section, following(document, part)):
            for left in NOTHING:
                yield edited(document, (before(part.heading), HERE), (whole(part.body), left))


@plants("CL201")
def question_in_text_at_the_end(document: Document) -> Iterator[Plant]:
    if not _TEXT_QUESTION.search(document.text):
        for part in leaves(document):
            for question in ("**Can this be undone?**", "Q: Can this be undone?"):
                yield edited(document, (behind(part.body[-1]), f"\n\n{HERE}{question}"))


@plants("CL201")
def closed_summary(document: Document) -> Iterator[Plant]:
    if not _TEXT_QUESTION.search(document.text):
        question = f"\n\n<details>\n{HERE}<summary>Can this be undone?</summary>\n</details>"
        for part in leaves(document):
            yield edited(document, (behind(part.body[-1]), question))


_JOINED = "the sections of the questions become one with what stands above them"


@plants("CL202", CL102=_JOINED, CL207=_JOINED, CL104=_JOINED)
def questions_in_bold(document: Document) -> Iterator[Plant]:
    yield from _rewritten(document, "**{}**")


@plants("CL202", CL102=_JOINED, CL207=_JOINED, CL104=_JOINED)
def questions_after_a_letter(document: Document) -> Iterator[Plant]:
    yield from _rewritten(document, "Q: {}")


def _rewritten(document: Document, form: str) -> Iterator[Plant]:
    """All questions of a page that has two or more of them, written another way."""
    asked = [part for part in _asked(document) if part.words.replace("'", "").rstrip("?")[-1:].isalnum()]
    if len(asked) > 1 and not _TEXT_QUESTION.search(document.text) and not _INTERVIEW.search(document.text):
        lines = [form.format(part.words.replace("**", "")) for part in asked]
        lines[0] = HERE + lines[0]
        yield edited(document, *(part.as_text(document, line) for part, line in zip(asked, lines, strict=True)))


_ELSEWHERE = (
    "See the [billing guide](billing.md).",
    "[Billing](billing.md)",
    "Please refer to the [billing guide](billing.md) for more information.",
    "See <https://example.com/billing>.",
    "https://example.com/billing",
)


@plants("CL205")
def answer_moved_away(document: Document) -> Iterator[Plant]:
    if is_english(document):
        for part in _asked(document):
            for answer in _ELSEWHERE:
                yield edited(document, (before(part.heading), HERE), (whole(part.body), answer))


@plants("CL206")
def answer_left_to_the_next(document: Document) -> Iterator[Plant]:
    for part in _asked(document):
        if _are_stacked(part.section, following(document, part)):
            yield edited(document, (before(part.heading), HERE), (whole(part.body), ""))


@plants("CL206")
def asked_in_other_words(document: Document) -> Iterator[Plant]:
    for part in _asked(document):
        if not _are_stacked(preceding(document, part), part.section) or preceding(document, part).body:
            yield edited(document, (before(part.heading), f"{HERE}{part.marks} How can I do this?\n\n"))


@plants("CL207", CL107=MERGED, CL104="the heading between two levels is one of those that are gone")
def sections_under_one_question(document: Document) -> Iterator[Plant]:
    for part, joined in long_runs(document, 900):
        last = joined[-1].section is document.sections[-1]
        if last or following(document, joined[-1]).level <= part.heading.level:
            question = part.heading.span, f"{HERE}{part.marks} How does this work: {part.words.rstrip('?')}?"
            yield edited(document, question, *(without(document, other.heading) for other in joined))
