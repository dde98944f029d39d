"""``chunklint view``: what is shown of a page, as data and as HTML. Browsers are in ``test_real_view``."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint.document import Document
from chunklint.project import Project
from chunklint.splitters.configured import from_words
from chunklint.splitters.coverage import Coverage
from chunklint.view import html, model
from chunklint.view.model import ShownPage
from chunklint.view.pages import job, show
from chunklint.view.regions import regions
from tests.conftest import NAMES, Run

PIER = """\
# Pier

Boats moor here. A crew that comes late calls the watch before it leaves the sea.

## What does a night cost?

A night costs 12 EUR for boats of up to 9 metres and 21 EUR for longer ones. Water is free, and so is the crane on \
Sundays, unless a crew of the club needs it.

| Length | Berth | Price | Power |
| --- | --- | --- | --- |
| 6 | A | 8 | no |
| 9 | B | 12 | yes |
| 14 | C | 21 | yes |
| 20 | D | 30 | yes |
"""
HOSTILE = {
    "script": "# A\n\n</script><img src=x onerror=alert(1)> and more words.\n",
    "comment": "# A\n\n<!--<script> never closed, with words behind it.\n",
    "separators": "# A\n\nOne\u2028two\u2029three four.\n",
    "surrogates": "# A\n\nA lone \ud83d half and \udc00 another one.\n",
    "nul": "# A\n\nA \0 in the middle, and \x1b[31m too.\n",
    "rtl": "# עמוד\n\nשלום עולם, \u202eabc\u202c and more words.\n",
    "wide": "# 😀\n\nSmiles 😀😀 stand before this sentence. And 𝒶 letter.\n",
    "long line": "# A\n\n" + "word " * 2000 + "\n",
    "no blanks": "# A\n\n" + "x" * 10_000 + "\n",
    "empty": "",
    "blank": " \n\n\t\n",
    "crlf": "# A\r\n\r\nWords here.\r\rMore of them.\r\n",
    "bom": "\ufeff# A\n\nWords.\n",
}


def shown(text: str, *splitters: str, path: str = "page.md") -> ShownPage:
    """A page as it is shown under ``splitters``, with default settings."""
    named = tuple(map(from_words, splitters or ("fixed:60", "langchain:80/20", "heading")))
    return show(job(Project(isolated=True), Path(path), named), text)


def utf16(text: str, start: int, end: int) -> str:
    """What JavaScript slices."""
    return text.encode("utf-16-le", "surrogatepass")[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")


class Blocks(HTMLParser):
    """The elements of a file as a parser sees them, and the text of the data blocks by id."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.data: dict[str, str] = {}
        self.policy = ""
        self._open = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        given = dict(attrs)
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"] or ""
        self._open = given.get("id") or "" if tag == "script" else ""
        for name, value in attrs:
            assert not name.startswith("on"), f"{name} is code"
            assert not (value or "").startswith(("http:", "https:", "//")), f"{value} is loaded from the network"

    def handle_data(self, data: str) -> None:
        if self._open:
            self.data[self._open] = self.data.get(self._open, "") + data

    def handle_endtag(self, tag: str) -> None:
        self._open = ""


def written(page: ShownPage) -> Blocks:
    splitters = tuple(map(from_words, ("fixed:60", "langchain:80/20", "heading")))
    codes = {finding.code for finding in page.findings}
    data = [html.report("page.md", splitters, [model.summary(page)], codes)]
    text = "".join(html.file("page.md", [html.page_block(0, page)], data))
    return Blocks(text.encode().decode())  # what is written to disk is UTF-8


# The data


def test_regions_show_the_overlap() -> None:
    text = "aa bb cc dd ee"
    (split,) = shown(text, "langchain:8/3").splits
    assert [(text[r.start : r.end], r.chunks, r.opens) for r in split.regions] == [
        ("aa bb ", (0,), (0,)),
        ("cc ", (0, 1), (1,)),
        ("dd ", (1, 2), (2,)),
        ("ee", (2,), ()),
    ]


def test_a_heading_in_the_path_is_carried_and_a_comment_is_in_no_chunk() -> None:
    (split,) = shown("# A\n\nWords.\n\n<!-- nothing -->\n", "docsearch").splits
    text = "# A\n\nWords.\n\n<!-- nothing -->\n"
    found = [(text[r.start : r.end].strip(), r.chunks, r.carried) for r in split.regions]
    assert found[-1] == ("<!-- nothing -->", (), -1)
    (split,) = shown("# A\n\nWords.\n", "heading").splits
    assert [(region.chunks, region.carried) for region in split.regions] == [((), 0), ((0,), -1)]


@given(st.text("ab. \n\r\t#", max_size=80), st.sampled_from(["fixed:7", "langchain:9/4", "heading", "haystack:3/1"]))
def test_regions_are_the_whole_page_in_order(text: str, splitter: str) -> None:
    document = Document(text)
    chunks = from_words(splitter).split(document)
    found = list(regions(Coverage(text, chunks)))
    assert found[0].start == 0
    assert found[-1].end == len(text)
    assert all(before.end == behind.start for before, behind in pairwise(found))
    opened = sorted(index for region in found for index in region.opens)
    assert opened == list(range(len(chunks)))  # each chunk has a head, once


@given(st.text("ab. \n", min_size=1, max_size=80), st.sampled_from(["fixed:7", "langchain:9/4", "haystack:3/1"]))
def test_a_region_holds_the_words_of_its_chunks(text: str, splitter: str) -> None:
    chunks = from_words(splitter).split(Document(text))
    coverage = Coverage(text, chunks)
    for region in regions(coverage):
        for at in range(region.start, region.end):
            if not text[at].isspace():
                holders = {i for i in range(len(chunks)) if any(s <= at < e for s, e in coverage.parts(i))}
                assert holders == set(region.chunks)


def test_badges_are_the_findings_of_check(here: Path, run: Run) -> None:
    (here / "pier.md").write_text(PIER, encoding="utf-8")
    code, out, _ = run("check", "pier.md", "--isolated", "--splitter", "fixed:200", "--output-format", "json")
    reported = [(f["code"], f["line"], f["message"]) for f in json.loads(out)["findings"]]
    assert code == 1
    page = shown(PIER, "fixed:200", path="pier.md")
    mine = [page.findings[index] for index in page.splits[0].findings]
    assert [(f.code, f.line, f.message) for f in mine if not f.added] == reported
    assert {f.code for f in mine if f.added} <= {"CL604", "CL612"}  # off by default, and marked
    words = {word for chunk in page.splits[0].chunks for word, _ in chunk.badges}
    assert {"answer cut", "row without header", "too small"} <= words
    for chunk in page.splits[0].chunks:
        for word, index in chunk.badges:
            assert model.BADGES[page.findings[index].code] == word


def test_each_cut_finding_stands_on_a_chunk() -> None:
    page = shown(PIER * 3, "fixed:90", "langchain:100/0", "openai:40/10", "haystack:12/0", "heading")
    for split in page.splits:
        borne = {index for chunk in split.chunks for _, index in chunk.badges}
        cuts = {index for index in split.findings if page.findings[index].code.startswith("CL6")}
        assert borne == cuts
    assert sum(len(split.findings) for split in page.splits) > 20


def test_rows_without_their_header_are_marked_where_they_stand() -> None:
    (split,) = shown(PIER, "fixed:200").splits
    bearing = [n for n, chunk in enumerate(split.chunks) if "row without header" in {word for word, _ in chunk.badges}]
    assert [PIER[slice(*split.chunks[number].spans[0])] for number in bearing] == [" |\n| 20 | D | 30 | yes |\n"]


def test_the_text_of_a_chunk_can_be_put_together() -> None:
    for name in NAMES:
        splitter = from_words(name)
        page = shown(PIER, name)
        document = Document(PIER, "page.md")
        for chunk, made in zip(splitter.split(document), page.splits[0].chunks, strict=True):
            source = "".join(utf16(PIER, *span) for span in made.spans)
            assert chunk.text == (made.text if made.text is not None else made.added + source)


def test_offsets_count_as_the_browser_does() -> None:
    page = shown(HOSTILE["wide"], "fixed:12")
    source = HOSTILE["wide"]
    parts = [utf16(source, region.start, region.end) for region in page.splits[0].regions]
    assert "".join(parts) == source
    assert [part[:2] for part in parts] == ["# ", "😀😀", "or", "te", "le"]


def test_source_findings_are_told_once_and_shared() -> None:
    page = shown("# A\n\n## Empty\n", "fixed:60", "langchain")
    assert [finding.code for finding in page.findings] == ["CL101"]
    assert [split.findings for split in page.splits] == [(0,), (0,)]


def test_suppressed_findings_are_not_shown() -> None:
    page = shown("# A\n\n<!-- chunklint: ignore CL101 it is to come -->\n\n## Empty\n", "langchain")
    assert page.findings == ()


def test_a_rule_is_told_up_to_its_example() -> None:
    about = model.about_rules(["CL605"])["CL605"]
    assert about["name"] == "row-without-header"
    assert about["about"].startswith("Rows of a table that")
    assert "```" not in about["about"]


# The file


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_stay_data(name: str) -> None:
    page = shown(HOSTILE[name], path="page.md")
    found = written(page)
    assert found.tags.count("script") == 3  # the page, the report, the code
    assert not {"img", "iframe", "object"} & set(found.tags)
    read = json.loads(found.data["page-0"])
    assert read["text"] == HOSTILE[name]
    assert [split["regions"][-1]["end"] for split in read["splits"]] == [len(utf16_units(HOSTILE[name]))] * 3
    assert all(len(both) == 2 for split in read["splits"] for both in split["units"].values())


def utf16_units(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")[::2]


def test_what_is_embedded_has_no_markup() -> None:
    assert html.embedded({"a": "</script><!--"}) == '{"a":"\\u003c/script>\\u003c!--"}'
    assert html.embedded("\ud800") == '"\\ud800"'


def test_only_the_style_and_the_code_of_the_view_may_run() -> None:
    text = "".join(html.file("x", (), [html.report("x", (), (), ())]))
    style = re.search("<style>(.*?)</style>", text, re.S)
    code = re.search("<script>(.*?)</script>", text, re.S)
    assert style
    assert code
    hashes = [b64encode(sha256(found[1].encode()).digest()).decode() for found in (style, code)]
    assert Blocks(text).policy == (
        f"default-src 'none'; style-src 'sha256-{hashes[0]}'; script-src 'sha256-{hashes[1]}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def test_the_code_makes_no_markup_and_loads_nothing() -> None:
    code = html.script()
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "fetch(", "XMLHttp"):
        assert word not in code
    assert "</script" not in code
    assert not re.search(r"url\(|@import|https?:", html.asset(html.STYLE))


# The command


@pytest.fixture
def folder(here: Path) -> Path:
    (here / "docs" / "b").mkdir(parents=True)
    (here / "docs" / "pier.md").write_text(PIER, encoding="utf-8")
    (here / "docs" / "b" / "pier.md").write_text("# Quay\n\nAll is well here.\n", encoding="utf-8")
    return here


def report_of(file: Path) -> dict[str, Any]:
    found = Blocks(file.read_text(encoding="utf-8"))
    return dict(json.loads(found.data["report"]))


def test_a_page_is_read_in_its_language() -> None:
    text = "# Pier\n\nA boat may moor here unless the watch says no to it.\n"
    assert "condition" in shown(text, "heading").splits[0].units
    assert "condition" not in shown(text, "heading", path="fr/page.md").splits[0].units


def test_a_page(folder: Path, run: Run) -> None:
    words = ("view", "docs/pier.md", "--splitter", "fixed:200", "--splitter", "heading", "-o", "out.html")
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    assert out == "out.html: 1 page under fixed:200 characters, heading\n"
    report = report_of(folder / "out.html")
    assert [each["name"] for each in report["splitters"]] == ["fixed:200", "heading"]
    assert [page["path"] for page in report["pages"]] == ["docs/pier.md"]
    assert "CL605" in report["rules"]


def test_pages_in_one_file(folder: Path, run: Run) -> None:
    code, out, err = run("view", "docs", "-o", "out.html")
    assert (code, err) == (0, "")
    assert "2 pages under langchain 1000/200 characters, llamaindex 1024/200 tokens, openai" in out
    found = Blocks((folder / "out.html").read_text(encoding="utf-8"))
    assert json.loads(found.data["page-1"])["path"] == json.loads(found.data["report"])["pages"][1]["path"]


def test_pages_in_a_folder(folder: Path, run: Run) -> None:
    code, out, err = run("view", "docs", "-o", "out", "--splitter", "fixed:200")
    assert (code, err, out) == (0, "", "out/index.html: 2 pages under fixed:200 characters\n")
    names = sorted(path.relative_to(folder / "out").as_posix() for path in (folder / "out").rglob("*.*"))
    assert names == ["index.html", "pages/docs/b/pier.md.html", "pages/docs/pier.md.html", "view.css", "view.js"]
    report = report_of(folder / "out" / "index.html")
    assert [page["href"] for page in report["pages"]] == ["pages/docs/pier.md.html", "pages/docs/b/pier.md.html"]
    page = report_of(folder / "out/pages/docs/b/pier.md.html")
    assert page["index"] == "../../../index.html"
    assert page["near"] == ["../../../pages/docs/pier.md.html", ""]
    text = (folder / "out/pages/docs/b/pier.md.html").read_text(encoding="utf-8")
    assert '<script src="../../../view.js">' in text
    assert run("view", "docs", "-o", "out", "--splitter", "fixed:200")[0] == 0  # over its own


def test_the_splitters_of_the_settings(folder: Path, run: Run) -> None:
    settings = '[[splitter]]\nname = "bot"\npreset = "langchain"\nsize = 300\n'
    (folder / "docs" / "chunklint.toml").write_text(settings, encoding="utf-8")
    assert run("view", "docs", "-o", "out.html")[1] == "out.html: 2 pages under bot (langchain) 300/200 characters\n"


def test_ignored_rules_stay_out(folder: Path, run: Run) -> None:
    (folder / "chunklint.toml").write_text('ignore = ["CL6"]\n', encoding="utf-8")
    run("view", "docs", "-o", "out.html", "--splitter", "fixed:200")
    report = report_of(folder / "out.html")
    assert not any(code.startswith("CL6") for code in report["rules"])


def test_a_page_that_cannot_be_read_stands_in_the_index(folder: Path, run: Run) -> None:
    (folder / "docs" / "bad.md").write_bytes(b"# A\n\n\xff\n")
    code, _, err = run("view", "docs", "-o", "out.html")
    assert (code, err) == (0, "chunklint: warning: docs/bad.md: not UTF-8: byte 0xff on line 3\n")
    pages = {page["path"]: page for page in report_of(folder / "out.html")["pages"]}
    assert pages["docs/bad.md"]["error"] == "not UTF-8: byte 0xff on line 3"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("docs", "-o", "no/such/out.html"), "no/such/out.html: there is no folder no/such"),
        (("docs", "-o", "docs/pier.md"), "docs/pier.md is one of the pages: name another file"),
        (("docs", "-o", "taken"), "taken is a file that does not end in .html: name a folder or an .html file"),
        (("docs", "-o", "site"), "site/index.html was not written by chunklint: name another folder"),
        (("gone.md", "-o", "out.html"), 'no such file or folder: "gone.md"'),
        (("nothing", "-o", "out.html"), "no pages to show"),
        (("docs", "--splitter", "langchian", "-o", "out.html"), 'did you mean "langchain"?'),
        (("docs", "--splitter", "fixed:0", "-o", "out.html"), "must be a whole number from 1, not 0"),
        (("bad.md", "-o", "out.html"), "bad.md: not UTF-8: byte 0xff on line 1"),
    ],
)
def test_wrong_use(folder: Path, run: Run, words: tuple[str, ...], said: str) -> None:
    (folder / "taken").write_text("mine", encoding="utf-8")
    (folder / "bad.md").write_bytes(b"\xff")
    (folder / "site").mkdir()
    (folder / "nothing").mkdir()
    (folder / "site" / "index.html").write_text("<p>mine", encoding="utf-8")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    code, out, err = run("view", *words)
    assert (code, out) == (2, "")
    assert err.startswith("chunklint: error: ")
    assert said in err
    assert err.count("\n") == 1
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_a_folder_that_cannot_be_made(folder: Path, run: Run) -> None:
    (folder / "taken").write_text("mine", encoding="utf-8")
    code, _, err = run("view", "docs", "-o", "taken/out")
    assert code == 2
    assert "taken/out" in err
    assert "cannot be made: not a directory" in err


def test_a_file_that_cannot_be_written(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    code, _, err = run("view", "docs", "-o", "out.html")
    assert (code, err) == (2, "chunklint: error: out.html: cannot be written: no space left on device\n")
    assert not [path for path in folder.iterdir() if "chunklint-" in path.name]  # nothing half-written is left


def test_too_much_for_one_file(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chunklint.view.write.ONE_FILE", 400)
    code, _, err = run("view", "docs", "-o", "out.html")
    assert code == 2
    assert "2 pages of 0.0 MB are too much for one file (limit: 0 MB): name a folder, such as -o out\n" in err


def test_output_is_required(folder: Path, run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        run("view", "docs")
    assert stopped.value.code == 2
    assert "-o" in capsys.readouterr().err


def test_names_that_differ_in_case_only_are_two_files(here: Path) -> None:
    from chunklint.view.write import _file_names

    assert _file_names(["a.md", "A.md", "/x/../y.md", "../y.md"]) == [
        "pages/a.md.html",
        "pages/A.md.1.html",
        "pages/x/y.md.html",
        "pages/y.md.html",
    ]


def test_many_pages_use_all_processors_and_keep_their_order(here: Path, run: Run) -> None:
    for number in range(45):
        (here / f"p{number:02}.md").write_text(f"# Page {number}\n\nSome words stand here.\n", encoding="utf-8")
    assert run("view", "-o", "out", "--splitter", "fixed:20")[0] == 0
    pages = report_of(here / "out" / "index.html")["pages"]
    assert [page["path"] for page in pages] == [f"p{number:02}.md" for number in range(45)]
