"""What an answer unit is, and the blocks of a page with the place that each one has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, get_args

from chunklint.document import Block, Document, Section, Span
from chunklint.document.model import Html, LinkDefinition, children

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


class Placed(NamedTuple):
    """A block, its section, and the block before it in the same container."""

    section: Section
    before: Block | None
    block: Block


def placed(document: Document) -> Iterator[Placed]:
    """Every block but the headings of sections, depth first, section after section."""
    for section in (document.root, *document.sections):
        yield from _placed(section, section.body)


def _placed(section: Section, blocks: Sequence[Block]) -> Iterator[Placed]:
    before: Block | None = None
    for block in blocks:
        yield Placed(section, before, block)
        if inner := children(block):
            yield from _placed(section, inner)
        if not (isinstance(block, LinkDefinition) or (isinstance(block, Html) and block.comment)):
            before = block  # what no reader sees parts nothing
