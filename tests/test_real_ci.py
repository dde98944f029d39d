"""With real tools: the steps of the action, the files of docs/ci.md, and the programs that read reports."""

from __future__ import annotations

import json
import re
import shutil
import sys
import venv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from chunklint import report
from tests import formats, test_formats
from tests.examples import ROOT
from tests.real import FINE, FLAWED, commit, from_clone, git, repository, run, write
from tests.test_ci_docs import snippets
from tests.test_github import outputs

pytestmark = pytest.mark.real
TABLE = "# Title\n\n|  |\n| --- |\n| a |\n"
awkward = test_formats.awkward  # a run over pages with awkward names


class Action:
    """Runs the steps of action.yml as a runner does: expressions filled in, one bash for each step.

    chunklint is installed in the first run, and in those with another version or Python.
    """

    def __init__(self, folder: Path) -> None:
        self.action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
        self.temp = folder / "runner temp"
        self.temp.mkdir()
        self.installed: tuple[str, str] | None = None
        self.outputs: dict[str, str] = {}
        self.summary = ""

    def run(self, workspace: Path, code: int = 0, base: str = "", queue: str = "", **given: str) -> str:
        """Run with inputs (``_`` for ``-``), in a pull request onto the commit ``base``, or in the merge queue of one.

        Return what is printed.
        """
        inputs = {name.replace("_", "-"): value for name, value in given.items()}
        values = {"github.action_path": str(ROOT), "runner.temp": str(self.temp)}
        values |= {"github.event.pull_request.base.sha": base, "github.event.merge_group.base_sha": queue}
        for name, told in self.action["inputs"].items():
            values[f"inputs.{name}"] = inputs.pop(name, None) or _filled(str(told.get("default", "")), values)
            if given.get(name.replace("-", "_")) == "":
                values[f"inputs.{name}"] = ""
        assert not inputs
        out = "".join(self._steps(workspace, values, code))
        self.outputs = {name: _filled(told["value"], values) for name, told in self.action["outputs"].items()}
        return out

    def _steps(self, workspace: Path, values: dict[str, str], code: int) -> Iterator[str]:
        for step in self.action["runs"]["steps"]:
            if "if" in step and not _evaluated(step["if"], values):
                continue
            if "uses" in step:
                assert re.fullmatch(r"actions/setup-python@[0-9a-f]{40}", step["uses"])
                assert step["with"]["update-environment"] is False, "the Python of the job stays"
                values["steps.python.outputs.python-path"] = sys.executable
                continue
            which = values["inputs.version"], values["inputs.python-version"]
            if step["name"] != "Install chunklint":
                yield self._step(step, workspace, values, code)
            elif which != self.installed:
                self.installed = which if values["inputs.version"] == "" else None
                failing = code if values["inputs.version"] else 0
                yield self._step(step, workspace, values, failing)
                if failing:
                    return

    def _step(self, step: dict[str, Any], workspace: Path, values: dict[str, str], code: int) -> str:
        assert step["shell"] == "bash"
        assert "${{" not in step["run"], "an input in the script could become a command"
        folder = workspace / _filled(step.get("working-directory", "."), values)
        files = {name: self.temp / name for name in ("step.sh", "output", "summary")}
        for file in files.values():
            file.write_text("", encoding="utf-8")
        files["step.sh"].write_text(step["run"], encoding="utf-8")
        env = {name: _filled(value, values) for name, value in step["env"].items()}
        env |= {"GITHUB_ACTIONS": "true", "GITHUB_OUTPUT": str(files["output"])}
        env |= {"GITHUB_STEP_SUMMARY": str(files["summary"])}
        # The options of `shell: bash` in GitHub Actions.
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(files["step.sh"])]
        try:
            return run(*shell, cwd=folder, code=code, **env)
        finally:
            text = re.sub(r"(?m)^([\w-]+)=(.*)$", r"\1<<=\n\2\n=", files["output"].read_text(encoding="utf-8"))
            files["output"].write_text(text, encoding="utf-8")
            if name := step.get("id"):
                values |= {f"steps.{name}.outputs.{key}": v for key, v in outputs(files["output"]).items()}
            self.summary = files["summary"].read_text(encoding="utf-8")


def _filled(text: str, values: dict[str, str]) -> str:
    """``text`` with its expressions evaluated."""
    return re.sub(r"\$\{\{(.+?)\}\}", lambda match: _evaluated(match[1], values), text)


def _evaluated(expression: str, values: dict[str, str]) -> str:
    """The value of an expression of those that action.yml has: names, ``||`` and ``!= ''``."""
    words = [word.strip() for word in expression.split("||")]
    if words[0].endswith("!= ''"):
        return "true" if values[words[0].removesuffix("!= ''").strip()] else ""
    return next((found for word in words if (found := _value(word, values))), "")


def _value(word: str, values: dict[str, str]) -> str:
    if word.startswith("'"):
        return word.strip("'")
    assert re.fullmatch(r"[\w.-]+", word)
    assert word.startswith("steps.") or word in values, f"{word} is nothing that a runner knows"
    return values.get(word, "")


@pytest.fixture(scope="module")
def action(tmp_path_factory: pytest.TempPathFactory) -> Action:
    return Action(tmp_path_factory.mktemp("action"))


def test_action(action: Action, tmp_path: Path) -> None:
    write(tmp_path / "docs/good.md", FINE)
    assert "No findings in 1 file." in action.run(tmp_path)
    assert set(action.outputs) == {"findings", "errors", "warnings", "files", "sarif-file", "exit-code"}
    assert action.outputs == {
        "findings": "0", "errors": "0", "warnings": "0", "files": "1", "sarif-file": "", "exit-code": "0",
    }  # fmt: skip
    assert "No findings in 1 file." in action.summary
    write(tmp_path / "docs/a b/bad%,1.md", FLAWED)
    write(tmp_path / "chunklint.toml", 'severity = { CL301 = "warning" }\n')
    write(tmp_path / "docs/table.md", TABLE)
    out = action.run(tmp_path, code=1, sarif_file="docs/chunklint.sarif")
    place = "file=docs/a b/bad%25%2C1.md,line=5,endLine=5,title=CL101 empty-section,col=1,endColumn=9"
    assert f"::error {place}::" in out
    sarif = tmp_path / "docs/chunklint.sarif"
    assert action.outputs == {
        "findings": "2", "errors": "1", "warnings": "1", "files": "3", "sarif-file": str(sarif), "exit-code": "1",
    }  # fmt: skip
    assert len(json.loads(sarif.read_text(encoding="utf-8"))["runs"][0]["results"]) == 2
    assert "### docs/a b/bad%,1.md" in action.summary


def test_inputs_of_the_action(action: Action, tmp_path: Path) -> None:
    write(tmp_path / "docs/good.md", FINE)
    write(tmp_path / "docs/bad.md", FLAWED)
    assert "No findings in 1 file." in action.run(tmp_path, paths="docs/good.md\n")
    assert "in 1 of 2 files" in action.run(tmp_path, code=1, paths="docs/good.md\r\ndocs/bad.md")
    assert "::error file=bad.md" in action.run(tmp_path, code=1, working_directory="docs")
    assert "::error" not in action.run(tmp_path, args="--select=CL3\n--fail-on=error")
    assert "::error" in action.run(tmp_path, fail_on="never")
    assert action.run(tmp_path, code=1, fail_on="never", args="--fail-on=error"), "args win"
    action.run(tmp_path, code=1, summary="false")
    assert action.summary == ""
    cuts = action.run(tmp_path, code=1, paths="docs/good.md", splitter="fixed:7/0\nlangchain:8/0\n")
    assert re.search(r"::\w+ file=docs/good.md.*CL60.*fixed", cuts)
    assert re.search(r"::\w+ file=docs/good.md.*CL60.*langchain", cuts)
    write(tmp_path / "known", "docs/bad.md\tCL101\t1\t\n")
    assert "1 finding known to the baseline known." in action.run(tmp_path, baseline="known")
    assert "No findings in 1 file." in action.run(tmp_path, paths="docs/good.md", python_version="")


def test_no_pages_fail_the_action(action: Action, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    assert "chunklint: error: 0 files checked: no .markdown" in action.run(tmp_path, code=2, paths="docs")
    assert action.outputs["files"] == "0"
    assert action.outputs["exit-code"] == "2"
    action.run(tmp_path, paths="docs", args="--no-require-files")
    assert action.outputs["exit-code"] == "0"


def test_action_reports_what_the_pull_request_did(action: Action, tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo")
    write(repo / "old.md", FLAWED)
    base = commit(repo)
    git(repo, "switch", "--quiet", "-c", "change")
    write(repo / "new.md", FLAWED)
    commit(repo)
    out = action.run(repo, code=1, base=base)
    assert "file=new.md" in out
    assert "file=old.md" not in out
    assert action.outputs["files"] == "1"
    assert "file=old.md" in action.run(repo, code=1), "without a pull request all is reported"
    assert "file=old.md" in action.run(repo, code=1, base=base, diff_base="")
    assert "file=old.md" not in action.run(repo, code=1, queue=base)
    out = action.run(repo, code=2, diff_base="nowhere")
    assert "no such commit" in out
    assert "::error title=chunklint::cannot check the pages" in out, "it shows beside the step that failed"
    assert action.outputs["exit-code"] == "2"


def test_action_takes_no_input_for_a_command(action: Action, tmp_path: Path) -> None:
    write(tmp_path / "page.md", FINE)
    evil = "$(touch hacked); `touch hacked`\n; touch hacked\n\" && touch hacked #\n' | touch hacked"
    for name in ("paths", "args", "splitter", "fail-on", "diff-base", "baseline", "sarif-file", "summary"):
        harmless = name in ("sarif-file", "summary")  # any words are the name of a file
        action.run(tmp_path, code=0 if harmless else 2, **{name.replace("-", "_"): evil})
    assert "::error::version: not the number of a release" in action.run(tmp_path, code=2, version=evil)
    assert not [*tmp_path.rglob("hacked"), *action.temp.rglob("hacked")]


def test_version_of_the_action(action: Action, tmp_path: Path) -> None:
    write(tmp_path / "page.md", FINE)
    out = action.run(tmp_path, code=1, version="0.0.0.dev0")
    assert "No matching distribution found for chunklint-docs==0.0.0.dev0" in out


def tool(name: str) -> Path:
    return Path(sys.executable).with_name(name)


def test_action_passes_its_auditors(tmp_path: Path) -> None:
    schema = ("--builtin-schema", "vendor.github-actions")
    run(tool("check-jsonschema"), *schema, ROOT / "action.yml", cwd=tmp_path)
    out = run(tool("zizmor"), "--offline", "--no-progress", "--persona=pedantic", ROOT / "action.yml", cwd=tmp_path)
    assert "No findings to report" in out


SCHEMAS = {
    ".github/workflows/docs.yml": "vendor.github-workflows",
    ".github/workflows/docs-alerts.yml": "vendor.github-workflows",
    ".github/workflows/docs-plain.yml": "vendor.github-workflows",
    ".gitlab-ci.yml": "vendor.gitlab-ci",
    "azure-pipelines.yml": "vendor.azure-pipelines",
    ".circleci/config.yml": "vendor.circle-ci",
}


@pytest.mark.parametrize("name", SCHEMAS)
def test_snippets_fit_their_schemas(name: str, tmp_path: Path) -> None:
    write(tmp_path / "file.yml", snippets()[name])
    schema = ("--builtin-schema", SCHEMAS[name], "--data-transform", "gitlab-ci") if "gitlab" in name else ()
    run(tool("check-jsonschema"), *(schema or ("--builtin-schema", SCHEMAS[name])), "file.yml", cwd=tmp_path)


def test_pre_commit_snippet(tmp_path: Path, clone: Path) -> None:
    repo = repository(tmp_path / "repo")
    write(repo / ".pre-commit-config.yaml", snippets()[".pre-commit-config.yaml"])
    write(repo / "page.md", FLAWED)
    git(repo, "add", "-A")
    words = ("run", "--all-files")
    env = from_clone(clone) | {"PRE_COMMIT_HOME": str(tmp_path / "home")}
    assert "page.md:5:1: CL101" in run(tool("pre-commit"), *words, cwd=repo, code=1, **env)


def test_workflow_with_the_action(action: Action, tmp_path: Path) -> None:
    """The inputs of the workflow, given to the steps of the action."""
    workflow = yaml.safe_load(snippets()[".github/workflows/docs.yml"])
    checkout, use = workflow["jobs"]["chunklint"]["steps"]
    assert checkout["with"]["fetch-depth"] == 0, "the base of the pull request is in the history"
    repo = repository(tmp_path / "repo")
    write(repo / "docs/page.md", FINE)
    write(repo / "README.md", FINE)
    base = commit(repo)
    assert "No findings in 2 files." in action.run(repo, **use["with"])
    write(repo / "docs/page.md", FLAWED)
    assert "::error file=docs/page.md,line=5" in action.run(repo, code=1, base=base, **use["with"])


def test_workflow_for_code_scanning(action: Action, tmp_path: Path) -> None:
    _, use, upload = yaml.safe_load(snippets()[".github/workflows/docs-alerts.yml"])["jobs"]["chunklint"]["steps"]
    write(tmp_path / "docs/page.md", FLAWED)
    action.run(tmp_path, **{name.replace("-", "_"): value for name, value in use["with"].items()})
    known = {f"steps.chunklint.outputs.{name}": value for name, value in action.outputs.items()}
    report = Path(_filled(upload["with"]["sarif_file"], known))
    assert len(json.loads(report.read_text(encoding="utf-8"))["runs"][0]["results"]) == 1


Script = Callable[..., str]


@pytest.fixture
def script(tmp_path: Path, clone: Path) -> Script:
    """Runs the lines of a script in a bash and in the folder ``repo``, with a Python of its own in front."""
    venv.create(tmp_path / "venv", with_pip=True)
    (tmp_path / "repo").mkdir()

    def of(lines: list[str], code: int, **env: str) -> str:
        path = f"{tmp_path / 'venv/bin'}:/usr/bin:/bin"
        command = ("bash", "-eo", "pipefail", "-c", "\n".join(lines))
        return run(*command, cwd=tmp_path / "repo", code=code, **{"PATH": path, **from_clone(clone), **env})

    return of


def test_workflow_without_the_action(script: Script, tmp_path: Path) -> None:
    workflow = yaml.safe_load(snippets()[".github/workflows/docs-plain.yml"])
    install, check = [step["run"] for step in workflow["jobs"]["chunklint"]["steps"] if "run" in step]
    write(tmp_path / "repo/docs/page.md", FLAWED)
    script([install], 0)
    output = tmp_path / "output"
    out = script([check], 1, GITHUB_ACTIONS="true", GITHUB_OUTPUT=str(output))
    assert "::error file=docs/page.md,line=5" in out
    assert outputs(output)["errors"] == "1"


def test_gitlab_job(script: Script, tmp_path: Path) -> None:
    job = yaml.safe_load(snippets()[".gitlab-ci.yml"])["chunklint"]
    artifact = tmp_path / "repo" / job["artifacts"]["reports"]["codequality"]
    write(tmp_path / "repo/docs/page.md", FLAWED)
    assert "docs/page.md:5:1: CL101" in script(job["script"], 1, GITLAB_CI="true")
    (issue,) = json.loads(artifact.read_text(encoding="utf-8"))
    assert issue["location"] == {"path": "docs/page.md", "lines": {"begin": 5, "end": 5}}
    assert job["artifacts"]["when"] == "always", "the job that fails has a report, too"
    write(tmp_path / "repo/docs/page.md", FINE)
    script(job["script"][1:], 0)
    assert json.loads(artifact.read_text(encoding="utf-8")) == []


@pytest.fixture(scope="session")
def npm(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Unpacks a package from npm; without npm, or the package, the test is skipped."""
    if not (shutil.which("npm") and shutil.which("node")):
        pytest.skip("needs npm and node")

    def package(name: str) -> Path:
        folder = tmp_path_factory.mktemp("npm")
        try:
            archive = run("npm", "pack", "--silent", name, cwd=folder).strip()
        except AssertionError:
            pytest.skip(f"{name} cannot be had")
        shutil.unpack_archive(folder / archive, folder)
        return folder / "package"

    return package


def node(script: str, *words: str, cwd: Path) -> Any:
    return json.loads(run("node", "-e", script, *words, cwd=cwd))


def test_azure_reads_our_commands(npm: Callable[[str], Path], awkward: report.Run, here: Path) -> None:
    package = npm("azure-pipelines-task-lib@5.281.0")
    write(here / "commands", test_formats.text("azure", awkward))
    script = """
        const { commandFromString } = require(process.argv[1] + "/taskcommand.js");
        const lines = require("fs").readFileSync("commands", "utf8").trimEnd().split("\\n");
        console.log(JSON.stringify(lines.map(commandFromString)));
    """
    read = node(script, str(package), cwd=here)
    assert [(c["command"], c["properties"]["sourcepath"], c["properties"]["linenumber"]) for c in read] == [
        ("task.logissue", f.path, str(f.line)) for f in awkward.findings
    ]
    assert [c["message"] for c in read] == ["\n".join(filter(None, (f.message, f.help))) for f in awkward.findings]


def test_github_toolkit_writes_the_same_commands(
    npm: Callable[[str], Path], awkward: report.Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The escapes are those of the library by which actions in JavaScript speak to the runner."""
    monkeypatch.setattr("chunklint.report.github.SHOWN", len(awkward.findings))
    package = npm("@actions/core@3.0.1")
    ours = test_formats.text("github", awkward).splitlines()
    read = [formats.github_command(line) for line in ours]
    write(here / "commands.json", json.dumps(read))
    script = """
        const { readFileSync } = require("fs");
        import(process.argv[1] + "/lib/command.js").then(({ issueCommand }) => {
            for (const command of JSON.parse(readFileSync("commands.json", "utf8"))) issueCommand(...command);
        });
    """
    assert run("node", "-e", script, str(package), cwd=here).splitlines() == ours
    assert len(ours) == len(awkward.findings)
    texts = [text for _, _, text in filter(None, read)]
    assert sorted(texts) == sorted(finding.text for finding in awkward.findings)


def test_validator_of_reviewdogs_format(npm: Callable[[str], Path], awkward: report.Run, here: Path) -> None:
    package = npm("@umbrelladocs/rdformat-validator@1.0.1")
    write(here / "result.json", test_formats.text("rdjson", awkward))
    script = """
        const { validate } = require(process.argv[1] + "/dist/validator/index.js");
        const text = require("fs").readFileSync("result.json", "utf8");
        console.log(JSON.stringify(validate(JSON.parse(text), { strictMode: true, allowExtraFields: false })));
    """
    result = node(script, str(package), cwd=here)
    assert (result["valid"], result["errors"]) == (True, [])
    broken = test_formats.text("rdjson", awkward).replace('"line": 5', '"line": "5"', 1)
    write(here / "result.json", broken)
    assert not node(script, str(package), cwd=here)["valid"]
