"""Seasons in a store, as far as the tests of the public need them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from zlib import crc32

from bot.leagues import acts, journal
from bot.leagues.journal import Entry
from bot.leagues.lots import commitment
from bot.leagues.season import Season
from bot.storage import Store

SEED = b"promised before anybody entered."
DAY = 86_400
NAMES = ("Anna <b>", "Ben", "Carla", "Dora", "Emil")


class Begun:
    """A season of so many persons, drawn, with no result yet."""

    def __init__(self, persons: Sequence[str], game: str = "", **rules: Any) -> None:
        usual = {"name": "Spring", "format": "divisions", "own_rounds": 120, "window": 120 * DAY, "title": "pog"}
        opened = journal.Opened(at=0, by="chief", commitment=commitment(SEED), **{**usual, **rules})
        self.entries: list[Entry] = list(acts.open_season(opened))
        self.season = Season.told(self.entries)
        for number, person in enumerate(persons):
            self.do(acts.join_season, journal.Joined(at=1, by=person, person=person, capacity=6, rating=2000 - number))
        self.do(acts.close_registration, "chief", 2)
        self.do(acts.draw, SEED, "chief", 3)
        if game:
            self.do(acts.create_game, "1.1.1", game, 4)

    def do(self, act: Callable[..., Sequence[Entry]], *args: Any, **more: Any) -> None:
        """An act with its entries."""
        for entry in act(self.season, *args, **more):
            self.season.add(entry)
            self.entries.append(entry)

    def result(self, match: str, points: tuple[int, int], margin: int = 3) -> None:
        """A result that is reported."""
        game = self.season.matches[match].game
        self.do(acts.report_result, journal.Resulted(at=6, match=match, game=game, points=points, margin=margin))

    def playing(self, match: str) -> tuple[Any, ...]:
        """The act that gives a match its game."""
        return acts.create_game, match, f"game{match.replace('.', '')}", 4

    def next_draw(self) -> None:
        """The next round's draw."""
        self.do(acts.draw, SEED, "chief", 7)

    def end(self) -> None:
        """All that is left is drawn, and the season over."""
        for made in list(self.season.matches.values()):
            if not made.game:
                self.do(*self.playing(made.match))
            if not made.settled:
                self.result(made.match, (1, 1), 0)
        self.do(acts.begin_review, "chief", 9)
        self.do(acts.finish_season, SEED, "chief", 9 + 4 * DAY)

    @staticmethod
    async def draft(store: Store, season_id: str) -> str:
        """A season that nobody is to see yet."""
        opened = journal.Opened(
            at=0, by="chief", commitment=commitment(SEED), name="Draft", format="swiss", own_rounds=120, window=120 * DAY, draft=True
        )  # fmt: skip
        await store.seasons.create(season_id, [opened.model_dump_json()], "made", secret=SEED)
        return season_id

    async def store(self, store: Store, season_id: str) -> str:
        """Put it into a store; returns its id."""
        await store.seasons.create(season_id, [one.model_dump_json() for one in self.entries], "made", secret=SEED)
        return season_id


async def persons(store: Store, *names: str) -> list[str]:
    """Persons with accounts whose ids can be looked for."""
    return [await store.persons.of(account(name), name) for name in names]


def account(name: str) -> str:
    """The account of somebody of that name."""
    return f"discord:{7 * 10**9 + crc32(name.encode())}"


__all__ = ["NAMES", "SEED", "Begun", "account", "persons"]
