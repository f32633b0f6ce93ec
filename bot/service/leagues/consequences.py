"""Consequences of journal entries for games and people; each can be applied again without a second effect.

| entry                          | consequence                                                  |
|--------------------------------|--------------------------------------------------------------|
| an organiser's ruling          | its game, if still running, ends with it                     |
| a substitute joined            | the substitute gets the seats of the running games           |
| time granted, outage, leave    | the clocks of the running games are updated                  |
| all games played, season over  | running games of withdrawn players end without a substitute  |
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

from bot.leagues import journal
from bot.leagues.journal import Entry, Person
from bot.leagues.matches import Fixed, Leg
from bot.leagues.season import Season
from bot.service.acting.command_commit import only_said
from bot.service.calls import Answer, Caller, Tools
from bot.service.leagues.clerk_context import ClerkContext, seat_on
from bot.service.seats.league_rulings import Sentence, end_game
from bot.service.seats.table_changes import handed, seat_taken
from bot.service.session import Memory, restore, seats_of
from bot.storage.errors import PositionLost, StoredDamage, UnknownGame
from bot.storage.models import Seat
from bot.storage.store import Change, StoredGame
from engine.core.game import Game, GameState

log = logging.getLogger(__name__)


async def follow(context: ClerkContext, season_id: str, number: int, entry: Entry) -> None:
    """Apply the consequences of the entry with that number. Raise StorageError if the store is unavailable."""
    season = await context.repository.season(season_id)
    if isinstance(entry, journal.Ruled) and entry.by:
        await _end_by_ruling(context, season, entry)
    elif isinstance(entry, journal.Replaced):
        await _replace_holder(context, season, number, entry)
    elif isinstance(entry, journal.Extended):
        for _, _, leg in _running(season):
            await _clock(context.tools, leg.game, f"clerk:time:{number}")
    elif isinstance(entry, journal.Away):
        for made, _, leg in _running(season):
            if season.slot_of(entry.person) in made.slots:
                await _clock(context.tools, leg.game, f"clerk:time:{number}")
    elif isinstance(entry, journal.Reviewing | journal.Finished):
        await end_deserted(context, season_id, [*season.gone])


def _running(season: Season) -> Iterator[tuple[Fixed, int, Leg]]:
    """Yield the running games: match, index of the game in it, and the game."""
    for made in [*season.matches.values()]:
        for number, leg in enumerate(made.legs):
            if leg.game and not leg.settled:
                yield made, number, leg


async def _end_by_ruling(context: ClerkContext, season: Season, entry: journal.Ruled) -> None:
    """End a game by an organiser's ruling."""
    leg = season.matches[entry.match].legs[entry.leg]
    if not leg.game:
        return
    one, other = entry.points
    winner = None if one == other else 0 if one > other else 1
    code = "annulled" if one == other == 0 else "arbiter"

    def say(own: Tools) -> str:
        text = own.say(f"clerk.ruled.{code}")
        # Free text stays in the record from which a forgotten name can be removed.
        return f"{text} {own.say('clerk.ruled_why')}" if entry.reason and not entry.code else text

    def judge(stored: StoredGame, game: Game[GameState]) -> Sentence:
        del stored, game
        return Sentence(winner, code, entry.by, say)

    await end_game(context.tools, leg.game, f"clerk:ruled:{entry.match}:{entry.leg}", judge)


async def _replace_holder(context: ClerkContext, season: Season, number: int, entry: journal.Replaced) -> None:
    """Give the seats in a slot's running games to its current holder."""
    slot = season.slot_of(entry.substitute)
    people = await context.people([entry.substitute])
    for made, leg_number, leg in _running(season):
        if slot not in made.slots:
            continue
        side = made.sides(leg_number).index(slot)
        platform = leg.room.partition(":")[0]
        seat = seat_on(platform, people.get(entry.substitute))
        if seat is None:
            log.error("the substitute in match %s is not on %s: the seat stays as it is", made.match, platform)
            continue
        await _seat_holder(context.tools, leg.game, side, seat, f"clerk:seat:{number}")


async def _seat_holder(tools: Tools, game_id: str, side: int, seat: Seat, key: str) -> None:
    async def decide(stored: StoredGame) -> Change:
        word = seats_of(stored)[side]
        if stored.header.status != "playing" or stored.seats.holders[word].user == seat.user:
            return Change(answer=Answer().dump())
        own = tools.at(stored)
        header = stored.header
        nobody = Caller(user="", name="", channel=header.channel, platform=header.platform, key=key)
        text = seat_taken(own, stored, side, seat.name)
        return await handed(own, nobody, stored, word, seat, text)

    try:
        await tools.store.people.note_game(seat.user, game_id)
        await tools.store.run_command(game_id, key, decide)
    except (UnknownGame, PositionLost, StoredDamage) as error:
        log.error("the seat in game %s stays as it is: %s", game_id, error)


async def _clock(tools: Tools, game_id: str, key: str) -> None:
    """Apply the season's time entries to a game's clock and update its table message."""

    async def decide(stored: StoredGame) -> Change:
        if stored.header.status != "playing":
            return Change(answer=Answer().dump())
        own, game, memory = tools.at(stored), restore(stored), Memory.of(stored.settings)
        told = await own.announce(stored, game, memory, await own.games.clock(stored), "")
        return only_said(told, Answer())

    try:
        await tools.store.run_command(game_id, key, decide)
    except (UnknownGame, PositionLost, StoredDamage) as error:
        log.error("the clock of game %s stays as it is: %s", game_id, error)


async def end_deserted(context: ClerkContext, season_id: str, slots: list[Person]) -> None:
    """End the running games of slots that were withdrawn and have no substitute; the remaining player wins."""
    season = await context.repository.season(season_id)
    for made, number, leg in list(_running(season)):
        sides = made.sides(number)
        lost = [slot in slots for slot in sides]
        if not any(lost):
            continue
        winner = None if all(lost) else 1 - lost.index(True)
        code = "annulled" if all(lost) else "withdrawn"

        def judge(stored: StoredGame, game: Game[GameState], winner: int | None = winner, code: str = code) -> Sentence:
            del stored, game
            return Sentence(winner, code, say=lambda own: own.say(f"clerk.ruled.{code}"))

        await end_game(context.tools, leg.game, f"clerk:deserted:{made.match}:{number}", judge)


__all__ = ["end_deserted", "follow"]
