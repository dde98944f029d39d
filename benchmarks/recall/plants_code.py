"""Plants for CL5: code, comments, pictures, data and tabs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle

from benchmarks.recall.plant import (
    HERE,
    Plant,
    before,
    behind,
    count,
    edited,
    is_text,
    leaves,
    plants,
    preceding,
    prose,
    whole,
)
from chunklint.document import Block, Document, Span
from chunklint.document.model import Code, Heading, List, Paragraph

_SWALLOWED = "what stands below the fence is code now"


def _fences(document: Document) -> Iterator[tuple[Block | None, Code]]:
    """The closed fences of three backticks at the margin, each with the block above it."""
    for above, code in zip((None, *document.blocks), document.blocks, strict=False):
        if isinstance(code, Code) and code.opener and code.closer and code.lines and not code.info.startswith("{"):
            at_margin = document.lines.position(code.span.start)[1] == 1
            if at_margin and re.match(r"```(?!`)", document.source(code.opener)):
                yield above, code


@plants("CL501", CL101=_SWALLOWED, CL102=_SWALLOWED, CL201=_SWALLOWED)
def last_fence_left_open(document: Document) -> Iterator[Plant]:
    for _, code in list(_fences(document))[-1:]:
        if code.closer and document.blocks[-1] is not code and "```" not in document.text[code.span.end :]:
            yield edited(document, (before(code), HERE), (code.closer, ""))


@plants("CL501")
def fence_left_open_in_step(document: Document) -> Iterator[Plant]:
    for block in document.blocks:
        for item in block.items[:-1] if isinstance(block, List) else ():
            last = item.items[-1] if item.items else None
            if isinstance(last, Code) and last.closer and last.opener:
                end = document.text.rfind("\n", 0, last.closer.start)
                yield edited(document, (before(last), HERE), (Span(end, last.closer.end), ""))


_PROGRAMS = frozenset(
    "python py js javascript ts typescript jsx tsx go rust java ruby html css sh bash yaml php".split()
)
_OUTPUT = re.compile(r"output|print|display|look|result|see|respon|log|return|similar|error", re.I)

_LOG_OR_TREE = re.compile(r"\d{4}-\d\d-\d\d|[├└]")


@plants("CL502")
def code_grown(document: Document) -> Iterator[Plant]:
    for above, code in _fences(document):
        lines = [document.source(line) for line in code.lines if count(document.source(line))]
        announced = not isinstance(above, Paragraph | Heading) or _OUTPUT.search(document.source(above.span))
        announced = announced or _LOG_OR_TREE.search(document.source(code.span))
        if announced or code.info.split(" ")[0].split("{")[0].split(",")[0].lower() not in _PROGRAMS or len(lines) < 3:
            continue
        words, more = 0, ""
        for line in cycle(lines):
            if words >= 1000:
                break
            words, more = words + count(line), f"{more}\n{line}"
        last = Span(code.lines[-1].end, code.lines[-1].end)
        yield edited(document, (before(code), HERE), (last, more))


def _commented(document: Document, pattern: str) -> Iterator[tuple[Block | None, Code, list[str]]]:
    """The fences with a comment of hashes: the block above, the fence, and its lines with ``HERE`` before the first."""
    for above, code in _fences(document):
        lines = [document.source(line) for line in code.lines]
        index = next((i for i, line in enumerate(lines) if re.match(pattern, line)), None)
        if index is not None and not any("~~~" in line or "```" in line for line in lines):
            lines[index] = HERE + lines[index]
            yield above, code, lines


@plants("CL504")
def fence_of_tildes(document: Document) -> Iterator[Plant]:
    for _, code, lines in _commented(document, r"\s*#{1,6}[ \t]+\S"):
        yield edited(document, (code.span, "\n".join([f"~~~{code.info}", *lines, "~~~"])))


@plants("CL504", CL502="the fence around it does not say that it is data")
def fence_in_a_fence(document: Document) -> Iterator[Plant]:
    for _, code, lines in _commented(document, r"\s*#{1,6}[ \t]+\S"):
        inner = "\n".join([f"```{code.info}", *lines, "```"])
        yield edited(document, (code.span, f"````markdown\n{inner}\n````"))


@plants("CL504")
def indented_code(document: Document) -> Iterator[Plant]:
    if "no-indented-code" in document.features:
        return
    for above, code, lines in _commented(document, r"# \S"):
        apart = isinstance(above, Paragraph | Heading) and document.text[code.span.start - 2] == "\n"
        if apart and lines[0].strip():
            shifted = "\n".join(f"    {line}" if line.strip() else "" for line in lines)
            yield edited(document, (code.span, shifted.rstrip("\n")))


@plants("CL505", CL104="the heading between two levels is the one that is gone")
def section_in_a_comment(document: Document) -> Iterator[Plant]:
    opener, closer = ("{/*", "*/}") if "jsx" in document.features else ("<!--", "-->")
    for part in leaves(document):
        parent, above = part.section.parent, preceding(document, part)
        alone = parent and not parent.body and len(parent.children) == 1
        source = document.source(Span(part.heading.span.start, part.body[-1].span.end))
        if not alone and above.body and not re.search(r"--|\*/|\{", source):
            edits = (before(part.heading), f"{opener}\n{HERE}"), (behind(part.body[-1]), f"\n{closer}")
            yield edited(document, *edits)


def _picture_places(document: Document) -> Iterator[tuple[Block, list[Block], str]]:
    """Headings with their bodies and words on pages of few pictures: in a gallery nobody looks for words."""
    if document.text.count("![") + document.text.count("<img") < 2:
        for part in leaves(document):
            if re.fullmatch(r"\w[\w ,'-]*\w", part.words):
                yield part.heading, part.body, part.words


@plants("CL506")
def only_a_picture(document: Document) -> Iterator[Plant]:
    for heading, body, words in _picture_places(document):
        for picture in (f"![{words}](page.png)", f"[![{words}](page-small.png)](page.png)"):
            yield edited(document, (before(heading), HERE), (whole(body), picture))


@plants("CL506")
def only_a_picture_with_one_word_more(document: Document) -> Iterator[Plant]:
    for heading, body, words in _picture_places(document):
        yield edited(document, (before(heading), HERE), (whole(body), f"![Screenshot of the {words}](window.png)"))


@plants("CL506")
def only_a_picture_in_html(document: Document) -> Iterator[Plant]:
    for heading, body, words in _picture_places(document):
        yield edited(document, (before(heading), HERE), (whole(body), f'<img src="page.png" alt="{words}">'))


@plants("CL507", CL506="a picture without alt text is all that its section shows")
def nothing_but_a_silent_picture(document: Document) -> Iterator[Plant]:
    for _, body, _ in _picture_places(document):
        for picture in ("![](page.png)", "![page.png](page.png)", '<img src="page.png">'):
            yield edited(document, (whole(body), HERE + picture))


@plants("CL507")
def silent_drawing(document: Document) -> Iterator[Plant]:
    for _, body, _ in _picture_places(document):
        if prose(document, body) < 60 and all(is_text(document, block) for block in body):
            for picture in ("![](architecture.png)", "![](images/data-flow-diagram.svg)", '<img src="topology.png">'):
                yield edited(document, (behind(body[-1]), f"\n\n{HERE}{picture}"))


@plants("CL508")
def data_in_the_text(document: Document) -> Iterator[Plant]:
    for part in leaves(document):
        data, address = f"data:image/png;base64,{'iVBORw0KGgo' * 20}", f"https://example.com/?q={'abcdefghij' * 52}"
        for blob in (
            f"See ![a small mark]({data}).",
            f"See [the query]({address}).",
            f'<img alt="a mark" src="{data}">',
        ):
            yield edited(document, (before(part.body[0]), f"{HERE}{blob}\n\n"))


@plants("CL510")
def one_heading_in_two_tabs(document: Document) -> Iterator[Plant]:
    for part in leaves(document):
        marks = f"{part.marks}#"
        if document.dialect == "mdx":
            tab = f'<TabItem value="{{}}">\n\n{{}}{marks} Install it\n\nUse the package for {{}}.\n\n</TabItem>\n'
            tabs = "<Tabs>\n" + tab.format("a", "", "Linux") + tab.format("b", HERE, "macOS") + "</Tabs>"
        elif document.dialect == "mkdocs":
            tab = f'=== "{{}}"\n\n    {{}}{marks} Install it\n\n    Use the package for {{}}.'
            tabs = tab.format("Linux", "", "Linux") + "\n\n" + tab.format("macOS", HERE, "macOS")
        else:
            continue
        if part.heading.level < 4:
            yield edited(document, (behind(part.body[-1]), f"\n\n{tabs}"))
