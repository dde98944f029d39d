"""A run over files: each with the settings that hold for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chunklint import engine, files, settings
from chunklint.finding import Finding
from chunklint.settings import Settings

if TYPE_CHECKING:
    from chunklint.checks.across import Facts
    from chunklint.engine import PageSettings
    from chunklint.fixes import Fixed


class Project:
    """Finds the settings for every folder: one named file, the closest file above, or none.

    ``changes`` are fields of ``Settings`` given on the command line. They replace what a file says,
    ``extend_select`` and ``ignore`` add to it, and ``select`` starts anew.
    """

    def __init__(
        self,
        config: Path | None = None,
        isolated: bool = False,
        changes: Mapping[str, Any] | None = None,
        allow_code: bool = False,
    ) -> None:
        self.config = config
        self.isolated = isolated
        self.changes = changes or {}
        self.allow_code = allow_code
        self._by_folder: dict[Path, Path | None] = {}
        self._by_file: dict[Path | None, Settings] = {}

    def settings_of(self, folder: Path) -> Settings:
        """What holds in ``folder`` (an absolute path). Raises ``SettingsError``."""
        file = None if self.isolated else self.config or settings.closest(folder, self._by_folder)
        if file not in self._by_file:
            found = settings.load(file, self.allow_code)
            if "select" in self.changes:
                found = found._replace(extend_select=(), ignore=())
            added = {key: (*getattr(found, key), *self.changes[key]) for key in _ADDING if key in self.changes}
            self._by_file[file] = found._replace(**{**self.changes, **added})
        return self._by_file[file]

    def find(self, paths: Iterable[Path]) -> files.Pages:
        """The pages among and below ``paths``. Raises ``MissingPath`` and ``SettingsError``."""
        return files.find(paths, self.settings_of)

    def check(
        self,
        pages: Iterable[Path],
        read: Callable[[Path], bytes | None] = lambda _: None,
        is_laid_beside: Callable[[Path], bool] = lambda _: False,
    ) -> Iterator[tuple[Path, list[Finding]]]:
        """The findings about each page, then those that only show when all of them are known.

        A path is shown relative to the working folder where it is below it. ``read`` gives what stands in place of
        the file, or None. A page that others are only laid beside is not checked itself.
        """
        facts: list[Facts] = []
        for path in pages:
            yield path, engine.check_file(path, shown(path), self.page(path), facts, read(path), is_laid_beside(path))
        across: dict[Path, list[Finding]] = {}
        for name, finding in engine.check_across(facts, lambda name: self.page(Path(name))) if facts else ():
            across.setdefault(Path(name), []).append(finding)
        for path, found in across.items():
            yield path, engine.place(path, path.as_posix(), self.page(path), found, read(path))

    def page(self, path: Path) -> PageSettings:
        """What holds for the page at ``path``. Raises ``SettingsError``."""
        return self.settings_of(path.absolute().parent).page(path)

    def check_text(self, text: str, path: Path) -> list[Finding]:
        """The findings about ``text`` as if it stood at ``path``."""
        return engine.check_page(text, shown(path), self.page(path))

    def fix_text(
        self, text: str, path: Path, unsafe: bool, wanted: Callable[[list[Finding]], Iterable[Finding]] = list
    ) -> Fixed:
        """``text`` mended as if it stood at ``path``, where the findings are ``wanted``.

        Left alone if it is nested too deeply to be checked.
        """
        from chunklint import fixes

        try:
            return fixes.fix_page(text, shown(path), self.page(path), unsafe, wanted)
        except RecursionError:
            return fixes.Fixed(text, [], 0)


_ADDING = ("extend_select", "ignore")


def shown(path: Path) -> str:
    """``path`` as messages name it: relative to the working folder if it is below it, with slashes."""
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()
