"""Creates a season's games in free rooms, spread evenly over the venues; a process can die after any step."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.leagues import acts
from bot.leagues.journal import Entry, Person
from bot.leagues.lots import drawn
from bot.leagues.matches import Fixed
from bot.leagues.season import Season
from bot.narration.user_text import user_text
from bot.port import DeliveryError
from bot.service.clock import shown
from bot.service.leagues.clerk_context import ClerkContext, name_of, seat_on
from bot.service.leagues.game_opening import LeagueTable, Looked, looked_up, open_game
from bot.service.leagues.match_cards import Cards
from bot.service.leagues.rooms import loads, room_in, room_key
from bot.service.leagues.waiting_matches import tell_opened, tell_waiting
from bot.storage.errors import ChannelBusy
from bot.storage.models import GameHeader, LeagueGame, Seat
from bot.storage.persons import StoredPerson
from bot.table.reply import Reply

log = logging.getLogger(__name__)

#: Seconds until other seasons get their turn; games whose people are loaded and whose entries are appended together;
#: pause after opening a game, as a multiple of its duration, and the maximum pause in seconds.
_TURN, _TOGETHER, _REST, _LONGEST_REST = 30.0, 50, 3.0, 0.05


@dataclass(frozen=True, slots=True)
class _Opened:
    """A game opened in a room, as recorded in the journal."""

    match: str
    leg: int
    game: str
    venue: str
    room: str


@dataclass(frozen=True, slots=True)
class _Work:
    """The shared inputs for all games opened in one step."""

    season_id: str
    season: Season
    loads: Counter[str]
    seed: bytes
    shown: Cards


async def open_games(context: ClerkContext, season_id: str) -> bool:
    """Open the games that are due, for up to half a minute; return True if more are left for the next turn.

    A match that finds no room, or whose players share no platform, waits.
    """
    season = await context.repository.season(season_id)
    context.stuck.discard(season_id)
    if not season.on:
        return False
    wanted = [(made, leg) for made in season.to_create() for leg in made.missing()]
    if not wanted:
        return False
    shown = await Cards.of(context.repository, context.tools, season_id, season)
    work = _Work(season_id, season, loads(season), await context.repository.seed(season_id), shown)
    ends = time.monotonic() + _TURN
    for start in range(0, len(wanted), _TOGETHER):
        some = wanted[start : start + _TOGETHER]
        done, all_of_them = await _open_some(context, work, some, ends)
        await context.give_way()
        await _record_opened(context, season_id, done)
        if not all_of_them:
            return True
    return False


async def _open_some(
    context: ClerkContext, work: _Work, some: Sequence[tuple[Fixed, int]], ends: float
) -> tuple[list[_Opened], bool]:
    """Open some games one after another; return what to record in the journal, and whether time sufficed for all."""
    season, done = work.season, list[_Opened]()
    people = await context.people({season.holders[slot] for made, _ in some for slot in made.slots})
    for made, leg in some:
        if time.monotonic() > ends:
            return done, False
        if made.legs[leg].settled or season.gone.keys() & {*made.slots}:
            continue
        # Commands come first, whether already waiting or arriving while the game is created.
        await context.give_way()
        begun = time.perf_counter()
        found = await _open_in_venue(context, work, people, made, leg)
        if isinstance(found, _Opened):
            work.loads[found.venue] += 1
            done.append(found)
            await tell_opened(context, work.season_id, season, found.match, found.leg, found.room)
        else:
            context.stuck.add(work.season_id)
            await tell_waiting(context, work.season_id, season, made, leg, people, found)
        await asyncio.sleep(min(_LONGEST_REST, _REST * (time.perf_counter() - begun)))
    return done, True


def table_of(
    season_id: str,
    season: Season,
    made: Fixed,
    leg: int,
    holders: tuple[Seat, Seat],
    seed: bytes,
    head: str = "",
    card: Reply | None = None,
) -> LeagueTable:
    """Return the definition of a match's game; its randomness derives from the season's seed, secret until the end."""
    rules, options = season.rules, dict(season.rules.options)
    if made.auction is not None and made.auction.ceded:
        # The ceded points come from the player with the side that was bid for.
        options["bid"] = [0 if made.auction.side == 1 else 1, made.auction.ceded]
    return LeagueTable(
        LeagueGame(season=season_id, match=made.match, leg=leg, draws=rules.draws, sealed=rules.sealed),
        rules.title,
        rules.scenario,
        options,
        rules.clock,
        holders,
        drawn(seed, "game", made.match, str(leg)),
        head,
        rules.server,
        card,
    )


async def _open_in_venue(
    context: ClerkContext, work: _Work, people: Mapping[Person, StoredPerson], made: Fixed, leg: int
) -> _Opened | DeliveryError | None:
    """Open a match's game in a room of the venue with the fewest games.

    Returns:
        The game; else a platform's refusal, or None if no room is free now.
    """
    season, failed = work.season, None
    tools = context.tools.of_title(season.rules.title)
    sides = [people.get(season.holders[slot]) for slot in made.sides(leg)]
    for venue in sorted(season.venues, key=lambda one: work.loads[one]):
        platform = venue.partition(":")[0]
        first, second = (seat_on(platform, kept) for kept in sides)
        if not context.serves(venue) or first is None or second is None:
            continue
        head = _head(context, season, made, people)
        named = name_of(people, season, made.first), name_of(people, season, made.second)
        hidden = season.withheld(made)
        card = None if leg or hidden else work.shown.pairing(made, named)
        table = table_of(work.season_id, season, made, leg, (first, second), work.seed, head, card)
        looked = await context.behind(looked_up(tools, table))
        if looked.made is not None:
            header: GameHeader | None = await context.behind(open_game(tools, table, looked.made.channel, looked))
        else:
            about = season.rules.name if hidden else f"{first.name} – {second.name}"
            try:
                header = await _in_room(context, work.season_id, table, venue, about, looked)
            except DeliveryError as error:
                failed, header = error, None
        if header is not None:
            return _Opened(made.match, leg, header.game_id, venue, header.channel)
    return failed


async def _in_room(
    context: ClerkContext, season_id: str, table: LeagueTable, venue: str, about: str, looked: Looked
) -> GameHeader | None:
    """Return the game started in a room of a venue; None if it has no free room now."""
    platform = venue.partition(":")[0]
    league = table.league
    key = room_key(season_id, league.match, league.leg)
    room = await room_in(context, venue, f"{about} · {key}", key)
    if room is None:
        return None
    try:
        tools = context.tools.of_title(table.title)
        return await context.behind(open_game(tools, table, f"{platform}:{room}", looked))
    except ChannelBusy:
        return None


def _head(context: ClerkContext, season: Season, made: Fixed, people: Mapping[Person, StoredPerson]) -> str:
    """Return the heading of a game: its season, its match, and its deadline."""
    window = season.window(made.round)
    first, second = (name_of(people, season, slot) for slot in made.slots)
    end = shown(window.end) if window is not None else ""
    return context.tools.say(
        "clerk.game_sealed" if season.withheld(made) else "clerk.game",
        season=user_text(season.rules.name),
        match=made.match,
        first=first,
        second=second,
        end=end,
    )


async def _record_opened(context: ClerkContext, season_id: str, done: list[_Opened]) -> None:
    """Record opened games in the journal."""
    if not done:
        return
    told, at = tuple(done), context.repository.at
    done.clear()

    def decide(season: Season) -> list[Entry]:
        return [entry for one in told for entry in _creation_entries(season, one, at)]

    await context.repository.act(season_id, f"clerk:created:{told[0].game}:{len(told)}:{told[-1].game}", decide)


def _creation_entries(season: Season, one: _Opened, at: float) -> Iterator[Entry]:
    yield from acts.create_game(season, one.match, one.game, at, leg=one.leg, venue=one.venue, room=one.room)


__all__ = ["open_games", "table_of"]
