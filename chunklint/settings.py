"""Settings: found above each file, read, validated, and resolved for a page.

``[tool.chunklint]`` of ``pyproject.toml``, or the same keys on top of ``chunklint.toml`` or
``.chunklint.toml``. The closest one above a file holds for it; ``extend`` names another to start from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint import catalogue, languages
from chunklint.catalogue import Rule
from chunklint.document.dialects import DIALECTS, detect
from chunklint.engine import ActiveRule, PageSettings
from chunklint.finding import SEVERITIES, Severity
from chunklint.patterns import Patterns
from chunklint.settings_file import NAMES, SettingsError, SettingsFile, read_settings_file

if TYPE_CHECKING:
    from chunklint.splitters.configured import Configured

__all__ = ["FAIL_ON", "Settings", "SettingsError", "closest", "load"]

FAIL_ON = (*SEVERITIES, "never")


class Settings(NamedTuple):
    """The settings of one file (or the defaults), validated.

    Globs are gitignore patterns below ``root``. ``per_file_ignores``, ``severity`` and
    ``options`` are by code; each option has its value for every rule.
    """

    file: Path | None = None
    root: Path = Path()
    exclude: tuple[str, ...] = ()
    respect_gitignore: bool = True
    dialect: str = "auto"
    dialects: Mapping[str, str] = {}
    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file_ignores: Mapping[str, tuple[str, ...]] = {}
    severity: Mapping[str, Severity] = {}
    fail_on: str = "warning"
    language: str = "auto"
    options: Mapping[str, Mapping[str, Any]] = {}
    splitters: tuple[Configured, ...] = ()
    baseline: Path | None = None

    def dialect_of(self, path: Path) -> str:
        """The dialect of a page: of the last matching glob, of the setting, or found out."""
        given = self.dialect
        for glob, dialect in self.dialects.items():
            if Patterns(self.root, (glob,)).match(path):
                given = dialect
        return detect(path) if given == "auto" else given

    def language_of(self, path: Path) -> str:
        """The language of a page, unless it names one: of the setting, or of a folder below the root; else English."""
        if self.language != "auto":
            return self.language
        here = path.absolute()
        return (
            languages.of_path((here.relative_to(self.root) if here.is_relative_to(self.root) else here).as_posix())
            or "en"
        )

    def page(self, path: Path) -> PageSettings:
        """What holds for the page at ``path``, which need not exist."""
        rules = catalogue.load()
        codes = set[str]()
        for selector in self.select or ():
            codes |= rules.select(selector)
        if self.select is None:
            codes = {code for code, rule in rules.rules.items() if rule.default}
        for selector in self.extend_select:
            codes |= rules.select(selector)
        for selector in self.ignored(path):
            codes -= rules.select(selector)
        active = {
            code: ActiveRule(rule, self.severity.get(code, rule.severity), self.options_of(code))
            for code, rule in rules.rules.items()
            if code in codes and not self.idle(rule)
        }
        return PageSettings(self.dialect_of(path), active, self.language_of(path), self.splitters)

    def idle(self, rule: Rule) -> str:
        """Why a rule that is on has nothing to say under the splitters of these settings; empty if it has."""
        if rule.concerns == "cuts":
            return "" if self.splitters else "no splitter is configured"
        if not self.splitters:
            return ""
        ways = {splitter.preset.headings for splitter in self.splitters}
        if rule.concerns == "size":
            return "the cut rules report what the configured splitters really do"
        if rule.concerns == "headings" and ways == {"none"}:
            return "no configured splitter uses headings"
        if rule.concerns == "raw headings" and ways <= {"none", "parsed"}:
            return "no configured splitter takes lines for headings without parsing the page"
        return ""

    def ignored(self, path: Path) -> tuple[str, ...]:
        """The selectors switched off for a page; every matching pattern adds up."""
        matching = (
            selectors for glob, selectors in self.per_file_ignores.items() if Patterns(self.root, (glob,)).match(path)
        )
        return (*self.ignore, *(selector for selectors in matching for selector in selectors))

    def options_of(self, code: str) -> dict[str, Any]:
        """The options of a rule with the values that hold."""
        rule = catalogue.load().rules[code]
        given = self.options.get(code, {})
        found = {name: given.get(name, option.default) for name, option in rule.options.items()}
        readers = {splitter.preset.headings for splitter in self.splitters} & {"langchain", "llamaindex"}
        if "readers" in found and "readers" not in given and readers:
            found["readers"] = sorted(readers)
        return found


def closest(folder: Path, known: dict[Path, Path | None]) -> Path | None:
    """The settings file that holds for the pages in ``folder``; a pyproject without our table does not.

    ``known`` keeps what was found for the folders asked before.
    """
    if folder not in known:
        here = next((folder / name for name in NAMES if _has_settings(folder / name)), None)
        known[folder] = here or (closest(folder.parent, known) if folder.parent != folder else None)
    return known[folder]


def _has_settings(path: Path) -> bool:
    if not path.is_file():
        return False
    return path.name != "pyproject.toml" or read_settings_file(path).has_table


def load(path: Path | None, allow_code: bool = False) -> Settings:
    """Read and validate a settings file; None gives the defaults. Raises ``SettingsError``.

    ``allow_code``: a splitter of the settings may be a function of the repository.
    """
    return Settings(root=Path.cwd()) if path is None else _load(path.absolute(), (), allow_code)


def _load(path: Path, above: tuple[Path, ...], allow_code: bool) -> Settings:
    source = read_settings_file(path)
    if path in above:
        raise source.error(("extend",), f"extends itself by way of {above[-1].name}")
    reader = _Reader(source, allow_code)
    base = Settings(root=path.parent)
    if "extend" in source.table:
        target = path.parent / reader.text("extend")
        if not target.is_file():
            raise source.error(("extend",), f'no such file: "{target}"')
        base = _load(target.resolve(), (*above, path), allow_code)
    return reader.settings(base)


class _Reader:
    """Turns the table of a settings file into ``Settings``, or says which line is wrong and why."""

    def __init__(self, source: SettingsFile, allow_code: bool) -> None:
        self.source = source
        self.allow_code = allow_code
        self.table = source.table
        self.rules = catalogue.load()

    def settings(self, base: Settings) -> Settings:
        known = (
            "baseline", "dialect", "exclude", "extend", "extend-select", "fail-on", "ignore", "language",
            "per-file-ignores", "respect-gitignore", "rules", "select", "severity", "splitter",
        )  # fmt: skip
        for key in self.table:
            if key not in known:
                hint = catalogue.did_you_mean(key, known)
                raise self.source.error((key,), f'unknown setting "{key}"{hint}')
        changes: dict[str, Any] = {"file": self.source.path, "root": self.source.path.parent}
        for key in ("select", "extend-select", "ignore"):
            if key in self.table:
                changes[key.replace("-", "_")] = self.selectors((key,), self.table[key])
        if "exclude" in self.table:
            changes["exclude"] = self.texts(("exclude",), self.table["exclude"])
        if "respect-gitignore" in self.table:
            changes["respect_gitignore"] = self.flag("respect-gitignore")
        if "fail-on" in self.table:
            changes["fail_on"] = self.one_of(("fail-on",), self.table["fail-on"], FAIL_ON)
        if "baseline" in self.table:
            changes["baseline"] = self.source.path.parent / self.text("baseline")
        if "language" in self.table:
            changes["language"] = self.text("language")
        return base._replace(
            **changes,
            **self.dialects(),
            **self.by_file(base),
            **self.severities(base),
            **self.options(base),
            **self.splitters(),
        )

    def splitters(self) -> dict[str, Any]:
        tables = self.table.get("splitter")
        if tables is None:
            return {}
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise self.source.error(("splitter",), "must be tables: write [[splitter]] above each")
        from chunklint.splitters.configured import SplitterError, from_table, unique

        found = []
        for index, table in enumerate(tables):
            try:
                found.append(from_table(table, self.source.path.parent, self.allow_code))
            except SplitterError as error:
                raise self.source.error(("splitter", error.key), str(error), index) from None
        return {"splitters": unique(found)}

    def dialects(self) -> dict[str, Any]:
        given = self.table.get("dialect")
        known = ("auto", *DIALECTS)
        if isinstance(given, dict):
            return {"dialects": {glob: self.one_of(("dialect", glob), name, known) for glob, name in given.items()}}
        return {} if given is None else {"dialect": self.one_of(("dialect",), given, known), "dialects": {}}

    def by_file(self, base: Settings) -> dict[str, Any]:
        key = "per-file-ignores"
        given = {glob: self.selectors((key, glob), value) for glob, value in self.mapping(key).items()}
        return {"per_file_ignores": {**base.per_file_ignores, **given}}

    def severities(self, base: Settings) -> dict[str, Any]:
        found = dict(base.severity)
        for selector, value in self.mapping("severity").items():
            self.one_of(("severity", selector), value, SEVERITIES)
            for code in self.codes(("severity", selector), selector):
                found[code] = value
        return {"severity": found}

    def options(self, base: Settings) -> dict[str, Any]:
        found = {code: dict(values) for code, values in base.options.items()}
        for selector, values in self.mapping("rules").items():
            keys = ("rules", selector)
            codes = self.codes(keys, selector)
            if len(codes) != 1:
                raise self.source.error(keys, f'"{selector}" is not one rule: options are set rule by rule')
            if not isinstance(values, dict):
                raise self.source.error(keys, f"must be a table of options, not {values!r}")
            (code,) = codes
            for name, value in values.items():
                found.setdefault(code, {})[name] = self.option(code, (*keys, name), value)
        return {"options": found}

    def option(self, code: str, keys: tuple[str, ...], value: object) -> object:
        rule = self.rules.rules[code]
        option = rule.options.get(keys[-1])
        if not option:
            hint = catalogue.did_you_mean(keys[-1], rule.options) or f"; {rule.name} has " + (
                ", ".join(rule.options) or "no options"
            )
            raise self.source.error(keys, f'unknown option "{keys[-1]}" of {rule.name}{hint}')
        if not option.accepts(value) or (option.type == "int" and isinstance(value, int) and value < 0):
            raise self.source.error(keys, f"must be of type {option.type}, not {value!r}")
        return value

    def selectors(self, keys: tuple[str, ...], value: object) -> tuple[str, ...]:
        found = self.texts(keys, value)
        for selector in found:
            self.codes(keys, selector)
        return found

    def codes(self, keys: tuple[str, ...], selector: str) -> frozenset[str]:
        try:
            return self.rules.select(selector)
        except catalogue.UnknownRule as error:
            raise self.source.error(keys, str(error)) from None

    def texts(self, keys: tuple[str, ...], value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.source.error(keys, f"must be a list of strings, not {value!r}")
        return tuple(value)

    def text(self, key: str) -> str:
        value = self.table[key]
        if not isinstance(value, str):
            raise self.source.error((key,), f"must be a string, not {value!r}")
        return value

    def flag(self, key: str) -> bool:
        value = self.table[key]
        if not isinstance(value, bool):
            raise self.source.error((key,), f"must be true or false, not {value!r}")
        return value

    def mapping(self, key: str) -> dict[str, Any]:
        value = self.table.get(key, {})
        if not isinstance(value, dict):
            raise self.source.error((key,), f"must be a table, not {value!r}")
        return value

    def one_of(self, keys: tuple[str, ...], value: object, known: Sequence[str]) -> str:
        if value not in known:
            hint = catalogue.did_you_mean(str(value), known)
            raise self.source.error(keys, f"must be one of {', '.join(known)}, not {value!r}{hint}")
        return str(value)
