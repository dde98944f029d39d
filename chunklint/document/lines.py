"""Where the lines of a text stand, and a cursor that reads one of them by columns."""

from __future__ import annotations

import re
from bisect import bisect_right

from chunklint.document.model import Span

BOM = "\ufeff"
_LINE_END = re.compile(r"\r\n|\n|\r")


class Lines:
    """The line table of a text: LF, CRLF and CR end a line, as in CommonMark.

    ``starts[i]`` and ``ends[i]`` are the offsets of line i (from 0) without its line end;
    a byte order mark belongs to no line.
    """

    __slots__ = ("ends", "starts")

    def __init__(self, text: str) -> None:
        self.starts = [1 if text.startswith(BOM) else 0]
        self.ends: list[int] = []
        for match in _LINE_END.finditer(text):
            self.ends.append(match.start())
            self.starts.append(match.end())
        self.ends.append(len(text))

    def __len__(self) -> int:
        return len(self.starts)

    def line_of(self, offset: int) -> int:
        """The index (from 0) of the line that holds ``offset``."""
        return max(bisect_right(self.starts, offset) - 1, 0)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of ``offset``, both from 1, columns in code points."""
        line = self.line_of(offset)
        return line + 1, max(offset - self.starts[line], 0) + 1

    def span(self, line: int) -> Span:
        """The span of line ``line`` (from 0) without its line end."""
        return Span(self.starts[line], self.ends[line])


class Cursor:
    """Reads one line from left to right.

    ``pos`` is the offset reached and ``col`` its column with tab stops of 4; in the middle
    of a tab ``pos`` stays on it while ``col`` moves. ``next`` is the next character that is
    no space or tab, ``indent`` the columns before it, ``blank`` says that there is none.
    """

    __slots__ = ("blank", "col", "end", "indent", "limit", "line", "lines", "next", "pos", "text")

    def __init__(self, text: str, lines: Lines, limit: int = 4) -> None:
        self.limit = limit  # from so many columns on an indented line is code
        self.text = text
        self.lines = lines
        self.line = self.pos = self.col = self.end = self.next = self.indent = 0
        self.blank = False

    def enter(self, line: int) -> None:
        """Go to the start of line ``line`` (from 0)."""
        self.line = line
        self.pos = self.lines.starts[line]
        self.end = self.lines.ends[line]
        self.col = 0
        self.look()

    def look(self) -> None:
        """Find the next character after the blanks."""
        text, pos, end, col = self.text, self.pos, self.end, self.col
        while pos < end:
            char = text[pos]
            if char == " ":
                col += 1
            elif char == "\t":
                col += 4 - col % 4
            else:
                break
            pos += 1
        self.next = pos
        self.indent = col - self.col
        self.blank = pos == end

    def skip_columns(self, columns: int) -> None:
        """Move ``columns`` columns into the blanks, or to their end."""
        text, pos, end, col = self.text, self.pos, self.end, self.col
        stop = col + columns
        while pos < end and col < stop:
            char = text[pos]
            if char == " ":
                col += 1
            elif char == "\t":
                width = 4 - col % 4
                if col + width > stop:
                    col = stop
                    break
                col += width
            else:
                break
            pos += 1
        self.pos = pos
        self.col = col
        self.look()

    def skip_to(self, pos: int) -> None:
        """Move to offset ``pos``; what is passed after the blanks holds no tab."""
        self.col += self.indent + pos - self.next
        self.pos = pos
        self.look()
