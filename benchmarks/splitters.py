"""The presets beside the libraries that they stand for, on real pages.

usage: python -m benchmarks.splitters {fidelity,speed,growth} [--preset NAME]… [FOLDER…]

fidelity  chunk texts against the library's, chunk by chunk: pages, chunks, and the share of each that is the same;
          each page is read with its line ends as they are, and again with newlines.
speed     processor time of both in one run on the same pages, and their ratio; exact source spans included.
growth    ours alone on pages of 1 and 10 MB of several shapes: a ratio of 10 is linear.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

from benchmarks.real_splitters import LIMITS, METADATA, PACKAGES, REAL
from chunklint.document import Document
from chunklint.splitters.chunk import Limits
from chunklint.splitters.presets import PRESETS

SHAPES: dict[str, Callable[[int], str]] = {
    "prose": lambda n: ("Orders can be returned within 30 days, if the box was not opened.\n" * 8 + "\n") * (n // 529),
    "no separators": lambda n: "x" * n,
    "blanks": lambda n: " " * n,
    "newlines": lambda n: "\n" * n,
    "lines of one sign": lambda n: "x\n" * (n // 2),
    "words": lambda n: "word " * (n // 5),
    "headings": lambda n: "## Same\n\nword\n\n" * (n // 15),
    "code": lambda n: "```\n\tif x:\n\t\ty\n```\n" * (n // 19),
    "not printable": lambda n: "\ta\tb\x00c\n" * (n // 7),
}


def pages(folders: Iterable[Path], newline: str | None = "") -> Iterator[str]:
    """The Markdown below ``folders``; ``newline`` is that of ``open``."""
    for folder in folders:
        for file in sorted(folder.rglob("*.md")):
            if file.is_file():
                with file.open(encoding="utf-8", errors="replace", newline=newline) as page:
                    yield page.read()


def fidelity(presets: list[str], folders: list[Path]) -> None:
    print("| preset | limits | pages | same | chunks | same |\n| --- | --- | --- | --- | --- | --- |")
    texts = list(pages(folders))
    texts += [new for old, new in zip(texts, list(pages(folders, None)), strict=True) if old != new]
    for name in presets:
        for limits in LIMITS[name]:
            counts = [0, 0, 0, 0]
            for text in texts:
                for index, count in enumerate(_same(name, text, limits)):
                    counts[index] += count
            total, same, chunks, equal = counts
            print(
                f"| {name} | {limits.size}/{limits.overlap} {limits.unit} | {total} | {same / total:.4%} "
                f"| {chunks} | {equal / chunks:.4%} |",
                flush=True,
            )


def _same(name: str, text: str, limits: Limits) -> tuple[int, int, int, int]:
    """1, whether the page is the same, its chunks and how many of them are the same."""
    ours = list(PRESETS[name].split(Document(text), limits))
    real = REAL[name](text, limits)
    equal = sum(mine.text == theirs for mine, theirs in zip(ours, real, strict=False))
    same = equal == len(ours) == len(real)
    if name in METADATA:
        same = same and [dict(chunk.metadata) for chunk in ours] == METADATA[name](text, limits)
    return 1, same, max(len(ours), len(real)), equal


def speed(presets: list[str], folders: list[Path]) -> None:
    print("| preset | limits | ours, MB/s | library, MB/s | ratio |\n| --- | --- | --- | --- | --- |")
    texts = list(pages(folders))
    size = sum(len(text.encode()) for text in texts) / 1e6
    for name in presets:
        split = PRESETS[name].split
        for limits in LIMITS[name]:
            ours = theirs = 0.0
            for text in texts:
                ours += _timed(lambda: list(split(Document(text), limits)))  # noqa: B023
                theirs += _timed(lambda: REAL[name](text, limits))  # noqa: B023
            print(
                f"| {name} | {limits.size}/{limits.overlap} {limits.unit} | {size / ours:.1f} | {size / theirs:.1f} "
                f"| {theirs / ours:.2f} |",
                flush=True,
            )


def growth(presets: list[str]) -> None:
    print("| preset | shape | 1 MB, s | 10 MB, s | ratio |\n| --- | --- | --- | --- | --- |")
    for name in presets:
        preset = PRESETS[name]
        for shape, build in SHAPES.items():
            small, large = (
                _timed(lambda: sum(1 for _ in preset.split(Document(text), preset.limits)))  # noqa: B023
                for text in (build(1_000_000), build(10_000_000))
            )
            print(f"| {name} | {shape} | {small:.3f} | {large:.3f} | {large / max(small, 1e-9):.1f} |", flush=True)


def _timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("fidelity", "speed", "growth"))
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument(
        "--preset", action="append", choices=sorted(PRESETS), metavar="NAME", help="again for more; default: all"
    )
    given = parser.parse_intermixed_args()
    if given.what == "growth":
        growth(given.preset or list(REAL))
        return
    presets = [name for name in given.preset or REAL if find_spec(PACKAGES[name])]
    (fidelity if given.what == "fidelity" else speed)(presets, given.folders)


if __name__ == "__main__":
    main()
