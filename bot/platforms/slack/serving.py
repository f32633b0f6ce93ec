"""Slack's access data from the settings."""

from __future__ import annotations

from pydantic import SecretStr

from bot.platforms.slack.installs import Access
from bot.settings import Settings


def access_of(settings: Settings) -> Access | None:
    """Return Slack's access data from the settings; None if Slack is not configured.

    Raises:
        AccessError: the settings are incomplete.
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


def _open(secret: SecretStr | None) -> str:
    return "" if secret is None else secret.get_secret_value()
