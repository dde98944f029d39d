"""The questions of a page, however they are written, and what answers them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from chunklint.document import Block, Document, Section, Span, front_matter
from chunklint.document.content import own_body, shows, visible
from chunklint.document.model import Directive, Html, Paragraph
from chunklint.languages import phrases

# Latin, full-width, Arabic, Greek (U+037E), Armenian and Ethiopic question marks.
_QUESTION_END = re.compile("[?？؟\u037e՞፧][\\s\"'”’»)*_]*$")
BOLD_LINE = re.compile(r"(\*\*|__)(?=\S)((?:(?!\1).)+)(?<=\S)\1[ \t]*[:：]?")
_Q_LINE = re.compile(r"(?:\*\*|__)?Q(?:uestion)?[ \t]*\d*(?:[:.)]|(?:\*\*|__)[:.)])[ \t]*(?=\S)(?:\*\*|__)?(.*)")
# A question in a Q: line with its answer behind it.
_ANSWERED_LINE = re.compile(r"(?:\*\*|__)?Q(?:uestion)?[ \t]*\d*[:.)](?:\*\*|__)?[ \t]*([^?？]*[?？])[ \t]+(?=\w)")
_COMMENT = re.compile(r"<!--(?:(?!<!--|-->).)*+-->")
_SUMMARY = re.compile(r"<summary\b[^>]*>(.*?)</summary\s*>", re.S | re.I)
_DETAILS_END = re.compile(r"</details\s*>", re.I)
# Lists of question and answer in front matter, as FAQ layouts read them.
_FAQ_KEYS = ("faq", "faqs", "questions")
_QUESTION_KEYS = ("question", "q")
_ANSWER_KEYS = ("answer", "a", "acceptedAnswer")


class Question(NamedTuple):
    """A question line: its span, its words, whether anything answers it, and the blocks that do.

    ``kind`` is how the question is written; ``group`` tells apart places of one kind between
    which an answer is not shared. A text that goes on in the paragraph of its question is not
    in ``answer``. ``whole`` is the source of both, the question first; it is only the question where
    nothing answers it, or only the sections below it. A lead-in to what follows the answer is not in it.
    """

    span: Span
    text: str
    answered: bool
    kind: Literal["heading", "text", "summary", "front matter"]
    group: int
    answer: tuple[Block, ...]
    whole: tuple[Span, ...]


def is_question(text: str) -> bool:
    """Whether ``text`` ends in a question mark of any script."""
    return bool(_QUESTION_END.search(text))


def question_stacks(document: Document) -> Iterator[list[Question]]:
    """The questions in source order, each with the unanswered ones directly above it.

    Every question but the last of a stack is unanswered; the last is answered unless the
    stack ends before any answer.
    """
    stack: list[Question] = []
    for question in all_questions(document):
        if stack and (stack[-1].kind, stack[-1].group) != (question.kind, question.group):
            yield stack
            stack = []
        stack.append(question)
        if question.answered:
            yield stack
            stack = []
    if stack:
        yield stack


def all_questions(document: Document) -> list[Question]:
    """The questions of a page in source order."""
    return sorted(_questions(document), key=lambda question: question.span.start)


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
        apart = not before or before.parent is not section.parent or before.box is not section.box
        if apart or (before and before.level != section.level):
            group += 1
        before = section
        answer = tuple(block for block in own_body(section) if shows(document, block))
        answered = bool(section.children or answer)
        yield Question(
            heading.span, heading.text, answered, "heading", group, answer, _whole(document, heading.span, answer)
        )


def _whole(document: Document, question: Span, answer: Sequence[Block]) -> tuple[Span, ...]:
    """A question and its answer, without a last sentence that leads into what follows."""
    last = answer[-1] if len(answer) > 1 else None
    if isinstance(last, Paragraph):
        leads = document.source(last.span).endswith((":", "：")) or (
            phrases(document.word_list("unit-scopes")).search(document.text, *last.span)
        )
        answer = answer[:-1] if leads else answer
    return (question, *(block.span for block in answer))


def _in_blocks(document: Document, blocks: Sequence[Block], ends_in_child: bool) -> Iterator[Question]:
    """Questions written as text between the blocks of one section or container."""
    after: list[Block] = []  # what a reader sees up to the next question, last block first
    asking = sum(isinstance(block, Paragraph) and bool(_asked(document, block)) for block in blocks)
    below = ends_in_child and asking == 1  # a lone question may be answered by the sections below it
    for index in range(len(blocks) - 1, -1, -1):
        block = blocks[index]
        if isinstance(block, Directive):
            yield from _in_blocks(document, block.items, ends_in_child=False)
        elif isinstance(block, Html) and not block.comment:
            yield from _in_summary(document, block, blocks, index + 1)
        asked = _asked(document, block) if isinstance(block, Paragraph) else []
        if isinstance(block, Paragraph) and asked:
            group = blocks[0].span.start
            for line, text in asked[:-1]:
                yield Question(line, text, False, "text", group, (), (line,))
            (line, text), more = asked[-1], len(asked) < len(block.lines)
            answered = more or bool(after) or below or bool(_ANSWERED_LINE.match(document.source(line)))
            answer = tuple(reversed(after))
            whole = _whole(document, Span(line.start, block.span.end), answer)
            yield Question(line, text, answered, "text", group, answer, whole)
            after = []
        elif shows(document, block):
            after.append(block)
        below = below and not asked and not after


def _asked(document: Document, block: Paragraph) -> list[tuple[Span, str]]:
    """The questions that the first lines of a paragraph ask: bold lines, or lines that start with ``Q:``."""
    found: list[tuple[Span, str]] = []
    for line in block.lines:
        source = _COMMENT.sub("", document.source(line)).strip()
        if not source:
            break
        bold = BOLD_LINE.fullmatch(source) if source[0] in "*_" else None
        asks = _Q_LINE.match(source) if not bold and source[0] in "*_Q" else None
        inline = _ANSWERED_LINE.match(source) if asks else None
        text = bold[2] if bold else inline[1] if inline else asks[1] if asks else ""
        if not is_question(text):
            break
        found.append((line, _plain(text)))
    return found


def _plain(source: str) -> str:
    from chunklint.document.inline import plain_text  # few pages ask in text

    return plain_text(source)


def _in_summary(document: Document, block: Html, blocks: Sequence[Block], index: int) -> Iterator[Question]:
    """``<summary>…?</summary>``: the answer is what follows up to ``</details>``, be it in a section of its own.

    ``blocks[index]`` is the block after it.
    """
    source = document.source(block.span)
    for match in _SUMMARY.finditer(source):
        text = _plain(match[1])
        if not is_question(text):
            continue
        end = _DETAILS_END.search(source, match.end())
        inside = source[match.end() : end.start() if end else len(source)]
        while index < len(blocks) and _is_comment(blocks[index]):
            index += 1
        after = blocks[index] if index < len(blocks) else None
        if after:
            more = not _DETAILS_END.match(document.source(after.span))
        else:
            more = document.blocks[-1].span.start > block.span.start
        span = Span(block.span.start + match.start(), block.span.start + match.end())
        answered = bool(visible(inside)) or (not end and more)
        stop = block.span.start + (end.start() if end else len(source))
        rest = () if end else tuple(_up_to_details_end(document, blocks, index))
        yield Question(span, text, answered, "summary", span.start, (), _whole(document, Span(span.start, stop), rest))


def _up_to_details_end(document: Document, blocks: Sequence[Block], index: int) -> Iterator[Block]:
    """The blocks from ``blocks[index]`` on that ``</details>`` or the next ``<summary>`` ends."""
    for at in range(index, len(blocks)):
        block = blocks[at]
        if isinstance(block, Html):
            source = document.source(block.span)
            if _DETAILS_END.search(source) or _SUMMARY.search(source):
                return
        if shows(document, block):
            yield block


def _is_comment(block: Block) -> bool:
    return isinstance(block, Html) and bool(block.comment)


def _in_front_matter(document: Document) -> Iterator[Question]:
    matter = document.front_matter
    if not matter or not any(key in matter.data for key in _FAQ_KEYS):
        return
    first, end = document.lines.line_of(matter.body.start), document.lines.line_of(matter.body.end)
    for line, last, entry in front_matter.entries(document.source(matter.body), _FAQ_KEYS):
        asked = next((entry[key] for key in _QUESTION_KEYS if entry.get(key)), "")
        if is_question(asked):
            answered = any(entry.get(key) for key in _ANSWER_KEYS)
            span = document.lines.span(first + line)
            source = document.source(Span(span.start, document.lines.span(min(first + last, end)).end))
            whole = Span(span.start, span.start + len(source.rstrip()))
            yield Question(span, asked, answered, "front matter", line, (), (whole,))
