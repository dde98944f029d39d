"""Text that no cut may part: quantities, prices, dates, versions, addresses, links, inline code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from heapq import merge
from typing import NamedTuple

from chunklint.document import Document, Span
from chunklint.document.inlines import inlines
from chunklint.document.joined import Joined
from chunklint.document.model import Paragraph, Table
from chunklint.units.page import Page
from chunklint.units.text import pieces
from chunklint.units.unit import Unit

# Units and currencies that are written alike in every language; words for them are in a language's lists.
_SYMBOLS = (
    "kB KB MB GB TB PB KiB MiB GiB TiB Kb Mb Gb ns µs μs ms s min h Hz kHz MHz GHz px pt em rem mm cm km kg g mg "
    "V W kW kWh mAh °C °F fps dpi rpm QPS RPS vCPU vCPUs"
).split()
_SIGNS = "[$€£¥₹₩₽₺₴₫]"
_CODES = "(?:EUR|USD|GBP|CHF|JPY|CNY|INR|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|BRL|MXN|KRW|SGD|HKD)"
_NUMBER = r"\d+(?:[.,]\d+)*+"
# A blank, also one that does not break, or the end of a line.
_GAP = r"[ \t\u00a0\u202f]{0,3}+(?:(?:\r\n?|\n)[ \t]{0,12}+)?"
_MAY_HOLD_QUANTITY = re.compile(r"\d|://")
_MAY_HOLD_INLINE = re.compile(r"[`<]|\]")


class Protected(NamedTuple):
    """``what`` is the kind that a message names; ``span`` is its source."""

    what: str
    span: Span


def protected(page: Page) -> Iterator[Unit]:
    """The protected text of paragraphs and table cells, in source order within each."""
    for section, _, block in page.blocks:
        if isinstance(block, Paragraph):
            parts = [block.lines]
        elif isinstance(block, Table):
            parts = [(cell,) for row in (block.header, *block.rows) for cell in row.cells]
        else:
            continue
        for lines in parts:
            for what, span in protected_in(page.document, lines):
                yield Unit("protected", pieces(page.document, span, lines), span, section, what)


def protected_in(document: Document, lines: tuple[Span, ...]) -> Iterator[Protected]:
    """The protected text in the lines of a paragraph, or in one cell. Images, tags and badges are none."""
    if not lines:
        return
    start, end = lines[0].start, lines[-1].end
    outer = _outermost(document, lines) if _MAY_HOLD_INLINE.search(document.text, start, end) else []
    quantities = _numbers(document, lines) if _MAY_HOLD_QUANTITY.search(document.text, start, end) else ()
    reached = start
    for found in merge(outer, quantities, key=lambda found: found.span.start):
        if found.span.start >= reached:  # else it stands inside of the inline element before it
            reached = found.span.end
            if found.what:
                yield found


def _outermost(document: Document, lines: tuple[Span, ...]) -> list[Protected]:
    """The inline elements that are in no other one; those that only hide numbers have no name."""
    found: list[Protected] = []
    for inline in inlines(document, lines):
        while found and found[-1].span.start >= inline.span.start:
            found.pop()  # an inline element comes after those inside of it
        what = {"code": "code", "url": "address", "link": "link"}.get(inline.kind, "")
        found.append(Protected(what if inline.text else "", inline.span))
    return found


def _numbers(document: Document, lines: tuple[Span, ...]) -> Iterator[Protected]:
    joined = Joined(document, lines)
    units, qualifiers, months = map(document.word_list, ("units", "unit-qualifiers", "months"))
    for match in _quantities(units, qualifiers, months).finditer(joined.text):
        yield Protected(match.lastgroup or "", joined.source(*match.span()))


@cache
def _quantities(units: frozenset[str], qualifiers: frozenset[str], months: frozenset[str]) -> re.Pattern[str]:
    """One pattern for what holds a number; the name of the group says what it is.

    Every alternative reads digits, one gap and one word at most, so that the search is linear.
    """
    unit = rf"(?:{_either(frozenset(_SYMBOLS))}|(?i:{_either(units)}))(?![\w/]|-\w)"
    # Small letters make other words of months ("may", "mar").
    month = rf"(?:{_either(frozenset(word.capitalize() for word in months))})\b\.?"
    day, year = r"\d\d?(?:st|nd|rd|th|\.)?(?!\w)", rf"(?:,?{_GAP}\d{{4}}\b)?"
    many = rf"{_NUMBER}(?:{_GAP}(?:-|–|to|or|and){_GAP}{_NUMBER})?"
    return re.compile(
        rf"""(?=[\d{_SIGNS[1:-1]}hvA-Z])(?<![\w.,/-])(?:
            (?P<address>https?://[^\s<>"'`|\[\]]*(?<![.,;:!?()]))
          | (?P<date>
                \d{{4}}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?)?(?!\w)
              | \d\d?[./]\d\d?[./]\d{{4}}(?!\w)
              | {day}{_GAP}(?:of[ ])?{month}{year}
              | {month}{_GAP}{day}{year})
          | (?P<version>(?:v\d+(?:\.\d+)*+|\d+(?:\.\d+){{2,}}+)(?:-[A-Za-z]+[.\d]*+)?(?!\w))
          | (?P<price>
                {_SIGNS}{_GAP}{_NUMBER}(?:[ ]?(?:million|billion|bn|[kKM])\b)?
              | {_CODES}{_GAP}{_NUMBER}
              | {many}{_GAP}(?:{_SIGNS}|{_CODES}\b))
          | (?P<percentage>{many}{_GAP}(?:%|percent\b|per[ ]cent\b))
          | (?P<quantity>{many}(?:{_GAP}|-)(?:(?:{_either(qualifiers)}){_GAP})?{unit})
        )""",
        re.X,
    )


def _either(words: frozenset[str]) -> str:
    """Any of ``words``, the longest first; never anything without words."""
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word))) or "(?!)"
