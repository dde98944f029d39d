"""Plants for CL4: what a chunk cannot say alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.recall.plant import (
    HERE,
    Part,
    Plant,
    behind,
    edited,
    is_english,
    is_text,
    leaves,
    parts,
    plants,
    whole,
)
from chunklint.document import Document, Span
from chunklint.document.model import Paragraph


def _openings(document: Document) -> Iterator[tuple[Part, Paragraph, str]]:
    """The leaves of an English page that open with a sentence, with that paragraph and its source."""
    if is_english(document):
        for part in leaves(document):
            first = part.body[0]
            if isinstance(first, Paragraph) and is_text(document, first):
                yield part, first, document.source(first.span)


# A subject of at most four words, a verb in the plural or for any number, and no article behind it.
_MANY = re.compile(
    r"(?!You |We |I |If |There )(?:(?:The|Your|All|Most|These|Some) )?(?:[\w`-]+ ){1,3}"
    r"(?=(?:are \w+ed|have|can|will|must|should|allow|provide|need|run|use) (?!an? |the |one |what |how )\w+ \w+)"
)
_ONE = re.compile(
    r"(?!You |We |I |If |It |There )(?:(?:The|Your|This|An?) )?(?:[\w`-]+ ){1,3}"
    r"(?=(?:is|has|can|will|returns|uses|runs|provides|needs|creates|sends|reads|writes|checks|adds|removes|sets|loads"
    r"|stores|supports|accepts|expects|receives|generates|defines) \w+)"
)
_NAMES_MANY = re.compile(r"\b\w{2,}[^\Ws]s\b| and ")


@plants("CL401")
def they(document: Document) -> Iterator[Plant]:
    for part, first, source in _openings(document):
        match = _MANY.match(source)
        if match and not any(_NAMES_MANY.search(text) for text in part.section.path[1:] or part.section.path):
            yield edited(document, (Span(first.span.start, first.span.start + match.end()), f"{HERE}They "))


@plants("CL401")
def it_then(document: Document) -> Iterator[Plant]:
    for _, first, source in _openings(document):
        if match := _ONE.match(source):
            yield edited(document, (Span(first.span.start, first.span.start + match.end()), f"{HERE}It then "))


@plants("CL401")
def they_also(document: Document) -> Iterator[Plant]:
    for _, first, source in _openings(document):
        if match := _MANY.match(source):
            yield edited(document, (Span(first.span.start, first.span.start + match.end()), f"{HERE}They also "))


_SENTENCE = re.compile(r"[^.\[\]()!?:\"“`*]{20,140}(?=\.(?:\s[A-Z]|$))")


@plants("CL402")
def points_above(document: Document) -> Iterator[Plant]:
    for part, first, source in _openings(document):
        if (match := _SENTENCE.match(source)) and "](" not in source[: match.end() + 90] and part.section.level > 1:
            at = first.span.start + match.end()
            for phrase in (
                " as explained in the previous section",
                ", as defined in the preceding section",
                " with the values given in the previous section",
                "; see the previous section",
            ):
                yield edited(document, (Span(at, at), HERE + phrase))


@plants("CL402")
def points_below(document: Document) -> Iterator[Plant]:
    for part, _, _ in _openings(document):
        last = part.body[-1]
        if (
            is_text(document, last)
            and document.source(last.span).endswith(".")
            and "](" not in document.source(last.span)
        ):
            for phrase in ("See below for the details.", "Use the values of the table below."):
                yield edited(document, (behind(last), f"\n{HERE}{phrase}"))


@plants("CL403")
def goes_on(document: Document) -> Iterator[Plant]:
    for _, first, source in _openings(document):
        if re.match(r"(?:The|This|You|To|If|When|A|An) ", source):
            for opener in ("Next,", "Now that you have done this,", "At this point,", "After that,"):
                at = Span(first.span.start, first.span.start + 1)
                yield edited(document, (at, f"{HERE}{opener} {source[0].lower()}"))


@plants("CL404")
def exception_at_the_end(document: Document) -> Iterator[Plant]:
    exceptions = (
        "Unless the account is archived.",
        "Except for guests and for accounts that were archived.",
        "This does not apply to guest accounts.",
        "Other than on the free plan.",
    )
    for part, _, _ in _openings(document):
        if len(part.body) > 1:
            for exception in exceptions:
                yield edited(document, (behind(part.body[-1]), f"\n\n{HERE}{exception}"))


_CLAUSE = re.compile(r",? (unless|except (?:for|when|in|on|that)) ([^,.;:()]{8,120})\.(?=\s|$)")


@plants("CL404")
def clause_cut_off(document: Document) -> Iterator[Plant]:
    for part, _, _ in _openings(document):
        for block in part.body:
            match = _CLAUSE.search(document.text, *block.span) if is_text(document, block) else None
            if match:
                own = f"\n\n{HERE}{match[1].capitalize()} {match[2]}."
                yield edited(document, (Span(match.start(), match.end()), "."), (behind(part.body[-1]), own))


@plants("CL405")
def scope_in_the_introduction(document: Document) -> Iterator[Plant]:
    scopes = (
        "Everything on this page requires an account.",
        "This page applies to version 2 and later.",
        "Unless otherwise stated on this page, times are in UTC.",
    )
    first = next(parts(document), None)
    if first and first.section.level == 1 and first.section.children and first.body and is_english(document):
        for scope in scopes:
            yield edited(document, (behind(first.body[0]), f"\n\n{HERE}{scope}"))


_HERE_SENTENCES = (
    "For more information, see [here](guide.md).",
    "Click [here](guide.md) to learn more.",
    "[Read more](guide.md)",
    "Please see [this page](guide.md) for details.",
    "You can find more information [here][guide].",
)


@plants("CL406")
def nothing_but_here(document: Document) -> Iterator[Plant]:
    for part, _, _ in _openings(document):
        if not part.heading.text.endswith("?"):
            for sentence in _HERE_SENTENCES:
                yield edited(document, (whole(part.body), HERE + sentence))


@plants("CL406", CL102="a section at its limit has a sentence more")
def here_far_below(document: Document) -> Iterator[Plant]:
    for part, _, _ in _openings(document):
        if part.body[-1].span.end - part.body[0].span.start > 1500:
            yield edited(document, (behind(part.body[-1]), f"\n\n{HERE}To learn more, click [this link](guide.md)."))


_QUANTITY = re.compile(
    r"(?<![\w.`-])(\d+) (?=(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|[KMGT]i?B|ms|bytes)\b)"
)


@plants("CL407")
def number_held_to_its_unit(document: Document) -> Iterator[Plant]:
    for part in leaves(document):
        for block in part.body:
            match = _QUANTITY.search(document.text, *block.span) if is_text(document, block) else None
            if match:
                for sign in ("\u00a0", "\n", "\t"):
                    yield edited(document, (Span(*match.span()), HERE + match[1] + sign))
