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
    closes_fence,
    trimmed,
)
from chunklint.document.open_directives import OpenFenced, OpenIndented
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
        self.at = Cursor(text, lines, 1_000 if "no-indented-code" in features else 4)
        self.tags_anywhere = "templates" in features or "shortcodes" in features
        self.stack: list[Open] = [OpenPage(0, 0)]
        self.matched = 1  # how many open blocks go on at this line
        # What was looked for in vain, so that a page of openers is not searched again for each.
        self.never_ended: set[str] = set()
        self.no_expression_until = 0

    def parse(self, first: int) -> tuple[Block, ...]:
        """Parse from line ``first`` (from 0) on and return the blocks."""
        for line in range(first, len(self.lines)):
            self.at.enter(line)
            self._line()
        self.close(1)
        return tuple(self.stack[0].children)

    def _continue(self) -> bool:
        """Ask the open blocks whether they go on; True where the line is used up."""
        depth = 1
        while depth < len(self.stack):
            verdict = self.stack[depth].continues(self.at)
            if verdict is ENDS:
                break
            depth += 1
            if verdict is CLOSED or verdict is TAKEN:
                self.close(depth - (verdict is CLOSED))
                return True
        self.matched = depth
        return False

    def _line(self) -> None:
        at, stack = self.at, self.stack
        if self._continue():
            return
        tip = stack[-1]
        if tip.raw and not at.blank and self.text[at.next] == ":" and self._ends_box():
            return
        if not (tip.raw and self.matched == len(stack)):
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
        while not at.blank and (at.indent < at.limit or (self.tags_anywhere and self.text[at.next] == "{")):
            for start in self.starts.get(self.text[at.next], ()):
                if found := start(self):
                    break
            else:
                return False
            if found == "leaf":
                return True
        return False

    def _ends_box(self) -> bool:
        """Whether the line closes a colon container around raw lines: it ends with the fence open inside it."""
        length = len(self.text[self.at.next : self.at.end].rstrip())
        return length > 2 and closes_fence(self.at, ":", length) and self.close_fenced(":", length)

    def close_fenced(self, char: str, length: int) -> bool:
        """Close the innermost container that a fence of ``length`` closes; False where there is none."""
        for depth in range(len(self.stack) - 1, 0, -1):
            block = self.stack[depth]
            closes = isinstance(block, OpenFenced) and block.char == char
            if closes and (block.length <= length or "any-fence-closes" in self.features):  # type: ignore[attr-defined]
                self.close(depth + 1)
                block.end = trimmed(self.at).end
                self.close(depth)
                self.matched = depth
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
        return self.at.indent >= self.at.limit

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
            self.text,
            start,
            end,
            code="code-pipes" in self.features,
            templates="templates" in self.features,
            parity="escape-parity" in self.features,
        )
