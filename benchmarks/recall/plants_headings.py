"""Plants for CL1: headings, titles and paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from benchmarks.recall.plant import (
    HERE,
    MERGED,
    NOTHING,
    Part,
    Plant,
    before,
    behind,
    count,
    edited,
    is_text,
    leaves,
    long_runs,
    parts,
    plants,
    preceding,
    whole,
    without,
)
from chunklint.document import Block, Document, Span
from chunklint.document.content import shows
from chunklint.document.dialects import is_partial
from chunklint.document.model import List, Paragraph

_PLAIN_WORDS = re.compile(r"[^\W_][\w ,'’/-]*[^\W_]")
_CAPTION = re.compile(r"(?:fig|table|listing|image|diagram)", re.I)


@plants("CL101")
def emptied_section(document: Document) -> Iterator[Plant]:
    for part in leaves(document):
        if "?" not in part.heading.text:
            for left in NOTHING:
                yield edited(document, (before(part.heading), HERE), (whole(part.body), left))


@plants("CL101")
def unwritten_last_section(document: Document) -> Iterator[Plant]:
    for part in list(parts(document))[-1:]:
        if part.section is document.sections[-1] and part.heading.level > 1 and part.body:
            yield edited(document, (behind(part.body[-1]), f"\n\n{HERE}{part.marks} Known problems\n"))


@plants("CL102", CL107=MERGED, CL104="the heading between two levels is one of those that are gone")
def headings_removed(document: Document) -> Iterator[Plant]:
    for part, joined in long_runs(document, 1500):
        paragraphs = [b for one in (part, *joined) for b in one.body if isinstance(b, Paragraph)]
        entries = sum(not is_text(document, block) for block in paragraphs)  # of a glossary, of an interview
        lists = sum(isinstance(b, List) for one in (part, *joined) for b in one.body)
        idle = part.words.casefold() in document.word_list("generic-headings")
        if not idle and "?" not in part.heading.text and 3 * entries < len(paragraphs) and lists < len(paragraphs):
            gone = (without(document, other.heading) for other in joined)
            yield edited(document, (before(part.heading), HERE), *gone)


@plants("CL104")
def deepened(document: Document) -> Iterator[Plant]:
    for part in leaves(document):
        if part.heading.level == 2 and preceding(document, part).level in (1, 2):
            yield edited(document, (before(part.heading), HERE + "##"))


@plants("CL105")
def named_like_sibling(document: Document) -> Iterator[Plant]:
    found = list(leaves(document))
    for first, second in pairwise(found):
        siblings = first.section.parent is second.section.parent and first.heading.level == second.heading.level
        differ = document.source(whole(first.body)) != document.source(whole(second.body))
        if siblings and differ and _PLAIN_WORDS.fullmatch(first.words) and "?" not in second.heading.text:
            yield edited(document, (second.heading.span, HERE + document.source(first.heading.span)))


@plants("CL106")
def generic_title(document: Document) -> Iterator[Plant]:
    generic = document.word_list("generic-headings")
    first = next(parts(document), None)
    matter = document.front_matter
    if not first or first.heading.level != 1 or (matter and matter.data.get("title")):
        return
    if all(heading.text.casefold() not in generic for heading in document.headings):
        for title in ("Overview", "Introduction", "Getting started"):
            yield edited(document, (first.heading.span, f"{HERE}# {title}"))


_ABOVE = "what stands above has the words of this section too"


@plants("CL107", CL102=_ABOVE, CL207=_ABOVE)
def heading_to_bold(document: Document) -> Iterator[Plant]:
    for part in leaves(document):
        above = preceding(document, part)
        said = above.heading and any(shows(document, block) for block in above.body)
        if said and len(part.body) > 1 and _heads_text(document, part):
            for mark in ("**", "__"):
                yield edited(document, part.as_text(document, f"{HERE}{mark}{part.words}{mark}"))


def _heads_text(document: Document, part: Part) -> bool:
    """Whether a heading would be a short bold line, and no label, above text."""
    first = part.body[0]
    text = is_text(document, first) and document.source(first.span)[-1] not in ":：*"
    short = len(part.words.split()) <= 8 and _PLAIN_WORDS.fullmatch(part.words) and not _CAPTION.match(part.words)
    return bool(text and short) and part.words.casefold() not in document.word_list("labels")


@plants("CL107", CL107="the other bold lines of the pattern", CL102=_ABOVE, CL104=_ABOVE, CL207=_ABOVE)
def three_headings_to_bold(document: Document) -> Iterator[Plant]:
    found = list(leaves(document))
    for run in zip(found, found[1:], found[2:], strict=False):
        above = preceding(document, run[0])
        alike = len({(id(part.section.parent), part.heading.level) for part in run}) == 1
        said = above.heading and any(shows(document, block) for block in above.body)
        long = sum(len(part.body) for part in run) >= 6
        if alike and said and long and all(_heads_text(document, part) for part in run):
            lines = [f"**{part.words}**" for part in run]
            lines[0] = HERE + lines[0]
            yield edited(document, *(part.as_text(document, line) for part, line in zip(run, lines, strict=True)))


@plants("CL108")
def underlined(document: Document) -> Iterator[Plant]:
    for part in leaves(document):
        if part.heading.level < 3 and part.words[:1].isalpha():
            line = "=" if part.heading.level == 1 else "-"
            yield edited(document, (part.heading.span, f"{HERE}{part.words}\n{line * len(part.words)}"))


@plants(
    "CL109",
    CL106="headings below a title that named the subject name nothing without it",
)
def title_removed(document: Document) -> Iterator[Plant]:
    sections, matter = document.sections, document.front_matter
    if len(sections) < 3 or is_partial(document.path) or "<h1" in document.text:
        return
    titles = [section for section in sections if section.level == 1]
    keys = [key for key in ("title", "linkTitle", "sidebar_label", "hero") if matter and matter.data.get(key)]
    if not keys and titles == [sections[0]] and (first := next(parts(document), None)):
        if first.heading is document.blocks[0] and first.body and is_text(document, first.body[0]):
            yield edited(document, without(document, first.heading), (before(first.body[0]), HERE))
    elif keys == ["title"] and not titles and is_text(document, document.blocks[0]):
        line = re.compile(r"^title:[^\n]*\n(?![ \t])", re.M).search(document.text, 0, document.blocks[0].span.start)
        if line and matter and len(matter.data) > 1:
            yield edited(document, (Span(*line.span()), ""), (before(document.blocks[0]), HERE))


@plants("CL110")
def overview_removed(document: Document) -> Iterator[Plant]:
    for part in parts(document):
        if part.section.children and part.body:
            yield edited(document, (before(part.heading), HERE), (whole(part.body), ""))


@plants("CL111")
def one_level_more(document: Document) -> Iterator[Plant]:
    for part in leaves(document):
        if part.heading.level == 4 and preceding(document, part).level == 4:
            yield edited(document, (before(part.heading), HERE + "#"))


@plants("CL112")
def noise_in_heading(document: Document) -> Iterator[Plant]:
    for part in leaves(document):
        if _PLAIN_WORDS.fullmatch(part.words):
            noisy = (f"{part.words} {part.marks}", f"[{part.words}](reference.md)", f":rocket: {part.words}")
            for words in (*noisy, f"{part.words} ![new](new.svg)"):
                yield edited(document, (part.heading.span, f"{HERE}{part.marks} {words}"))


_GROWN = "it has the words of its paragraph"


@plants("CL113", CL102=_GROWN, CL207=_GROWN)
def paragraph_grown(document: Document) -> Iterator[Plant]:
    found = [block for part in parts(document) for block in part.body if _is_plain_text(document, block)]
    for block in found:
        words = document.source(block.span)
        for other in found:
            if count(words) < 470 and other is not block:
                words += " " + " ".join(document.source(other.span).split())
        if count(words) >= 470:
            yield edited(document, (block.span, HERE + words))


def _is_plain_text(document: Document, block: Block) -> bool:
    """Whether a paragraph says something wherever it stands: no list of names, no pointer to what is around it."""
    text = document.source(block.span)
    names = text.count(",") + text.count("](") + text.count("@")
    said = is_text(document, block) and text.endswith(".") and 4 * names < count(text)
    return said and not re.search(r"\b(?:above|below|previous)\b", text)
