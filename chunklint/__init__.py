"""chunklint: which answers of a documentation page get lost when it is cut into chunks."""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"
__all__ = ["Chunk", "Document", "Finding", "Fixed", "check_paths", "check_text", "fix_text", "split"]

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from chunklint.document import Document
    from chunklint.finding import Finding
    from chunklint.fixes import Fixed
    from chunklint.project import Project
    from chunklint.splitters.chunk import Chunk


def check_text(text: str, path: str = "page.md", splitters: Iterable[object] = ()) -> list[Finding]:
    """The findings about ``text``, with the settings that hold for a page at ``path`` (not opened).

    ``splitters`` are used in place of those of the settings; each is a name as on the command line
    ("langchain:400/80"), a function from text to chunks, or a splitter object of LangChain or LlamaIndex.
    Raises ``chunklint.settings.SettingsError`` for settings, and
    ``chunklint.splitters.configured.SplitterError`` for a splitter, that cannot be used.
    """
    from pathlib import Path

    return _project(splitters).check_text(text, Path(path))


def check_paths(paths: Iterable[str | Path], splitters: Iterable[object] = ()) -> list[Finding]:
    """The findings about the pages among and below ``paths``, page by page; ``splitters`` as in ``check_text``.

    Raises ``chunklint.files.MissingPath``, ``chunklint.settings.SettingsError`` and
    ``chunklint.splitters.configured.SplitterError``.
    """
    from pathlib import Path

    project = _project(splitters)
    pages = project.find(map(Path, paths))
    return [finding for _, findings in project.check(pages.files) for finding in findings]


def fix_text(text: str, path: str = "page.md", unsafe: bool = False) -> Fixed:
    """``text`` with the fixes applied, with the settings that hold for a page at ``path`` (not opened or written).

    Without ``unsafe`` only by those that change nothing that a reader sees. Each fix is tried out, as ``--fix`` does
    it. Raises ``chunklint.settings.SettingsError`` for settings that cannot be used.
    """
    from pathlib import Path

    return _project(()).fix_text(text, Path(path), unsafe)


def split(text: str, splitter: object, path: str = "page.md") -> list[Chunk]:
    """The chunks that ``splitter`` (as in ``check_text``) makes of ``text``, each with its exact source spans.

    Raises ``chunklint.splitters.configured.SplitterError``.
    """
    from pathlib import Path

    from chunklint.document import Document
    from chunklint.document.dialects import detect
    from chunklint.splitters.configured import from_any

    return list(from_any(splitter).split(Document(text, path, detect(Path(path)))))


def _project(splitters: Iterable[object]) -> Project:
    from chunklint.project import Project
    from chunklint.splitters.configured import from_any, unique

    found = unique(map(from_any, splitters))
    return Project(changes={"splitters": found} if found else {})


def __getattr__(name: str) -> object:
    """Import the classes only when asked for: a start of the command does not pay for them."""
    if name == "Document":
        from chunklint.document import Document

        return Document
    if name == "Finding":
        from chunklint.finding import Finding

        return Finding
    if name == "Fixed":
        from chunklint.fixes import Fixed

        return Fixed
    if name == "Chunk":
        from chunklint.splitters.chunk import Chunk

        return Chunk
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
