"""Operators' metrics of Discord: acknowledgements, deliveries, rate limits, and a lost connection."""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import ClientSession
from prometheus_client.parser import text_string_to_metric_families

from bot.cli.run import _bot
from bot.settings import Settings
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import labels, until
from tests.platforms.discord.state import TOKEN


async def figures(session: ClientSession, port: int) -> dict[tuple[str, str], float]:
    """Return the samples of platform discord, summed over their other labels."""
    async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
        families = text_string_to_metric_families(await answer.text())
    found: dict[tuple[str, str], float] = {}
    for sample in (sample for family in families for sample in family.samples):
        key = sample.name, sample.labels.get("platform", "")
        found[key] = found.get(key, 0.0) + sample.value
    return found


async def test_the_numbers_of_discord(loopback: Loopback, redis_url: str) -> None:
    settings = Settings(redis_url=redis_url, discord_token=TOKEN, operations_port=0)  # type: ignore[arg-type]
    limited = 1

    def once_too_many(method: str, path: str, body: Any) -> tuple[int, Any, dict[str, str]] | None:
        nonlocal limited
        if not limited or method != "POST" or not path.endswith("/messages") or "/webhooks/" in path:
            return None
        limited -= 1
        told = {"message": "You are being rate limited.", "retry_after": 0.4, "global": False}
        return 429, told, {"Retry-After": "0.4", "X-RateLimit-Reset-After": "0.4", "Via": "1.1 loopback"}

    loopback.world.faults.append(once_too_many)
    async with _bot(settings) as bot, ClientSession() as session:
        await loopback.gateway.ready.wait()
        port = bot.operations.port
        anna = loopback.person(11, "Anna")
        await anna.slash("new campaign")
        await until(lambda: [one for one in loopback.world.public() if "Rules" in labels(one)], "the lobby's message")
        await asyncio.sleep(0.1)
        seen = await figures(session, port)
        assert seen["feldpost_platform_connected", "discord"] == 1
        assert seen["feldpost_acknowledgement_seconds_count", "discord"] == 1
        assert 0 < seen["feldpost_acknowledgement_seconds_sum", "discord"] < 3
        assert seen["feldpost_commands_total", "discord"] == 1
        assert seen["feldpost_delivery_seconds_count", "discord"] >= 1
        assert seen["feldpost_rate_limits_total", "discord"] == 1
        assert seen["feldpost_rate_limit_wait_seconds_total", "discord"] == 0.4
        platform: Any = bot.platforms[0]
        await platform.client.shards[0].disconnect()
        seen = await figures(session, port)
        assert seen["feldpost_platform_connected", "discord"] == 0
        async with session.get(f"http://127.0.0.1:{port}/readyz") as answer:
            assert answer.status == 503
            assert (await answer.json())["parts"]["discord"] == {"ok": False, "text": "not connected"}
