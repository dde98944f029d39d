"""``chunklint audit``, run as its users do."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from chunklint import split
from chunklint.cli import main
from chunklint.report import FORMATS
from tests import formats

Run = Callable[..., tuple[int, str, str]]

# A page of rules, cut by a window: the halves of facts that a search of the store has to bring to light.
POLICY = """\
# Borrowing at the boat house

Canoes may be borrowed for 10 days and come back dry. Rowing boats that were built of wood have a longer loan period of
21 days from the day of the hand-over, provided that the hull has been oiled and was not lent more than twice before.

## Deposits

| Boat   | Deposit (EUR) | Insured |
| ------ | ------------- | ------- |
| canoe  | 40            | yes     |
| gig    | 90            | no      |

Pay at the desk:

```sh
desk pay --boat gig
```

- oars are lent with each boat
- vests are not

See [the desk](https://example.org/desk)
"""
CUT = POLICY.index("21 days")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/boats.md").write_text(POLICY, encoding="utf-8")
    return tmp_path


@pytest.fixture
def run(here: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*args: str) -> tuple[int, str, str]:
        code = main(["audit", *args])
        out, err = capsys.readouterr()
        return code, out, err

    return command


def store(folder: Path, *records: dict[str, Any], name: str = "chunks.jsonl") -> str:
    text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    (folder / name).write_text(text, encoding="utf-8")
    return name


def windows(*ends: int) -> list[dict[str, Any]]:
    """The policy cut at these offsets."""
    bounds = [0, *ends, len(POLICY)]
    texts = (POLICY[a:b] for a, b in pairwise(bounds))
    return [
        {"id": f"boats#{number}", "text": text.strip(), "source": "docs/boats.md"}
        for number, text in enumerate(texts, 1)
    ]


def lines(out: str, code: str) -> list[str]:
    return [line for line in out.splitlines() if f" {code} " in line and line[0] != " "]


def by_grep(records: list[dict[str, Any]]) -> tuple[list[str], list[str]]:
    """What a search with patterns finds: chunks that end without a mark, and chunks that start with a small letter."""
    no_end = [one["id"] for one in records if not re.search(r"""[.?!)"'\]]\Z""", one["text"])]
    small = [one["id"] for one in records if re.match(r"[a-z]", one["text"])]
    return no_end, small


ENDS = 'chunks.jsonl:1:1: CL808 [warning] chunk "boats#1" looks cut at its end (heuristic): '
STARTS = 'chunks.jsonl:2:1: CL808 [warning] chunk "boats#2" looks cut at its start (heuristic): '
CUTS = "docs/boats.md:3:55: CL601 [error] chunks.jsonl cuts this sentence: "
BLOCKS = [CUT, *(POLICY.index(start) for start in ("## Deposits", "Pay at", "```sh", "- oars", "See "))]


def test_the_suspects_of_a_search_with_patterns_and_none_of_its_false_ones(here: Path, run: Run) -> None:
    records = windows(*BLOCKS)
    records[1]["text"] = records[1]["text"].replace("21 days", "twenty-one days")
    # A table, a lead-in, a fence and a list end without a full stop, and nothing of them is cut.
    assert by_grep(records) == (["boats#1", "boats#3", "boats#4", "boats#5", "boats#6"], ["boats#2"])
    code, out, _ = run(store(here, *records), "--output-format", "concise", "--select", "CL808")
    assert code == 1
    assert lines(out, "CL808") == [
        ENDS + '"…ave a longer loan period of"',
        STARTS + '"twenty-one days from the da…"',
    ]
    assert "14.3% of the chunks look cut at their end" in out
    assert "rate of silent wrong answers" in out


def test_sentence_by_sentence_nothing_is_suspect(here: Path, run: Run) -> None:
    records = windows(POLICY.index("Rowing"), *BLOCKS[1:])
    code, out, _ = run(store(here, *records), "--output-format", "concise")
    assert (code, lines(out, "CL808")) == (0, [])
    assert "0.0% of the chunks look cut at their end" in out


def test_against_the_source_the_finding_stands_at_its_line_and_names_the_chunk(here: Path, run: Run) -> None:
    code, out, _ = run(store(here, *windows(*BLOCKS)), "--source", "docs", "--output-format", "concise")
    assert code == 1
    assert lines(out, "CL601") == [CUTS + '"…longer loan period of" | "21 days from the day…"']
    assert lines(out, "CL808") == [
        'docs/boats.md:3:55: CL808 [warning] chunk "boats#1" ends inside a sentence: "…ve a longer loan period of"',
        'docs/boats.md:4:1: CL808 [warning] chunk "boats#2" starts inside a sentence: "21 days from the day of the h…"',
    ]
    assert "7 chunks against 1 page." in out
    assert "Whole in no chunk: 1 of " in out
    assert "Most is lost of: docs/boats.md (" in out
    assert "14.3% of the chunks end inside a sentence, 14.3% inside one that no chunk has whole." in out
    _, out, _ = run(store(here, *windows(*BLOCKS)), "--source", "docs", "--select", "CL601")
    assert "(chunks boats#1, boats#2)" in out


def test_overlap_is_credited(here: Path, run: Run) -> None:
    first, *rest = windows(*BLOCKS)
    rest[0]["text"] = POLICY[POLICY.index("Rowing") : BLOCKS[1]].strip()
    name = store(here, first, *rest)
    code, out, _ = run(name, "--source", "docs", "--output-format", "concise", "--ignore", "CL610")
    assert "[error]" not in out
    assert "[warning]" not in out
    assert code == 0
    assert " CL808 [info] " in out
    assert "14.3% of the chunks end inside a sentence, 0.0% inside one that no chunk has whole." in out


@pytest.mark.parametrize("preset", ["langchain:200/40", "fixed:150", "llamaindex:60/10", "langchain-headers:150/0"])
def test_the_cuts_of_a_store_are_those_of_its_splitter(
    here: Path, run: Run, capsys: pytest.CaptureFixture[str], preset: str
) -> None:
    records = [
        {"id": str(number), "text": chunk.text, "source": "boats.md", "headings": chunk.headings}
        for number, chunk in enumerate(split(POLICY, preset))
    ]
    main(["check", "docs", "--select", "CL6", "--splitter", preset, "--output-format", "json"])
    checked = json.loads(capsys.readouterr().out)["findings"]
    _, out, _ = run(store(here, *records), "--source", "docs", "--select", "CL6", "--output-format", "json")
    audited = json.loads(out)["findings"]
    places = [[(f["code"], f["line"], f["column"]) for f in found] for found in (checked, audited)]
    assert places[0] == places[1]
    assert places[0] or preset.startswith("langchain-headers")


def test_a_page_that_was_mended_and_one_that_is_gone(here: Path, run: Run) -> None:
    records = windows(POLICY.index("## Deposits"))
    records[0]["text"] = records[0]["text"].replace("10 days", "8 days")
    records.append({"id": "old#1", "text": "Rafts may be borrowed for a day.", "source": "docs/rafts.md"})
    (here / "docs/new.md").write_text("# Sails\n\nSails are lent from May to September, one for each boat.\n", "utf-8")
    name = store(here, *records)
    code, out, _ = run(name, "--source", "docs", "--output-format", "concise", "--ignore", "CL6,CL808")
    assert code == 1
    assert [line for line in out.splitlines() if ".md:" in line or ".jsonl:" in line] == [
        'docs/boats.md:3:28: CL801 [error] chunk "boats#1" says "for 8 days", the page says "for 10 days"',
        "docs/new.md:1:1: CL802 [warning] no chunk has anything of this page (12 words)",
        'chunks.jsonl:3:1: CL801 [error] 1 chunk of "docs/rafts.md": the source has no such page',
    ]
    _, out, _ = run(name, "--source", "docs/boats.md", "--output-format", "concise", "--ignore", "CL6,CL808")
    assert "1 chunk of other pages than these were not looked at." in out
    assert "rafts" not in out


def test_a_page_that_is_there_and_not_looked_at_is_not_gone(here: Path, run: Run) -> None:
    (here / "docs/.github").mkdir()
    (here / "docs/.github/hidden.md").write_text("Words.", encoding="utf-8")
    name = store(here, *windows(*BLOCKS), {"id": "h", "text": "Words.", "source": ".github/hidden.md"})
    _, out, _ = run(name, "--source", "docs", "--output-format", "concise")
    assert "CL801" not in out
    assert "1 chunk of other pages" in out


def test_comments_of_the_page_and_settings_hold(here: Path, run: Run) -> None:
    name = store(here, *windows(*BLOCKS))
    (here / "docs/boats.md").write_text(
        POLICY.replace("Canoes", "<!-- chunklint: ignore CL808, CL601 as it is -->\n\nCanoes", 1), encoding="utf-8"
    )
    _, out, _ = run(name, "--source", "docs", "--output-format", "concise", "--select", "CL808,CL601")
    assert lines(out, "CL808") == lines(out, "CL601") == []
    (here / "chunklint.toml").write_text(
        'severity = { CL808 = "info" }\n[rules.fragment-chunk]\nheuristics = ["end"]\n', encoding="utf-8"
    )
    code, out, _ = run(name, "--output-format", "concise", "--ignore", "CL804")
    assert (code, lines(out, "CL808")) == (0, [])  # "of" is a last token, and the next chunk starts with a number
    code, out, _ = run(name, "--output-format", "concise", "--select", "CL808", "--config", "chunklint.toml")
    assert code == 0


def test_words_of_the_language_that_a_source_names(here: Path, run: Run) -> None:
    (here / "chunklint.toml").write_text('[rules.fragment-chunk]\nheuristics = ["last-token"]\n', encoding="utf-8")
    text = "A guest may bring it back on the day after that one, and it costs nothing unless"
    name = store(here, *({"id": path, "text": text, "source": path} for path in ("fr/a.md", "a.md")))
    _, out, _ = run(name, "--select", "CL808", "--output-format", "concise")
    assert [line.split(":")[1] for line in lines(out, "CL808")] == ["2"]


def test_rules_of_stores_say_nothing_in_a_check(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "docs", "--select", "CL8"]) == 0
    capsys.readouterr()
    main(["check", "--show-settings", "--select", "CL8"])
    assert "only chunklint audit looks at stored chunks" in capsys.readouterr().out
    assert main(["rule", "CL808"]) == 0


@pytest.mark.parametrize(
    ("limits", "code"),
    [
        (["5%"], 1),
        (["14.2%"], 1),
        (["14.3 %"], 0),
        (["CL808=28%"], 1),
        (["CL808=29%"], 0),
        (["20%", "CL808=28%"], 1),
        (["CL803=0%"], 0),
    ],
)
def test_the_share_that_fails(here: Path, run: Run, limits: list[str], code: int) -> None:
    name = store(here, *windows(*BLOCKS))
    given = [word for limit in limits for word in ("--fail-over", limit)]
    assert run(name, "--source", "docs", *given)[0] == code


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["--fail-over", "five"], '--fail-over takes a share such as 5% or CL803=2%, not "five"'),
        (["--fail-over", "500%"], '--fail-over takes a share such as 5% or CL803=2%, not "500%"'),
        (["--fail-over", "CL810=2%"], "--fail-over: CL810 is not about single chunks: it has no share of them"),
        (["--select", "CL899"], 'unknown rule "CL899"; did you mean "CL809"?'),
        (["--source", "nowhere"], 'no such file or folder: "nowhere"'),
        (["--source", "empty"], "--source: no pages in empty"),
        (["--config", "no.toml"], 'no such settings file: "no.toml"'),
        (["--output-file", "sarif"], '--output-file takes FORMAT=PATH, such as sarif=chunklint.sarif, not "sarif"'),
    ],
)
def test_wrong_use(here: Path, run: Run, given: list[str], why: str) -> None:
    (here / "empty").mkdir()
    assert run(store(here, *windows(*BLOCKS)), *given) == (2, "", f"chunklint: error: {why}\n")


@pytest.mark.parametrize("source", [[], ["--source", "docs"]])
@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("a.jsonl", b'{"text": "A boat."}\n' * 16 + b'{"text": "A bo\n', "a.jsonl:17: not JSON: invalid control"),
        ("a.jsonl", b'{"body": "A boat.", "nr": 1}\n',
         "a.jsonl:1: a chunk has none of text, page_content, content; it has body, nr: name the field with the text"),
        ("a.jsonl", b'{"text": "caf\xe9"}\n', "a.jsonl:1: not UTF-8: byte 0xe9"),
        ("a.jsonl", b"", "a.jsonl: no chunk in this store"),
        ("a.json", b"[]", "a.json: no chunk in this store"),
        ("a.csv", b"id,text\n1,\"" + b"word " * 2_000_001, "a.csv:2: a field has more than 10,000,000 characters"),
        ("a.txt", b"A boat.", "a.txt:1: not JSON: expecting value"),
        ("a.parquet", b"PAR1", 'a.parquet: Parquet and object stores need the extra "stores"'),
    ],
    ids=["broken", "field", "encoding", "empty", "nothing", "huge", "text", "extra"],
)  # fmt: skip
def test_a_store_that_cannot_be_read(
    here: Path, run: Run, monkeypatch: pytest.MonkeyPatch, source: list[str], name: str, content: bytes, why: str
) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    (here / name).write_bytes(content)
    code, out, err = run(name, *source)
    assert (code, out) == (2, "")
    assert err.startswith(f"chunklint: error: {why}")
    assert err.count("\n") == 1


def test_a_path_that_is_missing(run: Run) -> None:
    assert run("no.jsonl") == (2, "", 'chunklint: error: no such file or folder: "no.jsonl"\n')


def test_a_chunk_larger_than_its_page(here: Path, run: Run) -> None:
    (here / "docs/boats.md").write_text(POLICY[:CUT].strip() + "\n", encoding="utf-8")
    records = [{"id": "all", "text": POLICY * 40, "source": "boats.md"}]
    code, out, _ = run(store(here, *records), "--source", "docs", "--output-format", "concise")
    assert code == 1
    assert 'docs/boats.md:1:1: CL801 [error] chunk "all" has text that this page has not: "# Borrowing' in out


def test_a_page_that_cannot_be_read_is_a_finding(here: Path, run: Run) -> None:
    (here / "docs/bad.md").write_bytes(b"caf\xe9")
    name = store(here, *windows(*BLOCKS))
    code, out, _ = run(name, "--source", "docs", "--output-format", "concise")
    assert code == 1
    assert "docs/bad.md:1:1: CL001 [error] page cannot be read: not UTF-8" in out


def test_findings_beyond_the_limit_are_counted(here: Path, run: Run) -> None:
    name = store(here, *({"id": f"c{n}", "text": "the fee is paid in the hall by"} for n in range(30)))
    code, out, _ = run(name, "--max-per-rule", "4", "--select", "CL808", "--output-format", "concise")
    assert (code, len(lines(out, "CL808"))) == (1, 4)
    assert "26 more findings are counted and not listed" in out
    assert re.search(r"CL808 fragment-chunk +30 +100.0% of the chunks", out)
    assert (
        len(lines(run(name, "--max-per-rule", "0", "--select", "CL808", "--output-format", "concise")[1], "CL808"))
        == 30
    )


def test_json_has_the_summary(here: Path, run: Run) -> None:
    _, out, err = run(store(here, *windows(*BLOCKS)), "--source", "docs", "--output-format", "json")
    summary = json.loads(out)["summary"]
    assert (summary["chunks"], summary["pages"], summary["lost_ends"], summary["rate"]) == (7, 1, 1, 0.1429)
    assert summary["flagged"]["CL808"] == {"count": 2, "share": 0.2857}
    assert summary["units"]["sentence"]["total"] - summary["units"]["sentence"]["whole"] == 1
    assert "7 chunks against 1 page." in err


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("source", [[], ["--source", "docs"]])
def test_every_format(here: Path, run: Run, name: str, source: list[str]) -> None:
    records = [*windows(*BLOCKS), {"text": "Fees\u0007 are paid.", "unit_id": "u", "part": 3, "part_count": 2}]
    code, out, _ = run(store(here, *records), *source, "--output-format", name, "--output-file", f"{name}=out")
    assert code == 1
    written = (here / "out").read_text(encoding="utf-8")
    assert "CL810" in written
    assert out.startswith(written[:200])
    if name in ("json", "sarif", "gitlab", "rdjson"):
        data = json.loads(written)
        if name == "gitlab":
            jsonschema.validate(data, formats.GITLAB)
        if name == "rdjson":
            jsonschema.validate(data, formats.DIAGNOSTIC_RESULT)
    if name in ("junit", "checkstyle"):
        schema = formats.JUNIT if name == "junit" else formats.CHECKSTYLE
        formats.conform(ElementTree.fromstring(written), schema, next(iter(schema)))  # noqa: S314


def test_fields_that_have_other_names(here: Path, run: Run) -> None:
    records = [{"key": one["id"], "body": {"en": one["text"]}, "page": one["source"]} for one in windows(*BLOCKS)]
    name = store(here, *records)
    fields = ["--text-field", "body.en", "--id-field", "key", "--source-field", "page"]
    _, out, _ = run(name, *fields, "--source", "docs", "--output-format", "concise")
    assert 'chunk "boats#1" ends inside a sentence' in out
    assert "CL804" not in out


def test_the_rate_is_known_whatever_is_selected(here: Path, run: Run) -> None:
    name = store(here, *windows(*BLOCKS))
    code, out, _ = run(name, "--select", "CL803", "--fail-over", "14%")
    assert (code, lines(out, "CL808")) == (1, [])
    assert "14.3% of the chunks look cut at their end" in out


def test_standard_input(here: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    data = "".join(json.dumps(one) + "\n" for one in windows(*BLOCKS)).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    code, out, _ = run("-", "--output-format", "concise", "--select", "CL808")
    assert (code, len(lines(out, "CL808"))) == (1, 1)
    assert lines(out, "CL808")[0].startswith("-:1:1: ")


def test_messages_fit_a_line_whatever_chunks_are_called(here: Path, run: Run) -> None:
    records = windows(*BLOCKS)
    records[0]["text"] = records[0]["text"].replace("10 days", "8 working days, Sundays and holidays not counted,")
    records += [{**records[1], "unit_id": "u" * 90, "part": 1, "part_count": 90, "has_question_line": True, "start": 7}]
    records += [
        {**records[1], "unit_id": "u" * 90, "part": 3, "part_count": 90, "has_question_line": False, "start": 7}
    ]
    records += [{"text": "Caf\u00c3\u00a9s are closed while the boats are out, and whoever", "source": "docs/boats.md"}]
    records += [{"text": "Boats\u00a0may be borrowed.", "source": "docs/" + "sub/" * 40 + "old.md"}]
    for number, one in enumerate(records):
        one["id"] = f"{'folder/' * 20}page.md#{number}"
    name = store(here, *records, name="a-store-with-a-rather-long-name.jsonl")
    spoken = set()
    for source in ([], ["--source", "docs"]):
        _, out, _ = run(name, *source, "--output-format", "json", "--extend-select", "CL8,CL6")
        for finding in json.loads(out)["findings"]:
            spoken.add(finding["code"])
            if finding["code"].startswith("CL8"):
                assert len(finding["message"]) <= 100, finding["message"]
    assert {"CL801", "CL803", "CL805", "CL808", "CL809", "CL810"} <= spoken


def of(folder: Path, page: str, *texts: str, **more: Any) -> str:
    (folder / "docs/boats.md").write_text(page, encoding="utf-8")
    return store(
        folder, *({"id": f"c{n}", "text": text, "source": "boats.md", **more} for n, text in enumerate(texts, 1))
    )


def found(run: Run, name: str, code: str, *args: str) -> list[str]:
    return lines(run(name, "--source", "docs", "--select", code, "--output-format", "concise", *args)[1], code)


def test_text_that_a_loader_left_out(here: Path, run: Run) -> None:
    """One that keeps paragraphs only: tables and code are in no chunk; headings and comments are no loss."""
    paragraphs = re.findall(r"^[A-Z][^\n]*(?:\n[^\n#|`-][^\n]*)*", POLICY, re.M)
    page = POLICY.replace("## Deposits", "<!-- " + "words of nobody " * 9 + "-->\n\n## Deposits")
    assert found(run, of(here, page, *paragraphs), "CL802") == [
        'docs/boats.md:12:1: CL802 [warning] no chunk has 20 words of "Deposits": "| canoe | 40 | yes |"'
    ]
    assert found(run, of(here, POLICY, POLICY), "CL802") == []


def test_offsets_that_are_all_off_by_the_front_matter(here: Path, run: Run) -> None:
    page = "---\ntitle: Boats\n---\n\n" + POLICY
    (here / "docs/boats.md").write_text(page, encoding="utf-8")
    records = [{**one, "start_index": POLICY.index(one["text"])} for one in windows(*BLOCKS)]
    name = store(here, *records)
    assert found(run, name, "CL805") == [
        'docs/boats.md:5:1: CL805 [warning] 7 of 7 chunks give a wrong offset: chunk "boats#1" starts at 22, not at 0'
    ]
    _, out, _ = run(name, "--source", "docs", "--select", "CL805")
    assert "help: all by -22: count characters of the page as it stands" in out
    right = [{**one, "start_index": page.index(one["text"]) - 1} for one in windows(*BLOCKS)]  # white space in front
    assert found(run, store(here, *right), "CL805") == []
    lost = [{**one, "metadata": {"start_index": -1}} for one in windows(*BLOCKS)]
    assert 'chunk "boats#1" starts at 22, not at -1' in found(run, store(here, *lost), "CL805")[0]


HARD_BLANK = 'docs/boats.md:1:1: CL806 [error] chunk "c1" has a no-break space that the page has not: '


def test_damage_against_the_page(here: Path, run: Run) -> None:
    page = "# Café\n\nA gig doesn’t cost more than 10 EUR a day.\n\nIt is dry.\n"
    broken = page.encode().decode("cp1252")
    assert found(run, of(here, page, broken), "CL806") == [
        'docs/boats.md:1:1: CL806 [error] chunk "c1" has "Ã©" for "é": "# CafÃ© A gig doesnâ€™t"'
    ]
    assert found(run, of(here, page, broken), "CL801") == found(run, of(here, page, broken), "CL802") == []
    spaces = page.replace("10 EUR", "10\u00a0EUR")
    assert found(run, of(here, page, spaces), "CL806") == [HARD_BLANK + '"re than 10␣EUR a day"']
    assert found(run, of(here, spaces, spaces), "CL806") == []
    assert found(run, of(here, broken, broken), "CL806") == []  # the page is damaged itself


@pytest.mark.parametrize("source", [[], ["--source", "docs"]])
def test_chunks_without_text(here: Path, run: Run, source: list[str]) -> None:
    name = of(here, POLICY, POLICY, " \n", "")
    _, out, _ = run(name, *source, "--select", "CL801,CL806", "--output-format", "concise")
    assert [line for line in out.splitlines() if ":1: CL" in line] == [
        'chunks.jsonl:2:1: CL806 [error] chunk "c2" has no text',
        'chunks.jsonl:3:1: CL806 [error] chunk "c3" has no text',
    ]


def test_code_without_its_indentation(here: Path, run: Run) -> None:
    page = "Pay each:\n\n```python\nfor boat in boats:\n    pay(boat)\n```\n\n- in a list\n\n  ```sh\n  pay\n  ```\n"
    stripped = "\n".join(line.strip() for line in page.splitlines())
    assert found(run, of(here, page, stripped), "CL806") == [
        'docs/boats.md:5:1: CL806 [error] chunk "c1" lost the indentation of code: "pay(boat)"'
    ]
    assert found(run, of(here, page, page.replace("\n\n", "\n")), "CL806") == []


def test_chunks_of_a_rendered_page(here: Path, run: Run) -> None:
    first = POLICY[:CUT].replace("# ", "")
    rest = (
        POLICY[CUT:].replace("## ", "").replace("```sh\n", "").replace("```\n", "").replace("- ", "").replace("|", " ")
    )
    rendered = first, re.sub(r"-{2,}", "", rest).replace("[the desk](https://example.org/desk)", "the desk")
    assert "hand-over" in rest
    name = of(here, POLICY, *rendered)
    assert [found(run, name, code) for code in ("CL801", "CL802")] == [[], []]
    assert len(found(run, name, "CL601")) == 1


def test_what_is_known_across_chunks_stands_in_the_page(here: Path, run: Run) -> None:
    name = of(here, POLICY, POLICY, POLICY, unit_id="u", part=1, part_count=2)
    assert found(run, name, "CL803") == [
        'docs/boats.md:1:1: CL803 [warning] chunk "c2" has the text of "c1": a search brings both'
    ]
    assert found(run, name, "CL810") == [
        'docs/boats.md:1:1: CL810 [error] unit "u" lacks part 2 of 2: an answer without it reads as a whole one'
    ]


def test_a_chunk_that_is_too_long_is_reported_once(here: Path, run: Run) -> None:
    (here / "chunklint.toml").write_text("[rules.CL807]\nmax-tokens = 50\n[rules.CL611]\nmax-tokens = 50\n", "utf-8")
    name = of(here, POLICY, POLICY)
    assert len(found(run, name, "CL807", "--config", "chunklint.toml")) == 1
    assert found(run, name, "CL611", "--config", "chunklint.toml") == []


def test_findings_that_look_the_same_have_fingerprints_of_their_own(here: Path, run: Run) -> None:
    text = "A gig may be borrowed for ten days or more unless"
    name = store(here, *({"id": "same", "text": text, "source": "a.md"} for _ in range(3)))
    _, out, _ = run(name, "--output-format", "json")
    found = json.loads(out)["findings"]
    assert len({finding["fingerprint"] for finding in found}) == len(found) == 5
    assert [finding["message"] for finding in found if finding["code"] == "CL803"] == [
        'chunk "same" has the text of chunks.jsonl:1: a search brings both'
    ] * 2
