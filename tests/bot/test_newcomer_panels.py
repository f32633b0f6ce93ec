"""The first texts a newcomer reads: terms explained where they appear, and estimates in words."""

from __future__ import annotations

import pytest

from bot.titles import table_of, title_of
from bot.titles.pog.narration import advice_text
from bot.titles.pog.panels import figures
from engine.core.game import Game
from engine.pog.content.records import CP
from tests.bot.support import Channel, check_limits
from tests.support.facts import names
from tests.support.table import Table


def task(table: Table, side: int = CP) -> str:
    """Return the question of a side's panel."""
    game: Game = table.game  # type: ignore[type-arg]
    return figures.task(title_of(game).offer_context(table_of(game, side), "en"))


async def test_the_first_turn_of_the_short_war_explains_its_terms_where_they_appear(channel: Channel) -> None:
    await channel.begin(scenario="introductory")
    asked = {"panel": "Operations points (OPS) move and attack", "play cp 7 as ops": "“GE 1” is the German 1st Army"}
    for line, term in asked.items():
        (panel,) = await channel.say("anna", line)
        assert term in panel.text
        check_limits(panel)
    await channel.say("anna", "undo")
    assert "movement factor" in await channel.told("anna", "play auto; activate metz move")
    await channel.say("anna", "undo")
    told = await channel.told("anna", "play guns of august as event")
    assert "combat factors (CF)" in told
    assert "you fire first" in await channel.told("anna", "attack sedan")


def test_other_wars_and_later_turns_do_not_explain_them() -> None:
    first = Table("introductory", turn=1, setup=True).operate(CP)
    assert "The combat factor (CF) is a unit's strength." in task(first)
    for table in (Table("introductory", turn=2, setup=True), Table("campaign", turn=1, setup=True)):
        assert "combat factor" not in task(table.operate(CP))


def test_terms_are_explained_with_the_first_part_of_a_decision_alone() -> None:
    """Repeating it would only push the buttons down with each activated space."""
    table = Table("introductory", turn=1, setup=True).operate(CP, 3)
    assert "combat factor" in task(table)
    told = task(table.do("for_movement metz"))
    assert "Marked: Metz" in told
    assert "combat factor" not in told


def test_a_stack_of_which_some_have_gone_asks_for_the_rest() -> None:
    table = Table().put("koblenz", "ge_1_army", "ge_2_army").operate(CP).activate("koblenz")
    table.do("pick ge_1_army")
    assert task(table).startswith("Move from **Koblenz**: GE 1.")
    table.do("step aachen", "stop")
    assert task(table).startswith("Move more units from **Koblenz**, or leave the rest there.")


async def test_a_unit_is_found_by_the_name_that_orders_use(channel: Channel) -> None:
    await channel.begin()
    for name in ("ge 1 army", "ge 1", "german 1st army"):
        where, goals = (await channel.told("anna", f"units {name}")).splitlines()
        assert where == "- Aachen: GE 1", name
        assert goals.startswith("Once activated to move, GE 1 can go to: Essen, Koblenz, Liège, "), name


@pytest.mark.parametrize(
    ("lead", "said"),
    [
        (0.0, "**About even.**"),
        (-0.09, "**About even.**"),
        (0.12, "**Slightly better for the Central Powers.**"),
        (-0.4, "**Clearly better for the Allied Powers.**"),
        (0.9, "**The Central Powers are close to winning.**"),
    ],
)
def test_the_state_of_the_war_comes_before_its_numbers(lead: float, said: str) -> None:
    assert advice_text.verdict(names(), lead) == said


def test_arguments_for_a_plan_come_before_its_value() -> None:
    terms = [("units", 0.2), ("cut", -0.8), ("vp", 2.0)]
    assert advice_text.reasons(names(), terms) == (
        "For it: the strength of both armies (a little, +0.2 VP) and VP on the track (a lot, +2.0 VP). "
        "Against it: units cut off or about to be (clearly, −0.8 VP)."
    )
