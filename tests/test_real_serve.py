"""``chunklint serve`` in a real browser: picks, pastes and sizes change what is shown, and other sites get nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from chunklint.project import Project
from tests import browser as browsers
from tests.browser import Browser
from tests.test_view import HOSTILE, PIER

server = pytest.importorskip("chunklint.view.server", exc_type=ImportError)
pytestmark = pytest.mark.real


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browsers.browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture
def address(here: Path) -> Iterator[str]:
    (here / "docs").mkdir()
    (here / "docs" / "pier.md").write_text(PIER, encoding="utf-8")
    (here / "docs" / "quay.md").write_text("# Quay\n\nThe quay is open all year.\n", encoding="utf-8")
    listening = server.Server(0)
    listening.set_app(server.app(server.Service(Project(isolated=True), here / "docs"), listening.server_port))
    thread = Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield f"http://127.0.0.1:{listening.server_port}/"
    listening.shutdown()
    thread.join()
    listening.server_close()


@pytest.fixture
def window(chromium: Browser, address: str) -> Iterator[Browser]:
    """The browser with the server's page; at the end its console must be empty."""
    chromium.faults()
    chromium.size(1440, 1000)
    chromium.prefer("light")
    chromium.open(address)
    yield chromium
    assert chromium.faults() == []


def shows(window: Browser, *splitters: str, page: str = "pier.md") -> None:
    """Wait until this is shown."""
    window.wait(f"document.querySelector('h1')?.textContent === {page!r}")
    for at, splitter in enumerate(splitters):
        window.wait(f"document.querySelectorAll('.column h2')[{at}]?.textContent === {splitter!r}")
    window.wait(f"document.querySelectorAll('.column').length === {len(splitters)}")


def write(window: Browser, label: str, text: str) -> None:
    """Write into a field in place of what it holds."""
    from selenium.webdriver.common.keys import Keys

    field = window.one(f'[aria-label="{label}"]')
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(text)


def test_the_first_page_is_there(window: Browser) -> None:
    shows(window, "langchain 1000/200 characters")
    assert "".join(window.texts(".text")) == PIER.replace("\n", "")


def test_size_and_overlap(window: Browser) -> None:
    write(window, "Splitter: overlap", "0")
    write(window, "Splitter: size", "200")
    shows(window, "langchain 200/0 characters")
    sizes = window.texts(".head .size")
    assert len(sizes) > 2
    assert all("of 200 characters" in size for size in sizes)


def test_a_size_that_cannot_be_is_told_and_what_was_shown_stays(window: Browser) -> None:
    shows(window, "langchain 1000/200 characters")
    write(window, "Splitter: size", "100")
    window.wait("document.querySelector('[role=status]').textContent.includes('less than the size (100)')")
    shows(window, "langchain 1000/200 characters")
    write(window, "Splitter: overlap", "10")
    shows(window, "langchain 100/10 characters")
    assert window.one(".live [role=status]").text == ""


def test_presets_side_by_side(window: Browser) -> None:
    window.choose("Splitter", "fixed")
    window.choose("Side by side", "heading")
    shows(window, "fixed 1000/0 characters", "heading")
    assert not window.one('[aria-label="Side by side: size"]').is_enabled()  # a section has no size
    window.choose("Side by side", "none")
    shows(window, "fixed 1000/0 characters")


def test_another_page(window: Browser) -> None:
    write(window, "Page", "quay.md")
    shows(window, "langchain 1000/200 characters", page="quay.md")


def test_a_page_is_pasted(window: Browser) -> None:
    window.click(".live summary")
    window.driver.execute_script(
        "const t = document.querySelector('textarea'); t.focus();"
        "document.execCommand('insertText', false, arguments[0]);",
        "# Dock\n\n## Empty\n",
    )
    shows(window, "langchain 1000/200 characters", page="pasted.md")
    assert "■ error CL101 empty-section" in window.texts(".note .rule")


@pytest.mark.parametrize("name", ["script", "comment", "separators", "rtl", "wide"])
def test_pasted_markup_stays_text(window: Browser, name: str) -> None:
    window.click(".live summary")
    window.driver.execute_script(
        "const t = document.querySelector('textarea'); t.value = arguments[0]; t.dispatchEvent(new Event('input'));",
        HOSTILE[name],
    )
    shows(window, "langchain 1000/200 characters", page="pasted.md")
    assert "".join(window.texts(".text")) == HOSTILE[name].replace("\n", "")
    assert window.all("main img, main script") == []


def test_writing_is_not_taken_for_keys(window: Browser) -> None:
    window.click(".live summary")
    window.click("textarea")
    window.press("jcnt?")
    shows(window, "langchain 1000/200 characters", page="pasted.md")
    assert not window.one("dialog").is_displayed()
    assert window.one("textarea").get_attribute("value") == "jcnt?"


def test_inline_code_does_not_run(window: Browser) -> None:
    window.driver.execute_script(
        "const code = document.createElement('script'); code.textContent = 'window.ran = true';"
        "document.body.append(code);"
    )
    assert window.run("window.ran === undefined")
    assert any("Content Security Policy" in fault for fault in window.faults())


def test_other_sites_get_nothing(window: Browser, address: str, here: Path) -> None:
    (here / "evil.html").write_text("<!doctype html><title>x</title><main><p></p></main>", encoding="utf-8")
    window.open(here / "evil.html")
    call = (
        "const done = arguments[1]; fetch(arguments[0] + 'api/view', {method: 'POST', body: '{}'})"
        ".then((answer) => done('answered'), () => done('refused'))"
    )
    assert window.driver.execute_async_script(call, address) == "refused"
    frame = "const f = document.createElement('iframe'); f.src = arguments[0]; document.body.append(f);"
    window.driver.execute_script(frame, address)
    window.wait("document.querySelector('iframe')")
    assert window.faults()  # the browser says what it kept back


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_accessibility(window: Browser, theme: str) -> None:
    window.prefer(theme)
    window.choose("Side by side", "heading")
    shows(window, "langchain 1000/200 characters", "heading")
    window.click(".live summary")
    assert window.violations() == []
    window.size(390, 844)
    assert window.run("document.documentElement.scrollWidth <= innerWidth")
    assert window.violations() == []
