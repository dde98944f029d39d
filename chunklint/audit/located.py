"""Findings that stand in a store, under the settings that hold for its files."""

from __future__ import annotations

from pathlib import Path

from chunklint import engine
from chunklint.document import Span
from chunklint.engine import ActiveRule, PageSettings
from chunklint.finding import Finding
from chunklint.project import Project, shown
from chunklint.stores.alone import SHOWN, Flag, Rules
from chunklint.stores.record import Stored
from chunklint.stores.seen import Place

# What an audit reports: unreadable pages, cuts and stores. What is too long to embed says CL807.
_FAMILIES = ("CL001", engine.CUTS, engine.STORES)
_SAID_BY_OTHERS = frozenset({"CL611"})


def audited(page: PageSettings) -> PageSettings:
    """The settings of a page with the rules of an audit only."""
    rules = {
        code: rule for code, rule in page.rules.items() if code.startswith(_FAMILIES) and code not in _SAID_BY_OTHERS
    }
    return page._replace(rules=rules)


class Located:
    """Makes findings of flags, at the records that they are about."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._rules: dict[str, dict[str, ActiveRule]] = {}
        self._shown: dict[str, str] = {}

    def rules(self, file: str) -> dict[str, ActiveRule]:
        """The rules that are on for a file, by code."""
        if file not in self._rules:
            self._rules[file] = dict(audited(self._project.page(Path(file))).rules)
            self._shown[file] = file if file == "-" or "://" in file else shown(Path(file))
        return self._rules[file]

    def options(self, file: str) -> Rules:
        """The options of the rules that are on for a file."""
        return {code: rule.options for code, rule in self.rules(file).items()}

    def finding(self, one: Stored, code: str, flag: Flag) -> Finding | None:
        """A flag at its record, with the text that it is about in place of the line; None if the rule is off."""
        start, end = flag.span
        excerpt = " ".join(one.text[start : max(end, start + SHOWN)].split())
        return self._labelled(one.file, one.line, code, flag, excerpt)

    def at(self, place: Place, code: str, flag: Flag) -> Finding | None:
        """A flag at a record of which only the place is known."""
        return self._labelled(place.file, place.line, code, flag, place.name)

    def _labelled(self, file: str, line: int, code: str, flag: Flag, excerpt: str) -> Finding | None:
        rule = self.rules(file).get(code)
        if not rule:
            return None
        return Finding(
            Span(0, 0),
            flag.message,
            flag.help,
            code=code,
            name=rule.rule.name,
            severity=rule.severity,
            path=self._shown[file],
            line=line,
            end_line=line,
            end_column=len(excerpt) + 1,
            source_line=excerpt,
        )
