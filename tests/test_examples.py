"""Every example of every rule page and case page gives exactly the output that the page states."""

from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from chunklint import catalogue, engine, report
from chunklint.audit import by_source, by_text
from chunklint.audit.summary import Summary
from chunklint.checks.across import Facts
from chunklint.facts import cases, results
from chunklint.facts.corpus import Page, chunked
from chunklint.facts.findings import findings
from chunklint.facts.judge import judge, locate
from chunklint.facts.retrieve import bm25
from chunklint.finding import Finding
from chunklint.fixes import fix_page
from chunklint.project import Project
from chunklint.settings import Settings
from chunklint.splitters.configured import from_words
from chunklint.stores.read import read_chunks
from tests.examples import CASE_PAGES, RULE_PAGES, Example, chunk, examples, outline

_ABOUT_THE_TEXT = {"dialect", "path", "bom", "crlf", "eof", "extend", "splitter", "site"}


def settings_of(example: Example, select: tuple[str, ...] | None) -> engine.PageSettings:
    """The settings that the words of an example state."""
    settings = Settings(
        dialect=example.words.get("dialect", "gfm"),
        select=select,
        facts="yaml" in example.tried,
        extend_select=tuple(filter(None, example.words.get("extend", "").split(","))),
        splitters=tuple(from_words(words) for words in [example.words.get("splitter", "")] if words),
        options=options_of(example, select),
    )
    return settings.page(Path(example.path))


def options_of(example: Example, select: tuple[str, ...] | None) -> dict[str, dict[str, object]]:
    """The options of the rules that the words of an example state."""
    options = {key: value for key, value in example.words.items() if key not in _ABOUT_THE_TEXT}
    return {code: {name: typed(code, name, value) for name, value in options.items()} for code in select or ()}


def output(example: Example, select: tuple[str, ...] | None = None) -> str:
    """What the command prints for the example in the ``concise`` format."""
    if example.is_store:
        return "\n".join(report.lines("concise", report.Run(1, audited(example, select))))
    page, site = settings_of(example, select), example.words.get("site", "")
    if "yaml" in example.tried:
        return "\n".join(report.lines("concise", report.Run(1, of_cases(example, page))))
    found = engine.check_page(example.text, example.path, page) if not site else across(example, page, site)
    return "\n".join(report.lines("concise", report.Run(1, found)))


def of_cases(example: Example, settings: engine.PageSettings) -> list[Finding]:
    """The findings about the cases behind a page."""
    file = cases.parse(example.tried["yaml"], "facts.yaml")
    page, top = Page(example.document), int(example.how.get("top", "5"))
    corpus = chunked([page], from_words(example.how["splitter"]))
    ranking = bm25([passage.text for passage in corpus.passages])
    verdicts = [judge(case, locate(case, [page]), corpus, ranking) for case in file.cases]
    grounded = []
    if "jsonl" in example.tried:
        with TemporaryDirectory() as folder:
            path = Path(folder, "answers.jsonl")
            path.write_text(example.tried["jsonl"], encoding="utf-8")
            answers = results.read_answers(path, "answers.jsonl", file.cases)
        grounded = [results.grounding(case, answers[case.query.value], corpus) for case in file.cases]
    return findings(file, [(corpus, verdicts)], grounded, settings.rules, top)


def audited(example: Example, select: tuple[str, ...] | None) -> list[Finding]:
    """The findings about a store, against its pages if it has any."""
    with TemporaryDirectory() as folder, chdir(folder):
        Path("chunks.jsonl").write_text(example.text, encoding="utf-8")
        records = list(read_chunks(["chunks.jsonl"]))
        changes = {"audits": True, "dialect": "gfm", "select": select, "options": options_of(example, select)}
        if not example.sources:
            return list(by_text.audit(records, Project(isolated=True, changes=changes), Summary()))
        for path, text in example.sources.items():
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).write_text(text, encoding="utf-8", newline="")
        splitter = by_source.store_splitter(records, "chunks.jsonl")
        project = Project(isolated=True, changes={**changes, "splitters": (splitter,)})
        return list(by_source.audit(records, [Path(path) for path in example.sources], project, splitter, Summary()))


def across(example: Example, page: engine.PageSettings, site: str) -> list[Finding]:
    """The findings about a page beside those of the same ``site`` in the same file."""
    with TemporaryDirectory() as folder:
        facts: list[Facts] = []
        for one in examples(example.page):
            if one.words.get("site") == site:
                path = Path(folder, one.path)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(one.text, encoding="utf-8", newline="")
                engine.check_file(path, one.path, page, facts)
        found = [f for name, f in engine.check_across(facts, lambda _: page) if name == example.path]
        return engine.place(Path(folder, example.path), example.path, page, found)


def typed(code: str, name: str, value: str) -> object:
    kind = catalogue.load().rules[code].options[name].type
    return int(value) if kind == "int" else [value] if kind == "list" else value


def produced(example: Example) -> dict[str, str]:
    """What comes out, for each kind of expectation that the example states."""
    select: tuple[str, ...] | None = None
    if example.page.parent.name == "rules":
        code = example.page.name.split("-")[0]
        select = ("CL301", "CL003") if code == "CL003" else (code,)
    out = {"text": output(example, select)}
    if "outline" in example.expected:
        out["outline"] = outline(example.document)
    if "fixed" in example.expected:
        fixed = fix_page(example.text, example.path, settings_of(example, select), unsafe=True).text
        out["fixed"] = fixed.replace("\r\n", "\n").removesuffix("\n")
    return out | {info: chunk(example, info) for info in example.expected if info.startswith("chunk ")}


# What CL001 reports cannot be shown as text: see test_bad_input.
WITH_EXAMPLES = [page for page in RULE_PAGES if not page.name.startswith("CL001")]


@pytest.mark.parametrize("page", [*WITH_EXAMPLES, *CASE_PAGES], ids=lambda page: page.stem)
def test_page(page: Path, update: bool) -> None:
    found = examples(page)
    if update:
        rewrite(page, found)
        found = examples(page)
    assert found, "the page has no example"
    for example in found:
        assert produced(example) == {"text": "", **example.expected}, f"the example on line {example.line}"


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=lambda page: page.stem)
def test_rule_page_has_both_examples(page: Path) -> None:
    rule = catalogue.load().rules[page.name.split("-")[0]]
    outputs = [produced(example)["text"] for example in examples(page)]
    assert any(rule.code in out for out in outputs), "no example is reported"
    assert any(not out for out in outputs), "no example is fine"


# Pages without a chunk: what they report is lost in the whole file, is not lost, or is cut at no place of its own.
NO_CHUNK = "CL001 CL002 CL003 CL004 CL104 CL111 CL114 CL203 CL307 CL701".split()


@pytest.mark.parametrize("page", RULE_PAGES, ids=lambda page: page.stem)
def test_rule_page_shows_a_chunk(page: Path) -> None:
    """Behind the output of an example that is reported, and only there; a store is chunks already."""
    shown = [example for example in examples(page) if any(info.startswith("chunk ") for info in example.expected)]
    assert bool(shown) == (page.name.split("-")[0] not in NO_CHUNK and not page.name.startswith("CL8"))
    assert all(next(iter(example.expected)) == "text" for example in shown)


def test_chunk_that_does_not_exist(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```markdown\n# A\n\nB.\n```\n\n```chunk splitter=heading n=2\n```\n", encoding="utf-8")
    [example] = examples(page)
    with pytest.raises(AssertionError, match="has 1 chunk"):
        produced(example)


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=lambda page: page.stem)
def test_rule_page_shows_its_fix(page: Path) -> None:
    rule = catalogue.load().rules[page.name.split("-")[0]]
    shown = [example for example in examples(page) if "fixed" in example.expected]
    assert bool(shown) == rule.fixable
    assert ("`--fix" in rule.text) == rule.fixable


@pytest.mark.parametrize("page", RULE_PAGES, ids=lambda page: page.stem)
def test_rule_page_is_a_manual(page: Path) -> None:
    rule = catalogue.load().rules[page.name.split("-")[0]]
    assert page.name == f"{rule.code}-{rule.name}.md"
    text = rule.text
    assert len(page.read_text(encoding="utf-8").splitlines()) <= 95
    for part in ("## Which answer is lost", "## Reported", "## How to keep it", "## When to ignore it"):
        assert part in text
    for option in rule.options.values():
        assert f"`{option.name}`" in text, "an option is not explained"
    for example in examples(page):
        for line in example.expected.get("text", "").splitlines():
            assert len(line.split("] ", 1)[-1].removeprefix("[*] ")) <= 100, "a message is longer than 100 characters"


def rewrite(page: Path, found: list[Example]) -> None:
    """Put what comes out into the expected fences, last one first so that offsets stay true."""
    text = page.read_text(encoding="utf-8")
    for example in reversed(found):
        out = produced(example)
        for kind, fence in sorted(example.fences.items(), key=lambda item: -item[1].span.start):
            if fence.opener and fence.closer:
                body = out[kind] + "\n" if out[kind] else ""
                text = text[: fence.opener.end + 1] + body + text[fence.closer.start :]
        if out["text"] and "text" not in example.fences and example.fence.closer:
            end = example.fence.span.end
            ticks = text[slice(*example.fence.closer)]
            text = f"{text[:end]}\n\n{ticks}text\n{out['text']}\n{ticks}{text[end:]}"
    page.write_text(text, encoding="utf-8")
