"""What a check reports."""

from __future__ import annotations

from typing import Literal, NamedTuple

from chunklint.document.model import Span

Severity = Literal["error", "warning", "info"]
# Gravest first: the order in which findings count and are shown on GitHub.
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")


class Finding(NamedTuple):
    """A lost answer and where it stands.

    A check fills the first four: ``span``, a ``message`` that names what is lost, ``help`` that
    says what to do, and ``minor`` where it costs little. The engine adds the rest; lines and columns
    count from 1 in code points, and ``end_column`` is the column after the last character.
    """

    span: Span
    message: str
    help: str = ""
    minor: bool = False
    code: str = ""
    name: str = ""
    severity: Severity = "warning"
    path: str = ""
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1
    source_line: str = ""
    occurrence: int = 1  # which of the findings of this rule on lines with the same words

    @property
    def fingerprint(self) -> str:
        """Stays the same when the lines around the finding move or the file is renamed."""
        from hashlib import blake2b  # not paid for by a run that shows none

        key = "\0".join((self.code, " ".join(self.source_line.split()), str(self.occurrence)))
        return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
