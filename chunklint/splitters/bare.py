"""Text without its Markdown: what stays when a page is rendered, or its marks are taken away."""

from __future__ import annotations

import re
from array import array
from html import unescape

# What shows no words of its own, an entity, and what does. Each alternative stops at what would open it again, so
# that the search is linear.
_TOKEN = re.compile(
    r"""!\[[^\[\]\n]*+\](?:\([^()\n]*+\)|\[[^\[\]\n]*+\])    # an image
    |\](?:\([^()\n]*+\)|\[[^\[\]\n]*+\])                     # where a link leads
    |<[^<>\n]*+>                                             # a tag, or a bare address
    |\{[ \t]*+[\#.:][^{}\n]*+\}                                  # attributes
    |^[ \t>]*+(?:[-*+]|\d{1,9}[.)])[ \t]                     # the marker of a list item
    |^[ \t>]*+(?:```|~~~)[^`\n]*+$                           # a fence with what it says of its code
    |(?P<entity>&(?:\#\d{1,7}|\#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)
    |(?P<word>[^\W_]+)""",
    re.X | re.M,
)


def bare(text: str) -> tuple[str, array[int]]:
    """The letters and digits of ``text`` that a reader sees, without anything between, and the offset of each."""
    words: list[str] = []
    places = array("L")
    for match in _TOKEN.finditer(text):
        if word := match["word"]:
            words.append(word)
            places.extend(range(match.start(), match.end()))
        elif entity := match["entity"]:
            word = "".join(sign for sign in unescape(entity) if sign.isalnum())
            words.append(word)
            places.extend([match.start()] * len(word))
    return "".join(words), places
