"""CL4: what a chunk cannot say alone. These rules read English; other languages need word lists of their own."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache

from chunklint.checks import check
from chunklint.checks.wording import quoted
from chunklint.document import Document, Section, Span
from chunklint.document.content import shows
from chunklint.document.inlines import Inline, inlines
from chunklint.document.model import Block, Code, List, Paragraph, Table
from chunklint.document.sentences import sentences
from chunklint.finding import Finding
from chunklint.languages import phrases
from chunklint.units.conditions import detached
from chunklint.units.page import Page

_WORDS = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_MARKS = re.compile(r"[*_`]")
_PARTS = re.compile(r"[A-Za-z]{2,}")


def _first_sentence(document: Document, section: Section, openers: frozenset[str]) -> tuple[Paragraph, Span] | None:
    """The first sentence of a section that opens with a paragraph and with one of the words or phrases."""
    first = next((block for block in section.body if shows(document, block)), None)
    if not isinstance(first, Paragraph) or not phrases(openers).match(_MARKS.sub("", document.words(first.lines[:1]))):
        return None
    sentence = next(iter(sentences(document, first, document.language)), None)
    return (first, sentence) if sentence else None


@check("CL401")
def opening_pronoun(document: Document) -> Iterator[Finding]:
    singular, plural = document.word_list("pronouns"), document.word_list("plural-pronouns")
    verbs, links = document.word_list("pronoun-verbs"), document.word_list("continuations")
    for section in document.sections:
        if not section.heading or not verbs:
            continue
        first = _first_sentence(document, section, singular | plural)
        if not first:
            continue
        words = [word.casefold() for word in _WORDS.findall(_MARKS.sub("", document.source(first[1])))]
        # "It then creates …" is the middle of a story, "It's also possible to …" is not.
        goes_on = len(words) > 2 and words[1] in links and words[0] in singular | plural
        if len(words) <= 2 + goes_on or not (goes_on or words[1] in verbs):
            continue
        if not goes_on and (_is_named(document, section, words[0] in plural) or _is_said_later(document, words)):
            continue
        pronoun = document.source(Span(first[1].start, first[1].start + len(words[0])))
        yield Finding(
            Span(first[1].start, first[1].start + len(words[0])),
            f"{quoted(pronoun)} opens the section {quoted(section.heading.text, 28)}: no heading says what it is",
            "name the subject in the first sentence",
            causes=(first[1], section.heading.span),
        )


def _is_named(document: Document, section: Section, many: bool) -> bool:
    """Whether a heading above can be what a pronoun stands for: any name for one thing, a plural for many."""
    if many:  # the title of the page is in every section: it is rarely what "they" are
        return any(_names_many(text) for text in section.path[1:] or section.path)
    generic = document.word_list("generic-headings")
    return any(text.casefold().strip(" .:") not in generic for text in section.path)


def _names_many(heading: str) -> bool:
    """Whether a heading has a word in the plural, or joins two, that a "they" can stand for."""
    words = _WORDS.findall(heading)
    return " and " in heading or any(len(word) > 3 and word.endswith("s") and not word.endswith("ss") for word in words)


def _is_said_later(document: Document, words: list[str]) -> bool:
    """Whether the sentence says itself what the pronoun is, or is empty: "it is possible", "these are instructions"."""
    if words[2] in {"a", "an", "the", "one", "because", "what", "how", "why", "where"}:
        return True
    if words[0] == "it":
        return words[1] in {"is", "was", "can", "could", "would", "will", "may", "might", "takes"}
    ends = document.word_list("stop-words")
    for word in words[2:6] if words[1] in {"are", "were"} else ():
        if word in ends:
            return False
        if len(word) > 3 and word.endswith("s"):
            return True
    return False


@check("CL402")
def positional_reference(document: Document) -> Iterator[Finding]:
    if not document.says_any("positional"):
        return
    pattern = phrases(document.word_list("positional"))
    for section in (document.root, *document.sections):
        for index, block in enumerate(section.body):
            if not isinstance(block, Paragraph):
                continue
            for match in pattern.finditer(document.text, *block.span):
                here = _stands_here(document, match[0].casefold(), section, index)
                if not here and not _is_resolved(document, block, match):
                    yield Finding(
                        Span(*match.span()),
                        f"{quoted(match[0])} points out of the section: its chunk lacks what is meant",
                        "name it, and link to it",
                    )


_REFERENTS: dict[str, type[Block]] = {"table": Table, "code": Code, "command": Code, "list": List}


def _stands_here(document: Document, phrase: str, section: Section, index: int) -> bool:
    """Whether the section itself, or one inside it, holds something on the side that the phrase points to."""
    if "section" in phrase:
        return False
    below = "below" in phrase
    if below and section.heading and section.children:
        return True
    others = [b for b in (section.body[index + 1 :] if below else section.body[:index]) if shows(document, b)]
    kind = next((kind for word, kind in _REFERENTS.items() if word in phrase), None)
    if kind and any(isinstance(block, kind) for block in others):
        return True
    return bool(others)


def _is_resolved(document: Document, block: Paragraph, match: re.Match[str]) -> bool:
    """Whether what is meant stands beside the phrase: a link, a name in quotation marks or brackets, a sentence."""
    start, end = match.span()
    if _ASIDE.search(document.text, max(block.span.start, start - 60), start):
        return True
    if document.text[end : end + 1] in ("]", ":") or document.text[start - 1 : start] in _QUOTES:
        return True
    if document.text.count('"', block.span.start, start) % 2:
        return True  # the words of somebody else
    before = _SENTENCE_END.split(document.text[max(block.span.start, start - 60) : start])[-1]
    after = _SENTENCE_END.split(document.text[end : min(block.span.end, end + 80)], 1)[0]
    if "](" in before + after or "][" in before + after or _NAMED.search(after[:60]):
        return True
    return "above" in match[0].casefold() and block.span.start + 200 < start  # the paragraph itself is above


# "besides the types listed above", "some of the tools listed above": what follows does not need them.
_ASIDE = re.compile(r"\b(?:besides|some of|any of|other than|in addition to|apart from|like|such as)\b[^.]*\Z", re.I)
_QUOTES = ("[", '"', "“", "‘", "'", "`")
_SENTENCE_END = re.compile(r"[.!?]\s")
# "… below in the "Recent trips" section", "… above (step 3)".
_NAMED = re.compile(r"[ \t\n]{1,3}(?:in|under|on|for) (?:the )?[\"“*_`]|[ \t\n]\(")


@check("CL403")
def narrative_opener(document: Document) -> Iterator[Finding]:
    openers = document.word_list("narrative-openers")
    pattern = phrases(openers)
    for section in document.sections:
        first = _first_sentence(document, section, openers)
        if first and section.heading and (match := pattern.match(document.text, *first[1])):
            yield Finding(
                Span(*match.span()),
                f"{quoted(match[0])} opens the section: a chunk of it starts in the middle of a story",
                "start with what the section is about",
                causes=(first[1],),
            )


@check("CL404")
def detached_exception(document: Document) -> Iterator[Finding]:
    for found in detached(Page(document)):
        yield Finding(
            found.sentence,
            f"{quoted(document.source(found.sentence), 36)} excepts from a rule in another block: its chunk says yes",
            "put the exception into the paragraph of its rule",
            minor=isinstance(found.rule, Paragraph),
            causes=(found.rule.span, found.paragraph.span),
        )


@check("CL405")
def page_scoped_rule(document: Document) -> Iterator[Finding]:
    if not document.sections:
        return
    pattern = phrases(document.word_list("page-scopes"))
    intro = [*document.root.body, *(document.sections[0].body if document.sections[0].level == 1 else [])]
    for block in intro:
        if match := pattern.search(document.text, *block.span):
            yield Finding(
                Span(*match.span()),
                f"{quoted(match[0], 36)} holds for sections whose chunks do not say so",
                "repeat it where it matters",
                causes=(block.span, *(heading.span for heading in document.headings)),
            )


@check("CL406")
def generic_link_text(document: Document) -> Iterator[Finding]:
    generic, pointers = document.word_list("generic-links"), document.word_list("pointer-words")
    if not generic:
        return
    bracketed = _in_brackets(generic)
    starts = [block.span.start for section in document.sections for block in section.body[:1]]
    for paragraph in document.paragraphs:
        if not bracketed.search(document.text, *paragraph.span):
            continue
        opening = starts[bisect_right(starts, paragraph.span.start) - 1] if starts else paragraph.span.start
        if 0 < paragraph.span.start - opening < _NEAR:
            continue  # in one chunk with the text above it, which says what it is about
        links = [i for i in inlines(document, paragraph.lines) if i.kind == "link"]
        bare = [link for link in links if link.text.casefold().strip(" .!→»>") in generic]
        if not bare:
            continue
        found = list(sentences(document, paragraph, document.language))
        for link in bare:
            # The sentences of the paragraph before it stand in the same chunk.
            said = [s for s in found if s.start <= link.span.start] or [paragraph.span]
            if not any(_says_more(document, sentence, links, pointers) for sentence in said):
                yield Finding(
                    link.span,
                    f"link {quoted(link.text)} does not say where it leads: no question finds what it points to",
                    "make the name of the target the text of the link",
                )


# So many characters, some 300 tokens, stand in one chunk under most splitters.
_NEAR = 1200


@cache
def _in_brackets(words: frozenset[str]) -> re.Pattern[str]:
    """A quick look for a link with one of the texts; the inline parser decides."""
    return re.compile(rf"\[[*_`\s]{{0,4}}(?:{'|'.join(map(re.escape, sorted(words)))})[^\w\]]{{0,4}}\]", re.I)


def _says_more(document: Document, sentence: Span, links: list[Inline], pointers: frozenset[str]) -> bool:
    """Whether a sentence has other words than those that only point."""
    text = document.source(sentence)
    for link in links:
        if sentence.start <= link.span.start < sentence.end:
            words = link.text if link.text.casefold() not in pointers else ""
            text = text.replace(document.source(link.span), words)
    return any(word.casefold() not in pointers for word in _WORDS.findall(text))


@check("CL407")
def split_quantity(document: Document) -> Iterator[Finding]:
    units = document.word_list("units")
    for paragraph in document.paragraphs:
        for match in re.finditer(r"\d(?:\t|\u00a0|\u202f|\\?\n|  +\n)[ \t]*(\w+)", document.source(paragraph.span)):
            if match[1].casefold() in units:
                start = paragraph.span.start + match.start()
                yield Finding(
                    Span(start, start + len(match[0])),
                    f"{quoted(match[0])} is held together or parted by a sign that splitters lose",
                    "write number and unit with one plain blank between them",
                    causes=(Span(start, start + len(match[0])),),
                )


_ACRONYM = re.compile(r"\b[A-Z][A-Z0-9]{1,5}s?\b")


@check("CL408")
def undefined_acronym(document: Document, *, acronyms: list[str]) -> Iterator[Finding]:
    if not document.word_list("stop-words"):
        return
    seen = {word.upper() for word in acronyms}
    for paragraph in document.paragraphs:
        for match in _ACRONYM.finditer(document.text, *paragraph.span):
            name = match[0].rstrip("s")
            if name in seen or any(a <= match.start() < b for a, b in _code(document, paragraph)):
                continue
            seen.add(name)
            if not re.search(rf"\({re.escape(name)}s?\)|\b{re.escape(name)}s? \(", document.text):
                yield Finding(
                    Span(*match.span()),
                    f"{quoted(name)} is never spelled out: who asks with the long name does not find this page",
                    "spell it out once, or add it to acronyms",
                    causes=(Span(*match.span()),),
                )


def _code(document: Document, paragraph: Paragraph) -> list[Span]:
    return [i.span for i in inlines(document, paragraph.lines) if i.kind in ("code", "link", "url", "tag")]


@check("CL409")
def missing_term(document: Document, *, terms: list[str]) -> Iterator[Finding]:
    if not terms:
        return
    pattern = phrases(frozenset(terms))
    if document.title and pattern.search(document.title):
        return
    for section in document.sections:
        texts = (*section.path, *(document.source(block.span) for block in section.body))
        if section.heading and section.body and not any(pattern.search(text) for text in texts):
            yield Finding(
                section.heading.span,
                f"section {quoted(section.heading.text, 28)} never names {quoted(terms[0], 24)}: a search misses it",
                "name the product once in the section or in a heading above it",
            )
