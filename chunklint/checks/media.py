"""CL5: pictures, data and includes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklint.checks import check
from chunklint.checks.wording import content_words, count_words, quoted
from chunklint.document import Block, Document, Section, Span
from chunklint.document.content import shows, visible
from chunklint.document.inlines import Inline, inlines
from chunklint.document.model import Directive, Html, Paragraph, walk
from chunklint.finding import Finding

_IMG = re.compile(r"<img\b(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>", re.I)
_ALT = re.compile(r"\balt\s*=\s*(?:\{?\"([^\"]*)\"|\{?'([^']*)'|(\{))", re.I)
_SRC = re.compile(r"\bsrc\s*=\s*[\"'{]*([^\s\"'>}]+)", re.I)
_TAG = re.compile(r"<[^<>]*>")
_ELEMENT = re.compile(r"<[a-z]\w*[\s/>]")
_FILE_NAME = re.compile(
    r"[\w./ -]*\.(?:png|jpe?g|gif|svg|webp|avif|bmp)|(?:image|img|screenshot|picture|untitled)[ _-]?\d*", re.I
)
_ADDRESS = re.compile(r"(?<=\])\([^()\s]*\)|https?://\S+")
_BADGE = re.compile(r"shields\.io|badge|/workflows/|codecov|travis-ci", re.I)
_DATA = re.compile(r"\bdata:[\w.+-]+/[\w.+-]+[;,][^\s)\"'>]*")
_URL = re.compile(r"https?://[^\s)\"'<>]{500,}")
_INCLUDES = frozenset(
    {"include", "include_relative", "import", "render", "embed", "literalinclude", "readfile", "snippet"}
)


def _images(document: Document, block: Block) -> list[Inline]:
    """The images of a paragraph that is nothing but images; of other blocks none."""
    if not isinstance(block, Paragraph) or document.text[block.span.start] not in "![<":
        return []
    found = list(inlines(document, block.lines))
    images = [inline for inline in found if inline.kind == "image"]
    rest = document.source(block.span)
    for inline in sorted(found, key=lambda i: i.span.end - i.span.start, reverse=True):
        if inline.kind == "image" or any(inside(image.span, inline.span) for image in images):
            rest = rest.replace(document.source(inline.span), "")
    return images if not re.sub(r"\{[^{}]*\}|<br\s*/?>", "", rest).strip() else []


def inside(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


@check("CL506")
def image_only_section(document: Document) -> Iterator[Finding]:
    if _is_gallery(document):
        return
    for section in document.sections:
        body = [block for block in section.body if shows(document, block)]
        if section.heading and body and not section.children and _only_silent_pictures(document, section, body):
            yield Finding(
                section.heading.span,
                f"section {quoted(section.heading.text, 32)} is only a picture: what it shows cannot be found",
                "say below it, or in its alt text, what the picture shows",
            )


def _only_silent_pictures(document: Document, section: Section, body: list[Block]) -> bool:
    """One or two pictures whose alt text adds nothing to the heading; a row of badges is no answer."""
    found = [_pictures(document, block) for block in body]
    if not all(found) or sum(map(len, found)) > 2:
        return False
    heading = content_words(document, section.heading.text if section.heading else "")
    return all(
        (_says_nothing(alt) or count_words(" ".join(content_words(document, alt) - heading)) < 2)
        and not _BADGE.search(target)
        for pictures in found
        for alt, target in pictures
    )


# A tag with anything in it that is shown and is no picture: a video, a component.
_OTHER_TAG = re.compile(r"<(?:video|audio|iframe|embed|object|canvas|svg|input|[A-Z][\w.]*|\w+-[\w-]+)\b")


def _pictures(document: Document, block: Block) -> list[tuple[str, str]]:
    """Alt text and address of each picture of a block that is nothing but pictures; of other blocks none."""
    if not _is_markup(document, block):
        return [(image.text, image.target) for image in _images(document, block)]
    source = visible(document.source(block.span))
    if _OTHER_TAG.search(source) or _TAG.sub("", source).strip():
        return []
    tags = _IMG.findall(source)
    if any((alt := _ALT.search(tag)) and alt[3] for tag in tags):
        return []  # an expression says what it shows
    return [(_alt(tag) or "", tag) for tag in tags]


def _alt(tag: str) -> str | None:
    """The alt text of an ``<img>`` tag, None if it has none."""
    alt = _ALT.search(tag)
    return (alt[1] or alt[2] or "") if alt else None


def _is_gallery(document: Document) -> bool:
    """Whether a page shows pictures, four or more, and says little beside them."""
    pictures = document.text.count("![") + document.text.count("<img")
    return pictures >= 4 and 15 * pictures > sum(count_words(document.words(p.lines)) for p in document.paragraphs)


# The names of pictures that hold facts of their own. A screenshot mostly shows what the text beside it says.
_DRAWING = re.compile(
    r"(?:archi[-_]?tecture|diagram|topology|flow[-_]?chart|work[-_]?flow|comparison|(?<!help)chart)[^/\s\"']*\Z",
    re.I,
)


# With so many words beside it a drawing is most often told in words too.
_EXPLAINED = 80


@check("CL507")
def image_without_alt(document: Document) -> Iterator[Finding]:
    for section in (document.root, *document.sections):
        if not (silent := list(_silent_images(document, section))):
            continue
        words = sum(_words_beside(document, block) for block in section.body)
        for span, text, target in silent:
            if (section.heading and not words) or (words < _EXPLAINED and _DRAWING.search(target)):
                yield _without_alt(span, text)


def _words_beside(document: Document, block: Block) -> int:
    """How many words a block shows beside pictures."""
    if not shows(document, block) or _images(document, block):
        return 0
    source = document.source(block.span)
    return count_words(_TAG.sub(" ", visible(source)) if _is_markup(document, block) else _ADDRESS.sub(" ", source))


def _is_markup(document: Document, block: Block) -> bool:
    """Whether a block is raw HTML and no comment, be it read as HTML or, in MDX, as elements with small letters."""
    if isinstance(block, Html):
        return not block.comment
    return isinstance(block, Directive) and bool(_ELEMENT.match(document.text, block.span.start))


def _silent_images(document: Document, section: Section) -> Iterator[tuple[Span, str, str]]:
    """The images of a section without alt text: span, what they have for one, and address."""
    for block in walk(tuple(section.body)):
        if isinstance(block, Paragraph) and "![" in document.source(block.span):
            for inline in inlines(document, block.lines):
                if inline.kind == "image" and not _BADGE.search(inline.target) and _says_nothing(inline.text):
                    yield inline.span, inline.text, inline.target
        elif _is_markup(document, block) and "<figcaption" not in document.source(block.span):
            yield from _silent_tags(document, block)


def _silent_tags(document: Document, html: Block) -> Iterator[tuple[Span, str, str]]:
    """The ``<img>`` tags without alt text; an empty one says that the picture is decoration."""
    for match in _IMG.finditer(document.text, *html.span):
        text, source = _alt(match[0]), _SRC.search(match[0])
        if not _BADGE.search(match[0]) and (text is None or (text and _FILE_NAME.fullmatch(text))):
            yield Span(*match.span()), text or "", source[1] if source else ""


def _says_nothing(alt: str) -> bool:
    return not alt.strip() or bool(_FILE_NAME.fullmatch(alt.strip()))


def _without_alt(span: Span, text: str) -> Finding:
    what = f"only the alt text {quoted(text, 30)}" if text else "no alt text"
    return Finding(
        span,
        f"picture has {what}: nothing of it can be found",
        "say in the alt text what it shows",
        causes=(span,),
    )


@check("CL508")
def data_blob(document: Document) -> Iterator[Finding]:
    tags = (block for block in document.each(Directive) if _is_markup(document, block))
    blocks: tuple[Block, ...] = (*document.each(Paragraph), *document.each(Html), *tags)
    for block in blocks:
        for pattern, what in ((_DATA, "data in the text"), (_URL, "an address of over 500 characters")):
            for match in pattern.finditer(document.text, *block.span):
                yield Finding(
                    Span(*match.span()),
                    f"{what} takes the room of a chunk and says nothing",
                    "keep it in a file of its own and link to it",
                    causes=(Span(*match.span()),),
                )


@check("CL509")
def unresolved_include(document: Document) -> Iterator[Finding]:
    for block in document.each(Directive):
        if block.name in _INCLUDES and block.role == "content":
            yield Finding(
                block.opener,
                f"{quoted(document.source(block.opener), 36)} is filled in later: an index of the source lacks it",
                "index the built pages, or write the text here",
            )
