"""An audit of a store whose source is not at hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from chunklint.audit.located import Located
from chunklint.audit.summary import Summary
from chunklint.finding import Finding
from chunklint.project import Project
from chunklint.stores.alone import AT_END, judge
from chunklint.stores.record import Stored
from chunklint.stores.seen import Seen
from chunklint.stores.together import Missing, broken, duplicate

# Records that are judged at a time.
BATCH = 1000


def audit(records: Iterable[Stored], project: Project, summary: Summary) -> Iterator[Finding]:
    """The findings by the text of chunks alone, in their order, then those about all of them.

    The memory does not grow with the store. ``summary`` is added to. Raises what reading the records raises, and
    ``SettingsError``.
    """
    settings = project.settings_of(Path.cwd())
    always = {"CL808": settings.options_of("CL808")}  # how many ends are cut says the summary in any case
    located, seen = Located(project), Seen()
    missing: Missing | None = None
    numbered = enumerate(records)
    while batch := list(islice(numbered, BATCH)):
        options = {**always, **located.options(batch[0][1].file)}
        missing = missing or Missing(options.get("CL804", {}).get("required", ()))
        judged = judge(batch, options, settings.language)
        found = [(index, located.finding(batch[index][1], code, flag)) for index, code, flag in judged.flags]
        for _, _, flag in judged.flags:
            summary.heuristics.update(flag.kinds)
            summary.ends += not AT_END.isdisjoint(flag.kinds)
        for twin in seen.add(judged.traces):
            index = twin.place.number - batch[0][0]
            found.append((index, located.finding(batch[index][1], "CL803", duplicate(twin))))
        summary.flagged["CL804"] += sum(missing.see(one) for _, one in batch)
        summary.chunks += len(batch)
        found.sort(key=lambda pair: pair[0])
        yield from summary.counted(finding for _, finding in found if finding)
    if missing:
        of_all = [located.finding(one, "CL804", flag) for one, flag in missing.flags()]
        yield from summary.counted(filter(None, of_all))
    units = (located.at(one.place, one.code, one.flag) for one in broken(seen.units()))
    yield from summary.counted(filter(None, units))
