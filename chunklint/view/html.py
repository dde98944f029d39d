"""Pages that are shown, as HTML files that need no network."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from chunklint import __version__
from chunklint.document.tokens import encodable
from chunklint.splitters.configured import Configured
from chunklint.splitters.lengths import is_exact
from chunklint.survival import TITLES, TOKENS
from chunklint.view import model
from chunklint.view.model import PageSummary, ShownPage

STYLE = "view.css"
SCRIPTS = ("dom.js", "page.js", "charts.js", "cost.js", "index.js", "legend.js", "view.js")
MARK = '<meta name="generator" content="chunklint'  # by which a file of ours is known
_ASSETS = Path(__file__).parent / "assets"
_SURROGATE = re.compile("[\ud800-\udfff]")


@cache
def asset(name: str) -> str:
    """The text of a file in ``assets``."""
    return (_ASSETS / name).read_text(encoding="utf-8")


def script(live: bool = False) -> str:
    """All scripts of the view as one; ``live`` with the one that asks the server."""
    return "\n".join(map(asset, (*SCRIPTS, "live.js") if live else SCRIPTS))


def live() -> str:
    """The page of the server: its policy is in the server's headers, style and scripts stand beside it."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="icon" href="data:,">\n'
        '<title>chunklint</title>\n<link rel="stylesheet" href="/view.css">\n</head>\n<body>\n'
        '<div id="live"></div>\n<div id="app"></div>\n<script src="/view.js"></script>\n</body>\n</html>\n'
    )


def report(
    title: str,
    splitters: Sequence[Configured],
    pages: Iterable[PageSummary],
    codes: Iterable[str],
    hrefs: Sequence[str] = (),
    index: str = "",
) -> dict[str, Any]:
    """What the view has to know beside the pages themselves.

    ``hrefs`` are the addresses of pages in files of their own, ``index`` that of the index; both relative.
    """
    listed = [model.plain(page) for page in pages]
    for page, href in zip(listed, hrefs, strict=False):
        page["href"] = href
    return {
        "version": __version__,
        "title": title,
        "exact": is_exact(TOKENS),
        "kinds": dict(TITLES),
        "splitters": model.described(splitters),
        "rules": model.about_rules(codes),
        "pages": listed,
        "index": index,
    }


def embedded(value: Any) -> str:
    """JSON that may stand in a script element: no ``<``, so that nothing in it ends the element or opens a comment."""
    text = json.dumps(model.plain(value), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def page_block(number: int, page: ShownPage) -> str:
    """The element that holds the data of a page."""
    return _block(f"page-{number}", page)


def file(title: str, blocks: Iterable[str], data: Iterable[Mapping[str, Any]], shared: str = "") -> Iterator[str]:
    """The parts of an HTML file with ``blocks`` of pages, and behind them the report, which may be asked for last.

    Style and scripts are inside, or, if ``shared`` is the relative address of the folder that has them, outside.
    """
    style, code = asset(STYLE), script()
    allowed = ("'self' file:", "'self' file:") if shared else (_hash(style), _hash(code))
    policy = (
        f"default-src 'none'; style-src {allowed[0]}; script-src {allowed[1]}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    yield (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f'{MARK} {__version__}">\n<link rel="icon" href="data:,">\n'
        f"<title>{escape(encodable(title))} · chunklint</title>\n"
    )
    yield f'<link rel="stylesheet" href="{shared}view.css">\n' if shared else f"<style>{style}</style>\n"
    yield (
        '</head>\n<body>\n<div id="app"></div>\n'
        "<noscript>This view of a page and its chunks needs JavaScript; it loads nothing from the network.</noscript>\n"
    )
    yield from blocks
    for each in data:
        yield _block("report", each)
    yield f'<script src="{shared}view.js"></script>\n' if shared else f"<script>{code}</script>\n"
    yield "</body>\n</html>\n"


def _block(name: str, value: Any) -> str:
    return f'<script type="application/json" id="{name}">{embedded(value)}</script>\n'


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
