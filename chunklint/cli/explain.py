"""``chunklint explain``: what the rules make of one line."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from chunklint import engine, files
from chunklint.cli import fail, options
from chunklint.explain import Explained, Held, Place, explain
from chunklint.finding import Finding
from chunklint.project import shown
from chunklint.report import Run
from chunklint.report.data import jsonl
from chunklint.settings import SettingsError
from chunklint.splitters.configured import SplitterError, from_words

_EXAMPLES = """\
examples:
  chunklint explain docs/returns.md:14
  chunklint explain docs/returns.md:14 --splitter langchain:400/80
"""
_PLACE = re.compile(r"(.+?):(\d{1,9})(?::\d+)?:?", re.S)


def run(argv: list[str]) -> int:
    """Run ``chunklint explain`` with ``argv``; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="chunklint explain",
        description="Say where a line stands, which rules looked at it, what they report and what keeps them from it.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("place", metavar="PATH:LINE")
    parser.add_argument("--splitter", metavar="NAME[:SIZE[/OVERLAP]]", help="in place of those of the settings")
    options.add_settings(parser)
    parser.add_argument("--output-format", choices=("text", "json"), default="text")
    args = parser.parse_args(argv)
    match = _PLACE.fullmatch(args.place)
    if not match:
        return fail(f'"{args.place}" names no line: write PATH:LINE')
    path, line = Path(match[1]), int(match[2])
    try:
        changes = {"splitters": (from_words(args.splitter),)} if args.splitter else {}
        project = options.project(args, changes)
        settings = project.settings_of(path.absolute().parent)
        found = explain(engine.read(path), path, shown(path), line, settings)
    except engine.Unreadable as error:
        return fail(f"{path}: {error}")
    except (SettingsError, SplitterError, ValueError) as error:
        return fail(str(error))
    left_out = files.excluded(path, settings)
    if args.output_format == "json":
        print(json.dumps(_record(shown(path), found, left_out), ensure_ascii=False, indent=2))
    else:
        print("\n".join(_text(shown(path), found, left_out)))
    return 0


def _text(name: str, found: Explained, left_out: bool) -> Iterator[str]:
    yield f"{name}:{found.line} ({found.dialect})" + (": exclude leaves this page out" if left_out else "")
    yield f"  | {found.source.strip()[:100]}"
    yield _row("stands in", _standing(found))
    if found.section:
        where = f"{' > '.join(found.path)} ({_lines(found.section.first, found.section.last)})"
        yield _row("section", where)
    yield from _rows("reported", [_said(finding) for finding in found.here])
    changed = [rule for rule in found.looked if rule.severity != rule.rule.severity]
    graded = [f"{r.rule.code} is {r.severity} by the settings, else {r.rule.severity}" for r in changed]
    yield from _rows("severity", graded)
    yield from _rows("a cause of", [f"line {finding.line}: {_said(finding)}" for finding in found.caused])
    yield from _rows("kept back", [f"{s.finding.code} {s.finding.name}: {s.why}" for s in found.silenced])
    if found.looked:
        kinds = ", ".join(sorted({place.kind for place in found.blocks}))
        yield _row("looked", f"{', '.join(rule.rule.code for rule in found.looked)} (rules about: {kinds})")
    yield from _rows("silent", [f"{', '.join(codes)}: {why}" for why, codes in found.silent.items()])
    yield from _rows("off", [f"{', '.join(codes)}: {why}" for why, codes in found.off.items()])
    for splitter, described in found.splitters.items():
        held = [chunk for chunk in found.chunks if chunk.splitter == splitter]
        yield _row("chunks", f"{described}: {_held(held)}")


def _row(label: str, text: str) -> str:
    return f"{label:<11} {text}"


def _rows(label: str, texts: list[str]) -> Iterator[str]:
    for index, text in enumerate(texts):
        yield _row(label if index == 0 else "", text)


def _lines(first: int, last: int) -> str:
    return f"line {first}" if first == last else f"lines {first}-{last}"


def _standing(found: Explained) -> str:
    if not found.blocks:
        return "no block: blank, or nothing that is shown"
    inner = found.blocks[-1]
    return f"{' > '.join(place.kind for place in found.blocks)} ({_lines(inner.first, inner.last)})"


def _said(finding: Finding) -> str:
    causes = sorted({_lines(*lines) for lines in finding.cause_lines if lines != (finding.line, finding.line)})
    why = f" (caused on {', '.join(causes)})" if causes else ""
    return f"{finding.code} [{finding.severity}] {finding.message}{why}"


def _held(chunks: list[Held]) -> str:
    """Which chunks hold the line."""
    if not chunks:
        return "no chunk holds the line"
    paths = (f" {' > '.join(chunk.headings)}" if chunk.headings else "" for chunk in chunks)
    parts = (f"{c.number} ({_lines(c.first, c.last)}{path})" for c, path in zip(chunks, paths, strict=True))
    return f"{', '.join(parts)} of {chunks[0].total}"


def _record(name: str, found: Explained, left_out: bool) -> dict[str, Any]:
    return {
        "version": 1,
        "path": name,
        "line": found.line,
        "source": found.source,
        "dialect": found.dialect,
        "excluded": left_out,
        "blocks": [_place(place) for place in found.blocks],
        "section": {**_place(found.section), "path": list(found.path)} if found.section else None,
        "findings": [_finding(finding) for finding in found.here],
        "caused": [_finding(finding) for finding in found.caused],
        "silenced": [{**_finding(s.finding), "why": s.why} for s in found.silenced],
        "looked": [rule.rule.code for rule in found.looked],
        "silent": found.silent,
        "off": found.off,
        "splitters": found.splitters,
        "chunks": [chunk._asdict() for chunk in found.chunks],
    }


def _place(place: Place) -> dict[str, Any]:
    return {"kind": place.kind, "first": place.first, "last": place.last}


def _finding(finding: Finding) -> dict[str, Any]:
    (record,) = jsonl(Run(1, [finding]), False)
    return {**json.loads(record), "causes": [list(lines) for lines in finding.cause_lines]}
