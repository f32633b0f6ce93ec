"""Several workspaces: installing by OAuth, tokens encrypted in the store, removal."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from aiohttp import ClientSession
from cryptography.fernet import Fernet
from pydantic import SecretStr

from bot.cli.check import _slack
from bot.platforms.slack.installs import SCOPES, Access, AccessError, Installations
from bot.platforms.slack.setup_check import look
from bot.port import DeliveryError, Outgoing
from bot.settings import Settings
from bot.storage import StorageError, Store
from bot.table.reply import Reply
from tests.platforms.slack.lengths import APP, GRID, bot_token, ident
from tests.platforms.slack.loopback import APP_TOKEN, BOT_TOKEN, SECRET, FakeSlack, Fault
from tests.platforms.slack.people import CHANNEL, Person
from tests.platforms.slack.support import Bot, access

OTHER = ident("T", "OTHER")

# slack-sdk 3.47 passes its client secret to aiohttp in a form that aiohttp 3.14 deprecates.
pytestmark = pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")


def several(slack: FakeSlack) -> Access:
    return Access(
        signing_secret=SECRET, client_id="1.2", client_secret="hush", encryption_key=Fernet.generate_key().decode(),
        api=f"{slack.url}/api/", port=0,
    )  # fmt: skip


async def install(bot: Bot, team: str) -> int:
    """Install the app through OAuth; returns the status of the last page."""
    return (await page_after(bot, team))[0]


async def page_after(bot: Bot, team: str) -> tuple[int, str]:
    """Install the app; returns status and text of the last page."""
    async with ClientSession() as session:
        async with session.get(f"{bot.slack.bot_url}/slack/install", allow_redirects=False) as page:
            text = await page.text()
            link = links(text)[0]
            cookie = page.headers["Set-Cookie"].partition(";")[0]
        asked = parse_qs(urlsplit(link).query)
        assert set(asked["scope"][0].split(",")) == {"commands", "chat:write", "files:write", "im:write"}
        query = {"code": f"code-{team}", "state": asked["state"][0]}
        where = f"{bot.slack.bot_url}/slack/oauth_redirect"
        async with session.get(where, params=query, headers={"Cookie": cookie}) as page:
            status, said = page.status, await page.text()
        async with session.get(where, params=query, headers={"Cookie": cookie}) as page:
            assert page.status >= 400, "a state counts once"
    return status, said


def links(page: str) -> list[str]:
    """Return Slack's URLs on the installation page."""
    return [unescape(link) for link in re.findall(r'href="([^"]*authorize[^"]*)"', page)]


async def test_the_page_of_the_installation_asks_for_the_narrowest_scopes_or_with_history(
    slack: FakeSlack, store: Store
) -> None:
    bot = Bot(slack, store, mode="http", grants=several(slack))
    await bot.start()
    async with ClientSession() as session, session.get(f"{slack.bot_url}/slack/install?team={OTHER}") as page:
        text = await page.text()
    plain, history = (parse_qs(urlsplit(link).query) for link in links(text))
    assert set(plain.pop("scope")[0].split(",")) == set(SCOPES)
    assert set(history.pop("scope")[0].split(",")) == {*SCOPES, "channels:history", "groups:history", "im:history"}
    assert plain == history, "all else is the same: app, state, workspace"
    assert plain["team"] == [OTHER]
    assert "reads no messages" in text
    assert "src=" not in text, "nothing is loaded from elsewhere"
    await bot.stop()


def post(team: str) -> Outgoing:
    reply = Reply(text="hello", audience="channel")
    return Outgoing(id="abcd2345/1-0", game="abcd2345", channel=f"{team}.{CHANNEL}", reply=reply)


async def test_two_workspaces_install_play_and_leave(slack: FakeSlack, store: Store) -> None:
    bot = Bot(slack, store, mode="http", grants=several(slack))
    await bot.start()
    with pytest.raises(DeliveryError, match=f"isn't installed in workspace {OTHER}") as caught:
        await bot.platform.deliver(post(OTHER))
    assert not caught.value.final
    assert await install(bot, OTHER) == 200
    anna = Person(slack, "anna", team=OTHER)
    await bot.does(anna, "new campaign")
    await bot.does(anna, "join both")
    assert any("new game" in m.text for m in slack.messages)
    # Nothing in the store reveals the token.
    keys = await store.connection.call("KEYS", "*slack:install*")
    stored: list[Any] = [await store.connection.call("GET", key) for key in keys]
    assert len(stored) == 1
    assert b"xoxb" not in stored[0]
    uninstalled = {
        "type": "event_callback", "team_id": OTHER, "api_app_id": APP, "event_id": "Ev9", "token": "t",
        "authorizations": [], "event": {"type": "app_uninstalled"},
    }  # fmt: skip
    await slack.send("events_api", uninstalled)
    await bot.idle()
    with pytest.raises(DeliveryError, match="isn't installed"):
        await bot.platform.deliver(post(OTHER).model_copy(update={"id": "abcd2345/2-0"}))
    await bot.stop()


async def test_an_installation_for_a_whole_organisation_is_refused_and_nothing_is_kept(
    slack: FakeSlack, store: Store
) -> None:
    """`team` is null in this case: there is no workspace with channels to play in."""
    bot = Bot(slack, store, mode="http", grants=several(slack))
    await bot.start()
    status, said = await page_after(bot, GRID)
    assert status == 403
    assert "can't be installed for a whole organisation" in said
    assert "install it in the workspace where you play" in said
    assert "Thank you" not in said
    assert await store.connection.call("KEYS", "*slack:install*") == []
    assert bot_token(GRID) not in slack.tokens, "the token was given back"
    assert await install(bot, OTHER) == 200, "a workspace of it may have the app"
    removed = {
        "type": "event_callback", "team_id": None, "enterprise_id": GRID, "event_id": "Ev8",
        "event": {"type": "app_uninstalled"},
        "authorizations": [{"enterprise_id": GRID, "team_id": None, "is_enterprise_install": True}],
    }  # fmt: skip
    assert not await slack.send("events_api", removed)
    await bot.idle()
    assert len(await store.connection.call("KEYS", "*slack:install*")) == 1, "that of the workspace stays"
    await bot.stop()


async def test_another_key_cannot_read_the_tokens(slack: FakeSlack, store: Store) -> None:
    bot = Bot(slack, store, mode="http", grants=several(slack))
    await bot.start()
    assert await install(bot, OTHER) == 200
    await bot.stop()
    other = Installations(store.connection, Fernet.generate_key().decode())
    with pytest.raises(StorageError, match="encrypted with another FELDPOST_SLACK_ENCRYPTION_KEY"):
        await other.async_find_bot(enterprise_id=None, team_id=OTHER)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({}, "needs FELDPOST_SLACK_BOT_TOKEN"),
        ({"bot_token": BOT_TOKEN}, "needs FELDPOST_SLACK_APP_TOKEN for Socket Mode"),
        ({"bot_token": APP_TOKEN, "app_token": APP_TOKEN}, "FELDPOST_SLACK_BOT_TOKEN must begin with xoxb-"),
        ({"bot_token": BOT_TOKEN, "app_token": BOT_TOKEN}, "FELDPOST_SLACK_APP_TOKEN must begin with xapp-"),
        ({"bot_token": BOT_TOKEN, "client_id": "1.2", "app_token": APP_TOKEN}, "not both"),
        ({"client_id": "1.2", "app_token": APP_TOKEN}, "FELDPOST_SLACK_CLIENT_SECRET"),
        (
            {"client_id": "1.2", "client_secret": "s", "encryption_key": "short", "signing_secret": "s"},
            "FELDPOST_SLACK_ENCRYPTION_KEY is not a key",
        ),
    ],
)
def test_incompatible_settings_are_reported(given: dict[str, str], says: str) -> None:
    with pytest.raises(AccessError, match=says):
        Access(**given).checked()  # type: ignore[arg-type]


def test_secrets_do_not_show() -> None:
    grants = Access(bot_token=BOT_TOKEN, app_token=APP_TOKEN, signing_secret=SECRET, encryption_key="key-of-keys")
    for secret in (BOT_TOKEN, APP_TOKEN, SECRET, "key-of-keys"):
        assert secret not in repr(grants)


async def test_check_asks_slack_and_posts_nothing(slack: FakeSlack) -> None:
    settings = Settings(
        slack_api=f"{slack.url}/api/", slack_bot_token=SecretStr(BOT_TOKEN), slack_app_token=SecretStr(APP_TOKEN)
    )
    verdict = await _slack(settings)
    assert verdict is not None
    twice = "after a crash a post may appear twice (without channels:history, groups:history, im:history)"
    assert (verdict.ok, verdict.text) == (True, f"known as feldpost in workspace Army, {twice}, Socket Mode")
    assert {method for method, _ in slack.calls} == {"auth.test", "apps.connections.open"}
    slack.scopes = "commands,chat:write"
    lacking = await look(access(slack, "socket"))
    assert (lacking.ok, lacking.text) == (False, "the bot token lacks files:write, im:write")
    assert "manifest.yaml" in lacking.remedy
    assert await _slack(Settings()) is None


async def test_check_says_which_token_is_wrong(slack: FakeSlack) -> None:
    good = access(slack, "socket")
    twice = "after a crash a post may appear twice (without channels:history, groups:history, im:history)"
    for wrong, variable in (
        (replace(good, bot_token="xoxb-wrong"), "FELDPOST_SLACK_BOT_TOKEN"),
        (replace(good, app_token="xapp-wrong"), "FELDPOST_SLACK_APP_TOKEN"),
    ):
        found = await look(wrong)
        assert not found.ok
        assert variable in found.remedy
        assert "wrong" not in found.text + found.remedy
    slack.faults["auth.test"].append(Fault(503))
    assert (await look(good)).remedy == "Try again later."
    by_http = await look(access(slack, "http"))
    assert (by_http.ok, by_http.text) == (True, f"known as feldpost in workspace Army, {twice}, HTTP on 127.0.0.1:0")
    slack.scopes += ",channels:history,groups:history,im:history"
    by_http = await look(access(slack, "http"))
    assert by_http.text == "known as feldpost in workspace Army, HTTP on 127.0.0.1:0"
