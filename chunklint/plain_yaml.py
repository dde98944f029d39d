"""The YAML that needs no library: mappings of plain scalars, nested by indentation.

Front matter is nearly always of this kind, and a hook that starts on every commit should not
pay for a YAML library then. Whatever is not plainly of this kind is left to the library.
"""

from __future__ import annotations

import re
from typing import Any

# A key, and a value that begins with a letter, a digit or a bracket, and holds no colon and no hash: outside
# of [] and {} YAML gives no other sign inside a value a meaning.
_LINE = re.compile(
    r"( *)([A-Za-z_][\w-]*):(?: +([A-Za-z0-9(][^:#\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]*?))? *", re.A
)


def load(source: str) -> dict[str, Any] | None:
    """The mapping in ``source`` with every scalar as text, as a YAML base loader gives it; None: not plain."""
    root: dict[str, Any] = {}
    # The open mappings with the column of their keys; a key without a value opens the next one.
    open_mappings: list[tuple[int, dict[str, Any]]] = [(0, root)]
    pending: tuple[int, dict[str, Any], str] | None = None
    for line in source.split("\n"):
        match = _LINE.fullmatch(line)
        if not match:
            return None
        indent, key, value = len(match[1]), match[2], match[3]
        if pending:
            column, parent, name = pending
            if indent > column:
                parent[name] = {}
                open_mappings.append((indent, parent[name]))
            pending = None
        while len(open_mappings) > 1 and indent < open_mappings[-1][0]:
            open_mappings.pop()
        column, mapping = open_mappings[-1]
        if indent != column or key in mapping:
            return None
        mapping[key] = value or ""
        if value is None:
            pending = indent, mapping, key
    return root
