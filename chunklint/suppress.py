"""Suppression comments: ``<!-- chunklint: ignore CL301 reason -->`` and their kin.

They are read from parsed comments, so one that is shown in code is only text. ``ignore``
holds for the next block, ``ignore-start`` to ``ignore-end`` for what stands between them,
``ignore-file`` for the page. Each must name a rule and suppress something (CL003).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from chunklint.catalogue import Catalogue, UnknownRule
from chunklint.document import Block, Document, Span
from chunklint.document.inlines import inlines
from chunklint.document.model import Heading, Html, Paragraph, children
from chunklint.finding import Finding

_COMMENT = re.compile(r"\s*chunklint:\s*(\S*)[ \t]*([^\n]*)")
_SELECTOR = re.compile(r"CL\d*", re.I)
_VERBS = ("ignore", "ignore-file", "ignore-start", "ignore-end")


class Suppression:
    """Where a comment holds, for which codes, and for which of them it was needed."""

    __slots__ = ("comment", "span", "used", "words")

    def __init__(self, comment: Span, span: Span, words: dict[str, frozenset[str]]) -> None:
        self.comment = comment
        self.span = span
        self.words = words  # each selector as written, and the codes it stands for
        self.used: set[str] = set()

    def covers(self, finding: Finding) -> bool:
        """Whether the finding starts where this holds and one of the selectors names its rule."""
        if not self.span.start <= finding.span.start <= self.span.end:
            return False
        hits = [word for word, codes in self.words.items() if finding.code in codes]
        self.used.update(hits)
        return bool(hits)


def apply(
    document: Document, findings: Iterable[Finding], catalogue: Catalogue, active: frozenset[str]
) -> tuple[list[Finding], list[Finding]]:
    """Split into the findings that stay and those of CL003 about the comments themselves.

    ``active`` are the codes that were checked: a comment about a rule that is off is no fault.
    """
    faults: list[Finding] = []
    suppressions = list(_read(document, catalogue, faults))
    kept = [f for f in findings if not _covered(f, suppressions)]
    faults += [fault for s in suppressions for fault in _unused(s, active)]
    return kept, faults


def over(document: Document, finding: Finding, catalogue: Catalogue) -> Iterator[Suppression]:
    """The suppressions that hide a finding."""
    return (suppression for suppression in _read(document, catalogue, []) if suppression.covers(finding))


def _covered(finding: Finding, suppressions: list[Suppression]) -> bool:
    """Ask all of them, so that each that holds is marked as used."""
    return sum(suppression.covers(finding) for suppression in suppressions) > 0


def _unused(suppression: Suppression, active: frozenset[str]) -> Iterator[Finding]:
    for word, codes in suppression.words.items():
        if word not in suppression.used and codes & active:
            yield Finding(
                suppression.comment,
                f"suppression of {word} is not needed: it would hide the next real finding",
                "remove it",
            )


def _read(document: Document, catalogue: Catalogue, faults: list[Finding]) -> Iterator[Suppression]:
    """The suppressions of a page; what is wrong with a comment goes to ``faults``."""
    started: list[Suppression] = []
    for comment, words, scope in _comments(document):
        match = _COMMENT.match(document.text, *words)
        if not match:
            continue
        verb, rest = match[1], re.split(r"-->|\*/", match[2])[0]
        if verb not in _VERBS:
            faults.append(Finding(comment, f'"chunklint: {verb}" is no suppression', f"write {', '.join(_VERBS)}"))
            continue
        if verb == "ignore-end":
            named = dict(_selectors(comment, rest, catalogue, [])) if rest.strip() else {}
            ended = [s for s in started if not named or named.keys() & s.words.keys()]
            if not ended:
                faults.append(Finding(comment, "ignore-end without an ignore-start above it", "remove it"))
            for suppression in ended:
                over = (named or suppression.words).keys() & suppression.words.keys()
                parted = {word: suppression.words.pop(word) for word in sorted(over)}
                yield Suppression(suppression.comment, Span(suppression.span.start, comment.start), parted)
            started = [suppression for suppression in started if suppression.words]
            continue
        selectors = dict(_selectors(comment, rest, catalogue, faults))
        if not selectors:
            continue
        end = len(document.text)
        if verb == "ignore-file":
            yield Suppression(comment, Span(0, end), selectors)
        elif verb == "ignore-start":
            started.append(Suppression(comment, Span(comment.end, end), selectors))
        else:
            yield Suppression(comment, scope, selectors)
    for suppression in started:
        faults.append(
            Finding(suppression.comment, "ignore-start is never ended: it hides the rest of the page", "add ignore-end")
        )
        yield suppression


def _comments(document: Document) -> Iterator[tuple[Span, Span, Span]]:
    """Each comment with the span of its words, and that of what an ``ignore`` in it holds for.

    That is the block after it; the block that it stands in, behind a heading or in a paragraph;
    and the heading above it where nothing but comments follows, since that is the empty place.
    """

    def within(blocks: tuple[Block, ...]) -> Iterator[tuple[Span, Span, Span]]:
        waiting: list[Html] = []
        above: Block | None = None
        for block in (*blocks, None):
            if isinstance(block, Html) and block.comment:
                waiting.append(block)
                continue
            empty = isinstance(above, Heading) and (block is None or isinstance(block, Heading))
            for comment in waiting:
                start = above.span.start if above and empty else block.span.start if block else comment.span.end
                yield (
                    comment.span,
                    comment.comment or comment.span,
                    Span(start, max(start, (block or comment).span.end)),
                )
            waiting = []
            if block:
                above = block
                yield from _inside(document, block)
                yield from within(children(block))

    return within(document.blocks)


def _inside(document: Document, block: Block) -> Iterator[tuple[Span, Span, Span]]:
    """The comments in the text of a heading or paragraph."""
    if isinstance(block, Heading | Paragraph) and "chunklint:" in document.source(block.span):
        for inline in inlines(document, block.lines):
            if inline.kind == "tag" and inline.target.startswith("<!--"):
                yield inline.span, Span(inline.span.start + 4, inline.span.end), block.span


def _selectors(
    comment: Span, rest: str, catalogue: Catalogue, faults: list[Finding]
) -> Iterator[tuple[str, frozenset[str]]]:
    """The rules that a comment names: its first word, and those that follow a comma or look like a code."""
    words = rest.replace(",", " , ").replace(":", " ").split()
    expected = True
    named = False
    for word in words:
        if word == ",":
            expected = named
            continue
        if not expected and not _SELECTOR.fullmatch(word):
            break
        expected = False
        named = True
        try:
            yield word, catalogue.select(word)
        except UnknownRule as error:
            faults.append(Finding(comment, str(error), "name a rule by its code or name"))
    if not named:
        faults.append(Finding(comment, "suppression names no rule", "write the code, e.g. ignore CL301 and the reason"))
