"""Reports for people."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from chunklint.finding import Finding
from chunklint.report import Run

_COLOURS = {"error": "31", "warning": "33", "info": "36"}
_WIDEST = 120


def full(run: Run, colour: bool) -> Iterator[str]:
    """Each finding with its source line, the span underlined, and what to do."""
    for finding in run.findings:
        yield _headline(finding, colour)
        yield from _excerpt(finding, colour)
        for place in finding.related:
            yield f"  = see: {place.path}:{place.line}:{place.column} {place.message}"
        if finding.help:
            yield f"  = help: {finding.help}"
        if finding.fix:
            yield f"  = fix: {finding.fix.title} ({'--fix' if finding.fix.safe else '--fix --unsafe-fixes'})"
        yield ""


def concise(run: Run, colour: bool) -> Iterator[str]:
    """One line a finding."""
    for finding in run.findings:
        yield _headline(finding, colour)


def grouped(run: Run, colour: bool) -> Iterator[str]:
    """The findings of each page under its path."""
    for path, findings in groupby(run.findings, key=lambda f: f.path):
        yield _paint(path, "1", colour)
        for f in findings:
            yield f"  {f.line}:{f.column}: {_label(f, colour)} {f.message}"
        yield ""


def statistics(run: Run) -> Iterator[str]:
    """How often each rule spoke, the commonest first."""
    counts = Counter((f.code, f.name) for f in run.findings)
    for (code, name), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        yield f"{count:>7,}  {code}  {name}"


def _headline(finding: Finding, colour: bool) -> str:
    place = f"{_paint(finding.path, '1', colour)}:{finding.line}:{finding.column}:"
    return f"{place} {_label(finding, colour)} {finding.message}"


def _label(finding: Finding, colour: bool) -> str:
    """Code and severity, and a star where a safe fix is at hand."""
    label = _paint(f"{finding.code} [{finding.severity}]", _COLOURS[finding.severity], colour)
    return f"{label} [*]" if finding.fix and finding.fix.safe else label


def _paint(text: str, code: str, colour: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text


def _excerpt(finding: Finding, colour: bool) -> Iterator[str]:
    """The source line with the span underlined; of a long line, the part around the span."""
    line, start = finding.source_line, finding.column - 1
    if not line.strip():
        return
    end = finding.end_column - 1 if finding.end_line == finding.line else len(line.rstrip())
    shift = max(0, min(start - 20, len(line) - _WIDEST)) if len(line) > _WIDEST else 0
    shown = _clean(line[shift : shift + _WIDEST])
    start, end = start - shift, min(end - shift, len(shown))
    number = str(finding.line)
    underline = " " * _width(shown[:start]) + "^" * max(_width(shown[start:end]), 1)
    yield f"{' ' * len(number)} |"
    yield f"{number} | {shown}"
    yield f"{' ' * len(number)} | {_paint(underline, _COLOURS[finding.severity], colour)}"


def _clean(text: str) -> str:
    """Tabs and control characters as one blank each: a page cannot move the reader's cursor."""
    return "".join(" " if unicodedata.category(char) in ("Cc", "Zl", "Zp") else char for char in text)


def _width(text: str) -> int:
    """The columns that ``text`` takes in a terminal: wide characters take two, marks none."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(unicodedata.category(char) in ("Mn", "Me", "Cf") for char in text)
