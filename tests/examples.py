"""Examples in Markdown pages: what a fence holds, and what must come out.

A fence with the info ``markdown`` is a page to check; words after it say how: ``dialect=mkdocs``,
``path=docs/a.md``, ``bom=true``, ``crlf=true``, ``eof=true`` (no final newline), ``extend=CL104``,
``splitter=langchain:400/80``, ``site=a`` (checked beside the other pages of that site in the file), and
any other ``name=value`` an option of the rule whose page it is. The ``text`` fence behind it is the
exact output, one line a finding; without one there must be none. A ``jsonl`` fence is a store of chunks to audit, and a
``markdown source=docs/a.md`` fence behind it the page that they are from. An ``outline`` fence is the outline of
the parsed page, and a ``fixed`` fence the page after all fixes of the rule. A fence with the info
``chunk splitter=langchain:120/0 n=2`` is the exact text of the second chunk that this splitter makes of it.

A ``yaml`` fence behind a page holds cases of ``chunklint facts`` on that page, and ``splitter=heading`` and ``top=1``
behind ``yaml`` say how it is run; a ``jsonl answers`` fence behind that holds answers. The output is then theirs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from chunklint.document import Block, Document
from chunklint.document.lines import BOM
from chunklint.document.model import Code, Directive, Heading, Html, LinkDefinition, List, children
from chunklint.splitters.configured import from_words

ROOT = Path(__file__).parent.parent
RULE_PAGES = sorted((ROOT / "rules").glob("*.md"))
CASE_PAGES = sorted((ROOT / "tests/cases").glob("*.md"))


@dataclass(frozen=True)
class Example:
    """One example of a page; ``line`` is that of its fence."""

    page: Path
    line: int
    fence: Code
    text: str
    words: dict[str, str]
    # By the info of the fence: "text", "outline", "fixed", "chunk splitter=heading n=2".
    expected: dict[str, str] = field(default_factory=dict)
    fences: dict[str, Code] = field(default_factory=dict)
    # By the kind of the fence ("yaml", "jsonl") what is tried on the page, and the words behind ``yaml``.
    tried: dict[str, str] = field(default_factory=dict)
    how: dict[str, str] = field(default_factory=dict)
    # Of a store: its pages by their paths.
    sources: dict[str, str] = field(default_factory=dict)

    @property
    def is_store(self) -> bool:
        return self.fence.info.startswith("jsonl")

    @property
    def path(self) -> str:
        return self.words.get("path", "page.mdx" if self.words.get("dialect") == "mdx" else "page.md")

    @property
    def document(self) -> Document:
        return Document(self.text, self.path, self.words.get("dialect", "gfm"))


def examples(page: Path) -> list[Example]:
    """The examples of a page, found with the parser under test."""
    document = Document(page.read_text(encoding="utf-8"), str(page), "gfm")
    found: list[Example] = []
    for code in document.each(Code):
        kind, *words = code.info.split() or [""]
        body = document.words(code.lines)
        if kind == "markdown" and words and words[0].startswith("source=") and found:
            options = _options(words)
            found[-1].sources[options["source"]] = _bytes(body, options)
        elif kind == "yaml" and found:
            found[-1].tried[kind] = body + "\n"
            found[-1].how.update(_options(words))
        elif kind == "jsonl" and words == ["answers"] and found:
            found[-1].tried[kind] = body + "\n"
        elif kind in ("markdown", "jsonl"):
            options = _options(words)
            line, _ = document.lines.position(code.span.start)
            found.append(Example(page, line, code, _bytes(body, options), options))
        elif kind in ("text", "outline", "fixed", "chunk") and found:
            found[-1].expected[code.info] = body
            found[-1].fences[code.info] = code
    return found


def _options(words: list[str]) -> dict[str, str]:
    return dict(word.split("=", 1) for word in words)


def _bytes(body: str, words: dict[str, str]) -> str:
    text = body if words.get("eof") else body + "\n"
    text = text.replace("\n", "\r\n") if words.get("crlf") else text
    return BOM + text if words.get("bom") else text


def chunk(example: Example, info: str) -> str:
    """The text of the chunk that the info of a ``chunk`` fence names; ``n`` counts from 1."""
    words = _options(info.split()[1:])
    chunks = from_words(words["splitter"]).split(example.document)
    number = int(words["n"])
    assert 1 <= number <= len(chunks), f"{info}: the example on line {example.line} has {len(chunks)} chunks"
    return chunks[number - 1].text


def outline(document: Document) -> str:
    """The blocks of a page, a line each: lines, kind, what matters of it; nested blocks indented."""
    paths = {s.heading.span.start: s.path for s in document.sections if s.heading}
    matter = document.front_matter
    top = [f"{_lines(document, matter)} front-matter {sorted(matter.data)}"] if matter else []
    return "\n".join((*top, *_outline(document, document.blocks, paths, "")))


def _outline(
    document: Document, blocks: tuple[Block, ...], paths: dict[int, tuple[str, ...]], indent: str
) -> Iterator[str]:
    for block in blocks:
        yield f"{indent}{_lines(document, block)} {type(block).__name__.lower()}{_detail(block, paths)}"
        yield from _outline(document, children(block), paths, indent + "  ")


def _lines(document: Document, block: Block) -> str:
    first, _ = document.lines.position(block.span.start)
    last, _ = document.lines.position(block.span.end)
    return str(first) if first == last else f"{first}-{last}"


def _detail(block: Block, paths: dict[int, tuple[str, ...]]) -> str:
    match block:
        case Heading():
            path = " > ".join(paths.get(block.span.start, ("(opens no section)",)))
            return f" {block.level} {block.text!r} in {path}" + (f" #{block.id}" if block.id else "")
        case Code():
            return f" {block.info!r}" + ("" if block.closer or not block.fenced else " not closed")
        case Html():
            return " comment" if block.comment else ""
        case Directive():
            return f" {block.name} ({block.role})"
        case LinkDefinition():
            return f" {block.label!r}"
        case List():
            return "" if block.start is None else f" from {block.start}"
    return ""
