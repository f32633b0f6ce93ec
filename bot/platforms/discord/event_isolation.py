"""Isolate events that the library cannot read, so that they do not end the connection.

The library reads what Discord documents as required; where such a field is missing, or has another form, its
parser raises, and its client ends with that. So each parser gets a guard: the event is logged and counted, the
person whose interaction it was gets an answer in words, and the next event is read.
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
#: Takes the name of an event that could not be read, and what the event was about.
Unread = Callable[[str, Any, Exception], None]

#: A client that cannot read this one has no user and no servers: another connection has to begin.
_NEEDED = "READY"
#: The event by which the gateway tells of an interaction.
INTERACTION = "INTERACTION_CREATE"
#: Types of channels that the library makes something of (developers/resources/channel).
_KINDS = frozenset({0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 15, 16})
#: Types of interactions and of answers to them (developers/interactions/receiving-and-responding).
_COMPLETION, _MESSAGE, _CHOICES, _EPHEMERAL = 4, 4, 8, 64


def guarded(parsers: dict[str, Parser], unread: Unread) -> dict[str, Parser]:
    """Guard each parser of a client but that of READY; what each gets is logged by its shape, where an operator asks."""
    return {event: partial(_guarded, event, parse, unread) for event, parse in parsers.items()}


def _guarded(event: str, parse: Parser, unread: Unread, data: Any) -> None:
    log_shape("discord", event, data)
    if event == _NEEDED:
        parse(data)
        return
    try:
        parse(_placed(data) if event == INTERACTION else data)
    except Exception as error:  # noqa: BLE001 - whatever an event does to the library, the others' events go on
        unread(event, data, error)


def _placed(data: Any) -> Any:
    """Return an interaction whose channel the library can hold.

    It drops a channel of a kind that it does not know, and with that the channel's id, so that all such channels would be one.
    """
    channel = data.get("channel")
    known = channel if isinstance(channel, dict) else {}
    if known.get("type") in _KINDS or "channel_id" not in data:
        return data
    kind = discord.ChannelType.text if data.get("guild_id") else discord.ChannelType.private
    stead = {"name": "", "position": 0, **known, "id": data["channel_id"], "type": kind.value}
    return {**data, "channel": stead}


def report(event: str, error: Exception) -> str:
    """Log an event that could not be read, without its content; returns the id under which the log has it."""
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
    """Return the answer to an interaction that the library could not read; None where its id or token cannot be read either."""
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
    return _answered(client, ident, token, body)


async def _answered(client: discord.Client, ident: str, token: str, body: dict[str, Any]) -> None:
    route = discord.http.Route("POST", "/interactions/{ident}/{token}/callback", ident=ident, token=token)
    try:
        await insisted(lambda: client.http.request(route, json=body))
    except (discord.DiscordException, aiohttp.ClientError, OSError, asyncio.CancelledError) as error:
        # Another process with the same shards may have answered.
        _log.warning("interaction %s, which could not be read, got no answer: %s", ident, type(error).__name__)


__all__ = ["INTERACTION", "answer", "guarded", "report"]
