"""The invariants and the watch detect violations: each one is broken by hand or by disabling a fix."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.core.game import Event, Result
from engine.pog.cards import mobilization
from engine.pog.combat_state import Combat, Operation
from engine.pog.invariants import InvariantBroken, check
from engine.pog.rules import activation_costs, retreats, sieges, targets
from engine.pog.rules import combat as fight
from engine.pog.sequence import battle_end, reactions
from engine.pog.state import State
from engine.pog.transition_checks import Watch
from engine.pog.view import FireView, Modifier
from tests.cards.support import VERDUN, declare, windows
from tests.support.table import AP, CP, Table


def looked_at(table: Table) -> Watch:
    """Return a watch that has seen the position without complaint."""
    watch = Watch()
    sound(table, watch)
    return watch


def sound(table: Table, watch: Watch | None = None) -> None:
    """Check that the position breaks no invariant; the card piles of a laid-out table are ignored."""
    (watch or Watch()).look(table.game)
    assert not wrong(table)


def wrong(table: Table) -> list[str]:
    """Return the complaints of `check` about a position, except those caused by laying it out by hand."""
    table.state.rebuild()
    try:
        check(table.state)
    except InvariantBroken as broken:
        return [problem for problem in str(broken).split("; ") if not problem.startswith("card ")]
    return []


def in_combat(*more: str) -> Table:
    """The 8th Army attacks Russians and British in Plock, and the Allies are asked for a Great Retreat."""
    table = Table().any_dice().played("ap_27_great_retreat", turn=3)
    table.put("tannenberg", "ge_8_army").put("plock", "ru_2_army", "br_corps_02", *more).hold(AP, "warsaw", "lomza")
    table.operate(CP, 20).activate("!tannenberg").do("add ge_8_army", "target plock")
    assert table.asks("great_retreat_option")
    return table


def hear(table: Table) -> None:
    """Pass all events to a watch."""
    watch = Watch()
    for event in table.told:
        watch.hear(table.game, event)


def combat_of(table: Table) -> Combat:
    assert table.state.combat is not None
    return table.state.combat


def operation_of(table: Table) -> Operation:
    assert table.state.operation is not None
    return table.state.operation


def test_an_operation_that_outlives_its_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guns of August without the end of its operation: its markers would stay on the map."""

    def open_end(event: Any, game: Any) -> None: ...

    monkeypatch.setattr(mobilization.EventOperation, "close", open_end)
    table = Table(setup=True, turn=1).hand(CP, "cp_01_guns_of_august").choose(CP)
    watch = looked_at(table)
    table.any_dice().do("event cp_01_guns_of_august")
    _until(table, lambda table: [table.kind] if table.asks("choose_action") else [], prefer=())
    with pytest.raises(InvariantBroken, match="an operation outlives its action"):
        watch.look(table.game)


def test_a_combat_that_outlives_its_steps() -> None:
    table = in_combat()
    watch = looked_at(table)
    table.game.stack = [(frame, step) for frame, step in table.game.stack if frame.kind != "battle"]
    with pytest.raises(InvariantBroken, match="a combat outlives its steps"):
        watch.look(table.game)


@pytest.mark.parametrize(
    ("mark", "unit"),
    [("moved", "fr_1_army"), ("digging", "fr_1_army"), ("attacked", "fr_1_army"), ("fought", "fr_1_army"),
     ("abroad", "fr_1_army"), ("retreated", "ge_8_army")],
)  # fmt: skip
def test_marks_on_units_of_the_wrong_side(mark: str, unit: str) -> None:
    table = in_combat()
    sound(table)
    setattr(operation_of(table), mark, getattr(operation_of(table), mark) | table.units(unit))
    assert wrong(table) == [f"units of the wrong side are marked {mark}"]


def test_an_operation_in_another_phase() -> None:
    table = Table().put("metz", "ge_1_army").operate(CP)
    sound(table)
    table.state.phase = "attrition"
    assert wrong(table) == ["an operation in the phase attrition"]


def test_units_that_retreated_and_fight_all_the_same() -> None:
    """12.5.6, from both ends."""
    table = in_combat()
    combat_of(table).caught |= table.units("br_corps_02")
    assert len(wrong(table)) == 1
    operation_of(table).retreated |= table.units("br_corps_02")
    assert len(wrong(table)) == 1
    combat_of(table).defenders &= ~table.units("br_corps_02")
    sound(table)


def test_russians_who_stay_behind_in_a_great_retreat(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a former bug: units that had retreated earlier were not asked to leave."""

    def fighting(state: State) -> int:
        return fight.combat_of(state).defenders & state.rules.of_nation["ru"]

    monkeypatch.setattr(reactions, "_russians", fighting)
    table = Table(windows="public").any_dice().played("ap_27_great_retreat", turn=3)
    table.hand(CP, "cp_17_mata_hari").pile("deck", CP, "cp_15_chlorine_gas")
    table.put("tannenberg", "ge_8_army").put("plock", "ru_2_army", "ru_3_army", "br_corps_02").hold(
        AP, "warsaw", "lomza"
    )
    table.operate(CP, 20).activate("!tannenberg")
    operation_of(table).retreated |= table.units("ru_3_army")
    table.do("add ge_8_army", "target plock", "retreat ru_2_army")
    watch = looked_at(table)
    table.do("to warsaw")
    assert table.asks("open_attacker_cards")
    with pytest.raises(InvariantBroken, match="Russians stay in plock after a Great Retreat"):
        watch.look(table.game)


def at_lomza() -> Table:
    """A corps attacks Lomza (1), with an army and the fort, while Great Retreat is in force."""
    table = Table().any_dice().played("ap_27_great_retreat", turn=3).played("cp_11_oberost")
    table.put("tannenberg", "ge_corps_02").put("lomza", "ru_2_army").hold(AP, "warsaw", "grodno", "bialystok")
    return table.operate(CP, 20).activate("!tannenberg").do("add ge_corps_02", "target lomza")


def test_an_intact_fort_that_is_entered_after_a_great_retreat(monkeypatch: pytest.MonkeyPatch) -> None:
    """12.7.1: the card withdrew the units with it, so none was fought there."""
    monkeypatch.setattr(retreats, "_defended_with_units", lambda state, combat: bool(combat.first_defenders))
    table = at_lomza().dice(attacker=1, defender=1).do("retreat ru_2_army")
    watch = looked_at(table)
    with pytest.raises(InvariantBroken, match="attackers advanced into the intact fort of lomza"):
        _played(table, watch)


def test_the_same_attack_as_the_rules_have_it_breaks_nothing() -> None:
    table = at_lomza().dice(attacker=1, defender=1).do("retreat ru_2_army")
    _played(table, looked_at(table))


def _played(table: Table, watch: Watch) -> None:
    """Play the attack on Lomza to its end, under a watch."""

    def look(table: Table) -> list[str]:
        watch.look(table.game)
        return wrong(table)

    assert not _until(table, look, prefer=("to warsaw", "add ge_corps_02", "step lomza"))


def _until(table: Table, look: Callable[[Table], list[str]], prefer: tuple[str, ...]) -> list[str]:
    """Play the operation on with preferred choices until something is found, and return it."""
    for _ in range(40):
        if found := look(table):
            return found
        if table.state.operation is None:
            return []
        options = [table.game.text(choice) for choice in table.game.options()]
        table.do(next((text for text in (*prefer, "finish", "decline", "stop") if text in options), options[0]))
    raise AssertionError("the operation does not end")


def test_a_lone_fort_that_is_flanked_or_entrenched() -> None:
    """11.2.9, 15.1.6."""
    table = at_lomza()
    combat = combat_of(table)
    combat.first_defenders = ()
    sound(table)
    combat.flank = "failed"
    assert wrong(table) == ["the lone fort of lomza is flanked"]
    combat.flank = "impossible"
    shifts = (Modifier("trench_1", -1),)
    combat.fires.append(FireView(CP, True, "army", 5, 5, 4, shifts, (), 1, 1, 1))
    assert wrong(table) == ["the lone fort of lomza is entrenched"]


def test_a_retreat_that_they_shall_not_pass_bars_although_the_attacker_has_not_won(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """9.5.4.2, 12.6.4: Withdrawal makes them go, and the card does not hold them."""

    def barred(state: State, combat: Combat) -> bool:
        return fight.committed(state, combat, 1 - combat.side, "no_retreat_when_lost")

    monkeypatch.setattr(battle_end, "retreat_barred", barred)
    cards = ("ap_39_they_shall_not_pass", "ap_06_withdrawal")
    table = declare(replace(VERDUN, defenders="fr_1_army fr_2_army"), *cards, attacker=1, defender=6)
    windows(table, *cards)
    _until(table, lambda table: [], prefer=())
    with pytest.raises(InvariantBroken, match="the retreat from verdun is barred although the attacker did not win"):
        hear(table)


def test_besiegers_that_attack_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """15.2.3, with the check of the siege disabled."""
    monkeypatch.setattr(targets, "siege_holds", lambda state, attackers, space: True)
    table = Table().put("nancy", "ge_1_army", "ge_corps_01").put("bar_le_duc", "fr_5_army").hand(AP, "ap_06_withdrawal")
    table.destroy("verdun", "belfort").hold(CP, "verdun", "belfort").operate(CP).activate("!nancy")
    table.do("add ge_1_army", "target bar_le_duc")
    assert wrong(table) == ["the besiegers of nancy attack bar_le_duc"]


def test_sued_army_spent_on_a_stack_that_gains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def always(state: State, side: int, space: int) -> int:
        return 9

    monkeypatch.setattr(activation_costs, "nationalities", always)
    table = Table(turn=5).played("cp_10_sud_army").put("cracow", "ah_1_army", "ah_corps_01", "ge_corps_01")
    table.put("metz", "ge_1_army").operate(CP, 9)
    watch = looked_at(table)
    table.do("for_movement cracow")
    with pytest.raises(InvariantBroken, match="Sud Army's discount is used up in cracow"):
        watch.look(table.game)


@pytest.mark.parametrize(("tournament", "reason"), [(True, "peace_terms"), (False, "peace_lost_by_both")])
def test_peace_that_ends_as_it_must_not(tournament: bool, reason: str) -> None:
    """5.6.3."""
    table = Table(tournament=tournament).choose(CP)
    watch = looked_at(table)
    table.game.stack, table.game.result = [], Result(None, reason, {})
    with pytest.raises(InvariantBroken, match="peace ended the game"):
        watch.look(table.game)
    table.game.result = Result(None, "peace_lost_by_both" if tournament else "peace_terms", {})
    watch.look(table.game)


def test_survivors_of_a_siege_of_whom_one_walks_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """15.2.4: as in a former bug, when only besiegers were checked."""
    monkeypatch.setattr(sieges, "goes_on", lambda state, stack: True)
    table = Table().put("verdun", "ge_corps_01", "ge_corps_02").put("berlin", "ge_8_army").operate(CP)
    table.activate("verdun", "berlin")
    watch = looked_at(table)
    table.do("pick ge_corps_01", "step metz", "stop")
    with pytest.raises(InvariantBroken, match="ge_corps_02 stand on the fort of verdun"):
        watch.look(table.game)


def test_survivors_who_redeploy_one_by_one_break_nothing() -> None:
    table = Table().put("verdun", "ge_corps_01", "ge_corps_02").redeploy(CP, points=1)
    watch = looked_at(table)
    table.do("pick ge_corps_01", "to metz")
    watch.look(table.game)
    assert table.in_("verdun") == {"ge_corps_02"}


def test_the_ops_of_a_yellow_stripe_where_it_gives_none() -> None:
    """9.1.3, 5.7.4.7."""
    for scenario, found in (("campaign", ["the OPS of ap_28_landships are used after its event"]), ("historical", [])):
        table = Table(scenario).put("paris", "fr_5_army").operate(AP)
        operation_of(table).card = table.card("ap_28_landships")
        table.state.actions[AP][-1] = ("event", table.card("ap_28_landships"))
        assert wrong(table) == found


def test_an_attack_with_russians_that_is_too_cheap_after_the_tsar(monkeypatch: pytest.MonkeyPatch) -> None:
    """9.2.2, 16.4.5."""
    for cheap in (False, True):
        table = Table(turn=9).at_war("ro").put("dubno", "ru_1_army", "ro_corps_01").put("tarnopol", "ah_3_army")
        if cheap:
            monkeypatch.setattr("engine.pog.rules.activation.cost_and_exception", lambda *asked: (1, ""))
        table.played("cp_52_fall_of_the_tsar").operate(AP, 20).do("for_combat dubno")
        if cheap:
            with pytest.raises(InvariantBroken, match="1 OPS are paid for 2 units in dubno"):
                hear(table)
        else:
            hear(table)


def test_poles_that_landwehr_flips_while_warsaw_is_allied(monkeypatch: pytest.MonkeyPatch) -> None:
    """CP 59; as in a former bug."""
    monkeypatch.setattr("engine.pog.rules.replacement.may_restore", lambda state, unit: True)
    table = Table(optional_cards=True).reserve("ge_pol_corps_1-").hold(AP, "warsaw").hand(CP, "cp_05_landwehr")
    table.choose(CP).do("event cp_05_landwehr", "flip ge_pol_corps_1")
    with pytest.raises(InvariantBroken, match="ge_pol_corps_1 is replaced while Warsaw is Allied"):
        hear(table)


def test_salonika_without_a_corps_that_sails() -> None:
    """9.5.1.1: two actions follow each other, and no corps went."""
    table = Table()
    salonika = {"side": AP, "round": 1, "kind": "event", "card": table.card("ap_30_salonika")}
    sailed, other = Event("sr", {}), Event("action", salonika | {"kind": "ops", "card": None})
    watch = Watch()
    for event in (Event("action", salonika), sailed, other, Event("action", salonika | {"kind": "ops"}), other):
        watch.hear(table.game, event)
    watch.hear(table.game, Event("action", salonika))
    with pytest.raises(InvariantBroken, match="no corps went there"):
        watch.hear(table.game, other)
