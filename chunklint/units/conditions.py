"""Rules that hold only under a condition, and exceptions to a rule: half of one is a wrong answer.

Both are found by words; a language without word lists has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from chunklint.document import Block, Document, Section, Span
from chunklint.document.content import shows
from chunklint.document.model import Html, Paragraph
from chunklint.languages import phrases
from chunklint.units.page import Page
from chunklint.units.text import pieces, says_something
from chunklint.units.unit import Unit

_LISTS = ("condition-words", "condition-openers", "exception-sentences", "exceptions")


class Detached(NamedTuple):
    """A paragraph that is only an exception to the block ``rule`` before it; ``sentence`` is its first one."""

    section: Section
    rule: Block
    lead_in: Block | None
    paragraph: Paragraph
    sentence: Span


def detached(page: Page) -> Iterator[Detached]:
    """The paragraphs that open with an exception and state no rule of their own."""
    document = page.document
    opener = phrases(document.word_list("exceptions"))
    sentence_opener = phrases(document.word_list("exception-sentences"))
    for section in (document.root, *document.sections):
        body = [block for block in section.body if shows(document, block)]
        for index, (before, block) in enumerate(pairwise(body)):
            start = block.span.start
            excepts, whole = opener.match(document.text, start), sentence_opener.match(document.text, start)
            if not isinstance(block, Paragraph) or isinstance(before, Html) or not (excepts or whole):
                continue  # HTML above it, such as a summary, is no rule
            found = page.sentences(block)
            if (excepts and "," not in document.source(found[0]) and len(found) == 1) or (whole and len(found) <= 2):
                yield Detached(section, before, body[index - 1] if index else None, block, found[0])


def conditions(page: Page) -> Iterator[Unit]:
    """Conditional sentences, sentences with the exception behind them, and exceptions in a block of their own."""
    document = page.document
    if not document.word_list("condition-words"):
        return
    apart = set()
    for section, rule, lead_in, paragraph, sentence in detached(page):
        apart.add(sentence)
        above = () if isinstance(rule, Paragraph) else page.lead_in(lead_in)
        spans = (*above, rule.span, *pieces(document, sentence, paragraph.lines))
        yield Unit("condition", spans, sentence, section, "exception")
    words = [document.word_list(name) for name in _LISTS]
    any_of_them = phrases(frozenset().union(*words))
    for section, _, block in page.blocks:
        if isinstance(block, Paragraph) and any_of_them.search(document.text, *block.span):
            yield from _in_paragraph(document, page.sentences(block), block, section, apart)


def _in_paragraph(
    document: Document, sentences: tuple[Span, ...], block: Paragraph, section: Section, apart: set[Span]
) -> Iterator[Unit]:
    opener, inner = phrases(document.word_list("condition-openers")), phrases(document.word_list("condition-words"))
    behind, fragment = phrases(document.word_list("exception-sentences")), phrases(document.word_list("exceptions"))
    before: Span | None = None
    for span in sentences:
        source = document.source(span)
        if not says_something(source) or span in apart:
            before = None
            continue
        excepts = behind.match(source) or ("," not in source and fragment.match(source)) or None
        found = excepts or inner.search(source) or ("," in source and opener.match(source)) or None
        if found:
            rule = pieces(document, before, block.lines) if before and excepts else ()
            yield Unit("condition", (*rule, *pieces(document, span, block.lines)), span, section, found[0].casefold())
        before = span
