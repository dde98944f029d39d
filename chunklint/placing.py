"""Where findings stand: lines, columns, and the lines of what causes them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from chunklint.document import Document
from chunklint.document.model import Span
from chunklint.finding import Finding


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
            edit_places=tuple(_edit_places(document, finding)),
            path=document.path,
            line=line,
            column=column,
            end_line=end_line,
            end_column=end_column,
            source_line=source,
            occurrence=seen[key],
        )


def _edit_places(document: Document, finding: Finding) -> Iterator[tuple[int, int, int, int]]:
    """Start and end of each edit of the fix, columns in UTF-8 bytes from 1."""
    for edit in finding.fix.edits if finding.fix else ():
        start, end = (_in_bytes(document, offset) for offset in edit.span)
        yield *start, *end


def _in_bytes(document: Document, offset: int) -> tuple[int, int]:
    line, column = document.lines.position(offset)
    return line, len(document.text[offset - column + 1 : offset].encode("utf-8", "surrogatepass")) + 1


class _Causes:
    """What makes or mends a finding, beside what its check says: the block that it stands in, and the section whose
    heading it is, with the sections below that."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._blocks = [block.span for block in document.blocks]
        self._starts = [span.start for span in self._blocks]
        sections = [section for section in document.sections if section.heading]
        self._sections = {
            section.heading.span.start: index for index, section in enumerate(sections) if section.heading
        }
        self._ends = [s.heading.span.start for s in sections[1:] if s.heading] + [len(document.text)]

    def lines(self, finding: Finding) -> Iterator[tuple[int, int]]:
        """First and last line of each cause."""
        at = finding.span.start
        spans = list(finding.causes)
        index = bisect_right(self._starts, at) - 1
        if index >= 0 and self._blocks[index].end >= at:
            spans.append(self._blocks[index])
        if at in self._sections:
            spans.append(Span(at, self._ends[self._sections[at]]))
        for span in spans:
            yield self._document.lines.position(span.start)[0], self._document.lines.position(max(span))[0]
