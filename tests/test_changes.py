"""``--diff-base``: which findings a change made, read from real git."""

from __future__ import annotations

import pytest

from chunklint.document import Document, Span
from chunklint.finding import Finding
from chunklint.placing import placed
from tests.conftest import Run
from tests.repositories import EMPTY, Repository, reported, since

TABLE = "| Name | Days |\n| --- | --- |\n| Goods | 14 |\n| Books | 30 |\n"


def test_nothing_changed(repo: Repository, run: Run) -> None:
    assert reported(run) == [("a.md", 5, "CL101")]
    code, out, err = run("check", "--diff-base", "main")
    assert (code, out, err) == (0, "", "chunklint: 0 files checked: the change has none of the pages\n")


def test_added_line(repo: Repository, run: Run) -> None:
    repo.write("a.md", EMPTY + "\n## New\n")
    assert since(run) == [("a.md", 11, "CL101")]
    repo.commit()
    assert since(run) == [("a.md", 11, "CL101")]
    repo.write("a.md", "Above.\n\n" + EMPTY)
    assert since(run) == [], "an old finding whose line moved is not new"


def test_changed_line(repo: Repository, run: Run) -> None:
    repo.edit("a.md", "## Empty", "## Still empty")
    assert since(run) == [("a.md", 5, "CL101")]


def test_text_beside_an_old_finding(repo: Repository, run: Run) -> None:
    repo.edit("a.md", "Text of this section.", "Another text of this section.")
    assert since(run) == []


def test_answer_deleted_below_an_untouched_question(repo: Repository, run: Run) -> None:
    page = "# Questions\n\n## How long?\n\nTwo weeks.\n\n## How much?\n\nNothing.\n"
    repo.git("checkout", "--quiet", "main")
    repo.write("faq.md", page)
    repo.commit()
    repo.git("checkout", "--quiet", "-B", "topic")
    repo.edit("faq.md", "Two weeks.\n\n", "")
    # Two questions now share one answer: the first one is untouched, and it is where the loss stands.
    assert since(run) == [("faq.md", 3, "CL206")]
    repo.write("faq.md", page.replace("Nothing.\n", ""))
    assert since(run) == [("faq.md", 7, "CL201")]
    repo.write("faq.md", "\n".join(page.splitlines()[:-1]))
    assert since(run) == [("faq.md", 7, "CL201")]


def test_cause_deleted_far_away(repo: Repository, run: Run) -> None:
    """What spells out an acronym stands in another section, and its line is gone."""
    repo.git("checkout", "--quiet", "main")
    spelled, parts = "The service level agreement (SLA) is below.\n\n", "## Part\n\nWords.\n\n" * 20
    page = f"# Rate\n\n{spelled}{parts}An SLA holds.\n"
    repo.write("sla.md", page)
    repo.commit()
    repo.git("checkout", "--quiet", "-B", "topic")
    repo.write("sla.md", page.replace(spelled, ""))
    assert since(run, "--select", "CL408") == [("sla.md", 83, "CL408")]


def test_text_deleted_beside_an_old_finding(repo: Repository, run: Run) -> None:
    for kept in ("# Title\n\n## Empty\n\n## Filled\n\nText of this section.\n", EMPTY.split("## Filled")[0]):
        repo.write("a.md", kept)
        assert ("a.md", "CL101") in [(path, code) for path, _, code in reported(run)]
        assert since(run) == []


def test_row_deleted_from_a_table_that_is_too_long(repo: Repository, run: Run) -> None:
    row = "| The copy is kept for thirty days | and removed | at night |\n"
    repo.write(
        "t.md", "# T\n\nBelow:\n\n| What | Then | When |\n| --- | --- | --- |\n" + row * 200 + "\n## End\n\nText.\n"
    )
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    text = (repo.path / "t.md").read_text()
    repo.write("t.md", text.replace(row * 5, row * 4, 1))
    assert since(run, "--select", "CL304") == [("t.md", 5, "CL304")]
    repo.write("t.md", text.replace("Below:\n\n", ""))
    assert since(run, "--select", "CL304") == []


def test_cause_is_the_innermost_block() -> None:
    document = Document("Text.\n\n:::note\n\nIn a box.\n\n:::\n", "a.md", "generic")
    for word, lines in {"Text": (1, 1), "In a": (5, 5), ":::\n": (3, 7)}.items():
        at = document.text.index(word)
        (finding,) = placed(document, [Finding(Span(at, at + 1), "message")])
        assert finding.cause_lines == (lines,)


def test_first_of_two_equal_headings_is_a_cause(repo: Repository, run: Run) -> None:
    repo.git("checkout", "--quiet", "main")
    repo.write("b.md", "# T\n\n## One\n\nFirst.\n\n## Two\n\nSecond.\n\nMore.\n")
    repo.commit()
    repo.git("checkout", "--quiet", "-B", "topic")
    repo.edit("b.md", "## One", "## Two")
    assert since(run) == [("b.md", 7, "CL105")]
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    repo.edit("b.md", "More.", "More words.")
    assert since(run) == [], "the text below a repeated heading does not make it one"


def test_block_between_two_lists_is_a_cause(repo: Repository, run: Run) -> None:
    repo.git("checkout", "--quiet", "main")
    repo.write("b.md", "# T\n\n1. Open the file:\n\n   ```sh\n   vi a\n   ```\n\n1. Save it.\n")
    repo.commit()
    repo.git("checkout", "--quiet", "-B", "topic")
    repo.write("b.md", "# T\n\n1. Open the file:\n\n```sh\nvi a\n```\n\n1. Save it.\n")
    assert since(run) == [("b.md", 9, "CL313")]


def test_other_row_is_no_cause(repo: Repository, run: Run) -> None:
    repo.git("checkout", "--quiet", "main")
    repo.write("b.md", f"# T\n\nThese are the days:\n\n{TABLE}| Bad |\n")
    repo.commit()
    repo.git("checkout", "--quiet", "-B", "topic")
    repo.edit("b.md", "| Goods | 14 |", "| Goods | 15 |")
    assert since(run) == []
    repo.edit("b.md", "| Name | Days |", "| Name | Days or weeks |")
    assert since(run) == [("b.md", 9, "CL303")]


def test_one_more_of_two_that_are_alike(repo: Repository, run: Run) -> None:
    repo.write("a.md", "# Title\n\nWords.\n\n## Top\n\n### Empty\n\n## Rest\n\n### Empty\n\n## End\n\nWords.\n")
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    repo.edit("a.md", "# Title\n\nWords.\n", "# Title\n\nWords.\n\n## First\n\n### Empty\n")
    assert since(run) == [("a.md", 7, "CL101")]


def test_rename_with_an_edit(repo: Repository, run: Run) -> None:
    repo.git("mv", "a.md", "b.md")
    assert since(run) == []
    repo.write("b.md", EMPTY + "\n## New\n")
    repo.git("add", "-A")
    assert since(run) == [("b.md", 11, "CL101")]
    repo.commit()
    assert since(run) == [("b.md", 11, "CL101")]


def test_rename_of_the_folder_and_whole_page_rules(repo: Repository, run: Run) -> None:
    repo.git("checkout", "--quiet", "main")
    page = "## One\n\nWords.\n\n## Two\n\n" + "Text of this.\n" * 9
    repo.write("docs/no title.md", "Intro.\n\n" + page)
    repo.commit()
    repo.git("checkout", "--quiet", "-B", "topic")
    assert ("docs/no title.md", 1, "CL109") in reported(run)
    repo.git("mv", "docs", "guide")
    repo.write("guide/no title.md", "Introduction.\n\n" + page)
    repo.commit()
    assert since(run) == [], "the page had no title before either, though its first line is another one now"


def test_title_removed(repo: Repository, run: Run) -> None:
    repo.write("a.md", "Words.\n\n## One\n\nText.\n\n## Two\n\nText.\n")
    assert since(run) == [("a.md", 1, "CL109")]


def test_merge_from_main(repo: Repository, run: Run) -> None:
    repo.write("a.md", EMPTY + "\n## New\n")
    repo.commit("ours")
    repo.git("checkout", "--quiet", "main")
    repo.write("b.md", EMPTY)
    repo.edit("a.md", "# Title\n\nWords.\n", "# Title\n\nWords.\n\n## Theirs\n")
    repo.commit("theirs")
    repo.git("checkout", "--quiet", "topic")
    repo.git("merge", "--quiet", "--no-edit", "main")
    assert {(path, line) for path, line, _ in reported(run)} == {("a.md", 5), ("a.md", 7), ("a.md", 13), ("b.md", 5)}
    assert since(run) == [("a.md", 13, "CL101")]


LONG = "The copy is kept for thirty days after the order unless the job that cleans the store was told to keep it. "


def test_cuts_are_new_or_old(repo: Repository, run: Run) -> None:
    """A cut moves when the text above it does: an untouched sentence that was whole is reported."""
    repo.git("checkout", "--quiet", "main")
    page = "# Title\n\nA few words stand here.\n\n" + LONG.strip() + "\n"
    repo.write("c.md", page)
    repo.commit()
    repo.git("checkout", "--quiet", "-B", "topic")
    words = ("--splitter", "fixed:150", "--select", "CL601", "c.md")
    assert reported(run, *words) == []
    repo.edit("c.md", "words stand here.", "words stand here, and " + "more and " * 4 + "more.")
    assert since(run, *words) == [("c.md", 5, "CL601")]
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    repo.edit("c.md", "A few words", "Some words")
    assert reported(run, *words) == [("c.md", 5, "CL601")]
    assert since(run, *words) == [], "it was cut before"
    repo.edit("c.md", "thirty days", "forty days")
    assert since(run, *words) == [("c.md", 5, "CL601")], "its own line changed"


def test_old_cut_beside_a_change_in_its_paragraph(repo: Repository, run: Run) -> None:
    repo.write("c.md", f"# Title\n\nA few words stand here, and more of them.\n\n{LONG.strip()}\nSo it is.\n")
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    repo.edit("c.md", "So it is.", "So it was.")
    words = ("--splitter", "fixed:120", "--select", "CL601", "c.md")
    assert reported(run, *words) == [("c.md", 5, "CL601")]
    assert since(run, *words) == []


def test_page_without_headings(repo: Repository, run: Run) -> None:
    repo.write("b.md", "# T\n\nText.\n")
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    repo.write("b.md", "| | |\n| - | - |\n| a | b |\n")
    assert since(run) == [("b.md", 1, "CL301")]


BOXES = "# T\n\nWords.\n\n!!! note\n\n    | a | b |\n    | c | d |\n\n    Text in a box.\n\n    - One.\n    - Two.\n"


def test_other_text_in_one_box_is_no_cause(repo: Repository, run: Run) -> None:
    """The innermost block around a finding counts, not the call-out or list that holds much else."""
    repo.write("mkdocs.yml", "site_name: x\n")
    repo.write("b.md", BOXES)
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    assert ("b.md", 7, "CL307") in reported(run)
    repo.edit("b.md", "- Two.", "- Two or three.")
    assert since(run) == []
    repo.edit("b.md", "| c | d |", "| c | e |")
    assert since(run) == [("b.md", 7, "CL307")]


@pytest.mark.parametrize(
    ("code", "before", "after", "line"),
    [
        ("CL104", "# A\n\n## B\n\nText.\n\n### C\n\nText.\n", "# A\n\nB\n\nText.\n\n### C\n\nText.\n", 7),
        ("CL104", "# A\n\nT.\n\n### C\n\nText.\n", "# A a\n\nT.\n\n### C\n\nText.\n", 5),
        ("CL206", "## A?\n\n## B?\n\nText.\n", "## A?\n\n## C?\n\nText.\n", 1),
        ("CL202", "# T\n\n**A?**\n\nText.\n\n**B?**\n\nText.\n", "# T\n\n**A?**\n\nText.\n\n**C?**\n\nText.\n", 3),
        ("CL205", "# T\n\n## A?\n\n[this page](a.md)\n", "# T\n\n## A?\n\n[this page](b.md)\n", 3),
        ("CL303", "|a|b|\n|-|-|\n|c|d|\n|e|\n", "|a|bb|\n|-|-|\n|c|d|\n|e|\n", 4),
        ("CL401", "# T\n\n## Notes\n\nThey run daily at night.\n", "# T\n\n## Note\n\nThey run daily at night.\n", 5),
        (
            "CL404",
            "# T\n\n- You can return all.\n\nUnless it is used.\n",
            "# T\n\n- You can return any.\n\nUnless it is used.\n",
            5,
        ),
        (
            "CL405",
            "# T\n\nEverything on this page requires a key.\n\n## A\n\nText.\n",
            "# T\n\nEverything on this page requires a key.\n\n## A\n\nText.\n\n## B\n\nText.\n",
            3,
        ),
        ("CL312", "1. a\n" * 900, "1. a\n" * 450 + "1. b\n" + "1. a\n" * 449, 1),
    ],
    ids=lambda value: value if isinstance(value, str) and value.startswith("CL") else "",
)
def test_causes(repo: Repository, run: Run, code: str, before: str, after: str, line: int) -> None:
    """A change of a cause reports a finding whose own line is untouched; one of the text below or beside does not."""
    repo.write("b.md", before + "\n\n## End\n\nEnd of it.\n")
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    repo.write("b.md", after + "\n\n## End\n\nEnd of it.\n")
    assert since(run, "--select", code, "b.md") == [("b.md", line, code)]
    repo.write("b.md", before + "\n\n## End\n\nAnother end.\n")
    assert since(run, "--select", code, "b.md") == []
