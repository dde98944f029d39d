"""Throughput on real pages, start-up of the command, and growth with the size of a page.

usage: python -m benchmarks.speed [--throughput PATH…] [--rules PATH…] [--startup] [--growth [SHAPE…]]

throughput  checks all pages below PATH with the default rules on one core, parsing included, and
            gives MB/s beside markdown-it-py's block parse of the same pages in the same run.
rules       gives what parsing and each rule take on these pages, as shares of the whole; what several rules
            share (sections, questions) is paid by the first.
startup     runs the installed command on a 5 kB page and gives the median time from shell to shell
            as a multiple of `python -c pass`.
growth      runs the command on pages of 1 and 10 MB of each shape; a ratio of 10 is linear.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from chunklint import catalogue, engine
from chunklint.checks import check_of
from chunklint.document import Document
from chunklint.settings import Settings

_FENCE = "```\n"
SHAPES: dict[str, Callable[[int], str]] = {
    "prose": lambda n: _repeat(
        "Orders can be returned within 30 days, if the box (see *Boxes*) was not opened.\n", n, 8
    ),
    "one paragraph": lambda n: _repeat("(Orders) can be returned within 30 days, if the box was not opened;\n", n),
    "one list": lambda n: _repeat("- An order can be returned within 30 days.\n  It must be complete.\n", n),
    "one table": lambda n: "| Plan | Seats | Price |\n| --- | --- | --- |\n" + _repeat("| Crew | `20` | 60 EUR |\n", n),
    "headings": lambda n: "".join(f"## Heading {i}\n\n{'Words stand here. ' * 54}\n\n" for i in range(n // 1000)),
    "nested quotes": lambda n: _repeat(">" * 40 + " Deep words stand here.\n>\n", n),
    "deeper and deeper": lambda n: "".join(_repeat("> " * depth + "x\n", n // 400) for depth in range(1, 401)),
    "nested lists": lambda n: _repeat("".join("  " * depth + f"- item {depth}\n" for depth in range(30)), n),
    "unclosed fence": lambda n: "# Title\n\n" + _FENCE + _repeat("tide build --all\n", n),
    "unclosed comment": lambda n: "# Title\n\n<!--\n" + _repeat("tide <!-- build --all\n", n),
    "questions": lambda n: _repeat("**Can I return it?**\n\n", n),
    "brackets": lambda n: _repeat("[a]: <b\n[[[[[[[[\n# [x](y *z `q\n", n),
    "lines of HTML": lambda n: _repeat("<br>\n\n", n),
    "summaries": lambda n: _repeat("<summary>What?</summary>\n\n<!-- x -->\n\n", n),
    "commented headings": lambda n: _repeat("<!--\n# x\n-->\n\n", n),
    "equal headings": lambda n: _repeat("## Same\n\nword\n\n", n),
    "pictures": lambda n: _repeat("![](a.png)\n\n", n),
    "one line": lambda n: "# " + _repeat("word *a [b `c <d | ", n) + "\n",
    "one cell row": lambda n: "| a |\n| --- |\n" + "|" * n + "\n",
    "ragged rows": lambda n: "| a | b |\n| --- | --- |\n" + _repeat("| `x` | y | z |\n", n),
}
# The same for the openers of other dialects that never end.
HOSTILE: dict[str, tuple[str, str]] = {
    "open shortcodes": ("hugo", "{{< x\n"),
    "open comments": ("jekyll", "{% comment %}\n"),
    "open expressions": ("mdx", "{\n\n"),
    "open components": ("mdx", "<Card a={\n\n"),
    "open containers": ("mdx", ":::note\n"),
    "open call-outs": ("mkdocs", "!!! note\n"),
    "open metadata": ("quarto", "---\na: b\n"),
    "open formulas": ("gfm", "$$ a\n\n"),
}


def _repeat(line: str, size: int, paragraph: int = 0) -> str:
    """``line`` up to ``size`` characters, with a blank line after every ``paragraph`` lines."""
    unit = line * paragraph + "\n" if paragraph else line
    return unit * (size // len(unit))


def throughput(paths: list[Path]) -> None:
    from markdown_it import MarkdownIt

    files = sorted(file for path in paths for file in path.rglob("*.md*") if file.is_file())
    settings = Settings()
    texts = [(file, engine.read(file)) for file in files]
    size = sum(len(text.encode()) for _, text in texts) / 1e6
    pages = [(text, str(file), settings.page(file)) for file, text in texts]
    mine = timed(lambda: [engine.check_page(*page) for page in pages])
    peer = MarkdownIt("commonmark").enable("table").disable("inline")
    theirs = timed(lambda: [peer.parse(text) for text, _, _ in pages])
    print(f"throughput: {len(pages):,} pages, {size:.1f} MB: {size / mine:.1f} MB/s with the default rules;")
    print(f"            markdown-it-py, block parse alone: {size / theirs:.1f} MB/s, {mine / theirs:.2f} of our time")


def rules(paths: list[Path]) -> None:
    files = sorted(file for path in paths for file in path.rglob("*.md*") if file.is_file())
    settings = Settings(extend_select=("ALL",))
    spent: dict[str, float] = {"parsing": 0.0}
    for file in files:
        text, page = engine.read(file), settings.page(file)
        start = time.perf_counter()
        document = Document(text, str(file), page.dialect)
        _ = document.sections, document.all_blocks
        spent["parsing"] += time.perf_counter() - start
        for code, active in page.rules.items():
            if check := check_of(code):
                start = time.perf_counter()
                for _finding in check(document, **{key.replace("-", "_"): v for key, v in active.options.items()}):
                    pass
                spent[code] = spent.get(code, 0.0) + time.perf_counter() - start
    on = {code for code, rule in catalogue.load().rules.items() if rule.default} | {"parsing"}
    whole = sum(seconds for code, seconds in spent.items() if code in on)
    print(f"what each rule costs, in {whole:.1f} s for {len(files):,} pages with the default rules:")
    for code, seconds in sorted(spent.items(), key=lambda item: -item[1]):
        print(f"  {code:<8} {seconds / whole:6.1%}" + ("" if code in on else "  (off by default)"))


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def startup(runs: int = 30) -> None:
    command = Path(sys.executable).with_name("chunklint")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.md")
        page.write_text(
            "---\ntitle: Returns\n---\n\n" + SHAPES["prose"](4000) + SHAPES["one table"](1000), encoding="utf-8"
        )
        ours: list[float] = []
        base: list[float] = []
        for _ in range(runs):  # in turn, so that both meet the same machine
            base.append(timed(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True)))
            ours.append(
                timed(lambda: subprocess.run([command, "check", str(page)], stdout=subprocess.DEVNULL, check=False))
            )
    ratio = statistics.median(ours) / statistics.median(base)
    print(
        f"start-up: {ratio:.1f} times `python -c pass` "
        f"({statistics.median(ours) * 1e3:.0f} ms against {statistics.median(base) * 1e3:.0f} ms, medians of {runs})"
    )


def growth(shapes: list[str]) -> None:
    print("growth: seconds for 1 MB and 10 MB without start-up, medians of 3, and their ratio")
    with tempfile.TemporaryDirectory() as folder:
        empty = seconds(folder, "")
        for name in shapes or SHAPES:
            one = seconds(folder, SHAPES[name](1_000_000)) - empty
            ten = seconds(folder, SHAPES[name](10_000_000)) - empty
            print(f"  {name:<18} {one:6.2f} {ten:7.2f}   {ten / one:5.1f}", flush=True)
        for name, (dialect, line) in HOSTILE.items() if not shapes else ():
            one, ten = (seconds(folder, _repeat(line, size), dialect) - empty for size in (1_000_000, 10_000_000))
            print(f"  {name:<18} {one:6.2f} {ten:7.2f}   {ten / one:5.1f}", flush=True)


def seconds(folder: str, text: str, dialect: str = "gfm") -> float:
    """The time that the command takes for a page with this text."""
    page = Path(folder, "page.md")
    page.write_text(text, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "chunklint",
        "check",
        "--output-format",
        "concise",
        "--dialect",
        dialect,
        str(page),
    ]
    run = lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=False)  # noqa: E731
    return statistics.median(timed(run) for _ in range(3))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--throughput", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--rules", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--startup", action="store_true")
    parser.add_argument("--growth", nargs="*", metavar="SHAPE", choices=list(SHAPES))
    args = parser.parse_args()
    if args.throughput:
        throughput(args.throughput)
    if args.rules:
        rules(args.rules)
    if args.startup:
        startup()
    if args.growth is not None:
        growth(args.growth)


if __name__ == "__main__":
    main()
