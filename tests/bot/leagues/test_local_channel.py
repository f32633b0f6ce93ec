"""Whole seasons typed into the local channel, with the clerk running: games in separate rooms, played to an end, reporting themselves."""

from __future__ import annotations

from itertools import count

import pytest

from benchmarks.seasons import League
from bot.platforms.web.protocol import Run
from bot.platforms.web.records import MessageEntry
from bot.platforms.web.signed_links import Person
from bot.platforms.web.timeline import Stream
from bot.storage import Store
from bot.table.reply import Menu

HALL = "hall"
KEYS = count(1)


class Local:
    """People who type into pages of the local channel, whose clerk is run by hand."""

    def __init__(self, store: Store) -> None:
        self.league = League(store)

    async def type(self, name: str, line: str, channel: str = HALL) -> str:
        """Type a line as a page sends it; return the answer shown on the page."""
        who = Person(name.casefold(), name)
        await self.league.platform.run(who, channel, Run(type="run", key=f"typed-{next(KEYS):06}", text=line))
        shown = await self.league.platform.timeline.newest(Stream(channel, who.id), 5)
        notes = [row.entry.text for row in shown if isinstance(row.entry, MessageEntry) and not row.entry.author]
        return notes[-1] if notes else ""

    async def offered(self, name: str) -> list[str]:
        """Return the controls of a person's last answer."""
        shown = await self.league.platform.timeline.newest(Stream(HALL, name.casefold()), 5)
        return buttons([row.entry for row in shown if isinstance(row.entry, MessageEntry) and not row.entry.author][-1])

    async def all(self) -> list[MessageEntry]:
        """Return all messages posted in the hall."""
        rows = await self.league.platform.timeline.newest(Stream(HALL, ""), 100)
        return [row.entry for row in rows if isinstance(row.entry, MessageEntry)]

    async def newest(self) -> MessageEntry:
        """Return the newest of them."""
        return (await self.all())[-1]

    async def press(self, name: str, entry: MessageEntry, label: str) -> str:
        """Press a control of a message; return the answer shown on the page."""
        token = next(one.token for one in (entry.menu or Menu()).buttons if one.label == label)
        who = Person(name.casefold(), name)
        await self.league.platform.run(who, HALL, Run(type="run", key=f"typed-{next(KEYS):06}", token=token))
        shown = await self.league.platform.timeline.newest(Stream(HALL, who.id), 5)
        notes = [row.entry.text for row in shown if isinstance(row.entry, MessageEntry) and not row.entry.author]
        return notes[-1] if notes else ""

    async def play_out(self, season: str, loser: int = 1) -> int:
        """End every open game: one side of each resigns in its room, by typing; return how many."""
        ended = 0
        for match, header in (await self.league.games(season)).items():
            if (await self.league.repository.season(season)).matches[match].settled:
                continue
            room = header.channel.partition(":")[2]
            who = (await self.league.user(header, loser)).title()
            await self.type(who, "resign yes", room)
            ended += 1
        await self.league.step(season)
        return ended


def buttons(entry: MessageEntry) -> list[str]:
    """Return the labels of a message's controls."""
    return [one.label for one in (entry.menu or Menu()).buttons]


@pytest.fixture
def local(store: Store) -> Local:
    return Local(store)


async def organised(local: Local, season: str, organiser: str) -> list[str]:
    """Return the organiser's actions, from the journal."""
    person = await local.league.store.persons.known(f"web:{organiser}")
    return [entry.kind for entry in await local.league.repository.journal(season) if entry.by == person]


async def test_a_division_of_five_from_nothing_to_its_final_table(local: Local) -> None:
    league, season = local.league, "s-spring-cup"
    assert "It is a draft" in await local.type(
        "Olga", "league new Spring Cup scenario=introductory window=60d beginners=yes"
    )
    await local.type("Olga", "league venue here")
    assert "is open" in await local.type("Olga", "league open")
    for name in ("Anna", "Ben", "Carl", "Dora", "Eve"):
        assert "You have entered" in await local.type(name, "league join capacity=4")
    for name, offered in (("Anna", ["My games"]), ("Fay", ["Join", "My games"])):
        await local.type(name, "league table")
        assert await local.offered(name) == offered, "nobody who has entered is asked to join"
    await local.type("Olga", "league draw")
    assert "10 matches" in await local.type("Olga", "league draw publish")
    await league.step(season)
    games = await league.games(season)
    assert len({header.channel for header in games.values()}) == 10, "each has a room of its own"
    listed = await local.type("Anna", "league pairings")
    assert "In each match, the first player has the Allied Powers and the second the Central Powers." in listed
    made = next(one for one in (await league.repository.season(season)).matches.values() if one.match == "1.1.1")
    people = await league.context.people(made.slots)
    first, second = (people[slot].name for slot in made.sides())
    assert f"- `1.1.1` {first} – {second}: {second} to move for 0 min, in ⟦web:" in listed
    own = await local.type(second, "league me")
    assert f"`1.1.1` You play the Central Powers against {first}: **your turn** for 0 min, in ⟦web:" in own
    league.hands.move(hours=5)
    theirs = await local.type(first, "league me")
    assert f"`1.1.1` You play the Allied Powers against {second}: {second} to move for 5 h, in ⟦web:" in theirs
    assert "Your clock: 5 d; your opponent's: 4 d 19 h." in theirs
    assert await local.play_out(season) == 10
    table = await local.type("Anna", "league table")
    assert table.count("4 points (2 won, 0 drawn, 2 lost)") == 5, "sides balance, and the second side lost each time"
    await local.type("Olga", "league finish")
    league.hands.move(days=4)
    assert "its standings are final" in await local.type("Olga", "league finish")
    assert "The draw is right: it follows" in await local.type("Ben", "league verify")
    by_olga = await organised(local, season, "olga")
    assert by_olga == ["opened", "venued", "registering", "closed", "drawn", "published", "reviewing", "finished"]
    assert len(by_olga) - 1 <= 10, "the first draw ended registration"
    assert "Spring Cup" in "\n".join(await league.told())


async def test_an_announcement_has_the_controls_for_that_moment(local: Local) -> None:
    league, season = local.league, "s-cup"
    await local.type("Olga", "league new Cup scenario=introductory window=60d beginners=yes closes=20d draw=24d")
    await local.type("Olga", "league open")
    await league.step(season)
    opened = await local.newest()
    assert buttons(opened) == ["Join", "Standings"]
    for name in ("Anna", "Ben", "Carl", "Dora"):
        await local.press(name, opened, "Join")
    assert len((await league.repository.season(season)).entrants) == 4
    league.hands.move(days=21)
    for _ in range(2):
        await league.step(season)
    called = next(entry for entry in await local.all() if "check-in has begun" in entry.text)
    assert buttons(called) == ["Check in", "My games"]
    for name in ("Anna", "Ben", "Carl", "Dora"):
        await local.press(name, called, "Check in")
    assert len((await league.repository.season(season)).checked) == 4
    await local.type("Olga", "league draw")
    await local.type("Olga", "league draw publish")
    await league.step(season)
    begun = next(row for row in await local.all() if "is drawn" in row.text)
    assert buttons(begun) == ["My games", "Pairings", "Standings"]
    assert "1.1.1" in await local.press("Ben", begun, "Pairings")
    texts = [entry.text for entry in await local.all()]
    assert sum("check-in has begun" in text for text in texts) == 1, "once"


async def test_a_swiss_of_four_round_by_round(local: Local) -> None:
    league, season = local.league, "s-quick"
    await local.type("Olga", "league new Quick scenario=introductory window=60d format=swiss rounds=2 beginners=yes")
    await local.type("Olga", "league venue here")
    await local.type("Olga", "league open")
    for name in ("Anna", "Ben", "Carl", "Dora"):
        await local.type(name, "league join")
    for number in (1, 2):
        assert f"round {number}" in await local.type("Olga", "league draw")
        await local.type("Olga", "league draw publish")
        await league.step(season)
        assert await local.play_out(season) == 2
    await local.type("Olga", "league finish")
    league.hands.move(days=4)
    assert "its standings are final" in await local.type("Olga", "league finish")
    first = (await local.type("Anna", "league table season=quick")).splitlines()[1]
    assert "4 points (2 won, 0 drawn, 0 lost)" in first
    assert len(await organised(local, season, "olga")) <= 11


async def test_a_match_without_a_venue_is_begun_where_a_player_says(local: Local) -> None:
    league, season = local.league, "s-cup"
    await local.type("Olga", "league new Cup scenario=introductory window=60d format=swiss rounds=1 beginners=yes")
    await local.type("Olga", "league open")
    for name in ("Anna", "Ben"):
        await local.type(name, "league join")
    await local.type("Olga", "league draw")
    await local.type("Olga", "league draw publish")
    await league.step(season)
    assert await league.games(season) == {}
    assert "its game isn't open yet" in await local.type("Ben", "league me")
    assert "is played in" in await local.type("Ben", "league play season=cup", "bens-corner")
    assert "None of your matches" in await local.type("Anna", "league play season=cup", "elsewhere")
    ((_, header),) = (await league.games(season)).items()
    assert header.channel == "web:bens-corner"
    await league.step(season)
    assert (await league.games(season))["1.1.1"].channel == "web:bens-corner", "nobody moves it"
    assert "There is no" not in await local.type("Olga", "league move 1.1.1 season=cup", "court")
    assert (await league.games(season))["1.1.1"].channel == "web:court"
    assert "already in this channel" in await local.type("Olga", "league move 1.1.1 season=cup", "court")
    assert await local.play_out(season) == 1
