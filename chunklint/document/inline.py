"""Inline Markdown, read only where a rule needs the words: headings, labels, cells.

``plain_text`` gives what a reader sees of one line of text. The delimiter rules are those of
CommonMark 0.31, section 6; a reference link counts as one without looking its label up.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left

# What is never closed is given up at the next opener: the search is linear in the text.
TOKEN = re.compile(
    r"""\\(?P<escaped>[!-/:-@\[-`{-~])
    |(?P<ticks>`+)
    |<(?P<auto>[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]+@[\w.-]+)>
    |(?P<tag><!--(?:(?!<!--|-->).)*+-->|</?[A-Za-z][\w.:-]*+(?:\s[^<>]*+|/)?>)
    |(?P<template>\{\{[<%](?:(?!\{\{|[%>]\}\}).)*+[%>]\}\}|\{%(?:(?!\{%|%\}).)*+%\})
    |(?P<entity>&(?:\#\d{1,7}|\#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)
    |(?P<open>!?\[)
    |(?P<close>\])
    |(?P<run>\*+|_+|~~)""",
    re.X,
)
TARGET = re.compile(
    r"""\(\s*+(?:<[^<>\n]*+>|(?:[^\s()]|\([^\s()]*+\))*+)(?:\s++(?:"[^"]*+"|'[^']*+'|\([^()]*+\)))?+\s*+\)"""
)
LABEL = re.compile(r"\[[^\[\]]*\]")


class _Run:
    """A run of emphasis marks: where it stands in the output, and how many are unused."""

    __slots__ = ("at", "char", "closes", "left", "opens")

    def __init__(self, at: int, char: str, left: int, opens: bool, closes: bool) -> None:
        self.at, self.char, self.left, self.opens, self.closes = at, char, left, opens, closes


def plain_text(text: str) -> str:
    """The words of ``text`` without marks: links and images as their text, tags dropped, entities read."""
    text = text.strip()
    out: list[str] = []
    runs: list[_Run] = []
    brackets: list[int] = []
    closers: Ticks | None = None
    pos = 0
    while match := TOKEN.search(text, pos):
        out.append(text[pos : match.start()])
        pos = match.end()
        kind = match.lastgroup
        if kind == "escaped":
            out.append(match["escaped"])
        elif kind == "ticks":
            closers = closers or Ticks(text)
            pos = _code(text, match, closers, out)
        elif kind == "auto":
            out.append(match["auto"])
        elif kind == "entity":
            from html import unescape  # its table costs a hook as much as any module of ours

            out.append(unescape(match[0]))
        elif kind == "run":
            runs.append(_flanking(text, match, len(out)))
            out.append(match[0])
        elif kind == "open":
            brackets.append(len(out))
            out.append(match[0])
        elif kind == "close":
            pos = _link(text, match, out, brackets)
        # a tag or a template shows nothing
    out.append(text[pos:])
    _pair(runs)
    for run in runs:
        out[run.at] = run.char * run.left
    return " ".join("".join(out).split())


class Ticks:
    """The runs of backticks in a text: a code span ends with the next run as long as its first one."""

    __slots__ = ("_by_length",)

    def __init__(self, text: str) -> None:
        self._by_length: dict[int, list[int]] = {}
        for match in re.finditer("`+", text):
            self._by_length.setdefault(len(match[0]), []).append(match.start())

    def closer(self, length: int, after: int) -> int | None:
        """Where the next run of ``length`` ticks from ``after`` on starts; None: there is none."""
        starts = self._by_length.get(length, [])
        index = bisect_left(starts, after)
        return starts[index] if index < len(starts) else None


def _code(text: str, ticks: re.Match[str], closers: Ticks, out: list[str]) -> int:
    """Copy a code span; return where reading goes on. Ticks without a partner are text."""
    start = ticks.end()
    closer = closers.closer(len(ticks[0]), start)
    if closer is None:
        out.append(ticks[0])
        return start
    out.append(text[start:closer].strip())
    return closer + len(ticks[0])


def _link(text: str, bracket: re.Match[str], out: list[str], brackets: list[int]) -> int:
    """Close a bracket; the brackets of a link or image go, others stay as text."""
    target = TARGET.match(text, bracket.end()) or LABEL.match(text, bracket.end())
    if brackets:
        opener = brackets.pop()
        if target:
            out[opener] = ""
            return target.end()
    out.append("]")
    return bracket.end()


def _flanking(text: str, match: re.Match[str], at: int) -> _Run:
    before = text[match.start() - 1] if match.start() else " "
    after = text[match.end()] if match.end() < len(text) else " "
    left = not after.isspace() and (not _punctuation(after) or before.isspace() or _punctuation(before))
    right = not before.isspace() and (not _punctuation(before) or after.isspace() or _punctuation(after))
    char = match[0][0]
    if char == "_":
        left, right = left and (not right or _punctuation(before)), right and (not left or _punctuation(after))
    return _Run(at, char, len(match[0]), left, right)


def _punctuation(char: str) -> bool:
    return unicodedata.category(char)[0] in "PS"


def _pair(runs: list[_Run]) -> None:
    """Use up the marks that form emphasis, nearest opener first."""
    openers: list[_Run] = []
    for run in runs:
        while run.closes and run.left:
            partner = next((o for o in reversed(openers) if o.char == run.char), None)
            if not partner:
                break
            used = 2 if min(run.left, partner.left) >= 2 else 1
            run.left -= used
            partner.left -= used
            del openers[openers.index(partner) + (1 if partner.left else 0) :]
        if run.opens and run.left:
            openers.append(run)
