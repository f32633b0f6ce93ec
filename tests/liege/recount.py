"""An independent count of the points, from the scenario and unit files, without the engine's own."""

from __future__ import annotations

import csv
import math
import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

import assets
from engine.liege.state import LEFT, LOST, LiegeState

FOLDER: Final = Path(assets.__file__).parent / "liege"


@cache
def _scenario(name: str) -> tuple[dict[str, Any], dict[str, Fraction]]:
    """Return a scenario's table and its point values."""
    for file in (FOLDER / "scenarios.toml", FOLDER / "maubeuge" / "scenarios.toml"):
        for row in tomllib.loads(file.read_text(encoding="utf-8"))["scenarios"]:
            if row["name"] == name:
                with (file.parent / row["points"]).open(encoding="utf-8") as lines:
                    return row, {one["param"]: Fraction(one["value"]) for one in csv.DictReader(lines)}
    raise KeyError(name)


def score(state: LiegeState) -> int:
    """Return the German points minus the Allied ones."""
    scenario, worth = _scenario(state.scenario.name)
    names = state.facts.grid.names
    germans = allies = saved = taken = 0
    foot, anybody = set(), set()
    for unit, own in enumerate(state.facts.units):
        at = state.at[unit]
        where = names[at] if at >= 0 else ""
        if own.nation == "ge":
            germans += 0 if own.type == "HQ" else state.level[unit]
            foot |= {where} if where and own.type in ("INF", "PIO") else set()
        else:
            allies += 0 if own.type == "HQ" else state.level[unit]
            taken += own.type == "HQ" and at == LOST
            anybody |= {where} if where else set()
            if at == LEFT and own.type != "HQ" and not own.fortress:
                saved += own.steps - state.level[unit]
    standing = {names[fort.hex] for number, fort in enumerate(state.facts.forts) if state.forts >> number & 1}
    fallen = len(state.facts.forts) - len(scenario["fallen"]) - state.forts.bit_count()
    railway = set(scenario["railway"])
    camp = {names[fort.hex] for fort in state.facts.forts}
    free = bool(railway) and not railway & (standing | anybody) and (bool(standing) or bool(foot & camp))
    city = bool(foot & set(scenario["city"]))
    plus = {"fort": fallen, "city": city, "railway": free, "headquarters": taken, "allied_step": allies}
    minus = {
        "german_step": germans,
        "saved_step": saved,
        "camp_hex": state.held,
        "fort_left": state.forts.bit_count(),
    }
    return sum(math.floor(worth[name] * many) for name, many in plus.items()) - sum(
        math.floor(worth[name] * many) for name, many in minus.items()
    )
