"""Plants for CL0: the file and its front matter."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.recall.plant import HERE, Plant, edited, plants
from chunklint.document import Document, Span
from chunklint.document.model import FrontMatter

_UNTITLED = "on a page without a title there are headings that name nothing"


@plants(
    "CL002",
    CL106=_UNTITLED,
    CL102="a comment in settings that never end is read as a heading",
)
def unclosed_front_matter(document: Document) -> Iterator[Plant]:
    matter = _settings(document)
    if matter and "\n---" not in document.text[matter.span.end :]:
        yield edited(document, (Span(matter.body.end, matter.span.end), "\n"), (Span(0, 0), HERE))


@plants("CL002", CL106=_UNTITLED)
def colon_in_title(document: Document) -> Iterator[Plant]:
    if title := _title_line(document):
        yield edited(document, (Span(title.start(), title.end()), f"{HERE}{title[0]}: an overview"))


@plants("CL002", CL106=_UNTITLED)
def unclosed_quote(document: Document) -> Iterator[Plant]:
    if title := _title_line(document):
        yield edited(document, (Span(title.start(), title.end()), f'{HERE}title: "{title[1]}'))


@plants("CL002", CL106=_UNTITLED)
def unclosed_bracket(document: Document) -> Iterator[Plant]:
    if matter := _settings(document):
        yield edited(document, (Span(matter.body.end, matter.body.end), f"\n{HERE}planted: [setup, billing"))


def _settings(document: Document) -> FrontMatter | None:
    matter = document.front_matter
    return matter if matter and matter.format == "yaml" and matter.data else None


_TITLE = re.compile(r"^title: *(\w[^:#'\"\n]*)$", re.M)


def _title_line(document: Document) -> re.Match[str] | None:
    matter = _settings(document)
    return _TITLE.search(document.text, *matter.body) if matter else None


@plants("CL004")
def byte_order_mark(document: Document) -> Iterator[Plant]:
    yield edited(document, (Span(0, 0), "\ufeff" + HERE))
