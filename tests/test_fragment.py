"""What the text of a chunk alone says about its ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint import languages
from chunklint.stores.damage import damage, repaired
from chunklint.stores.fragment import fragments


def kinds(text: str, language: str = "en") -> list[str]:
    lists = languages.words(language) or {}
    return [found.kind for found in fragments(text, lambda name: lists.get(name, frozenset()))]


@pytest.mark.parametrize(
    "text",
    [
        "The hull is oiled in May.",
        "Is the hull oiled in May?",
        "The hull is oiled in May.*",
        'They say: "The hull is oiled in May."',
        "The hull is oiled in May (and again in the autumn).",
        "The hull is oiled in the month of May, see [the list](https://example.org/list)",
        "Oil the hull with this command of the desk:",
        "The hull is oiled in May and in the autumn 🛶",
        "船体は五月に塗られます。",
        "The hull is oiled in May.\n\n## Oars that are lent with each of the boats",
        "The hull is oiled in May.\n\n- oars of ash that are lent with each boat",
        "The hull is oiled in May.\n\n1. Take one of the oars that lie in the hall",
        "(a) oars of ash that are lent with each boat; and",
        "Pay at the desk:\n\n```sh\ndesk pay --boat gig\n```",
        "Pay at the desk:\n\n```sh\ndesk pay --boat gig\nand so on with a few words more",
        "| Boat | Deposit |\n| --- | --- |\n| canoe | 40 for each of the days that it is used |",
        "canoe | 40 | yes for each of the days that it is used\ngig | 90 | no",
        "<p>The hull is oiled in May and in the autumn</p>",
        "Boats\n\n![Oars of ash that lie in the hall](oars.png)",
        "Opening hours of the desk",
        "    def pay(boat, days):\n        return boat.fee * days",
        "desk.pay(boat='gig', days=3)\nreturn boat.fee * days",
        "",
        "---",
    ],
)
def test_ends_and_starts_that_are_no_fault(text: str) -> None:
    assert kinds(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Rowing boats that were built of wood have a longer", ["end"]),
        ("Rowing boats have a longer loan period of", ["last-token"]),
        ("A gig may be borrowed unless", ["last-token"]),
        ("The deposit of a gig that was built of wood is $", ["last-token"]),
        ("The gig has to be back on the first of December", ["last-token"]),
        ("- Oars are lent. So are vests, which belong to the", ["last-token"]),
        ("- Oars are lent.\n- Ropes are not.\n- Bailers are lent with each rowing boat that leaves", ["end"]),
        ("> Rowing boats that were built of wood have\n> a longer loan", ["end"]),
        ("provided that the hull has been oiled.", ["start"]),
        ("y keeps its shape for years.", ["start"]),
        (", and was not lent more than twice.", ["start"]),
        ("21 days from the day of the hand-over.", ["first-token"]),
        ("December is the last month of the season.", ["first-token"]),
        ("oars that lie in the hall, and whoever takes one of", ["last-token", "start"]),
        ("```\ndesk pay\n```\n\nThe desk is where everybody has to pay who takes a", ["last-token"]),
        ("desk pay --all\n```\n\nThe desk is where everybody has to pay who takes", ["end"]),
        ("The desk:\n\n```sh\ndesk pay\n```\n\nThere is where everybody has to pay", ["end"]),
    ],
)
def test_ends_and_starts_that_look_cut(text: str, found: list[str]) -> None:
    assert kinds(text) == found


def test_a_language_without_word_lists_goes_by_marks_and_case() -> None:
    assert kinds("Holzboote haben eine längere Frist als die", "de") == ["end"]
    assert kinds("dann wird der Rumpf geölt.", "de") == ["start"]


@given(st.text())
def test_any_text_is_judged(text: str) -> None:
    kinds(text)
    damage(text)
    assert repaired(repaired(text)) == repaired(repaired(repaired(text)))


@pytest.mark.parametrize("opener", ["```\n", "- ", "[", "](", "{", "<", "*", "`", "| ", "\n\n", "a.", "_a", "1. a\n"])
def test_a_text_without_end_takes_no_time(opener: str) -> None:
    kinds(opener * 200_000)
    kinds("Words. " + opener * 200_000 + " and so on")
    kinds(f"- {opener * 100_000}x\n" * 3 + "- Words. And so on")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("The fee doesnâ€™t change.", '"â€™" for "’"'),
        ("CafÃ© fees", '"Ã©" for "é"'),
        ("The fee is\ufffd", "a lost character (U+FFFD)"),
        ("The fee\x0c of May", "a control character (U+000C)"),
        ("# Fees\\n\\nA fee is\\npaid.", r"line ends written as \n"),
        ("Grüße, «été», 90 €, “so”, naïve, Ã, â", None),
        ("A\tfee\r\nis paid\u00a0now.", None),
        ("Print \\n at the end,\nnot \\n at the start, or \\n twice.", None),
    ],
)
def test_damage_that_shows_by_itself(text: str, what: str | None) -> None:
    found = damage(text)
    assert (found and found[0]) == what
    assert found is None or 0 <= found[1] < len(text)


@given(st.text(alphabet="aé’“”€ß中🛶 \n"))
def test_what_was_read_as_another_encoding_is_repaired(text: str) -> None:
    read_wrong = "".join(
        chr(byte) if byte in (0x81, 0x8D, 0x8F, 0x90, 0x9D) else bytes([byte]).decode("cp1252")
        for byte in text.encode()
    )
    assert repaired(read_wrong) == text or repaired(text) != text
