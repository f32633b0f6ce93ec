"""Rulesets that change which units can be activated, for what, and at what price, and which are lost to attrition."""

from __future__ import annotations

import pytest

from engine.core.bits import members
from engine.pog.rules.activation_costs import CostException
from engine.pog.rulesets import Rulebook
from engine.pog.state import State
from tests.rulesets.support import deluxe_with
from tests.support.table import AP, CP, Table


def _germans_alone(state: State, side: int, attack: bool) -> int:
    """German units act without supply: they attack in any turn, and move in turn 4."""
    return state.rules.of_nation["ge"] if side == CP and (attack or state.turn == 4) else 0


DEFIANT = deluxe_with(acting=(_germans_alone,))


def _cut_off(rulebook: Rulebook | None, turn: int = 3) -> Table:
    """A German army in Sedan, a French one in Verdun, and everything around Allied."""
    table = Table(rulebook=rulebook, turn=turn).put("sedan", "ge_1_army").put("verdun", "fr_1_army")
    return table.hold(AP, "koblenz", "metz", "liege", "brussels", "cambrai", "chateau_thierry")


def test_units_out_of_supply_may_attack_where_the_ruleset_lets_them() -> None:
    """Their space is activated for combat, they declare and fight; to move they cannot be activated."""
    assert not _cut_off(None).operate(CP).asks("activate")
    table = _cut_off(DEFIANT).operate(CP)
    assert table.offered("for_combat") == {"sedan"}
    assert not table.offered("for_movement")
    table.dice(attacker=1, defender=1).activate("!sedan").do("add ge_1_army", "target verdun")
    assert table.events("fire")


def test_units_out_of_supply_may_move_where_the_ruleset_lets_them() -> None:
    """The entry reads the turn; the unit is picked and steps."""
    table = _cut_off(DEFIANT, turn=4).operate(CP)
    assert table.offered("for_movement") == {"sedan"}
    table.activate("sedan").move("ge_1_army", "cambrai")
    assert table.where("ge_1_army") == "cambrai"


def _only_to_attack(state: State, side: int, spaces: int, attack: bool) -> int:
    """Austrians can be activated only for attack."""
    if attack:
        return spaces
    return spaces & ~sum(1 << s for s in members(spaces) if state.units_at[s] & state.rules.of_nation["ah"])


GALICIA = deluxe_with(may_activate=(_only_to_attack,))


def test_a_ruleset_may_close_one_use_of_a_space_and_leave_the_other() -> None:
    """Austrians may attack but not move; Germans may do both."""
    table = Table(rulebook=GALICIA).put("lemberg", "ah_4_army").put("lublin", "ru_4_army").put("koblenz", "ge_1_army")
    table.hold(CP, "lemberg", "cracow", "przemysl").put("tarnow", "ah_1_army").operate(CP)
    assert "koblenz" in table.offered("for_movement")
    assert not {"tarnow", "lemberg"} & table.offered("for_movement")
    assert table.offered("for_combat") & {"tarnow", "lemberg"}


def _dearer(state: State, side: int, space: int, attack: bool) -> int:
    """Attacks from German territory cost one more."""
    return int(attack and state.rules.board.lands("ge") >> space & 1)


def _fixed_price(state: State, space: int, attack: bool) -> int | None:
    return 4 if state.rules.board.space("metz") == space else None


DEARER = deluxe_with(surcharges=(_dearer,))
METZ_COSTS_FOUR = deluxe_with(prices=(CostException("metz", lambda state, side: side == CP, _fixed_price),))


@pytest.mark.parametrize(
    ("rulebook", "order", "price"),
    [
        (None, "!metz", 1),
        (DEARER, "!metz", 2),
        (DEARER, "metz", 1),
        (METZ_COSTS_FOUR, "metz", 4),
        (METZ_COSTS_FOUR, "koblenz", 1),
    ],
)
def test_a_ruleset_names_prices_and_adds_to_them(rulebook: Rulebook | None, order: str, price: int) -> None:
    """The price paid is reported, and what cannot be paid is not offered."""
    table = Table(rulebook=rulebook).put("metz", "ge_1_army").put("koblenz", "ge_2_army").put("verdun", "fr_1_army")
    verb, space = ("for_combat", order[1:]) if order[0] == "!" else ("for_movement", order)
    assert (space in table.operate(CP, price).offered(verb)) is True
    table.do(f"{verb} {space}")
    assert [event["cost"] for event in table.events("activated")] == [price]
    if price > 1:
        table.operate(CP, price - 1)
        assert space not in (table.offered(verb) if table.asks("activate") else ())


def _frozen(state: State, side: int) -> int:
    """The winter of 1915 eliminates units in the mountains."""
    mountains = state.rules.board.terrain["mountain"]
    there = sum(state.units_of(side, space) for space in members(mountains & state.occupied[side]))
    return there if state.turn == 4 else 0


def _forsaken(state: State, side: int) -> int:
    """Sedan returns to the French if it is empty."""
    sedan = state.rules.board.spaces("sedan")
    return sedan & state.control[side] & ~state.occupied[side] if side == CP else 0


WINTER = deluxe_with(doomed_units=(_frozen,), doomed_spaces=(_forsaken,))


def test_a_ruleset_names_what_attrition_takes() -> None:
    """Units and spaces in supply are lost to the entries, in the Attrition Phase only."""
    for turn, lost in ((3, False), (4, True)):
        table = Table(rulebook=WINTER, turn=turn).put("villach", "ah_1_army").hold(CP, "sedan").phase("attrition")
        assert (table.where("ah_1_army") == "cp_permanently_eliminated") is lost
        assert table.owner("sedan") == AP
    table = Table(rulebook=WINTER, turn=3).put("sedan", "ge_1_army").phase("attrition")
    assert table.owner("sedan") == CP


def _reduced_armies(state: State, spaces: int, attack: bool) -> int:
    """Reduced armies of the marked spaces, if they are marked for an attack."""
    units = sum(state.units_at[space] for space in members(spaces))
    return units & state.reduced & state.rules.armies if attack else 0


IDLE = deluxe_with(idle=(_reduced_armies,))


def test_a_ruleset_may_leave_units_out_of_an_operation() -> None:
    """The reduced army may not join the attack; with a Move marker it moves as usual."""
    for order, verb, rulebook, joins in (
        ("!koblenz", "add", IDLE, False), ("!koblenz", "add", None, True), ("koblenz", "pick", IDLE, True),
    ):  # fmt: skip
        table = Table(rulebook=rulebook).put("koblenz", "ge_1_army-", "ge_2_army").put("sedan", "fr_1_army")
        offered = table.operate(CP).activate(order).offered(verb)
        assert "ge_2_army" in offered
        assert ("ge_1_army" in offered) is joins
