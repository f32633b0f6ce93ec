"""The connection to Slack: Socket Mode, HTTP requests, or both; failures are retried."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Callable
from typing import Any

from aiohttp import web
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_sdk.socket_mode.aiohttp import SocketModeClient

from bot.narration.texts import host_text
from bot.platforms.http_listener import runner
from bot.platforms.platform_status import PlatformStatus
from bot.platforms.slack.ack_timing import Acknowledgements
from bot.platforms.slack.api import SlackApi
from bot.platforms.slack.errors import FAILURES, understood
from bot.platforms.slack.inbox import Inbox, Socket
from bot.platforms.slack.installs import Access, AccessError
from bot.platforms.slack.wiring import site
from bot.settings import RefusedError

_log = logging.getLogger(__name__)

#: Seconds before retrying, doubled each time up to the limit.
_PAUSE, _LONGEST_PAUSE = 1.0, 60.0
#: Seconds that startup waits for Slack; then connecting continues in the background.
_FIRST = 10.0
#: Seconds for opening the socket, until a disconnected socket is given up, and between checks of it.
_CONNECTING, _DEAF, _LOOK = 10.0, 60.0, 5.0
#: Seconds that a socket may take to close.
_CLOSING = 10.0
#: Seconds that pending acknowledgements get at shutdown: Slack waits no longer.
_GIVING = 3.0


class SlackConnection:
    """Keeps the bot connected to Slack.

    Args:
        app: bolt app with the listeners.
        inbox: handles what arrives.
        flow: pages of the installation, if enabled.
        api: client of Slack's API.
        access: tokens and addresses.
        standing: platform status; shows trouble, and a permanent refusal.
        acknowledgements: tracks what arrives.
        lost: called when the connection was lost.
    """

    def __init__(
        self,
        app: AsyncApp,
        inbox: Inbox,
        flow: AsyncOAuthFlow | None,
        api: SlackApi,
        access: Access,
        standing: PlatformStatus,
        acknowledgements: Acknowledgements,
        lost: Callable[[], None],
    ) -> None:
        self._app = app
        self._inbox = inbox
        self._flow = flow
        self._api = api
        self._access = access
        self._standing = standing
        self._acknowledgements = acknowledgements
        self._socket: Socket | None = None
        self._runner: web.AppRunner | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._tried = asyncio.Event()
        self._lost = lost

    @property
    def port(self) -> int:
        """The port of Slack's HTTP requests; known after `start`."""
        assert self._runner is not None
        return int(self._runner.addresses[0][1])

    async def start(self) -> None:
        """Listen, check the token and connect, retrying in the background what fails.

        Raises:
            SettingsError: the address can't be bound, or Slack rejects a token.
        """
        if self._access.by_http:
            await self._listen()
        keeper = self._keeper = asyncio.create_task(self._keep())
        tried = asyncio.create_task(self._tried.wait())
        await asyncio.wait({keeper, tried}, timeout=_FIRST, return_when=asyncio.FIRST_COMPLETED)
        tried.cancel()
        if keeper.done():
            keeper.result()
            return
        if not self._tried.is_set():
            self._note_trouble("it does not answer yet")
        keeper.add_done_callback(self._handle_connecting_end)

    async def connected(self) -> bool:
        """Return True while Slack can reach us, by socket or HTTP, and we could reach it."""
        if self._standing.trouble or (self._socket is None and self._access.app_token):
            return False
        if self._socket is not None:
            return bool(await self._socket.client.is_connected())
        return self._runner is not None

    async def quiet(self) -> None:
        """Leave further events to other processes; what has arrived is acknowledged first."""
        if self._keeper is not None:
            self._keeper.cancel()
        if self._runner is not None:
            for listening in list(self._runner.sites):
                await listening.stop()
        if self._socket is not None:
            self._socket.client.auto_reconnect_enabled = False
        await self._acknowledgements.given(_GIVING)
        if self._socket is not None:
            await self._socket.client.disconnect()  # type: ignore[no-untyped-call]

    async def close(self) -> None:
        """Disconnect."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
        await self._drop_socket()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    # ------------------------------------------------------------------------------------------ inside

    async def _listen(self) -> None:
        pages = site(self._inbox, self._access, self._flow)
        pages.middlewares.append(self._acknowledgements.of_requests())
        self._runner = runner(pages, shutdown_timeout=2)
        await self._runner.setup()
        host, port = self._access.host, self._access.port
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError as error:
            await self.close()
            raise AccessError(
                host_text("faults.slack_link.slack_port_cannot_another", port=port, host=host, strerror=error.strerror)
            ) from None

    async def _keep(self) -> None:
        """Try until connected, and reconnect if the socket doesn't recover by itself."""
        pause = _PAUSE
        while True:
            try:
                await self._connect()
                self._note_connected()
                if self._socket is None:
                    return
                await self._wait_until_stuck(self._socket.client)
                pause, why = _PAUSE, "its socket does not come back"
                self._lost()
            except FAILURES as error:
                failed = understood(error)
                if failed.shut:
                    raise RefusedError(host_text("faults.slack_link.slack_does_not_let", failed=failed)) from None
                why = "it cannot be reached" if failed.code == "unreachable" else failed.code
            except Exception as error:  # noqa: BLE001 - whatever fails, the next try has to follow
                _log.error("the library broke with %s", type(error).__name__, exc_info=error)
                why = type(error).__name__
            await self._drop_socket()
            self._note_trouble(why, pause)
            self._tried.set()
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311 - jitter between processes
            pause = min(pause * 2, _LONGEST_PAUSE)

    async def _connect(self) -> None:
        """Check the token, and open the socket if configured; raises one of FAILURES."""
        if not self._access.by_oauth:
            await self._api.client(self._access.bot_token).auth_test()
        if not self._access.app_token:
            return
        opened = await self._api.client().apps_connections_open(app_token=self._access.app_token)
        # The Socket Mode client opens its own session, so it is created inside the running loop.
        client = self._api.client(self._access.bot_token)
        self._socket = Socket(
            self._inbox, self._app, self._access.app_token, web_client=client, logger=logging.getLogger("slack_bolt")
        )
        self._acknowledgements.of_socket(self._socket.client)
        self._socket.client.wss_uri = str(opened["url"])
        async with asyncio.timeout(_CONNECTING):  # by itself it would retry the same address forever
            await self._socket.connect_async()  # type: ignore[no-untyped-call]

    async def _wait_until_stuck(self, client: Any) -> None:
        """Return once the socket has been disconnected for longer than the library's own reconnecting takes."""
        away = 0.0
        while away < _DEAF:
            await asyncio.sleep(_LOOK)
            away = 0.0 if await client.is_connected() else away + _LOOK

    async def _drop_socket(self) -> None:
        """Close the socket, whatever its state."""
        if self._socket is None:
            return
        socket, self._socket = self._socket, None
        try:
            async with asyncio.timeout(_CLOSING):
                await socket.close_async()  # type: ignore[no-untyped-call]
        except Exception as error:  # noqa: BLE001 - a socket that is given up may be broken in any way
            _log.info("a socket did not close well: %s", type(error).__name__)
            await _abandon(socket.client)

    def _note_connected(self) -> None:
        if self._standing.trouble:
            _log.warning("connected to Slack")
        self._standing.trouble = ""
        self._tried.set()

    def _note_trouble(self, why: str, pause: float = 0.0) -> None:
        self._standing.trouble = f"no connection to Slack ({why}): still trying"
        _log.warning("%s%s", self._standing.trouble, f", next within {pause:.0f} s" if pause else "")

    def _handle_connecting_end(self, keeper: asyncio.Task[None]) -> None:
        """Handle the end of the connecting task: a refusal by Slack, or else a bug, which is logged."""
        error = None if keeper.cancelled() else keeper.exception()
        if isinstance(error, RefusedError):
            _log.error("%s", error)
            self._standing.refuse(error)
        elif error is not None:
            _log.error("the link to Slack broke with %s", type(error).__name__, exc_info=error)
            self._standing.trouble = f"no connection to Slack ({type(error).__name__}): start Feldpost again"


async def _abandon(client: SocketModeClient) -> None:
    """Stop the tasks of a socket that could not be closed: otherwise it would keep reconnecting forever.

    Needs both a flag and a cancellation: the library's loops check the flag, and any of them may swallow a
    cancellation.
    """
    client.closed = True
    client.auto_reconnect_enabled = False
    working = [client.message_processor, client.current_session_monitor, client.message_receiver]
    tasks = [task for task in working if task is not None]
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks, timeout=_CLOSING)
    with contextlib.suppress(Exception):
        async with asyncio.timeout(_CLOSING):
            await client.disconnect()  # type: ignore[no-untyped-call]
    await client.aiohttp_client_session.close()


__all__ = ["SlackConnection"]
