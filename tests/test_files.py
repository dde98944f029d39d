"""Which files are pages, and which settings hold for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from chunklint import engine
from chunklint.document.dialects import _of_folder, detect, is_post
from chunklint.project import Project


def tree(root: Path, *names: str, text: str = "x\n") -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def found(root: Path, *names: str) -> list[str]:
    pages = Project().find([root / name for name in names] or [root])
    return [path.relative_to(root).as_posix() for path in pages.files]


def test_suffixes_and_names(tmp_path: Path) -> None:
    tree(tmp_path, "a.md", "b.markdown", "c.mdx", "d.qmd", "e.Rmd", "llms.txt", "llms-full.txt", "F.MD")
    tree(tmp_path, "x.txt", "y.rst", "md", "z.html")
    assert sorted(found(tmp_path)) == sorted(
        ["F.MD", "a.md", "b.markdown", "c.mdx", "d.qmd", "e.Rmd", "llms-full.txt", "llms.txt"]
    )


def test_hidden_and_foreign_folders_are_passed_over_unless_named(tmp_path: Path) -> None:
    tree(tmp_path, "a.md", ".github/b.md", "node_modules/p/c.md", "venv/d.md", ".hidden.md")
    assert found(tmp_path) == [".hidden.md", "a.md"]
    assert found(tmp_path, ".github") == [".github/b.md"]


def test_each_page_once_whatever_names_it(tmp_path: Path) -> None:
    tree(tmp_path, "docs/a.md", "docs/b.md")
    assert found(tmp_path, "docs/b.md", "docs", "docs/a.md") == ["docs/b.md", "docs/a.md"]


def test_a_named_file_is_checked_whatever_its_suffix(tmp_path: Path) -> None:
    tree(tmp_path, "NOTES")
    assert found(tmp_path, "NOTES") == ["NOTES"]


def test_gitignore(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    tree(tmp_path, "a.md", "build/b.md", "docs/c.md", "docs/draft-d.md", "docs/keep/draft-e.md", "docs/out/f.md")
    (tmp_path / ".gitignore").write_text("build/\n# comment\n", encoding="utf-8")
    (tmp_path / "docs/.gitignore").write_text("draft-*\n/out\n", encoding="utf-8")
    (tmp_path / "docs/keep/.gitignore").write_text("!draft-e.md\n", encoding="utf-8")
    assert found(tmp_path) == ["a.md", "docs/c.md", "docs/keep/draft-e.md"]
    assert found(tmp_path, "docs") == ["docs/c.md", "docs/keep/draft-e.md"]
    assert found(tmp_path, "build/b.md") == ["build/b.md"]
    (tmp_path / "chunklint.toml").write_text("respect-gitignore = false\n", encoding="utf-8")
    assert "build/b.md" in found(tmp_path)


def test_a_link_that_leads_to_itself_is_a_page_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "ring.md").symlink_to(tmp_path / "ring.md")
    assert found(tmp_path) == ["ring.md"]
    with pytest.raises(engine.Unreadable, match="symbolic links"):
        engine.read(tmp_path / "ring.md")


def test_exclude_wins_over_names(tmp_path: Path) -> None:
    tree(tmp_path, "a.md", "gen/b.md", "gen/keep.md", "docs/x.gen.md")
    (tmp_path / "chunklint.toml").write_text('exclude = ["gen/*", "!gen/keep.md", "*.gen.md"]\n', encoding="utf-8")
    assert found(tmp_path) == ["a.md", "gen/keep.md"]
    assert found(tmp_path, "gen/b.md", "gen/keep.md", "docs/x.gen.md") == ["gen/keep.md"]


def test_closest_settings_hold_and_a_pyproject_without_our_table_is_skipped(tmp_path: Path) -> None:
    tree(tmp_path, "a.md", "one/b.md", "one/two/c.md")
    (tmp_path / "pyproject.toml").write_text('[tool.chunklint]\nignore = ["CL101"]\n', encoding="utf-8")
    (tmp_path / "one/pyproject.toml").write_text("[tool.other]\n", encoding="utf-8")
    (tmp_path / "one/two/.chunklint.toml").write_text('ignore = ["CL102"]\n', encoding="utf-8")
    project = Project()
    ignored = [project.settings_of(tmp_path / folder).ignore for folder in ("", "one", "one/two")]
    assert ignored == [("CL101",), ("CL101",), ("CL102",)]


def test_extend_is_explicit_and_adds_nothing_else(tmp_path: Path) -> None:
    tree(tmp_path, "page.md")
    (tmp_path / "base.toml").write_text(
        'fail-on = "error"\nignore = ["CL101"]\nper-file-ignores = { "a.md" = ["CL102"] }\n'
        "[rules.oversized-table]\nmax-tokens = 9\n",
        encoding="utf-8",
    )
    (tmp_path / "chunklint.toml").write_text(
        'extend = "base.toml"\nignore = ["CL105"]\nper-file-ignores = { "*.md" = ["CL108"] }\n', encoding="utf-8"
    )
    settings = Project().settings_of(tmp_path)
    assert (settings.fail_on, settings.ignore) == ("error", ("CL105",))
    assert settings.ignored(tmp_path / "a.md") == ("CL105", "CL102", "CL108")
    assert settings.options_of("CL304") == {"max-tokens": 9}


def test_per_file_ignores_add_up(tmp_path: Path) -> None:
    (tmp_path / "chunklint.toml").write_text(
        'per-file-ignores = { "docs/" = ["CL101"], "*.md" = ["setext-heading"], "other.md" = ["CL3"] }\n',
        encoding="utf-8",
    )
    active = Project().settings_of(tmp_path).page(tmp_path / "docs/page.md").rules
    assert "CL101" not in active
    assert "CL108" not in active
    assert "CL301" in active


@pytest.mark.parametrize(
    ("marker", "page", "dialect"),
    [
        ("mkdocs.yml", "docs/a.md", "mkdocs"),
        ("docusaurus.config.ts", "docs/a.md", "mdx"),
        ("website/docusaurus.config.js", "docs/a.md", "mdx"),
        ("hugo.toml", "content/a.md", "hugo"),
        ("_config.yml", "a.md", "jekyll"),
        ("docs/.vitepress/config.ts", "docs/guide/a.md", "vitepress"),
        ("docs/myst.yml", "docs/a.md", "myst"),
        ("book.toml", "src/a.md", "generic"),
        ("README.md", "a.md", "generic"),
        ("mkdocs.yml", "docs/a.mdx", "mdx"),
        ("hugo.toml", "a.qmd", "quarto"),
    ],
)
def test_dialect_is_found_out(tmp_path: Path, marker: str, page: str, dialect: str) -> None:
    (tmp_path / ".git").mkdir()
    tree(tmp_path, marker, page)
    _of_folder.cache_clear()
    assert detect(tmp_path / page) == dialect


def test_dialect_by_glob(tmp_path: Path) -> None:
    (tmp_path / "chunklint.toml").write_text(
        'dialect = { "docs/**" = "mkdocs", "docs/api/**" = "mdx" }\n', encoding="utf-8"
    )
    settings = Project().settings_of(tmp_path)
    assert settings.dialect_of(tmp_path / "docs/a.md") == "mkdocs"
    assert settings.dialect_of(tmp_path / "docs/api/a.md") == "mdx"
    assert settings.dialect_of(tmp_path / "a.md") == "generic"


@pytest.mark.parametrize("path", ["blog/a.md", "docs/blog/posts/a.md", "_posts/2024-01-02-a.md", "2024-01-02-a.md"])
def test_posts_of_a_blog(path: str) -> None:
    assert is_post(path)


@pytest.mark.parametrize("path", ["docs/posts/create.md", "api/post/a.md", "docs/blogging.md", "docs/2024-01-02.md"])
def test_pages_that_are_no_posts(path: str) -> None:
    assert not is_post(path)
