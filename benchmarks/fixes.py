"""All fixes on real pages: the second run changes nothing, no finding appears, and only what is wrong is touched.

usage: python -m benchmarks.fixes [--spoil] [--all-rules] FOLDER…

The pages below each folder are copied and mended there, first by the safe fixes, then by all, then again. Beside the
default rules all that have fixes are on; with ``--all-rules`` all are, so that a fix must suit the strictest reader.
With ``--spoil`` the copies are made worse before: underlined headings, skipped levels, bold lines and questions for
headings, tilde fences and open ones, short rows, code between steps that is not indented, a byte order mark and CRLF.

What is not to change is judged apart from chunklint: by the words of the page, by the text that cmark-gfm renders,
and by the bytes of its line ends.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import cmarkgfm

from chunklint import catalogue, engine
from chunklint.cli import fix
from chunklint.fixes import fix_page
from chunklint.settings import Settings

FIXABLE = tuple(code for code, rule in catalogue.load().rules.items() if rule.fixable)


def judge(before: str, after: str) -> Iterator[str]:
    """What differs between two versions of a page although no fix may touch it."""
    if re.findall(r"[^\W_]+", before) != re.findall(r"[^\W_]+", after):
        yield "words"
    if rendered(before) != rendered(after):
        yield "rendered text"
    if not set(ends(after)) <= set(ends(before) or ["\n"]):
        yield "line ends"
    if before[-1:] in "\r\n" and before[-1:] != after[-1:]:
        yield "final newline"


def rendered(text: str) -> list[str]:
    """The words that cmark-gfm shows of a page; it knows no call-outs, and shows the fences inside of them."""
    body = re.sub(r"\A\ufeff?---\r?\n[\w-]+:.*?\r?\n---\r?\n", "", text, flags=re.S).lstrip("\ufeff")
    html = cmarkgfm.markdown_to_html_with_extensions(body, options=1 << 17, extensions=["table"])
    return unescape(re.sub(r"<[^<>]*>|`{3,}|~{3,}", " ", html)).split()


def ends(text: str) -> list[str]:
    return re.findall(r"\r\n|\r|\n", text)


def spoil(text: str) -> str:
    """The page with everything that the fixes mend."""
    text = re.sub(r"(?m)^(#{1,2}) ([^#\n]*[^#\s])$", lambda m: f"{m[2]}\n{'=' if m[1] == '#' else '-'}---", text)
    text = re.sub(r"(?m)^(#{3,5}) (?=[^#\n]*[^#\s]$)", r"\1# ", text)
    text = re.sub(r"(?m)^#### ([\w ,'-]{3,40})$", r"**\1**", text)
    text = re.sub(r"(?m)^#{2,6} ([^#*_\n]+\?)$", r"**\1**", text)
    text = re.sub(r"(?m)^(#{3,6} [^#\n]*[^#\s])$", r"\1 ###", text)
    if "~~~" not in text:
        text = re.sub(r"(?m)^([ >]*)```(?!`)", r"\1~~~", text)
    text = re.sub(r"(?m)^(\|.*\n\|.*\n\|[^\n]*)\|[^|`\\\n]*\|$", r"\1|", text)  # every third row
    text = re.sub(r"(?m)^\d+\. ", "1. ", text)
    text = re.sub(r"(?m)^ {2,4}(~~~.*)\n((?:.*\n)*?) {2,4}~~~$", _dedented, text)
    text = re.sub(r"~~~[ \t]*\n*\Z", "", text)
    return "\ufeff" + text.replace("\r\n", "\n").replace("\n", "\r\n")


def _dedented(match: re.Match[str]) -> str:
    return f"{match[1]}\n{match[2]}~~~"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--spoil", action="store_true", help="make the pages worse first")
    parser.add_argument("--all-rules", action="store_true", help="with every rule on")
    args = parser.parse_args()
    settings = Settings(extend_select=("ALL",) if args.all_rules else FIXABLE)
    total: Counter[str] = Counter()
    offered: Counter[str] = Counter()
    mended: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for page in sorted(page for one in args.folders for page in one.rglob("*.md") if page.is_file()):
            try:
                text = engine.read(page)
            except engine.Unreadable:
                continue
            total["pages"] += 1
            copy = Path(folder, f"{total['pages']}.md")
            before = spoil(text) if args.spoil else text
            copy.write_bytes(before.encode())
            active = settings.page(page)
            found = engine.check_page(before, "page.md", active)
            offered.update(finding.code for finding in found if finding.fix)
            for unsafe in (False, True):
                fixed = fix_page(engine.read(copy), "page.md", active, unsafe)
                fix.write(copy, fixed.text.encode())
                mended.update(finding.code for finding in fixed.mended)
                total["pages changed"] += unsafe and engine.read(copy) != before
            after = engine.read(copy)
            again = fix_page(after, "page.md", active, True)
            left = Counter(finding.code for finding in engine.check_page(after, "page.md", active))
            faults = list(judge(before, after)) if after != before else []
            faults += ["second run"] * (again.text != after or bool(again.mended))
            faults += [f"more {code}" for code in left - Counter(finding.code for finding in found)]
            total.update(faults)
            for fault in faults:
                print(f"{page}: {fault}", flush=True)
    print("| rule | fixes offered | findings mended |\n| --- | --- | --- |")
    for code in FIXABLE:
        print(f"| {code} | {offered[code]:,} | {mended[code]:,} |")
    print(", ".join(f"{name}: {count:,}" for name, count in total.items()))


if __name__ == "__main__":
    main()
