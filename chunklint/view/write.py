"""The view of pages, written to one file or to a folder of files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import NamedTemporaryFile
from typing import IO
from urllib.parse import quote

from chunklint.splitters.configured import Configured
from chunklint.view import html
from chunklint.view.model import PageSummary, ShownPage, summary

# So much source fits in one file that a browser opens at once; more goes into a folder.
ONE_FILE = 5_000_000  # bytes


class CannotWrite(Exception):
    """Where the view cannot be written, why, and what to do."""


def one_file(target: Path, title: str, splitters: Sequence[Configured], pages: Iterable[ShownPage]) -> None:
    """Write pages into one HTML file that holds all it needs. Raises ``CannotWrite``."""
    summaries: list[PageSummary] = []
    codes: set[str] = set()

    def blocks() -> Iterator[str]:
        for number, page in enumerate(pages):
            summaries.append(summary(page))
            codes.update(finding.code for finding in page.findings)
            yield html.page_block(number, page)

    def last() -> Iterator[dict[str, object]]:
        yield html.report(title, splitters, summaries, codes)

    with _new(target) as out:
        out.writelines(html.file(title, blocks(), last()))


def folder(
    target: Path, title: str, splitters: Sequence[Configured], pages: Iterable[ShownPage], names: Sequence[str]
) -> None:
    """Write ``index.html`` and a file for each page, ``names`` in the order of ``pages``, with one style and script.

    Raises ``CannotWrite``, also for a folder whose index.html is not ours.
    """
    index = target / "index.html"
    if index.exists() and not _is_ours(index):
        raise CannotWrite(f"{index} was not written by chunklint: name another folder")
    files = _file_names(names)
    summaries: list[PageSummary] = []
    _make_folders({target, *((target / name).parent for name in files)})
    for at, page in enumerate(pages):
        summaries.append(summary(page))
        up = "../" * (files[at].count("/"))
        near = {number: files[number] for number in (at - 1, at + 1) if 0 <= number < len(files)}
        data = html.report(
            page.path, splitters, [summaries[-1]], {finding.code for finding in page.findings}, (), f"{up}index.html"
        )
        data["near"] = [f"{up}{_quoted(near[number])}" if number in near else "" for number in (at - 1, at + 1)]
        with _new(target / files[at]) as out:
            out.writelines(html.file(page.path, [html.page_block(0, page)], [data], up))
    hrefs = [_quoted(name) for name in files]
    with _new(index) as out:
        out.writelines(html.file(title, (), [html.report(title, splitters, summaries, (), hrefs)], "./"))
    for name, text in ((html.STYLE, html.asset(html.STYLE)), ("view.js", html.script())):
        with _new(target / name) as out:
            out.write(text)


def _make_folders(folders: Iterable[Path]) -> None:
    for each in sorted(folders):
        try:
            each.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotWrite(f"{each}: cannot be made: {(error.strerror or str(error)).lower()}") from error


@contextmanager
def _new(target: Path) -> Iterator[IO[str]]:
    """A text file that takes the place of ``target`` when it is complete. Raises ``CannotWrite``."""
    made = ""
    try:
        with NamedTemporaryFile(
            "w", encoding="utf-8", newline="\n", dir=target.parent, prefix=".chunklint-", delete=False
        ) as out:
            made = out.name
            yield out
        os.chmod(made, 0o666 & ~_umask())
        os.replace(made, target)
        made = ""
    except OSError as error:
        raise CannotWrite(f"{target}: cannot be written: {(error.strerror or str(error)).lower()}") from error
    finally:
        if made:
            os.unlink(made)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _is_ours(file: Path) -> bool:
    try:
        with file.open(encoding="utf-8", errors="replace") as opened:
            return html.MARK in opened.read(2000)
    except OSError:
        return False


def _file_names(names: Sequence[str]) -> list[str]:
    """For each page a path of its own below the folder, also on disks that know no capitals."""
    taken: set[str] = set()
    found = []
    for name in names:
        parts = [part for part in PurePosixPath(name).parts if part not in ("/", "..") and not part.endswith(":")]
        stem = "/".join(["pages", *parts])
        path = next(
            path
            for number in range(len(names) + 1)
            if (path := f"{stem}{f'.{number}' if number else ''}.html").casefold() not in taken
        )
        taken.add(path.casefold())
        found.append(path)
    return found


def _quoted(path: str) -> str:
    return quote(path, safe="/")
