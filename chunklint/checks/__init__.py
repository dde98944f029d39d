"""The checks, one module a family of codes.

A check is a generator from a ``Document`` to findings. It opens no file, prints nothing, and
its keyword parameters are the options of its rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module

from chunklint.finding import Finding

Check = Callable[..., Iterator[Finding]]

_CHECKS: dict[str, Check] = {}
_FAMILIES = {
    "CL0": ("page",),
    "CL1": ("headings", "heading_forms", "sizes"),
    "CL2": ("questions",),
    "CL3": ("tables", "lists"),
    "CL4": ("context",),
    "CL5": ("code", "media"),
    "CL6": ("cut_text", "cut_groups", "cut_answers", "cut_code", "cut_headings", "chunks"),
}


def check(code: str) -> Callable[[Check], Check]:
    """Bind a generator to the rule ``code``."""

    def bind(function: Check) -> Check:
        _CHECKS[code] = function
        return function

    return bind


def check_of(code: str) -> Check | None:
    """The check of a rule; None for the rules that the engine itself reports."""
    if code not in _CHECKS and code[:3] in _FAMILIES:
        for module in _FAMILIES[code[:3]]:
            import_module(f"chunklint.checks.{module}")
    return _CHECKS.get(code)
