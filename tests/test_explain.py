"""``chunklint explain``: what the rules make of one line, and what keeps them from it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chunklint import catalogue, engine
from chunklint.explain import KINDS, blocks_at
from chunklint.finding import Finding
from chunklint.settings import Settings
from chunklint.splitters.configured import from_words
from tests.conftest import Run
from tests.examples import RULE_PAGES, Example, examples

PAGE = """\
# Returns

## Digital goods

|     |     |
| --- | --- |
| Box | 45  |

<!-- chunklint: ignore CL301 no names -->

|     |     |
| --- | --- |
| Box | 45  |

## Opened boxes

1. Open the box.
2. Look into it.
"""


@pytest.fixture
def page(here: Path) -> Path:
    path = here / "docs/returns.md"
    path.parent.mkdir()
    path.write_text(PAGE, encoding="utf-8")
    return path


def explained(run: Run, place: str, *words: str) -> dict[str, Any]:
    code, out, err = run("explain", place, "--output-format", "json", *words)
    assert code == 0, err
    found: dict[str, Any] = json.loads(out)
    return found


def why(found: dict[str, Any]) -> dict[str, str]:
    return {finding["code"]: finding["why"] for finding in found["silenced"]}


def test_text(page: Path, run: Run) -> None:
    code, out, err = run("explain", "docs/returns.md:5")
    assert (code, err) == (0, "")
    assert out == (
        "docs/returns.md:5 (generic)\n"
        "  | |     |     |\n"
        "stands in   table (lines 5-7)\n"
        "section     Returns > Digital goods (lines 3-13)\n"
        "reported    CL301 [error] table has no column names: no chunk says what the cells of its 1 row are\n"
        "kept back   CL308 table-without-lead-in: off by default\n"
        "looked      CL301, CL303, CL304, CL307 (rules about: table)\n"
        "silent      CL602, CL605, CL610, CL611, CL613, CL614: no splitter is configured\n"
        "off         CL302, CL305, CL308, CL309: off by default\n"
    )


def test_place(page: Path, run: Run) -> None:
    found = explained(run, "docs/returns.md:18")
    assert [(b["kind"], b["first"], b["last"]) for b in found["blocks"]] == [
        ("list", 17, 18),
        ("item", 18, 18),
        ("paragraph", 18, 18),
    ]
    assert found["section"] == {"kind": "section", "first": 15, "last": 18, "path": ["Returns", "Opened boxes"]}
    blank = explained(run, "docs/returns.md:4:7")
    assert (blank["line"], blank["blocks"], blank["source"]) == (4, [], "")
    assert blank["section"]["path"] == ["Returns", "Digital goods"]
    page.write_text("---\ntitle: A\n---\n\nIntro.\n", encoding="utf-8")
    assert explained(run, "docs/returns.md:2")["blocks"][0]["kind"] == "front-matter"
    assert explained(run, "docs/returns.md:5")["section"] is None


def test_causes(page: Path, run: Run) -> None:
    page.write_text("# T\n\n## Same\n\nA.\n\n## Same\n\nB.\n", encoding="utf-8")
    found = explained(run, "docs/returns.md:3")
    assert found["findings"] == []
    assert [(f["code"], f["line"], f["causes"]) for f in found["caused"]] == [("CL105", 7, [[7, 7], [3, 3]])]
    assert "a cause of  line 7: CL105" in run("explain", "docs/returns.md:3")[1]
    assert "(caused on line 3)" in run("explain", "docs/returns.md:7")[1]


def test_kept_back_by_a_comment(page: Path, run: Run) -> None:
    found = explained(run, "docs/returns.md:11")
    assert found["findings"] == []
    assert why(found)["CL301"] == "suppressed by the comment on line 9"


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ('ignore = ["table-without-header"]', 'ignore = ["table-without-header"]'),
        ('per-file-ignores = { "docs/*" = ["CL3"] }', 'per-file-ignores "docs/*" = ["CL3"]'),
        ('select = ["CL1"]', "select does not name it"),
    ],
)
def test_kept_back_by_settings(page: Path, run: Run, settings: str, reason: str) -> None:
    Path("chunklint.toml").write_text(settings + "\n", encoding="utf-8")
    found = explained(run, "docs/returns.md:5")
    assert found["findings"] == []
    assert why(found)["CL301"] == reason
    assert "CL301" in found["off"][reason]
    assert [f["code"] for f in explained(run, "docs/returns.md:5", "--isolated")["findings"]] == ["CL301"]


def test_severity_and_exclude(page: Path, run: Run) -> None:
    Path("chunklint.toml").write_text('severity = { CL301 = "info" }\nexclude = ["docs/"]\n', encoding="utf-8")
    out = run("explain", "docs/returns.md:5")[1]
    assert out.startswith("docs/returns.md:5 (generic): exclude leaves this page out\n")
    assert "reported    CL301 [info] table" in out
    assert "severity    CL301 is info by the settings, else error\n" in out


def test_splitters(page: Path, run: Run) -> None:
    text = '[[splitter]]\nname = "bot"\npreset = "fixed"\nsize = 60\n[[splitter]]\nname = "bot 2"\npreset = "heading"\n'
    Path("chunklint.toml").write_text(text, encoding="utf-8")
    found = explained(run, "docs/returns.md:5")
    assert [(c["splitter"], c["number"], c["headings"]) for c in found["chunks"]] == [
        ("bot", 1, []),
        ("bot 2", 1, ["Returns", "Digital goods"]),
    ]
    assert {c["splitter"] for c in found["chunks"]} == {"bot", "bot 2"}
    for chunk in found["chunks"]:
        assert chunk["first"] <= 5 <= chunk["last"]
        assert chunk["number"] <= chunk["total"]
    assert "CL304" in found["silent"]["the cut rules report what the configured splitters really do"]
    assert "CL605" in found["looked"]
    out = run("explain", "docs/returns.md:5")[1]
    assert "chunks      bot (fixed) 60/0 characters: 1 (lines 1-7)" in out
    assert "Digital goods) of" in out
    only = explained(run, "docs/returns.md:5", "--splitter", "langchain:80/0")
    assert {c["splitter"] for c in only["chunks"]} == {"langchain:80/0"}


def test_wrong_use(page: Path, run: Run) -> None:
    def error(*words: str) -> str:
        code, out, err = run("explain", *words)
        assert (code, out) == (2, "")
        return err

    assert error("docs/returns.md") == 'chunklint: error: "docs/returns.md" names no line: write PATH:LINE\n'
    assert error("docs/returns.md:99") == "chunklint: error: docs/returns.md has 18 lines: there is no line 99\n"
    assert error("docs/returns.md:19") == "chunklint: error: docs/returns.md has 18 lines: there is no line 19\n"
    assert error("docs/returns.md:0") == "chunklint: error: docs/returns.md has 18 lines: there is no line 0\n"
    assert error("none.md:1") == "chunklint: error: none.md: no such file or directory\n"
    assert "is a directory" in error("docs:1")
    assert "must be one of" in error("docs/returns.md:1", "--splitter", "x")
    page.write_bytes(b"\x00")
    assert "binary" in error("docs/returns.md:1")


def test_names_with_colons(here: Path, run: Run) -> None:
    (here / "a:3:b.md").write_text("# T\n\nText.\n")
    assert explained(run, "a:3:b.md:3")["path"] == "a:3:b.md"


def _reported(example: Example, code: str) -> list[Finding]:
    words = example.words.get("splitter", "")
    settings = Settings(
        dialect=example.words.get("dialect", "gfm"),
        select=(code,),
        splitters=(from_words(words),) if words else (),
    )
    return engine.check_page(example.text, example.path, settings.page(Path(example.path)))


@pytest.mark.parametrize("rule", catalogue.load().rules.values(), ids=lambda rule: rule.code)
def test_every_rule_is_about_some_block(rule: catalogue.Rule) -> None:
    assert set(rule.blocks) <= {"any", "page", *KINDS.values()}
    assert bool(rule.blocks) is (rule.code != "CL001"), "a page that cannot be read has none"


@pytest.mark.parametrize("page", RULE_PAGES, ids=lambda page: page.name[:5])
def test_blocks_of_the_examples(page: Path) -> None:
    """What a rule's own examples report stands on a block that the rule is said to be about."""
    code = page.name[:5]
    about = set(catalogue.load().rules[code].blocks)
    for example in examples(page):
        for finding in _reported(example, code):
            kinds = [place.kind for place in blocks_at(example.document, finding.line)]
            assert not kinds or {"any", "page", *kinds} & about, (kinds, example.line)
