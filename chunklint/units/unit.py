"""What an answer unit is."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from chunklint.document import Section, Span

Kind = Literal["sentence", "answer", "row", "steps", "code", "condition", "protected"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class Unit(NamedTuple):
    """Source that must be retrieved together.

    ``spans`` are in order, do not overlap, and hold no markers of the containers around a sentence. ``at`` is
    where a finding stands: the sentence, the question line, the row, the list, the code up to its last line
    (without the closing fence), the exception, the protected text. Where the unit has more parts, they are in
    ``spans`` beside it: the answer, the header row, the lead-in, the closing fence, the rule.

    ``section`` is the section that it stands in; ``label`` says more of its kind: the text of the question,
    the word that makes a condition, what a protected text is ("date", "link").
    """

    kind: Kind
    spans: tuple[Span, ...]
    at: Span
    section: Section
    label: str = ""
