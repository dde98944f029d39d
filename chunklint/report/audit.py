"""The summary of an audit: how bad it is."""

from __future__ import annotations

from collections.abc import Iterator

from chunklint import catalogue
from chunklint.audit.summary import TOO_MANY, Summary

_TITLES = {"sentence": "sentences", "row": "table rows", "answer": "answers"}
_OTHER = {"CL802": "sections", "CL805": "pages", "CL810": "units"}


def lines(summary: Summary) -> Iterator[str]:
    """The summary, line by line."""
    rules = catalogue.load().rules
    where = "" if summary.pages is None else f" against {_counted(summary.pages, 'page')}"
    yield f"{_counted(summary.chunks, 'chunk')}{where}."
    if summary.outside:
        yield f"{_counted(summary.outside, 'chunk')} of other pages than these were not looked at."
    for code, count in sorted(summary.flagged.items()):
        if count and code.startswith("CL8"):
            share = summary.share(code)
            said = f"{share:>7.1%} of the chunks" if share is not None else f"        {_OTHER.get(code, 'findings')}"
            yield f"  {code} {rules[code].name:<30} {count:>9,} {said}"
    yield from _cuts(summary)
    kinds = [(_TITLES[kind], kept) for kind, kept in summary.units.items() if kind in _TITLES and kept.total]
    if kinds:
        parts = (f"{kept.total - kept.whole:,} of {kept.total:,} {name} ({1 - kept.share:.1%})" for name, kept in kinds)
        yield f"Whole in no chunk: {', '.join(parts)}."
    if worst := [(path, lost) for path, lost in summary.worst.most_common(5) if lost]:
        yield "Most is lost of: " + ", ".join(f"{path} ({lost:,})" for path, lost in worst)
    yield _reading(summary)


def _cuts(summary: Summary) -> Iterator[str]:
    cuts = [(code, count) for code, count in sorted(summary.flagged.items()) if code.startswith("CL6")]
    if cuts:
        yield "  cuts: " + ", ".join(f"{count:,} {code}" for code, count in cuts)


def _reading(summary: Summary) -> str:
    """What the share of ends inside of sentences means."""
    share = f"{summary.ends / max(summary.chunks, 1):.1%} of the chunks"
    if summary.lost_ends is None:
        said = f"{share} look cut at their end, by their text alone"
    else:
        said = f"{share} end inside a sentence, {summary.rate:.1%} inside one that no chunk has whole"
    if summary.rate > TOO_MANY:
        return f"{said}. Above {TOO_MANY:.0%} read it as the rate of silent wrong answers: half a fact looks like one."
    return f"{said}. Below {TOO_MANY:.0%} look at the single findings."


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
