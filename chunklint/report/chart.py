"""The survival of answer units as a picture; needs the extra ``chart``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib

from chunklint.survival import Survival

matplotlib.use("Agg")
from matplotlib import pyplot as plt


def draw(file: Path, rows: Sequence[tuple[str, Survival]], titles: Mapping[str, str]) -> None:
    """Write a grid of splitters (best first) and kinds of units, with the share kept in each field, to a .png or .svg.

    Raises ValueError for another suffix and OSError where the file cannot be written.
    """
    rows = sorted(rows, key=lambda row: -row[1].share)
    kinds = [kind for kind in titles if any(kept.total for key, kept in rows[0][1].kinds.items() if key == kind)]
    shares = [[100 * dict(found.kinds)[kind].share for kind in kinds] for _, found in rows]  # type: ignore[index]
    figure, axes = plt.subplots(figsize=(2.5 + 1.1 * len(kinds), 1.2 + 0.42 * len(rows)))
    axes.imshow(shares, cmap="cividis", vmin=0, vmax=100, aspect="auto")  # readable without colour vision
    axes.set_xticks(range(len(kinds)), [titles[kind] for kind in kinds])
    axes.set_yticks(range(len(rows)), [name for name, _ in rows])
    for y, row in enumerate(shares):
        for x, share in enumerate(row):
            axes.text(x, y, f"{share:.1f}", ha="center", va="center", color="black" if share > 60 else "white")
    axes.set_title("Answer units whole in some chunk, in per cent")
    figure.tight_layout()
    figure.savefig(file, dpi=150)
    plt.close(figure)
