"""The cases of a facts file: questions of readers with the words that their answer must have."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from chunklint import engine
from chunklint.document import Span
from chunklint.document.lines import Lines
from chunklint.facts.find import words_of

KEYS = ("query", "must_contain", "must_not_lead_with", "page", "tags")


class FactsError(Exception):
    """What of a facts, results or answers file cannot be used: file, line, what is wrong, what to do."""


class Text(NamedTuple):
    """A value of the file as it is meant, and its source."""

    value: str
    span: Span


class Case(NamedTuple):
    """A question that readers ask, and what its answer must contain.

    Every one of ``must_contain`` has to be in one chunk; a chunk that starts with one of ``must_not_lead_with`` is a
    fragment. ``page`` is the end of the path of the only page that counts, ``tags`` are for ``--tag``.
    """

    query: Text
    must_contain: tuple[Text, ...]
    must_not_lead_with: tuple[Text, ...] = ()
    page: Text | None = None
    tags: tuple[str, ...] = ()


class FactsFile(NamedTuple):
    """The cases of a file in its order; ``name`` is how messages call it."""

    name: str
    text: str
    lines: Lines
    cases: tuple[Case, ...]

    def line(self, text: Text) -> int:
        """The line (from 1) that a value starts on."""
        return self.lines.position(text.span.start)[0]


def read(path: Path, name: str) -> FactsFile:
    """Read and validate a facts file. Raises ``FactsError``."""
    try:
        return parse(engine.read(path), name)
    except engine.Unreadable as error:
        raise FactsError(f"{name}: cannot be read: {error}") from error


def parse(text: str, name: str) -> FactsFile:
    """The cases in the YAML ``text``: a list of mappings with the keys ``KEYS``. Raises ``FactsError``."""
    found = _Reader(text, name).cases()
    return FactsFile(name, text, Lines(text), tuple(found))


class _Reader:
    """Turns the nodes of the YAML into cases, or says which line is wrong and why.

    Values are taken as they are written: ``30`` is the text "30" and ``yes`` the text "yes".
    """

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        self.lines = Lines(text)

    def cases(self) -> Iterator[Case]:
        import yaml

        root = self._composed()
        if root is None or (isinstance(root, yaml.ScalarNode) and not root.value):
            raise FactsError(f"{self.name}: no cases: write a list of `- query: …` with `must_contain: […]` below")
        if not isinstance(root, yaml.SequenceNode):
            raise self._error(root, "must be a list of cases: start each with `- query: …`")
        seen: dict[str, int] = {}
        for node in root.value:
            case = self._case(node)
            key = " ".join(case.query.value.casefold().split())
            line = self.lines.position(case.query.span.start)[0]
            if key in seen:
                raise FactsError(
                    f"{self.name}:{line}: query: the case on line {seen[key]} has it too: put them together"
                )
            seen[key] = line
            yield case
        if not seen:
            raise FactsError(f"{self.name}: no cases: the list is empty")

    def _composed(self) -> Any:
        import yaml

        try:
            return yaml.compose(self.text, yaml.SafeLoader)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            index = min(mark.index if mark else 0, len(self.text))
            line, column = self.lines.position(index)
            why = error.problem or error.context or "not YAML"
            if self.text[index : index + 1] == "\t":
                why = "a tab: YAML is indented with blanks"
            raise FactsError(f"{self.name}:{line}:{column}: not valid YAML: {why}") from error
        except yaml.YAMLError as error:  # a character that YAML does not allow has a position and no mark
            index = getattr(error, "position", 0)
            line, column = self.lines.position(index)
            raise FactsError(f"{self.name}:{line}:{column}: not valid YAML: a control character") from error
        except RecursionError as error:
            raise FactsError(f"{self.name}: nested too deeply") from error

    def _case(self, node: Any) -> Case:
        import yaml

        from chunklint.catalogue import did_you_mean

        if not isinstance(node, yaml.MappingNode):
            raise self._error(node, "a case is a mapping: `- query: …` with `must_contain: […]` below")
        fields: dict[str, Any] = {}
        for key, value in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else ""
            if name not in KEYS:
                hint = did_you_mean(name, KEYS) or f"; known: {', '.join(KEYS)}"
                raise self._error(key, f'unknown key "{name}" of a case{hint}')
            if name in fields:
                raise self._error(key, f'"{name}" stands twice in this case')
            fields[name] = value
        for name in ("query", "must_contain"):
            if name not in fields:
                raise self._error(node, f"the case has no {name}")
        must_contain = self._texts(fields["must_contain"], "must_contain")
        if not must_contain:
            raise self._error(fields["must_contain"], "must_contain: name what the answer has to say, such as a number")
        return Case(
            self._scalar(fields["query"], "query"),
            must_contain,
            self._texts(fields.get("must_not_lead_with"), "must_not_lead_with"),
            self._scalar(fields["page"], "page") if "page" in fields else None,
            tuple(text.value for text in self._texts(fields.get("tags"), "tags")),
        )

    def _texts(self, node: Any, key: str) -> tuple[Text, ...]:
        import yaml

        if node is None:
            return ()
        if not isinstance(node, yaml.SequenceNode):
            raise self._error(node, f'{key}: must be a list of strings: ["…", "…"]')
        return tuple(self._scalar(item, key) for item in node.value)

    def _scalar(self, node: Any, key: str) -> Text:
        import yaml

        if not isinstance(node, yaml.ScalarNode):
            raise self._error(node, f"{key}: must be a string")
        value = " ".join(node.value.split())
        if not value or (key.startswith("must") and not words_of(value)):
            raise self._error(node, f"{key}: must not be empty")
        # The mark behind a block scalar stands on the line after it.
        end = node.start_mark.index + len(self.text[node.start_mark.index : node.end_mark.index].rstrip())
        return Text(value, Span(node.start_mark.index, end))

    def _error(self, node: Any, what: str) -> FactsError:
        line = self.lines.position(node.start_mark.index)[0]
        return FactsError(f"{self.name}:{line}: {what}")
