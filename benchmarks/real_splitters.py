"""The splitters that presets stand for, run as a reader of their manual would.

``REAL`` has one entry for each preset whose library can be installed (the extra ``fidelity``); the benchmark of
splitters and the differential tests run what is installed of them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any, NamedTuple

from chunklint.splitters.chunk import Limits
from chunklint.splitters.lengths import length


class Real(NamedTuple):
    """A splitter of a library.

    ``module`` is what a program imports to use it; ``limits`` are those that are compared; ``texts`` and
    ``metadata`` give the chunks of a page. ``least`` is the share of chunks that the preset has to have in common.
    """

    module: str
    limits: tuple[Limits, ...]
    texts: Callable[[str, Limits], list[str]]
    metadata: Callable[[str, Limits], list[dict[str, str]]] | None = None
    least: float = 1.0

    @property
    def installed(self) -> bool:
        return find_spec(self.module.partition(".")[0]) is not None


@cache
def _recursive(limits: Limits, name: str = "RecursiveCharacterTextSplitter") -> Any:
    import langchain_text_splitters

    logging.getLogger("langchain_text_splitters").setLevel(logging.ERROR)
    return getattr(langchain_text_splitters, name)(
        chunk_size=limits.size, chunk_overlap=limits.overlap, length_function=length(limits)
    )


def _langchain(text: str, limits: Limits) -> list[str]:
    found: list[str] = _recursive(limits).split_text(text)
    return found


def _langchain_markdown(text: str, limits: Limits) -> list[str]:
    found: list[str] = _recursive(limits, "MarkdownTextSplitter").split_text(text)
    return found


@cache
def _by_headers(strip: bool) -> Any:
    from langchain_text_splitters import MarkdownHeaderTextSplitter

    levels = [("#" * level, f"Header {level}") for level in range(1, 7)]
    return MarkdownHeaderTextSplitter(levels, strip_headers=strip)


def _headers(text: str, limits: Limits, strip: bool = True) -> Any:
    return _recursive(limits).split_documents(_by_headers(strip).split_text(text))


def _langchain_headers(text: str, limits: Limits) -> list[str]:
    return [document.page_content for document in _headers(text, limits)]


def _header_metadata(text: str, limits: Limits) -> list[dict[str, str]]:
    return [document.metadata for document in _headers(text, limits)]


def _open_webui(text: str, limits: Limits) -> list[str]:
    return [document.page_content for document in _headers(text, limits, strip=False)]


@cache
def _recursive_chunker(size: int) -> Any:
    from chonkie import RecursiveChunker

    return RecursiveChunker(chunk_size=size)


def _chonkie(text: str, limits: Limits) -> list[str]:
    return [chunk.text for chunk in _recursive_chunker(limits.size).chunk(text)]


@cache
def _sentence_splitter(limits: Limits) -> Any:
    from llama_index.core.node_parser import SentenceSplitter

    return SentenceSplitter(chunk_size=limits.size, chunk_overlap=limits.overlap)


def _llamaindex(text: str, limits: Limits) -> list[str]:
    """The real one gives a blank text back as one chunk or none; a chunk has text here."""
    return [chunk for chunk in _sentence_splitter(limits).split_text(text) if chunk]


@cache
def _markdown_parser() -> Any:
    from llama_index.core.node_parser import MarkdownNodeParser

    return MarkdownNodeParser()


def _nodes(text: str) -> Any:
    from llama_index.core.schema import Document

    return _markdown_parser().get_nodes_from_documents([Document(text=text)])


def _llamaindex_markdown(text: str, limits: Limits) -> list[str]:
    return [node.get_content() for node in _nodes(text)]


def _header_path(text: str, limits: Limits) -> list[dict[str, str]]:
    return [{"header_path": node.metadata["header_path"]} for node in _nodes(text)]


@cache
def _document_splitter(limits: Limits) -> Any:
    from haystack.components.preprocessors import DocumentSplitter

    return DocumentSplitter(split_by="word", split_length=limits.size, split_overlap=limits.overlap)


def _haystack(text: str, limits: Limits) -> list[str]:
    from haystack import Document

    return [document.content for document in _document_splitter(limits).run([Document(content=text)])["documents"]]


@cache
def _markdown_splitter(limits: Limits) -> Any:
    from semantic_text_splitter import MarkdownSplitter

    return MarkdownSplitter(limits.size, limits.overlap)


def _semantic(text: str, limits: Limits) -> list[str]:
    found: list[str] = _markdown_splitter(limits).chunks(text)
    return found


def _tokens(*sizes: tuple[int, int]) -> tuple[Limits, ...]:
    return tuple(Limits(size, overlap, "tokens") for size, overlap in sizes)


_CHARACTERS = (Limits(1000, 200), Limits(400, 80), Limits(512), Limits(4000, 200), Limits(120, 30))
_LANGCHAIN = "langchain_text_splitters"
_LLAMAINDEX = "llama_index.core.node_parser"
REAL = {
    "langchain": Real(_LANGCHAIN, _CHARACTERS, _langchain),
    "langchain-markdown": Real(_LANGCHAIN, _CHARACTERS, _langchain_markdown),
    "langchain-headers": Real(_LANGCHAIN, _CHARACTERS[:2], _langchain_headers, _header_metadata),
    "open-webui": Real(_LANGCHAIN, _CHARACTERS[:2], _open_webui),
    "llamaindex": Real(_LLAMAINDEX, _tokens((1024, 200), (512, 50), (256, 20)), _llamaindex),
    "llamaindex-markdown": Real(_LLAMAINDEX, (Limits(0),), _llamaindex_markdown, _header_path),
    "haystack": Real(
        "haystack.components.preprocessors", (Limits(200, 0, "words"), Limits(100, 20, "words")), _haystack
    ),
    "chonkie": Real("chonkie", (Limits(2048), Limits(512)), _chonkie),
    "semantic-text-splitter": Real(
        "semantic_text_splitter",
        (Limits(1000), Limits(500), Limits(200), Limits(1000, 100)),
        _semantic,
        least=0.98,
    ),
}
