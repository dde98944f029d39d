"""Markdown to blocks: CommonMark 0.31 and GFM tables, with the directives of a dialect.

One pass over the lines. ``Parser`` holds the stack of open blocks; a *start* is a function
that looks at the place reached in a line and may push an open block.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from chunklint.document.lines import Cursor, Lines
from chunklint.document.model import Block, Span
from chunklint.document.open_blocks import (
    CLOSED,
    ENDS,
    TAKEN,
    Open,
    OpenList,
    OpenPage,
)
from chunklint.document.open_directives import OpenIndented
from chunklint.document.open_leaves import OpenIndentedCode, OpenParagraph, OpenRaw
from chunklint.document.tables import split_row

# What a start did: nothing; opened a container, in which more may start; used up the line.
Found = Literal["", "container", "leaf"]
Start = Callable[["Parser"], Found]

# No page means more than this; it bounds the recursion over hostile ones.
MAX_NESTING = 100


class Parser:
    """Reads the lines ``first`` to the end of ``text`` into blocks."""

    def __init__(self, text: str, lines: Lines, features: frozenset[str], starts: dict[str, list[Start]]) -> None:
        self.text = text
        self.lines = lines
        self.features = features
        self.starts = starts
        self.at = Cursor(text, lines)
        self.stack: list[Open] = [OpenPage(0, 0)]
        self.matched = 1  # how many open blocks go on at this line

    def parse(self, first: int) -> tuple[Block, ...]:
        """Parse from line ``first`` (from 0) on and return the blocks."""
        for line in range(first, len(self.lines)):
            self.at.enter(line)
            self._line()
        self.close(1)
        return tuple(self.stack[0].children)

    def _line(self) -> None:
        at, stack = self.at, self.stack
        depth = 1
        while depth < len(stack):
            verdict = stack[depth].continues(at)
            if verdict is ENDS:
                break
            depth += 1
            if verdict is CLOSED:
                self.close(depth - 1)
                return
            if verdict is TAKEN:
                self.close(depth)
                return
        self.matched = depth
        tip = stack[-1]
        if not (tip.raw and depth == len(stack)):
            if self._start():
                return
            tip = stack[-1]
            if not self.is_lazy():
                self.close(self.matched)
                tip = stack[-1]
            if tip.container:
                if at.blank:
                    return
                tip = OpenIndentedCode(at.pos) if self._is_code() else OpenParagraph(at.next)
                if tip.raw:
                    at.skip_columns(4)
                    tip.start = at.pos
                self.push(tip)
        if tip.add(at):
            self.close(len(stack) - 1)

    def _start(self) -> bool:
        """Open what starts here; True where the line is used up."""
        at = self.at
        while not at.blank and at.indent < 4:
            for start in self.starts.get(self.text[at.next], ()):
                if found := start(self):
                    break
            else:
                return False
            if found == "leaf":
                return True
        return False

    def is_lazy(self) -> bool:
        """Whether the line goes on with a paragraph although a marker of a block around it is missing."""
        missing = self.stack[self.matched :]
        return (
            bool(missing)
            and isinstance(missing[-1], OpenParagraph)
            and not self.at.blank
            and not any(isinstance(block, OpenIndented) and not block.lazy for block in missing)
        )

    def _is_code(self) -> bool:
        return self.at.indent > 3 and "no-indented-code" not in self.features

    # What a start needs.

    @property
    def tip(self) -> Open:
        """The innermost open block that goes on at this line."""
        return self.stack[self.matched - 1]

    @property
    def paragraph(self) -> OpenParagraph | None:
        """The paragraph that a start here would interrupt."""
        tip = self.tip
        return tip if isinstance(tip, OpenParagraph) else None

    def close(self, depth: int) -> None:
        """Finish the open blocks from ``depth`` on."""
        stack = self.stack
        while len(stack) > depth:
            done = stack.pop()
            parent = stack[-1]
            parent.children.extend(done.finish(self.text))
            if parent.children:
                parent.end = max(parent.end, parent.children[-1].span.end)

    def push(self, block: Open) -> None:
        """Open ``block`` in the innermost block that goes on and can hold it."""
        self.close(self.matched)
        while not self.stack[-1].accepts(block):
            self.close(len(self.stack) - 1)
        self.stack[-1].has_child = True
        self.stack.append(block)
        self.matched = len(self.stack)

    def push_raw(self, block: OpenRaw) -> Found:
        """Open a raw block with the rest of this line as its first."""
        self.push(block)
        if block.add(self.at):
            self.close(self.matched - 1)
        return "leaf"

    def append(self, block: Block) -> None:
        """Add a finished one-line ``block`` where ``push`` would open one."""
        self.close(self.matched)
        while not self.stack[-1].container or isinstance(self.stack[-1], OpenList):
            self.close(len(self.stack) - 1)
        parent = self.stack[-1]
        parent.has_child = True
        parent.children.append(block)
        parent.end = max(parent.end, block.span.end)
        self.matched = len(self.stack)

    def split_cells(self, start: int, end: int) -> tuple[Span, ...]:
        """The cells of a table row, with the pipes that the dialect takes for text."""
        return split_row(
            self.text, start, end, code="code-pipes" in self.features, templates="templates" in self.features
        )
