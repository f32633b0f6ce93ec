"""Variants of the weights: the fitted ones, each multiplied by its own factor."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from benchmarks.weights.files import unit_of

#: The fitted weights: judgements used by every level of the computer. Each is a path in the file; the figures of a list
#: are multiplied together. Excluded are those used only by the general, integers, and what games between equals can't
#: measure.
SOUGHT = (
    "units.combat_factor", "units.loss_factor", "units.second_step", "units.in_reserve", "units.eliminated", "units.unsupplied",
    "units.idle_step", "units.each_turn", "units.at_most",
    "spaces.ground", "spaces.capital", "spaces.port", "spaces.lapses",
    "war_status.until_limited_war", "war_status.until_total_war",
    "result.level", "result.spread_each_round",
    "threats.open_space", "threats.open_fort", "threats.next_open_space", "threats.loss_point", "threats.thrown_back",
    "threats.open_behind", "threats.cut", "threats.lost_when_cut",
    "threats.next.take", "threats.next.strike", "threats.next.cut_off", "threats.next.cut_off_space", "threats.next.cut_off_by_attack",
    "threats.later.take", "threats.later.strike",
    "attacks.least", "attacks.mandate", "attacks.card", "attacks.hold",
    "moves.least", "moves.digging",
    "actions.follows", "actions.lasting", "actions.free_task", "actions.other_use",
    "supplies.redeployment_least", "supplies.replacement",
)  # fmt: skip
#: The maximum of each: a share is at most 1.
_MOST = tuple(1.0 if unit_of(path) == "share" else math.inf for path in SOUGHT)


def at(raw: dict[str, Any], path: str) -> Any:
    """Return the plain value of a weight."""
    for name in path.split("."):
        raw = raw[name]
    return raw


def shifted(start: dict[str, Any], logs: Sequence[float]) -> dict[str, Any]:
    """Return plain weights with the fitted ones multiplied by the exponential of their logs; shares stay at most 1."""
    raw = deepcopy(start)
    for path, most, log in zip(SOUGHT, _MOST, logs, strict=True):
        *sections, name = path.split(".")
        section = raw
        for one in sections:
            section = section[one]
        value, factor = section[name], math.exp(log)
        if isinstance(value, list):
            section[name] = [_rounded(min(most, each * factor)) for each in value]
        else:
            section[name] = _rounded(min(most, value * factor))
    return raw


def _rounded(value: float) -> float:
    """Round a weight for the file: five digits are more than games can determine."""
    return float(f"{value:.5g}")


def drawn(numbers: random.Random, spread: float, widest: float) -> tuple[float, ...]:
    """Draw the logs of a variant: normally distributed around 0 with `spread`, none beyond `widest`."""
    return tuple(round(max(-widest, min(widest, numbers.gauss(0.0, spread))), 4) for _ in SOUGHT)


__all__ = ["SOUGHT", "at", "drawn", "shifted"]
