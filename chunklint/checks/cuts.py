"""CL6: what a configured splitter cuts apart, one finding a unit. A unit that is whole in any chunk is no finding."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import accumulate, chain, groupby

from chunklint.checks import check
from chunklint.checks.subjects import silent_parts, subject
from chunklint.checks.tables import says_itself
from chunklint.checks.wording import count_words, counted, quoted
from chunklint.document import Document, Span
from chunklint.document.dialects import is_partial
from chunklint.document.model import List, Row, Table
from chunklint.finding import Finding
from chunklint.languages import phrases
from chunklint.splitters.lengths import length
from chunklint.splitters.split import Split
from chunklint.units import Unit

# How much of the text on either side of a cut a message shows.
_SIDE = 22


def _sides(split: Split, span: Span) -> str:
    """Both sides of the cut that falls into ``span``: ``"…old copy" | "is removed…"``."""
    text, at = split.document.text, split.cut_at(span)
    if at == span.start:
        return quoted(text[span.start : span.end], 2 * _SIDE)
    left, right = " ".join(text[span.start : at].split()), " ".join(text[at : span.end].split())
    left = left if len(left) <= _SIDE else "…" + left[1 - _SIDE :].lstrip()
    return f'"{left}" | {quoted(right, _SIDE)}'


def _is_too_large(split: Split, spans: tuple[Span, ...]) -> bool:
    """Whether a unit is larger than any chunk, so that only the writer can mend it."""
    size = split.splitter.limits.size
    text = "\n".join(split.document.source(span) for span in spans)
    return bool(size) and length(split.splitter.limits)(text) > size


@check("CL601")
def cut_sentence(document: Document, split: Split) -> Iterator[Finding]:
    if is_partial(document.path):
        return  # licences too
    for unit in split.cut("sentence"):
        if _is_no_statement(document.source(unit.at)) or _is_nearly_whole(split, unit.at):
            continue
        larger = _is_too_large(split, (unit.at,))
        yield Finding(
            unit.at,
            f"{split.splitter.label} cuts this sentence: {_sides(split, unit.at)}",
            "make two sentences of it: it is longer than a chunk" if larger else _NEAR_A_HEADING,
        )


# So much of a sentence may be missing from the chunk that holds most of it, in words and as a part: the end of a
# phrase, a thought before the point. A few words of a large chunk are never missed.
_FEW_WORDS, _FEW = 10, 0.2
_VERY_FEW_WORDS, _LARGE = 5, 80
_TARGET = re.compile(r"\]\([^()]*\)|\]\[[^\]]*\]|https?://\S+")
_TARGET_OR_WORD = re.compile(rf"{_TARGET.pattern}|(?P<word>\w+)")


def _is_nearly_whole(split: Split, span: Span) -> bool:
    few = min(_FEW_WORDS, _FEW * count_words(_TARGET.sub("] ", split.document.source(span))))
    return any(
        _missing(split, span, part, few) <= few
        or (
            part.start + _LARGE < part.end
            and _is_large(split, part)
            and _missing(split, span, part, _VERY_FEW_WORDS) <= _VERY_FEW_WORDS
        )
        for part in (Span(start, end) for start, end, _ in split.coverage.touching(span))
    )


def _is_large(split: Split, part: Span) -> bool:
    return count_words(split.document.source(part)) >= _LARGE


def _held_but_for(split: Split, span: Span, few: float) -> bool:
    """Whether some chunk holds a span but for ``few`` words at its edges, addresses not counted."""
    return any(_missing(split, span, Span(a, b), few) <= few for a, b, _ in split.coverage.touching(span))


def _missing(split: Split, span: Span, part: Span, enough: float) -> int:
    """How many words of a span are not in a part of the page, addresses not counted; counted no further than needed."""
    text = split.document.text
    before = _TARGET_OR_WORD.finditer(text, span.start, max(part.start, span.start))
    behind = _TARGET_OR_WORD.finditer(text, min(part.end, span.end), span.end)
    words = accumulate((count_words(match["word"] or "") for match in chain(before, behind)), initial=0)
    return next((missing for missing in words if missing > enough), 0)


# An address that is data: nobody reads it, cut or not.
_DATA = re.compile(r"[!-~]{200}")


def _is_no_statement(sentence: str) -> bool:
    """Whether a sentence only lists names or holds data, so that no answer is in either half."""
    return bool(_DATA.search(sentence)) or 3 * (sentence.count(",") + sentence.count("@")) > len(sentence.split())


_NEAR_A_HEADING = (
    "shorten its paragraph, or divide the section, so that it fits; or use a splitter that keeps sentences"
)


@check("CL602")
def cut_token(document: Document, split: Split) -> Iterator[Finding]:
    for unit in split.cut("protected"):
        if not _is_too_large(split, (unit.at,)) and not _DATA.search(document.source(unit.at)):
            yield Finding(
                unit.at,
                f"{split.splitter.label} cuts this {unit.label}: {_sides(split, unit.at)}",
                "move it to the start of its sentence, or shorten what stands before it",
            )


@check("CL605")
def row_without_header(document: Document, split: Split) -> Iterator[Finding]:
    tables = {table.header.span: table for table in document.each(Table)}
    bare = _bare_cell(document.word_list("verdict-words"))
    for header, rows in groupby(split.units.of("row"), key=lambda unit: unit.spans[0]):
        units, table = list(rows), tables[header]
        parted = {unit.at for unit in units if not split.is_whole(unit)}
        needy = [row for row in table.rows if row.span in parted and _needs_names(document, row, bare)]
        some = len(needy) > 1 or 5 * len(needy) >= len(parted)
        if needy and some and len(table.header.cells) > 1 and not says_itself(document, table):
            first = quoted(document.source(needy[0].span), 30)
            yield Finding(
                needy[0].span,
                f"{split.splitter.label} parts {len(parted)} of {counted(len(units), 'row')} from the header: {first}",
                "divide the table, each part with its header row, or say each row in a sentence",
            )


@cache
def _bare_cell(verdicts: frozenset[str]) -> re.Pattern[str]:
    """A cell that says nothing without its column's name: a number, a date, a version, yes or no, a sign.

    A number with a unit, or a version of three parts, says by itself what it is.
    """
    words = "|".join(map(re.escape, sorted(verdicts))) or r"(?!)"
    return re.compile(rf"(?:{words}|[^\w\s]+|[^\w]*(?!\d+\.\d+\.\d)\d[\w.,:/+-]*\s?[%€$]?[^\w]*)", re.I)


_MARKS = re.compile(r"[`*_~]|<[^<>]*>")


def _needs_names(document: Document, row: Row, bare: re.Pattern[str]) -> bool:
    """Whether a row has a cell that says nothing alone; a blank one does so between others that are no phrases."""
    cells = [_MARKS.sub("", document.source(cell)).strip() for cell in row.cells]
    blank = any(not cell for cell in cells[1:]) and sum(len(cell.split()) < 3 for cell in cells if cell) > 1
    return blank or any(bare.fullmatch(cell) for cell in cells[1:] if cell)


@check("CL607")
def cut_list(document: Document, split: Split) -> Iterator[Finding]:
    restrictions = phrases(document.word_list("restrictions"))
    for unit in split.cut("steps"):
        block, lead_in = split.lists[unit.at], unit.spans[:-1]
        if not _depends(document, block):
            continue
        together = _nearly_held(split, _said(block))
        if together:  # then only the sentence above it is off
            cut = bool(lead_in) and bool(restrictions.search(document.source(lead_in[0])))
        elif block.start is not None:
            cut = _are_steps(document, block)
        else:
            cut = not all(split.coverage.whole((*lead_in, item.span)) for item in block.items)
        if cut:
            steps = block.start is not None and not together
            yield Finding(
                block.items[0].marker,
                f"{split.splitter.label} cuts {'these steps' if steps else 'the lead-in off this list'}: "
                + _sides(split, Span(unit.spans[0].start, unit.at.end)),
                "shorten the steps, or divide them under headings of their own",
            )


# An item with more words than these says itself what it is about.
_OWN_WORDS = {"steps": 40, "bullets": 8}


def _depends(document: Document, block: List) -> bool:
    """Whether the items of a list say little alone: short steps, or bullets of a few words."""
    lengths = sorted(count_words(document.source(item.span)) for item in block.items)
    return lengths[len(lengths) // 2] <= _OWN_WORDS["bullets" if block.start is None else "steps"]


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
# So large a part of a chunk, and so many words, may be missing at its edges from the rest of a list or answer.
_EDGE, _EDGE_WORDS = 0.1, 15


def _nearly_held(split: Split, span: Span) -> bool:
    """Whether some chunk holds a span but for a few words at its edges."""
    text = split.document.text
    usual = max((count_words(text[start:end]) for start, end, _ in split.coverage.touching(span)), default=0)
    return _held_but_for(split, span, min(_EDGE * usual, _EDGE_WORDS))


@check("CL608")
def cut_answer(document: Document, split: Split) -> Iterator[Finding]:
    rhetorical = document.word_list("rhetorical-questions")
    for unit in split.cut("answer"):
        stems = subject(document, unit.label)
        asked = unit.label.casefold().rstrip("?？ ")
        empty = asked.startswith(tuple(rhetorical)) if rhetorical else False
        if not stems or empty or _QUOTED_END.search(unit.label) or _is_repeated(split, unit):
            continue
        answer = Span(unit.spans[1].start, unit.spans[-1].end) if len(unit.spans) > 1 else unit.at
        if count_words(document.source(answer)) > _CHAPTER or _nearly_held(split, Span(unit.at.start, answer.end)):
            continue
        if _DEFINES.match(unit.label) and len(unit.spans) > 1 and split.coverage.whole(unit.spans[:2]):
            continue  # what it is says the first paragraph
        touching = split.coverage.touching(answer)
        parts = [Span(max(start, answer.start), min(end, answer.end)) for start, end, _ in touching]
        lost = silent_parts(split, stems, parts, _MOST)
        words = sum(count_words(_TARGET.sub(" ", _IMAGE.sub(" ", document.source(part)))) for part in lost)
        if lost and (words >= _REST or words >= _REST_PART * count_words(document.source(answer))):
            yield Finding(
                unit.at,
                f"{split.splitter.label} cuts the answer to {quoted(unit.label, 40)}",
                "shorten the answer, or divide it into narrower questions",
            )


# So many words of an answer, or so large a part of it, are more than a closing remark.
_REST, _REST_PART = 25, 0.25
# A question that somebody is quoted with is none of the heading's own.
_QUOTED_END = re.compile(r"[?？][\"”’']\s*\Z")
_DEFINES = re.compile(r"what(?:'s|’s| is| are) (?:an? |the )?[\w.-]+(?: [\w.-]+)?\s*\?", re.I)
_IMAGE = re.compile(r"!\[[^\]]*\]\([^()]*\)|<img\b[^<>]*>|<!--.*?-->", re.S)
# So many of the question's words a small chunk needs to say what it is about; of a larger one the subject is plain
# from any.
_MOST = 0.6
# A text of more words below a question is a chapter (CL207 says so where no splitter is configured).
_CHAPTER = 500


def _is_repeated(split: Split, unit: Unit) -> bool:
    """Whether each part of an answer stands in a chunk that has the question."""
    question = unit.spans[0]
    return all(
        split.coverage.holds(index, question)
        for span in unit.spans[1:]
        for _, _, index in split.coverage.touching(span)
    )


@check("CL609")
def cut_condition(document: Document, split: Split) -> Iterator[Finding]:
    for unit in split.cut("condition"):
        if len(unit.spans) == 1 and split.coverage.whole((_clause(document, unit),)):
            continue  # condition and rule are together; what else is cut is CL601's
        if len(unit.spans) == 1 or unit.label != "exception":
            where = _sides(split, Span(unit.spans[0].start, unit.spans[-1].end))
        else:
            where = quoted(document.source(unit.at), 40)
        yield Finding(
            unit.at,
            f"{split.splitter.label} parts a rule from its condition: {where}",
            "state the condition in the sentence of the rule, near the start of its section",
        )


_RULE_START = re.compile(r",\s+(?:\S+\s+){0,5}\S+")
_SOME_WORDS = re.compile(r"(?:\S+\s+){0,5}\Z")


def _clause(document: Document, unit: Unit) -> Span:
    """The part of a conditional sentence that must stay together: the condition, and a few words of the rule at it."""
    text, (start, end) = document.text, unit.at
    at = start + document.source(unit.at).casefold().find(unit.label)
    if at - start <= 3:  # "If …, the rule …"
        rule = _RULE_START.search(text, start, end)
        return Span(start, rule.end() if rule else end)
    before = _SOME_WORDS.search(text, start, at)  # "The rule …, unless …"
    return Span(before.start() if before and at > start else start, end)
