"""Answer units: the source that must be retrieved together to answer one question.

``units`` finds them; each kind has a function of its own in a module of this package.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from chunklint.document import Document
from chunklint.units.answers import answers
from chunklint.units.blocks import codes, rows, steps
from chunklint.units.conditions import conditions
from chunklint.units.protected import protected
from chunklint.units.text import Said, sentences
from chunklint.units.unit import KINDS, Kind, Unit

__all__ = ["KINDS", "Kind", "Unit", "units"]


def units(document: Document, kinds: Collection[Kind] = KINDS) -> Iterator[Unit]:
    """The answer units of a page, kind after kind and each kind in the order of its sections.

    How large a unit is does not matter here: one that fits in no chunk is for the caller to leave out.
    """
    said = Said(document)
    if "sentence" in kinds:
        yield from sentences(document, said)
    if "answer" in kinds:
        yield from answers(document)
    if "row" in kinds:
        yield from rows(document)
    if "steps" in kinds:
        yield from steps(document, said)
    if "code" in kinds:
        yield from codes(document, said)
    if "condition" in kinds:
        yield from conditions(document, said)
    if "protected" in kinds:
        yield from protected(document)
