"""Link reference definitions at the start of a paragraph (CommonMark 0.31, section 4.7)."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LABEL = re.compile(r"\[((?:[^\[\]\\]|\\.){1,999})\]:[ \t]*\n?[ \t]*", re.S)
_DESTINATION = re.compile(r"<(?:[^<>\\\n]|\\.)*>|[^\s<]\S*")
_TITLE = re.compile(
    r"""(?:[ \t]*\n[ \t]*|[ \t]+)("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\))[ \t]*(?:\n|$)""", re.S
)
_REST = re.compile(r"[ \t]*(?:\n|$)")


def leading_definitions(text: str) -> Iterator[tuple[str, int]]:
    """The definitions at the start of ``text`` (the lines of a paragraph joined by newlines).

    Yields the label and the number of lines taken, for one definition after the other.
    """
    pos = 0
    while pos < len(text):
        label = _LABEL.match(text, pos)
        if not label or not label[1].strip():
            return
        destination = _DESTINATION.match(text, label.end())
        if not destination or not _balanced(destination[0]):
            return
        rest = _TITLE.match(text, destination.end()) or _REST.match(text, destination.end())
        if not rest:
            return
        taken = text[pos : rest.end()]
        yield " ".join(label[1].split()).casefold(), taken.count("\n") + (not taken.endswith("\n"))
        pos = rest.end()


def _balanced(destination: str) -> bool:
    if destination.startswith("<"):
        return True
    plain = re.sub(r"\\.", "", destination)
    return plain.count("(") == plain.count(")")
