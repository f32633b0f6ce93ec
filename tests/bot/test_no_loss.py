"""A combat's story explains why a loss number takes nothing, and why a beaten defender stays."""

from __future__ import annotations

import pytest

from engine.core.bits import members
from tests.bot.orders_asked import ordered, story
from tests.support.table import AP, CP, Table


@pytest.mark.parametrize(
    ("attackers", "target", "defenders", "dice", "told"),
    [
        (("sarajevo", "ah_6_army"), "valjevo", ("sb_2_army",), (4, 2),
         "AH 6 loses nothing: its loss factor 2 is above the loss number 1 (12.4.3)."),
        (("metz", "ge_4_army", "ge_5_army"), "sedan", ("fr_5_army",), (6, 1),
         "GE 4 and GE 5 lose nothing: the loss number 1 is below their lowest loss factor, 3 (12.4.3)."),
        (("koblenz", "ge_corps_01"), "sedan", ("fr_5_army",), (3, 1),
         "FR 5 loses nothing: its loss factor 3 is above the loss number 1 (12.4.3)."),
        (("aachen", "ge_corps_01", "ge_corps_02"), "liege", (), (3, 1),
         "The fort holds: its strength 3 is above the loss number 1 (12.4.6)."),
    ],
)  # fmt: skip
def test_a_loss_number_that_takes_nothing_says_why(
    attackers: tuple[str, ...], target: str, defenders: tuple[str, ...], dice: tuple[int, int], told: str
) -> None:
    origin, *units = attackers
    table = Table().put(origin, *units).put(target, *defenders).dice(attacker=dice[0], defender=dice[1])
    orders, _ = ordered(table.operate(CP, 1).activate(f"!{origin}"), CP, f"attack {target}")
    assert told in story(table, orders)


def test_a_victory_without_anybody_at_full_strength_says_that_nobody_retreats() -> None:
    table = Table().put("kovno", "ru_1_army-").put("insterberg", "ge_8_army-").put("cp_reserve_box", "ge_corps_01")
    table.dice(attacker=6, defender=1).operate(AP, 1).activate("!kovno")
    orders, _ = ordered(table, AP, "attack insterberg")
    told = "The attacker wins but has no unit at full strength left, so nobody retreats (12.5.1)."
    assert told in story(table, orders)
    assert table.unit("ge_corps_01") in members(orders.game.state.units_of(CP, table.space("insterberg")))


def test_withdrawal_gives_a_step_back_and_no_more_is_told() -> None:
    """A reduced corps that it brings back is as reduced as it was (12.6.3, 12.6.10)."""
    table = Table().put("koblenz", "ge_1_army", "ge_2_army").put("sedan", "fr_corps_01-").hand(AP, "ap_06_withdrawal")
    table.dice(attacker=3, defender=1).attack("sedan", "ge_1_army", "ge_2_army")
    while not table.asks("defender_cards"):
        table.do("finish")
    orders, _ = ordered(table, AP, "play withdrawal")
    assert orders.game.state.is_reduced(table.unit("fr_corps_01"))
    assert "Losses: FR c eliminated, FR c gets its last step back (12.6)." in story(table, orders)
