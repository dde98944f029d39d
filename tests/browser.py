"""A headless Chromium of the system, driven by Selenium: what a reader of the view sees and does."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium")
DRIVER = shutil.which("chromedriver")
_ARGUMENTS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --force-prefers-reduced-motion"
).split()
_AXE_RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


class Browser:
    """A window with short names for what the tests do in it."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver
        self.size(1440, 1000)

    def open(self, address: str | Path) -> None:
        self.driver.get("about:blank")  # the same address with another #name is not loaded again
        self.driver.get(address.resolve().as_uri() if isinstance(address, Path) else address)
        self.wait("document.querySelector('main > *')")

    def run(self, code: str, *arguments: object) -> Any:
        return self.driver.execute_script(f"return {code}", *arguments)

    def wait(self, condition: str) -> Any:
        """Wait until a JavaScript expression is true; its value."""
        from selenium.webdriver.support.ui import WebDriverWait

        return WebDriverWait(self.driver, 20, 0.05).until(lambda _: self.run(condition), condition)

    def all(self, selector: str) -> list[Any]:
        return list(self.driver.find_elements("css selector", selector))

    def one(self, selector: str) -> Any:
        return self.driver.find_element("css selector", selector)

    def texts(self, selector: str) -> list[str]:
        """What is written in the elements, in sight or not."""
        return list(self.run("[...document.querySelectorAll(arguments[0])].map((e) => e.textContent)", selector))

    def click(self, selector: str, name: str = "") -> None:
        """Click the first element whose text has ``name``."""
        found = next(each for each in self.all(selector) if name in each.text)
        self.run("arguments[0].scrollIntoView({block: 'center'})", found)
        found.click()

    def choose(self, label: str, option: str) -> None:
        from selenium.webdriver.support.ui import Select

        Select(self.one(f'select[aria-label="{label}"]')).select_by_visible_text(option)

    def press(self, keys: str) -> None:
        from selenium.webdriver import ActionChains

        ActionChains(self.driver).send_keys(keys).perform()

    def size(self, width: int, height: int) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def prefer(self, theme: str) -> None:
        """What the reader's system says: light or dark."""
        features = [{"name": "prefers-color-scheme", "value": theme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def faults(self) -> list[str]:
        """What the console has said since it was asked last."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def violations(self) -> list[str]:
        """What axe finds, with the elements; skips without it (.ci/run names it in CHUNKLINT_AXE)."""
        path = os.environ.get("CHUNKLINT_AXE")
        if not path:
            pytest.skip("CHUNKLINT_AXE names no axe.min.js")
        self.driver.execute_script(Path(path).read_text(encoding="utf-8"))
        call = "const done = arguments[1]; axe.run(document, arguments[0]).then((found) => done(found.violations))"
        found = self.driver.execute_async_script(call, _AXE_RULES)
        return [f"{each['id']}: {[node['html'] for node in each['nodes'][:3]]}" for each in found]


@contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """A browser whose profile is in ``folder``; skips where there is none."""
    if not CHROMIUM or not DRIVER:
        pytest.skip("needs chromium and chromedriver")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in (*_ARGUMENTS, f"--user-data-dir={folder}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    try:
        yield Browser(driver)
    finally:
        driver.quit()
