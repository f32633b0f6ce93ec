"""Moves games whose venue is gone, or is no longer a venue, into rooms of another one."""

from __future__ import annotations

from functools import partial

from bot.leagues import acts
from bot.leagues.journal import Entry
from bot.leagues.season import Season
from bot.narration.user_text import user_text
from bot.port import DeliveryError
from bot.service.calls import Caller
from bot.service.leagues.clerk_context import ClerkContext
from bot.service.leagues.rooms import loads, room_in, room_key
from bot.service.seats.table_changes import moved
from bot.storage.errors import ChannelBusy, UnknownGame
from bot.storage.store import Change, StoredGame


async def close_lost(context: ClerkContext, season_id: str) -> None:
    """Remove venues whose channels no longer exist."""
    season = await context.repository.season(season_id)
    for venue in [one for one in season.venues if one in context.lost]:
        at = context.repository.at

        def decide(season: Season, venue: str = venue, at: float = at) -> list[Entry]:
            return acts.remove_venue(season, venue, "", at) if venue in season.venues else []

        await context.repository.act(season_id, f"clerk:lost:{venue}:{season.length}", decide)


async def relocate_games(context: ClerkContext, season_id: str) -> None:
    """Move games of former venues into rooms of another venue on their platform; without one they stay."""
    season = await context.repository.season(season_id)
    for made, leg in season.to_relocate() if season.on else ():
        own = made.legs[leg]
        platform, held = own.room.partition(":")[0], loads(season)
        venues = [one for one in season.venues if one.partition(":")[0] == platform and context.serves(one)]
        for venue in sorted(venues, key=lambda one: held[one]):
            key = room_key(season_id, made.match, leg)
            try:
                room = await room_in(context, venue, f"{season.rules.name} · {key}", key)
            except DeliveryError:
                continue
            if room and await _move_game(context, season, own.game, f"{platform}:{room}"):
                told = partial(_relocation_entries, match=made.match, leg=leg, venue=venue, room=f"{platform}:{room}")
                await context.repository.act(
                    season_id, f"clerk:moved:{made.match}:{leg}:{room}", partial(told, at=context.repository.at)
                )
                break


def _relocation_entries(season: Season, *, match: str, leg: int, venue: str, room: str, at: float) -> list[Entry]:
    return acts.relocate_game(season, match, at, leg=leg, venue=venue, room=room)


async def _move_game(context: ClerkContext, season: Season, game_id: str, channel: str) -> bool:
    """Move a game into a channel; return False if another game is played there or the game is gone."""
    tools = context.tools.of_title(season.rules.title)
    who = Caller(
        user="", name=user_text(season.rules.name), channel=channel, platform=channel.partition(":")[0], key=""
    )

    async def decide(stored: StoredGame) -> Change:
        return await moved(tools, who, stored)

    try:
        if await tools.store.moved_before(game_id, channel, f"clerk:moved:{channel}") is None:
            await tools.store.move_game(game_id, channel, decide, f"clerk:moved:{channel}", server=season.rules.server)
    except (ChannelBusy, UnknownGame):
        return False
    return True


__all__ = ["close_lost", "relocate_games"]
