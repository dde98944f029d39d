"""CL1: headings and the sections that they open."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from chunklint.checks import check, fixes
from chunklint.checks.wording import quoted
from chunklint.document import Document, Section, Span
from chunklint.document.content import TAB, any_shows, own_body, shows
from chunklint.document.dialects import is_partial
from chunklint.document.model import Block, Directive, Heading, Html, Paragraph
from chunklint.document.tokens import estimate
from chunklint.finding import Finding
from chunklint.questions import is_question

# Pages that generators fill with the list of what is below them.
_INDEX = re.compile(r"(?:^|/)_?index\.[^/]*$|(?:^|/)tags\.md$", re.I)


@check("CL101")
def empty_section(document: Document) -> Iterator[Finding]:
    for section in document.sections:
        heading = section.heading
        if not heading or section.children or any_shows(document, own_body(section)):
            continue
        if not any(char.isalnum() for char in heading.text):
            continue  # what is left of a broken table or a row of signs
        if is_question(heading.text) or _is_filled_in(document, section):
            continue  # CL201 and CL206 say what a question loses
        yield Finding(
            heading.span,
            f"nothing follows the heading {quoted(heading.text)}: a search finds the title and no answer",
            "write the section, or remove the heading",
        )


# Where Pandoc puts the list of works, and what a change log keeps open for the next release.
_BIBLIOGRAPHY = frozenset({"references", "bibliography", "literature", "works cited"})


def _is_filled_in(document: Document, section: Section) -> bool:
    """Whether something else than a writer fills a section: a list of pages, of works, of coming changes."""
    title = section.heading.text.casefold().strip("[]") if section.heading else ""
    if title in _BIBLIOGRAPHY and document.dialect in ("quarto", "myst"):
        return section is document.sections[-1]
    return title == "unreleased" or (len(document.headings) == 1 and bool(_INDEX.search(document.path)))


@check("CL104")
def skipped_heading_level(document: Document) -> Iterator[Finding]:
    titled = bool(document.front_matter and document.front_matter.data.get("title"))
    above = 1 if titled else 0
    before: Heading | None = None
    for section in document.sections:
        heading = section.heading
        if not heading:
            continue
        if above and heading.level > above + 1:
            yield Finding(
                heading.span,
                f"level {heading.level} heading {quoted(heading.text)} below level {above}: its path misses a step",
                f"make it level {above + 1}, or add the heading between",
                fix=fixes.raised(section),
                causes=(heading.span, *([before.span] if before else [])),
            )
        before, above = heading, heading.level


@check("CL105")
def duplicate_heading(document: Document) -> Iterator[Finding]:
    alternatives = [d.span.start for d in document.each(Directive) if TAB.search(d.name) or d.name in _EITHER]
    seen: dict[tuple[int, int, int, str, str], Heading] = {}
    before = last = None
    previous: Section | None = None
    for section in document.sections:
        heading = section.heading
        if not heading or not heading.text or (section.box and TAB.search(section.box.name)):
            continue
        before, last = last, heading
        anchor = heading.id or _anchor(document, section, previous)
        previous = section
        source = document.words(heading.lines)
        first = seen.setdefault((id(section.parent), id(section.box), heading.level, source, anchor), heading)
        if first is heading:
            continue
        if bisect_left(alternatives, first.span.start) < bisect_left(alternatives, heading.span.start):
            continue  # CL510: the reader sees one of them at a time
        if _says_the_same(document, first, section) or _is_reference_of(document, first, section):
            continue
        above = section.parent.heading if section.parent and section.parent.heading else None
        where = f" under {quoted(above.text, 24)}" if above else ""
        line, _ = document.lines.position(first.span.start)
        lost = "one chunk mixes both sections" if before is first else "an answer of either cites the other"
        yield Finding(
            heading.span,
            f"{quoted(heading.text, 24)} stands{where} already on line {line}: {lost}",
            "name in each heading what is different about it",
            causes=(heading.span, first.span),
        )


# Between these tags stands what a reader sees instead of something else.
_EITHER = frozenset("else elsif elif when if ifversion zone".split())


def _says_the_same(document: Document, first: Heading, section: Section) -> bool:
    """Whether two sections with one heading have one text too: then it does not matter which is cited."""
    other = next(s for s in document.sections if s.heading is first)
    if section.children or len(other.body) != len(section.body):
        return False
    return all(
        document.source(a.span) == document.source(b.span) for a, b in zip(other.body, section.body, strict=True)
    )


def _is_reference_of(document: Document, first: Heading, section: Section) -> bool:
    """Whether a section only pulls in the reference of what the one directly above it introduces."""
    above = next((s for s in document.sections if s.heading is first), None)
    pulled = all(isinstance(block, Directive) and block.role == "content" for block in section.body)
    return bool(section.body) and pulled and above is not None and not above.children


_ANCHOR = re.compile(r"<a\s+(?:id|name)\s*=\s*[\"']?([^\s\"'>]+)|\{:?[^}]*#([^\s}]+)", re.I)


def _anchor(document: Document, section: Section, previous: Section | None) -> str:
    """The id that a line above or below a heading gives it."""
    around = [*(previous.body[-1:] if previous else document.root.body[-1:]), *section.body[:1]]
    for block in around:
        match = _ANCHOR.match(document.source(block.span)) if isinstance(block, Html | Directive) else None
        if match:
            return match[1] or match[2]
    return ""


# Text without any heading up to this size is taken for a part of a page.
_FRAGMENT_TOKENS = 300
_HTML_TITLE = re.compile(r"<h1\b|<title\b", re.I)


@check("CL109")
def missing_title(document: Document, *, title_keys: list[str]) -> Iterator[Finding]:
    matter = document.front_matter.data if document.front_matter else {}
    if document.front_matter and document.front_matter.error:
        return  # the title may be in what could not be read
    if any(matter.get(key) for key in (*title_keys, "hero")) or is_partial(document.path) or _has_top(document):
        return
    if not any_shows(document, document.blocks) or any(
        _HTML_TITLE.search(document.source(block.span)) for block in document.each(Html)
    ):
        return
    if not document.headings and estimate(document.text) <= _FRAGMENT_TOKENS:
        return
    first = next(block for block in document.blocks if shows(document, block) or isinstance(block, Heading)).span
    line = document.lines.span(document.lines.line_of(first.start))
    yield Finding(
        Span(first.start, min(first.end, line.end)),
        "page has no title: no chunk says what the page is about"
        if not document.headings
        else "page has no title above its sections: their chunks do not say what it is about",
        f"add a level 1 heading, or {title_keys[0] if title_keys else 'title'}: in front matter",
    )


# Sections that close a page and need no subject of their own.
_CLOSING = frozenset(
    "summary conclusion conclusions references license licence disclaimer resources related contributing".split()
) | {"next steps", "see also", "further reading", "what's next", "learn more", "wrapping up"}


def _has_top(document: Document) -> bool:
    """Whether one heading stands above all others: level 1, or the first on the page, as its parts show.

    A level 2 heading that opens the page may pass for its title; a deeper one does if every other heading of
    its level only closes the page or repeats it.
    """
    if any(heading.level == 1 for heading in document.headings):
        return True
    if not document.sections or any(_is_text(document, block) for block in document.root.body):
        return False
    first, *others = document.sections
    if any(other.level < first.level for other in others):
        return False
    peers = {other.heading.text for other in others if other.heading and other.level == first.level}
    title = first.heading.text if first.heading else ""
    opens = first.level == 2 or bool(first.children)
    return opens or all(text == title or text.casefold().strip("!.") in _CLOSING for text in peers)


def _is_text(document: Document, block: Block) -> bool:
    """Whether a block above the first heading is more than a logo or a row of badges."""
    if isinstance(block, Html | Directive):
        return False
    pictures = isinstance(block, Paragraph) and document.text[block.span.start] in "![<"
    return shows(document, block) and not pictures
