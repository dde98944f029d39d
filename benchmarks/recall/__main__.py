"""Which planted defects are found: one defect at a time, in real pages that have none of its kind.

usage: python -m benchmarks.recall CORPORA [--plants N] [--seed N] [--select CODES] [--misses]

CORPORA is a folder of Markdown pages, with a folder for each site. For each rule N pages are drawn, from the sites
in turn, and for each page one of the ways to plant its defect (`plants_*.py`). A plant is found when the rule
reports it on the planted line. A plant is clean when no rule reports anything else that it did not report before,
but for what the plant really causes, which stands with its reason beside each way. `--misses` shows the plants that
were not found, or not clean, by kind.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from benchmarks.recall import (
    plants_code,
    plants_context,
    plants_headings,
    plants_lists,
    plants_page,
    plants_questions,
    plants_tables,
)
from benchmarks.recall.plant import HERE, KINDS, Kind, Plant
from chunklint import engine
from chunklint.document import Document
from chunklint.finding import Finding
from chunklint.settings import Settings

_MODULES = (plants_page, plants_headings, plants_questions, plants_tables, plants_lists, plants_context, plants_code)
# Larger pages take long and have no other defects.
_LARGEST = 60_000


class Trial(NamedTuple):
    """One plant: its page and kind, whether it was found, and what else is reported of it."""

    page: Path
    kind: Kind
    plant: Plant
    found: bool
    others: list[Finding]


def pages(corpora: Path, chance: random.Random) -> list[Path]:
    """The pages of each folder in turn, in any order."""
    sites = defaultdict[str, list[Path]](list)
    for file in sorted(corpora.rglob("*.md")):
        if file.stat().st_size < _LARGEST:
            sites[file.relative_to(corpora).parts[0]].append(file)
    for files in sites.values():
        chance.shuffle(files)
    return [file for turn in zip_longest(*sites.values()) for file in turn if file]


def trials(code: str, corpora: Path, wanted: int, seed: int) -> Iterator[Trial]:
    """Plant the defect of a rule in up to ``wanted`` pages, each kind of it as often as there are pages for it."""
    chance = random.Random(f"{seed} {code}")  # noqa: S311
    settings = Settings(extend_select=tuple(KINDS))
    used = Counter[str]()
    for file in pages(corpora, chance):
        if used.total() == wanted:
            return
        text, name, page = engine.read(file), file.relative_to(corpora).as_posix(), settings.page(file)
        if "\r" in text or HERE in text or "chunklint:" in text:
            continue
        document = Document(text, name, page.dialect)
        found = [(kind, choices) for kind in KINDS[code] if (choices := list(kind.planter(document)))]
        if not found:
            continue
        before = engine.check_page(text, name, page)
        if any(finding.code == code for finding in before):
            continue
        kind, choices = min(found, key=lambda one: used[one[0].name])
        used[kind.name] += 1
        plant = chance.choice(choices)
        after = list(new(before, engine.check_page(plant.text, name, page), text, plant.text))
        hit = next((f for f in after if (f.code, f.line) == (code, plant.line)), None)
        others = [f for f in after if f is not hit and f.code not in kind.follows]
        yield Trial(file, kind, plant, hit is not None, others)


def new(before: list[Finding], after: list[Finding], was: str, now: str) -> Iterator[Finding]:
    """The findings that were not there before, wherever the edit has moved their lines."""
    lines, other = was.split("\n"), now.split("\n")
    matching = SequenceMatcher(None, lines, other, autojunk=False).get_matching_blocks()
    kept = {block.a + i + 1: block.b + i + 1 for block in matching for i in range(block.size)}
    known = Counter((finding.code, kept.get(finding.line, 0)) for finding in before)
    same = set(kept.values())
    for finding in after:
        key = finding.code, finding.line if finding.line in same else 0
        if known[key]:
            known[key] -= 1
        else:
            yield finding


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--plants", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--select", help="only the rules whose codes start like one of these, with commas between")
    parser.add_argument("--misses", action="store_true")
    args = parser.parse_args()
    selected = tuple(args.select.split(",")) if args.select else ("CL",)
    print("code    plants  found  recall  with other findings")
    total = Counter[str]()
    for code in sorted(code for code in KINDS if code.startswith(selected)):
        done = list(trials(code, args.corpora, args.plants, args.seed))
        counts = Counter(plants=len(done), found=sum(t.found for t in done), others=sum(bool(t.others) for t in done))
        total += counts
        _print_row(code, counts)
        if args.misses:
            _print_misses(done)
    _print_row("total", total)


def _print_row(name: str, counts: Counter[str]) -> None:
    recall = counts["found"] / max(counts["plants"], 1)
    print(f"{name}  {counts['plants']:>7} {counts['found']:>6} {recall:>7.1%} {counts['others']:>8}", flush=True)


def _print_misses(done: list[Trial]) -> None:
    for trial in sorted(done, key=lambda t: t.kind.name):
        if not trial.found or trial.others:
            others = "; ".join(f"{f.line} {f.code} {f.message}" for f in trial.others)
            verdict = "found" if trial.found else "MISSED"
            print(f"   {trial.kind.name}: {verdict} {trial.page}:{trial.plant.line} {others}")


if __name__ == "__main__":
    main()
