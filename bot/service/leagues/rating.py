"""Ratings, computed from the journals of all seasons, in pools of like games.

Stored ratings equal a full computation; as long as new results are later than those counted, only they are counted.
A correction of an earlier result, or the merging of two persons, triggers a full recomputation of the pool.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.leagues.journal import Opened
from bot.leagues.rated_games import Ended, ended, rated
from bot.leagues.season import Season
from bot.ratings import Advantage, Pool, RatedGame, Rating, likely
from bot.service.leagues.season_repository import SeasonRepository
from bot.storage import Store
from bot.storage.errors import StoredDamage
from bot.storage.models import JsonObject
from bot.storage.ratings import PoolState, StoredRating
from bot.titles import MODULES, title_named

_log = logging.getLogger(__name__)

#: Maximum number of attempts when another process updates the pool first.
_TRIES = 5
#: Games counted before yielding to the event loop.
_IN_A_ROW = 200
#: Pseudo season key: the number of merged persons.
_JOINS = "joins"
_Game = tuple[Ended, RatedGame]


@dataclass(frozen=True, slots=True)
class Rated:
    """A person's current rating in a pool and its history as (time, rating); `since` starts the current month."""

    person: str
    rating: Rating
    history: tuple[tuple[float, Rating], ...] = ()
    since: float = 0

    @property
    def course(self) -> tuple[tuple[float, Rating], ...]:
        """The history up to the current displayed figure, which is less certain after months without a game."""
        if not self.history or self.history[-1][1].shown == self.rating.shown:
            return self.history
        return *self.history, (max(self.since, self.history[-1][0]), self.rating)

    def peak(self, since: float) -> int:
        """Return the highest figure since a given time, including the one in force at that time."""
        before = [one.shown[0] for at, one in self.history if at < since][-1:]
        return max([self.rating.shown[0], *before, *(one.shown[0] for at, one in self.history if at >= since)])


@dataclass(frozen=True, slots=True)
class Taken:
    """One side's score over some games: their number, its share of the points, and its true share's likely range."""

    games: int
    share: float
    likely: tuple[float, float]

    @classmethod
    def of(cls, won: int, drawn: int, lost: int) -> Taken:
        """Return the score from games won, drawn and lost."""
        games = won + drawn + lost
        share = (won + drawn / 2) / games
        return cls(games, share, likely(share, games))


@dataclass(frozen=True, slots=True)
class RatingTable:
    """The ratings of a pool: established ones, best first, provisional ones, and the value of the first side.

    `advantages` are displayed figures by the points ceded for the first side; `taken` is its score in those games, with
    the likely range of its true share.
    """

    about: JsonObject
    established: tuple[Rated, ...]
    provisional: tuple[Rated, ...]
    advantages: Mapping[int, tuple[int, int]]
    taken: Mapping[int, Taken]


def about(rules: Opened) -> JsonObject:
    """Return what defines a season's pool: title, scenario and all choices, in the title's own terms."""
    options = {"scenario": rules.scenario, **rules.options}
    chosen: Mapping[str, object] = options
    if rules.title in MODULES:
        try:
            chosen = title_named(rules.title).setups.chosen(options)
        except Exception as error:  # noqa: BLE001 - options that a title fails to interpret form a pool of their own
            _log.warning("the options of a season are taken as they are: %s", type(error).__name__)
    told = {name: str(value) for name, value in sorted(chosen.items()) if name != "bid"}
    return {"title": rules.title, "scenario": rules.scenario, "options": {**told}}


def pool_of(rules: Opened) -> str:
    """Return the name of the pool in which a season is rated: the same for all like games."""
    text = json.dumps(about(rules), sort_keys=True)
    return f"{rules.title or 'any'}.{rules.scenario or 'any'}.{hashlib.sha256(text.encode()).hexdigest()[:8]}"


class Ratings:
    """The ratings of all pools.

    Args:
        store: where they are stored.
        repository: the seasons.
    """

    def __init__(self, store: Store, repository: SeasonRepository) -> None:
        self._store = store
        self._repository = repository

    async def of(self, pool: str, persons: Iterable[str]) -> dict[str, Rated]:
        """Return people's current ratings; a person without one gets a newcomer's."""
        wanted = {*persons}
        found = await self._store.ratings.some(pool, wanted)
        month = _month(self._repository.at)
        return {person: _current_rating(person, found.get(person), month) for person in sorted(wanted)}

    async def table(self, pool: str) -> RatingTable:
        """Return all current ratings of a pool."""
        _, state = await self._store.ratings.state(pool)
        month = _month(self._repository.at)
        everybody = [_current_rating(*one, month) for one in (await self._store.ratings.everybody(pool)).items()]
        everybody.sort(key=lambda one: (-one.rating.mu, one.person))
        worth = {handicap: Rating(25.0 + mu, sigma).shown for handicap, (mu, sigma) in state.advantages.items()}
        return RatingTable(
            state.about,
            tuple(one for one in everybody if not one.rating.provisional),
            tuple(one for one in everybody if one.rating.provisional),
            {handicap: (figure - 1500, doubt) for handicap, (figure, doubt) in sorted(worth.items())},
            {handicap: Taken.of(*games) for handicap, games in sorted(state.sides.items())},
        )

    async def refresh(self) -> int:
        """Count newly finished games in all pools; return how many were counted, all of a pool if it was recomputed.

        Raises:
            StorageError: the store does not answer.
        """
        joins = await self._store.links.joins()
        lengths = await self._store.seasons.lengths(await self._repository.seasons())
        states = [(await self._store.ratings.state(pool))[1] for pool in await self._store.ratings.pools()]
        seen = {season: length for state in states for season, length in state.seen.items() if season != _JOINS}
        if seen == lengths and all(state.seen.get(_JOINS) == joins for state in states):
            return 0
        pools: dict[str, dict[str, Season]] = {}
        for season_id, season in (await self._repository.sound()).items():
            pools.setdefault(pool_of(season.rules), {})[season_id] = season
        return sum([await self._count_games(pool, seasons, joins) for pool, seasons in pools.items()])

    async def rebuilt(self, pool: str) -> dict[str, StoredRating]:
        """Compute a pool's ratings from the journals alone, ignoring stored ones, to verify those."""
        seasons = {name: one for name, one in (await self._repository.sound()).items() if pool_of(one.rules) == pool}
        games = await self._games(seasons)
        return (await _count_games({}, {}, games))[0]

    # ------------------------------------------------------------------------------------------- computation

    async def _count_games(self, pool: str, seasons: Mapping[str, Season], joins: int) -> int:
        for _ in range(_TRIES):
            raw, state = await self._store.ratings.state(pool)
            seen = {**{name: season.length for name, season in seasons.items()}, _JOINS: joins}
            if seen == state.seen:
                return 0
            rules = next(iter(seasons.values())).rules
            games = await self._games(seasons)
            done = await self._count_on(pool, raw, state, games, PoolState(about=about(rules), seen=seen))
            if done is not None:
                return done
        _log.warning("pool %s is computed by others", pool)
        return 0

    async def _games(self, seasons: Mapping[str, Season]) -> list[_Game]:
        """Return the rated games of a pool in the order they ended, with the persons' current ids.

        A season with hidden results counts only once it is over, since ratings would reveal them.
        """
        found = []
        for name, season in seasons.items():
            if season.rules.sealed and season.stage != "final":
                continue
            found += [(game.at, name, game.match, game.leg, game) for game in ended(season)]
            await asyncio.sleep(0)
        found.sort(key=lambda row: row[:4])
        kept = await self._store.persons.read_all({person for *_, game in found for person in game.persons})
        now = {person: one.person for person, one in kept.items()}
        return rated(game.by(now) for *_, game in found)

    async def _count_on(
        self, pool: str, raw: str, state: PoolState, games: Sequence[_Game], fresh: PoolState
    ) -> int | None:
        """Count the games after those already counted, or all; return how many, None if another process was faster."""
        digests = await _digests(games)
        anew = not state.games or not state.sides or state.games > len(games) or digests[state.games] != state.digest
        start = 0 if anew else state.games
        before: dict[str, StoredRating] = {}
        if not anew:
            try:
                persons = {person for game, _ in games[start:] for person in game.persons}
                before = await self._store.ratings.some(pool, persons)
            except StoredDamage as damage:
                _log.error("pool %s is computed again: %s", pool, damage)
                anew, start = True, 0
        advantages = {} if anew else state.advantages
        ratings, worth = await _count_games(before, advantages, games[start:])
        told = fresh.model_copy(
            update={
                "games": len(games),
                "digest": digests[-1],
                "advantages": worth,
                "sides": _sides({} if anew else state.sides, games[start:]),
            }
        )
        if not await self._store.ratings.write(pool, raw, told, ratings, anew=anew):
            return None
        return len(games) - start


async def _count_games(
    before: Mapping[str, StoredRating], advantages: Mapping[int, tuple[float, float]], games: Sequence[_Game]
) -> tuple[dict[str, StoredRating], dict[int, tuple[float, float]]]:
    """Return the ratings and side advantages after further games."""
    pool = Pool.resumed(
        {person: _rating(one) for person, one in before.items()},
        {handicap: Advantage(*one) for handicap, one in advantages.items()},
    )
    history = {person: list(one.history) for person, one in before.items()}
    for number, (game, counting) in enumerate(games):
        if number % _IN_A_ROW == _IN_A_ROW - 1:
            await asyncio.sleep(0)
        pool.count(counting)
        for person in game.persons:
            now = pool.of(person)
            history.setdefault(person, []).append((game.at, now.mu, now.sigma))
    ratings = {}
    for person, steps in history.items():
        one = pool.of(person)
        ratings[person] = StoredRating(mu=one.mu, sigma=one.sigma, games=one.games, month=one.month or 0, history=steps)
    return ratings, {handicap: (one.mu, one.sigma) for handicap, one in sorted(pool.advantages.items())}


def _sides(before: Mapping[int, tuple[int, int, int]], games: Sequence[_Game]) -> dict[int, tuple[int, int, int]]:
    """Return the first side's results after further games, by the points ceded for it."""
    found = {handicap: [*one] for handicap, one in before.items()}
    for _, game in games:
        found.setdefault(game.handicap, [0, 0, 0])[round(2 - 2 * game.share)] += 1
    return {handicap: (won, drawn, lost) for handicap, (won, drawn, lost) in sorted(found.items())}


async def _digests(games: Sequence[_Game]) -> list[str]:
    """Return, for each number of games from zero, a digest that identifies those games."""
    found = [""]
    for number, (game, counting) in enumerate(games):
        if number % _IN_A_ROW == _IN_A_ROW - 1:
            await asyncio.sleep(0)
        text = f"{found[-1]} {game.at!r} {game.match} {game.leg} {counting!r}"
        found.append(hashlib.sha256(text.encode()).hexdigest()[:32])
    return found


def _rating(stored: StoredRating) -> Rating:
    return Rating(stored.mu, stored.sigma, stored.games, stored.month)


def _current_rating(person: str, stored: StoredRating | None, month: int) -> Rated:
    if stored is None:
        return Rated(person, Rating())
    steps = tuple((at, Rating(mu, sigma)) for at, mu, sigma in stored.history)
    since = datetime(month // 12, month % 12 + 1, 1, tzinfo=UTC).timestamp()
    return Rated(person, _rating(stored).rested(month), steps, since)


def _month(at: float) -> int:
    when = datetime.fromtimestamp(at, UTC)
    return 12 * when.year + when.month - 1


__all__ = ["Rated", "RatingTable", "Ratings", "Taken", "about", "pool_of"]
