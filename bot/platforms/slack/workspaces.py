"""Check the workspaces that installed the app by OAuth: whether their tokens can be decrypted and are valid."""

from __future__ import annotations

import json

from cryptography.fernet import InvalidToken

from bot.narration.texts import host_text
from bot.platforms.slack.api import SlackApi
from bot.platforms.slack.errors import FAILURES, understood
from bot.platforms.slack.installs import Access, Sealed, cipher
from bot.platforms.slack.setup_check import SlackFinding
from bot.storage import keys
from bot.storage.connection import Connection


async def look(access: Access, connection: Connection) -> SlackFinding:
    """Decrypt every stored token and check it with Slack; nothing is posted or changed.

    Raises:
        StorageError: the store does not answer, or an installation is damaged.
    """
    api, wrong, foreign = SlackApi(access, None), [], 0
    stored = await installed(connection)
    for sealed in stored:
        try:
            bot = json.loads(cipher(access.encryption_key).decrypt(sealed.token.encode()))
        except InvalidToken:
            foreign += 1
            continue
        try:
            await api.client(str(bot["bot_token"])).auth_test()
        except FAILURES as error:
            wrong.append(
                host_text(
                    "faults.slack_workspaces.slack_refuses_token", bot=bot["team_id"], code=understood(error).code
                )
            )
    if foreign:
        wrong.append(host_text("faults.slack_workspaces.encrypted_with_another_slack", foreign=foreign))
    text = host_text("faults.slack_workspaces.installed", count=len(stored))
    if wrong:
        remedy = host_text("faults.slack_workspaces.install_app_there_again")
        return SlackFinding(ok=False, text=f"{text}; {'; '.join(wrong)}", remedy=remedy)
    return SlackFinding(ok=True, text=text)


async def installed(connection: Connection) -> list[Sealed]:
    """Return the stored installations of workspaces."""
    pattern = keys.of_platform("slack", "install", "").rpartition(":")[0] + ":*"
    found: set[bytes] = set()
    async for names in connection.scan(pattern):
        found |= set(names)
    raw = [await connection.call("GET", name) for name in sorted(found)]
    return [Sealed.parse(value, "installation of a workspace") for value in raw if value is not None]


__all__ = ["installed", "look"]
