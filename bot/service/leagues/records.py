"""What a season asks of those who enter, gathered: a person's record from the journals of the community and the pool's ratings."""

from __future__ import annotations

from bot.leagues import reliability
from bot.leagues.eligibility import Record
from bot.service.leagues.desk import Desk
from bot.service.leagues.rating import Ratings, pool_of
from bot.storage import Store


async def record(store: Store, desk: Desk, season_id: str, person: str) -> Record:
    """The record of a person as the entry into a season asks for it: of all seasons of its community, as of now."""
    return (await records(store, desk, season_id, [person]))[person]


async def records(store: Store, desk: Desk, season_id: str, persons: list[str]) -> dict[str, Record]:
    """As `record`, for several persons; whoever is not known is as somebody new."""
    rules = (await desk.season(season_id)).rules
    seasons = [one for one in (await desk.sound()).values() if one.rules.server == rules.server]
    kept = await store.persons.read_all(persons)
    now = {name: kept[name].person if name in kept else name for name in persons}
    ratings = await Ratings(store, desk).of(pool_of(rules), now.values())
    found = {}
    for name in persons:
        rated, one = ratings[now[name]], kept.get(name)
        found[name] = reliability.record(
            seasons,
            one.ids if one is not None else (name,),
            desk.at,
            capacity=one.capacity if one is not None else 0,
            peak=rated.peak(desk.at - reliability.RECENT) if rated.history else None,
            provisional=rated.rating.provisional,
        )
    return found


__all__ = ["record", "records"]
