"""Undone events can't be read on a page: each message about them is replaced by a note."""

from __future__ import annotations

import itertools
from typing import Literal

from bot.platforms.web.adapter import WebPlatform
from bot.port import Outgoing
from bot.service.session import Memory
from bot.storage import Store
from bot.table.reply import Reply
from tests.bot.support import Channel
from tests.web.doubles import GAME
from tests.web.support import CHANNEL, FakePage

_numbers = itertools.count(1)
BACK = "*This was taken back.*"


async def told(
    platform: WebPlatform, text: str, until: int, audience: Literal["channel", "thread"] = "channel", game: str = GAME
) -> None:
    """Post a message about events of a game, with its number."""
    await posted(platform, Reply(text=text, audience=audience, until=until), game)


async def posted(platform: WebPlatform, reply: Reply, game: str = GAME) -> None:
    await platform.deliver(Outgoing(id=f"{game}/{next(_numbers)}", game=game, channel=CHANNEL, reply=reply))


def standing(page: FakePage) -> list[tuple[str, str]]:
    """Return what a page shows, place and text; a message whose slot was taken over stays."""
    found: dict[str, tuple[str, str, int]] = {}
    for item in page.items:
        slot = item["slot"]
        if item["anew"] and slot in found:
            before = found.pop(slot)
            found[f"{slot}@{before[2]}"] = before
        found[slot] = item["where"], item["text"], item["place"]
    return [(where, text) for where, text, _ in found.values()]


async def test_messages_of_an_undone_part_are_withdrawn(platform: WebPlatform) -> None:
    async with FakePage(platform, "Spectator") as page:
        await told(platform, "The war before this one.", 40, game="before")
        await told(platform, "GE 8 moves to Posen.", 3)
        await told(platform, "GE 1 moves to Sedan.", 5)
        await told(platform, "GE 1 moves to Sedan.", 5, "thread")
        for number, text in ((6, "Who is lost?"), (7, "Who retreats?")):
            await posted(platform, Reply(text=text, audience="channel", edit="prompt", anew=True, until=number))
        await posted(platform, Reply(text="The CP take it back.", audience="channel", back=3))
        await page.entry(lambda item: item["text"] == "The CP take it back.")
    async with FakePage(platform, "Player two") as fresh:
        await fresh.entry(lambda item: item["text"] == "The CP take it back.")
    wanted = [("channel", "The war before this one."), ("channel", "GE 8 moves to Posen.")]
    wanted += [("channel", BACK), ("thread", BACK), ("channel", BACK), ("channel", BACK)]
    wanted.append(("channel", "The CP take it back."))
    assert sorted(standing(page)) == sorted(wanted)
    assert sorted(standing(fresh)) == sorted(wanted)


async def test_a_post_says_what_it_tells_of_and_undo_how_far_it_goes_back(store: Store) -> None:
    channel = Channel.open(store)
    await channel.begin()
    for user in ("anna", "ben"):
        await channel.say(user, "play auto")
        await channel.say(user, "done")
    await channel.clear()
    for line in ("play auto", "move ge 2 frankfurt", "done"):
        await channel.say("anna", line)
    story = [reply for _, reply in await channel.posts() if "Frankfurt" in reply.text and reply.edit != "table"]
    assert {reply.audience for reply in story} == {"channel", "thread"}
    assert len({reply.until for reply in story}) == 1
    await channel.clear()
    await channel.say("anna", "undo all")
    (back,) = [reply.back for _, reply in await channel.posts() if reply.back >= 0]
    assert back == story[0].until - 1, "all before it still hold"


def test_a_later_rollback_does_not_go_beyond_an_earlier_one() -> None:
    memory = Memory()
    assert [memory.tell(number) for number in (5, 9)] == [1, 2]
    assert memory.told_until(6) == 1
    assert memory.tell(8) == 3
    assert memory.told_until(8) == 3
    assert memory.told_until(7) == 2
    assert Memory().told_until(4) == 0, "of an older version nothing is known"


async def test_an_edited_post_with_a_ping_shows_nothing_of_an_undone_order(store: Store) -> None:
    channel = Channel.open(store)
    await channel.begin()
    for line in ("play auto", "move ge 2 frankfurt", "done"):
        await channel.say("anna", line)
    asked = [reply for _, reply in await channel.posts() if reply.edit == "prompt" and "Frankfurt" in reply.text]
    assert asked, "with My move on it"
    await channel.clear()
    await channel.say("anna", "undo all")
    stripped = [reply for kind, reply in await channel.posts() if kind == "strip"]
    assert stripped
    assert all("Frankfurt" not in reply.text and "taken back" in reply.text for reply in stripped)
    assert not any("Frankfurt" in reply.text for _, reply in await channel.posts())
