"""CL6: table rows and lists that a splitter cuts, one finding a unit.

A unit that is whole in any chunk is no finding.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import groupby

from chunklint.checks import check
from chunklint.checks.held import is_nearly_held, missing, parts, sides
from chunklint.checks.tables import says_itself
from chunklint.checks.wording import count_words, counted, quoted, usual_words
from chunklint.document import Document, Span
from chunklint.document.dialects import is_post
from chunklint.document.model import List, Row, Table
from chunklint.finding import Finding
from chunklint.languages import phrases
from chunklint.splitters.split import Split


@check("CL605")
def row_without_header(document: Document, split: Split) -> Iterator[Finding]:
    tables = {table.header.span: table for table in document.each(Table)}
    for header, rows in groupby(split.units.of("row"), key=lambda unit: unit.spans[0]):
        units, table = list(rows), tables[header]
        names = [cell for cell in table.header.cells[1:] if document.source(cell).strip("* ").casefold() not in _IDLE]
        if not names or says_itself(document, table):
            continue
        # The first sign or two of the header may be off.
        most = Span(names[0].start, table.header.span.end)
        parted = {unit.at for unit in units if not split.is_whole(unit) and not split.coverage.whole((most, unit.at))}
        needy = _needy(document, [row for row in table.rows if row.span in parted], len(table.header.cells))
        if needy and _NEEDY * len(needy) >= len(parted):
            first = quoted(document.source(needy[0].span), 30)
            yield Finding(
                needy[0].span,
                f"{split.splitter.label} parts {len(parted)} of {counted(len(units), 'row')} from the header: {first}",
                "divide the table, each part with its header row, or say each row in a sentence",
            )


# Names of columns that tell nothing of their cells.
_IDLE = frozenset("key value name description example".split())
# One such row among more is an exception in a table that is read without its header.
_NEEDY = 2
_FEW_ROWS = 2
# Verdicts that are written alike in every language.
_VERDICTS = frozenset("true false null on off x y n".split())


@cache
def _bare_cell(verdicts: frozenset[str]) -> re.Pattern[str]:
    """A cell that says nothing without its column's name: a number, a date, a version, yes or no, a sign.

    A number with a unit, or a version of three parts, says by itself what it is.
    """
    words = "|".join(map(re.escape, sorted(verdicts | _VERDICTS)))
    return re.compile(rf"(?:{words}|[^\w\s]+|[^\w]*(?!\d+\.\d+\.\d)\d[\w.,:/+-]*\s?[%€$]?[^\w]*)", re.I)


_MARKS = re.compile(r"(?<!\\)[`*_~]|<[^<>]*>")
# What stands in a cell that has nothing to say.
_NOTHING = re.compile(r"[-–—.…/]*|\\-|n/a", re.I)
# Beside a phrase of so many words one yes, no or date is read without its column's name.
_PHRASE = 4
_DATE = re.compile(r"\d{4}-\d\d(?:-\d\d)?")


def _needy(document: Document, rows: list[Row], columns: int) -> list[Row]:
    """The rows with a cell that says nothing alone; one or two rows with a phrase need several such cells. Where there
    are none, the rows with a blank cell between others."""
    verdicts = document.word_list("verdict-words")
    cells = {row: [_said_in(document.source(cell)) for cell in row.cells[:columns]] for row in rows}
    bare = {row: _bare(cells[row], verdicts) for row in rows}
    few = len(rows) <= _FEW_ROWS
    least = {row: 2 if few and any(len(cell.split()) > 2 for cell in cells[row]) else 1 for row in rows}
    return [row for row in rows if bare[row] >= least[row]] or [
        row for row in rows if not bare[row] and _is_blank(cells[row])
    ]


def _said_in(source: str) -> str:
    cell = _MARKS.sub("", source).strip()
    return "" if _NOTHING.fullmatch(cell) else cell


def _bare(cells: list[str], verdicts: frozenset[str]) -> int:
    """How many cells behind the first say nothing alone."""
    bare = [cell for cell in cells[1:] if cell and _bare_cell(verdicts).fullmatch(cell)]
    if len(bare) == 1 and (bare[0].casefold() in verdicts or _DATE.fullmatch(bare[0])):
        return 0 if any(len(cell.split()) >= _PHRASE for cell in cells) else 1
    return len(bare)


def _is_blank(cells: list[str]) -> bool:
    """Whether a cell is blank between others that are no phrases, so that it is not seen which one it is."""
    return any(not cell for cell in cells[1:-1]) and sum(len(cell.split()) < 3 for cell in cells if cell) > 1


@check("CL607")
def cut_list(document: Document, split: Split) -> Iterator[Finding]:
    if is_post(document.path):
        return
    for unit in split.cut("steps"):
        block, lead_in = split.lists[unit.at], unit.spans[:-1]
        if len(block.items) < _FEW_ITEMS or not _depends(document, block) or _leads_itself_in(document, block):
            continue
        together = is_nearly_held(split, _said(block))
        steps = block.start is not None and _are_steps(document, block)
        if together or _are_names(document, block):
            cut = _turns(document, lead_in, steps)
        elif block.start is not None:
            cut = steps and not _are_mostly_together(split, block)
        else:
            parted = sum(not split.coverage.whole((*lead_in, item.span)) for item in block.items)
            cut = parted >= _PARTED * len(block.items)
        if cut:
            what = "these steps" if steps and not together else "the lead-in off this list"
            yield Finding(
                block.items[0].marker,
                f"{split.splitter.label} cuts {what}: {sides(split, Span(unit.spans[0].start, unit.at.end))}",
                "shorten the steps, or divide them under headings of their own",
            )


def _turns(document: Document, lead_in: tuple[Span, ...], steps: bool) -> bool:
    """Whether a list means another thing without the sentence above it: "Do not …:". Steps say at least what for."""
    words = document.word_list("negations" if steps else "restrictions")
    return any(phrases(words).search(document.source(span)) for span in lead_in[:1])


# Fewer items are read with each other.
_FEW_ITEMS = 3
# An item with more words than these says itself what it is about.
_OWN_WORDS = {"steps": 40, "bullets": 8}


def _depends(document: Document, block: List) -> bool:
    """Whether the items of a list say little alone: short steps, or bullets of a few words."""
    return usual_words(document, block) <= _OWN_WORDS["bullets" if block.start is None else "steps"]


_NEARLY_ALL = 0.75
_NO_WORDS = re.compile(r"(`+)[^`].*?\1|:[\w-]+:|[\W\d]", re.S)


def _are_names(document: Document, block: List) -> bool:
    """Whether nearly all items of a list are names in code and signs."""
    names = sum(not _NO_WORDS.sub("", document.source(item.span)) for item in block.items)
    return names >= _NEARLY_ALL * len(block.items)


def _leads_itself_in(document: Document, block: List) -> bool:
    """Whether bullets are led in by the end of the one above them."""
    ends = (document.source(item.span).rstrip()[-1:] for item in block.items[:-1])
    return block.start is None and any(end in ":：" for end in ends if end)


# So large a part of the words of steps, if so many of them are whole, tells how it goes on. A list that loses the
# sentence above it for fewer of its items still says what they are.
_TOGETHER, _WHOLE, _SOME = 0.65, 0.6, 40
_PARTED = 0.5


def _are_mostly_together(split: Split, block: List) -> bool:
    """Whether some chunk has most steps of a list whole."""
    whole = Counter(index for item in block.items for index in {*split.coverage.holders(item.span)})
    if max(whole.values(), default=0) < _WHOLE * len(block.items):
        return False
    words = count_words(split.document.source(block.span))
    if words < _SOME:
        return False  # few words: each of them counts
    few = (1 - _TOGETHER) * words
    return any(missing(split, block.span, part, few) <= few for part in parts(split, block.span))


def _said(block: List) -> Span:
    """A list up to the first paragraph of its last item: what stands below that belongs to the one step."""
    last = block.items[-1]
    return Span(block.span.start, last.items[0].span.end if last.items else last.span.end)


def _are_steps(document: Document, block: List) -> bool:
    """Whether a numbered list tells what to do, one after the other: most items open with such a verb.

    A language without verbs in its lists gives every numbered list the benefit of the doubt.
    """
    verbs = document.word_list("imperatives")
    opened = [_FIRST_WORD.search(document.text, item.marker.end, item.span.end) for item in block.items]
    doing = sum(bool(word) and word[0].casefold() in verbs for word in opened if word)
    labelled = sum(bool(_LABEL.match(document.text, item.marker.end)) for item in block.items)
    return 2 * labelled < len(block.items) and (not verbs or 2 * doing >= len(block.items))


_FIRST_WORD = re.compile(r"[^\W\d_]+")
# "**Use one queue**: …": a tip that stands alone.
_LABEL = re.compile(r"[ \t]*(?:\*\*|__)[^*_\n]+(?:[:：](?:\*\*|__)|(?:\*\*|__)[ \t]*[:：–—-])")
