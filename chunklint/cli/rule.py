"""``chunklint rule``: explain rules."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any

from chunklint import catalogue
from chunklint.catalogue import Concerns, Rule
from chunklint.cli import fail

# What a rule makes of the configured splitters.
_CONCERNS: dict[Concerns, str] = {
    "everyone": "",
    "headings": "With splitters configured it speaks only if one of them uses headings.",
    "raw headings": (
        "With splitters configured it speaks only if one of them takes lines for headings without parsing the page "
        "(langchain-headers, open-webui, dify, llamaindex-markdown)."
    ),
    "size": "With splitters configured it is silent: the cut rules (CL6) report what really happens.",
    "stores": "It needs a store of chunks: chunklint audit CHUNKS --source DOCS.",
    "cuts": "It needs a configured splitter: --splitter langchain:400/80, or [[tool.chunklint.splitter]].",
    "facts": "It is about known answers: `chunklint facts FACTS DOCS` reports it.",
}


def run(argv: list[str]) -> int:
    """Run ``chunklint rule`` with ``argv``; return the exit code."""
    parser = argparse.ArgumentParser(prog="chunklint rule", description="Explain rules.", allow_abbrev=False)
    parser.add_argument("rules", nargs="*", metavar="RULE", help="a code (CL301), a prefix (CL3) or a name")
    parser.add_argument("--all", action="store_true", help="every rule")
    parser.add_argument("--output-format", choices=("text", "json"), default="text")
    args = parser.parse_args(argv)
    if bool(args.rules) == args.all:
        return fail("name a rule, or use --all")
    known = catalogue.load()
    try:
        codes = {code for selector in args.rules or ["ALL"] for code in known.select(selector)}
    except catalogue.UnknownRule as error:
        return fail(str(error))
    rules = [known.rules[code] for code in sorted(codes)]
    if args.output_format == "json":
        records = [_record(rule) for rule in rules]
        print(json.dumps(records if args.all or len(records) > 1 else records[0], ensure_ascii=False, indent=2))
    elif args.all:
        for rule in rules:
            state = "on " if rule.default else "off"
            print(f"{rule.code}  {rule.name:<26}  {rule.severity:<7}  {state}  {rule.summary}")
    else:
        for rule in rules:
            _show(rule)
    return 0


def _show(rule: Rule) -> None:
    """The page of a rule: rendered on a terminal, as it is written elsewhere."""
    state = "on by default" if rule.default else f'off by default: extend-select = ["{rule.code}"] switches it on'
    head = f"{rule.code} {rule.name} [{rule.severity}], {state}"
    concerns = f"\n{_CONCERNS[rule.concerns]}\n" if _CONCERNS[rule.concerns] else ""
    if not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        print(f"{head}\n{concerns}\n{rule.text}", end="")
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(width=min(Console().width, 100), highlight=False)
    console.print(head, style="bold", markup=False)
    if concerns:
        console.print(concerns.strip(), style="italic", markup=False)
    console.print(Markdown(rule.text, code_theme="ansi_light"))


def _record(rule: Rule) -> dict[str, Any]:
    options = {
        option.name: {"type": option.type, "default": option.default, "help": option.help}
        for option in rule.options.values()
    }
    return {
        "code": rule.code,
        "name": rule.name,
        "summary": rule.summary,
        "severity": rule.severity,
        "default": rule.default,
        "concerns": rule.concerns,
        "fixable": rule.fixable,
        "since": rule.since,
        "options": options,
        "page": rule.text,
    }
