"""What is wrong with a store."""

from __future__ import annotations


class StoreError(ValueError):
    """A store that cannot be read: the message has the file, the line where there is one, and what is wrong."""


def decoded(file: str, line: int, data: bytes) -> str:
    """A line of a store as text, without a byte order mark. Raises ``StoreError``."""
    try:
        return data.decode("utf-8-sig" if line == 1 else "utf-8")
    except UnicodeDecodeError as error:
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise StoreError(f"{file}:{line}: UTF-16 text: a store is UTF-8") from error
        raise StoreError(f"{file}:{line}: not UTF-8: byte 0x{data[error.start]:02x}") from error
