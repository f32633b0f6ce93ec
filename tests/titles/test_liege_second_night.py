"""What a second Night of Liège 1914, played by typed lines on Discord, showed to be wrong, unclear or missing."""

from __future__ import annotations

import re

import pytest

from bot.narration.segments import Told
from bot.table.reply import PictureRef
from bot.titles.liege.drawn_views import drawn
from bot.titles.liege.narration.dice_reports import shown
from bot.titles.liege.pictures import request_for
from tests.bot.phrasings.moments import reach
from tests.bot.support import Channel, controls, token_of
from tests.liege.support import playing
from tests.liege.support import position as placed
from tests.titles.test_liege import LOBBY, fighting, marching, position, typed, until


async def test_the_panel_says_when_nobody_can_move_any_more(channel: Channel) -> None:
    assert "Which unit marches, turns or arrives next?" in await typed(channel, *LOBBY)
    told = await typed(channel, ("anna", "arrive all"))
    assert "All your units have acted. End the phase when you are done." in told
    assert "Which unit marches" not in told


@pytest.mark.parametrize("line", ["everything on Fleron", "fire all at fleron", "fire at fleron"])
async def test_pioneers_do_not_fire_with_all_guns(channel: Channel, line: str) -> None:
    """They storm forts, and who fires does nothing else; the panel offers the two guns as well."""
    await typed(
        channel, *LOBBY, ("anna", "arrive all facing sw"), ("anna", "done"), ("ben", "arrive all"), ("ben", "done")
    )
    assert (await position(channel)).decision.kind == "barrage"
    assert "Fire at Fléron by **II/Fussa.9 (15cm) and III/Fussa.4 (21cm)**, AFF 18." in await typed(
        channel, ("anna", line)
    )


async def test_a_unit_whose_hex_is_taken_arrives_where_its_player_says(channel: Channel) -> None:
    """The label in the menu names no hex in which it can't arrive, and the question names the unit and its hexes."""
    channel = await reach(channel, "breach")
    await typed(channel, ("anna", "advance 34ib"), ("anna", "done"), ("ben", "done"))
    game = await position(channel)
    assert (game.actor, game.decision.kind) == (1, "march")
    panel = await channel.say("ben", "panel")
    label = "15 BM: pick its hex"
    assert label in [label for label, _ in controls(panel)]
    answer = await channel.say("ben", "arrive 15bm")
    assert (
        "The hex of 15 BM is taken or full. Name another one, e.g. `/arrive 15 BM W34` (rule 7.7.2)." in answer[0].text
    )
    assert "arrive 15bm w34" in [label for label, _ in controls(answer)]
    await channel.press("ben", token_of(panel, label))
    assert "15 BM arrives in W34" in await typed(channel, ("ben", "w34 facing the enemy"))


async def test_a_barrage_tells_the_die_of_each_test(channel: Channel) -> None:
    """The picture shows it, and so do the words."""
    channel = await reach(channel, "belgian_firing")
    assert re.search(
        r"38\.IB: Test at [+−±]\d+ \(die \d+, needed \d+ or less\)\. It", await typed(channel, ("ben", "shell v34"))
    )


def test_a_report_names_the_turn_in_which_the_dice_fell() -> None:
    """Drawn for a player who looks in the next turn."""
    game = playing(placed({"ge_11_ib": "U34 nw", "be_15_bm": "W35 n"}, side="be", scenario="night", forts=("all",)))
    state = game.state
    shelled: Told = {"kind": "shelled", "data": {"hex": state.at[next(n for n, u in enumerate(state.facts.units) if u.name == "ge_11_ib")], "guns": [], "forts": [0], "arf": 4, "die": 20}}  # fmt: skip
    hit: Told = {"kind": "unit_shelled", "data": {"unit": 0, "column": 3, "row": 10, "rows": [], "result": [0, 5], "cab": 17, "tests": [], "die": 11, "lost": 0, "destroyed": False}}  # fmt: skip
    over: Told = {"kind": "turn", "data": {"turn": state.turn}}
    for events, turn in (([shelled, hit], state.turn), ([shelled, hit, over], state.turn - 1)):
        (one,) = shown(state, events)
        ref = PictureRef(kind=one.kind, game="x", number=1, viewer=0, args=one.args)
        assert request_for(ref, drawn(game, 0)).view.turn == turn


async def test_the_city_is_in_the_rules(channel: Channel) -> None:
    await channel.say("anna", "new night")
    for word in ("city", "breach", "break-through"):
        assert "may slip into the city (W35)" in await channel.told("anna", f"rules {word}")


async def test_guns_join_an_attack_of_all_when_they_are_asked_for(
    channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fighting(channel, monkeypatch)
    assert "Attack on V35 by **34.IB, 27.IB, 14.IB, 11.IB, 38.IB and PiR Emmich**." in await typed(
        channel, ("anna", "attack all")
    )


async def test_what_is_over_says_so(channel: Channel) -> None:
    await marching(channel)
    await until(channel, "march")
    told = await typed(channel, ("anna", "hold fire"))
    assert "`/fire` belongs to “the barrage phase”, an earlier phase of your turn" in told
    assert (await position(channel)).decision.kind == "march", "the movement has not ended"
