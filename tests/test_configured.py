"""The splitters of settings and command line: what is taken, and what is refused with file, line and reason."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from chunklint import check_text
from chunklint.splitters.chunk import Limits
from chunklint.splitters.configured import SplitterError, from_table, from_words, unique
from chunklint.splitters.presets import PRESETS
from tests.conftest import NAMES, Run

PAGE = "# Lockers\n\nA door stays open for 90 seconds after the phone unlocks it. Then it closes by itself.\n"
CUT = '"…oor stays open for 90" | "seconds after the pho…"'


@pytest.fixture
def page(here: Path) -> Path:
    (here / "page.md").write_text(PAGE, encoding="utf-8")
    return here


WRONG = [
    (['presett = "fixed"'], 1, 'presett: unknown setting "presett" of a splitter; did you mean "preset"?'),
    (['preset = "fixed"', "colour = 1"], 2, 'colour: unknown setting "colour" of a splitter; known: name, preset, '),
    ([], 0, "preset: must be one of heading, question, "),
    (["preset = 4"], 1, "preset: must be one of heading, question, "),
    (['preset = "fixed"', "size = 0"], 2, "size: must be a whole number from 1, not 0"),
    (['preset = "fixed"', 'size = "400"'], 2, "size: must be a whole number from 1, not '400'"),
    (['preset = "fixed"', "size = true"], 2, "size: must be a whole number from 1, not True"),
    (["size = 4.5", 'preset = "fixed"'], 1, "size: must be a whole number from 1, not 4.5"),
    (['preset = "fixed"', "", "overlap = -1"], 3, "overlap: must be a whole number from 0, not -1"),
    (['preset = "fixed"', "size = 100", "overlap = 100"], 3, "overlap: must be less than the size (100), not 100"),
    (['preset = "fixed"', "overlap = 1000"], 2, "overlap: must be less than the size (1000), not 1000"),
    (
        ['preset = "fixed"', 'unit = "token"'],
        2,
        "unit: must be one of characters, words, tokens, not 'token'; did you mean \"tokens\"?",
    ),
    (
        ['preset = "openai"', 'encoding = "cl100k"'],
        2,
        "encoding: must be one of cl100k_base, o200k_base, not 'cl100k'; did you mean \"cl100k_base\"?",
    ),
    (['preset = "fixed"', "name = 3"], 2, "name: must be a string, not 3"),
    (['name = ""', 'preset = "fixed"'], 1, "name: must be a string, not ''"),
    (["chunks = 3"], 1, "chunks: must be a path to chunks that exist already, in place of a preset"),
    (
        ['preset = "fixed"', 'chunks = "a.jsonl"'],
        2,
        "chunks: must be a path to chunks that exist already, in place of a preset",
    ),
    (['chunks = ""'], 1, "chunks: must be a path or glob below the folder of the settings, not ''"),
    (['chunks = "/a.jsonl"'], 1, "chunks: must be a path or glob below the folder of the settings, not '/a.jsonl'"),
]


@pytest.mark.parametrize(("lines", "wrong", "message"), WRONG, ids=lambda value: str(value)[:30])
def test_wrong_settings_say_file_and_line(page: Path, run: Run, lines: list[str], wrong: int, message: str) -> None:
    """In pyproject.toml, and in the second of three tables of chunklint.toml; ``wrong`` counts from the header."""
    table = "\n".join(lines)
    (page / "pyproject.toml").write_text(f"[[tool.chunklint.splitter]]\n{table}\n", encoding="utf-8")
    code, out, err = run("check")
    assert (code, out) == (2, "")
    assert err.startswith(f"chunklint: error: {page / 'pyproject.toml'}:{1 + wrong}: splitter.{message}")
    assert err.count("\n") == 1
    good = '[[splitter]]\npreset = "fixed"\nname = "a"\nsize = 500\noverlap = 1\n'
    (page / "chunklint.toml").write_text(f"{good}\n[[splitter]]\n{table}\n\n{good}", encoding="utf-8")
    code, out, err = run("check")
    assert (code, out) == (2, "")
    assert err.startswith(f"chunklint: error: {page / 'chunklint.toml'}:{7 + wrong}: splitter.{message}")


def test_unknown_preset_names_the_closest(page: Path, run: Run) -> None:
    (page / "chunklint.toml").write_text('[[splitter]]\npreset = "langchain-header"\n', encoding="utf-8")
    assert run("check")[2].endswith(", anythingllm, not 'langchain-header'; did you mean \"langchain-headers\"?\n")


@pytest.mark.parametrize("text", ["splitter = 3", 'splitter = ["fixed"]', '[splitter]\npreset = "fixed"'])
def test_splitters_that_are_no_tables(page: Path, run: Run, text: str) -> None:
    (page / "chunklint.toml").write_text(f"\n{text}\n", encoding="utf-8")
    file = page / "chunklint.toml"
    assert run("check") == (
        2, "", f"chunklint: error: {file}:2: splitter: must be tables: write [[splitter]] above each\n"
    )  # fmt: skip


def test_wrong_value_in_an_inline_table(page: Path, run: Run) -> None:
    (page / "chunklint.toml").write_text('\nsplitter = [{ preset = "fixed", size = 0 }]\n', encoding="utf-8")
    assert run("check")[2].endswith("chunklint.toml:2: splitter.size: must be a whole number from 1, not 0\n")


@pytest.mark.parametrize(
    ("table", "limits"),
    [
        ({"preset": "langchain"}, Limits(1000, 200)),
        ({"preset": "langchain", "size": 400}, Limits(400, 200)),
        ({"preset": "langchain", "size": 200}, Limits(200, 0)),  # its overlap of 200 would be the whole chunk
        ({"preset": "langchain", "size": 200, "overlap": 20}, Limits(200, 20)),
        ({"preset": "langchain", "overlap": 0}, Limits(1000, 0)),
        ({"preset": "heading", "size": 300}, Limits(300)),
        ({"preset": "openai", "unit": "words", "encoding": "cl100k_base"}, Limits(800, 400, "words")),
        ({"preset": "fixed", "unit": "tokens", "size": 9}, Limits(9, 0, "tokens")),
    ],
)
def test_limits(table: dict[str, object], limits: Limits) -> None:
    found = from_table(table, Path(), allow_code=False)
    assert (found.name, found.limits) == (table["preset"], limits)


def test_names_are_made_unique() -> None:
    named = [from_words("fixed")._replace(name=name) for name in ("a", "a", "b", "a 2", "a")]
    assert [splitter.name for splitter in unique(named)] == ["a", "a 2", "b", "a 2 2", "a 3"]


def test_two_splitters_give_the_findings_of_each_under_its_name(page: Path, run: Run) -> None:
    (page / "chunklint.toml").write_text(
        '[[splitter]]\nname = "bot"\npreset = "fixed"\nsize = 40\n'
        '[[splitter]]\nname = "bot"\npreset = "fixed"\nsize = 41\n'
        '[[splitter]]\npreset = "heading"\n',
        encoding="utf-8",
    )
    _, out, _ = run("check", "--select", "CL601", "--output-format", "concise")
    assert [line.split("] ")[1].split(" cuts")[0] for line in out.splitlines() if "cuts" in line] == [
        "bot", "bot 2", "bot", "bot 2"
    ]  # fmt: skip


def splitters(out: str) -> list[str]:
    return [line.removeprefix("splitter: ") for line in out.splitlines() if line.startswith("splitter: ")]


def test_extended_settings_are_inherited_or_replaced(here: Path, run: Run) -> None:
    (here / "shared.toml").write_text('[[splitter]]\nname = "bot"\npreset = "openai"\n', encoding="utf-8")
    own = here / "chunklint.toml"
    own.write_text('extend = "shared.toml"\nignore = ["CL1"]\n', encoding="utf-8")
    assert splitters(run("check", "--show-settings")[1]) == ["bot ≈ (openai ≈) 800/400 tokens"]
    own.write_text('extend = "shared.toml"\n[[splitter]]\npreset = "heading"\n', encoding="utf-8")
    assert splitters(run("check", "--show-settings")[1]) == ["heading"]
    own.write_text('extend = "shared.toml"\nsplitter = []\n', encoding="utf-8")
    assert splitters(run("check", "--show-settings")[1]) == []


def test_an_error_in_extended_settings_names_their_file(page: Path, run: Run) -> None:
    (page / "shared.toml").write_text('\n[[splitter]]\npreset = "none"\n', encoding="utf-8")
    (page / "chunklint.toml").write_text('extend = "shared.toml"\n', encoding="utf-8")
    assert f"{page / 'shared.toml'}:3: splitter.preset: must be one of" in run("check")[2]


def test_command_line_replaces_the_settings(here: Path, run: Run) -> None:
    (here / "chunklint.toml").write_text('[[splitter]]\npreset = "heading"\n', encoding="utf-8")
    words = ["--splitter", "fixed:120", "--splitter", "langchain:400/80", "--splitter", "fixed:120"]
    assert splitters(run("check", "--show-settings", *words)[1]) == [
        "fixed:120 characters",
        "langchain:400/80 characters",
        "fixed:120 2 120/0 characters",
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("fixed:", "write NAME, NAME:SIZE or NAME:SIZE/OVERLAP"),
        ("fixed:x", "write NAME, NAME:SIZE or NAME:SIZE/OVERLAP"),
        ("fixed:-4", "write NAME, NAME:SIZE or NAME:SIZE/OVERLAP"),
        ("fixed:400/", "write NAME, NAME:SIZE or NAME:SIZE/OVERLAP"),
        ("fixed:/80", "write NAME, NAME:SIZE or NAME:SIZE/OVERLAP"),
        ("fixed:400/80/9", "write NAME, NAME:SIZE or NAME:SIZE/OVERLAP"),
        ("fixed:" + "9" * 5000, "write NAME, NAME:SIZE or NAME:SIZE/OVERLAP"),
        ("fixed:0", "size: must be a whole number from 1, not 0"),
        ("fixed:400/400", "overlap: must be less than the size (400), not 400"),
        ("langchan:400", "must be one of heading, "),
        ("python:mine", "python:mine: write it as python:module:function"),
        ("python::cut", "python::cut: Empty module name"),
        ("python:.mine:cut", "python:.mine:cut: TypeError: "),
        ("python:gone:cut", "python:gone:cut: No module named 'gone'"),
        ("python:json:gone", "python:json:gone: module 'json' has no attribute 'gone'"),
        ("python:json:__name__", "python:json:__name__: __name__ is no function"),
    ],
    ids=lambda value: value[:16],
)
def test_wrong_words_on_the_command_line(page: Path, run: Run, words: str, message: str) -> None:
    with pytest.raises(SplitterError):
        from_words(words)
    for command in ("check", "chunks", "compare"):
        code, out, err = run(command, "page.md", "--splitter", words)
        assert (code, out) == (2, "")
        assert err.startswith(f'chunklint: error: splitter "{words}": {message}')
        assert err.count("\n") == 1


CODE = """
from pathlib import Path

Path("imported").touch()

def cut(text):
    return [text[:40], text[40:]]

def numbers(text):
    return [1]

def fails(text):
    return {}["page"]
"""


@pytest.fixture
def mine(page: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with code of the repository in it, and settings that name it."""
    (page / "mine.py").write_text(CODE, encoding="utf-8")
    (page / "broken.py").write_text("def cut(text:\n", encoding="utf-8")
    (page / "chunklint.toml").write_text('[[splitter]]\npreset = "python:mine:cut"\n', encoding="utf-8")
    monkeypatch.setattr(sys, "path", list(sys.path))
    for module in ("mine", "broken"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    return page


@pytest.mark.parametrize("command", ["check", "chunks", "compare"])
def test_code_of_the_repository_is_not_imported_unless_allowed(mine: Path, run: Run, command: str) -> None:
    code, out, err = run(command, "page.md")
    assert (code, out) == (2, "")
    assert err == (
        f'chunklint: error: {mine / "chunklint.toml"}:2: splitter.preset: "python:mine:cut" runs code of this '
        "repository: add --allow-code to the command\n"
    )
    assert not (mine / "imported").exists()
    assert "mine" not in sys.modules
    code, out, err = run(command, "page.md", "--allow-code")
    assert (code, err) == (1 if command == "check" else 0, "")
    assert "python:mine:cut" in out
    assert (mine / "imported").exists()


def test_code_that_the_user_names_is_allowed(mine: Path, run: Run) -> None:
    _, out, _ = run("check", "page.md", "--splitter", "python:mine:cut", "--select", "CL601", "--isolated")
    assert "page.md:3:1: CL601 [error] python:mine:cut cuts this sentence" in out


def test_code_that_fails_is_wrong_use_and_no_crash(mine: Path, run: Run) -> None:
    for name, why in [
        ("mine:numbers", "a chunk has none of text, page_content, content"),
        ("mine:fails", "python:mine:fails: KeyError: 'page'"),
        ("broken:cut", 'splitter "python:broken:cut": python:broken:cut: SyntaxError: '),
    ]:
        for command in ("check", "chunks", "compare"):
            code, _, err = run(command, "page.md", "--splitter", f"python:{name}", "--isolated")
            assert code == 2
            assert err.startswith(f"chunklint: error: {why}")


def stored(folder: Path, name: str, *lines: str) -> None:
    (folder / "store").mkdir(exist_ok=True)
    (folder / "store" / name).write_text("".join(line + "\n" for line in lines), encoding="utf-8")


def chunk(text: str, **more: object) -> str:
    return json.dumps({"text": text, **more}, ensure_ascii=False)


@pytest.fixture
def store(page: Path) -> Path:
    (page / "chunklint.toml").write_text('[[splitter]]\nname = "bot"\nchunks = "store/*.jsonl"\n', encoding="utf-8")
    return page


def test_stored_chunks_are_found_in_their_pages(store: Path, run: Run) -> None:
    first, second = PAGE[:35], " ".join(PAGE[35:].split())
    stored(store, "a.jsonl", chunk(first, source="./page.md"), "", chunk("Nothing.", source="else/where.md"))
    stored(store, "b.jsonl", chunk(second, metadata={"file_path": "/srv/export/page.md", "header_path": "/Lockers/"}))
    records = [json.loads(line) for line in run("chunks", "page.md", "--output-format", "jsonl")[1].splitlines()]
    assert [(r["start"], r["end"], r["headings"]) for r in records] == [(0, 35, []), (36, len(PAGE) - 1, ["Lockers"])]
    code, out, err = run("check", "--select", "CL601", "--output-format", "concise", "page.md")
    assert (code, err) == (1, "")
    assert out.splitlines()[0] == f"page.md:3:1: CL601 [error] bot cuts this sentence: {CUT}"
    assert "Found 1 finding " in out


# These two leave out numbers of steps between the words of a chunk: such a text stands nowhere in the page.
@pytest.mark.parametrize("name", [name for name in NAMES if name not in {"unstructured", "docsearch"}])
def test_chunks_that_the_command_wrote_are_found_again(store: Path, run: Run, name: str) -> None:
    """Those with a path or a question in front, too."""
    (store / "page.md").write_text(RICH, encoding="utf-8")
    words = f"{name}:{9 if PRESETS[name].limits.unit != 'characters' else 90}" if PRESETS[name].limits.size else name
    _, out, _ = run("chunks", "page.md", "--splitter", words, "--output-format", "jsonl", "--isolated")
    stored(store, "a.jsonl", *out.splitlines())
    made = [json.loads(line) for line in out.splitlines()]
    _, out, _ = run("chunks", "page.md", "--output-format", "jsonl")
    found = [json.loads(line) for line in out.splitlines()]
    assert [(one["text"], one["headings"]) for one in found] == [(one["text"], one["headings"]) for one in made]
    if name == "heading":
        assert [one["start"] for one in found] == [one["start"] for one in made]


def test_a_page_without_stored_chunks_is_not_cut(store: Path, run: Run) -> None:
    stored(store, "a.jsonl", chunk("Words of another page.", source="other.md"))
    assert run("check", "--select", "CL6") == (0, "No findings in 1 file.\n", "")


@pytest.mark.parametrize("command", ["check", "chunks", "compare"])
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"text": "A door", ', "not JSON: "),
        ("[1]", "a chunk has none of text, page_content, content"),
        ('{"words": "A door"}', "a chunk has none of text, page_content, content"),
        ('{"text": 3, "source": "page.md"}', "a chunk has none of text, page_content, content"),
        ("[" * 100_000, "not a chunk: nested too deeply"),
    ],
    ids=["broken", "list", "other keys", "no text", "deep"],
)
def test_a_broken_line_is_named(store: Path, run: Run, command: str, line: str, why: str) -> None:
    stored(store, "a.jsonl", chunk("A door", source="page.md"), "", line)
    code, out, err = run(command, "page.md")
    assert (code, out) == (2, "")
    assert err.startswith(f"chunklint: error: {store / 'store/a.jsonl'}:3: {why}")
    assert err.count("\n") == 1


def test_a_store_that_is_not_utf_8(store: Path, run: Run) -> None:
    stored(store, "a.jsonl")
    (store / "store/a.jsonl").write_bytes(b'\n{"text": "caf\xe9"}\n')
    code, _, err = run("check")
    assert code == 2
    assert f"{store / 'store/a.jsonl'}:2: not UTF-8: byte 0xe9" in err


@pytest.mark.parametrize("command", ["check", "chunks", "compare"])
def test_no_file_matches(store: Path, run: Run, command: str) -> None:
    (store / "store/folder.jsonl").mkdir(parents=True)  # a folder is no file
    assert run(command, "page.md") == (
        2, "", f"chunklint: error: chunks: no file matches store/*.jsonl below {store}\n"
    )  # fmt: skip


APPROXIMATE = [name for name, preset in PRESETS.items() if preset.approximate]
RICH = (
    "---\ntitle: Boxes\n---\n\n# Boxes\n\nA box costs 4.50 EUR a day, unless it is the `small` one of the hall.\n\n"
    "## Can I keep a box?\n\nYes. A box can be kept for 30 days from the first day of its use.\n\nThen it is emptied.\n"
    "\n## Take a box\n\nTo take one of the boxes:\n\n1. Open the door of the hall.\n2. Choose a box that is green.\n"
    "\n| Size | Height in all | Price a day |\n| --- | --- | --- |\n| small | 20 cm | 2 EUR |\n"
    "| large | 60 cm | 4 EUR |\n"
    "\n```python\nbox = hall.find(size='small')\n\nbox.take(days=30)\n\nbox.close()\n```\n"
)


def test_there_are_approximations() -> None:
    assert {"openai", "bedrock", "azure", "vertex", "docling", "ragflow"} <= set(APPROXIMATE)


@pytest.mark.parametrize("name", APPROXIMATE)
def test_an_approximation_says_so_wherever_it_is_named(here: Path, run: Run, name: str) -> None:
    (here / "rich.md").write_text(RICH, encoding="utf-8")
    size = "" if name == "docsearch" else ":9" if PRESETS[name].limits.unit != "characters" else ":40"
    label = f"{name}{size} ≈"
    assert splitters(run("check", "--show-settings", "--splitter", name)[1])[0].startswith(f"{name} ≈")
    found = [f for f in check_text(RICH, splitters=[name + size]) if f.code.startswith("CL6")]
    assert found
    for finding in found:
        assert finding.message.startswith(f"{label} "), finding.message
    for way in ([], ["--flags"]):
        assert f" chunks by {label}" in run("chunks", "rich.md", "--splitter", name + size, *way)[1].splitlines()[0]
    _, table, _ = run("compare", "rich.md", "--splitter", name + size, "--splitter", "fixed")
    assert f"\n{label}" in table
    assert "\n≈: the vendor publishes no code; an approximation.\n" in table
    _, out, _ = run("compare", "rich.md", "--splitter", name + size, "--output-format", "json")
    (record,) = json.loads(out)
    assert record["approximate"] is True
    assert record["splitter"].startswith(label)


def test_a_published_splitter_is_no_approximation(here: Path, run: Run) -> None:
    (here / "rich.md").write_text(RICH, encoding="utf-8")
    assert "≈" not in run("compare", "rich.md", "--splitter", "fixed", "--splitter", "langchain")[1]
