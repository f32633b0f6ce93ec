"""At a table with the computer: offers, bids, undo, games in which it plays against itself."""

from __future__ import annotations

import json

import pytest

from bot.persons import computer_id
from bot.service.record import record_queries
from bot.service.session import Memory
from bot.service.state.seat_duties import PACE, SeatDuty
from bot.storage import Connection, Store
from engine.errors import EngineError
from engine.pog.content.records import AP
from tests.bot.hunts import first_choice, table
from tests.bot.support import token_of
from tests.bot.with_computer import Table

__all__ = ["table"]


async def hunted(table: Table, side: str = "hound") -> None:
    """Start a hunt against the pup in which the person decides."""
    await table.say("anna", f"new short_hunt against=pup side={side}", "start")
    await table.moved()
    await table.fresh()


async def test_a_draw_is_refused_or_taken_as_the_title_says(table: Table) -> None:
    await hunted(table)
    assert "without a winner" in await table.say("anna", "draw"), "it is asked first"
    await table.moved()
    assert (await table.stored()).settings.memory["offer"] is None
    await table.say("anna", "draw offer")
    await table.moved()
    assert "does not agree" in (await table.posts("offer"))[-1].text or (await table.stored()).header.in_progress
    assert (await table.stored()).settings.memory["offer"] is None
    await table.say("anna", "done")
    await table.moved()
    await table.channel.press("anna", token_of(await table.channel.say("anna", "draw"), "Yes, offer a draw"))
    await table.moved()
    header = (await table.stored()).header
    assert header.result is not None
    assert header.result["reason"] == "agreed_draw"


async def test_another_clock_is_agreed_to(table: Table) -> None:
    await hunted(table)
    await table.say("anna", "clock fast")
    await table.moved()
    assert (await table.stored()).settings.clock["speed"] == "fast"


async def test_it_goes_back_where_nobody_has_learned_anything_since(table: Table) -> None:
    await hunted(table)
    await table.say("anna", "track south", "done")
    await table.moved()
    await table.say("anna", "rollback 3")
    before = await table.game()
    await table.moved()
    after = await table.game()
    assert (before.state.day, after.state.day) == (2, 1)
    assert after.actor == 1


async def test_it_does_not_undo_a_die_roll(table: Table) -> None:
    await hunted(table)
    await table.say("anna", "track sniff", "done")
    await table.moved()
    await table.say("anna", "rollback 2")
    await table.moved()
    assert (await table.game()).state.day == 2
    assert "reject" in (await table.posts("offer"))[-1].text


async def test_a_record_that_plays_otherwise_by_now_is_not_gone_back_in(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def differs(*args: object) -> bool:
        raise EngineError("the record has an entry that is not legal")

    await hunted(table)
    await table.say("anna", "track south", "done")
    await table.moved()
    await table.say("anna", "rollback 3")
    number = await table.number()
    monkeypatch.setattr(record_queries, "told_nothing", differs)
    await table.moved()
    assert await table.number() == number
    assert "reject" in (await table.posts("offer"))[-1].text
    assert Memory.of((await table.stored()).settings).offer is None


def test_every_seat_and_every_level_owes_an_answer_of_its_own() -> None:
    duties = [SeatDuty("offer", side, level, "3") for side in (0, 1) for level in ("pup", "sly")]
    duties += [SeatDuty("offer", 0, "pup", "4"), SeatDuty("bid", 0, "pup", "3"), SeatDuty("move", 0, "pup", "3")]
    assert len({duty.key for duty in duties}) == len(duties)
    assert SeatDuty("move", 0, "pup", "3").key == SeatDuty("move", 0, "sly", "3").key, (
        "a move is made once, whoever makes it"
    )


async def test_undo_takes_its_move_back_with_the_order_before_it(table: Table) -> None:
    await hunted(table)
    await table.say("anna", "done")
    await table.moved()
    assert (await table.game()).state.day == 2
    await table.say("anna", "undo")
    game = await table.game()
    assert (game.state.day, game.actor) == (1, 1)
    assert game.decision.kind == "track"
    told = (await table.posts("action"))[-1].text
    assert "takes back the last order and the computer's reply" in told
    assert "consent" not in told


async def test_undo_crosses_no_die(table: Table) -> None:
    await hunted(table)
    await table.say("anna", "track sniff", "done")
    await table.moved()
    number = await table.number()
    assert "chance has decided or the other side has acted" not in await table.say("anna", "undo")  # no die was rolled
    assert "chance has decided or the other side has acted" in await table.say("anna", "undo")
    assert await table.number() == number + 1


async def test_a_move_undone_before_the_computer_has_moved_is_not_answered(table: Table) -> None:
    await hunted(table)
    await table.say("anna", "track south")
    await table.say("anna", "done")
    await table.say("anna", "undo")
    number = await table.number()
    await table.moved()
    assert await table.number() == number


async def test_it_plays_itself_at_a_pace_that_can_be_followed_to_the_end(table: Table) -> None:
    await table.say("anna", "new short_hunt against=pup side=none")
    assert "no seat" in await table.say("ben", "start")
    await table.say("anna", "start")
    moves = 0
    for _ in range(60):
        if not (await table.stored()).header.in_progress:
            break
        number = await table.number()
        await table.moved()
        assert await table.number() == number, "not before the time"
        table.hands.move(seconds=PACE)
        await table.moved()
        assert await table.number() > number
        moves += 1
    assert not (await table.stored()).header.in_progress
    assert moves > 3
    assert "follow from the seed" in await table.say("anna", "verify")
    (exported,) = await table.channel.say("eve", "export")
    assert exported.attachment is not None
    entries = json.loads(exported.attachment.text)["entries"]
    assert len(entries) == await table.number() + 1


async def test_a_level_that_a_scenario_lacks_is_refused_with_those_it_has(table: Table) -> None:
    told = await table.say("anna", "new long_hunt against=sly")
    assert "You can use against=pup" in told
    assert await table.store.games() == []
    await table.say("anna", "new long_hunt")
    assert "You can use pup" in await table.say("anna", "substitute sly")


async def test_nothing_is_kept_of_it_as_of_a_person(table: Table, connection: Connection) -> None:
    await hunted(table)
    await table.ticker.tick()
    keys = await connection.call("KEYS", "*")
    assert [key for key in keys if b"staff" in key and b":answer:" not in key] == []


async def test_undo_keeps_what_a_person_chose_before_the_computer_took_over(table: Table) -> None:
    await table.say("ben", "new short_hunt", "join fox")
    await table.say("anna", "join hound", "start")
    await first_choice(table, "ben")
    await table.say("anna", "done")
    await first_choice(table, "ben")
    await table.say("ben", "substitute pup")
    await table.say("anna", "substitute accept")
    before = await table.number()
    assert "Nothing to undo" in await table.say("anna", "undo")
    assert await table.number() == before


async def test_an_accepted_bid_falls_with_the_seats_it_was_for(store: Store) -> None:
    table = Table(store)
    await table.say("anna", "new limited_war against=recruit side=cp", "bid ap 5")
    await table.moved()
    assert (await table.stored()).header.options["bid"] == [0, 5]
    await table.say("anna", "join cp")
    assert "bid" not in (await table.stored()).header.options


async def test_a_rematch_has_it_on_the_other_side(table: Table) -> None:
    await hunted(table)
    await table.say("anna", "resign yes", "rematch")
    stored = await table.stored()
    assert {side: seat.user for side, seat in stored.seats.holders.items()} == {
        "fox": "web:anna", "hound": computer_id("pup"),
    }  # fmt: skip
    assert "against the computer" in (await table.posts("table"))[-1].text


async def test_it_needs_no_warnings(table: Table) -> None:
    await hunted(table)
    assert "can't warn Computer pup" in await table.say("anna", "warn south: beware")


async def test_it_bids_what_a_side_is_worth_and_takes_the_other_for_more(store: Store) -> None:
    table = Table(store)
    await table.say("anna", "new limited_war against=recruit side=cp")
    await table.say("anna", "bid ap 1")
    await table.moved()
    stored = await table.stored()
    assert stored.header.options["bid"] == [0, 1]
    assert (stored.seats.holders["ap"].user, stored.seats.holders["cp"].user) == ("web:anna", computer_id("recruit"))
    await table.say("anna", "start")
    await table.moved()
    assert (await table.game()).stack


@pytest.mark.parametrize("between", [(), ("leave", "join ap")])
async def test_it_answers_the_same_bid_made_again(store: Store, between: tuple[str, ...]) -> None:
    table = Table(store)
    await table.say("anna", "new limited_war against=recruit side=cp", "bid ap 1")
    await table.moved()
    await table.say("anna", *between, "bid ap 1")
    await table.moved()
    await table.say("anna", "start")
    assert (await table.game()).stack


async def test_a_level_that_goes_takes_its_bid_along(store: Store) -> None:
    table = Table(store)
    await table.say("anna", "new limited_war against=recruit side=cp", "bid ap 0")
    await table.moved()
    assert Memory.of((await table.stored()).settings).bid is not None, "it bids more"
    await table.say("anna", "substitute officer")
    assert Memory.of((await table.stored()).settings).bid is None
    await table.say("anna", "start")
    assert (await table.game()).stack


async def test_it_completes_a_swap_that_was_half_made(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    table = Table(store)
    for user, line in (
        ("anna", "new historical cards=secret"),
        ("anna", "join cp"),
        ("ben", "join ap"),
        ("anna", "start"),
    ):
        await table.say(user, line)
    await table.say("ben", "choose take ap_56_paris_taxis", "substitute recruit")
    await table.say("anna", "substitute accept")
    await table.moved()
    assert (await table.game()).actor != AP
    assert not [record for record in caplog.records if "IllegalChoice" in record.getMessage()]


async def test_a_newcomer_begins_alone_with_one_press_and_a_start(store: Store) -> None:
    table = Table(store)
    welcome = await table.channel.say("anna", "panel")
    (told,) = await table.channel.press("anna", token_of(welcome, "Play the computer"))
    assert told.text.startswith("You play the Central Powers.")
    assert told.edit == "panel", "in the place of what said that no game goes on here"
    assert token_of([told], "Start")
    (lobby,) = await table.posts("table")
    assert "Introductory" in lobby.text
    await table.channel.press("anna", token_of([lobby], "Start"))
    await table.moved()
    assert (await table.game()).actor == 1
    assert "Central Powers" in (await table.channel.say("anna", "panel"))[0].text
    asked = [reply for _, reply in await table.channel.posts() if reply.mention]
    assert asked == [], "they have started it just now"
