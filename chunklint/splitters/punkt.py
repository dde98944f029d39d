"""Where sentences start, as the Punkt tokenizer that LlamaIndex runs finds them.

LlamaIndex makes NLTK's tokenizer without a model: there are no abbreviations, collocations and
frequent sentence starters to look up, and what is left of Punkt (Kiss and Strunk, 2006,
https://aclanthology.org/J06-4003) are its rules for initials, numbers and ellipses, below.
As in NLTK 3.10, where curly quotes and guillemets part words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

# NLTK's expressions run under the module `regex`, to which four control characters are no blanks.
_BLANK = r"[^\S\x1c-\x1f]"
_SOLID = r"[\S\x1c-\x1f]"
_PART = "[)\";}\\]*:@'({\\[‘’“”«»?!]"  # signs that end a word wherever they stand
_BREAK = re.compile(rf"[.?!](?={_PART}|{_BLANK}+(?P<next>{_SOLID}+))")
_SPACE = re.compile(r"[ \t\n\r\x0b\x0c]")  # what parts the words in front of a stop
_MANY = rf"--|\.\.|\.{_BLANK}\.{_BLANK}\."  # dashes and ellipses, also spaced ones
_WORD = re.compile(
    rf"--+|\.\.+|(?:\.{_BLANK}){{2,}}\."
    rf"|[^\x00-\x1b \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000(\"`{{\[:;&#*@)}}\],-]{_SOLID}*?"
    rf"(?={_BLANK}|\Z|{_PART}|{_MANY}|,(?:\Z|{_BLANK}|{_PART}|{_MANY}))"
    rf"|{_SOLID}"
)
_NUMBER = re.compile(r"-?[.,]?\d[\d,.-]*")
_INNER = frozenset(";:,.!?")
# What closes a sentence behind its stop: it goes with the sentence if blanks or dashes follow.
_CLOSING = re.compile(rf"[\"')\]}}‘’“”«»]+(?:{_BLANK}+|(?=--)|$)", re.MULTILINE)


def sentence_starts(text: str, start: int, end: int) -> list[int]:
    """The offsets in ``text[start:end]`` where its sentences start, the first one ``start``; empty if it is blank.

    Every sentence reaches to the next one's start. Linear in ``end - start``.
    """
    found: list[int] = []
    last = len(text[start:end].rstrip()) + start
    skip = 0
    for (first, stop), (following, next_stop) in pairwise((*_rough(text, start, end, last), (last, last))):
        begin = first + skip
        closing = _CLOSING.match(text, following, max(next_stop, following)) if following < last else None
        skip = closing.end() - following if closing else 0
        if closing or begin < stop:
            found.append(begin)
    return found


def _rough(text: str, start: int, end: int, last: int) -> Iterator[tuple[int, int]]:
    """The sentences before closing quotes are moved to where they belong."""
    begin = start
    for stop, following in _stops(text, start, end):
        yield begin, stop
        begin = following
    yield begin, last


def _stops(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where a sentence stops and where the next one starts.

    Of the stops in one word (as parted by ASCII blanks) only the last one is looked at, and the
    first one where nothing of the word is in front of it.
    """
    previous: re.Match[str] | None = None
    known = start  # the word in front of ``previous`` starts behind the last blank in known … word
    word = start
    bare = False  # whether the word starts with ``previous``
    for match in _BREAK.finditer(text, start, end):
        at = match.start()
        parted = previous is not None and _SPACE.search(text, previous.start(), at) is not None
        if previous is not None and (parted or bare) and _ends(text, known, word, previous):
            yield previous.end(), _following(previous)
        bare = False
        if parted or previous is None:
            known, word = (previous.start() if previous else start), at
            # A blank that starts the text counts as a part of the first word.
            bare = at == start or (at - 1 > start and text[at - 1] in " \t\n\r\x0b\x0c")
        previous = match
    if previous is not None and _ends(text, known, word, previous):
        yield previous.end(), _following(previous)


def _following(stop: re.Match[str]) -> int:
    return stop.start("next") if stop["next"] else stop.end()


def _ends(text: str, known: int, word: int, stop: re.Match[str]) -> bool:
    """Whether the sentence ends with ``stop``, whose word starts behind the last blank in ``text[known:word]``."""
    at = stop.start()
    after = stop.end("next") if stop["next"] else at + 2
    plain = text[at] != "." or (at - 2 >= known and text[at - 2 : at].isalpha())
    if plain and not text[after - 1].isspace():
        return True  # nothing speaks against these, whatever word follows
    first = max(text.rfind(blank, known, word) for blank in " \t\n\r\x0b\x0c") + 1
    words = (match[0] for line in _lines(text, max(first, known), after) for match in line)
    return any(_is_end(one, other) for one, other in pairwise(words))


def _lines(text: str, start: int, end: int) -> Iterator[Iterator[re.Match[str]]]:
    """The words of each line; a word's end is judged within its line."""
    while start < end:
        line_end = text.find("\n", start, end)
        line_end = end if line_end < 0 else line_end
        if not text[start:line_end].isspace():
            yield _WORD.finditer(text, start, line_end)
        start = line_end + 1


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
