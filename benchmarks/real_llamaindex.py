"""What LlamaIndex and Haystack make of a page, to compare the presets with.

``REAL`` has for each preset the function (text, limits) → chunk texts that runs the real class.
Measured with llama-index-core 0.14.25, nltk 3.10.4 and haystack-ai 3.4.1.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from chunklint.splitters.chunk import Limits

# Of each preset the (size, overlap) that are compared.
SIZES = {
    "llamaindex": ((1024, 200), (512, 50), (256, 20)),
    "llamaindex-markdown": ((0, 0),),
    "haystack": ((200, 0), (100, 20)),
}


@cache
def _sentence_splitter(size: int, overlap: int) -> Any:
    from llama_index.core.node_parser import SentenceSplitter

    return SentenceSplitter(chunk_size=size, chunk_overlap=overlap)


@cache
def _document_splitter(size: int, overlap: int) -> Any:
    from haystack.components.preprocessors import DocumentSplitter

    return DocumentSplitter(split_by="word", split_length=size, split_overlap=overlap)


def llamaindex(text: str, limits: Limits) -> list[str]:
    """The real one gives a blank text back as one chunk or none; a chunk has text here."""
    return [chunk for chunk in _sentence_splitter(limits.size, limits.overlap).split_text(text) if chunk]


def llamaindex_markdown(text: str, limits: Limits) -> list[str]:
    return [chunk for chunk, _ in llamaindex_markdown_paths(text)]


def llamaindex_markdown_paths(text: str) -> list[tuple[str, str]]:
    """Each chunk with the heading path of its metadata."""
    from llama_index.core.node_parser import MarkdownNodeParser
    from llama_index.core.schema import Document

    nodes = MarkdownNodeParser().get_nodes_from_documents([Document(text=text)])
    return [(node.get_content(), node.metadata["header_path"]) for node in nodes]


def haystack(text: str, limits: Limits) -> list[str]:
    from haystack import Document

    documents = _document_splitter(limits.size, limits.overlap).run([Document(content=text)])["documents"]
    return [document.content for document in documents]


REAL: dict[str, Callable[[str, Limits], list[str]]] = {
    "llamaindex": llamaindex,
    "llamaindex-markdown": llamaindex_markdown,
    "haystack": haystack,
}
