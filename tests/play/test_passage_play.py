"""Random operations on both sides of the Caucasus passage, to their end: every decision has a choice (11.1.6, 11.3.2)."""

from __future__ import annotations

import random

import pytest

from engine.core.bits import members
from engine.core.chance import KeyedChance
from engine.core.options import Choice
from engine.pog.invariants import check
from engine.pog.rules import areas, stacking
from tests.support.table import AP, CP, Table

#: The passage with its ends, and the spaces behind them, where most of the Turks are.
PASSAGE = "caucasus caucasus poti grozny odessa uman tbilisi".split()
BEHIND = "batum petrovsk tbilisi batum petrovsk kars rize erivan".split()


def passage_position(seed: int) -> tuple[Table, random.Random]:
    """Return a position with Russians and Turks around the passage; spaces can be marked for combat or movement."""
    luck = random.Random(seed)
    table = Table(turn=9).at_war("tu").played("ap_27_great_retreat")
    rules, state = table.system.rules, table.state
    for side, nation, ground in ((AP, "ru", PASSAGE), (CP, "tu", BEHIND)):
        corps = rules.of_nation[nation] & ~rules.armies
        for unit in luck.sample(list(members(corps)), 6):
            space = table.space(luck.choice(ground))
            hostile = (state.occupied[1 - side] | state.intact_forts(1 - side)) >> space & 1
            if stacking.room(state, side, space) and not hostile and not areas.barred(state, unit) >> space & 1:
                table.put(rules.content.spaces[space].name, rules.content.units[unit].name)
    return table.reserve("br_corps_01").operate(luck.choice((AP, AP, AP, CP)), 9), luck


@pytest.mark.sweep
@pytest.mark.parametrize("block", range(8))
def test_operations_about_the_passage_always_have_a_choice(block: int) -> None:
    """Fifty positions each, from the first marker to the last combat."""
    crossed = 0
    for seed in range(block * 50, block * 50 + 50):
        table, luck = passage_position(seed)
        game = table.game
        game.source = KeyedChance(f"passage {seed}".encode())
        for _ in range(500):
            if game.state.operation is None:
                break
            options = game.options()
            verb = luck.choice(list(options.masks))
            if verb in ("stop", "finish", "leave") and luck.random() < 0.6:
                verb = next(iter(options.masks))
            game.apply(Choice(verb, luck.choice(options.of(verb))))
            check(game.state)
        else:
            raise AssertionError(f"position {seed}: the operation does not end")
        crossed += game.state.limits_used & areas.RUSSIAN_CROSSING
    assert crossed
