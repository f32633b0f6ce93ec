"""A unit that goes otherwise than by losing a step is told with the reason: in the story, the posts and the log."""

from __future__ import annotations

import pytest

from bot.narration.plain import public
from bot.narration.segments import Told
from bot.titles.pog.narration import battles
from bot.titles.pog.narration.names import names_in
from bot.titles.pog.narration.narrator import Narrator
from bot.titles.pog.statistics import costs_steps
from bot.titles.pog.systems import view_for
from renderer.pog import Battle
from renderer.pog.pictures import scene_of
from tests.rulesets.banquet.support import banquet
from tests.rulesets.suicide.support import suicide
from tests.support.table import AP, CP, Table


def told(table: Table) -> tuple[str, list[Told]]:
    """Return the story of all that happened, and its events."""
    events = [public(at, event) for at, event in enumerate(table.told)]
    return "\n".join(Narrator(names_in(table.state.rules)).compose(events)), events


def caught(table: Table) -> Table:
    """Attack Cambrai, to which the 1st French Army retreated before in the same operation."""
    table.put("sedan", "ge_1_army", "ge_2_army").put("cambrai", "fr_1_army", "fr_2_army").reserve("fr_corps_01")
    table.operate(CP, 20).activate("!sedan")
    assert table.state.operation is not None
    table.state.operation.retreated = table.units("fr_1_army")
    return table.dice(attacker=6, defender=1).do("add ge_1_army", "target cambrai")


@pytest.mark.parametrize("begun", [Table, suicide])
def test_a_unit_caught_in_its_retreat_is_told_with_the_reason(begun: type[Table]) -> None:
    """Among the losses of its combat, in the running story and in the report of a combat whose beginning isn't known."""
    table = caught(begun())
    while not table.events("combat_over"):
        table.do(table.game.text(next(iter(table.game.options()))))
    story, events = told(table)
    reason = "FR 1 is eliminated: it had retreated to the attacked space earlier in this action (12.5.6)."
    assert reason in story
    assert "Losses: FR 1" not in story
    over = next(event for event in events if event["kind"] == "combat_over")
    assert reason in battles.report(names_in(table.state.rules), over["data"]["battle"])


def test_an_army_that_goes_with_its_corps_is_told() -> None:
    """12.5.4: a replacement corps that can't retreat takes its army with it, which nothing told."""
    table = Table().put("cambrai", "ge_1_army", "ge_2_army").hold(CP, "sedan", "brussels").put("amiens", "ge_3_army")
    table.put("calais", "fr_1_army-").put("ostend", "ge_4_army").reserve("fr_corps_01").dice(attacker=2, defender=1)
    table.attack("calais", "ge_1_army", "ge_2_army")
    if table.asks("retreat_option"):
        table.do("retreat")
    while not table.events("combat_over"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert table.where("fr_1_army") == "ap_permanently_eliminated"
    assert (
        "FR 1 is permanently eliminated as well: the corps that replaced it can't retreat (12.5.4)." in told(table)[0]
    )


@pytest.mark.parametrize("waits", [True, False])
def test_the_relief_of_the_mef_is_no_loss(waits: bool) -> None:
    """Banquet 9.5.3.5.2: a corps of the Reserve Box replaces the army; without one the army leaves alone."""
    table = banquet(setup=True, turn=6).at_war("tu", units=True).hand(AP, "ap_31_mef").choose(AP)
    table.do("event ap_31_mef", "place mef_1")
    table.state.turn = 9
    table.dice(mandated_offensive_ap=6, mandated_offensive_cp=6).phase("mandated_offensives")
    for corps in table.in_("ap_reserve_box"):
        table.put("ap_eliminated_box", corps)
    if waits:
        table.reserve("br_corps_07")
    table.told.clear()
    table.redeploy(AP, 4).do("evacuate")
    story, events = told(table)
    by = "BR c replaces BR MEF, which leaves the game in the evacuation (9.5.3.5.2)."
    assert (by if waits else "leaves the game in the evacuation. No corps is in the Reserve Box") in story
    assert "Losses" not in story
    assert not [event for event in events if event["kind"] == "loss" and costs_steps(event["data"])]


def test_the_picture_of_the_combat_says_so_too() -> None:
    table = caught(Table())
    while not table.events("combat_over"):
        table.do(table.game.text(next(iter(table.game.options()))))
    scene = scene_of(Battle(view_for(table.game, None), table.battle))
    assert "eliminated, caught retreating" in scene.alt
