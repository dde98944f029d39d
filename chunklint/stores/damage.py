"""Text that was damaged on its way into the store."""

from __future__ import annotations

import re

# Signs that bytes of UTF-8 become where they are read as Windows-1252, in a row.
_RUN = re.compile("[\u0080-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201e"
                  "\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]{2,}")  # fmt: skip
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ufffe\uffff]")
_LOST = "\ufffd"
_ESCAPED = re.compile(r"\\n")


def repaired(text: str) -> str:
    """``text`` as it was before UTF-8 was read as Windows-1252, and without control characters."""
    return _CONTROL.sub("", _RUN.sub(_decoded, text))


def _decoded(match: re.Match[str]) -> str:
    """What a run of signs was; itself where its bytes are no UTF-8."""
    run = match[0]
    try:
        return b"".join(_byte(sign) for sign in run).decode("utf-8")
    except (UnicodeDecodeError, UnicodeEncodeError):
        return run


def _byte(sign: str) -> bytes:
    """Windows-1252 leaves five bytes without a sign; programs keep them as they are."""
    return bytes([ord(sign)]) if "\x80" <= sign <= "\x9f" else sign.encode("cp1252")


def damage(text: str) -> tuple[str, int] | None:
    """What is damaged in a text by itself, in a few words, and the offset of the first place; None for a sound one."""
    if (at := text.find(_LOST)) >= 0:
        return "a lost character (U+FFFD)", at
    if control := _CONTROL.search(text):
        return f"a control character (U+{ord(control[0]):04X})", control.start()
    if not text.isascii() and (
        broken := next((match for match in _RUN.finditer(text) if _decoded(match) != match[0]), None)
    ):
        return f'"{broken[0]}" for "{_decoded(broken)}"', broken.start()
    if "\n" not in text and len(escaped := list(_ESCAPED.finditer(text))) > 2:
        return r"line ends written as \n", escaped[0].start()
    return None
