"""Spans: the text of a span is what the block claims to be, and blocks lie where they should."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklint.document import Block, Document, Span
from chunklint.document.dialects import DIALECTS
from chunklint.document.lines import Lines
from chunklint.document.model import Code, Directive, Heading, Html, Item, List, Paragraph, Quote, Table, children
from chunklint.document.sentences import sentences
from tests.examples import outline
from tests.strategies import COMMONMARK, DIRECTIVES, DISPUTED, pages

ANY = [*COMMONMARK, *DISPUTED, *DIRECTIVES]


def inside(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start <= inner.end <= outer.end


def assert_nested(blocks: tuple[Block, ...], outer: Span) -> None:
    """Children lie inside their parent, and siblings follow each other without overlap."""
    reached = outer.start
    for block in blocks:
        assert inside(block.span, outer)
        assert block.span.start >= reached
        reached = block.span.end
        assert_nested(children(block), block.span)


def assert_claims(document: Document, block: Block) -> None:
    """The source of each part of a block looks like that part."""
    source = document.source(block.span)
    assert source == source.strip(" \t\r\n") or isinstance(block, Code | Html | Quote | Directive | Item | List)
    match block:
        case Heading(style="atx"):
            assert source.startswith("#" * block.level)
        case Heading(style="setext"):
            assert set(source.splitlines()[-1].lstrip("> \t")) <= {"=" if block.level == 1 else "-"}
        case Code(opener=Span() as opener):
            assert document.source(opener).lstrip()[:1] in "`~:{"
            assert source.startswith(document.source(opener))
        case Item():
            assert source.startswith(document.source(block.marker))
            assert document.source(block.marker).rstrip(".)").isdigit() or document.source(block.marker) in "*+-"
        case Quote():
            assert source.startswith(">")
        case Table():
            for row in (block.header, *block.rows):
                assert inside(row.span, block.span)
                assert all(inside(cell, row.span) for cell in row.cells)
                assert all(document.source(cell) == document.source(cell).strip(" \t") for cell in row.cells)
            assert set(document.source(block.delimiter)) <= set("|:- \t")
    if isinstance(block, Heading | Paragraph | Code | Html):
        for line in block.lines:
            assert document.lines.line_of(line.start) == document.lines.line_of(line.end)
            assert inside(line, block.span) or not document.source(line).strip()


@settings(max_examples=2500, deadline=None)
@given(pages(ANY, ("\n", "\r\n", "\r")), st.sampled_from(DIALECTS))
def test_spans(text: str, dialect: str) -> None:
    document = Document(text, dialect=dialect)
    matter = document.front_matter
    assert_nested((*([matter] if matter else []), *document.blocks), Span(0, len(text)))
    for block in document.all_blocks:
        assert_claims(document, block)


@settings(max_examples=1500, deadline=None)
@given(pages(ANY, ("\n", "\r\n", "\r")), st.sampled_from(DIALECTS))
def test_every_line_belongs_to_a_block(text: str, dialect: str) -> None:
    document = Document(text, dialect=dialect)
    spans = [block.span for block in (*document.blocks, document.front_matter) if block]
    for index in range(len(document.lines)):
        line = document.lines.span(index)
        if document.source(line).strip(" \t"):
            assert any(span.start < line.end and span.end > line.start for span in spans)


@settings(max_examples=800, deadline=None)
@given(pages(ANY), st.sampled_from(DIALECTS), st.sampled_from(["\r\n", "\r"]))
def test_line_ends_and_byte_order_mark_change_no_structure(text: str, dialect: str, end: str) -> None:
    expected = outline(Document(text, dialect=dialect))
    assert outline(Document(text.replace("\n", end), dialect=dialect)) == expected
    assert outline(Document("\ufeff" + text, dialect=dialect)) == expected


@settings(max_examples=500, deadline=None)
@given(st.text(alphabet="ab.?! é。！\n\r\t|>-`*#", max_size=200))
def test_lines_and_columns(text: str) -> None:
    lines = Lines(text)
    for offset in range(len(text) + 1):
        line, column = lines.position(offset)
        assert lines.starts[line - 1] + column - 1 == offset
        assert line == 1 or lines.starts[line - 1] <= offset


@settings(max_examples=500, deadline=None)
@given(pages([*COMMONMARK, "One. Two? e.g. three", "第一句。第二句！", "v1.2 costs $4.50. Yes", "| A. B. | C? D |"]))
def test_sentences_cover_the_words_of_their_block(text: str) -> None:
    document = Document(text)
    for paragraph in document.paragraphs:
        found = list(sentences(document, paragraph))
        assert all(inside(span, paragraph.span) for span in found)
        assert all(a.end <= b.start for a, b in pairwise(found))
        within = "".join(document.source(line) for line in paragraph.lines)
        covered = sum(
            len("".join(document.text[max(s.start, a) : min(s.end, b)].split()))
            for s in found
            for a, b in paragraph.lines
            if s.start < b and s.end > a
        )
        assert covered == len("".join(within.split()))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Orders take e.g. 2 days. See v1.2.3 now!", ["Orders take e.g. 2 days.", "See v1.2.3 now!"]),
        ("> First one.\n> Second goes\n> on.", ["First one.", "Second goes\n> on."]),
        ("标准商品可退货。数字商品不可以！", ["标准商品可退货。", "数字商品不可以！"]),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    document = Document(text)
    (paragraph,) = document.paragraphs
    assert [document.source(span) for span in sentences(document, paragraph)] == expected


def test_sentences_of_cells_and_items() -> None:
    document = Document("- One. Two.\n\n| A. B. | C |\n| --- | --- |\n| D? E. | F |\n")
    (item,) = document.paragraphs
    (table,) = document.tables
    assert [document.source(s) for s in sentences(document, item)] == ["One.", "Two."]
    assert [document.source(s) for s in sentences(document, table.rows[0])] == ["D?", "E.", "F"]
