"""Everything that a process loads before it can work, loaded: whoever is forked behind it begins at once."""

from __future__ import annotations

from benchmarks import seasons
from bot.titles import usual_title

usual_title().prepare("en")

__all__ = ["seasons"]
