"""In which turns the running games of a slot stand, for a substitute who takes them over."""

from __future__ import annotations

from bot.leagues.journal import Person
from bot.leagues.season import Season
from bot.service.calls import Tools
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


__all__ = ["turns"]
