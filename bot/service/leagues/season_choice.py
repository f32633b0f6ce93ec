"""Resolves which season a command refers to."""

from __future__ import annotations

from bot.leagues.journal import Person
from bot.leagues.season import Season
from bot.narration.user_text import user_text
from bot.service.calls import Caller
from bot.service.leagues.season_repository import SeasonRepository
from bot.table.refusal import refuse
from bot.table.typed_text import alike, fold

#: Maximum number of seasons named in a refusal.
_NAMED = 5


async def meant(repository: SeasonRepository, caller: Caller, typed: str, mine: Person = "") -> str:
    """Return the season named by id or name; else the channel's, the community's, or the only one the person entered.

    Refuse if there is none, or several are possible.
    """
    if (season_id := typed.strip().strip("`").casefold()) in await repository.seasons():
        return season_id  # buttons name it like this, and no other season is read for them
    known = await repository.sound()
    if typed:
        return _season_by_name(known, typed, caller)
    for near in (_of_channel(known, caller), _of_server(known, caller), _seasons_entered(known, mine)):
        going = [season_id for season_id in near if known[season_id].stage != "final"]
        if len(going) == 1:
            return going[0]
        if going:
            raise refuse("league.which_season", list=listed(known, going))
        if len(near) == 1:
            return near[0]
    raise refuse("league.no_season_here")


def listed(known: dict[str, Season], some: list[str]) -> str:
    """List seasons with id and name."""
    return ", ".join(f"`{season_id}` ({user_text(known[season_id].rules.name)})" for season_id in some[:_NAMED])


def around(known: dict[str, Season], caller: Caller) -> list[str]:
    """Return the seasons of a channel and its community, running ones first."""
    found = dict.fromkeys([*_of_channel(known, caller), *_of_server(known, caller)])
    return sorted(found, key=lambda season_id: known[season_id].stage == "final")


def _season_by_name(known: dict[str, Season], typed: str, caller: Caller) -> str:
    word = typed.strip().strip("`").casefold()
    if f"s-{word}" in known:
        return f"s-{word}"
    wanted = fold(typed.strip())
    fitting = [season_id for season_id, season in known.items() if fold(season.rules.name) == wanted]
    near = [season_id for season_id in fitting if season_id in around(known, caller)] or fitting
    if len(near) == 1:
        return near[0]
    if near:
        raise refuse("league.which_season", list=listed(known, near))
    raise refuse("league.no_such_season", text=typed, near="".join(f"`{one}`" for one in alike(word, known)[:1]))


def _of_channel(known: dict[str, Season], caller: Caller) -> list[str]:
    here = {caller.channel, *caller.places} - {caller.server}
    return [season_id for season_id, season in known.items() if here & {season.rules.home, *season.venues}]


def _of_server(known: dict[str, Season], caller: Caller) -> list[str]:
    """Return the community's seasons; on a platform with a single community its name is empty."""
    return [season_id for season_id, season in known.items() if season.rules.server == caller.server]


def _seasons_entered(known: dict[str, Season], person: Person) -> list[str]:
    return [season_id for season_id, season in known.items() if person and person in season.entrants]


__all__ = ["around", "listed", "meant"]
