"""chunklint: which answers of a documentation page get lost when it is cut into chunks."""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"
__all__ = ["Document", "Finding", "check_paths", "check_text"]

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from chunklint.document import Document
    from chunklint.finding import Finding


def check_text(text: str, path: str = "page.md") -> list[Finding]:
    """The findings about ``text``, with the settings that hold for a page at ``path`` (not opened).

    Raises ``chunklint.settings.SettingsError`` for settings that cannot be used.
    """
    from pathlib import Path

    from chunklint.project import Project

    return Project().check_text(text, Path(path))


def check_paths(paths: Iterable[str | Path]) -> list[Finding]:
    """The findings about the pages among and below ``paths``, page by page.

    Raises ``chunklint.files.MissingPath`` and ``chunklint.settings.SettingsError``.
    """
    from pathlib import Path

    from chunklint.project import Project

    project = Project()
    pages = project.find(map(Path, paths))
    return [finding for _, findings in project.check(pages.files) for finding in findings]


def __getattr__(name: str) -> object:
    """Import the classes only when asked for: a start of the command does not pay for them."""
    if name == "Document":
        from chunklint.document import Document

        return Document
    if name == "Finding":
        from chunklint.finding import Finding

        return Finding
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
