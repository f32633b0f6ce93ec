"""Resolves the game a command refers to: the channel's, one named by its id, or the last one played."""

from __future__ import annotations

from bot.service.calls import Caller, Tools, game_here
from bot.storage.errors import StoredDamage, UnknownGame
from bot.storage.models import GameHeader
from bot.table.refusal import refuse

#: The word for the most recently finished game.
LAST = "last"
#: Maximum number of a channel's games searched, and of games offered as completions.
_BACK, _OFFERED = 50, 12


async def meant(tools: Tools, caller: Caller, word: str, near: str = "") -> str:
    """Return the id of the game that a word refers to, the channel's for ""; refuse if there is none.

    `near` lists other words of the command that may have been meant.
    """
    if not word:
        return await game_here(tools, caller)
    if word != LAST:
        if await _header(tools, word) is None:
            raise refuse("unknown_game", text=word, near=near)
        return word
    ended = await _ended_in_channel(tools, caller)
    if not ended:
        raise refuse("no_last_game")
    return ended[0]


async def offered(tools: Tools, caller: Caller) -> list[str]:
    """Return completions for a game: `last`, games finished in the channel, the caller's own, and those they follow."""
    people = tools.store.people
    ended = await _ended_in_channel(tools, caller)
    own = [*await people.games_of(caller.user), *await people.followed_by(caller.user)]
    return [*([LAST] if ended else []), *list(dict.fromkeys([*ended, *own]))[:_OFFERED]]


async def held(tools: Tools, channel: str, *, besides: str) -> str:
    """Return the channel's game that another one is about to replace; "" if there is none."""
    holder = await tools.store.channels.holder(channel)
    return holder if holder is not None and holder != besides else ""


async def _ended_in_channel(tools: Tools, caller: Caller) -> list[str]:
    """Return the games finished in the channel, latest first; if there are none, the caller's own."""
    return await ended_here(tools, caller.channel) or await _own_ended(tools, caller)


async def ended_here(tools: Tools, channel: str) -> list[str]:
    """Return the games finished in a channel, latest first."""
    found: list[str] = []
    game = await tools.store.channels.holder(channel) or ""
    for _ in range(_BACK):
        header = await readable(tools, game) if game else None
        if header is None:
            break
        if _was_played(header):
            found.append(game)
        game = header.previous
    return found


async def _own_ended(tools: Tools, caller: Caller) -> list[str]:
    headers = [await readable(tools, game) for game in await tools.store.people.games_of(caller.user)]
    ended = [header for header in headers if header is not None and _was_played(header)]
    ended.sort(key=lambda header: (header.finished_at or header.created_at, header.game_id), reverse=True)
    return [header.game_id for header in ended]


def _was_played(header: GameHeader) -> bool:
    """Return True for a game that was started and finished; not an abandoned lobby, a lesson or a puzzle."""
    return header.status == "finished" and bool(header.commitment) and not header.study


async def _header(tools: Tools, game: str) -> GameHeader | None:
    try:
        return await tools.store.header(game)
    except UnknownGame:
        return None


async def readable(tools: Tools, game: str) -> GameHeader | None:
    """Return a game's header; None also if it cannot be read, so that it hides none of the others."""
    try:
        return await _header(tools, game)
    except StoredDamage:
        return None


__all__ = ["LAST", "held", "meant", "offered", "readable"]
