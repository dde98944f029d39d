"""Reports in XML: JUnit, which every CI server shows as tests, and Checkstyle.

There is no standard of either. The JUnit report keeps to the schema of Jenkins (``junit-10.xsd`` of its xunit plugin),
which others read too, and the Checkstyle report to what Checkstyle itself writes.
All that is not ASCII is a character reference, so that the report is right whatever the encoding of the terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from xml.sax.saxutils import quoteattr  # writes only

from chunklint.finding import Finding
from chunklint.report import Run
from chunklint.report.places import from_root, in_unicode

_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>'
# What is no character in XML 1.0, not even as a reference.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(run: Run, colour: bool) -> Iterator[str]:
    """A test suite for each page with findings, and a test case for each of these: it fails if it fails the run.

    Without findings there is one test, which passes: an empty report counts as an error in CI servers.
    """
    yield _DECLARATION
    failures = sum(map(run.fails, run.findings))
    tests = len(run.findings) or 1
    yield _tag("testsuites", name="chunklint", tests=tests, failures=failures, errors=0)
    if not run.findings:
        yield "  " + _tag("testsuite", name="chunklint", tests=1, failures=0, errors=0, skipped=0)
        yield "    " + _tag("testcase", "/>", classname="chunklint", name=f"pages checked: {run.pages}", time=0)
        yield "  </testsuite>"
    for path, group in _pages(run):
        found = list(group)
        failed = sum(map(run.fails, found))
        skipped = len(found) - failed
        yield "  " + _tag(
            "testsuite", name=path, file=path, tests=len(found), failures=failed, errors=0, skipped=skipped
        )
        for finding in found:
            yield from _case(path, finding, run.fails(finding))
        yield "  </testsuite>"
    yield "</testsuites>"


def _case(path: str, finding: Finding, fails: bool) -> Iterator[str]:
    name = f"{finding.code} {finding.name} {finding.line}:{finding.column}"
    yield "    " + _tag("testcase", classname=path, name=name, time=0)
    if fails:
        place = f"{path}:{finding.line}:{finding.column}"
        text = "\n".join(filter(None, (f"{place}: {finding.message}", finding.help)))
        yield "      " + _tag("failure", message=finding.message, type=finding.severity) + _text(text) + "</failure>"
    else:
        yield "      " + _tag("skipped", "/>", message=f"{finding.severity}: {finding.message}")
    yield "    </testcase>"


def checkstyle(run: Run, colour: bool) -> Iterator[str]:
    """A file element for each page with findings, and an error element for each of these."""
    yield _DECLARATION
    yield _tag("checkstyle", version="4.3")  # of the format: readers know no other
    for path, found in _pages(run):
        yield "  " + _tag("file", name=path)
        for f in found:
            place = _tag("error", "", line=f.line, column=f.column)
            yield f"    {place}{_attributes(severity=f.severity, message=f.message, source=f'chunklint.{f.code}')}/>"
        yield "  </file>"
    yield "</checkstyle>"


def _pages(run: Run) -> Iterator[tuple[str, Iterator[Finding]]]:
    return groupby(run.findings, key=lambda finding: in_unicode(from_root(finding.path)))


def _tag(tag: str, end: str = ">", /, **attributes: str | int) -> str:
    return f"<{tag}{_attributes(**attributes)}{end}"


def _attributes(**attributes: str | int) -> str:
    return "".join(f" {key}={_quoted(str(value))}" for key, value in attributes.items())


def _quoted(value: str) -> str:
    return _ascii(quoteattr(_FORBIDDEN.sub("\ufffd", value)))  # line ends as references: attributes keep no others


def _text(value: str) -> str:
    value = _FORBIDDEN.sub("\ufffd", value)
    return _ascii(value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def _ascii(text: str) -> str:
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")
