"""The plans of the Allies in 1914: Tannenberg, Galicia and Plan XVII (18)."""

from __future__ import annotations

import pytest

from engine.pog import view_of
from engine.pog.combat_state import Combat
from tests.manifest import plays
from tests.rulesets.banquet.support import fight, in_force, told
from tests.support.table import AP, CP, Table

# -- Tannenberg ----------------------------------------------------------------------------


@plays("banquet", 42)
@pytest.mark.parametrize(
    ("space", "unit", "corps", "kind"),
    [
        ("tannenberg", "ru_2_army", "", "met"),
        ("tannenberg", "ru_corps_01", "ru_corps_01", "met"),
        ("tannenberg", "ru_1_army", "", "failed"),
        ("plock", "ru_2_army", "", "failed"),
    ],
)
def test_the_second_army_is_wanted_in_tannenberg(space: str, unit: str, corps: str, kind: str) -> None:
    """The army, or the corps that replaced it; otherwise a VP is lost."""
    table = in_force(plan=1, german=0).put(space, unit)
    if corps:
        table.state.marks["second_army"] |= table.units(corps)
    table.phase("score")
    assert told(table) == [("tannenberg", kind)]
    assert table.state.vp == 10 + (kind == "failed")
    assert not table.state.marks["plans"]


@plays("banquet", 42)
@pytest.mark.parametrize(("won", "reduced", "kind"), [(False, "", "met"), (True, "", "failed"), (True, "-", "met")])
def test_an_attack_on_tannenberg_that_may_not_advance_is_enough(won: bool, reduced: str, kind: str) -> None:
    """Beaten, or too weak to advance; winning without advancing fails the plan."""
    table = in_force(plan=1, german=0).put("plock", f"ru_2_army{reduced}").put("tannenberg", "ge_corps_01")
    table.reserve("ru_corps_02")
    fight(table, "tannenberg", "ru_2_army", won=won).phase("score")
    assert told(table) == [("tannenberg", kind)]


@plays("banquet", 42)
def test_the_corps_that_replaces_the_second_army_is_remembered() -> None:
    table = in_force(plan=1, german=0).put("plock", "ru_2_army-").put("tannenberg", "ge_8_army", "ge_1_army")
    table.reserve("ru_corps_02").hold(CP, "tannenberg")
    fight(table, "tannenberg", "ru_2_army", won=False)
    assert table.unit_names(table.state.marks["second_army"]) == {"ru_2_army", "ru_corps_02"}


@plays("banquet", 42)
def test_germans_in_russia_cancel_tannenberg() -> None:
    """At the end of the action that brings them, or as soon as they clear a Russian space."""
    table = in_force(plan=1, german=0).put("tannenberg", "ge_8_army").choose(CP).do("auto_op").activate("tannenberg")
    table.do("pick ge_8_army", "step plock")
    while table.state.phasing == CP and not table.asks("choose_action"):
        table.do(next(verb for verb in ("stop", "leave", "finish") if table.allows(verb)))
    assert told(table) == [("tannenberg", "cancelled")]
    assert table.phase("score").state.vp == 10
    table = in_force(plan=1, german=0).put("tannenberg", "ge_8_army", "ge_1_army").put("plock", "ru_corps_01-")
    assert told(fight(table, "plock", "ge_8_army", "ge_1_army")) == [("tannenberg", "cancelled")]


@plays("banquet", 42)
@pytest.mark.parametrize(
    ("target", "defender", "won", "kind"),
    [
        ("insterberg", "ru_corps_01-", True, [("tannenberg", "cancelled")]),
        ("insterberg", "ru_1_army", False, []),
        ("insterberg", "fr_corps_01-", True, []),
    ],
)
def test_russians_cleared_out_of_any_space_cancel_tannenberg(
    target: str, defender: str, won: bool, kind: list[tuple[str, str]]
) -> None:
    """The space need not lie in Russia (18, Russia)."""
    table = in_force(plan=1, german=0).hold(AP, target).put(target, defender)
    table.put("tannenberg", "ge_8_army", "ge_1_army").put("lomza", "ru_2_army")
    assert told(fight(table, target, "ge_8_army", "ge_1_army", won=won)) == kind


# -- Galicia -------------------------------------------------------------------------------


def _galicia(plan: int = 2) -> Table:
    table = in_force(plan=plan, german=0).put("tarnopol", "ah_3_army").put("dubno", "ru_8_army")
    return table.put("budapest", "ah_2_army").put("koblenz", "ge_1_army")


@plays("banquet", 42)
def test_austrians_next_to_russians_only_attack() -> None:
    """They cannot be activated to move; others can, and without the plan all can."""
    for plan, open_ in ((2, False), (0, True)):
        table = _galicia(plan).operate(CP)
        assert ("tarnopol" in table.offered("for_movement")) is open_
        assert "tarnopol" in table.offered("for_combat")
        assert {"budapest", "koblenz"} <= table.offered("for_movement")


@plays("banquet", 42)
@pytest.mark.parametrize("when", ["before the action", "while activating"])
def test_the_plan_of_galicia_is_called_off_for_a_vp(when: str) -> None:
    table = _galicia().choose(CP)
    if when == "while activating":
        table.do("auto_op")
    table.do("call_off")
    assert table.state.vp == 9
    assert told(table) == [("galicia", "called_off")]
    assert not table.allows("call_off")
    if when != "while activating":
        table.do("auto_op")
    assert "tarnopol" in table.offered("for_movement")
    assert not _galicia().choose(AP).allows("call_off")


@plays("banquet", 42)
@pytest.mark.parametrize(
    ("orders", "kind"),
    [
        (("for_movement koblenz", "stop"), "move_unit"),
        (("for_movement koblenz", "stop", "pick ge_1_army"), "move_stack"),
        (("for_movement koblenz", "stop", "pick ge_1_army", "step aachen"), "move_on"),
        (("for_combat metz", "stop"), "attack"),
    ],
)
def test_galicia_is_called_off_at_any_time_of_the_turn(orders: tuple[str, ...], kind: str) -> None:
    """Not only before an action and during activation (18)."""
    table = in_force(plan=2, german=0).put("koblenz", "ge_1_army").put("metz", "ge_2_army").put("verdun", "fr_1_army")
    table.operate(CP).do(*orders)
    assert table.kind == kind
    table.do("call_off")
    assert table.kind == kind
    assert table.state.vp == 9
    assert told(table) == [("galicia", "called_off")]
    assert not table.allows("call_off")


@plays("banquet", 42)
def test_russian_successes_end_the_plan_of_galicia() -> None:
    """A victory over Austrians at home, or Russians who enter."""
    table = in_force(plan=2, german=0).put("dubno", "ru_8_army", "ru_3_army").put("tarnopol", "ah_corps_01")
    assert told(fight(table, "tarnopol", "ru_8_army", "ru_3_army")) == [("galicia", "cancelled")]
    table = in_force(plan=2, german=0).put("dubno", "ru_8_army").put("tarnopol", "ah_3_army").reserve("ru_corps_01")
    assert told(fight(table, "tarnopol", "ru_8_army", won=False)) == []
    table = in_force(plan=2, german=0).put("dubno", "ru_8_army").choose(AP).do("auto_op").activate("dubno")
    table.do("pick ru_8_army", "step tarnopol")
    while table.state.phasing == AP and not table.asks("choose_action"):
        table.do(next(verb for verb in ("stop", "leave", "finish") if table.allows(verb)))
    assert told(table) == [("galicia", "cancelled")]
    assert told(_galicia().phase("score")) == []


# -- Plan XVII -----------------------------------------------------------------------------


def _lorraine(plan: int = 4) -> Table:
    table = in_force(plan=plan, german=0).put("nancy", "fr_1_army", "fr_2_army").put("verdun", "fr_3_army")
    return table.put("metz", "ge_5_army", "ge_4_army").put("strasbourg", "ge_6_army").reserve("fr_corps_01")


def _drms(table: Table) -> list[int]:
    return [sum(drm.value for drm in event["fire"].drms) for event in table.events("fire") if event["fire"].attacker]


@plays("banquet", 42)
@pytest.mark.parametrize("targets", [("metz",), ("metz", "strasbourg")])
def test_plan_xvii_is_carried_out(targets: tuple[str, ...]) -> None:
    """Both armies attack out of Nancy with -2; nobody was allowed to advance."""
    table = _lorraine().choose(AP).do("auto_op").activate("!nancy")
    armies = ["fr_1_army", "fr_2_army"]
    for number, target in enumerate(targets):
        fight(table, target, *(armies if len(targets) == 1 else armies[number : number + 1]), won=False)
    assert _drms(table) == [-2] * len(targets)
    table.phase("score")
    assert told(table) == [("plan_xvii", "met")]
    assert table.state.vp == 10


@plays("banquet", 42)
def test_half_of_plan_xvii_or_none_or_a_later_one_has_failed() -> None:
    """One army alone, no attack, an attack after another French activation: a VP."""
    table = _lorraine()
    fight(table, "metz", "fr_1_army", won=False).phase("score")
    assert told(table) == [("plan_xvii", "failed")]
    assert table.state.vp == 11
    assert _lorraine().phase("score").state.vp == 11
    table = _lorraine().choose(AP).do("auto_op", "for_movement verdun")
    while table.state.phasing == AP and not table.asks("choose_action"):
        table.do(next(verb for verb in ("stop", "leave", "finish") if table.allows(verb)))
    table.choose(AP).do("auto_op").activate("!nancy")
    fight(table, "metz", "fr_1_army", "fr_2_army", won=False)
    assert _drms(table) == [0]
    assert table.phase("score").state.vp == 11
    assert _drms(fight(_lorraine(0), "metz", "fr_1_army", "fr_2_army", won=False)) == [0]


@plays("banquet", 42)
@pytest.mark.parametrize(("advance", "kind"), [(True, "met"), (False, "failed")])
def test_who_may_advance_under_plan_xvii(advance: bool, kind: str) -> None:
    """Metz is won, its fort long gone: one of the two enters, or the plan has failed."""
    table = in_force(plan=4, german=0).put("nancy", "fr_1_army", "fr_2_army").put("metz", "ge_corps_01-")
    table.destroy("metz")
    fight(table, "metz", "fr_1_army", "fr_2_army", advance=advance).phase("score")
    lost = [("plan_xvii", "lost")] if kind == "failed" else []
    assert told(table) == [*lost, ("plan_xvii", kind)]


@plays("banquet", 42)
@pytest.mark.parametrize("space", ["verdun", "nancy", "belfort"])
def test_germans_in_lorraine_cancel_plan_xvii(space: str) -> None:
    """As soon as an action has brought them there."""
    table = in_force(plan=4, german=0).destroy(space).put(space, "ge_5_army").put("berlin", "ge_1_army")
    table.choose(CP).do("auto_op", "for_movement berlin")
    while table.state.phasing == CP and not table.asks("choose_action"):
        table.do(next(verb for verb in ("stop", "leave", "finish") if table.allows(verb)))
    assert told(table) == [("plan_xvii", "cancelled")]
    assert table.phase("score").state.vp == 10


# -- how a plan stands -----------------------------------------------------------------------


@plays("banquet", 42)
@pytest.mark.parametrize(("armies", "kind"), [(("fr_1_army", "fr_2_army"), "met"), ((), "lost")])
def test_a_game_of_an_older_version_hears_of_plan_xvii_when_the_next_action_ends(
    armies: tuple[str, ...], kind: str
) -> None:
    """There the plan was kept open to the end of August in any case; its fate is reported once."""
    table = in_force(plan=4, german=0).put("nancy", "fr_1_army", "fr_2_army").put("koblenz", "ge_1_army")
    table.state.marks |= {"french_action": 1, "plan_xvii": table.units(*armies)}
    for side in (AP, CP, AP):
        table.choose(side).do("auto_op", "stop")
        table.game.stack = []
    assert told(table) == [("plan_xvii", kind)]
    table.phase("score")
    assert told(table)[1:] == ([("plan_xvii", "failed")] if kind == "lost" else [])
    assert table.state.vp == (11 if kind == "lost" else 10)


@plays("banquet", 42)
def test_a_later_attack_changes_nothing_of_plan_xvii() -> None:
    """Its fate was settled in the first French action: not advancing later is no failure."""
    table = in_force(plan=4, german=0).put("nancy", "fr_1_army", "fr_2_army").put("metz", "ge_corps_01-")
    table.destroy("metz")
    fight(table, "metz", "fr_1_army", "fr_2_army", advance=True)
    assert told(table) == [("plan_xvii", "met")]
    deeds = table.state.marks["plan_deeds"]
    fight(table.put("strasbourg", "ge_corps_02-").destroy("strasbourg"), "strasbourg", "fr_1_army", advance=False)
    assert table.state.marks["plan_deeds"] == deeds
    assert not [event for event in table.phase("score").events("vp") if event["cause"] == "plan_xvii_failed"]


@plays("banquet", 42)
@pytest.mark.parametrize(
    ("target", "attacker", "standing"), [("metz", "fr_2_army", "open"), ("insterberg", "ru_1_army", "held")]
)
def test_plan_xvii_is_the_same_in_every_other_combat(target: str, attacker: str, standing: str) -> None:
    """Both armies have attacked: it is open while one of them fights, and fulfilled while others do."""
    table = _lorraine().put("kovno", "ru_1_army").put("insterberg", "ge_8_army")
    table.state.marks |= {"french_action": 1, "plan_xvii": table.units("fr_1_army", "fr_2_army")}
    table.state.actions[AP], table.state.phasing = [("ops", 1)], AP
    assert _standing(table) == "held"
    table.state.combat = Combat(1, AP, table.space(target), table.units(attacker), table.units("ge_8_army"), 0)
    assert _standing(table) == standing


def _standing(table: Table) -> str:
    return next(plan.standing for plan in view_of(table.game, None).plans if plan.name == "plan_xvii")


@plays("banquet", 42)
@pytest.mark.parametrize(
    ("where", "standing"), [("tannenberg", "held"), ("lomza", "open"), ("ap_permanently_eliminated", "lost")]
)
def test_the_state_of_tannenberg_is_shown(where: str, standing: str) -> None:
    """Its status is public."""
    table = in_force(plan=1, german=0).put(where, "ru_2_army")
    assert [(plan.name, plan.side, plan.standing) for plan in view_of(table.game, None).plans] == [
        ("tannenberg", AP, standing)
    ]
