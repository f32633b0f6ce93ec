"""What makes an attack cost a VP is a question of the ruleset: each answer is asked about before the attack."""

from __future__ import annotations

from engine.pog.state import State
from tests.bot.test_mutiny_asked import question
from tests.rulesets.support import deluxe_with
from tests.support.table import AP, Table


def _allies_pay(state: State, side: int, attackers: int, target: int) -> str:
    """Every attack of the Allies costs a VP, by paragraph 20."""
    del state, attackers, target
    return "20" if side == AP else ""


def test_an_attack_is_asked_about_if_the_ruleset_charges_it() -> None:
    asked = []
    for rulebook in (deluxe_with(attack_charges=(_allies_pay,)), deluxe_with()):
        table = Table(rulebook=rulebook).put("amiens", "fr_1_army", "fr_2_army").hold(1 - AP, "cambrai")
        table.put("cambrai", "ge_1_army").any_dice().operate(AP, 20).activate("!amiens")
        asked.append(question(table, "cambrai with all"))
    assert "costs the Allies 1 VP" in asked[0]
    assert asked[1] == ""
