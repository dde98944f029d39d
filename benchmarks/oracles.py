"""Block structure as two independent parsers see it: markdown-it-py, and GitHub's own cmark-gfm."""

from __future__ import annotations

from html.parser import HTMLParser

import cmarkgfm
from cmarkgfm.cmark import Options
from markdown_it import MarkdownIt

from chunklint.document import Document
from chunklint.document.model import Heading, LinkDefinition, walk

# A block: its kind (headings with their level) and the line (from 0) on which it starts.
Blocks = list[tuple[str, int]]

_MARKDOWN_IT = MarkdownIt("commonmark", {"maxNesting": 200}).enable("table").disable("inline")
_TOKENS = {
    "paragraph_open": "Paragraph",
    "fence": "Code",
    "code_block": "Code",
    "blockquote_open": "Quote",
    "bullet_list_open": "List",
    "ordered_list_open": "List",
    "list_item_open": "Item",
    "hr": "Break",
    "html_block": "Html",
    "table_open": "Table",
}
_TAGS = {
    "pre": "Code",
    "blockquote": "Quote",
    "ul": "List",
    "ol": "List",
    "li": "Item",
    "hr": "Break",
    "table": "Table",
    **{f"h{level}": f"Heading{level}" for level in range(1, 7)},
}


def ours(text: str) -> Blocks:
    """The blocks of ``text`` without the extensions of any dialect; link definitions show nothing."""
    document = Document(text, dialect="commonmark")
    return [
        (
            f"Heading{block.level}" if isinstance(block, Heading) else type(block).__name__,
            document.lines.line_of(block.span.start),
        )
        for block in walk(document.blocks)
        if not isinstance(block, LinkDefinition)
    ]


def markdown_it(text: str) -> Blocks:
    """The blocks that markdown-it-py finds."""
    found: Blocks = []
    for token in _MARKDOWN_IT.parse(text):
        if token.type == "heading_open" and token.map:
            found.append((f"Heading{token.tag[1]}", token.map[0]))
        elif token.type in _TOKENS and token.map:
            found.append((_TOKENS[token.type], token.map[0]))
    return found


def cmark(text: str) -> Blocks:
    """The blocks that cmark-gfm finds; it gives no place for HTML and for paragraphs of tight lists."""
    options = Options.CMARK_OPT_SOURCEPOS | Options.CMARK_OPT_UNSAFE
    reader = _Reader()
    reader.feed(cmarkgfm.markdown_to_html_with_extensions(text, options=options, extensions=["table"]))
    return reader.found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: Blocks = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        place = dict(attrs).get("data-sourcepos")
        if tag in _TAGS and place:
            self.found.append((_TAGS[tag], int(place.split(":")[0]) - 1))


def placed_by_cmark(blocks: Blocks) -> Blocks:
    """What can be compared with cmark-gfm: it places no HTML and no tight paragraph, and tables loosely."""
    return [(kind, -1 if kind == "Table" else line) for kind, line in blocks if kind not in ("Html", "Paragraph")]
