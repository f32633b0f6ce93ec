"""Slack from the settings: what is configured, and whether Slack agrees."""

from __future__ import annotations

from pydantic import SecretStr

from bot.platforms.slack.installs import SCOPES, Access
from bot.settings import Settings


def access_of(settings: Settings) -> Access | None:
    """What the settings give to reach Slack; None where Slack is not configured.

    Raises:
        AccessError: what is there does not suffice.
    """
    made = Access(
        bot_token=_open(settings.slack_bot_token),
        app_token=_open(settings.slack_app_token),
        signing_secret=_open(settings.slack_signing_secret),
        client_id=settings.slack_client_id,
        client_secret=_open(settings.slack_client_secret),
        encryption_key=_open(settings.slack_encryption_key),
        api=settings.slack_api,
        host=settings.slack_host,
        port=settings.slack_port,
    )
    given = (made.bot_token, made.app_token, made.signing_secret, made.client_id)
    return made.checked() if any(given) else None


async def checked(access: Access) -> str:
    """One line about what Slack says to the tokens, without posting anything.

    Raises:
        AccessError: Slack refuses a token, a scope is missing, or Slack cannot be reached.
    """
    from bot.platforms.slack.api import SlackApi
    from bot.platforms.slack.errors import FAILURES, understood
    from bot.platforms.slack.installs import AccessError

    api = SlackApi(access, None)
    found = []
    try:
        if access.bot_token:
            answer = await api.client(access.bot_token).auth_test()
            found.append(f"bot token of workspace {answer.get('team')}")
            granted = _header(dict(answer.headers), "x-oauth-scopes")
            missing = [scope for scope in SCOPES if granted and scope not in granted.split(",")]
            if missing:
                raise AccessError(f"The bot token lacks {', '.join(missing)}: install the app again with its manifest.")
        if access.app_token:
            await api.client().apps_connections_open(app_token=access.app_token)
            found.append("Socket Mode")
    except FAILURES as error:
        raise AccessError(f"Slack does not let the bot in: {understood(error)}") from None
    if access.by_oauth:
        found.append("installation by OAuth")
    return ", ".join(found) or "HTTP"


def _header(headers: dict[str, object], wanted: str) -> str:
    for name, value in headers.items():
        if name.lower() == wanted:
            return str(value[0] if isinstance(value, list) else value).replace(" ", "")
    return ""


def _open(secret: SecretStr | None) -> str:
    return "" if secret is None else secret.get_secret_value()
