"""How programs that show findings name a place: paths from the top of the repository, and the pages of the rules."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from urllib.parse import quote

from chunklint import catalogue

SITE = "https://github.com/chunklint/chunklint"


def rule_page(code: str) -> str:
    """The address of the page of a rule."""
    return f"{SITE}/blob/main/rules/{catalogue.load().rules[code].page.name}"


def from_root(path: str) -> str:
    """The path of a finding from the top of the repository, whatever the working folder; absolute if it is outside.

    The top is the closest folder with ``.git``, or else the working folder.
    """
    here = Path.cwd()
    top, whole = _top(here), Path(os.path.normpath(here / path))
    return whole.relative_to(top).as_posix() if whole.is_relative_to(top) else whole.as_posix()


def uri(path: str) -> str:
    """``path`` (with slashes) as a URI: relative if it is; a name that is not UTF-8 keeps its bytes."""
    if Path(path).is_absolute():
        return Path(path).as_uri()
    return quote(path.encode("utf-8", "surrogateescape"))


def in_unicode(path: str) -> str:
    """``path`` as text that any program reads: bytes that are not UTF-8 become replacement characters."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


@cache
def _top(folder: Path) -> Path:
    return next((above for above in (folder, *folder.parents) if (above / ".git").exists()), folder)
