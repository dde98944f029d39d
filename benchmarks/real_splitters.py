"""The splitters that presets stand for, as functions from text and limits to chunk texts.

One entry a preset; the benchmark of splitters and the differential tests run what is installed of them. Beside
the texts a preset may be compared in its heading metadata: see ``METADATA``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeAlias

from chunklint.splitters.chunk import Limits

Real: TypeAlias = Callable[[str, Limits], list[str]]
_LEVELS = [("#" * level, f"Header {level}") for level in range(1, 7)]


def _recursive(limits: Limits, name: str = "RecursiveCharacterTextSplitter") -> Any:
    import langchain_text_splitters

    logging.getLogger("langchain_text_splitters").setLevel(logging.ERROR)
    return getattr(langchain_text_splitters, name)(
        chunk_size=limits.size, chunk_overlap=limits.overlap, length_function=_length(limits)
    )


def _length(limits: Limits) -> Callable[[str], int]:
    from chunklint.splitters.lengths import length

    return length(limits)


def langchain(text: str, limits: Limits) -> list[str]:
    found: list[str] = _recursive(limits).split_text(text)
    return found


def langchain_markdown(text: str, limits: Limits) -> list[str]:
    found: list[str] = _recursive(limits, "MarkdownTextSplitter").split_text(text)
    return found


def langchain_headers(text: str, limits: Limits, *, strip: bool = True) -> list[str]:
    return [document.page_content for document in _headers(text, limits, strip)]


def open_webui(text: str, limits: Limits) -> list[str]:
    return langchain_headers(text, limits, strip=False)


def header_metadata(text: str, limits: Limits) -> list[dict[str, str]]:
    return [document.metadata for document in _headers(text, limits, True)]


def _headers(text: str, limits: Limits, strip: bool) -> Any:
    from langchain_text_splitters import MarkdownHeaderTextSplitter

    sections = MarkdownHeaderTextSplitter(_LEVELS, strip_headers=strip).split_text(text)
    return _recursive(limits).split_documents(sections)


def chonkie(text: str, limits: Limits) -> list[str]:
    from chonkie import RecursiveChunker

    chunker = _CHONKIE.get(limits.size) or _CHONKIE.setdefault(limits.size, RecursiveChunker(chunk_size=limits.size))
    return [chunk.text for chunk in chunker.chunk(text)]


_CHONKIE: dict[int, Any] = {}
REAL: dict[str, Real] = {
    "langchain": langchain,
    "langchain-markdown": langchain_markdown,
    "langchain-headers": langchain_headers,
    "open-webui": open_webui,
    "chonkie": chonkie,
}
METADATA: dict[str, Callable[[str, Limits], list[dict[str, str]]]] = {"langchain-headers": header_metadata}
# The packages that a preset needs to be compared, and the limits under which it is.
PACKAGES = {
    "langchain": "langchain_text_splitters",
    "langchain-markdown": "langchain_text_splitters",
    "langchain-headers": "langchain_text_splitters",
    "open-webui": "langchain_text_splitters",
    "chonkie": "chonkie",
}
_RECURSIVE = (Limits(1000, 200), Limits(400, 80), Limits(512), Limits(4000, 200), Limits(120, 30))
LIMITS: dict[str, tuple[Limits, ...]] = {
    "langchain": _RECURSIVE,
    "langchain-markdown": _RECURSIVE,
    "langchain-headers": _RECURSIVE[:2],
    "open-webui": _RECURSIVE[:2],
    "chonkie": (Limits(2048), Limits(512)),
}
