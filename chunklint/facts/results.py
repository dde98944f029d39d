"""What the user's own pipeline brought: retrieved chunks and answers, as JSON lines.

A line of results is ``{"query": "…", "results": […]}``, best first; each result is the text of a chunk, the id of a
chunk that is known, or an object with ``text`` (also ``page_content``, ``content``), ``id`` and ``source``. A line of
answers is ``{"query": "…", "answer": "…", "citations": ["id", …]}``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from chunklint import engine
from chunklint.catalogue import did_you_mean
from chunklint.facts.cases import Case, FactsError, Text
from chunklint.facts.corpus import Corpus, Passage, is_of
from chunklint.facts.find import Searchable, words_of
from chunklint.facts.judge import Ranking
from chunklint.stores.record import ID, NoChunk, stored

_QUERY_KEYS = ("query", "question", "user_input")
_RESULT_KEYS = ("results", "chunks", "contexts", "retrieved_contexts")
_CITATION_KEYS = ("citations", "cited", "sources")


class Retrieved(NamedTuple):
    """A chunk of a result: its text, or its id alone; ``place`` is the file and line that name it."""

    place: str
    text: str
    id: str = ""
    page: str = ""


class Answer(NamedTuple):
    """An answer, the ids of the chunks that it cites, and the line (from 1) that it stands on."""

    text: str
    citations: tuple[str, ...]
    line: int


class Grounding(NamedTuple):
    """Whether an answer is grounded: ``holder`` is the cited chunk that holds the whole fact.

    ``unsaid`` are the strings that the answer itself does not say, ``unknown`` the ids that no chunk has.
    """

    case: Case
    answer: Answer
    holder: Passage | None
    unsaid: tuple[Text, ...]
    unknown: tuple[str, ...]


def read_results(path: Path, name: str, cases: Sequence[Case]) -> dict[str, tuple[Retrieved, ...]]:
    """By the query of the case what was retrieved for it. Raises ``FactsError``."""
    found: dict[str, tuple[Retrieved, ...]] = {}
    for line, query, record in _records(path, name, cases):
        results = _field(record, _RESULT_KEYS)
        if not isinstance(results, list):
            raise FactsError(f"{name}:{line}: no results: write them as a list under {_RESULT_KEYS[0]}")
        if query in found:
            raise FactsError(f'{name}:{line}: a second line for the query "{query}"')
        found[query] = tuple(_retrieved(one, f"{name}:{line}") for one in results)
    return found


def read_answers(path: Path, name: str, cases: Sequence[Case]) -> dict[str, Answer]:
    """By the query of the case its answer. Raises ``FactsError``."""
    found: dict[str, Answer] = {}
    for line, query, record in _records(path, name, cases):
        answer, cited = record.get("answer"), _field(record, _CITATION_KEYS)
        if not isinstance(answer, str):
            raise FactsError(f"{name}:{line}: answer: must be a string")
        if not isinstance(cited, list) or not all(isinstance(one, str | int) for one in cited):
            raise FactsError(f"{name}:{line}: citations: must be a list of the ids of chunks")
        if query in found:
            raise FactsError(f'{name}:{line}: a second line for the query "{query}"')
        found[query] = Answer(answer, tuple(map(str, cited)), line)
    return found


def retrieved_from(
    results: Mapping[str, Sequence[Retrieved]], known: Corpus | None, name: str
) -> tuple[Corpus, Ranking]:
    """The chunks that were retrieved and in which order; those of ``known`` are looked up in it.

    The corpus is complete if ``known`` is. Raises ``FactsError`` for an id without a text that nothing knows.
    """
    passages = list(known.passages) if known else []
    by_id = {passage.id: index for index, passage in enumerate(passages)}
    by_text = {passage.text: index for index, passage in enumerate(passages)}
    order: dict[str, list[int]] = {}
    for query, chunks in results.items():
        order[query] = []
        for chunk in chunks:
            index = by_id.get(chunk.id or chunk.text, by_text.get(chunk.text) if chunk.text else None)
            if index is None:
                if not chunk.text:
                    raise FactsError(
                        f'{chunk.place}: no chunk has the id "{chunk.id}": give its text, or the store (--chunks)'
                    )
                index = len(passages)
                passages.append(Passage(chunk.id or f"{name}#{index + 1}", chunk.text, chunk.page, index + 1))
                by_text[chunk.text] = index
                if chunk.id:
                    by_id[chunk.id] = index
            order[query].append(index)
    corpus = Corpus(known.label if known else name, passages, complete=known is not None)
    return corpus, lambda query: order.get(query)


def grounding(case: Case, answer: Answer, corpus: Corpus) -> Grounding:
    """Whether ``answer`` cites a chunk that holds what ``case`` requires."""
    by_id = {passage.id: index for index, passage in enumerate(corpus.passages)}
    wanted = [words_of(text.value) for text in case.must_contain]
    page = case.page.value if case.page else ""
    cited = [by_id[one] for one in answer.citations if one in by_id]
    holders = (
        corpus.passages[index]
        for index in cited
        if is_of(corpus.passages[index].page, page) and all(map(corpus.words(index).holds, wanted))
    )
    said = Searchable(answer.text)
    unsaid = tuple(text for text, words in zip(case.must_contain, wanted, strict=True) if not said.holds(words))
    unknown = tuple(one for one in answer.citations if one not in by_id)
    return Grounding(case, answer, next(holders, None), unsaid, unknown)


def _records(path: Path, name: str, cases: Sequence[Case]) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """The line number, the query as its case has it, and the record of every line."""
    known = {_key(case.query.value): case.query.value for case in cases}
    try:
        text = engine.read(path)
    except engine.Unreadable as error:
        raise FactsError(f"{name}: cannot be read: {error}") from error
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise FactsError(f"{name}:{number}: not JSON: {error.msg} (column {error.colno})") from error
        except RecursionError as error:
            raise FactsError(f"{name}:{number}: nested too deeply") from error
        query = _field(record, _QUERY_KEYS) if isinstance(record, dict) else None
        if not isinstance(query, str):
            raise FactsError(f'{name}:{number}: must be an object with a "query"')
        if _key(query) not in known:
            hint = did_you_mean(query, known.values())
            raise FactsError(f'{name}:{number}: no case has the query "{query}"{hint}')
        yield number, known[_key(query)], record


def _key(query: str) -> str:
    return " ".join(query.casefold().split())


def _field(record: Mapping[str, Any], keys: Sequence[str]) -> object:
    return next((record[key] for key in keys if key in record), None)


def _retrieved(one: object, place: str) -> Retrieved:
    if isinstance(one, str):
        return Retrieved(place, one)
    if not isinstance(one, dict):
        raise FactsError(f"{place}: a result is the text of a chunk, its id, or an object with both")
    try:
        chunk = stored(one)
        return Retrieved(place, chunk.text, chunk.id, chunk.source)
    except NoChunk as error:
        ident = _field(one, ID)
        if not isinstance(ident, str | int):
            raise FactsError(f"{place}: {error}") from error
        return Retrieved(place, "", str(ident))
