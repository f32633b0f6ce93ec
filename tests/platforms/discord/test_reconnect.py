"""A permanently closed gateway, a failing library: another client takes over, or the process exits and says why."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession
from pydantic import SecretStr

from bot.cli.run import _bot
from bot.platforms.discord import command_sync, reconnect
from bot.platforms.discord.adapter import DiscordPlatform
from bot.port import Inbound
from bot.service.handler import BotHandler
from bot.settings import RefusedError, Settings
from bot.table.reply import Reply
from tests.bot.test_operations import figures
from tests.platforms.discord.conftest import Bot, Loopback, plain_picture
from tests.platforms.discord.people import until
from tests.platforms.discord.state import TOKEN, refusal
from tests.platforms.discord.test_faults import begun, texts
from tests.platforms.discord.test_process import running
from tests.platforms.discord.waiting import settled


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Chance is mocked: pauses are recorded and very short."""
    noted: list[float] = []

    def chance(low: float, high: float) -> float:
        del low, high
        return 0.01

    async def lost(self: reconnect.ConnectionKeeper, reason: str, pause: float) -> None:
        noted.append(pause)
        await original(self, reason, pause)

    original = reconnect.ConnectionKeeper._handle_disconnect
    monkeypatch.setattr("bot.platforms.discord.reconnect.random.uniform", chance)
    monkeypatch.setattr(reconnect.ConnectionKeeper, "_handle_disconnect", lost)
    return noted


async def again(loopback: Loopback, bot: Bot, identified: int = 2) -> None:
    """Wait until another client has connected."""
    await until(lambda: len(loopback.gateway.identified) == identified, "another client")
    await until(bot.platform.line.connected, "its connection")
    loopback.gateway.forget_gone()


@pytest.mark.parametrize("code", [4004, 4010, 4011])
async def test_a_closed_gateway_is_connected_again(loopback: Loopback, pauses: list[float], code: int) -> None:
    bot, people, game = await begun(loopback)
    metrics = bot.metrics
    first = bot.platform.client
    await loopback.gateway.drop(code)
    await again(loopback, bot)
    assert bot.platform.client is not first
    assert first.is_closed()
    await people["anna"].slash("choose take")
    await settled(bot, game)
    assert sum("dealt 7 cards" in text for text in texts(loopback)) == 2
    assert pauses == [1.0]
    assert figures(metrics)["feldpost_connections_lost_total", ("discord",)] == 1
    assert bot.platform.standing.trouble == ""
    tellings = [one for one in loopback.world.requests if one.method == "PUT" and one.path.endswith("/commands")]
    assert len(tellings) == 1, "Discord knows the commands already"


async def test_an_unreadable_start_begins_again(
    loopback: Loopback, pauses: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    bot, people, game = await begun(loopback)
    before = len(await loopback.store.record(game))
    for _ in range(2):
        known = len(loopback.gateway.identified)
        await loopback.gateway.tell(
            "READY", {"secret": "a card of a hand", "session_id": "x", "resume_gateway_url": "x"}
        )
        await again(loopback, bot, known + 1)
    await people["anna"].slash("choose take")
    assert len(await loopback.store.record(game)) == before + 1
    assert pauses == [1.0, 2.0], "the pauses grow"
    assert "the library broke with KeyError" in caplog.text
    assert "a card of a hand" not in caplog.text


async def test_reconnect_pauses_have_a_limit_and_reset_after_steady_service(
    loopback: Loopback, pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reconnect, "_LONGEST_PAUSE", 2.0)
    bot = await loopback.bot()
    for known in range(3):
        await loopback.gateway.drop(4011)
        await again(loopback, bot, known + 2)
    assert pauses == [1.0, 2.0, 2.0]
    monkeypatch.setattr(reconnect, "_STEADY", 0.0)
    await loopback.gateway.drop(4011)
    await again(loopback, bot, 5)
    assert pauses[-1] == 1.0


async def test_an_answer_in_progress_survives_a_closed_gateway(loopback: Loopback, pauses: list[float]) -> None:
    class Slow(BotHandler):
        async def run(self, inbound: Inbound) -> Sequence[Reply]:
            began.set()
            await gate.wait()
            return await super().run(inbound)

    began, gate = asyncio.Event(), asyncio.Event()
    bot = await loopback.bot(handler=Slow(loopback.store))
    asked = await loopback.person(11, "Anna").slash("help", wait=False)
    await began.wait()
    await loopback.gateway.drop(4011)
    await asyncio.sleep(0.1)
    gate.set()
    async with asyncio.timeout(30):
        await asked.answered.wait()
    await again(loopback, bot)
    assert pauses == [1.0]


async def test_posts_wait_without_spending_tries_and_come_once_discord_is_back(
    loopback: Loopback, pauses: list[float]
) -> None:
    del pauses
    bot, people, game = await begun(loopback)
    away = [True]

    def nobody_there(method: str, path: str, body: Any) -> tuple[int, Any, dict[str, str]] | None:
        del method, body
        return (500, {"message": "away"}, {}) if away[0] and path == "/users/@me" else None

    loopback.world.faults.append(nobody_there)
    await bot.courier.stop()
    await people["anna"].slash("choose take")
    posts = len(await loopback.store.outbox.pending_posts(game))
    assert posts
    await loopback.gateway.drop(4004)
    await until(lambda: bool(bot.platform.standing.trouble), "the loss")
    assert not await bot.platform.connected()
    assert bot.platform.standing.trouble == "no connection to Discord (close code 4004): still trying"
    bot.courier._stopping = False
    await bot.courier.deliver_all()
    waiting = await loopback.store.outbox.pending_posts(game)
    assert len(waiting) == posts
    assert waiting[0].tries == 0
    assert waiting[0].times > 0
    away[0] = False
    await again(loopback, bot)
    bot.courier.start()
    await settled(bot, game)
    assert sum("dealt 7 cards" in text for text in texts(loopback)) == 2


# -- rate limits --------------------------------------------------------------------------------------------------


def patience(method: str, ending: str, waiting: list[bool]) -> Any:
    """Return a fault: while active, a request is told to retry in ten minutes."""

    def fault(asked: str, path: str, body: Any) -> tuple[int, Any, dict[str, str]] | None:
        del body
        told = {"message": "You are being rate limited.", "retry_after": 600.0, "global": False}
        return (429, told, {"Retry-After": "600"}) if waiting[0] and asked == method and path.endswith(ending) else None

    return fault


async def test_nobody_waits_while_discord_takes_no_commands(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bot, people, game = await begun(loopback)
    monkeypatch.setattr(command_sync, "_SYNC_TIMEOUT", 0.3)
    monkeypatch.setattr(command_sync, "_PAUSE", 0.1)
    monkeypatch.setattr(command_sync, "_LONGEST_PAUSE", 0.2)
    waiting = [True]
    loopback.world.faults.append(patience("PUT", "/commands", waiting))
    later = DiscordPlatform(handler=BotHandler(loopback.store), store=loopback.store, draw=plain_picture, token=TOKEN)
    await bot.stop()
    try:
        async with asyncio.timeout(30):
            await later.start()
            await later.client.wait_until_ready()
        before = len(await loopback.store.record(game))
        await people["anna"].slash("choose take")
        assert len(await loopback.store.record(game)) == before + 1
        await until(lambda: "the known ones stay, next try in" in caplog.text, "what the log tells")
        assert not later.client.told
        # From here on Discord has enough time: one more try is enough, however slow this machine is.
        monkeypatch.setattr(command_sync, "_SYNC_TIMEOUT", 60.0)
        waiting[0] = False
        await until(lambda: later.client.told, "the commands", 60)
    finally:
        await later.stop()


async def test_a_login_that_is_told_to_wait_is_tried_again(
    loopback: Loopback, pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reconnect, "_FIRST", 0.2)
    monkeypatch.setattr(reconnect, "_LOGIN", 0.3)
    waiting = [True]
    loopback.world.faults.append(patience("GET", "/users/@me", waiting))
    platform = DiscordPlatform(
        handler=BotHandler(loopback.store), store=loopback.store, draw=plain_picture, token=TOKEN
    )
    try:
        await platform.start()
        await until(lambda: len(pauses) > 1, "a second try")
        assert platform.standing.trouble.startswith("no connection to Discord (TimeoutError)")
        waiting[0] = False
        await until(platform.line.connected, "the connection")
    finally:
        await platform.stop()


# -- where retrying can't help -----------------------------------------------------------------------------------


def settings(redis_url: str) -> Settings:
    return Settings(redis_url=redis_url, discord_token=TOKEN, operations_port=0, log_level="error")  # type: ignore[arg-type]


@pytest.mark.parametrize(("code", "says"), [(4012, "Install a newer one"), (4013, "intents"), (4014, "intents")])
async def test_a_permanent_connection_error_is_reported_and_stops_the_platform(
    loopback: Loopback, redis_url: str, pauses: list[float], code: int, says: str
) -> None:
    async with _bot(settings(redis_url)) as bot:
        await loopback.gateway.ready.wait()
        await loopback.gateway.drop(code)
        async with asyncio.timeout(30):
            refused = await bot.lost
        assert isinstance(refused, RefusedError)
        assert says in str(refused)
        assert str(code) in str(refused)
        async with ClientSession() as session:
            async with session.get(f"http://127.0.0.1:{bot.operations.port}/readyz") as answer:
                part = (await answer.json())["parts"]["discord"]
            async with session.get(f"http://127.0.0.1:{bot.operations.port}/metrics") as answer:
                assert 'feldpost_platform_connected{platform="discord"} 0.0' in await answer.text()
        assert (answer.status, part) == (200, {"ok": False, "text": str(refused)})
    assert len(loopback.gateway.identified) == 1
    assert pauses == []


async def test_a_close_code_that_is_lost_on_the_way_comes_again(
    loopback: Loopback, redis_url: str, pauses: list[float]
) -> None:
    """A connection that breaks before the code is read looks like any other: the library resumes, and is then refused."""
    async with _bot(settings(redis_url)) as bot:
        await loopback.gateway.ready.wait()
        loopback.gateway.refusing = 4014
        loopback.gateway.cut()
        async with asyncio.timeout(60):
            refused = await bot.lost
    assert "(close code 4014)" in str(refused)
    assert len(loopback.gateway.identified) == 1
    assert pauses == []


async def test_late_reports_of_an_abandoned_client_are_ignored(loopback: Loopback, redis_url: str) -> None:
    """The library reports a client ready some seconds late: it may have been refused by then, with another platform running."""
    async with _bot(settings(redis_url)) as bot:
        await loopback.gateway.ready.wait()
        platform = bot.platforms[0]
        assert isinstance(platform, DiscordPlatform)
        await loopback.gateway.refuse(4014)
        async with asyncio.timeout(30):
            refused = await bot.lost
        platform.client.dispatch("ready")
        await asyncio.sleep(0.1)
        assert platform.standing.trouble == str(refused)
        assert not await platform.connected()
        assert not await platform.line.is_up(0.1)


async def test_a_token_that_was_reset_is_told(loopback: Loopback, redis_url: str, pauses: list[float]) -> None:
    async with _bot(settings(redis_url)) as bot:
        await loopback.gateway.ready.wait()
        loopback.world.faults.append(lambda method, path, body: refusal(401, 0, "401: Unauthorized"))
        await loopback.gateway.drop(4004)
        async with asyncio.timeout(30):
            refused = await bot.lost
    assert "Discord doesn't accept FELDPOST_DISCORD_TOKEN" in str(refused)
    assert pauses == [1.0]


async def test_a_platform_that_is_away_at_the_start_keeps_no_other_from_serving(
    loopback: Loopback, redis_url: str
) -> None:
    nobody: dict[str, Any] = {
        "slack_bot_token": "xoxb-1",
        "slack_app_token": "xapp-1",
        "slack_api": "http://127.0.0.1:9/",
    }
    both = settings(redis_url).model_copy(update={name: _secret(name, value) for name, value in nobody.items()})
    async with _bot(both) as bot:
        await loopback.gateway.ready.wait()
        await loopback.person(11, "Anna").slash("new campaign")
        await until(lambda: bot.operations._state.painting, "the first worker", 60)
        parts = await _ready(f"http://127.0.0.1:{bot.operations.port}/readyz")
        told = {"ok": False, "text": "no connection to Slack (it cannot be reached): still trying"}
        assert (parts["discord"]["ok"], parts["slack"]) == (True, told)
        assert not bot.lost.done()


async def test_a_proxy_s_error_page_does_not_end_the_start(loopback: Loopback, pauses: list[float]) -> None:
    del pauses
    page = [True]

    def portal(method: str, path: str, body: Any) -> tuple[int, Any, dict[str, str]] | None:
        del body
        told = page and method == "GET" and path == "/users/@me"
        return (200, "<html>Log in to this network</html>", {}) if told and page.pop() else None

    loopback.world.faults.append(portal)
    bot = DiscordPlatform(handler=BotHandler(loopback.store), store=loopback.store, draw=plain_picture, token=TOKEN)
    await bot.start()
    await until(bot.line.connected, "the connection in the background")
    assert page == []
    await bot.stop()


async def _ready(address: str) -> dict[str, Any]:
    """Return the parts reported by a ready bot; the courier may start after the first worker."""
    async with ClientSession() as session, asyncio.timeout(60):
        while True:
            async with session.get(address) as answer:
                parts: dict[str, Any] = (await answer.json())["parts"]
            if answer.status == 200:
                return parts
            await asyncio.sleep(0.05)


async def test_a_silent_discord_holds_up_no_start(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconnect, "_FIRST", 0.2)
    login, silent = reconnect.ConnectionKeeper._login, [True]

    async def once(self: reconnect.ConnectionKeeper) -> None:
        if silent and silent.pop():
            await self.client._async_setup_hook()
            await asyncio.Event().wait()
        await login(self)

    monkeypatch.setattr(reconnect.ConnectionKeeper, "_login", once)
    bot = DiscordPlatform(handler=BotHandler(loopback.store), store=loopback.store, draw=plain_picture, token=TOKEN)
    await asyncio.wait_for(bot.start(), 60)
    await until(bot.line.connected, "the connection in the background")
    await bot.stop()


def _secret(name: str, value: str) -> SecretStr | str:
    return value if name == "slack_api" else SecretStr(value)


@pytest.mark.slow
async def test_the_process_leaves_with_a_sentence_and_a_code_that_supervisors_know(
    loopback: Loopback, redis_url: str, tmp_path: Path
) -> None:
    async with running(loopback, redis_url, tmp_path) as process:
        await loopback.gateway.refuse(4014)
        output, _ = await asyncio.wait_for(process.communicate(), 120)
        assert process.returncode == RefusedError.exit_code
        assert re.search(r"^feldpost: Discord refuses the bot's intents", output.decode(), re.MULTILINE)


def test_the_unit_for_systemd_does_not_start_it_again_then() -> None:
    unit = Path("deploy/feldpost.service").read_text(encoding="utf-8")
    assert f"RestartPreventExitStatus={RefusedError.exit_code}\n" in unit
