"""Events that the library can't parse: nobody else notices, and the person waiting gets an answer."""

from __future__ import annotations

import copy
import logging
from collections.abc import Callable
from typing import Any

import pytest

from bot.platforms.payload_shapes import log_shapes
from tests.bot.test_operations import figures
from tests.platforms.discord.conftest import Bot, Loopback
from tests.platforms.discord.people import COMMAND, COMPLETION, COMPONENT, FORM, Person, until
from tests.platforms.discord.state import CHANNEL, Interaction, Json, snowflake
from tests.platforms.discord.test_faults import begun
from tests.platforms.discord.waiting import settled

SECRET = "a card of somebody's hand"


def without(*path: str) -> Callable[[Json], Json]:
    """Return a function that removes a field of an event."""

    def spoil(event: Json) -> Json:
        inner: Any = event
        for step in path[:-1]:
            inner = inner[step]
        del inner[path[-1]]
        return event

    spoil.__name__ = ".".join(path)
    return spoil


def with_other(name: str, value: Any) -> Callable[[Json], Json]:
    """Return a function that changes a field's value."""

    def spoil(event: Json) -> Json:
        return {**event, name: value}

    spoil.__name__ = f"{name}={value!r}"
    return spoil


SPOILED = [
    without("attachment_size_limit"),
    without("version"),
    without("channel"),
    without("entitlements"),
    without("member", "flags"),
    without("member", "user", "avatar"),
    without("member", "user", "discriminator"),
    without("data"),
    without("data", "options"),
    without("data", "name"),
    with_other("data", None),
    with_other("member", []),
    with_other("locale", 7),
    with_other("version", None),
]


async def sent(loopback: Loopback, person: Person, kind: int, data: Json, spoil: Callable[[Json], Json]) -> Interaction:
    """Send an interaction to the bot in a modified form."""
    done = Interaction(snowflake(), f"token-{snowflake()}", kind, person.number, CHANNEL)
    loopback.world.interactions[done.token] = done
    event = spoil(copy.deepcopy(person.event(done, data, None)))
    await loopback.gateway.tell("INTERACTION_CREATE", event)
    return done


async def goes_on(loopback: Loopback, bot: Bot, people: dict[str, Person], game: str) -> None:
    """Check that another person is served by the same connection."""
    before = len(await loopback.store.record(game))
    await people["anna"].slash("choose take")
    await settled(bot, game)
    assert len(await loopback.store.record(game)) == before + 1
    assert len(loopback.gateway.identified) == 1, "the connection stands"


async def test_a_command_that_cannot_be_read_gets_an_answer_and_everybody_else_goes_on(
    loopback: Loopback, caplog: pytest.LogCaptureFixture
) -> None:
    bot, people, game = await begun(loopback)
    metrics = bot.metrics
    first, unread = bot.platform.client, 0
    for spoil in SPOILED:
        caplog.clear()
        done = await sent(loopback, people["ben"], COMMAND, people["ben"]._command("choose take"), spoil)
        await until(done.answered.is_set, f"an answer without {spoil.__name__}")
        answer = loopback.world.messages[done.message]
        assert answer["for"] == people["ben"].number
        if "couldn't read" in answer["content"]:
            unread += 1
            (report,) = [one for one in caplog.records if one.msg.startswith("report ")]
            assert report.__dict__["report"] in answer["content"]
    assert unread == 9, "what the document calls required, the library requires"
    assert figures(metrics)["feldpost_inbound_refused_total", ("INTERACTION_CREATE", "discord")] == unread
    assert bot.platform.client is first
    await goes_on(loopback, bot, people, game)


async def test_a_press_and_a_form_that_cannot_be_read_get_an_answer(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    data = {"component_type": 2, "custom_id": "x~1~panel", "components": []}
    for kind in (COMPONENT, FORM):
        done = await sent(loopback, people["ben"], kind, data, without("version"))
        await until(done.answered.is_set, "an answer")
        assert "couldn't read" in loopback.world.messages[done.message]["content"]
    await goes_on(loopback, bot, people, game)


async def test_a_completion_that_cannot_be_read_suggests_nothing(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    done = await sent(loopback, people["ben"], COMPLETION, people["ben"]._command("help"), without("version"))
    await until(lambda: done.callbacks, "an answer")
    assert done.callbacks == [{"type": 8, "data": {"choices": []}}]
    await goes_on(loopback, bot, people, game)


async def test_an_interaction_without_id_or_token_is_only_logged(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    before = len(loopback.world.requests)
    for spoil in (without("token"), without("id"), with_other("id", "../../x")):
        await sent(loopback, people["ben"], COMPONENT, {"component_type": 2, "custom_id": "x"}, spoil)
    await goes_on(loopback, bot, people, game)
    asked = [one.path for one in loopback.world.requests[before:] if "/callback" in one.path]
    assert len(asked) == 1, "that of the command that was served"


async def test_an_answer_that_discord_does_not_take_ends_nothing(loopback: Loopback) -> None:
    bot, people, game = await begun(loopback)
    done = Interaction(snowflake(), "unknown-token", COMMAND, 12, CHANNEL)
    event = without("version")(people["ben"].event(done, people["ben"]._command("help"), None))
    await loopback.gateway.tell("INTERACTION_CREATE", event)
    await until(lambda: any("unknown-token" in one.path for one in loopback.world.requests), "a try to answer")
    await goes_on(loopback, bot, people, game)


async def test_shapes_are_logged_where_an_operator_asks(loopback: Loopback, caplog: pytest.LogCaptureFixture) -> None:
    _, people, _ = await begun(loopback)
    log_shapes(True)
    try:
        with caplog.at_level(logging.INFO, "bot.platforms.payload_shapes"):
            log_shapes(True)
            await people["ben"].slash("help")
    finally:
        log_shapes(False)
    (line,) = (one for one in caplog.messages if one.startswith("discord sent INTERACTION_CREATE"))
    assert "member.user.id: text" in line
    assert "version: number 1" in line
    assert "Ben" not in line


OTHERS: list[tuple[str, Any]] = [
    ("GUILD_DELETE", {"secret": SECRET}),
    ("GUILD_CREATE", {"id": "1", "channels": [{"secret": SECRET}]}),
    ("GUILD_UPDATE", {"secret": SECRET}),
    ("CHANNEL_CREATE", {"secret": SECRET}),
    ("CHANNEL_UPDATE", None),
    ("THREAD_CREATE", {"secret": SECRET}),
    ("THREAD_LIST_SYNC", [SECRET]),
    ("GUILD_ROLE_CREATE", {"secret": SECRET}),
    ("ENTITLEMENT_CREATE", {"secret": SECRET}),
    ("USER_UPDATE", {"secret": SECRET}),
]


async def test_any_other_event_that_cannot_be_read_is_logged_without_its_content(
    loopback: Loopback, caplog: pytest.LogCaptureFixture
) -> None:
    bot, people, game = await begun(loopback)
    metrics = bot.metrics
    first = bot.platform.client
    for event, data in OTHERS:
        await loopback.gateway.tell(event, data)
    await goes_on(loopback, bot, people, game)
    assert bot.platform.client is first
    for event, _ in OTHERS:
        assert figures(metrics)["feldpost_inbound_refused_total", (event, "discord")] == 1
        assert f"an event {event} of Discord could not be read" in caplog.text
    assert SECRET not in caplog.text
