"""Opens a season's games: ids derived from season and match, both seats taken, started at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pydantic import JsonValue

from bot.leagues.windows import LeagueClock
from bot.narration.texts import host_text
from bot.service import game_lookup
from bot.service.acting.command_commit import CommandOutcome
from bot.service.calls import Caller, Tools
from bot.service.clock import Clock
from bot.service.seats.game_start import begun, from_the_start
from bot.service.state.game_header import new_header
from bot.storage.errors import StorageError, UnknownGame
from bot.storage.keys import game_id_for
from bot.storage.models import GameHeader, GameSettings, LeagueGame, Seat, Seats
from bot.storage.store import Committed, StoredGame
from bot.table.reply import Reply
from bot.titles import title_stored, title_stored_as

#: Number of alternative ids tried if another game has the first one: ids have 40 bits.
_SALTS = 4


@dataclass(frozen=True, slots=True)
class LeagueTable:
    """Definition of one game of a season.

    `holders` are the players of its first and second side, as accounts on its room's platform; `seed` determines its
    randomness and is revealed after the game; `head` is the public heading at its start, `card` is shown before it.
    """

    league: LeagueGame
    title: str
    scenario: str
    options: Mapping[str, JsonValue]
    clock: LeagueClock
    holders: tuple[Seat, Seat]
    seed: bytes
    head: str = ""
    server: str = ""
    card: Reply | None = None

    def ids(self) -> list[str]:
        """Return the game's possible ids, in the order they are tried; permanently the same."""
        league = self.league
        names = [f"{league.match}:{league.leg}" + (f"#{salt}" if salt else "") for salt in range(_SALTS)]
        return [game_id_for(f"league:{league.season}", name) for name in names]


@dataclass(frozen=True, slots=True)
class Looked:
    """The game of a match, or None if it has not been made, and its id: if not made, the first one free."""

    made: GameHeader | None
    game_id: str


async def looked_up(tools: Tools, table: LeagueTable) -> Looked:
    """Look up the game of a match. Raises StorageError."""
    for game_id in table.ids():
        try:
            header = await tools.store.header(game_id)
        except UnknownGame:
            return Looked(None, game_id)
        held, own = header.league, table.league
        if held is not None and (held.season, held.match, held.leg) == (own.season, own.match, own.leg):
            return Looked(header, game_id)
    raise StorageError(
        host_text("faults.opening.no_id_free_match", match=table.league.match, season=table.league.season)
    )


async def open_game(tools: Tools, table: LeagueTable, channel: str, looked: Looked | None = None) -> GameHeader:
    """Create and start the game of a match in a channel; if it already exists, anywhere, return that one.

    Args:
        tools: store, texts and the time.
        table: the game's definition.
        channel: where it is to be played, as `platform:id`.
        looked: a fresh result of `looked_up`, if there is one.

    Raises:
        ChannelBusy: another game is played there.
        StorageError: the store is unavailable, or no id is free.
    """
    looked = looked or await looked_up(tools, table)
    made, game_id = looked.made, looked.game_id
    key = f"league:{table.league.season}:{table.league.match}:{table.league.leg}"
    if made is not None:
        await tools.store.made_before(made.channel, key, made.game_id)
        return made
    header = await _header(tools, table, channel, game_id, key)
    seats = Seats(holders=dict(zip(title_stored(header).seats, table.holders, strict=True)))
    settings = from_the_start(header, Clock.of_league(table.clock).into(GameSettings(language=tools.words.language)))
    stored = StoredGame(header, -1, 0, None, seats, settings)
    nobody = Caller(user="", name="", channel=channel, platform=header.platform, key=key)
    own = tools.at(stored)
    change = await begun(own, nobody, stored, table.seed, CommandOutcome(), head=table.head, card=table.card)
    header = change.header or header
    done = await tools.store.create_game(header, replace(change, seats=seats))
    return header if isinstance(done, Committed) else await tools.store.header(game_id)


async def _header(tools: Tools, table: LeagueTable, channel: str, game_id: str, key: str) -> GameHeader:
    """Return the header of a game before it starts."""
    return new_header(
        title_stored_as(table.title),
        {"scenario": table.scenario, **table.options},
        game_id=game_id,
        channel=channel,
        created_by=f"season:{table.league.season}",
        created_at=tools.now(),
        server=table.server,
        key=key,
        previous=await game_lookup.held(tools, channel, besides=game_id),
        league=table.league,
    )


__all__ = ["LeagueTable", "Looked", "looked_up", "open_game"]
