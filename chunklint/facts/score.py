"""How well the cases fare on a corpus, in numbers.

*Intact* is the share of cases whose strings are all in one chunk. *Hit rate at k* is the share of cases of which one of
the first k retrieved chunks holds all strings. *Recall at k* is the mean share of the required strings that the first k
chunks hold together, be it in different ones: nugget recall (E. Voorhees, Overview of the TREC 2003 Question Answering
Track). *MRR*, the mean reciprocal rank, is the mean of 1/rank of the first chunk that holds all strings, 0 where none
is retrieved (E. Voorhees, The TREC-8 Question Answering Track Report). A case of which a user's own results say
nothing counts in none of the last three.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from chunklint.facts.judge import Verdict


class Score(NamedTuple):
    """Counts of cases, and means from 0 to 1 over the ``asked`` ones; None where nothing was retrieved."""

    cases: int
    missing: int
    severed: int
    fragments: int
    asked: int
    hit_rate: float | None
    recall: float | None
    mrr: float | None

    @property
    def intact(self) -> float:
        """The share of the cases that are whole in some chunk."""
        return (self.cases - self.missing - self.severed) / self.cases


def score(verdicts: Sequence[Verdict], top: int) -> Score:
    """The score of at least one case."""
    asked = [verdict for verdict in verdicts if verdict.retrieved is not None]
    count = len(asked)
    return Score(
        len(verdicts),
        sum(verdict.status == "missing" for verdict in verdicts),
        sum(verdict.status == "severed" for verdict in verdicts),
        sum(verdict.fragment is not None for verdict in asked),
        count,
        sum(verdict.found(top) for verdict in asked) / count if count else None,
        sum(verdict.recall(top) for verdict in asked) / count if count else None,
        sum(1 / verdict.rank for verdict in asked if verdict.rank) / count if count else None,
    )
