"""The output formats: each a function from the findings of a run to text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from chunklint.finding import Finding


def _more_than_information(finding: Finding) -> bool:
    return finding.severity != "info"


class Run(NamedTuple):
    """What a run found: how many pages were checked, the findings page by page, and which of them fail it.

    ``summary`` is what an audit counted, in the form in which the JSON report gives it.
    """

    pages: int
    findings: list[Finding]
    fails: Callable[[Finding], bool] = _more_than_information
    summary: Mapping[str, Any] | None = None


# Yields the lines of the report.
Format = Callable[[Run, bool], Iterator[str]]

_MODULES = {
    "full": "text",
    "concise": "text",
    "grouped": "text",
    "json": "data",
    "jsonl": "data",
    "github": "github",
    "sarif": "sarif",
    "gitlab": "gitlab",
    "junit": "markup",
    "checkstyle": "markup",
    "rdjson": "reviewdog",
    "rdjsonl": "reviewdog",
    "azure": "azure",
}
FORMATS = tuple(_MODULES)
# Formats that a person reads: a closing line says what to do next.
FOR_PEOPLE = frozenset({"full", "concise", "grouped"})


def lines(name: str, run: Run, colour: bool = False) -> Iterator[str]:
    """The report of ``run`` in the format ``name``, line by line."""
    write: Format = getattr(import_module(f"chunklint.report.{_MODULES[name]}"), name)
    return write(run, colour)
