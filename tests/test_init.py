"""``chunklint init``: what it sees, what it proposes, what it writes, and what it leaves alone."""

from __future__ import annotations

import io
import re
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from chunklint import __version__
from chunklint.cli import init
from chunklint.settings import load
from tests.conftest import Run
from tests.examples import ROOT
from tests.repositories import Repository

EMPTY = "# Title\n\nWords.\n\n## Empty\n\n## Filled\n\nText of this section.\n"
FINE = "# Title\n\nWords about the thing.\n"
CODE = "from langchain_text_splitters import RecursiveCharacterTextSplitter as R\nR(chunk_size=500, chunk_overlap=50)\n"
HOOK, WORKFLOW = ".pre-commit-config.yaml", ".github/workflows/chunklint.yml"


@pytest.fixture
def site(here: Path) -> Path:
    """A MkDocs site with 15 findings in the folder of a git repository, and code that cuts its pages."""
    (here / ".git").mkdir()
    for number in range(15):
        write(here, f"docs/en/{number}.md", EMPTY)
    write(here, "docs/fr/a.md", FINE)
    write(here, "mkdocs.yml", "site_name: x\n")
    write(here, "rag/ingest.py", CODE)
    return here


def write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def answers(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Answer from a terminal."""
    stream = io.StringIO(text)
    monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", stream)


def test_what_it_sees(site: Path, run: Run) -> None:
    code, out, err = run("init", "--dry-run")
    assert (code, err) == (0, "")
    assert out.startswith(
        "pages      16\n"
        "dialect    mkdocs (16)\n"
        "language   en (15), fr (1)\n"
        "findings   15, of which 15 fail a run: CL101 (15)\n"
        "splitter   RecursiveCharacterTextSplitter 500/50 in rag/ingest.py:2, proposed\n"
    )
    assert out.endswith("Nothing written.\n")


def test_yes_writes_all(site: Path, run: Run) -> None:
    code, out, err = run("init", "--yes")
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == (
        f"Wrote chunklint.toml, .chunklint-baseline, {HOOK}, {WORKFLOW}. Next: `chunklint check`, then commit them."
    )
    settings = load(site / "chunklint.toml")
    assert settings.baseline == site / ".chunklint-baseline"
    assert [(s.preset.name, s.limits[:3]) for s in settings.splitters] == [("langchain", (500, 50, "characters"))]
    assert run("check", "--strict-baseline")[0] == 0
    write(site, "docs/en/new.md", EMPTY)
    assert run("check")[0] == 1
    after = files(site)
    code, out, _ = run("init", "--yes")
    assert (code, files(site)) == (0, after), "a second run leaves all of it as it is"
    assert out.endswith("Nothing to write.\n")


def test_hook_and_workflow_are_what_is_published(site: Path, run: Run) -> None:
    """They name this version, a hook that exists, and inputs that the action has."""
    run("init", "--yes")
    (entry,) = yaml.safe_load((site / HOOK).read_text())["repos"]
    assert entry["rev"] == f"v{__version__}"
    known = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
    assert {hook["id"] for hook in entry["hooks"]} <= known
    jobs = yaml.safe_load((site / WORKFLOW).read_text())["jobs"]
    checkout, action = jobs["chunklint"]["steps"]
    assert checkout["with"]["fetch-depth"] == 0, "the action looks for the base of a pull request"
    uses = action["uses"]
    assert uses == f"{entry['repo'].removeprefix('https://github.com/')}@v{__version__}"
    readme = (ROOT / "README.md").read_text()
    assert f"uses: {uses}" in readme
    assert f"repo: {entry['repo']}\n    rev: {entry['rev']}" in readme


@pytest.mark.parametrize("words", [["--dry-run"], [], ["--yes", "--dry-run"]])
def test_nothing_is_written_without_a_word(
    site: Path, run: Run, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\ny\ny\ny\n"))
    before = files(site)
    code, out, _ = run("init", *words)
    assert (code, files(site)) == (0, before)
    assert "--- chunklint.toml: settings\n" in out
    assert 'preset = "langchain"' in out
    assert ("no terminal" in out) is (words == [])


def test_asks_for_each(site: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    before = set(files(site))
    answers(monkeypatch, "y\nn\nyes\n")
    code, out, _ = run("init")
    assert code == 0
    assert set(files(site)) - before == {"chunklint.toml", HOOK}
    assert f"Write {WORKFLOW}? [y/N] " in out, "the end of the input is a no"


def test_pyproject(site: Path, run: Run) -> None:
    before = '# mine\n[project]\nname = "x"\n\n[tool.ruff]\nline-length = 9'
    write(site, "pyproject.toml", before)
    run("init", "--yes")
    text = (site / "pyproject.toml").read_bytes().decode()
    assert text.startswith(before + "\n\n[tool.chunklint]\n")
    data = tomllib.loads(text)
    assert data["tool"].pop("chunklint")["baseline"] == ".chunklint-baseline"
    assert data == tomllib.loads(before)
    assert not (site / "chunklint.toml").exists()
    assert load(site / "pyproject.toml").splitters[0].limits.size == 500
    assert run("check")[0] == 0


@pytest.mark.parametrize(
    "text",
    [
        "[project\n",
        "tool = { ruff = {} }\n",
        "tool = 1\n",
        "[[tool]]\na = 1\n",
        "\xff",
        "[tool]\nx = 1\n[tool.chunklint.x]\n",
    ],
)
def test_pyproject_without_a_place(site: Path, run: Run, text: str) -> None:
    """What is no TOML, or takes no table, or has one of ours, is left alone."""
    write(site, "pyproject.toml", text)
    code, _, err = run("init", "--yes")
    assert (site / "pyproject.toml").read_bytes() == text.encode()
    assert code == 0 or "pyproject.toml" in err


def test_pyproject_with_windows_line_ends(site: Path, run: Run) -> None:
    write(site, "pyproject.toml", '[project]\r\nname = "x"\r\n')
    run("init", "--yes")
    data = (site / "pyproject.toml").read_bytes()
    assert data.count(b"\n") == data.count(b"\r\n") > 5


@pytest.mark.parametrize("name", ["chunklint.toml", ".chunklint.toml", "pyproject.toml"])
def test_settings_that_exist(site: Path, run: Run, name: str) -> None:
    text = '[tool.chunklint]\nignore = ["CL3"]\n' if name == "pyproject.toml" else 'ignore = ["CL3"]\n'
    write(site, name, text)
    code, out, _ = run("init", "--yes")
    assert code == 0
    assert f"{site / name} has settings: left as they are\n" in out
    assert (site / name).read_text() == text
    assert not (site / ".chunklint-baseline").exists()
    assert (site / HOOK).exists()


def test_files_that_exist(site: Path, run: Run) -> None:
    for name in (".chunklint-baseline", HOOK, WORKFLOW):
        write(site, name, "# mine\n")
    code, out, _ = run("init", "--yes")
    assert code == 0
    assert all((site / name).read_text() == "# mine\n" for name in (HOOK, WORKFLOW, ".chunklint-baseline"))
    snippet = re.search(r"below its repos:\n\n((?:  .*\n)+)", out)
    assert snippet
    assert yaml.safe_load(snippet[1])[0]["hooks"] == [{"id": "chunklint"}]


def test_link_out_of_the_folder(site: Path, run: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (site / ".github").symlink_to(outside)
    code, _, err = run("init", "--yes")
    assert (code, list(outside.rglob("*.yml"))) == (2, [])
    assert err.endswith("chunklint.yml: it stands outside of this folder\n")


def test_few_findings(here: Path, run: Run) -> None:
    write(here, "a.md", EMPTY)
    code, out, _ = run("init", "--yes")
    assert code == 0
    assert set(files(here)) == {"a.md", "chunklint.toml"}
    assert load(here / "chunklint.toml").baseline is None
    assert "not the top of a git repository" in out
    assert "none found in the code" in out


def test_no_pages(here: Path, run: Run) -> None:
    code, out, err = run("init", "--yes")
    assert (code, out) == (2, "")
    assert err.startswith("chunklint: error: no .markdown, .md, .mdx, .qmd, .rmd or llms.txt below ")
    assert files(here) == {}


def test_page_that_cannot_be_read(here: Path, run: Run) -> None:
    (here / "a.md").write_bytes(b"\x00")
    assert "findings   1, of which 1 fail a run: CL001 (1)\n" in run("init")[1]


@pytest.mark.skipif(sys.platform == "win32", reason="such names cannot be")
def test_hostile_names(here: Path, run: Run) -> None:
    """A name from the repository is no setting, no second line and no colour of the terminal."""
    write(here, "a.md", '---\nlang: "x\\"\\nexclude = [1]\\n\\e[31m"\n---\n\n# T\n\nText.\n')
    write(here, 'in\n[rules]\nx = "\x1b[31m.py', CODE)
    code, out, _ = run("init", "--yes")
    assert code == 0
    assert "\x1b" not in out
    data = tomllib.loads((here / "chunklint.toml").read_text())
    assert set(data) == {"splitter"}
    assert data["splitter"] == [{"preset": "langchain", "size": 500, "overlap": 50}]


def test_splitter_of_most_calls(here: Path, run: Run) -> None:
    write(here, "a.md", FINE)
    for name, size in {"tests/test_a.py": 1, "a.py": 500, "b.py": 300, "c.py": 300}.items():
        write(here, name, CODE.replace("500", str(size)).replace("chunk_overlap=50", "chunk_overlap=0"))
    write(
        here,
        "d.py",
        "from langchain_text_splitters import CharacterTextSplitter as C\nC()\n" + CODE.replace("500", "n"),
    )
    out = run("init", "--yes")[1]
    assert load(here / "chunklint.toml").splitters[0].limits.size == 300
    assert "RecursiveCharacterTextSplitter 300/0 in b.py:2, proposed\n" in out
    assert "CharacterTextSplitter in d.py:2, no preset is like it\n" in out
    assert "and 1 more in the code\n" in out


def test_workflow_runs_on_the_main_branch_of_the_server(
    repo: Repository, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def branches() -> list[str]:
        assert run("init", "--yes")[0] == 0
        text = Path(WORKFLOW).read_text(encoding="utf-8")
        Path(WORKFLOW).unlink()
        found: list[str] = yaml.safe_load(text)[True]["push"]["branches"]
        return found

    assert branches() == ["main", "master"], "the repository has no server"
    repo.git("branch", "--quiet", "-m", "main", "trunk")
    repo.git("checkout", "--quiet", "trunk")
    clone = Repository(repo.path.parent / f"{repo.path.name}-clone")
    repo.git("clone", "--quiet", repo.path, clone.path)
    clone.git("checkout", "--quiet", "-b", "topic")
    monkeypatch.chdir(clone.path)
    assert branches() == ["trunk"]
    clone.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/a]b")
    assert branches() == ["main", "master"]


def test_pieces_are_read_back() -> None:
    assert yaml.safe_load(f"repos:\n{init.hook()}")["repos"][0]["hooks"] == [{"id": "chunklint"}]
    flow = yaml.safe_load(init.workflow())
    assert flow["permissions"] == {"contents": "read"}
    assert set(flow[True]) == {"pull_request", "push"}  # "on" is a truth value in YAML 1.1
