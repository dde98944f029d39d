"""For each page: read, parse, check, suppress, sort."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint import catalogue
from chunklint.catalogue import Rule
from chunklint.checks import check_of
from chunklint.document import Document
from chunklint.document.model import Span
from chunklint.finding import Finding, Severity
from chunklint.placing import placed

if TYPE_CHECKING:
    from chunklint.checks.across import Facts
    from chunklint.splitters.configured import Configured
    from chunklint.splitters.split import Split

# The family of the rules that need all pages, that of those that need a splitter, and a store of chunks.
ACROSS = "CL9"
CUTS = "CL6"
STORES = "CL8"
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
    splitters: tuple[Configured, ...] = ()


def check_page(text: str, path: str, settings: PageSettings) -> list[Finding]:
    """The findings about a page, sorted by line, column and code. ``path`` is only named, not opened."""
    return check_document(Document(text, path, settings.dialect, settings.language), settings)


def check_document(document: Document, settings: PageSettings, splits: Sequence[Split] | None = None) -> list[Finding]:
    """The findings about a parsed page, sorted by line, column and code.

    ``splits`` is the page as the configured splitters cut it, where the caller has that at hand.
    """
    found = list(unsuppressed(document, settings, splits))
    if "chunklint:" in document.text:
        from chunklint import suppress

        # What is only known when all pages are read is no suppression's fault here.
        checked = frozenset(code for code in settings.rules if not code.startswith(ACROSS))
        found, faults = suppress.apply(document, found, catalogue.load(), checked)
        if active := settings.rules.get("CL003"):
            found += [label(fault, active) for fault in faults]
    return sorted(placed(document, found), key=lambda f: (f.line, f.column, f.code))


def check_file(
    path: Path,
    name: str,
    settings: PageSettings,
    facts: list[Facts] | None = None,
    data: bytes | None = None,
    only_facts: bool = False,
) -> list[Finding]:
    """Read and check a file, or ``data`` in its place; one that cannot be read is itself a finding (CL001).

    What the rules across pages have to know of the page is added to ``facts``; with ``only_facts`` nothing else is
    done with it.
    """
    try:
        document = _open(path, name, settings, data)
        if facts is not None and any(code.startswith(ACROSS) for code in settings.rules):
            from chunklint.checks import across

            facts += filter(None, [across.facts_of(document, sketched="CL902" in settings.rules)])
        return [] if only_facts else check_document(document, settings)
    except Unreadable as error:
        return unreadable(name, str(error), settings)
    except RecursionError:
        return unreadable(name, "it is nested too deeply", settings)


def check_across(facts: list[Facts], settings_of: Callable[[str], PageSettings]) -> Iterator[tuple[str, Finding]]:
    """The findings that only show when pages are laid side by side, with the page that each is about, not placed yet.

    A page counts for a rule where its own settings have the rule on.
    """
    from chunklint.checks import across

    for code, check in across.ACROSS.items():
        active = {fact.path: rule for fact in facts if (rule := settings_of(fact.path).rules.get(code))}
        for options in {tuple(rule.options.items()) for rule in active.values()}:
            same = [f for f in facts if f.path in active and tuple(active[f.path].options.items()) == options]
            for fact, finding in check(same, **{name.replace("-", "_"): value for name, value in options}):
                yield fact.path, label(finding, active[fact.path])


def _open(path: Path, name: str, settings: PageSettings, data: bytes | None) -> Document:
    text = read_page(path, settings) if data is None else decode(data)
    return Document(text, name, settings.dialect, settings.language)


def place(
    path: Path, name: str, settings: PageSettings, found: list[Finding], data: bytes | None = None
) -> list[Finding]:
    """Findings about a page with their lines, without those that it suppresses; the page is read again."""
    from chunklint import suppress

    document = _open(path, name, settings, data)
    kept, _ = suppress.apply(document, found, catalogue.load(), frozenset())
    return list(placed(document, kept))


def unreadable(name: str, why: str, settings: PageSettings) -> list[Finding]:
    """The finding for a page that cannot be read, unless CL001 is off."""
    active = settings.rules.get("CL001")
    if not active:
        return []
    finding = Finding(Span(0, 0), f"page cannot be read: {why}", "no answer of this page reaches the index as it is")
    return [label(finding, active)._replace(path=name)]


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


def read_page(path: Path, settings: PageSettings) -> str:
    """The text of a page no larger than its settings allow. Raises ``Unreadable``."""
    active = settings.rules.get("CL001")
    return read(path, int(active.options["max-file-size"]) if active else DEFAULT_MAX_SIZE)


def decode(data: bytes) -> str:
    """UTF-8 to text. Raises ``Unreadable`` with the place of the first bad byte."""
    if b"\0" in data[:8000]:
        raise Unreadable("it is a binary file, or UTF-16 text")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unreadable(f"not UTF-8: byte 0x{data[error.start]:02x} on line {line}") from error


def unsuppressed(
    document: Document, settings: PageSettings, splits: Sequence[Split] | None = None
) -> Iterator[Finding]:
    """The findings of all rules that are on, labelled, not placed yet, suppressed ones too."""
    splits = list(_splits(document, settings)) if splits is None else splits
    for code, active in settings.rules.items():
        check = check_of(code)
        if check:
            options = {name.replace("-", "_"): value for name, value in active.options.items()}
            given: list[tuple[Split, ...]] = [()]
            if code.startswith((CUTS, STORES)):  # where there is no chunk nothing is cut, but all may be missing
                given = [(split,) for split in splits if split.chunks or code.startswith(STORES)]
            for args in given:
                for finding in check(document, *args, **options):
                    yield label(finding, active)


def _splits(document: Document, settings: PageSettings) -> Iterator[Split]:
    """The page as each configured splitter cuts it."""
    if settings.splitters and any(code.startswith(CUTS) for code in settings.rules):
        from chunklint.splitters.split import PageUnits, Split

        units = PageUnits(document)
        for splitter in settings.splitters:
            yield Split(document, splitter, units)


def label(finding: Finding, active: ActiveRule) -> Finding:
    """Add the rule; a minor finding is information only, unless the settings give the rule a severity."""
    minor = finding.minor and active.severity == active.rule.severity
    severity: Severity = "info" if minor else active.severity
    return finding._replace(code=active.rule.code, name=active.rule.name, severity=severity)
