"""Rulesets that change offensives, peace, the fall of Russia, discards, redeployment, and the final VP."""

from __future__ import annotations

import pytest

from engine.errors import IllegalChoice, Reason
from engine.pog.combat_state import Combat
from engine.pog.invariants import InvariantBroken, check
from engine.pog.sequence.base import PogGame
from engine.pog.tables import Moments
from tests.rulesets.support import deluxe_with
from tests.support.table import AP, CP, Table


def _rolled(table: Table, **dice: int) -> list[str]:
    table.dice(mandated_offensive_ap=dice.get("ap", 6), mandated_offensive_cp=dice.get("cp", 6))
    table.phase("mandated_offensives")
    return [event["nation"] for event in table.events("mandated")]


def test_the_die_of_an_offensive_is_changed_besides_hoffmann() -> None:
    """+2 for the Allies: a one is a three."""
    later = deluxe_with(offensive_drms=(lambda state, side: 2 if side == AP else 0,))
    assert _rolled(Table(), ap=1, cp=1) == ["fr", "ah"]
    assert _rolled(Table(rulebook=later), ap=1, cp=1) == ["br", "ah"]
    assert _rolled(Table(rulebook=later).played("cp_37_hoffmann"), ap=1, cp=3) == ["br", "ge"]


def test_offensives_are_passed_over_or_count_as_none() -> None:
    """Skipped, a French result becomes British; void, it is none."""
    passed = deluxe_with(offensives_lost=(lambda state, side, box: box == "fr",))
    void = deluxe_with(offensives_void=(lambda state, side, box: box == "fr",))
    assert _rolled(Table(rulebook=passed), ap=1)[0] == "br"
    assert _rolled(Table(rulebook=void), ap=1)[0] == "none"


def test_a_missed_offensive_may_cost_nothing() -> None:
    """The Russians are excused here."""
    excused = deluxe_with(offensives_excused=(lambda state, nation: nation == "ru",))
    for rulebook, missed in ((None, 1), (excused, 0)):
        table = Table(rulebook=rulebook)
        table.state.mandated = ["ru", "none"]
        table.phase("score")
        assert len(table.events("mandate_missed")) == missed
        assert table.state.vp == 10 + missed


def _note(game: PogGame, combat: Combat) -> None:
    game.state.marks["attacked"] |= 1 << combat.target


def test_the_declaration_of_an_attack_is_a_moment() -> None:
    """The mark comes before any die, and the offensive is met as usual."""
    noted = deluxe_with(marks={"attacked": 0}, moments=Moments(attack=(_note,)))
    table = Table(rulebook=noted).put("koblenz", "ge_1_army").put("sedan", "fr_1_army")
    table.state.mandated = ["none", "ge"]
    table.dice(attacker=1, defender=1).attack("sedan", "ge_1_army")
    assert table.state.marks["attacked"] == 1 << table.space("sedan")
    assert table.state.mandated[CP] == "none"


def test_another_rule_can_forbid_peace() -> None:
    """Never in the first year, says this ruleset, with a reason."""
    bar = Reason("no_peace_terms", "test", {})
    later = deluxe_with(peace_bars=(lambda state, side: bar if state.turn < 4 else None,))
    for turn, open_ in ((3, False), (5, True)):
        table = Table(rulebook=later, turn=turn)
        table.state.vp = 12
        assert table.choose(CP).allows("peace") is open_
        if not open_:
            with pytest.raises(IllegalChoice) as refused:
                table.do("peace")
            assert refused.value.reason == bar


def test_the_tsar_takes_command_for_another_reason() -> None:
    """Warsaw alone is enough here."""
    warsaw = deluxe_with(tsar_weak=(lambda state: bool(state.control[CP] >> state.rules.board.space("warsaw") & 1),))
    for rulebook, open_ in ((None, False), (warsaw, True)):
        table = Table(rulebook=rulebook, turn=6).destroy("warsaw").hand(CP, "cp_28_tsar_takes_command")
        table.score("warsaw", CP).choose(CP)
        assert ("cp_28_tsar_takes_command" in table.offered("event")) is open_


def test_the_last_vp_are_counted_by_the_ruleset_too() -> None:
    """Three more for the Central Powers, in addition to Deluxe."""
    more = deluxe_with(final_vp=(lambda state: [("bid", 3)],))
    for rulebook, vp in ((None, 10), (more, 13)):
        table = Table(rulebook=rulebook, turn=20).phase("end_of_scenario")
        assert table.events("game_over")[0]["vp"] == vp


def test_other_cards_are_thrown_away_before_drawing() -> None:
    """Blockade here, with the combat cards; only cards in hand."""
    rulebook = deluxe_with(discards=(lambda state, side: 1 << state.rules.card("ap_02_blockade"),))
    for book, found in ((None, {"ap_04_pleve"}), (rulebook, {"ap_04_pleve", "ap_02_blockade"})):
        table = Table(rulebook=book).hand(AP, "ap_02_blockade", "ap_04_pleve", "ap_09_moltke").run_from("ap_discard")
        assert table.offered("discard") == found


def test_an_sr_ends_where_the_ruleset_lets_it() -> None:
    """No unit may go to Lyon or Orleans here."""
    rulebook = deluxe_with(sr_ends=(lambda state, unit, spaces: spaces & ~state.rules.board.spaces("orleans"),))
    for book, open_ in ((None, True), (rulebook, False)):
        table = Table(rulebook=book).put("paris", "fr_corps_01").redeploy(AP).do("pick fr_corps_01")
        assert ("orleans" in table.offered("to")) is open_


def test_nations_attack_together_without_a_space_in_common() -> None:
    """British in Amiens and French in Cambrai on Sedan: only if the ruleset allows it."""
    together = deluxe_with(joint_attacks=(lambda state, units: True,))
    for book, open_ in ((None, False), (together, True)):
        table = Table(rulebook=book).put("brussels", "br_1_army").put("cambrai", "fr_1_army").put("sedan", "ge_1_army")
        table.hold(AP, "brussels", "cambrai").operate(AP).activate("!brussels", "!cambrai").do("add br_1_army")
        assert ("fr_1_army" in table.offered("add")) is open_


def test_a_ruleset_has_laws_of_its_own() -> None:
    """A position that breaks one is reported with the others."""
    rulebook = deluxe_with(marks={"three": 3}, laws=(lambda state: ["not three"] if state.marks["three"] != 3 else [],))
    table = Table(rulebook=rulebook, setup=True)
    table.state.phase = "setup"
    table.state.deck = [0, 0]
    check(table.state)
    table.state.marks["three"] = 4
    with pytest.raises(InvariantBroken, match="not three"):
        check(table.state)
