"""Handle everything Slack sends, by HTTP or socket: validate, dispatch, and log every refusal."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import parse_qsl

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.adapter.socket_mode.async_internals import send_async_response
from slack_bolt.adapter.socket_mode.internals import build_headers
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.narration.texts import host_text
from bot.platforms.payload_shapes import field_name, kind_of, log_shape
from bot.platforms.slack import adapter_texts
from bot.platforms.slack.errors import FAILURES, understood
from bot.platforms.slack.payload_checks import misfits

_log = logging.getLogger(__name__)

#: Slack's payload types, as its documentation names them (docs.slack.dev, reference/interaction-payloads and
#: reference/events).
_KINDS: Final = frozenset(
    {
        *("block_actions", "block_suggestion", "view_submission", "view_closed", "shortcut", "message_action"),
        *("event_callback", "app_rate_limited", "url_verification"),
    }
)
_COMMAND, _EVENT = "slash_commands", "event_callback"
#: Seconds between log lines about invalid signatures: anyone who can reach the port can send one.
_QUIET = 60.0
#: Most names of unhandled payloads to log, once each.
_TOLD = 200
#: Timeout in seconds for answering a malformed press.
_ANSWERING = 10


class Inbox:
    """The single entry point for everything Slack sends.

    Args:
        app: bolt app with the listeners.
        refused: called with the kind of each refused payload.
    """

    def __init__(self, app: AsyncApp, refused: Callable[[str], None]) -> None:
        self._app = app
        self._refused = refused
        self._strangers = -_QUIET
        self._telling: set[asyncio.Task[None]] = set()

    async def take(self, body: Any, headers: Any = None) -> BoltResponse:
        """Handle a payload; the response acknowledges it, or refuses it with a log line and a count."""
        kind = kind_in(body)
        log_shape("slack", kind, body)
        if not isinstance(body, dict):
            return self._refuse("body", f"the whole is {kind_of(body)}")
        if kind == "app_rate_limited":
            _log.warning("Slack holds events back: more than 30,000 an hour were sent for one workspace")
            return BoltResponse(status=200)
        if wrong := misfits(body):
            return self._answer_malformed(kind, body, self._refuse(kind, "; ".join(wrong)))
        try:
            # The signature, if any, was checked before, so every payload is dispatched as from the socket.
            asked = AsyncBoltRequest(mode="socket_mode", body=body, headers=headers)
            return await self._app.async_dispatch(asked)
        except Exception as error:  # noqa: BLE001 - the library doesn't validate payloads
            return self._refuse(kind, f"the library breaks with {type(error).__name__}")

    async def take_text(self, text: str, content_type: str, headers: Any = None) -> BoltResponse:
        """Handle the body of a signed HTTP request."""
        try:
            body = _parse_body(text, content_type)
        except (ValueError, RecursionError) as error:
            return self._refuse("body", f"text of {len(text)} characters breaks with {type(error).__name__}")
        return await self.take(body, headers)

    def stranger(self) -> None:
        """Log a request that Slack did not sign: someone else sent it, or FELDPOST_SLACK_SIGNING_SECRET is wrong."""
        self._refused("signature")
        if time.monotonic() - self._strangers >= _QUIET:
            self._strangers = time.monotonic()
            _log.warning(
                "a request was refused: its signature does not match FELDPOST_SLACK_SIGNING_SECRET, "
                "or is older than five minutes"
            )

    def _answer_malformed(self, kind: str, body: Mapping[str, Any], refused: BoltResponse) -> BoltResponse:
        """Acknowledge a malformed press or form and tell the user, where Slack allows it; else Slack shows an error."""
        view, url = body.get("view"), body.get("response_url")
        if kind == "view_submission" and isinstance(view, Mapping) and view.get("id"):
            return BoltResponse(
                status=200, body={"response_action": "update", "view": _sentence(adapter_texts.MISSHAPEN_PRESS)}
            )
        if kind == "block_actions" and isinstance(url, str) and url:
            task = asyncio.create_task(_tell(url))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)
            return BoltResponse(status=200)
        return refused

    def _refuse(self, kind: str, why: str) -> BoltResponse:
        """Refuse a payload: a command in words, an event by acknowledging it, anything else with an error in Slack."""
        _log.warning("Slack sent a payload that cannot be read (%s): %s", kind, why)
        self._refused(kind)
        if kind == _COMMAND:
            return BoltResponse(status=200, body=adapter_texts.MISSHAPEN)
        if kind == _EVENT:
            return BoltResponse(status=200)
        return BoltResponse(status=400, body=host_text("faults.slack_inbox.body_not_form_slack"))


class Unheard:
    """Acknowledges what no listener handles: Slack would repeat an event up to three times, and show users an error."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def acknowledged(self, body: Mapping[str, Any]) -> BoltResponse:
        """Return the acknowledgement; an unknown command is answered in words."""
        kind = kind_in(body)
        event = body.get("event")
        name = field_name([str(event.get("type"))]) if isinstance(event, Mapping) else ""
        told = f"{kind} {name}".strip()
        if told not in self._told and len(self._told) < _TOLD:
            self._told.add(told)
            _log.warning("Slack sent %s, which is not ours: check its app against deploy/slack/manifest.yaml", told)
        if kind == _COMMAND:
            return BoltResponse(status=200, body=adapter_texts.OTHER_COMMAND)
        if kind == "block_suggestion":
            return BoltResponse(status=200, body={"options": []})
        return BoltResponse(status=200)


class Socket(AsyncSocketModeHandler):
    """The library's socket handler, connected to our inbox."""

    def __init__(self, inbox: Inbox, app: AsyncApp, app_token: str, **more: Any) -> None:
        super().__init__(app, app_token, **more)
        self._inbox = inbox

    async def handle(self, client: AsyncBaseSocketModeClient, req: SocketModeRequest) -> None:
        """Handle one envelope and acknowledge it."""
        begun = time.time()
        answer = await self._inbox.take(req.payload, build_headers(req))
        await send_async_response(client, req, answer, begun)


async def _tell(url: str) -> None:
    """Tell the user that a press was malformed; the pressed message is unchanged."""
    said = {"response_type": "ephemeral", "replace_original": False, "text": adapter_texts.MISSHAPEN_PRESS}
    try:
        await AsyncWebhookClient(url, timeout=_ANSWERING, retry_handlers=[]).send_dict(said)
    except FAILURES as error:
        _log.info("a press that cannot be read got no answer: %s", understood(error).code)


def _sentence(text: str) -> dict[str, Any]:
    """Return a modal with one sentence."""
    return {
        "type": "modal",
        "title": {"type": "plain_text", "text": adapter_texts.FORM_TITLE},
        "close": {"type": "plain_text", "text": adapter_texts.FORM_CLOSE},
        "blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": text}}],
    }


def kind_in(body: Any) -> str:
    """Return Slack's name of a payload's type; "other" for undocumented ones."""
    if not isinstance(body, Mapping):
        return "body"
    if "command" in body and "type" not in body:
        return _COMMAND
    return found if (found := body.get("type")) in _KINDS else "other"


def _parse_body(text: str, content_type: str) -> Any:
    """Parse an HTTP body: JSON, a form with one `payload`, or the fields of a command.

    The library's own parser looks for "payload" anywhere in the body, and loses commands that contain that word.
    """
    if content_type == "application/json" or text.startswith("{"):
        return json.loads(text)
    fields = dict(parse_qsl(text, keep_blank_values=True))
    return json.loads(fields["payload"]) if "payload" in fields and "command" not in fields else fields


__all__ = ["Inbox", "Socket", "Unheard", "kind_in"]
