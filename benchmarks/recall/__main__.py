"""Which planted defects are found: one defect at a time, in real pages.

usage: python -m benchmarks.recall CORPORA [--plants N] [--seed N] [--misses]

CORPORA is a folder of Markdown pages. For each rule N pages are drawn in which its defect can be planted. A
plant is found when the rule reports it on the planted line. What else the plant makes appear is counted beside
it. `--misses` shows the plants that were not found and those that brought other findings along.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from chunklint import engine
from chunklint.document import Document, Section, Span
from chunklint.document.model import Code, List, Paragraph, Table
from chunklint.finding import Finding
from chunklint.questions import is_question
from chunklint.settings import Settings


class Plant(NamedTuple):
    """The text with the defect, and the line (from 1) on which its finding has to stand."""

    text: str
    line: int


def replaced(document: Document, span: Span, new: str, at: int | None = None) -> Plant:
    """``new`` in place of ``span``; the finding stands at offset ``at`` of the new text, or where it starts."""
    text = document.text[: span.start] + new + document.text[span.end :]
    return Plant(text, text.count("\n", 0, span.start if at is None else at) + 1)


def top_tables(document: Document) -> list[Table]:
    return [
        b for b in document.blocks if isinstance(b, Table) and len(b.rows) > 1 and "{" not in document.source(b.span)
    ]


def leaf_sections(document: Document) -> list[Section]:
    """Sections with text and without sub-sections, outside of containers, that another one follows."""
    found = []
    for section, after in zip(document.sections, document.sections[1:], strict=False):
        plain = section.heading and not section.box and not after.box and not section.children
        if plain and section.body and all(isinstance(b, Paragraph | List | Code) for b in section.body):
            found.append(section)
    return found


def body(section: Section) -> Span:
    return Span(section.body[0].span.start, section.body[-1].span.end)


def blank_header(document: Document) -> Iterator[Plant]:
    for table in top_tables(document):
        yield replaced(document, table.header.span, "|" + "   |" * len(table.header.cells))


def ragged_row(document: Document) -> Iterator[Plant]:
    for table in top_tables(document):
        row = table.rows[1].span
        yield replaced(document, row, document.source(row).rstrip(" |") + " | planted | planted |")


def no_delimiter(document: Document) -> Iterator[Plant]:
    for table in top_tables(document):
        rows = document.source(table.span).splitlines()
        if all(row.startswith("|") and row.rstrip().endswith("|") for row in rows) and len(table.header.cells) > 1:
            widths = {len(row.cells) for row in (table.header, *table.rows)}
            if len(widths) == 1:
                yield replaced(
                    document,
                    Span(table.delimiter.start, document.lines.starts[_next(document, table)]),
                    "",
                    table.span.start,
                )


def _next(document: Document, table: Table) -> int:
    return document.lines.line_of(table.delimiter.start) + 1


def open_fence(document: Document) -> Iterator[Plant]:
    codes = [b for b in document.blocks if isinstance(b, Code) and b.closer]
    if codes and (last := codes[-1]).closer and last.opener and document.blocks[-1] is not last:
        yield replaced(document, last.closer, "", last.opener.start)


def empty_section(document: Document) -> Iterator[Plant]:
    for section in leaf_sections(document):
        if section.heading and not is_question(section.heading.text):
            yield replaced(document, body(section), "", section.heading.span.start)


def no_answer(document: Document) -> Iterator[Plant]:
    asked = [section.heading and is_question(section.heading.text) for section in document.sections]
    for section in leaf_sections(document):
        index = document.sections.index(section)
        if asked[index + 1] or asked[index - 1]:
            continue  # would be a shared answer
        if section.heading and section.heading.style == "atx" and not section.heading.id:
            heading = section.heading.span
            text = document.text[: heading.end] + " or not?" + document.text[heading.end : body(section).start]
            whole = text + document.text[body(section).end :]
            yield Plant(whole, whole.count("\n", 0, heading.start) + 1)


def shared_answer(document: Document) -> Iterator[Plant]:
    for section in leaf_sections(document):
        if section.heading and section.heading.style == "atx":
            marks = "#" * section.level
            yield replaced(document, section.heading.span, f"{marks} Is this planted?\n\n{marks} Is that planted?")


def repeated_heading(document: Document) -> Iterator[Plant]:
    for section in leaf_sections(document):
        heading = section.heading
        if heading and heading.style == "atx":
            again = f"\n\n{document.source(heading.span)}\n\nPlanted words stand here."
            end = body(section).end
            yield replaced(document, Span(end, end), again, end + 2)


def setext(document: Document) -> Iterator[Plant]:
    for section in leaf_sections(document):
        heading = section.heading
        if heading and section.level == 2 and heading.style == "atx" and not heading.id:
            words = document.words(heading.lines)
            if words[:1].isalpha():
                yield replaced(document, heading.span, f"{words}\n---------")


def skipped_level(document: Document) -> Iterator[Plant]:
    before = 0
    for section in document.sections:
        shallow, before = before in (1, 2), section.level
        if section.heading and section.heading.style == "atx" and section.level == 2 and shallow and not section.box:
            yield replaced(document, section.heading.span, "##" + document.source(section.heading.span))


def tilde_fence(document: Document) -> Iterator[Plant]:
    for code in document.blocks:
        if isinstance(code, Code) and code.opener and code.closer and document.text[code.opener.start] == "`":
            yield replaced(document, code.span, "~~~sh\n# planted comment\ntide run\n~~~", code.span.start + 6)


def byte_order_mark(document: Document) -> Iterator[Plant]:
    yield Plant("\ufeff" + document.text, 1)


def broken_front_matter(document: Document) -> Iterator[Plant]:
    matter = document.front_matter
    if matter and matter.format == "yaml" and matter.data:
        yield replaced(document, Span(matter.body.start, matter.body.start), "planted: a: b\n")


def exception(document: Document) -> Iterator[Plant]:
    for section in leaf_sections(document):
        end = body(section).end
        yield replaced(document, Span(end, end), "\n\nUnless it was planted.", end + 2)


def commented_heading(document: Document) -> Iterator[Plant]:
    for section in leaf_sections(document)[1:]:
        start = body(section).start
        yield replaced(document, Span(start, start), "<!--\n## Planted\n-->\n\n", start + 5)


def blob(document: Document) -> Iterator[Plant]:
    for section in leaf_sections(document):
        start = body(section).start
        yield replaced(document, Span(start, start), "See ![a planted mark](data:image/gif;base64,R0lGODlhAQAB).\n\n")


def picture(document: Document) -> Iterator[Plant]:
    for section in leaf_sections(document):
        if section.heading:
            yield replaced(document, body(section), "![Planted](planted.png)", section.heading.span.start)


PLANTS: dict[str, Callable[[Document], Iterator[Plant]]] = {
    "CL002": broken_front_matter,
    "CL004": byte_order_mark,
    "CL101": empty_section,
    "CL104": skipped_level,
    "CL105": repeated_heading,
    "CL108": setext,
    "CL201": no_answer,
    "CL206": shared_answer,
    "CL301": blank_header,
    "CL303": ragged_row,
    "CL307": no_delimiter,
    "CL404": exception,
    "CL501": open_fence,
    "CL504": tilde_fence,
    "CL505": commented_heading,
    "CL506": picture,
    "CL508": blob,
}
# What a plant really brings along: an answer that is gone takes the sections and the sizes around it with it.
_FOLLOWS = {"CL501": {"CL101", "CL201", "CL502", "CL102", "CL109"}, "CL002": {"CL109"}, "CL108": {"CL109"}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--plants", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--misses", action="store_true")
    args = parser.parse_args()
    chance = random.Random(args.seed)  # noqa: S311
    files = sorted(file for file in args.corpora.rglob("*.md") if file.stat().st_size < 60_000)
    settings = Settings(extend_select=tuple(PLANTS))
    print("code    plants  found   recall  with other findings")
    for code, plant in PLANTS.items():
        chance.shuffle(files)
        planted = found = others = 0
        for file in files:
            if planted == args.plants:
                break
            text = engine.read(file)
            page = settings.page(file)
            before = engine.check_page(text, file.name, page)
            choices = [] if "\r" in text else list(plant(Document(text, file.name, page.dialect)))
            if not choices:
                continue
            planted += 1
            one = chance.choice(choices)
            after = engine.check_page(one.text, file.name, page)
            hit = any(finding.code == code and finding.line == one.line for finding in after)
            more = new(before, after) - Counter({code: 1})
            more = Counter({c: n for c, n in more.items() if c not in _FOLLOWS.get(code, ())})
            found += hit
            others += bool(more)
            if args.misses and (more or not hit):
                print(f"   {code} {'found' if hit else 'MISSED'} {file} line {one.line}: also {dict(more)}")
        print(f"{code}  {planted:>8} {found:>6} {found / max(planted, 1):>8.0%} {others:>8}", flush=True)


def new(before: list[Finding], after: list[Finding]) -> Counter[str]:
    """How many more findings of each rule there are."""
    return Counter(f.code for f in after) - Counter(f.code for f in before)


if __name__ == "__main__":
    main()
