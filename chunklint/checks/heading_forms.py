"""CL1: how headings are written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from chunklint.checks import check, fixes
from chunklint.checks.wording import quoted
from chunklint.document import Block, Document, Section, Span
from chunklint.document.content import shows
from chunklint.document.inlines import inlines
from chunklint.document.model import Paragraph
from chunklint.finding import Finding
from chunklint.questions import BOLD_LINE, is_question


@check("CL106")
def generic_heading(document: Document) -> Iterator[Finding]:
    generic = document.word_list("generic-headings")
    if not generic or (document.title and document.title.casefold() not in generic):
        return
    for section in document.sections:
        if section.heading and all(text.casefold().strip(" .:") in generic for text in section.path):
            yield Finding(
                section.heading.span,
                f"{quoted(section.heading.text, 32)} is all that its path says: nothing names what it is about",
                "name the subject in the heading or in one above it",
                causes=tuple(_headings_to(section)),
            )


def _headings_to(section: Section | None) -> Iterator[Span]:
    """The headings from that of a section up to the outermost one."""
    while section and section.heading:
        yield section.heading.span
        section = section.parent


@check("CL107")
def bold_as_heading(document: Document) -> Iterator[Finding]:
    labels = document.word_list("labels")
    found = [
        (block, run, section.level)
        for section in (document.root, *document.sections)
        for block, run in _bold_runs(document, section, labels)
    ]
    repeated = Counter(_bold_text(document, block).casefold() for block in document.paragraphs)
    # A pattern of short parts only matters where a section is long enough to be cut between them.
    pattern = len(found) >= 3 and sum(run for _, run, _ in found) >= 6
    for block, run, level in found:
        text = _bold_text(document, block)
        if repeated[text.casefold()] > 1:
            continue  # a label that each part of the page has
        if run >= 2 or pattern:
            yield Finding(
                block.span,
                f"bold line {quoted(text, 40)} heads what follows: no splitter sees it",
                "write it as a heading",
                fix=fixes.promoted([(block.lines[0], text, level)], "write it as a heading"),
            )


def _bold_runs(document: Document, section: Section, labels: frozenset[str]) -> Iterator[tuple[Paragraph, int]]:
    """The bold lines of a section that look like headings, with how many blocks each has below it.

    The first of these has to be text: a bold line above code, a table or a list is its label.
    """
    waiting: Paragraph | None = None
    run: list[Block] = []
    bold = [b for b in section.body if isinstance(b, Paragraph) and _is_bold_heading(document, b, labels)]
    if len(bold) == 1 and not any(shows(document, b) for b in section.body[: section.body.index(bold[0])]):
        return  # the only one, and on top: a subtitle, or a mark for the whole section
    for block in (*section.body, None):
        starts = isinstance(block, Paragraph) and block in bold
        if starts or block is None:
            if waiting and run and _is_text(document, run[0]):
                yield waiting, len(run)
            waiting, run = (block if isinstance(block, Paragraph) else None), []
        elif shows(document, block):
            run.append(block)


def _is_text(document: Document, block: Block) -> bool:
    return isinstance(block, Paragraph) and document.source(block.span)[-1] not in ":："


def _bold_text(document: Document, block: Block) -> str:
    match = BOLD_LINE.fullmatch(document.source(block.span))
    return match[2] if match else ""


_CAPTION = re.compile(r"(?:fig(?:ure)?|table|listing|image|diagram|chart)\b", re.I)


def _is_bold_heading(document: Document, block: Paragraph, labels: frozenset[str]) -> bool:
    text = _bold_text(document, block) if len(block.lines) == 1 else ""
    if document.source(block.span)[-1] in ":：":
        return False
    words = len(text.split())
    return bool(
        text
        and words <= 8
        and text[0] not in "[!<`*_("
        and text[-1] not in ".,;:!…：。！"
        and not is_question(text)
        and text.casefold() not in labels
        and text.split()[-1].casefold() not in labels
        and not _CAPTION.match(text)
    )


@check("CL108")
def setext_heading(document: Document) -> Iterator[Finding]:
    for section in document.sections:
        heading = section.heading
        if heading and heading.style == "setext":
            yield Finding(
                heading.span,
                f"underlined heading {quoted(heading.text, 36)}: heading splitters miss it",
                f"write it as {'#' * heading.level} …, or put a blank line above the dashes if they are a rule",
                fix=fixes.hashes(document, heading),
                causes=(heading.span,),
            )


@check("CL110")
def stacked_headings(document: Document) -> Iterator[Finding]:
    for section in document.sections:
        if section.heading and section.children and not any(shows(document, block) for block in section.body):
            yield Finding(
                section.heading.span,
                f"no text between {quoted(section.heading.text, 32)} and the heading below it: its chunk is a title",
                "say in a sentence what the section holds",
            )


@check("CL111")
def deep_heading(document: Document, *, max_level: int) -> Iterator[Finding]:
    for section in document.sections:
        if section.heading and section.level > max_level:
            yield Finding(
                section.heading.span,
                f"level {section.level} heading {quoted(section.heading.text, 32)}: many splitters stop above it",
                "raise the level, or make a page of the part",
                causes=(section.heading.span,),
            )


_EMOJI_CODE = re.compile(r":[a-z][\w+-]+:")


@check("CL112")
def heading_noise(document: Document) -> Iterator[Finding]:
    for section in document.sections:
        heading = section.heading
        if not heading:
            continue
        source = document.source(heading.span)
        kinds = {inline.kind for inline in inlines(document, heading.lines)}
        if heading.style == "atx" and source.rstrip().endswith("#") and not source.strip("# "):
            noise = ""
        elif "image" in kinds:
            noise = "an image"
        elif "link" in kinds or "url" in kinds:
            noise = "a link"
        elif _EMOJI_CODE.search(heading.text):
            noise = "an emoji code"
        else:
            closed = heading.style == "atx" and source.endswith("#")
            noise = "closing hashes" if closed and not document.source(heading.lines[-1]).endswith("#") else ""
        if noise:
            yield Finding(
                heading.span,
                f"{noise} in the heading {quoted(heading.text, 32)} becomes part of every path below it",
                "keep the heading to its words",
                fix=fixes.no_closing_hashes(document, heading) if noise == "closing hashes" else None,
                causes=(heading.span,),
            )
