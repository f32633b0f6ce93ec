"""Agreements of two people: bids, the clock, undo, draws, resignation; and the messages everybody gets."""

from __future__ import annotations

import pytest

from bot.persons import bare
from bot.service.clock import DAY, HOUR, Clock
from bot.storage import Store
from bot.table.reply import Reply
from tests.bot import support
from tests.bot.support import Channel, check_limits, controls, token_of
from tests.bot.times import timed
from tests.support.vocabulary import COMMANDS


async def posted(channel: Channel, kind: str) -> list[Reply]:
    """Return the posts of a kind in the outbox."""
    return [reply for name, reply in await channel.posts() if name == kind]


async def seats_of(channel: Channel) -> dict[str, str]:
    """Return the holders of the seats."""
    stored = await channel.store.load(await channel.game_id())
    return {side: bare(seat.user) for side, seat in stored.seats.holders.items()}


# -- the lobby ------------------------------------------------------------------------------


async def test_the_lobby_says_what_is_to_be_done_next(channel: Channel) -> None:
    await channel.say("anna", "new campaign")
    await channel.say("anna", "join cp")
    assert "Take the free side" in (await posted(channel, "table"))[-1].text
    await channel.say("ben", "join ap")
    full = (await posted(channel, "table"))[-1].text
    assert "free" not in full
    assert "Both sides are taken" in full
    assert "already" in await channel.told("ben", "join ap")


async def test_a_bid_is_shown_in_the_lobby_and_answered_by_a_button(channel: Channel) -> None:
    await channel.say("anna", "new campaign")
    await channel.say("anna", "bid cp 2")
    table = (await posted(channel, "table"))[-1]
    check_limits(table)
    assert "Anna bids 2 VP to play the Central Powers" in table.text
    assert "/bid cp 3" in table.text
    answer = await channel.press("ben", token_of([table], "Accept: play the Allied"))
    assert "You play the Allied Powers" in answer[0].text
    assert await seats_of(channel) == {"cp": "anna", "ap": "ben"}
    assert "Accept" not in " ".join(label for label, _ in controls([(await posted(channel, "table"))[-1]]))


async def test_the_game_does_not_begin_over_an_open_bid(channel: Channel) -> None:
    await channel.say("anna", "new campaign")
    await channel.say("anna", "join cp")
    await channel.say("ben", "join ap")
    await channel.say("anna", "bid cp 2")
    assert "Anna bids 2 VP" in await channel.told("ben", "start")
    assert "You withdraw your bid." in await channel.told("anna", "leave")
    assert await seats_of(channel) == {"cp": "anna", "ap": "ben"}, "the bid goes, the seat stays"
    assert "begun" in await channel.told("ben", "start")


async def test_a_bid_of_others_pushes_nobody_out_of_a_seat(channel: Channel) -> None:
    await channel.say("anna", "new campaign")
    await channel.say("anna", "join cp")
    await channel.say("eve", "bid cp 2")
    assert "only Anna can bid" in await channel.told("zoe", "bid accept")
    await channel.say("ben", "join ap")
    assert "only Ben and Anna" in (await channel.told("eve", "bid cp 3")).replace("Anna and Ben", "Ben and Anna")
    assert "There's no bid" in await channel.told("ben", "bid accept"), "it lapsed when the table was full without eve"
    assert "begun" in await channel.told("ben", "start")


@pytest.mark.parametrize(
    ("then", "stands"),
    [
        (["anna: leave", "anna: bid ap 1"], "Anna now bids 1 VP to play the Allied Powers"),
        (["anna: bid ap 2"], "your own bid"),
        (["anna: leave", "anna: bid cp 3"], "Anna now bids 3 VP to play the Central Powers"),
        (["anna: leave", "carl: bid cp 2"], "Carl now bids 2 VP to play the Central Powers"),
        (["anna: leave"], "There's no bid to accept"),
    ],
)
async def test_a_button_accepts_the_bid_that_it_was_made_for_and_no_other(
    channel: Channel, then: list[str], stands: str
) -> None:
    await channel.say("anna", "new campaign")
    await channel.say("anna", "bid cp 2")
    old = token_of([(await posted(channel, "table"))[-1]], "Accept")
    for line in then:
        user, _, text = line.partition(": ")
        await channel.say(user, text)
    before = await channel.store.load(await channel.game_id())
    presser = "anna" if "own" in stands else "ben"
    assert stands in (await channel.press(presser, old))[0].text
    after = await channel.store.load(await channel.game_id())
    assert (after.header, after.seats, after.settings) == (before.header, before.seats, before.settings)


async def test_the_button_of_the_standing_bid_accepts_it(channel: Channel) -> None:
    await channel.say("anna", "new campaign")
    await channel.say("anna", "bid cp 2")
    told = (await channel.press("ben", token_of([(await posted(channel, "table"))[-1]], "Accept")))[0].text
    assert "You play the Allied Powers" in told
    assert await seats_of(channel) == {"cp": "anna", "ap": "ben"}
    assert (await channel.store.load(await channel.game_id())).header.options["bid"] == [1, 2]


async def test_the_points_of_a_bid_go_with_who_leaves(channel: Channel) -> None:
    await channel.say("anna", "new campaign")
    await channel.say("anna", "bid cp 2")
    await channel.say("ben", "bid accept")
    await channel.say("anna", "leave")
    stored = await channel.store.load(await channel.game_id())
    assert "bid" not in stored.header.options
    assert "VP given" not in (await posted(channel, "table"))[-1].text


# -- the clock ------------------------------------------------------------------------------


async def test_the_clock_is_chosen_before_the_start(channel: Channel) -> None:
    await channel.say("anna", "new campaign")
    await channel.say("anna", "join cp")
    assert "Take a free one" in await channel.told("eve", "clock fast")
    assert "you have 4 h each" in await channel.told("anna", "clock fast")
    assert "clock: fast" in (await posted(channel, "table"))[-1].text
    assert "already fast" in await channel.told("anna", "clock fast")
    await channel.say("ben", "join ap")
    await channel.say("ben", "start")
    clock = Clock.of((await channel.store.load(await channel.game_id())).settings)
    assert (clock.speed, clock.bank) == ("fast", [DAY, DAY])


async def test_after_the_start_the_clock_changes_by_consent_only(store: Store) -> None:
    channel, _, hands = timed(store)
    await channel.begin()
    hands.move(hours=30)
    assert "no seat" in await channel.told("eve", "clock fast")
    await channel.say("ben", "clock fast")
    (offer,) = await posted(channel, "offer")
    assert offer.mention == ("anna",)
    assert "must answer it" in await channel.told("ben", "clock accept")
    assert Clock.of((await store.load(await channel.game_id())).settings).speed == "off"
    await channel.press("anna", token_of([offer], "Accept"))
    clock = Clock.of((await store.load(await channel.game_id())).settings)
    assert (clock.speed, clock.bank, clock.waited(hands())) == ("fast", [DAY, DAY], 0)
    assert not clock.out_of_time(hands())
    assert "Both banks are full" in (await posted(channel, "clock"))[0].text
    hands.move(hours=4 + 24)
    assert clock.out_of_time(hands())
    assert clock.next_look() == clock.since + 2 * HOUR


async def test_a_wish_for_another_clock_can_be_rejected(channel: Channel) -> None:
    await channel.begin()
    await channel.say("ben", "clock slow")
    assert "rejects the offer" in await channel.told("anna", "clock reject")
    assert "nothing to answer" in await channel.told("anna", "clock accept")
    assert Clock.of((await channel.store.load(await channel.game_id())).settings).speed == "off"


# -- going back, draws, resignation -----------------------------------------------------------


@pytest.mark.parametrize("wish", ["draw", "rollback round"])
async def test_offers_have_buttons_for_those_who_must_answer(channel: Channel, wish: str) -> None:
    await channel.begin()
    await channel.say("anna", "play cp 1 as rp")
    await channel.clear()
    await channel.say("anna", wish)
    (offer,) = await posted(channel, "offer")
    check_limits(offer)
    assert offer.mention == ("ben",)
    assert "must answer" in (await channel.press("anna", token_of([offer], "Accept")))[0].text
    before = await channel.number()
    await channel.press("ben", token_of([offer], "Accept"))
    stored = await channel.store.load(await channel.game_id())
    assert stored.header.status == ("finished" if wish == "draw" else "playing")
    assert await channel.number() > before


async def test_going_back_tells_nothing_twice_and_pings_again(store: Store) -> None:
    channel, _, hands = timed(store)
    await channel.begin()
    await channel.say("anna", "play cp 1 as rp")
    await channel.say("anna", "rollback round")
    hands.move(minutes=10)
    await channel.say("ben", "rollback accept")
    (notice, _) = [reply for reply in await posted(channel, "action") if "is back at entry" in reply.text]
    assert notice.mention == ("anna",), "her decision waits again"
    assert [label for label, _ in controls([notice])] == ["My move"]
    await channel.clear()
    hands.move(minutes=10)
    await channel.say("anna", "play cp 1 as rp")
    posts = await channel.posts()
    assert not [reply for kind, reply in posts if kind == "turn"], "the deal was told long ago"
    assert next(reply.mention for kind, reply in posts if kind == "action") == ("ben",)


async def test_an_entry_that_was_taken_back_is_called_so(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play guns of august as event")
    await channel.say("anna", "undo")
    assert "Entry 2 has already been taken back. The last entry before it is 1" in await channel.told(
        "anna", "rollback 2"
    )
    assert "from 0 to" in await channel.told("anna", "rollback 99")


async def test_players_find_in_the_log_the_entry_to_go_back_to(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play cp 1 as rp")
    await channel.say("ben", "play auto")
    await channel.say("ben", "done")
    log = await channel.told("ben", "log turn")
    assert "[before: entry 1]" in log
    number = log.rpartition("[before: entry ")[2].partition("]")[0]
    await channel.say("ben", f"rollback {number}")
    await channel.say("anna", "rollback accept")
    assert "Waiting for the **Allied Powers**" in (await posted(channel, "table"))[-1].text
    assert "before: entry" not in await channel.told("eve", "log turn"), "a spectator cannot go back"


async def test_a_player_who_agreed_with_the_game_master_is_not_asked_again(store: Store) -> None:
    channel, _, hands = timed(store)
    await channel.begin()
    await channel.say("anna", "play cp 1 as rp")
    await channel.say("anna", "master undo round")
    (first,) = await posted(channel, "offer")
    assert first.mention == ("ben",)
    hands.move(minutes=10)
    await channel.press("ben", token_of([first], "Accept"))
    assert (await posted(channel, "offer"))[-1].mention == ("anna",)


async def test_resigning_asks_first_and_names_the_winner(channel: Channel) -> None:
    await channel.begin()
    assert "no seat" in await channel.told("eve", "resign")
    asked = await channel.say("ben", "resign")
    assert "the Central Powers win" in asked[0].text
    assert (await channel.store.load(await channel.game_id())).header.status == "playing"
    await channel.press("ben", token_of(asked, "Yes, resign"))
    stored = await channel.store.load(await channel.game_id())
    assert (stored.header.result or {})["winner"] == 1


# -- what all are told ------------------------------------------------------------------------


async def test_everybody_reads_what_the_game_master_did(store: Store) -> None:
    channel, _, hands = timed(store)
    await channel.begin()
    assert "hasn't done anything yet" in await channel.told("eve", "master log")
    for act in ("pause", "resume"):
        await channel.say("anna", f"master {act}")
    hands.move(days=4)
    await channel.say("anna", "play cp 1 as rp")
    await channel.say("anna", "master undo turn")
    hands.move(days=4)
    await channel.say("anna", "master replace ap")
    await channel.say("anna", "master end")
    log = (await channel.told("eve", "master log")).splitlines()[1:]
    words = ("pauses", "resumes", "asks to go back", "opens the", "ends the game")
    for line, word in zip(log, words, strict=True):
        assert word in line
    assert "4 May, 12:00 UTC" in log[0]


async def test_a_lobby_closed_by_its_master_is_logged(channel: Channel) -> None:
    await channel.say("anna", "new campaign")
    game = await channel.game_id()
    await channel.say("anna", "master end")
    assert len((await channel.store.load(game)).settings.master_log) == 1


async def test_absence_is_told_at_every_table_of_the_one_who_is_away(store: Store) -> None:
    channel, _, _ = timed(store)
    await channel.begin()
    assert "until 7 May, 12:00 UTC" in await channel.told("anna", "settings away 3d")
    assert "Anna is away until 7 May, 12:00 UTC" in (await posted(channel, "seat"))[-1].text
    await channel.say("anna", "settings away off")
    assert "Anna is back" in (await posted(channel, "seat"))[-1].text
    before = len(await posted(channel, "seat"))
    await channel.say("anna", "settings away off")
    await channel.say("eve", "settings away 3d")
    await channel.say("ben", "settings snooze 8h")
    assert len(await posted(channel, "seat")) == before, "nothing new, nobody's table, or private"


async def test_a_warning_says_something(channel: Channel) -> None:
    await channel.begin()
    assert "Type it as /warn SPACES" in await channel.told("ben", "warn")
    assert not await posted(channel, "warning")
    await channel.say("ben", "warn liege: look south")
    assert "look south" in await channel.told("anna", "warn")
    assert "Before you play on, read it" in await channel.told("anna", "play auto"), "to ask is not yet to have read"


async def test_my_games_of_all_channels_those_that_wait_for_me_first(
    channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    await channel.begin()
    waiting = await channel.game_id()
    monkeypatch.setattr(support, "CHANNEL", "another server")
    await channel.begin(cp="ben", ap="anna")
    other = await channel.game_id()
    lines = (await channel.told("anna", "games")).splitlines()[1:]
    assert [line.split("`")[1] for line in lines] == [waiting, other]
    assert "**your turn**" in lines[0]
    assert "(Ben)" in lines[1]
    assert "no games" in await channel.told("eve", "games")


async def test_a_stay_away_without_end_is_refused_with_the_longest(channel: Channel) -> None:
    assert "at most 60d" in await channel.told("anna", "settings away 99d")


async def test_an_unknown_place_is_refused_as_such(channel: Channel) -> None:
    await channel.begin()
    told = await channel.told("eve", "map narnia")
    assert "threats cp or supply, or a space. Did you mean Varna" in told
    assert "Nothing on the map is called “narnia”" in told


@pytest.mark.parametrize("line", ["follow nowhere", "relocate nowhere"])
async def test_a_game_that_is_not_there_is_called_so(channel: Channel, line: str) -> None:
    await channel.begin()
    assert "There's no game “nowhere”" in await channel.told("anna", line)


async def test_a_spectator_is_told_what_may_be_seen(channel: Channel) -> None:
    await channel.begin()
    for line in ("panel", "hand", "warn liege", "draw"):
        told = await channel.told("eve", line)
        assert "no seat in this game. You can see" in told
        assert "/join" not in told


async def test_every_command_has_help_that_shows_how_it_is_typed(channel: Channel) -> None:
    for command in COMMANDS:
        told = await channel.told("eve", f"help {command.name}")
        if command.name == "learn":  # its page has the titles of the lessons to press instead
            assert "1. " in told
            continue
        assert told.startswith(f"`/{command.name}")
        assert len(told.splitlines()[1]) > 8
