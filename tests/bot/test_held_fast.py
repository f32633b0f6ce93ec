"""Activating a space to move whose units must stay there is asked about (11.1.9), as long as that holds."""

from __future__ import annotations

import random

import pytest

from bot.storage import Store
from bot.titles import table_of
from bot.titles.pog import dangers, order_completion
from bot.titles.pog.notation.stacks import stands
from bot.titles.pog.offer_context import PogOfferContext
from bot.titles.pog.panels import activating, steps
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory
from tests.bot.orders_asked import ordered, words
from tests.bot.support import Channel
from tests.rulesets.banquet.support import GUNS, banquet
from tests.support.table import AP, CP, Table


def _coast(turn: int = 1) -> Table:
    table = banquet(turn=turn).played(GUNS, turn=1).put("antwerp", "be_1_army").put("calais", "br_1_army")
    return table.put("brussels", "ge_1_army").put("cambrai", "ge_2_army").choose(AP).do("auto_op")


def test_a_space_that_nobody_may_leave_is_asked_about() -> None:
    """The Belgians wait in Antwerp: the OPS would be wasted."""
    assert "Nobody could move out of Antwerp (rule 11.1.9)" in ordered(_coast(), AP, "activate antwerp move")[1]


def _offered(table: Table, side: int) -> set[str]:
    """Return the spaces that menus, form and completion offer to activate for movement."""
    context = PogOfferContext(table_of(table.game, side), words(table))
    entries = [entry.label for group in activating.activate(context).groups for entry in group.entries]
    menus = {label.removesuffix(": move") for label in entries if label.endswith(": move")}
    lines = order_completion.activate(context, "")
    assert menus == {line.removesuffix(" move") for line in lines if line.endswith(" move")}
    title = context.say("sheets.move_from")
    assert menus == {
        entry.label for name, field, _, _ in steps.spaces(context).fields for entry in field if name == title
    }
    return menus


def test_a_space_that_nobody_may_leave_is_not_offered() -> None:
    assert _offered(_coast(), AP) == {"Calais"}
    assert _offered(_coast(turn=3).played("cp_08_race_to_the_sea", turn=3), AP) == {"Antwerp", "Calais"}


def test_a_space_between_enemies_is_neither_offered_nor_activated_unasked() -> None:
    """11.1.3: no unit enters a space with enemy units, and without Entrench none digs in; the OPS would be wasted."""
    table = Table().put("essen", "ge_1_army").put("berlin", "ge_2_army").put("aachen", "fr_1_army")
    table.put("bremen", "fr_2_army")
    assert _offered(table.operate(CP, 2), CP) == {"Essen", "Berlin"}, "by Kassel it goes out"
    assert not ordered(table, CP, "activate essen move")[1]
    table.put("kassel", "fr_3_army")
    assert _offered(table, CP) == {"Berlin"}
    assert (
        "Nobody could move out of Essen (rule 11.1). No space next to it is open"
        in ordered(table, CP, "activate essen move")[1]
    )


def test_a_space_whose_enemies_may_be_beaten_before_its_units_move_is_offered() -> None:
    """9.2.10: an unused marker stays for the Reserve Phase of Banquet, after the combats."""
    table = _coast(turn=3).played("cp_08_race_to_the_sea", turn=3).put("ostend", "ge_corps_01")
    assert "Antwerp" in _offered(table, AP)


def test_nobody_can_be_picked_in_a_space_that_is_not_offered() -> None:
    """In a random war: units that can't leave by the panel can't leave by the rules."""
    game, rng, left_out = Game.start(PathsOfGlory(GameOptions()), KeyedChance(b"\1" * 32)), random.Random(1), set[int]()
    for _ in range(400):
        table = table_of(game, game.actor or 0)
        if game.decision.kind == "activate":
            for space in {*table.may("for_movement")} - {*dangers.out_of_which(table)} - left_out:
                trial = table.attempt(("for_movement", space))
                assert trial is not None
                trial.do("stop") if trial.kind == "activate" else None
                movers = trial.may("pick") if trial.kind == "move_unit" else []
                assert [unit for unit in movers if stands(trial, unit) == space] == []
                left_out.add(space)
        game.apply(rng.choice([one for one in game.options() if one.verb not in ("peace", "accept")]))
    assert left_out


@pytest.mark.parametrize("free", ["joined", "entrench", "open"])
def test_no_question_about_a_space_where_units_can_still_move_or_entrench(free: str) -> None:
    table = _coast(turn=3 if free == "entrench" else 1)
    if free == "joined":
        table.put("antwerp", "br_corps_01")
    elif free == "entrench":
        table.played("ap_12_entrench", turn=3)
    else:
        table.played("cp_08_race_to_the_sea", turn=3)
    assert "Nobody could move" not in ordered(table, AP, "activate antwerp move")[1]


def test_the_question_is_withdrawn_once_the_same_order_opens_the_coast() -> None:
    """An attack out of Calais is activated after it: the Belgians can go then."""
    table = _coast()
    assert table.state.operation is not None
    table.state.operation.ops = 2
    assert not ordered(table, AP, "activate antwerp move, calais attack")[1]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("give up mn c", "AP gives up MN c in Cetinje."),
        ("disband the fr c in grenoble", "AP gives up FR c in Grenoble."),
        ("give up fr 1", "FR 1 is an army. Only corps can be given up (rule 10.1.2.1)."),
        ("give up be c", "BE c isn't on the map (rule 10.1.2.1)."),
    ],
)
async def test_a_corps_is_given_up_in_one_line(store: Store, line: str, told: str) -> None:
    """10.1.2.1: by the button's words and the corps' name; unit and space are told, and the reason why not."""
    channel = Channel.open(store)
    await channel.begin(scenario="banquet")
    await channel.say("anna", "play guns as ops; done anyway")
    answer = await channel.told("ben", line)
    assert told in answer
    assert "Losses" not in answer
