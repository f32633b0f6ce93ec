"""Classify Discord's errors: a sentence for the operator, and whether retrying can help."""

from __future__ import annotations

import json

import aiohttp
import discord

from bot.platforms.discord import adapter_texts
from bot.port import DeliveryError

#: Error codes of Discord's API (developers/topics/opcodes-and-status-codes).
UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
UNKNOWN_WEBHOOK = 10015
UNKNOWN_INTERACTION = 10062
ALREADY_ACKNOWLEDGED = 40060
OPENED_TOO_FAST = 40003
SENDING_DISABLED = 40004
TOO_LARGE = 40005
FEATURE_DISABLED = 40006
TOO_OLD_TO_EDIT = 30046
MISSING_ACCESS = 50001
CANNOT_SEND_TO_USER = 50007
MISSING_PERMISSIONS = 50013
INVALID_WEBHOOK_TOKEN = 50027
THREAD_ARCHIVED = 50083
THREAD_EXISTS = 160004
THREAD_LOCKED = 160005
TOO_MANY_THREADS = 160006
NO_MUTUAL_GUILD = 50278
OVERLOADED = 130000

#: The interaction's token has expired.
EXPIRED = frozenset({UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION, INVALID_WEBHOOK_TOKEN})
#: The message was deleted, or edited too often after its first hour: post a new one.
POST_ANEW = frozenset({UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT})
#: Problems an administrator can fix while the outbox keeps trying.
_MENDABLE = {
    MISSING_PERMISSIONS: "missing_permission",
    MISSING_ACCESS: "no_access",
    THREAD_LOCKED: "thread_locked",
    TOO_MANY_THREADS: "thread_locked",
}
#: Temporary refusals, independent of post and status: retry.
_FOR_NOW = frozenset({OPENED_TOO_FAST, SENDING_DISABLED, FEATURE_DISABLED, OVERLOADED})
#: Statuses of proxies or firewalls in between, with an empty body or a page; Discord's own refusals have a code.
_ON_THE_WAY = frozenset({400, 403, 407, 408})
#: Exceptions of a request: a refusal, a broken connection, a response that isn't the JSON it claims to be.
REQUEST = (discord.DiscordException, aiohttp.ClientError, OSError, json.JSONDecodeError)
_FINAL = {
    UNKNOWN_CHANNEL: "channel_gone",
    CANNOT_SEND_TO_USER: "no_direct",
    NO_MUTUAL_GUILD: "no_direct",
    TOO_LARGE: "too_large",
}


def code_of(error: BaseException) -> int:
    """Return Discord's own code of an error, 0 if it has none."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def passes(error: BaseException) -> bool:
    """Return True if the error is temporary: the connection, Discord itself or something in between.

    Rate limits don't count: the library has already waited for them as long as is reasonable.
    """
    if isinstance(error, discord.DiscordServerError | aiohttp.ClientError | OSError | json.JSONDecodeError):
        return True
    if not isinstance(error, discord.HTTPException):
        return False
    return error.code in _FOR_NOW or (not error.code and error.status in _ON_THE_WAY)


def delivery_error(error: Exception, *, channel: str, user: str = "") -> DeliveryError:
    """Convert a request's error for the outbox: a sentence, and whether it is final."""
    if isinstance(error, discord.RateLimited | discord.DiscordServerError):
        asked = isinstance(error, discord.RateLimited)
        return DeliveryError(adapter_texts.TROUBLE.format(reason=str(error)[:200]), away=True, held=asked)
    if isinstance(error, discord.HTTPException):
        if error.status == 429:  # the library gave up waiting, or something in between blocks everything
            return DeliveryError(adapter_texts.HELD_BACK, held=True)
        if error.status == 401:  # our token is invalid, whatever the post
            return DeliveryError(adapter_texts.UNREACHABLE, held=True)
        if error.code in _FOR_NOW:
            return DeliveryError(adapter_texts.TROUBLE.format(reason=str(error)[:200]), held=True)
        if passes(error):
            return DeliveryError(adapter_texts.UNREACHABLE, away=True)
        if error.code in _FINAL:
            reason, gone = (
                getattr(adapter_texts, _FINAL[error.code].upper()).format(channel=channel, user=user),
                error.code == UNKNOWN_CHANNEL,
            )
            return DeliveryError(reason, final=True, gone=gone)
        if error.code in _MENDABLE:
            return DeliveryError(getattr(adapter_texts, _MENDABLE[error.code].upper()).format(channel=channel))
        reason = adapter_texts.REFUSED.format(reason=(error.text or str(error.status))[:300])
        return DeliveryError(reason, final=error.status == 400)
    return DeliveryError(adapter_texts.UNREACHABLE, away=True)


__all__ = ["EXPIRED", "POST_ANEW", "REQUEST", "code_of", "delivery_error", "passes"]
