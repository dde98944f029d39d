"""CL2: questions and their answers."""

from __future__ import annotations

from collections.abc import Iterator

from chunklint.checks import check
from chunklint.checks.wording import counted, quoted
from chunklint.document import Document
from chunklint.finding import Finding
from chunklint.units import Question, is_question, question_stacks

__all__ = ["is_question"]


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
    )
