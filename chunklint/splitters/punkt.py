"""Where sentences start, as the Punkt tokenizer that LlamaIndex runs finds them.

LlamaIndex makes NLTK's tokenizer without a model: there are no abbreviations, collocations and
frequent sentence starters to look up, and what is left of Punkt (Kiss and Strunk, 2006,
https://aclanthology.org/J06-4003) are its rules for initials, numbers and ellipses, below.
As in NLTK 3.10, where curly quotes and guillemets part words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

# NLTK's expressions run under the module `regex`, to which four control characters are no blanks.
_BLANK = r"[^\S\x1c-\x1f]"
_SOLID = r"[\S\x1c-\x1f]"
_PART = "[)\";}\\]*:@'({\\[‘’“”«»?!]"  # signs that end a word wherever they stand
_BREAK = re.compile(rf"[.?!](?={_PART}|{_BLANK}+({_SOLID}+))")
_BLANKS = " \t\n\r\x0b\x0c"  # what parts the words in front of a stop
_SPACE = re.compile(f"[{_BLANKS}]")
_MANY = rf"--|\.\.|\.{_BLANK}\.{_BLANK}\."  # dashes and ellipses, also spaced ones
_WORD = re.compile(
    rf"--+|\.\.+|(?:\.{_BLANK}){{2,}}\."
    rf"|(?=[^(\"`{{\[:;&#*@)}}\],-]){_SOLID}+?"
    rf"(?={_BLANK}|\Z|{_PART}|{_MANY}|,(?:\Z|{_BLANK}|{_PART}|{_MANY}))"
    rf"|{_SOLID}"
)
_NUMBER = re.compile(r"-?[.,]?\d[\d,.-]*")
_SHORT = 64  # characters of a context that may come again
_INNER = frozenset(";:,.!?")
# What closes a sentence behind its stop: it goes with the sentence if blanks or dashes follow.
_PLAIN = "\"'`)]}>*/|+=~%$#@!?:;&(<[{\\^"  # signs in front of a period that no initial, number or ellipsis ends with
_CLOSERS = "\"')]}‘’“”«»"
_CLOSING = re.compile(rf"[{re.escape(_CLOSERS)}]+(?:{_BLANK}+|(?=--)|$)", re.MULTILINE)


def sentence_starts(text: str, start: int, end: int) -> list[int]:
    """The offsets in ``text[start:end]`` where its sentences start, the first one ``start``; empty if it is blank.

    Every sentence reaches to the next one's start. Linear in ``end - start``.
    """
    last = start + len(text[start:end].rstrip())
    found: list[int] = []
    begin = start
    for stop, following in _stops(text, start, end):
        closing = _CLOSING.match(text, following, last) if text[following] in _CLOSERS else None
        if closing or begin < stop:
            found.append(begin)
        begin = closing.end() if closing else following
    if begin < last:
        found.append(begin)
    return found


def _stops(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where a sentence stops and where the next one starts, before closing signs are moved to where they belong.

    Of the stops in one word (as parted by ASCII blanks) only the last one is looked at, and the
    first one where nothing of the word is in front of it.
    """
    known = word = before = start  # the word looked at starts behind the last blank in text[known:word]
    waiting: tuple[int, int, int] | None = None  # a stop that may not be the last one of its word
    for match in _BREAK.finditer(text, start, end):
        at = match.start()
        following, after = match.span(1)
        if after < 0:  # a sign follows at once
            following, after = at + 1, at + 2
        parted = waiting is None or _SPACE.search(text, before, at) is not None
        if waiting and (parted or _is_bare(text, start, before, word)) and _ends(text, known, word, *waiting):
            yield before + 1, waiting[1]
        if parted:
            known, word = before, at
        before = at
        if text[at + 1] not in _BLANKS:
            waiting = at, following, after
            continue
        waiting = None
        if _ends(text, known, word, at, following, after):
            yield at + 1, following
    if waiting and _ends(text, known, word, *waiting):
        yield before + 1, waiting[1]


def _is_bare(text: str, start: int, stop: int, word: int) -> bool:
    """Whether a word starts with its stop. A blank that starts the text counts as a part of the first word."""
    return stop == word and (stop == start or (stop - 1 > start and text[stop - 1] in _BLANKS))


def _ends(text: str, known: int, word: int, stop: int, following: int, after: int) -> bool:
    """Whether the sentence ends with the sign at ``stop``.

    Its word starts behind the last blank in ``text[known:word]``; what follows it is ``text[following:after]``.
    """
    tail = text[max(stop - 2, known) : stop]
    no_case = tail[-1:] in _PLAIN or (len(tail) == 2 and tail.isalnum() and not tail.isdigit())
    if (text[stop] != "." or (tail and no_case)) and not text[after - 1].isspace():
        return True  # no initial, number or ellipsis: a sentence ends, whatever word follows
    first = max(text.rfind(blank, known, word) for blank in _BLANKS) + 1
    context = text[max(first, known) : after]
    return _remembered(context) if len(context) < _SHORT else _holds_end(context)


def _holds_end(context: str) -> bool:
    """Whether a sentence ends with any word of ``context`` but the last one. Words are parted line by line."""
    lines = (_WORD.finditer(line) for line in context.split("\n") if not line.isspace())
    words = (match[0] for line in lines for match in line)
    return any(_is_end(one, other) for one, other in pairwise(words))


_remembered = lru_cache(4096)(_holds_end)


def _is_end(word: str, following: str) -> bool:
    """Whether a sentence ends with ``word``, which stands before ``following``."""
    if len(word) == 1:
        return word in ".?!"
    if word[-1] != "." or word[-2] == ".":
        return False
    goes_on = following in _INNER or following[0].islower()
    if len(word) == 2 and _is_letter(word[0]):
        return not (goes_on or following[0].isupper())
    return not (goes_on and _NUMBER.fullmatch(word))


def _is_letter(sign: str) -> bool:
    if sign.isascii():
        return sign.isalpha() or sign == "_"
    from unicodedata import category

    return sign.isalpha() or category(sign) in ("Mn", "Mc", "Me", "Nl", "Pc")
