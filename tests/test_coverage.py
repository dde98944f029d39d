"""Which chunks hold a piece of a page: against the plainest way to say the same."""

from __future__ import annotations

import time
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from chunklint.document import Span
from chunklint.splitters.chunk import Chunk
from chunklint.splitters.coverage import Coverage

TEXT = "# Oars\n\nAn oar is kept dry.\n\n| Part | Wood |\n| --- | --- |\n| deck | larch |\n"


@st.composite
def cases(draw: st.DrawFn) -> tuple[str, list[Chunk], list[Span]]:
    """A text, chunks of it with one part or several, and spans to ask for."""
    text = draw(st.text("ab \n.|", min_size=1, max_size=24))
    offsets = st.integers(0, len(text))
    ends = st.lists(offsets, min_size=2, max_size=6, unique=True).map(sorted)
    parts = ends.map(lambda found: tuple(Span(a, b) for a, b in list(pairwise(found))[::2]))
    chunks = draw(st.lists(parts.map(lambda spans: Chunk(spans, "")), max_size=6))
    asked = st.lists(offsets, min_size=2, max_size=2, unique=True).map(sorted).map(lambda ends: Span(*ends))
    return text, chunks, draw(st.lists(asked, min_size=1, max_size=3))


def parts_of(text: str, chunk: Chunk) -> list[tuple[int, int]]:
    """Stretches of the source from a sign of the chunk to another, without a letter or digit that it leaves out."""
    held = sorted({at for span in chunk.spans for at in range(*span)})
    parts = [[held[0], held[0] + 1]]
    for before, at in pairwise(held):
        if any(text[between].isalnum() for between in range(before + 1, at)):
            parts.append([at, at + 1])
        parts[-1][1] = at + 1
    return [(start, end) for start, end in parts]


def trimmed(text: str, span: Span) -> tuple[int, int]:
    signs = [at for at in range(*span) if not text[at].isspace()]
    return (signs[0], signs[-1] + 1) if signs else (span.end, span.end)


def held_by(text: str, chunk: Chunk, span: Span) -> bool:
    start, end = trimmed(text, span)
    return any(a <= start and end <= b for a, b in parts_of(text, chunk))


@given(cases())
def test_holders_and_whole(case: tuple[str, list[Chunk], list[Span]]) -> None:
    text, chunks, spans = case
    coverage = Coverage(text, chunks)
    for span in spans:
        holders = list(coverage.holders(span))
        assert sorted(holders) == [at for at, chunk in enumerate(chunks) if held_by(text, chunk, span)]
        assert holders == sorted(holders, key=lambda at: _part(text, chunks[at], at, span), reverse=True)
        for at, chunk in enumerate(chunks):
            assert coverage.holds(at, span) == held_by(text, chunk, span)
    together = [at for at, chunk in enumerate(chunks) if all(held_by(text, chunk, span) for span in spans)]
    assert sorted(coverage.wholes(spans)) == together
    assert coverage.whole(spans) == bool(together)


def _part(text: str, chunk: Chunk, at: int, span: Span) -> tuple[int, int, int]:
    start, end = trimmed(text, span)
    return next((a, b, at) for a, b in parts_of(text, chunk) if a <= start and end <= b)


@given(cases())
def test_touching(case: tuple[str, list[Chunk], list[Span]]) -> None:
    text, chunks, spans = case
    for span in spans:
        parts = ((a, b, at) for at, chunk in enumerate(chunks) for a, b in parts_of(text, chunk))
        expected = sorted((a, b, at) for a, b, at in parts if a < span.end and b > span.start)
        assert Coverage(text, chunks).touching(span) == expected


def span(source: str) -> Span:
    at = TEXT.index(source)
    return Span(at, at + len(source))


def test_what_a_splitter_adds_is_held_too() -> None:
    row, header = span("| deck | larch |"), span("| Part | Wood |")
    bare = Chunk((row,), "")
    assert not Coverage(TEXT, [bare]).whole((header, row))
    assert Coverage(TEXT, [bare._replace(added="|Part|Wood|\n|---|---|\n")]).whole((header, row))
    assert Coverage(TEXT, [bare._replace(headings=("Boats", "Oars"))]).whole((span("# Oars"), row))
    # Words, not letters; and the last span is never taken from what is added.
    assert not Coverage(TEXT, [bare._replace(added="| Part | Woods |\n")]).whole((header, row))
    assert not Coverage(TEXT, [Chunk((header,), "", added="| deck | larch |\n")]).whole((header, row))


def test_an_id_of_a_heading_need_not_be_repeated() -> None:
    text = "# Oars {#oars}\n\nWords.\n"
    chunk = Chunk((Span(16, 22),), "", headings=("Oars",))
    assert Coverage(text, [chunk]).whole((Span(0, 14), Span(16, 22)))


def test_no_chunks() -> None:
    assert not Coverage(TEXT, []).whole((span("An oar"),))
    assert Coverage(TEXT, []).touching(span("An oar")) == []


def test_a_chunk_of_the_whole_page_costs_no_time() -> None:
    def seconds(lines: int) -> float:
        text = "An oar is kept dry.\n" * lines
        parts = [Span(20 * line, 20 * line + 19) for line in range(lines)]
        coverage = Coverage(text, [Chunk((span,), "") for span in (Span(0, len(text)), *parts)])
        start = time.process_time()
        assert all(len(coverage.touching(part)) == 2 and len(list(coverage.holders(part))) == 2 for part in parts)
        return time.process_time() - start

    small, large = seconds(400), seconds(4_000)
    assert large < 40 * max(small, 0.001)  # quadratic time would be 100 times as long
