"""CL6: code that a splitter cuts apart."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import accumulate

from chunklint.checks import check
from chunklint.checks.code import is_listing
from chunklint.checks.held import parts
from chunklint.checks.listings import Line, lines_of, rows_of
from chunklint.checks.wording import counted
from chunklint.document import Document, Span
from chunklint.document.dialects import is_post
from chunklint.document.model import Code, pairs
from chunklint.finding import Finding
from chunklint.splitters.split import Split


@check("CL606")
def cut_code(document: Document, split: Split) -> Iterator[Finding]:
    if is_post(document.path):
        return
    for before, code in pairs(document.blocks):
        if not isinstance(code, Code) or not code.lines or not is_listing(document, before, code):
            continue
        body = Span(code.lines[0].start, code.lines[-1].end)
        # A splitter that takes the fences away cuts nothing with them.
        bare = bool(code.opener) and not split.coverage.touching(code.opener or body)
        if not split.coverage.touching(body):
            yield Finding(
                code.opener or code.lines[0],
                f"{split.splitter.label} leaves out {counted(len(code.lines), 'line')} of code",
                "say in a sentence what the code does",
            )
        elif not split.coverage.whole((body,)):
            if not _says_enough(document, split, code):
                yield Finding(
                    code.opener or code.lines[0],
                    f"{split.splitter.label} cuts this code block of {counted(len(code.lines), 'line')} apart",
                    "divide it into parts with a sentence above each",
                )
        elif not bare and _opens_a_chunk(split, code):
            yield Finding(
                code.opener or code.lines[0],
                f"{split.splitter.label} cuts off the closing fence: what follows it is read as code",
                "nothing in the page mends it: use a splitter that keeps fences",
                minor=True,
            )


def _opens_a_chunk(split: Split, code: Code) -> bool:
    """Whether the one chunk that has the closing fence starts with it, so that it is read as an opening one."""
    held = parts(split, code.closer) if code.closer else []
    return len(held) == 1 and code.closer is not None and held[0].start == code.closer.start


# A chunk with so large a part of a listing shows what it is about; counted in signs of lines that say something.
_SHOWS = 0.7
# A part of so many lines tells by itself what it does, and is read for the whole if it is nearly half of it.
_LONG, _HALF = 6, 0.45


def _says_enough(document: Document, split: Split, code: Code) -> bool:
    """Whether code that is cut keeps what is asked of it: some chunk has most of it, or it is a row of items that
    stand alone, each whole in some chunk."""
    lines = lines_of(document, code)
    return _is_mostly_shown(split, lines) or any(
        all(split.coverage.whole((Span(item[0].span.start, item[-1].span.end),)) for item in items)
        for items in rows_of(code, lines)
    )


def _is_mostly_shown(split: Split, lines: list[Line]) -> bool:
    """Whether a chunk has most of a listing, or a long part of it that is nearly half of it."""
    signs = list(accumulate((len(line.telling.strip()) for line in lines), initial=0))
    starts, ends = [line.span.start for line in lines], [line.span.end for line in lines]
    for part in parts(split, Span(starts[0], ends[-1])):
        first, last = bisect_left(starts, part.start), bisect_right(ends, part.end)
        shown: float = signs[last] - signs[first] if first <= last else 0
        if first:  # the end of a line that another chunk starts
            shown += _part(lines[first - 1], part)
        if first <= last < len(lines):
            shown += _part(lines[last], part)
        share = _HALF if last - first >= _LONG else _SHOWS
        if shown >= max(share * signs[-1], 1):
            return True
    return False


def _part(line: Line, part: Span) -> float:
    """How many of the telling signs of a line a part of the page has that holds some of it."""
    held = min(line.span.end, part.end) - max(line.span.start, part.start)
    return len(line.telling.strip()) * max(held, 0) / max(line.span.end - line.span.start, 1)
