"""The platforms on which people can play: recorded before draws, and reported where two people share none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.leagues import journal
from bot.leagues.journal import Drawn, Entry
from bot.leagues.season import Season
from bot.service.calls import Tools
from bot.service.leagues.league_call import LeagueCall, named_holders
from bot.service.leagues.season_repository import SeasonRepository
from bot.storage.persons import StoredPerson
from bot.storage.store import Store

#: Maximum number of lines about people who cannot play each other.
_SHOWN = 8


async def placed(store: Store, repository: SeasonRepository, season_id: str) -> None:
    """Record, before a place is offered or given, the platforms of substitutes who might not reach a game's room."""
    season = await repository.season(season_id)
    rooms = {leg.room.partition(":")[0] for made in season.open_matches() for leg in made.legs if leg.room}
    people = await store.persons.read_all({*season.waiting()})
    found = {person: frozenset(platforms_of(kept)) for person, kept in people.items() if kept.accounts}

    def decide(season: Season) -> Sequence[Entry]:
        fresh = {
            person: tuple(sorted(on))
            for person, on in sorted(found.items())
            if season.platforms.get(person) != on and (person in season.platforms or not rooms <= on)
        }
        return [journal.Reached(at=repository.at, platforms=fresh)] if fresh else []

    await repository.act(season_id, f"clerk:placed:{season.length}", decide)


async def noted(store: Store, repository: SeasonRepository, season_id: str) -> None:
    """Record people's platforms before a draw, unless all share one; unchanged platforms are not recorded again."""
    season = await repository.season(season_id)
    people = await store.persons.read_all({*season.entrants, *season.holders.values()})
    found = {person: frozenset(platforms_of(kept)) for person, kept in people.items() if kept.accounts}

    def decide(season: Season) -> Sequence[Entry]:
        fresh = {person: on for person, on in found.items() if season.platforms.get(person) != on}
        if not fresh or (not season.platforms and frozenset.intersection(*found.values())):
            return []
        return [journal.Reached(at=repository.at, platforms={one: tuple(sorted(fresh[one])) for one in sorted(fresh)})]

    await repository.act(season_id, f"clerk:reached:{season.length}", decide)


def platforms_of(kept: StoredPerson) -> list[str]:
    """Return the platforms on which a person has an account."""
    return sorted({account.partition(":")[0] for account in kept.accounts})


def strangers(one: StoredPerson | None, other: StoredPerson | None) -> bool:
    """Return True for two people without a common platform, so that no game between them could start."""
    return one is not None and other is not None and not {*platforms_of(one)} & {*platforms_of(other)}


def platform_names(tools: Tools, platforms: Iterable[str]) -> str:
    """Return the names of platforms."""
    return tools.words.listed([tools.say(f"persons.platforms.{one}") for one in platforms])


def unmet(asked: LeagueCall, season: Season) -> str:
    """Return the notice to an entrant without an account on a platform that hosts the season's games; "" to others."""
    own = platforms_of(asked.person)
    rooms = {venue.partition(":")[0] for venue in season.venues}
    if not (missing := sorted(rooms.difference(own))):
        return ""
    return asked.say("joined.unmet", own=platform_names(asked.tools, own), missing=platform_names(asked.tools, missing))


async def warned(asked: LeagueCall, season: Season, drawn: Drawn) -> list[str]:
    """Warn about opponents in a draw who could not play: each pair once, listed under the person with most of them."""
    pairs = [(one.first, one.second) for one in drawn.matches if season.strangers(one.first, one.second)]
    known = await named_holders(asked, season, [slot for pair in pairs for slot in pair])
    lines = list[str]()
    while pairs and len(lines) < _SHOWN:
        slots = [slot for pair in pairs for slot in pair]
        most = max(slots, key=slots.count)
        others = dict.fromkeys(slot for pair in pairs if most in pair for slot in pair if slot != most)
        pairs = [pair for pair in pairs if most not in pair]
        on = sorted(season.platforms[season.holder_of(most)])
        listed = asked.tools.words.listed([known[slot] for slot in others])
        lines.append(asked.say("draws.strangers", person=known[most], own=platform_names(asked.tools, on), list=listed))
    return [*lines, asked.say("more", count=len(pairs))] if pairs else lines


__all__ = ["noted", "placed", "platform_names", "platforms_of", "strangers", "unmet", "warned"]
