"""The clerk: games and rooms, results, rounds, windows, rulings, substitutes, time; each once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.kills import Mortal
from benchmarks.seasons import SPRING, League
from bot.leagues import acts, journal, public_facts
from bot.leagues.acts import NotNow
from bot.leagues.standings import How
from bot.leagues.windows import Calendar, LeagueClock
from bot.platforms.web.records import MessageEntry
from bot.platforms.web.timeline import Stream
from bot.port import DeliveryError
from bot.service.clock import DAY, Clock
from bot.service.leagues.announcements import call_in
from bot.service.leagues.clerk import Clerk
from bot.service.leagues.clerk_context import ClerkContext
from bot.service.leagues.drawing import draw
from bot.service.leagues.game_progress import turns
from bot.service.leagues.results import Results
from bot.service.record import verification
from bot.service.session import restore
from bot.storage import Store
from bot.storage.errors import StoredDamage
from bot.storage.keys import SeasonKeys
from bot.storage.models import GameHeader
from bot.table.reply import Reply
from tests.leagues.support import FOUR, SHORT, drawn_season


async def test_a_draw_has_its_games_in_rooms_of_their_own_with_both_seats_taken(league: League) -> None:
    people = await drawn_season(league)
    season, games = await league.repository.season(SPRING), await league.games()
    assert len(games) == 6 == len({head.channel for head in games.values()})
    for match, head in games.items():
        made = season.matches[match]
        seats = (await league.store.load(head.game_id)).seats.holders
        assert [people[seat.name] for seat in (seats["ap"], seats["cp"])] == list(made.sides())
        assert (head.status, made.legs[0].room, made.legs[0].venue) == ("playing", head.channel, "web:league")
        assert f"match {match}" in "".join(await league.told(head.channel.partition(":")[2]))
    told = "\n".join(await league.told())
    assert "round 1 is drawn, 6 matches" in told
    # Again and again nothing more happens, and nothing is told twice.
    length = season.length
    assert (await league.step()).length == length
    assert len(await league.store.games()) == 6
    assert "\n".join(await league.told()) == told


async def test_while_people_wait_for_commands_no_further_piece_of_a_game_is_made(
    league: League, redis_url: str
) -> None:
    await league.open(FOUR)
    await league.draw()
    link, looks = Mortal(redis_url), list[int]()

    def busy() -> bool:
        looks.append(link.trips)
        return len(looks) % 3 > 0

    other = League(Store(link), league.hands)
    await Clerk(replace(other.context, busy=busy), "one").step(SPRING)
    await link.close()
    assert len(await league.games()) == 6
    # It looked up in the middle of each game, and where somebody was there nothing went to the store until it looked again.
    assert len({*looks}) > 6 * 6
    assert all(looks[number] == looks[number + 1] for number in range(len(looks) - 1) if (number + 1) % 3)


async def test_a_player_of_one_game_at_a_time_gets_the_next_when_it_is_over(league: League) -> None:
    persons = await league.open(FOUR, window=3 * 120 * DAY)  # in which three games of 118 days can follow each other
    for person in persons:
        entry = journal.Joined(at=league.repository.at, by=person, person=person, capacity=1)
        await league.repository.act(SPRING, f"again-{person}", lambda _, entry=entry: [entry])  # type: ignore[misc]
    await league.draw()
    await league.step()
    first = await league.games()
    assert len(first) == 2
    await league.resign(next(iter(first.values())), 1)
    await league.resign(list(first.values())[1], 0)
    await league.step()  # brings what the games report
    await league.step()
    assert len(await league.games()) == 4


async def test_a_result_reports_itself_and_counts_once(league: League) -> None:
    await drawn_season(league)
    match, head = next(iter((await league.games()).items()))
    await league.resign(head, 1)
    waiting = [one for one in await league.store.outbox.pending_posts(head.game_id) if one.post.audience == "league"]
    await league.step()
    season = await league.repository.season(SPRING)
    report = season.matches[match].legs[0].reported
    assert report is not None
    assert (report.points, report.reason, report.turn) == ((2, 0), "resignation", 1)
    length = season.length
    for _ in range(2):
        await Results(league.repository).take(waiting[0])
    assert (await league.repository.season(SPRING)).length == length


async def test_an_organisers_ruling_ends_the_game_with_a_record_of_its_own(league: League) -> None:
    await drawn_season(league)
    match, head = next(iter((await league.games()).items()))
    ruling = journal.Ruled(at=league.repository.at, by="chief", match=match, points=(0, 2), reason="He shouted.")
    await league.act(lambda season: acts.rule_game(season, ruling))
    season = await league.step()
    record = await league.store.record(head.game_id)
    assert (record[-1]["kind"], record[-1]["side"], record[-1]["reason"], record[-1]["by"]) == (
        "ruling", 1, "arbiter", "chief",
    )  # fmt: skip
    assert season.matches[match].legs[0].reported is None
    assert "He shouted." in "\n".join(await league.told())
    room = "\n".join(await league.told(head.channel.partition(":")[2]))
    assert "An organiser or arbiter has ruled. Read the reason with `/league log`." in room


async def test_by_the_clock_a_game_ends_and_its_season_learns_how(league: League) -> None:
    await drawn_season(league, clock=SHORT)
    games = await league.games()
    match, head = next(iter(games.items()))
    await league.say(await league.user(head, 1), head, "choose take")
    league.hands.move(days=2, hours=1)
    await league.ticker.tick()
    season = await league.step()
    ruled = season.matches[match].legs[0].ruled
    assert ruled is not None
    assert (ruled.code, ruled.points, ruled.rated) == ("time", (2, 0), False), "before turn 4 it is not rated"
    assert ruled.how is How.PLAYED, "a move was made"
    assert [season.holders[season.matches[match].second]] == list(ruled.silent)
    league.hands.move(days=5)
    await league.ticker.tick()
    season = await league.step()
    others = [made.legs[0].ruled for name, made in season.matches.items() if name != match]
    assert {(one.code, one.how) for one in others if one} == {("no_first_move", How.WALKOVER)}
    assert all(made.settled for made in season.matches.values())


async def test_notes_come_at_half_and_at_four_fifths_of_the_window_once(league: League) -> None:
    await drawn_season(league, window=20 * DAY, clock=SHORT.model_copy(update={"bank": 5 * DAY}))
    head = next(iter((await league.games()).values()))
    room = head.channel.partition(":")[2]

    async def notes() -> int:
        return sum("window is over" in text for text in await league.told(room))

    for at, expected in ((9, 0), (2, 1), (1, 1), (4, 2), (1, 2)):
        league.hands.move(days=at)
        await league.step()
        assert await notes() == expected
    # Another process that begins later tells it no second time.
    other = League(league.store, league.hands)
    await other.step()
    assert await notes() == 2


async def test_where_the_window_ends_the_rules_decide(league: League) -> None:
    await drawn_season(league, window=10 * DAY, clock=LeagueClock(bank=4 * DAY, per_round=0, cap=20 * DAY, leave=0))
    (even, first), (uneven, second), *others = (await league.games()).items()

    async def plays(side: int, head: GameHeader) -> None:
        game = restore(await league.store.load(head.game_id))
        card = next(one for verb in ("rp", "auto_op") for one in game.options() if one.verb == verb)
        await league.say(await league.user(head, side), head, f"choose {game.text(card)}")
        for _ in range(3):
            if restore(await league.store.load(head.game_id)).actor == side:
                await league.say(await league.user(head, side), head, "done")
        assert restore(await league.store.load(head.game_id)).actor == 1 - side

    for one in (await league.games()).values():
        await league.say(await league.user(one, 1), one, "choose take")
    await league.act(lambda season: acts.extend_windows(season, 5 * DAY, "chief", league.repository.at))
    await league.step()
    assert Clock.of((await league.store.load(first.game_id)).settings).bank == [9 * DAY, 9 * DAY]
    await plays(1, second)
    await plays(0, second)
    league.hands.move(days=5.5)
    await plays(1, second)
    league.hands.move(days=1)
    await plays(1, first)
    league.hands.move(days=6.5)
    await plays(0, first)
    league.hands.move(days=2.1)
    season = await league.step()
    rulings = {match: made.legs[0].ruled for match, made in season.matches.items()}
    found = {match: (ruling.code, ruling.points) for match, ruling in rulings.items() if ruling is not None}
    assert found.pop(even) == ("split", (1, 1)), "6.5 days against 8.6"
    assert found.pop(uneven) == ("slower", (0, 2)), "9.6 days against 5.5"
    assert {*found.values()} == {("time", (2, 0))}
    assert len(found) == len(others)
    assert {ruling.how for ruling in rulings.values() if ruling is not None} == {How.PLAYED}
    record = await league.store.record(first.game_id)
    assert (record[-1]["kind"], record[-1]["reason"]) == ("ruling", "split")
    stored = await league.store.load(first.game_id)
    assert verification.verify(stored, record, stored.header.seed).problem == ""


@pytest.mark.parametrize(("days", "code", "points"), [(2, "split", (1, 1)), (5, "slower", (2, 0))])
async def test_a_game_without_a_move_at_the_end_of_the_window_was_not_played(
    league: League, days: int, code: str, points: tuple[int, int]
) -> None:
    """The window ends before the week is over that a first move has."""
    clock = SHORT.model_copy(update={"leave": 0})
    await drawn_season(league, FOUR[:2], format="swiss", rounds=1, window=days * DAY, clock=clock)
    (match,) = await league.games()
    league.hands.move(days=days, minutes=1)
    made = (await league.step()).matches[match]
    ruled = made.legs[0].ruled
    assert ruled is not None
    assert (ruled.code, ruled.points, ruled.how, ruled.rated) == (code, points, How.WALKOVER, False)
    (game,) = public_facts.games(await league.repository.season(SPRING), made)
    assert game.forced


async def test_swiss_rounds_follow_each_other_by_themselves(league: League) -> None:
    await drawn_season(league, FOUR, format="swiss", rounds=2)
    for head in (await league.games()).values():
        await league.resign(head, 1)
    season = await league.step()
    await league.step()
    season = await league.repository.season(SPRING)
    assert (season.round, len(season.matches), len(await league.games())) == (2, 4, 4)
    drawn = [entry for entry in await league.repository.journal(SPRING) if isinstance(entry, journal.Drawn)]
    assert [entry.round for entry in drawn] == [1, 2]
    for head in (await league.games()).values():
        if head.in_progress:
            await league.resign(head, 0)
    await league.step()
    assert (await league.step()).round == 2
    with pytest.raises(NotNow, match="no_round_left"):
        await draw(league.repository, league.context.workshop, SPRING, "more")


async def test_a_match_without_a_room_waits_and_its_players_are_told_once(league: League) -> None:
    await league.open(FOUR)
    await league.act(lambda season: acts.remove_venue(season, "web:league", "chief", league.repository.at))
    await league.draw()
    await league.step()
    await league.step()
    assert await league.games() == {}
    told = [text for text in await league.told() if "there's no free channel" in text]
    assert len(told) == 6, "each match is told of once"


async def test_games_of_a_venue_that_is_none_any_more_move_to_another(league: League) -> None:
    await drawn_season(league)
    match, head = next(iter((await league.games()).items()))
    await league.resign(head, 1)
    await league.step()
    await league.act(lambda season: acts.add_venue(season, "web:second", "chief", league.repository.at))
    await league.act(lambda season: acts.remove_venue(season, "web:league", "chief", league.repository.at))
    season = await league.step()
    legs = {name: made.legs[0] for name, made in season.matches.items() if name != match}
    # On the local channel the room is found by its name, so that the games are where they were.
    assert {leg.venue for leg in legs.values()} == {"web:second"}
    games = await league.games()
    assert [games[name].channel for name in legs] == [leg.room for leg in legs.values()]
    assert (await turns(league.handler.tools, season, season.matches[match].first)).keys() <= legs.keys()


async def test_an_entry_added_to_a_restored_journal_is_announced(league: League) -> None:
    await drawn_season(league)
    await league.store.seasons.set_done(SPRING, 99)
    await league.step()
    await league.act(lambda season: acts.announce(season, "Welcome back.", "chief", league.repository.at))
    await league.step()
    assert sum("Welcome back." in text for text in await league.told()) == 1


async def test_a_process_without_a_platform_of_a_season_leaves_it_to_another(league: League) -> None:
    await league.open(FOUR)
    await league.draw()
    alone = Clerk(ClerkContext(league.handler.tools, league.repository, {}), "two")
    await alone.look()
    assert (await league.games(), await league.told()) == ({}, [])
    await league.clerk.look()
    assert len(await league.games()) == 6
    assert any("is drawn" in text for text in await league.told())


async def test_two_clerks_share_seasons_and_damage_stays_within_one(league: League) -> None:
    await league.open(FOUR)
    await league.draw()
    await league.open(FOUR, "s-other")
    await league.draw("s-other")
    assert await league.repository.lease(SPRING, "two", 60)
    await league.clerk.look()
    assert (len(await league.games()), len(await league.games("s-other"))) == (0, 6)
    await league.repository.leave(SPRING, "two")
    await league.store.connection.call("RPUSH", SeasonKeys("s-other").journal, "{")
    await league.clerk.look()
    assert len(await league.games()) == 6
    with pytest.raises(StoredDamage):
        await league.repository.season("s-other")


async def test_an_offer_pings_in_one_of_the_channels_in_which_it_is_told(league: League) -> None:
    people = await drawn_season(league)
    eve = await league.store.persons.of("web:eve", "Eve")
    entry = journal.Joined(at=league.repository.at, by=eve, person=eve, substitute=True, capacity=9)
    await league.act(lambda season: acts.join_season(season, entry))
    await league.act(lambda season: acts.add_venue(season, "web:second", "chief", league.repository.at))
    await league.act(lambda season: acts.withdraw_player(season, people["Ben"], league.repository.at))
    await league.step()
    told = {}
    for channel in ("hall", "league", "second"):
        rows = await league.platform.timeline.newest(Stream(channel, ""), 200)
        entries = [row.entry for row in rows if isinstance(row.entry, MessageEntry)]
        told[channel] = [one.mention for one in entries if "is offered the place" in one.text]
    assert told == {"hall": [("eve",)], "league": [()], "second": [()]}


class Elsewhere:
    """Another platform, whose venues have no room now."""

    def __init__(self) -> None:
        self.told: list[tuple[str, str]] = []
        self.gone = False

    async def open_room(self, venue: str, name: str, key: str) -> str | None:
        del venue, name, key
        return None

    async def tell(self, channel: str, reply: Reply, key: str) -> str:
        if self.gone:
            raise DeliveryError("There is no such channel.", final=True)
        self.told.append((channel, reply.text))
        return key

    async def amend(self, channel: str, message: str, reply: Reply) -> None:
        del message
        self.told.append((channel, f"(amended) {reply.text}"))

    async def tell_alone(self, user: str, near: str, reply: Reply, key: str) -> None:
        del user, near, reply, key


async def test_that_a_match_waits_is_told_where_both_its_players_read_it(league: League) -> None:
    there = Elsewhere()
    league.context.venues["slack"] = there  # type: ignore[index]
    for person in await league.open(FOUR):
        moved = {f"slack:{person}": "somebody"}
        await league.store.persons.change(person, lambda one, moved=moved: one.model_copy(update={"accounts": moved}))  # type: ignore[misc]
    await league.act(lambda season: acts.add_venue(season, "slack:T.C", "chief", league.repository.at))
    await league.draw()
    await league.step()
    assert sum("there's no free channel" in text for channel, text in there.told if channel == "T.C") == 6
    assert not any("there's no free channel" in text for text in await league.told())


async def test_a_channel_that_is_gone_keeps_nobody_from_check_in(league: League) -> None:
    there = Elsewhere()
    there.gone = True
    league.context.venues["slack"] = there  # type: ignore[index]
    calendar = Calendar(closes=league.repository.at + DAY, draw=league.repository.at + 3 * DAY)
    await league.open(FOUR, calendar=calendar)
    await league.act(lambda season: acts.add_venue(season, "slack:T.C", "chief", league.repository.at))
    league.hands.move(hours=1)
    await call_in(league.context, SPRING)
    assert any("check" in text.casefold() for text in await league.told("league"))
