"""The options on the panels of the variant's own decisions, and that each of their orders is carried out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.titles import table_of
from bot.titles.pog.notation import compact
from engine.core.chance import KeyedChance
from tests.rulesets.banquet.support import banquet
from tests.rulesets.banquet.test_by_words import context_of, orders_of, panel_text
from tests.rulesets.banquet.test_digging import _dig, _many_trenches
from tests.rulesets.banquet.test_retreat import _cambrai, _plock
from tests.support.table import AP, CP, Table


def _guns() -> Table:
    card = "cp_01_guns_of_august"
    return banquet(turn=1, setup=True).hand(CP, card).choose(CP).do(f"event {card}")


def _marne() -> Table:
    table = banquet(turn=2).put("chateau_thierry", "fr_5_army").put("amiens", "br_bef_army").put("paris", "fr_6_army")
    return (
        table.put("cambrai", "ge_1_army").hold(CP, "sedan").hand(AP, "ap_09_moltke").choose(AP).do("event ap_09_moltke")
    )


def _landed() -> Table:
    table = banquet(setup=True, turn=6).at_war("tu", units=True).hand(AP, "ap_31_mef").choose(AP)
    return table.do("event ap_31_mef", "place mef_1").reserve("br_corps_05", "br_corps_06").redeploy(AP, 5)


def _galicia() -> Table:
    """The round after Guns of August."""
    table = _guns()
    table.state.marks["must_attack"], table.state.operation = 0, None
    return table.choose(CP)


def _moving(*orders: str) -> Table:
    table = _galicia()
    return table.put("essen", "ge_1_army").do("auto_op").do("for_movement essen", *orders)


def _too_many() -> Table:
    """A Russian corps has retreated to a space with three armies."""
    return _plock(True, "warsaw", "lomza", germans_beside=True).do("step lomza")


def _no_marker_left() -> Table:
    table, _ = _many_trenches(banquet().system.content.entrench.markers)
    return _dig(table, AP, "sedan", "fr_1_army", 1)


def _flank() -> Table:
    table = banquet(turn=3).put("koblenz", "ge_1_army").put("metz", "ge_2_army").put("essen", "ge_corps_01")
    return table.put("sedan", "fr_1_army").attack("sedan", "ge_1_army", "ge_2_army")


@pytest.mark.parametrize(
    ("position", "says", "verb"),
    [
        (_guns, "Attack from the activated spaces", "add"),
        (_marne, "without OPS? At most 2.", "strike"),
        (_landed, "Choose a unit to redeploy", "evacuate"),
        (lambda: _landed().do("evacuate"), "Which corps from the Reserve Box replaces it?", "use"),
        (lambda: _landed().do("evacuate", "use br_corps_05"), "Where does it go?", "to"),
        (_galicia, "Choose a card and how to use it", "call_off"),
        (lambda: _galicia().do("auto_op"), "Activate spaces", "call_off"),
        (lambda: _galicia().do("auto_op"), "Activate spaces", "disband"),
        (_moving, "Move the units in the activated spaces", "call_off"),
        (lambda: _moving("pick ge_1_army"), "Move from", "call_off"),
        (lambda: _moving("pick ge_1_army"), "Move from", "disband"),
        (lambda: _moving("pick ge_1_army", "step aachen"), "Move on, or stop?", "call_off"),
        (lambda: _moving("pick ge_1_army", "step aachen"), "Move on, or stop?", "disband"),
        (lambda: _landed().do("pick br_corps_05"), "Where does", "disband"),
        (_cambrai, "Which units advance into it?", "add"),
        (_flank, "attempt a flank attack", "disband"),
        (_too_many, "Too many units are in one space after the retreat", "pick"),
        (_too_many, "or remove it", "remove"),
        (lambda: _too_many().do("pick ru_corps_07"), "Move the excess one space farther", "step"),
        (_no_marker_left, "All your trench markers are on the map", "take"),
    ],
)
def test_a_decision_of_the_variant_is_asked_in_words_and_answered_by_presses(
    position: Callable[[], Table], says: str, verb: str
) -> None:
    """Every order on the panel works, and one of them is the variant's addition."""
    table = position()
    assert says in panel_text(table)
    orders = sorted(orders_of(context_of(table.game)))
    done = set()
    for order in orders:
        trial = table.game.copy(KeyedChance(b"trial"))
        before = trial.number
        compact.carry_out(table_of(trial, int(table.game.actor or 0)), order)
        assert trial.number > before, order
        done |= {entry.choice.split()[0] for entry in trial.fresh if entry.number == before + 1}
    assert verb in done
