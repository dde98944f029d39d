"""``chunklint rule``: explain rules."""

from __future__ import annotations

import argparse
import json
from typing import Any

from chunklint import catalogue
from chunklint.catalogue import Rule
from chunklint.cli import fail


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
            print(
                f"{rule.code}  {rule.name:<26}  {rule.severity:<7}  {'on ' if rule.default else 'off'}  {rule.summary}"
            )
    else:
        print("\n".join(_page(rule) for rule in rules), end="")
    return 0


def _page(rule: Rule) -> str:
    state = "on by default" if rule.default else f'off by default: extend-select = ["{rule.code}"] switches it on'
    return f"{rule.code} {rule.name} [{rule.severity}], {state}\n\n{rule.text}"


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
        "fixable": rule.fixable,
        "since": rule.since,
        "options": options,
        "page": rule.text,
    }
