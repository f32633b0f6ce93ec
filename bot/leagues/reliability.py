"""A person's reliability in a community's seasons: games finished and lost on time, sanctions, and current load."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from operator import attrgetter

from bot.leagues.eligibility import Record, Sanction
from bot.leagues.journal import Person
from bot.leagues.rated_games import Ended, ended
from bot.leagues.season import Season

RECENT = 90 * 86_400
"""Seconds for which losses on time, and the highest rating, count."""


def record(
    seasons: Iterable[Season],
    ids: Collection[Person],
    at: float,
    *,
    capacity: int = 1,
    peak: int | None = None,
    provisional: bool = True,
) -> Record:
    """Return a person's record at a time.

    Args:
        seasons: those that count, e.g. of one community.
        ids: all ids under which journals know the person.
        at: seconds since 1970.
        capacity: the number of simultaneous games they want in total.
        peak: their highest displayed rating in ninety days, None if they have none.
        provisional: True while their rating is.
    """
    counted = list(seasons)
    games = sorted(
        (game for season in counted for game in ended(season) if {*game.persons} & {*ids} and game.at <= at),
        key=attrgetter("at"),
    )
    recent = [game for game in games if game.at > at - RECENT]
    return Record(
        finished=sum(_played_to_end(game, ids) for game in games),
        recent=len(recent),
        timeouts=sum(_lost_on_time(game, ids) for game in recent),
        sanction=sanction(counted, ids, games, at).left,
        free=max(0, capacity - running(counted, ids)),
        peak=peak,
        provisional=provisional,
    )


def running(seasons: Iterable[Season], ids: Collection[Person]) -> int:
    """Return the number of season games a person is currently playing."""
    return sum(
        season.holder_of(slot) in ids
        for season in seasons
        if season.stage != "final"
        for made in season.open_matches()
        for leg in made.legs
        if leg.game and not leg.settled
        for slot in made.slots
    )


def sanction(seasons: Iterable[Season], ids: Collection[Person], games: Iterable[Ended], at: float) -> Sanction:
    """Return a person's remaining sanction: more per silent loss on time, less per finished game and missed round.

    A round counts as sat out if it started after that loss and the person has no place in its season.
    """
    counted = list(seasons)
    rounds = max((season.rules.rounds for season in counted if {*ids} & season.entrants.keys()), default=1)
    happened: list[tuple[float, int]] = []
    for game in games:
        if {*game.silent} & {*ids}:
            happened.append((game.at, 0))
        elif _played_to_end(game, ids):
            happened.append((game.at, 1))
    for season in counted:
        if not {*ids} & {*season.holders.values()}:
            happened += [(begun, 2) for begun in season.begun.values()]
    found = Sanction()
    for when, what in sorted(happened):
        if when > at:
            break
        found = (found.after_timeout(rounds), found.after_game(), found.after_round())[what]
    return found


def _played_to_end(game: Ended, ids: Collection[Person]) -> bool:
    """Return True for a game that a person played to the end: not a walkover, nor one lost on time."""
    return game.played and not _lost_on_time(game, ids)


def _lost_on_time(game: Ended, ids: Collection[Person]) -> bool:
    return game.late in ids or bool({*game.silent} & {*ids})


__all__ = ["RECENT", "record", "running", "sanction"]
