"""Verdicts as findings: at the line of the case, with the place of the fact in the pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from chunklint.document import Span
from chunklint.engine import ActiveRule, label
from chunklint.facts.cases import FactsFile, Text
from chunklint.facts.corpus import Corpus, Page, Passage
from chunklint.facts.judge import Verdict
from chunklint.facts.results import Grounding
from chunklint.finding import Finding, Place

_MOST = 40  # characters of a quoted string in a message


class _Found(NamedTuple):
    code: str
    at: Text
    message: str
    help: str
    related: tuple[Place, ...] = ()


def findings(
    facts: FactsFile,
    corpora: Iterable[tuple[Corpus, Iterable[Verdict]]],
    grounded: Iterable[Grounding],
    rules: Mapping[str, ActiveRule],
    top: int,
) -> list[Finding]:
    """The findings of the rules that are on, in the order of the cases.

    What no page says is no splitter's fault: it is reported once.
    """
    found = dict.fromkeys(
        one for corpus, verdicts in corpora for verdict in verdicts for one in _of_verdict(verdict, corpus, top)
    )
    found |= dict.fromkeys(_ungrounded(one) for one in grounded if not one.holder)
    placed = [label(_placed(facts, one), rules[one.code]) for one in found if one.code in rules]
    return _numbered(sorted(placed, key=lambda finding: (finding.line, finding.column, finding.code)))


def _of_verdict(verdict: Verdict, corpus: Corpus, top: int) -> Iterator[_Found]:
    if verdict.status == "missing":
        yield from _missing(verdict, corpus)
    elif verdict.status == "severed":
        yield _severed(verdict, corpus)
    if verdict.fragment and verdict.retrieved:
        best = corpus.passages[verdict.retrieved[0]]
        yield _Found(
            "CL703",
            verdict.fragment,
            f"{corpus.label} answers with a fragment: the best chunk leads with {quoted(verdict.fragment.value)}",
            f"{_named(best)} starts inside of an answer: cut before it, or keep the answer in one block",
            _related(verdict),
        )
    if verdict.status in ("whole", "unseen") and verdict.retrieved is not None and not verdict.found(top):
        yield _unretrieved(verdict, corpus, top)


def _missing(verdict: Verdict, corpus: Corpus) -> Iterator[_Found]:
    where = f"of {tail(verdict.case.page.value)} " if verdict.case.page else ""
    for text in verdict.fact.absent or verdict.lost:
        if verdict.fact.absent:
            page = f"{tail(verdict.case.page.value)} does not say" if verdict.case.page else "no page says"
            yield _Found("CL701", text, f"{page} {quoted(text.value)}", "write it in the pages, or correct the case")
        elif verdict.fact.page or verdict.fact.apart:
            message = f"no chunk {where}by {corpus.label} has {quoted(text.value)}, which a page says"
            yield _Found("CL701", text, message, "the splitter leaves this part of the page out", _related(verdict))
        else:
            message = f"no chunk {where}in {corpus.label} says {quoted(text.value)}"
            yield _Found("CL701", text, message, "index the page that says it, or correct the case")


def _severed(verdict: Verdict, corpus: Corpus) -> _Found:
    query, fact, parted = verdict.case.query, verdict.fact, verdict.parted
    if fact.apart:
        (one, page, span), (other, far, there) = fact.apart[0], fact.apart[-1]
        message = (
            f"no page says all of it: {quoted(one.value, 20)} is at {tail(page.path, 24)}:{page.line(span)}, "
            f"{quoted(other.value, 20)} at {tail(far.path, 24)}:{far.line(there)}"
        )
        return _Found(
            "CL702", query, message, "say on one page, in one section, what the answer needs", _related(verdict)
        )
    what = f"cuts {quoted(parted.text.value, 24)}" if parted and parted.text else "severs this answer"
    if not parted:
        return _Found("CL702", query, f"{corpus.label} {what}: no chunk holds all of it", _KEEP, _related(verdict))
    first, last = parted.first, parted.last
    place = f" at {tail(fact.page.path)}:{_cut_line(fact.page, first, fact.whole)}" if fact.page else ""
    joined = f"between chunks {first.number} and {last.number}"
    if last.number > first.number + 1:
        joined = f"over chunks {first.number} to {last.number}"
    of = "" if place else f" of {tail(first.page)}" if first.page else f" ({first.id}, {last.id})"
    return _Found("CL702", query, f"{corpus.label} {what} {joined}{place}{of}", _KEEP, _related(verdict))


_KEEP = "put what the answer needs into one short section or paragraph, or change the size of the chunks"


def _cut_line(page: Page, first: Passage, whole: Span) -> int:
    """The line on which the first of two chunks ends inside of the fact."""
    ends = [span.end for span in first.spans if span.start < whole.end]
    return page.document.lines.position(max(min(max(ends, default=whole.start), whole.end), 1) - 1)[0]


def _unretrieved(verdict: Verdict, corpus: Corpus, top: int) -> _Found:
    retrieved = verdict.retrieved or ()
    if not verdict.holders:
        message = f"{corpus.label}: none of the {len(retrieved):,} chunks that were retrieved has the whole answer"
    elif verdict.rank:
        holder = corpus.passages[retrieved[verdict.rank - 1]]
        message = (
            f"{corpus.label}: the whole answer is at rank {verdict.rank}, not in the first {top}: {_named(holder)}"
        )
    else:
        holder = corpus.passages[min(verdict.holders)]
        message = f"{corpus.label}: the search does not bring the whole answer: {_named(holder)}"
    return _Found(
        "CL704",
        verdict.case.query,
        message,
        "use the words of the question in the heading or the text",
        _related(verdict),
    )


def _ungrounded(one: Grounding) -> _Found:
    cited = len(one.answer.citations)
    if not cited:
        message = "the answer cites no chunk"
    elif len(one.unknown) == cited:
        message = f"the answer cites {quoted(one.unknown[0])}, which is no known chunk"
    else:
        message = f"none of the {cited:,} chunks that the answer cites holds the whole fact"
    said = "It says what it must all the same" if not one.unsaid else f"It does not say {quoted(one.unsaid[0].value)}"
    return _Found("CL705", one.case.query, message, f"{said}: look at what the assistant read")


def _named(passage: Passage) -> str:
    """``refunds.md chunk 7``, or the id of a chunk whose page is not known."""
    return f"{tail(passage.page)} chunk {passage.number}" if passage.page else f"chunk {tail(passage.id)}"


def _related(verdict: Verdict) -> tuple[Place, ...]:
    """Where the pages say it."""
    fact = verdict.fact
    if fact.page:
        places = zip(verdict.case.must_contain, fact.spans, strict=True)
        return tuple(_place(text, fact.page, span) for text, span in places)
    return tuple(_place(text, page, span) for text, page, span in fact.apart)


def _place(text: Text, page: Page, span: Span) -> Place:
    start, end = page.document.lines.position(span.start), page.document.lines.position(span.end)
    return Place(page.path, *start, *end, f"says {quoted(text.value)}")


def _placed(facts: FactsFile, found: _Found) -> Finding:
    line, column = facts.lines.position(found.at.span.start)
    end_line, end_column = facts.lines.position(found.at.span.end)
    source = facts.text[slice(*facts.lines.span(line - 1))]
    return Finding(
        found.at.span,
        found.message,
        found.help,
        related=found.related,
        path=facts.name,
        line=line,
        column=column,
        end_line=end_line,
        end_column=end_column,
        source_line=source,
    )


def _numbered(found: Iterable[Finding]) -> list[Finding]:
    """Tells findings of one rule on lines with the same words apart."""
    seen: dict[tuple[str, str], int] = {}
    numbered = []
    for finding in found:
        key = finding.code, " ".join(finding.source_line.split())
        seen[key] = seen.get(key, 0) + 1
        numbered.append(finding._replace(occurrence=seen[key]))
    return numbered


def quoted(text: str, most: int = _MOST) -> str:
    """``text`` in quotes, shortened to ``most`` characters."""
    return f'"{text}"' if len(text) <= most else f'"{text[: most - 1]}…"'


def tail(path: str, most: int = 32) -> str:
    """As many of the last names of ``path`` as fit into ``most`` characters, of the very last one its end."""
    if len(path) <= most:
        return path
    names = path.split("/")
    kept = names[-1]
    for name in reversed(names[:-1]):
        if len(name) + len(kept) + 3 > most:
            break
        kept = f"{name}/{kept}"
    return f"…/{kept}" if len(kept) < most - 1 else f"…{kept[1 - most :]}"
