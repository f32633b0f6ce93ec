"""What the attention of players is counted in: actions, messages and pings, and their figures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from benchmarks.tellings import Tellings

#: Most spaces that an ordinary operation activates, and most combats.
ORDINARY_SPACES, ORDINARY_FIGHTS = 3, 1
#: A round: its turn and number.
Round = tuple[int, int]


@dataclass
class Action:
    """The cost of one action."""

    kind: str = ""
    side: int = -1
    own: int = 0
    reacting: int = 0
    fights: int = 0
    spaces: int = 0
    #: Openings of the player's panel that were saved because the open panel had followed the game.
    spared: int = 0
    #: Orders of the player that the panel could not take.
    typed: int = 0
    #: Menus that the player filled in on sheets; they send nothing by themselves.
    filled: int = 0

    @property
    def ordinary(self) -> bool:
        """True for an operation of ordinary size."""
        return self.spaces <= ORDINARY_SPACES and self.fights <= ORDINARY_FIGHTS


@dataclass
class Count:
    """The cost of one way of playing, by action and by round."""

    actions: list[Action] = field(default_factory=list)
    messages: list[int] = field(default_factory=list)
    turn_messages: int = 0
    pings: dict[tuple[str, Round], int] = field(default_factory=lambda: defaultdict(int))
    #: Messages except those that only say whom the game waits for.
    beyond: list[int] = field(default_factory=list)
    tellings: Tellings = field(default_factory=Tellings)


def figures(values: Sequence[int]) -> dict[str, float]:
    """Return median, maximum and number of values."""
    return {"median": float(median(values)), "max": float(max(values)), "n": float(len(values))} if values else {}


def summed(total: Count) -> dict[str, Any]:
    """Return the figures of one way of playing."""
    ops = [one for one in total.actions if one.kind in ("ops", "auto_op")]
    return {
        "messages_per_action": figures(total.messages),
        "messages_per_action_without_questions": figures(total.beyond),
        **total.tellings.figures(),
        "per_ops_action": figures([one.own for one in ops]),
        "per_ordinary_ops_action": figures([one.own for one in ops if one.ordinary]),
        "per_ordinary_ops_action_always_reopened": figures([one.own + one.spared for one in ops if one.ordinary]),
        "per_ordinary_ops_action_with_filled_menus": figures([one.own + one.filled for one in ops if one.ordinary]),
        "per_ops_action_always_reopened": figures([one.own + one.spared for one in ops]),
        "per_ops_action_without_combat": figures([one.own for one in ops if not one.fights]),
        "per_ops_action_with_one_combat": figures([one.own for one in ops if one.fights == 1]),
        "per_ops_action_with_more": figures([one.own for one in ops if one.fights > 1]),
        "per_other_action": figures([one.own for one in total.actions if one.kind in ("sr", "rp", "event")]),
        "per_reaction": figures([one.reacting for one in total.actions if one.reacting]),
        "pings_per_round": figures(list(total.pings.values())),
        "turn_messages": float(total.turn_messages),
        "typed_orders": float(sum(one.typed for one in total.actions)),
    }


__all__ = ["ORDINARY_FIGHTS", "ORDINARY_SPACES", "Action", "Count", "Round", "figures", "summed"]
