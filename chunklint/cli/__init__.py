"""The command line: one module a command."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

_COMMANDS = (
    "audit", "baseline", "check", "chunks", "compare", "explain", "facts", "init", "rule", "serve", "view",
)  # fmt: skip
_HELP = """\
usage: chunklint init                propose settings, baseline, hook and workflow
       chunklint check [PATHS…]      check pages (also: chunklint PATHS…)
       chunklint baseline [PATHS…]   accept the findings of today: only new ones fail
       chunklint rule CL301          explain a rule (--all: every rule)
       chunklint explain PAGE:LINE   what the rules make of one line
       chunklint chunks PAGE         show the chunks that a splitter makes of a page
       chunklint compare [PATHS…]    which splitter keeps the answers of these pages
       chunklint view PATHS -o FILE  chunks and findings over the source, in a browser
       chunklint serve [FOLDER]      the same live: choose a page, a splitter, its size
       chunklint audit CHUNKS…       what is wrong with chunks that exist already
       chunklint facts FACTS [DOCS…] known answers: are they whole in a chunk, and found

chunklint tells which answers of a documentation page get lost when an
assistant reads it in chunks, at the line where the page has to change.

examples:
  chunklint check docs README.md
  chunklint check --select CL301,CL1 --output-format concise docs
  chunklint rule table-without-header

`chunklint check --help` lists every option. `chunklint --version` prints the version.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return 0 (nothing to report), 1 (findings) or 2 (wrong use or settings)."""
    args = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a page may hold what the terminal cannot show
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            return _run(args)
        finally:
            sys.stdout.flush()  # also behind the help of a command, which ends the program
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return fail("interrupted")


def _run(args: list[str]) -> int:
    if not args or args[0] in ("-h", "--help", "help"):
        print(_HELP, end="")
        return 0
    if args[0] in ("-V", "--version"):
        from chunklint import __version__

        print(f"chunklint {__version__}")
        return 0
    # A page is a tree of many small records and hardly any cycles: looking for these less often
    # saves a tenth of the time on large pages.
    gc.set_threshold(200_000, 10, 10)
    command = args.pop(0) if args[0] in _COMMANDS else "check"
    run: Callable[[list[str]], int] = import_module(f"chunklint.cli.{command}").run
    return run(args)


def fail(message: str) -> int:
    """Say what is wrong and return the exit code for wrong use."""
    print(f"chunklint: error: {message}", file=sys.stderr)
    return 2
