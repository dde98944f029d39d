"""Rules across pages, and pages with settings of their own, in a change."""

from __future__ import annotations

from pathlib import Path

import pytest

from chunklint import engine
from chunklint.document import Document
from chunklint.finding import Finding
from tests.conftest import Run
from tests.repositories import FINE, Repository, apart, create, reported, since

ANSWER = (
    "Refunds are paid in the currency of the bill and to the account that the money came from, at most two weeks"
    " after the request was granted, without a fee, and always together with a note that says for which period they"
    " were paid, so that nobody has to ask. Ask within {} days.\n"
)


@pytest.mark.parametrize("changed", ["a.md", "z.md"])
def test_rules_across_pages(here: Path, run: Run, monkeypatch: pytest.MonkeyPatch, changed: str) -> None:
    """The finding stands on the later page, whichever of the two the change made."""
    apart(monkeypatch)
    repo = create(here)
    pages = {
        name: f"# Refunds\n\n## How to ask\n\n{ANSWER.format(days)}" for name, days in (("a.md", 30), ("z.md", 14))
    }
    for name, text in pages.items():
        repo.write(name, text if name != changed else text.replace("# Refunds", "# Other title"))
    repo.write("m.md", FINE)
    repo.commit()
    words = ("--select", "CL901,CL902")
    assert "CL901" not in {code for *_, code in reported(run, *words)}
    repo.write(changed, pages[changed])
    expected = [("z.md", 1, "CL901")]
    assert reported(run, *words, "--diff-base", "HEAD")[:1] == expected
    repo.git("add", "-A")
    repo.write(changed, FINE)
    assert reported(run, *words, "--staged")[:1] == expected, "the staged text of a page is what others are laid beside"
    repo.commit()
    repo.write(changed, pages[changed])
    repo.commit()
    repo.write("m.md", FINE + "More.\n")
    assert reported(run, *words, "--diff-base", "HEAD") == [], "both pages are as they were"
    assert reported(run, *words)[:1] == expected


def test_rules_across_pages_see_no_page_that_is_not_committed(repo: Repository, run: Run) -> None:
    repo.write("b.md", f"# Refunds\n\n## How to ask\n\n{ANSWER.format(14)}")
    repo.git("add", "b.md")
    repo.write("a-untracked.md", f"# Refunds\n\n## How to ask\n\n{ANSWER.format(30)}")
    assert reported(run, "--select", "CL901")[0][:2] == ("b.md", 1)
    assert reported(run, "--select", "CL901", "--staged") == []


def test_nested_settings(repo: Repository, run: Run) -> None:
    """The settings closest to each page hold, also for the old text and for which pages must be read."""
    repo.write("docs/chunklint.toml", 'extend-select = ["CL901"]\n')
    repo.write("docs/a.md", f"# Refunds\n\n## How to ask\n\n{ANSWER.format(14)}")
    repo.write("docs/z.md", f"# Other\n\n## How to ask\n\n{ANSWER.format(30)}")
    repo.write("quiet/chunklint.toml", 'ignore = ["CL101"]\n')
    repo.write("quiet/a.md", FINE)
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    repo.write("quiet/a.md", FINE + "\n## Empty\n")
    repo.edit("docs/z.md", "# Other", "# Refunds")
    repo.write("docs/a.md", (repo.path / "docs/a.md").read_text() + "\n## Empty\n")
    assert since(run) == [("docs/a.md", 7, "CL101"), ("docs/z.md", 1, "CL901")]


def test_pages_beside_the_change_are_read_and_not_checked(
    repo: Repository, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[str] = []
    check_document = engine.check_document

    def noted(document: Document, settings: engine.PageSettings) -> list[Finding]:
        checked.append(document.path)
        return check_document(document, settings)

    repo.write("b.md", f"# Refunds\n\n## How to ask\n\n{ANSWER.format(14)}")
    repo.commit()
    repo.git("branch", "--quiet", "-f", "main")
    repo.write("z.md", f"# Refunds\n\n## How to ask\n\n{ANSWER.format(30)}")
    monkeypatch.setattr(engine, "check_document", noted)
    assert since(run, "--extend-select", "CL901") == [("z.md", 1, "CL901")]
    assert set(checked) == {"z.md"}
