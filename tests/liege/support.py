"""Positions for the tests."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from engine.liege.facts import NATIONS, facts
from engine.liege.grid import SIDES
from engine.liege.state import LiegeState

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
    units: dict[str, str], *, side: str = "ge", scenario: str = "siege", turn: int = 3, forts: tuple[str, ...] = ()
) -> LiegeState:
    """A position: units as "HEX facing" or "HEX facing level"; forts that are not named have fallen, "all" names all."""
    state = LiegeState.new(scenario)
    state.turn, state.side = turn, NATIONS[side]
    for number, fort in enumerate(FACTS.forts):
        if fort.name not in forts and "all" not in forts:
            state.fell(number)
    for name, given in units.items():
        where, facing, *level = given.split()
        state.level[unit(name)] = int(level[0]) if level else 0
        state.place(unit(name), hex_(where), SIDES.index(facing))
    return state


def setup(name: str) -> LiegeState:
    """A named position."""
    row = setups()[name]
    return position(
        row["units"], side=row["side"], scenario=row["scenario"], turn=row["turn"], forts=tuple(row["forts"])
    )


def names(hexes: Any) -> set[str]:
    return {FACTS.grid.names[one] for one in hexes}
