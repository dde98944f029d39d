"""``chunklint chunks``: the chunks that a splitter makes of a page."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from chunklint import engine, files
from chunklint.cli import fail, options
from chunklint.document import Document
from chunklint.project import Project, shown
from chunklint.settings import SettingsError
from chunklint.splitters.broken import broken, lines_of, listed
from chunklint.splitters.chunk import Limits
from chunklint.splitters.configured import Configured, SplitterError, from_words
from chunklint.splitters.lengths import is_exact, length
from chunklint.splitters.split import PageUnits, Split

_EXAMPLES = """\
examples:
  chunklint chunks docs/returns.md --splitter langchain:400/80
  chunklint chunks docs/returns.md --splitter fixed:120 --flags
  chunklint chunks docs --splitter question --output-format jsonl > chunks.jsonl
"""
_TOKENS = Limits(0, 0, "tokens", "o200k_base")
_SHOWN = 60  # characters of the start and of the end of a chunk


def run(argv: list[str]) -> int:
    """Run ``chunklint chunks`` with ``argv``; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="chunklint chunks",
        description="Show the chunks that a splitter makes of a page, and what each of them breaks.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("paths", nargs="+", metavar="PAGES", type=Path)
    parser.add_argument("--splitter", metavar="NAME[:SIZE[/OVERLAP]]", help="default: the first one of the settings")
    parser.add_argument("--flags", action="store_true", help="only: no heading, cut in a sentence, too small")
    parser.add_argument("--output-format", choices=("text", "jsonl"), default="text")
    options.add_settings(parser)
    args = parser.parse_args(argv)
    try:
        project = options.project(args)
        named = from_words(args.splitter) if args.splitter else None
        pages = project.find(args.paths).files
        for path in pages:
            splitter = named or _configured(project, path)
            if not splitter:
                return fail("name a splitter: --splitter langchain, or [[tool.chunklint.splitter]] in the settings")
            page = project.page(path)
            document = Document(engine.read(path), shown(path), page.dialect, page.language)
            for line in _lines(document, splitter, args):
                print(line)
    except (SettingsError, SplitterError, files.MissingPath) as error:
        return fail(str(error))
    except engine.Unreadable as error:
        return fail(f"{path}: {error}")
    if not pages:
        print("chunklint: warning: 0 pages found", file=sys.stderr)
    return 0


def _configured(project: Project, path: Path) -> Configured | None:
    return next(iter(project.settings_of(path.absolute().parent).splitters), None)


def _lines(document: Document, splitter: Configured, args: argparse.Namespace) -> Iterator[str]:
    split = Split(document, splitter, PageUnits(document))
    if args.output_format == "jsonl":
        yield from (json.dumps(record, ensure_ascii=False, default=str) for record in records(split))
    elif args.flags:
        yield from _flagged(split)
    else:
        yield from _shown(split)


def records(split: Split) -> Iterator[dict[str, Any]]:
    """The chunks as they are embedded and stored: text, source with exact offsets, heading path, metadata."""
    count = length(_TOKENS)
    path = split.document.path
    for number, chunk in enumerate(split.chunks, 1):
        yield {
            "id": f"{path}#{number}",
            "text": chunk.text,
            "source": path,
            "start": chunk.spans[0].start,
            "end": chunk.spans[-1].end,
            "spans": [list(span) for span in chunk.spans],
            "headings": list(chunk.headings),
            "tokens": count(chunk.text),
            "metadata": {key: list(v) if isinstance(v, tuple) else v for key, v in chunk.metadata.items()},
        }


def _shown(split: Split) -> Iterator[str]:
    document, count = split.document, length(_TOKENS)
    about = "" if is_exact(_TOKENS) else "about "
    yield f"{document.path}: {len(split.chunks)} chunks by {split.splitter.described}"
    for number, (chunk, units) in enumerate(zip(split.chunks, broken(split), strict=True), 1):
        first, last = lines_of(document, chunk)
        lines = f"line {first}" if first == last else f"lines {first}-{last}"
        path = f"  {' > '.join(chunk.headings)}" if chunk.headings else ""
        yield f"\n{number}  {about}{count(chunk.text)} tokens  {lines}{path}"
        text = " ".join(chunk.text.split())
        yield f"   starts  {text[:_SHOWN]}"
        if len(text) > _SHOWN:
            yield f"   ends    {text[-_SHOWN:]}"
        if units:
            yield f"   breaks  {', '.join(listed(document, units))}"


# The three questions that a quick look at chunks asks, as text alone can answer them.
_STARTS_WITH_HEADING = re.compile(r"\s*(?:#|\[)")
_ENDS_SENTENCE = re.compile(r"[.!?:。！？：]\s*\Z")
_SMALL = 8  # words


def flags(text: str, is_last: bool) -> list[str]:
    """NO HEADING, CUT MID-SENTENCE, TOO SMALL: what can be said of a chunk from its text alone."""
    found = []
    if not _STARTS_WITH_HEADING.match(text):
        found.append("NO HEADING")
    if not is_last and not _ENDS_SENTENCE.search(text):
        found.append("CUT MID-SENTENCE")
    if len(text.split()) < _SMALL:
        found.append("TOO SMALL")
    return found


def _flagged(split: Split) -> Iterator[str]:
    yield f"{split.document.path}: {len(split.chunks)} chunks by {split.splitter.described}"
    for number, chunk in enumerate(split.chunks, 1):
        found = flags(chunk.text, number == len(split.chunks))
        text = " ".join(chunk.text.split())
        yield f"C{number} ({len(chunk.text.split())} words) {', '.join(found) or 'ok'}"
        yield f"   starts: {text[:38]!r}"
        yield f"   ends:   {text[-38:]!r}"
