"""Markdown made of lines that matter to a parser."""

from __future__ import annotations

import random

from hypothesis import strategies as st

COMMONMARK = [
    '', '', '   ', 'text', '  two', '    code', '\ttab', '# h', '## h ##', '####### no', '#', '===', '---', '***',
    '- a', '* b', '+', '-\tx', '1. x', '2) y', '10. z', '- - a', '  - n', '    - n', '      deep', '> q', '>',
    '> > c', '> - b', '- > d', '```', '~~~', '````', '```py', '<div>', '</div>', '<!-- c -->', '<pre>',
    '<?php', '?>', '<![CDATA[x]]>', '| a | b |', '|---|---|', 'a | b', '--|--', '| x |', '|',
    'a\\|b|c', '`|`|x', '&amp;', '\\', '*a*', '\xa0nb', '\u3000全角',
]  # fmt: skip
# What the other parsers read in their own way (see benchmarks.agreement).
DISPUTED = [
    '<b>x</b>', '</pre>', '|', '| - |',
    '[a]: /u', '[a]: /u "t"', '"t"', '[^n]: note', '[x]:',
]  # fmt: skip
DIRECTIVES = [
    '---', 'title: x', '+++', '!!! note', '??? tip "x"', '=== "Tab"', '    body', '::: tip', ':::', '::::note[x]',
    '::: a.b', ':::{card} x', ':name: y', '```{tip}', '```{list-table}', '/// note', '///', '--8<-- "f"', '<<< @/f',
    ': definition', '> [!NOTE]', '> [!tip] Title', '{{< x >}}', '{{% tab %}}', '{{% /tab %}}',
    '{{< highlight go >}}', '{{< /highlight >}}', '{% include f %}', '{% raw %}', '{{ page.x }}', '{% comment %}',
    '{% endcomment %}', '{: .c}', '{#id}', '# h {#id}', "import X from 'y'", 'export const a = 1', '<Tabs>',
    '</Tabs>', '<Card a={1} />', '<Card', '  b="c"', '/>', '{/* c */}', '{/*', '*/}', '{x}', '% comment',
    '(label)=', '+++ x', '$$', 'a = b', '[[autodoc]] X', '[TOC]', '<!-- chunklint: ignore CL301 -->',
]  # fmt: skip
PREFIXES = ["", "", "", "", "", "", "  ", "   ", "> ", "- ", "    ", "1. ", "\t", ">", "  > ", " "]


def page(chance: random.Random, lines: list[str]) -> str:
    """A page of up to nine of ``lines``, some behind a container's marker."""
    return "\n".join(chance.choice(PREFIXES) + chance.choice(lines) for _ in range(chance.randint(1, 9)))


def pages(lines: list[str], ends: tuple[str, ...] = ("\n",)) -> st.SearchStrategy[str]:
    """The same for hypothesis, with one of the line ends ``ends``, at the end of the page or not."""
    line = st.builds(str.__add__, st.sampled_from(PREFIXES), st.sampled_from(lines))
    return st.builds(
        lambda parts, end, last: end.join(parts) + (end if last else ""),
        st.lists(line, min_size=1, max_size=9),
        st.sampled_from(ends),
        st.booleans(),
    )
