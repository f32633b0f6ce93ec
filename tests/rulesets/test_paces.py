"""Rulesets in which steps have prices: what a stack can still reach depends on its path."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory
from engine.pog.rules import movement
from engine.pog.rulesets import Rulebook
from engine.pog.state import State
from engine.pog.tables import Closing
from tests.rulesets.support import deluxe_with, germans
from tests.support.random_play import steps
from tests.support.table import CP, Table


def _enemy_ground(state: State, stack: int, path: tuple[int, ...], space: int) -> int | None:
    """Spaces of the enemy cost 2, except the first one that the stack enters."""
    enemy = state.rules.board.printed[1 - state.rules.side_of[stack.bit_length() - 1]]
    if not enemy >> space & 1:
        return None
    return 2 if any(enemy >> entered & 1 for entered in path[1:]) else 1


DEAR = deluxe_with(step_cost=(_enemy_ground,))
NO_STOP_IN_CAMBRAI = Closing("cambrai", "20", germans, fixed=lambda rules: rules.board.spaces("cambrai"))


def _from_koblenz(unit: str, priced: bool = True, **entries: Any) -> Table:
    rulebook = deluxe_with(step_cost=(_enemy_ground,) if priced else (), **entries)
    return Table(rulebook=rulebook).put("koblenz", unit).operate(CP).activate("koblenz").do(f"pick {unit}")


def test_a_stack_goes_as_far_as_its_path_leaves_it_mp() -> None:
    """One, and two for the next: of four MP one is left, which reaches no further enemy space."""
    table = _from_koblenz("ge_corps_01", priced=False).do("step sedan", "step cambrai")
    assert "amiens" in table.offered("step")
    table = _from_koblenz("ge_corps_01").do("step sedan", "step cambrai")
    assert table.asks("move_on")
    assert not table.offered("step")
    table.do("stop")
    assert table.where("ge_corps_01") == "cambrai"


def test_a_stack_that_has_spent_its_mp_stops_by_itself() -> None:
    """Three MP are used up in two steps; the events tell the path."""
    table = _from_koblenz("ge_1_army").do("step sedan", "step cambrai")
    assert not table.asks("move_on")
    assert [event["path"] for event in table.events("moved")] == [
        tuple(table.space(name) for name in ("koblenz", "sedan", "cambrai"))
    ]


def test_own_ground_costs_what_it_always_did() -> None:
    """The entry does not change it."""
    table = _from_koblenz("ge_1_army").do("step frankfurt", "step mannheim", "step strasbourg")
    assert table.where("ge_1_army") == "strasbourg"


def test_nobody_is_led_where_he_can_neither_stop_nor_go_on() -> None:
    """The look-ahead uses the same prices: Cambrai, where a stop is forbidden, leads no further."""
    table = _from_koblenz("ge_1_army", priced=False, no_stop=(NO_STOP_IN_CAMBRAI,)).do("step sedan")
    assert "cambrai" in table.offered("step")
    table = _from_koblenz("ge_1_army", no_stop=(NO_STOP_IN_CAMBRAI,)).do("step sedan")
    assert "cambrai" not in table.offered("step")
    table = _from_koblenz("ge_corps_01", no_stop=(NO_STOP_IN_CAMBRAI,)).do("step sedan")
    assert "cambrai" not in table.offered("step")


def test_the_cheapest_way_is_found() -> None:
    """Brussels from Koblenz through Liege or Sedan costs three MP; Cambrai is an army's limit."""
    table = Table(rulebook=DEAR).put("koblenz", "ge_1_army").destroy("liege").operate(CP).activate("koblenz")
    ends = movement.reachable(table.state, table.units("ge_1_army"), table.space("koblenz"), 3)
    assert {"sedan", "liege", "brussels", "cambrai", "strasbourg"} - table.names(sum(1 << end for end in ends)) == set()
    assert not {"antwerp", "amiens", "paris"} & table.names(sum(1 << end for end in ends))


def _steep(state: State, stack: int, path: tuple[int, ...], space: int) -> int | None:
    """No unit may take the road from Metz to Nancy."""
    board = state.rules.board
    return 9 if (path[-1], space) == (board.space("metz"), board.space("nancy")) else None


def _far(state: State, stack: int, path: tuple[int, ...], space: int) -> int | None:
    """No unit that starts in Metz may enter Nancy at all."""
    board = state.rules.board
    return 9 if (path[0], space) == (board.space("metz"), board.space("nancy")) else None


def _two_corps(rulebook: Rulebook | None) -> Table:
    table = Table(rulebook=rulebook).put("strasbourg", "ge_corps_01").put("metz", "ge_corps_02")
    return table.operate(CP).activate("strasbourg", "metz").do("pick ge_corps_01")


def test_a_promised_siege_counts_who_can_pay_the_way() -> None:
    """A corps enters the fort of Nancy on the promise of another in Metz only if that one can come (11.1.8)."""
    table = _two_corps(None).do("step nancy", "pick ge_corps_02")
    assert "nancy" in table.offered("step")
    table = _two_corps(deluxe_with(step_cost=(_steep,))).do("step nancy", "pick ge_corps_02")
    assert table.offered("step") == {"strasbourg", "sedan"}  # by a detour, within its four MP
    table = _two_corps(deluxe_with(step_cost=(_far,)))
    assert "nancy" not in table.offered("step")
    assert "mulhouse" in table.offered("step")


@pytest.mark.parametrize("seed", range(4))
def test_prices_of_one_change_nothing(seed: int) -> None:
    """If an entry names 1 for every step, each decision of a game offers the same as without it."""
    plain = PathsOfGlory(GameOptions(scenario="historical"))
    priced = PathsOfGlory(GameOptions(scenario="historical"), rulebook=deluxe_with(step_cost=(lambda *asked: 1,)))
    games = [Game.start(system, KeyedChance(f"pace {seed}".encode())) for system in (plain, priced)]
    for choice in steps(games[0], seed, turns=3):
        assert games[1].options().masks == games[0].options().masks
        games[1].apply(choice)
