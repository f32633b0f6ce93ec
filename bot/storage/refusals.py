"""Converts errors of a Redis server to one sentence for the operator."""

from __future__ import annotations

from redis.exceptions import AuthenticationError, RedisError

from bot.narration.texts import host_text
from bot.storage.errors import StorageError, StoredDamage, StoreRefuses, StoreUnavailable
from bot.storage.pipeline import code_of, is_lost

#: Text keys for why a server that answers refuses writes, by error code.
_REFUSALS = {
    "READONLY": "store.refusals.replica",
    "OOM": "store.refusals.memory",
    "MISCONF": "store.refusals.files",
    "NOREPLICAS": "store.refusals.too_few_replicas",
}


def refuses(error: RedisError) -> bool:
    """Return True if the server refuses writes, though it may answer reads."""
    return code_of(error) in _REFUSALS


def sentence(error: RedisError, place: str, remedy: str) -> StorageError:
    """Return the error sentence for a server at a place; `remedy` is the key of what to do if it does not answer."""
    code = code_of(error)
    if isinstance(error, AuthenticationError):
        return StoreUnavailable(host_text("store.refusals.redis_server_wants_another", place=place))
    if code in _REFUSALS:
        return StoreRefuses(
            host_text("store.refusals.redis_server_takes_no", place=place, refusals=host_text(_REFUSALS[code])), code
        )
    if is_lost(error) and not code:
        return StoreUnavailable(
            host_text("store.refusals.redis_server_does_not", place=place, remedy=host_text(remedy))
        )
    if "WRONGTYPE" in str(error):
        return StoredDamage(host_text("store.refusals.stored_value_damaged_another"))
    return StoreUnavailable(
        host_text("store.refusals.redis_server_refused", place=place, value=f"{code} " if code else "", error=error)
    )


__all__ = ["refuses", "sentence"]
