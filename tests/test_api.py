"""The package as a Python program uses it, with splitters."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

import chunklint
from chunklint import Chunk, Finding, Fixed, check_paths, check_text, fix_text, split
from chunklint.document import Span
from chunklint.splitters.configured import SplitterError
from tests.test_chunks_command import LOCKERS

PAGE = (
    "# Boats\n\nEach of the boats is kept dry, clean and out of the sun in the new hall of the club.\n\n"
    "## Oars\n\nAll of ash.\n"
)


def cut(page: str, *splitters: object) -> list[str]:
    """What the messages about cut sentences start with."""
    findings = check_text(page, splitters=splitters)
    return [finding.message.split(" cuts ")[0] for finding in findings if finding.code == "CL601"]


def test_fix_text(here: Path) -> None:
    page = "\ufeffBoats\r\n===\r\n\r\n~~~\r\n# Oars\r\n~~~\r\n"
    fixed = fix_text(page)
    assert fixed == Fixed("# Boats\r\n\r\n~~~\r\n# Oars\r\n~~~\r\n", fixed.mended, 1)
    assert [finding.code for finding in fixed.mended] == ["CL004", "CL108"]
    assert fix_text(page, unsafe=True).text == fixed.text.replace("~~~", "```")
    assert fix_text(fixed.text) == Fixed(fixed.text, [], 1)
    assert list(here.iterdir()) == [], "the path is only named"


def test_fix_text_with_the_settings_of_its_path(here: Path) -> None:
    (here / "chunklint.toml").write_text('per-file-ignores = { "old/" = ["CL108"] }\n', encoding="utf-8")
    page = "Boats\n===\n\nText.\n"
    assert fix_text(page, "new/boats.md").text == "# Boats\n\nText.\n"
    assert fix_text(page, "old/boats.md").text == page


def test_split_with_a_name() -> None:
    chunks = split(PAGE, "fixed:40")
    assert [chunk.text for chunk in chunks] == [PAGE[at : at + 40] for at in range(0, len(PAGE), 40)]
    assert all(isinstance(chunk, Chunk) for chunk in chunks)
    assert chunks[1].spans == (Span(40, 80),)
    assert split(PAGE, "heading")[1].headings == ("Boats", "Oars")
    assert [chunk.metadata["doc_id"] for chunk in split(PAGE, "question", path="docs/boats.md")] == ["docs/boats.md"]


def test_split_reads_the_dialect_from_the_path(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text("site_name: x\n", encoding="utf-8")
    page = '# Boats\n\n!!! note "Oars"\n    They are of ash.\n'
    found = split(page, "docsearch", path=str(tmp_path / "page.md"))
    assert ["!!!" in chunk.text for chunk in found] == [False]


def halves(text: str) -> list[str]:
    return [text[: len(text) // 2], text[len(text) // 2 :]]


class Halves:
    """A splitter that is an object, called with the text."""

    def __call__(self, text: str) -> list[dict[str, object]]:
        return [{"content": half, "metadata": {"header_path": "/Boats/"}} for half in halves(text)]

    def cut(self, text: str) -> list[str]:
        return halves(text)


class Lines:
    def split_text(self, text: str) -> list[str]:
        return text.splitlines()


def test_split_with_functions_and_objects() -> None:
    middle = len(PAGE) // 2
    for splitter in (halves, lambda text: halves(text), Halves(), Halves().cut, partial(halves)):
        first, second = split(PAGE, splitter)
        assert (first.text, second.text) == (PAGE[:middle], PAGE[middle:])
        assert second.spans[-1].end == len(PAGE.rstrip())
    assert split(PAGE, Halves())[0].headings == ("Boats",)
    assert split(PAGE, Lines())[0].text == "# Boats"


def test_text_that_is_not_of_the_page_is_left_out() -> None:
    assert [chunk.text for chunk in split(PAGE, lambda text: ["Not there.", text[:7]])] == ["# Boats"]


def test_check_text_with_splitters() -> None:
    assert cut(PAGE) == []
    assert cut(PAGE, "fixed:40") == ["fixed:40"]
    assert cut(PAGE, halves) == ["halves"]
    assert cut(PAGE, lambda text: halves(text)) == ["<lambda>"]
    assert cut(PAGE, Halves()) == ["Halves"]
    assert cut(PAGE, "heading") == []
    assert cut(PAGE, halves, "fixed:40", halves, "fixed:40") == ["halves", "fixed:40", "halves 2", "fixed:40 2"]


def test_splitters_replace_those_of_the_settings(here: Path) -> None:
    (here / "chunklint.toml").write_text('[[splitter]]\npreset = "fixed"\nsize = 40\n', encoding="utf-8")
    assert cut(PAGE) == ["fixed"]
    assert cut(PAGE, "heading") == []


def test_check_paths_with_splitters(here: Path) -> None:
    (here / "boats.md").write_text(PAGE, encoding="utf-8")
    (here / "lockers.md").write_text(LOCKERS, encoding="utf-8")
    found = check_paths([here], splitters=["fixed:40"])
    assert {finding.path for finding in found if finding.code == "CL601"} == {"boats.md", "lockers.md"}
    assert [finding for finding in check_paths([here]) if finding.code.startswith("CL6")] == []
    assert all(isinstance(finding, Finding) for finding in found)


@pytest.mark.parametrize(
    ("splitter", "why"),
    [
        ("fixd", "not 'fixd'; did you mean \"fixed\"?"),
        ("fixed:0", "size: must be a whole number from 1, not 0"),
        (3, "int has neither split_text nor get_nodes_from_documents"),
        (None, "NoneType has neither split_text nor get_nodes_from_documents"),
        (lambda text: [len(text)], "a chunk has none of text, page_content, content"),
    ],
)
def test_splitters_that_cannot_be_used(splitter: object, why: str) -> None:
    with pytest.raises(SplitterError, match=why.replace("?", r"\?")):
        split(PAGE, splitter)
    with pytest.raises(SplitterError):
        check_text(PAGE, splitters=[splitter])


def test_what_a_function_raises_comes_through() -> None:
    with pytest.raises(ZeroDivisionError):
        split(PAGE, lambda text: [text * (1 // 0)])


def test_names_of_the_package() -> None:
    assert {"Chunk", "Document", "Finding"} == {getattr(chunklint, name).__name__ for name in chunklint.__all__[:3]}
    with pytest.raises(AttributeError, match="has no attribute 'Chunks'"):
        chunklint.Chunks  # noqa: B018


class Same(NamedTuple):
    """An object of a library, and the preset that does the same."""

    splitter: object
    preset: str


def test_langchain() -> None:
    library = pytest.importorskip("langchain_text_splitters")
    for same in (
        Same(library.RecursiveCharacterTextSplitter(chunk_size=60, chunk_overlap=12), "langchain:60/12"),
        Same(library.MarkdownTextSplitter(chunk_size=60, chunk_overlap=0), "langchain-markdown:60/0"),
    ):
        ours, theirs = split(LOCKERS, same.preset), split(LOCKERS, same.splitter)
        assert [chunk.text for chunk in theirs] == [chunk.text for chunk in ours]
        assert [chunk.spans for chunk in theirs] == [chunk.spans for chunk in ours]
        name = type(same.splitter).__name__
        assert cut(LOCKERS, same.splitter) == [name] * len(cut(LOCKERS, same.preset)) != []


def test_langchain_headers() -> None:
    library = pytest.importorskip("langchain_text_splitters")
    levels = [("#" * level, f"Header {level}") for level in range(1, 7)]
    found = split(LOCKERS, library.MarkdownHeaderTextSplitter(levels))
    assert [chunk.headings for chunk in found] == [chunk.headings for chunk in split(LOCKERS, "langchain-headers")]
    page = "# Boats\n\nRun this:\n\n    # oil the boat\n    boat oil\n\nIt takes a day in the hall.\n"
    codes = {finding.code for finding in check_text(page, splitters=[library.MarkdownHeaderTextSplitter(levels)])}
    assert {"CL613", "CL504"} <= codes


def test_llamaindex() -> None:
    pytest.importorskip("llama_index.core")
    from llama_index.core.node_parser import MarkdownNodeParser, SentenceSplitter

    ours, theirs = split(LOCKERS, "llamaindex-markdown"), split(LOCKERS, MarkdownNodeParser())
    assert [(chunk.text, chunk.spans, chunk.headings) for chunk in theirs] == [
        (chunk.text, chunk.spans, chunk.headings) for chunk in ours
    ]
    found = split(LOCKERS, SentenceSplitter(chunk_size=40, chunk_overlap=0, tokenizer=str.split))
    assert len(found) > 1
    assert all("".join(LOCKERS[slice(*chunk.spans[0])].split()) == "".join(chunk.text.split()) for chunk in found)
    assert cut(LOCKERS, MarkdownNodeParser()) == []
