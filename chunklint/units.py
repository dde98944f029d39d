"""Answer units: the source that must be retrieved together to answer one question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from chunklint.document import Block, Document, Section, Span, front_matter
from chunklint.document.content import any_shows, shows, visible
from chunklint.document.model import Directive, Html, Paragraph

# Latin, full-width, Arabic, Greek (U+037E), Armenian and Ethiopic question marks.
_QUESTION_END = re.compile("[?？؟\u037e՞፧][\\s\"'”’»)*_]*$")
_BOLD_LINE = re.compile(r"(\*\*|__)(?=\S)((?:(?!\1).)+)(?<=\S)\1[ \t]*[:：]?")
_Q_LINE = re.compile(r"(?:\*\*|__)?Q(?:uestion)?[ \t]*\d*(?:[:.)]|(?:\*\*|__)[:.)])[ \t]*(?=\S)(?:\*\*|__)?(.*)")
_SUMMARY = re.compile(r"<summary\b[^>]*>(.*?)</summary\s*>", re.S | re.I)
_DETAILS_END = re.compile(r"</details\s*>", re.I)
# Lists of question and answer in front matter, as FAQ layouts read them.
_FAQ_KEYS = ("faq", "faqs", "questions")
_QUESTION_KEYS = ("question", "q")
_ANSWER_KEYS = ("answer", "a", "acceptedAnswer")


class Question(NamedTuple):
    """A question line: its span, its words, and whether anything answers it.

    ``group`` tells apart places between which an answer is not shared.
    """

    span: Span
    text: str
    answered: bool
    group: tuple[str, int]


def is_question(text: str) -> bool:
    """Whether ``text`` ends in a question mark of any script."""
    return bool(_QUESTION_END.search(text))


def question_stacks(document: Document) -> Iterator[list[Question]]:
    """The questions in source order, each with the unanswered ones directly above it.

    Every question but the last of a stack is unanswered; the last is answered unless the
    stack ends before any answer.
    """
    stack: list[Question] = []
    for question in sorted(_questions(document), key=lambda q: q.span.start):
        if stack and stack[-1].group != question.group:
            yield stack
            stack = []
        stack.append(question)
        if question.answered:
            yield stack
            stack = []
    if stack:
        yield stack


def _questions(document: Document) -> Iterator[Question]:
    yield from _in_front_matter(document)
    yield from _of_headings(document)
    for section in (document.root, *document.sections):
        yield from _in_blocks(document, section.body, ends_in_child=bool(section.children))


def _of_headings(document: Document) -> Iterator[Question]:
    """Question headings. Siblings form a group until one that is no question stands between them."""
    group = 0
    before: Section | None = None
    for section in document.sections:
        heading = section.heading
        if not heading or not is_question(heading.text):
            before = None
            continue
        if not before or before.parent is not section.parent or before.level != section.level:
            group += 1
        before = section
        answered = bool(section.children) or any_shows(document, section.body)
        yield Question(heading.span, heading.text, answered, ("heading", group))


def _in_blocks(document: Document, blocks: Sequence[Block], ends_in_child: bool) -> Iterator[Question]:
    """Questions written as text between the blocks of one section or container."""
    after: Block | None = None  # the next block that a reader sees
    for index in range(len(blocks) - 1, -1, -1):
        block = blocks[index]
        if isinstance(block, Directive):
            yield from _in_blocks(document, block.items, ends_in_child=False)
        elif isinstance(block, Html) and not block.comment:
            yield from _in_summary(document, block, blocks[index + 1] if index + 1 < len(blocks) else None)
        elif isinstance(block, Paragraph) and (text := _asked(document, block)) is not None:
            follows = after is not None and not (isinstance(after, Paragraph) and _asked(document, after) is not None)
            answered = len(block.lines) > 1 or follows or (after is None and ends_in_child)
            yield Question(block.lines[0], text, answered, ("text", blocks[0].span.start))
        if shows(document, block):
            after = block


def _asked(document: Document, block: Paragraph) -> str | None:
    """The question that a paragraph asks in its first line: a bold line or one that starts with ``Q:``."""
    line = document.source(block.lines[0])
    if line[0] not in "*_Q":
        return None
    if (bold := _BOLD_LINE.fullmatch(line)) and is_question(bold[2]):
        return _plain(bold[2])
    asks = _Q_LINE.match(line)
    return _plain(asks[1]) if asks and is_question(asks[1]) else None


def _plain(source: str) -> str:
    from chunklint.document.inline import plain_text  # few pages ask in text

    return plain_text(source)


def _in_summary(document: Document, block: Html, after: Block | None) -> Iterator[Question]:
    """``<summary>…?</summary>``: the answer is what follows up to ``</details>``."""
    source = document.source(block.span)
    for match in _SUMMARY.finditer(source):
        text = _plain(match[1])
        if not is_question(text):
            continue
        end = _DETAILS_END.search(source, match.end())
        inside = source[match.end() : end.start() if end else len(source)]
        more = not end and after is not None and not _DETAILS_END.match(document.source(after.span))
        span = Span(block.span.start + match.start(), block.span.start + match.end())
        yield Question(span, text, bool(visible(inside)) or more, ("summary", span.start))


def _in_front_matter(document: Document) -> Iterator[Question]:
    matter = document.front_matter
    if not matter or not any(key in matter.data for key in _FAQ_KEYS):
        return
    first = document.lines.line_of(matter.body.start)
    for line, entry in front_matter.entries(document.source(matter.body), _FAQ_KEYS):
        asked = next((entry[key] for key in _QUESTION_KEYS if entry.get(key)), "")
        if is_question(asked):
            answered = any(entry.get(key) for key in _ANSWER_KEYS)
            yield Question(document.lines.span(first + line), asked, answered, ("front matter", line))
