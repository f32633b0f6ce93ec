"""The war plans of 1914, and the cards that go with them (18)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import IllegalChoice
from engine.pog import view_of
from engine.pog.invariants import Broken, check
from engine.pog.rulesets.banquet import plans
from tests.manifest import plays
from tests.rulesets.banquet.support import banquet
from tests.support.table import AP, CP, Table

GUNS = "cp_01_guns_of_august"


def in_force(turn: int = 1, german: int = 1, plan: int = 7, **options: Any) -> Table:
    """An empty board in a game that Guns of August opened."""
    table = banquet(turn=turn, **options).played(GUNS, turn=1)
    table.state.marks |= {"plans": plan if turn == 1 else 0, "german_plan": german}
    table.state.marks["second_army"] = table.units("ru_2_army")
    return table


def fight(table: Table, target: str, *units: str, won: bool = True, advance: bool = False) -> Table:
    """An attack that is won, or lost, to its end."""
    table.dice(attacker=6 if won else 1, defender=1 if won else 6)
    over = len(table.events("combat_over"))
    table.attack(target, *units)
    while len(table.events("combat_over")) == over:
        if table.asks("declare_advance", "advance") and advance and table.offered("add"):
            table.do(f"add {min(table.offered('add'))}")
        elif table.asks("declare_advance") and table.allows("declare"):
            table.do("declare")
        elif table.asks("advance") and advance and table.offered("step"):
            table.do(f"step {target}")
        elif any(table.allows(verb) for verb in ("decline", "finish")):
            table.do(next(verb for verb in ("decline", "finish") if table.allows(verb)))
        else:
            table.do(table.game.text(next(iter(table.game.options()))))
    return table


def told(table: Table) -> list[tuple[str, str]]:
    """What became of which plan."""
    return [(event["plan"], event["kind"]) for event in table.events("war_plan")]


# -- when there are plans ------------------------------------------------------------------


@plays("banquet", 42)
def test_plans_are_in_force_only_after_guns_of_august() -> None:
    """The card brings all of them; without it the turn ends without a word of plans."""
    table = banquet(setup=True, turn=1).hand(CP, GUNS).choose(CP).do(f"event {GUNS}")
    assert table.state.marks["plans"] == 7
    assert table.state.marks["german_plan"] == 1
    assert table.events("war_plans")
    table = banquet(setup=True, turn=1).phase("score")
    assert told(table) == []
    assert table.state.vp == 10


def test_guns_of_august_is_a_choice() -> None:
    """It may stay in hand, and the Central Powers may begin otherwise."""
    table = banquet(setup=True, turn=1).hand(CP, GUNS).choose(CP)
    assert table.allows("auto_op")
    assert GUNS in table.offered("event") & table.offered("ops")


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
    """It, or the corps that took its place; or a VP is lost."""
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
    """Beaten, or too weak to advance; who wins and stays behind has failed."""
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
def test_austrians_beside_russians_only_attack() -> None:
    """They are not activated to move; others are, and without the plan everybody is."""
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
    """Not only before an action and while spaces are activated (18)."""
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
    """Both armies attack out of Nancy with two off the die; nobody was allowed to advance."""
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
def test_who_may_advance_by_plan_xvii_does(advance: bool, kind: str) -> None:
    """Metz is won, its fort long gone: one of the two goes in, or the plan has failed."""
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


# -- the German plans -----------------------------------------------------------------------


@plays("banquet", 42)
@pytest.mark.parametrize(
    ("turn", "plan", "space", "name", "met"),
    [
        (1, 1, "sedan", "through_belgium", True),
        (1, 1, "cambrai", "through_belgium", True),
        (1, 1, "liege", "through_belgium", False),
        (2, 2, "chateau_thierry", "nach_paris", True),
        (2, 2, "sedan", "nach_paris", False),
        (2, 3, "paris", "before_paris", True),
        (2, 3, "chateau_thierry", "before_paris", False),
        (3, 3, "paris", "before_paris", True),
    ],
)
def test_where_germans_are_wanted(turn: int, plan: int, space: str, name: str, met: bool) -> None:
    """At the end of the turn; elsewhere it costs the Central Powers a VP and ends the plan."""
    table = in_force(turn, german=plan, plan=0).destroy(space).put(space, "ge_1_army").phase("score")
    assert told(table) == [(name, "met" if met else "failed")]
    assert [event["cause"] for event in table.events("vp")] == ["german_plan_failed"] * (not met)
    assert bool(table.state.marks["german_plan"]) is (met and plan < 3)


@plays("banquet", 42)
@pytest.mark.parametrize(
    ("turn", "space", "plan"),
    [
        (2, "sedan", 2),
        (2, "cambrai", 2),
        (2, "chateau_thierry", 3),
        (3, "chateau_thierry", 3),
        (3, "sedan", 0),
        (4, "chateau_thierry", 0),
    ],
)
def test_the_plan_goes_on_from_where_the_germans_stand(turn: int, space: str, plan: int) -> None:
    """Nach Paris! in September, Paris itself in September or Fall; meanwhile no German offensive is asked for."""
    table = in_force(turn, german=1 if turn == 2 else 2, plan=0).put(space, "ge_1_army")
    table.dice(mandated_offensive_ap=6, mandated_offensive_cp=4).phase("mandated_offensives")
    assert table.state.marks["german_plan"] == plan
    assert table.state.mandated[CP] == ("none" if plan else "ge")


@plays("banquet", 42)
@pytest.mark.parametrize(
    ("turn", "space", "plan", "name"),
    [
        (2, "sedan", 2, "nach_paris"),
        (2, "chateau_thierry", 3, "before_paris"),
        (3, "chateau_thierry", 3, "before_paris"),
        (2, "liege", 0, ""),
        (3, "paris", 0, ""),
    ],
)
def test_a_cancelled_plan_leaves_the_later_ones(turn: int, space: str, plan: int, name: str) -> None:
    """What makes a plan apply is where the Germans stand, and that it was not carried out (18, WP 2 and 3)."""
    table = in_force(turn, german=0, plan=0).destroy(space).put(space, "ge_1_army")
    table.dice(mandated_offensive_ap=6, mandated_offensive_cp=4).phase("mandated_offensives")
    assert table.state.marks["german_plan"] == plan
    assert told(table) == ([(name, "begins")] if name else [])
    assert table.state.mandated[CP] == ("none" if plan else "ge")


@plays("banquet", 42)
def test_by_the_other_reading_a_cancelled_plan_ends_the_later_ones() -> None:
    for german, plan in ((0, 0), (1, 2)):
        table = in_force(2, german=german, plan=0, switches=(("banquet.later_german_plans", "one_after_another"),))
        table.put("sedan", "ge_1_army").dice(mandated_offensive_ap=6, mandated_offensive_cp=4)
        assert table.phase("mandated_offensives").state.marks["german_plan"] == plan


@plays("banquet", 42)
@pytest.mark.parametrize("end", ["met", "failed", "cancelled"])
def test_the_last_plan_is_made_once(end: str) -> None:
    """Met, failed or cancelled in September it does not come back in Fall, though Germans stand before Paris."""
    table = in_force(2, german=3, plan=0).destroy("paris").hold(CP, "sedan").put("chateau_thierry", "ge_1_army")
    if end == "met":
        table.put("paris", "ge_2_army")
    if end == "cancelled":
        table.put("amiens", "fr_1_army", "br_1_army").put("cambrai", "ge_corps_01-")
        fight(table, "cambrai", "fr_1_army", "br_1_army")
    table.phase("score")
    assert told(table) == [("before_paris", end)]
    if end == "met":
        table.hold(AP, "paris").put("chateau_thierry", "ge_2_army")
    table.state.turn = 3
    table.dice(mandated_offensive_ap=6, mandated_offensive_cp=4).phase("mandated_offensives")
    assert table.state.marks["german_plan"] == 0
    assert len(told(table)) == 1


@plays("banquet", 42)
def test_without_guns_of_august_no_german_plan_ever_applies() -> None:
    table = banquet(turn=2).put("sedan", "ge_1_army")
    table.dice(mandated_offensive_ap=6, mandated_offensive_cp=4).phase("mandated_offensives")
    assert table.state.marks["german_plan"] == 0


@plays("banquet", 42)
@pytest.mark.parametrize(("won", "kind"), [(False, "met"), (True, "failed")])
def test_an_attack_on_paris_that_may_not_advance_is_enough(won: bool, kind: str) -> None:
    table = in_force(2, german=3).put("chateau_thierry", "ge_1_army", "ge_2_army", "ge_3_army")
    table.put("paris", "fr_corps_01" if won else "fr_1_army").hold(CP, "sedan", "cambrai").reserve("ge_corps_01")
    table.destroy("paris")
    fight(table, "paris", "ge_1_army", "ge_2_army", won=won).phase("score")
    assert told(table) == [("before_paris", kind)]


@plays("banquet", 42)
@pytest.mark.parametrize(("turn", "plan"), [(1, 1), (2, 2), (3, 3)])
def test_an_allied_success_ends_the_german_plan_at_no_cost(turn: int, plan: int) -> None:
    """French clear a space of Germans; Russians may do as they like."""
    table = in_force(turn, german=plan, plan=0).put("amiens", "fr_1_army", "br_1_army").put("cambrai", "ge_corps_01-")
    table.hold(CP, "sedan")
    name = {1: "through_belgium", 2: "nach_paris", 3: "before_paris"}[plan]
    assert told(fight(table, "cambrai", "fr_1_army", "br_1_army")) == [(name, "cancelled")]
    assert table.phase("score").state.vp == 10
    table = in_force(turn, german=plan, plan=0).put("plock", "ru_1_army", "ru_2_army").put("tannenberg", "ge_corps_01-")
    assert told(fight(table, "tannenberg", "ru_1_army", "ru_2_army")) == []


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
            table.do(table.game.text(list(table.game.options())[-1]))
    assert table.allows("decline")
    table.do("decline")
    assert not table.state.marks["must_attack"]


def _marne(*choices: str, won: bool = True) -> Table:
    """Joffre's counterstroke out of Château-Thierry."""
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
    """Two spaces at most, free of charge; after greater losses of the enemy an attack costs one OPS more, a move does not."""
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


def test_marks_of_plans_have_laws() -> None:
    table = banquet(setup=True, turn=5)
    assert plans.sane(table.state) == []
    table.state.marks["plans"] = 7
    with pytest.raises(Broken, match="war plan"):
        check(table.state)


# -- how a plan stands -----------------------------------------------------------------------


@plays("banquet", 42)
@pytest.mark.parametrize(("armies", "kind"), [(("fr_1_army", "fr_2_army"), "met"), ((), "lost")])
def test_a_game_of_an_older_version_hears_of_plan_xvii_when_the_next_action_ends(
    armies: tuple[str, ...], kind: str
) -> None:
    """There the plan was kept open to the end of August, whatever had become of it; it is told once."""
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
    """What became of the plan was settled in the first French action: hanging back later is no failure."""
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
    ("where", "standing"), [("tannenberg", "held"), ("lomza", "open"), ("ap_permanently_eliminated", "lost")]
)
def test_how_tannenberg_stands(where: str, standing: str) -> None:
    """Seen by everybody."""
    table = in_force(plan=1, german=0).put(where, "ru_2_army")
    assert [(plan.name, plan.side, plan.standing) for plan in view_of(table.game, None).plans] == [
        ("tannenberg", AP, standing)
    ]
