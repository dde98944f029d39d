"""A parsed page."""

from __future__ import annotations

from functools import cached_property
from typing import TypeVar

from chunklint import languages
from chunklint.document import front_matter
from chunklint.document.dialects import features_of, starts_of
from chunklint.document.lines import Lines
from chunklint.document.markdown import Parser
from chunklint.document.model import Block, FrontMatter, Heading, Paragraph, Section, Span, Table, build_sections, walk

_Kind = TypeVar("_Kind", bound=Block)


class Document:
    """A page: its text, its blocks with exact spans, and its sections.

    ``path`` names the page in messages and is not opened. ``dialect`` is one of
    ``dialects.DIALECTS``; KeyError for any other. ``language`` is an ISO 639 code; ``lang`` in
    front matter says it for the page.
    """

    def __init__(self, text: str, path: str = "", dialect: str = "gfm", language: str = "en") -> None:
        self.text = text
        self.path = path
        self.dialect = dialect
        self.features = features_of(dialect)
        self._language = language

    @cached_property
    def lines(self) -> Lines:
        return Lines(self.text)

    @cached_property
    def _matter(self) -> front_matter.Found | None:
        return front_matter.find(self.text, self.lines) if self.dialect != "commonmark" else None

    @property
    def front_matter(self) -> FrontMatter | None:
        return self._matter.block if self._matter else None

    @cached_property
    def language(self) -> str:
        """The language that the page names, else the one given."""
        given = self.front_matter.data.get("lang") if self.front_matter else None
        return given if isinstance(given, str) and given else self._language

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of the page; parsed when first asked for, since some splitters only read text."""
        parser = Parser(self.text, self.lines, self.features, starts_of(self.dialect))
        return parser.parse(self._matter.next_line if self._matter else 0)

    def source(self, span: Span) -> str:
        """The text of ``span`` as it stands in the file."""
        return self.text[span.start : span.end]

    def words(self, lines: tuple[Span, ...]) -> str:
        """The text of ``lines``, such as those of a paragraph, joined by newlines."""
        return "\n".join(self.text[start:end] for start, end in lines)

    def word_list(self, name: str) -> frozenset[str]:
        """A word list of the page's language, in lower case; empty for a language without lists."""
        return (languages.words(self.language) or {}).get(name, frozenset())

    def says_any(self, name: str) -> bool:
        """Whether a phrase of a word list may stand in the page: a quick look that spares most pages a pattern."""
        return any(phrase in self._flat for phrase in self.word_list(name))

    @cached_property
    def _flat(self) -> str:
        return " ".join(self.text.lower().split())

    def each(self, kind: type[_Kind]) -> tuple[_Kind, ...]:
        """All blocks of a class, nested ones too, in source order."""
        return tuple(block for block in self.all_blocks if isinstance(block, kind))

    @cached_property
    def all_blocks(self) -> tuple[Block, ...]:
        return tuple(walk(self.blocks))

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        return self.each(Heading)

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        return self.each(Table)

    @cached_property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        return self.each(Paragraph)

    @cached_property
    def root(self) -> Section:
        """The section of the page's top; the others hang under it."""
        return build_sections(self.blocks)

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """Every section with a heading, in source order."""

        def below(section: Section) -> list[Section]:
            return [s for child in section.children for s in (child, *below(child))]

        return tuple(below(self.root))

    @cached_property
    def title(self) -> str | None:
        """The page's title: the front matter's, else the first level-1 heading's text."""
        data = self.front_matter.data if self.front_matter else {}
        given = data.get("title")
        if isinstance(given, str) and given.strip():
            return given.strip()
        return next((heading.text for heading in self.headings if heading.level == 1), None)
