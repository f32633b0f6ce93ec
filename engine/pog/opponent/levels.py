"""The levels of the opponent: how far each looks and how often it errs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """One level.

    Attributes:
        name: the name players use.
        blur: standard deviation of the error in every value, in VP.
        stacks: number of stacks whose moves are weighed for one marker.
        ends: number of destinations weighed for a move.
        parted: whether stacks are split in every way; else all, all but the weakest, or only the strongest go.
        sent: number of units, and of destinations for each, weighed for a redeployment.
        ahead: number of moves in an operation that are each weighed in the position after the moves before it.
        tried: number of options that are tried one by one in a decision without its own evaluation.
        follows_up: whether an attack is weighed by the position after it; else only the space that falls counts.
        sees_cuts: whether it looks for units of both sides that can be cut off next; else supply counts only once lost.
    """

    name: str
    blur: float = 0.0
    stacks: int = 12
    ends: int = 12
    parted: bool = True
    sent: int = 6
    ahead: int = 5
    tried: int = 24
    follows_up: bool = True
    sees_cuts: bool = True


RECRUIT = Level(
    "recruit", blur=0.75, stacks=3, ends=3, parted=False, sent=1, ahead=0, tried=10, follows_up=False, sees_cuts=False
)
#: A faster officer: the same evaluation, fewer candidates; for imagined games only.
SKETCH = Level("sketch", stacks=7, ends=5, parted=False, sent=3, ahead=3)
OFFICER = Level("officer")
#: What a general considers before it races: more stacks, fewer moves of each.
GENERAL = Level("general", stacks=18, ends=8, parted=False)
