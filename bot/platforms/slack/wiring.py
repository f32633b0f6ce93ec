"""Build the bolt app with its installations, and the HTTP routes for Slack."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.error import BoltUnhandledRequestError
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.oauth.installation_store import Installation
from slack_sdk.signature import SignatureVerifier

from bot.narration.texts import host_text
from bot.platforms.http_listener import MALFORMED
from bot.platforms.slack import adapter_texts, install_page
from bot.platforms.slack.api import SlackApi
from bot.platforms.slack.errors import FAILURES, understood
from bot.platforms.slack.inbox import Inbox, Unheard
from bot.platforms.slack.installs import SCOPES, Access, Installations, OrganisationWideError, States
from bot.storage.call_deadlines import hurried
from bot.storage.connection import Connection
from bot.storage.errors import StorageError

_log = logging.getLogger("slack_bolt")

#: Store timeout of a page in seconds.
_LOOKING = 3.0

EVENTS = "/slack/events"
INSTALL = "/slack/install"
REDIRECT = "/slack/oauth_redirect"

Listener = Callable[[AsyncAck, dict[str, Any]], Awaitable[None]]
Page = Callable[[web.Request], Awaitable[BoltResponse]]


def bolt_app(access: Access, api: SlackApi) -> AsyncApp:
    """Return an app without listeners.

    Correctly signed requests are let in at once, so that acknowledgements wait neither for the store nor for Slack;
    whether a workspace has installed the app is checked when something is done for it.
    """
    for name in ("slack_bolt", "slack_sdk"):
        # At debug level they would log whole payloads, and thus hands and response_urls.
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger(name).getEffectiveLevel()))
    app = AsyncApp(
        # Without a name the library searches every loaded module for the file of its caller.
        name="feldpost", client=api.client(), authorize=_authorize, signing_secret=access.signing_secret or None,
        # Otherwise the library itself would log unhandled requests, including what users typed.
        raise_error_for_unhandled_request=True, logger=_log,
    )  # fmt: skip
    app.error(_error_handler(Unheard()))
    return app


def oauth_flow(access: Access, api: SlackApi, installs: Installations, connection: Connection) -> AsyncOAuthFlow:
    """Build the OAuth flow by which workspaces install the app."""
    settings = AsyncOAuthSettings(
        client_id=access.client_id, client_secret=access.client_secret, scopes=list(SCOPES),
        installation_store=installs, installation_store_bot_only=True, state_store=States(connection),
        install_path=INSTALL, redirect_uri_path=REDIRECT, logger=_log,
    )  # fmt: skip
    return _Flow(client=api.client(), settings=settings, logger=_log)


class _Flow(AsyncOAuthFlow):
    """The library's flow with our own page; refuses installations for a whole organisation."""

    async def build_install_page_html(self, url: str, request: AsyncBoltRequest) -> str:
        """Return the page with both installation links."""
        del request
        return install_page.page(url)

    async def store_installation(self, request: AsyncBoltRequest, installation: Installation) -> None:
        """Store an installation.

        Raises:
            OrganisationWideError: it names no workspace; its token is revoked, and nothing is stored.
        """
        if installation.team_id and not installation.is_enterprise_install:
            await super().store_installation(request, installation)
            return
        if installation.bot_token:
            try:
                await self.client.auth_revoke(token=installation.bot_token)
            except FAILURES as error:
                _log.warning("the token of an organisation could not be given back: %s", understood(error).code)
        _log.warning("an organisation installed the app as a whole: refused, and nothing is kept of it")
        raise OrganisationWideError


def site(inbox: Inbox, access: Access, flow: AsyncOAuthFlow | None) -> web.Application:
    """Build the web application: Slack's requests, and the installation pages if enabled."""
    made = web.Application()
    if access.signing_secret:
        made.router.add_post(EVENTS, _events(inbox, SignatureVerifier(access.signing_secret)))
    if flow is not None:

        async def install(request: web.Request) -> BoltResponse:
            return await flow.handle_installation(await to_bolt_request(request))

        async def redirect(request: web.Request) -> BoltResponse:
            return await flow.handle_callback(await to_bolt_request(request))

        made.router.add_get(INSTALL, _page(install))
        made.router.add_get(REDIRECT, _page(redirect))
    return made


def _events(inbox: Inbox, verifier: SignatureVerifier) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Return the handler of Slack's requests, which parses no body before verifying its signature."""

    async def events(request: web.Request) -> web.Response:
        try:
            body = (await request.read()).decode()
        except UnicodeDecodeError:
            inbox.stranger()
            return web.Response(status=400, text=host_text("faults.slack_wiring.body_no_text"))
        except MALFORMED:
            return web.Response(status=400, text=host_text("faults.slack_wiring.body_broken_cut_short"))
        if "ssl_check=1" in body.split("&"):
            return web.Response()
        if not _is_signed(verifier, body, request):
            if "X-Slack-Signature" in request.headers:
                inbox.stranger()
            return web.Response(status=401, text=host_text("faults.slack_wiring.signature_not_slack_older"))
        return await to_aiohttp_response(await inbox.take_text(body, request.content_type, dict(request.headers)))

    return events


def _is_signed(verifier: SignatureVerifier, body: str, request: web.Request) -> bool:
    stamp, signature = (request.headers.get(f"X-Slack-{name}") for name in ("Request-Timestamp", "Signature"))
    if stamp is None or not stamp.isascii() or not stamp.isdecimal() or signature is None or not signature.isascii():
        return False
    try:
        return verifier.is_valid(body, stamp, signature)
    except (ValueError, OverflowError):
        return False  # the timestamp has too many digits


def _page(page: Page) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Wrap an installation page; temporary failures of the store or Slack get an error page."""

    async def shown(request: web.Request) -> web.Response:
        try:
            with hurried(_LOOKING):
                return await to_aiohttp_response(await page(request))
        except StorageError as error:
            _log.warning("a page of the installation could not be shown: %s", error)
            return web.Response(status=503, text=adapter_texts.NO_INSTALL)
        except OrganisationWideError:
            return web.Response(status=403, text=adapter_texts.ORG_WIDE)
        except FAILURES as error:
            _log.warning("a page of the installation could not be shown: %s", understood(error))
            return web.Response(status=503, text=adapter_texts.NO_INSTALL)

    return shown


def kept(listener: Listener) -> Listener:
    """Wrap a listener so that an error after its acknowledgement is only logged and doesn't revoke that."""

    async def listening(ack: AsyncAck, body: dict[str, Any]) -> None:
        try:
            await listener(ack, body)
        except Exception as error:
            if ack.response is None:
                raise
            _log_error(error)

    return listening


async def _authorize(enterprise_id: str | None, team_id: str | None, user_id: str | None) -> AuthorizeResult:
    return AuthorizeResult(enterprise_id=enterprise_id, team_id=team_id, user_id=user_id)


def _error_handler(unheard: Unheard) -> Callable[..., Awaitable[BoltResponse | None]]:
    """Return the error handler, which acknowledges requests without a listener and logs listeners' errors.

    Errors are logged by type only, since their messages might quote an order. The library then answers 500.
    """

    async def broke(error: Exception, request: AsyncBoltRequest) -> BoltResponse | None:
        if isinstance(error, BoltUnhandledRequestError):
            return unheard.acknowledged(request.body)
        _log_error(error)
        return None

    return broke


def _log_error(error: Exception) -> None:
    _log.error("something that Slack sent broke with %s", type(error).__name__, exc_info=error)
