"""How far chunklint's blocks agree with markdown-it-py's, per kind of block.

usage: python -m benchmarks.agreement [--spec SPEC.TXT] [PATHS…]

SPEC.TXT is the text of the CommonMark specification (the npm package commonmark-spec holds it), PATHS
are folders of Markdown pages, read without front matter and without the extensions of a dialect. A block
agrees when both parsers have one of its kind on its line. A page that differs is asked of cmark-gfm too.
Exit status 1 when a specification example differs.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.oracles import cmark, markdown_it, ours, placed_by_cmark
from chunklint.document import Document
from chunklint.document.lines import BOM

_EXAMPLE = re.compile(r"^`{32} example\n(.*?)^\.\n", re.S | re.M)


def spec_examples(path: Path) -> list[str]:
    """The Markdown of the examples in the specification's text; an arrow there is a tab."""
    return [match.replace("→", "\t") for match in _EXAMPLE.findall(path.read_text(encoding="utf-8"))]


def pages(paths: list[Path]) -> Iterator[tuple[Path, str]]:
    """The pages below ``paths``: no byte order mark, and blank lines in place of front matter."""
    for file in sorted(file for path in paths for file in path.rglob("*.md*") if file.suffix in (".md", ".mdx")):
        text = file.read_text(encoding="utf-8").removeprefix(BOM)
        matter = Document(text).front_matter
        if matter:
            text = "\n" * text.count("\n", 0, matter.span.end) + text[matter.span.end :]
        yield file, text


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spec", type=Path)
    parser.add_argument("paths", nargs="*", type=Path)
    args = parser.parse_args()
    failed = 0
    if args.spec:
        examples = spec_examples(args.spec)
        differing = [number for number, text in enumerate(examples, 1) if ours(text) != markdown_it(text)]
        print(f"specification: {len(examples) - len(differing)} of {len(examples)} examples agree", *differing)
        failed = int(bool(differing) or not examples)
    total: Counter[str] = Counter()
    same: Counter[str] = Counter()
    found = list(pages(args.paths))
    for file, text in found:
        mine, theirs = ours(text), markdown_it(text)
        both = Counter(mine) | Counter(theirs)
        total.update(kind for kind, _ in both.elements())
        same.update(kind for kind, _ in (Counter(mine) & Counter(theirs)).elements())
        if mine != theirs:
            judged = "with us" if placed_by_cmark(mine) == placed_by_cmark(cmark(text)) else "not with us"
            only = [f"{kind} {line + 1}" for kind, line in sorted(set(mine) ^ set(theirs), key=lambda b: b[1])]
            print(f"{file}: {', '.join(only)} (cmark-gfm is {judged})")
    if found:
        print(f"{len(found):,} pages")
        for kind in sorted(total):
            print(f"{kind:<10} {same[kind]:>8,} of {total[kind]:>8,}  {same[kind] / total[kind]:.4%}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
