"""Fixes: chosen, tried out on the page, and kept only where nothing else changes.

Every batch of fixes is tried: the page is parsed and checked before and after. It holds if each block outside the
edited lines is what it was, if the edited ones say the same words, if what was to be mended is mended, and if no
finding appears. A batch that does not hold is halved until the fixes to blame are found, and these are dropped.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, groupby
from typing import NamedTuple

from chunklint import engine
from chunklint.document import Block, Document, Span
from chunklint.document.model import Code, Directive, Heading, Html, List, Paragraph, Table, children
from chunklint.engine import PageSettings
from chunklint.finding import Edit, Finding, Fix

# How many characters are parsed at most to mend a page, and how many trials it has all the same. A batch that holds
# takes one trial, one fix to blame among n about log n: no real page comes near, and no hostile one goes beyond.
_EFFORT = 20_000_000
_TRIALS = 16


class Fixed(NamedTuple):
    """A page after its fixes: the text, the findings that are mended, and how many unsafe fixes would mend more."""

    text: str
    mended: list[Finding]
    unsafe: int


# Which of the findings about a page are to be mended.
Wanted = Callable[[list[Finding]], Iterable[Finding]]


def fix_page(text: str, path: str, settings: PageSettings, unsafe: bool = False, wanted: Wanted = list) -> Fixed:
    """Mend a page until nothing is left that can be; ``path`` is only named. Without ``unsafe`` only by safe fixes.

    What is suppressed, switched off or not ``wanted`` is left alone. Raises RecursionError for a page nested too
    deeply.
    """
    # Most pages have nothing to mend: only the rules with fixes are asked first.
    fixable = {code: active for code, active in settings.rules.items() if active.rule.fixable}
    if not any(finding.fix for finding in engine.check_page(text, path, settings._replace(rules=fixable))):
        return Fixed(text, [], 0)
    # Any edit moves the cuts of a splitter: what these report is none of its doing.
    rules = {code: active for code, active in settings.rules.items() if not code.startswith(engine.CUTS)}
    page = _Page(text, path, settings._replace(rules=rules))
    page.open = list(wanted(page.found))
    page, mended = _mend(page, unsafe)
    more = [] if unsafe else _mend(page, True)[1]
    return Fixed(page.document.text, mended, len(more))


def choose(findings: Iterable[Finding], unsafe: bool) -> Iterator[Finding]:
    """The findings with a fix that may be applied, without those whose edits touch those of one before them."""
    taken: list[Span] = []
    for finding in findings:
        fix = finding.fix
        if fix and (fix.safe or unsafe) and not any(_touches(taken, edit.span) for edit in fix.edits):
            for edit in fix.edits:
                insort(taken, edit.span)
            yield finding


def apply(text: str, fixes: Iterable[Fix]) -> str:
    """``text`` with all edits of ``fixes``, which do not touch each other."""
    parts, reached = [], 0
    for span, new in _edits(fixes):
        parts += [text[reached : span.start], new]
        reached = span.end
    return "".join((*parts, text[reached:]))


def _edits(fixes: Iterable[Fix]) -> list[Edit]:
    return sorted(edit for fix in fixes for edit in fix.edits)


def _touches(taken: list[Span], span: Span) -> bool:
    """Whether ``span`` overlaps or adjoins one of ``taken``, which are sorted and do not overlap."""
    index = bisect_left(taken, span)
    before = index > 0 and taken[index - 1].end >= span.start
    return before or (index < len(taken) and taken[index].start <= span.end)


class _Page:
    """A page as it is between two fixes, with its findings; ``open`` are those that are to be mended."""

    def __init__(self, text: str, path: str, settings: PageSettings) -> None:
        self.path, self.settings = path, settings
        self.document = Document(text, path, settings.dialect, settings.language)
        self.found = engine.check_document(self.document, settings)
        self.open = self.found

    def mended(self, findings: list[Finding]) -> _Page | None:
        """The page with the fixes of ``findings``; None where that changes anything else."""
        fixes = [finding.fix for finding in findings if finding.fix]
        after = _Page(apply(self.document.text, fixes), self.path, self.settings)
        moved = _Moved(self.document, after.document, _edits(fixes))
        done = Counter(map(_place, findings))
        left = [(finding.code, moved.line(finding.span.start)) for finding in after.found]
        if Counter(left) - (Counter(map(_place, self.found)) - done):
            return None
        still_open = Counter(map(_place, self.open)) - done
        after.open = []
        for finding, place in zip(after.found, left, strict=True):
            if still_open[place]:
                still_open[place] -= 1
                after.open.append(finding)
        return after if _shape(self.document, moved.old) == _shape(after.document, moved.new) else None


def _place(finding: Finding) -> tuple[str, int]:
    return finding.code, finding.line


def _mend(page: _Page, unsafe: bool) -> tuple[_Page, list[Finding]]:
    """Apply what holds, round by round, since one fix may allow the next."""
    done: list[Finding] = []
    trials = max(_TRIALS, _EFFORT // (len(page.document.text) + 1))
    while trials > 0:
        kept: list[Finding] = []
        base = page
        batches = [list(choose(base.open, unsafe))]
        while batches and trials > 0:
            batch = batches.pop()
            better = base.mended(kept + batch) if batch else None
            trials -= 1
            if better:
                page = better
                kept += batch
            elif len(batch) > 1:
                half = len(batch) // 2
                batches += [batch[half:], batch[:half]]
        if not kept:
            break
        done += kept
    return page, done


class _Moved:
    """Where edits leave things.

    ``old`` and ``new`` are the lines (from 0) before and after them that hold the edits and all of each block that
    is edited anywhere.
    """

    def __init__(self, before: Document, after: Document, edits: list[Edit]) -> None:
        self._lines = before.lines
        self._edits = edits
        self._shifts = list(accumulate((len(new) - span.end + span.start for span, new in edits), initial=0))
        self._old = [span.start for span, _ in edits]
        self._new = [start + shift for start, shift in zip(self._old, self._shifts, strict=False)]
        edited = [span for span, _ in edits]
        lines = _lines(before, edited)
        edited += [block.span for _, block in _leaves(before.blocks, "") if _is_on(before, lines, block)]
        self.old = _lines(before, edited)
        self.new = _lines(after, map(self._after, edited))

    def _after(self, span: Span) -> Span:
        """Where a span stands after the edits, what they put at either end of it included."""
        start, end = bisect_left(self._old, span.start), bisect_right(self._old, span.end)
        return Span(span.start + self._shifts[start], span.end + self._shifts[end])

    def line(self, offset: int) -> int:
        """The line (from 1) before the edits of what is at ``offset`` after them."""
        index = bisect_right(self._new, offset) - 1
        if index >= 0:
            span, new = self._edits[index]
            inside = offset - self._new[index]
            offset = span.start if inside < len(new) else span.end + inside - len(new)
        return self._lines.line_of(offset) + 1


def _lines(document: Document, spans: Iterable[Span]) -> frozenset[int]:
    line_of = document.lines.line_of
    return frozenset(line for start, end in spans for line in range(line_of(start), line_of(end) + 1))


def _is_on(document: Document, lines: frozenset[int], block: Block) -> bool:
    """Whether a block has a part on one of ``lines``."""
    first, last = map(document.lines.line_of, block.span)
    return any(line in lines for line in range(first, last + 1))


# What a block is: the containers around it, its kind, what else matters of it, and its text.
_Shape = tuple[str, ...]


def _shape(document: Document, touched: frozenset[int]) -> list[_Shape]:
    """The blocks that hold no others, in source order; of those on touched lines only the words."""
    matter = document.front_matter
    paths = {section.heading.span.start: section.path for section in document.sections if section.heading}
    shape: list[_Shape] = [("front matter", document.source(matter.span))] if matter else []
    for edited, leaves in groupby(_leaves(document.blocks, ""), lambda leaf: _is_on(document, touched, leaf[1])):
        if edited:
            shape.append((" ".join(words for _, block in leaves if (words := _words(document, block))),))
        else:
            for around, block in leaves:
                shape.append((around, type(block).__name__, *paths.get(block.span.start, ()), _text(document, block)))
    return shape


def _leaves(blocks: Iterable[Block], around: str) -> Iterator[tuple[str, Block]]:
    """The blocks without children, each with the names of those around it."""
    for block in blocks:
        if inside := children(block):
            name = block.name if isinstance(block, Directive) else type(block).__name__
            numbered = isinstance(block, List) and block.start is not None
            yield from _leaves(inside, f"{around}/{name}{' 1.' if numbered else ''}")
        else:
            yield around, block


def _text(document: Document, block: Block) -> str:
    """The source of a block without the marks of its containers."""
    match block:
        case Paragraph() | Html():
            return document.words(block.lines)
        case Code():
            return f"{block.info}\n{document.words(block.lines)}".rstrip()
        case Heading():
            return f"{block.text} {block.id or ''}".rstrip()
        case Table():
            return "\n".join(document.source(row.span) for row in (block.header, *block.rows))
    return document.source(block.span)


def _words(document: Document, block: Block) -> str:
    """What a reader sees of a block, however it is written."""
    from chunklint.document.inline import plain_text

    match block:
        case Paragraph():
            return plain_text(document.words(block.lines))
        case Table():
            cells = (document.source(cell) for row in (block.header, *block.rows) for cell in row.cells)
            return " ".join(cell for cell in cells if cell)
    return _text(document, block)
