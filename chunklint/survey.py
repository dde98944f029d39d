"""What a repository holds: its pages, generators, languages, findings, and the splitter that its code names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from chunklint import engine
from chunklint.document import Document
from chunklint.finding import SEVERITIES
from chunklint.project import Project, shown
from chunklint.splitters.configured import Configured, SplitterError, from_table
from chunklint.splitters.in_code import Call


class Survey(NamedTuple):
    """``dialects``, ``languages`` and ``codes`` count pages, pages and findings; ``failing`` those that fail a run."""

    pages: int
    dialects: Counter[str]
    languages: Counter[str]
    codes: Counter[str]
    failing: int


def survey(project: Project, pages: Iterable[Path]) -> Survey:
    """Look at all pages with the settings of ``project``."""
    found = Survey(0, Counter(), Counter(), Counter(), 0)
    number = failing = 0
    for path in pages:
        number += 1
        settings = project.page(path)
        found.dialects[settings.dialect] += 1
        grave = SEVERITIES[: SEVERITIES.index("warning") + 1]
        try:
            document = Document(engine.read(path), shown(path), settings.dialect, settings.language)
            findings = engine.check_document(document, settings)
            found.languages[document.language] += 1
        except (engine.Unreadable, RecursionError) as error:
            findings = engine.unreadable(shown(path), str(error), settings)
        found.codes.update(finding.code for finding in findings)
        failing += sum(finding.severity in grave for finding in findings)
    return found._replace(pages=number, failing=failing)


def configured(calls: Iterable[Call]) -> tuple[Call, Configured] | None:
    """The call that most others agree with and that a preset reproduces, with the splitter that it makes.

    Of equals the first one counts.
    """
    usable = [(call, splitter) for call in calls if (splitter := _splitter(call))]
    counts = Counter(splitter.limits for _, splitter in usable)
    return max(usable, key=lambda pair: counts[pair[1].limits], default=None)


def table_of(call: Call) -> dict[str, str | int]:
    """The keys of a ``[[splitter]]`` table for a call."""
    given = {"size": call.size, "overlap": call.overlap if call.size else None}
    words = {"preset": call.preset, "unit": call.unit, "encoding": call.encoding}
    return {key: value for key, value in {**words, **given}.items() if value not in (None, "")}


def _splitter(call: Call) -> Configured | None:
    """A splitter that does as the call says; None where its size is unknown or no preset does the same."""
    from chunklint.splitters.presets import PRESETS

    if not call.preset or (call.size is None and PRESETS[call.preset].limits.size):
        return None
    try:
        return from_table(table_of(call), Path(), allow_code=False)
    except SplitterError:
        return None
