"""A seat held by the computer: a player like any other, except that nobody waits for it and nothing pings it."""

from __future__ import annotations

import pytest

from bot.public.games import PublicGames
from bot.service.clock import Clock
from bot.service.people.ticker import Ticker
from bot.service.record_work import RecordThreads
from bot.service.session import Memory, between_actions, restore
from bot.service.state import seat_duties
from bot.storage import Store
from bot.storage.store import Change, StoredGame
from tests.bot.support import Channel, check_limits, controls, token_of
from tests.bot.times import Hands, timed
from tests.bot.with_computer import Table

NAME = "Computer Recruit"


async def stored_of(channel: Channel) -> StoredGame:
    """Return the channel's game."""
    return await channel.store.load(await channel.game_id())


async def moved(ticker: Ticker) -> None:
    """Let the computer make its pending moves."""
    await ticker.tick()
    await ticker.deliberations.idle()


async def alone(store: Store, options: str = "against=recruit side=ap") -> tuple[Channel, Ticker, Hands]:
    """Return a game with one person, who is to move."""
    channel, ticker, hands = timed(store)
    await channel.say("anna", f"new introductory {options}")
    await channel.say("anna", "start")
    await moved(ticker)
    return channel, ticker, hands


async def test_one_line_opens_a_game_against_the_computer(store: Store) -> None:
    channel, ticker, _ = timed(store)
    await channel.say("anna", "new introductory against=recruit side=cp")
    lobby = (await channel.posts())[-1][1]
    assert f"Allied Powers (AP): {NAME} · Central Powers (CP): Anna" in lobby.text
    await channel.press("anna", token_of([lobby], "Start"))
    started = next(reply for kind, reply in await channel.posts() if kind == "start")
    assert f"{NAME} plays the Allied Powers, Anna the Central Powers" in started.text
    del ticker


async def test_it_moves_and_the_person_is_told_once_with_the_picture(store: Store) -> None:
    channel, ticker, hands = timed(store)
    await channel.say("anna", "new introductory against=recruit side=ap")
    await channel.say("anna", "start")
    hands.move(hours=1)  # whoever started the game counts as present at first
    table = [reply for kind, reply in await channel.posts() if kind == "table"][-1]
    assert f"{NAME} is thinking for the **Central Powers**" in table.text
    before = (await stored_of(channel)).number
    await channel.clear()
    await moved(ticker)
    stored = await stored_of(channel)
    assert stored.number > before
    assert restore(stored).actor == 0
    posts = await channel.posts()
    # What has happened so far: an action, or an attack that she must answer.
    told = [reply for kind, reply in posts if kind in ("action", "prompt") and reply.audience == "channel"]
    assert len(told) == 1
    assert told[0].picture is not None
    assert [reply.mention for _, reply in posts if reply.mention] == [("anna",)]
    assert {"My move", "Answer"} & {label for label, _ in controls(told)}
    assert "*So far:*" in await channel.told("anna", "panel")
    await moved(ticker)
    assert (await stored_of(channel)).number == stored.number, "it owes nothing now"
    await channel.clear()
    hands.move(minutes=3)
    await moved(ticker)
    assert await channel.posts() == [], "she has been told"


async def test_no_clock_runs_for_it_and_nothing_pings_it(store: Store) -> None:
    channel, ticker, hands = timed(store)
    await channel.say("anna", "new introductory against=recruit side=ap clock=fast")
    await channel.say("anna", "start")
    hands.move(days=30)
    clock = Clock.of((await stored_of(channel)).settings)
    assert clock.side is None
    assert not clock.out_of_time(hands())
    assert "time" in await channel.told("anna", "clock claim")
    assert not [kind for kind, _ in await channel.posts() if kind in ("reminder", "fallen")]
    await moved(ticker)
    clock = Clock.of((await stored_of(channel)).settings)
    assert clock.side == 0, "the person's clock runs"
    assert clock.deadline() > hands().timestamp()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("new introductory against=marshal", "no level “against=marshal” here. You can use against=recruit"),
        ("new introductory against=", "has no level"),
        ("new introductory against=recriut", "Did you mean “against=recruit”?"),
        ("new introductory against=recruit against=general", "against=recruit or against=general, not both"),
        ("new introductory side=ap side=cp against=recruit", "side=ap or side=cp, not both"),
        ("new introductory against=recruit side=middle", "side=ap, side=cp or side=none"),
    ],
)
async def test_an_unavailable_option_is_refused_with_the_list(channel: Channel, line: str, told: str) -> None:
    assert told in (await channel.told("anna", line)).replace("\u2068", "").replace("\u2069", "")
    assert await channel.store.games() == []


async def test_a_value_said_twice_is_one(channel: Channel) -> None:
    await channel.say("anna", "new introductory against=recruit against=RECRUIT side=ap")
    assert set((await stored_of(channel)).seats.users()) == {"web:anna", "staff:recruit"}


@pytest.mark.parametrize("word", ["computer", "staff"])
async def test_the_computer_is_called_by_its_present_word_and_by_the_older_one(channel: Channel, word: str) -> None:
    await channel.say("anna", f"new introductory against={word.upper()} side=ap")
    assert set((await stored_of(channel)).seats.users()) == {"web:anna", "staff:recruit"}
    await channel.say("anna", "substitute general")
    assert "brings in the computer (Recruit)" in await channel.told("anna", f"substitute {word}")
    assert set((await stored_of(channel)).seats.users()) == {"web:anna", "staff:recruit"}
    for lookup in ("help", "rules"):
        assert "three levels" in await channel.told("anna", f"{lookup} {word}")


async def test_a_seat_that_an_older_version_named_shows_its_present_name(channel: Channel) -> None:
    await channel.say("anna", "new introductory against=recruit side=ap")
    stored = await stored_of(channel)
    game = stored.header.game_id
    named = stored.seats.model_copy(update={"holders": {
        side: seat.model_copy(update={"name": "the computer: recruit"}) if seat.user == "staff:recruit" else seat
        for side, seat in stored.seats.holders.items()
    }})  # fmt: skip

    async def older(_: StoredGame) -> Change:
        return Change(answer={}, seats=named)

    await channel.store.run_command(game, "older", older)
    assert (await stored_of(channel)).seats.holders["cp"].name == "the computer: recruit"
    await channel.clear()
    told = await channel.told("anna", "start")
    posts = "\n".join([told, *(reply.text for _, reply in await channel.posts())])
    assert f"Anna plays the Allied Powers, {NAME} the Central Powers" in posts
    assert "staff" not in posts
    known = await PublicGames(channel.store, RecordThreads(), "en").known(game)
    assert known is not None
    assert [player.name for player in known.players] == ["Anna", NAME]


async def test_a_lobby_offers_the_computer_and_other_levels_and_sides(channel: Channel) -> None:
    await channel.say("anna", "new introductory")
    lobby = (await channel.posts())[-1][1]
    await channel.press("anna", token_of([lobby], "Play the computer"))
    assert [seat.name for seat in (await stored_of(channel)).seats.holders.values()] == ["Anna", NAME]
    lobby = (await channel.posts())[-1][1]
    await channel.press("anna", token_of([lobby], "Harder: Officer"))
    assert "Central Powers (CP): Computer Officer" in (await channel.posts())[-1][1].text
    lobby = (await channel.posts())[-1][1]
    await channel.press("anna", token_of([lobby], "Replace the computer: Central Powers"))
    assert "Allied Powers (AP): Computer Officer · Central Powers (CP): Anna" in (await channel.posts())[-1][1].text
    check_limits((await channel.posts())[-1][1])
    assert "Play the computer" not in [label for label, _ in controls([(await channel.posts())[-1][1]])]


async def test_joining_a_full_lobby_takes_no_seat(channel: Channel) -> None:
    await channel.say("anna", "new introductory against=recruit side=ap")
    assert "taken by" in await channel.told("ben", "join cp")
    assert "no seat" in await channel.told("ben", "substitute officer")


async def test_in_a_game_that_it_plays_with_itself_answers_come_sooner_than_actions(store: Store) -> None:
    table = Table(store)
    await table.say("anna", "new introductory against=recruit side=none", "start")
    seen: set[int] = set()
    for _ in range(40):
        await table.moved()
        stored = await table.stored()
        game = await table.game()
        if not game.stack:
            break  # the war was decided early
        due = seat_duties.due(stored, game, Memory.of(stored.settings), table.hands())
        wait = round(due - table.hands().timestamp())
        assert wait == (seat_duties.PACE if between_actions(game) else seat_duties.ANSWER)
        seen.add(wait)
        table.hands.move(seconds=wait)
    assert seen == {seat_duties.PACE, seat_duties.ANSWER}
