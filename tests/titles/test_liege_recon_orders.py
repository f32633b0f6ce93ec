"""Typed orders and panels about hidden units, aircraft and headquarters; odds against a stack that is assumed."""

from __future__ import annotations

from typing import Any

import pytest

from bot.commands.arguments import OrderArgs
from bot.table.refusal import Refusal
from bot.table.table import Table
from bot.titles import table_of
from bot.titles.liege.looks import assumptions, odds_look
from bot.titles.liege.notation.reading import SaidOrder
from bot.titles.liege.title import TITLE
from bot.titles.looks import TableViewer
from bot.titles.panel import offers_of
from engine.core.game import Game
from engine.liege.combat import HexAttack
from engine.liege.combat_odds import odds_of
from engine.liege.facts import GERMAN
from engine.liege.fog import imagine, is_hidden
from engine.liege.state import ALWAYS, ASK, LiegeState
from tests.liege.support import hex_, ordered, playing, position, unit
from tests.liege.test_command import PAIR, administration, two_headquarters
from tests.liege.test_recon import west


def at(game: Game[LiegeState]) -> tuple[Table, Any]:
    table = table_of(game, int(game.actor or 0), position=1)
    return table, TITLE.offer_context(table, "en")


def typed(game: Game[LiegeState], line: str) -> None:
    """A line as whoever must decide types it."""
    name, _, text = line.partition(" ")
    TITLE.order(at(game)[1], name, text)


def refused(game: Game[LiegeState], line: str) -> str:
    with pytest.raises(Refusal) as caught:
        typed(game, line)
    return caught.value.reason.code


def suggested(game: Game[LiegeState], name: str) -> list[str]:
    _, context = at(game)
    return TITLE.face(game.decision.kind).suggests[name](context, "")


def offered(game: Game[LiegeState]) -> list[str]:
    """All that the panel offers, by its labels."""
    found = offers_of(at(game)[1])
    return [entry.label for group in found.groups for entry in group.entries] + [one.label for one in found.presses]


# -- scouting ------------------------------------------------------------------------------------------------------


def scouting() -> Game[LiegeState]:
    """German cavalry beside a hidden brigade in Y36."""
    state = position(
        {"ge_hq_2_aok": "V36 n", "ge_2_kd": "X37 n", "be_15_bm": "Y36 n", "ge_27_ib": "U35 n"},
        turn=5,
        hidden=("be_15_bm",),
    )
    game = playing(state, scout=[1], air=[])
    while game.decision.kind != "march":
        ordered(game, "done")
    return game


def test_cavalry_scouts_as_it_is_typed_and_pressed() -> None:
    game = scouting()
    assert suggested(game, "scout") == ["2kd y36"]
    typed(game, "scout 2kd y36")
    assert not is_hidden(game.state, unit("be_15_bm"))
    assert game.decision.kind == "marching"
    pressed = scouting()
    ordered(pressed, "unit ge_2_kd")
    assert "Y36" in offered(pressed)
    assert suggested(pressed, "scout") == ["2kd y36"]
    typed(pressed, "scout y36 long")
    assert not is_hidden(pressed.state, unit("be_15_bm"))


@pytest.mark.parametrize(("line", "code"), [
    ("scout 2kd", "which_hex_scouted"), ("scout y36", "which_scout"), ("scout 27ib y36", "only_cavalry_scouts"),
    ("scout 2kd w36", "nobody_hidden_there"),
])  # fmt: skip
def test_scouting_that_cannot_be_is_refused(line: str, code: str) -> None:
    assert refused(scouting(), line) == code


# -- aircraft ------------------------------------------------------------------------------------------------------


def test_aircraft_get_their_order() -> None:
    game = scouting()
    assert "Aircraft: ask me" in offered(game)
    assert suggested(game, "aircraft") == ["never", "always", "ask"]
    typed(game, "aircraft always")
    assert game.state.air_orders[GERMAN] == ALWAYS
    typed(game, "aircraft ask me")
    assert game.state.air_orders[GERMAN] == ASK
    assert refused(game, "aircraft sometimes") == "which_air_order"
    assert refused(game, "aircraft ask") == "has_that_order"


@pytest.mark.parametrize(("line", "flown"), [("fly", 1), ("fly 2aok", 1), ("hold", 0), ("done", 0)])
def test_aircraft_fly_or_stay(line: str, flown: int) -> None:
    game = west(order=ASK, air=(1,))
    ordered(game, "unit be_15_bm", "step Y35")
    assert (game.decision.kind, game.actor) == ("air", GERMAN)
    assert suggested(game, "fly") == ["2aok"]
    typed(game, line)
    assert len(game.state.flights.flown) == flown


def test_a_headquarters_without_aircraft_does_not_fly() -> None:
    game = west(order=ASK, air=(1,))
    ordered(game, "unit be_15_bm", "step Y35")
    assert refused(game, "fly 27ib") == "no_aircraft"


# -- hiding --------------------------------------------------------------------------------------------------------


def seen() -> Game[LiegeState]:
    """Two German divisions that everybody sees, far from the enemy, after the combats."""
    state = position(
        {"ge_13_id": "T36 n", "ge_14_id": "T36 n", "ge_hq_2_aok": "S36 n", "be_15_bm": "Z36 n"},
        turn=5,
        hidden=("be_15_bm",),
    )
    game = playing(state)
    while game.decision.kind != "afterwards":
        ordered(game, "done")
    return game


@pytest.mark.parametrize(
    ("line", "hidden"),
    [("hide 13id", {"ge_13_id"}), ("hide all", {"ge_13_id", "ge_14_id"}), ("hide 13id 14id", {"ge_13_id", "ge_14_id"})],
)
def test_units_hide(line: str, hidden: set[str]) -> None:
    game = seen()
    assert suggested(game, "hide") == ["all", "13id", "14id"]
    assert {"All hide", "13.ID in T36"} <= set(offered(game))
    typed(game, line)
    assert {name for name in ("ge_13_id", "ge_14_id") if is_hidden(game.state, unit(name))} == hidden


def test_a_unit_that_cannot_hide_is_told_why() -> None:
    game = seen()
    assert refused(game, "hide 2aok") == "headquarters_are_seen"
    assert refused(game, "hide") == "nobody_hides"


# -- headquarters --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["change 13id to 43ib", "change 14id under 43ib", "change 13id"])
def test_a_unit_changes_its_headquarters(line: str) -> None:
    game = administration(two_headquarters(PAIR), 9)
    assert suggested(game, "change") == ["13id to 43ib", "14id to 43ib"]
    typed(game, line)
    assert game.state.under[unit("ge_13_id")] == unit("ge_43_ib")


def test_a_change_may_be_declined_and_must_name_a_unit() -> None:
    game = administration(two_headquarters(PAIR), 9)
    assert refused(game, "change") == "which_change"
    assert refused(game, "change 13id to 2aok") == "no_other_headquarters"
    typed(game, "hold")
    assert game.decision.kind != "admin_command"


# -- odds against what is assumed ----------------------------------------------------------------------------------


def attacking(*, hidden: str = "be_15_bm") -> Game[LiegeState]:
    """Two brigades before U36, where somebody of the Belgians is hidden."""
    state = position({"ge_27_ib": "U35 n", "ge_14_ib": "U35 n", hidden: "U36 s"}, turn=5, hidden=(hidden,))
    game = playing(state)
    while game.decision.kind != "combat":
        ordered(game, "done")
    return game


def odds(game: Game[LiegeState], line: str) -> str:
    table, context = at(game)
    return odds_look.show(TableViewer(table, context.names, "g"), OrderArgs(order=line)).text


def test_odds_against_a_hidden_stack_are_those_of_the_units_that_are_assumed() -> None:
    """They are named, and the chances are exact for them; the position is as it was."""
    game = attacking()
    before = game.state.dump()
    table, context = at(game)
    assert "attack u36 as 4 steps" in odds_look.completed(TableViewer(table, context.names, "g"), "")
    assert "the odds are unknown" in odds(game, "attack u36 with 27ib 14ib")
    told = odds(game, "attack u36 as 4 steps with 27ib 14ib")
    assert "If this is hidden there: 9+11 BM with 3 steps and 12+14 BM with 1 step." in told
    assert "unknown" not in told
    assert game.state.dump() == before
    state = imagine(game.state, GERMAN).copy()
    attack = HexAttack(hex_("U36"), (unit("ge_27_ib"), unit("ge_14_ib")), ())
    there = assumptions.assume(state, attack, 4)
    assert sum(state.steps(one) for one in there) == 4
    exact = odds_of(state, attack)
    assert f"defenders {round(100 * exact.defender_retreats)} %" in told


def test_an_assumption_reveals_nothing_of_hidden_units() -> None:
    assert odds(attacking(hidden="be_9_11_rf"), "attack u36 as 3 steps") == odds(attacking(), "attack u36 as 3 steps")


@pytest.mark.parametrize(("line", "code"), [
    ("attack u36 as", "which_steps"), ("attack u36 as many steps", "unknown_name"), ("attack u36 as 99 steps", "too_many_assumed"),
    ("attack u36 as 0 steps", "which_steps"),
])  # fmt: skip
def test_an_assumption_that_is_none_is_refused(line: str, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        odds(attacking(), line)
    assert caught.value.reason.code == code


def test_nothing_is_assumed_of_what_is_seen() -> None:
    state = position(
        {"ge_27_ib": "U35 n", "ge_14_ib": "U35 n", "be_15_bm": "U36 s", "be_9_11_bm": "Z36 n"},
        turn=5,
        hidden=("be_9_11_bm",),
    )
    game = playing(state)
    while game.decision.kind != "combat":
        ordered(game, "done")
    with pytest.raises(Refusal) as caught:
        odds(game, "attack u36 as 2 steps")
    assert caught.value.reason.code == "nothing_assumed"


def test_the_steps_are_read_wherever_they_stand() -> None:
    _, context = at(attacking())
    said = SaidOrder.of(context, "u36 with 27ib as 4 steps")
    assert assumptions.said_steps(said) == 4
    assert [item.kind for item in said.items] == ["hex", "with", "unit"]
