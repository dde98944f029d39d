"""``chunklint facts``: do the answers that readers need survive, and are they found."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from chunklint import catalogue, engine, files, report
from chunklint.cli import facts_report, fail, options, outputs
from chunklint.cli.finish import fails
from chunklint.document import Document
from chunklint.embedding import EmbeddingError
from chunklint.facts import cases, judge, results
from chunklint.facts.corpus import Corpus, Page, chunked, is_of, stored
from chunklint.facts.findings import findings
from chunklint.facts.retrieve import RetrievalError
from chunklint.project import Project, shown
from chunklint.settings import SettingsError
from chunklint.splitters.configured import Configured, SplitterError, from_words, unique
from chunklint.stores.record import Fields
from chunklint.stores.store_error import StoreError

_EXAMPLES = """\
examples:
  chunklint facts facts.yaml docs                            the splitters of the settings, BM25, the best 5
  chunklint facts facts.yaml docs --compare --splitter fixed --splitter heading
  chunklint facts facts.yaml docs --model models/minilm -k 10
  chunklint facts facts.yaml docs --results results.jsonl --answers answers.jsonl
  chunklint facts --suggest docs > facts.yaml                a draft of cases, to keep or to strike

exit codes: 0 nothing at or above --fail-on, 1 findings, 2 wrong use or settings
"""
_USUAL = "langchain"  # what is tried when no splitter is named: the commonest
_WRONG_USE = (
    SettingsError, SplitterError, catalogue.UnknownRule, files.MissingPath, outputs.CannotWrite, cases.FactsError,
    EmbeddingError, RetrievalError, StoreError, engine.Unreadable,
)  # fmt: skip


class Tried(NamedTuple):
    """What became of the cases on one corpus."""

    corpus: Corpus
    described: str
    verdicts: list[judge.Verdict]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="chunklint facts",
        description="Known answers: is each in the pages, whole in a chunk, and found by its question.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("paths", nargs="+", metavar="FACTS [DOCS]", type=Path, help="the file of cases, and pages and folders")
    add("--suggest", action="store_true", help="draft cases from the pages (no FACTS), as YAML for a person to edit")
    add("--splitter", metavar="NAME[:SIZE[/OVERLAP]]", action="append", help="in place of those of the settings")
    add(
        "--chunks", metavar="STORE", action="append", help="judge the chunks that exist already, in place of a splitter"
    )
    for field in _FIELDS:
        add(f"--{field}-field", metavar="NAME", default="", help=f"with --chunks: the field with the {_FIELDS[field]}")
    add(
        "--retriever",
        choices=("bm25", "dense", "none"),
        help="how chunks are found (default: bm25; dense with --model)",
    )
    add("--model", metavar="FOLDER", help="the embedding model: a folder, or a name in the local cache of models")
    add("--allow-download", action="store_true", help="let a model that is not there be downloaded")
    add("-k", "--top", metavar="N", type=_positive, default=5, help="how many chunks an assistant reads (default: 5)")
    add("--results", metavar="FILE", type=Path, help="what your own search brought, as JSON lines")
    add("--answers", metavar="FILE", type=Path, help="what your assistant answered and which chunks it cited")
    add("--compare", action="store_true", help="the cases by splitter, as a table; never fails")
    add("--tag", action="append", default=[], help="only cases with this tag; may be given several times")
    options.add_rules(parser)
    add("--exit-zero", action="store_true", help="exit with 0 even when there are findings")
    options.add_reports(parser)
    options.add_settings(parser)
    return parser


_FIELDS = {"text": "text of a chunk", "id": "id that results and answers name", "source": "page that it is from"}


def _positive(word: str) -> int:
    if not word.isdecimal() or not 0 < int(word) < 1_000_000:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1, not {word!r}")
    return int(word)


def run(argv: list[str]) -> int:
    """Run ``chunklint facts`` with ``argv``; return the exit code."""
    args = _parser().parse_args(argv)
    try:
        project = options.project(args, {**options.rule_changes(args), "facts": True})
        if wrong := _contradiction(args):
            return fail(wrong)
        if args.suggest:
            return _suggest(project, args.paths)
        args.output_file = outputs.targets(args.output_file)
        file, *docs = args.paths
        facts = cases.read(file, shown(file))
        if args.tag:
            facts = facts._replace(cases=tuple(case for case in facts.cases if set(case.tags) & set(args.tag)))
            if not facts.cases:
                return fail(f"{facts.name}: no case has the tag {', '.join(args.tag)}")
        pages = [] if args.chunks and not docs else list(_pages(project, docs or [Path()]))
        _require_pages(facts, pages)
        tried = list(_tried(project, args, facts, pages))
        grounded = _grounded(args, facts, tried[0].corpus) if args.answers else []
        return _finish(project, args, facts, pages, tried, grounded)
    except _WRONG_USE as error:
        return fail(str(error))


def _contradiction(args: argparse.Namespace) -> str:
    """What of the command line cannot hold together; empty if all can."""
    if args.chunks and args.splitter:
        return "--chunks is in place of a splitter: leave --splitter out"
    if args.results and (args.model or args.retriever):
        return "--results says what was found: leave --retriever and --model out"
    if len(args.splitter or ()) > 1 and (args.results or args.answers):
        return "--results and --answers are about the chunks of one splitter: name just that"
    return ""


def _pages(project: Project, paths: Sequence[Path]) -> Iterator[Page]:
    """The pages among and below ``paths``. Raises ``FactsError`` where there is none, and what reading them does."""
    found = project.find(paths).files
    if not found:
        raise cases.FactsError(f"no pages among or below {', '.join(map(str, paths))}")
    for path in found:
        settings = project.page(path)
        try:
            text = engine.read_page(path, settings)
        except engine.Unreadable as error:
            raise engine.Unreadable(f"{shown(path)}: {error}") from error
        yield Page(Document(text, shown(path), settings.dialect, settings.language))


def _require_pages(facts: cases.FactsFile, pages: Sequence[Page]) -> None:
    """Raise ``FactsError`` for a case about a page that is not there."""
    for case in facts.cases if pages else ():
        if case.page and not any(is_of(page.path, case.page.value) for page in pages):
            hint = catalogue.did_you_mean(case.page.value, [page.path for page in pages])
            raise cases.FactsError(f'{facts.name}:{facts.line(case.page)}: page: no page "{case.page.value}"{hint}')


def _tried(
    project: Project, args: argparse.Namespace, facts: cases.FactsFile, pages: Sequence[Page]
) -> Iterator[Tried]:
    """The cases on each corpus that the command line asks for."""
    located = [judge.locate(case, pages) for case in facts.cases]
    for corpus, described, ranking in _corpora(project, args, facts, pages):
        verdicts = [judge.judge(case, fact, corpus, ranking) for case, fact in zip(facts.cases, located, strict=True)]
        yield Tried(corpus, described, verdicts)


def _corpora(
    project: Project, args: argparse.Namespace, facts: cases.FactsFile, pages: Sequence[Page]
) -> Iterator[tuple[Corpus, str, judge.Ranking | None]]:
    if args.results:
        name = shown(args.results)
        brought = results.read_results(args.results, name, facts.cases)
        known = _known(args, pages)
        corpus, ranking = results.retrieved_from(brought, known, name)
        if unasked := [case for case in facts.cases if case.query.value not in brought]:
            print(f"chunklint: warning: {name}: no line for {len(unasked):,} of the cases", file=sys.stderr)
        yield corpus, corpus.label, ranking
        return
    rank = _retriever(args, _language(project, pages))
    if args.chunks:
        corpus = stored(args.chunks, Fields(args.text_field, args.id_field, args.source_field))
        yield corpus, corpus.label, rank(corpus)
        return
    for splitter in _splitters(project, args):
        corpus = chunked(pages, splitter)
        yield corpus, splitter.described, rank(corpus)


def _language(project: Project, pages: Sequence[Page]) -> str:
    """The language of most pages; without any that of the settings for pages in the working folder."""
    if not pages:
        return project.page(Path("page.md")).language
    return Counter(page.document.language for page in pages).most_common(1)[0][0]


def _splitters(project: Project, args: argparse.Namespace) -> tuple[Configured, ...]:
    """Those of the command line, else of the settings, else the usual one."""
    named = args.splitter or ([] if project.settings_of(Path.cwd()).splitters else [_USUAL])
    return unique(map(from_words, named)) if named else project.settings_of(Path.cwd()).splitters


def _known(args: argparse.Namespace, pages: Sequence[Page]) -> Corpus | None:
    """The chunks that a user's own search looks among, where the command line says which these are."""
    if args.chunks:
        return stored(args.chunks, Fields(args.text_field, args.id_field, args.source_field))
    if args.splitter:
        return chunked(pages, unique(map(from_words, args.splitter))[0])
    return None


def _retriever(args: argparse.Namespace, language: str) -> Any:
    """What makes a ranking of a corpus. Raises ``RetrievalError``."""
    kind = args.retriever or ("dense" if args.model else "bm25")
    if kind == "none":
        return lambda _: None
    if kind == "bm25":
        from chunklint.facts.retrieve import bm25

        return lambda corpus: bm25([passage.text for passage in corpus.passages], language)
    if not args.model:
        raise RetrievalError("--retriever dense: name the model too: --model FOLDER")
    from chunklint.embedding import embedder
    from chunklint.facts.retrieve import dense

    embed = embedder(args.model, args.allow_download)
    return lambda corpus: dense([passage.text for passage in corpus.passages], embed)


def _grounded(args: argparse.Namespace, facts: cases.FactsFile, corpus: Corpus) -> list[results.Grounding]:
    answers = results.read_answers(args.answers, shown(args.answers), facts.cases)
    return [
        results.grounding(case, answers[case.query.value], corpus)
        for case in facts.cases
        if case.query.value in answers
    ]


def _suggest(project: Project, paths: Sequence[Path]) -> int:
    from chunklint.facts.suggest import draft

    asked: set[str] = set()
    for page in _pages(project, paths):
        for line in draft(page.document, asked):
            print(line)
    return 0


def _finish(
    project: Project,
    args: argparse.Namespace,
    facts: cases.FactsFile,
    pages: Sequence[Page],
    tried: list[Tried],
    grounded: list[results.Grounding],
) -> int:
    """Write and print the reports and return the exit code. Raises ``CannotWrite``."""
    settings = project.page(args.paths[0])
    found = findings(facts, [(one.corpus, one.verdicts) for one in tried], grounded, settings.rules, args.top)
    fail_on = project.settings_of(args.paths[0].absolute().parent).fail_on
    counted = facts_report.record(tried, grounded, args.top)
    result = report.Run(len(pages), found, lambda finding: fails([finding], fail_on), counted)
    outputs.write_files(result, args)
    if args.compare:
        if args.output_format == "json":
            found.clear()
        else:
            print("\n".join(facts_report.comparison(tried, args.top)))
            return 0
    said = list(facts_report.summary(facts, tried, grounded, args.top))
    if outputs.print_report(result, args):
        print("\n".join(said))
    outputs.tell_github(result, args, said[0])
    failing = any(map(result.fails, found))
    return int(failing and not args.exit_zero and not args.compare)
