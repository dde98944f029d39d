"""What of a unit the chunks still hold: both sides of a cut, and how many words are missing."""

from __future__ import annotations

import re
from itertools import accumulate, chain

from chunklint.checks.wording import count_words, quoted
from chunklint.document import Document, Span
from chunklint.languages import phrases
from chunklint.splitters.lengths import length
from chunklint.splitters.split import Split

# The target of a link, and an address: they are no words of a text.
TARGET = re.compile(r"\]\([^()]*\)|\]\[[^\]]*\]|https?://\S+")
_TARGET_OR_WORD = re.compile(rf"{TARGET.pattern}|(?P<word>\w+)")
# How much of the text on either side of a cut a message shows.
_SIDE = 22


def sides(split: Split, span: Span) -> str:
    """Both sides of the cut that falls into ``span``: ``"…old copy" | "is removed…"``."""
    text, at = split.document.text, split.cut_at(span)
    if at == span.start:
        return quoted(text[span.start : span.end], 2 * _SIDE)
    left, right = " ".join(text[span.start : at].split()), " ".join(text[at : span.end].split())
    left = left if len(left) <= _SIDE else "…" + left[1 - _SIDE :].lstrip()
    return f'"{left}" | {quoted(right, _SIDE)}'


def is_too_large(split: Split, spans: tuple[Span, ...]) -> bool:
    """Whether a unit is larger than any chunk, so that only the writer can mend it."""
    size = split.splitter.limits.size
    text = "\n".join(split.document.source(span) for span in spans)
    return bool(size) and length(split.splitter.limits)(text) > size


def parts(split: Split, span: Span) -> list[Span]:
    """The parts of chunks that overlap ``span``, each as far as it reaches beyond it too, in source order."""
    return [Span(start, end) for start, end, _ in split.coverage.touching(span)]


def lost(span: Span, part: Span) -> tuple[Span, Span]:
    """What of ``span`` stands before a part of the page that overlaps it, and what stands behind it."""
    return Span(span.start, max(part.start, span.start)), Span(min(part.end, span.end), span.end)


def missing(split: Split, span: Span, part: Span, enough: float) -> int:
    """How many words of a span are not in a part of the page, addresses not counted; counted no further than needed."""
    sought = (_TARGET_OR_WORD.finditer(split.document.text, *rest) for rest in lost(span, part))
    words = accumulate((count_words(match["word"] or "") for match in chain.from_iterable(sought)), initial=0)
    return next((number for number in words if number > enough), 0)


_RESTRICTING = ("restrictions", "condition-openers", "condition-words")
_NOT_ONLY = re.compile(r"\bnot (?:only|just)\b", re.I)
# The mark of a point that is listed with others: "(iv)", "c)".
_POINT = re.compile(r"\b[ivxa-h]{1,4}\)")
_COUNT = re.compile(r"(?<![\w-])\d(?!\w*[A-Z]\b)|`")  # "18F" and "SF-50" are names


def restricts(document: Document, text: str) -> bool:
    """Whether a text holds a condition, a negation or a point of a list, so that without it a rule says the opposite.

    "If you want to know more, …" is no condition, and "not only" no negation.
    """
    words = phrases(frozenset().union(*map(document.word_list, _RESTRICTING)))
    wishes = phrases(document.word_list("wishes"))
    plain = _NOT_ONLY.sub(" ", TARGET.sub("]", text))
    return first_point(plain) >= 0 or any(not wishes.match(plain, found.end() + 1) for found in words.finditer(plain))


def first_point(text: str) -> int:
    """Where a text has the first mark of a point that is listed with others; -1 where it has none."""
    found = _POINT.search(text)
    return found.start() if found else -1


def counts(text: str) -> bool:
    """Whether a text holds a number or code, addresses not counted."""
    return bool(_COUNT.search(TARGET.sub("]", text)))


# So large a part of a chunk, and so many words, may be missing at its edges from the rest of a list or answer.
_EDGE, _EDGE_WORDS = 0.1, 15


def is_nearly_held(split: Split, span: Span) -> bool:
    """Whether some chunk holds a list or an answer but for a few words at its edges."""
    text = split.document.text
    held = parts(split, span)
    usual = max((count_words(text[part.start : part.end]) for part in held), default=0)
    few = min(_EDGE * usual, _EDGE_WORDS)
    return any(missing(split, span, part, few) <= few for part in held)
