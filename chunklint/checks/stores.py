"""CL8: stored chunks against the page that they are from."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from chunklint.checks import check
from chunklint.checks.wording import count_words, counted, quoted
from chunklint.document import Document, Span
from chunklint.document.model import Code
from chunklint.finding import Finding
from chunklint.splitters.bare import bare
from chunklint.splitters.chunk import Chunk
from chunklint.splitters.split import Split
from chunklint.stores import alone
from chunklint.stores.alone import REINDEX, Flag, named
from chunklint.stores.damage import damage
from chunklint.stores.place import Placement
from chunklint.stores.record import Stored
from chunklint.units import Kind, Unit


def _stored(split: Split) -> Placement:
    assert split.stored is not None  # noqa: S101  # these rules run in an audit only
    return split.stored


def _placed(split: Split) -> Iterator[tuple[Stored, Chunk, bool]]:
    stored = _stored(split)
    return zip(stored.records, stored.chunks, stored.exact, strict=True)


@check("CL801")
def stale_chunk(document: Document, split: Split) -> Iterator[Finding]:
    for stale in _stored(split).stale:
        name = named(stale.stored)
        if not stale.parts:
            yield Finding(
                Span(0, 0), f"{name} has text that this page has not: {quoted(stale.stored.text, 34)}", _REPLACE
            )
            continue
        left, now, right = _around(document.text, stale.at)
        was = quoted(" ".join((left, stale.was, right)), 20)
        says = f"the page says {quoted(' '.join((left, now, right)), 20)}" if now else "the page says it no more"
        yield Finding(stale.at, f"{name} says {was}, {says}", _REPLACE)


def _around(text: str, at: Span) -> tuple[str, str, str]:
    """The word in front of a place, what stands there, and the word behind it."""
    left = text[max(at.start - 15, 0) : at.start].split()[-1:]
    right = text[at.end : at.end + 15].split()[:1]
    return "".join(left), " ".join(text[at.start : at.end].split()), "".join(right)


_REPLACE = "index the page again: answers still come from the old text"


# A gap of fewer words is a label, a name, a stray mark.
@check("CL802")
def uncovered_text(document: Document, split: Split, *, min_words: int) -> Iterator[Finding]:
    if not _stored(split).chunks:
        words = count_words(document.text)
        if words >= min_words and any(split.units.of(kind) for kind in _SAYING):
            message = f"no chunk has anything of this page ({counted(words, 'word')})"
            yield Finding(Span(0, 0), message, "index it, or exclude it if it is not meant to be found")
        return
    for section, units in groupby(_uncovered(split), lambda unit: unit.section):
        lost = list(units)
        words = sum(count_words(document.source(unit.at)) for unit in lost)
        if words >= min_words:
            title = section.heading.text if section.heading else "the top of this page"
            yield Finding(
                lost[0].at,
                f"no chunk has {counted(words, 'word')} of {quoted(title, 24)}: "
                f"{quoted(document.source(lost[0].at), 32)}",
                "index the page again; look at what the loader leaves out (tables, code, tabs)",
            )


_SAYING: tuple[Kind, ...] = ("sentence", "row", "code")


def _uncovered(split: Split) -> list[Unit]:
    """The sentences, rows and code of which no chunk has any part, in source order."""
    units = (unit for kind in _SAYING for unit in split.units.of(kind) if not _touched(split, unit))
    return sorted(units, key=lambda unit: unit.at)


def _touched(split: Split, unit: Unit) -> bool:
    if split.coverage.touching(unit.at) or split.coverage.whole((unit.at,)):
        return True
    # Of a rendered page it is not known where code that is only tags went.
    return not all(_stored(split).exact) and not bare(split.document.source(unit.at))[0]


@check("CL803")
def duplicate_chunk(document: Document, split: Split, *, min_words: int) -> Iterator[Finding]:
    yield from _flagged(split, "CL803")


def _flagged(split: Split, code: str) -> Iterator[Finding]:
    """What was found out when all chunks of the store were laid side by side."""
    stored = _stored(split)
    return (_at(stored.chunks[index], flag) for index, rule, flag in stored.flags if rule == code)


@check("CL805")
def wrong_offset(document: Document, split: Split) -> Iterator[Finding]:
    said = [(one, chunk.spans[0], one.start) for one, chunk, _ in _placed(split) if one.start is not None]
    wrong = [(one, span, start) for one, span, start in said if not _is_at(document.text, start, span.start)]
    if wrong:
        one, span, start = wrong[0]
        many = f"{len(wrong):,} of {counted(len(said), 'chunk')} give a wrong offset: " if len(wrong) > 1 else ""
        shifts = {start - span.start for _, span, start in wrong}
        by = f"all by {shifts.pop():+,}: " if len(shifts) == 1 < len(wrong) else ""
        yield Finding(
            span,
            f"{many}{named(one)} starts at {span.start:,}, not at {start:,}",
            f"{by}count characters of the page as it stands, front matter and all, or a citation shows other text",
        )


def _is_at(text: str, start: int, true: int) -> bool:
    """Whether the offset that a chunk claims is where it starts, but for white space."""
    first, last = min(start, true), max(start, true)
    return start >= 0 and last - first < 1000 and not text[first:last].strip()


@check("CL806")
def damaged_text(document: Document, split: Split) -> Iterator[Finding]:
    codes = [code for code in document.each(Code) if len(code.lines) > 1]
    ends = [code.span.end for code in codes]
    for one, chunk, exact in _placed(split):
        source = document.text[chunk.spans[0].start : chunk.spans[-1].end]
        found = next(alone.damaged(one, named(one), document.word_list), None)
        if found and damage(source) is None:
            yield _at(chunk, found)
        elif not exact and "\u00a0" in one.text and "\u00a0" not in source:
            at = one.text.index("\u00a0")
            near = one.text[max(at - 10, 0) : at + 10].replace("\u00a0", "␣")
            yield _at(chunk, Flag(f"{named(one)} has a no-break space that the page has not: {quoted(near)}", REINDEX))
        elif not exact:
            near_codes = codes[bisect_left(ends, chunk.spans[0].start) :]
            if lost := _unindented(document, one, chunk, near_codes):
                message = f"{named(one)} lost the indentation of code: {quoted(document.source(lost), 34)}"
                yield Finding(lost, message, "use a splitter that keeps white space: this code does not run as it is")


def _unindented(document: Document, one: Stored, chunk: Chunk, codes: Iterable[Code]) -> Span | None:
    """The first line of code whose indentation a chunk has not."""
    start, end = chunk.spans[0].start, chunk.spans[-1].end
    kept = {line.strip(): len(line) - len(line.lstrip()) for line in one.text.splitlines()}
    for code in codes:
        if code.span.start >= end:
            return None
        for line in code.lines:
            source = document.source(line)
            own = source.strip()
            if (
                own
                and start <= line.start
                and line.end <= end
                and kept.get(own, _DEEP) < len(source) - len(source.lstrip())
            ):
                return line
    return None


_DEEP = 10_000  # a line that the chunk has not lost no indentation


@check("CL807")
def oversized_stored_chunk(document: Document, split: Split, *, max_tokens: int) -> Iterator[Finding]:
    for one, chunk, _ in _placed(split):
        for flag in alone.oversized(one, named(one), document.word_list, max_tokens=max_tokens):
            yield _at(chunk, flag)


def _at(chunk: Chunk, flag: Flag) -> Finding:
    return Finding(chunk.spans[0], flag.message, flag.help)


@check("CL808")
def fragment_chunk(document: Document, split: Split, *, heuristics: Sequence[str]) -> Iterator[Finding]:
    sentences = Sentences(split)
    for one, chunk, _ in _placed(split):
        start, end = sentences.around(chunk.spans[0].start), sentences.around(chunk.spans[-1].end)
        if not start and not end:
            continue
        whole = all(split.is_whole(unit) for unit in (start, end) if unit)
        where = "starts and ends" if start and end else "starts" if start else "ends"
        yield Finding(
            *_shown(document, named(one), where, chunk, start, end, whole),
            minor=whole,
        )


def _shown(
    document: Document, name: str, where: str, chunk: Chunk, start: Unit | None, end: Unit | None, whole: bool
) -> tuple[Span, str, str]:
    """Where the cut is, the message and the help."""
    if end and not start:
        last = chunk.spans[-1].end
        at = Span(max(end.at.start, chunk.spans[0].start), last)
        text = " ".join(document.source(at).split())
        shown = f'"…{text[-26:].lstrip()}"' if len(text) > 28 else f'"{text}…"'
    else:
        unit = start or end
        assert unit is not None  # noqa: S101
        at = Span(chunk.spans[0].start, min(unit.at.end, chunk.spans[-1].end))
        shown = quoted(document.source(at), 30)
    inside = "sentences" if start and end else "a sentence"
    todo = "another chunk has it whole" if whole else "cut at ends of sentences, or overlap by a sentence"
    return at, f"{name} {where} inside {inside}: {shown}", todo


class Sentences:
    """The sentences of a page, asked by offset."""

    def __init__(self, split: Split) -> None:
        self._text = split.document.text
        self._units = sorted(split.units.of("sentence"), key=lambda unit: unit.at)
        self._starts = [unit.at.start for unit in self._units]

    def around(self, at: int) -> Unit | None:
        """The sentence that has words on both sides of an offset."""
        index = bisect_left(self._starts, at) - 1
        if index < 0 or not (span := self._units[index].at).start < at < span.end:
            return None
        both = self._text[span.start : at], self._text[at : span.end]
        return self._units[index] if all(any(map(str.isalnum, side)) for side in both) else None


@check("CL809")
def continuation_without_question(document: Document, split: Split) -> Iterator[Finding]:
    yield from _flagged(split, "CL809")


@check("CL810")
def broken_unit(document: Document, split: Split) -> Iterator[Finding]:
    yield from _flagged(split, "CL810")
