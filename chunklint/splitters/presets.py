"""The presets: what documentation stacks cut with, at their defaults."""

from __future__ import annotations

from importlib import import_module
from typing import Literal, NamedTuple

from chunklint.splitters.chunk import Limits, Splitter

# What a splitter does with headings: it looks at none; it cuts at lines that look like one (each in
# its own way: what of code and comments it takes for a heading); it cuts at those of the parsed page;
# nobody knows, since it is the user's own.
Headings = Literal["none", "langchain", "llamaindex", "parsed", "unknown"]


class Preset(NamedTuple):
    """A stack's splitter: ``function`` is ``module:name`` below this package.

    ``approximate`` says that this is a likeness: its code is not published, or the elements that it cuts are made
    by a parser of its own;
    ``repeats`` names what its continuations say again ("header row", "question"). ``given`` is the function
    itself where it is none of this package. One that ``takes_model`` cuts by an embedding model that has to be named.
    """

    name: str
    stack: str
    function: str
    limits: Limits
    headings: Headings = "none"
    approximate: bool = False
    repeats: tuple[str, ...] = ()
    given: Splitter | None = None
    takes_model: bool = False

    @property
    def split(self) -> Splitter:
        """The function, imported now: a run pays only for the splitter that it uses."""
        if self.given:
            return self.given
        module, _, name = self.function.partition(":")
        found: Splitter = getattr(import_module(f"chunklint.splitters.{module}"), name)
        return found

    @property
    def label(self) -> str:
        """The name as messages and tables give it, with ≈ for an approximation."""
        return f"{self.name} ≈" if self.approximate else self.name


_ALL = (
    Preset("heading", "one chunk a section, its heading path in front", "sections:heading", Limits(0), "parsed"),
    Preset(
        "question",
        "cut before each question; the question line repeated on continuations",
        "questions:question",
        Limits(1800),
        "parsed",
        repeats=("question",),
    ),
    Preset("fixed", "every N characters", "fixed:fixed", Limits(1000)),
    Preset("langchain", "LangChain RecursiveCharacterTextSplitter", "recursive:langchain", Limits(1000, 200)),
    Preset("langchain-markdown", "LangChain MarkdownTextSplitter", "recursive:markdown", Limits(1000, 200)),
    Preset(
        "langchain-headers",
        "LangChain MarkdownHeaderTextSplitter, then RecursiveCharacterTextSplitter",
        "headers:langchain_headers",
        Limits(1000, 200),
        "langchain",
    ),
    Preset("llamaindex", "LlamaIndex SentenceSplitter", "sentences:llamaindex", Limits(1024, 200, "tokens")),
    Preset(
        "llamaindex-markdown",
        "LlamaIndex MarkdownNodeParser",
        "markdown_nodes:llamaindex_markdown",
        Limits(0),
        "llamaindex",
    ),
    Preset(
        "llamaindex-semantic",
        "LlamaIndex SemanticSplitterNodeParser",
        "similarity:no_model",
        Limits(0),
        takes_model=True,
    ),
    Preset("haystack", "Haystack DocumentSplitter", "words:haystack", Limits(200, 0, "words")),
    Preset(
        "unstructured",
        "Unstructured chunk_by_title",
        "elements:unstructured",
        Limits(500),
        "parsed",
        approximate=True,
        repeats=("header row",),
    ),
    Preset("chonkie", "Chonkie RecursiveChunker", "chonkie:chonkie", Limits(2048)),
    Preset(
        "docling",
        "Docling HybridChunker",
        "elements:docling",
        Limits(256, 0, "tokens"),
        "parsed",
        approximate=True,
        repeats=("header row",),
    ),
    Preset(
        "semantic-text-splitter",
        "semantic-text-splitter's MarkdownSplitter",
        "semantic:semantic_text_splitter",
        Limits(1000),
        "parsed",
    ),
    Preset(
        "openai",
        "OpenAI vector stores and file search",
        "fixed:fixed",
        Limits(800, 400, "tokens", "o200k_base"),
        approximate=True,
    ),
    Preset(
        "bedrock",
        "Amazon Bedrock knowledge bases, default chunking",
        "sentences:whole_sentences",
        Limits(300, 0, "tokens"),
        approximate=True,
    ),
    Preset(
        "azure",
        "Azure AI Search text split, portal wizard",
        "sentences:azure",
        Limits(2000, 500),
        approximate=True,
    ),
    Preset(
        "vertex",
        "Vertex AI Search layout chunking",
        "elements:vertex",
        Limits(500, 0, "tokens"),
        "parsed",
        approximate=True,
    ),
    Preset("elastic", "Elastic semantic_text", "sentences:elastic", Limits(250, 1, "words"), approximate=True),
    Preset("docsearch", "Algolia DocSearch records", "sections:docsearch", Limits(0), "parsed", approximate=True),
    # Called tokens in its settings, counted in characters. Its heading lines are those that LlamaIndex sees.
    Preset("dify", "Dify, automatic", "dify:dify", Limits(500, 50), "llamaindex"),
    Preset(
        "open-webui",
        "Open WebUI: header split, then recursive",
        "headers:open_webui",
        Limits(1000, 100),
        "langchain",
    ),
    Preset("ragflow", "RAGFlow, naive", "fixed:ragflow", Limits(512, 0, "tokens"), approximate=True),
    Preset("anythingllm", "AnythingLLM: recursive, file name in front", "recursive:anythingllm", Limits(1000, 20)),
)
PRESETS = {preset.name: preset for preset in _ALL}
