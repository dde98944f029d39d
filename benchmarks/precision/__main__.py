"""Which findings are true: a seeded sample to judge, and the precision that the judged ones give.

usage: python -m benchmarks.precision sample CORPORA [--per-rule N] [--seed N] [--select RULES] > todo.jsonl
       python -m benchmarks.precision report [CORPORA]
       python -m benchmarks.precision tidy CORPORA
       python -m benchmarks.precision density CORPORA

CORPORA is a folder with one folder for each repository and an INDEX.tsv of them (repo and commit in the first
two columns); a repository owner/name stands in the folder owner__name. `sample` draws findings that are not
judged yet, at most N a rule, spread over the repositories, with the lines around them. Add to each a "verdict"
(true, doubtful or false) and a "reason" of one line, and append it to judged.jsonl without its "context". Where
several readers judge a finding and differ, what most of them say counts.
`report` counts a doubtful finding as false and gives the Wilson 95 % interval; with CORPORA it says too how many
findings there are, judged or not. Cuts in smaller chunks have a table of their own. `tidy` moves what chunklint no
longer reports from judged.jsonl to silenced.jsonl, and back what it reports again. `density` counts the findings of
the default rules for each repository, and for 1,000 lines of it.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from chunklint import catalogue
from chunklint.finding import Finding
from chunklint.project import Project
from chunklint.splitters.configured import from_words

JUDGED = Path(__file__).with_name("judged.jsonl")
SILENCED = Path(__file__).with_name("silenced.jsonl")
# Those under which cuts are judged; a record of a cut names its splitter. In smaller chunks more is cut and less is
# lost: what was judged there is counted by itself.
SPLITTERS = ("langchain", "openai")
SMALL = ("langchain:400/80", "langchain:800/100", "openai:400/50")
Key = tuple[str, str, int, str, str]


def judged(file: Path = JUDGED) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line]


def key(record: dict[str, Any]) -> Key:
    return record["repo"], record["path"], record["line"], record["code"], record.get("splitter", "")


def repositories(corpora: Path) -> Iterator[tuple[str, str, Path]]:
    """Name, commit and folder of each repository of the index."""
    for line in (corpora / "INDEX.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        repo, commit = line.split("\t")[:2]
        yield repo, commit, corpora / repo.replace("/", "__")


def findings(corpora: Path, select: str | None) -> Iterator[tuple[dict[str, Any], Finding, Path]]:
    """What chunklint says about the corpora with the default rules or those selected, cuts under each splitter."""
    chosen = {"select": tuple(select.split(","))} if select else {}
    yield from _found(corpora, "", chosen)
    cuts = tuple(code for code in catalogue.load().rules if code.startswith("CL6"))
    if select and select != "ALL":
        cuts = tuple(c for word in select.split(",") for c in catalogue.load().select(word) if c.startswith("CL6"))
    if select and cuts:
        for name in (*SPLITTERS, *SMALL):
            yield from _found(corpora, name, {"select": cuts, "splitters": (from_words(name),)})


def _found(corpora: Path, splitter: str, changes: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Finding, Path]]:
    project = Project(isolated=True, changes=changes)
    for repo, commit, folder in repositories(corpora):
        for path, found in project.check(project.find([folder]).files):
            for finding in found:
                place = {"repo": repo, "commit": commit, "path": path.relative_to(folder).as_posix()}
                record = {**place, "line": finding.line, "code": finding.code}
                yield {**record, "splitter": splitter} if splitter else record, finding, path


def sample(corpora: Path, per_rule: int, seed: int, select: str | None) -> None:
    """Print the findings to judge as JSON lines, drawn in turn from the repositories."""
    chance = random.Random(seed)  # noqa: S311
    known = {key(record) for record in judged()} if JUDGED.exists() else set()
    pools: dict[str, dict[str, list[tuple[dict[str, Any], Finding, Path]]]] = defaultdict(lambda: defaultdict(list))
    for record, finding, path in findings(corpora, select):
        if key(record) not in known:
            pools[record["code"]][record["repo"] + record.get("splitter", "")].append((record, finding, path))
    for code in sorted(pools):
        drawn: list[tuple[dict[str, Any], Finding, Path]] = []
        for pool in pools[code].values():
            chance.shuffle(pool)
        while len(drawn) < per_rule and any(pools[code].values()):
            drawn += [pool.pop() for pool in pools[code].values() if pool]
        for record, finding, path in drawn[:per_rule]:
            lines = path.read_text(encoding="utf-8").splitlines()
            context = "\n".join(lines[max(finding.line - 4, 0) : finding.line + 12])
            print(json.dumps({**record, "message": finding.message, "context": context}, ensure_ascii=False))


def wilson(true: int, total: int) -> tuple[float, float]:
    """The Wilson score interval at 95 % (z = 1.96)."""
    z = 1.96
    share, spread = true / total, z * z / total
    middle = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(share * (1 - share) / total + spread / (4 * total))
    return max(middle - half, 0.0), min(middle + half, 1.0)


class Precision(NamedTuple):
    """How many findings of a rule were judged, how many were true, and on how many sites they stand."""

    judged: int
    true: int
    sites: int

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.true, self.judged)


def precisions(small: bool = False) -> dict[str, Precision]:
    """The precision of each rule that has judged findings; ``small``: of those in smaller chunks."""
    by_code: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for record in judged():
        if (record.get("splitter") in SMALL) is small:
            by_code[record["code"]].append(record)
    return {
        code: Precision(len(records), sum(r["verdict"] == "true" for r in records), len({r["repo"] for r in records}))
        for code, records in sorted(by_code.items())
    }


def report(corpora: Path | None) -> None:
    records = [record for record, _, _ in findings(corpora, "ALL")] if corpora else []
    found = Counter(record["code"] for record in records if record.get("splitter") not in SMALL)
    rules = catalogue.load().rules
    print("code    on   found  judged  true  sites  precision  95 % interval")
    known = precisions()
    for code in sorted({*known, *found, *(code for code, rule in rules.items() if rule.default)}):
        state = f"{code}  {'on ' if rules[code].default else 'off'} {found[code] if corpora else '':>6}"
        if code in known:
            (low, high), one = known[code].interval, known[code]
            print(
                f"{state} {one.judged:>7} {one.true:>5} {one.sites:>6}  {one.true / one.judged:>8.0%}"
                f"   {low:.0%} to {high:.0%}"
            )
        else:
            print(state)
    on = [one for code, one in known.items() if rules[code].default]
    judged_on, true_on = sum(one.judged for one in on), sum(one.true for one in on)
    print(f"default rules together: {true_on} of {judged_on} ({true_on / judged_on:.1%})")
    print(f"in smaller chunks ({', '.join(SMALL)}):")
    for code, one in precisions(small=True).items():
        print(f"{code}      {one.judged:>14} {one.true:>5} {one.sites:>6}  {one.true / one.judged:>8.0%}")


def tidy(corpora: Path) -> None:
    current = {key(record) for record, _, _ in findings(corpora, "ALL")}
    records = {key(record): record for record in (*judged(SILENCED), *judged())}
    for file, reported in ((JUDGED, True), (SILENCED, False)):
        kept = [record for place, record in sorted(records.items()) if (place in current) is reported]
        file.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in kept), encoding="utf-8")
        print(f"{file.name}: {len(kept)}")


def density(corpora: Path) -> None:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for record, _, _ in findings(corpora, None):
        counts[record["repo"]][record["code"]] += 1
    for repo, _, folder in repositories(corpora):
        pages = Project(isolated=True).find([folder]).files
        lines = sum(path.read_bytes().count(b"\n") for path in pages)
        commonest = ", ".join(f"{code} {count}" for code, count in counts[repo].most_common(10))
        share = 1000 * counts[repo].total() / lines
        print(f"{repo:<32} {len(pages):>5} pages {lines:>7} lines {share:5.2f} for 1,000  {commonest}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("sample", "report", "tidy", "density"))
    parser.add_argument("corpora", type=Path, nargs="?")
    parser.add_argument("--per-rule", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--select")
    args = parser.parse_args()
    if args.command == "report":
        report(args.corpora)
    elif not args.corpora:
        sys.exit(f"{args.command} needs the folder of the corpora")
    elif args.command == "sample":
        sample(args.corpora, args.per_rule, args.seed, args.select)
    else:
        (tidy if args.command == "tidy" else density)(args.corpora)


if __name__ == "__main__":
    main()
