"""``chunklint init``: look at the repository, propose what it needs, and write what is confirmed."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from chunklint import __version__, baseline, changes, files, settings_file, toml
from chunklint.checks.wording import counted
from chunklint.cli import fail
from chunklint.project import Project
from chunklint.settings import SettingsError
from chunklint.splitters.in_code import Call, find
from chunklint.survey import Survey, configured, survey, table_of

_EXAMPLES = """\
examples:
  chunklint init             look at this folder, then ask before each file is written
  chunklint init --dry-run   only show what it would write
  chunklint init --yes       write all of it without asking

A file or setting that exists is left as it is.
"""
# From so many findings on a baseline is worth its upkeep: fewer are mended in an hour.
_MANY = 10
_HOOK = ".pre-commit-config.yaml"
_WORKFLOW = ".github/workflows/chunklint.yml"
_REPOSITORY = "https://github.com/chunklint/chunklint"


class Piece(NamedTuple):
    """A file to write: its path, what it is for, and the text; ``appends`` says that the text goes to its end.

    ``make`` writes the file where its text is only known then.
    """

    path: str
    purpose: str
    text: str
    appends: bool = False
    make: Callable[[], None] | None = None


def run(argv: list[str]) -> int:
    """Run ``chunklint init`` with ``argv``; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="chunklint init",
        description="Propose settings, a baseline, a pre-commit hook and a workflow for this folder.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--yes", action="store_true", help="write everything without asking")
    parser.add_argument("--dry-run", action="store_true", help="write nothing")
    args = parser.parse_args(argv)
    try:
        return _init(Path.cwd(), args)
    except (SettingsError, baseline.BaselineError) as error:
        return fail(str(error))
    except BrokenPipeError:
        raise  # the reader has seen enough
    except OSError as error:
        return fail(f"{error.filename}: {(error.strerror or str(error)).lower()}")


def _init(root: Path, args: argparse.Namespace) -> int:
    given = _settings_here(root)
    calls = find(root)
    chosen = None if given else configured(calls)
    project = Project(changes={"splitters": (chosen[1],)} if chosen else {})
    pages = project.find([Path()])
    if not pages.files:
        suffixes = ", ".join(sorted(files.SUFFIXES))
        return fail(f"no {suffixes} or llms.txt below {root}: run it where the pages are")
    if sys.stderr.isatty():
        print(f"looking at {counted(len(pages.files), 'page')} …", file=sys.stderr)
    seen = survey(project, pages.files)
    for line in (*_seen(seen, calls, chosen[0] if chosen else None), ""):
        print(line)
    proposed = list(_pieces(root, seen, chosen[0] if chosen else None, given))
    writes = not args.dry_run and (args.yes or sys.stdin.isatty())
    written = [piece.path for piece in proposed if _offer(root, piece, writes, args.yes)]
    print(_closing(proposed, written, writes, args.dry_run))
    return 0


def _settings_here(root: Path) -> Path | None:
    """The settings file that holds here already."""
    return Project().settings_of(root).file


def _seen(seen: Survey, calls: list[Call], chosen: Call | None) -> Iterator[str]:
    """What there is: a line for each of pages, dialects, languages, findings and splitters."""
    yield f"pages      {seen.pages:,}"
    yield f"dialect    {_counted(seen.dialects)}"
    yield f"language   {_counted(seen.languages)}"
    total = sum(seen.codes.values())
    yield f"findings   {total:,}, of which {seen.failing:,} fail a run" + (f": {_counted(seen.codes)}" if total else "")
    for index, call in enumerate(calls[:5]):
        mark = "" if call.preset else ", no preset is like it"
        yield f"{'splitter' if not index else '':<10} {_call(call)}{mark}{', proposed' if call is chosen else ''}"
    if len(calls) > 5:
        yield f"{'':<10} and {len(calls) - 5:,} more in the code"
    if not calls:
        yield "splitter   none found in the code: `chunklint compare` shows what different ones do"


def _counted(counts: dict[str, int], most: int = 6) -> str:
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    more = f" and {len(ranked) - most} more" if len(ranked) > most else ""
    return ", ".join(f"{_plain(name)} ({number:,})" for name, number in ranked[:most]) + more


def _call(call: Call) -> str:
    sizes = "" if call.size is None else f" {call.size}" + ("" if call.overlap is None else f"/{call.overlap}")
    return f"{call.name}{sizes}{' ' if call.unit else ''}{call.unit} in {_plain(call.path)}:{call.line}"


def _plain(text: str) -> str:
    """A name from the repository on one line, whatever signs it has."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def _pieces(root: Path, seen: Survey, call: Call | None, given: Path | None) -> Iterator[Piece]:
    """What to write, in this order; what exists is left out, and said."""
    many = seen.failing > _MANY
    if given:
        print(f"{given} has settings: left as they are")
    else:
        yield settings_piece(root, _settings(seen, call, many))
    if many and not given and not (root / baseline.NAME).exists():
        purpose = f"baseline: the {sum(seen.codes.values()):,} findings of today, so that only new ones fail"
        yield Piece(baseline.NAME, purpose, "", make=_write_baseline)
    if not (root / ".git").exists():
        print("not the top of a git repository: no hook and no workflow proposed")
        return
    if (root / _HOOK).exists():
        print(f"{_HOOK} exists: add the hook below its repos:\n\n{_indented(hook(), 2)}")
    else:
        yield Piece(_HOOK, "pre-commit hook: checks the pages of a commit", f"repos:\n{hook()}")
    if (root / _WORKFLOW).exists():
        print(f"{_WORKFLOW} exists: left as it is")
    else:
        yield Piece(
            _WORKFLOW, "GitHub workflow: reports what a pull request did", workflow(changes.default_branch(root))
        )


def _settings(seen: Survey, call: Call | None, many: bool) -> str:
    """The settings as TOML, in terms of ``[tool.chunklint]``."""
    lines = ["[tool.chunklint]"]
    if many:
        lines.append(f"baseline = {_quoted(baseline.NAME)}")
    if call:
        lines += ["", f"# found in {_plain(call.path)}:{call.line}", "[[tool.chunklint.splitter]]"]
        lines += [f"{key} = {_quoted(value)}" for key, value in table_of(call).items()]
    if len(lines) == 1:
        lines.append('fail-on = "warning"')
    return "\n".join(lines) + "\n"


def _quoted(value: str | int) -> str:
    if isinstance(value, int):
        return str(value)
    return '"' + _plain(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def settings_piece(root: Path, table: str) -> Piece:
    """The settings at the end of ``pyproject.toml`` where that takes them, else in ``chunklint.toml``."""
    pyproject = root / "pyproject.toml"
    if pyproject.is_file():
        try:
            before = pyproject.read_bytes().decode("utf-8")
            added = ("" if before.endswith("\n") or not before else "\n") + ("\n" if before else "") + table
            added = added.replace("\n", "\r\n") if "\r\n" in before else added
            wanted = toml.load(before)
            wanted["tool"] = {**wanted.get("tool", {}), "chunklint": toml.load(table)["tool"]["chunklint"]}
            if toml.load(before + added) == wanted:
                return Piece("pyproject.toml", "settings, added at the end", added, appends=True)
        except (OSError, ValueError, TypeError):
            pass  # it is not TOML, or has no place for a table: leave it alone
    short = table.replace("[tool.chunklint]\n", "").replace("tool.chunklint.", "").lstrip("\n")
    return Piece(settings_file.NAMES[0], "settings", short)


def hook() -> str:
    """The hook as an entry of ``repos``."""
    return f"  - repo: {_REPOSITORY}\n    rev: v{__version__}\n    hooks:\n      - id: chunklint\n"


def workflow(branch: str = "") -> str:
    """A workflow for pull requests and for pushes to ``branch``, or to the usual ones where that is no plain name.

    The action reads from the history what a pull request did: all of it is fetched.
    """
    branches = branch if re.fullmatch(r"[A-Za-z][\w./-]*", branch) else "main, master"
    action = f"{_REPOSITORY.removeprefix('https://github.com/')}@v{__version__}"
    return f"""\
name: chunklint

on:
  pull_request:
  push:
    branches: [{branches}]

permissions:
  contents: read

jobs:
  chunklint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
        with:
          fetch-depth: 0
          persist-credentials: false
      - uses: {action}
"""


def _write_baseline() -> None:
    from chunklint.cli import baseline as command

    if code := command.run([]):
        raise SystemExit(code)  # it has said why


def _indented(text: str, columns: int) -> str:
    return "".join(f"{' ' * columns}{line}" if line.strip() else line for line in text.splitlines(keepends=True))


def _offer(root: Path, piece: Piece, writes: bool, yes: bool) -> bool:
    """Show a piece, ask, and write it; return whether it was written."""
    print(f"--- {piece.path}: {piece.purpose}")
    if piece.text:
        print(_indented(piece.text.strip("\n") + "\n", 2))
    if not writes or not (yes or _confirmed(f"Write {piece.path}? [y/N] ")):
        return False
    if piece.make:
        piece.make()
        return True
    path = root / piece.path
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.parent.resolve().is_relative_to(root.resolve()):
        raise OSError(0, "it stands outside of this folder", str(path))
    with path.open("a" if piece.appends else "x", encoding="utf-8", newline="") as file:
        file.write(piece.text)
    return True


def _confirmed(question: str) -> bool:
    try:
        return input(question).strip().casefold() in ("y", "yes")
    except EOFError:
        return False


def _closing(proposed: list[Piece], written: list[str], writes: bool, dry: bool) -> str:
    if not proposed:
        return "Nothing to write."
    if not writes:
        return "Nothing written" + ("." if dry else ": no terminal to ask at. --yes writes all of it.")
    if not written:
        return "Nothing written."
    return f"Wrote {', '.join(written)}. Next: `chunklint check`, then commit them."
