"""The levels of the opponent: how far each sees and how often it errs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """One level.

    Attributes:
        name: as players name it.
        blur: standard deviation in VP by which every worth is misjudged.
    """

    name: str
    blur: float


RECRUIT = Level("recruit", blur=0.55)
OFFICER = Level("officer", blur=0.0)
GENERAL = Level("general", blur=0.0)
