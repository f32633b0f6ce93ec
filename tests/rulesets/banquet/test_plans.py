"""The war plans of 1914: when there are any, and the cards that go with them (18)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalChoice
from engine.pog import view_of
from engine.pog.invariants import InvariantBroken, check
from engine.pog.rulesets.banquet import plans
from tests.manifest import plays
from tests.rulesets.banquet.support import GUNS, banquet, fight, in_force, told
from tests.support.table import AP, CP, Table

# -- when there are plans ------------------------------------------------------------------


@plays("banquet", 42)
def test_plans_are_in_force_only_after_guns_of_august() -> None:
    """The card brings all of them; without it the turn ends without any plan."""
    table = banquet(setup=True, turn=1).hand(CP, GUNS).choose(CP).do(f"event {GUNS}")
    assert table.state.marks["plans"] == 7
    assert table.state.marks["german_plan"] == 1
    assert table.events("war_plans")
    table = banquet(setup=True, turn=1).phase("score")
    assert told(table) == []
    assert table.state.vp == 10


def test_guns_of_august_is_a_choice() -> None:
    """It can stay in hand, and the Central Powers can begin with something else."""
    table = banquet(setup=True, turn=1).hand(CP, GUNS).choose(CP)
    assert table.allows("auto_op")
    assert GUNS in table.offered("event") & table.offered("ops")


# -- cards -----------------------------------------------------------------------------------


@plays("banquet", 42)
def test_the_race_to_the_sea_waits_for_the_plan() -> None:
    """An event from September on, in August only without a German plan, and never without Guns of August."""
    card = "cp_08_race_to_the_sea"
    for turn, german, open_ in ((1, 1, False), (1, 0, True), (2, 2, True)):
        table = in_force(turn, german=german).hand(CP, card).choose(CP)
        assert (card in table.offered("event")) is open_
        assert card in table.offered("ops")
    table = banquet(turn=5).hand(CP, card).choose(CP)
    with pytest.raises(IllegalChoice) as refused:
        table.do(f"event {card}")
    assert refused.value.reason.code == "no_race_yet"
    assert card in Table("historical", turn=5).hand(CP, card).choose(CP).offered("event")


def test_two_austrian_armies_must_attack_with_guns_of_august() -> None:
    """Neither the combats nor their group can be called off before both have struck."""
    table = banquet(setup=True, turn=1).hand(CP, GUNS).choose(CP).do(f"event {GUNS}")
    assert table.asks("attack")
    assert {"ah_5_army", "ah_6_army", "ge_1_army"} <= table.offered("add")
    with pytest.raises(IllegalChoice) as refused:
        table.do("decline")
    assert refused.value.reason.code == "must_attack"
    table.do("add ah_5_army")
    with pytest.raises(IllegalChoice):
        table.do("release")
    table.any_dice("guns")
    for number, army in enumerate(("ah_5_army", "ah_6_army")):
        if not table.asks("attack") or "target" not in table.game.decision.verbs or not table.offered("target"):
            table.do(f"add {army}")
        table.do(f"target {min(table.offered('target'))}")
        while len(table.events("combat_over")) == number:
            table.do(table.game.text([one for one in table.game.options() if one.verb != "disband"][-1]))
    assert table.allows("decline")
    table.do("decline")
    assert not table.state.marks["must_attack"]


def _marne(*choices: str, won: bool = True) -> Table:
    """Joffre's counterattack out of Château-Thierry."""
    table = banquet(turn=2).put("chateau_thierry", "fr_5_army").put("amiens", "br_bef_army").put("paris", "fr_6_army")
    table.put("cambrai", "ge_1_army").hold(CP, "sedan").hand(AP, "ap_09_moltke").reserve("ge_corps_01", "fr_corps_01")
    table.choose(AP).do("event ap_09_moltke", *choices)
    if table.asks("strike_back"):
        table.do("stop")
    if table.asks("attack"):
        fight(table, "cambrai", "fr_5_army", won=won)
        if table.asks("attack"):
            table.do("decline")
    return table


def test_joffre_strikes_back_and_german_attacks_become_dear() -> None:
    """Two spaces at most, free of charge; after greater enemy losses an attack costs one OPS more, a move does not."""
    table = banquet(turn=2).put("chateau_thierry", "fr_5_army").put("amiens", "br_bef_army").put("paris", "fr_6_army")
    table.put("cambrai", "ge_1_army").put("melun", "ge_2_army").hold(CP, "sedan").hand(AP, "ap_09_moltke").choose(AP)
    table.do("event ap_09_moltke", "strike chateau_thierry", "strike amiens")
    assert table.asks("attack")
    table.do("add fr_5_army")
    assert "br_bef_army" in table.offered("add")  # the BEF and the French attack together
    for won, cost in ((True, 2), (False, 1)):
        table = _marne("strike chateau_thierry", won=won)
        assert bool(table.events("marne")) is won
        for turn, use, price in (
            (2, "for_combat", cost),
            (3, "for_combat", cost),
            (4, "for_combat", 1),
            (3, "for_movement", 1),
        ):
            table.state.turn = turn
            table.put("cambrai", "ge_1_army").put("amiens", "br_bef_army").operate(CP, 3).do(f"{use} cambrai")
            assert table.events("activated")[-1]["cost"] == price
    table = _marne("strike chateau_thierry").played("cp_13_falkenhayn")
    table.put("cambrai", "ge_1_army").operate(CP, 3).do("for_combat cambrai")
    assert table.events("activated")[-1]["cost"] == 1


@pytest.mark.parametrize(
    ("won", "turn", "told"), [(True, 2, True), (True, 3, True), (True, 4, False), (False, 2, False)]
)
def test_joffre_is_among_the_events_in_force_only_while_german_attacks_are_dearer(
    won: bool, turn: int, told: bool
) -> None:
    table = _marne("strike chateau_thierry", won=won)
    table.state.turn = turn
    joffre = table.state.rules.card("ap_09_moltke")
    assert (joffre in view_of(table.game, None).in_force) is told
    table.played("cp_13_falkenhayn")
    assert joffre not in view_of(table.game, None).in_force


def test_marks_of_plans_have_laws() -> None:
    table = banquet(setup=True, turn=5)
    assert plans.sane(table.state) == []
    table.state.marks["plans"] = 7
    with pytest.raises(InvariantBroken, match="war plan"):
        check(table.state)
