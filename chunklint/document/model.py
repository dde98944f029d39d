"""The document model: blocks with exact source spans, and the sections they form.

Every offset counts Unicode code points of the decoded page, from 0. Nothing is ever
stripped from the text, so ``text[span.start:span.end]`` is the source of a block, marker
and fences included: ``span`` goes from its first marker to the end of its last line.

Records are named tuples: to define one costs a seventh of a frozen dataclass, and a hook
pays for every definition on every commit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, TypeAlias


class Span(NamedTuple):
    """A half-open range of offsets, ``start`` included and ``end`` excluded."""

    start: int
    end: int


class Heading(NamedTuple):
    """An ATX or setext heading.

    ``lines`` holds its text without hashes, underline and attribute list, a span a line;
    ``text`` is what a reader sees: no Markdown marks, links as their words.
    """

    span: Span
    level: int
    style: Literal["atx", "setext"]
    lines: tuple[Span, ...]
    text: str
    id: str | None


class Paragraph(NamedTuple):
    """``lines`` are the spans of its lines without indentation and container markers."""

    span: Span
    lines: tuple[Span, ...]


class Code(NamedTuple):
    """A fenced or indented code block.

    ``opener`` and ``closer`` are the fence lines; both are None for indented code, and
    ``closer`` is None too where the fence is still open at the end of its container.
    ``lines`` are the code lines without container markers and fence indentation.
    """

    span: Span
    lines: tuple[Span, ...]
    opener: Span | None
    info: str
    closer: Span | None

    @property
    def fenced(self) -> bool:
        return self.opener is not None


class Html(NamedTuple):
    """Raw HTML. ``comment`` is the text after its first mark if it is only comments."""

    span: Span
    lines: tuple[Span, ...]
    comment: Span | None


class Row(NamedTuple):
    """One line of a table; ``cells`` are the spans between the pipes, without padding."""

    span: Span
    cells: tuple[Span, ...]


class Table(NamedTuple):
    """A pipe table. ``interrupts`` says that it follows text without a blank line."""

    span: Span
    header: Row
    delimiter: Span
    rows: tuple[Row, ...]
    interrupts: bool


class Item(NamedTuple):
    """One list item; ``marker`` is its bullet or number."""

    span: Span
    marker: Span
    items: tuple[Block, ...]


class List(NamedTuple):
    """A bullet or ordered list; ``start`` is the first number, None for bullets."""

    span: Span
    start: int | None
    items: tuple[Item, ...]


class Quote(NamedTuple):
    """A block quote."""

    span: Span
    items: tuple[Block, ...]


class Break(NamedTuple):
    """A thematic break."""

    span: Span


class LinkDefinition(NamedTuple):
    """A link reference definition; it is not shown to the reader."""

    span: Span
    label: str


class FrontMatter(NamedTuple):
    """The settings block on top of a page.

    ``body`` is what stands between the fences; ``data`` is empty where it does not parse,
    and then ``error`` says why and ``error_at`` is the offset to point at.
    """

    span: Span
    format: Literal["yaml", "toml"]
    body: Span
    data: dict[str, Any]
    error: str | None
    error_at: int


# What a directive is to a reader of the page: a box around content that stands in the page;
# content that stands elsewhere (an include, a component); or nothing (a layout tag, an import).
Role = Literal["container", "content", "nothing"]


class Directive(NamedTuple):
    """A construct of a site generator: call-out, tab, shortcode, component, footnote.

    ``name`` is its type ("note", "tab", "footnote", "include"), ``opener`` its first line.
    """

    span: Span
    name: str
    role: Role
    opener: Span
    items: tuple[Block, ...]


Block: TypeAlias = (
    Heading | Paragraph | Code | Html | Table | List | Item | Quote | Break | LinkDefinition | Directive | FrontMatter
)


def children(block: Block) -> tuple[Block, ...]:
    """The blocks inside ``block``, in source order."""
    return block.items if isinstance(block, List | Item | Quote | Directive) else ()


class Section:
    """A heading with everything up to the next heading of its level or above.

    ``body`` holds the blocks outside its child sections; the section of a page's top, before
    any heading, has no heading and level 0. ``box`` is the call-out, tab or other container that
    the heading stands in: its section ends with the box, and the one around it goes on.
    """

    __slots__ = ("body", "box", "children", "heading", "parent")

    def __init__(self, heading: Heading | None, parent: Section | None, box: Directive | None = None) -> None:
        self.heading = heading
        self.parent = parent
        self.box = box
        self.body: list[Block] = []
        self.children: list[Section] = []

    @property
    def level(self) -> int:
        return self.heading.level if self.heading else 0

    @property
    def path(self) -> tuple[str, ...]:
        """The heading texts from the outermost one down to this one."""
        above = self.parent.path if self.parent else ()
        return (*above, self.heading.text) if self.heading else above


# Call-outs whose headings stay inside them, like those of a quote.
_CLOSED = frozenset({"alert", "footnote", "definition"})


def build_sections(blocks: tuple[Block, ...]) -> Section:
    """Return the root section of a page; headings in quotes and list items open none."""
    root = Section(None, None)
    _fill(blocks, root, None)
    return root


def _fill(blocks: tuple[Block, ...], outer: Section, box: Directive | None) -> None:
    """Hang the sections of ``blocks`` under ``outer``. A box ends what its headings opened, and nothing around it."""
    current = outer
    for block in blocks:
        if isinstance(block, Heading):
            parent = current
            while parent is not outer and parent.parent and parent.level >= block.level:
                parent = parent.parent
            current = Section(block, parent, box)
            parent.children.append(current)
        elif isinstance(block, Directive) and _holds_heading(block):
            _fill(block.items, current, block)
        else:
            current.body.append(block)


def _holds_heading(box: Directive) -> bool:
    return box.name not in _CLOSED and any(
        isinstance(block, Heading) or (isinstance(block, Directive) and _holds_heading(block)) for block in box.items
    )


def pairs(blocks: tuple[Block, ...]) -> Iterator[tuple[Block | None, Block]]:
    """All blocks as in ``walk``, each with the one before it in the same container."""
    before: Block | None = None
    for block in blocks:
        yield before, block
        yield from pairs(children(block))
        before = block


def walk(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """All blocks and the blocks inside them, depth first, in source order."""
    for block in blocks:
        yield block
        if inside := children(block):
            yield from walk(inside)
