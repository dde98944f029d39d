"""Pages shared among processes, as many as have room in the memory that a run may take."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

_Job = TypeVar("_Job")
_Result = TypeVar("_Result")

# In MB, as `python -m benchmarks.splitters memory` measures it.
_MOST = 500  # of a run, all processes together
_READ = 145  # what is read once: the vocabularies of two tokenizers, and the program
_OWN = 70  # of a process, beside that: most of it what the tokenizers remember of words
_PAGE = 30  # of a process, for each MB of the page
_FEW = 20  # so many pages are done before another process has started


def count(pages: Sequence[Path], forked: bool) -> int:
    """How many processes share ``pages``: one a processor, if they stay under 500 MB with the largest page in each.

    ``forked`` processes have in common what was read before.
    """
    own = _OWN + _PAGE * max(map(_megabytes, pages), default=0)
    room = (_MOST - _READ) / own if forked else _MOST / (_READ + own)
    return max(1, min(os.cpu_count() or 1, len(pages) // _FEW, int(room)))


def _megabytes(page: Path) -> float:
    try:
        return page.stat().st_size / 1e6
    except OSError:  # whoever reads it says so
        return 0


def mapped(
    work: Callable[[_Job], _Result], jobs: Sequence[_Job], pages: Sequence[Path], ready: Callable[[], None]
) -> Iterator[_Result]:
    """``work`` of each of ``jobs``, a job a page, in order. ``ready`` reads what all processes need."""
    forked = sys.platform == "linux"  # elsewhere the libraries of the system do not bear it
    workers = count(pages, forked)
    if workers < 2:
        return map(work, jobs)
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    if forked:
        ready()
    pool = ProcessPoolExecutor(workers, get_context("fork" if forked else None))
    return _closing(pool, pool.map(work, jobs, chunksize=8))  # started here: a progress bar would be a thread to fork


def _closing(pool: ProcessPoolExecutor, results: Iterator[_Result]) -> Iterator[_Result]:
    with pool:
        yield from results
