"""``chunklint serve``: what the server answers, and what it refuses. Browsers are in ``test_real_serve``."""

from __future__ import annotations

import errno
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from chunklint.project import Project
from tests.conftest import Run
from tests.test_view import HOSTILE, PIER

server = pytest.importorskip("chunklint.view.server", exc_type=ImportError)
FIXED = [{"preset": "fixed", "size": 200}]


class Client:
    """Speaks to a server as its own page does, unless told otherwise."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.home = f"http://127.0.0.1:{port}"

    def ask(
        self, method: str, path: str, body: str | bytes | None = None, **headers: str | None
    ) -> tuple[int, dict[str, str], str]:
        """Status, headers and text. A header of None is not sent."""
        sent: dict[str, str | None] = {"Host": f"127.0.0.1:{self.port}"}
        if method == "POST":
            sent |= {"Origin": self.home, "Content-Type": "application/json"}
            sent["Content-Length"] = str(len(body or b""))
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in sent.items():
            if value is not None:
                connection.putheader(name, value)
        connection.endheaders(body.encode() if isinstance(body, str) else body)
        answer = connection.getresponse()
        found = answer.status, dict(answer.getheaders()), answer.read().decode()
        connection.close()
        return found

    def view(self, **asked: Any) -> tuple[int, Any]:
        status, _, text = self.ask("POST", "/api/view", json.dumps(asked))
        return status, json.loads(text)


@pytest.fixture
def folder(here: Path) -> Path:
    root = here / "docs"
    (root / "b").mkdir(parents=True)
    (root / "pier.md").write_text(PIER, encoding="utf-8")
    (root / "b" / "quay.md").write_text("# Quay\n\nOpen all year.\n", encoding="utf-8")
    (here / "secret.md").write_text("# Secret\n\nNobody reads this.\n", encoding="utf-8")
    return root


@pytest.fixture
def client(folder: Path) -> Iterator[Client]:
    listening = server.Server(0)
    listening.set_app(server.app(server.Service(Project(isolated=True), folder), listening.server_port))
    thread = Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield Client(listening.server_port)
    finally:
        listening.shutdown()
        thread.join()
        listening.server_close()


# What it answers


def test_the_frame_and_what_it_loads(client: Client) -> None:
    status, headers, text = client.ask("GET", "/")
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert "<style" not in text
    assert "<script>" not in text
    assert client.ask("GET", "/view.css")[1]["Content-Type"] == "text/css; charset=utf-8"
    assert "api/view" in client.ask("GET", "/view.js")[2]


@pytest.mark.parametrize("path", ["/", "/view.js", "/api/start", "/nothing", "/api/view"])
def test_every_answer_is_protected(client: Client, path: str) -> None:
    _, headers, _ = client.ask("GET", path)
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; ")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_pages_and_presets(client: Client) -> None:
    start = json.loads(client.ask("GET", "/api/start")[2])
    assert start["pages"] == ["pier.md", "b/quay.md"]
    assert {"langchain", "openai"} <= {preset["name"] for preset in start["presets"]}
    assert start["usual"] == "langchain"


def test_a_page(client: Client) -> None:
    status, found = client.view(page="pier.md", splitters=[*FIXED, {"preset": "heading"}])
    assert status == 200
    assert found["page"]["text"] == PIER
    assert [each["described"] for each in found["report"]["splitters"]] == ["fixed 200/0 characters", "heading"]
    assert [len(split["chunks"]) for split in found["page"]["splits"]] == [3, 2]
    assert "CL605" in found["report"]["rules"]


def test_pages_that_came_later(client: Client, folder: Path) -> None:
    (folder / "new.md").write_text("# New\n", encoding="utf-8")
    assert "new.md" in json.loads(client.ask("GET", "/api/start")[2])["pages"]
    assert client.view(page="new.md", splitters=FIXED)[0] == 200


@pytest.mark.parametrize("name", HOSTILE)
def test_pasted_text(client: Client, name: str) -> None:
    status, _, text = client.ask("POST", "/api/view", json.dumps({"text": HOSTILE[name], "splitters": FIXED}))
    assert status == 200
    assert "<" not in text  # nor could it be taken for markup
    assert json.loads(text)["page"]["text"] == HOSTILE[name]


def test_the_splitters_of_the_settings(folder: Path) -> None:
    (folder / "chunklint.toml").write_text('[[splitter]]\nname = "bot"\npreset = "langchain"\nsize = 300\n')
    service = server.Service(Project(), folder)
    assert service.start()["usual"] == "bot"
    found = service.view({"page": "pier.md", "splitters": [{"own": "bot"}]})
    assert found["report"]["splitters"][0]["described"] == "bot (langchain) 300/200 characters"


@pytest.mark.parametrize(
    ("splitter", "said"),
    [
        ({"preset": "fixed", "size": 0}, "size must be a whole number from 1, not 0"),
        ({"preset": "fixed", "size": "9"}, "size must be a whole number from 1, not '9'"),
        ({"preset": "fixed", "size": 9, "overlap": 9}, "overlap must be less than the size (9), not 9"),
        ({"preset": "langchian"}, 'did you mean "langchain"?'),
        ({"preset": "python:os:system"}, "runs code of this repository"),
        ({"preset": ["fixed"]}, "must be one of heading, question"),
        ({"preset": "fixed", "chunks": "/etc/passwd", "size": -1}, "size must be"),  # the path is not even looked at
    ],
)
def test_limits_that_cannot_be(client: Client, splitter: dict[str, object], said: str) -> None:
    status, found = client.view(page="pier.md", splitters=[splitter])
    assert status == 200
    assert said in found["error"]


# What it refuses


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "", None])
def test_other_names_for_this_machine(client: Client, host: str | None) -> None:
    given = host.format(port=client.port) if host else host
    status, _, text = client.ask("GET", "/api/start", Host=given)
    assert (status, json.loads(text)) == (403, {"error": "this server answers only to its own address"})


def test_localhost_is_its_name_too(client: Client) -> None:
    name = f"localhost:{client.port}"
    body = json.dumps({"page": "pier.md", "splitters": FIXED})
    assert client.ask("POST", "/api/view", body, Host=name, Origin=f"http://{name}")[0] == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1", None]
)
def test_other_sites(client: Client, origin: str | None) -> None:
    given = origin.format(port=client.port) if origin else origin
    body = json.dumps({"page": "pier.md", "splitters": FIXED})
    status, _, text = client.ask("POST", "/api/view", body, Origin=given)
    assert (status, json.loads(text)) == (403, {"error": "another site asked for this"})
    assert client.ask("GET", "/api/start", Sec_Fetch_Site="cross-site")[0] == 403
    assert client.ask("GET", "/api/start", Sec_Fetch_Site="same-origin")[0] == 200


@pytest.mark.parametrize(
    "page",
    ["../secret.md", "b/../../secret.md", "/etc/passwd", "%2e%2e/secret.md", "pier.md\0", "link.md", "ring.md", "b", "",
     "in/secret.md", 7, None],
)  # fmt: skip
def test_pages_outside_of_the_folder(folder: Path, client: Client, page: object) -> None:
    (folder / "link.md").symlink_to(folder.parent / "secret.md")
    (folder / "ring.md").symlink_to(folder / "ring.md")
    (folder / "in").symlink_to(folder.parent, target_is_directory=True)
    pages = json.loads(client.ask("GET", "/api/start")[2])["pages"]
    assert pages == ["pier.md", "b/quay.md"]
    assert client.view(page=page, splitters=FIXED)[0] == 404


def test_a_page_that_became_a_link(folder: Path, client: Client) -> None:
    (folder / "pier.md").unlink()
    (folder / "pier.md").symlink_to(folder.parent / "secret.md")
    status, found = client.view(page="pier.md", splitters=FIXED)
    assert (status, found) == (404, {"error": "the page leads out of the folder"})


@pytest.mark.parametrize(
    "path", ["/../secret.md", "/assets/../../secret.md", "/pages/pier.md", "/view.py", "/api/views"]
)
def test_no_other_addresses(client: Client, path: str) -> None:
    status, headers, text = client.ask("GET", path)
    assert (status, headers["Content-Type"]) == (404, "application/json")
    assert "Nobody" not in text


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        ("{", {}, 400),
        ("[" * 200_000, {}, 400),
        ("[]", {}, 400),
        ('{"page": "pier.md"}', {}, 400),
        ('{"page": "pier.md", "splitters": []}', {}, 400),
        ('{"page": "pier.md", "splitters": [1]}', {}, 400),
        ('{"page": "pier.md", "splitters": [{"own": "bot"}]}', {}, 400),
        (json.dumps({"page": "pier.md", "splitters": FIXED * 5}), {}, 400),
        (b"\xff\xfe", {}, 400),
        ("{}", {"Content_Type": "text/plain"}, 415),
        ("{}", {"Content_Type": "application/x-www-form-urlencoded"}, 415),
        ("{}", {"Content_Length": None}, 411),
        ("", {"Content_Length": str(server.MAX_BODY + 1)}, 413),
    ],
)
def test_requests_that_are_wrong(client: Client, body: str, headers: dict[str, str | None], status: int) -> None:
    found, sent, text = client.ask("POST", "/api/view", body, **headers)
    assert found == status
    assert json.loads(text)["error"]
    assert "Content-Security-Policy" in sent


def test_other_methods(client: Client) -> None:
    assert client.ask("DELETE", "/api/view")[0] == 405
    assert client.ask("GET", "/api/view")[0] == 405


def test_it_listens_on_this_machine_only(client: Client) -> None:
    other = next((address for *_, (address, *_) in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)), "")
    if other.startswith("127.") or not other:
        other = "127.0.0.2"  # this machine by another address
    with pytest.raises(OSError, match=r".*") as refused:
        socket.create_connection((other, client.port), 2)
    assert refused.value.errno in (errno.ECONNREFUSED, errno.EHOSTUNREACH, None)


# The command


def test_it_runs_until_it_is_interrupted(folder: Path) -> None:
    command = [sys.executable, "-m", "chunklint", "serve", "docs", "--port", "0", "--isolated"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout
        said = running.stdout.readline()
        port = int(said.split("/")[2].split(":")[1])
        assert said == f"http://127.0.0.1:{port}/ shows the pages below {folder}; Ctrl-C ends it\n"
        assert Client(port).view(page="pier.md", splitters=FIXED)[0] == 200
        os.kill(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=20)
        assert (running.returncode, out, err) == (0, "stopped\n", "")


def test_a_port_in_use(folder: Path, run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, out, err = run("serve", "docs", "--port", str(port))
    assert (code, out) == (2, "")
    assert err == f"chunklint: error: port {port} is in use: name another one with --port, or 0 for any\n"


def test_a_port_that_is_kept_for_others(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(server.Server, "server_bind", refuse)
    assert run("serve", "docs", "--port", "80") == (2, "", "chunklint: error: port 80: permission denied\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("gone",), 'no such folder: "gone"'),
        (("docs/pier.md",), 'no such folder: "docs/pier.md"'),
        (("docs", "--port", "70000"), "--port: must be from 0 to 65535, not 70000"),
        (("docs", "--config", "gone.toml"), "gone.toml"),
    ],
)
def test_wrong_use(folder: Path, run: Run, words: tuple[str, ...], said: str) -> None:
    code, out, err = run("serve", *words)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_without_the_extra(folder: Path) -> None:
    code = 'import sys; sys.modules["bottle"] = None; from chunklint.cli import main; sys.exit(main(["serve", "docs"]))'
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=20, check=False)
    said = 'chunklint: error: serve needs the extra "view": pip install "chunklint-docs[view]"\n'
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)
