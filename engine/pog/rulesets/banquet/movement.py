"""Movement in the variant."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.pog import networks
from engine.pog.content.records import AP
from engine.pog.rules import supply
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.actions import TakeAction
from engine.pog.sequence.base import PogGame
from engine.pog.state import State
from engine.pog.tables import Tables


@dataclass(frozen=True, slots=True)
class BanquetAction(TakeAction):
    """An action of the variant."""

    def choose(self, game: PogGame) -> None:
        """Note the spaces that the enemy holds in supply: they cost more to enter in this action (11.1.2)."""
        state = game.state
        enemy = 1 - self.side
        network = networks.AP_SPACES if enemy == AP else networks.CP_SPACES
        state.marks["enemy_ground"] = state.control[enemy] & supply.reach(state, network)[1]
        TakeAction.choose(self, game)


def enemy_ground(state: State, stack: int, path: tuple[int, ...], space: int) -> int | None:
    """Return 2 MP for a space that the enemy held in supply, except the first one that a stack enters (11.1.2)."""
    dear = state.marks["enemy_ground"]
    if not dear >> space & 1:
        return None
    return 2 if any(dear >> entered & 1 for entered in path[1:]) else 1


def amended(tables: Tables) -> Tables:
    """Return the tables in which steps into enemy ground cost more."""
    return replace(tables, step_cost=(enemy_ground,), marks={**tables.marks, "enemy_ground": 0})


MOVEMENT = Theme(amended, replaced=(BanquetAction,))
