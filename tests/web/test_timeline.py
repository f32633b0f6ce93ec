"""The logs behind the page: nothing is lost or repeated, whoever writes when."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from bot.platforms.web.records import MessageEntry
from bot.platforms.web.timeline import PICTURES, Stream, Timeline
from bot.storage import ChannelLog, Connection, StorageError
from bot.storage.log import Message
from bot.storage.models import JsonObject

PUBLIC = Stream("liege")


def entry(text: str) -> MessageEntry:
    return MessageEntry(slot=text, where="channel", at=0, text=text)


class LateLog(ChannelLog):
    """A log that answers slowly for some messages."""

    late: frozenset[str] = frozenset()

    async def add(self, channel: str, message_id: str, body: JsonObject, slot: str = "") -> int:
        place = await super().add(channel, message_id, body, slot)
        if message_id in self.late:
            await asyncio.sleep(0.05)
        return place


async def follow(timeline: Timeline, count: int) -> list[str]:
    """Collect what a page would show that reads everything new as soon as it is notified."""
    texts: list[str] = []
    place = 0
    with timeline.listen(PUBLIC) as news:
        async with asyncio.timeout(30):
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
    # Sorted, since `follow` sees them by place, and either of two concurrent writes may come first.
    assert sorted(await follower) == ["1", "2", "3", "4", "5", "6"]


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


async def test_messages_of_another_process_wake_open_pages(connection: Connection) -> None:
    here, elsewhere = Timeline(ChannelLog(connection)), Timeline(ChannelLog(connection))
    await here.write(PUBLIC, "a", entry("a"))
    with here.listen(PUBLIC) as news, here.listen(Stream("ypres")) as others:
        await here.look()
        news.clear()
        await elsewhere.write(PUBLIC, "b", entry("b"))
        assert await here.since(PUBLIC, 1) == []
        await here.look()
        assert (news.is_set(), others.is_set()) == (True, False)
        assert [row.id for row in await here.since(PUBLIC, 1)] == ["b"]
        await here.write(PUBLIC, "c", entry("c"))
        assert [row.id for row in await here.since(PUBLIC, 1)] == ["b", "c"]


class CountingLog(ChannelLog):
    """A log that counts its reads."""

    reads = 0
    heads_asked = 0

    async def newest(self, *given: Any, **more: Any) -> list[Message]:
        self.reads += 1
        return await super().newest(*given, **more)

    async def after(self, *given: Any, **more: Any) -> list[Message]:
        self.reads += 1
        return await super().after(*given, **more)

    async def heads(self, channels: Sequence[str]) -> list[int]:
        self.heads_asked += 1
        return await super().heads(channels)


async def test_idle_pages_read_nothing_however_many_they_are(connection: Connection) -> None:
    log = CountingLog(connection)
    timeline = Timeline(log)
    streams = [Stream("liege", f"player-{number}") for number in range(40)]
    with timeline.listen(*streams):
        for stream in streams[:20]:
            await timeline.write(stream, "a", entry("a"))
            assert len(await timeline.since(stream, 0)) == 1
        log.reads = 0
        for _ in range(3):
            await timeline.look()
            for stream in streams[:20]:
                assert await timeline.since(stream, 1) == []
    assert (log.reads, log.heads_asked) == (0, 3)


async def test_messages_known_to_every_page_are_dropped(connection: Connection) -> None:
    log = CountingLog(connection)
    timeline = Timeline(log)
    with timeline.listen(PUBLIC):
        await timeline.write(PUBLIC, "a", entry("a"))
        await timeline.look()
        assert len(timeline._heard[PUBLIC].at_hand) == 1  # a page may not have been notified yet
        await timeline.look()
        assert not timeline._heard[PUBLIC].at_hand
        log.reads = 0
        assert await timeline.since(PUBLIC, 1) == []
        await timeline.write(PUBLIC, "b", entry("b"))
        assert [row.id for row in await timeline.since(PUBLIC, 1)] == ["b"]
        assert log.reads == 0
        assert [row.id for row in await timeline.since(PUBLIC, 0)] == ["a", "b"]


async def test_nothing_is_kept_of_logs_to_which_nobody_listens(connection: Connection) -> None:
    timeline = Timeline(ChannelLog(connection))
    for number in range(5):
        stream = Stream(f"channel-{number}", "foch")
        await timeline.write(stream, "a", entry("a"))
        with timeline.listen(stream):
            await timeline.write(stream, "b", entry("b"))
            assert timeline.kept() == 1
    assert timeline.kept() == 0
    assert timeline.open_pages("channel-1") == []


async def test_the_panel_is_looked_for_once_and_then_followed(connection: Connection) -> None:
    log = CountingLog(connection, companions=PICTURES)
    timeline, own = Timeline(log), Stream("liege", "foch")

    def panel(text: str) -> MessageEntry:
        return MessageEntry(slot="panel", where="panel", at=0, text=text)

    await timeline.write(own, "1", panel("one"))
    for number in range(150):
        await timeline.write(own, f"note-{number}", entry("a note"))
    with timeline.listen(own):
        assert await timeline.panel(own) == panel("one")
        looked = log.reads
        await timeline.write(own, "2", panel("two"))
        assert await timeline.panel(own) == panel("two")
        await Timeline(log).write(own, "3", panel("three"))  # by another process
        await timeline.look()
        await timeline.since(own, 152)
        assert await timeline.panel(own) == panel("three")
        assert log.reads == looked + 2  # what the other process wrote, and that nothing follows it
    assert [row.entry for row in await timeline.newest(own, 200) if row.entry.slot == "panel"] == [panel("three")]


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
    with pytest.raises(StorageError, match="can.t be read"):
        await Timeline(log).newest(PUBLIC, 10)
