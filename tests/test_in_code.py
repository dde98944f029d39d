"""Splitters found in the code of a repository, which is parsed and never run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chunklint.splitters.in_code import Call, find, in_notebook, in_python, in_script

LANGCHAIN = "from langchain_text_splitters import RecursiveCharacterTextSplitter\n"


def short(calls: list[Call]) -> list[tuple[object, ...]]:
    return [(call.line, call.preset, call.size, call.overlap, call.unit) for call in calls]


LLAMAINDEX = "from llama_index.core.node_parser import MarkdownNodeParser, SentenceSplitter\n"
HAYSTACK = "from haystack.components.preprocessors import DocumentSplitter\n"
RENAMED = "from langchain.text_splitter import RecursiveCharacterTextSplitter as R\n"
LANGUAGE = "from langchain_text_splitters import Language, RecursiveCharacterTextSplitter as R\n"
SEMANTIC = "from semantic_text_splitter import MarkdownSplitter as R\n"
UNSTRUCTURED = "from unstructured.chunking.title import chunk_by_title\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (f"{RENAMED}s = R(chunk_size=500, chunk_overlap=50)", (2, "langchain", 500, 50, "")),
        (f"{LANGCHAIN}RecursiveCharacterTextSplitter()", (2, "langchain", 4000, 200, "")),
        (f"{RENAMED}R(chunk_size=500)", (2, "langchain", 500, 200, "")),
        (f"{RENAMED}SIZE = 300\ndef cut():\n    return R(chunk_size=SIZE)", (4, "langchain", 300, 200, "")),
        (
            "import langchain_text_splitters as l\nl.MarkdownTextSplitter(chunk_size=9)",
            (2, "langchain-markdown", 9, 200, ""),
        ),
        (f"{RENAMED}R.from_tiktoken_encoder(chunk_size=400, chunk_overlap=0)", (2, "langchain", 400, 0, "tokens")),
        (f"{LANGUAGE}R.from_language(language=Language.MARKDOWN)", (2, "langchain-markdown", 4000, 200, "")),
        (f"{LANGUAGE}R.from_language(language=Language.HTML)", (2, "langchain", 4000, 200, "")),
        (f"{RENAMED}R(**options)", (2, "langchain", None, None, "")),
        (f"{RENAMED}R(chunk_size=read())", (2, "langchain", None, 200, "")),
        (f"{RENAMED}a = 1\na = 2\nR(chunk_size=a)", (4, "langchain", None, 200, "")),
        (f"{RENAMED}R(chunk_size=9, length_function=count)", (2, "langchain", None, None, "")),
        (f"{RENAMED}R(chunk_size=9, length_function=len)", (2, "langchain", 9, 200, "")),
        ("from langchain_text_splitters import CharacterTextSplitter as C\nC(chunk_size=9)", (2, "", 9, None, "")),
        (f"{LLAMAINDEX}SentenceSplitter(chunk_size=256)", (2, "llamaindex", 256, 200, "")),
        (f"{LLAMAINDEX}SentenceSplitter(' ', 256, 20)", (2, "llamaindex", 256, 20, "")),
        (f"{LLAMAINDEX}SentenceSplitter.from_defaults(chunk_size=256)", (2, "llamaindex", 256, 200, "")),
        (f"{LLAMAINDEX}MarkdownNodeParser()", (2, "llamaindex-markdown", None, None, "")),
        (f"{HAYSTACK}DocumentSplitter(split_by='word', split_length=150)", (2, "haystack", 150, 0, "")),
        (f"{HAYSTACK}DocumentSplitter('sentence', 5)", (2, "", 5, 0, "")),
        ("import chonkie\nchonkie.RecursiveChunker(chunk_size=512)", (2, "chonkie", 512, None, "")),
        ("from chonkie import RecursiveChunker\nRecursiveChunker('gpt2', 512)", (2, "chonkie", 512, None, "tokens")),
        (f"{SEMANTIC}R(1000)", (2, "semantic-text-splitter", 1000, 0, "")),
        (f"{SEMANTIC}R((200, 1000))", (2, "semantic-text-splitter", None, 0, "")),
        (f"{SEMANTIC}R.from_tiktoken_model('gpt-4', 300)", (2, "semantic-text-splitter", 300, 0, "tokens")),
        (f"{UNSTRUCTURED}chunk_by_title(elements, max_characters=700)", (2, "unstructured", 700, 0, "")),
    ],
)
def test_python(source: str, expected: tuple[object, ...]) -> None:
    assert short(in_python(source, "a.py")) == [expected]


@pytest.mark.parametrize(
    "source",
    [
        "RecursiveCharacterTextSplitter(chunk_size=5)\n",  # its own class
        "from mine import RecursiveCharacterTextSplitter\nRecursiveCharacterTextSplitter(chunk_size=5)\n",
        f"{LANGCHAIN}print(RecursiveCharacterTextSplitter)\n",
        f"{LANGCHAIN}RecursiveCharacterTextSplitter.split_text(1)\n",
        f"{LANGCHAIN}'RecursiveCharacterTextSplitter(chunk_size=5)'\n",
        f"{LANGCHAIN}RecursiveCharacterTextSplitter(chunk_size=5\n",
        "from langchain_text_splitters import *\nRecursiveCharacterTextSplitter(\x00)\n",
        LANGCHAIN + "(" * 100_000,
        LANGCHAIN + "-" * 100_000 + "1\n",
    ],
)
def test_python_without_a_call(source: str) -> None:
    assert in_python(source, "a.py") == []


def test_code_is_not_run(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    source = (
        f"open({str(mark)!r}, 'w')\n{LANGCHAIN}RecursiveCharacterTextSplitter(chunk_size=open({str(mark)!r}, 'w'))\n"
    )
    (tmp_path / "conftest.py").write_text(source)
    assert short(find(tmp_path)) == [(3, "langchain", None, 200, "")]
    assert not mark.exists()


def notebook(*cells: str) -> str:
    made = [{"cell_type": "markdown", "source": ["# Title\n"]}]
    made += [{"cell_type": "code", "source": cell.splitlines(keepends=True)} for cell in cells]
    return json.dumps({"cells": made, "nbformat": 4})


def test_notebook() -> None:
    cells = (
        f"%pip install langchain\n{LANGCHAIN}SIZE = 80",
        "!ls\nif True:\n    %time\n    s = RecursiveCharacterTextSplitter(chunk_size=SIZE, chunk_overlap=8)",
    )
    assert short(in_notebook(notebook(*cells), "a.ipynb")) == [(3, "langchain", 80, 8, "")]
    broken = notebook("this is no Python", f"{LANGCHAIN}RecursiveCharacterTextSplitter(chunk_size=5)")
    assert short(in_notebook(broken, "a.ipynb")) == [(3, "langchain", 5, 200, "")]


@pytest.mark.parametrize("source", ["", "[]", "{}", '{"cells": 1}', '{"cells": [1]}', "[" * 100_000])
def test_what_is_no_notebook(source: str) -> None:
    assert in_notebook(source, "a.ipynb") == []


def test_script() -> None:
    source = (
        'import { RecursiveCharacterTextSplitter } from "@langchain/textsplitters";\n'
        "const overlap = 20;\n"
        "const a = new RecursiveCharacterTextSplitter({\n  chunkSize: 500,\n  chunkOverlap: overlap,\n});\n"
        "const b = new RecursiveCharacterTextSplitter();\n"
        'const c = RecursiveCharacterTextSplitter.fromLanguage("markdown", { chunkSize: 60, chunkOverlap: 0 });\n'
        "const d = new SentenceSplitter({ chunkSize: size });\n"
        "class Mine extends RecursiveCharacterTextSplitter {}\n"
    )
    assert short(in_script(source, "a.ts")) == [
        (3, "langchain", 500, 20, ""),
        (7, "langchain", 1000, 200, ""),
        (8, "langchain-markdown", 60, 0, ""),
        (9, "llamaindex", None, 200, ""),
    ]


def test_files_of_a_repository(tmp_path: Path) -> None:
    call = f"{LANGCHAIN}RecursiveCharacterTextSplitter(chunk_size={{}})\n"
    for name, size in {
        "tests/a.py": 1,
        "rag/ingest.py": 2,
        "node_modules/b.py": 3,
        ".venv/c.py": 4,
        "rag/data.txt": 5,
        "rag/big.py": 6,
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(call.format(size) + "#" * (1_000_000 * (name == "rag/big.py")))
    (tmp_path / "rag/latin.py").write_bytes(b"# \xe9\n" + call.format(7).encode())
    (tmp_path / "rag/gone.py").symlink_to("nowhere")
    assert [(c.path, c.size) for c in find(tmp_path)] == [("rag/ingest.py", 2), ("rag/latin.py", 7), ("tests/a.py", 1)]
