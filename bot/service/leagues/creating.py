"""A season's games get their rooms: opened where a venue has one free, evenly, and begun; each step may be the last of a process."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from pydantic import JsonValue

from bot.leagues import acts
from bot.leagues.journal import Entry, Person
from bot.leagues.lots import drawn
from bot.leagues.matches import Fixed
from bot.leagues.season import Season
from bot.narration.foreign import foreign
from bot.narration.places import place
from bot.port import DeliveryError
from bot.service.calls import Caller
from bot.service.leagues.cards import Cards
from bot.service.leagues.desk import Desk
from bot.service.leagues.office import Office, name_of, seat_on
from bot.service.leagues.opening import LeagueTable, Looked, looked_up, open_game
from bot.service.leagues.reaching import strangers
from bot.service.people.clock import shown
from bot.service.seats.tables import moved
from bot.storage.errors import ChannelBusy, UnknownGame
from bot.storage.models import GameHeader, LeagueGame, Seat
from bot.storage.persons import StoredPerson
from bot.storage.store import Change, StoredGame
from bot.table.reply import Reply

log = logging.getLogger(__name__)

#: Seconds after which other seasons get their turn, games whose people are read and whose entries are appended together, how
#: much longer others have the loop than games that are opened, and for how many seconds at most after one of them.
_TURN, _TOGETHER, _REST, _LONGEST_REST = 30.0, 50, 3.0, 0.05


@dataclass(frozen=True, slots=True)
class _Opened:
    """A game that has its room: what the journal is told of it."""

    match: str
    leg: int
    game: str
    venue: str
    room: str


@dataclass(frozen=True, slots=True)
class _Work:
    """What all games of one step are opened with."""

    season_id: str
    season: Season
    loads: Counter[str]
    seed: bytes
    shown: Cards


async def open_games(office: Office, season_id: str) -> bool:
    """Open the games that are to be played now, for half a minute; True if more wait for the next turn.

    A match that finds no room or whose players are on no common platform waits.
    """
    season = await office.desk.season(season_id)
    office.stuck.discard(season_id)
    if not season.on:
        return False
    wanted = [(made, leg) for made in season.to_create() for leg in made.missing()]
    if not wanted:
        return False
    shown = await Cards.of(office.tools, season_id, season)
    work = _Work(season_id, season, _loads(season), await office.desk.seed(season_id), shown)
    ends = time.monotonic() + _TURN
    for start in range(0, len(wanted), _TOGETHER):
        some = wanted[start : start + _TOGETHER]
        done, all_of_them = await _open_some(office, work, some, ends)
        await office.give_way()
        await _told(office, season_id, done)
        if not all_of_them:
            return True
    return False


async def _open_some(
    office: Office, work: _Work, some: Sequence[tuple[Fixed, int]], ends: float
) -> tuple[list[_Opened], bool]:
    """Open some games one after another; what the journal is to be told of them, and whether there was time for all."""
    season, done = work.season, list[_Opened]()
    people = await office.people({season.holders[slot] for made, _ in some for slot in made.slots})
    for made, leg in some:
        if time.monotonic() > ends:
            return done, False
        if made.legs[leg].settled or season.gone.keys() & {*made.slots}:
            continue
        # Commands come first, whether they are there already or come while the game is made.
        await office.give_way()
        begun = time.perf_counter()
        found = await _opened(office, work, people, made, leg)
        if isinstance(found, _Opened):
            work.loads[found.venue] += 1
            done.append(found)
            await _tell_opened(office, work.season_id, season, found)
        else:
            office.stuck.add(work.season_id)
            await _tell_waiting(office, work.season_id, season, made, leg, people, found)
        await asyncio.sleep(min(_LONGEST_REST, _REST * (time.perf_counter() - begun)))
    return done, True


async def _tell_waiting(
    office: Office,
    season_id: str,
    season: Season,
    made: Fixed,
    leg: int,
    people: Mapping[Person, StoredPerson],
    failed: DeliveryError | None,
) -> None:
    """Tell once why a match has no room: to its players what they can do, to the organisers what a platform refuses.

    While a platform cannot be reached nobody is told: it is tried again.
    """
    persons = [season.holders[slot] for slot in made.slots]
    why = "strangers" if strangers(*(people.get(person) for person in persons)) else "failed" if failed else "waits"
    key = _waits(made.match, leg) + ("" if why != "failed" else ":failed")
    if (failed is not None and failed.away) or await office.desk.answered(season_id, key) is not None:
        return
    first, second = (name_of(people, season, slot) for slot in made.slots)
    text = office.tools.say(
        f"clerk.{why}",
        season=foreign(season.rules.name),
        match=made.match,
        first=first,
        second=second,
        why=str(failed or ""),
    )
    players = [people.get(person) for person in persons]
    if season.withheld(made):
        await _told_alone(office, season_id, season, Reply(text=text), key, players)
        return
    asked, channels = persons, _read_by(office, season, players)
    if why == "failed":  # nothing that a player could mend
        asked = sorted(season.roles.get("owner", set()) | season.roles.get("organiser", set()))
        channels = [season.rules.home] if office.serves(season.rules.home) else channels
    said: list[JsonValue] = []
    for channel in channels:
        mention = await office.pinged(asked, channel.partition(":")[0], f"{season_id}:{key}")
        told = Reply(text=text, audience="channel", mention=mention)
        try:
            message = await office.tell(channel, told, f"{season_id}:{key}:{channel}")
        except DeliveryError as error:
            log.warning("that match %s of season %s waits is not told: %s", made.match, season_id, error)
            return
        if message:
            said.append([channel, message])
    if channels:
        await office.desk.note(season_id, key, {"said": said})


def _waits(match: str, leg: int) -> str:
    """Under what it is noted that a match was told to wait."""
    return f"clerk:waits:{match}:{leg}"


async def was_refused(desk: Desk, season_id: str, match: str, leg: int) -> bool:
    """Whether a platform has refused a room for a match that has none yet."""
    return await desk.answered(season_id, f"{_waits(match, leg)}:failed") is not None


async def _tell_opened(office: Office, season_id: str, season: Season, done: _Opened) -> None:
    """Where it was told that a match waits, say where it is played now."""
    for key in (_waits(done.match, done.leg), f"{_waits(done.match, done.leg)}:failed"):
        noted = await office.desk.answered(season_id, key)
        said = noted.get("said") if noted else None
        for one in said if isinstance(said, list) else []:
            channel, message = (str(part) for part in one) if isinstance(one, list) and len(one) == 2 else ("", "")
            text = office.tools.say(
                "clerk.begun", season=foreign(season.rules.name), match=done.match, place=place(done.room)
            )
            if message:
                await office.amend(channel, message, Reply(text=text, audience="channel"))


async def _told_alone(
    office: Office, season_id: str, season: Season, reply: Reply, key: str, players: Sequence[StoredPerson | None]
) -> None:
    """Tell the players of a match alone, each on a platform where they are."""
    for kept in players:
        for channel in _read_by(office, season, [kept])[:1]:
            account = next(iter(kept.on(channel.partition(":")[0])), None) if kept is not None else None
            if account is None:
                continue
            try:
                await office.tell_alone(account, channel, reply, f"{season_id}:{key}:{account}")
            except DeliveryError as error:
                log.warning("a player of season %s is not told that a match waits: %s", season_id, error)
                return
    await office.desk.note(season_id, key)


def _read_by(office: Office, season: Season, players: Sequence[StoredPerson | None]) -> list[str]:
    """The first of a season's channels on a platform of both players; else one for each, or where the season was made."""
    channels = [one for one in dict.fromkeys((season.rules.home, *season.venues)) if office.serves(one)]

    def of(*some: StoredPerson | None) -> str:
        return next((one for one in channels if all(seat_on(one.partition(":")[0], kept) for kept in some)), "")

    own = [both] if (both := of(*players)) else [found for one in players if (found := of(one))]
    return [*dict.fromkeys(own)] or [one for one in channels if one == season.rules.home]


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
    """What a game of a match is to be; its chance follows from the season's seed, which nobody knows before the end."""
    rules, options = season.rules, dict(season.rules.options)
    if made.auction is not None and made.auction.ceded:
        # The VP go from whoever has the side that was bid for.
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


async def _opened(
    office: Office, work: _Work, people: Mapping[Person, StoredPerson], made: Fixed, leg: int
) -> _Opened | DeliveryError | None:
    """The game of a match in a room of the venue that has the fewest games.

    Returns:
        The game; else what a platform refused, or None where there is no room for it now.
    """
    season, failed = work.season, None
    tools = office.tools.of_title(season.rules.title)
    sides = [people.get(season.holders[slot]) for slot in made.sides(leg)]
    for venue in sorted(season.venues, key=lambda one: work.loads[one]):
        platform = venue.partition(":")[0]
        first, second = (seat_on(platform, kept) for kept in sides)
        if not office.serves(venue) or first is None or second is None:
            continue
        head = _head(office, season, made, people)
        named = name_of(people, season, made.first), name_of(people, season, made.second)
        hidden = season.withheld(made)
        card = None if leg or hidden else work.shown.pairing(made, named)
        table = table_of(work.season_id, season, made, leg, (first, second), work.seed, head, card)
        looked = await office.behind(looked_up(tools, table))
        if looked.made is not None:
            header: GameHeader | None = await office.behind(open_game(tools, table, looked.made.channel, looked))
        else:
            about = season.rules.name if hidden else f"{first.name} – {second.name}"
            try:
                header = await _in_room(office, work.season_id, table, venue, about, looked)
            except DeliveryError as error:
                failed, header = error, None
        if header is not None:
            return _Opened(made.match, leg, header.game_id, venue, header.channel)
    return failed


async def _in_room(
    office: Office, season_id: str, table: LeagueTable, venue: str, about: str, looked: Looked
) -> GameHeader | None:
    """The game begun in a room of a venue; None where that has no room now."""
    platform = venue.partition(":")[0]
    league = table.league
    key = _key(season_id, league.match, league.leg)
    room = await _room(office, venue, f"{about} · {key}", key)
    if room is None:
        return None
    try:
        tools = office.tools.of_title(table.title)
        return await office.behind(open_game(tools, table, f"{platform}:{room}", looked))
    except ChannelBusy:
        return None


def _head(office: Office, season: Season, made: Fixed, people: Mapping[Person, StoredPerson]) -> str:
    """What stands above the beginning of a game: its season, its match, and until when it lasts."""
    window = season.window(made.round)
    first, second = (name_of(people, season, slot) for slot in made.slots)
    end = shown(window.end) if window is not None else ""
    return office.tools.say(
        "clerk.game_sealed" if season.withheld(made) else "clerk.game",
        season=foreign(season.rules.name),
        match=made.match,
        first=first,
        second=second,
        end=end,
    )


async def close_lost(office: Office, season_id: str) -> None:
    """Venues whose channels are gone are none any more."""
    season = await office.desk.season(season_id)
    for venue in [one for one in season.venues if one in office.lost]:
        at = office.desk.at

        def decide(season: Season, venue: str = venue, at: float = at) -> list[Entry]:
            return acts.venue_removed(season, venue, "", at) if venue in season.venues else []

        await office.desk.act(season_id, f"clerk:lost:{venue}:{season.length}", decide)


async def relocate_games(office: Office, season_id: str) -> None:
    """Bring games whose venue is none any more into rooms of another one of their platform; without one they stay where they are."""
    season = await office.desk.season(season_id)
    for made, leg in season.to_relocate() if season.on else ():
        own = made.legs[leg]
        platform, loads = own.room.partition(":")[0], _loads(season)
        venues = [one for one in season.venues if one.partition(":")[0] == platform and office.serves(one)]
        for venue in sorted(venues, key=lambda one: loads[one]):
            key = _key(season_id, made.match, leg)
            try:
                room = await _room(office, venue, f"{season.rules.name} · {key}", key)
            except DeliveryError:
                continue
            if room and await _moved(office, season, own.game, f"{platform}:{room}"):
                told = partial(_relocated, match=made.match, leg=leg, venue=venue, room=f"{platform}:{room}")
                await office.desk.act(
                    season_id, f"clerk:moved:{made.match}:{leg}:{room}", partial(told, at=office.desk.at)
                )
                break


def _relocated(season: Season, *, match: str, leg: int, venue: str, room: str, at: float) -> list[Entry]:
    return acts.relocated(season, match, at, leg=leg, venue=venue, room=room)


async def _moved(office: Office, season: Season, game_id: str, channel: str) -> bool:
    """Bring a game into a channel; False where another one is played there."""
    tools = office.tools.of_title(season.rules.title)
    who = Caller(user="", name=foreign(season.rules.name), channel=channel, platform=channel.partition(":")[0], key="")

    async def decide(stored: StoredGame) -> Change:
        return await moved(tools, who, stored)

    try:
        if await tools.store.moved_before(game_id, channel, f"clerk:moved:{channel}") is None:
            await tools.store.move_game(game_id, channel, decide, f"clerk:moved:{channel}", server=season.rules.server)
    except (ChannelBusy, UnknownGame):
        return False
    return True


async def _room(office: Office, venue: str, name: str, key: str) -> str | None:
    """A room of a venue, None where it has none now; raises DeliveryError where its platform refuses one or is away."""
    platform, _, own = venue.partition(":")
    try:
        with office.noticing(venue):
            return await office.venues[platform].open_room(own, name, key)
    except DeliveryError as error:
        log.warning("no room for %s in %s: %s", key, venue, error)
        raise


def _key(season_id: str, match: str, leg: int) -> str:
    """What a game's room is found again by."""
    return f"{season_id} {match}" + (f" {leg + 1}" if leg else "")


async def _told(office: Office, season_id: str, done: list[_Opened]) -> None:
    """Tell the journal of games that have been opened."""
    if not done:
        return
    told, at = tuple(done), office.desk.at
    done.clear()

    def decide(season: Season) -> list[Entry]:
        return [entry for one in told for entry in _created(season, one, at)]

    await office.desk.act(season_id, f"clerk:created:{told[0].game}:{len(told)}:{told[-1].game}", decide)


def _created(season: Season, one: _Opened, at: float) -> Iterator[Entry]:
    yield from acts.created(season, one.match, one.game, at, leg=one.leg, venue=one.venue, room=one.room)


def _loads(season: Season) -> Counter[str]:
    """How many open games each venue holds."""
    legs = (leg for made in season.open_matches() for leg in made.legs)
    return Counter(leg.venue for leg in legs if leg.venue and not leg.settled)


__all__ = ["close_lost", "open_games", "relocate_games", "table_of", "was_refused"]
