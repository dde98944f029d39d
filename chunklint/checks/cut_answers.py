"""CL6: answers that a splitter cuts off their question."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from chunklint.checks import check
from chunklint.checks.held import TARGET, counts, is_nearly_held, restricts
from chunklint.checks.subjects import silent_parts, subject
from chunklint.checks.wording import count_words, quoted
from chunklint.document import Document, Span
from chunklint.document.dialects import is_post
from chunklint.document.model import List, Table
from chunklint.finding import Finding
from chunklint.languages import phrases
from chunklint.splitters.split import Split
from chunklint.units import Unit


@check("CL608")
def cut_answer(document: Document, split: Split) -> Iterator[Finding]:
    if is_post(document.path):
        return
    entries = _Entries(document)
    for unit in split.cut("answer"):
        stems = _stems(document, unit.label)
        answer = Span(unit.spans[1].start, unit.spans[-1].end) if len(unit.spans) > 1 else unit.at
        if not stems or count_words(document.source(answer)) > _CHAPTER or _is_repeated(split, unit):
            continue
        whole = Span(unit.at.start, answer.end)
        if is_nearly_held(split, whole):
            continue
        lost = list(_lost(split, stems, answer, entries))
        if _has_sentences(split, whole) and not _is_list_apart(split, unit, answer, lost, entries):
            continue
        if _is_much(document, answer, lost) and not _is_settled(document, split, unit, lost):
            yield Finding(
                unit.at,
                f"{split.splitter.label} cuts the answer to {quoted(unit.label, 40)}",
                "shorten the answer, or divide it into narrower questions",
            )


# A question of fewer words that say something leans on its page, cut or not: "How did you transition?"
_SUBJECT = 2
# A question that somebody is quoted with is none of the heading's own.
_QUOTED_END = re.compile(r"[?？][\"”’']\s*\Z")
# A text of more words below a question is a chapter (CL207 says so where no splitter is configured).
_CHAPTER = 500


def _stems(document: Document, question: str) -> frozenset[str]:
    """What a question is about; nothing for one that nobody would ask an assistant."""
    rhetorical = document.word_list("rhetorical-questions")
    stems = subject(document, question)
    idle = question.casefold().startswith(tuple(rhetorical)) if rhetorical else False
    pointing = len(stems) <= _SUBJECT and phrases(document.word_list("pronouns")).search(
        question
    )  # "How does it work?"
    return frozenset() if idle or pointing or len(stems) < _SUBJECT or _QUOTED_END.search(question) else stems


def _is_repeated(split: Split, unit: Unit) -> bool:
    """Whether each part of an answer stands in a chunk that has the question."""
    question = unit.spans[0]
    return all(
        split.coverage.holds(index, question)
        for span in unit.spans[1:]
        for _, _, index in split.coverage.touching(span)
    )


# So many of the question's words a chunk needs to say what it is about; of a large one the subject is plain from any.
# A chunk of some sentences is read by itself, but entries of a list or table are not.
_MOST, _SOME, _LARGE = 0.6, 40, 80


class _Entries:
    """The lists and tables of a page that are in no other one, asked by source span."""

    def __init__(self, document: Document) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        spans = [block.span for block in document.each(List)] + [block.span for block in document.each(Table)]
        for start, end in sorted(spans):
            if not self._ends or start >= self._ends[-1]:
                self._starts.append(start)
                self._ends.append(end)

    def are_in(self, span: Span) -> bool:
        """Whether ``span`` has a part of one."""
        return bisect_right(self._ends, span.start) < bisect_left(self._starts, span.end)


def _lost(split: Split, stems: frozenset[str], answer: Span, entries: _Entries) -> Iterator[Span]:
    """The parts of an answer that stand in chunks which do not say what they are about."""
    for start, end, index in split.coverage.touching(answer):
        part = Span(max(start, answer.start), min(end, answer.end))
        if entries.are_in(part) or count_words(split.chunks[index].text) < _SOME:
            yield from silent_parts(split, stems, [part], _MOST, _LARGE)


# So many words of an answer, or so large a part of it, are more than a closing remark; of one that restricts or counts
# something fewer are.
_REST, _EXACT_REST = (50, 0.5), (25, 0.25)
_IMAGE = re.compile(r"!\[[^\]]*\]\([^()]*\)|<img\b[^<>]*>|<!--.*?-->", re.S)


def _is_much(document: Document, answer: Span, lost: list[Span]) -> bool:
    texts = [TARGET.sub(" ", _IMAGE.sub(" ", document.source(part))) for part in lost]
    most, share = _EXACT_REST if any(restricts(document, text) or counts(text) for text in texts) else _REST
    return bool(texts) and sum(map(count_words, texts)) >= min(most, share * count_words(document.source(answer)))


# Chunks of so many words are some sentences; shorter ones are taken literally.
_SENTENCES = 45
# In chunks of some sentences so many words of a list are an answer, and so large a part of it; less is one if fewer
# words than the last number stand with the question. Of 77 answers in English that were judged on real pages, 34 of 38
# such ones were lost, and 17 of the other 39.
_LIST, _SHARE, _START = 60, 0.4, 30


def _has_sentences(split: Split, span: Span) -> bool:
    chunks = (split.chunks[index] for _, _, index in split.coverage.touching(span))
    return any(count_words(chunk.text) >= _SENTENCES for chunk in chunks)


def _is_list_apart(split: Split, unit: Unit, answer: Span, lost: list[Span], entries: _Entries) -> bool:
    """Whether most of what is lost are entries of lists and tables that make a large part of an answer, or its start
    alone stands with the question.

    Nothing tells what a question in a language without word lists asks for.
    """
    document, source = split.document, split.document.source
    words = sum(count_words(source(part)) for part in lost)
    if not document.word_list("closed-questions") or words < _LIST or 2 * sum(map(entries.are_in, lost)) <= len(lost):
        return False
    beside = (
        count_words(source(Span(max(start, answer.start), min(end, answer.end))))
        for start, end, index in split.coverage.touching(answer)
        if split.coverage.holds(index, unit.spans[0])
    )
    starts = split.coverage.whole(unit.spans[:2]) and max(beside, default=0) < _START
    return starts or words >= _SHARE * count_words(source(answer))


_TERM = r"[\w.-]+(?: [\w.-]+)?"
_DEFINES = re.compile(rf"what(?:'s|’s| is| are) (?:an? |the )?{_TERM}(?: and {_TERM})?\s*\?", re.I)


def _is_settled(document: Document, split: Split, unit: Unit, lost: list[Span]) -> bool:
    """Whether the first paragraph says what something is, or yes or no, and the rest makes no exception from it."""
    if len(unit.spans) < 2 or not split.coverage.whole(unit.spans[1:2]):
        return False
    if _DEFINES.match(unit.label):
        return split.coverage.whole(unit.spans[:2])
    exceptions = phrases(document.word_list("exceptions") | document.word_list("condition-words"))
    closed = phrases(document.word_list("closed-questions")).match(unit.label.lstrip("*_ "))
    return bool(closed) and not any(exceptions.search(document.source(part)) for part in lost)
