"""CL9: what only shows when pages are laid side by side.

A page is reduced to its ``Facts`` when it is checked, so that its blocks need not be kept; a check across
pages is a generator from the facts of all pages to findings, each beside the page that it is about.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple
from zlib import crc32

from chunklint.checks.wording import quoted
from chunklint.document import Document, Section, Span
from chunklint.document.dialects import is_partial
from chunklint.document.model import List, Paragraph, Table
from chunklint.finding import Finding

# A text in another language or of another version says the same thing again on purpose.
_VARIANT = re.compile(
    r"[a-z]{2}(?:[-_](?:[A-Za-z]{2}|[A-Z][a-z]{3}))?|v?\d+(?:\.(?:\d+|x))*|version[-_].*|latest|stable|next|unreleased"
)
_WORD = re.compile(r"[^\W_]+")
_TITLE_LINE = re.compile(r"^title[ \t]*[:=].*$", re.M)
# Pages and sections with fewer words are stubs: a redirect, a list that a generator fills.
_STUB_WORDS = 40
# So many words show what a section is about; where this share of them is the same, it looks like another.
_OPENING = 16
_ALIKE = 0.7


class Passage(NamedTuple):
    """The text of one section.

    ``path`` is its heading path, ``lines`` are its first and last line, from 1; ``length`` counts its words,
    ``opening`` holds the first of them, and ``words`` is a checksum of all, in order. ``sketch`` holds the smallest
    checksums of its runs of five words: two texts that share most runs share most of these (bottom-k sketch, Broder
    1997).
    """

    path: tuple[str, ...]
    span: Span
    lines: tuple[int, int]
    length: int
    opening: tuple[str, ...]
    words: int
    sketch: tuple[int, ...]


class Facts(NamedTuple):
    """What is kept of a page: its title, where that stands, its sections, and of which variant it is."""

    path: str
    title: str
    title_span: Span
    title_line: int
    variant: tuple[str, ...]
    passages: tuple[Passage, ...]


Across = Callable[..., Iterator[tuple[Facts, Finding]]]


def facts_of(document: Document, sketched: bool) -> Facts | None:
    """The facts of a page; None for a part of other pages, for a stub and for a page without a title.

    ``sketched`` asks for the sketches of its sections, which only CL902 reads.
    """
    title = document.title
    if not title or is_partial(document.path) or len(_WORD.findall(document.text)) < _STUB_WORDS:
        return None
    pointers = document.word_list("closing-headings")
    passages = tuple(
        _passage(document, section, sketched)
        for section in (document.root, *document.sections)
        if not section.heading or section.heading.text.casefold() not in pointers
    )
    variant = tuple(folder for folder in document.path.split("/")[:-1] if _VARIANT.fullmatch(folder))
    span = _title_span(document)
    return Facts(document.path, title, span, document.lines.line_of(span.start) + 1, variant, passages)


def _title_span(document: Document) -> Span:
    """Where the title stands: its line in front matter, else the first level 1 heading."""
    matter = document.front_matter
    if matter and matter.data.get("title") and (line := _TITLE_LINE.search(document.text, *matter.span)):
        return Span(*line.span())
    return next((heading.span for heading in document.headings if heading.level == 1), Span(0, 0))


def _passage(document: Document, section: Section, sketched: bool) -> Passage:
    texts = [document.source(block.span) for block in section.body if isinstance(block, Paragraph | List | Table)]
    words = _WORD.findall(" ".join(texts).casefold())
    runs = {crc32(" ".join(words[i : i + 5]).encode()) for i in range(len(words) - 4)} if sketched else set()
    span = section.heading.span if section.heading else document.lines.span(0)
    return Passage(
        section.path,
        span,
        _lines(document, section, span),
        len(words),
        tuple(words[:_OPENING]),
        crc32(" ".join(words).encode()),
        tuple(sorted(runs)[:_SKETCH]),
    )


def _lines(document: Document, section: Section, top: Span) -> tuple[int, int]:
    """The first and last line of a section without those below it."""
    end = section.body[-1].span.end if section.body else top.end
    return document.lines.position(top.start)[0], document.lines.position(end)[0]


def _causes(one: Facts, passage: Passage, other: Facts, same: Passage) -> tuple[tuple[str, int, int], ...]:
    """Where two pages are to be told apart: their titles, and the sections that are alike."""
    return tuple(
        (page.path, *lines)
        for page, part in ((one, passage), (other, same))
        for lines in ((page.title_line, page.title_line), part.lines)
    )


_SKETCH = 24
# The share of equal runs from which two texts say the same.
_NEAR = 0.8


def duplicate_title(pages: Sequence[Facts]) -> Iterator[tuple[Facts, Finding]]:
    """CL901: pages of one language and version with one title, and a heading that stands over different text."""
    groups: dict[tuple[str, tuple[str, ...]], list[Facts]] = defaultdict(list)
    for page in pages:
        groups[page.title.casefold(), page.variant].append(page)
    for group in groups.values():
        for index, page in enumerate(group):
            for other in group[:index]:
                if alike := _confused(page, other):
                    shared = alike[0].path[-1]
                    yield (
                        page,
                        Finding(
                            page.title_span,
                            f"{other.path} has this title too: {quoted(shared, 24)} of either answers for the other",
                            "name in the title what this page is about and the other is not",
                            elsewhere=_causes(page, alike[0], other, alike[1]),
                        ),
                    )
                    break


def _confused(page: Facts, other: Facts) -> tuple[Passage, Passage] | None:
    """The sections of both pages below one heading whose texts start alike and differ."""
    theirs = {_below_title(other, passage): passage for passage in other.passages}
    for passage in page.passages:
        name = _below_title(page, passage)
        same = theirs.get(name) if name else None
        if same and min(passage.length, same.length) >= _STUB_WORDS and same.words != passage.words:
            both = set(passage.opening) & set(same.opening)
            if len(both) >= _ALIKE * max(len(set(passage.opening)), len(set(same.opening))):
                return passage, same
    return None


def _below_title(page: Facts, passage: Passage) -> tuple[str, ...]:
    path = tuple(text.casefold() for text in passage.path)
    return path[1:] if path[:1] == (page.title.casefold(),) else path


def duplicate_section(pages: Sequence[Facts], *, min_words: int) -> Iterator[tuple[Facts, Finding]]:
    """CL902: sections of two pages with the same or nearly the same text."""
    by_mark: dict[tuple[int, tuple[str, ...]], list[tuple[Facts, Passage]]] = defaultdict(list)
    for page in pages:
        for passage in page.passages:
            if passage.length < min_words or len(passage.sketch) < _SKETCH // 2:
                continue
            # Nearly equal texts have one of their four smallest marks in common, but for one pair in many.
            marks = [(mark, page.variant) for mark in passage.sketch[:4]]
            near = (found for mark in marks for found in by_mark[mark][:50])
            twin = next((found for found in near if found[0] is not page and _alike(found[1], passage)), None)
            if twin:
                where = f" ({quoted(twin[1].path[-1], 24)})" if twin[1].path else ""
                yield (
                    page,
                    Finding(
                        passage.span,
                        f"{twin[0].path}{where} says the same: an answer cites either",
                        "write it once and link to it",
                        elsewhere=_causes(page, passage, twin[0], twin[1])[1::2],
                    ),
                )
            for mark in marks:
                by_mark[mark].append((page, passage))


def _alike(one: Passage, other: Passage) -> bool:
    if one.words == other.words:
        return True
    smallest = sorted({*one.sketch, *other.sketch})[: min(len(one.sketch), len(other.sketch))]
    both = set(one.sketch) & set(other.sketch)
    return sum(mark in both for mark in smallest) >= _NEAR * len(smallest)


ACROSS: dict[str, Across] = {"CL901": duplicate_title, "CL902": duplicate_section}
