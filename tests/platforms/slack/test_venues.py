"""A Slack channel is checked before it becomes a venue: problems are listed, and nobody else sees the check."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.narration.texts import texts
from bot.platforms.slack import adapter_texts
from bot.port import DeliveryError
from bot.service.leagues import announcements
from bot.service.leagues.clerk_context import ClerkContext
from bot.storage import Store
from tests.platforms.slack.lengths import channel_id
from tests.platforms.slack.loopback import TEAM, FakeSlack, Fault
from tests.platforms.slack.people import CHANNEL, Person
from tests.platforms.slack.support import Bot
from tests.platforms.slack.test_leagues import told


def both(slack: FakeSlack) -> None:
    """Cause two problems at once."""
    slack.outside.add(CHANNEL)
    slack.scopes = "commands,chat:write,im:write"


ALL = "commands,chat:write,files:write,im:write"
#: Problems of the channel or the app, and the texts that name them.
WRONG: dict[str, tuple[Callable[[FakeSlack], object], tuple[str, ...]]] = {
    "not invited": (lambda slack: slack.outside.add(CHANNEL), ("absent",)),
    "archived": (lambda slack: slack.archived.add(CHANNEL), ("archived",)),
    "frozen": (lambda slack: slack.kinds.update({CHANNEL: "is_frozen"}), ("restricted",)),
    "threads only": (lambda slack: slack.kinds.update({CHANNEL: "is_thread_only"}), ("threads_only",)),
    "no pictures": (lambda slack: setattr(slack, "scopes", "commands,chat:write,im:write"), ("upload",)),
    "no posts": (lambda slack: setattr(slack, "scopes", "commands,files:write,im:write"), ("post",)),
    "neither": (lambda slack: setattr(slack, "scopes", "commands"), ("post", "upload", "direct")),
    "no files": (
        lambda slack: slack.faults["files.getUploadURLExternal"].append(Fault(error="file_uploads_disabled")),
        ("no_files",),
    ),
    "two things": (both, ("absent", "upload")),
}


def well(slack: FakeSlack) -> None:
    """Fix all problems."""
    slack.outside.clear()
    slack.archived.clear()
    slack.kinds.clear()
    slack.faults.clear()
    slack.scopes = ALL


async def organiser(bot: Bot) -> Person:
    olga = bot.person("olga")
    olga.root = "league"
    await told(bot, olga, "new Cup scenario=introductory window=60d format=swiss rounds=1 beginners=yes")
    return olga


async def test_missing_rights_are_named_before_a_channel_becomes_a_venue(slack: FakeSlack, store: Store) -> None:
    bot = Bot(slack, store)
    await bot.start()
    olga, repository = await organiser(bot), bot.handler.leagues.repository
    for name, (spoil, keys) in WRONG.items():
        spoil(slack)
        before = len(slack.messages)
        answer = await told(bot, olga, "venue here")
        well(slack)
        for key, sentence in ((key, adapter_texts.right(key)) for key in texts().table("slack.rights")):
            assert (sentence in answer) == (key in keys), (name, key)
        assert not (await repository.season("s-cup")).venues, name
        assert all(one.only for one in slack.messages[before:]), "nobody else sees that it was looked at"
        assert not slack.scheduled, name
    answer = await told(bot, olga, "venue here")
    assert "Checked: the app is in this channel and can post and upload pictures." in answer
    assert (await repository.season("s-cup")).venues == {f"slack:{TEAM}.{CHANNEL}": ""}
    assert not slack.scheduled
    assert not slack.breaches
    await bot.stop()


@pytest.mark.parametrize("kind", ["is_non_threadable", "is_frozen"])
async def test_with_a_scope_that_lets_it_read_slack_itself_tells_what_a_channel_is(
    slack: FakeSlack, store: Store, kind: str
) -> None:
    slack.scopes, slack.kinds[CHANNEL] = f"{ALL},channels:read", kind
    bot = Bot(slack, store)
    await bot.start()
    olga = await organiser(bot)
    answer = await told(bot, olga, "venue here")
    assert adapter_texts.right("no_threads" if kind == "is_non_threadable" else "frozen") in answer
    await bot.stop()


async def test_a_look_that_says_nothing_of_the_channel_keeps_nobody_out(slack: FakeSlack, store: Store) -> None:
    bot = Bot(slack, store)
    await bot.start()
    olga = await organiser(bot)
    slack.faults["chat.scheduleMessage"].append(Fault(error="restricted_too_many"))
    slack.faults["files.getUploadURLExternal"].append(Fault(error="something_new"))
    assert "Checked" in await told(bot, olga, "venue here")
    slack.faults["auth.test"].append(Fault(status=503))
    refused = await told(bot, olga, "venue here")
    assert "could not be checked right now" in refused
    slack.faults.clear()
    await bot.stop()


async def test_direct_messages_are_no_venue(slack: FakeSlack, store: Store) -> None:
    bot = Bot(slack, store)
    await bot.start()
    await organiser(bot)
    olga = Person(slack, "olga", channel=bot.person("olga").direct, root="league")
    assert "can't be hosted in direct messages" in await told(bot, olga, "venue here season=s-cup")
    await bot.stop()


async def test_that_replies_are_not_taken_shows_with_the_first_post(slack: FakeSlack, store: Store) -> None:
    bot = Bot(slack, store)
    await bot.start()
    olga = await organiser(bot)
    venue = channel_id("VENUE")
    slack.kinds[venue] = "is_non_threadable"
    there = Person(slack, "olga", channel=venue, root="league")
    assert "Checked" in await told(bot, there, "venue here season=s-cup"), "without a message nothing can be tried"
    repository = bot.handler.leagues.repository
    context = ClerkContext(bot.handler.tools, repository, {"slack": bot.platform})
    entries = await repository.journal("s-cup")
    await announcements.tell(context, "s-cup", len(entries) - 1, entries[-1])
    told_of = [
        one.dump() for one in slack.messages if one.channel == olga.channel and "something is missing" in one.text
    ]
    assert len(told_of) == 1
    assert adapter_texts.right("no_threads") in told_of[0]
    assert f"<#{venue}>" in told_of[0]
    assert not slack.scheduled
    await announcements.tell(context, "s-cup", len(entries) - 1, entries[-1])
    assert len([one for one in slack.messages if "something is missing" in one.text]) == 1, "once"
    await bot.stop()


async def test_a_platform_that_cannot_be_asked_raises(socket_bot: Bot) -> None:
    socket_bot.slack.faults["chat.scheduleMessage"].append(Fault(status=503))
    with pytest.raises(DeliveryError) as caught:
        await socket_bot.platform.lacking(f"{TEAM}.{CHANNEL}")
    assert caught.value.away
