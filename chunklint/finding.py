"""What a check reports."""

from __future__ import annotations

from typing import Literal, NamedTuple

from chunklint.document.model import Span

Severity = Literal["error", "warning", "info"]
# Gravest first: the order in which findings count and are shown on GitHub.
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")


class Edit(NamedTuple):
    """``text`` in place of ``span``; an empty span inserts."""

    span: Span
    text: str


class Fix(NamedTuple):
    """Edits that mend a finding. A ``safe`` one changes nothing that a reader of the page sees."""

    edits: tuple[Edit, ...]
    safe: bool
    title: str

    @property
    def applicability(self) -> str:
        """The word of ruff's reports for whether it is safe."""
        return "safe" if self.safe else "unsafe"


class Suggestion(NamedTuple):
    """The edits of a fix as one: ``text`` in place of what stands between two places, columns in UTF-8 bytes from 1."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


class Finding(NamedTuple):
    """A lost answer and where it stands.

    A check fills the first six: ``span``, a ``message`` that names what is lost, ``help`` that
    says what to do, ``minor`` where it costs little, ``fix`` where it can be mended by itself, and
    ``causes``, the places whose change makes or mends it, its own among them (left empty, they are the block that
    the finding stands in, and the section whose heading it is); a check across pages names those of all pages in
    ``elsewhere``, each with path, first and last line. The engine adds the rest; lines and columns
    count from 1 in code points, and ``end_column`` is the column after the last character.
    """

    span: Span
    message: str
    help: str = ""
    minor: bool = False
    fix: Fix | None = None
    causes: tuple[Span, ...] = ()
    code: str = ""
    name: str = ""
    severity: Severity = "warning"
    path: str = ""
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1
    cause_lines: tuple[tuple[int, int], ...] = ()  # first and last line of each cause
    edit_places: tuple[tuple[int, int, int, int], ...] = ()  # line and column of the start and end of each edit
    suggestion: Suggestion | None = None  # the fix, where its edits stand close enough to be shown as one
    source_line: str = ""
    occurrence: int = 1  # which of the findings of this rule on lines with the same words
    elsewhere: tuple[tuple[str, int, int], ...] = ()

    @property
    def text(self) -> str:
        """The message, and below it the help."""
        return f"{self.message}\n{self.help}" if self.help else self.message

    @property
    def fingerprint(self) -> str:
        """Stays the same when the lines around the finding move or the file is renamed."""
        from hashlib import blake2b  # not paid for by a run that shows none

        key = "\0".join((self.code, " ".join(self.source_line.split()), str(self.occurrence)))
        return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
