"""A person's ratings by pool, for pools whose seasons all show their results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2s

from bot.narration.texts import Texts
from bot.public.public_season import SeasonTale
from bot.public.seasons import war_of
from bot.ratings import Rating
from bot.service.leagues import views
from bot.service.leagues.pictures import LEAGUE
from bot.service.leagues.rating import Ratings, pool_of
from bot.table.reply import PictureRef


@dataclass(frozen=True, slots=True)
class OwnRating:
    """A rating in a pool: the war, the figures, and a graph of its history under a content-hashed name."""

    pool: str
    war: str
    rating: Rating
    picture: tuple[str, PictureRef] | None


async def ratings_of(
    ratings: Ratings, words: Texts, persons: Iterable[str], name: str, tales: Iterable[SeasonTale]
) -> list[OwnRating]:
    """Return the ratings of a person, who can have several ids; pools with a season that hides results are left out.

    Raises:
        StorageError: they can't be read.
    """
    pools: dict[str, list[SeasonTale]] = {}
    for tale in tales:
        pools.setdefault(pool_of(tale.rules), []).append(tale)
    found, ids = [], {*persons}
    for pool, seasons in sorted(pools.items()):
        if any(tale.hidden for tale in seasons):
            continue
        kept = (await ratings.of(pool, ids)).values()
        own = max(kept, key=lambda one: one.rating.games, default=None)
        if own is None or not own.rating.games:
            continue
        war = war_of(words, seasons[0]) or seasons[0].rules.name
        shown = (
            LEAGUE.reference(views.rating_graph(war, {name: own.course}), words.language)
            if len(own.history) > 1
            else None
        )
        digest = "" if shown is None else blake2s(shown.model_dump_json().encode(), digest_size=9).hexdigest()
        found.append(OwnRating(pool, war, own.rating, None if shown is None else (digest, shown)))
    return found


__all__ = ["OwnRating", "ratings_of"]
