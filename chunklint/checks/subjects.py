"""Whether a chunk says what it is about: it has a word of the heading or question that it lost."""

from __future__ import annotations

import re
from collections.abc import Iterable

from chunklint.checks.wording import content_words, count_words
from chunklint.document import Document, Span
from chunklint.splitters.split import Split

# So many letters of a word stay the same in most of its forms: "investigations", "investigate".
_STEM = 6


# Between the words of a name in code: "ImageSource".
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")


def subject(document: Document, text: str) -> frozenset[str]:
    """The stems of the words that a heading or question is about; pairs of signs in a script without blanks."""
    return frozenset(stem for word in content_words(document, _HUMP.sub(" ", text)) for stem in _stems(word))


def _stems(word: str) -> Iterable[str]:
    if word > "\u2e7f":
        return [word[i : i + 2] for i in range(max(len(word) - 1, 1))]
    return [word[:_STEM] if len(word) > _STEM else word.removesuffix("s")]


def names(stems: frozenset[str], text: str, share: float = 0.0) -> bool:
    """Whether a text has one of the stems, and at least this share of them."""
    folded = text.casefold()
    return sum(stem in folded for stem in stems) >= max(share * len(stems), 1)


def silent_parts(
    split: Split, stems: frozenset[str], spans: Iterable[Span], share: float = 0.0, large: int = 0
) -> list[Span]:
    """Those of ``spans`` that stand in a chunk without the stems, in its text or beside it; in a chunk of fewer words
    than ``large`` that share of them is needed."""
    found = []
    for span in spans:
        holders = {index for _, _, index in split.coverage.touching(span)}
        texts = [" ".join((split.chunks[index].text, *split.chunks[index].headings)) for index in holders]
        if not any(names(stems, text, 0.0 if count_words(text) >= large else share) for text in texts):
            found.append(span)
    return found


# What opens with these goes on with something that stands before it.
_OPENERS = ("pronouns", "plural-pronouns", "continuations")
_ROWS = re.compile(r"[ \t>]*(?:[-*+][ \t]|\d+[.)][ \t]|\|)")
# An item or row that opens with its own term, in bold or quotes, is about that.
_TERM = re.compile(r"[ \t>]*(?:[-*+]|\d+[.)]|\|)[ \t]+(?:\[.\][ \t]+)?(?:\*\*|__|[\"“`\[])")


def depends(document: Document, span: Span) -> bool:
    """Whether a part of the page leans on what stands before it: it opens with a pronoun, or in a list or table whose
    entries do not open with a term of their own."""
    source = document.source(span).lstrip()
    if _ROWS.match(source):
        return are_entries(document, span)
    words = re.sub(r"[*_`>]", "", source[:80]).casefold().split()
    first = words[0].strip(",.:;") if words else ""
    return any(first in document.word_list(name) for name in _OPENERS)


def are_entries(document: Document, span: Span) -> bool:
    """Whether a part of the page starts in a list or table whose entries do not open with a term of their own."""
    source = document.source(span).lstrip()
    return bool(_ROWS.match(source)) and not _TERM.match(source)


_NOT_WORDS = re.compile(r"[\W_]+")


def plain(text: str) -> str:
    """The letters and digits of a heading: what differs in marks and ids is the same heading."""
    return _NOT_WORDS.sub(" ", text.split("{#")[0]).strip().casefold()
