"""The view, live: a web server for the one person at this machine.

Other sites in the same browser can send requests to 127.0.0.1 too, by a name that they let point there. So a request
has to name this server as its host, and one that asks for work has to come from this server's own page. Pages are
looked up among those found below the folder: no path is ever made of what a request says.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from socketserver import TCPServer, ThreadingMixIn
from threading import Lock
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

import bottle

from chunklint.project import Project
from chunklint.splitters.configured import Configured, SplitterError, from_table, unique
from chunklint.splitters.presets import PRESETS
from chunklint.view import html, model, pages
from chunklint.view.model import ShownPage

HOST = "127.0.0.1"
MAX_BODY = 2_000_000  # bytes of a request
_MOST_SPLITTERS = 4
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class Refused(Exception):
    """A request that is not answered: the status, and what is wrong."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Service:
    """What the server knows: the pages below ``root``, and what a page looks like under some splitters."""

    def __init__(self, project: Project, root: Path) -> None:
        self.project = project
        self.root = root.resolve()
        self.own = {splitter.name: splitter for splitter in project.settings_of(self.root).splitters}
        self._pages: dict[str, Path] = {}
        self._lock = Lock()  # one page at a time: they are work for the processor only
        self.find()

    def find(self) -> list[str]:
        """Look for pages again; their paths below the folder. Links that lead out of it are left out."""
        found = {path.relative_to(self.root).as_posix(): path for path in self.project.find([self.root]).files}
        self._pages = {name: path for name, path in found.items() if self._is_inside(path)}
        return list(self._pages)

    def start(self) -> dict[str, Any]:
        """What the page needs first: pages, presets, splitters of the settings."""
        presets = [
            Configured(preset.name, preset, preset.limits) for preset in PRESETS.values() if not preset.takes_model
        ]
        usual = pages.usual(self.project, self.root)[0].name
        return {
            "folder": self.root.name,
            "pages": self.find(),
            "presets": model.described(presets),
            "own": model.described(self.own.values()),
            "usual": usual,
        }

    def view(self, asked: Any) -> dict[str, Any]:
        """A page under splitters: report and page, as the view takes them.

        Raises ``Refused``, and ``SplitterError`` for limits that cannot be.
        """
        if not isinstance(asked, dict):
            raise Refused(400, "the request must be an object")
        splitters = self._splitters(asked.get("splitters"))
        with self._lock:
            shown = self._shown(asked, splitters)
            codes = {finding.code for finding in shown.findings}
            return {"report": html.report(shown.path, splitters, [model.summary(shown)], codes), "page": shown}

    def _shown(self, asked: Mapping[str, Any], splitters: tuple[Configured, ...]) -> ShownPage:
        text, name = asked.get("text"), asked.get("page")
        if isinstance(text, str):
            path = self.root / "pasted.md"
            return pages.show(pages.job(self.project, path, splitters)._replace(name=path.name), text)
        if not isinstance(name, str) or name not in self._pages:
            raise Refused(404, "there is no such page below the folder")
        path = self._pages[name]
        if not self._is_inside(path):  # it may have become a link since it was found
            raise Refused(404, "the page leads out of the folder")
        return pages.read(pages.job(self.project, path, splitters)._replace(name=name))

    def _splitters(self, asked: Any) -> tuple[Configured, ...]:
        if not isinstance(asked, list) or not 0 < len(asked) <= _MOST_SPLITTERS:
            raise Refused(400, f"name one to {_MOST_SPLITTERS} splitters")
        return unique(map(self._splitter, asked))

    def _splitter(self, asked: Any) -> Configured:
        if not isinstance(asked, dict):
            raise Refused(400, "a splitter must be an object")
        if isinstance(name := asked.get("own"), str):
            if name not in self.own:
                raise Refused(400, f"the settings have no splitter {name!r}")
            return self.own[name]
        table = {key: asked[key] for key in ("preset", "size", "overlap") if asked.get(key) is not None}
        return from_table(table, self.root, allow_code=False)

    def _is_inside(self, path: Path) -> bool:
        try:
            return path.resolve(strict=True).is_relative_to(self.root)
        except (OSError, RuntimeError):  # gone, or a ring of links
            return False


def app(service: Service, port: int) -> bottle.Bottle:
    """The web application, for a server at ``port``."""
    made = bottle.Bottle()
    made.add_hook("before_request", partial(_guard, frozenset({f"{HOST}:{port}", f"localhost:{port}"})))
    made.add_hook("after_request", _protect)
    made.route("/", "GET", lambda: _text("text/html", html.live()))
    made.route("/view.css", "GET", lambda: _text("text/css", html.asset(html.STYLE)))
    made.route("/view.js", "GET", lambda: _text("text/javascript", html.script(live=True)))
    made.route("/api/start", "GET", lambda: _text("application/json", html.embedded(service.start())))
    made.route("/api/view", "POST", lambda: _view(service))
    made.default_error_handler = _error
    return made


def _guard(hosts: frozenset[str]) -> None:
    request = bottle.request
    host = request.headers.get("Host", "")
    if host not in hosts:
        raise _refusal(403, "this server answers only to its own address")
    if request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
        raise _refusal(403, "another site asked for this")
    if request.method == "POST" and request.headers.get("Origin") != f"http://{host}":
        raise _refusal(403, "another site asked for this")


def _protect() -> None:
    for name, value in _HEADERS.items():
        bottle.response.set_header(name, value)


def _view(service: Service) -> str:
    try:
        return _text("application/json", html.embedded(service.view(_body())))
    except Refused as error:
        raise _refusal(error.status, str(error)) from error
    except SplitterError as error:  # the reader is still writing a size: an answer, and no failure
        about = f"{error.key} " if error.key in ("size", "overlap") else ""
        return _text("application/json", html.embedded({"error": f"{about}{error}"}))


def _body() -> Any:
    """The JSON of a request. Raises ``Refused``."""
    request = bottle.request
    if request.content_type.split(";")[0].strip().lower() != "application/json":
        raise Refused(415, "the request must be JSON")
    size = request.content_length
    if size < 0 or request.headers.get("Transfer-Encoding"):
        raise Refused(411, "the request does not say how long it is")
    if size > MAX_BODY:
        raise Refused(413, f"the text is too long: {MAX_BODY:,} bytes are the limit")
    try:
        return json.loads(request.environ["wsgi.input"].read(size))
    except (ValueError, RecursionError) as error:
        raise Refused(400, "the request is not JSON") from error


def _text(kind: str, text: str) -> str:
    bottle.response.content_type = f"{kind}; charset=utf-8"
    return text


def _refusal(status: int, why: str) -> bottle.HTTPResponse:
    body = json.dumps({"error": why})
    return bottle.HTTPResponse(body, status, {**_HEADERS, "Content-Type": "application/json"})


def _error(error: bottle.HTTPError) -> str:
    """The text for what the framework refuses: an unknown address, another method."""
    for name, value in {**_HEADERS, "Content-Type": "application/json"}.items():
        error.set_header(name, value)
    return json.dumps({"error": str(error.status_line)})


class Server(ThreadingMixIn, WSGIServer):
    """Listens on this machine only. Raises OSError where the port is taken."""

    daemon_threads = True

    def __init__(self, port: int) -> None:
        super().__init__((HOST, port), _Quiet)

    def server_bind(self) -> None:
        """As the base class, which asks the network for the name of this machine."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = HOST, int(self.server_address[1])
        self.setup_environ()


class _Quiet(WSGIRequestHandler):
    """Says nothing of each request, and does not wait for one that never comes."""

    timeout = 30

    def log_message(self, *_: object) -> None:
        pass
