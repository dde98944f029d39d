"""What several checks share: how messages quote and count, and what a tab is called."""

from __future__ import annotations

import re

# The names of the directives and components that are tabs.
TAB = re.compile(r"(?:^|[-_/])tab(?:s|item|-item|pane|panel|-set|set)?$")


def quoted(text: str, longest: int = 40) -> str:
    """``text`` in quotation marks on one line, cut at ``longest`` characters."""
    text = " ".join(text.split())
    return f'"{text if len(text) <= longest else text[: longest - 1].rstrip() + "…"}"'


def counted(number: int, noun: str) -> str:
    """``1 row``, ``3 rows``."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
