"""A cluster whose nodes die and whose slots move while people play: nothing is lost, nothing is done twice, and it goes on by itself."""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from bot.storage import ChannelLog, Connection, Queued, Store
from bot.storage.keys import GameKeys, SeasonKeys
from tests.conftest import ROOT
from tests.league_season.checks import faults
from tests.league_season.story import SEASON, SMALL, Story
from tests.league_season.town import town
from tests.storage.support import new_game, say
from tests.support import servers
from tests.support.servers import Cluster

#: Seconds after a node died within which everything goes on.
BACK = 15.0
#: Words said in each game, and people who say them.
WORDS, PEOPLE = 60, 2


@pytest_asyncio.fixture
async def nodes(tmp_path: Path) -> AsyncIterator[Cluster]:
    """Three primaries, each with a replica."""
    async with servers.cluster(tmp_path / "cluster") as made:
        yield made


class Talk:
    """Games on all nodes in which people say words, one command each, and whose posts are delivered meanwhile."""

    def __init__(self, url: str) -> None:
        self.stores = [Store(Connection(url)) for _ in range(PEOPLE)]
        self.log = ChannelLog(self.stores[0].connection)
        self.games: list[str] = []
        self.said = 0
        #: The longest that anybody waited for an answer, in seconds.
        self.longest = 0.0

    async def open(self, count: int) -> None:
        self.games = [await new_game(self.stores[0], f"web:room-{n}") for n in range(count)]

    async def all_said(self) -> None:
        """Everybody says everything in all games, and whatever waits is delivered."""
        speaking = [self._speak(store, n, game) for n, store in enumerate(self.stores) for game in self.games]
        delivering = asyncio.create_task(self._deliver())
        await asyncio.gather(*speaking)
        delivering.cancel()
        await asyncio.gather(delivering, return_exceptions=True)
        for game in self.games:
            await self._delivered(game)

    async def _speak(self, store: Store, person: int, game: str) -> None:
        clock = asyncio.get_running_loop().time
        for word in range(WORDS):
            begun = clock()
            await store.run_command(game, f"{person}-{word}", say(f"{person} says {word}", posts=1))
            self.longest = max(self.longest, clock() - begun)
            self.said += 1
            await asyncio.sleep(0.01)

    async def _deliver(self) -> None:
        while True:
            for game in await self.stores[1].outbox.games_with_posts():
                await self._delivered(game)
            await asyncio.sleep(0.05)

    async def _delivered(self, game: str) -> None:
        async def send(queued: Queued) -> None:
            await self.log.add(f"web:{game}", queued.id, queued.post.body)

        await self.stores[1].outbox.deliver(game, send)

    async def wrong(self) -> list[str]:
        """What was lost or doubled in the records and in what people read."""
        wanted = Counter(f"{person} says {word}" for person in range(PEOPLE) for word in range(WORDS))
        found = []
        for game in self.games:
            record = Counter(entry["choice"] for entry in await self.stores[0].record(game))
            read = Counter(str(one.body["text"])[:-2] for one in await self.log.newest(f"web:{game}", 1000))
            for what, there in (("record", record), ("posts", read)):
                found += [f"{what} of {game} lost {word}" for word in wanted - there]
                found += [f"{what} of {game} doubled {word}" for word in there - wanted]
        return found

    async def close(self) -> None:
        for store in self.stores:
            await store.close()


@pytest_asyncio.fixture
async def talk(nodes: Cluster) -> AsyncIterator[Talk]:
    """People who talk in games of the cluster."""
    made = Talk(nodes.url)
    yield made
    await made.close()


async def _until_said(talk: Talk, share: float) -> None:
    """Wait until so much of everything was said."""
    while talk.said < share * WORDS * PEOPLE * len(talk.games):  # noqa: ASYNC110 - many tasks say it
        await asyncio.sleep(0.01)


@pytest.mark.process
async def test_games_go_on_while_a_primary_dies_and_a_slot_moves(nodes: Cluster, talk: Talk) -> None:
    await talk.open(6)
    talking = asyncio.create_task(talk.all_said())
    await _until_said(talk, 0.2)
    first = await nodes.holder(GameKeys(talk.games[0]).record)
    await first.kill()
    before = talk.said
    async with asyncio.timeout(BACK):
        while await nodes.holder(GameKeys(talk.games[0]).record) is first:  # noqa: ASYNC110 - other servers agree on it
            await asyncio.sleep(0.05)
        await _until_said(talk, (before + 40) / (WORDS * PEOPLE * len(talk.games)))
    await _until_said(talk, 0.5)
    source, target = await nodes.move(GameKeys(talk.games[1]).record)
    assert source is not target
    assert await nodes.holder(GameKeys(talk.games[1]).record) is target
    await _until_said(talk, 0.7)
    await first.start()  # it comes back as a replica, and nobody is led to it
    await talking
    assert talk.longest < BACK
    assert await talk.wrong() == []


@pytest.mark.process
async def test_a_season_with_a_war_goes_on_while_a_primary_dies_and_a_slot_moves(nodes: Cluster) -> None:
    async with town(nodes.url, SMALL.platforms, 1, explains=False) as place:
        story = Story(place, replace(SMALL, played_out=1, kills=2), 1)
        await story.registration()

        async def harm() -> list[str]:
            """The primary of the season dies on the second day, a game moves on the fourth, another primary dies on the sixth."""
            done = []
            while story.day < 2:  # noqa: ASYNC110 - the story goes on by itself
                await asyncio.sleep(0.01)
            first = await nodes.holder(SeasonKeys(SEASON).journal)
            await first.kill()
            done.append("the primary of the season died")
            while story.day < 4:  # noqa: ASYNC110 - the story goes on by itself
                await asyncio.sleep(0.01)
            assert await nodes.holder(SeasonKeys(SEASON).journal) is not first
            await first.start()
            game = next(leg.game for made in (await story.season()).open_matches() for leg in made.legs if leg.game)
            await nodes.move(GameKeys(game).record)
            done.append("a game moved")
            while story.day < 6:  # noqa: ASYNC110 - the story goes on by itself
                await asyncio.sleep(0.01)
            second = await nodes.holder(GameKeys(game).record)
            await nodes.followed(second)
            await second.kill()
            return [*done, "the primary of a game died"]

        harming = asyncio.create_task(harm())
        await story.weeks()
        assert len(await harming) == 3
        await story.end()
        await story.next_season()
        found, lost, doubled = await faults(story)
        assert (lost, doubled) == (0, 0)
        assert list(found) == []


@pytest.mark.process
async def test_operator_commands_work_on_a_cluster(nodes: Cluster, talk: Talk, tmp_path: Path) -> None:
    await talk.open(5)
    env = {**os.environ, "REDIS_URL": f"redis://127.0.0.1:{nodes.nodes[0].port}/0", "FELDPOST_VAR": str(tmp_path)}

    async def typed(*line: str) -> str:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot.cli",
            *line,
            env=env,
            cwd=ROOT,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        told, _ = await process.communicate()
        return told.decode()

    checked, games = await asyncio.gather(typed("check"), typed("games", "--verify"))
    assert f"at 127.0.0.1:{nodes.nodes[0].port}" in checked
    assert all(game in games for game in talk.games)
    ended = await typed("games", "delete", talk.games[2], "--yes")
    assert talk.games[2] in ended, ended
    assert sorted(await talk.stores[0].games()) == sorted({*talk.games} - {talk.games[2]})
