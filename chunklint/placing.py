"""Where findings stand: lines, columns, and the lines of what causes them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from chunklint.document import Block, Document, Span
from chunklint.document.model import children
from chunklint.finding import Finding, Fix, Suggestion

# A suggestion of more lines is none that a reviewer reads.
_SHOWN_LINES = 40


def placed(document: Document, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Add where each finding stands."""
    if not (found := list(findings)):
        return
    causes = _Causes(document)
    seen: dict[tuple[str, str], int] = {}
    for finding in sorted(found, key=lambda f: f.span):
        line, column = document.lines.position(finding.span.start)
        end_line, end_column = document.lines.position(max(finding.span.end, finding.span.start))
        source = document.source(document.lines.span(line - 1))
        key = finding.code, " ".join(source.split())
        seen[key] = seen.get(key, 0) + 1
        yield finding._replace(
            cause_lines=tuple(causes.lines(finding)),
            edit_places=tuple(_edit_places(document, finding.fix)) if finding.fix else (),
            suggestion=_suggestion(document, finding.fix) if finding.fix else None,
            path=document.path,
            line=line,
            column=column,
            end_line=end_line,
            end_column=end_column,
            source_line=source,
            occurrence=seen[key],
        )


def _edit_places(document: Document, fix: Fix) -> Iterator[tuple[int, int, int, int]]:
    for edit in fix.edits:
        yield *document.lines.position(edit.span.start), *document.lines.position(edit.span.end)


def _suggestion(document: Document, fix: Fix) -> Suggestion | None:
    """All edits of a fix as one; None where they stand far apart, and for a byte order mark, which no line holds."""
    start, end = fix.edits[0].span.start, fix.edits[-1].span.end
    places = *_in_bytes(document, start), *_in_bytes(document, end)
    if places[2] - places[0] >= _SHOWN_LINES or (start < end and places[:2] == places[2:]):
        return None
    parts = []
    for span, new in fix.edits:
        parts += [document.text[start : span.start], new]
        start = span.end
    return Suggestion(*places, "".join(parts))


def _in_bytes(document: Document, offset: int) -> tuple[int, int]:
    line, column = document.lines.position(offset)
    return line, len(document.text[offset - column + 1 : offset].encode("utf-8", "surrogatepass")) + 1


class _Causes:
    """What makes or mends a finding where its check does not say: the innermost block that it stands in, and the
    section whose heading that is, down to the next heading."""

    def __init__(self, document: Document) -> None:
        self._position = document.lines.position
        self._spans: list[Span] = []
        self._above: list[int] = []  # the block around each, -1 for none
        self._add(document.blocks, -1)
        self._starts = [span.start for span in self._spans]
        starts = sorted(section.heading.span.start for section in document.sections if section.heading)
        ends = [start - 1 for start in starts[1:]]  # where the line above the next heading ends
        self._sections = dict(zip(starts, [*ends, len(document.text.rstrip())], strict=False))

    def _add(self, blocks: Iterable[Block], above: int) -> None:
        for block in blocks:
            index = len(self._spans)
            self._spans.append(block.span)
            self._above.append(above)
            self._add(children(block), index)

    def lines(self, finding: Finding) -> Iterator[tuple[int, int]]:
        """First and last line of each cause."""
        for span in finding.causes or self._around(finding.span.start):
            yield self._position(span.start)[0], self._position(max(span))[0]

    def _around(self, at: int) -> Iterator[Span]:
        # The blocks that hold an offset are the last one that starts before it, and those around that one.
        index = bisect_right(self._starts, at) - 1
        while index >= 0 and self._spans[index].end < at:
            index = self._above[index]
        if index >= 0:
            yield self._spans[index]
        if at in self._sections:
            yield Span(at, self._sections[at])
