"""What ``chunklint facts`` says beside its findings: scores, the table of a comparison, and both for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from chunklint.facts.cases import FactsFile
from chunklint.facts.judge import Verdict
from chunklint.facts.results import Grounding
from chunklint.facts.score import Score, score

if TYPE_CHECKING:
    from chunklint.cli.facts import Tried

_WIDEST = 60  # characters of a question in a table


def summary(facts: FactsFile, tried: Sequence[Tried], grounded: Sequence[Grounding], top: int) -> Iterator[str]:
    """The score of each corpus, a line each."""
    count = len(facts.cases)
    counting = "the first chunk counts" if top == 1 else f"the first {top} chunks count"
    yield f"{count:,} case{'s' if count != 1 else ''} in {facts.name}; {counting}."
    yield from _scores(tried, top)
    if grounded:
        good = sum(one.holder is not None for one in grounded)
        said = sum(not one.unsaid for one in grounded)
        yield (
            f"{len(grounded):,} answers: {good:,} cite a chunk that holds the whole fact, "
            f"{said:,} say all that they must."
        )


def _scores(tried: Sequence[Tried], top: int) -> Iterator[str]:
    width = max(len(one.described) for one in tried)
    yield (
        f"{'':{width}}   chunks  missing  severed  fragments   intact  {f'hit rate@{top}':>11}  {f'recall@{top}':>9}"
        "    MRR"
    )
    for one in tried:
        found = score(one.verdicts, top)
        yield (
            f"{one.described:{width}} {len(one.corpus.passages):>8,} {found.missing:>8,} {found.severed:>8,} "
            f"{found.fragments:>10,} {found.intact:>8.1%}  {_share(found.hit_rate):>11}  {_share(found.recall):>9}  "
            f"{'–' if found.mrr is None else f'{found.mrr:.3f}':>5}"
        )


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"


def comparison(tried: Sequence[Tried], top: int) -> Iterator[str]:
    """A row for each case, a column for each corpus, and the scores below."""
    labels = [one.corpus.label for one in tried]
    widths = [max(len(label), 11) for label in labels]
    yield f"{'':{_WIDEST}}" + "".join(f"  {label:>{width}}" for label, width in zip(labels, widths, strict=True))
    for row in zip(*(one.verdicts for one in tried), strict=True):
        query = row[0].case.query.value
        name = query if len(query) <= _WIDEST else f"{query[: _WIDEST - 1]}…"
        cells = "".join(f"  {_cell(verdict, top):>{width}}" for verdict, width in zip(row, widths, strict=True))
        yield f"{name:{_WIDEST}}{cells}"
    yield ""
    yield from _scores(tried, top)


def _cell(verdict: Verdict, top: int) -> str:
    """``rank 1``, or which of the three failed."""
    if verdict.status in ("missing", "severed"):
        return verdict.status
    if verdict.fragment:
        return "fragment"
    if verdict.retrieved is None:
        return "whole"
    if verdict.rank is None:
        return "not found"
    return f"rank {verdict.rank}" if verdict.found(top) else f"only rank {verdict.rank}"


def record(tried: Sequence[Tried], grounded: Sequence[Grounding], top: int) -> dict[str, Any]:
    """The scores and verdicts for programs; ranks count from 1, shares go from 0 to 1."""
    return {
        "top": top,
        "splitters": [
            {
                "splitter": one.described,
                "chunks": len(one.corpus.passages),
                "scores": _score_record(score(one.verdicts, top), top),
                "cases": [_case_record(one, verdict, top) for verdict in one.verdicts],
            }
            for one in tried
        ],
        "answers": [
            {
                "query": one.case.query.value,
                "grounded": one.holder.id if one.holder else None,
                "unsaid": [text.value for text in one.unsaid],
                "unknown_citations": list(one.unknown),
            }
            for one in grounded
        ],
    }


def _score_record(found: Score, top: int) -> dict[str, Any]:
    return {
        "cases": found.cases,
        "missing": found.missing,
        "severed": found.severed,
        "fragments": found.fragments,
        "intact": round(found.intact, 4),
        "asked": found.asked,
        f"hit_rate@{top}": _rounded(found.hit_rate),
        f"recall@{top}": _rounded(found.recall),
        "mrr": _rounded(found.mrr),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _case_record(one: Tried, verdict: Verdict, top: int) -> dict[str, Any]:
    fact = verdict.fact
    return {
        "query": verdict.case.query.value,
        "status": verdict.status,
        "rank": verdict.rank,
        "found": verdict.found(top) if verdict.retrieved is not None else None,
        "chunks": [one.corpus.passages[index].id for index in sorted(verdict.holders)],
        "between": [verdict.parted.first.id, verdict.parted.last.id] if verdict.parted else None,
        "fragment": verdict.fragment.value if verdict.fragment else None,
        "absent": [text.value for text in fact.absent],
        "at": f"{fact.page.path}:{fact.page.line(fact.whole)}" if fact.page else None,
    }
