"""CL8 on the text of chunks alone, as ``chunklint audit`` judges a store whose source is not at hand.

``judge`` is a pure function from a batch of records to flags and traces: it opens nothing, keeps nothing and gives the
same for the same batch, so that batches may be judged in any order and anywhere. What only shows across batches is
left to ``Seen``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from chunklint import languages
from chunklint.checks.wording import quoted
from chunklint.document.model import Span
from chunklint.document.tokens import estimate
from chunklint.stores.damage import damage
from chunklint.stores.fragment import WordList, fragments
from chunklint.stores.record import Stored
from chunklint.stores.seen import Place, Trace
from chunklint.stores.sketch import sketch

# How much of a name and of a text a message shows.
NAME, SHOWN = 22, 28
# The heuristics that look at the end of a chunk.
AT_END = frozenset({"end", "last-token"})


class Flag(NamedTuple):
    """What is wrong with one chunk: ``span`` is where in its text; ``kinds`` are the heuristics that say so."""

    message: str
    help: str
    span: Span = Span(0, 0)
    kinds: tuple[str, ...] = ()


class Judged(NamedTuple):
    """``flags`` has the index in the batch and the code of each; ``traces`` has one for each record."""

    flags: list[tuple[int, str, Flag]]
    traces: list[Trace]


def short(name: str) -> str:
    """A name; of a long one its end, by which names differ."""
    return name if len(name) <= NAME else "…" + name[1 - NAME :]


def called(id: str, file: str, line: int) -> str:
    """How a message names a chunk: by its id, else by file and line."""
    return f'"{short(id)}"' if id else f"{short(file.rpartition('/')[2])}:{line}"


def here(one: Stored) -> str:
    """How a message that stands at a chunk in its store names it."""
    return f"chunk {called(one.id, one.file, one.line)}" if one.id else "this chunk"


def named(one: Stored) -> str:
    """How a message that stands in the page names a chunk."""
    return f"chunk {called(one.id, one.file, one.line)}"


def damaged(one: Stored, name: str, words: WordList) -> Iterator[Flag]:
    """CL806: text that was damaged, as far as it shows by itself."""
    if not one.text.strip():
        yield Flag(f"{name} has no text", "leave it out: it takes a place among the results and says nothing")
    elif found := damage(one.text):
        what, at = found
        near = one.text[max(at - 15, 0) : at + 20]
        yield Flag(f"{name} has {what}: {quoted(near, SHOWN)}", REINDEX, Span(at, min(at + 20, len(one.text))))


REINDEX = "read the page as UTF-8 and as it stands, and index it again"


def oversized(one: Stored, name: str, words: WordList, *, max_tokens: int) -> Iterator[Flag]:
    """CL807: more tokens than the embedding model reads."""
    if len(one.text) > max_tokens and (size := estimate(one.text)) > max_tokens:
        message = f"{name} has about {size:,} tokens: only {max_tokens:,} are embedded"
        yield Flag(message, "divide what cannot be cut, or give the splitter a smaller size")


def fragment(one: Stored, name: str, words: WordList, *, heuristics: Sequence[str]) -> Iterator[Flag]:
    """CL808: the start or the end looks cut."""
    found = [fragment for fragment in fragments(one.text, words) if fragment.kind in heuristics]
    if not found:
        return
    first = found[0]
    at_end = first.kind in AT_END
    where = "both ends" if len(found) > 1 else "its end" if at_end else "its start"
    shown = f'"…{_tail(first.shown)}"' if at_end else quoted(first.shown, SHOWN)
    size = len(one.text.rstrip())
    yield Flag(
        f"{name} looks cut at {where} (heuristic): {shown}",
        "judged by its text alone: --source says for sure; cut at ends of sentences",
        Span(max(size - SHOWN, 0), size) if at_end else Span(0, min(SHOWN, size)),
        tuple(fragment.kind for fragment in found),
    )


def _tail(text: str) -> str:
    text = " ".join(text.split())
    return text[-SHOWN + 1 :].lstrip()


Rule = Callable[..., Iterator[Flag]]
# The rules that look at one chunk. The others (CL803, CL804, CL809, CL810) look at all of them.
ALONE: dict[str, Rule] = {"CL806": damaged, "CL807": oversized, "CL808": fragment}

Rules = Mapping[str, Mapping[str, Any]]


@cache
def words_of(language: str) -> WordList:
    """The word lists of a language; those of one that has none are empty."""
    lists = languages.words(language) or {}
    return lambda name: lists.get(name, frozenset())


def judge(batch: Sequence[tuple[int, Stored]], rules: Rules, language: str) -> Judged:
    """Judge a batch of records, each with its number in the run.

    ``rules`` has the options of each rule that is on, by its code; ``language`` is an ISO 639 code, or "auto" for that
    which the source of a chunk names (``docs/fr/returns.md``), else English.
    """
    active = [
        (code, rule, {name.replace("-", "_"): value for name, value in rules[code].items()})
        for code, rule in ALONE.items()
        if code in rules
    ]
    min_words = rules.get("CL803", {}).get("min-words")
    flags: list[tuple[int, str, Flag]] = []
    traces: list[Trace] = []
    for index, (number, one) in enumerate(batch):
        words = words_of(language if language != "auto" else languages.of_path(one.source) or "en")
        for code, rule, options in active:
            flags += ((index, code, flag) for flag in rule(one, here(one), words, **options))
        place = Place(number, one.file, one.line, one.id)
        traces.append(Trace(place, None if min_words is None else sketch(one.text, min_words), one.part))
    return Judged(flags, traces)
