"""The levels of the opponent: how far each sees and how often it errs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """One level.

    Attributes:
        name: as players name it.
        blur: standard deviation in VP by which every worth is misjudged.
        stacks: of how many stacks the moves are weighed for one marker.
        ends: how many ends of a move are weighed.
        parted: True if stacks are parted in every way; else all, all but the weakest and the strongest alone go.
        sent: how many units, and how many ends of each, are weighed for a redeployment.
        ahead: how many moves of an operation are weighed each on the ground that those before it make.
        tried: how many options of a decision without a judgement of its own are tried one by one.
        follows_up: True if an attack is weighed by the position after it; else a space that falls counts for itself alone.
        sees_cuts: True if it looks for who may be cut off next, of its own and of the enemy's; else supply counts once it is lost.
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
#: The officer in haste: the same judgement, fewer things looked at; for games that are only imagined.
SKETCH = Level("sketch", stacks=7, ends=5, parted=False, sent=3, ahead=3)
OFFICER = Level("officer")
#: What a general has in mind before it races anything: more stacks, fewer ways of each.
GENERAL = Level("general", stacks=18, ends=8, parted=False)
