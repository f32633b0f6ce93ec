"""The computer takes over an abandoned seat: by consent, in a running game, when a clock runs out, until it is given back."""

from __future__ import annotations

import pytest

from bot.persons import computer_id
from bot.service.seats import game_master
from bot.service.session import Memory
from bot.service.state.seat_duties import PACE
from tests.bot.hunts import first_choice, table
from tests.bot.support import token_of
from tests.bot.with_computer import Table

__all__ = ["table"]


async def holder(table: Table, seat: str) -> str:
    """Return the holder of a seat."""
    return (await table.stored()).seats.holders[seat].user


async def test_it_substitutes_by_agreement_and_returns_the_seat(table: Table) -> None:
    await table.say("anna", "new short_hunt", "join fox")
    await table.say("ben", "join hound", "start")
    await table.fresh()
    await table.say("anna", "substitute pup")
    (offer,) = await table.posts("offer")
    assert "the pup" in offer.text or "(pup)" in offer.text
    assert await holder(table, "fox") == "web:anna", "not before the other side agrees"
    await table.channel.press("ben", token_of([offer], "Accept"))
    assert await holder(table, "fox") == computer_id("pup")
    await table.moved()
    assert (await table.game()).actor == 1, "it has moved"
    assert "seat is taken by" in await table.say("eve", "substitute fox")
    await table.say("anna", "substitute fox")
    assert await holder(table, "fox") == "web:anna"


async def test_a_player_of_both_sides_can_hand_one_to_the_computer_and_take_it_back(table: Table) -> None:
    await table.say("anna", "new short_hunt", "join both", "start", "substitute pup")
    assert (await holder(table, "fox"), await holder(table, "hound")) == (computer_id("pup"), "web:anna")
    await table.moved()
    assert (await table.game()).actor == 1
    await table.say("anna", "substitute fox")
    assert await holder(table, "fox") == "web:anna"


async def test_a_seat_that_is_offered_it_takes_at_once_and_nobody_comes_back(table: Table) -> None:
    await table.say("anna", "new short_hunt", "join fox")
    await table.say("ben", "join hound", "start", "substitute pup")
    await table.say("anna", "substitute offer")
    assert "takes over" in await table.say("ben", "substitute sly")
    assert await holder(table, "fox") == computer_id("sly")
    await table.say("ben", "substitute pup")
    assert await holder(table, "fox") == computer_id("pup"), "another level at any time"


async def test_a_wish_to_be_stood_in_for_lapses_where_the_other_seat_goes_to_the_computer(table: Table) -> None:
    await table.say("anna", "new short_hunt", "join fox")
    await table.say("ben", "join hound", "start")
    await table.say("anna", "substitute pup")
    await table.say("ben", "substitute offer")
    await table.say("anna", "substitute sly")
    assert (await holder(table, "fox"), await holder(table, "hound")) == ("web:anna", computer_id("sly"))
    assert Memory.of((await table.stored()).settings).offer is None
    await first_choice(table, "anna")
    before = await table.number()
    await table.moved()
    assert await table.number() > before


async def stood_in(table: Table) -> None:
    """Open a game as Ben in which Anna's pup stands in with Ben's agreement."""
    await table.say("ben", "new short_hunt clock=slow", "join hound")
    await table.say("anna", "join fox", "start", "substitute pup")
    await table.say("ben", "substitute accept")
    await table.moved()
    await table.fresh()


@pytest.mark.parametrize("line", ["master end", "master replace fox", "substitute sly"])
async def test_a_player_with_an_agreed_stand_in_keeps_the_seat(table: Table, line: str) -> None:
    await stood_in(table)
    number = await table.number()
    assert "The computer plays for Anna" in await table.say("ben", line)
    assert (await table.stored()).header.in_progress
    assert await holder(table, "fox") == computer_id("pup")
    await table.say("anna", "substitute fox")
    assert await holder(table, "fox") == "web:anna"
    assert await table.number() == number


async def test_the_computer_only_plays_for_an_absent_player(table: Table) -> None:
    await stood_in(table)
    await table.say("ben", "clock fast")
    await table.moved()
    assert (await table.stored()).settings.clock["speed"] == "slow"
    assert "reject" in (await table.posts("offer"))[-1].text


async def test_the_computer_agrees_to_no_draw_or_rollback_for_an_absent_player(table: Table) -> None:
    await stood_in(table)
    await first_choice(table, "ben")
    await table.say("ben", "done")
    for line in ("draw offer", "rollback 1"):
        await table.say("ben", line)
        await table.moved()
        assert "reject" in (await table.posts("offer"))[-1].text, line
    assert (await table.stored()).header.in_progress


async def test_a_player_with_a_stand_in_cannot_take_the_other_seat(table: Table) -> None:
    await stood_in(table)
    await table.say("ben", "substitute offer")
    assert "shows their hand" in await table.say("anna", "substitute hound")
    assert await holder(table, "hound") == "web:ben"


async def test_where_the_computer_cannot_go_on_nobody_is_bound_to_it(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stood_in(table)
    monkeypatch.setattr(game_master, "_plays_on", lambda stored: False)
    await table.say("ben", "master end")
    assert not (await table.stored()).header.in_progress


async def test_a_clock_stopped_by_an_absent_player_runs_again(table: Table) -> None:
    await table.say("anna", "new short_hunt clock=slow", "join fox")
    await table.say("ben", "join hound", "start")
    await table.say("anna", "substitute pup")
    await table.say("ben", "substitute accept")
    await table.say("anna", "master pause")
    assert "resumes the clock" in await table.say("ben", "master resume")


@pytest.mark.parametrize("asks", ["ben", "anna"])
async def test_a_rematch_is_with_the_absent_player(table: Table, asks: str) -> None:
    await stood_in(table)
    await table.say("ben", "resign yes")
    await table.say(asks, "rematch")
    (seat,) = (await table.stored()).seats.holders.values()
    assert seat.user == f"web:{asks}", "the other seat is free for the other"


async def test_a_game_that_the_computer_plays_with_itself_goes_back_where_its_master_wishes(table: Table) -> None:
    await table.say("anna", "new short_hunt against=pup side=none", "start")
    for _ in range(3):
        await table.moved()
        table.hands.move(seconds=PACE)
    number = (await table.game()).state.day
    await table.say("anna", "master undo 1")
    table.hands.move(seconds=PACE)
    await table.moved()
    assert Memory.of((await table.stored()).settings).offer is None
    record = await table.store.record(await table.channel.game_id())
    assert [entry["to"] for entry in record if entry["kind"] == "rollback"] == [1], number


async def test_nobody_waits_for_a_player_who_gave_up_the_seat(table: Table) -> None:
    await table.say("anna", "new short_hunt", "join fox")
    await table.say("ben", "join hound", "start")
    await table.say("anna", "substitute offer")
    await table.say("ben", "substitute pup", "master end")
    assert not (await table.stored()).header.in_progress


async def test_a_warning_that_nobody_read_does_not_stop_it(table: Table) -> None:
    await table.say("anna", "new short_hunt", "join fox")
    await table.say("ben", "join hound", "start", "warn south: beware")
    await table.say("anna", "substitute pup")
    await table.say("ben", "substitute accept")
    before = await table.number()
    await table.moved()
    assert await table.number() > before


async def test_it_takes_the_seat_of_a_player_out_of_time(table: Table) -> None:
    await table.say("anna", "new short_hunt clock=fast", "join fox")
    await table.say("ben", "join hound", "start")
    table.hands.move(days=3)
    await table.say("ben", "substitute pup")
    assert await holder(table, "fox") == computer_id("pup")
    await table.moved()
    assert (await table.game()).actor == 1
