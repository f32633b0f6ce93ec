"""The error for files that cannot be imported: which line, and why."""

from __future__ import annotations


class Malformed(Exception):
    """A line of a file that cannot be parsed: its number, from 1, and why. Nothing of the file is imported."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


__all__ = ["Malformed"]
