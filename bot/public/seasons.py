"""Seasons for the public pages: built from their journals and cached until these grow."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2s

from bot.narration.texts import Texts, host_text
from bot.platforms.shared_pictures import Shared
from bot.public.drawing import PUBLIC
from bot.public.league_files import season_file
from bot.public.league_pictures import Pictures, season_pictures
from bot.public.public_names import public_name
from bot.public.public_season import SeasonTale, season_tale
from bot.service.leagues.predictions import scored
from bot.service.record_work import Workshop
from bot.storage.errors import StoredDamage
from bot.storage.keys import is_season
from bot.storage.seasons import UnknownSeason
from bot.storage.store import Store
from bot.titles import MODULES, title_named

#: A cached season may be outdated by one second per this many journal entries; with fewer entries never.
_A_SECOND = 1_000
#: Place (0 with too few predictions), name, number of games, Brier score.
Predictor = tuple[int, str, int, float]
#: Most seasons and sections whose pictures are cached.
_PICTURES = 60
_PERSON = re.compile(r"[a-z0-9-]{1,64}")


@dataclass(frozen=True, slots=True)
class Somebody:
    """A person: the current id, all ids by which journals may refer to them, and their seasons."""

    person: str
    ids: tuple[str, ...]
    seasons: tuple[SeasonTale, ...]


@dataclass(frozen=True, slots=True)
class _Kept:
    tale: SeasonTale
    last: str
    at: float


class PublicSeasons:
    """Loads seasons and people's names.

    Args:
        store: of the seasons and people.
        workshop: processes journals.
        words: default texts.
        clock: a monotonic clock, in seconds.
    """

    def __init__(
        self, store: Store, workshop: Workshop, words: Texts, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._workshop = workshop
        self._words = words
        self._clock = clock
        self._kept: dict[str, _Kept] = {}
        self._pictures: OrderedDict[tuple[str, int | None, str, str], Pictures] = OrderedDict()
        self._telling: Shared[str, SeasonTale] = Shared()

    async def tale(self, season_id: str) -> SeasonTale | None:
        """Return a public season; None if there is none with this id, or if it is a draft.

        Raises:
            Crowded: too much is requested.
            StorageError: it can't be read.
        """
        if not is_season(season_id):
            return None
        try:
            tale = await self._telling.get(season_id, lambda: self._tell(season_id))
        except UnknownSeason:
            return None
        return None if tale.stage == "draft" else tale

    def grown(self, season_id: str) -> None:
        """Invalidate the cache of a season whose journal has grown."""
        self._kept.pop(season_id, None)

    async def all(self) -> list[SeasonTale]:
        """Return all readable seasons, ordered by id."""
        found = []
        ids = await self._store.seasons.listed()
        lengths = await self._store.seasons.lengths(ids)
        for season_id in ids:
            kept = self._kept.get(season_id)
            try:
                # An unchanged season is taken from the cache; only opening its own page reads the journal.
                same = kept is not None and kept.tale.length == lengths.get(season_id) and kept.tale.stage != "draft"
                tale = kept.tale if kept is not None and same else await self.tale(season_id)
            except StoredDamage:
                continue
            if tale is not None:
                found.append(tale)
        return found

    async def person(self, person: str) -> Somebody | None:
        """Return a person who entered a season; None if there is none with this id.

        Raises:
            Crowded: too much is requested.
        """
        kept = (await self._store.persons.read_all([person])).get(person) if _PERSON.fullmatch(person) else None
        if kept is None:
            return None
        own = set(kept.ids)
        seasons = tuple(tale for tale in await self.all() if own & _people_of_season(tale))
        return Somebody(kept.person, kept.ids, seasons) if seasons else None

    async def names(self, persons: Iterable[str], words: Texts | None = None) -> dict[str, str]:
        """Return people's names, with placeholders in the language of `words`."""
        words = words or self._words
        wanted = sorted({person for person in persons if person})
        kept = await self._store.persons.read_all(wanted)
        nobody = words.say("public.somebody")
        return {
            person: nobody
            if (one := kept.get(person)) is None
            else words.say("persons.former", number=one.former)
            if one.forgotten
            else public_name(one.name, one.accounts) or nobody
            for person in wanted
        }

    async def pictures(self, tale: SeasonTale, section: int | None, names: Mapping[str, str], words: Texts) -> Pictures:
        """Return the pictures of a season or section under content-hashed names; none if results are hidden.

        Raises:
            Crowded: too much is requested.
            StorageError: its journal can't be read.
        """
        if tale.hidden:
            return ()
        shown = blake2s(repr((tale.length, sorted(names.items()))).encode()).hexdigest()
        key = tale.season, section, words.language, shown
        if key not in self._pictures:
            lines = (await self._store.seasons.read(tale.season))[: tale.length]
            what = (dict(names), sides_of(words, tale), war_of(words, tale), section, words.language)
            self._pictures[key] = await self._workshop.run(PUBLIC, season_pictures, lines, *what)
            while len(self._pictures) > _PICTURES:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        return self._pictures[key]

    async def predictors(self, tale: SeasonTale, words: Texts) -> list[Predictor]:
        """Return the ranking of predictors, best first; [] if results are hidden. Raises like `pictures`."""
        raw = {} if tale.hidden else await self._store.watching.read(tale.season, "predictions")
        if not raw:
            return []
        kept = await self._store.persons.read_all({name.partition(" ")[0] for name in raw})
        now = {person: one.person for person, one in kept.items()}
        lines = (await self._store.seasons.read(tale.season))[: tale.length]
        table = await self._workshop.run(PUBLIC, scored, lines, raw, now)
        names = await self.names([one.person for one in (*table.ranked, *table.others)], words)
        ranked = [(place, names[one.person], one.count, one.score) for place, one in enumerate(table.ranked, start=1)]
        return [*ranked, *((0, names[one.person], one.count, one.score) for one in table.others)]

    async def file(
        self, tale: SeasonTale, section: int | None, name: str, names: Mapping[str, str], words: Texts, person: str = ""
    ) -> str:
        """Return a file of a season or section; `person` selects a calendar's owner. Raises like `pictures`."""
        lines = (await self._store.seasons.read(tale.season))[: tale.length]
        what = (dict(names), sides_of(words, tale), tale.season, name, section, words.language, person)
        return str(await self._workshop.run(PUBLIC, season_file, lines, *what))

    async def _tell(self, season_id: str) -> SeasonTale:
        kept = self._kept.get(season_id)
        if kept is not None:
            if self._clock() - kept.at < kept.tale.length // _A_SECOND:
                return kept.tale
            tail = await self._store.seasons.read(season_id, kept.tale.length - 1)
            if tail == [kept.last]:
                return kept.tale
        lines = await self._store.seasons.read(season_id)
        tale = await self._workshop.run(PUBLIC, season_tale, season_id, lines)
        if tale is None:
            raise StoredDamage(host_text("faults.public_seasons.journal_season_damaged", season_id=season_id))
        self._kept[season_id] = _Kept(tale, lines[-1], self._clock())
        return tale  # type: ignore[no-any-return]


def sides_of(words: Texts, tale: SeasonTale) -> tuple[str, str]:
    """Return the names of the two sides in a season's games."""
    if tale.rules.title not in MODULES:
        return words.say("public.match.one_side"), words.say("public.match.other_side")
    title = title_named(tale.rules.title)
    own = title.words(words.language)
    first, second = (own.say(f"names.sides.{seat}.name") for seat in title.seats)
    return first, second


def war_of(words: Texts, tale: SeasonTale) -> str:
    """Return the name of a season's scenario; "" if this version has none."""
    own = title_named(tale.rules.title).words(words.language) if tale.rules.title in MODULES else words
    found = own.find(f"names.scenarios.{tale.rules.scenario}")
    return found if isinstance(found, str) else ""


def _people_of_season(tale: SeasonTale) -> set[str]:
    """Return everyone who plays or played in a season."""
    return {*tale.entrants, *(name for made in tale.meetings for game in made.games for name in game.persons)}


__all__ = ["PublicSeasons", "Somebody", "sides_of", "war_of"]
