"""What the programs that read reports demand of them, said again from their sources, for the tests.

Where a package ships a schema or a parser it is used instead; see tests/test_formats.py and tests/test_real_ci.py.
"""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element

# app/validators/json_schemas/codeclimate.json of GitLab, with the severities and the relative path that its
# documentation of the code quality report asks for, and the description on one line of Code Climate's specification.
GITLAB = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "pattern": r"\A[^\n\r]+\Z"},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "pattern": r"^(?!\./|/).+"},
                    "lines": {
                        "type": "object",
                        "required": ["begin"],
                        "properties": {"begin": {"type": "integer", "minimum": 1}},
                    },
                },
            },
        },
    },
}

_POSITION = {
    "type": "object",
    "additionalProperties": False,
    "required": ["line"],
    "properties": {"line": {"type": "integer", "minimum": 1}, "column": {"type": "integer", "minimum": 1}},
}
_RANGE = {
    "type": "object",
    "additionalProperties": False,
    "required": ["start"],
    "properties": {"start": _POSITION, "end": _POSITION},
}
_NAMED = {"type": "object", "additionalProperties": False, "properties": {"url": {"type": "string"}}}
_SOURCE: dict[str, Any] = {**_NAMED, "required": ["name"], "properties": {"name": {"type": "string"}, "url": {}}}
# proto/rdf/reviewdog.proto of reviewdog: a parser of protocol buffers refuses fields that it does not know.
DIAGNOSTIC = {
    "type": "object",
    "additionalProperties": False,
    "required": ["message", "location"],
    "properties": {
        "message": {"type": "string"},
        "location": {
            "type": "object",
            "additionalProperties": False,
            "required": ["path"],
            "properties": {"path": {"type": "string"}, "range": _RANGE},
        },
        "severity": {"enum": ["UNKNOWN_SEVERITY", "ERROR", "WARNING", "INFO"]},
        "source": _SOURCE,
        "code": {**_NAMED, "properties": {"value": {"type": "string"}, "url": {"type": "string"}}},
        "suggestions": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["range", "text"],
                "properties": {"range": _RANGE, "text": {"type": "string"}},
            },
        },
        "original_output": {"type": "string"},
    },
}
DIAGNOSTIC_RESULT = {
    "type": "object",
    "additionalProperties": False,
    "required": ["diagnostics"],
    "properties": {
        "diagnostics": {"type": "array", "items": DIAGNOSTIC},
        "source": _SOURCE,
        "severity": {"type": "string"},
    },
}

# For each element: the attributes that it must have, those that it may have, and its children.
Schema = dict[str, tuple[set[str], set[str], set[str]]]

# junit-10.xsd of Jenkins' xunit plugin, without what chunklint does not write.
JUNIT: Schema = {
    "testsuites": (set(), {"name", "time", "tests", "failures", "errors"}, {"testsuite"}),
    "testsuite": (
        {"name", "tests", "failures", "errors"},
        {"group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"},
        {"testcase"},
    ),
    "testcase": ({"name"}, {"time", "classname", "group"}, {"skipped", "failure"}),
    "failure": (set(), {"type", "message"}, set()),
    "skipped": (set(), {"type", "message"}, set()),
}
# XMLLogger.java of Checkstyle.
CHECKSTYLE: Schema = {
    "checkstyle": ({"version"}, set(), {"file"}),
    "file": ({"name"}, set(), {"error"}),
    "error": ({"line", "severity", "message", "source"}, {"column"}, set()),
}


def conform(element: Element, schema: Schema, name: str) -> None:
    """Fail where an element below and at ``element``, which is called ``name``, is not as the schema has it."""
    assert element.tag == name
    must, may, children = schema[name]
    given = set(element.attrib)
    assert must <= given <= must | may, (name, given)
    for child in element:
        assert child.tag in children, (name, child.tag)
        conform(child, schema, child.tag)


def github_command(line: str) -> tuple[str, dict[str, str], str] | None:
    """A workflow command as the runner reads it (ActionCommand.TryParseV2): name, properties and text."""
    if not line.lstrip().startswith("::") or "::" not in line.lstrip()[2:]:
        return None
    told, _, text = line.lstrip()[2:].partition("::")
    name, _, words = told.partition(" ")
    pairs = (word.split("=", 1) for word in words.strip().split(",") if word)
    return name, {key: _decoded(value, _PROPERTY) for key, value in pairs}, _decoded(text, _DATA)


def azure_command(line: str) -> tuple[str, dict[str, str], str]:
    """A logging command as Azure's agent reads it (Command.TryParse, taskcommand.js): name, properties and text."""
    start = line.index("##vso[")
    told, text = line[start + 6 :].split("]", 1)
    name, _, words = told.partition(" ")
    pairs = (word.split("=", 1) for word in words.split(";") if word.strip())
    return name, {key: _decoded(value, _AZURE) for key, value in pairs}, _decoded(text, _AZURE)


_DATA = {"%0D": "\r", "%0A": "\n", "%25": "%"}
_PROPERTY = {"%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%"}
_AZURE = {"%3B": ";", "%0D": "\r", "%0A": "\n", "%5D": "]", "%AZP25": "%"}


def _decoded(text: str, escapes: dict[str, str]) -> str:
    for escape, meant in escapes.items():
        text = text.replace(escape, meant)
    return text
