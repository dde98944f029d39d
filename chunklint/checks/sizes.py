"""CL1: sections, paragraphs and pages that are too long or too short for a chunk."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from chunklint.checks import check
from chunklint.checks.wording import quoted
from chunklint.document import Block, Document, Section
from chunklint.document.content import shows, visible
from chunklint.document.model import (
    Code,
    Directive,
    Heading,
    Html,
    LinkDefinition,
    List,
    Paragraph,
    Table,
    children,
    walk,
)
from chunklint.document.tokens import estimate, over
from chunklint.finding import Finding
from chunklint.questions import is_question


@check("CL102")
def oversized_section(document: Document, *, max_tokens: int) -> Iterator[Finding]:
    for section in document.sections:
        heading = section.heading
        length = sum(_length(block) for block in section.body)
        if not heading or length <= _CHUNKS * max_tokens:
            continue
        if is_question(heading.text) and not section.children:
            continue  # CL207
        if _bullets(section.body) > 0.8 * length:
            continue  # entries of a change log, definitions: each is read alone
        if heading.text.casefold() in document.word_list("generic-headings") or _is_divided(document, section):
            continue
        parts = list(_parts(document, section.body, max_tokens // 2))
        # Where less of it is text, the code is long and not the section.
        texts = [text for text, is_text in parts if is_text]
        size = over("\n\n".join(texts), _CHUNKS * max_tokens)
        if size and not _are_entries(texts):
            yield Finding(
                heading.span,
                f"section {quoted(heading.text, 30)} is about {size:,} tokens of text: most parts lose this heading",
                f"divide it with sub-headings into parts of at most {max_tokens:,} tokens",
            )


# A section of so many chunks has parts with neither its beginning nor its end. Of sections between one and two
# chunks every third part named its subject itself, and no reader missed the heading.
_CHUNKS = 2
_ENTRY = re.compile(r"[\s>]{0,4}(?:\*\*|__|[\"“]|<(?:b|strong|dt)>)")
_INNER_HEADING = re.compile(r"<h[1-6]\b", re.I)


def _are_entries(texts: list[str]) -> bool:
    """Whether most paragraphs open with a term in bold or quotes: those of a glossary, the speakers of an interview."""
    return sum(bool(_ENTRY.match(text)) for text in texts) > 0.7 * len(texts)


def _is_divided(document: Document, section: Section) -> bool:
    """Whether headings that open no section divide the text all the same: in a quote, a list or HTML."""
    return any(
        isinstance(block, Heading) or (isinstance(block, Html) and _INNER_HEADING.search(document.source(block.span)))
        for block in walk(tuple(section.body))
    )


def _bullets(blocks: Iterable[Block]) -> int:
    """How many characters of ``blocks`` stand in bullet lists, also inside call-outs and tabs."""
    total = 0
    for block in blocks:
        if isinstance(block, List) and block.start is None:
            total += _length(block)
        elif isinstance(block, Directive):
            total += _bullets(block.items)
    return total


def _parts(document: Document, blocks: Iterable[Block], large: int) -> Iterator[tuple[str, bool]]:
    """What counts for the size, and whether it is text: not comments, nor tables and code over ``large``."""
    for block in blocks:
        source = document.source(block.span)
        if inside := children(block):
            yield from _parts(document, inside, large)
        elif isinstance(block, Table | Code | Html) or source.startswith("|"):
            text = _HTML_TAG.sub(" ", visible(source)) if isinstance(block, Html) else source
            if not over(text, large):
                yield text, False
        elif not isinstance(block, LinkDefinition | Directive):
            yield source, True


_HTML_TAG = re.compile(r"<[^<>]*>")


def _length(block: Block) -> int:
    return block.span.end - block.span.start


_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


@check("CL103")
def undersized_section(document: Document, *, min_words: int) -> Iterator[Finding]:
    for section in document.sections:
        body = [block for block in section.body if shows(document, block)]
        if section.heading and not section.children and body and all(isinstance(b, Paragraph) for b in body):
            words = sum(len(_WORD.findall(document.source(block.span))) for block in body)
            if words < min_words:
                yield Finding(
                    section.heading.span,
                    f"section {quoted(section.heading.text, 32)} has {words} words: too few for a search to find it",
                    "say more, or merge it with its neighbour",
                )


@check("CL113")
def oversized_paragraph(document: Document, *, max_tokens: int) -> Iterator[Finding]:
    for paragraph in document.paragraphs:
        text = document.words(paragraph.lines)
        size = over(text, max_tokens)
        if size and not _is_enumeration(text):
            yield Finding(
                paragraph.lines[0],
                f"paragraph is about {size:,} tokens: a cut inside it parts statements from what they are about",
                "divide it where the topic changes",
            )


def _is_enumeration(text: str) -> bool:
    """Whether a text only lists names or links, or is a table that is broken (CL307)."""
    words = len(text.split())
    return text.startswith("|") or 3 * (text.count(",") + text.count("](") + text.count("@")) > words


@check("CL114")
def oversized_page(document: Document, *, max_tokens: int) -> Iterator[Finding]:
    if over(document.text, max_tokens) and document.blocks:
        first = document.blocks[0].span
        yield Finding(
            document.lines.span(document.lines.line_of(first.start)),
            f"page is about {estimate(document.text):,} tokens: many topics compete for its few best chunks",
            "divide it by topic",
        )
