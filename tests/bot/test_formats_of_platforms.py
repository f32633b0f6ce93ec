"""Which image source each platform gets: Slack the one without WebP."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import SecretStr

from bot.cli import run
from bot.platforms.meter import AdapterHooks
from bot.settings import Settings
from bot.wiring import SharedParts


@pytest.mark.parametrize(("made_by", "module", "name", "expected"), [
    (run.MAKERS["slack"], "bot.platforms.slack.adapter", "SlackPlatform", "plain"),
    (run.MAKERS["discord"], "bot.platforms.discord.adapter", "DiscordPlatform", "full"),
])  # fmt: skip
def test_slack_alone_is_sent_no_webp(
    monkeypatch: pytest.MonkeyPatch, made_by: Any, module: str, name: str, expected: str
) -> None:
    given: dict[str, Any] = {}

    def platform(**arguments: Any) -> str:
        given.update(arguments)
        return name

    monkeypatch.setattr(f"{module}.{name}", platform)
    settings = Settings(
        slack_bot_token=SecretStr("xoxb-1"), slack_app_token=SecretStr("xapp-1"), discord_token=SecretStr("t")
    )
    parts: Any = SharedParts(settings, Any, Any, draw="full", draw_plain="plain", hooks=AdapterHooks())  # type: ignore[arg-type]
    assert made_by(parts) == name
    assert given["draw"] == expected
