"""The store: games, people and posts in Redis, and a managed server for those without one."""

from bot.storage.connection import Connection
from bot.storage.errors import ChannelBusy, StorageError, StoreBusy, StoreUnavailable, UnknownGame
from bot.storage.keys import game_id_for
from bot.storage.log import ChannelLog
from bot.storage.models import GameHeader, GameSettings, PlayerSettings, Seat, Seats
from bot.storage.outbox import Outbox, Parked, Queued
from bot.storage.outbox_models import Post
from bot.storage.server import redis_server
from bot.storage.store import Change, CommitResult, Committed, Duplicate, Stale, Store, StoredGame

__all__ = [
    "Change",
    "ChannelBusy",
    "ChannelLog",
    "CommitResult",
    "Committed",
    "Connection",
    "Duplicate",
    "GameHeader",
    "GameSettings",
    "Outbox",
    "Parked",
    "PlayerSettings",
    "Post",
    "Queued",
    "Seat",
    "Seats",
    "Stale",
    "StorageError",
    "Store",
    "StoreBusy",
    "StoreUnavailable",
    "StoredGame",
    "UnknownGame",
    "game_id_for",
    "redis_server",
]
