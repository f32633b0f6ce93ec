"""Errors of the store; each message is one sentence fit to be shown.

StorageError
├── StoreUnavailable   the server does not answer, is too old, or refuses
│   ├── StoreRefuses   it answers, and takes no writes: a replica, a full memory, a full disk
│   └── ServerRefuses  a managed server does not start on the data
├── DirectoryHeld      another Feldpost uses the managed server's directory
├── StoredDamage       a stored value is garbage, or of a version that this code does not know
│   └── PositionLost   a game has no position that this version can read
│       └── WarMissing it is played by rules that this version does not have
├── UnknownGame        no game has this id
├── ChannelBusy        the channel already has a game in progress
└── StoreBusy          a command lost the race against others too often

DeliveryError          a platform could not take a message from the outbox
"""

from __future__ import annotations

from bot.narration.texts import host_text


class StorageError(Exception):
    """A stored value cannot be read, or a request to the store cannot be met."""


class StoreUnavailable(StorageError):
    """The server can't be reached or used; `bot.storage.write_tracking` knows if the last write may have been done."""


class StoreRefuses(StoreUnavailable):
    """The server answers reads but refuses writes; `code` is its error's, e.g. "OOM". Nothing was done."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


class ServerRefuses(StoreUnavailable):
    """A server program exits instead of starting: it cannot read the data, or lacks something; another may work."""


class DirectoryHeld(StorageError):
    """Another Feldpost uses the managed server's directory."""


class StoredDamage(StorageError):
    """A stored value cannot be read; retrying does not help."""


class PositionLost(StoredDamage):
    """A game has no position that this version can read."""


class WarMissing(PositionLost):
    """A game is played by rules that this version does not have; `war` names them."""

    def __init__(self, war: str) -> None:
        super().__init__(host_text("store.errors.rules_not_part_version", war=war))
        self.war = war


class UnknownGame(StorageError):
    """No game has this id."""


class ChannelBusy(StorageError):
    """The channel has a game in progress; `game_id` names it (empty while it is being set up)."""

    def __init__(self, message: str, game_id: str = "") -> None:
        super().__init__(message)
        self.game_id = game_id


class StoreBusy(StorageError):
    """Too many commands on one game at once; nothing was changed."""


class DeliveryError(Exception):
    """A message could not be delivered.

    `final`: retrying is useless. `away`: the platform as a whole cannot be reached, which says nothing about the
    message. `held`: the same even if it accepts other messages, e.g. when rate limiting. `gone`: the channel no longer
    exists.
    """

    def __init__(
        self, reason: str, *, final: bool = False, away: bool = False, held: bool = False, gone: bool = False
    ) -> None:
        super().__init__(reason)
        self.final = final
        self.away = away or held
        self.held = held
        self.gone = gone
