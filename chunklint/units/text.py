"""Sentences that say something."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from chunklint.document import Block, Document, Span
from chunklint.document import sentences as segmenter
from chunklint.document.model import Paragraph
from chunklint.units.unit import Unit, placed

# What has no words of its own: images (also as the text of a link), links, tags, template marks, addresses.
_IMAGE = re.compile(r"!\[[^\[\]]*+\](?:\([^()]*+\)|\[[^\[\]]*+\])?")
_NO_WORDS = re.compile(
    r"\[[^\[\]]*+\](?:\([^()]*+\)|\[[^\[\]]*+\])|<[^<>]*+>|\{\{[^{}]*+\}\}|\{%[^{}]*+%\}|https?://[^\s<>]*+"
)
_MAY_HAVE_NO_WORDS = re.compile(r"[\[<{]|https?:")
_WORD = re.compile(r"[^\W_]+")
_LETTERS = re.compile(r"[^\W\d_]{2}|[\u0e00-\uffff]")
# Text that is made when the site is built, rows that are no table, and licence texts: nobody asks for them.
_NO_SENTENCE = re.compile(
    r"\||\*\[|(?:copyright\b|©|licen[sc]ed under\b|spdx-)|.*?\{%-?\s*(?:for|if|else|end|assign|capture|case|when)", re.I
)


class Said:
    """The sentences of the paragraphs of a page, found when first asked for."""

    __slots__ = ("_document", "_known")

    def __init__(self, document: Document) -> None:
        self._document = document
        self._known: dict[int, tuple[Span, ...]] = {}

    def of(self, paragraph: Paragraph) -> tuple[Span, ...]:
        """Its sentences as source spans, those without words too. A hard line break ends one as well."""
        known = self._known.get(paragraph.span.start)
        if known is None:
            language = self._document.language
            found = segmenter.sentences(self._document, paragraph, language)
            breaks = _hard_breaks(self._document.text, paragraph)
            known = tuple(part for span in found for part in _parted(span, breaks)) if breaks else tuple(found)
            self._known[paragraph.span.start] = known
        return known

    def lead_in(self, block: Block | None) -> tuple[Span, ...]:
        """The last sentence of the paragraph ``block`` if it ends in a colon; else nothing."""
        if not isinstance(block, Paragraph):
            return ()
        end = self._document.text[block.lines[-1].start : block.lines[-1].end].rstrip("*_ \t")
        return self.of(block)[-1:] if end.endswith((":", "：", "…", "...")) and not end.endswith("::") else ()


def _hard_breaks(text: str, paragraph: Paragraph) -> list[tuple[int, int]]:
    """Where lines end with a hard break and where the next ones start."""
    return [
        (line.end, after.start)
        for line, after in pairwise(paragraph.lines)
        if text.startswith("  ", line.end) or text[line.end - 1] == "\\"
    ]


def _parted(span: Span, breaks: Sequence[tuple[int, int]]) -> Iterator[Span]:
    start = span.start
    for end, after in breaks:
        if start < end < span.end:
            yield Span(start, end)
            start = after
    yield Span(start, span.end)


def sentences(document: Document, said: Said) -> Iterator[Unit]:
    """The sentences of paragraphs, list items, quotes and call-outs; a fragment that is an item is one."""
    for section, _, block in placed(document):
        if isinstance(block, Paragraph):
            for span in said.of(block):
                if says_something(document.source(span)):
                    yield Unit("sentence", pieces(document, span, block.lines), span, section)


def says_something(source: str) -> bool:
    """Whether a sentence has at least two words beside its links, images, tags and templates."""
    if _NO_SENTENCE.match(source):
        return False
    if _MAY_HAVE_NO_WORDS.search(source):
        source = _NO_WORDS.sub(" ", _IMAGE.sub(" ", source))
    words = _WORD.findall(source)
    # Four signs of a script without blanks are more than one word.
    enough = len(words) > 1 or any(len(word) > 3 and word > "\u0e00" for word in words)
    return enough and bool(_LETTERS.search(source))


def pieces(document: Document, span: Span, lines: Sequence[Span]) -> tuple[Span, ...]:
    """A part of a paragraph with those ``lines`` without the container marks (``>``) that stand between them."""
    source = document.source(span)
    if "\n" not in source and "\r" not in source:
        return (span,)
    own = [line for line in lines if line.start < span.end and line.end > span.start]
    if not any(document.text[a.end : b.start].strip() for a, b in pairwise(own)):
        return (span,)
    return tuple(Span(max(line.start, span.start), min(line.end, span.end)) for line in own)
