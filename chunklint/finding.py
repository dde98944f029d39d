"""What a check reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chunklint.document.model import Span

Severity = Literal["error", "warning", "info"]
# Gravest first: the order in which findings count and are shown on GitHub.
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")


@dataclass(frozen=True, slots=True)
class Finding:
    """A lost answer and where it stands.

    A check fills the first three: ``span``, a ``message`` that names what is lost, and ``help``
    that says what to do. The engine adds the rest; lines and columns count from 1 in code
    points, ``end_column`` is the column after the last character, and ``fingerprint`` stays
    the same when the lines around the finding move or the file is renamed.
    """

    span: Span
    message: str
    help: str = ""
    code: str = ""
    name: str = ""
    severity: Severity = "warning"
    path: str = ""
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1
    fingerprint: str = ""
    source_line: str = ""
