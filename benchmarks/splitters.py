"""The presets beside the libraries that they stand for, on real pages.

usage: python -m benchmarks.splitters {fidelity,speed,growth,startup,memory} [--preset NAME]… [FOLDER…]

fidelity  the texts of chunks against the library's: pages, chunks, and the share of each that is the same;
          each page is read with its line ends as they are, and again with newlines.
speed     processor time of both in one run on the same pages, and their ratio; exact source spans included.
growth    ours alone on pages of 1 and 10 MB of several shapes, without Python's garbage collector: a ratio of 10
          is linear.
memory    what `chunklint compare` takes for each folder on a machine of 64 processors, and for a page of 10 MB made of
          the pages of all: with the splitters that it takes by default, and with all presets.
startup   the time from the start of Python to the first chunk, and to the end of the library's import alone.
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from statistics import median

from benchmarks.memory import peak
from benchmarks.real_splitters import REAL
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
        for limits in REAL[name].limits:
            same, chunks, equal = map(sum, zip(*(compared(name, text, limits) for text in texts), strict=True))
            print(
                f"| {name} | {limits.size}/{limits.overlap} {limits.unit} | {len(texts)} | {same / len(texts):.4%} "
                f"| {chunks} | {equal / chunks:.4%} |",
                flush=True,
            )


def compared(name: str, text: str, limits: Limits) -> tuple[bool, int, int]:
    """Whether a preset and its library make the same of a page; the number of chunks, and of equal ones."""
    real = REAL[name]
    chunks, theirs = list(PRESETS[name].split(Document(text), limits)), real.texts(text, limits)
    ours = [chunk.text for chunk in chunks]
    same = ours == theirs
    if real.metadata:
        same = same and [dict(chunk.metadata) for chunk in chunks] == real.metadata(text, limits)
    return same, max(len(ours), len(theirs)), (Counter(ours) & Counter(theirs)).total()


def speed(presets: list[str], folders: list[Path]) -> None:
    print("| preset | limits | ours, MB/s | library, MB/s | ratio |\n| --- | --- | --- | --- | --- |")
    texts = list(pages(folders))
    size = sum(len(text.encode()) for text in texts) / 1e6
    for name in presets:
        split, real = PRESETS[name].split, REAL[name].texts
        for limits in REAL[name].limits:
            both = (lambda text: list(split(Document(text), limits)), lambda text: real(text, limits))  # noqa: B023
            for cut in both:
                cut(_PAGE)  # what is imported and read once
            # What is made of a page is dropped at once: what many kept tuples cost is the collector's affair.
            ours, theirs = (_timed(lambda: deque(map(cut, texts), maxlen=0)) for cut in both)  # noqa: B023
            print(
                f"| {name} | {limits.size}/{limits.overlap} {limits.unit} | {size / ours:.1f} | {size / theirs:.1f} "
                f"| {theirs / ours:.2f} |",
                flush=True,
            )


def growth(presets: list[str]) -> None:
    gc.disable()
    print("| preset | shape | 1 MB, s | 10 MB, s | ratio |\n| --- | --- | --- | --- | --- |")
    for name in presets:
        preset = PRESETS[name]
        for shape, build in SHAPES.items():
            small, large = (
                _timed(lambda: sum(1 for _ in preset.split(Document(text), preset.limits)))  # noqa: B023
                for text in (build(1_000_000), build(10_000_000))
            )
            print(f"| {name} | {shape} | {small:.3f} | {large:.3f} | {large / max(small, 1e-9):.1f} |", flush=True)


def startup(presets: list[str]) -> None:
    print("| preset | first chunk, s | library's import, s | share |\n| --- | --- | --- | --- |")
    for name in presets:
        codes = f"import chunklint; chunklint.split({_PAGE!r}, {name!r})[0]", f"import {REAL[name].module}"
        # In turn, so that both meet the same machine.
        runs = [tuple(map(_seconds, codes)) for _ in range(5)]
        ours, theirs = map(median, zip(*runs, strict=True))
        print(f"| {name} | {ours:.2f} | {theirs:.2f} | {ours / theirs:.0%} |", flush=True)


def memory(folders: list[Path]) -> None:
    every = [word for name in PRESETS for word in ("--splitter", name)]
    command = [sys.executable, "-c", _ON_64, "compare", "--isolated"]
    print("| pages | splitters | peak, MB | s |\n| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "10 MB.md")
        page.write_text(_page_of(10_000_000, folders), encoding="utf-8")
        for path in (*folders, page):
            for name, splitters in (("by default", []), ("all presets", every)):
                most, seconds = peak([*command, str(path), *splitters])
                print(f"| {path.name} | {name} | {most} | {seconds:.0f} |", flush=True)


def _page_of(size: int, folders: list[Path]) -> str:
    """A page of about ``size`` bytes: the pages below ``folders``, again and again."""
    texts = list(pages(folders))
    whole = "\n".join(texts).encode()
    return (whole * (size // len(whole) + 1))[:size].decode(errors="ignore")


_ON_64 = "import os; os.cpu_count = lambda: 64; from chunklint.cli import main; raise SystemExit(main())"
# Longer than a chunk of any preset.
_PAGE = "# A\n\n" + "What is read once, is read now, in version 1.2.\n" * 200


def _seconds(code: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start


def _timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("fidelity", "speed", "growth", "startup", "memory"))
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument(
        "--preset", action="append", choices=sorted(REAL), metavar="NAME", help="again for more; default: all"
    )
    given = parser.parse_intermixed_args()
    presets = given.preset or list(REAL)
    if given.what == "growth":
        growth(presets)
        return
    if given.what == "memory":
        memory(given.folders)
        return
    installed = [name for name in presets if REAL[name].installed]
    if given.what == "startup":
        startup(installed)
    else:
        (fidelity if given.what == "fidelity" else speed)(installed, given.folders)


if __name__ == "__main__":
    main()
