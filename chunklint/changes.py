"""What a change did, read from git: the lines that it added or changed since the merge base, or in the index."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from chunklint.finding import Finding

_HUNK = re.compile(r"@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@")
_ESCAPE = re.compile(r'\\([abfnrtv"\\]|[0-7]{3})')
_SIGNS = {"a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13, '"': 34, "\\": 92}
_EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"  # what git calls a tree without files, in every repository
# Rules about the page as a whole, and about cuts, which a change further up moves: they are new or they are not.
_WHOLE = re.compile(r"CL109|CL114|CL6")


class GitError(Exception):
    """Why the change cannot be read, and what to do."""


class Lines(NamedTuple):
    """Changed lines of a page, from 1, as ranges with both ends; ``was`` is its path at the base, None if it is new."""

    ranges: tuple[tuple[int, int], ...]
    was: str | None


class Changes(NamedTuple):
    """The changed pages by absolute path, and where their old text is (a commit)."""

    top: Path
    base: str
    staged: bool
    pages: Mapping[Path, Lines]

    def touches(self, path: Path, finding: Finding) -> bool:
        """Whether the finding, or what causes it, stands on changed lines."""
        lines = self.pages.get(path)
        if not lines:
            return False
        places = ((finding.line, finding.end_line), *finding.cause_lines)
        return any(first <= b and a <= last for a, b in places for first, last in lines.ranges)

    def old_text(self, path: Path) -> str | None:
        """The text of a page at the base; None if it was not there."""
        was = self.pages[path].was if path in self.pages else None
        return _show(self.top, f"{self.base}:{was}") if was else None

    def new_text(self, path: Path) -> str | None:
        """The text of a page in the index; None where the working tree counts."""
        return _show(self.top, f":{path.relative_to(self.top).as_posix()}") if self.staged else None


def is_whole(finding: Finding) -> bool:
    """Whether the finding is of a rule that looks at the page as a whole."""
    return bool(_WHOLE.match(finding.code))


def since(folder: Path, ref: str) -> Changes:
    """What the working tree changed since the merge base with ``ref``, new pages that git does not know included.

    Raises ``GitError``.
    """
    top = _top(folder)
    commit = _git(top, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}", check=False)
    if commit.returncode:
        raise GitError(f'no such commit "{ref}" here{_fetch_hint(top, ref)}')
    found = _git(top, "merge-base", commit.stdout.decode().strip(), "HEAD", check=False)
    if found.returncode:
        raise GitError(f'"{ref}" and HEAD have no common commit here{_fetch_hint(top, ref)}')
    base = found.stdout.decode().strip()
    pages = dict(_diff(top, base))
    unknown = _git(top, "ls-files", "--others", "--exclude-standard", "-z").stdout.decode("utf-8", "surrogateescape")
    pages |= {top / name: Lines(((1, _LAST),), None) for name in unknown.split("\0") if name}
    return Changes(top, base, False, pages)


def staged(folder: Path) -> Changes:
    """What is in the index and not in HEAD. Raises ``GitError``."""
    top = _top(folder)
    head = _git(top, "rev-parse", "--verify", "--quiet", "HEAD", check=False)
    base = _EMPTY_TREE if head.returncode else head.stdout.decode().strip()
    return Changes(top, base, True, dict(_diff(top, "--cached", base)))


_LAST = 10**9


def _top(folder: Path) -> Path:
    found = _git(folder, "rev-parse", "--show-toplevel", check=False)
    if found.returncode:
        raise GitError(f"{folder} is in no git repository")
    return Path(found.stdout.decode("utf-8", "surrogateescape").rstrip("\n")).resolve()


def _fetch_hint(top: Path, ref: str) -> str:
    shallow = _git(top, "rev-parse", "--is-shallow-repository", check=False).stdout.strip() == b"true"
    if shallow:
        return (
            "; this clone is shallow: fetch its history (fetch-depth: 0 in actions/checkout, or git fetch --unshallow)"
        )
    name = ref.removeprefix("origin/")
    return f"; fetch it: git fetch origin {name}" if name != "HEAD" else ""


def _diff(top: Path, *what: str) -> Iterator[tuple[Path, Lines]]:
    words = (
        "diff",
        "--unified=0",
        "--no-color",
        "--no-ext-diff",
        "--find-renames",
        "--src-prefix=a/",
        "--dst-prefix=b/",
    )
    text = _git(top, *words, *what).stdout.decode("utf-8", "surrogateescape")
    was: str | None = None
    new: str | None = None
    ranges: list[tuple[int, int]] = []
    for line in [*text.split("\n"), "diff --git "]:
        if line.startswith("diff --git "):
            if new:
                yield top / new, Lines(tuple(ranges), was)
            was = new = None
            ranges = []
        elif line.startswith("rename from "):
            was = _unquoted(line[12:])
        elif line.startswith("rename to "):
            new = _unquoted(line[10:])
        elif line.startswith("--- ") and not ranges:
            was = _name(line[4:])
        elif line.startswith("+++ ") and not ranges:
            new = _name(line[4:])
        elif match := _HUNK.match(line):
            first, count = int(match[1]), int(match[2] or 1)
            # What was deleted stood between two lines: both are where its loss shows.
            ranges.append((first, first + count - 1) if count else (first, first + 1))


def _name(text: str) -> str | None:
    name = _unquoted(text.rstrip("\t"))
    return None if name == "/dev/null" else name[2:]


def _unquoted(text: str) -> str:
    """A path as git quotes it where it has control characters or quotation marks."""
    if not text.startswith('"'):
        return text
    raw = _ESCAPE.sub(lambda m: chr(_SIGNS[m[1]] if m[1] in _SIGNS else int(m[1], 8)), text[1:-1])
    return raw.encode("latin-1", "surrogateescape").decode("utf-8", "surrogateescape")


def _show(top: Path, what: str) -> str | None:
    found = _git(top, "show", what, check=False)
    return None if found.returncode else found.stdout.decode("utf-8", "replace")


def _git(folder: Path, *words: str, check: bool = True) -> subprocess.CompletedProcess[bytes]:
    command = ["git", "-c", "core.quotePath=false", *words]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    except OSError as error:
        raise GitError(f"git cannot be run: {error.strerror}") from error
    if check and done.returncode:
        raise GitError(f"git {words[0]}: {done.stderr.decode(errors='replace').strip()}")
    return done
