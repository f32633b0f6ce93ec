"""Operators' metrics of Slack: acknowledgements, rate limits, and a lost connection."""

from __future__ import annotations

from bot.operations.ratelimits import discord_waits
from tests.bot.test_operations import figures
from tests.platforms.slack.loopback import FakeSlack, Fault
from tests.platforms.slack.support import Bot


async def test_the_numbers_of_slack(bot: Bot, slack: FakeSlack) -> None:
    """The same by Socket Mode and by HTTP."""
    metrics = bot.metrics
    slack.faults["chat.postMessage"].append(Fault(429, "ratelimited", {"Retry-After": "1"}))
    with discord_waits(metrics):
        await bot.does(bot.person("anna"), "new campaign")
        await bot.does(bot.person("anna"), "join ap")
    seen = figures(metrics)
    assert seen["feldpost_acknowledgement_seconds_count", ("slack",)] == 2
    assert 0 < seen["feldpost_acknowledgement_seconds_sum", ("slack",)] < 6
    assert seen["feldpost_rate_limits_total", ("slack",)] == 1
    assert seen["feldpost_rate_limit_wait_seconds_total", ("slack",)] == 1
    assert await bot.platform.connected()
    await bot.platform.stop()
    assert not await bot.platform.connected()
