"""For each page: read, parse, check, suppress, sort."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from chunklint import catalogue
from chunklint.catalogue import Rule
from chunklint.checks import check_of
from chunklint.document import Document
from chunklint.document.model import Span
from chunklint.finding import Finding, Severity

DEFAULT_MAX_SIZE = 20_000_000


class ActiveRule(NamedTuple):
    """A rule that is on for a page, with the severity and the options that hold there."""

    rule: Rule
    severity: Severity
    options: Mapping[str, Any]


class PageSettings(NamedTuple):
    """What holds for one page: its dialect, its rules by code, and its language unless it names one."""

    dialect: str
    rules: Mapping[str, ActiveRule]
    language: str = "en"


def check_page(text: str, path: str, settings: PageSettings) -> list[Finding]:
    """The findings about a page, sorted by line, column and code. ``path`` is only named, not opened."""
    document = Document(text, path, settings.dialect, settings.language)
    kept = list(_raw(document, settings))
    if "chunklint:" in text:
        from chunklint import suppress

        kept, faults = suppress.apply(document, kept, catalogue.load(), frozenset(settings.rules))
        if active := settings.rules.get("CL003"):
            kept += [_label(fault, active) for fault in faults]
    return sorted(_place(document, kept), key=lambda f: (f.line, f.column, f.code))


def check_file(path: Path, name: str, settings: PageSettings) -> list[Finding]:
    """Read and check a file; one that cannot be read is itself a finding (CL001)."""
    try:
        return check_page(read(path, _max_size(settings)), name, settings)
    except Unreadable as error:
        return unreadable(name, str(error), settings)
    except RecursionError:
        return unreadable(name, "it is nested too deeply", settings)


def unreadable(name: str, why: str, settings: PageSettings) -> list[Finding]:
    """The finding for a page that cannot be read, unless CL001 is off."""
    active = settings.rules.get("CL001")
    if not active:
        return []
    finding = Finding(Span(0, 0), f"page cannot be read: {why}", "no answer of this page reaches the index as it is")
    return [_label(finding, active)._replace(path=name)]


class Unreadable(Exception):
    """A page that cannot be read, and why."""


def read(path: Path, max_size: int = DEFAULT_MAX_SIZE) -> str:
    """The text of a page, line ends kept. Raises ``Unreadable``."""
    try:
        if path.stat().st_size > max_size:
            raise Unreadable(f"larger than {max_size:,} bytes (max-file-size)")
        return decode(path.read_bytes())
    except OSError as error:
        raise Unreadable((error.strerror or str(error)).lower()) from error


def decode(data: bytes) -> str:
    """UTF-8 to text. Raises ``Unreadable`` with the place of the first bad byte."""
    if b"\0" in data[:8000]:
        raise Unreadable("it is a binary file, or UTF-16 text")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unreadable(f"not UTF-8: byte 0x{data[error.start]:02x} on line {line}") from error


def _max_size(settings: PageSettings) -> int:
    active = settings.rules.get("CL001")
    return int(active.options["max-file-size"]) if active else DEFAULT_MAX_SIZE


def _raw(document: Document, settings: PageSettings) -> Iterator[Finding]:
    """The findings of all rules that are on, labelled, before suppressions."""
    for code, active in settings.rules.items():
        check = check_of(code)
        if check:
            options = {name.replace("-", "_"): value for name, value in active.options.items()}
            for finding in check(document, **options):
                yield _label(finding, active)


def _label(finding: Finding, active: ActiveRule) -> Finding:
    """Add the rule; a minor finding is information only, unless the settings give the rule a severity."""
    minor = finding.minor and active.severity == active.rule.severity
    severity: Severity = "info" if minor else active.severity
    return finding._replace(code=active.rule.code, name=active.rule.name, severity=severity)


def _place(document: Document, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Add where each finding stands."""
    seen: dict[tuple[str, str], int] = {}
    for finding in sorted(findings, key=lambda f: f.span):
        line, column = document.lines.position(finding.span.start)
        end_line, end_column = document.lines.position(max(finding.span.end, finding.span.start))
        source = document.source(document.lines.span(line - 1))
        key = finding.code, " ".join(source.split())
        seen[key] = seen.get(key, 0) + 1
        yield finding._replace(
            path=document.path,
            line=line,
            column=column,
            end_line=end_line,
            end_column=end_column,
            source_line=source,
            occurrence=seen[key],
        )
