"""``chunklint view`` in a real browser: what is shown, what clicks and keys do, and that nothing else runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from chunklint.cli import main
from tests import browser as browsers
from tests.browser import Browser
from tests.test_view import HOSTILE, PIER

pytestmark = pytest.mark.real
SPLITTERS = ("fixed:200", "langchain:200/60", "heading")
FIXED = "fixed:200 characters"
LANGCHAIN = "langchain:200/60 characters"


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browsers.browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture
def window(chromium: Browser) -> Iterator[Browser]:
    """The browser; at the end its console must be empty."""
    chromium.faults()
    chromium.size(1440, 1000)
    chromium.prefer("light")
    yield chromium
    chromium.run("localStorage.clear()")
    assert chromium.faults() == []


@pytest.fixture
def folder(here: Path) -> Path:
    (here / "docs").mkdir()
    (here / "docs" / "pier.md").write_text(PIER, encoding="utf-8")
    (here / "docs" / "quay.md").write_text("# Quay\n\nThe quay is open all year.\n", encoding="utf-8")
    return here


def view(folder: Path, *words: str, out: str = "out.html", splitters: tuple[str, ...] = SPLITTERS) -> Path:
    named = [word for splitter in splitters for word in ("--splitter", splitter)]
    assert main(["view", *words, "--isolated", *named, "-o", out]) == 0
    return folder / out if out.endswith(".html") else folder / out / "index.html"


@pytest.fixture
def page(folder: Path, window: Browser) -> Browser:
    """The page alone, opened."""
    window.open(view(folder, "docs/pier.md"))
    return window


def heads(window: Browser) -> list[str]:
    return window.texts(".head .number")


def test_a_page_and_its_chunks(page: Browser) -> None:
    assert page.texts("h1") == ["docs/pier.md"]
    assert page.texts("h2")[0] == FIXED
    assert heads(page) == ["Chunk 1", "Chunk 2", "Chunk 3"]
    assert "".join(text + "\n" for text in page.texts(".text")).replace("\n", "") == PIER.replace("\n", "")
    assert page.texts(".head .size")[0] == "200 of 200 characters"
    assert "row without header" in " ".join(page.texts(".head .badge"))
    assert page.texts(".seam") == ["✂ cut inside line 7", "✂ cut inside line 13"]


def test_the_size_bar_shows_the_share(page: Browser) -> None:
    wide, _, small = page.run(
        "[...document.querySelectorAll('.head .meter')].map((m) => m.firstChild.offsetWidth / m.clientWidth)"
    )
    assert wide == pytest.approx(1, abs=0.03)
    assert small < 0.3


def test_findings_stand_at_their_line_with_the_text_of_the_rule(page: Browser) -> None:
    notes = page.texts(".note .rule")
    assert "■ error CL608 cut-answer" in notes
    tops = page.run(
        "[...document.querySelectorAll('.note')].map((n) => "
        "n.getBoundingClientRect().top - n.closest('.line').getBoundingClientRect().top)"
    )
    assert tops[0] < 2
    page.click(".note summary")
    assert "answer" in page.one(".note .about").text
    box = page.run("document.querySelector('.note').getBoundingClientRect().left")
    assert box > page.run("document.querySelector('.text').getBoundingClientRect().right")  # in the margin


def test_badges_lead_to_their_finding(page: Browser) -> None:
    page.click(".badge", "answer cut")
    assert page.run("document.activeElement.matches('.note.current')")
    assert "CL608" in page.one(".note.current").text


def test_the_splitter_is_switched(page: Browser) -> None:
    page.choose("Splitter", "heading")
    assert page.texts("h2")[0] == "heading"
    assert page.texts(".head .path") == ["Pier", "Pier › What does a night cost?"]
    assert page.texts(".tag")[0] == "heading: chunk 1 has it in its path, not in its source"
    page.choose("Splitter", LANGCHAIN)
    assert len(page.all(".block.shared")) > 0
    assert any(text.startswith("overlap: these ") for text in page.texts(".tag"))


def test_overlap_is_striped_and_has_the_bars_of_both(page: Browser) -> None:
    page.choose("Splitter", LANGCHAIN)
    shared = "document.querySelector('.block.shared')"
    assert "repeating-linear-gradient" in page.run(f"getComputedStyle({shared}, '::before').backgroundImage")
    lefts = page.run(f"[...{shared}.querySelectorAll('.rail')].map((r) => r.getBoundingClientRect().left)")
    assert len(set(lefts)) == 2
    patterns = page.run("[...document.querySelectorAll('.rail')].map((r) => r.className.match(/p[0-3]/)[0])")
    assert {"p0", "p1", "p2"} <= set(patterns)  # bars differ in form, not in colour only


def test_side_by_side(page: Browser) -> None:
    page.choose("Side by side", "heading")
    assert page.texts(".column h2") == [FIXED, "heading"]
    left, right = page.run("[...document.querySelectorAll('.column')].map((c) => c.getBoundingClientRect().left)")
    assert right > left + 400
    page.choose("Side by side", "no")
    assert page.texts(".column h2") == [FIXED]


def test_columns_scroll_together(folder: Path, window: Browser) -> None:
    text = "".join(f"## Part {number}\n\nSome words stand in part {number} of it.\n\n" for number in range(200))
    (folder / "long.md").write_text(text, encoding="utf-8")
    window.open(view(folder, "long.md"))
    window.choose("Side by side", "heading")
    window.wait("document.querySelectorAll('[data-line=\"600\"]').length === 2")
    window.run(
        "(() => { const c = document.querySelector('.column'); const l = c.querySelector('[data-line=\"400\"]');"
        "c.scrollTop += l.getBoundingClientRect().top - c.getBoundingClientRect().top; })()"
    )
    top = (
        "[...document.querySelectorAll('.column')].map((c) => "
        "c.querySelector('[data-line=\"400\"]').getBoundingClientRect().top - c.getBoundingClientRect().top)"
    )
    window.wait(f"(([a, b]) => Math.abs(a - b) < 300 && a < 900)({top})")


def test_keys(page: Browser) -> None:
    page.press("jj")
    assert page.run("document.activeElement.dataset.chunk") == "1"
    page.press("k")
    assert page.texts(".head.current .number") == ["Chunk 1"]
    page.press("e")
    assert page.one(".head pre").text == PIER[:200].strip()
    page.press("e")
    assert page.all(".head pre") == []
    page.press("n")
    first = page.texts(".note.current .rule")
    page.press("nnp")
    assert page.texts(".note.current .rule") != first
    page.press("s")
    assert page.texts("h2")[0] == LANGCHAIN
    page.press("S")
    assert page.texts("h2")[0] == FIXED
    page.press("c")
    assert len(page.all(".column")) == 2
    page.press("c")
    assert len(page.all(".column")) == 1


def test_the_keys_are_told_and_can_be_off(page: Browser) -> None:
    from selenium.webdriver.common.keys import Keys

    page.press("?")
    assert page.one("dialog").is_displayed()
    assert "next, previous finding" in page.one("dialog").text
    page.click("dialog label")
    page.press(Keys.ESCAPE)
    page.press("s")
    assert page.texts("h2")[0] == FIXED


def test_keys_do_not_write_over_prices(page: Browser) -> None:
    page.click(".cost summary")
    page.click(".cost td input")
    page.press("sjk?")
    assert page.texts("h2")[0] == FIXED
    assert page.one(".cost td input").get_attribute("value").count("sjk?") == 1


def test_themes(page: Browser) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.run(ground)
    page.prefer("dark")
    dark = page.run(ground)
    assert light == "rgb(255, 255, 255)"
    assert dark != light
    page.press("t")  # light, whatever the system says
    assert page.run(ground) == light
    page.press("t")
    page.prefer("light")
    assert page.run(ground) == dark


def test_prices_are_the_readers(page: Browser) -> None:
    page.click(".cost summary")
    assert "Example prices" in page.one(".cost").text
    tokens = int(page.texts(".cost dd")[1].replace(",", ""))
    price = page.one('.cost input[aria-label^="Price of a million tokens"]')
    price.clear()
    price.send_keys("1000000")
    run, _, month = page.texts(".cost tbody tr:first-child .result")
    assert run == f"${tokens:,}.00"  # a dollar a token
    assert float(month[1:].replace(",", "")) == pytest.approx(30 * tokens, rel=1e-4)
    page.click(".cost button", "Add a model")
    assert len(page.all(".cost tbody tr")) == 3
    page.driver.refresh()
    page.wait("document.querySelector('.cost')")
    assert len(page.all(".cost tbody tr")) == 3  # kept in this browser
    page.click(".cost summary")
    page.click(".cost button", "Back to the examples")
    assert len(page.all(".cost tbody tr")) == 2


def test_an_index(folder: Path, window: Browser) -> None:
    window.open(view(folder, "docs"))
    assert window.texts(".pages tbody a") == ["pier.md", "quay.md"]  # the worst first
    assert window.texts(".survival tbody th")[0] == "heading"
    assert len(window.all("svg[role=img]")) == 2
    window.click(".pages thead button", "Page")
    assert window.one(".pages thead th").get_attribute("aria-sort") == "ascending"
    window.one('input[type="search"]').send_keys("qua")
    assert window.texts(".pages tbody a") == ["quay.md"]
    window.click(".pages tbody a")
    window.wait("document.querySelector('.pane')")
    assert window.texts("h1") == ["docs/quay.md"]
    window.click(".bar a", "Index")
    window.wait("document.querySelector('.pages')")


def test_a_folder_of_files(folder: Path, window: Browser) -> None:
    window.open(view(folder, "docs", out="site"))
    window.click(".pages tbody a", "pier.md")
    window.wait("document.querySelector('.pane')")
    assert window.texts("h1") == ["docs/pier.md"]
    window.click(".bar a", "page ›")
    window.wait("document.querySelector('h1').textContent === 'docs/quay.md'")
    window.press("i")
    window.wait("document.querySelector('.pages')")
    assert window.run("location.pathname").endswith("site/index.html")


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages(folder: Path, window: Browser, name: str) -> None:
    text = HOSTILE[name].encode("utf-8", "replace").decode()
    (folder / "bad.md").write_bytes(text.encode())
    if name == "nul":
        (folder / "bad.md").write_bytes((" " * 8001 + text).encode())  # beyond what makes it a binary file
    window.open(view(folder, "bad.md"))
    for splitter in (LANGCHAIN, "heading", FIXED):
        window.choose("Splitter", splitter)
        wanted = (folder / "bad.md").read_bytes().decode()
        shown = "".join(window.texts(".text"))
        pictured = "".join(chr(0x2400 + ord(sign)) if sign in "\0\x1b" else sign for sign in wanted)
        assert shown == pictured.replace("\r", "").replace("\n", "")
    assert window.all("main img, main script, main iframe") == []
    assert window.run("document.documentElement.scrollWidth <= innerWidth")  # long lines are broken


def test_a_page_without_chunks_and_an_empty_one(folder: Path, window: Browser) -> None:
    (folder / "front.md").write_text("---\ntitle: x\n---\n", encoding="utf-8")
    window.open(view(folder, "front.md", splitters=("heading",)))
    assert window.texts(".empty")[0] == "This splitter makes no chunk of this page."
    (folder / "empty.md").write_text("", encoding="utf-8")
    window.open(view(folder, "empty.md", splitters=("heading",)))
    assert window.texts(".empty")[0] == "This page is empty."


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_accessibility(folder: Path, window: Browser, theme: str) -> None:
    window.open(view(folder, "docs"))
    window.prefer(theme)
    window.click(".cost summary")
    assert window.violations() == []
    window.click(".pages tbody a")
    window.wait("document.querySelector('.pane')")
    for splitter in (FIXED, LANGCHAIN, "heading"):
        window.choose("Splitter", splitter)
        window.run("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        window.press("je")
        assert window.violations() == []
    window.choose("Side by side", FIXED)
    assert window.violations() == []
    window.press("?")
    assert window.violations() == []


def test_narrow_screens(folder: Path, window: Browser) -> None:
    window.open(view(folder, "docs"))
    window.size(390, 844)
    assert window.run("document.documentElement.scrollWidth <= innerWidth")
    window.click(".pages tbody a")
    window.wait("document.querySelector('.pane')")
    assert window.run("document.documentElement.scrollWidth <= innerWidth")
    note = window.run("(({top, left}) => [top, left])(document.querySelector('.note').getBoundingClientRect())")
    line = window.run(
        "document.querySelector('.note').closest('.line').querySelector('.text').getBoundingClientRect().bottom"
    )
    assert note[0] >= line - 1  # below its line
    assert window.violations() == []


def test_print(page: Browser) -> None:
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert not page.one(".bar").is_displayed()
        assert page.one(".note .message").is_displayed()
        assert page.run("getComputedStyle(document.querySelector('.block')).contentVisibility") == "visible"
    finally:
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_a_large_page_is_there_at_once(folder: Path, window: Browser) -> None:
    part = PIER.split("\n", 2)[2]
    text = "".join(f"## Part {number}\n\n{part}\n" for number in range(750))
    assert len(text) > 300_000
    (folder / "large.md").write_text(text, encoding="utf-8")
    window.open(view(folder, "large.md", splitters=("langchain:400/80",)))
    paint, shown = window.wait(
        "(() => { const p = performance.getEntriesByName('first-contentful-paint')[0];"
        "return p && [p.startTime, performance.getEntriesByName('chunklint-shown')[0].startTime]; })()"
    )
    assert shown < 1000, shown
    assert paint < 1000, paint
    window.press("k")
    window.wait("document.querySelector('.head.current')")
    assert (folder / "out.html").stat().st_size < 5 * len(text)
