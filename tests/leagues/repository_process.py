"""A process of its own that acts on a season beside others: python -m tests.leagues.repository_process URL SEASON HOW_MANY NAME."""

from __future__ import annotations

import asyncio
import sys

from bot.leagues import acts, journal
from bot.leagues.season import Season
from bot.service.leagues.season_repository import Decide, SeasonRepository
from bot.storage import Connection, Store


def _join(person: str) -> Decide:
    def decide(season: Season) -> list[journal.Entry]:
        return acts.join_season(season, journal.Joined(at=1, by=person, person=person))

    return decide


async def _act(url: str, season: str, how_many: str, name: str) -> None:
    store = Store(Connection(url))
    repository = SeasonRepository(store)
    await store.connection.call("INCR", "started")
    async with asyncio.timeout(30):
        while int(await store.connection.call("GET", "started")) < int(how_many):  # noqa: ASYNC110 - waits for others
            await asyncio.sleep(0.005)
        for number in range(10):
            for person in (f"{name}{number}", f"all{number}"):
                await repository.act(season, f"join-{person}", _join(person))
    await store.close()


if __name__ == "__main__":
    asyncio.run(_act(*sys.argv[1:]))
