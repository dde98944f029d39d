"""Front matter: the YAML or TOML settings on top of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from chunklint import plain_yaml, toml
from chunklint.document.lines import Lines
from chunklint.document.model import FrontMatter, Span

_FENCES: dict[str, tuple[Literal["yaml", "toml"], tuple[str, ...]]] = {
    "---": ("yaml", ("---", "...")),
    "+++": ("toml", ("+++",)),
}
# A page may also start with a thematic break; settings start like this.
_SETTINGS = re.compile(r"[ \t]*(?:[\w\"'.$-][\w\"'.$ -]{0,40}[:=]|- |\[|\{)")


# A value whose quotation mark is open at the end of its line, although the next line is no part of it.
_OPEN_QUOTE = re.compile(r"^[\w-]+:[ \t]+(?:\"[^\"\n]*|'[^'\n]*)(?=\n\S|\n?\Z)", re.M)
_TOP_KEY = re.compile(r"([\w-]+):(?:\s|$)")


class Found(NamedTuple):
    """The front matter and the line (from 0) on which the page itself starts."""

    block: FrontMatter
    next_line: int


def find(text: str, lines: Lines) -> Found | None:
    """Read the front matter; None where the page has none."""
    fence = text[slice(*lines.span(0))].rstrip()
    if fence not in _FENCES or len(lines) < 2:
        return None
    kind, closers = _FENCES[fence]
    closing = next((i for i in range(1, len(lines)) if text[slice(*lines.span(i))].rstrip() in closers), None)
    last = len(lines) if closing is None else closing
    written = [i for i in range(1, min(last, 50)) if text[slice(*lines.span(i))].strip()]
    first = next((i for i in written if not text.startswith("#", lines.starts[i])), None)
    if written and (first is None or not _SETTINGS.match(text, *lines.span(first))):
        return None
    if closing is None:
        return None if first is None else _unclosed(kind, fence, lines)
    body = Span(lines.starts[1], max(lines.ends[closing - 1], lines.starts[1]))
    data, error, error_line = _read(kind, text[slice(*body)])
    span = Span(lines.starts[0], lines.ends[closing])
    at = lines.starts[min(1 + error_line, closing)]
    return Found(FrontMatter(span, kind, body, data, error, at), closing + 1)


def _unclosed(kind: Literal["yaml", "toml"], fence: str, lines: Lines) -> Found:
    """The opening line alone, so that the rest is still read as a page."""
    opener = lines.span(0)
    error = f"it is never closed by a line {fence!r}"
    return Found(FrontMatter(opener, kind, Span(opener.end, opener.end), {}, error, opener.start), 1)


def _read(kind: Literal["yaml", "toml"], source: str) -> tuple[dict[str, Any], str | None, int]:
    """The settings, or why they do not parse and on which of their lines (from 0)."""
    if kind == "toml":
        try:
            return toml.load(source), None, 0
        except toml.TomlError as error:
            return {}, error.why, error.line - 1
    plain = plain_yaml.load(source)
    if plain is not None:
        return plain, None, 0
    import yaml

    try:
        data = yaml.load(source, Loader=_loader())  # noqa: S506
    except yaml.MarkedYAMLError as error:
        # What is open is where to look; the parser often notices only at the end.
        opened = error.context_mark if error.context and "flow" in error.context else None
        mark = opened or error.problem_mark or error.context_mark
        quote, line = _OPEN_QUOTE.search(source), mark.line if mark else 0
        if quote and (first := source.count("\n", 0, quote.start())) <= line:
            return {}, "its quotation mark is never closed", first
        return {}, error.problem or str(error), line
    except (yaml.YAMLError, RecursionError) as error:
        return {}, " ".join(str(error).split()), 0
    if isinstance(data, str):
        return {}, "it holds text and no settings: a blank is missing after a colon", 0
    seen: set[str] = set()
    for line, text in enumerate(source.split("\n")):
        key = _TOP_KEY.match(text)
        if key and key[1] in seen:
            return data, f"the key {key[1]!r} stands here a second time", line
        seen.add(key[1] if key else "")
    return (data if isinstance(data, dict) else {}), None, 0


def _loader() -> Any:
    """Only the structure is wanted: the base loader makes no objects and reads no tags."""
    import yaml

    return getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def entries(source: str, keys: tuple[str, ...]) -> Iterator[tuple[int, int, dict[str, str]]]:
    """The mappings in the lists under ``keys`` of valid YAML: the first and the last line (from 0) and the values.

    A value that is no plain text is given as ``"…"``, an absent one as the empty string.
    """
    import yaml

    root = yaml.compose(source, Loader=_loader())
    for key, value in root.value if isinstance(root, yaml.MappingNode) else ():
        if key.value in keys and isinstance(value, yaml.SequenceNode):
            for entry in value.value:
                if isinstance(entry, yaml.MappingNode):
                    values = {str(k.value): v.value if isinstance(v, yaml.ScalarNode) else "…" for k, v in entry.value}
                    yield entry.start_mark.line, _last_line(entry), values


def _last_line(entry: Any) -> int:
    """The last line of a mapping. A block scalar and a nested block end where the next thing begins."""
    mark = entry.value[-1][1].end_mark if entry.value else entry.end_mark
    return int(mark.line if mark.column else max(mark.line - 1, entry.start_mark.line))
