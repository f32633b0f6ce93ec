"""How far running games have come: in which turns those of a slot stand, and whether anybody has made a move."""

from __future__ import annotations

from bot.leagues.journal import Person
from bot.leagues.matches import Leg
from bot.leagues.season import Season
from bot.leagues.standings import How
from bot.service.calls import Tools
from bot.service.people.clock import Clock
from bot.service.session import restore
from bot.storage.errors import StorageError
from bot.titles import title_of


async def turns(tools: Tools, season: Season, slot: Person) -> dict[str, int]:
    """By match the turn that is played, counted from 1; without games that cannot be read."""
    games = [
        (made.match, leg.game)
        for made in season.matches.values()
        for leg in made.legs
        if slot in made.slots and leg.game and not leg.settled
    ]
    found: dict[str, int] = {}
    for match, game_id in games:
        try:
            game = restore(await tools.store.load(game_id))
        except StorageError:
            continue
        found[match] = max(found.get(match, 0), title_of(game).moment(game)[0])
    return found


async def begun(tools: Tools, leg: Leg) -> bool:
    """True if somebody has made a move in a game, here or where its result was handed in from."""
    if leg.ruled is not None and not leg.ruled.by:
        return leg.ruled.how is How.PLAYED
    if leg.reported is not None or not leg.game:
        return leg.reported is not None
    try:
        stored = await tools.store.load(leg.game)
    except StorageError:
        return False
    return any(Clock.of(stored.settings).acted)


__all__ = ["begun", "turns"]
