"""An audit of a store against the pages that its chunks are from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from chunklint import engine
from chunklint.audit.located import Located, audited
from chunklint.audit.summary import Summary
from chunklint.checks.stores import Sentences
from chunklint.checks.wording import counted, quoted
from chunklint.document import Document
from chunklint.engine import PageSettings
from chunklint.finding import Finding
from chunklint.project import Project, shown
from chunklint.splitters.chunk import Limits
from chunklint.splitters.configured import Configured
from chunklint.splitters.presets import Preset
from chunklint.splitters.split import PageUnits, Split
from chunklint.stores.alone import Flag, damaged, here, judge, words_of
from chunklint.stores.assign import assign
from chunklint.stores.place import Placement, place
from chunklint.stores.record import Stored
from chunklint.stores.seen import Seen
from chunklint.stores.together import Missing, broken, duplicate
from chunklint.survival import Kept, kept
from chunklint.units import KINDS

_BATCH = 1000
# The cut rules about units: one that no chunk has any part of was not cut, it is uncovered.
_OF_UNITS = frozenset({"CL601", "CL602", "CL605", "CL606", "CL607", "CL608", "CL609"})
# Flags by the number of the chunk that each is about, with its code.
Flags = Mapping[int, Sequence[tuple[str, Flag]]]
Numbered = Sequence[tuple[int, Stored]]


def store_splitter(records: Sequence[Stored], name: str) -> Configured:
    """The store as a splitter: its name, and the size of its largest chunk in characters."""
    largest = max((len(one.text) for one in records), default=0)
    return Configured(name, Preset(name, "chunks that exist already", "", Limits(0), "unknown"), Limits(largest))


def audit(
    records: Sequence[Stored],
    pages: Sequence[Path],
    project: Project,
    splitter: Configured,
    summary: Summary,
    roots: Sequence[Path] = (),
) -> Iterator[Finding]:
    """The findings against ``pages``, page by page, then those that stand in the store itself.

    ``splitter`` is the store as ``store_splitter`` gives it, and one of the settings of ``project``. A chunk of a
    page that is in none of the folders ``roots`` is of a page that is gone. Raises ``SettingsError``.
    """
    by_name = {shown(path): path for path in pages}
    located = Located(project)
    flags, missing = _together(records, located)
    summary.chunks, summary.pages, summary.lost_ends = len(records), 0, 0
    summary.flagged["CL804"] += missing[0]
    assigned = assign(enumerate(records), list(by_name), lambda name: _text(by_name[name], project.page(by_name[name])))
    placed: set[int] = set()
    for name, path in by_name.items():
        settings = audited(project.page(path))
        try:
            text = engine.read_page(path, settings)
        except engine.Unreadable as error:
            yield from engine.unreadable(name, str(error), settings)
            continue
        document = Document(text, name, settings.dialect, settings.language)
        placement = _placement(text, assigned.of.get(name, ()), flags)
        split = Split(document, splitter, PageUnits(document), placement)
        placed.update(id(one) for one in placement.records)
        yield from summary.counted(_of_page(split, settings))
        _measure(split, summary)
    if not roots:
        assigned = assigned._replace(lost=[])  # one page was looked at, or a few
    gone = {source: chunks for source, chunks in assigned.gone.items() if roots and not _exists(source, roots)}
    summary.outside = len(records) - sum(map(len, (*assigned.of.values(), *gone.values(), assigned.lost)))
    yield from summary.counted(_gone(gone, assigned.lost, located))
    unplaced = ((number, one) for number, one in enumerate(records) if id(one) not in placed)
    yield from summary.counted((*missing[1], *_at_records(unplaced, flags, located)))


def _text(path: Path, settings: PageSettings) -> str:
    try:
        return engine.read_page(path, settings)
    except engine.Unreadable:
        return ""  # that is reported when the page is judged


def _together(records: Sequence[Stored], located: Located) -> tuple[Flags, tuple[int, list[Finding]]]:
    """What only shows when all chunks are known: flags of single ones, and what is missing everywhere."""
    options = located.options(records[0].file) if records else {}
    seen, missing = Seen(), Missing(options.get("CL804", {}).get("required", ()))
    flags: dict[int, list[tuple[str, Flag]]] = defaultdict(list)
    lacking = sum(missing.see(one) for one in records)
    only = {code: options[code] for code in ("CL803",) if code in options}
    for at in range(0, len(records), _BATCH):
        batch = list(enumerate(records[at : at + _BATCH], at))
        for twin in seen.add(judge(batch, only, "").traces):
            flags[twin.place.number].append(("CL803", duplicate(twin)))
    for number, one in enumerate(records):
        if not one.text.strip():  # that stands in no page
            flags[number] += (("CL806", flag) for flag in damaged(one, here(one), words_of("")))
    for unit in broken(seen.units()):
        flags[unit.place.number].append((unit.code, unit.flag))
    said = (located.finding(one, "CL804", flag) for one, flag in missing.flags())
    return flags, (lacking, [finding for finding in said if finding])


def _placement(text: str, own: Sequence[tuple[int, Stored]], flags: Flags) -> Placement:
    """The chunks of a page in it, with the flags of those that are there."""
    placement = place(text, [one for _, one in own])
    numbers = {id(one): number for number, one in own}
    of_page = [
        (index, code, flag)
        for index, one in enumerate(placement.records)
        for code, flag in flags.get(numbers[id(one)], ())
    ]
    return placement._replace(flags=tuple(of_page))


def _of_page(split: Split, settings: PageSettings) -> Iterator[Finding]:
    """The findings of a page, each with the chunks that it is about."""
    stored = split.stored
    if not split.chunks:
        rules = {code: rule for code, rule in settings.rules.items() if not code.startswith(engine.CUTS)}
        settings = settings._replace(rules=rules)
    for finding in engine.check_document(split.document, settings, [split]):
        if stored and finding.code.startswith(engine.CUTS):
            touching = [index for _, _, index in split.coverage.touching(finding.span)]
            if not touching and finding.code in _OF_UNITS:
                continue
            if names := [_called(stored.records[index]) for index in dict.fromkeys(touching)]:
                finding = finding._replace(help=f"{finding.help} ({_listed(names)})")
        yield finding


def _called(one: Stored) -> str:
    return one.id or f"{Path(one.file).name}:{one.line}"


def _listed(names: Sequence[str]) -> str:
    shown_names = ", ".join(name[:40] for name in names[:3])
    return f"chunk{'' if len(names) == 1 else 's'} {shown_names}{' …' if len(names) > 3 else ''}"


def _measure(split: Split, summary: Summary) -> None:
    """Count the units of a page that stay whole, and the chunks that end inside of a sentence."""
    summary.pages = (summary.pages or 0) + 1
    if not split.chunks:
        return
    sentences = Sentences(split)
    for chunk in split.chunks:
        if cut := sentences.around(chunk.spans[-1].end):
            summary.ends += 1
            summary.lost_ends = (summary.lost_ends or 0) + (not split.is_whole(cut))
    for kind in KINDS:
        found, before = kept(split, kind), summary.units.get(kind, Kept())
        summary.units[kind] = Kept(before.whole + found.whole, before.total + found.total)
        summary.worst[split.document.path] += found.total - found.whole


def _exists(source: str, roots: Sequence[Path]) -> bool:
    """Whether a page is there although it is not looked at, as in a hidden folder, or where ``exclude`` removes it."""
    try:
        return any((root / source).exists() for root in (*roots, Path()))
    except (OSError, ValueError):
        return False


def _gone(gone: Mapping[str, Numbered], lost: Numbered, located: Located) -> Iterator[Finding]:
    """Chunks of pages that do not exist, once for each page, and those whose text no page has."""
    for source, chunks in gone.items():
        message = f"{counted(len(chunks), 'chunk')} of {quoted(source, 40)}: the source has no such page"
        if finding := located.finding(chunks[0][1], "CL801", Flag(message, _DELETE)):
            yield finding
    for _, one in lost:
        flag = Flag(f"{here(one)} has text that no page has: {quoted(one.text, 34)}", _DELETE)
        if finding := located.finding(one, "CL801", flag):
            yield finding


_DELETE = "delete what is left of pages that are gone: answers still come from them"


def _at_records(unplaced: Iterable[tuple[int, Stored]], flags: Flags, located: Located) -> Iterator[Finding]:
    """The flags of chunks that stand in no page."""
    for number, one in unplaced:
        for code, flag in flags.get(number, ()):
            if finding := located.finding(one, code, flag):
                yield finding
