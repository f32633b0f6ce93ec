"""Installations of the app: one workspace by its token, or many by OAuth with encrypted tokens."""

from __future__ import annotations

import json
import logging
import secrets
from dataclasses import dataclass, field
from logging import Logger
from typing import Any, Literal

from cryptography.fernet import Fernet, InvalidToken
from slack_sdk.oauth.installation_store import Bot, Installation
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore

from bot.narration.texts import host_text
from bot.settings import SettingsError
from bot.storage import keys
from bot.storage.connection import Connection
from bot.storage.errors import StorageError, StoreUnavailable
from bot.storage.models import Stored

_log = logging.getLogger(__name__)

#: Minimal scopes: the commands, posting, pictures, and direct messages for files.
SCOPES = ("commands", "chat:write", "files:write", "im:write")
API = "https://slack.com/api/"
_STATE_SECONDS = 600


class AccessError(SettingsError):
    """The Slack settings don't fit together; one sentence."""


class OrganisationWideError(Exception):
    """An installation for a whole organisation, which names no workspace in which a game could be played."""


@dataclass(frozen=True, slots=True)
class Access:
    """Credentials and addresses for Slack; secrets never appear in a `repr`."""

    bot_token: str = field(default="", repr=False)
    app_token: str = field(default="", repr=False)
    signing_secret: str = field(default="", repr=False)
    client_id: str = ""
    client_secret: str = field(default="", repr=False)
    encryption_key: str = field(default="", repr=False)
    api: str = API
    host: str = "127.0.0.1"
    port: int = 8015

    @property
    def by_oauth(self) -> bool:
        """True if workspaces install the app by OAuth."""
        return bool(self.client_id)

    @property
    def by_http(self) -> bool:
        """True if Slack sends us HTTP requests, for events or for the installation pages."""
        return not self.app_token or self.by_oauth

    def _lacking(self) -> list[str]:
        """Return the empty settings among those that OAuth needs besides the client id."""
        needed = {
            "FELDPOST_SLACK_CLIENT_SECRET": self.client_secret,
            "FELDPOST_SLACK_ENCRYPTION_KEY": self.encryption_key,
        }
        return [name for name, value in needed.items() if not value]

    def checked(self) -> Access:
        """Validate the settings and return self.

        Raises:
            AccessError: something is missing or unusable.
        """
        if not self.bot_token and not self.by_oauth:
            raise AccessError(host_text("faults.slack_installs.slack_needs_slack_bot"))
        if self.bot_token and self.by_oauth:
            raise AccessError(host_text("faults.slack_installs.set_slack_bot_token"))
        if self.by_oauth and (lacking := self._lacking()):
            raise AccessError(
                host_text("faults.slack_installs.installing_oauth_needs_well", names=" and ".join(lacking))
            )
        if not self.app_token and not self.signing_secret:
            raise AccessError(host_text("faults.slack_installs.slack_needs_slack_app"))
        if self.encryption_key:
            cipher(self.encryption_key)
        for variable, token, prefix, what in (
            ("FELDPOST_SLACK_BOT_TOKEN", self.bot_token, "xoxb-", "the Bot User OAuth Token of Install App"),
            ("FELDPOST_SLACK_APP_TOKEN", self.app_token, "xapp-", "an App-Level Token of Basic Information"),
        ):
            if token and not token.startswith(prefix):
                raise AccessError(
                    host_text("faults.slack_installs.must_begin_with", variable=variable, prefix=prefix, what=what)
                )
        return self


def cipher(key: str) -> Fernet:
    """Return the cipher of stored tokens.

    Raises:
        AccessError: the key is not a Fernet key.
    """
    try:
        return Fernet(key.encode())
    except ValueError:
        raise AccessError(host_text("faults.slack_installs.slack_encryption_key_no")) from None


def _install_key(team: str | None) -> str:
    return keys.of_platform("slack", "install", team or "")


class Sealed(Stored):
    """An installation, encrypted with the key of the environment."""

    v: Literal[1] = 1
    token: str


class Installations(AsyncInstallationStore):
    """Store of the workspaces that installed the app; tokens are encrypted in Redis."""

    def __init__(self, connection: Connection, key: str) -> None:
        self._connection = connection
        self._cipher = cipher(key)
        #: The last installation read of each workspace, used while the store is down.
        self._known: dict[str, Bot] = {}

    @property
    def logger(self) -> Logger:
        """The logger of this module."""
        return _log

    async def async_save(self, installation: Installation) -> None:
        """Store an installation, replacing an older one of the same workspace."""
        plain = json.dumps(installation.to_bot().to_dict(), default=str).encode()
        record = Sealed(token=self._cipher.encrypt(plain).decode())
        await self._connection.call("SET", _install_key(installation.team_id), record.dump())
        _log.info("the app is installed in workspace %s", installation.team_id)

    async def async_save_bot(self, bot: Bot) -> None:
        """Store a renewed token."""
        plain = json.dumps(bot.to_dict(), default=str).encode()
        record = Sealed(token=self._cipher.encrypt(plain).decode())
        await self._connection.call("SET", _install_key(bot.team_id), record.dump())

    async def async_find_bot(
        self, *, enterprise_id: str | None, team_id: str | None, is_enterprise_install: bool | None = False
    ) -> Bot | None:
        """Return a workspace's installation, if any; while the store is down, the last one read.

        Raises:
            StorageError: it can't be decrypted, since the key has changed; or the store is down and none was read
                before.
        """
        del enterprise_id, is_enterprise_install
        team = team_id or ""
        try:
            raw = await self._connection.call("GET", _install_key(team_id))
        except StoreUnavailable:
            if team not in self._known:
                raise
            return self._known[team]
        self._known.pop(team, None)
        if raw is None:
            return None
        bot = self._known[team] = self._decrypt_install(raw, team)
        return bot

    def _decrypt_install(self, raw: bytes, team_id: str) -> Bot:
        sealed = Sealed.parse(raw, f"installation of workspace {team_id}")
        try:
            data: dict[str, Any] = json.loads(self._cipher.decrypt(sealed.token.encode()))
        except InvalidToken:
            raise StorageError(
                host_text("faults.slack_installs.token_workspace_encrypted_with", team_id=team_id)
            ) from None
        scopes = data.get("bot_scopes")
        return Bot(
            app_id=data.get("app_id"), enterprise_id=data.get("enterprise_id"), team_id=data.get("team_id"),
            bot_token=str(data["bot_token"]), bot_id=str(data["bot_id"]), bot_user_id=str(data["bot_user_id"]),
            bot_scopes=scopes or "", installed_at=0.0,
        )  # fmt: skip

    async def async_find_installation(
        self,
        *,
        enterprise_id: str | None,
        team_id: str | None,
        user_id: str | None = None,
        is_enterprise_install: bool | None = False,
    ) -> Installation | None:
        """Return None: only bot tokens are stored, see `async_find_bot`."""
        del enterprise_id, team_id, user_id, is_enterprise_install
        return None

    async def async_delete_bot(self, *, enterprise_id: str | None, team_id: str | None) -> None:
        """Delete a workspace's installation."""
        del enterprise_id
        await self._connection.call("DEL", _install_key(team_id))

    async def async_delete_installation(
        self, *, enterprise_id: str | None, team_id: str | None, user_id: str | None = None
    ) -> None:
        """Do nothing: no user tokens are stored."""
        del enterprise_id, team_id, user_id

    async def async_delete_all(self, *, enterprise_id: str | None, team_id: str | None) -> None:
        """Delete the installation of a workspace that has removed the app."""
        await self.async_delete_bot(enterprise_id=enterprise_id, team_id=team_id)


class States(AsyncOAuthStateStore):
    """OAuth states of pending installations; each is valid once, for ten minutes."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def logger(self) -> Logger:
        """The logger of this module."""
        return _log

    async def async_issue(self, *args: object, **kwargs: object) -> str:
        """Issue a new state."""
        del args, kwargs
        state = secrets.token_urlsafe(24)
        await self._connection.call("SET", keys.of_platform("slack", "state", state), "1", "EX", _STATE_SECONDS)
        return state

    async def async_consume(self, state: str) -> bool:
        """Return True if the state was issued by us and hasn't been used."""
        return bool(await self._connection.call("DEL", keys.of_platform("slack", "state", state)))
