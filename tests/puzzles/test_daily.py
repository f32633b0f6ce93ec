"""A puzzle a day: wished by whoever runs the channel, posted once whoever dies when, with yesterday's solution, never in quiet hours."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest

from bot.platforms.web.adapter import WebPlatform
from bot.platforms.web.records import MessageEntry
from bot.platforms.web.signed_links import Signer
from bot.platforms.web.timeline import Stream
from bot.port import DeliveryError, Inbound
from bot.service.handler import BotHandler
from bot.service.puzzles.daily import DailyPuzzles
from bot.storage import ChannelLog, Store, StoreUnavailable
from bot.storage.puzzle_store import Daily
from bot.table.reply import Reply
from bot.titles import title_named
from bot.titles.capabilities import puzzles_of
from tests.bot.keeping import kept, put_back
from tests.bot.support import Channel, controls, token_of
from tests.bot.test_dying import Dying

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
CHANNEL = "web:table"
WISH = Daily(title="toy", hour=12, zone="UTC", by="web:anna")


async def undrawn(ref: object) -> tuple[bytes, str, str]:
    """Nothing is drawn here."""
    raise AssertionError(ref)


class Local(WebPlatform):
    """The local channel, on which pictures would be drawn after the words were told; what it was told stands in `shown`."""

    def __init__(self, **parts: Any) -> None:
        super().__init__(**parts)
        self.shown: list[Reply] = []

    async def tell(self, channel: str, reply: Reply, key: str) -> None:
        """Without its picture."""
        self.shown.append(reply)
        await super().tell(channel, reply.model_copy(update={"picture": None}), key)


@dataclass
class Day:
    """A store, a clock, and the local channel."""

    store: Store
    now: datetime = NOON

    @property
    def handler(self) -> BotHandler:
        """Whoever serves this store."""
        return BotHandler(self.store, now=lambda: self.now)

    @property
    def platform(self) -> Local:
        """The local channel."""
        log = ChannelLog(self.store.connection)
        return Local(handler=self.handler, log=log, draw=undrawn, signer=Signer(b"s" * 32))

    @property
    def poster(self) -> DailyPuzzles:
        """A process that posts."""
        return DailyPuzzles(self.handler.tools, {"web": self.platform})

    async def said(self) -> list[str]:
        """What stands in the channel."""
        rows = await self.platform.timeline.newest(Stream("table", ""), 100)
        return [row.entry.text for row in rows if isinstance(row.entry, MessageEntry)]


@pytest.fixture
def day(store: Store, toy_title: None) -> Day:
    """Noon, where the toy can be played."""
    del toy_title
    return Day(store)


async def test_a_manager_can_schedule_a_daily_puzzle(day: Day) -> None:
    keys = count()

    async def say(line: str, *, manages: bool = True, token: str = "") -> Sequence[Reply]:
        sent = {"token": token} if token else {"text": line}
        who = {"platform": "web", "channel": "table", "user": "ben", "user_name": "Ben", "key": f"k{next(keys)}"}
        return await day.handler.run(Inbound(**who, manages=manages, **sent))  # type: ignore[arg-type]

    assert "Only people who manage" in (await say("/hunt puzzle daily on 12", manages=False))[0].text
    assert await day.poster.look() == 0
    for hour in ("25", "17:30"):
        assert "isn't an hour" in (await say(f"/hunt puzzle daily on {hour}"))[0].text
    assert "a puzzle every day at 12:00 (UTC)" in (await say("/hunt puzzle daily on 12"))[0].text
    web = day.platform
    assert await DailyPuzzles(day.handler.tools, {"web": web}).look() == 1
    (posted,) = web.shown
    assert posted.picture is not None
    assert posted.picture.alt
    assert [label for label, _ in controls([posted])] == ["Solve"]
    (post,) = await day.said()
    assert post.startswith("**Puzzle of the day.** **Puzzle ·")
    assert await day.poster.look() == 0, "once a day"
    name = "scent" if "`scent`" in post else "trail"
    assert f"The hunt begins. Find the {name}." in post, "whoever reads the post sees no panel"
    (panel,) = await say("", token=token_of([posted], "Solve"))
    assert "The hunt begins." not in panel.text
    assert f"Find the {name}." in panel.text
    await say("track east")
    await say("done anyway")
    day.now += timedelta(days=1)
    assert await day.poster.look() == 1
    second = (await day.said())[-1]
    assert f"The previous puzzle (`{name}`): For the {name} go to the east. Solved on the first try by 1 of 1" in second
    assert f"`{name}`" not in second.split("**Puzzle of the day.**")[1], "another one"
    assert "no more daily puzzles" in (await say("/hunt puzzle daily off"))[0].text
    await say("/hunt puzzle daily on 12")
    assert await day.poster.look() == 0, "nor twice where it was stopped between"
    await say("/hunt puzzle daily off")
    day.now += timedelta(days=1)
    assert await day.poster.look() == 0


async def test_it_is_posted_at_its_hour_in_its_zone_and_not_in_quiet_hours_nor_late_at_night(day: Day) -> None:
    await day.store.puzzling.want(CHANNEL, WISH.model_copy(update={"hour": 14, "zone": "Europe/Berlin"}))
    day.now = NOON + timedelta(minutes=59)
    assert await day.poster.look() == 0
    day.now = NOON + timedelta(hours=8)
    assert await day.poster.look() == 0, "what was missed at 14:00 is not told at 21:00"
    day.now = NOON + timedelta(hours=1)
    channel = Channel(day.store, day.handler, count())
    await channel.say("anna", "settings quiet 13-15")
    assert await day.poster.look() == 0
    day.now = NOON + timedelta(hours=3, minutes=1)
    assert await day.poster.look() == 1


async def test_a_daily_puzzle_in_quiet_hours_comes_when_they_end(day: Day) -> None:
    await day.store.puzzling.want(CHANNEL, WISH.model_copy(update={"hour": 13}))
    await Channel(day.store, day.handler, count()).say("anna", "settings quiet 12-21")
    for hours, posted in ((1, 0), (8.9, 0), (15.1, 0), (14.9, 1)):
        day.now = NOON + timedelta(hours=hours)
        assert await day.poster.look() == posted, hours


async def test_no_post_tells_the_solution_of_the_puzzle_that_it_poses(day: Day) -> None:
    await day.store.puzzling.want(CHANNEL, WISH)
    assert await day.poster.look() == 1
    puzzles = len(puzzles_of(day.handler.tools.of(title_named("toy")).title))
    day.now = NOON + timedelta(days=puzzles)  # its turn again, as after a pause
    assert await day.poster.look() == 1
    first, second = (re.findall(r"\(`(\w+)`\)", text)[-1] for text in await day.said())
    assert first != second


async def test_two_processes_and_one_that_dies_at_any_step_post_it_once(day: Day, redis_url: str) -> None:
    await day.store.puzzling.want(CHANNEL, WISH)
    before = await kept(day.store.connection)
    died, points = True, 0
    for at in range(1, 100):
        for done in (False, True):
            await put_back(day.store.connection, before)
            link = Dying(redis_url, at, done=done)
            dying = Day(Store(link))
            with contextlib.suppress(StoreUnavailable, DeliveryError):
                await dying.poster.look()
            died, points = link.dead, points + 1
            await link.close()
            # Its lease ends, and somebody else comes, and another one.
            day.now = NOON + timedelta(seconds=61)
            await day.store.connection.call("DEL", "feldpost:puzzles:lease")
            for _ in range(2):
                await day.poster.look()
            day.now = NOON + timedelta(seconds=700)
            await day.poster.look()
            day.now = NOON
            assert len(await day.said()) == 1, (at, done)
        if not died:
            break
    assert points > 10


class Gone:
    """A platform on which the channel is gone."""

    name = "web"

    async def tell(self, channel: str, reply: Reply, key: str) -> None:
        """It is not there."""
        del reply, key
        raise DeliveryError(f"There is no channel {channel}.", final=True, gone=True)


async def test_a_post_whose_answer_is_lost_comes_again_while_its_key_is_known(
    day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    await day.store.puzzling.want(CHANNEL, WISH)
    tell = Local.tell

    async def unanswered(self: Local, channel: str, reply: Reply, key: str) -> None:
        await tell(self, channel, reply, key)
        raise DeliveryError("no answer came")

    with monkeypatch.context() as broken:
        broken.setattr(Local, "tell", unanswered)
        assert await day.poster.look() == 0
    day.now += timedelta(seconds=20)
    assert await day.poster.look() == 1
    assert len(await day.said()) == 1


async def test_a_channel_that_is_gone_is_posed_nothing_any_more(day: Day) -> None:
    await day.store.puzzling.want(CHANNEL, WISH)
    await DailyPuzzles(day.handler.tools, {"web": Gone()}).look()  # type: ignore[dict-item]
    assert await day.store.puzzling.daily() == {}


async def test_where_a_platform_is_away_it_is_posted_later(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    await day.store.puzzling.want(CHANNEL, WISH)

    async def away(*args: object) -> None:
        raise DeliveryError("away", away=True)

    with monkeypatch.context() as broken:
        broken.setattr(Local, "tell", away)
        assert await day.poster.look() == 0
        assert await day.poster.look() == 0, "not at once"
        day.now += timedelta(seconds=20)
        assert await day.poster.look() == 0, "soon, while platforms still know its key; it fails again"
        day.now += timedelta(seconds=20)
    assert await day.poster.look() == 0, "and then not so soon"
    day.now += timedelta(seconds=301)
    assert await day.poster.look() == 1
    assert len(await day.said()) == 1
