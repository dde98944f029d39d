"""Whether a chunk starts or ends in the middle of a sentence, judged by its text alone.

Heuristics: the text of a chunk does not say what stood before and behind it. What is no sentence says nothing about
its ends: code, tables, list items, headings, links, tags.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Literal, NamedTuple

Kind = Literal["end", "last-token", "start", "first-token"]
KINDS: tuple[Kind, ...] = ("end", "last-token", "start", "first-token")
# The word lists of a language by their names.
WordList = Callable[[str], frozenset[str]]

_FENCE = re.compile(r"^[ \t>]*(?:`{3,}|~{3,})[ \t]*([^`\n]*)$", re.M)
# A line that is no part of a sentence, or does not end like one: heading, table, rule, fence, tag, directive, key.
_NO_PROSE = re.compile(
    r"\s*(?:#{1,6}\s|\||[-*_=]{3,}\s*$|`{3}|~{3}|</?[A-Za-z!]|:::|!!!|\?\?\?|\{[%{<]|\[\[|\[[^\]]*\]:|import\s|export\s|\$\s|>>>\s|@|[—–]\s?|--\s|[│├└])"
)
_ITEM = re.compile(r"\s*(?:[-*+•]|(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)]|\([a-z\d]{1,3}\))\s")
_ROW = re.compile(r"\s\|\s")
_INDENTED = re.compile(r"(?: {4}|\t)")
_CODE_SIGNS = re.compile(r"[{};=<>\\$^|]|\(\)|->|::|//|\w\(|\w\.\w+\(|\b\w+_\w+\b")
_STATEMENT = re.compile(r"(?:return|await|def|class|const|let|var|public|private|static|sudo|elif|else)\s\S+")
_MAYBE_CODE = re.compile(r"[{}();=<>\\$^|:/_-]")
_QUOTED = re.compile(r"`[^`\n]*`|\[[^\[\]\n]*\]\([^()\n]*\)")
# What stands behind the last sign of a sentence: closing quotation marks, brackets, emphasis, a link's address.
_CLOSING = re.compile(r"(?:[\"'”’»)\]*_`~\s]|\]\([^()\s]*\)|\{[^{}\n]*\}|<[^<>\n]*>|\[\^?[^\[\]\n]{1,20}\])+\Z")
_TERMINAL = re.compile(r"[.!?:;…。！？：；؟।]\Z")
_PICTOGRAM = re.compile("[\u2190-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff]\\Z")
_LINK_END = re.compile(r"(?:\]\([^()\s]*\)|\]\[[^\[\]]*\]|>|https?://\S+)[*_\s]*\Z")
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_LAST = re.compile(r"(\S+)\s*\Z")
_FIRST = re.compile(r"\s*(\S+)")
_NUMBER = re.compile(r"[$€£¥₹#~<>±+-]*\d[\d.,/:-]*[%€$£¥°]?")
_CURRENCY = re.compile(r"[$€£¥₹₩₽]|EUR|USD|GBP|CHF|JPY|CNY|INR|AUD|CAD")
_OPENING_MARKS = re.compile(r"[,;)\]]\s")
# How an item ends that another one follows: "…; and".
_JOINED = re.compile(r"[;,]\s+(\w+)\Z")
# Data in a line: an address, a picture, a key.
_BLOB = re.compile(r"[!-~]{60}")
# So many characters at an end say what it is.
_WINDOW = 400
# A paragraph of fewer words may be a title, a label or a caption.
_LEAST_WORDS = 6


class Fragment(NamedTuple):
    """An end of a chunk that looks cut: which heuristic says so, and the text there."""

    kind: Kind
    shown: str


def fragments(text: str, word_list: WordList) -> list[Fragment]:
    """What looks cut: ``end`` and ``start`` by punctuation and case, ``first-token`` and ``last-token`` by the word."""
    stripped = text.strip()
    if not stripped:
        return []
    starts_in_code, ends_in_code = _in_code(stripped)
    found: list[Fragment] = []
    if not ends_in_code and (paragraph := _last_paragraph(stripped, word_list)):
        if _dangles(paragraph, word_list):
            found.append(Fragment("last-token", paragraph))
        elif len(_WORD.findall(paragraph)) >= _LEAST_WORDS:
            found.append(Fragment("end", paragraph))
    if not starts_in_code and (line := _first_line(stripped)):
        if line[0].islower() or _OPENING_MARKS.match(line):
            found.append(Fragment("start", line))
        elif _first_is_loose(line, word_list):
            found.append(Fragment("first-token", line))
    return found


def _in_code(text: str) -> tuple[bool, bool]:
    """Whether a text starts, and whether it ends, inside of fenced code; a fence with an info opens."""
    fences = list(_FENCE.finditer(text)) if "```" in text or "~~~" in text else []
    infos = [match[1].strip() for match in fences]
    if not infos:
        return False, False
    first_opener = next((index for index, info in enumerate(infos) if info), None)
    if first_opener is not None:
        inside = first_opener % 2 == 1
    elif len(infos) % 2 == 0:
        inside = False
    else:
        inside = _closes(text, fences[0])
    return inside, inside != (len(infos) % 2 == 1)


def _closes(text: str, fence: re.Match[str]) -> bool:
    """Whether a fence that says nothing closes: a blank line stands behind it and none in front, or code does."""
    before = not text[: fence.start()].rstrip(" \t").removesuffix("\n").endswith("\n") and fence.start() > 0
    behind = not text[fence.end() :].lstrip(" \t").removeprefix("\n").partition("\n")[0].strip()
    if before == behind:
        return before
    line = text.partition("\n")[0]
    return bool(_INDENTED.match(line) or _CODE_SIGNS.search(line) or _NO_PROSE.match(line))


def _last_paragraph(text: str, word_list: WordList) -> str:
    """The prose that a text ends with, if that does not end like a sentence; else nothing."""
    start = max(text.rfind("\n\n"), text.rfind("\n\r\n"))
    lines = text[max(start + 1, len(text) - _WINDOW) :].strip("\n").splitlines()
    for index in range(len(lines) - 1, -1, -1):
        if _NO_PROSE.match(lines[index]) or _ROW.search(lines[index]):
            lines = lines[index + 1 :]
            break
        if item := _ITEM.match(lines[index]):
            lines = lines[index:]
            lines[0] = lines[0][item.end() :]
            if not _ENDED_INSIDE.search(" ".join(lines)) and not _others_end(text):
                return ""  # an item need not be a sentence
            break
    paragraph = " ".join(line.strip(" \t>") for line in lines).strip()
    if not paragraph or _LINK_END.search(paragraph) or _INDENTED.match(lines[-1]) or any(map(_is_code, lines[-3:])):
        return ""
    ending = _CLOSING.sub("", paragraph[: _comment(paragraph)])
    joined = _JOINED.search(ending)
    ended = not ending or _TERMINAL.search(ending) or _PICTOGRAM.search(ending)
    return (
        "" if ended or (joined and joined[1] in word_list("connectives")) or _BLOB.search(ending[-200:]) else paragraph
    )


def _comment(text: str) -> int:
    """Where a comment starts that goes on behind the text; the end of the text if none does."""
    start = text.rfind("<!--")
    return start if start >= 0 and "-->" not in text[start:] else len(text)


def _others_end(text: str) -> bool:
    """Whether all items of a text but the last one end like sentences, and there are two or more of these."""
    items = [line[-_WINDOW:] for line in text.splitlines() if _ITEM.match(line)][:-1]
    ends = [bool(_TERMINAL.search(_CLOSING.sub("", item))) for item in items]
    return len(ends) > 1 and all(ends)


# An item of which a sentence has ended is made of sentences.
_ENDED_INSIDE = re.compile(r"[^\W\d_]{2}[.!?]\s+[A-ZÀ-Þ]")


def _is_code(line: str) -> bool:
    """Whether a line has so many signs of code that it is hardly prose."""
    line = line.lstrip(" >")
    if _STATEMENT.match(line):
        return True
    if not _MAYBE_CODE.search(line):
        return False
    bare = _QUOTED.sub("", line)
    return len(_CODE_SIGNS.findall(bare)) > len(bare.split()) // 6


def _dangles(paragraph: str, word_list: WordList) -> bool:
    """Whether a paragraph ends with a word that another one has to follow, or with half of a quantity or date."""
    match = _LAST.search(paragraph)
    last = match[1].strip("*_`\"'(“‘") if match else ""
    word = last.casefold()
    if word in word_list("dangling-words"):
        return last.islower()
    if not _WORD.search(paragraph[: match.start()] if match else ""):
        return False
    return bool(_CURRENCY.fullmatch(last)) or (word in word_list("months") and last[:1].isupper() and len(last) > 2)


def _first_line(text: str) -> str:
    """The first line if it is prose."""
    line, _, rest = text.partition("\n")
    line = line[:_WINDOW].strip()
    if (
        _NO_PROSE.match(line)
        or _ITEM.match(line)
        or _ROW.search(line)
        or _is_code(line)
        or _BLOB.search(line[:200])
        or "`" in line.split(" ")[0]
    ):
        return ""
    if _FENCE.match(rest.partition("\n")[0]) and len(line.split()) < _LEAST_WORDS:
        return ""
    return line.lstrip("*_\"'“‘(") if len(_WORD.findall(line)) >= 3 else ""


def _first_is_loose(line: str, word_list: WordList) -> bool:
    """Whether a line starts with a number, a currency, a month or a unit, of which the rest may be gone."""
    match = _FIRST.match(line)
    first = match[1].rstrip(".,;:)") if match else ""
    word = first.casefold()
    return bool(_NUMBER.fullmatch(first) or _CURRENCY.fullmatch(first)) or word in _loose(
        word_list("months"), word_list("units")
    )


@cache
def _loose(months: frozenset[str], units: frozenset[str]) -> frozenset[str]:
    return months | units
