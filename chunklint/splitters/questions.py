"""A splitter that cuts only before a question: each answer stays whole and keeps its question."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from chunklint.document import Block, Document, Span
from chunklint.document.model import Directive, Heading, Paragraph, Quote, pairs
from chunklint.languages import phrases
from chunklint.questions import Question, question_stacks
from chunklint.splitters.boundaries import Cut, cuts, line_start
from chunklint.splitters.chunk import Chunk, Limits
from chunklint.splitters.lengths import length
from chunklint.units.page import Page
from chunklint.units.protected import protected
from chunklint.units.text import stripped

# The size is a budget, a half fact is an error: a part may be so much longer to end at a clean cut.
_SLACK = 1.5


class _Unit(NamedTuple):
    """A piece of the page that is cut out as a whole, and the questions it opens with; the preamble has none."""

    span: Span
    asked: tuple[Question, ...]


def question(document: Document, limits: Limits) -> Iterator[Chunk]:
    """One chunk for each question with all that follows it; what stands before the first question is one too.

    A cut never falls into an answer that fits. A heading, and a sentence that leads into the question ("The
    following applies to …"), go with the question below them. Questions inside an answer that fits are parts of
    it; in a longer one they are questions of their own. The settings on top of a page are no text; questions in
    them are.

    A unit over the size is cut between sentences, rows, items and lines of code, at best where no number, unit,
    month or connective is the first or last word of a part; quantities, links and conditions stay whole, and so
    does a sentence that is longer than the size. Each further part has the question in front. No text is in two
    chunks, so overlap is not used.

    The metadata put the parts together again: ``doc_id``, ``unit_id``, ``part`` (from 1), ``part_count``,
    ``has_question_line``, and ``protected_spans``, source offsets of what was kept whole.
    """
    measure = length(limits)
    page = Page(document)
    places: list[Cut] | None = None
    kept = sorted(unit.at for unit in protected(page))
    for number, unit in enumerate(_units(document, measure, limits.size)):
        parts = [stripped(document, unit.span)]
        repeated = "\n".join(_line(document, asked) for asked in unit.asked)
        added = f"{repeated}\n\n" if repeated else ""
        if limits.size and measure(document.source(unit.span)) > limits.size:
            places = cuts(page, measure, limits.size) if places is None else places
            room = max(limits.size - measure(added), limits.size // 2)
            parts = list(_parts(document, unit, places, measure, room))
        for index, span in enumerate(parts):
            in_front = added if index else ""
            first, last = bisect_left(kept, (span.start,)), bisect_left(kept, (span.end,))
            yield Chunk(
                (span,),
                in_front + document.source(span),
                in_front,
                metadata={
                    "doc_id": document.path,
                    "unit_id": f"{document.path}#{number}",
                    "part": index + 1,
                    "part_count": len(parts),
                    "has_question_line": bool(unit.asked),
                    "protected_spans": tuple(kept[first:last]),
                },
            )


def _units(document: Document, measure: Callable[[str], int], size: int) -> Iterator[_Unit]:
    """The pieces of the page between the cuts before its questions, without blank ones."""
    start = document.front_matter.span.end if document.front_matter else 0
    openers = _Openers(document)
    asked: tuple[Question, ...] = ()
    reached = 0  # the end of the last answer that fits
    for stack in question_stacks(document):
        first, end = stack[0].span.start, max(question.whole[-1].end for question in stack)
        if stack[0].kind == "front matter":
            yield from (_Unit(entry.whole[0], (entry,)) for entry in stack)
            continue
        if first < reached:
            continue
        at = max(openers.before(first, reached), start)
        if document.text[start:at].strip():
            yield _Unit(Span(start, at), asked)
            start, asked = at, ()
        asked = (*asked, *stack)
        if not size or measure(document.text[first:end]) <= size:
            reached = end
    if document.text[start:].strip():
        yield _Unit(Span(start, len(document.text)), asked)


_DETAILS = re.compile(r"<details\b[^<>]*>\s*\Z", re.I)


class _Openers:
    """What stands before a question and belongs to it."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._page = Page(document)
        self._scopes = phrases(document.word_list("unit-scopes"))
        self._before: dict[int, Block] = {}
        for before, block in pairs(document.blocks):
            if before:
                self._before.setdefault(block.span.start, before)
            if isinstance(block, Directive | Quote) and block.items:
                self._before.setdefault(block.items[0].span.start, block)

    def before(self, at: int, floor: int) -> int:
        """Where the question at offset ``at`` is cut off from the text before it, not below ``floor``."""
        details = _DETAILS.search(self._document.text[max(at - 200, 0) : at])
        if details:
            at -= len(details[0])
        while (before := self._before.get(at)) and before.span.start >= floor and self._leads(before):
            at = before.span.start
        return max(line_start(self._document, at), floor)

    def _leads(self, block: Block) -> bool:
        """Whether a block is a heading, the container of the question, or a sentence that announces it."""
        if not isinstance(block, Paragraph):
            return isinstance(block, Heading | Directive | Quote)
        return bool(self._page.lead_in(block) or self._scopes.search(self._document.text, *block.span))


def _parts(
    document: Document, unit: _Unit, places: Sequence[Cut], measure: Callable[[str], int], room: int
) -> Iterator[Span]:
    """The spans of the parts of a unit, none longer than ``room`` where it can be helped."""
    start, end = unit.span
    asked = unit.asked[-1].span.end if unit.asked else start
    body = stripped(document, Span(asked, end)).start  # a question keeps its first sentence
    inner = places[bisect_left(places, (body + 1,)) : bisect_left(places, (end,))]
    bounds = [start, *(cut.at for cut in inner), end]
    reached = list(accumulate((measure(document.text[a:b]) for a, b in pairwise(bounds)), initial=0))
    first = clean = 0  # where the part starts, and the last clean cut behind that
    for index in range(1, len(bounds)):
        while reached[index] - reached[first] > room:
            if clean > first:
                stop = clean
            elif index - 1 > first and reached[index] - reached[first] > room * _SLACK:
                stop = index - 1
            else:
                break
            yield stripped(document, Span(bounds[first], bounds[stop]))
            first = stop
        if index < len(bounds) - 1 and inner[index - 1].clean:
            clean = index
    yield stripped(document, Span(bounds[first], end))


def _line(document: Document, asked: Question) -> str:
    """A question as its continuations repeat it: as it is written, or its words where it is no line of text."""
    return document.source(asked.span) if asked.kind in ("heading", "text") else asked.text
