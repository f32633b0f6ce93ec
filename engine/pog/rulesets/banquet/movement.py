"""How units move in the variant."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.pog import networks
from engine.pog.content.records import AP
from engine.pog.rules import supply
from engine.pog.rulesets.banquet.theme import Theme
from engine.pog.sequence.actions import TakeAction
from engine.pog.sequence.base import PogGame
from engine.pog.state import State
from engine.pog.tables import Tables


@dataclass(frozen=True, slots=True)
class BanquetAction(TakeAction):
    """An action of the variant."""

    def choose(self, game: PogGame) -> None:
        """11.1.2: what the enemy holds in supply now is dear to enter in this action."""
        state = game.state
        enemy = 1 - self.side
        network = networks.AP_SPACES if enemy == AP else networks.CP_SPACES
        state.marks["enemy_ground"] = state.control[enemy] & supply.reach(state, network)[1]
        TakeAction.choose(self, game)


def enemy_ground(state: State, stack: int, path: tuple[int, ...], space: int) -> int | None:
    """11.1.2: a space that the enemy held in supply costs 2 MP, but for the first of them that a stack enters."""
    dear = state.marks["enemy_ground"]
    if not dear >> space & 1:
        return None
    return 2 if any(dear >> entered & 1 for entered in path[1:]) else 1


def amended(tables: Tables) -> Tables:
    """Return the tables in which steps into enemy ground cost more."""
    return replace(tables, step_cost=(enemy_ground,), marks={**tables.marks, "enemy_ground": 0})


MOVEMENT = Theme(amended, replaced=(BanquetAction,))
