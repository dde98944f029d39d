"""A progress bar for commands that take a while."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TypeVar

_Item = TypeVar("_Item")


def watched(items: Iterator[_Item], total: int) -> Iterator[_Item]:
    """``items`` (pages) with a progress bar on a terminal, and silently elsewhere."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, "pages", total, console=Console(stderr=True), transient=True)
