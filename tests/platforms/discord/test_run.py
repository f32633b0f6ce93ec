"""`feldpost run` with Discord: configured platforms are served; otherwise it says so."""

from __future__ import annotations

import discord
import pytest

from bot import cli
from bot.cli.run import MAKERS, serving
from bot.platforms.discord.invite import PERMISSIONS
from bot.platforms.discord.setup_check import look
from bot.settings import Settings, SettingsError
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import labels, until
from tests.platforms.discord.state import TOKEN, snowflake


async def test_the_whole_bot_serves_discord_and_stops(loopback: Loopback, redis_url: str) -> None:
    settings = Settings(redis_url=redis_url, discord_token=TOKEN, log_level="warning")  # type: ignore[arg-type]
    async with serving(settings) as platforms:
        assert [platform.name for platform in platforms] == ["discord"]
        await loopback.gateway.ready.wait()
        anna = loopback.person(11, "Anna")
        await anna.slash("new campaign")
        await until(lambda: [one for one in loopback.world.public() if "Rules" in labels(one)], "the lobby's message")


async def test_without_a_platform_it_says_so(redis_url: str) -> None:
    with pytest.raises(SettingsError, match="No platform is configured"):
        async with serving(Settings(redis_url=redis_url)):  # type: ignore[arg-type]
            pass


async def test_the_check_tells_who_we_are_and_what_is_lacking(loopback: Loopback) -> None:
    loopback.world.commands = [{"id": str(snowflake()), "name": name, "type": 1} for name in ("pog", "liege", "league")]
    found = await look(TOKEN)
    assert (found.ok, found.text, found.remedy) == (True, "known as Feldpost, in 1 server", "")
    loopback.world.permissions = PERMISSIONS.value & ~discord.Permissions(attach_files=True).value
    assert "Loopback: Attach Files" in (await look(TOKEN)).remedy
    assert not (await look("a.b.c")).ok
    assert [one.method for one in loopback.world.requests if one.method != "GET"] == []


def test_discord_is_registered() -> None:
    assert "discord" in MAKERS


def test_the_invitation_is_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("FELDPOST_DISCORD_APPLICATION_ID", "77")
    assert cli.main(["discord", "invite"]) == 0
    assert "client_id=77" in capsys.readouterr().out
    monkeypatch.delenv("FELDPOST_DISCORD_APPLICATION_ID")
    assert cli.main(["discord", "invite"]) == 1
    assert "FELDPOST_DISCORD_APPLICATION_ID is not set" in capsys.readouterr().err
