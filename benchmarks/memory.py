"""The memory that a command takes, all its processes together."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path


def peak(command: Sequence[str]) -> tuple[int, float]:
    """The largest memory of ``command`` with its children in MB, and its seconds; looked at every 50 ms, on Linux.

    It is the proportional set size: a page of memory that several processes have in common counts once, as it does
    for the limit of a container. Raises CalledProcessError where the command fails.
    """
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    most = 0
    while process.poll() is None:
        most = max(most, sum(map(_kilobytes, _family(process.pid))))
        time.sleep(0.05)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return round(most / 1000), time.perf_counter() - start


def _family(process: int) -> Iterator[int]:
    """A process and all below it."""
    yield process
    try:
        # A process is the child of the thread that started it.
        for thread in Path(f"/proc/{process}/task").iterdir():
            for child in (thread / "children").read_text().split():
                yield from _family(int(child))
    except OSError:  # it has just ended
        return


def _kilobytes(process: int) -> int:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
