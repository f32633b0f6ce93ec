"""Commands that Discord temporarily refuses are sent again, and the operator can see that."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from bot.cli.pseudo import write
from bot.cli.run import _bot
from bot.narration.pseudo import spoken
from bot.platforms.discord import command_sync, localization_size
from bot.platforms.discord.setup_check import look
from tests.platforms.discord import spec
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import until
from tests.platforms.discord.shapes import form_errors
from tests.platforms.discord.state import TOKEN, Json, refusal
from tests.platforms.discord.test_faults import once
from tests.platforms.discord.test_reconnect import settings
from tests.support.pseudo import escaped

#: An Activity's command as Discord returns it (developers/interactions/application-commands, Entry Point Commands).
ENTRY_POINT: Json = {
    "id": "1312345678901230009", "application_id": "1312345678901234567", "version": "1312345678901230010",
    "default_member_permissions": None, "type": 4, "name": "launch", "name_localizations": None, "description": "",
    "description_localizations": None, "dm_permission": True, "contexts": [0, 1, 2], "integration_types": [0, 1],
    "nsfw": False, "handler": 2,
}  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (
            refusal(400, 30034, "Max number of daily application command creates has been reached (200)"),
            "HTTP 400, code 30034: Max number of daily application command creates has been reached (200)",
        ),
        (
            (
                400,
                form_errors("0", "options", "3", "name", code="BASE_TYPE_BAD_LENGTH", message="Must be 32 or fewer."),
                {},
            ),
            "HTTP 400, code 50035: Invalid Form Body In 0.options.3.name: Must be 32 or fewer.",
        ),
        (refusal(403, 20012, "You are not authorized"), "HTTP 403, code 20012: You are not authorized"),
    ],
    ids=["daily creates", "form error", "not authorized"],
)
async def test_commands_that_discord_refuses_are_sent_again_and_seen_until_it_has_them(
    loopback: Loopback,
    redis_url: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    answer: tuple[int, Any, dict[str, str]],
    why: str,
) -> None:
    monkeypatch.setattr(command_sync, "_PAUSE", 0.1)
    loopback.world.faults.append(once("PUT", "/commands", answer, times=3))
    async with _bot(settings(redis_url)) as bot, ClientSession() as session:
        base = f"http://127.0.0.1:{bot.operations.port}"

        async def page(name: str) -> str:
            async with session.get(f"{base}/{name}") as response:
                return await response.text()

        await until(lambda: "next try in" in caplog.text, "a refusal")
        ready = await page("readyz")
        if not loopback.world.commands:
            assert f"Discord refuses the commands ({why})" in ready
            assert 'feldpost_platform_lacking{platform="discord"} 1.0' in await page("metrics")
        await until(lambda: loopback.world.commands, "the commands")
        await until(lambda: "Discord has the commands now" in caplog.text, "what the log says in the end")
        assert "refuses the commands" not in await page("readyz")
        assert 'feldpost_platform_lacking{platform="discord"} 0.0' in await page("metrics")
    pauses = [one.args[-1] for one in caplog.records if "next try in" in str(one.msg) and isinstance(one.args, tuple)]
    assert pauses == [0.1, 0.2, 0.4], "the pauses grow"


async def test_the_pauses_have_a_limit(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_sync, "_PAUSE", 0.01)
    monkeypatch.setattr(command_sync, "_LONGEST_PAUSE", 0.02)
    refused = once("PUT", "/commands", refusal(400, 30034, "Max number of daily application command creates"), times=20)
    loopback.world.faults.append(refused)
    bot = await loopback.bot(pump=False)
    assert bot.platform.standing.lacking == {}


async def test_an_entry_point_command_is_kept_as_it_is(loopback: Loopback) -> None:
    loopback.world.commands = [ENTRY_POINT, {**ENTRY_POINT, "id": "1312345678901230011", "type": 1, "name": "old"}]
    await loopback.bot(pump=False)
    kept = [one for one in loopback.world.commands if one.get("type") == 4]
    written = {name: value for name, value in ENTRY_POINT.items() if name in command_sync._WRITABLE}
    assert kept == [written]
    assert [one["name"] for one in loopback.world.commands] == ["pog", "liege", "league", "launch"], (
        "what is no longer ours goes"
    )


async def test_the_check_names_the_commands_that_discord_does_not_have(loopback: Loopback) -> None:
    found = await look(TOKEN)
    assert found.ok
    assert "Discord does not have /league and /liege and /pog yet" in found.text
    assert "/readyz" in found.remedy
    await loopback.bot(pump=False)
    assert (await look(TOKEN)).remedy == ""


async def test_with_one_more_language_every_description_is_shown_translated(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The pseudo-language as German: two fifths longer, and nothing is cut or left in English within 8,000 characters."""
    write(tmp_path, "de")
    monkeypatch.setenv("FELDPOST_TEXTS", str(tmp_path))
    await loopback.bot(pump=False)
    assert {root["name"]: size for root in loopback.world.commands if (size := spec.command_size(root)) > 8000} == {}
    assert "has no room for" not in caplog.text
    for root in loopback.world.commands:
        assert spec.command_faults(root) == []
        for one in spread(root):
            if "value" not in one:
                assert one["description_localizations"] == {"de": spoken(one["description"])}, one["name"]
            assert set(one.get("name_localizations") or {"de"}) == {"de"}, one
            assert escaped((one.get("name_localizations") or {}).get("de", "")) == [], one


def test_where_translations_are_too_long_the_longest_are_left_out() -> None:
    def option(name: str, german: str) -> dict[str, Any]:
        return {"name": name, "description": "12345", "description_localizations": {"de": german}, "type": 3}

    root = {
        "name": "root",
        "description": "1",
        "options": [option("a", "x" * 30), option("b", "x" * 20), option("c", "x" * 8)],
    }
    whole = spec.command_size(root)
    assert localization_size.size(root) == whole
    for most, names in (
        (whole, "abc"),
        (whole - 1, "ab"),
        (whole - 4, "ac"),
        (whole - 16, "bc"),
        (whole - 26, "b"),
        (whole - 40, "c"),
    ):
        made, left_out = localization_size.fitted(root, most)
        kept = [one["name"] for one in made["options"] if one.get("description_localizations")]
        assert localization_size.size(made) <= most
        assert ("".join(kept), left_out) == (names, 3 - len(names)), most


def spread(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a command with all its groups, commands, options and choices."""
    yield command
    for one in (*command.get("options", ()), *command.get("choices", ())):
        yield from spread(one)


def test_the_size_counts_the_longest_language_of_each_field() -> None:
    choice = {"name": "ab", "value": "x", "name_localizations": {"de": "abcd"}}
    option = {
        "name": "o",
        "description": "12",
        "description_localizations": {"de": "123", "fr": "1"},
        "choices": [choice],
    }
    root = {"name": "root", "name_localizations": {"de": "rt"}, "description": "1", "options": [option]}
    assert spec.command_size(root) == (4 + 1) + (1 + 3) + (4 + 1)
