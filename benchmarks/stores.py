"""Audits held to what is known.

    python -m benchmarks.stores fidelity path/to/corpora   # stores of LangChain and LlamaIndex against the presets
    python -m benchmarks.stores alignment path/to/corpora  # chunks of all presets found again by their text alone
    python -m benchmarks.stores heuristics path/to/corpora # what the text alone says against what the page says
    python -m benchmarks.stores size --chunks 1000000      # time and memory of a large store

``fidelity`` needs the libraries of the extra `fidelity`. It cuts each page with the real splitter, writes the chunks as
a user would dump them, and audits them: each chunk has to stand where the preset, whose chunks are the same, cut it
out, and the cut rules have to report the same as `chunklint check --splitter`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import dumps
from chunklint import engine
from chunklint.audit import by_source
from chunklint.audit.located import audited
from chunklint.audit.summary import Summary
from chunklint.checks.stores import Sentences
from chunklint.document import Document, Span
from chunklint.project import Project
from chunklint.splitters.chunk import Chunk
from chunklint.splitters.configured import from_words
from chunklint.splitters.presets import PRESETS
from chunklint.splitters.split import PageUnits, Split
from chunklint.stores.fragment import KINDS, fragments
from chunklint.stores.place import place
from chunklint.stores.read import read_chunks
from chunklint.stores.record import Stored


class Fidelity(NamedTuple):
    """Chunks of one splitter: how many, how many stand where they were cut out, and the findings of both ways."""

    chunks: int
    right: int
    ours: list[tuple[str, str, int]]
    theirs: list[tuple[str, str, int]]
    wrong: list[tuple[str, Stored, Span, Span | None]]


def fidelity(folder: Path, dump: dumps.Dump) -> Fidelity:
    """Compare an audit of ``folder`` with the preset of the same name."""
    with tempfile.TemporaryDirectory() as scratch:
        store = Path(scratch, "chunks.jsonl")
        pages = Project(isolated=True).find([folder]).files
        with store.open("w", encoding="utf-8") as file:
            for path in pages:
                file.writelines(json.dumps(record) + "\n" for record in dump.records(engine.read(path), str(path)))
        records = list(read_chunks([store]))
    preset = from_words(dump.preset)
    known = Project(isolated=True, changes={"splitters": (preset,)})
    own = by_source.store_splitter(records, "chunks.jsonl")
    project = Project(isolated=True, changes={"splitters": (own,), "audits": True})
    findings = by_source.audit(records, pages, project, own, Summary())
    ours = [(f.code, f.path, f.span.start) for f in findings if f.code.startswith("CL6")]
    by_page: dict[str, list[Stored]] = {}
    for one in records:
        by_page.setdefault(one.source, []).append(one)
    right = 0
    theirs: list[tuple[str, str, int]] = []
    wrong: list[tuple[str, Stored, Span, Span | None]] = []
    for path in pages:
        settings = audited(known.page(path))
        text = engine.read(path)
        document = Document(text, project_path(path), settings.dialect, settings.language)
        theirs += [
            (f.code, f.path, f.span.start) for f in engine.check_document(document, settings) if f.code[:3] == "CL6"
        ]
        mine = by_page.get(str(path), [])
        chunks = preset.split(document)
        if [chunk.text for chunk in chunks] != [one.text for one in mine]:
            raise SystemExit(f"{path}: the preset {dump.preset} is not its library any more")
        placement = place(text, mine)
        found = {id(one): chunk for one, chunk in zip(placement.records, placement.chunks, strict=True)}
        for one, chunk in zip(mine, chunks, strict=True):
            at = found.get(id(one))
            same = at is not None and ends(text, at) == ends(text, chunk)
            right += same
            if not same:
                wrong.append((str(path), one, ends(text, chunk), at and ends(text, at)))
    return Fidelity(len(records), right, sorted(ours), sorted(theirs), wrong)


def project_path(path: Path) -> str:
    from chunklint.project import shown

    return shown(path)


def ends(text: str, chunk: Chunk) -> Span:
    """From the first to the last sign of a chunk that is no white space."""
    start, end = chunk.spans[0].start, chunk.spans[-1].end
    own = text[start:end]
    return Span(start + len(own) - len(own.lstrip()), start + len(own.rstrip()))


def show_fidelity(folders: list[Path], verbose: bool) -> None:
    print("| corpus | splitter | chunks | right span | | CL6 of the audit | of check | only one has |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for folder in folders:
        for dump in dumps.DUMPS:
            found = fidelity(folder, dump)
            odd = Counter(found.ours) - Counter(found.theirs) + (Counter(found.theirs) - Counter(found.ours))
            share = found.right / max(found.chunks, 1)
            print(
                f"| {folder.name} | {dump.name} | {found.chunks:,} | {found.right:,} | {share:.2%} "
                f"| {len(found.ours):,} | {len(found.theirs):,} | {odd.total()} |",
                flush=True,
            )
            if verbose:
                for path, one, expected, got in found.wrong[:10]:
                    print("   ", path, expected, got, repr(one.text[:60]))
                print("   ", Counter((f[0], "audit" if f in set(found.ours) else "check") for f in odd))
                for finding in list(odd)[:10]:
                    print("   ", "audit" if finding in found.ours else "check", finding)


def alignment(folders: list[Path], most: int) -> None:
    """How many chunks of each preset are found where it cut them out, without any offset to help."""
    project = Project(isolated=True)
    counts: dict[str, Counter[str]] = {name: Counter() for name, preset in PRESETS.items() if not preset.takes_model}
    for folder in folders:
        pages = project.find([folder]).files
        random.Random(1).shuffle(pages)  # noqa: S311
        for path in pages[:most]:
            try:
                document = Document(engine.read(path), str(path), project.page(path).dialect)
            except engine.Unreadable:
                continue
            for name in counts:
                counts[name] += _aligned(document, from_words(name).split(document))
    print("| preset | chunks | right span | called stale | not found |\n| --- | --- | --- | --- | --- |")
    for name, found in counts.items():
        share = found["right"] / max(found["chunks"], 1)
        print(f"| {name} | {found['chunks']:,} | {share:.2%} | {found['stale']} | {found['lost']} |")


def _aligned(document: Document, chunks: tuple[Chunk, ...]) -> Counter[str]:
    records = [Stored(chunk.text, str(index)) for index, chunk in enumerate(chunks)]
    placement = place(document.text, records)
    found = dict(zip((one.id for one in placement.records), placement.chunks, strict=True))
    right = sum(
        one.id in found and ends(document.text, found[one.id]) == ends(document.text, chunk)
        for one, chunk in zip(records, chunks, strict=True)
    )
    lost = len(records) - len(found)
    return Counter({"chunks": len(records), "right": right, "stale": len(placement.stale), "lost": lost})


# Splitters that are in wide use, windows and recursive ones, each as it cuts without being told more.
_CUT = (
    "fixed:1000 openai langchain langchain:400/80 langchain-headers langchain-markdown llamaindex haystack azure"
).split()


def heuristics(folders: list[Path], most: int) -> None:
    """How often each heuristic of CL808 is right about chunks whose page is known."""
    project = Project(isolated=True)
    total: dict[str, Counter[str]] = {words: Counter() for words in _CUT}
    for folder in folders:
        pages = project.find([folder]).files
        random.Random(1).shuffle(pages)  # noqa: S311
        for path in pages[:most]:
            page = project.page(path)
            try:
                document = Document(engine.read(path), str(path), page.dialect, page.language)
            except engine.Unreadable:
                continue
            units = PageUnits(document)
            for words in _CUT:
                split = Split(document, from_words(words), units)
                sentences = Sentences(split)
                for chunk in split.chunks:
                    total[words] += judged(document, chunk, sentences)
    print("| splitter | chunks | end cut | start cut | " + " | ".join(KINDS) + " | ends found | starts found |")
    print("| --- " * (len(KINDS) + 6) + "|")
    for words, counts in (*total.items(), ("all", sum(total.values(), Counter()))):
        found = [_ratio(counts[f"{side} found"], counts[f"{side} cut"]) for side in ("end", "start")]
        kinds = " | ".join(_ratio(counts[f"{kind} true"], counts[kind]) for kind in KINDS)
        print(
            f"| {words} | {counts['chunks']:,} | {counts['end cut']:,} | {counts['start cut']:,} | {kinds} "
            f"| {' | '.join(found)} |"
        )


def _ratio(part: int, whole: int) -> str:
    return f"{part:,} of {whole:,} ({part / whole:.0%})" if whole else "–"


def judged(document: Document, chunk: Chunk, sentences: Sentences) -> Counter[str]:
    """What is true of the ends of a chunk, and what its text alone says."""
    cut = {
        "start": sentences.around(chunk.spans[0].start) is not None,
        "end": sentences.around(chunk.spans[-1].end) is not None,
    }
    counts = Counter({"chunks": 1, "start cut": cut["start"], "end cut": cut["end"]})
    for found in fragments(chunk.text, document.word_list):
        side = "start" if found.kind in ("start", "first-token") else "end"
        counts[found.kind] += 1
        counts[f"{found.kind} true"] += cut[side]
        counts[f"{side} found"] += cut[side]
    return counts


_WORDS = re.compile(r"\S+")


def made_store(file: Path, chunks: int) -> None:
    """A store of about a kilobyte a chunk: sentences of a made vocabulary, cut by a window, a few of them twice."""
    draw = random.Random(7)  # noqa: S311
    words = ["".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=draw.randint(2, 9))) for _ in range(20_000)]
    with file.open("w", encoding="utf-8") as out:
        text = ""
        for number in range(chunks):
            if number % 50 or not text:
                parts = draw.choices(words, k=150)
                for at in range(0, 150, 12):
                    parts[at] = parts[at].capitalize()
                    parts[at - 1] += "."
                text = " ".join(parts)[: 960 if number % 3 else None]
            source = f"docs/page-{number // 20}.md"
            record: dict[str, Any] = {"id": f"c{number}", "text": text, "metadata": {"source": source}}
            out.write(json.dumps(record) + "\n")


def size(chunks: int) -> None:
    """Time and the most memory of an audit by text alone, in a process of its own."""
    with tempfile.TemporaryDirectory() as scratch:
        store = Path(scratch, "chunks.jsonl")
        made_store(store, chunks)
        start = time.perf_counter()
        with Path(os.devnull).open("w") as null:
            subprocess.run(
                [sys.executable, "-m", "chunklint", "audit", str(store), "--isolated", "--fail-over", "100%"],
                stdout=null, check=True,
            )  # fmt: skip
        seconds = time.perf_counter() - start
        used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print("| chunks | store | seconds | chunks a second | most memory |\n| --- | --- | --- | --- | --- |")
        print(
            f"| {chunks:,} | {store.stat().st_size / 1e6:,.0f} MB | {seconds:.0f} | {chunks / seconds:,.0f} "
            f"| {used:.0f} MB |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("fidelity", "alignment", "heuristics", "size"))
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--chunks", type=int, default=1_000_000)
    parser.add_argument("--pages", type=int, default=60, help="pages of each folder to draw")
    parser.add_argument("--verbose", action="store_true")
    given = parser.parse_intermixed_args()
    if given.what == "size":
        size(given.chunks)
    elif given.what == "alignment":
        alignment(list(_folders(given.folders)), given.pages)
    elif given.what == "heuristics":
        heuristics(list(_folders(given.folders)), given.pages)
    else:
        show_fidelity(list(_folders(given.folders)), given.verbose)


def _folders(given: list[Path]) -> Iterator[Path]:
    """Each corpus below a folder of corpora, or the folder itself where it has pages of its own."""
    for folder in given:
        inside = [path for path in sorted(folder.iterdir()) if path.is_dir() and not path.name.startswith(".")]
        yield from [folder] if any(folder.glob("*.md")) and not (folder / "INDEX.tsv").exists() else inside


if __name__ == "__main__":
    main()
