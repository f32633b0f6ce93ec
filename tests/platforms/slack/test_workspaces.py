"""`feldpost check` with the app installed by OAuth: every workspace's token is checked, nothing is posted."""

from __future__ import annotations

from cryptography.fernet import Fernet
from pydantic import SecretStr
from slack_sdk.oauth.installation_store import Installation

from bot.cli.check import _slack
from bot.platforms.slack.installs import Installations
from bot.platforms.slack.workspaces import installed
from bot.settings import Settings
from bot.storage import Store
from tests.platforms.slack.lengths import TEAM
from tests.platforms.slack.loopback import APP_TOKEN, BOT_TOKEN, FakeSlack


def installation(team: str, token: str) -> Installation:
    return Installation(team_id=team, user_id="U1", bot_token=token, bot_id="B1", bot_user_id="U2", app_id="A1")


async def test_every_workspace_is_looked_at(slack: FakeSlack, store: Store, redis_url: str) -> None:
    key = Fernet.generate_key().decode()
    settings = Settings(
        redis_url=SecretStr(redis_url), slack_api=f"{slack.url}/api/", slack_app_token=SecretStr(APP_TOKEN),
        slack_client_id="1.2", slack_client_secret=SecretStr("hush"), slack_encryption_key=SecretStr(key),
    )  # fmt: skip
    verdict = await _slack(settings)
    assert verdict is not None
    assert (verdict.ok, verdict.text.endswith("0 workspaces installed the app")) == (True, True), verdict
    installs = Installations(store.connection, key)
    await installs.async_save(installation(TEAM, BOT_TOKEN))
    assert len(await installed(store.connection)) == 1
    verdict = await _slack(settings)
    assert verdict is not None
    assert (verdict.ok, verdict.text.endswith("; 1 workspace installed the app")) == (True, True), verdict
    await installs.async_save(installation("T0NAVY", "xoxb-revoked"))
    other = Installations(store.connection, Fernet.generate_key().decode())
    await other.async_save(installation("T0AIR", BOT_TOKEN))
    verdict = await _slack(settings)
    assert verdict is not None
    assert not verdict.ok
    assert "Slack refuses the token of T0NAVY (invalid_auth)" in verdict.text
    assert "1 token encrypted with another FELDPOST_SLACK_ENCRYPTION_KEY" in verdict.text
    assert TEAM not in verdict.text
    assert "xoxb" not in verdict.text + verdict.remedy
    assert {method for method, _ in slack.calls} == {"auth.test", "apps.connections.open"}
