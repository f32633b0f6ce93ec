"""The logs behind the page: nothing is lost or repeated, whoever writes when."""

from __future__ import annotations

import asyncio

import pytest

from bot.platforms.web.records import MessageEntry
from bot.platforms.web.timeline import Stream, Timeline
from bot.storage import ChannelLog, Connection, StorageError
from bot.storage.models import JsonObject

PUBLIC = Stream("liege")


def entry(text: str) -> MessageEntry:
    return MessageEntry(slot=text, where="channel", at=0, text=text)


class LateLog(ChannelLog):
    """A log whose answers about some messages are a long time on their way."""

    late: frozenset[str] = frozenset()

    async def add(self, channel: str, message_id: str, body: JsonObject) -> int:
        place = await super().add(channel, message_id, body)
        if message_id in self.late:
            await asyncio.sleep(0.05)
        return place


async def follow(timeline: Timeline, count: int) -> list[str]:
    """What a page would show that takes in whatever is new as soon as it is woken."""
    texts: list[str] = []
    place = 0
    with timeline.listen(PUBLIC) as news:
        async with asyncio.timeout(5):
            while len(texts) < count:
                await news.wait()
                news.clear()
                for row in await timeline.since(PUBLIC, place):
                    assert row.place == place + 1
                    place = row.place
                    texts.append(row.id)
    return texts


@pytest.mark.parametrize("late", [{"2"}, {"1", "3"}, {"2", "3"}, {"1", "2", "3", "4", "5"}])
async def test_an_answer_that_comes_late_loses_nothing(connection: Connection, late: set[str]) -> None:
    log = LateLog(connection)
    log.late = frozenset(late)
    timeline = Timeline(log)
    follower = asyncio.create_task(follow(timeline, 6))
    await asyncio.sleep(0)
    writes = []
    for number in range(1, 7):
        writes.append(asyncio.create_task(timeline.write(PUBLIC, str(number), entry(str(number)))))
        await asyncio.sleep(0.01)
    await asyncio.gather(*writes)
    assert await follower == ["1", "2", "3", "4", "5", "6"]


async def test_the_last_of_two_at_once_is_told_at_once(connection: Connection) -> None:
    log = LateLog(connection)
    log.late = frozenset({"2"})
    timeline = Timeline(log)
    await timeline.write(PUBLIC, "1", entry("1"))
    late = asyncio.create_task(timeline.write(PUBLIC, "2", entry("2")))
    await asyncio.sleep(0.02)
    await timeline.write(PUBLIC, "3", entry("3"))
    await late
    assert [row.id for row in await timeline.since(PUBLIC, 1)] == ["2", "3"]


async def test_many_writers_at_once_lose_nothing(connection: Connection) -> None:
    timeline = Timeline(ChannelLog(connection))
    follower = asyncio.create_task(follow(timeline, 60))
    await asyncio.sleep(0)
    await asyncio.gather(*(timeline.write(PUBLIC, str(n), entry(str(n))) for n in range(60)))
    assert sorted(await follower, key=int) == [str(n) for n in range(60)]


async def test_what_another_process_wrote_is_found_when_asked_for(connection: Connection) -> None:
    here, elsewhere = Timeline(ChannelLog(connection)), Timeline(ChannelLog(connection))
    await here.write(PUBLIC, "a", entry("a"))
    await elsewhere.write(PUBLIC, "b", entry("b"))
    assert await here.since(PUBLIC, 1) == []
    assert [row.id for row in await here.since(PUBLIC, 1, ask=True)] == ["b"]
    await here.write(PUBLIC, "c", entry("c"))
    assert [row.id for row in await here.since(PUBLIC, 1)] == ["b", "c"]


async def test_a_long_absence_is_read_page_by_page(connection: Connection) -> None:
    timeline = Timeline(ChannelLog(connection))
    for number in range(250):
        await timeline.write(PUBLIC, str(number), entry(str(number)))
    assert [row.id for row in await timeline.since(PUBLIC, 30)] == [str(n) for n in range(30, 250)]


async def test_private_logs_are_separate_keys(connection: Connection) -> None:
    timeline = Timeline(ChannelLog(connection))
    await timeline.write(Stream("liege", "foch"), "secret", entry("the plan"))
    assert await timeline.newest(PUBLIC, 10) == []
    assert await timeline.newest(Stream("liege", "joffre"), 10) == []
    assert [row.id for row in await timeline.newest(Stream("liege", "foch"), 10)] == ["secret"]


async def test_an_entry_of_another_version_is_refused_with_a_sentence(connection: Connection) -> None:
    log = ChannelLog(connection)
    await log.add(PUBLIC.name, "old", {**entry("a").model_dump(mode="json"), "v": 99})
    with pytest.raises(StorageError, match="cannot be read"):
        await Timeline(log).newest(PUBLIC, 10)
