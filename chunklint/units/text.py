"""Sentences that say something."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from chunklint.document import Document, Span
from chunklint.document.model import Paragraph
from chunklint.units.page import Page
from chunklint.units.unit import Unit

# What has no words of its own: images (also as the text of a link), links, tags, template marks, addresses.
_IMAGE = re.compile(r"!\[[^\[\]]*+\](?:\([^()]*+\)|\[[^\[\]]*+\])?")
_NO_WORDS = re.compile(
    r"\[[^\[\]]*+\](?:\([^()]*+\)|\[[^\[\]]*+\])|<[^<>]*+>|\{\{[^{}]*+\}\}|\{%[^{}]*+%\}|https?://[^\s<>]*+"
)
_MAY_HAVE_NO_WORDS = re.compile(r"[\[<{]|https?:")
_WORD = re.compile(r"[^\W_]+")
_LETTERS = re.compile(r"[^\W\d_]{2}")
# Text that is made when the site is built, rows that are no table, and licence texts: nobody asks for them.
_NO_SENTENCE = re.compile(
    r"\||\[[^\]]+\]:\s|\*\[|(?:copyright\b|©|licen[sc]ed under\b|spdx-)"
    r"|.*?\{%-?\s*(?:for|if|else|end|assign|capture|case|when)",
    re.I,
)


def sentences(page: Page) -> Iterator[Unit]:
    """The sentences of paragraphs, list items, quotes and call-outs; a fragment that is an item is one."""
    for section, _, block in page.blocks:
        if isinstance(block, Paragraph):
            for span in page.sentences(block):
                if says_something(page.document.source(span)):
                    yield Unit("sentence", pieces(page.document, span, block.lines), span, section)


def says_something(source: str) -> bool:
    """Whether a sentence has at least two words beside its links, images, tags and templates."""
    if _NO_SENTENCE.match(source):
        return False
    if _MAY_HAVE_NO_WORDS.search(source):
        source = _NO_WORDS.sub(" ", _IMAGE.sub(" ", source))
    words = _WORD.findall(source)
    # Four signs of a script without blanks are more than one word.
    enough = len(words) > 1 or any(len(word) > 3 and word > "\u0e00" for word in words)
    return enough and (_LETTERS.search(source) is not None or any("\u0e00" <= sign <= "\uffff" for sign in source))


def stripped(document: Document, span: Span) -> Span:
    """``span`` without the white space at both ends."""
    source = document.source(span)
    start = span.start + len(source) - len(source.lstrip())
    return Span(start, max(start, span.start + len(source.rstrip())))


def pieces(document: Document, span: Span, lines: Sequence[Span]) -> tuple[Span, ...]:
    """A part of a paragraph with those ``lines`` without the container marks (``>``) that stand between them."""
    source = document.source(span)
    if "\n" not in source and "\r" not in source:
        return (span,)
    near = lines[max(bisect_left(lines, (span.start + 1,)) - 1, 0) : bisect_left(lines, (span.end,))]
    own = [line for line in near if line.end > span.start]
    if not any(document.text[a.end : b.start].strip() for a, b in pairwise(own)):
        return (span,)
    parts = (Span(max(line.start, span.start), min(line.end, span.end)) for line in own)
    return tuple(stripped(document, part) for part in parts)
