"""Rules know the splitter: which of them speak under which, and that ``--show-settings`` says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from chunklint import catalogue, check_text
from chunklint.splitters.presets import PRESETS
from tests.conftest import NAMES, Run

# What the libraries do, said once more and apart from the presets.
LINES = {"langchain-headers", "open-webui", "llamaindex-markdown", "dify"}
HEADINGS = LINES | {"heading", "question", "unstructured", "docling", "semantic-text-splitter", "vertex", "docsearch"}

ABOUT_HEADINGS = """\
# Boxes

## Prices

A small box costs two euros a day.

## Prices

A large box costs four euros a day.

**What is a week?**

Seven days, and the first hour of the eighth.

**What is a day?**

The hours from six to six.

## Halls

**North hall**

It is near the river, and it has forty boxes in all.

The porter is there from six to six.

**South hall**

It is near the station, and it has ninety boxes in all.

The porter is there from nine to five.

## Codes

```sh
hall open --all
"""
AS_LINES = (
    "Boxes\n=====\n\nA box is kept for a day.\n\n````md\n```sh\n# Open the hall\n```\n````\n\nThen it is emptied.\n"
)
LONG = "A box of the north hall is kept for thirty days and is then emptied by the porter of the hall. "
TOO_LARGE = "\n\n".join(
    [
        "# Boxes",
        *[LONG * 3] * 40,
        "## Prices",
        LONG * 40,
        "## How long is a box kept?",
        *[LONG * 4] * 14,
        "## Table",
        "| Hall | Boxes | Days |\n| --- | --- | --- |\n" + "| north hall | 40 | 30 |\n" * 90,
        "## Steps",
        "\n".join(f"{n}. {LONG}" for n in range(1, 60)),
        "## Code",
        "```python\n" + "box = hall.find(size='small', days=30)\n" * 90 + "```",
    ]
)
SIZE = {"CL102", "CL113", "CL207", "CL304", "CL312", "CL502"}


def codes(page: str, *splitters: object) -> set[str]:
    return {finding.code for finding in check_text(page, splitters=splitters)}


def test_the_lists_name_presets() -> None:
    assert set(PRESETS) > HEADINGS


@pytest.mark.parametrize("name", [None, *NAMES])
def test_heading_rules_speak_where_headings_are_used(name: str | None) -> None:
    spoken = codes(ABOUT_HEADINGS, *filter(None, [name])) & {"CL105", "CL107", "CL202", "CL501"}
    assert spoken == ({"CL105", "CL107", "CL202", "CL501"} if name in {None, *HEADINGS} else set())


@pytest.mark.parametrize("name", [None, *NAMES])
def test_rules_about_lines_speak_where_lines_are_taken_for_headings(name: str | None) -> None:
    spoken = codes(AS_LINES, *filter(None, [name])) & {"CL108", "CL504"}
    assert spoken == ({"CL108", "CL504"} if name in {None, *LINES} else set())


@pytest.mark.parametrize("name", [None, *NAMES])
def test_rules_about_sizes_are_silent_with_any_splitter(name: str | None) -> None:
    spoken = codes(TOO_LARGE, *filter(None, [name])) & SIZE
    assert spoken == (set() if name else SIZE)


def test_one_splitter_that_uses_headings_is_enough() -> None:
    assert "CL105" in codes(ABOUT_HEADINGS, "fixed", "langchain", "heading")
    assert "CL105" not in codes(ABOUT_HEADINGS, "fixed", "langchain")
    assert "CL108" in codes(AS_LINES, "heading", "dify")
    assert "CL108" not in codes(AS_LINES, "heading", "fixed")


def test_of_a_splitter_of_ones_own_nothing_is_known() -> None:
    own = str.splitlines
    assert {"CL105", "CL107", "CL202", "CL501"} <= codes(ABOUT_HEADINGS, own)
    assert {"CL108", "CL504"} <= codes(AS_LINES, own)
    assert not SIZE & codes(TOO_LARGE, own)


MISREAD = {
    "tildes": "~~~\n# open the hall\nhall open\n~~~",
    "tildes with a language": "~~~sh\n# open the hall\nhall open\n~~~",
    "indented": "    # open the hall\n    hall open",
    "fence in a fence": "````md\n```sh\n# open the hall\n```\n````",
    "backticks": "```sh\n# open the hall\nhall open\n```",
}
LANGCHAIN = {"indented", "fence in a fence"}
LLAMAINDEX = {"tildes", "tildes with a language", "fence in a fence"}


@pytest.mark.parametrize(
    ("splitters", "misread"),
    [
        ([], LANGCHAIN | LLAMAINDEX),
        (["langchain-headers"], LANGCHAIN),
        (["open-webui"], LANGCHAIN),
        (["llamaindex-markdown"], LLAMAINDEX),
        (["dify"], LLAMAINDEX),
        (["langchain-headers", "llamaindex-markdown"], LANGCHAIN | LLAMAINDEX),
        (["langchain-headers", "heading", "fixed"], LANGCHAIN),
        (["heading"], set()),
        (["langchain"], set()),
    ],
)
def test_hashes_in_code_are_reported_in_the_forms_that_are_misread(splitters: list[str], misread: set[str]) -> None:
    pages = {form: f"# Boxes\n\nOpen the hall:\n\n{code}\n\nThen it is open.\n" for form, code in MISREAD.items()}
    assert {form for form, page in pages.items() if "CL504" in codes(page, *splitters)} == misread


@pytest.mark.parametrize("name", ["langchain-headers", "llamaindex-markdown"])
def test_what_is_misread_is_what_the_preset_misreads(name: str) -> None:
    """A comment that the splitter takes for a heading parts the text from what stands above the code."""
    from chunklint import split

    for form, code in MISREAD.items():
        page = f"# Boxes\n\nOpen the hall:\n\n{code}\n\nThen it is open.\n"
        assert (len(split(page, name)) > 1) == (form in (LANGCHAIN if name == "langchain-headers" else LLAMAINDEX))


def test_readers_of_the_settings_win(here: Path, run: Run) -> None:
    page = f"# Boxes\n\nOpen the hall:\n\n{MISREAD['indented']}\n\nThen it is open.\n"
    (here / "page.md").write_text(page, encoding="utf-8")
    words = ["check", "--select", "CL504", "--splitter", "langchain-headers"]
    assert run(*words)[0] == 1
    (here / "chunklint.toml").write_text('[rules.hash-in-code]\nreaders = ["llamaindex"]\n', encoding="utf-8")
    assert run(*words)[0] == 0


def test_a_silent_rule_is_silent_though_it_is_selected(here: Path, run: Run) -> None:
    (here / "page.md").write_text(ABOUT_HEADINGS, encoding="utf-8")
    assert run("check", "--select", "CL105")[0] == 1
    assert run("check", "--select", "CL105", "--splitter", "fixed")[:2] == (0, "No findings in 1 file.\n")


def shown(run: Run, *splitters: str) -> tuple[dict[str, str], list[str], list[str]]:
    """What ``--show-settings`` says: the silent rules by the reason, those that are off, those that are on."""
    words = [word for name in splitters for word in ("--splitter", name)]
    lines = run("check", "--show-settings", "--isolated", *words)[1].splitlines()
    silent = dict(line.removeprefix("silent, since ").split(": ") for line in lines if line.startswith("silent"))
    (off,) = (line.removeprefix("off: ").split(", ") for line in lines if line.startswith("off: "))
    return silent, off, [line.split()[0] for line in lines if line.startswith("  CL")]


STORES = "only chunklint audit looks at stored chunks"
FACTS = "only chunklint facts tries known answers"
NO_HEADINGS = "no configured splitter uses headings"
NO_LINES = "no configured splitter takes lines for headings without parsing the page"
REALLY = "the cut rules report what the configured splitters really do"


def test_settings_say_which_rules_are_silent_and_why(here: Path, run: Run) -> None:
    cuts = [code for code in catalogue.load().rules if code.startswith("CL6")]
    assert len(cuts) == 14
    stores = ", ".join(code for code in catalogue.load().rules if code.startswith("CL8"))
    facts = ", ".join(code for code in catalogue.load().rules if code.startswith("CL7"))
    silent, _, _ = shown(run)
    elsewhere = {STORES: stores, FACTS: facts}
    assert silent == {"no splitter is configured": ", ".join(cuts), **elsewhere}
    size = "CL102, CL113, CL207, CL304, CL312, CL502"
    assert shown(run, "fixed")[0] == {
        REALLY: size, NO_HEADINGS: "CL105, CL107, CL202, CL501", NO_LINES: "CL108, CL504", **elsewhere
    }  # fmt: skip
    assert shown(run, "heading")[0] == {REALLY: size, NO_LINES: "CL108, CL504", **elsewhere}
    assert shown(run, "fixed", "langchain-headers")[0] == {REALLY: size, **elsewhere}


@pytest.mark.parametrize("splitters", [[], ["fixed"], ["heading"], ["dify", "fixed"]])
def test_each_rule_is_on_or_off_or_silent(here: Path, run: Run, splitters: list[str]) -> None:
    silent, off, on = shown(run, *splitters)
    quiet = [code for codes in silent.values() for code in codes.split(", ")]
    assert sorted([*quiet, *off, *on]) == sorted(catalogue.load().rules)
