"""Starts a waiting match in the channel where one of its players asks for it, on any platform."""

from __future__ import annotations

from collections.abc import Sequence

from bot.leagues import acts
from bot.leagues.journal import Entry
from bot.leagues.matches import Fixed
from bot.leagues.season import Season
from bot.narration.channel_mentions import place
from bot.narration.user_text import user_text
from bot.service.leagues.clerk_context import name_of, seat_on
from bot.service.leagues.game_creation import table_of
from bot.service.leagues.game_opening import LeagueTable, looked_up, open_game
from bot.service.leagues.league_call import LeagueCall
from bot.service.leagues.match_cards import Cards
from bot.service.seats.table_changes import moved
from bot.storage.errors import ChannelBusy
from bot.storage.models import GameHeader
from bot.storage.store import Change, StoredGame
from bot.table.refusal import refuse
from bot.table.reply import Reply


async def play(asked: LeagueCall) -> list[Reply]:
    """Start one of the caller's matches here; if it already has a game, say where."""
    season_id, season = await asked.season()
    asked.tools.policy.check_place(asked.caller.places)
    asked.caller.check_posts()
    made = _resolve_match(asked, season)
    lines = [await _begin_game(asked, season_id, season, made, leg) for leg in [*made.missing()][:1]]
    return [Reply(text="\n".join(lines))]


def _resolve_match(asked: LeagueCall, season: Season) -> Fixed:
    """Return the caller's match that waits for a game; refuse if there is none, or several and none is named."""
    slot, typed = season.held_by(asked.me), asked.args.match
    waiting = [made for made in season.to_create() if slot in made.slots]
    if typed:
        waiting = [made for made in waiting if made.match == typed]
    if not waiting:
        raise refuse("league.nothing_to_begin", season=user_text(season.rules.name))
    if len(waiting) > 1:
        raise refuse("league.which_to_begin", list=", ".join(f"`{made.match}`" for made in waiting))
    return waiting[0]


async def _begin_game(asked: LeagueCall, season_id: str, season: Season, made: Fixed, leg: int) -> str:
    """Return the text about a match's game, opened here, or elsewhere at the same time."""
    platform = asked.caller.platform
    holders = [season.holders[slot] for slot in made.sides(leg)]
    people = await asked.tools.store.persons.read_all(holders)
    first, second = (seat_on(platform, people.get(person)) for person in holders)
    if first is None or second is None:
        raise refuse("league.not_on_platform", match=made.match)
    seed = await asked.repository.seed(season_id)
    head = asked.say("plays.head", name=user_text(season.rules.name), match=made.match)
    named = name_of(people, season, made.first), name_of(people, season, made.second)
    card = (
        None
        if leg or season.withheld(made)
        else (await Cards.of(asked.repository, asked.tools, season_id, season)).pairing(made, named)
    )
    table = table_of(season_id, season, made, leg, (first, second), seed, head, card)
    header = await _open_here(asked, table)

    def decide(season: Season) -> Sequence[Entry]:
        return acts.create_game(season, made.match, header.game_id, asked.at, leg=leg, room=header.channel)

    await asked.act(season_id, decide, part=f"game{leg}")
    return asked.say("plays.begun", match=made.match, place=place(header.channel))


async def _open_here(asked: LeagueCall, table: LeagueTable) -> GameHeader:
    tools = asked.tools.of_title(table.title)
    looked = await looked_up(tools, table)
    channel = asked.caller.channel if looked.made is None else looked.made.channel
    try:
        return await open_game(tools, table, channel, looked)
    except ChannelBusy:
        raise refuse("channel_busy") from None


async def move(asked: LeagueCall) -> list[Reply]:
    """Move a match's game into this channel, with everything that belongs to it."""
    season_id, season = await asked.season()
    asked.require(season, "organiser")
    asked.tools.policy.check_place(asked.caller.places)
    asked.caller.check_posts()
    legs = season.matches[asked.args.match].legs if asked.args.match in season.matches else []
    number = asked.args.game - 1
    if number >= len(legs):
        raise refuse("league.no_match", match=asked.args.match, season=user_text(season.rules.name))
    own = legs[number]
    if not own.game or own.settled:
        raise refuse("league.no_game_to_move", match=asked.args.match)
    await _move_game(asked, season, own.game)
    room, match = asked.caller.channel, asked.args.match
    venue = room if room in season.venues else ""

    def decide(season: Season) -> Sequence[Entry]:
        return acts.relocate_game(season, match, asked.at, leg=number, venue=venue, room=room)

    await asked.act(season_id, decide, role="organiser", part="move")
    return [Reply(text=asked.say("plays.moved", match=match))]


async def _move_game(asked: LeagueCall, season: Season, game: str) -> None:
    tools, caller = asked.tools.of_title(season.rules.title), asked.caller

    async def decide(stored: StoredGame) -> Change:
        if stored.header.channel == caller.channel:
            raise refuse("already_here")
        return await moved(tools, caller, stored)

    if await tools.store.moved_before(game, caller.channel, caller.key) is not None:
        return
    try:
        await tools.store.move_game(game, caller.channel, decide, caller.key, server=caller.server)
    except ChannelBusy:
        raise refuse("channel_busy") from None


__all__ = ["move", "play"]
