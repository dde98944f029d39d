"""CL2: questions and their answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from chunklint.checks import check, fixes
from chunklint.checks.wording import counted, quoted
from chunklint.document import Block, Document
from chunklint.document.inlines import inlines
from chunklint.document.model import Directive, Heading, Paragraph, walk
from chunklint.document.tokens import over
from chunklint.finding import Finding, Fix
from chunklint.questions import BOLD_LINE, Question, all_questions, is_question, question_stacks


@check("CL201")
def question_without_answer(document: Document) -> Iterator[Finding]:
    for stack in question_stacks(document):
        if not stack[-1].answered:
            for question in stack:
                yield Finding(
                    question.span,
                    f"no answer follows the question {quoted(question.text, 50)}",
                    "write the answer directly below, or remove the question",
                )


@check("CL206")
def shared_answer(document: Document) -> Iterator[Finding]:
    for stack in question_stacks(document):
        if len(stack) > 1 and stack[-1].answered:
            yield _shared(stack)


def _shared(stack: list[Question]) -> Finding:
    return Finding(
        stack[0].span,
        f"{quoted(stack[0].text, 36)} shares one answer with {counted(len(stack) - 1, 'question')} below it",
        "give each question its answer, or make one question of them",
        causes=tuple(question.span for question in stack),
    )


_SPEAKER = re.compile(r"(?:\*\*|__)[^*_?]{1,40}:(?:\*\*|__)\s|(?:\*\*|__)[^*_?:]{1,40}(?:\*\*|__):\s")
_WORDS = re.compile(r"[^\W_]+")


@check("CL202")
def question_not_heading(document: Document) -> Iterator[Finding]:
    asked = [q for q in all_questions(document) if q.kind == "text"]
    answers = [q.answer[0] for q in asked if q.answer]
    speakers = sum(bool(_SPEAKER.match(document.source(block.span))) for block in answers)
    if len(asked) < 2 or speakers * 2 > len(answers):
        return  # none, or an interview
    yield Finding(
        asked[0].span,
        f"{counted(len(asked), 'question')} of this page are no headings: a heading splitter cannot cut at them",
        "write each question as a heading",
        fix=_as_headings(document, asked),
        causes=tuple(question.span for question in asked),
    )


_OPENS_BLOCK = re.compile(r"\d+[.)]|[-+*#>|~`<=:]")


def _as_headings(document: Document, asked: list[Question]) -> Fix | None:
    """All questions as headings, each with its words and marks but those that make the line bold.

    None where one shares its line with something else, stands where a heading opens no section, or has a line behind
    it that only the paragraph keeps from being a list, table or fence.
    """
    follows = {a.start: b for block in document.paragraphs for a, b in pairwise(block.lines)}
    spans = {question.span.start for question in asked}
    levels = {
        line.start: section.level
        for section in (document.root, *document.sections)
        for block in section.body
        if isinstance(block, Paragraph)
        for line in block.lines
    }
    lines = []
    for question in asked:
        source = document.source(question.span)
        bold = BOLD_LINE.fullmatch(source)
        text = bold[2] if bold and source.endswith(bold[1]) else source
        after = follows.get(question.span.start)
        held = after and after.start not in spans and _OPENS_BLOCK.match(document.text, after.start)
        if question.span.start not in levels or not is_question(text) or held:
            return None
        lines.append((question.span, text, levels[question.span.start]))
    return fixes.promoted(lines, "write each question as a heading")


@check("CL203")
def hidden_answer(document: Document) -> Iterator[Finding]:
    for question in all_questions(document):
        folded = question.answer and all(
            isinstance(b, Directive) and ("details" in b.name or "tab" in b.name or "accordion" in b.name)
            for b in question.answer
        )
        if question.answered and (folded or question.kind == "summary"):
            yield Finding(
                question.span,
                f"the answer to {quoted(question.text, 40)} is folded away: some loaders leave it out",
                "write the answer, or its first sentence, in the open",
                causes=question.whole,
            )


@check("CL204")
def answer_without_subject(document: Document) -> Iterator[Finding]:
    stop = document.word_list("stop-words")
    for question in all_questions(document):
        if not stop or len(question.answer) != 1 or not isinstance(question.answer[0], Paragraph):
            continue
        answer = _content(document.source(question.answer[0].span), frozenset())
        if answer and len(answer) <= 12 and not _content(question.text, stop) & set(answer):
            yield Finding(
                question.answer[0].lines[0],
                f"the answer repeats no word of {quoted(question.text, 40)}: alone it says nothing",
                "answer in a whole sentence that names what it is about",
                causes=(question.span, question.answer[0].span),
            )


def _content(text: str, without: frozenset[str]) -> set[str]:
    words = (word.casefold() for word in _WORDS.findall(text))
    return {word.removesuffix("s") for word in words if word not in without}


_ADDRESS = re.compile(r"https?://\S+")
_CONTACT = re.compile(r"\b(?:questions|help|feedback|comments)\?$", re.I)


@check("CL205")
def answer_is_a_link(document: Document) -> Iterator[Finding]:
    pointers = document.word_list("pointer-words")
    for question in all_questions(document):
        if not pointers or len(question.answer) != 1 or not isinstance(question.answer[0], Paragraph):
            continue
        if _CONTACT.search(question.text):
            continue  # an offer to help, and no question
        paragraph = question.answer[0]
        source = document.source(paragraph.span)
        links = [document.source(i.span) for i in inlines(document, paragraph.lines) if i.kind in ("link", "url")]
        rest = source
        for link in links:
            rest = rest.replace(link, " ")
        rest = _ADDRESS.sub(" ", rest)
        if rest != source and all(word.casefold() in pointers for word in _WORDS.findall(rest)):
            yield Finding(
                question.span,
                f"the answer to {quoted(question.text, 40)} is only a link: the chunk has nothing to answer from",
                "write the answer in a sentence and keep the link behind it",
                causes=(question.span, paragraph.span),
            )


@check("CL207")
def oversized_answer(document: Document, *, max_tokens: int) -> Iterator[Finding]:
    for question in all_questions(document):
        text = "\n\n".join(document.source(b.span) for b in walk(question.answer) if _is_prose(b))
        if size := over(text, max_tokens):
            yield Finding(
                question.span,
                f"the answer to {quoted(question.text, 30)} is about {size:,} tokens: later parts lose the question",
                "divide it into narrower questions",
                causes=(question.span, *(block.span for block in question.answer)),
            )


def _is_prose(block: Block) -> bool:
    return isinstance(block, Paragraph | Heading)


@check("CL208")
def lead_in_outside_unit(document: Document) -> Iterator[Finding]:
    scopes = document.word_list("unit-scopes")
    first = next((q for q in all_questions(document) if q.kind != "front matter"), None)
    if not first or not scopes:
        return
    for paragraph in document.paragraphs:
        text = document.source(paragraph.span).casefold()
        if paragraph.span.end <= first.span.start and any(phrase in text for phrase in scopes):
            yield Finding(
                paragraph.lines[0],
                "what holds for all answers stands above the first question: no answer's chunk has it",
                "repeat it in the answers that depend on it",
            )
