"""What the plants are made of: edits of a page, and the places in it that they can be made at."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from chunklint.document import Block, Document, Section, Span
from chunklint.document.content import shows
from chunklint.document.model import Code, Heading, List, Paragraph, Table

# Stands in the text of an edit where the finding has to stand; a private character that no page has.
HERE = "\ue000"


class Plant(NamedTuple):
    """The page with the defect, and the line (from 1) on which its finding has to stand."""

    text: str
    line: int


Planter = Callable[[Document], Iterator[Plant]]


class Kind(NamedTuple):
    """One way to plant the defect of a rule, and the other codes that it really causes, with the reasons."""

    planter: Planter
    follows: dict[str, str]

    @property
    def name(self) -> str:
        return self.planter.__name__


KINDS: defaultdict[str, list[Kind]] = defaultdict(list)


def plants(code: str, **follows: str) -> Callable[[Planter], Planter]:
    """Bind a generator of plants to the rule ``code``; ``follows`` says what else each plant really brings."""

    def bind(planter: Planter) -> Planter:
        KINDS[code].append(Kind(planter, follows))
        return planter

    return bind


def edited(document: Document, *edits: tuple[Span, str]) -> Plant:
    """The page with each span replaced. ``HERE`` stands once in what replaces them, or before."""
    text = document.text
    for span, new in sorted(edits, reverse=True):
        text = text[: span.start] + new + text[span.end :]
    line = text.count("\n", 0, text.index(HERE)) + 1
    return Plant(text.replace(HERE, ""), line)


def before(block: Block) -> Span:
    """The empty span in front of a block."""
    return Span(block.span.start, block.span.start)


def behind(block: Block) -> Span:
    """The empty span behind a block."""
    return Span(block.span.end, block.span.end)


def whole(blocks: list[Block]) -> Span:
    """From the first block to the last."""
    return Span(blocks[0].span.start, blocks[-1].span.end)


def without(document: Document, block: Block) -> tuple[Span, str]:
    """The edit that removes a block at the margin with the blank lines below it; what stands around it stays apart."""
    text, end = document.text, block.span.end
    while end < len(text) and text[end] in " \n":
        end += 1
    end = text.rfind("\n", 0, end) + 1 if end < len(text) else end
    apart = block.span.start < 2 or text[block.span.start - 2] == "\n"
    return Span(block.span.start, end), "" if apart else "\n"


# What leaves a section without a body.
NOTHING = ("", "<!-- still to be written -->", "---")


class Part(NamedTuple):
    """A section that can be edited: an ATX heading at the margin with a body of plain blocks at the margin."""

    section: Section
    heading: Heading
    body: list[Block]
    words: str  # of the heading, as written

    @property
    def marks(self) -> str:
        return "#" * self.heading.level

    def as_text(self, document: Document, words: str) -> tuple[Span, str]:
        """The edit that makes a paragraph of the heading."""
        apart = document.text.startswith("\n\n", self.heading.span.end)
        return self.heading.span, words if apart else f"{words}\n"


def parts(document: Document) -> Iterator[Part]:
    """The sections of a page, outside of containers, with text, lists, code and tables and nothing else.

    A blank line stands above their headings, so that a heading may become a paragraph.
    """
    for section in document.sections:
        heading = section.heading
        if not heading or heading.style != "atx" or section.box or heading.id or not heading.text:
            continue
        at_margin = all(document.lines.position(b.span.start)[1] == 1 for b in (heading, *section.body))
        apart = heading.span.start == 0 or document.text.endswith("\n\n", 0, heading.span.start)
        if at_margin and apart and all(isinstance(block, Paragraph | List | Code | Table) for block in section.body):
            yield Part(section, heading, section.body, document.words(heading.lines))


def leaves(document: Document) -> Iterator[Part]:
    """The parts that show something, have no sub-sections, and are followed by another section."""
    last = document.sections[-1] if document.sections else None
    for part in parts(document):
        visible = any(shows(document, block) for block in part.body)
        if visible and not part.section.children and part.section is not last:
            yield part


def following(document: Document, part: Part) -> Section:
    """The section behind a leaf."""
    sections = document.sections
    return sections[next(i for i, section in enumerate(sections) if section is part.section) + 1]


def preceding(document: Document, part: Part) -> Section:
    """The section in front of a part: that of the page's top for the first one."""
    sections = document.sections
    index = next(i for i, section in enumerate(sections) if section is part.section)
    return sections[index - 1] if index else document.root


MERGED = "what was the first of its section stands in the middle of a longer one"


def long_runs(document: Document, words: int) -> Iterator[tuple[Part, list[Part]]]:
    """Each part whose paragraphs would have so many words if the headings of the parts behind it were gone."""
    found = list(parts(document))
    order = {id(section): index for index, section in enumerate(document.sections)}
    for first, part in enumerate(found):
        blocks, joined = [*part.body], list[Part]()
        for other in found[first + 1 :]:
            apart = order[id(other.section)] != order[id(part.section)] + len(joined) + 1
            if apart or other.heading.level < part.heading.level or prose(document, blocks) >= words:
                break
            joined.append(other)
            blocks += other.body
        if joined and prose(document, blocks) >= words:
            yield part, joined


_WORD = re.compile(r"\w+")
_ADDRESS = re.compile(r"\]\([^()]*\)|https?://\S+")


def count(text: str) -> int:
    """The words of a text without addresses: never more than it has tokens."""
    return len(_WORD.findall(_ADDRESS.sub(" ", text)))


def prose(document: Document, blocks: list[Block]) -> int:
    """How many words the paragraphs among ``blocks`` have."""
    return sum(count(document.source(block.span)) for block in blocks if isinstance(block, Paragraph))


def is_text(document: Document, block: Block | None) -> bool:
    """Whether a block is a paragraph that starts like a sentence, and no template, picture or label."""
    return isinstance(block, Paragraph) and document.text[block.span.start].isalpha()


_ENGLISH = frozenset("the of to and is a in for that you are this with can be it on as or".split())


def is_english(document: Document) -> bool:
    """Whether a fifth of the words are the commonest ones of English."""
    words = [word for p in document.paragraphs for word in _WORD.findall(document.source(p.span).lower())]
    return sum(word in _ENGLISH for word in words) * 5 > len(words)
