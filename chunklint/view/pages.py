"""Pages of a project, ready to be shown."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from chunklint import engine, workers
from chunklint.document import Document
from chunklint.project import Project, shown
from chunklint.settings import Settings
from chunklint.splitters.configured import Configured, from_words
from chunklint.survival import read_ahead
from chunklint.view.model import ALSO, Rules, ShownPage, shown_page, unreadable

# What is shown when neither the command nor the settings name a splitter: one of each family.
USUAL = ("langchain", "llamaindex", "openai", "heading")


class Job(NamedTuple):
    """A page to be shown: where it is and what holds for it."""

    path: Path
    name: str
    dialect: str
    language: str
    splitters: tuple[Configured, ...]
    rules: tuple[Rules, ...]


def usual(project: Project, folder: Path) -> tuple[Configured, ...]:
    """The splitters of the settings that hold in ``folder``, else one of each family."""
    return project.settings_of(folder).splitters or tuple(map(from_words, USUAL))


def job(project: Project, path: Path, splitters: tuple[Configured, ...]) -> Job:
    """What is needed to show the page at ``path``. Raises ``SettingsError``."""
    settings = project.settings_of(path.absolute().parent)
    rules = tuple(rules_of(settings, path, splitter) for splitter in splitters)
    return Job(path, shown(path), settings.dialect_of(path), settings.language_of(path), splitters, rules)


def rules_of(settings: Settings, path: Path, splitter: Configured) -> Rules:
    """The rules that hold for a page under one splitter, and those about cuts that are off by default too."""
    reported = settings._replace(splitters=(splitter,))
    page = reported._replace(extend_select=(*settings.extend_select, *ALSO)).page(path)
    return Rules(page, frozenset(page.rules) - frozenset(reported.page(path).rules))


def show(given: Job, text: str) -> ShownPage:
    """The page with ``text`` in its place."""
    try:
        return shown_page(Document(text, given.name, given.dialect, given.language), given.splitters, given.rules)
    except RecursionError:
        return unreadable(given.name, "it is nested too deeply", given.splitters)


def read(given: Job) -> ShownPage:
    """The page as it is on disk; one that cannot be read is empty and says why."""
    try:
        return show(given, engine.read_page(given.path, given.rules[0].settings))
    except engine.Unreadable as error:
        return unreadable(given.name, str(error), given.splitters)
    finally:
        gc.collect(1)  # the sections of a page point at each other: pages would pile up


def read_all(jobs: Sequence[Job]) -> Iterator[ShownPage]:
    """The pages in order; many are shared among the processors."""
    splitters = jobs[0].splitters
    if any(splitter.preset.given for splitter in splitters):  # a function of the user's is in no other process
        return map(read, jobs)
    return workers.mapped(read, jobs, [job.path for job in jobs], ready=lambda: read_ahead(splitters))
