"""Word lists for the rules that read a language. A language is a file of plain YAML beside this module."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from chunklint import plain_yaml

# Between the words of a list, which may hold blanks.
_BETWEEN = "/"
# ISO 639-1 codes of the languages that documentation is translated to most, as folders name them.
_TRANSLATED = frozenset(
    "ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv ta th tr"
    " uk vi zh".split()
)


# Letters of a region or script behind a language: none, "br", "hans".
_REGIONS = (0, 2, 4)


def of_path(path: str) -> str:
    """The language that a page is named for (``index.fr.md``: "fr"), or the innermost such folder above it
    (``docs/pt-br/a.md``: "pt"); empty if none is."""
    *folders, name = path.lower().replace("_", "-").split("/")
    parts = (part.partition("-") for part in (*name.split(".")[1:-1][-1:], *reversed(folders)))
    return next((code for code, _, region in parts if code in _TRANSLATED and len(region) in _REGIONS), "")


@cache
def words(language: str) -> dict[str, frozenset[str]] | None:
    """The word lists of a language (an ISO 639 code, also with a region: ``en-GB``); None without any."""
    path = Path(__file__).with_name(f"{language.replace('_', '-').split('-')[0].lower()}.yaml")
    if not path.is_file():
        return None
    lists = plain_yaml.load(path.read_text(encoding="utf-8").rstrip("\n"))
    if lists is None:
        raise ValueError(f"{path}: word lists are plain scalars with {_BETWEEN!r} between the words")
    return {name: frozenset(text.strip() for text in value.split(_BETWEEN)) for name, value in lists.items()}


@cache
def phrases(words: frozenset[str]) -> re.Pattern[str]:
    """A pattern for any of the phrases as whole words; the longest first. Without phrases it never matches."""
    longest_first = sorted(words, key=len, reverse=True)
    either = "|".join(re.escape(phrase).replace(r"\ ", r"\s+") for phrase in longest_first)
    return re.compile(rf"\b(?:{either})\b" if either else r"(?!)", re.I)
