"""How bad it is: what an audit counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from chunklint.finding import Finding
from chunklint.survival import Kept
from chunklint.units import Kind

# Above this share of ends inside of sentences, wrong answers are no accident.
TOO_MANY = 0.05
# Rules whose findings are not one a chunk: CL804 is counted chunk by chunk where it is found.
_BY_CHUNK = frozenset({"CL801", "CL803", "CL804", "CL806", "CL807", "CL808", "CL809"})


@dataclass(slots=True)
class Summary:
    """Counts of one run.

    ``flagged`` has the chunks by code; for other rules, the findings. ``ends`` are chunks that end inside of a
    sentence, ``lost_ends`` those of them whose sentence no chunk has whole; ``heuristics`` are what the text alone
    says. With the source, ``pages``, ``units`` and ``worst`` (units lost, by page) are known, else they are None and
    empty. ``outside`` are chunks of other pages than those that were looked at.
    """

    chunks: int = 0
    pages: int | None = None
    flagged: Counter[str] = field(default_factory=Counter)
    heuristics: Counter[str] = field(default_factory=Counter)
    ends: int = 0
    lost_ends: int | None = None
    units: dict[Kind, Kept] = field(default_factory=dict)
    worst: Counter[str] = field(default_factory=Counter)
    outside: int = 0

    @property
    def rate(self) -> float:
        """The share of chunks that end inside of a sentence; with the source, of one that no chunk has whole."""
        return (self.ends if self.lost_ends is None else self.lost_ends) / max(self.chunks, 1)

    def share(self, code: str) -> float | None:
        """The share of chunks that a rule flags, from 0 to 1; None for a rule that is not about single chunks."""
        return self.flagged[code] / max(self.chunks, 1) if code in _BY_CHUNK else None

    def counted(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """``findings``, each counted."""
        for finding in findings:
            if finding.code != "CL804":
                self.flagged[finding.code] += 1
            yield finding

    def record(self) -> dict[str, Any]:
        """The counts for programs."""
        return {
            "chunks": self.chunks,
            "pages": self.pages,
            "flagged": {
                code: {"count": count, "share": None if (share := self.share(code)) is None else round(share, 4)}
                for code, count in sorted(self.flagged.items())
                if count
            },
            "heuristics": dict(sorted(self.heuristics.items())),
            "ends_in_sentence": self.ends,
            "lost_ends": self.lost_ends,
            "rate": round(self.rate, 4),
            "units": {kind: {"whole": kept.whole, "total": kept.total} for kind, kept in self.units.items()},
            "worst_pages": [{"path": path, "lost": lost} for path, lost in self.worst.most_common(5) if lost],
            "outside": self.outside,
        }
