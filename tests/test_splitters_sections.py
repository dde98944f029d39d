"""One chunk a section, and one search record a section."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from chunklint.document import Document
from chunklint.document.dialects import DIALECTS
from chunklint.splitters.chunk import Chunk, Limits
from chunklint.splitters.presets import PRESETS
from chunklint.splitters.sections import docsearch, heading
from tests.strategies import COMMONMARK, DIRECTIVES, DISPUTED, pages

PAGES = pages([*COMMONMARK, *DISPUTED, *DIRECTIVES, "# A", "## B", "### C"], ("\n", "\r\n"))
KEYS = """# Access tokens

## Replace a token

Choose Tokens in the menu, then Replace. The former token stays valid
for 36 hours, so that every job can change over.

## Delete a token

This takes effect at once.

- running jobs stop
- it cannot be undone

## Empty

## Limits

| Plan | Tokens |
| --- | --- |
| Solo | 4 |

```sh
tokens --list
```
"""


def test_heading() -> None:
    chunks = list(heading(Document(KEYS), Limits(0)))
    assert [chunk.text for chunk in chunks] == [
        (
            "[Access tokens > Replace a token] Choose Tokens in the menu, then Replace. The former token stays valid "
            "for 36 hours, so that every job can change over."
        ),
        "[Access tokens > Delete a token] This takes effect at once. - running jobs stop - it cannot be undone",
        "[Access tokens > Limits] | Plan | Tokens | | --- | --- | | Solo | 4 | ```sh tokens --list ```",
    ]
    assert chunks[0].headings == ("Access tokens", "Replace a token")
    assert chunks[0].added == "[Access tokens > Replace a token] "


def test_heading_reads_the_parsed_page() -> None:
    page = "Top.\n\nTitle\n=====\n\n<!--\n# no\n-->\n\n~~~\n# nor this\n~~~\n"
    assert [(c.headings, c.text) for c in heading(Document(page), Limits(0))] == [
        ((), "Top."),
        (("Title",), "[Title] <!-- # no --> ~~~ # nor this ~~~"),
    ]


def test_heading_with_a_size_divides_between_blocks() -> None:
    page = "# T\n\nAaa bbb.\n\nCcc ddd.\n\nEee fff ggg hhh iii jjj.\n"
    chunks = [chunk.text for chunk in heading(Document(page), Limits(21))]
    assert chunks == ["[T] Aaa bbb. Ccc ddd.", "[T] Eee fff ggg hhh iii jjj."]
    assert [chunk.text for chunk in heading(Document(page), Limits(20))][:2] == ["[T] Aaa bbb.", "[T] Ccc ddd."]


def test_docsearch() -> None:
    assert [(chunk.headings[1:], chunk.text) for chunk in docsearch(Document(KEYS), Limits(0))] == [
        ((), "Access tokens"),
        (
            ("Replace a token",),
            (
                "Choose Tokens in the menu, then Replace. The former token stays valid "
                "for 36 hours, so that every job can change over."
            ),
        ),
        (("Delete a token",), "This takes effect at once. running jobs stop it cannot be undone"),
        (("Empty",), "Empty"),
        (("Limits",), "Limits"),
    ]


def kept(document: Document, chunk: Chunk) -> str:
    return " ".join(document.source(span) for span in chunk.spans)


@settings(max_examples=500, deadline=None)
@given(PAGES, st.sampled_from(DIALECTS), st.sampled_from(["heading", "docsearch"]), st.sampled_from([0, 9, 40]))
def test_spans_are_the_text(text: str, dialect: str, preset: str, size: int) -> None:
    document = Document(text, dialect=dialect)
    for chunk in PRESETS[preset].split(document, Limits(size)):
        assert chunk.spans == tuple(sorted(set(chunk.spans)))
        assert all(span.start < span.end for span in chunk.spans)
        assert chunk.text == chunk.added + kept(document, chunk)


@settings(max_examples=500, deadline=None)
@given(PAGES, st.sampled_from([0, 9]))
def test_heading_keeps_every_block_once(text: str, size: int) -> None:
    document = Document(text)
    chunks = list(heading(document, Limits(size)))
    body = [block for section in (document.root, *document.sections) for block in section.body]
    given = "".join("".join(kept(document, chunk).split()) for chunk in chunks)
    assert given == "".join("".join(document.source(block.span).split()) for block in body)
    assert len(chunks) == sum(bool(s.body) for s in (document.root, *document.sections)) or size
