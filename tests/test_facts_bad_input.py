"""What of a facts, results or answers file cannot be used: file, line, what to do; never a traceback."""

from __future__ import annotations

import builtins
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint.facts import cases, results
from tests.conftest import Run

CASE = "- query: Why?\n  must_contain: [this]\n"
YAML = [
    "- query: Why?\n", "- query: How?\n", "  must_contain: [this]\n", "  must_contain:\n", "    - this\n",
    "  page: a.md\n", "  tags: [a, b]\n", "&a ", "*a", "!!int ", "!x ", "<<: *a\n", "{", "}", "[", "]", "? ", ": ",
    "|\n", ">-\n", "'", '"',
    "\t", "#", "%YAML 1.1\n", "---\n", "...\n", "\r\n", "\x00", "\x85", "\ufeff", "é", "  ", "- ", "~", "30",
]  # fmt: skip
JSON = [
    '{"query": "Why?", ', '"results": ', '"answer": ', '"citations": ', "[", "]", "}", "{", ", ", '"this"', "3", "null",
    '{"text": "a"}', '{"id": 4}', '{"id": null, "text": 3}', "NaN", '"\\ud800"', "-", "1e999", "\n", "\r", "\ufeff",
]  # fmt: skip


@pytest.fixture
def folder(here: Path) -> Path:
    (here / "docs").mkdir()
    (here / "docs/page.md").write_text("# Why\n\nBecause of this.\n", encoding="utf-8")
    (here / "facts.yaml").write_text(CASE, encoding="utf-8")
    return here


def error(run: Run, *words: str) -> str:
    code, out, err = run("facts", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("chunklint: error: ")
    return err.removeprefix("chunklint: error: ").rstrip("\n")


WRONG = [
    ("", ": no cases: write a list of `- query: …` with `must_contain: […]` below"),
    ("# only a comment\n", ": no cases: write a list of `- query: …` with `must_contain: […]` below"),
    ("[]\n", ": no cases: the list is empty"),
    ("cases: 3\n", ":1: must be a list of cases: start each with `- query: …`"),
    (f"{CASE}- why\n", ":3: a case is a mapping: `- query: …` with `must_contain: […]` below"),
    (f"{CASE}\n- must_contain: [a]\n", ":4: the case has no query"),
    (f"{CASE}- query: How?\n", ":3: the case has no must_contain"),
    (
        "- query: Why?\n  must_contains: [a]\n",
        ':2: unknown key "must_contains" of a case; did you mean "must_contain"?',
    ),
    (
        "- query: Why?\n  x: [a]\n",
        ':2: unknown key "x" of a case; known: query, must_contain, must_not_lead_with, page, tags',
    ),
    ("- query: Why?\n  query: How?\n", ':2: "query" stands twice in this case'),
    ("- query: Why?\n  must_contain: a\n", ':2: must_contain: must be a list of strings: ["…", "…"]'),
    ("- query: Why?\n  must_contain:\n", ':2: must_contain: must be a list of strings: ["…", "…"]'),
    ("- query: [Why]\n  must_contain: [a]\n", ":1: query: must be a string"),
    ("- query: ''\n  must_contain: [a]\n", ":1: query: must not be empty"),
    ("- query: Why?\n  must_contain: []\n", ":2: must_contain: name what the answer has to say, such as a number"),
    ("- query: Why?\n  must_contain:\n    - a\n    - {b: c}\n", ":4: must_contain: must be a string"),
    ("- query: Why?\n  must_contain: ['**']\n", ":2: must_contain: must not be empty"),
    ("- query: Why?\n  must_contain: [a]\n  page: [x]\n", ":3: page: must be a string"),
    (
        f"{CASE}\n- query: '  WHY? '\n  must_contain: [b]\n",
        ":4: query: the case on line 1 has it too: put them together",
    ),
    ("- query: Why?\n\tmust_contain: [a]\n", ":2:1: not valid YAML: a tab: YAML is indented with blanks"),
    ("- query: Why?\n  must_contain:\t[a\n", ":2:16: not valid YAML: a tab: YAML is indented with blanks"),
    ("- query: 'Why?\n", ":2:1: not valid YAML: found unexpected end of stream"),
    ("- query: Why\x07?\n", ":1:13: not valid YAML: a control character"),
    ("- &a [*a]\n", ":1: a case is a mapping: `- query: …` with `must_contain: […]` below"),
    ("[" * 5000, ": nested too deeply"),
]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[message[:40] for _, message in WRONG])
def test_facts_that_are_none(folder: Path, run: Run, text: str, message: str) -> None:
    (folder / "facts.yaml").write_text(text, encoding="utf-8")
    assert error(run, "facts.yaml", "docs") == f"facts.yaml{message}"


def test_values_are_taken_as_they_are_written() -> None:
    text = "- query: >\n    Why is\n    this?\n  tags: [no]\n"
    text += "  must_contain: [30, yes, 1_000, 0x10, 2024-05-01, null, 'a ''b''']\n"
    [case] = cases.parse(text, "f").cases
    assert case.query.value == "Why is this?"
    values = ["30", "yes", "1_000", "0x10", "2024-05-01", "null", "a 'b'"]
    assert [one.value for one in case.must_contain] == values
    assert [text[slice(*one.span)] for one in case.must_contain] == [*values[:-1], "'a ''b'''"]
    assert case.tags == ("no",)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_lines_are_those_of_the_file(start: str, end: str) -> None:
    text = start + end.join(["# É\u2028", "- query: Why?", "  must_contain:", "    - this", ""])
    found = cases.parse(text, "f")
    [case] = found.cases
    assert (found.line(case.query), found.line(case.must_contain[0])) == (2, 4)


def test_files_that_cannot_be_read(folder: Path, run: Run) -> None:
    assert error(run, "none.yaml", "docs") == "none.yaml: cannot be read: no such file or directory"
    (folder / "facts.yaml").write_bytes(b"- query: \xff\n")
    assert error(run, "facts.yaml", "docs") == "facts.yaml: cannot be read: not UTF-8: byte 0xff on line 1"
    (folder / "facts.yaml").write_text(CASE, encoding="utf-8")
    assert error(run, "facts.yaml", "none") == 'no such file or folder: "none"'
    (folder / "empty").mkdir()
    assert error(run, "facts.yaml", "empty") == "no pages among or below empty"
    (folder / "docs/page.md").write_bytes(b"\xff")
    assert error(run, "facts.yaml", "docs") == "docs/page.md: not UTF-8: byte 0xff on line 1"


def test_a_page_that_does_not_exist(folder: Path, run: Run) -> None:
    (folder / "facts.yaml").write_text(f"{CASE}  page: docs/pages.md\n", encoding="utf-8")
    assert error(run, "facts.yaml", "docs") == (
        'facts.yaml:3: page: no page "docs/pages.md"; did you mean "docs/page.md"?'
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--splitter", "fixd"], 'splitter "fixd": must be one of'),
        (["--splitter", "fixed:0"], 'splitter "fixed:0": size: must be a whole number from 1, not 0'),
        (["--select", "CL70/1"], 'unknown rule "CL70/1"; did you mean "CL701"?'),
        (["--retriever", "dense"], "--retriever dense: name the model too: --model FOLDER"),
        (["--model", "./none"], 'no such model folder: "./none"'),
        (["--model", "docs"], 'no embedding model in "docs": it has neither modules.json (sentence-transformers) nor'),
        (["--chunks", "none.jsonl"], 'no such file or folder: "none.jsonl"'),
        (["--chunks", "c.jsonl", "--splitter", "fixed"], "--chunks is in place of a splitter: leave --splitter out"),
        (["--results", "r.jsonl", "--model", "m"], "--results says what was found: leave --retriever and --model out"),
        (
            ["--answers", "a.jsonl", "--splitter", "fixed", "--splitter", "heading"],
            "--results and --answers are about the chunks of one splitter: name just that",
        ),
        (["--output-file", "x=y"], '--output-file: unknown format "x"'),
        (["--results", "none.jsonl"], "none.jsonl: cannot be read: no such file or directory"),
        (["--config", "none.toml"], 'no such settings file: "none.toml"'),
    ],
)
def test_wrong_use(folder: Path, run: Run, words: list[str], message: str) -> None:
    assert message in error(run, "facts.yaml", "docs", *words)


@pytest.mark.parametrize("words", [["-k", "0"], ["-k", "x"], ["--retriever", "none2"], []])
def test_wrong_options_stop_the_parser(folder: Path, run: Run, words: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        run("facts", *(["facts.yaml", *words] if words else []))
    assert stopped.value.code == 2


RESULT = json.dumps({"query": "Why?", "results": ["Because of this."]})
ANSWER = json.dumps({"query": "Why?", "answer": "this", "citations": ["docs/page.md#1"]})


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"query": "Why?", ', "not JSON: Expecting property name enclosed in double quotes (column 19)"),
        ("3", 'must be an object with a "query"'),
        ("[" * 100_000, "nested too deeply"),
        ('{"results": []}', 'must be an object with a "query"'),
        ('{"query": "Why not?", "results": []}', 'no case has the query "Why not?"; did you mean "Why?"?'),
        ('{"query": "Why?"}', "no results: write them as a list under results"),
        ('{"query": "Why?", "results": "this"}', "no results: write them as a list under results"),
        (
            '{"query": "Why?", "results": [3]}',
            "a result is the text of a chunk, its id, or an object with both",
        ),
        (
            '{"query": "Why?", "results": [{"score": 1}]}',
            "a chunk has none of text, page_content, content; it has score: name the field with the text",
        ),
        (
            '{"query": "Why?", "results": [{"id": "x"}]}',
            'no chunk has the id "x": give its text, or the store (--chunks)',
        ),
    ],
    ids=lambda value: value[:30],
)
def test_results_with_a_broken_line_17(folder: Path, run: Run, line: str, message: str) -> None:
    (folder / "results.jsonl").write_text("\n" * 16 + line + "\n", encoding="utf-8")
    assert error(run, "facts.yaml", "docs", "--results", "results.jsonl") == f"results.jsonl:17: {message}"


def test_results_and_answers_say_a_thing_once(folder: Path, run: Run) -> None:
    for option, line in (("results", RESULT), ("answers", ANSWER)):
        (folder / "lines.jsonl").write_text(f"{line}\n{line}\n", encoding="utf-8")
        words = ["facts.yaml", "docs", f"--{option}", "lines.jsonl", "--splitter", "heading"]
        assert error(run, *words) == 'lines.jsonl:2: a second line for the query "Why?"'


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"query": "Why?", "citations": []}', "answer: must be a string"),
        ('{"query": "Why?", "answer": "this"}', "citations: must be a list of the ids of chunks"),
        ('{"query": "Why?", "answer": "this", "citations": [null]}', "citations: must be a list of the ids of chunks"),
    ],
)
def test_answers_that_are_none(folder: Path, run: Run, line: str, message: str) -> None:
    (folder / "answers.jsonl").write_text(line, encoding="utf-8")
    words = ["facts.yaml", "docs", "--answers", "answers.jsonl", "--splitter", "heading"]
    assert error(run, *words) == f"answers.jsonl:1: {message}"


def without(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    """As if these were not installed."""
    real = builtins.__import__

    def imported(name: str, *args: Any, **words: Any) -> Any:
        if name.partition(".")[0] in modules:
            raise ImportError(name)
        return real(name, *args, **words)

    monkeypatch.setattr(builtins, "__import__", imported)


def test_missing_extras(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "bm25s", "sentence_transformers", "model2vec")
    assert error(run, "facts.yaml", "docs") == (
        'BM25 needs the extra "facts": pip install "chunklint-docs[facts]"; --retriever none goes without ranks'
    )
    assert run("facts", "facts.yaml", "docs", "--retriever", "none")[0] == 0
    assert error(run, "facts.yaml", "docs", "--model", "some/model") == (
        'the model "some/model" needs the extra "dense": pip install "chunklint-docs[dense]"'
    )
    for name in ("model.safetensors", "tokenizer.json"):
        (folder / name).touch()
    assert error(run, "facts.yaml", "docs", "--model", ".") == (
        'the model "." needs the extra "static": pip install "chunklint-docs[static]"'
    )


def test_models_that_are_none(folder: Path, run: Run) -> None:
    """Files of no model, and one that brings code."""
    for name in ("model.safetensors", "tokenizer.json"):
        (folder / name).write_bytes(b"{}")
    assert error(run, "facts.yaml", "docs", "--model", ".").startswith('the model "." cannot be loaded: ')
    (folder / "modules.json").write_text("{", encoding="utf-8")
    assert error(run, "facts.yaml", "docs", "--model", ".") == "modules.json: not a list of the parts of a model"
    (folder / "modules.json").write_text('[{"type": "evil.Model", "path": ""}]', encoding="utf-8")
    assert error(run, "facts.yaml", "docs", "--model", ".") == (
        "modules.json: the model brings code of its own (evil.Model), which is not run"
    )


@given(st.lists(st.sampled_from(YAML), max_size=14).map("".join))
def test_any_yaml_is_cases_or_an_error_with_its_file(text: str) -> None:
    found, said = [], "facts.yaml:"
    try:
        found = [one for case in cases.parse(text, "facts.yaml").cases for one in (case.query, *case.must_contain)]
    except cases.FactsError as error:
        said = str(error)
    assert said.startswith("facts.yaml:")
    assert "\n" not in said
    assert all(one.value and 0 <= one.span.start < one.span.end <= len(text) for one in found)


@given(st.lists(st.sampled_from(JSON), max_size=12).map("".join))
def test_any_line_is_a_result_or_an_error_with_its_line(text: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "r.jsonl")
        path.write_text(text, encoding="utf-8", newline="")
        for read in (results.read_results, results.read_answers):
            said = "r.jsonl:1: "
            try:
                read(path, "r.jsonl", cases.parse(CASE, "f").cases)
            except cases.FactsError as error:
                said = str(error)
            assert said.startswith("r.jsonl:1: ") or "\n" in text
