"""Chunks of real libraries, dumped to records as their users do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from typing import Any, NamedTuple


class Dump(NamedTuple):
    """``records`` are the chunks of a page, given its text and path; ``preset`` makes the same ones."""

    name: str
    preset: str
    module: str
    records: Callable[[str, str], Iterator[dict[str, Any]]]

    @property
    def installed(self) -> bool:
        return find_spec(self.module) is not None


@cache
def _recursive() -> Any:
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    return RecursiveCharacterTextSplitter(chunk_size=1000, chunk_overlap=200, add_start_index=True)


@cache
def _by_headers() -> Any:
    from langchain_text_splitters import MarkdownHeaderTextSplitter

    return MarkdownHeaderTextSplitter([("#" * level, f"Header {level}") for level in range(1, 7)])


@cache
def _sentences() -> Any:
    from llama_index.core.node_parser import SentenceSplitter

    return SentenceSplitter(chunk_size=1024, chunk_overlap=200)


def langchain(text: str, path: str) -> Iterator[dict[str, Any]]:
    """As ``langchain_core.load.dumpd`` gives documents."""
    from langchain_core.documents import Document
    from langchain_core.load import dumpd

    yield from map(dumpd, _recursive().split_documents([Document(page_content=text, metadata={"source": path})]))


def headers(text: str, path: str) -> Iterator[dict[str, Any]]:
    """As ``model_dump`` gives them, the page added to the metadata since the header splitter does not know it."""
    for document in _recursive().split_documents(_by_headers().split_text(text)):
        yield {**document.model_dump(), "metadata": {**document.metadata, "source": path}}


def llamaindex(text: str, path: str) -> Iterator[dict[str, Any]]:
    """As ``node.to_dict`` gives nodes."""
    from llama_index.core.schema import Document

    # The metadata would be counted as text of each chunk.
    page = Document(text=text, metadata={"file_path": path}, excluded_embed_metadata_keys=["file_path"],
                    excluded_llm_metadata_keys=["file_path"])  # fmt: skip
    for node in _sentences().get_nodes_from_documents([page]):
        if node.text:
            yield node.to_dict()


DUMPS = (
    Dump("LangChain recursive", "langchain", "langchain_text_splitters", langchain),
    Dump("LangChain headers, recursive", "langchain-headers", "langchain_text_splitters", headers),
    Dump("LlamaIndex sentences", "llamaindex", "llama_index", llamaindex),
)
