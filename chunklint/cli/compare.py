"""``chunklint compare``: which splitter keeps the answers of these pages."""

from __future__ import annotations

import argparse
import gc
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from chunklint import engine, files, workers
from chunklint.cli import fail, options
from chunklint.cli.progress import watched
from chunklint.document import Document
from chunklint.project import Project, shown
from chunklint.settings import SettingsError
from chunklint.splitters.configured import Configured, SplitterError, from_words, unique
from chunklint.splitters.lengths import is_exact
from chunklint.survival import TITLES, TOKENS, Sum, Survival, read_ahead, survival
from chunklint.units import KINDS

# What is compared when no splitter is named: one of each family that is in wide use.
_USUAL = (
    "heading question fixed langchain langchain-markdown langchain-headers llamaindex llamaindex-markdown "
    "haystack unstructured chonkie docling openai bedrock"
).split()
_EXAMPLES = """\
examples:
  chunklint compare docs
  chunklint compare docs --splitter openai --splitter langchain:400/80 --splitter heading
  chunklint compare docs --chart survival.svg --output-format json > survival.json
"""


def run(argv: list[str]) -> int:
    """Run ``chunklint compare`` with ``argv``; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="chunklint compare",
        description="For each splitter: how many answer units of these pages stay whole in some chunk, and the cost.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("paths", nargs="*", metavar="PATHS", type=Path)
    parser.add_argument("--splitter", metavar="NAME[:SIZE[/OVERLAP]]", action="append", help="default: the usual ones")
    parser.add_argument("--output-format", choices=("text", "json"), default="text")
    parser.add_argument("--chart", metavar="FILE", type=Path, help="draw the survival too (.png or .svg)")
    options.add_settings(parser)
    args = parser.parse_args(argv)
    try:
        project = options.project(args)
        splitters = unique(map(from_words, args.splitter)) if args.splitter else _default(project)
        pages = project.find(args.paths or [Path()]).files
        if not pages:
            return fail("no pages to compare on")
        draw = _drawing(args.chart) if args.chart else None
        found = _measured(project, pages, splitters)
        if draw:
            draw([(each.described, found[each.name].whole) for each in splitters])
    except (SettingsError, SplitterError, files.MissingPath, workers.Killed, NoChart) as error:
        return fail(str(error))
    order = sorted(splitters, key=lambda splitter: -found[splitter.name].whole.share)
    names = [shown(page) for page in pages]
    if args.output_format == "json":
        print(json.dumps([_record(splitter, found[splitter.name], names) for splitter in order], ensure_ascii=False))
    else:
        for line in _table(order, found, names):
            print(line)
    return 0


class NoChart(Exception):
    """Why no chart can be drawn, and what to do."""


def _default(project: Project) -> tuple[Configured, ...]:
    """The splitters of the settings and the usual ones."""
    own = project.settings_of(Path.cwd()).splitters
    return unique([*own, *map(from_words, _USUAL)])


def _measured(project: Project, pages: Sequence[Path], splitters: tuple[Configured, ...]) -> dict[str, Sum]:
    """By the name of each splitter what it makes of the pages, which are shared among the processors."""
    jobs = []
    for path in pages:
        page = project.page(path)
        jobs.append((path, page.dialect, page.language, splitters))
    if any(splitter.preset.given for splitter in splitters):  # a function of the user's is in no other process
        rows: Iterator[list[Survival]] = map(_of_page, jobs)
    else:
        rows = workers.mapped(_of_page, jobs, pages, ready=lambda: read_ahead(splitters))
    found = [Sum() for _ in splitters]
    for row in watched(rows, len(jobs)):
        for added_up, survived in zip(found, row, strict=True):
            added_up.add(survived)
    return {splitter.name: added_up for splitter, added_up in zip(splitters, found, strict=True)}


def _of_page(job: tuple[Path, str, str, tuple[Configured, ...]]) -> list[Survival]:
    path, dialect, language, splitters = job
    try:
        text = engine.read(path)
    except engine.Unreadable as error:
        print(f"chunklint: warning: {path}: {error}; counted as an empty page", file=sys.stderr)
        text = ""
    found = list(survival(Document(text, str(path), dialect, language), splitters))
    gc.collect(1)  # the sections of a page point at each other: pages would pile up
    return found


def _record(splitter: Configured, pages: Sum, names: list[str]) -> dict[str, Any]:
    whole = pages.whole
    return {
        "splitter": splitter.described,
        "approximate": splitter.preset.approximate,
        "survival": round(whole.share, 4),
        "units": {kind: {"whole": kept.whole, "total": kept.total} for kind, kept in whole.kinds.items()},
        "chunks": len(whole.tokens),
        "tokens": sum(whole.tokens),
        "tokens_exact": is_exact(TOKENS),
        "source_tokens": whole.source_tokens,
        "chunk_tokens": dict(zip(("p5", "median", "p95"), _spread(whole.tokens), strict=True)),
        "worst_pages": [{"path": name, "lost": lost} for name, lost in _worst(pages, names)],
    }


def _spread(tokens: Iterable[int]) -> tuple[int, int, int]:
    """The 5th, 50th and 95th percentile."""
    ordered = sorted(tokens) or [0]
    low, middle, high = (ordered[min(len(ordered) * share // 100, len(ordered) - 1)] for share in (5, 50, 95))
    return low, middle, high


def _worst(pages: Sum, names: list[str]) -> list[tuple[str, int]]:
    """The five pages that lose most units."""
    lost = sorted(zip(pages.lost, names, strict=True), reverse=True)
    return [(name, count) for count, name in lost[:5] if count]


def _table(order: list[Configured], found: dict[str, Sum], names: list[str]) -> Iterator[str]:
    counts = found[order[0].name].whole.kinds
    kinds = [kind for kind in KINDS if counts[kind].total]
    width = max(len(splitter.described) for splitter in order)
    yield f"Units whole in some chunk, in per cent, on {len(names):,} pages; sorted by the mean of the kinds."
    yield (
        f"{'':{width}}  mean " + "".join(f"{TITLES[kind]:>11}" for kind in kinds) + "   chunks  tokens p5/50/95  cost"
    )
    yield f"{'':{width}}       " + "".join(f"{counts[kind].total:>11,}" for kind in kinds)
    for splitter in order:
        whole = found[splitter.name].whole
        shares = "".join(f"{100 * whole.kinds[kind].share:>11.1f}" for kind in kinds)
        spread = "/".join(map(str, _spread(whole.tokens)))
        cost = sum(whole.tokens) / max(whole.source_tokens, 1)
        kept = f"{splitter.described:{width}} {100 * whole.share:>5.1f} {shares}"
        yield f"{kept} {len(whole.tokens):>8,} {spread:>16} {cost:>4.0%}"
    exact = "" if is_exact(TOKENS) else " Tokens are estimated: the extra `tokens` counts them exactly."
    yield f"cost: tokens embedded, overlap and added text included, of those of the source.{exact}"
    if any(splitter.preset.approximate for splitter in order):
        yield "≈: the vendor publishes no code; an approximation."
    for splitter in order[:3]:
        if worst := _worst(found[splitter.name], names):
            yield f"{splitter.label} loses most on: " + ", ".join(f"{name} ({count:,})" for name, count in worst)


def _drawing(file: Path) -> Callable[[Sequence[tuple[str, Survival]]], None]:
    """The function that draws to ``file``, asked for before anything is measured. Both raise ``NoChart``."""
    if file.suffix.lower() not in (".png", ".svg"):
        raise NoChart(f'--chart writes .png or .svg, not "{file}"')
    if find_spec("matplotlib") is None:
        raise NoChart('--chart needs the extra "chart": pip install "chunklint-docs[chart]"')

    def drawn(rows: Sequence[tuple[str, Survival]]) -> None:
        if not any(kept.total for _, found in rows for kept in found.kinds.values()):
            print(f"chunklint: warning: {file}: nothing to draw: these pages have no answer units", file=sys.stderr)
            return
        from chunklint.report.chart import draw  # read now: the processes that measured have no use for it

        try:
            draw(file, rows, TITLES)
        except OSError as error:
            raise NoChart(f"{file}: cannot be written: {(error.strerror or str(error)).lower()}") from error

    return drawn
