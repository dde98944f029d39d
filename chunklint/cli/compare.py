"""``chunklint compare``: which splitter keeps the answers of these pages."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from chunklint import engine, files
from chunklint.cli import fail, options
from chunklint.cli.progress import watched
from chunklint.document import Document
from chunklint.project import Project, shown
from chunklint.settings import SettingsError
from chunklint.splitters.configured import Configured, SplitterError, from_words, unique
from chunklint.splitters.lengths import is_exact
from chunklint.survival import TITLES, TOKENS, Survival, added_up, survival
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
        found = dict(_measured(project, pages, splitters))
        if draw:
            draw([(each.described, added_up(found[each.name])) for each in splitters])
    except (SettingsError, SplitterError, files.MissingPath, NoChart) as error:
        return fail(str(error))
    order = sorted(splitters, key=lambda splitter: -added_up(found[splitter.name]).share)
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


def _measured(
    project: Project, pages: Sequence[Path], splitters: tuple[Configured, ...]
) -> Iterator[tuple[str, list[Survival]]]:
    """By the name of each splitter what it makes of each page; pages are shared among the processors."""
    jobs = []
    for path in pages:
        page = project.page(path)
        jobs.append((path, page.dialect, page.language, splitters))
    rows: list[list[Survival]] = []
    workers = min(os.cpu_count() or 1, len(pages) // 20)
    if workers < 2 or any(splitter.preset.given for splitter in splitters):
        rows = [_of_page(job) for job in watched(iter(jobs), len(jobs))]
    else:
        from concurrent.futures import ProcessPoolExecutor

        with ProcessPoolExecutor(workers) as pool:
            rows = list(watched(pool.map(_of_page, jobs, chunksize=8), len(jobs)))
    for index, splitter in enumerate(splitters):
        yield splitter.name, [row[index] for row in rows]


def _of_page(job: tuple[Path, str, str, tuple[Configured, ...]]) -> list[Survival]:
    path, dialect, language, splitters = job
    try:
        text = engine.read(path)
    except engine.Unreadable as error:
        print(f"chunklint: warning: {path}: {error}; counted as an empty page", file=sys.stderr)
        text = ""
    return list(survival(Document(text, str(path), dialect, language), splitters))


def _record(splitter: Configured, pages: list[Survival], names: list[str]) -> dict[str, Any]:
    whole = added_up(pages)
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


def _spread(tokens: tuple[int, ...]) -> tuple[int, int, int]:
    """The 5th, 50th and 95th percentile."""
    ordered = sorted(tokens) or [0]
    low, middle, high = (ordered[min(len(ordered) * share // 100, len(ordered) - 1)] for share in (5, 50, 95))
    return low, middle, high


def _worst(pages: list[Survival], names: list[str]) -> list[tuple[str, int]]:
    """The five pages that lose most units."""
    lost = sorted(((page.lost, name) for page, name in zip(pages, names, strict=True)), reverse=True)
    return [(name, count) for count, name in lost[:5] if count]


def _table(order: list[Configured], found: dict[str, list[Survival]], names: list[str]) -> Iterator[str]:
    kinds = [kind for kind in KINDS if any(page.kinds[kind].total for page in found[order[0].name])]
    width = max(len(splitter.described) for splitter in order)
    counts = added_up(found[order[0].name]).kinds
    yield f"Units whole in some chunk, in per cent, on {len(names):,} pages; sorted by the mean of the kinds."
    yield (
        f"{'':{width}}  mean " + "".join(f"{TITLES[kind]:>11}" for kind in kinds) + "   chunks  tokens p5/50/95  cost"
    )
    yield f"{'':{width}}       " + "".join(f"{counts[kind].total:>11,}" for kind in kinds)
    for splitter in order:
        whole = added_up(found[splitter.name])
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
    try:
        from chunklint.report.chart import draw
    except ImportError:
        raise NoChart('--chart needs the extra "chart": pip install "chunklint-docs[chart]"') from None

    def drawn(rows: Sequence[tuple[str, Survival]]) -> None:
        if not any(kept.total for _, found in rows for kept in found.kinds.values()):
            print(f"chunklint: warning: {file}: nothing to draw: these pages have no answer units", file=sys.stderr)
            return
        try:
            draw(file, rows, TITLES)
        except OSError as error:
            raise NoChart(f"{file}: cannot be written: {(error.strerror or str(error)).lower()}") from error

    return drawn
