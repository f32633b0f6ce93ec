"""The bolt app with its installations, and the addresses under which Slack calls us."""

from __future__ import annotations

import logging

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings

from bot.platforms.slack.api import SlackApi
from bot.platforms.slack.installs import SCOPES, Access, Installations, States
from bot.storage.connection import Connection

_log = logging.getLogger("slack_bolt")

EVENTS = "/slack/events"
INSTALL = "/slack/install"
REDIRECT = "/slack/oauth_redirect"


def bolt_app(access: Access, api: SlackApi, installs: Installations | None, connection: Connection) -> AsyncApp:
    """An app without listeners, for one workspace or for those that have installed it."""
    for name in ("slack_bolt", "slack_sdk"):
        # In detail they would log whole payloads, and with them hands and response_urls.
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger(name).getEffectiveLevel()))
    if installs is None:
        # Socket Mode needs no signatures, but bolt wants a secret to be set if HTTP is verified.
        return AsyncApp(
            client=api.client(access.bot_token), signing_secret=access.signing_secret or None,
            request_verification_enabled=True, logger=_log,
        )  # fmt: skip
    settings = AsyncOAuthSettings(
        client_id=access.client_id, client_secret=access.client_secret, scopes=list(SCOPES),
        installation_store=installs, installation_store_bot_only=True, state_store=States(connection),
        install_path=INSTALL, redirect_uri_path=REDIRECT, logger=_log,
    )  # fmt: skip
    return AsyncApp(
        client=api.client(), signing_secret=access.signing_secret or None, logger=_log,
        oauth_flow=AsyncOAuthFlow(client=api.client(), settings=settings, logger=_log),
    )  # fmt: skip


def site(app: AsyncApp) -> web.Application:
    """Slack's requests, and the pages of the installation where there is one."""
    made = web.Application()

    async def events(request: web.Request) -> web.Response:
        return await to_aiohttp_response(await app.async_dispatch(await to_bolt_request(request)))

    made.router.add_post(EVENTS, events)
    flow = app.oauth_flow
    if flow is not None:

        async def install(request: web.Request) -> web.Response:
            return await to_aiohttp_response(await flow.handle_installation(await to_bolt_request(request)))

        async def redirect(request: web.Request) -> web.Response:
            return await to_aiohttp_response(await flow.handle_callback(await to_bolt_request(request)))

        made.router.add_get(INSTALL, install)
        made.router.add_get(REDIRECT, redirect)
    return made
