"""Questions with their whole answers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from chunklint.questions import question_stacks
from chunklint.units.page import Page
from chunklint.units.unit import Unit


def answers(page: Page) -> Iterator[Unit]:
    """Each question with all that answers it; questions above one answer are one unit.

    A question that only the sections below it answer is none: each of them is an answer of its own.
    """
    document, sections = page.document, page.document.sections
    starts = [section.heading.span.start for section in sections if section.heading]
    for stack in question_stacks(document):
        first, last = stack[0], stack[-1]
        inside = last.whole[0].end > last.span.end  # the answer goes on in the paragraph of the question
        if last.answered and (inside or len(last.whole) > 1):
            spans = (*(question.span for question in stack[:-1]), *last.whole)
            index = bisect_right(starts, first.span.start) - 1
            section = sections[index] if index >= 0 else document.root
            yield Unit("answer", spans, first.span, section, first.text)
