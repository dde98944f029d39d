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
_LONGEST = 100  # characters of a message
_LEAST = 16  # characters of a path in it


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
            f"{corpus.label} answers with a fragment: the best chunk leads with {quoted(verdict.fragment.value, 24)}",
            _named("cut before the sentence, and not inside of it: ", best),
            _related(verdict),
        )
    if verdict.status in ("whole", "unseen") and verdict.retrieved is not None and not verdict.found(top):
        yield _unretrieved(verdict, corpus)


def _missing(verdict: Verdict, corpus: Corpus) -> Iterator[_Found]:
    page = verdict.case.page
    for text in verdict.fact.absent or verdict.lost:
        said = quoted(text.value)
        if verdict.fact.absent:
            message = _fitted("", page.value, f" does not say {said}") if page else f"no page says {said}"
            yield _Found("CL701", text, message, "write it in the pages, or correct the case")
        elif verdict.fact.page or verdict.fact.apart:
            message = f"no chunk by {corpus.label} has {said}"
            help_line = "a page says it: the splitter leaves this part of the page out"
            yield _Found("CL701", text, message, help_line, _related(verdict))
        else:
            message = _fitted("no chunk in ", corpus.label, f" says {said}")
            yield _Found("CL701", text, message, "index the page that says it, or correct the case")


def _severed(verdict: Verdict, corpus: Corpus) -> _Found:
    query, fact, parted = verdict.case.query, verdict.fact, verdict.parted
    if fact.apart:
        (one, near, span), (other, far, there) = fact.apart[0], fact.apart[-1]
        message = (
            f"no page says it all: {quoted(one.value, 12)} is at {tail(near.path, 16)}:{near.line(span)}, "
            f"{quoted(other.value, 12)} at {tail(far.path, 16)}:{far.line(there)}"
        )
        return _Found("CL702", query, message, "say in one section what the answer needs", _related(verdict))
    label = tail(corpus.label, 32)
    what = f"{label} cuts {quoted(parted.text.value, 24)}" if parted and parted.text else f"{label} severs this answer"
    if not parted:
        return _Found("CL702", query, f"{what}: no chunk holds all of it", _KEEP, _related(verdict))
    first, last = parted.first, parted.last
    many = last.number > first.number + 1
    what += (
        f" over chunks {first.number} to {last.number}" if many else f" between chunks {first.number} and {last.number}"
    )
    if fact.page:
        what = _fitted(f"{what} at ", fact.page.path, f":{_cut_line(fact.page, first, fact.whole)}")
    else:
        what = _fitted(f"{what} of ", first.page, "") if first.page else f"{what} of the store"
    return _Found("CL702", query, what, _KEEP, _related(verdict))


_KEEP = "put what the answer needs into one short section or paragraph, or change the size of the chunks"


def _cut_line(page: Page, first: Passage, whole: Span) -> int:
    """The line on which the first of two chunks ends inside of the fact."""
    ends = [span.end for span in first.spans if span.start < whole.end]
    return page.document.lines.position(max(min(max(ends, default=whole.start), whole.end), 1) - 1)[0]


def _unretrieved(verdict: Verdict, corpus: Corpus) -> _Found:
    retrieved = verdict.retrieved or ()
    if not verdict.holders:
        message = f"{corpus.label}: none of the {len(retrieved):,} chunks that were retrieved has the whole answer"
    elif verdict.rank:
        before = f"{corpus.label}: the whole answer is only at rank {verdict.rank:,}: "
        message = _named(before, corpus.passages[retrieved[verdict.rank - 1]])
    else:
        before = f"{corpus.label}: the search does not bring the whole answer: "
        message = _named(before, corpus.passages[min(verdict.holders)])
    todo = "use the words of the question in the heading or the text"
    return _Found("CL704", verdict.case.query, message, todo, _related(verdict))


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


def _named(before: str, passage: Passage) -> str:
    """``before`` and ``refunds.md chunk 7``, or the id of a chunk whose page is not known."""
    if passage.page:
        return _fitted(before, passage.page, f" chunk {passage.number}")
    return _fitted(f"{before}chunk ", passage.id, "")


def _fitted(before: str, path: str, after: str) -> str:
    """A message in which the end of ``path`` has the room that is left."""
    return f"{before}{tail(path, max(_LONGEST - len(before) - len(after), _LEAST))}{after}"


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


def tail(path: str, most: int) -> str:
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
