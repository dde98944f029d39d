"""What the cases are tried on: pages, and the chunks that a splitter makes of them or that a store holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from chunklint.document import Document, Span
from chunklint.facts.find import Searchable
from chunklint.splitters.configured import Configured
from chunklint.stores import sources
from chunklint.stores.record import Fields


class Passage(NamedTuple):
    """A chunk as it can be retrieved: ``text`` is what is embedded, ``added`` what the splitter put in front of it.

    ``page`` is the path of its page and ``number`` counts its chunks from 1; ``spans`` is its source, empty where
    that is not known.
    """

    id: str
    text: str
    page: str
    number: int
    added: str = ""
    spans: tuple[Span, ...] = ()

    def touches(self, span: Span) -> bool:
        return any(own.start < span.end and own.end > span.start for own in self.spans)


class Page:
    """A page in the form in which words are looked for."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.path = document.path

    @cached_property
    def words(self) -> Searchable:
        return Searchable(self.document.text)

    def line(self, span: Span) -> int:
        """The line (from 1) that ``span`` starts on."""
        return self.document.lines.position(span.start)[0]


class Corpus:
    """The chunks of a splitter or a store; ``label`` is what messages call it.

    One that is not ``complete`` holds only what was retrieved: what is not in it may be in other chunks.
    """

    def __init__(self, label: str, passages: Sequence[Passage], complete: bool = True) -> None:
        self.label = label
        self.complete = complete
        self.passages = passages
        self._pages: dict[str, list[int]] = {}
        for index, passage in enumerate(passages):
            self._pages.setdefault(passage.page, []).append(index)
        self._words: list[Searchable | None] = [None] * len(passages)

    def words(self, index: int) -> Searchable:
        """The text of a chunk in the form in which words are looked for."""
        found = self._words[index]
        if found is None:
            found = self._words[index] = Searchable(self.passages[index].text)
        return found

    def holders(self, words: str, page: str = "") -> list[int]:
        """The chunks that hold ``words``, of the pages that ``page`` names."""
        own = (indexes for path, indexes in self._pages.items() if is_of(path, page))
        return [index for indexes in own for index in indexes if self.words(index).holds(words)]

    def of_page(self, path: str) -> list[Passage]:
        """The chunks of one page, in their order."""
        return [self.passages[index] for index in self._pages.get(path, ())]

    def leads_with(self, index: int, words: str) -> bool:
        """Whether the chunk starts with ``words`` behind what the splitter put in front of it."""
        passage = self.passages[index]
        own = Searchable(passage.text[len(passage.added) :]) if passage.added else self.words(index)
        return own.leads_with(words)

    def neighbours(self, page: str = "") -> Iterator[tuple[Passage, Passage]]:
        """Each chunk and the one behind it on its page."""
        for path in self._pages:
            if is_of(path, page):
                yield from pairwise(self.of_page(path))


def chunked(pages: Iterable[Page], splitter: Configured) -> Corpus:
    """The chunks that ``splitter`` makes of ``pages``."""
    return Corpus(splitter.label, [passage for page in pages for passage in _of_page(page, splitter)])


def _of_page(page: Page, splitter: Configured) -> Iterator[Passage]:
    for number, chunk in enumerate(splitter.split(page.document), 1):
        yield Passage(f"{page.path}#{number}", chunk.text, page.path, number, chunk.added, chunk.spans)


def stored(paths: Sequence[str], fields: Fields) -> Corpus:
    """The chunks of the stores at ``paths``; ``fields`` are names that cannot be recognised. Raises ``StoreError``."""
    from chunklint.stores.read import read_chunks

    counts: dict[str, int] = {}
    passages = []
    for chunk in read_chunks(paths, fields):
        number = counts[chunk.source] = counts.get(chunk.source, 0) + 1
        passages.append(Passage(chunk.name, chunk.text, chunk.source, number))
    return Corpus(paths[0].rstrip("/").rpartition("/")[2] if len(paths) == 1 else f"{len(paths)} stores", passages)


def is_of(path: str, page: str) -> bool:
    """Whether ``page`` is empty, or names the page at ``path``: one ends with the other, folder by folder."""
    return not page or sources.is_of(page, path)
