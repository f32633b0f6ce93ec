"""A Slack outage at startup or later is retried; a refusal is permanent."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.settings import RefusedError, SettingsError
from bot.storage import Store
from tests.platforms.slack.loopback import FakeSlack, Fault
from tests.platforms.slack.support import Bot, access, until

pytestmark = pytest.mark.usefixtures("ended")


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance is mocked: pauses are very short."""
    monkeypatch.setattr("bot.platforms.slack.connection.random.uniform", lambda low, high: 0.01)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("method", ["auth.test", "apps.connections.open"])
@pytest.mark.parametrize(
    "fault",
    [
        *(Fault(status) for status in (403, 404, 407, 408, 503)),
        *(Fault(200, code) for code in ("internal_error", "team_added_to_org", "accesslimited", "something_new")),
    ],
    ids=lambda fault: fault.error or str(fault.status),
)
async def test_slack_that_is_away_at_the_start_is_tried_again(
    slack: FakeSlack, store: Store, method: str, fault: Fault
) -> None:
    slack.faults[method] += [fault, fault]
    bot = Bot(slack, store)
    await bot.platform.start()
    assert bot.platform.standing.trouble.startswith("no connection to Slack")
    assert not await bot.platform.connected()
    async with asyncio.timeout(30):
        while not await bot.platform.connected():  # noqa: ASYNC110 - it connects by itself
            await asyncio.sleep(0.02)
    assert bot.platform.standing.trouble == ""
    bot.courier.start()
    await bot.does(bot.person("anna"), "new campaign")
    assert any("new game" in m.text for m in slack.messages)
    await bot.stop()


@pytest.mark.usefixtures("hasty")
async def test_by_http_commands_are_taken_while_slack_itself_is_away(slack: FakeSlack, store: Store) -> None:
    slack.faults["auth.test"] += [Fault(503) for _ in range(2000)]
    bot = Bot(slack, store, mode="http")
    await bot.start()
    assert not await bot.platform.connected()
    anna = bot.person("anna")
    await anna.command("help")
    await until(lambda: bool(anna.private()))
    slack.faults.clear()
    await until(lambda: not bot.platform.standing.trouble)
    assert await bot.platform.connected()
    await bot.stop()


@pytest.mark.usefixtures("hasty")
async def test_a_refusal_after_the_start_is_for_good(slack: FakeSlack, store: Store) -> None:
    slack.faults["auth.test"] += [Fault(503), Fault(200, "account_inactive")]
    bot = Bot(slack, store)
    await bot.platform.start()
    await until(lambda: bot.platform.standing.refused is not None)
    assert isinstance(bot.platform.standing.refused, RefusedError)
    assert "has removed the app" in bot.platform.standing.trouble
    await bot.platform.stop()


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("broken", ["_wait_until_stuck", "_drop_socket"])
async def test_a_socket_that_breaks_in_any_way_is_followed_by_another(
    slack: FakeSlack, store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, broken: str
) -> None:
    bot = Bot(slack, store)
    link, times = bot.platform.link, [0]
    deaf = link._wait_until_stuck

    async def once(client: Any) -> None:
        times[0] += 1
        if times[0] > 1:
            await deaf(client)
        elif broken == "_wait_until_stuck":
            raise KeyError("secret")
        else:  # it is away permanently, and closing it fails too
            assert link._socket is not None
            monkeypatch.setattr(link._socket, "close_async", breaking)

    async def breaking() -> None:
        raise KeyError("secret")

    monkeypatch.setattr(link, "_wait_until_stuck", once)
    await bot.platform.start()
    await until(lambda: times[0] == 2)
    await until(lambda: not bot.platform.standing.trouble)
    assert await bot.platform.connected()
    assert ("the library broke with KeyError" if broken == "_wait_until_stuck" else "") in caplog.text
    await bot.platform.stop()
    assert not [task for task in asyncio.all_tasks() if "SocketModeClient" in str(task.get_coro())]


async def test_a_taken_port_is_a_sentence(slack: FakeSlack, store: Store) -> None:
    first = Bot(slack, store, mode="http")
    await first.start()
    second = Bot(slack, store, grants=replace(access(slack, "http"), port=first.platform.port))
    with pytest.raises(SettingsError, match=r"FELDPOST_SLACK_PORT can't be \d+ on 127\.0\.0\.1"):
        await second.platform.start()
    await first.stop()
