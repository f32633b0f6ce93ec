"""A way to play the game: its frames, and its answers to the questions of the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.frames import FrameTable
from engine.pog.content import Content
from engine.pog.tables import Tables


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One ruleset, derived from another by adding, replacing or leaving out what differs.

    `name` is stored in scenarios and games and never changes its meaning. `frames` returns
    a new table of flows and decisions, `tables` the ordered answers for a content.
    """

    name: str
    frames: Callable[[], FrameTable]
    tables: Callable[[Content], Tables]
