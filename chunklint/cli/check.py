"""``chunklint check``: check pages and report."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chunklint import catalogue, engine, files, report
from chunklint.cli import fail, filters, options, outputs
from chunklint.document.dialects import DIALECTS
from chunklint.finding import SEVERITIES, Finding
from chunklint.project import Project, shown
from chunklint.report import Run
from chunklint.settings import FAIL_ON, SettingsError

if TYPE_CHECKING:
    from chunklint.cli.fix import Total

_EXAMPLES = """\
examples:
  chunklint check                                 the pages below this folder
  chunklint check docs README.md                  a folder and a page
  chunklint check --select CL3 --statistics docs  only tables, and how often each rule spoke
  chunklint check --splitter langchain:400/80 docs  what LangChain's splitter cuts apart
  chunklint check --fail-on error docs            warnings are shown and do not fail
  chunklint check --diff --unsafe-fixes docs      what all fixes would change
  chunklint check --fix docs                      apply those that no reader of the page sees
  chunklint check --stdin-filename docs/a.md - < docs/a.md

exit codes: 0 nothing at or above --fail-on, 1 findings, 2 wrong use or settings
"""

_WRONG_USE = (SettingsError, catalogue.UnknownRule, files.MissingPath, filters.CannotFilter, outputs.CannotWrite)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="chunklint check",
        description="Report, line by line, which answers get lost when these pages are cut into chunks.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATHS", help="pages and folders; - reads a page from standard input")
    rules = "codes, prefixes of codes and names, with commas between"
    add("--select", metavar="RULES", help=f"check only these rules ({rules})")
    add("--extend-select", metavar="RULES", help="check these rules too")
    add("--ignore", metavar="RULES", help="do not check these rules")
    options.add_settings(parser)
    add("--dialect", choices=("auto", *DIALECTS), help="the Markdown of your site generator (default: found out)")
    add(
        "--splitter",
        metavar="NAME[:SIZE[/OVERLAP]]",
        action="append",
        help="report what this splitter cuts, in place of those of the settings; may be given several times",
    )
    add("--fix", action="store_true", help="apply the safe fixes and report what is left")
    add("--unsafe-fixes", action="store_true", help="with --fix, --fix-only or --diff: those that change the page too")
    add("--diff", action="store_true", help="print what would be fixed and write nothing; exit code 1 if anything")
    add("--fix-only", action="store_true", help="apply fixes, report nothing and exit with 0")
    add("--fail-on", choices=FAIL_ON, help="the least severity that gives exit code 1 (default: warning)")
    add("--diff-base", metavar="REF", help="report only what the change since the merge base with REF did")
    add("--staged", action="store_true", help="report only what the staged change did, and read the staged pages")
    add("--baseline", metavar="FILE", type=Path, help="report only what exceeds this baseline (default: the settings')")
    add("--no-baseline", action="store_true", help="report what the baseline knows, too")
    add("--strict-baseline", action="store_true", help="fail when the baseline knows findings that are gone")
    add("--exit-zero", action="store_true", help="exit with 0 even when there are findings")
    add("--stdin-filename", metavar="NAME", help="where the page on standard input would stand")
    add("--output-format", choices=report.FORMATS, help="default: full; github inside GitHub Actions")
    add(
        "--output-file",
        metavar="FORMAT=PATH",
        action="append",
        default=[],
        help="write a report to a file, too, such as sarif=chunklint.sarif; may be given several times",
    )
    add(
        "--require-files",
        action=argparse.BooleanOptionalAction,
        default=False,
        help="exit with 2 when there is no page to check",
    )
    add("--statistics", action="store_true", help="count the findings of each rule at the end")
    add("--no-cache", action="store_true", help="accepted for scripts: nothing is cached yet")
    add("--show-files", action="store_true", help="list the pages that would be checked")
    add(
        "--show-settings",
        nargs="?",
        const="",
        metavar="FILE",
        help="show the settings that hold for FILE, or for this folder",
    )
    return parser


def run(argv: list[str]) -> int:
    """Run ``chunklint check`` with ``argv``; return the exit code."""
    args = _parser().parse_args(argv)
    try:
        project = options.project(args, _changes(args))
        args.output_file = outputs.targets(args.output_file)
        if args.config and not args.config.is_file():
            return fail(f'no such settings file: "{args.config}"')
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


def _changes(args: argparse.Namespace) -> dict[str, Any]:
    """What the command line says about settings. Raises ``UnknownRule`` and ``SplitterError``."""
    changes: dict[str, Any] = {}
    for key in ("select", "extend_select", "ignore"):
        if given := getattr(args, key):
            changes[key] = tuple(word for word in given.replace(",", " ").split() if catalogue.load().select(word))
    if args.dialect:
        changes |= {"dialect": args.dialect, "dialects": {}}
    if args.fail_on:
        changes["fail_on"] = args.fail_on
    if args.splitter:
        from chunklint.splitters.configured import from_words, unique

        changes["splitters"] = unique(map(from_words, args.splitter))
    return changes


def _check_files(project: Project, args: argparse.Namespace) -> int:
    pages = project.find([Path(path) for path in args.paths or ["."]])
    if args.show_files:
        print("".join(f"{shown(path)}\n" for path in pages.files), end="")
        return 0
    if not pages.files:
        said = f"0 files checked: {_why_none(pages, args.paths)}"
        if args.require_files:
            _tell_github(Run(0, []), args, said)
            return fail(said)
        print(f"chunklint: warning: {said}", file=sys.stderr)
    total = None
    if args.fix or args.fix_only or args.diff:
        from chunklint.cli import fix

        if args.diff_base is not None or args.staged:
            return fail("--fix and --diff mend whole pages: use them without --diff-base and --staged")
        if args.diff:
            return fix.show(project, pages.files, args.unsafe_fixes)
        total = fix.mend(project, pages.files, args.unsafe_fixes)
        if args.fix_only:
            print(total.sentence("Fixed") or "Nothing to fix.")
            return 2 if total.failed else 0
    kept = filters.Filter(project, args, [Path(path) for path in args.paths or ["."]])
    paths = kept.worth_checking(pages.files)
    if pages.files and not paths:
        print("chunklint: 0 files checked: the change has none of the pages", file=sys.stderr)
    findings: list[Finding] = []
    order = {shown(path): index for index, path in enumerate(paths)}
    for done, (path, found) in enumerate(project.check(paths, kept.read), 1):
        _progress(min(done, len(paths)), len(paths))
        kept.see(path, found)
        findings += found
    findings.sort(key=lambda f: order[f.path])  # what is known only at the end stands with its page
    findings, notes, stale = kept.result(findings, paths)

    def fails(finding: Finding) -> bool:
        return _fails([finding], project.settings_of(Path(finding.path).absolute().parent).fail_on)

    code = _finish(Run(len(paths), findings, fails), args, stale or any(map(fails, findings)), total)
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
        return _finish(Run(0, []), args, False)
    try:
        findings = project.check_text(engine.decode(data), path)
    except engine.Unreadable as error:
        findings = engine.unreadable(shown(path), str(error), settings.page(path))
    findings, _, stale = filters.Filter(project, args, []).result(findings, [path])
    run = Run(1, findings, lambda finding: _fails([finding], settings.fail_on))
    return _finish(run, args, stale or _fails(findings, settings.fail_on), total)


def _fails(findings: list[Finding], fail_on: str) -> bool:
    if fail_on == "never":
        return False
    grave = SEVERITIES[: FAIL_ON.index(fail_on) + 1]
    return any(finding.severity in grave for finding in findings)


def _why_none(pages: files.Pages, paths: list[str]) -> str:
    if pages.removed:
        return ", ".join(f"{count:,} removed by {setting}" for setting, count in sorted(pages.removed.items()))
    suffixes = ", ".join(sorted(files.SUFFIXES))
    return f"no {suffixes} or llms.txt below {', '.join(paths or ['.'])}"


def _progress(done: int, total: int) -> None:
    """Show how far a long run has come, on a terminal only."""
    if total >= 200 and sys.stderr.isatty() and (done % 25 == 0 or done == total):
        print(f"\r{done:,} of {total:,} pages" + ("\r\x1b[K" if done == total else ""), end="", file=sys.stderr)


def _finish(run: Run, args: argparse.Namespace, failing: bool, fixed: Total | None = None) -> int:
    """Write and print the reports, behind them what was ``fixed``, and return the exit code. Raises ``CannotWrite``."""
    for target in args.output_file:
        outputs.write(target, run)
    name = _format(args)
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    for line in report.lines(name, run, colour):
        print(line)
    to_people = name in report.FOR_PEOPLE or name == "github"
    if args.statistics:
        from chunklint.report.text import statistics

        for line in statistics(run):
            print(line, file=sys.stdout if to_people else sys.stderr)
    if fixed and (said := fixed.sentence("Fixed")):
        print(said, file=sys.stdout if to_people else sys.stderr)
    closing = list(_closing(run, failing, None if fixed else args.unsafe_fixes))
    if to_people:
        print("".join(f"{line}\n" for line in closing), end="")
    _tell_github(run, args, " ".join(closing[:1]))
    return 2 if fixed and fixed.failed else int(failing and not args.exit_zero)


def _format(args: argparse.Namespace) -> str:
    return args.output_format or ("github" if os.environ.get("GITHUB_ACTIONS") == "true" else "full")


def _tell_github(run: Run, args: argparse.Namespace, headline: str) -> None:
    """Set the outputs of the step and write the job summary, where the format is GitHub's."""
    if _format(args) == "github":
        from chunklint.cli import actions

        actions.tell(run, headline, [target.path for target in args.output_file if target.format == "sarif"])


def _closing(run: Run, failing: bool, unsafe: bool | None) -> Iterator[str]:
    """How much was found, and what to do next; what can be fixed (also with ``unsafe`` fixes) unless that is None."""
    if not run.findings:
        if run.pages:
            yield f"No findings in {run.pages:,} {'file' if run.pages == 1 else 'files'}."
        return
    counts = {severity: sum(f.severity == severity for f in run.findings) for severity in SEVERITIES}
    parts = [f"{n:,} {name}{'s' if n != 1 and name != 'info' else ''}" for name, n in counts.items() if n]
    pages = len({finding.path for finding in run.findings})
    total = f"{len(run.findings):,} finding{'' if len(run.findings) == 1 else 's'}"
    yield f"Found {total} ({', '.join(parts)}) in {pages:,} of {run.pages:,} files."
    if unsafe is not None and any(finding.fix for finding in run.findings):
        from chunklint.cli import fix

        yield fix.offer(run.findings, unsafe)
    code = run.findings[0].code
    yield f"Next: `chunklint rule {code}` says which answer is lost and how to keep it" + (
        "." if failing else "; nothing here fails the run."
    )
