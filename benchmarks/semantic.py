"""How many chunks of real pages are those of semantic-text-splitter's MarkdownSplitter.

usage: python -m benchmarks.semantic FOLDER [--every N]

FOLDER is searched for Markdown pages, of which every Nth is cut (default: all). Needs the package
semantic-text-splitter. A chunk is identical when the library makes one with the same text of the same page.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from chunklint.document import Document
from chunklint.splitters.chunk import Limits
from chunklint.splitters.semantic import semantic_text_splitter

LIMITS = (Limits(2000), Limits(1000), Limits(500), Limits(200), Limits(1000, 100), Limits(500, 100))


def main() -> None:
    from semantic_text_splitter import MarkdownSplitter

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1)
    arguments = parser.parse_args()
    paths = sorted(arguments.folder.rglob("*.md"))[:: arguments.every]
    texts = [path.read_bytes().decode("utf-8", "ignore").removeprefix("\ufeff") for path in paths]
    print("size overlap  pages  whole page  library's chunks  ours  identical")
    for limits in LIMITS:
        splitter = MarkdownSplitter(limits.size, limits.overlap)
        pages = theirs = ours = same = 0
        for text in texts:
            real = splitter.chunks(text)
            made = [chunk.text for chunk in semantic_text_splitter(Document(text), limits)]
            pages += real == made
            theirs += len(real)
            ours += len(made)
            same += sum((Counter(real) & Counter(made)).values())
        print(
            f"{limits.size:4} {limits.overlap:7} {len(texts):6} {pages / len(texts):11.1%} {theirs:17,} {ours:5,} "
            f"{same / theirs:9.2%}"
        )


if __name__ == "__main__":
    main()
