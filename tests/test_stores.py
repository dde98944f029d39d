"""Stores of chunks: every form is read record by record, and what cannot be read is named with file and line."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint.stores.read import StoreError, files, read_chunks
from chunklint.stores.record import Fields, Part, Stored, stored
from chunklint.stores.sources import Pages, is_of

Make = Callable[[str, "str | bytes"], Path]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def made(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return made


def read(path: Path, **fields: str) -> list[Stored]:
    return list(read_chunks([path], Fields(**fields)))


def short(chunks: list[Stored]) -> list[tuple[str, str, str, int | None, int]]:
    return [(chunk.text, chunk.id, chunk.source, chunk.start, chunk.line) for chunk in chunks]


def lines(*records: Any) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def error(path: Path, **fields: str) -> str:
    with pytest.raises(StoreError) as raised:
        read(path, **fields)
    return str(raised.value)


LANGCHAIN = {
    "lc": 1, "type": "constructor", "id": ["langchain", "schema", "document", "Document"],
    "kwargs": {
        "page_content": "Oars are ash.", "type": "Document",
        "metadata": {"source": "docs/oars.md", "start_index": 8, "Header 1": "Oars", "Header 2": "Wood"},
    },
}  # fmt: skip
LLAMAINDEX = {
    "id_": "n1", "embedding": None, "metadata": {"file_path": "docs/oars.md", "header_path": "/Oars/Wood/"},
    "relationships": {"1": {"node_id": "d1", "node_type": "4"}}, "text": "Oars are ash.", "start_char_idx": 8,
    "end_char_idx": 21, "class_name": "TextNode",
}  # fmt: skip


@pytest.mark.parametrize(
    ("record", "id"),
    [
        (LANGCHAIN, ""),
        ({"id": "n1", **LANGCHAIN["kwargs"]}, "n1"),
        (LLAMAINDEX, "n1"),
        ({"__data__": LLAMAINDEX, "__type__": "1"}, "n1"),
        ({"id": 7, "payload": {**LANGCHAIN["kwargs"]}, "vector": [0.5]}, "7"),
        ({"_id": "n1", "_source": {**LANGCHAIN["kwargs"]}}, "n1"),
        ({"id": "n1", "values": [0.5], "metadata": {"text": "Oars are ash.", "source": "docs/oars.md", "start": "8",
                                                    "headings": ["Oars", "Wood"]}}, "n1"),
        ({"chunk_id": "n1", "content": "Oars are ash.", "meta": {"file_path": "docs/oars.md", "start": 8.0,
                                                                 "headings": ["Oars", "Wood"]}}, "n1"),
    ],
    ids=["dumps", "model_dump", "node", "docstore", "qdrant", "elastic", "pinecone", "haystack"],
)  # fmt: skip
def test_records_of_libraries_and_vector_stores(record: dict[str, Any], id: str) -> None:
    found = stored(record)
    assert found[:5] == ("Oars are ash.", id, "docs/oars.md", ("Oars", "Wood"), 8)


def test_a_node_without_a_path_is_of_its_document() -> None:
    assert stored({**LLAMAINDEX, "metadata": {}}).source == "d1"


def test_the_part_of_a_unit() -> None:
    unit = {"unit_id": "a#1", "part": 2, "part_count": 3, "has_question_line": False, "protected_spans": [[3, 5]]}
    assert stored({"text": "A", **unit}).part == stored({"text": "A", "metadata": unit}).part
    assert stored({"text": "A", "metadata": json.dumps(unit)}).part == Part("a#1", 2, 3, False)
    words = {"text": "A", "unit_id": 4, "part": "2", "has_question_line": "true"}
    assert stored(words).part == Part("4", 2, None, True)
    assert stored({"text": "A", "metadata": {"source": "a.md"}}).part is None


def test_fields_that_are_named(make: Make) -> None:
    path = make("a.jsonl", lines({"body": {"de": "Ruder"}, "at": {"page": "a.md", "from": 3}, "key": 9, "text": "no"}))
    [one] = read(path, text="body.de", id="key", source="at.page", start="at.from")
    assert one[:5] == ("Ruder", "9", "a.md", (), 3)
    assert error(path, text="body.en") == (
        f'{path}:1: a chunk has no text in "body.en"; it has at, body, key, text: name the field with the text'
    )


def test_json_lines_know_their_line(make: Make) -> None:
    path = make("a.jsonl", '\ufeff{"text": "a"}\n\n \n{"text": "b", "id": 0}')
    assert short(read(path)) == [("a", "", "", None, 1), ("b", "0", "", None, 4)]
    assert [chunk.number for chunk in read(path)] == [1, 2]


def test_arrays_and_objects_over_several_lines(make: Make) -> None:
    both = [("a", "", "", None, 1), ("b", "", "", None, 4)]
    assert short(read(make("a.json", '[{"text":\n"a"},\n\n{"text": "b"}]\n'))) == both
    assert short(read(make("a.json", '{"text":\n"a"}\n\n{"text": "b"}\n'))) == both
    assert read(make("a.json", " [ ] \n")) == read(make("b.jsonl", "\n")) == []


def test_exports_that_hold_their_chunks_in_one_object(make: Make) -> None:
    index = {"docstore/data": {"n1": {"__data__": LLAMAINDEX, "__type__": "1"}}, "docstore/metadata": {}}
    assert short(read(make("docstore.json", json.dumps(index)))) == [("Oars are ash.", "n1", "docs/oars.md", 8, 1)]
    chroma = {"ids": ["1", "2"], "documents": ["a", "b"], "metadatas": [{"source": "a.md"}, None], "embeddings": None}
    assert short(read(make("chroma.json", json.dumps(chroma, indent=1)))) == [
        ("a", "1", "a.md", None, 1), ("b", "2", "", None, 1)
    ]  # fmt: skip
    qdrant = {"result": {"points": [{"id": 1, "payload": {"page_content": "a"}}], "next_page_offset": None}}
    assert short(read(make("qdrant.json", json.dumps(qdrant)))) == [("a", "1", "", None, 1)]
    assert short(read(make("own.json", '{"chunks": [{"text": "a"}, {"text": "b"}]}')))[1][0] == "b"


def test_tables(make: Make, tmp_path: Path) -> None:
    with (tmp_path / "a.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerows([["id", "text", "metadata.source", "start_index"], ["1", "two\nlines", "a.md", "12"]])
        writer.writerow(["2", 'a "quoted" one', "b.md", "-1", "beyond"])
    assert short(read(tmp_path / "a.csv", source="metadata.source")) == [
        ("two\nlines", "1", "a.md", 12, 2), ('a "quoted" one', "2", "b.md", -1, 4)
    ]  # fmt: skip
    path = make("a.tsv", 'content\tmetadata\na\t{"source": "a.md"}\n')
    assert short(read(path)) == [("a", "", "a.md", None, 2)]


def test_a_store_may_be_a_folder_or_a_glob(make: Make, tmp_path: Path) -> None:
    make("b.jsonl", lines({"text": "b"}))
    make("a.json", "[]")
    make("notes.txt", "no store")
    assert files(str(tmp_path)) == [str(tmp_path / "a.json"), str(tmp_path / "b.jsonl")]
    assert [chunk.text for chunk in read_chunks([str(tmp_path / "*.jsonl"), tmp_path])] == ["b", "b"]


@pytest.mark.parametrize(
    ("name", "content", "line", "why"),
    [
        ("a.jsonl", lines(*[{"text": "a"}] * 16) + '{"text": "cut\n', 17,
         "not JSON: invalid control character (column 14)"),
        ("a.json", "[\n" + '{"text": "a"},\n' * 15 + '{"text": a}]', 17, "not JSON: expecting value (column 10)"),
        ("a.json", '[{"text": "a"}\n{"text": "b"}]', 2, "not JSON: a comma or the end of the array is missing"),
        ("a.json", '[{"text": "a"},\n', 2, "not JSON: expecting value"),
        ("a.json", '[{"text": "a"}]\n[{"text": "b"}]', 2, "not JSON: more text behind the end of the array"),
        ("a.json", '{"text": "a",\n "id": }', 2, "not JSON: expecting value"),
        ("a.jsonl", lines({"text": "a"}, {"body": "b", "id": 1}), 2,
         "a chunk has none of text, page_content, content; it has body, id: name the field with the text"),
        ("a.jsonl", "[1]", 1, "a chunk has none of text, page_content, content: this is a number"),
        ("a.jsonl", lines({"text": None}), 1, "a chunk has none of text, page_content, content; it has text"),
        ("a.jsonl", "[" * 100_000, 1, "not a chunk: nested too deeply"),
        ("a.jsonl", '{"text":' * 100_000, 1, "not a chunk: nested too deeply"),
        ("a.jsonl", b'{"text": "a"}\n{"text": "caf\xe9"}\n', 2, "not UTF-8: byte 0xe9"),
        ("a.csv", b"text\ncaf\xe9\n", 2, "not UTF-8: byte 0xe9"),
        ("a.jsonl", '{"text": "a"}\n'.encode("utf-16"), 1, "UTF-16 text: a store is UTF-8"),
        ("a.csv", "id,words\n1,a\n", 2,
         "a chunk has none of text, page_content, content; it has id, words: name the field with the text"),
        ("a.csv", 'id,text\n1,a\n2,"' + "word " * 2_000_001, 3,
         "a field has more than 10,000,000 characters: is a quotation mark never closed?"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named(make: Make, name: str, content: str | bytes, line: int, why: str) -> None:
    path = make(name, content)
    assert error(path).startswith(f"{path}:{line}: {why}")


def test_paths_that_are_no_store(make: Make, tmp_path: Path) -> None:
    assert error(tmp_path / "no.jsonl") == f'no such file or folder: "{tmp_path}/no.jsonl"'
    assert error(tmp_path / "*.jsonl") == f"no file matches {tmp_path}/*.jsonl"
    assert error(tmp_path).startswith(f"{tmp_path}: no .jsonl, ")
    with pytest.raises(StoreError, match="chunks are read from"):
        list(read_chunks(["ftp://host/a.parquet"]))


class _Counted:
    """A binary file that knows how much of it was read."""

    def __init__(self, stream: Any) -> None:
        self.stream, self.read = stream, 0

    def __iter__(self) -> Any:
        for line in self.stream:
            self.read += len(line)
            yield line


@pytest.mark.parametrize(("start", "between", "end"), [("", "\n", "\n"), ("[\n", ",\n", "\n]\n")])
def test_a_store_is_not_read_before_its_chunks_are_asked_for(make: Make, start: str, between: str, end: str) -> None:
    from chunklint.stores import json_records

    path = make("a.json", start + between.join(['{"text": "' + "word " * 200 + '"}'] * 3000) + end)
    with path.open("rb") as file:
        stream = _Counted(file)
        found = json_records.records("a.json", stream)  # type: ignore[arg-type]
        next(found)
        assert stream.read < path.stat().st_size / 5
        assert sum(1 for _ in found) == 2999


JSON = st.dictionaries(st.sampled_from(["text", "id", "x"]), st.text(max_size=20) | st.integers(), max_size=3)


@given(st.lists(JSON, max_size=6), st.sampled_from([None, 1]), st.integers(1, 40))
def test_values_come_out_as_they_went_in(records: list[dict[str, Any]], indent: int | None, window: int) -> None:
    from chunklint.stores import json_records

    def read_back(text: str) -> list[Any]:
        data = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace").encode()
        found = json_records._Values("a", ((n, line.decode()) for n, line in enumerate(data.splitlines(True), 1)))
        found._LEAST = window  # type: ignore[misc]
        return [value for _, value in (found.of_array() if text.startswith("[") else found.in_a_row())]

    assert read_back(json.dumps(records, indent=indent) + "\n") == records
    if records:
        assert read_back("\n".join(json.dumps(record, indent=indent) for record in records)) == records


def test_parquet(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "a.parquet"
    duckdb.sql(
        "SELECT 'c' || range AS id, 'Text ' || range AS page_content, {'source': 'a.md', 'start_index': range * 10} "
        "AS metadata FROM range(5000) ORDER BY range"
    ).write_parquet(str(path))
    found = read(path)
    assert len(found) == 5000
    assert found[4999][:5] == ("Text 4999", "c4999", "a.md", (), 49990)
    assert (found[4999].line, found[4999].number) == (5000, 5000)
    broken = tmp_path / "b.parquet"
    broken.write_text("no parquet", encoding="utf-8")
    assert error(broken).startswith(f"{broken}: ")
    duckdb.sql("SELECT 1 AS id, 'x' AS words").write_parquet(str(broken))
    assert error(broken) == (
        f"{broken}:1: a chunk has none of text, page_content, content; it has id, words: name the field with the text"
    )


def test_parquet_without_the_extra(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    path = make("a.parquet", "PAR1")
    assert error(path) == (
        f'{path}: Parquet and object stores need the extra "stores": pip install "chunklint-docs[stores]"'
    )


def test_reading_imports_nothing_heavy() -> None:
    import subprocess

    code = "import sys, chunklint.stores.read; print([m for m in ('duckdb', 'chunklint.document') if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out == "[]\n"


@pytest.mark.parametrize(
    ("source", "path", "same"),
    [
        ("page.md", "docs/page.md", True),
        ("/srv/export/docs/page.md", "docs/page.md", True),
        (".\\docs\\page.md", "docs/page.md", True),
        ("page.md", "docs/other-page.md", False),
        ("guide/page.md", "docs/page.md", False),
        ("", "docs/page.md", False),
    ],
)
def test_sources(source: str, path: str, same: bool) -> None:
    assert is_of(source, path) == same
    assert Pages([path, "docs/index.md"]).of(source) == ((path,) if same else ())


def test_addresses_of_pages() -> None:
    pages = Pages(["docs/en/returns.md", "docs/de/returns.md", "docs/en/start/index.md", "docs/fees.md"])
    assert pages.of("https://example.org/en/returns/?v=2#top") == ("docs/en/returns.md",)
    assert pages.of("https://example.org/returns.html") == ("docs/en/returns.md", "docs/de/returns.md")
    assert pages.of("https://example.org/en/start/") == ("docs/en/start/index.md",)
    assert pages.of("https://example.org/prices") == ()
