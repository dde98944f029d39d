"""CL6: sentences, protected text and conditions that a splitter cuts, one finding a unit.

A unit that is whole in any chunk is no finding.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise

from chunklint.checks import check
from chunklint.checks.held import TARGET, counts, first_point, is_too_large, lost, missing, parts, restricts, sides
from chunklint.checks.wording import count_words, quoted
from chunklint.document import Document, Span
from chunklint.document.dialects import is_partial, is_post
from chunklint.finding import Finding
from chunklint.languages import phrases
from chunklint.splitters.split import Split
from chunklint.units import Unit


@check("CL601")
def cut_sentence(document: Document, split: Split) -> Iterator[Finding]:
    if is_partial(document.path) or is_post(document.path):
        return  # licences too
    speech = _speech(document)
    for unit in split.cut("sentence"):
        if _is_no_statement(document.source(unit.at)) or _is_in(unit.at, speech):
            continue
        if _says_enough(split, unit.at, _NEVER_MISSED):
            continue
        larger = is_too_large(split, (unit.at,))
        yield Finding(
            unit.at,
            f"{split.splitter.label} cuts this sentence: {sides(split, unit.at)}",
            "make two sentences of it: it is longer than a chunk" if larger else _NEAR_A_HEADING,
        )


# So many words of a sentence may be missing where chunks are some sentences. Of 106 that were judged on real pages, 28
# of 32 that lost more than that, and something exact with it, lost an answer, and 27 of the other 74.
_NEVER_MISSED = 11
# A paragraph that opens with a person's name in bold: "**Ada Byron:** Well, …". Speech winds on.
_SPEECH = re.compile(r"^(?:\*\*|__)[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*)+(?::(?:\*\*|__)|(?:\*\*|__):)", re.M)


def _speech(document: Document) -> list[Span]:
    """The paragraphs of a page that somebody speaks, each up to a blank line, in order."""
    found: list[Span] = []
    for match in _SPEECH.finditer(document.text):
        if not found or match.start() >= found[-1].end:
            end = document.text.find("\n\n", match.start())
            found.append(Span(match.start(), end if end >= 0 else len(document.text)))
    return found


def _is_in(span: Span, spans: list[Span]) -> bool:
    """Whether a span starts in one of others, which are in order."""
    at = bisect_right(spans, span.start, key=lambda other: other.start) - 1
    return at >= 0 and span.start < spans[at].end


# So much of a sentence may be missing from the chunk that holds most of it, in words and as a part: the end of a
# phrase, a thought before the point. A few words of a large chunk are never missed.
_FEW_WORDS, _FEW = 10, 0.2
_VERY_FEW_WORDS, _LARGE = 5, 80
# Chunks of so many words are some sentences, which keep the sense of the one that is cut. There more may be missing, by
# what it is: nothing exact, a number or name in code, a restriction. The first share is for a chunk that has the start
# of the sentence, with its subject, the second for one that has its end.
_SOME, _SOME_SIGNS = 30, 250
_REST = {"": (1.0, 0.5), "counts": (0.3, 0.38), "restricts": (0.2, 0.38), "excepts": (0.2, 0.38)}


def _says_enough(split: Split, span: Span, never_missed: int = 0) -> bool:
    """Whether some chunk keeps what a sentence says, though no chunk holds it whole.

    ``never_missed`` is how many words may be missing where chunks are some sentences, unless they make an exception or
    are points of a list.
    """
    source = split.document.source
    words, point = count_words(TARGET.sub("] ", source(span))), first_point(source(span))
    few = min(_FEW_WORDS, _FEW * words)
    held = parts(split, span)
    sizes = [count_words(source(part)) for part in held]
    are_some = any(size >= _SOME or end - start >= _SOME_SIGNS for size, (start, end) in zip(sizes, held, strict=True))
    for part, size in zip(held, sizes, strict=True):
        late = part.start > span.start
        most = few if size < _LARGE else max(few, _VERY_FEW_WORDS)
        if not are_some and _starts_inside(span, part, held):
            most = 1.0  # the few words before it are the subject
        led_in = point < 0 or part.start < span.start + point
        if are_some and led_in and not _is_torn(split, span, part, held):
            if size >= _SOME and point < 0 and _is_bridged(split, span, held):
                return True
            loss = _loss(split, span, part)
            most = max(most, words * _REST[loss][late])
            if loss != "excepts" and point < 0:
                most = max(most, never_missed)
        if missing(split, span, part, most) <= most:
            return True
    return False


# So many words that two chunks share say what both are about.
_BRIDGE = 3


def _is_bridged(split: Split, span: Span, held: list[Span]) -> bool:
    """Whether the chunks on both sides of the cut share words of a sentence."""
    source = split.document.source
    shared = (source(Span(max(b.start, span.start), a.end)) for a, b in pairwise(held) if b.start < a.end)
    return any(count_words(TARGET.sub("]", text)) >= _BRIDGE for text in shared)


_FIGURE = re.compile(r"\W*\d")


def _is_torn(split: Split, span: Span, part: Span, held: list[Span]) -> bool:
    """Whether a chunk starts in the midst of a word, or with a figure: "45 days from the purchase" says not of what."""
    if not _starts_inside(span, part, held):
        return False
    text, at = split.document.text, part.start
    in_word = text[at - 1].isalnum() and text[at].isalnum() and text[at] < "\u2e80"  # blanks part words up to there
    return in_word or bool(_FIGURE.match(text, at))


def _starts_inside(span: Span, part: Span, held: list[Span]) -> bool:
    """Whether a chunk starts inside of a sentence and takes nothing of the chunk before it along."""
    return part.start > span.start and not any(other.start < part.start < other.end for other in held)


# So many words in front of a cut tell whether it falls into a condition: "if the box was not | opened".
_BEFORE_CUT = 7
_ASIDE = re.compile(r"\((?:[^()]|\([^()]*\)){8,}\)")


def _loss(split: Split, span: Span, part: Span) -> str:
    """What a part of a chunk lacks of a sentence: "excepts", "restricts", "counts", or nothing of the kind.

    An aside is none.
    """
    document = split.document
    before, behind = (document.source(piece) for piece in lost(span, part))
    kept = document.text[max(part.start, span.start) : min(part.end, span.end)]
    cut = _ASIDE.sub(lambda aside: "\0" if "\0" in aside[0] else "", f"{kept}\0{behind}").partition("\0")
    near = cut[0].split()[-_BEFORE_CUT:] if cut[2].strip() else ()
    rest = " ".join((before, *near, cut[2]))
    if restricts(document, rest):
        return "excepts" if _exceptions(document).search(rest) else "restricts"
    return "counts" if counts(" ".join((before, cut[2]))) else ""


def _exceptions(document: Document) -> re.Pattern[str]:
    return phrases(document.word_list("exceptions") | document.word_list("condition-words"))


# An address that is data: nobody reads it, cut or not.
_DATA = re.compile(r"[!-~]{200}")


def _is_no_statement(sentence: str) -> bool:
    """Whether a sentence only lists names or holds data, so that no answer is in either half."""
    return bool(_DATA.search(sentence)) or 3 * (sentence.count(",") + sentence.count("@")) > len(sentence.split())


_NEAR_A_HEADING = (
    "shorten its paragraph, or divide the section, so that it fits; or use a splitter that keeps sentences"
)


@check("CL602")
def cut_token(document: Document, split: Split) -> Iterator[Finding]:
    if is_post(document.path):
        return
    for unit in split.cut("protected"):
        source = document.source(unit.at)
        if is_too_large(split, (unit.at,)) or _DATA.search(source) or "{{" in source or _is_beside(split, unit.at):
            continue
        yield Finding(
            unit.at,
            f"{split.splitter.label} cuts this {unit.label}: {sides(split, unit.at)}",
            "move it to the start of its sentence, or shorten what stands before it",
        )


_LINK_TARGET = re.compile(r"\]\((?:https?://)?(\S+?)\)\Z|\]\[.*\]\Z", re.S)


def _is_beside(split: Split, span: Span) -> bool:
    """Whether the chunks at a cut have the text whole another time, or a link's whole target."""
    source = split.document.source(span)
    target = _LINK_TARGET.search(source)
    sought = " ".join((target[1] or target[0] if target else source).split())
    near = {index for _, _, index in split.coverage.touching(span)}
    return any(sought in " ".join(split.chunks[index].text.split()) for index in near)


@check("CL609")
def cut_condition(document: Document, split: Split) -> Iterator[Finding]:
    if is_partial(document.path):
        return
    for unit in split.cut("condition"):
        alone = unit.spans[0].start >= unit.at.start  # no rule stands in front of its sentence
        if alone and (_is_pointer(document, unit) or _says_enough(split, _clause(document, unit))):
            continue  # condition and rule are together; what else is cut is CL601's
        if alone or unit.label != "exception":
            where = sides(split, Span(unit.spans[0].start, unit.spans[-1].end))
        else:
            where = quoted(document.source(unit.at), 40)
        yield Finding(
            unit.at,
            f"{split.splitter.label} parts a rule from its condition: {where}",
            "state the condition in the sentence of the rule, near the start of its section",
        )


def _is_pointer(document: Document, unit: Unit) -> bool:
    """Whether a sentence only says where to look, or what somebody may wish: "If you want more, see …"."""
    source = document.source(unit.at)
    rule = source.partition(", ")[2]
    wish = phrases(document.word_list("wishes")).match(source, len(unit.label) + 1)
    return bool(wish or phrases(document.word_list("pointers")).match(rule))


_RULE_START = re.compile(r",\s+(?:\S+\s+){0,5}\S+")
_SOME_WORDS = re.compile(r"(?:\S+\s+){0,5}\Z")


def _clause(document: Document, unit: Unit) -> Span:
    """The part of a conditional sentence that must stay together: the condition, and a few words of the rule at it."""
    text, (start, end) = document.text, unit.at
    at = start + document.source(unit.at).casefold().find(unit.label)
    if at - start <= 3:  # "If …, the rule …"
        rule = _RULE_START.search(text, start, end)
        return Span(start, rule.end() if rule else end)
    before = _SOME_WORDS.search(text, start, at)  # "The rule …, unless …"
    return Span(before.start() if before and at > start else start, end)
