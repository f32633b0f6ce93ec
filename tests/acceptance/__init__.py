"""The rulebook's extended example of play, played through the engine; and what a replay of examples reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Report(NamedTuple):
    """What a replay of examples found: a line for each, what differs from the book, and the last line."""

    lines: Sequence[str]
    differences: Sequence[str]
    summary: str
