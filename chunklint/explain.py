"""What is known about one line of a page: where it stands, which rules looked at it, and what they say or why not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from chunklint import catalogue, engine, suppress
from chunklint.catalogue import Rule
from chunklint.document import Block, Document, Section
from chunklint.document.model import (
    Break,
    Code,
    Directive,
    FrontMatter,
    Heading,
    Html,
    Item,
    LinkDefinition,
    List,
    Paragraph,
    Quote,
    Table,
    children,
)
from chunklint.engine import ActiveRule, PageSettings
from chunklint.finding import Finding
from chunklint.patterns import Patterns
from chunklint.placing import placed
from chunklint.settings import Settings

KINDS: dict[type[Block], str] = {
    Break: "rule",
    Code: "code",
    Directive: "directive",
    FrontMatter: "front-matter",
    Heading: "heading",
    Html: "html",
    Item: "item",
    LinkDefinition: "link-definition",
    List: "list",
    Paragraph: "paragraph",
    Quote: "quote",
    Table: "table",
}


class Place(NamedTuple):
    """A block around a line, with its first and last line, outermost first in a list of these."""

    kind: str
    first: int
    last: int


class Silenced(NamedTuple):
    """A finding that is not reported, and why."""

    finding: Finding
    why: str


class Held(NamedTuple):
    """A chunk that holds some of the line: its number from 1, its lines and its heading path."""

    splitter: str
    number: int
    total: int
    first: int
    last: int
    headings: tuple[str, ...]


class Explained(NamedTuple):
    """All that is known about a line. ``silent`` and ``off`` give the rules about such blocks by the reason."""

    line: int
    source: str
    dialect: str
    blocks: tuple[Place, ...]
    section: Place | None
    path: tuple[str, ...]
    here: tuple[Finding, ...]
    caused: tuple[Finding, ...]
    silenced: tuple[Silenced, ...]
    looked: tuple[ActiveRule, ...]
    silent: dict[str, list[str]]
    off: dict[str, list[str]]
    chunks: tuple[Held, ...]
    splitters: dict[str, str]  # name to description


def explain(text: str, path: Path, name: str, line: int, settings: Settings) -> Explained:
    """Explain a line (from 1) of ``text``, which stands at ``path``; ``name`` is its path in messages.

    Raises ValueError for a line that the page does not have.
    """
    page = settings.page(path)
    document = Document(text, name, page.dialect, page.language)
    last = len(document.lines) - text.endswith(("\n", "\r"))
    if not 1 <= line <= max(last, 1):
        raise ValueError(f"{name} has {last:,} line{'s' if last != 1 else ''}: there is no line {line:,}")
    section = _section_at(document, line)
    blocks = tuple(blocks_at(document, line))
    reported = [f for f in engine.check_document(document, page) if _touches(f, line)]
    kinds = {place.kind for place in blocks} | {"any"}
    about = {code for code, rule in of_pages().items() if blocks and not kinds.isdisjoint(rule.blocks)}
    rules, silent, off = _rules_about(settings, path, page, about | {f.code for f in reported if _is_on(f, line)})
    return Explained(
        line,
        document.source(document.lines.span(line - 1)),
        page.dialect,
        blocks,
        _place_of(document, section),
        section.path if section else (),
        tuple(f for f in reported if _is_on(f, line)),
        tuple(f for f in reported if not _is_on(f, line)),
        tuple(_silenced(document, path, line, page, settings)),
        rules,
        silent,
        off,
        tuple(_held(document, line, page)),
        {splitter.name: splitter.described for splitter in page.splitters},
    )


def of_pages() -> dict[str, Rule]:
    """The rules that look at pages: all but those about known answers and stored chunks."""
    return {code: rule for code, rule in catalogue.load().rules.items() if rule.concerns not in ("facts", "stores")}


def _is_on(finding: Finding, line: int) -> bool:
    return finding.line <= line <= finding.end_line


def _touches(finding: Finding, line: int) -> bool:
    return _is_on(finding, line) or any(first <= line <= last for first, last in finding.cause_lines)


def _lines(document: Document, start: int, end: int) -> tuple[int, int]:
    return document.lines.position(start)[0], document.lines.position(end)[0]


def blocks_at(document: Document, line: int) -> Iterator[Place]:
    """The blocks that a line is in, outermost first."""
    matter: tuple[Block, ...] = (document.front_matter,) if document.front_matter else ()
    inside: tuple[Block, ...] = (*matter, *document.blocks)
    while inside:
        for block in inside:
            first, last = _lines(document, *block.span)
            if first <= line <= last:
                yield Place(KINDS[type(block)], first, last)
                inside = children(block)
                break
        else:
            return


def _section_at(document: Document, line: int) -> Section | None:
    """The section that a line is in; None above the first heading."""
    found = None
    for section in document.sections:
        if section.heading and document.lines.position(section.heading.span.start)[0] <= line:
            found = section
    return found


def _place_of(document: Document, section: Section | None) -> Place | None:
    """The lines of a section without those below it."""
    if not section or not section.heading:
        return None
    end = section.body[-1].span.end if section.body else section.heading.span.end
    return Place("section", *_lines(document, section.heading.span.start, end))


def _silenced(document: Document, path: Path, line: int, page: PageSettings, settings: Settings) -> Iterator[Silenced]:
    """What rules would say about the line if nothing kept them from it."""
    known = catalogue.load()
    every = {code: ActiveRule(rule, rule.severity, settings.options_of(code)) for code, rule in of_pages().items()}
    found = engine.unsuppressed(document, page._replace(rules={**every, **page.rules}))
    for finding in placed(document, found):
        if not _is_on(finding, line):
            continue
        if finding.code not in page.rules:
            yield Silenced(finding, why_off(settings, path, known.rules[finding.code]))
            continue
        for suppression in suppress.over(document, finding, known):
            number, _ = document.lines.position(suppression.comment.start)
            yield Silenced(finding, f"suppressed by the comment on line {number}")
            break


def why_off(settings: Settings, path: Path, rule: Rule) -> str:
    """Why a rule does not speak about a page: which setting keeps it from it."""
    known = catalogue.load()
    for selector in settings.ignore:
        if rule.code in known.select(selector):
            return f'ignore = ["{selector}"]'
    for glob, selectors in settings.per_file_ignores.items():
        if Patterns(settings.root, (glob,)).match(path):
            for selector in selectors:
                if rule.code in known.select(selector):
                    return f'per-file-ignores "{glob}" = ["{selector}"]'
    chosen = [*(settings.select or ()), *settings.extend_select]
    if not any(rule.code in known.select(selector) for selector in chosen):
        if settings.select is not None:
            return "select does not name it"
        if not rule.default:
            return "off by default"
    return settings.idle(rule)


def _rules_about(
    settings: Settings, path: Path, page: PageSettings, about: Iterable[str]
) -> tuple[tuple[ActiveRule, ...], dict[str, list[str]], dict[str, list[str]]]:
    """The rules about such blocks: those that looked, those that have nothing to say, those that are off."""
    about = sorted(about)
    silent: dict[str, list[str]] = {}
    off: dict[str, list[str]] = {}
    for code in about:
        rule = catalogue.load().rules.get(code)
        if rule and code not in page.rules:
            why = why_off(settings, path, rule)
            (silent if why == settings.idle(rule) else off).setdefault(why, []).append(code)
    return tuple(page.rules[code] for code in about if code in page.rules), silent, off


def _held(document: Document, line: int, page: PageSettings) -> Iterator[Held]:
    """The chunks of each splitter that hold some of the line."""
    wanted = document.lines.span(line - 1)
    for splitter in page.splitters:
        chunks = splitter.split(document)
        for number, chunk in enumerate(chunks, 1):
            if any(span.start < wanted.end and wanted.start < span.end for span in chunk.spans):
                first, last = _lines(document, chunk.spans[0].start, max(chunk.spans[-1].end - 1, 0))
                yield Held(splitter.name, number, len(chunks), first, last, chunk.headings)
