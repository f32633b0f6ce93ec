"""A season's games get their rooms: opened where a venue has one free, evenly, and begun; each step may be the last of a process."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.leagues import acts
from bot.leagues.journal import Entry, Person
from bot.leagues.lots import drawn
from bot.leagues.matches import Fixed
from bot.leagues.season import Season
from bot.port import DeliveryError
from bot.service.leagues.office import Office, name_of, seat_on
from bot.service.leagues.opening import LeagueTable, open_game, opened
from bot.service.people.clock import shown
from bot.storage.errors import ChannelBusy
from bot.storage.models import GameHeader, LeagueGame, Seat
from bot.storage.persons import StoredPerson

log = logging.getLogger(__name__)

#: Games opened in one step of a season, and entries about them appended together.
MOST, _TOGETHER = 100, 25


@dataclass(frozen=True, slots=True)
class _Opened:
    """A game that has its room: what the journal is told of it."""

    match: str
    leg: int
    game: str
    venue: str
    room: str


async def open_games(office: Office, season_id: str) -> int:
    """Open the games that are to be played now, at most a hundred; returns how many were opened or found.

    A match that finds no room or whose players are on no common platform waits.
    """
    season = await office.desk.season(season_id)
    if season.stage != "running":
        return 0
    wanted = [(made, leg) for made in season.to_create() for leg in made.missing()][:MOST]
    if not wanted:
        return 0
    people = await office.people({season.holders[slot] for made, _ in wanted for slot in made.slots})
    loads, done = _loads(season), list[_Opened]()
    seed = await office.desk.seed(season_id)
    count = 0
    for made, leg in wanted:
        begun = time.perf_counter()
        found = await _opened(office, season_id, season, made, leg, people, loads, seed)
        if found is not None:
            loads[found.venue] += 1
            done.append(found)
        if len(done) >= _TOGETHER:
            count += await _told(office, season_id, done)
        # Commands come first: as long as a game took, others have the loop.
        await asyncio.sleep(min(0.05, time.perf_counter() - begun))
    return count + await _told(office, season_id, done)


def table_of(
    season_id: str,
    season: Season,
    made: Fixed,
    leg: int,
    holders: tuple[Seat, Seat],
    seed: bytes,
    head: str = "",
) -> LeagueTable:
    """What a game of a match is to be; its chance follows from the season's seed, which nobody knows before the end."""
    rules, options = season.rules, dict(season.rules.options)
    if made.auction is not None and made.auction.ceded:
        # The VP go from whoever has the side that was bid for.
        options["bid"] = [0 if made.auction.side == 1 else 1, made.auction.ceded]
    return LeagueTable(
        LeagueGame(season=season_id, match=made.match, leg=leg, draws=rules.draws),
        rules.title,
        rules.scenario,
        options,
        rules.clock,
        holders,
        drawn(seed, "game", made.match, str(leg)),
        head,
        rules.server,
    )


async def _opened(
    office: Office,
    season_id: str,
    season: Season,
    made: Fixed,
    leg: int,
    people: Mapping[Person, StoredPerson],
    loads: Counter[str],
    seed: bytes,
) -> _Opened | None:
    """The game of a match in a room of the venue that has the fewest games; None where there is none for it now."""
    tools = office.tools.of_title(season.rules.title)
    sides = [people.get(season.holders[slot]) for slot in made.sides(leg)]
    for venue in sorted(season.venues, key=lambda one: loads[one]):
        platform, _, own = venue.partition(":")
        first, second = (seat_on(platform, kept) for kept in sides)
        if not office.serves(venue) or first is None or second is None:
            continue
        head = _head(office, season, made, people)
        table = table_of(season_id, season, made, leg, (first, second), seed, head)
        before = await opened(tools, table)
        if before is not None:
            header: GameHeader | None = await open_game(tools, table, before.channel)
        else:
            header = await _in_room(office, season_id, table, venue, own, f"{first.name} – {second.name}")
        if header is not None:
            return _Opened(made.match, leg, header.game_id, venue, header.channel)
    return None


async def _in_room(
    office: Office, season_id: str, table: LeagueTable, venue: str, own: str, players: str
) -> GameHeader | None:
    """The game begun in a room of a venue; None where that has no room now."""
    platform = venue.partition(":")[0]
    league = table.league
    key = f"{season_id} {league.match}" + (f" {league.leg + 1}" if league.leg else "")
    try:
        room = await office.venues[platform].open_room(own, f"{players} · {key}", key)
    except DeliveryError as error:
        log.warning("no room for match %s of season %s in %s: %s", league.match, season_id, venue, error)
        return None
    if room is None:
        return None
    try:
        return await open_game(office.tools.of_title(table.title), table, f"{platform}:{room}")
    except ChannelBusy:
        return None


def _head(office: Office, season: Season, made: Fixed, people: Mapping[Person, StoredPerson]) -> str:
    """What stands above the beginning of a game: its season, its match, and until when it lasts."""
    window = season.window(made.round)
    first, second = (name_of(people, season, slot) for slot in made.slots)
    end = shown(window.end) if window is not None else ""
    return office.tools.say(
        "clerk.game", season=season.rules.name, match=made.match, first=first, second=second, end=end
    )


async def _told(office: Office, season_id: str, done: list[_Opened]) -> int:
    """Tell the journal of games that have been opened."""
    if not done:
        return 0
    told, at = tuple(done), office.desk.at
    done.clear()

    def decide(season: Season) -> list[Entry]:
        return [entry for one in told for entry in _created(season, one, at)]

    await office.desk.act(season_id, f"clerk:created:{told[0].game}:{len(told)}:{told[-1].game}", decide)
    return len(told)


def _created(season: Season, one: _Opened, at: float) -> Iterator[Entry]:
    yield from acts.created(season, one.match, one.game, at, leg=one.leg, venue=one.venue, room=one.room)


def _loads(season: Season) -> Counter[str]:
    """How many open games each venue holds."""
    legs = (leg for made in season.open_matches() for leg in made.legs)
    return Counter(leg.venue for leg in legs if leg.venue and not leg.settled)


__all__ = ["MOST", "open_games", "table_of"]
