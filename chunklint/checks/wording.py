"""What several checks share: how messages quote and count."""

from __future__ import annotations

import re

from chunklint.document import Document
from chunklint.document.model import List


def quoted(text: str, longest: int = 40) -> str:
    """``text`` in quotation marks on one line, cut at ``longest`` characters."""
    text = " ".join(text.split())
    return f'"{text if len(text) <= longest else text[: longest - 1].rstrip() + "…"}"'


def counted(number: int, noun: str) -> str:
    """``1 row``, ``3 rows``."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


_WORD = re.compile(r"\w+")


def count_words(text: str) -> int:
    """The words of a text; in a script without blanks two characters count as one."""
    return sum(max(len(word) // 2, 1) if word > "\u2e7f" else 1 for word in _WORD.findall(text))


def usual_words(document: Document, block: List) -> int:
    """The median number of words in the items of a list."""
    lengths = sorted(count_words(document.source(item.span)) for item in block.items)
    return lengths[len(lengths) // 2]


def content_words(document: Document, text: str) -> frozenset[str]:
    """The words of a text in lower case without those that only join, point or refer."""
    idle = document.word_list("stop-words") | document.word_list("pointer-words")
    return frozenset(word for word in _WORD.findall(text.casefold()) if word not in idle)
