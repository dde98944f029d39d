"""The chunks of a store in the page that they are from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from chunklint.document import Span
from chunklint.splitters.align import Aligned, Aligner
from chunklint.splitters.alike import RUN, Alike, Part
from chunklint.splitters.bare import bare
from chunklint.splitters.chunk import Chunk
from chunklint.stores.damage import repaired
from chunklint.stores.record import Stored

if TYPE_CHECKING:
    from chunklint.stores.alone import Flag

# What stands between a word and the next one.
_MARKS = re.compile(r"^[\W_]+")
_WORD = re.compile(r"[^\W_]+")
# From this share of its words on, a chunk whose text is not in the page is one of it that has changed.
_OF_THE_PAGE = 0.5


class Stale(NamedTuple):
    """A chunk whose text the page has no more.

    ``parts`` are what it still has, none if it is another text; ``was`` and ``now`` are the first words that differ,
    and ``at`` is where ``now`` stands.
    """

    stored: Stored
    parts: tuple[Part, ...] = ()
    at: Span = Span(0, 0)
    was: str = ""


class Placement(NamedTuple):
    """The chunks of a store that are from one page.

    ``chunks`` are those that stand in it, each beside its record in ``records``; ``exact`` says which are the same
    there character by character. ``stale`` are those that do not, and ``changed`` the chunks that ``stale`` ones with
    parts in the page make, since what they still hold is covered.
    """

    chunks: tuple[Chunk, ...]
    records: tuple[Stored, ...]
    exact: tuple[bool, ...]
    stale: tuple[Stale, ...]
    flags: tuple[tuple[int, str, Flag], ...] = ()


def placed(source: str, records: Iterable[Stored]) -> Iterator[tuple[Stored, Chunk | None, bool]]:
    """Each record with the chunk that it is of the page; None if the page does not have its text as it is.

    What a splitter puts in front (a heading path, a question, a line of context) is taken for added text. The last
    value says whether the rest is the same in the page, character by character.
    """
    aligner = Aligner(source)
    for one in records:
        aligned, start = _aligned(aligner, one)
        if aligned is None:
            yield one, None, False
        else:
            text = one.text
            yield one, Chunk(aligned.spans, text, text[:start], one.headings, one.metadata), aligned.exact


def _aligned(aligner: Aligner, one: Stored) -> tuple[Aligned | None, int]:
    """Where the text of a chunk stands, and where in it that starts."""
    if found := aligner.find(one.text, one.start):
        return found, 0
    mended = repaired(one.text)
    if mended != one.text and (found := aligner.find(mended)):
        return found._replace(exact=False), 0
    starts = list(_starts(one.text))
    for start in starts[1:]:
        if found := aligner.find(one.text[start:]):
            whole = aligner.find_bare(one.text) if _may_be_of_the_page(one.text[:start]) else None
            return (whole, 0) if whole else (found, start)
    for start in starts:
        if found := aligner.find_bare(one.text[start:]):
            return found, start
    return None, 0


def _starts(text: str) -> Iterator[int]:
    """Where the text of a chunk may start behind what was put in front: ``[a path]``, or up to three lines."""
    yield 0
    if text.startswith("[") and (end := text.find("] ")) > 0:
        yield end + 2
    end = text.find("\n")
    for _ in range(3):
        if end < 0:
            return
        yield end + 1
        end = text.find("\n", end + 1)


def place(source: str, records: Iterable[Stored]) -> Placement:
    """The chunks of a page in it. Those that an edit of the page parted from it are found by what they still share."""
    chunks: list[Chunk] = []
    kept: list[Stored] = []
    exact: list[bool] = []
    stale: list[Stale] = []
    alike: Alike | None = None
    for one, chunk, same in placed(source, records):
        if chunk and chunk.added and _may_be_of_the_page(chunk.added):
            alike = alike or Alike(source)
            if alike.parts(chunk.added)[1] >= _OF_THE_PAGE:
                chunk = None  # no added text: the page has it elsewhere, or had it before it was changed
        if chunk is None and not one.text.strip():
            continue
        if chunk is None:
            alike = alike or Alike(source)
            near = chunks[-1].spans[0].start if chunks else 0
            parts, share = alike.parts(one.text, near)
            spans = tuple(part.source for part in parts) if share >= _OF_THE_PAGE else alike.lines(one.text, near)
            if not spans:
                stale.append(Stale(one))
                continue
            chunk = Chunk(spans, one.text, "", one.headings, one.metadata)
            if share >= _OF_THE_PAGE:
                stale += filter(None, [_changed(source, one, parts)])
        chunks.append(chunk)
        kept.append(one)
        exact.append(same)
    return Placement(tuple(chunks), tuple(kept), tuple(exact), tuple(stale))


# A line of so many words is no heading, and one of so many no question.
_LONG, _PARAGRAPH = 8, 30


def _may_be_of_the_page(added: str) -> bool:
    """Whether text in front of a chunk is longer than what splitters repeat: headings, questions, header rows."""
    return any(
        len(line.split()) >= (_PARAGRAPH if line[-1] in "?？" else _LONG) and line[0] not in "#[|"
        for line in map(str.strip, added.splitlines())
        if line
    )


# An edit puts so much text in place of other text at most; parts that stand further apart were put together.
_EDIT = 300


def _changed(source: str, one: Stored, parts: tuple[Part, ...]) -> Stale | None:
    """The first place where a chunk says something else than the page; None if only its parts stand apart there.

    Runs that are too short to be looked up stand between the parts: those that the page has there are no change, nor
    are headings in front.
    """
    text = one.text
    for before, after in pairwise(parts):
        was = text[before.text.end : after.text.start].strip()
        at = Span(before.source.end, after.source.start)
        now = source[at.start : at.end]
        if _WORD.search(was) and len(now) <= max(_EDIT, 2 * len(was)) and not _has(now, was):
            return Stale(one, parts, Span(at.start + len(now) - len(now.lstrip()), at.end), was)
    first, last = parts[0], parts[-1]
    end = _MARKS.sub("", text[last.text.end :]).strip()
    if len(end.split()) >= RUN and not _has(source[last.source.end :][: _EDIT + len(end)], end):
        return Stale(one, parts, Span(last.source.end, last.source.end), end)
    start = text[: first.text.start].strip()
    if (len(start.split()) >= RUN or len(parts) == 1) and not _are_lines(source, start):
        return Stale(one, parts, Span(first.source.start, first.source.start), start)
    return None


def _has(text: str, wanted: str) -> bool:
    """Whether a text has the words of another one in a row."""
    return f" {' '.join(_WORD.findall(wanted))} " in f" {' '.join(_WORD.findall(text))} "


def _are_lines(source: str, text: str) -> bool:
    """Whether the lines of a text, the last one as far as it goes, are lines of the source but for their marks."""
    *wanted, last = [line for line, _ in map(bare, text.splitlines() or [""])]
    lines = {line for line, _ in map(bare, source.splitlines())}
    return lines.issuperset(filter(None, wanted)) and (not last or any(line.startswith(last) for line in lines))
