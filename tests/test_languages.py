"""The language of a page by its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from chunklint import languages
from chunklint.settings import Settings


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("docs/fr/a.md", "fr"),
        ("i18n/pt-BR/docs/a.md", "pt"),
        ("docs/zh_Hans/a.md", "zh"),
        ("content/blog/index.ja.md", "ja"),
        ("docs/en/de/a.md", "de"),
        ("docs/en/a.fr.md", "fr"),
        ("docs/a.md", ""),
        ("docs/a.min.md", ""),
        ("docs/it-services/a.md", ""),
        ("fr.md", ""),
        ("item/a.md", ""),
    ],
)
def test_language_that_a_path_names(path: str, language: str) -> None:
    assert languages.of_path(path) == language


def test_setting_wins_and_folders_above_the_root_say_nothing(tmp_path: Path) -> None:
    root = tmp_path / "it"
    assert Settings(root=root).language_of(root / "docs/a.md") == "en"
    assert Settings(root=root).language_of(root / "docs/fr/a.md") == "fr"
    assert Settings(root=root, language="de").language_of(root / "docs/fr/a.md") == "de"
