"""What a change did, read from git: the lines that it added or changed since the merge base, or in the index."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from chunklint.finding import Finding

_EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"  # what git calls a tree without files, in every repository
_LAST = 10**9  # beyond the last line of any page
_WHOLE = ((1, _LAST),)
Ranges = tuple[tuple[int, int], ...]


class GitError(Exception):
    """Why the change cannot be read, and what to do."""


class Lines(NamedTuple):
    """Changed lines of a page, from 1, as ranges with both ends; ``was`` is its path at the base, None if it is new.

    A deletion is a range whose end is the line above it and whose start the one below.
    """

    ranges: Ranges
    was: str | None


class Changes(NamedTuple):
    """The changed pages by absolute path, and where their old text is (a commit or tree).

    ``unstaged`` are the files whose text in the working tree is not that of the index, and ``unknown`` those that
    git does not know; both are only filled where the index counts.
    """

    top: Path
    base: str
    staged: bool
    pages: Mapping[Path, Lines]
    unstaged: frozenset[Path] = frozenset()
    unknown: frozenset[Path] = frozenset()

    def touches(self, path: Path, places: Iterable[tuple[int, int]]) -> bool:
        """Whether one of the places, each a first and a last line of the page, has changed lines."""
        lines = self.pages.get(path)
        return bool(lines) and any(
            first <= b and a <= last for a, b in places for first, last in (lines.ranges if lines else ())
        )

    def made(self, path: Path, finding: Finding) -> bool:
        """Whether the finding, or what causes it here or in another page, stands on changed lines."""
        if self.touches(path, ((finding.line, finding.end_line), *finding.cause_lines)):
            return True
        return any(self.touches(Path(name).resolve(), [(a, b)]) for name, a, b in finding.elsewhere)

    def with_mended(self, pages: Iterable[Path]) -> Changes:
        """The same change after fixes were written to ``pages``: their lines are those of the working tree."""
        mended = {path.resolve() for path in pages}
        now = {path: lines for path, lines in _diff(self.top, self.base) if path in mended}
        return self._replace(pages={**self.pages, **now}, unstaged=self.unstaged - mended)

    def old_text(self, path: Path) -> str | None:
        """The text of a page at the base; None if it was not there."""
        was = self.pages[path].was if path in self.pages else None
        data = _blob(self.top, f"{self.base}:{was}") if was else None
        return None if data is None else data.decode("utf-8", "replace")

    def new_bytes(self, path: Path) -> bytes | None:
        """The page in the index; None where the working tree counts or has the same."""
        place = path.resolve()
        if place not in self.unstaged:
            return None
        # ":0:" is the index; without the number a name such as "1:a.md" would be read as another stage of "a.md".
        return _blob(self.top, f":0:{place.relative_to(self.top).as_posix()}")


def since(folder: Path, ref: str) -> Changes:
    """What the working tree changed since the merge base with ``ref``, new pages that git does not know included.

    Raises ``GitError``.
    """
    top = _top(folder)
    if not (commit := _commit(top, ref)):
        raise GitError(f'no such commit "{ref}" here{_fetch_hint(top, ref)}')
    found = _git(top, "merge-base", commit, "HEAD", check=False)
    if found.returncode:
        raise GitError(f'"{ref}" and HEAD have no common commit here{_fetch_hint(top, ref)}')
    base = found.stdout.decode().split()[0]
    unknown = _names(top, "ls-files", "--others", "--exclude-standard")
    return Changes(top, base, False, {**dict(_diff(top, base)), **dict.fromkeys(unknown, Lines(_WHOLE, None))})


def staged(folder: Path) -> Changes:
    """What is in the index and not in HEAD. Raises ``GitError``."""
    top = _top(folder)
    base = _commit(top, "HEAD") or _EMPTY_TREE
    pages = dict(_diff(top, "--cached", base))
    unstaged = _names(top, "diff", "--name-only", "--no-ext-diff", "--no-relative")
    unknown = _names(top, "ls-files", "--others", "--exclude-standard")
    return Changes(top, base, True, pages, frozenset(unstaged), frozenset(unknown))


def default_branch(folder: Path) -> str:
    """The branch that the server of the clone at ``folder`` has for its main one; empty where that is not known."""
    try:
        found = _git(folder, "symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD", check=False)
    except GitError:
        return ""
    return found.stdout.decode(errors="replace").strip().removeprefix("origin/")


def _top(folder: Path) -> Path:
    found = _git(folder, "rev-parse", "--show-toplevel", check=False)
    if found.returncode:
        why = found.stderr.decode(errors="replace").strip().removeprefix("fatal: ")
        raise GitError(f"{folder} is in no git repository" if why.startswith("not a git repo") else f"git: {why}")
    return Path(os.fsdecode(found.stdout).rstrip("\n")).resolve()


def _commit(top: Path, ref: str) -> str:
    """The name of the commit that a revision stands for; empty if there is none."""
    if ref.startswith("-"):  # no revision does: it would be taken for an option
        return ""
    found = _git(top, "rev-parse", "--verify", "--quiet", ref, check=False).stdout.decode().strip()
    # In a second step, since what is added to ":/words" is one more word to look for.
    return _git(top, "rev-parse", "--verify", "--quiet", f"{found}^{{commit}}", check=False).stdout.decode().strip()


def _fetch_hint(top: Path, ref: str) -> str:
    """What to fetch so that ``ref`` and its history are here; a clone of one branch does not track the others."""
    shallow = _git(top, "rev-parse", "--is-shallow-repository", check=False).stdout.strip() == b"true"
    remotes = _git(top, "remote", check=False).stdout.decode(errors="replace").split()
    remote, slash, branch = ref.partition("/")
    tracked = f"{remote} +refs/heads/{branch}:refs/remotes/{ref}"
    if slash and branch and remote in remotes:
        fetch = f"git fetch {'--unshallow ' if shallow else ''}{tracked}"
    elif shallow:
        fetch = "git fetch --unshallow"
    elif remotes and not ref.startswith("-") and f"{remotes[0]}/{ref}" in _branches(top):
        return f'; did you mean "{remotes[0]}/{ref}"?'
    else:
        return ""
    checkout = ", or set fetch-depth: 0 for actions/checkout" if shallow else ""
    return f"{'; this clone is shallow' if shallow else ''}; fetch it: {fetch}{checkout}"


def _branches(top: Path) -> list[str]:
    found = _git(top, "for-each-ref", "--format=%(refname:lstrip=2)", "refs/remotes", check=False)
    return found.stdout.decode(errors="replace").split("\n")


# Whatever the user's settings of git say, the diff is read in one form.
_DIFF = (
    "diff --unified=0 --inter-hunk-context=0 --no-color --no-ext-diff --no-textconv --no-relative --find-renames"
    " --submodule=short --src-prefix=a/ --dst-prefix=b/"
).split()
_HUNK = re.compile(rb"@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@")


def _diff(top: Path, *what: str) -> Iterator[tuple[Path, Lines]]:
    """The files that changed and are still there. Lines of a file start with a sign, so that none passes for a head."""
    was = new = None
    ranges: list[tuple[int, int]] = []
    for line in [*_git(top, *_DIFF, *what).stdout.split(b"\n"), b"diff --git "]:
        if line.startswith(b"diff --git "):
            if new:
                yield top / new, Lines(tuple(ranges), was)
            was = new = None
            ranges = []
        elif line.startswith(b"rename from "):
            was = _unquoted(line[12:])
        elif line.startswith(b"rename to "):
            new = _unquoted(line[10:])
        elif line.startswith(b"Binary files "):
            was, new = _binary(line)
            ranges = list(_WHOLE)
        elif line.startswith(b"--- ") and not ranges:
            was = _name(line[4:])
        elif line.startswith(b"+++ ") and not ranges:
            new = _name(line[4:])
        elif match := _HUNK.match(line):
            first, count = int(match[1]), int(match[2] or 1)
            # Of what was deleted nothing is left: the range ends before it starts, and only what goes on on both
            # sides of it is touched.
            ranges.append((first, first + count - 1) if count else (first + 1, first))


def _binary(line: bytes) -> tuple[str | None, str | None]:
    """Both names in ``Binary files a/x and b/x differ``; one name may have " and " in it, two are of one length."""
    names = line.removeprefix(b"Binary files ").removesuffix(b" differ")
    if names.startswith(b"/dev/null and "):
        return None, _name(names[14:])
    if names.endswith(b" and /dev/null"):
        return _name(names[:-14]), None
    middle = next((m.start() for m in re.finditer(b" and ", names) if _same(names, m.start())), len(names) // 2)
    return _name(names[:middle]), _name(names[middle + 5 :])


def _same(names: bytes, at: int) -> bool:
    return _name(names[:at]) == _name(names[at + 5 :])


def _name(text: bytes) -> str | None:
    """A path of a diff's head without its ``a/`` or ``b/``; None where there is no file."""
    name = _unquoted(text.removesuffix(b"\t"))
    return None if name == "/dev/null" else name[2:]


_ESCAPE = re.compile(rb'\\([abfnrtv"\\]|[0-7]{3})')
_SIGNS = {b"a": 7, b"b": 8, b"t": 9, b"n": 10, b"v": 11, b"f": 12, b"r": 13, b'"': 34, b"\\": 92}


def _unquoted(text: bytes) -> str:
    """A path as git quotes it where it has control characters or quotation marks."""
    if text.startswith(b'"'):
        text = _ESCAPE.sub(lambda m: bytes([_SIGNS[m[1]] if m[1] in _SIGNS else int(m[1], 8)]), text[1:-1])
    return os.fsdecode(text)


def _names(top: Path, *words: str) -> list[Path]:
    return [top / os.fsdecode(name) for name in _git(top, *words, "-z").stdout.split(b"\0") if name]


def _blob(top: Path, what: str) -> bytes | None:
    found = _git(top, "cat-file", "blob", what, check=False)
    return None if found.returncode else found.stdout


def _git(folder: Path, *words: str, check: bool = True) -> subprocess.CompletedProcess[bytes]:
    """Run git in a folder, in its own language and without taking locks. Raises ``GitError``."""
    command = ["git", "-c", "core.quotePath=false", *words]
    env = {**os.environ, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}
    try:
        done = subprocess.run(command, cwd=folder, env=env, capture_output=True, check=False)
    except OSError as error:
        raise GitError(f"git cannot be run: {error.strerror}") from error
    if check and done.returncode:
        raise GitError(f"git {words[0]}: {done.stderr.decode(errors='replace').strip()}")
    return done
