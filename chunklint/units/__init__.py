"""Answer units: the source that must be retrieved together to answer one question.

``units`` finds them; each kind has a function of its own in a module of this package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from chunklint.document import Document
from chunklint.units.answers import answers
from chunklint.units.blocks import codes, rows, steps
from chunklint.units.conditions import conditions
from chunklint.units.page import Page
from chunklint.units.protected import protected
from chunklint.units.text import sentences
from chunklint.units.unit import KINDS, Kind, Unit

__all__ = ["KINDS", "Kind", "Page", "Unit", "units", "units_of"]


_FINDERS: dict[Kind, Callable[[Page], Iterator[Unit]]] = {
    "sentence": sentences,
    "answer": answers,
    "row": rows,
    "steps": steps,
    "code": codes,
    "condition": conditions,
    "protected": protected,
}


def units(document: Document, kinds: Iterable[Kind] = KINDS) -> Iterator[Unit]:
    """The answer units of a page, kind after kind and each kind in the order of its sections.

    How large a unit is does not matter here: one that fits in no chunk is for the caller to leave out.
    """
    page = Page(document)
    for kind in kinds:
        yield from units_of(page, kind)


def units_of(page: Page, kind: Kind) -> Iterator[Unit]:
    """The units of one kind, for who asks for kind after kind: what they share is worked out once."""
    return _FINDERS[kind](page)
