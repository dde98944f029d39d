"""``chunklint check --show-settings``: what holds for a page."""

from __future__ import annotations

from pathlib import Path

from chunklint import catalogue, files
from chunklint.project import Project
from chunklint.settings import Settings


def _idle(settings: Settings) -> dict[str, list[str]]:
    """The rules that have nothing to say under the configured splitters, by the reason."""
    found: dict[str, list[str]] = {}
    for code, rule in catalogue.load().rules.items():
        if why := settings.idle(rule):
            found.setdefault(why, []).append(code)
    return found


def show(project: Project, name: str) -> int:
    path = Path(name or "page.md")
    if name and path.is_dir():
        path = path / "page.md"
    settings = project.settings_of(path.absolute().parent)
    page = settings.page(path)
    print(f"settings file: {settings.file or 'none (defaults)'}")
    print(f"dialect: {page.dialect}")
    print(
        f"exclude: {', '.join(settings.exclude) or 'nothing'}"
        + (" (this file)" if files.excluded(path, settings) else "")
    )
    print(f"respect-gitignore: {str(settings.respect_gitignore).lower()}")
    print(f"fail-on: {settings.fail_on}")
    for splitter in settings.splitters:
        print(f"splitter: {splitter.described}")
    print("rules:")
    for code, active in page.rules.items():
        options = ", ".join(f"{key} = {value!r}" for key, value in active.options.items())
        print(f"  {code} {active.rule.name} [{active.severity}]" + (f" ({options})" if options else ""))
    known = catalogue.load().rules
    for why, codes in _idle(settings).items():
        print(f"silent, since {why}: {', '.join(codes)}")
    off = sorted(code for code, rule in known.items() if code not in page.rules and not settings.idle(rule))
    print(f"off: {', '.join(off) or 'none'}")
    return 0
