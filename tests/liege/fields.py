"""Positions with made-up units, and games that start at the combats of a player turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.core.chance import ScriptedChance
from engine.core.game import Game
from engine.liege.facts import NATIONS, HexUnit
from engine.liege.grid import SIDES
from engine.liege.sequence.combats import CombatOrders
from engine.liege.sequence.turns import AttackerTurn, Siege
from engine.liege.state import LiegeState
from engine.liege.system import LiegeSystem
from tests.liege.support import FACTS, hex_, ordered, told


@dataclass(frozen=True)
class Made:
    """A unit made up for a test: its ratings are the same at every level unless given by level."""

    name: str
    where: str
    nation: str = "ge"
    type: str = "INF"
    steps: int = 4
    cab: int | tuple[int, ...] = 12
    cbf: int | tuple[int, ...] = 10
    arf: int | tuple[int, ...] = 0
    rank: str = "B"
    level: int = 0
    marks: int = 0
    red: bool = False
    uniform: bool = False
    corps: str = ""
    fortress: bool = False
    drive: str = "foot"

    def unit(self) -> HexUnit:
        def by_level(rating: int | tuple[int, ...]) -> tuple[int, ...]:
            return (rating,) * self.steps if isinstance(rating, int) else rating

        return HexUnit(
            self.name, self.name, self.nation, self.type, self.rank, self.steps, by_level(self.cab), by_level(self.cbf),
            by_level(self.arf), 0, by_level(50), self.drive, self.fortress, "",
        )  # fmt: skip


def field(
    *made: Made, side: str = "ge", forts: tuple[str, ...] = (), turn: int = 3, scenario: str = "siege"
) -> LiegeState:
    """Return a position with only these units; forts not named have fallen, "all" names all."""
    combat = replace(
        FACTS.combat,
        red=frozenset(number for number, one in enumerate(made) if one.red),
        uniform=frozenset(number for number, one in enumerate(made) if one.uniform),
    )
    lines = replace(
        FACTS.lines, headquarters={}, free=frozenset(), divisions=frozenset(),
        corps={number: one.corps for number, one in enumerate(made) if one.corps},
    )  # fmt: skip
    units = tuple(one.unit() for one in made)
    facts = replace(
        FACTS, units=units, unit_ids={one.name: at for at, one in enumerate(units)}, combat=combat, lines=lines
    )
    state = LiegeState.new(scenario, fog=False)
    state.facts, state.side, state.turn = facts, NATIONS[side], turn
    state.scenario = replace(state.scenario, arrivals={})
    state.at, state.facing = [-1] * len(made), [0] * len(made)
    state.supply = [0] * len(made)
    state.level, state.marks = [one.level for one in made], [one.marks for one in made]
    state.forts = sum(1 << number for number, fort in enumerate(FACTS.forts) if fort.name in forts or "all" in forts)
    for number, one in enumerate(made):
        where, facing = one.where.split()
        state.at[number], state.facing[number] = hex_(where), SIDES.index(facing)
    state.changed()
    return state


def fighting(state: LiegeState, **dice: tuple[int, ...]) -> Game[LiegeState]:
    """Return a game at the combats of the side whose turn it is; dice are given by purpose."""
    return at_frame(state, CombatOrders(), **dice)


def at_frame(state: LiegeState, frame: Any, **dice: tuple[int, ...]) -> Game[LiegeState]:
    """Return a game at a decision of a player turn."""
    game = Game.start(LiegeSystem(state.scenario.name, state.facts), ScriptedChance(dice))
    turn = AttackerTurn(state.side)
    game.stack = [(Siege(), 2), (turn, turn.steps.index("attacks") + 1), (frame, 0)]
    game.events.clear()
    game.state = state
    game.forget_undo()
    game._settle()
    return game


def attacked(game: Game[LiegeState], where: str, *names: str) -> None:
    """Attack a hex with some units; "+name" commits one partly. Nobody withdraws."""
    ordered(game, f"hex {where}")
    for name in names:
        ordered(game, f"partly {name[1:]}" if name.startswith("+") else f"commit {name}")
    ordered(game, "attack")
    while game.stack and game.decision.kind == "withdraw":
        ordered(game, "stand")


def cab_tests(game: Game[LiegeState]) -> list[tuple[str, int, int, bool]]:
    """Return the tests so far: the unit, its CAB, the die, and whether it passed."""
    units = game.state.facts.units
    return [(units[one["unit"]].name, one["cab"], one["die"], one["passed"]) for one in told(game, "tested")]


def offers(game: Game[LiegeState], verb: str) -> set[str]:
    """Return the arguments a verb currently accepts."""
    found = {game.text(choice) for choice in game.options() if choice.verb == verb}
    return {text.partition(" ")[2] or text for text in found}
