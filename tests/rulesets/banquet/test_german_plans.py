"""The German plans of 1914, one after the other (18)."""

from __future__ import annotations

import pytest

from tests.manifest import plays
from tests.rulesets.banquet.support import banquet, fight, in_force, told
from tests.support.table import AP, CP


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
    """At the end of the turn; otherwise it costs the Central Powers a VP and ends the plan."""
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
    """Nach Paris! in September, Paris itself in September or Fall; meanwhile German offensives are ignored."""
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
    """A plan applies because of where the Germans are and because it was not fulfilled (18, WP 2 and 3)."""
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
    """Met, failed or cancelled in September it does not return in Fall, even with Germans before Paris."""
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
    """French clear a space of Germans; Russian successes do not matter."""
    table = in_force(turn, german=plan, plan=0).put("amiens", "fr_1_army", "br_1_army").put("cambrai", "ge_corps_01-")
    table.hold(CP, "sedan")
    name = {1: "through_belgium", 2: "nach_paris", 3: "before_paris"}[plan]
    assert told(fight(table, "cambrai", "fr_1_army", "br_1_army")) == [(name, "cancelled")]
    assert table.phase("score").state.vp == 10
    table = in_force(turn, german=plan, plan=0).put("plock", "ru_1_army", "ru_2_army").put("tannenberg", "ge_corps_01-")
    assert told(fight(table, "tannenberg", "ru_1_army", "ru_2_army")) == []
