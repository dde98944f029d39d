"""What a run tells GitHub Actions beside annotations: the outputs of the step, and the job summary."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from secrets import token_hex

from chunklint.report import Run
from chunklint.report.summary import LIMIT, summary


def tell(run: Run, headline: str, sarif: Iterable[Path]) -> None:
    """Write to the files that $GITHUB_OUTPUT and $GITHUB_STEP_SUMMARY name, if they do; a failure is a warning.

    ``sarif`` are the SARIF files that the run wrote; the last one becomes the output ``sarif-file``.
    """
    for variable, write in (("GITHUB_OUTPUT", _outputs), ("GITHUB_STEP_SUMMARY", _summary)):
        if name := os.environ.get(variable):
            file = Path(name)
            try:
                text = write(file, run, headline, sarif)
                with file.open("a", encoding="utf-8", errors="replace", newline="\n") as opened:
                    opened.write(text)
            except OSError as error:
                print(f"chunklint: warning: {variable} cannot be written: {error.strerror}", file=sys.stderr)


def _outputs(file: Path, run: Run, headline: str, sarif: Iterable[Path]) -> str:
    return "".join(_output(name, value) for name, value in _values(run, sarif))


def _values(run: Run, sarif: Iterable[Path]) -> Iterator[tuple[str, str]]:
    yield "findings", str(len(run.findings))
    for severity in ("error", "warning"):
        yield f"{severity}s", str(sum(finding.severity == severity for finding in run.findings))
    yield "files", str(run.pages)
    yield from (("sarif-file", str(path)) for path in sarif)


def _output(name: str, value: str) -> str:
    """The form for values with line ends; nothing in the value can be the mark that ends it."""
    mark = token_hex(16)
    return f"{name}<<{mark}\n{value}\n{mark}\n"


def _summary(file: Path, run: Run, headline: str, sarif: Iterable[Path]) -> str:
    taken = file.stat().st_size if file.exists() else 0  # the limit holds for the step, which may have written before
    return summary(run, headline, LIMIT - taken)
