"""Positions for the tests."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from engine.core.chance import KeyedChance, ScriptedChance
from engine.core.game import Game
from engine.errors import IllegalChoice, Reason
from engine.liege import barrage
from engine.liege.barrage import UnitBarrage
from engine.liege.cab import total
from engine.liege.facts import NATIONS, facts
from engine.liege.grid import SIDES
from engine.liege.sequence.turns import AttackerTurn, Siege
from engine.liege.state import LiegeState
from engine.liege.system import LiegeSystem

SETUPS: Final = Path(__file__).parent / "setups.toml"
FACTS: Final = facts()


@cache
def setups() -> dict[str, dict[str, Any]]:
    return tomllib.loads(SETUPS.read_text(encoding="utf-8"))


def hex_(name: str) -> int:
    return FACTS.hex_of(name)


def unit(name: str) -> int:
    return FACTS.unit_ids[name]


def position(
    units: dict[str, str],
    *,
    side: str = "ge",
    scenario: str = "siege",
    turn: int = 3,
    forts: tuple[str, ...] = (),
    hidden: tuple[str, ...] = (),
) -> LiegeState:
    """Return a position: units as "HEX facing" or "HEX facing level"; forts not named have fallen, "all" names all."""
    state = LiegeState.new(scenario, fog=bool(hidden))
    state.turn, state.side = turn, NATIONS[side]
    for number, fort in enumerate(FACTS.forts):
        if fort.name not in forts and "all" not in forts:
            state.fell(number)
    for name, given in units.items():
        where, facing, *level = given.split()
        state.level[unit(name)] = int(level[0]) if level else 0
        state.place(unit(name), hex_(where), SIDES.index(facing))
    for name in hidden:
        state.hidden |= 1 << unit(name)
    return state


def setup(name: str) -> LiegeState:
    """Return a named position."""
    row = setups()[name]
    return position(
        row["units"], side=row["side"], scenario=row["scenario"], turn=row["turn"], forts=tuple(row["forts"])
    )


def names(hexes: Any) -> set[str]:
    return {FACTS.grid.names[one] for one in hexes}


def playing(state: LiegeState, **dice: list[int]) -> Game[LiegeState]:
    """Return a game at a position, at the start of its side's player turn, with dice by purpose; everybody is supplied."""
    state.scenario = replace(state.scenario, lines=False)
    game = Game(LiegeSystem(state.scenario.name, state.facts, fog=state.fog), state, ScriptedChance(dice))
    game.stack += [(Siege(), 1 + state.side), (AttackerTurn(state.side), 0)]
    game.forget_undo()
    game._settle()
    return game


def ordered(game: Game[LiegeState], *texts: str) -> None:
    """Give orders as stored in the record."""
    for text in texts:
        game.apply(game.parse(text))


def told(game: Game[LiegeState], kind: str) -> list[dict[str, Any]]:
    """Return the events of a kind emitted by a game."""
    return [event.data for event in game.events if event.kind == kind]


def fort(name: str) -> int:
    return next(number for number, one in enumerate(FACTS.forts) if one.name == name)


def code(reason: Reason | None) -> tuple[str, str] | None:
    return None if reason is None else (reason.code, reason.rule)


def offered(game: Game[LiegeState]) -> set[str]:
    return {game.text(choice) for choice in game.options()}


def refused(game: Game[LiegeState], order: str) -> tuple[str, str]:
    with pytest.raises(IllegalChoice) as caught:
        game.apply(game.parse(order))
    return caught.value.reason.code, caught.value.reason.rule


def before_v35(**marks: int) -> LiegeState:
    """Return mortars, a brigade, two divisions, pioneers and the 42 cm guns next to the camp, and mixed brigades in V35 and W35."""
    state = position(
        {"ge_iii_fussa_4": "U35 sw", "ge_27_ib": "U35 sw", "ge_kmk_b3": "V36 s", "ge_13_id": "V36 s", "ge_14_id": "V36 s",
         "ge_pir_24": "V36 s", "be_9_11_bm": "V35 ne", "be_15_bm": "W35 n"}, turn=5, forts=("all",),
    )  # fmt: skip
    for name, value in marks.items():
        state.mark(unit(name), value)
    return state


def rows(state: LiegeState, target: int, guns: int = 1, forts: int = 0) -> int:
    """Return the sum of modifiers for one target."""
    fired = UnitBarrage(state.at[target], guns, forts)
    return total(barrage.aim_at(state, fired, target).rows)


def started(scenario: str = "siege", seed: int = 0, *, fog: bool | None = False) -> Game[LiegeState]:
    """Return a new game, everything open unless said otherwise; its dice are always the same for a seed."""
    return Game.start(LiegeSystem(scenario, fog=fog), KeyedChance(seed.to_bytes(32, "big")))


def same(what: str, printed: object, ours: object) -> list[str]:
    """Return the difference between an example of the book and our result, if any."""
    return [] if printed == ours else [f"{what}: the book has {printed}, ours is {ours}"]
