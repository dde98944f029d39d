"""CL6: what a configured splitter cuts apart, one finding a unit. A unit that is whole in any chunk is no finding."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import accumulate, chain, groupby

from chunklint.checks import check
from chunklint.checks.code import is_listing
from chunklint.checks.subjects import silent_parts, subject
from chunklint.checks.tables import says_itself
from chunklint.checks.wording import count_words, counted, quoted
from chunklint.document import Document, Span
from chunklint.document.model import Code, List, Row, Table, pairs
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
    for unit in split.cut("sentence"):
        if _is_no_statement(document.source(unit.at)) or _is_nearly_whole(split, unit.at):
            continue
        larger = _is_too_large(split, (unit.at,))
        yield Finding(
            unit.at,
            f"{split.splitter.label} cuts this sentence: {_sides(split, unit.at)}",
            "make two sentences of it: it is longer than a chunk" if larger else _NEAR_A_HEADING,
        )


# So much of a sentence, in words and as a share, may be missing from the chunk that holds most of it: the end of a
# phrase, a thought before the point. Judged on real pages, it took more for the answer to be lost.
_FEW_WORDS, _FEW = 10, 0.2
_TARGET = re.compile(r"\]\([^()]*\)|\]\[[^\]]*\]|https?://\S+")
_TARGET_OR_WORD = re.compile(rf"{_TARGET.pattern}|(?P<word>\w+)")


def _is_nearly_whole(split: Split, span: Span) -> bool:
    return _held_but_for(
        split, span, min(_FEW_WORDS, _FEW * count_words(_TARGET.sub("] ", split.document.source(span))))
    )


def _held_but_for(split: Split, span: Span, few: float) -> bool:
    """Whether some chunk holds a span but for ``few`` words at its edges, addresses not counted."""
    text = split.document.text
    for start, end, _ in split.coverage.touching(span):
        before = _TARGET_OR_WORD.finditer(text, span.start, max(start, span.start))
        behind = _TARGET_OR_WORD.finditer(text, min(end, span.end), span.end)
        words = (count_words(match["word"] or "") for match in chain(before, behind))
        if not any(missing > few for missing in accumulate(words)):  # looks no further than it has to
            return True
    return False


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
        if needy and len(table.header.cells) > 1 and not says_itself(document, table):
            first = quoted(document.source(needy[0].span), 30)
            yield Finding(
                needy[0].span,
                f"{split.splitter.label} parts {len(parted)} of {counted(len(units), 'row')} from the header: {first}",
                "divide the table, each part with its header row, or say each row in a sentence",
            )


@cache
def _bare_cell(verdicts: frozenset[str]) -> re.Pattern[str]:
    """A cell that says nothing without its column's name: a number, a date, a version, yes or no, a sign, blank."""
    words = "|".join(map(re.escape, sorted(verdicts))) or r"(?!)"
    return re.compile(rf"(?:{words}|[^\w]*|[^\w]*\d[\w.,:/%+-]*(?:[ \u00a0]?[A-Za-zµ%€$]{{1,4}})?[^\w]*)", re.I)


_MARKS = re.compile(r"[`*_~]|<[^<>]*>")


def _needs_names(document: Document, row: Row, bare: re.Pattern[str]) -> bool:
    return any(bare.fullmatch(_MARKS.sub("", document.source(cell)).strip()) for cell in row.cells[1:])


@check("CL606")
def cut_code(document: Document, split: Split) -> Iterator[Finding]:
    for before, code in pairs(document.blocks):
        if not isinstance(code, Code) or not code.lines or not is_listing(document, before, code):
            continue
        body = Span(code.lines[0].start, code.lines[-1].end)
        # A splitter that takes the fences away cuts nothing with them.
        bare = bool(code.opener) and not split.coverage.touching(code.opener or body)
        if not split.coverage.touching(body):
            yield Finding(
                code.opener or code.lines[0],
                f"{split.splitter.label} leaves out {counted(len(code.lines), 'line')} of code",
                "say in a sentence what the code does",
            )
        elif not split.coverage.whole((body,)):
            if not _says_enough(document, split, code):
                yield Finding(
                    code.opener or code.lines[0],
                    f"{split.splitter.label} cuts this code block of {counted(len(code.lines), 'line')} apart",
                    "divide it into parts with a sentence above each",
                )
        elif not bare and not split.coverage.whole((code.span,)):
            yield Finding(
                code.opener or code.lines[0],
                f"{split.splitter.label} cuts off the closing fence: what follows it is read as code",
                "nothing in the page mends it: use a splitter that keeps fences",
                minor=True,
            )


# What one part of a program calls and another uses.
_DEFINED = re.compile(
    r"^[ \t]*(?:import|from|use|using|require|include|const|let|var|def|class|func|function|fn|struct|type|package)\b"
    r"|^[ \t]*[A-Za-z_][\w.]*[ \t]*:?=[^=]",
    re.M,
)
# Grammars and schemas: each production, message or key is looked up for itself.
_ITEMS = frozenset("abnf bnf ebnf proto protobuf proto3 graphql toml ini yaml yml properties env http".split())
# The last lines of a listing, so far as they only close it.
_TAIL = 0.05


def _says_enough(document: Document, split: Split, code: Code) -> bool:
    """Whether code that is cut keeps what is asked of it: some chunk has all but its last closing lines, or it is a
    row of items that stand alone, each whole in some chunk."""
    lines = [line for line in code.lines if document.source(line).strip()]
    few = int(_TAIL * len(lines))
    kept = lines[: len(lines) - few]
    if few and split.coverage.whole((Span(kept[0].start, kept[-1].end),)):
        return not any(_DEFINED.search(document.source(line)) for line in lines[-few:])
    language = code.info.lower().strip("{. ").split(" ")[0].split("{")[0]
    if language not in _ITEMS and _DEFINED.search(document.words(code.lines)):
        return False
    return all(split.coverage.whole((item,)) for item in _items(document, code))


def _items(document: Document, code: Code) -> Iterator[Span]:
    """The parts of code between its blank lines."""
    start: Span | None = None
    last = code.lines[0]
    for line in (*code.lines, Span(code.span.end, code.span.end)):
        if document.source(line).strip():
            start, last = start or line, line
        elif start:
            yield Span(start.start, last.end)
            start = None


@check("CL607")
def cut_list(document: Document, split: Split) -> Iterator[Finding]:
    restrictions = phrases(document.word_list("restrictions"))
    for unit in split.cut("steps"):
        block, lead_in = split.lists[unit.at], unit.spans[:-1]
        if not _depends(document, block):
            continue
        if _nearly_held(split, unit.at):  # then only the sentence above it is off
            cut = bool(lead_in) and bool(restrictions.search(document.source(lead_in[0])))
        elif block.start is not None:
            cut = _are_steps(document, block)
        else:
            cut = not all(split.coverage.whole((*lead_in, item.span)) for item in block.items)
        if cut:
            steps = block.start is not None and not _nearly_held(split, unit.at)
            yield Finding(
                block.items[0].marker,
                f"{split.splitter.label} cuts {'these steps' if steps else 'this list from the sentence above it'}: "
                + _sides(split, Span(unit.spans[0].start, unit.at.end)),
                "shorten the steps, or divide them under headings of their own",
            )


# An item with more words than these says itself what it is about.
_OWN_WORDS = {"steps": 40, "bullets": 8}


def _depends(document: Document, block: List) -> bool:
    """Whether the items of a list say little alone: short steps, or bullets of a few words."""
    lengths = sorted(count_words(document.source(item.span)) for item in block.items)
    return lengths[len(lengths) // 2] <= _OWN_WORDS["bullets" if block.start is None else "steps"]


def _are_steps(document: Document, block: List) -> bool:
    """Whether a numbered list tells what to do, one after the other: most items open with such a verb.

    A language without verbs in its lists gives every numbered list the benefit of the doubt.
    """
    verbs = document.word_list("imperatives")
    opened = [_FIRST_WORD.search(document.text, item.marker.end, item.span.end) for item in block.items]
    doing = sum(bool(word) and word[0].casefold() in verbs for word in opened if word)
    return not verbs or 2 * doing >= len(block.items)


_FIRST_WORD = re.compile(r"[^\W\d_]+")
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
        if not stems or unit.label.casefold().rstrip("?？ ") in rhetorical or _is_repeated(split, unit):
            continue
        answer = Span(unit.spans[1].start, unit.spans[-1].end) if len(unit.spans) > 1 else unit.at
        if count_words(document.source(answer)) > _CHAPTER or _nearly_held(split, Span(unit.at.start, answer.end)):
            continue
        parts = [
            Span(max(start, answer.start), min(end, answer.end)) for start, end, _ in split.coverage.touching(answer)
        ]
        if silent_parts(split, stems, parts, share=0.6):
            yield Finding(
                unit.at,
                f"{split.splitter.label} cuts the answer to {quoted(unit.label, 40)}",
                "shorten the answer, or divide it into narrower questions",
            )


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
