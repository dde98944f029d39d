"""``chunklint view``: pages as their readers' assistant sees them, as HTML."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from chunklint import files
from chunklint.cli import fail, options
from chunklint.cli.progress import watched
from chunklint.project import Project, shown
from chunklint.settings import SettingsError
from chunklint.splitters.configured import Configured, SplitterError, from_words, unique
from chunklint.view import pages, write
from chunklint.view.model import ShownPage
from chunklint.view.write import CannotWrite

_EXAMPLES = """\
examples:
  chunklint view docs/returns.md -o returns.html
  chunklint view docs/returns.md --splitter langchain:400/80 --splitter heading -o returns.html
  chunklint view docs -o chunks.html       an index and all pages in one file
  chunklint view docs -o chunks            a folder of files, for hundreds of pages
"""


def run(argv: list[str]) -> int:
    """Run ``chunklint view`` with ``argv``; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="chunklint view",
        description="Show pages as their readers' assistant sees them: chunks over the source, findings beside it.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("paths", nargs="*", metavar="PATHS", type=Path)
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        type=Path,
        required=True,
        help="a file that ends in .html, or else a folder, which gets an index and a file for each page",
    )
    parser.add_argument(
        "--splitter",
        metavar="NAME[:SIZE[/OVERLAP]]",
        action="append",
        help=f"may be given several times; default: those of the settings, else {', '.join(pages.USUAL)}",
    )
    options.add_settings(parser)
    args = parser.parse_args(argv)
    paths: list[Path] = args.paths or [Path()]
    try:
        project = options.project(args)
        named = unique(map(from_words, args.splitter)) if args.splitter else None
        found = project.find(paths).files
        if not found:
            return fail("no pages to show")
        splitters = named or pages.usual(project, found[0].absolute().parent)
        _refuse(args.output, found)
        _write(args.output, _title(paths), project, found, splitters)
    except (SettingsError, SplitterError, files.MissingPath, CannotWrite) as error:
        return fail(str(error))
    return 0


def _title(paths: Sequence[Path]) -> str:
    return ", ".join(path.absolute().name if path == Path() else shown(path) for path in paths)


def _is_file(output: Path) -> bool:
    return output.suffix.lower() in (".html", ".htm") and not output.is_dir()


def _refuse(output: Path, found: Sequence[Path]) -> None:
    """Say what is wrong with the output before any work is done. Raises ``CannotWrite``."""
    if output.resolve() in {path.resolve() for path in found}:
        raise CannotWrite(f"{output} is one of the pages: name another file")
    if not _is_file(output):
        if output.exists() and not output.is_dir():
            raise CannotWrite(f"{output} is a file that does not end in .html: name a folder or an .html file")
        return
    if not output.absolute().parent.is_dir():
        raise CannotWrite(f"{output}: there is no folder {output.parent}")
    size = sum(path.stat().st_size for path in found if path.exists())
    if len(found) > 1 and size > write.ONE_FILE:
        raise CannotWrite(
            f"{len(found):,} pages of {size / 1e6:.1f} MB are too much for one file "
            f"(limit: {write.ONE_FILE / 1e6:.0f} MB): name a folder, such as -o {output.with_suffix('')}"
        )


def _write(
    output: Path, title: str, project: Project, found: Sequence[Path], splitters: tuple[Configured, ...]
) -> None:
    """Raises ``CannotWrite``, also for a single page that cannot be read."""
    jobs = [pages.job(project, path, splitters) for path in found]
    shown_pages = watched(_warned(pages.read_all(jobs), len(jobs)), len(jobs))
    if _is_file(output):
        write.one_file(output, title, splitters, shown_pages)
        where = output
    else:
        write.folder(output, title, splitters, shown_pages, [job.name for job in jobs])
        where = output / "index.html"
    of_pages = "1 page" if len(jobs) == 1 else f"{len(jobs):,} pages"
    print(f"{where}: {of_pages} under {', '.join(splitter.described for splitter in splitters)}")


def _warned(shown_pages: Iterator[ShownPage], total: int) -> Iterator[ShownPage]:
    for page in shown_pages:
        if page.error and total == 1:
            raise CannotWrite(f"{page.path}: {page.error}")
        if page.error:
            print(f"chunklint: warning: {page.path}: {page.error}", file=sys.stderr)
        yield page
