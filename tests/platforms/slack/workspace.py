"""State of the loopback Slack: a workspace with its messages, files, views and channels, and the faults prepared by a test."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.platforms.slack import lengths, manifest
from tests.platforms.slack.payloads import Place

BOT_TOKEN, APP_TOKEN, SECRET = lengths.bot_token("loopback"), "xapp-loopback", "signing-loopback"
TEAM = lengths.TEAM


@dataclass
class Message:
    """A message in a channel; `only` is its sole viewer, if it is ephemeral."""

    channel: str
    ts: str
    text: str
    blocks: list[dict[str, Any]]
    only: str = ""
    thread: str = ""
    edits: int = 0
    gone: bool = False
    metadata: dict[str, Any] = field(default_factory=dict)
    #: Unix seconds.
    at: float = field(default_factory=time.time)

    def dump(self) -> str:
        """Return everything it shows."""
        return json.dumps([self.text, self.blocks])


@dataclass
class File:
    """An uploaded file; `looks` counts how often it is still refused because it is being processed."""

    id: str
    name: str
    alt: str
    length: int
    data: bytes = b""
    done: bool = False
    shared: list[str] = field(default_factory=list)
    looks: int = 0


@dataclass
class Fault:
    """What a call gets instead of its response; with `after` it is executed first and then fails."""

    status: int = 200
    error: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    after: bool = False


@dataclass
class Url:
    """A response_url: the message it belongs to, and the remaining uses."""

    channel: str
    user: str
    message: Message | None
    uses: int = 5
    expired: bool = False


class Workspace:
    """The server's state; `url` is its base URL."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.files: dict[str, File] = {}
        self.views: dict[str, dict[str, Any]] = {}
        self.view_of: dict[str, str] = {}
        #: For each view, the one below it in the stack.
        self.below: dict[str, str] = {}
        self.homes: dict[str, dict[str, Any]] = {}
        self.urls: dict[str, Url] = {}
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.breaches: list[str] = []
        self.faults: dict[str, list[Fault]] = defaultdict(list)
        self.tokens = {BOT_TOKEN: TEAM}
        self.archived: set[str] = set()
        self.outside: set[str] = set()
        #: Further properties of a channel, as in `conversations.info`: `is_thread_only`, `is_non_threadable`,
        #: `is_frozen`.
        self.kinds: dict[str, str] = {}
        #: Scheduled posts, by id.
        self.scheduled: dict[str, dict[str, Any]] = {}
        self.slow_files = 0
        #: The workspace and its organisation, if it belongs to one.
        self.place = Place()
        #: Slack mentions `client_msg_id` in its errors but guarantees nothing: a post repeated with it appears twice,
        #: unless this is set.
        self.drops_repeated = False
        self.acks: dict[str, float] = {}
        #: Number of slash commands typed.
        self.commands = 0
        self.triggers: dict[str, tuple[str, float]] = {}
        #: Scopes granted by an installation: exactly those the manifest requests.
        self.scopes = ",".join(manifest.bot_scopes())
        self.url = ""
        #: The bot's HTTP address; empty with Socket Mode.
        self.bot_url = ""
        self._numbers = itertools.count(1)
        self._sockets: list[web.WebSocketResponse] = []
        self._connected = asyncio.Event()
        self._acked: dict[str, asyncio.Future[Any]] = {}
        self._posted: dict[str, Message] = {}
        self._runner: web.AppRunner | None = None

    def number(self) -> int:
        return next(self._numbers)
