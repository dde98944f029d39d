"""Logging commands that Azure Pipelines shows as issues of the run.

Source: the logging commands in Azure's documentation, and for the escapes ``taskcommand.ts`` of the package
azure-pipelines-task-lib.
"""

from __future__ import annotations

from collections.abc import Iterator

from chunklint.finding import Finding
from chunklint.report import Run
from chunklint.report.places import from_root, in_unicode


def azure(run: Run, colour: bool) -> Iterator[str]:
    """One command a finding. Azure knows errors and warnings only: information is shown as a warning."""
    return map(_command, run.findings)


def _command(finding: Finding) -> str:
    properties = {
        "type": "error" if finding.severity == "error" else "warning",
        "sourcepath": in_unicode(from_root(finding.path)),
        "linenumber": str(finding.line),
        "columnnumber": str(finding.column),
        "code": finding.code,
    }
    told = "".join(f"{key}={_property(value)};" for key, value in properties.items())
    return f"##vso[task.logissue {told}]{_message(finding.text)}"


def _message(text: str) -> str:
    """The text of a command: per cent signs and line ends are escaped."""
    return text.replace("%", "%AZP25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """The value of a property: closing brackets and semicolons too, which would end it."""
    return _message(text).replace("]", "%5D").replace(";", "%3B")
