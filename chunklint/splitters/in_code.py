"""Which splitter a repository cuts its pages with: calls found in its code, which is read and never run.

Python is parsed with ``ast``, notebooks cell by cell; in TypeScript and JavaScript only ``new Name({ … })`` is looked
for. Names and defaults are those of langchain-text-splitters 1.1, llama-index-core 0.14, haystack-ai 3.4, chonkie 1.7
and semantic-text-splitter 0.33, and of LangChain's and LlamaIndex's packages for TypeScript.
"""

from __future__ import annotations

import ast
import json
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

_SUFFIXES = (".py", ".ipynb", ".ts", ".tsx", ".mts", ".js", ".mjs", ".jsx")
_MOST_BYTES = 1_000_000  # a larger file is data or was generated
_WORDS = re.compile(rb"Splitter|Chunker|NodeParser|chunk_by_title")


class Call(NamedTuple):
    """A call that makes a splitter: where (``line`` from 1; in a notebook that of its cell), what, how large.

    ``preset`` is the preset that does the same, empty where none does. ``size`` and ``overlap`` are None where they
    are not written out as numbers; ``unit`` is empty for that of the preset.
    """

    path: str
    line: int
    name: str
    preset: str
    size: int | None
    overlap: int | None
    unit: str = ""
    encoding: str = ""


class _Kind(NamedTuple):
    """How a library calls a splitter: the words of its sizes, their defaults, and the order of its parameters."""

    preset: str
    modules: str  # the import has to start with one of these
    size: str = "chunk_size"
    overlap: str = "chunk_overlap"
    default_size: int | None = None
    default_overlap: int | None = None
    order: tuple[str, ...] = ()


_LANGCHAIN = "langchain langchain_text_splitters"
_KINDS = {
    "RecursiveCharacterTextSplitter": _Kind("langchain", _LANGCHAIN, default_size=4000, default_overlap=200),
    "MarkdownTextSplitter": _Kind("langchain-markdown", _LANGCHAIN, default_size=4000, default_overlap=200),
    "MarkdownHeaderTextSplitter": _Kind("langchain-headers", _LANGCHAIN, "", ""),
    "CharacterTextSplitter": _Kind("", _LANGCHAIN),
    "SentenceSplitter": _Kind(
        "llamaindex",
        "llama_index",
        default_size=1024,
        default_overlap=200,
        order=("separator", "chunk_size", "chunk_overlap"),
    ),
    "MarkdownNodeParser": _Kind("llamaindex-markdown", "llama_index", "", ""),
    "DocumentSplitter": _Kind(
        "haystack",
        "haystack",
        "split_length",
        "split_overlap",
        200,
        0,
        order=("split_by", "split_length", "split_overlap"),
    ),
    "RecursiveChunker": _Kind("chonkie", "chonkie", overlap="", default_size=2048, order=("tokenizer", "chunk_size")),
    "TokenChunker": _Kind("", "chonkie"),
    "SentenceChunker": _Kind("", "chonkie"),
    "MarkdownSplitter": _Kind(
        "semantic-text-splitter",
        "semantic_text_splitter",
        "capacity",
        "overlap",
        None,
        0,
        order=("capacity", "overlap"),
    ),
    "chunk_by_title": _Kind("unstructured", "unstructured", "max_characters", "overlap", 500, 0),
    "HybridChunker": _Kind("docling", "docling docling_core", "max_tokens", ""),
}


def find(root: Path) -> list[Call]:
    """The calls in the code below ``root``, those of tests and examples last."""
    calls = [call for path in sorted(_files(root)) for call in _in_file(root, path)]
    return sorted(calls, key=lambda call: bool(_ASIDE.search(call.path)))


_ASIDE = re.compile(r"(?:^|/)(?:tests?|examples?|benchmarks?|docs?)/|(?:^|/)test_|\.(?:test|spec)\.", re.I)
_FOREIGN = frozenset("node_modules venv __pycache__ site-packages bower_components dist build target vendor".split())


def _files(root: Path) -> Iterator[str]:
    for folder, inside, names in os.walk(root):
        inside[:] = [name for name in inside if not name.startswith(".") and name not in _FOREIGN]
        yield from (os.path.join(folder, name) for name in names if name.endswith(_SUFFIXES))


def _in_file(root: Path, name: str) -> Iterable[Call]:
    path = Path(name)
    try:
        if path.stat().st_size > _MOST_BYTES:
            return []
        data = path.read_bytes()
    except OSError:
        return []
    if not _WORDS.search(data):
        return []
    text, shown = data.decode("utf-8", "replace"), path.relative_to(root).as_posix()
    if name.endswith(".py"):
        return in_python(text, shown)
    return in_notebook(text, shown) if name.endswith(".ipynb") else in_script(text, shown)


def in_python(source: str, path: str) -> list[Call]:
    """The calls in Python source; none if it does not parse."""
    try:
        tree = ast.parse(source.lstrip("\ufeff"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    names = _Names(tree)
    # ``walk`` goes in breadth, so that no depth of nesting stops it.
    calls = (_python_call(node, names, path) for node in ast.walk(tree) if isinstance(node, ast.Call))
    return sorted((call for call in calls if call), key=lambda call: call.line)


def in_notebook(source: str, path: str) -> list[Call]:
    """The calls in the code cells of a notebook, which share their names; ``line`` is the number of the cell."""
    try:
        cells = json.loads(source)["cells"]
        texts = ["".join(cell["source"]) if cell["cell_type"] == "code" else "" for cell in cells]
    except (ValueError, KeyError, TypeError, RecursionError):
        return []
    whole = in_python("\n".join(map(_plain, texts)), path)
    if not whole:  # one of the cells may be no Python
        return [
            call._replace(line=index) for index, text in enumerate(texts, 1) for call in in_python(_plain(text), path)
        ]
    ends: list[int] = []
    for text in texts:
        ends.append((ends[-1] if ends else 0) + text.count("\n") + 1)
    return [call._replace(line=1 + sum(end < call.line for end in ends)) for call in whole]


_MAGIC = re.compile(r"^([ \t]*)[%!?]", re.M)


def _plain(cell: str) -> str:
    """A cell with its commands to the notebook as comments."""
    return _MAGIC.sub(r"\1# ", cell)


class _Names:
    """What the names of a module stand for: imports, and numbers given to a name once."""

    def __init__(self, tree: ast.Module) -> None:
        self.imported: dict[str, tuple[str, str]] = {}  # name to module and what it is there
        self.numbers: dict[str, int | None] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    self.imported[alias.asname or alias.name] = node.module or "", alias.name
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    self.imported[alias.asname or alias.name.partition(".")[0]] = alias.name, ""
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    if isinstance(target, ast.Name):
                        self.numbers[target.id] = None if target.id in self.numbers else _constant(node.value)

    def number(self, node: ast.expr | None) -> int | None:
        return self.numbers.get(node.id) if isinstance(node, ast.Name) else _constant(node)


def _constant(node: ast.expr | None) -> int | None:
    value = node.value if isinstance(node, ast.Constant) else None
    return value if type(value) is int and 0 <= value < 10**9 else None


def _python_call(node: ast.Call, names: _Names, path: str) -> Call | None:
    found = _called(node.func, names)
    if not found:
        return None
    name, method = found
    kind = _KINDS[name]
    order = _ORDER_OF_METHOD.get(method, ()) if method else kind.order
    given = dict(zip(order, node.args, strict=False))
    given |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
    open_ended = any(keyword.arg is None for keyword in node.keywords) or any(
        isinstance(arg, ast.Starred) for arg in node.args
    )

    def number(word: str, default: int | None) -> int | None:
        if word in given:
            return names.number(given[word])
        return None if open_ended or (method and not word) else default

    size, overlap = number(kind.size, kind.default_size), number(kind.overlap, kind.default_overlap)
    call = Call(path, node.lineno, name, kind.preset, size, overlap)
    return _of_variant(call, method, given)


_ORDER_OF_METHOD = {"from_tiktoken_model": ("model", "capacity", "overlap"), "from_language": ("language",)}


def _called(function: ast.expr, names: _Names) -> tuple[str, str] | None:
    """The splitter that a call makes, and the method that makes it: ``Splitter(…)``, ``Splitter.from_x(…)``."""
    dotted: list[str] = []
    while isinstance(function, ast.Attribute):
        dotted.insert(0, function.attr)
        function = function.value
    if not isinstance(function, ast.Name) or function.id not in names.imported:
        return None
    module, name = names.imported[function.id]
    words = [name, *dotted] if name else dotted
    at = next((index for index, word in enumerate(words) if word in _KINDS), None)
    if at is None or module.partition(".")[0] not in _KINDS[words[at]].modules.split():
        # The packages of an integration are named for it: langchain_community, llama_index_x.
        return None
    rest = words[at + 1 :]
    made = not rest or (len(rest) == 1 and rest[0].startswith("from_"))
    return (words[at], rest[0] if rest else "") if made else None


def _of_variant(call: Call, method: str, given: dict[str, ast.expr]) -> Call:
    """The call with what its other parameters say: what is counted, and what the library does otherwise then."""

    def word(name: str) -> str:
        node = given.get(name)
        return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""

    if method in ("from_tiktoken_encoder", "from_tiktoken_model"):
        encoding = word("encoding_name")
        return call._replace(unit="tokens", encoding=encoding if encoding in ("cl100k_base", "o200k_base") else "")
    if method == "from_language":
        language = given.get("language")
        markdown = "markdown" in (ast.dump(language).lower() if language else "")
        return call._replace(preset="langchain-markdown" if markdown else call.preset)
    if method == "from_defaults":
        return call
    if method or (call.name == "DocumentSplitter" and "split_by" in given and word("split_by") != "word"):
        return call._replace(preset="")
    if call.name == "RecursiveChunker" and "tokenizer" in given and word("tokenizer") != "character":
        return call._replace(unit="words" if word("tokenizer") == "word" else "tokens")
    if "length_function" in given and not _is_len(given["length_function"]):
        return call._replace(size=None, overlap=None)  # counted in something else
    return call


def _is_len(function: ast.expr) -> bool:
    return isinstance(function, ast.Name) and function.id == "len"


# new RecursiveCharacterTextSplitter({ chunkSize: 500, chunkOverlap: 50 })
_NEW = re.compile(
    r"\b(?:new\s+|await\s+)?"
    r"(RecursiveCharacterTextSplitter|MarkdownTextSplitter|CharacterTextSplitter|SentenceSplitter|MarkdownNodeParser)"
    r"(\.from\w+)?\((?:[ \t]*\"(\w+)\",)?\s*(?:\{([^{}]{0,2000})\})?"
)
_SIZES = {
    "chunkSize": re.compile(r"\bchunkSize\s*:\s*(\w+)"),
    "chunkOverlap": re.compile(r"\bchunkOverlap\s*:\s*(\w+)"),
}
_DEFAULTS = {"SentenceSplitter": (1024, 200), "MarkdownNodeParser": (None, None)}


def in_script(source: str, path: str) -> list[Call]:
    """The calls in TypeScript or JavaScript."""
    found = []
    for match in _NEW.finditer(source):
        name, method, language, options = match.groups()
        if not (match[0].startswith("new") or method):
            continue
        defaults = _DEFAULTS.get(name, (1000, 200))
        size, overlap = (
            _script_number(source, _SIZES[word].search(options or ""), default)
            for word, default in zip(_SIZES, defaults, strict=True)
        )
        preset = "langchain-markdown" if language == "markdown" else _KINDS[name].preset
        found.append(Call(path, source.count("\n", 0, match.start()) + 1, name, preset, size, overlap))
    return found


def _script_number(source: str, match: re.Match[str] | None, default: int | None) -> int | None:
    """The number behind an option, or behind the name that it is given, where that stands once as a constant."""
    if not match:
        return default
    if match[1].isdecimal():
        return int(match[1]) if len(match[1]) < 10 else None
    named = re.findall(rf"\bconst {re.escape(match[1])}\b[^=\n]{{0,40}}=\s*(\d{{1,9}})\b", source)
    return int(named[0]) if len(named) == 1 else None
