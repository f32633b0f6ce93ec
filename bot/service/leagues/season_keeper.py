"""Personal data in seasons, and how it changes when people are linked, separated or forgotten."""

from __future__ import annotations

import json
import logging
from collections.abc import Collection
from itertools import product
from typing import get_args

from pydantic import JsonValue
from typing_extensions import override

from bot.leagues import acts
from bot.leagues.acts import NotNow
from bot.leagues.forgetting import without_names, without_words
from bot.leagues.journal import ENTRY
from bot.leagues.season import Season
from bot.narration.channel_mentions import place
from bot.narration.user_text import user_text
from bot.service.leagues.rating import Ratings
from bot.service.leagues.season_repository import SeasonRepository
from bot.service.person_keeper import PersonKeeper
from bot.storage import person_keys
from bot.storage.errors import StoredDamage
from bot.storage.links import LinkUndo
from bot.storage.models import GameHeader, JsonObject
from bot.storage.persons import StoredPerson
from bot.storage.spectator_store import Kind
from bot.table.refusal import refuse

_log = logging.getLogger(__name__)

#: Spectator data of a person that is worthless once they are gone.
_WATCHED: tuple[Kind, ...] = ("follows", "told", "willing")


class SeasonKeeper(PersonKeeper):
    """Keeps people's data in seasons.

    Args:
        repository: all seasons.
    """

    def __init__(self, repository: SeasonRepository) -> None:
        self._repository, self._store = repository, repository.store
        self._ratings = Ratings(repository.store, repository)

    # ------------------------------------------------------------------------------------------ data export

    @override
    async def export(self, person: StoredPerson) -> JsonObject:
        return {
            "seasons": [*await self._journals(person.ids)],
            "watching": await self._watching(person.ids),
            "ratings": await self._ratings_of(person.person),
        }

    async def _journals(self, ids: Collection[str]) -> list[JsonObject]:
        """Return a person's entries in the journals of seasons."""
        found: list[JsonObject] = []
        for season_id in await self._store.seasons.listed():
            try:
                lines = await self._store.seasons.read(season_id)
                mine: list[JsonValue] = [_entry(line, ids) for line in lines if _names_person(line, ids)]
            except (StoredDamage, ValueError) as damage:
                found.append({"season": season_id, "unreadable": str(damage)})
                continue
            if mine:
                found.append({"season": season_id, "journal": mine})
        return found

    async def _watching(self, ids: Collection[str]) -> JsonObject:
        """Return a person's follows, notifications and predictions by season, and when leagues pinged them."""
        found: dict[str, JsonValue] = {}
        for season_id in await self._store.seasons.listed():
            for kind in get_args(Kind):
                held = await self._store.watching.read(season_id, kind)
                if mine := {name: value for name, value in held.items() if name.split(" ")[0] in ids}:
                    found[f"{season_id} {kind}"] = {**mine}
        for one in ids:
            if pings := await self._store.connection.call("ZRANGE", person_keys.pings(one), 0, -1):
                found[f"pings of {one}"] = [ping.decode(errors="replace") for ping in pings]
        return found

    async def _ratings_of(self, person: str) -> JsonObject:
        """Return a person's rating in each pool, with its history."""
        stored, found = self._store.ratings, dict[str, JsonValue]()
        for pool in await stored.pools():
            if (one := (await stored.some(pool, [person])).get(person)) is not None:
                found[pool] = one.model_dump(mode="json")
        return found

    # ------------------------------------------------------------------------------------------ forgetting

    @override
    async def commitments(self, person: StoredPerson) -> list[str]:
        seasons = (await self._repository.sound()).values()
        return [
            user_text(season.rules.name) for season in seasons if any(_is_committed(season, one) for one in person.ids)
        ]

    @override
    async def channels(self, person: StoredPerson) -> set[str]:
        found: set[str] = set()
        for season in (await self._repository.sound()).values():
            if {*person.ids} & {*season.entrants, *season.holders.values()}:
                rooms = {leg.room for made in season.matches.values() for leg in made.legs}
                found |= {season.rules.home, *season.venues, *rooms}
        return found

    @override
    async def forget(self, person: StoredPerson, names: Collection[str], former: str) -> int:
        """Remove a person's texts from journals; events, tables, draws, ratings and predictions stay."""
        return await self._take_out_words(person, names, former) + await self._stop_watching(person)

    async def _take_out_words(self, person: StoredPerson, names: Collection[str], former: str) -> int:
        """Remove the texts of announcements, reasons, appeals and team names."""
        changed = 0
        for season_id in await self._store.seasons.listed():
            try:
                lines = await self._store.seasons.read(season_id)
            except StoredDamage as damage:
                _log.error("nothing is taken out of season %s: %s", season_id, damage)
                continue
            # A name in a journal is taken to mean the person only if they were in that season.
            meant = names if any(f'"{one}"' in line for line in lines for one in person.ids) else ()
            fresh = [_without_names(_without_words(line, person.ids), meant, former) for line in lines]
            here = [
                await self._store.seasons.replace(season_id, number, seen, new)
                for number, (seen, new) in enumerate(zip(lines, fresh, strict=True))
                if seen != new
            ]
            if here:
                self._repository.let_go(season_id)
                changed += sum(here)
        return changed

    async def _stop_watching(self, person: StoredPerson) -> int:
        gone, watching = 0, self._store.watching
        for season_id in await self._store.seasons.listed():
            for kind in _WATCHED:
                held = await watching.read(season_id, kind)
                gone += await watching.take(season_id, kind, *(one for one in held if one.split(" ")[0] in person.ids))
        await self._store.connection.pipeline(*(("DEL", person_keys.pings(one)) for one in person.ids))
        return gone

    # ------------------------------------------------------------------------------------------ links

    @override
    async def check_link(self, one: StoredPerson, other: StoredPerson) -> None:
        for season in (await self._repository.sound()).values():
            try:
                for mine, theirs in product(one.ids, other.ids):
                    acts.check_link(season, mine, theirs)
            except NotNow as refusal:
                raise refuse(refusal.code, **refusal.data) from None

    @override
    async def linked(self, person: str, former: str) -> None:
        for season_id in await self._repository.seasons():
            await self._record_link(season_id, person, former)

    @override
    async def parted(self, person: str, former: str) -> None:
        for season_id in await self._repository.seasons():
            await self._record_link(season_id, person, former, parted=True)

    async def _record_link(self, season_id: str, person: str, former: str, *, parted: bool = False) -> None:
        decide, repository = acts.unlink_persons if parted else acts.link_persons, self._repository
        try:
            # People who were separated can be linked again; that is not a repetition.
            times = (await repository.season(season_id)).parted[former]
            key = f"{'part' if parted else 'link'}:{former}" + (f":{times}" if times else "")
            await repository.act(season_id, key, lambda season: decide(season, person, former, repository.at))
        except NotNow as refusal:
            # Both entered at the moment they were linked: the season's organisers decide.
            _log.warning("in season %s %s stays beside %s: %s", season_id, former, person, refusal.code)
        except StoredDamage as damage:
            _log.error("season %s is not told that %s is %s: %s", season_id, former, person, damage)

    @override
    async def stranded(
        self, whole: StoredPerson, joint: LinkUndo, kept: Collection[str], theirs: Collection[str]
    ) -> list[str]:
        found = list[str]()
        for season in (await self._repository.sound()).values():
            known = season.joint.get(joint.former.person)
            mine = theirs if known is not None and known.entered else kept
            for made in season.open_matches():
                if not {season.holder_of(slot) for slot in made.slots} & {*whole.ids}:
                    continue
                rooms = [(leg.game, leg.room) for leg in made.legs if leg.game and not leg.settled]
                for game, room in rooms:
                    header = (await self._store.running.headers([game])).get(game)
                    there = header.channel if isinstance(header, GameHeader) else room
                    if there.partition(":")[0] not in mine:
                        found.append(f"`{made.match}` ({place(there)})")
        return found

    # ------------------------------------------------------------------------------------------ ratings

    @override
    async def refresh(self) -> int:
        return await self._ratings.refresh()


def _names_person(text: str, ids: Collection[str]) -> bool:
    return any(f'"{one}"' in text for one in ids)


def _entry(line: str, ids: Collection[str]) -> JsonObject:
    """Return an entry, with its lists reduced to the parts that name the person."""
    whole: JsonObject = json.loads(line)
    return {
        name: [one for one in value if _names_person(json.dumps(one), ids)] if isinstance(value, list) else value
        for name, value in whole.items()
    }


def _without_words(line: str, ids: Collection[str]) -> str:
    """Return a journal line without a person's texts; unreadable lines stay."""
    if not _names_person(line, ids):
        return line
    try:
        entry = ENTRY.validate_json(line)
    except ValueError:
        return line
    fresh = entry
    for one in ids:
        fresh = without_words(fresh, one)
    return line if fresh is entry else fresh.model_dump_json()


def _without_names(line: str, names: Collection[str], instead: str) -> str:
    """Return a journal line with names in free text replaced by `instead`; unreadable lines stay."""
    if not names:
        return line
    try:
        entry = ENTRY.validate_json(line)
    except ValueError:
        return line
    fresh = without_names(entry, names, instead)
    return line if fresh is entry else fresh.model_dump_json()


def _is_committed(season: Season, person: str) -> bool:
    """Return True while a season depends on a person, or has no other owner."""
    if season.stage == "final":
        return False
    if season.roles.get("owner") == {person} and not season.groups.get("owner"):
        return True
    entered = person in season.entrants or person in season.holders.values()
    return entered and season.slot_of(person) not in season.gone


__all__ = ["SeasonKeeper"]
