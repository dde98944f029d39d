"""``chunklint check --fix`` and ``--diff``: mend pages, or show what would change."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from chunklint import engine
from chunklint.checks.wording import counted
from chunklint.finding import Finding
from chunklint.fixes import Fixed
from chunklint.project import Project, shown

if TYPE_CHECKING:
    from chunklint.cli.filters import Filter


class Total(NamedTuple):
    """What a run mended: findings and pages, how many findings unsafe fixes would mend too, and failed writes.

    ``written`` are the pages that were changed; ``staged`` says that it was the staged text that was looked at.
    """

    findings: int = 0
    pages: int = 0
    unsafe: int = 0
    failed: int = 0
    written: tuple[Path, ...] = ()
    staged: bool = False

    def plus(self, fixed: Fixed) -> Total:
        """The total with one more page."""
        return self._replace(
            findings=self.findings + len(fixed.mended),
            pages=self.pages + bool(fixed.mended),
            unsafe=self.unsafe + fixed.unsafe,
        )

    def sentence(self, verb: str) -> str:
        """For people; empty where there is nothing to say."""
        if not self.findings and not self.unsafe:
            return ""
        more = f"; {self.unsafe:,} more with `--unsafe-fixes`" if self.unsafe else ""
        unstaged = " The staged text is as it was: `git add` what was fixed." if self.staged and self.written else ""
        return f"{verb} {counted(self.findings, 'finding')} in {counted(self.pages, 'file')}{more}.{unstaged}"


def mend(project: Project, pages: Iterable[Path], unsafe: bool, kept: Filter) -> Total:
    """Write the pages that fixes of findings that are ``kept`` change.

    One that cannot be written, or is not what is staged where that counts, is named on standard error and stays as it
    was.
    """
    total, written = Total(staged=kept.is_of_staged), []
    for path, before in _readable(project, pages, kept):
        fixed = project.fix_text(before, path, unsafe, partial(kept.made, path))
        if fixed.text != before:
            if not kept.is_as_staged(path):
                print(f"chunklint: warning: {shown(path)} {_NOT_AS_STAGED}", file=sys.stderr)
                continue
            try:
                write(path, fixed.text.encode("utf-8"))
                written.append(path)
            except OSError as error:
                print(f"chunklint: error: {shown(path)} cannot be written: {error.strerror or error}", file=sys.stderr)
                total = total._replace(failed=total.failed + 1)
                continue
        total = total.plus(fixed)
    return total._replace(written=tuple(written))


_NOT_AS_STAGED = (
    "is not fixed, since the file is not what is staged: `git add` it, or set the difference aside with"
    " `git stash --keep-index`, and run again"
)


def show(project: Project, pages: Iterable[Path], unsafe: bool, kept: Filter) -> int:
    """Print what fixes would change as a unified diff; 1 if they would change anything, else 0."""
    return _show(
        (path, text, project.fix_text(text, path, unsafe, partial(kept.made, path)))
        for path, text in _readable(project, pages, kept)
    )


def mend_text(project: Project, path: Path, data: bytes, unsafe: bool) -> tuple[bytes, Total]:
    """A page from standard input, mended; one that is no text stays as it is."""
    try:
        fixed = project.fix_text(engine.decode(data), path, unsafe)
    except engine.Unreadable:
        return data, Total()
    return fixed.text.encode("utf-8"), Total().plus(fixed)


def show_text(project: Project, path: Path, data: bytes, unsafe: bool) -> int:
    """The same as ``show`` for a page from standard input."""
    with suppress(engine.Unreadable):
        text = engine.decode(data)
        return _show([(path, text, project.fix_text(text, path, unsafe))])
    return 0


def _show(pages: Iterable[tuple[Path, str, Fixed]]) -> int:
    total = Total()
    for path, before, fixed in pages:
        total = total.plus(fixed)
        # As bytes: a terminal's encoding must not damage a patch.
        sys.stdout.buffer.write("".join(diff(shown(path), before, fixed.text)).encode("utf-8"))
    sys.stdout.buffer.flush()
    if said := total.sentence("Would fix"):
        print(said, file=sys.stderr)
    return int(total.findings > 0)


def offer(findings: list[Finding], unsafe: bool) -> str:
    """How many of ``findings``, of which some have a fix, can be fixed, and by which options."""
    safe = sum(finding.fix.safe for finding in findings if finding.fix)
    more = sum(not finding.fix.safe for finding in findings if finding.fix)
    if unsafe or not safe:
        return f"{safe + more:,} can be fixed with `--fix --unsafe-fixes`."
    return f"[*] {safe:,} can be fixed with `--fix`" + (f", {more:,} more with `--unsafe-fixes`." if more else ".")


def diff(name: str, before: str, after: str) -> Iterator[str]:
    """A unified diff that ``patch`` reads, byte by byte: only a newline ends a line, and a missing one is named."""
    if before == after:
        return
    from difflib import unified_diff

    for line in unified_diff(_lines(before), _lines(after), name, name):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    lines = [f"{line}\n" for line in text.split("\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def write(path: Path, data: bytes) -> None:
    """Put ``data`` in place of a file at once: whoever reads it finds the old page or the new one.

    Mode and owner stay, and a link goes on pointing to the file. Raises OSError, and then nothing has changed.
    """
    target = path.resolve()
    state = target.stat()
    if not os.access(target, os.W_OK):
        raise PermissionError(13, "Permission denied")  # to replace a file takes only the right to its folder
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:100]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        if hasattr(os, "chown"):
            with suppress(OSError):  # only root may, and then a page must not become root's
                os.chown(name, state.st_uid, state.st_gid)
        os.chmod(name, state.st_mode & 0o7777)
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _readable(project: Project, pages: Iterable[Path], kept: Filter) -> Iterator[tuple[Path, str]]:
    """The pages that a change can be in and that can be read, with the text that counts; the check reports others."""
    for path in pages:
        if kept.is_laid_beside(path):
            continue
        with suppress(engine.Unreadable):
            data = kept.read(path)
            yield path, engine.read_page(path, project.page(path)) if data is None else engine.decode(data)
