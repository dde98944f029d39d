"""CL6, second half: chunks that are no answer to anything, and headings that do not come along."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from itertools import groupby, takewhile

from chunklint.checks import check
from chunklint.checks.subjects import depends, silent_parts, subject
from chunklint.checks.wording import count_words, counted, quoted
from chunklint.document import Block, Document, Section, Span
from chunklint.document.content import shows
from chunklint.document.model import FrontMatter, Heading, Html, List, Paragraph, Quote, Table, walk
from chunklint.document.tokens import estimate
from chunklint.finding import Finding
from chunklint.splitters.chunk import Chunk
from chunklint.splitters.split import Split

_LICENCE = re.compile(r"licen[sc]e|copyright|all rights reserved|©", re.I)


@check("CL603")
def stranded_heading(document: Document, split: Split) -> Iterator[Finding]:
    for section in document.sections:
        heading = section.heading
        first = next((block for block in section.body if shows(document, block)), None)
        if (
            not heading
            or not first
            or not any(_ends_with(split, i, heading) for i in split.coverage.holders(heading.span))
        ):
            continue
        start = _start_of(document, first)
        if any(_carries(split, index, section) for index in split.coverage.holders(start)):
            continue  # the overlap takes the heading along
        stems = _subject(document, heading)
        short = isinstance(first, Paragraph) and count_words(document.source(first.span)) <= _SHORT
        if stems and silent_parts(split, stems, [start]) and (short or depends(document, start)):
            yield Finding(
                heading.span,
                f"{split.splitter.label} ends a chunk with {quoted(heading.text, 30)}: its text is in the next",
                "shorten the section above, so that the heading and its first paragraph fit",
            )


# A longer paragraph tells by itself what it is about.
_SHORT = 30


def _subject(document: Document, heading: Heading) -> frozenset[str]:
    """What a heading is about; nothing for one that says nothing, like "Overview", for a kind of change, and for one
    that several parts of the page have."""
    idle = document.word_list("generic-headings") | document.word_list("change-headings")
    name = heading.text.casefold().strip(" .:!")
    repeated = sum(other.text == heading.text and other.level == heading.level for other in document.headings) > 1
    return frozenset() if name in idle or repeated else subject(document, heading.text)


def _start_of(document: Document, block: Block) -> Span:
    """The first line of a block, as far as a sentence goes."""
    if isinstance(block, Table) and block.rows:
        return block.rows[0].span  # whether a row needs the heading does not show in the header
    line = document.lines.span(document.lines.line_of(block.span.start))
    return Span(block.span.start, min(block.span.end, line.end, block.span.start + 200))


def _ends_with(split: Split, index: int, heading: Heading) -> bool:
    return split.chunks[index].spans[-1].end <= heading.span.end


def _carries(split: Split, index: int, section: Section) -> bool:
    heading = section.heading
    if not heading or split.coverage.holds(index, heading.lines[0] if heading.lines else heading.span):
        return True
    chunk = split.chunks[index]
    return heading.text in chunk.added or any(_plain(name) == _plain(heading.text) for name in chunk.headings)


_NOT_WORDS = re.compile(r"[\W_]+")


def _plain(text: str) -> str:
    """The letters and digits of a heading: what differs in marks and ids is the same heading."""
    return _NOT_WORDS.sub(" ", text.split("{#")[0]).strip().casefold()


@check("CL604")
def lost_heading(document: Document, split: Split, *, min_words: int) -> Iterator[Finding]:
    for section in document.sections:
        lost = parts_without_heading(document, split, section)
        words = sum(count_words(document.source(span)) for span in lost)
        if section.heading and lost and words >= min_words:
            line, _ = document.lines.position(lost[0].start)
            yield Finding(
                section.heading.span,
                f"{split.splitter.label} parts {words} words of {quoted(section.heading.text, 28)} from this heading",
                f"its chunks lose it from line {line} on: divide the section, or name the subject there again",
            )


def parts_without_heading(document: Document, split: Split, section: Section) -> list[Span]:
    """What of a section is in no chunk with its heading and does not say by itself what it is about."""
    if not section.heading or not section.body or len(split.chunks) < 2:
        return []
    stems = _subject(document, section.heading)
    if not stems:
        return []
    body = Span(section.body[0].span.start, section.body[-1].span.end)
    lost = silent_parts(split, stems, _without(split, section, body))
    return [part for span in lost for part in _readable(document, split, section, span) if depends(document, part)]


def _readable(document: Document, split: Split, section: Section, span: Span) -> Iterator[Span]:
    """The part of ``span`` that is text, rows or short items; code is CL606's, addresses and comments are nobody's.

    A heading in a quote or list starts something of its own, and a list is fine with the sentence that leads into it.
    """
    for before, block in zip((None, *section.body), section.body, strict=False):
        start, end = max(block.span.start, span.start), min(block.span.end, span.end)
        if start >= end or not isinstance(block, Paragraph | List | Table | Quote):
            continue
        if any(isinstance(inner, Heading) for inner in walk((block,))):
            return
        start += len(document.text[start:end]) - len(document.text[start:end].lstrip())
        if isinstance(block, List) and (
            _says_much(document, block) or _is_led(document, split, before, Span(start, end))
        ):
            continue
        yield Span(start, end)


# An item with more words by the median says itself what it is about.
_OWN_WORDS = 12


def _says_much(document: Document, block: List) -> bool:
    lengths = sorted(count_words(document.source(item.span)) for item in block.items)
    return lengths[len(lengths) // 2] > _OWN_WORDS


def _is_led(document: Document, split: Split, before: Block | None, part: Span) -> bool:
    """Whether a part of a list stands with the sentence above the list, of three words or more."""
    if not isinstance(before, Paragraph) or count_words(document.words(before.lines[-1:])) < 3:
        return False
    return any(split.coverage.holds(index, before.lines[-1]) for _, _, index in split.coverage.touching(part))


def _without(split: Split, section: Section, body: Span) -> Iterator[Span]:
    """The parts of a section that only stand in chunks without its heading, in source order."""
    reached = body.start
    parts = split.coverage.touching(body)
    named = sorted((max(a, body.start), b) for a, b, index in parts if _carries(split, index, section))
    for start, end in named:
        if start > reached:
            yield Span(reached, min(start, body.end))
        reached = max(reached, end)
    if reached < body.end and len(named) < len(parts):
        yield Span(reached, body.end)


@check("CL610")
def tiny_chunk(document: Document, split: Split, *, min_words: int) -> Iterator[Finding]:
    for chunk in split.chunks:
        words = count_words(chunk.text.removeprefix(chunk.added))
        if words < min_words and len(split.chunks) > 1 and not is_junk(split, chunk):
            yield Finding(
                chunk.spans[0],
                f"{split.splitter.label} makes a chunk of {counted(words, 'word')}: {quoted(chunk.text, 40)}",
                "merge it with its neighbour, or say more",
            )


@check("CL611")
def oversized_chunk(document: Document, split: Split, *, max_tokens: int) -> Iterator[Finding]:
    for chunk in split.chunks:
        if len(chunk.text) > max_tokens and (size := estimate(chunk.text)) > max_tokens:
            yield Finding(
                chunk.spans[0],
                f"{split.splitter.label} makes a chunk of about {size:,} tokens: only {max_tokens:,} are embedded",
                "divide what cannot be cut, such as a line without blanks",
            )


@check("CL612")
def mixed_topics(document: Document, split: Split) -> Iterator[Finding]:
    headings = [(section.heading.span, id(section.parent)) for section in document.sections if section.heading]
    starts, ends = [span.start for span, _ in headings], [span.end for span, _ in headings]
    seen: set[Span] = set()  # with overlap, the next chunk may hold the same sections
    for index, chunk in enumerate(split.chunks):
        near = headings[bisect_right(ends, chunk.spans[0].start) : bisect_left(starts, chunk.spans[-1].end)]
        inside = [(span, parent) for span, parent in near if split.coverage.holds(index, span)]
        siblings = Counter(parent for _, parent in inside)
        first, count = next(((span, siblings[parent]) for span, parent in inside if siblings[parent] >= 3), (None, 0))
        if first and first not in seen:
            seen.add(first)
            yield Finding(
                first,
                f"{split.splitter.label} puts {counted(count, 'section')} into one chunk",
                "say more in each, or use a splitter that cuts at headings",
            )


@check("CL613")
def false_heading(document: Document, split: Split) -> Iterator[Finding]:
    known = {_plain(text) for heading in document.headings for text in _forms(document, heading)}
    lines: list[tuple[str, Span]] = []
    seen: set[str] = set()
    for chunk in split.chunks:
        for name in chunk.headings:
            if name in seen:
                continue
            seen.add(name)
            if _plain(name) in known:
                continue
            lines = lines or sorted((match[1], Span(*match.span())) for match in _HEADING_LINE.finditer(document.text))
            yield Finding(
                _line_of(lines, name, chunk),
                f"{split.splitter.label} takes {quoted(name, 30)} for a heading: sections after it carry a false path",
                "put the line another way, or use one fence of three backticks",
            )


def _forms(document: Document, heading: Heading) -> Iterator[str]:
    """What of a heading may stand in a path; one that is joined by "/" parts a heading that has it."""
    yield ""  # a line of signs only is no subject, true or false
    for text in (heading.text, document.words(heading.lines)):
        yield text
        yield from text.split("/")


_HEADING_LINE = re.compile(r"^[ \t>]*#{1,6}[ \t]+(.*)$", re.M)


def _line_of(lines: list[tuple[str, Span]], name: str, chunk: Chunk) -> Span:
    """The line that a splitter took for a heading, the last one above the chunk; ``lines`` are sorted by their text."""
    indexes = range(bisect_left(lines, (name,)), len(lines))
    found = [lines[index][1] for index in takewhile(lambda index: lines[index][0].startswith(name), indexes)]
    above = [span for span in found if span.start < chunk.spans[0].start]
    return max(above or found, default=chunk.spans[0])


@check("CL614")
def junk_chunk(document: Document, split: Split) -> Iterator[Finding]:
    if all(_is_unread(split, block) for block in document.blocks):
        return  # a page for the site's menu only: there is nothing that its writer could part from the rest
    for junk, run in groupby(split.chunks, lambda chunk: is_junk(split, chunk)):
        if junk:
            first, count = next(run), 1 + sum(1 for _ in run)
            made = "a chunk" if count == 1 else f"{counted(count, 'chunk')} in a row"
            yield Finding(
                first.spans[0],
                f"{split.splitter.label} makes {made} that no reader sees: {quoted(first.text, 40)}",
                "take front matter, comments and link definitions out before you split",
            )


def is_junk(split: Split, chunk: Chunk) -> bool:
    """Whether a chunk holds nothing but front matter, comments, layout and licence texts."""
    blocks = split.blocks(chunk)
    return bool(blocks) and all(_is_unread(split, block) for block in blocks)


def _is_unread(split: Split, block: Block) -> bool:
    """Found out once for each block: many chunks may be parts of a large one."""
    known = split.unread.get(block.span)
    if known is None:
        document = split.document
        known = split.unread[block.span] = (
            isinstance(block, FrontMatter)
            or (not isinstance(block, Heading) and not shows(document, block))
            or (isinstance(block, Paragraph | Html) and _is_licence(document, block))
        )
    return known


def _is_licence(document: Document, block: Block) -> bool:
    start, end = block.span
    return block is document.blocks[0] and end - start < 400 and bool(_LICENCE.search(document.text, start, end))
