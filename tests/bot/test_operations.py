"""What operators see: numbers, a status for each part, and log lines that reveal nothing."""

from __future__ import annotations

import io
import json
import logging
import random
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import ClientSession
from prometheus_client.parser import text_string_to_metric_families
from pydantic import SecretStr

from bot.operations import logs
from bot.operations.census import Counting
from bot.operations.health import HealthState, Operations
from bot.operations.instrumentation import WatchedHandler, WatchedPlatform
from bot.operations.metrics import Metrics
from bot.operations.ratelimits import discord_waits
from bot.port import DeliveryError, Inbound, Outgoing
from bot.service.handler import BotHandler
from bot.service.routes import ROUTES
from bot.settings import Settings, SettingsError
from bot.storage import Connection, Store
from bot.table import tokens
from bot.table.reply import Reply
from engine.pog import hidden_cards
from tests.bot.support import CHANNEL, Channel, controls
from tests.support.facts import names
from tests.support.restoring import restore


def figures(metrics: Metrics) -> dict[tuple[str, tuple[str, ...]], float]:
    """Return samples by name and label values."""
    families = text_string_to_metric_families(metrics.text().decode())
    return {(s.name, tuple(s.labels[key] for key in sorted(s.labels))): s.value for f in families for s in f.samples}


class Shaky:
    """A platform that accepts or refuses posts as instructed."""

    name = "web"

    def __init__(self) -> None:
        self.refusal: Exception | None = None

    async def start(self) -> None:
        """Do nothing."""

    async def deliver(self, message: Outgoing) -> None:
        """Accept or refuse."""
        if self.refusal is not None:
            raise self.refusal

    async def stop(self) -> None:
        """Do nothing."""


async def run(
    handler: WatchedHandler, number: int, *, text: str | None = None, token: str | None = None
) -> list[Reply]:
    inbound = Inbound(platform="web", channel=CHANNEL, user="anna", key=f"w{number}", text=text, token=token)
    return list(await handler.run(inbound))


async def test_commands_are_counted_by_name_platform_and_outcome(
    channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    await channel.begin()
    metrics = Metrics()
    handler = WatchedHandler(BotHandler(channel.store), metrics)
    panel = await run(handler, 1, text="/pan")
    orders = [token for _, token in controls(panel) if tokens.parse(token).kind == "order"]
    await run(handler, 2, text="play 99 as ops")
    await run(handler, 3, text="surrender the sea")
    await run(handler, 4, token=orders[0])
    await run(handler, 5, token=orders[0])

    def broken(*_: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setitem(ROUTES, "panel", broken)
    (crashed,) = await run(handler, 6, text="panel")
    seen = figures(metrics)

    def count(command: str, outcome: str) -> float:
        return seen.get(("feldpost_commands_total", (command, outcome, "web")), 0)

    assert count("panel", "ok") == 1
    assert count("play", "refused") == 1
    assert count("unknown", "refused") == 1
    assert count("press", "ok") == 1
    assert count("press", "refused") + count("press", "ok") == 2
    assert count("panel", "crash") == 1
    assert re.search(r"[0-9a-f]{8}", crashed.text)
    assert seen["feldpost_answer_seconds_count", ("web",)] == 6


async def test_no_label_names_a_person_a_channel_a_game_or_a_card(channel: Channel) -> None:
    await channel.begin()
    metrics = Metrics()
    store = channel.store
    handler = WatchedHandler(BotHandler(store), metrics)
    game = await channel.game_id()
    for number, text in enumerate(["hand", "card 3", f"status {game}", "play cp 1 as ops", "anna is here", "map west"]):
        await run(handler, number, text=text)
    metrics.counted(await Counting(store).take())
    known = {"platform", "command", "outcome", "kind", "result", "operation", "status", "index", "le", "version"}
    for family in text_string_to_metric_families(metrics.text().decode()):
        for sample in family.samples:
            if sample.name.startswith("feldpost_"):
                assert set(sample.labels) <= known
                for word in sample.labels.values():
                    assert word not in {"anna", "ben", CHANNEL, game}
                    assert re.fullmatch(r"[a-z_ ]{1,24}|[\d.]+|\+Inf", word), word


async def test_deliveries_and_their_failures_are_counted() -> None:
    metrics, shaky = Metrics(), Shaky()
    platform = WatchedPlatform(shaky, metrics)
    message = Outgoing(id="abcd2345/1-0", game="abcd2345", channel="c", reply=Reply(text="x", audience="channel"))
    await platform.deliver(message)
    for refusal in (DeliveryError("later"), DeliveryError("never", final=True), KeyError("oh")):
        shaky.refusal = refusal
        with pytest.raises(type(refusal)):
            await platform.deliver(message)
    seen = figures(metrics)
    assert seen["feldpost_delivery_seconds_count", ("web",)] == 1
    for kind in ("later", "final", "crash"):
        assert seen["feldpost_delivery_failures_total", (kind, "web")] == 1


async def test_games_and_posts_are_counted(channel: Channel) -> None:
    now = 1_000_000.0
    counting = Counting(channel.store, lambda: now)
    assert (await counting.take()).games == {"lobby": 0, "playing": 0, "finished": 0, "damaged": 0}
    await channel.begin()
    await channel.say("anna", "play cp 1 as rp")
    census = await counting.take()
    assert census.games["playing"] == 0, "games are counted once a minute"
    assert census.waiting == len(await channel.posts()) > 1
    now += 61
    assert (await counting.take()).games == {"lobby": 0, "playing": 1, "finished": 0, "damaged": 0}

    async def refuse(queued: object) -> None:
        raise DeliveryError("no such channel", final=True)

    await channel.store.outbox.deliver(await channel.game_id(), refuse)
    after = await counting.take()
    assert (after.waiting, after.parked) == (0, census.waiting)


@pytest.mark.parametrize("level", [logging.INFO, logging.ERROR])
def test_waits_that_discord_py_tells_its_log_are_counted(level: int, caplog: pytest.LogCaptureFixture) -> None:
    """The words are those of the library; test_operations_on_discord sees a real 429."""
    caplog.set_level(level)
    metrics = Metrics()
    with discord_waits(metrics):
        logger = logging.getLogger("discord.http")
        logger.warning("We are being rate limited. %s %s responded with 429. Retrying in %.2f seconds.", "P", "u", 1.5)
        logger.warning("Something else took %.2f seconds.", 9.0)
    logging.getLogger("discord.http").warning("Global rate limit has been hit. Retrying in %.2f seconds.", 7.0)
    seen = figures(metrics)
    assert seen["feldpost_rate_limits_total", ("discord",)] == 1
    assert seen["feldpost_rate_limit_wait_seconds_total", ("discord",)] == 1.5
    assert ("Retrying in 1.50" in caplog.text) == (level == logging.INFO)


# ----------------------------------------------------------------------------------------------- health


@pytest_asyncio.fixture
async def session() -> AsyncIterator[ClientSession]:
    async with ClientSession() as open_session:
        yield open_session


async def page(session: ClientSession, operations: Operations, path: str) -> tuple[int, Any]:
    async with session.get(f"http://127.0.0.1:{operations.port}{path}") as answer:
        text = await answer.text()
        return answer.status, json.loads(text) if text.startswith("{") else text


async def test_readiness_follows_each_part(store: Store, session: ClientSession) -> None:
    state, settings = HealthState(), Settings(operations_port=0)
    operations = Operations(settings, state, Metrics())
    await operations.start()
    linked = True

    async def connected() -> bool:
        return linked

    assert (await page(session, operations, "/healthz"))[1] == {"alive": True, "phase": "starting", "version": "0.1.0"}
    status, body = await page(session, operations, "/readyz")
    assert status == 503
    assert {name for name, part in body["parts"].items() if not part["ok"]} == {
        "bot",
        "redis",
        "assets",
        "pictures",
        "posts",
    }
    state.phase, state.store, state.assets, state.painting = "serving", store, True, True
    state.platforms["slack"], state.carrying = connected, lambda: True
    status, body = await page(session, operations, "/readyz")
    assert (status, body["ready"]) == (200, True), body
    linked = False
    status, body = await page(session, operations, "/readyz")
    assert (status, body["parts"]["slack"]) == (503, {"ok": False, "text": "not connected"})
    linked = True
    state.carrying = lambda: False
    status, body = await page(session, operations, "/readyz")
    assert (status, body["parts"]["posts"]) == (503, {"ok": False, "text": "are not delivered"})
    state.carrying = lambda: True
    state.phase = "stopping"
    status, body = await page(session, operations, "/readyz")
    assert (status, body["parts"]["bot"]["text"]) == (503, "is stopping: takes nothing new")
    state.phase, state.store = "serving", Store(Connection("redis://:hunter2@127.0.0.1:1/0", patience=0))
    status, body = await page(session, operations, "/readyz")
    assert status == 503
    assert "does not answer" in body["parts"]["redis"]["text"]
    assert "hunter2" not in str(body)
    status, text = await page(session, operations, "/metrics")
    assert status == 200, "numbers are shown without a store as well"
    assert "feldpost_store_up 0.0" in text
    assert "feldpost_ready 0.0" in text
    await operations.stop()


async def test_without_a_port_nothing_is_served_and_a_taken_one_is_a_sentence() -> None:
    off = Operations(Settings(), HealthState(), Metrics())
    await off.start()
    assert off.port == 0
    await off.stop()
    first = Operations(Settings(operations_port=0), HealthState(), Metrics())
    await first.start()
    with pytest.raises(SettingsError, match=r"FELDPOST_OPERATIONS_PORT can't be \d+ on 127\.0\.0\.1"):
        await Operations(Settings(operations_port=first.port), HealthState(), Metrics()).start()
    await first.stop()


# ------------------------------------------------------------------------------------------------- logs


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """Yield everything logged, in detail, as JSON, with some secrets in the settings."""
    told = io.StringIO()
    settings = Settings(
        redis_url=SecretStr("redis://:hunter2-pass@db:6379/0"), discord_token=SecretStr("MTIz.discord.token"),
        slack_signing_secret=SecretStr("signing-secret"),
    )  # fmt: skip
    handler = logging.StreamHandler(told)
    handler.setFormatter(logs.Lines("json", logs.secrets_of(settings)))
    root, level = logging.getLogger(), logging.getLogger("bot").level
    root.addHandler(handler)
    logging.getLogger("bot").setLevel(logging.DEBUG)
    yield told
    root.removeHandler(handler)
    logging.getLogger("bot").setLevel(level)


def parsed(told: io.StringIO) -> list[dict[str, str]]:
    return [json.loads(line) for line in told.getvalue().splitlines()]


def test_a_line_is_one_object_and_hides_every_token(lines: io.StringIO) -> None:
    log = logging.getLogger("bot.test")
    with logs.about(platform="slack", command="play"):
        log.warning("first\nsecond: %s", "MTIz.discord.token hunter2-pass signing-secret")
    log.info("POST https://discord.com/api/v10/webhooks/77/aW50ZXI.abc-x/messages with xoxb-1-abc and xapp-1-A")
    log.info("answer at https://hooks.slack.com/commands/T0/1/abc", extra={"report": "0a1b2c3d"})
    first, second, third = parsed(lines)
    assert first["message"] == "first\nsecond: (hidden) (hidden) (hidden)"
    assert (first["platform"], first["command"], first["level"], first["logger"]) == (
        "slack", "play", "warning", "bot.test",
    )  # fmt: skip
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", first["time"])
    assert second["message"] == "POST https://discord.com/api/v10/webhooks/(hidden)/messages with (hidden) and (hidden)"
    assert "platform" not in second
    assert (third["message"], third["report"]) == ("answer at (hidden)", "0a1b2c3d")


def test_logged_exceptions_contain_only_harmless_words(lines: io.StringIO) -> None:
    log = logging.getLogger("bot.test")
    try:
        try:
            raise ValueError("Guns of August is in the hand")
        except ValueError as error:
            raise ConnectionResetError("connection reset by peer") from error
    except ConnectionResetError:
        log.exception("it broke")
    (line,) = parsed(lines)
    assert "ConnectionResetError: connection reset by peer" in line["trace"]
    assert "test_operations.py" in line["trace"]
    assert "Guns of August is" not in line["trace"].replace('raise ValueError("Guns of August is in the hand")', "")


async def test_a_game_at_full_detail_logs_no_hidden_card(
    channel: Channel, lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random play by buttons and typed lines, with crashes in between; the log never names a card."""
    await channel.begin(first="")
    channel.handler = WatchedHandler(channel.handler, Metrics())  # type: ignore[assignment]
    rng = random.Random(5)
    content = names().content
    hidden: set[int] = set()
    for step in range(60):
        game = restore(await channel.store.load(await channel.game_id()))
        if not game.stack:
            break
        mask = hidden_cards(game.state, None)
        hidden |= {card for card in range(len(content.cards)) if mask >> card & 1}
        user = "anna" if game.actor == 1 else "ben"
        panel = await channel.say(user, "panel")
        orders = [t for _, t in controls(panel) if tokens.parse(t).kind == "order" and "peace" not in t]
        await channel.press(user, rng.choice(orders))
        if step % 10 == 0:
            name = content.cards[rng.randrange(len(content.cards))].name
            with monkeypatch.context() as broken:
                broken.setattr("bot.service.acting.play.act", _breaking_with(name))
                await channel.say(user, f"play {name} as ops")
            await channel.say(user, "hand")
    told = parsed(lines)
    assert len([line for line in told if line.get("report")]) >= 5
    assert len({line.get("command") for line in told}) >= 4
    assert len(hidden) > 20
    text = lines.getvalue().casefold()
    for card in hidden:
        assert content.cards[card].name.casefold() not in text
        side = ("AP", "CP")[content.cards[card].side]
        assert f"({side} {content.cards[card].number})".casefold() not in text


def _breaking_with(name: str) -> Any:
    async def act(*_: object) -> None:
        raise RuntimeError(f"cannot play {name}")

    return act


def test_text_lines_hide_the_same() -> None:
    form = logs.Lines("text", ["hunter2-pass"])
    record = logging.LogRecord("bot.x", logging.INFO, __file__, 1, "using %s", ("hunter2-pass",), None)
    with logs.about(platform="web", command="map"):
        assert form.format(record).endswith("INFO bot.x [web map]: using (hidden)")


# ------------------------------------------------------------------------------------------------ boards


def test_secrets_of_the_settings_are_all_known(tmp_path: Path) -> None:
    del tmp_path
    given = {name: SecretStr(f"secret-of-{name}") for name in Settings.model_fields if "SecretStr" in str(Settings.model_fields[name].annotation)}  # fmt: skip
    given["redis_url"] = SecretStr("redis://user:pass-of-redis@h/0")
    given["webhooks"] = SecretStr("https://one.example/token,https://two.example/token")
    given["result_key"] = given["webhook_secret"] = SecretStr("a-secret-that-is-long-enough-for-both")
    known = logs.secrets_of(Settings(**given))  # type: ignore[arg-type]
    assert len(given) >= 7
    parts = {"pass-of-redis", "https://one.example/token", "https://two.example/token"}
    assert {value.get_secret_value() for value in given.values()} | parts == set(known)
