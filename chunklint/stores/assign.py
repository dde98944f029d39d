"""The chunks of a store, page by page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from chunklint.stores.by_text import ByText
from chunklint.stores.record import Stored
from chunklint.stores.sources import Pages

Numbered = tuple[int, Stored]


class Assigned(NamedTuple):
    """``of`` has the chunks of each page by its name, each with its number in the run; ``gone`` those whose source
    names no page, by that; ``lost`` those without a source whose text no page has."""

    of: dict[str, list[Numbered]]
    gone: dict[str, list[Numbered]]
    lost: list[Numbered]


def assign(records: Iterable[Numbered], names: Sequence[str], read: Callable[[str], str]) -> Assigned:
    """Which page each chunk is of: by its source, else, where no source of the store names a page, by its text.

    ``names`` are the pages; ``read`` gives the text of one, and is asked only where texts have to decide.
    """
    records = list(records)
    pages = Pages(names)
    known = any(pages.of(one.source) for _, one in records)
    found = Assigned(defaultdict(list), defaultdict(list), [])
    texts: ByText | None = None
    for number, one in records:
        among = pages.of(one.source)
        if len(among) == 1:
            found.of[among[0]].append((number, one))
        elif one.source and known and not among:
            found.gone[one.source].append((number, one))
        elif len(names) == 1:
            found.of[names[0]].append((number, one))
        else:
            texts = texts or ByText((name, read(name)) for name in names)
            name = texts.of(one.text, among) or next(iter(among), None)
            if name:
                found.of[name].append((number, one))
            else:
                found.lost.append((number, one))
    return found
