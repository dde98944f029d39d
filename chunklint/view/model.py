"""What the view shows, as plain data: pages, splitters, chunks, findings."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from chunklint import catalogue, engine
from chunklint.document import Document
from chunklint.engine import PageSettings
from chunklint.finding import Finding
from chunklint.splitters.broken import broken, lines_of, listed
from chunklint.splitters.chunk import Chunk
from chunklint.splitters.configured import Configured
from chunklint.splitters.lengths import is_exact, length
from chunklint.splitters.split import PageUnits, Split
from chunklint.survival import TOKENS, kept
from chunklint.units import KINDS
from chunklint.view.badges import BADGES, Bearers
from chunklint.view.regions import Region, regions

# Rules about cuts that are off by default speak in the view too, and are marked.
ALSO = ("CL6",)


class Rules(NamedTuple):
    """The rules that hold for a page under one splitter; ``added`` are those that ``chunklint check`` leaves off."""

    settings: PageSettings
    added: frozenset[str]


class ShownChunk(NamedTuple):
    """A chunk: its first and last line, its length in the unit of its splitter and in tokens.

    ``added`` is what the splitter puts in front of the source. The text is ``added`` and the source of ``spans``,
    unless ``text`` gives it. ``badges`` are pairs of a word and the index of a finding; ``breaks`` says of which
    units it holds a part. Offsets count UTF-16 units, as in the browser.
    """

    lines: tuple[int, int]
    size: int
    tokens: int
    headings: tuple[str, ...]
    added: str
    text: str | None
    spans: tuple[tuple[int, int], ...]
    badges: tuple[tuple[str, int], ...]
    breaks: tuple[str, ...]


class ShownSplit(NamedTuple):
    """A page as one splitter cuts it: findings by their index."""

    chunks: tuple[ShownChunk, ...]
    regions: tuple[Region, ...]
    findings: tuple[int, ...]
    units: Mapping[str, tuple[int, int]]


class ShownFinding(NamedTuple):
    """A finding, with start and end in UTF-16 units; ``added`` that ``chunklint check`` would not report it."""

    code: str
    severity: str
    message: str
    help: str
    line: int
    start: int
    end: int
    added: bool


class ShownPage(NamedTuple):
    """A page under several splitters, which share its findings; ``error`` says why it cannot be read."""

    path: str
    text: str
    tokens: int
    findings: tuple[ShownFinding, ...]
    splits: tuple[ShownSplit, ...]
    error: str = ""


class PageSummary(NamedTuple):
    """What the index says of a page; for each splitter chunk tokens, units whole and in all, and findings."""

    path: str
    tokens: int
    chunks: tuple[tuple[int, ...], ...]
    units: tuple[Mapping[str, tuple[int, int]], ...]
    findings: tuple[int, ...]
    error: str = ""


def shown_page(document: Document, splitters: Sequence[Configured], rules: Sequence[Rules]) -> ShownPage:
    """A page under each of ``splitters``, checked with the rules of the same place."""
    units, offsets = PageUnits(document), _utf16(document.text)
    known: dict[ShownFinding, int] = {}
    splits = []
    for splitter, (settings, added) in zip(splitters, rules, strict=True):
        split = Split(document, splitter, units)
        found = engine.check_document(document, settings, (split,))
        indexes = [known.setdefault(_finding(each, offsets, added), len(known)) for each in found]
        splits.append(_split(split, found, indexes, offsets))
    return ShownPage(document.path, document.text, length(TOKENS)(document.text), tuple(known), tuple(splits))


def unreadable(path: str, why: str, splitters: Sequence[Configured]) -> ShownPage:
    """A page that cannot be read: empty, and with the reason."""
    return shown_page(Document("", path), splitters, [_NO_RULES] * len(splitters))._replace(error=why)


_NO_RULES = Rules(PageSettings("gfm", {}), frozenset())


def summary(page: ShownPage) -> PageSummary:
    """What the index needs to know of a page."""
    return PageSummary(
        page.path,
        page.tokens,
        tuple(tuple(chunk.tokens for chunk in split.chunks) for split in page.splits),
        tuple(split.units for split in page.splits),
        tuple(len(split.findings) for split in page.splits),
        page.error,
    )


def described(splitters: Iterable[Configured]) -> list[dict[str, Any]]:
    """Name, description and limits of splitters."""
    return [
        {
            "name": each.name,
            "label": each.label,
            "described": each.described,
            "stack": each.preset.stack,
            "size": each.limits.size,
            "overlap": each.limits.overlap,
            "unit": each.limits.unit,
            "encoding": each.limits.encoding if each.limits.unit == "tokens" else "",
            "exact": is_exact(each.limits),
        }
        for each in splitters
    ]


def about_rules(codes: Iterable[str]) -> dict[str, dict[str, str]]:
    """Name, summary and the first words of the manual of rules, by code."""
    rules = catalogue.load().rules
    return {
        code: {"name": rules[code].name, "summary": rules[code].summary, "about": _about(rules[code].text)}
        for code in sorted(set(codes))
    }


def _about(manual: str) -> str:
    """The manual of a rule up to its first example, without the title."""
    said = manual.split("\n## Reported", 1)[0].split("\n", 1)[-1]
    return "\n\n".join(part.lstrip("# ") for part in said.split("\n\n") if part.strip()).strip()


def plain(value: Any) -> Any:
    """Named tuples as objects, for JSON."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain(field) for name, field in value._asdict().items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return {key: plain(item) for key, item in value.items()} if isinstance(value, Mapping) else value


def _split(split: Split, found: Sequence[Finding], indexes: Sequence[int], offset: Callable[[int], int]) -> ShownSplit:
    badges: dict[int, list[tuple[str, int]]] = {}
    bearers = Bearers(split)
    for finding, index in zip(found, indexes, strict=True):
        if word := BADGES.get(finding.code):
            for chunk in bearers.of(finding):
                badges.setdefault(chunk, []).append((word, index))
    breaks = broken(split)
    chunks = (
        _chunk(split, chunk, tuple(badges.get(number, ())), tuple(listed(split.document, breaks[number])), offset)
        for number, chunk in enumerate(split.chunks)
    )
    shown = tuple(
        region._replace(start=offset(region.start), end=offset(region.end)) for region in regions(split.coverage)
    )
    kinds = {kind: kept(split, kind) for kind in KINDS}
    units: dict[str, tuple[int, int]] = {kind: (both.whole, both.total) for kind, both in kinds.items() if both.total}
    return ShownSplit(tuple(chunks), shown, tuple(indexes), units)


def _chunk(
    split: Split,
    chunk: Chunk,
    badges: tuple[tuple[str, int], ...],
    breaks: tuple[str, ...],
    offset: Callable[[int], int],
) -> ShownChunk:
    document = split.document
    as_is = chunk.text == chunk.added + "".join(map(document.source, chunk.spans))
    return ShownChunk(
        lines_of(document, chunk),
        length(split.splitter.limits)(chunk.text),
        length(TOKENS)(chunk.text),
        chunk.headings,
        chunk.added,
        None if as_is else chunk.text,
        tuple((offset(start), offset(end)) for start, end in chunk.spans) if as_is else (),
        badges,
        breaks,
    )


def _finding(finding: Finding, offset: Callable[[int], int], added: frozenset[str]) -> ShownFinding:
    start, end = finding.span
    return ShownFinding(
        finding.code,
        finding.severity,
        finding.message,
        finding.help,
        finding.line,
        offset(start),
        offset(max(end, start)),
        finding.code in added,
    )


def _utf16(text: str) -> Callable[[int], int]:
    """From code points to UTF-16 units: JavaScript counts a character beyond U+FFFF twice."""
    wide = [] if text.isascii() else [at for at, sign in enumerate(text) if sign > "\uffff"]
    return (lambda offset: offset + bisect_left(wide, offset)) if wide else (lambda offset: offset)
