"""``chunklint check``: check pages and report."""

from __future__ import annotations

import argparse
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from chunklint import catalogue, engine, files
from chunklint.cli import check_options, fail, filters, options, outputs
from chunklint.cli.finish import fails, finish
from chunklint.finding import Finding
from chunklint.project import Project, shown
from chunklint.report import Run
from chunklint.settings import SettingsError

if TYPE_CHECKING:
    from chunklint.cli.fix import Total

_WRONG_USE = (SettingsError, catalogue.UnknownRule, files.MissingPath, filters.CannotFilter, outputs.CannotWrite)


def run(argv: list[str]) -> int:
    """Run ``chunklint check`` with ``argv``; return the exit code."""
    args = check_options.parser().parse_args(argv)
    try:
        project = options.project(args, check_options.changed_settings(args))
        args.output_file = outputs.targets(args.output_file)
        if args.show_settings is not None:
            from chunklint.cli.settings_view import show

            return show(project, args.show_settings)
        if "-" in args.paths or args.stdin_filename:
            return _check_stdin(project, args)
        return _check_files(project, args)
    except _WRONG_USE as error:
        return fail(str(error))
    except ValueError as error:
        if type(error).__name__ == "SplitterError":  # imported only where a splitter is named
            return fail(str(error))
        raise


def _check_files(project: Project, args: argparse.Namespace) -> int:
    named = [Path(path) for path in args.paths or ["."]]
    pages = project.find(named)
    if args.show_files:
        print("".join(f"{shown(path)}\n" for path in pages.files), end="")
        return 0
    if not pages.files:
        said = f"0 files checked: {_why_none(pages, args.paths)}"
        if args.require_files:
            outputs.tell_github(Run(0, []), args, said)
            return fail(said)
        print(f"chunklint: warning: {said}", file=sys.stderr)
    kept = filters.Filter(project, args, named)
    paths = kept.worth_checking(pages.files)
    if pages.files and not paths:
        print("chunklint: 0 files checked: the change has none of the pages", file=sys.stderr)
    total = None
    if args.fix or args.fix_only or args.diff:
        from chunklint.cli import fix

        if args.diff:
            return fix.show(project, paths, args.unsafe_fixes, kept)
        total = fix.mend(project, paths, args.unsafe_fixes, kept)
        if args.fix_only:
            print(total.sentence("Fixed") or "Nothing to fix.")
            return 2 if total.failed else 0
        kept.note_mended(total.written)
    findings: list[Finding] = []
    order = {shown(path): index for index, path in enumerate(paths)}
    for done, (path, found) in enumerate(project.check(paths, kept.read, kept.is_laid_beside), 1):
        _progress(min(done, len(paths)), len(paths))
        kept.see(path, found)
        findings += found
    findings.sort(key=lambda f: order[f.path])  # what is known only at the end stands with its page
    findings, notes, stale = kept.result(findings, paths)

    def is_failing(finding: Finding) -> bool:
        return fails([finding], project.settings_of(Path(finding.path).absolute().parent).fail_on)

    unstaged = bool(total and args.staged and total.written)  # what would be committed is not what was mended
    run = Run(len(paths), findings, is_failing)
    code = finish(run, args, stale or unstaged or any(map(is_failing, findings)), total)
    for note in notes:
        print(note, file=sys.stderr)
    return code


def _check_stdin(project: Project, args: argparse.Namespace) -> int:
    if args.paths not in ([], ["-"]):
        return fail("standard input (-) is checked alone: name no other path")
    if args.diff_base is not None or args.staged:
        return fail("--diff-base and --staged look at files, not at standard input")
    path = Path(args.stdin_filename or "stdin.md")
    data = sys.stdin.buffer.read()
    if not (args.fix or args.fix_only or args.diff):
        return _report_stdin(project, args, path, data, None)
    from chunklint.cli import fix

    excluded = files.excluded(path, project.settings_of(path.absolute().parent))
    if args.diff and not excluded:
        return fix.show_text(project, path, data, args.unsafe_fixes)
    total = fix.Total()
    if not excluded:
        data, total = fix.mend_text(project, path, data, args.unsafe_fixes)
    if not args.diff:
        sys.stdout.buffer.write(data)  # also as it was: whoever pipes a page through wants it back
        sys.stdout.buffer.flush()
    if args.fix_only:
        return 0
    with redirect_stdout(sys.stderr):
        return _report_stdin(project, args, path, data, total)


def _report_stdin(project: Project, args: argparse.Namespace, path: Path, data: bytes, total: Total | None) -> int:
    settings = project.settings_of(path.absolute().parent)
    if files.excluded(path, settings):
        print(f'chunklint: warning: 0 files checked: "{path}" is removed by exclude', file=sys.stderr)
        return finish(Run(0, []), args, False)
    try:
        findings = project.check_text(engine.decode(data), path)
    except engine.Unreadable as error:
        findings = engine.unreadable(shown(path), str(error), settings.page(path))
    findings, _, stale = filters.Filter(project, args, []).result(findings, [path])
    run = Run(1, findings, lambda finding: fails([finding], settings.fail_on))
    return finish(run, args, stale or fails(findings, settings.fail_on), total)


def _why_none(pages: files.Pages, paths: list[str]) -> str:
    if pages.removed:
        return ", ".join(f"{count:,} removed by {setting}" for setting, count in sorted(pages.removed.items()))
    suffixes = ", ".join(sorted(files.SUFFIXES))
    return f"no {suffixes} or llms.txt below {', '.join(paths or ['.'])}"


def _progress(done: int, total: int) -> None:
    """Show how far a long run has come, on a terminal only."""
    if total >= 200 and sys.stderr.isatty() and (done % 25 == 0 or done == total):
        print(f"\r{done:,} of {total:,} pages" + ("\r\x1b[K" if done == total else ""), end="", file=sys.stderr)
