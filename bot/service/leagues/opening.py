"""A season's games are opened: made by ids that follow from season and match, with both seats taken, and begun at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pydantic import JsonValue

from bot import __version__
from bot.leagues.windows import LeagueClock
from bot.service import finding
from bot.service.acting.concluding import Outcome
from bot.service.calls import Caller, Tools
from bot.service.people.clock import Clock
from bot.service.seats.beginning import begun
from bot.storage.errors import StorageError, UnknownGame
from bot.storage.keys import game_id_for
from bot.storage.models import GameHeader, GameSettings, LeagueGame, Seat, Seats
from bot.storage.store import StoredGame
from bot.table.reply import Reply
from bot.titles import title_stored

#: Ids that are tried where another game has the first one: they have 40 bits.
_SALTS = 4


@dataclass(frozen=True, slots=True)
class LeagueTable:
    """What one game of a season is to be.

    `holders` are the people of its first and second side, as accounts of its room's platform; `seed` is of its chance and is
    told when the game is over; `head` is what all read above its beginning, `card` what they are shown before it.
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
        """The ids that the game may have, in the order in which they are tried; the same for ever."""
        league = self.league
        names = [f"{league.match}:{league.leg}" + (f"#{salt}" if salt else "") for salt in range(_SALTS)]
        return [game_id_for(f"league:{league.season}", name) for name in names]


async def opened(tools: Tools, table: LeagueTable) -> GameHeader | None:
    """The game of a match if it has been made already, else None. Raises StorageError."""
    return (await _looked_up(tools, table))[0]


async def open_game(tools: Tools, table: LeagueTable, channel: str) -> GameHeader:
    """Make the game of a match in a channel and begin it; the one that was made before, wherever it is, stays.

    Raises:
        ChannelBusy: another game is played there.
        StorageError: the store is away, or no id is free.
    """
    made, game_id = await _looked_up(tools, table)
    key = f"league:{table.league.season}:{table.league.match}:{table.league.leg}"
    if made is not None:
        await tools.store.made_before(made.channel, key, made.game_id)
        return made
    options: dict[str, JsonValue] = {"scenario": table.scenario, **table.options}
    header = GameHeader(
        game_id=game_id,
        channel=channel,
        title=table.title,
        scenario=table.scenario,
        created_by=f"season:{table.league.season}",
        created_at=tools.now(),
        server=table.server,
        key=key,
        options=options,
        engine_version=__version__,
        previous=await finding.held(tools, channel, besides=game_id),
        league=table.league,
    )
    title = title_stored(header)
    header = header.model_copy(update={"content_hash": title.system(options).digest})
    seats = Seats(holders=dict(zip(title.seats, table.holders, strict=True)))
    stored = StoredGame(header, -1, 0, None, seats, Clock.of_league(table.clock).into(GameSettings()))
    nobody = Caller(user="", name="", channel=channel, platform=header.platform, key=key)
    own = tools.at(stored)
    change = await begun(own, nobody, stored, table.seed, Outcome(), head=table.head, card=table.card)
    await tools.store.create_game(change.header or header, replace(change, seats=seats))
    return await tools.store.header(game_id)


async def _looked_up(tools: Tools, table: LeagueTable) -> tuple[GameHeader | None, str]:
    """The game of a match and its id; where there is none yet, the first id that no other game has."""
    for game_id in table.ids():
        try:
            header = await tools.store.header(game_id)
        except UnknownGame:
            return None, game_id
        if header.league is not None and header.league.model_copy(update={"draws": table.league.draws}) == table.league:
            return header, game_id
    raise StorageError(f"No id is free for match {table.league.match} of season {table.league.season}.")


__all__ = ["LeagueTable", "open_game", "opened"]
