"""What makes an attack cost VP is a question of the ruleset: each answer is asked about before the attack, and paid by it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.pog.rules import mandated
from engine.pog.rulesets import Rulebook
from engine.pog.rulesets.deluxe import DELUXE
from engine.pog.state import State
from engine.pog.tables import Charge
from tests.bot.test_mutiny_asked import MUTINY, paid, question
from tests.rulesets.support import deluxe_with
from tests.support.table import AP, Table


def _allies_pay(state: State, side: int, attackers: int, target: int) -> bool:
    """Every attack of the Allies costs a VP."""
    del state, attackers, target
    return side == AP


def _noted(state: State, side: int) -> None:
    state.missed[side].append(99)


def _ready(rulebook: Rulebook) -> Table:
    table = Table(rulebook=rulebook).put("amiens", "fr_1_army", "fr_2_army").hold(1 - AP, "cambrai")
    return table.put("cambrai", "ge_1_army").any_dice().operate(AP, 20).activate("!amiens")


def test_an_attack_is_asked_about_and_pays_if_the_ruleset_charges_it() -> None:
    charge = Charge("20", "french_mutiny_attack", _allies_pay, _noted)
    for rulebook, times in ((deluxe_with(attack_charges=(charge,)), 1), (deluxe_with(), 0)):
        table = _ready(rulebook)
        told = question(table, "cambrai with all")
        assert ("costs the Allies 1 VP" in told, "rule 20" in told) == (times == 1, times == 1)
        table.attack("cambrai", "fr_1_army", "fr_2_army")
        assert paid(table) == times
        assert table.state.missed[AP] == [99] * times


def test_a_ruleset_without_the_charge_neither_asks_nor_takes_a_vp() -> None:
    """The French offensive is excused all the same, so no attack meets it."""
    free = replace(DELUXE, name="test", tables=lambda content: replace(DELUXE.tables(content), attack_charges=()))
    for rulebook, times in ((free, 0), (DELUXE, 1)):
        table = _ready(rulebook).played(MUTINY)
        table.state.mandated[AP] = "fr"
        assert ("costs" in question(table, "cambrai with all")) == (times == 1)
        table.attack("cambrai", "fr_1_army", "fr_2_army")
        assert paid(table) == times
        assert not table.events("mandate_met")


@pytest.mark.parametrize("mutiny", [False, True])
def test_7_1_8_no_attack_satisfies_a_french_offensive_after_the_mutiny(mutiny: bool) -> None:
    table = _ready(DELUXE)
    if mutiny:
        table.played(MUTINY)
    table.state.mandated[AP] = "fr"
    attackers = table.units("fr_1_army")
    assert mandated.satisfied_by(table.state, AP, attackers, table.space("cambrai")) != mutiny
