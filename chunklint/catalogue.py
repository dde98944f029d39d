"""The rules, read from their pages.

The front matter of ``rules/CL301-table-without-header.md`` is the only record of that rule;
its text is the manual and its examples are the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from chunklint import plain_yaml
from chunklint.finding import Severity

_TYPES: dict[str, type] = {"int": int, "bool": bool, "str": str, "list": list}


class UnknownRule(ValueError):
    """A selector that fits no rule; the message suggests the closest."""


# Whom a rule matters to: everyone; who cuts at headings; who takes lines for headings without parsing the page; who
# has not said how the page is cut, since the size stands in for what the cut rules know; a configured splitter; who
# keeps known answers; or a store of chunks.
Concerns = Literal["everyone", "headings", "raw headings", "size", "cuts", "facts", "stores"]
_CONCERNS: dict[str, Concerns] = {"CL6": "cuts", "CL7": "facts", "CL8": "stores"}


class Option(NamedTuple):
    """An option of a rule: a keyword parameter of its check."""

    name: str
    type: str
    default: Any
    help: str

    def accepts(self, value: object) -> bool:
        """Whether ``value`` is of the option's type (a list holds strings only)."""
        if isinstance(value, list):
            return self.type == "list" and all(isinstance(item, str) for item in value)
        return type(value) is _TYPES[self.type]


class Rule(NamedTuple):
    """The front matter of a rule's page, and where the page is. ``blocks`` are the kinds that its findings stand
    on; ``any`` says that any may be cut, ``page`` that it looks at the page as a whole."""

    code: str
    name: str
    blocks: tuple[str, ...]
    summary: str
    severity: Severity
    default: bool
    concerns: Concerns
    fixable: bool
    since: str
    options: Mapping[str, Option]
    page: Path

    @property
    def text(self) -> str:
        """The page without its front matter."""
        return self.page.read_text(encoding="utf-8").split("\n---\n", 1)[1].lstrip("\n")


class Catalogue(NamedTuple):
    """All rules by code, in the order of their codes."""

    rules: Mapping[str, Rule]

    def select(self, selector: str) -> frozenset[str]:
        """The codes that a code, a prefix of codes (``CL3``), a name or ``ALL`` stands for."""
        if selector.upper() == "ALL":
            return frozenset(self.rules)
        found = frozenset(
            c for c, rule in self.rules.items() if selector == rule.name or c.startswith(selector.upper())
        )
        if found and selector:
            return found
        names = [word for rule in self.rules.values() for word in (rule.code, rule.name)]
        raise UnknownRule(f'unknown rule "{selector}"{did_you_mean(selector, names)}')


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``; did you mean "…"?`` for the closest known word, else nothing."""
    from difflib import get_close_matches

    close = get_close_matches(word, list(known), 1)
    return f'; did you mean "{close[0]}"?' if close else ""


def _folder() -> Path:
    """The pages: inside the installed package, or beside it in a checkout."""
    inside = Path(__file__).parent / "rules"
    return inside if inside.is_dir() else Path(__file__).parent.parent / "rules"


@cache
def load() -> Catalogue:
    """Read all pages."""
    rules = (_read(page) for page in sorted(_folder().glob("CL*.md")))
    return Catalogue({rule.code: rule for rule in rules})


def _read(page: Path) -> Rule:
    """The record of a page: plain scalars, which need no YAML library. A page that has others is a mistake."""
    front_matter = page.read_text(encoding="utf-8").split("\n---\n", 1)[0].removeprefix("---\n")
    record = plain_yaml.load(front_matter)
    if record is None:
        raise ValueError(f"{page}: the front matter of a rule holds only plain scalars")
    options = {name: _option(name, fields) for name, fields in (record.pop("options", None) or {}).items()}
    record.setdefault("concerns", _CONCERNS.get(record["code"][:3], "everyone"))
    record["blocks"] = tuple(record.get("blocks", "").split())
    for flag in ("default", "fixable"):
        record[flag] = record[flag] == "true"
    return Rule(**record, options=options, page=page)


def _option(name: str, fields: dict[str, str]) -> Option:
    read: dict[str, Callable[[str], Any]] = {"int": int, "bool": "true".__eq__, "str": str, "list": str.split}
    return Option(name, fields["type"], read[fields["type"]](fields["default"]), fields["help"])
