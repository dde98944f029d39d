"""What becomes of the fact of a case: is it there, is it whole in a chunk, is that chunk found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from chunklint.document import Span
from chunklint.facts.cases import Case, Text
from chunklint.facts.corpus import Corpus, Page, Passage, is_of
from chunklint.facts.find import Searchable, closest, words_of

# Takes a query and gives the numbers of the chunks that it brings, best first.
# None where nobody asked it.
Ranking = Callable[[str], Sequence[int] | None]
# "unseen": no chunk that was retrieved holds it, and the others are not known.
Status = Literal["whole", "severed", "missing", "unseen"]


class Fact(NamedTuple):
    """Where the pages say what a case requires.

    ``page`` is the page that says all of it, ``spans`` the places of the strings in the order of the case, as close
    together as they stand anywhere. Without such a page ``apart`` has the first place of each string, on whatever
    page; ``absent`` are the strings that no page has.
    """

    page: Page | None = None
    spans: tuple[Span, ...] = ()
    apart: tuple[tuple[Text, Page, Span], ...] = ()
    absent: tuple[Text, ...] = ()

    @property
    def whole(self) -> Span:
        return Span(min(span.start for span in self.spans), max(span.end for span in self.spans))


class Parted(NamedTuple):
    """Two chunks between which a fact is cut: ``text`` is the string that the cut goes through, if any."""

    first: Passage
    last: Passage
    text: Text | None = None


class Verdict(NamedTuple):
    """What one corpus makes of one case.

    ``holders`` are the chunks that hold all strings; ``lost`` the strings that are in no chunk, ``parted`` where a
    severed fact is cut, if that is known. ``retrieved`` are the chunks that the query brings, best first, or None
    if nothing was asked; ``rank`` (from 1) is that of the first holder among them, ``fragment`` what the
    first of them leads with and must not.
    """

    case: Case
    fact: Fact
    status: Status
    holders: frozenset[int] = frozenset()
    lost: tuple[Text, ...] = ()
    parted: Parted | None = None
    retrieved: Sequence[int] | None = None
    rank: int | None = None
    fragment: Text | None = None
    held: tuple[frozenset[int], ...] = ()  # by string: the chunks that hold it

    def found(self, top: int) -> bool:
        """Whether one of the first ``top`` retrieved chunks holds the whole fact."""
        return self.rank is not None and self.rank <= top

    def recall(self, top: int) -> float:
        """The share of the required strings that the first ``top`` retrieved chunks hold together."""
        first = set((self.retrieved or ())[:top])
        return sum(bool(first & held) for held in self.held) / len(self.held) if self.held else 0.0


def locate(case: Case, pages: Sequence[Page]) -> Fact:
    """Where ``pages`` say what ``case`` requires; the page where it stands closest together, of equals the first."""
    if not pages:
        return Fact()
    wanted = [words_of(text.value) for text in case.must_contain]
    best: tuple[int, Page, tuple[Span, ...]] | None = None
    first: dict[int, tuple[Page, Span]] = {}
    for page in pages:
        if case.page and not is_of(page.path, case.page.value):
            continue
        places = [list(page.words.find(words)) for words in wanted]
        for index, spans in enumerate(places):
            if spans:
                first.setdefault(index, (page, spans[0]))
        if together := closest(places):
            size = max(span.end for span in together) - min(span.start for span in together)
            if best is None or size < best[0]:
                best = size, page, together
    absent = tuple(text for index, text in enumerate(case.must_contain) if index not in first)
    if best:
        return Fact(best[1], best[2])
    apart = tuple((case.must_contain[index], *first[index]) for index in sorted(first))
    return Fact(apart=apart, absent=absent)


def judge(case: Case, fact: Fact, corpus: Corpus, ranking: Ranking | None) -> Verdict:
    """What ``corpus`` makes of ``case``; without ``ranking`` nothing is retrieved."""
    page = case.page.value if case.page else ""
    held = tuple(frozenset(corpus.holders(words_of(text.value), page)) for text in case.must_contain)
    holders = frozenset.intersection(*held)
    lost = tuple(text for text, found in zip(case.must_contain, held, strict=True) if not found)
    verdict = Verdict(case, fact, "whole", holders, held=held)
    if not holders and not corpus.complete:
        verdict = verdict._replace(status="missing" if fact.absent else "unseen", lost=lost)
    elif not holders:
        parted = _parted(case, fact, corpus, held)
        if not (parted or fact.absent):
            parted = _in_neighbours(lost, corpus, page) if lost else _nearest(held, corpus)
        status: Status = "missing" if fact.absent or (lost and not (parted and parted.text)) else "severed"
        verdict = verdict._replace(status=status, lost=lost, parted=parted)
    if ranking is None:
        return verdict
    retrieved = ranking(case.query.value)
    if retrieved is None:
        return verdict
    rank = next((rank for rank, index in enumerate(retrieved, 1) if index in holders), None)
    fragment = next(
        (
            text
            for text in case.must_not_lead_with
            if retrieved and corpus.leads_with(retrieved[0], words_of(text.value))
        ),
        None,
    )
    return verdict._replace(retrieved=retrieved, rank=rank, fragment=fragment)


def _parted(case: Case, fact: Fact, corpus: Corpus, held: Sequence[frozenset[int]]) -> Parted | None:
    """The chunks that the fact is cut between, by their source."""
    if not fact.page:
        return None
    own = corpus.of_page(fact.page.path)
    for text, span, found in zip(case.must_contain, fact.spans, held, strict=True):
        touching = [passage for passage in own if passage.touches(span)]
        if not found and len(touching) > 1:
            return Parted(touching[0], touching[-1], text)
    whole = fact.whole
    touching = [passage for passage in own if passage.touches(whole)]
    if len(touching) < 2:
        return None
    # Of those that hold its start the last one, of those that hold its end the first one behind that.
    first = [passage for passage in touching if passage.touches(Span(whole.start, whole.start + 1))]
    last = [passage for passage in touching if passage.touches(Span(whole.end - 1, whole.end))]
    if not first or not last:
        return Parted(touching[0], touching[-1])
    behind = [passage for passage in last if passage.number > first[-1].number]
    return Parted(first[-1], (behind or last)[0])


def _nearest(held: Sequence[frozenset[int]], corpus: Corpus) -> Parted:
    """The first and the last of the chunks that hold the strings, as near to each other as there are any."""
    near = closest([Span(index, index + 1) for index in sorted(found)] for found in held)
    return Parted(corpus.passages[min(near).start], corpus.passages[max(near).start])


def _in_neighbours(lost: Sequence[Text], corpus: Corpus, page: str) -> Parted | None:
    """Two chunks, one behind the other, that say one of the ``lost`` strings only together."""
    for text in lost:
        words = words_of(text.value)
        size = 4 * len(text.value) + 40  # marks and blanks take room too
        for before, after in corpus.neighbours(page):
            tail, head = before.text[-size:], after.text[len(after.added) :][:size]
            if Searchable(tail + head).holds(words) or Searchable(f"{tail} {head}").holds(words):
                return Parted(before, after, text)
    return None
