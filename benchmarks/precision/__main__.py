"""Which findings are true: a seeded sample to judge, and the precision that the judged ones give.

usage: python -m benchmarks.precision sample CORPORA [--per-rule N] [--seed N] [--select RULES] > todo.jsonl
       python -m benchmarks.precision report [CORPORA]

CORPORA is a folder with one folder for each repository and an INDEX.tsv of them (repo and commit in the first
two columns); a repository owner/name stands in the folder owner__name. `sample` draws findings that are not
judged yet, at most N a rule, spread over the repositories, with the lines around them. Add to each a "verdict"
(true, doubtful or false) and a "reason" of one line, and append it to judged.jsonl without its "context".
`report` counts a doubtful finding as false and gives the Wilson 95 % interval; with CORPORA it leaves out what
chunklint does not report any more.
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
from typing import Any

from chunklint.finding import Finding
from chunklint.project import Project

JUDGED = Path(__file__).with_name("judged.jsonl")
Key = tuple[str, str, int, str]


def judged() -> list[dict[str, Any]]:
    return [json.loads(line) for line in JUDGED.read_text(encoding="utf-8").splitlines() if line]


def key(record: dict[str, Any]) -> Key:
    return record["repo"], record["path"], record["line"], record["code"]


def repositories(corpora: Path) -> Iterator[tuple[str, str, Path]]:
    """Name, commit and folder of each repository of the index."""
    for line in (corpora / "INDEX.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        repo, commit = line.split("\t")[:2]
        yield repo, commit, corpora / repo.replace("/", "__")


def findings(corpora: Path, select: str | None) -> Iterator[tuple[dict[str, Any], Finding, Path]]:
    """What chunklint says about the corpora with the default rules or those selected."""
    project = Project(isolated=True, changes={"select": tuple(select.split(","))} if select else {})
    for repo, commit, folder in repositories(corpora):
        for path, found in project.check(project.find([folder]).files):
            for finding in found:
                place = {"repo": repo, "commit": commit, "path": path.relative_to(folder).as_posix()}
                yield {**place, "line": finding.line, "code": finding.code}, finding, path


def sample(corpora: Path, per_rule: int, seed: int, select: str | None) -> None:
    """Print the findings to judge as JSON lines, drawn in turn from the repositories."""
    chance = random.Random(seed)  # noqa: S311
    known = {key(record) for record in judged()} if JUDGED.exists() else set()
    pools: dict[str, dict[str, list[tuple[dict[str, Any], Finding, Path]]]] = defaultdict(lambda: defaultdict(list))
    for record, finding, path in findings(corpora, select):
        if key(record) not in known:
            pools[record["code"]][record["repo"]].append((record, finding, path))
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


def report(corpora: Path | None) -> None:
    records = judged()
    if corpora:
        current = {key(record) for record, _, _ in findings(corpora, "ALL")}
        records = [record for record in records if key(record) in current]
    total = Counter(record["code"] for record in records)
    true = Counter(record["code"] for record in records if record["verdict"] == "true")
    repos: dict[str, set[str]] = defaultdict(set)
    for record in records:
        repos[record["code"]].add(record["repo"])
    print("code    judged  true  sites  precision  95 % interval")
    for code in sorted(total):
        low, high = wilson(true[code], total[code])
        share = true[code] / total[code]
        print(
            f"{code}  {total[code]:>8} {true[code]:>5} {len(repos[code]):>6}  {share:>8.0%}   {low:.0%} to {high:.0%}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("sample", "report"))
    parser.add_argument("corpora", type=Path, nargs="?")
    parser.add_argument("--per-rule", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--select")
    args = parser.parse_args()
    if args.command == "report":
        report(args.corpora)
    elif args.corpora:
        sample(args.corpora, args.per_rule, args.seed, args.select)
    else:
        sys.exit("sample needs the folder of the corpora")


if __name__ == "__main__":
    main()
