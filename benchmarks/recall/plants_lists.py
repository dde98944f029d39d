"""Plants for CL31x: lead-ins and numbered lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count as counting

from benchmarks.recall.plant import (
    HERE,
    Plant,
    before,
    count,
    edited,
    following,
    is_english,
    is_text,
    leaves,
    parts,
    plants,
)
from chunklint.document import Document, Span
from chunklint.document.dialects import is_partial
from chunklint.document.model import Code, Item, List, Paragraph

_PROMISE = re.compile(r"\b(?:following|these|below|as follows|steps)\b[^.]*:$", re.I)
_NUMBERED = re.compile(r"(?:step |part |section )?\W?(?:\d|[A-Z][.)])", re.I)


@plants("CL311", CL402="what it points to is gone")
def promise_cut_off(document: Document) -> Iterator[Plant]:
    if is_partial(document.path) or not is_english(document):
        return
    for part in leaves(document):
        lead_in, promised = part.body[-2:] if len(part.body) > 1 else (None, part.body[0])
        if not isinstance(lead_in, Paragraph):
            continue
        after = following(document, part).heading
        sentence = document.source(lead_in.span).rpartition(". ")[2]
        kept = after and (_NUMBERED.match(after.text) or _words(document, sentence) & _words(document, after.text))
        if _PROMISE.search(document.source(lead_in.lines[-1])) and not kept:
            line = Span(lead_in.lines[-1].start, lead_in.lines[-1].start)
            yield edited(document, (line, HERE), (Span(lead_in.span.end, promised.span.end), ""))


def _words(document: Document, text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold())) - document.word_list("stop-words")


def _numbered(document: Document) -> Iterator[List]:
    """The numbered lists at the margin with two items or more."""
    for part in parts(document):
        for block in part.body:
            if isinstance(block, List) and block.start is not None and len(block.items) > 1:
                yield block


_LONGER = "the section has the words of its list"


@plants("CL312", CL102=_LONGER, CL207=_LONGER)
def steps_added(document: Document) -> Iterator[Plant]:
    for found in _numbered(document):
        if not all(len(item.items) == 1 and is_text(document, item.items[0]) for item in found.items):
            continue
        texts = [document.source(item.items[0].span) for item in found.items]
        words, more = sum(map(count, texts)), ""
        for number in counting(len(texts)):
            if words >= 1000:
                break
            text = texts[number % len(texts)]
            more, words = f"{more}\n{(found.start or 0) + number}. {text}", words + count(text)
        if words < 1000 + sum(map(count, texts)):
            yield edited(document, (before(found), HERE), (Span(found.span.end, found.span.end), more))


@plants("CL313")
def code_not_indented(document: Document) -> Iterator[Plant]:
    for found in _numbered(document):
        for index, item in enumerate(found.items[:-1]):
            text, code = item.items[-2:] if len(item.items) > 1 else (None, None)
            announced = isinstance(text, Paragraph) and document.source(text.span).endswith(":")
            if announced and isinstance(code, Code) and code.closer and code.opener:
                start = document.text.rfind("\n", 0, code.span.start) + 1
                at_margin = [document.source(line) for line in (code.opener, *code.lines, code.closer)]
                moved = Span(start, code.span.end), "\n".join(at_margin)
                yield edited(document, moved, *_renumbered(found.items[index + 1 :]))


def _renumbered(items: tuple[Item, ...]) -> Iterator[tuple[Span, str]]:
    """The edits that let items count from 1; the first one is where the finding stands."""
    for number, item in enumerate(items, 1):
        digits = Span(item.marker.start, item.marker.end - 1)
        yield digits, (HERE if number == 1 else "") + str(number)
