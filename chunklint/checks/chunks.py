"""CL6: chunks that are no answer to anything, and headings that are none."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from itertools import groupby, takewhile

from chunklint.checks import check
from chunklint.checks.subjects import plain
from chunklint.checks.wording import count_words, counted, quoted
from chunklint.document import Block, Document, Span
from chunklint.document.content import shows
from chunklint.document.model import FrontMatter, Heading, Html, Paragraph
from chunklint.document.tokens import estimate
from chunklint.finding import Finding
from chunklint.splitters.chunk import Chunk
from chunklint.splitters.split import Split

_LICENCE = re.compile(r"licen[sc]e|copyright|all rights reserved|©", re.I)
# The ends of fences, containers and elements alone: no question resembles them, so they are never brought.
_CLOSERS = re.compile(r"(?:[\s`~:]|</[\w.-]+>)*")


@check("CL610")
def tiny_chunk(document: Document, split: Split, *, min_words: int) -> Iterator[Finding]:
    for chunk in split.chunks:
        text = chunk.text.removeprefix(chunk.added)
        words = count_words(text)
        if words < min_words and len(split.chunks) > 1 and not _CLOSERS.fullmatch(text) and not is_junk(split, chunk):
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
    known = {plain(text) for heading in document.headings for text in _forms(document, heading)}
    lines: list[tuple[str, Span]] = []
    seen: set[str] = set()
    for chunk in split.chunks:
        for name in chunk.headings:
            if name in seen:
                continue
            seen.add(name)
            if plain(name) in known:
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
