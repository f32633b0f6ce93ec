"""The manifest in `deploy/slack` requests what the code uses, and nothing else."""

from __future__ import annotations

import re
from typing import Any

from ruamel.yaml import YAML

from bot.platforms.slack import wiring
from bot.platforms.slack.installs import SCOPES
from bot.platforms.slack.manifest import slash_commands
from bot.storage import Store
from tests.conftest import ROOT
from tests.platforms.slack.lengths import user_id
from tests.platforms.slack.loopback import FakeSlack
from tests.platforms.slack.manifest import manifest
from tests.platforms.slack.support import Bot
from tests.platforms.slack.test_places import event
from tests.support.second_title import Skirmish

#: Fields allowed in a manifest, and the lengths of their texts (docs.slack.dev, reference/app-manifest).
FIELDS: dict[str, Any] = {
    "display_information": {"name": 35, "description": 140, "long_description": 4000, "background_color": 7},
    "features": {
        "app_home": {"home_tab_enabled": bool, "messages_tab_enabled": bool, "messages_tab_read_only_enabled": bool},
        "bot_user": {"display_name": 80, "always_online": bool},
        "slash_commands": [{"command": 32, "url": 3000, "description": 2000, "usage_hint": 1000, "should_escape": bool}],
    },
    "oauth_config": {"redirect_urls": [3000], "scopes": {"bot": [100]}},
    "settings": {
        "event_subscriptions": {"request_url": 3000, "bot_events": [100]},
        "interactivity": {"is_enabled": bool, "request_url": 3000, "message_menu_options_url": 3000},
        "org_deploy_enabled": bool, "socket_mode_enabled": bool, "token_rotation_enabled": bool,
    },
}  # fmt: skip


def check(found: Any, allowed: Any, where: str) -> None:
    """Check that all fields are known, of the right type and length."""
    if isinstance(allowed, dict):
        assert set(found) <= set(allowed), where
        for name, value in found.items():
            check(value, allowed[name], f"{where}.{name}")
    elif isinstance(allowed, list):
        for value in found:
            check(value, allowed[0], where)
    elif allowed is bool:
        assert isinstance(found, bool), where
    else:
        assert 1 <= len(found) <= allowed, where


def guide() -> str:
    """Return the guide next to the manifest."""
    return (ROOT / "deploy/slack/README.md").read_text("utf-8")


def by_http() -> Any:
    """Return the guide's additions for HTTP."""
    (block,) = re.findall(r"```yaml\n(.*?)```", guide(), re.DOTALL)
    return YAML(typ="safe").load(block)


def test_slack_knows_every_field() -> None:
    check(manifest(), FIELDS, "manifest")
    check(by_http(), FIELDS, "manifest for HTTP")
    assert re.fullmatch(r"#[0-9a-f]{6}", manifest()["display_information"]["background_color"])


def test_it_asks_for_the_scopes_that_the_installation_asks_for() -> None:
    assert manifest()["oauth_config"]["scopes"] == {"bot": list(SCOPES)}
    assert all(f"`{scope}`" in guide() for scope in SCOPES)


def test_it_declares_the_command_the_forms_the_home_tab_and_socket_mode() -> None:
    assert manifest()["features"]["slash_commands"] == slash_commands(), "one for each title, as it is declared"
    assert all(one["should_escape"] for one in slash_commands()), "else a mention says nobody's id"
    assert [one["command"] for one in by_http()["features"]["slash_commands"]] == [
        c["command"] for c in slash_commands()
    ]
    assert manifest()["features"]["app_home"]["home_tab_enabled"]
    assert manifest()["features"]["app_home"]["messages_tab_enabled"], "direct messages carry files and pings"
    assert manifest()["settings"]["interactivity"]["is_enabled"]
    assert manifest()["settings"]["socket_mode_enabled"]
    assert manifest()["settings"]["token_rotation_enabled"] is False, "tokens are kept as they came"


def test_the_addresses_of_the_guide_are_those_that_are_served() -> None:
    settings = by_http()["settings"]
    addresses = {
        *(command["url"] for command in by_http()["features"]["slash_commands"]),
        settings["event_subscriptions"]["request_url"],
        settings["interactivity"]["request_url"],
        settings["interactivity"]["message_menu_options_url"],
    }
    assert addresses == {f"https://feldpost.example{wiring.EVENTS}"}
    assert f"https://feldpost.example{wiring.REDIRECT}" in guide()
    assert f"https://feldpost.example{wiring.INSTALL}" in guide()


async def test_every_event_that_it_subscribes_to_has_a_listener(slack: FakeSlack, store: Store) -> None:
    bot = Bot(slack, store, "http")
    await bot.start()
    subscribed = manifest()["settings"]["event_subscriptions"]["bot_events"]
    assert sorted(subscribed) == sorted(bot.platform.events)
    for name in subscribed:
        await slack.send("events_api", event(name, user=user_id("anna"), tab="home", tokens={"bot": []}))
    assert not await slack.send("events_api", event("reaction_added")), "what is not subscribed is acknowledged"
    await bot.idle()
    await bot.stop()


def test_each_title_has_a_slash_command_of_its_own_within_slacks_limits(second_title: Skirmish) -> None:
    told = slash_commands()
    assert [one["command"] for one in told] == ["/pog", "/liege", "/raid", "/league"]
    check({"features": {"slash_commands": told}}, FIELDS, "generated")
    assert len(told) <= 50, "as many as an app may have"
