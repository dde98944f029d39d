"""``chunklint serve``: the view of pages, live in a browser."""

from __future__ import annotations

import argparse
import errno
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from chunklint import files
from chunklint.cli import fail, options
from chunklint.settings import SettingsError

if TYPE_CHECKING:
    from chunklint.view import server

_PORT = 8642
_EXAMPLES = """\
examples:
  chunklint serve docs
  chunklint serve docs --port 9000 --open
"""


def run(argv: list[str]) -> int:
    """Run ``chunklint serve`` with ``argv`` until it is interrupted; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="chunklint serve",
        description="Show pages live: pick or paste one, choose preset, size and overlap, and see what they cut.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("folder", nargs="?", metavar="FOLDER", type=Path, default=Path(), help="default: this one")
    parser.add_argument("--port", type=int, default=_PORT, help=f"default: {_PORT}; 0 takes any that is free")
    parser.add_argument("--open", action="store_true", help="open it in the browser")
    options.add_settings(parser)
    args = parser.parse_args(argv)
    if not args.folder.is_dir():
        return fail(f'no such folder: "{args.folder}"')
    if not 0 <= args.port < 65536:
        return fail(f"--port: must be from 0 to 65535, not {args.port}")
    try:
        from chunklint.view import server
    except ImportError:
        return fail('serve needs the extra "view": pip install "chunklint-docs[view]"')
    try:
        service = server.Service(options.project(args), args.folder)
        listening = server.Server(args.port)
    except (SettingsError, files.MissingPath) as error:
        return fail(str(error))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return fail(f"port {args.port} is in use: name another one with --port, or 0 for any")
        return fail(f"port {args.port}: {(error.strerror or str(error)).lower()}")
    return _serve(service, listening, args.open)


def _serve(service: server.Service, listening: server.Server, in_browser: bool) -> int:
    from chunklint.view import server

    address = f"http://{server.HOST}:{listening.server_port}/"
    with listening:
        listening.set_app(server.app(service, listening.server_port))
        print(f"{address} shows the pages below {service.root}; Ctrl-C ends it", flush=True)
        if in_browser:
            webbrowser.open(address)
        try:
            listening.serve_forever()
        except KeyboardInterrupt:
            print("stopped", flush=True)
    return 0
