"""CL3, second half: lists, lead-ins and raw HTML tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from chunklint.checks import check, fixes
from chunklint.checks.wording import content_words, quoted
from chunklint.document import Block, Document, Span
from chunklint.document.content import shows
from chunklint.document.dialects import is_partial
from chunklint.document.model import Code, Html, List, Paragraph, Section, Table, children, pairs
from chunklint.document.tokens import over
from chunklint.finding import Finding
from chunklint.languages import phrases

_EMOJI_CODE = re.compile(r":[\w+-]+:$")
_TABLE_TAG = re.compile(r"<table\b", re.I)
_TABLE_END = re.compile(r"</table\s*>", re.I)
_ROW_TAG = re.compile(r"<tr\b", re.I)
_CELL = re.compile(r"<t[dh]\b[^>]*>(.*?)(?=</?t[dhr]\b|</table|\Z)", re.I | re.S)
_NAMED = re.compile(r"<th\b|<thead\b", re.I)
_SHOWN = re.compile(r"\{[%{]|<(?:img|video|picture|iframe)\b", re.I)
_TAG = re.compile(r"<[^<>]*>")
_LINK_CELL = re.compile(r"\s*<a\b[^<>]*>[^<]*</a>\s*", re.I)
# A table of so few characters fits any chunk: it is harmed only where most of it is markup.
_SMALL_TABLE = 600
_MOSTLY = 0.75


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def _is_grid(cells: list[str]) -> bool:
    """Whether a table is a grid of links."""
    return sum(bool(_LINK_CELL.fullmatch(cell)) for cell in cells) > 0.7 * len(cells)


@check("CL306")
def html_table(document: Document) -> Iterator[Finding]:
    for before, block in pairs(document.blocks):
        if not isinstance(block, Html) or block.comment:
            continue
        outputs = phrases(document.word_list("output-words"))
        if isinstance(before, Paragraph) and outputs.search(document.source(before.lines[-1])):
            continue  # shows what markup looks like
        for match in _TABLE_TAG.finditer(document.text, *block.span):
            end = _TABLE_END.search(document.text, match.end(), match.end() + 200_000)
            source = document.text[match.start() : end.end() if end else block.span.end]
            words = [cell for cell in _CELL.findall(source) if _TAG.sub("", cell).strip()]
            if _SHOWN.search(source):
                continue  # filled by a template, or a frame for pictures
            if len(_ROW_TAG.findall(source)) < 2 or len(words) < 4 or _is_grid(words):
                continue  # places pictures, buttons or links
            named = "is cut at any line" if _NAMED.search(source) else "names no column and is cut at any line"
            lost = "its cells reach a chunk without their row and column"
            if small := len(source) < _SMALL_TABLE:
                markup = 1 - len(_squeezed(_TAG.sub(" ", source))) / len(_squeezed(source))
                if markup < _MOSTLY:
                    continue  # fits any chunk, and says something there
                named, lost = f"is {markup:.0%} markup", "its chunk is indexed by tags, not words"
            line = document.lines.span(document.lines.line_of(match.start()))
            yield Finding(
                Span(match.start(), min(line.end, block.span.end)),
                f"raw HTML table {named}: {lost}",
                "write it as a Markdown table",
                causes=(Span(match.start(), match.start() + len(source)),),
                minor=small,
            )


@check("CL308")
def table_without_lead_in(document: Document) -> Iterator[Finding]:
    for section in document.sections:
        first = next((block for block in section.body if shows(document, block)), None)
        if isinstance(first, Table):
            yield Finding(
                first.header.span,
                "table opens its section: no sentence says what its rows are",
                "say in a sentence above it what it lists",
                causes=(first.header.span,),
            )


@check("CL311")
def dangling_lead_in(document: Document) -> Iterator[Finding]:
    if is_partial(document.path) or not document.word_list("promises"):
        return  # what includes a part goes on with what is promised
    promises = phrases(document.word_list("promises"))
    sections = (document.root, *document.sections)
    after = {id(section): following for section, following in pairwise(sections)}
    for section in sections:
        last = next((block for block in reversed(section.body) if shows(document, block)), None)
        if isinstance(last, Paragraph) and not section.children and _promises(document, last):
            if section is document.root and document.sections:
                continue  # the sections are what is promised
            line = last.lines[-1]
            if not promises.search(document.source(Span(max(last.span.start, line.start - 80), line.end))):
                continue
            if _is_kept(document, last, after.get(id(section))):
                continue
            yield Finding(
                line,
                f"{quoted(document.source(line)[-40:], 42)} promises something that does not follow",
                "write what is promised below it, or end the sentence with a full stop",
            )


_NUMBERED = re.compile(r"(?:step |part |section |article )?\W?(?:\d|[IVX]+\b|[A-Z][.)])", re.I)


def _is_kept(document: Document, paragraph: Paragraph, after: Section | None) -> bool:
    """Whether the next heading is what the last sentence promises: it repeats a word of it, or counts."""
    if not after or not after.heading:
        return False
    sentence = document.words(paragraph.lines[-2:]).rpartition(". ")[2]
    said = content_words(document, sentence)
    return bool(_NUMBERED.match(after.heading.text)) or bool(said & content_words(document, after.heading.text))


def _promises(document: Document, paragraph: Paragraph) -> bool:
    words = document.source(paragraph.lines[-1]).rstrip("*_ \t")
    return words.endswith((":", "：")) and not words.endswith("::") and not _EMOJI_CODE.search(words)


@check("CL312")
def oversized_list(document: Document, *, max_tokens: int) -> Iterator[Finding]:
    for section in (document.root, *document.sections):
        for block in section.body:
            if isinstance(block, List) and block.start is not None:
                text = "\n".join(_list_text(document, block, max_tokens // 2))
                if size := over(text, max_tokens):
                    yield Finding(
                        block.items[0].marker,
                        f"numbered list is about {size:,} tokens: its later steps are read without the first",
                        "divide the procedure into parts with a heading each",
                        causes=(block.span,),
                    )


def _list_text(document: Document, block: Block, large: int) -> Iterator[str]:
    """The text of a list without its large tables and code blocks."""
    for child in children(block):
        if isinstance(child, Table | Code):
            source = document.source(child.span)
            if not over(source, large):
                yield source
        elif children(child):
            yield from _list_text(document, child, large)
        else:
            yield document.source(child.span)


@check("CL313")
def broken_numbering(document: Document) -> Iterator[Finding]:
    for section in (document.root, *document.sections):
        yield from _restarts(document, section.body)


def _restarts(document: Document, body: list[Block]) -> Iterator[Finding]:
    """Numbered lists that start at 1 again behind code that belongs to the last step of the one above."""
    blocks = [block for block in body if shows(document, block)]
    place = {id(block): index for index, block in enumerate(body)}
    for before, between, after in zip(blocks, blocks[1:], blocks[2:], strict=False):
        if not (isinstance(before, List) and isinstance(between, Code | Table) and isinstance(after, List)):
            continue
        if before.start is None or after.start != 1:
            continue
        last = children(before.items[-1])
        lead_in = bool(last) and isinstance(last[-1], Paragraph) and _promises(document, last[-1])
        if lead_in or len(before.items) == 1:
            yield Finding(
                after.items[0].marker,
                "numbering starts again at 1: the block above it is not indented and ends the procedure",
                "indent the block above to the text of its step",
                # What is not shown between them parts the lists all the same.
                fix=fixes.indented(document, before.items[-1], between)
                if place[id(after)] - place[id(before)] == 2
                else None,
                causes=(before.items[-1].span, between.span, after.items[0].marker),
            )
