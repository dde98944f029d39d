"""What each site generator adds to Markdown, as features, and which generator a page belongs to."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

from chunklint.document.directives import DIRECTIVES
from chunklint.document.markdown import Start
from chunklint.document.starts import commonmark_starts

_COMMON = "attributes footnotes alerts math"
_FEATURES = {
    "commonmark": "",
    "gfm": _COMMON,
    "mkdocs": f"{_COMMON} admonitions slashes snippets definitions autodoc brackets templates"
    " code-pipes blank-before-table html-by-tag escape-parity",
    "mdx": f"{_COMMON} colons jsx no-indented-code escape-parity",
    "vitepress": f"{_COMMON} colons components snippets brackets",
    "hugo": f"{_COMMON} shortcodes templates definitions",
    "jekyll": f"{_COMMON} templates definitions brackets code-pipes blank-before-table headless-tables html-by-tag",
    "myst": f"{_COMMON} myst colons definitions templates",
    "quarto": f"{_COMMON} metadata colons shortcodes definitions captions"
    " code-pipes blank-before-table html-by-line escape-parity any-fence-closes",
    # No generator known: whatever cannot be meant as prose.
    "generic": f"{_COMMON} admonitions colons shortcodes templates brackets",
}
DIALECTS = tuple(sorted(_FEATURES))

_SUFFIXES = {".mdx": "mdx", ".qmd": "quarto", ".rmd": "quarto"}
# The files that give a generator away, nearest folder first, in this order.
_MARKERS = [
    ("mkdocs.yml", "mkdocs"),
    ("mkdocs.yaml", "mkdocs"),
    ("docusaurus.config.js", "mdx"),
    ("docusaurus.config.ts", "mdx"),
    ("docusaurus.config.mjs", "mdx"),
    ("docusaurus.config.cjs", "mdx"),
    ("docs.json", "mdx"),
    ("mint.json", "mdx"),
    ("astro.config.mjs", "mdx"),
    ("astro.config.ts", "mdx"),
    (".vitepress", "vitepress"),
    ("myst.yml", "myst"),
    ("_toc.yml", "myst"),
    ("_quarto.yml", "quarto"),
    ("hugo.toml", "hugo"),
    ("hugo.yaml", "hugo"),
    ("hugo.yml", "hugo"),
    ("hugo.json", "hugo"),
    ("_config.yml", "jekyll"),
    ("_config.toml", "jekyll"),
    ("book.toml", "generic"),
    (".eleventy.js", "generic"),
]


def features_of(dialect: str) -> frozenset[str]:
    """The features of a dialect; KeyError for an unknown name."""
    return frozenset(_FEATURES[dialect].split())


@cache
def starts_of(dialect: str) -> dict[str, list[Start]]:
    """The starts of a dialect by the first character of what they look at."""
    features = features_of(dialect)
    starts: dict[str, list[Start]] = {}
    for feature, chars, start in DIRECTIVES:
        if feature in features:
            for char in chars:
                starts.setdefault(char, []).append(start)
    for chars, start in commonmark_starts():
        for char in chars:
            starts.setdefault(char, []).append(start)
    return starts


def detect(path: Path) -> str:
    """The dialect of the page at ``path``: by its suffix, else by the generator files above it."""
    return _SUFFIXES.get(path.suffix.lower()) or _of_folder(path.absolute().parent)


@cache
def _of_folder(folder: Path) -> str:
    names = _names(folder)
    is_top = ".git" in names or folder.parent == folder
    if is_top:  # the site may be kept beside the pages
        names |= _names(folder / "website") | _names(folder / "site")
    for name, dialect in _MARKERS:
        if name in names:
            return dialect
    return "generic" if is_top else _of_folder(folder.parent)


# Files that are parts of pages, or no pages of a site.
_PARTIAL = re.compile(
    r"(?:^|/)(?:"
    r"(?:_?includes?|_?partials?|_?snippets?|_layouts|_data|shared|reusables|\.github)/"
    r"|_[^/]*$|licen[cs]e\b[^/]*$|[^/]*_template\b[^/]*$"
    r")",
    re.I,
)


def is_partial(path: str) -> bool:
    """Whether the page at ``path`` is by its name a part of others, or no page of a site."""
    return bool(_PARTIAL.search("/".join(path.split("/")[-4:])))  # the folders further up are not the site's


def _names(folder: Path) -> set[str]:
    try:
        return set(os.listdir(folder))
    except OSError:
        return set()


# The folder of a blog, or a file that is named for a day, as Jekyll has it.
_POST = re.compile(r"(?:^|/)(?:_posts|blogs?|news)/|(?:^|/)\d{4}-\d\d-\d\d-[^/]*$", re.I)


def is_post(path: str) -> bool:
    """Whether the page at ``path`` is by its name a post of a blog, which tells rather than answers."""
    return bool(_POST.search("/".join(path.split("/")[-6:])))
