"""Isolate events that the library can't parse, so that they don't end the connection.

The library relies on fields that Discord documents as required; if one is missing or has another form, its parser
raises, and its client stops. So each parser is wrapped: the event is logged and counted, the person whose interaction
it was gets an answer in words, and the next event is read.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import traceback
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import aiohttp
import discord

from bot.platforms.discord import adapter_texts
from bot.platforms.discord.request_retry import insisted
from bot.platforms.payload_shapes import log_shape

_log = logging.getLogger(__name__)

Parser = Callable[[Any], None]
#: Takes the name of an event that could not be parsed, its data, and the error.
Unread = Callable[[str, Any, Exception], None]

#: Without this event a client has no user and no servers: it has to reconnect.
_NEEDED = "READY"
#: The gateway event of an interaction.
INTERACTION = "INTERACTION_CREATE"
#: Channel types known to the library (developers/resources/channel).
_KINDS = frozenset({0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 15, 16})
#: Types of interactions and of responses to them (developers/interactions/receiving-and-responding).
_COMPLETION, _MESSAGE, _CHOICES, _EPHEMERAL = 4, 4, 8, 64


def guarded(parsers: dict[str, Parser], unread: Unread) -> dict[str, Parser]:
    """Wrap each parser of a client except READY's; the shape of the data is logged if the operator enables it."""
    return {event: partial(_parse_isolated, event, parse, unread) for event, parse in parsers.items()}


def _parse_isolated(event: str, parse: Parser, unread: Unread, data: Any) -> None:
    log_shape("discord", event, data)
    if event == _NEEDED:
        parse(data)
        return
    try:
        parse(_with_known_channel(data) if event == INTERACTION else data)
    except Exception as error:  # noqa: BLE001 - a faulty event must not stop the next ones
        unread(event, data, error)


def _with_known_channel(data: Any) -> Any:
    """Replace the channel of an interaction by one the library can represent.

    It drops channels of unknown types together with their ids, so that all of them would seem to be the same channel.
    """
    channel = data.get("channel")
    known = channel if isinstance(channel, dict) else {}
    if known.get("type") in _KINDS or "channel_id" not in data:
        return data
    kind = discord.ChannelType.text if data.get("guild_id") else discord.ChannelType.private
    stead = {"name": "", "position": 0, **known, "id": data["channel_id"], "type": kind.value}
    return {**data, "channel": stead}


def report(event: str, error: Exception) -> str:
    """Log an event that could not be parsed, without its content; returns the report id in the log."""
    number = secrets.token_hex(4)
    _log.error(
        "report %s: an event %s of Discord could not be read (%s)\n%s",
        number,
        event,
        type(error).__name__,
        "".join(traceback.format_tb(error.__traceback__)),
        extra={"report": number},
    )
    return number


def answer(client: discord.Client, data: Any, number: str) -> Coroutine[Any, Any, None] | None:
    """Answer an interaction that the library could not parse; None if its id or token can't be read either."""
    told = data if isinstance(data, dict) else {}
    ident, token = str(told.get("id") or ""), told.get("token")
    if not (ident.isascii() and ident.isdecimal() and isinstance(token, str) and token):
        return None
    body: dict[str, Any] = {
        "type": _MESSAGE,
        "data": {"content": adapter_texts.UNREADABLE.format(report=number), "flags": _EPHEMERAL},
    }
    if told.get("type") == _COMPLETION:
        body = {"type": _CHOICES, "data": {"choices": []}}
    return _respond(client, ident, token, body)


async def _respond(client: discord.Client, ident: str, token: str, body: dict[str, Any]) -> None:
    route = discord.http.Route("POST", "/interactions/{ident}/{token}/callback", ident=ident, token=token)
    try:
        await insisted(lambda: client.http.request(route, json=body))
    except (discord.DiscordException, aiohttp.ClientError, OSError, asyncio.CancelledError) as error:
        # Another process with the same shards may have answered.
        _log.warning("interaction %s, which could not be read, got no answer: %s", ident, type(error).__name__)


__all__ = ["INTERACTION", "answer", "guarded", "report"]
