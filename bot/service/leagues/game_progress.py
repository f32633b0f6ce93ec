"""Progress of running games: the turns reached by a slot's games, and whether a move has been made."""

from __future__ import annotations

from bot.leagues.journal import Person
from bot.leagues.matches import Leg
from bot.leagues.season import Season
from bot.leagues.standings import How
from bot.service.calls import Tools
from bot.service.clock import Clock
from bot.service.session import restore
from bot.storage.errors import StorageError, UnknownGame
from bot.storage.store import Store
from bot.titles import title_of


async def turns(tools: Tools, season: Season, slot: Person) -> dict[str, int]:
    """Return the current turn by match, counted from 1; without games that cannot be read."""
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
    """Return True if a move was made in a game, here or where its result was reported from."""
    if leg.ruled is not None and not leg.ruled.by:
        return leg.ruled.how is How.PLAYED
    if leg.reported is not None or not leg.game:
        return leg.reported is not None
    try:
        return await moves_made(tools.store, leg.game)
    except StorageError:
        return False


async def open_and_begun(tools: Tools, season: Season) -> frozenset[tuple[str, int]]:
    """Return the open games of a season, by match and leg, in which a move was made."""
    found = [(made, number, leg) for made in season.open_matches() for number, leg in enumerate(made.legs)]
    return frozenset([(made.match, number) for made, number, leg in found if await begun(tools, leg)])


async def moves_made(store: Store, game_id: str) -> bool:
    """Return True if either side has made a move in a game; False for a game that no longer exists.

    Raises:
        StorageError: the game cannot be read now.
    """
    try:
        stored = await store.load(game_id)
    except UnknownGame:
        return False
    return any(Clock.of(stored.settings).acted)


__all__ = ["begun", "moves_made", "open_and_begun", "turns"]
