"""What can go wrong in the store; each message is one sentence fit to be shown.

StorageError
├── StoreUnavailable   the server does not answer, is too old, or refuses
│   ├── StoreRefuses   it answers, and takes no writes: a replica, a full memory, a full disk
│   └── ServerRefuses  a server of our own does not start on the data
├── DirectoryHeld      another Feldpost has the directory of a server of our own
├── StoredDamage       a stored value is garbage, or of a version that this code does not know
│   └── PositionLost   a game has no position that this version can read
│       └── WarMissing it is played by rules that this version does not have
├── UnknownGame        no game has this id
├── ChannelBusy        the channel already has a game in progress
└── StoreBusy          a command lost the race against others too often

DeliveryError          what the outbox hears of a platform that could not take a message
"""

from __future__ import annotations

from bot.narration.texts import host_text


class StorageError(Exception):
    """A stored value cannot be read or a demand on the store cannot be met."""


class StoreUnavailable(StorageError):
    """The server cannot be reached or used; `bot.storage.write_tracking` knows whether what was sent last may have been done."""


class StoreRefuses(StoreUnavailable):
    """The server answers reads but takes no writes; `code` is that of its error, e.g. "OOM". Nothing was done."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


class ServerRefuses(StoreUnavailable):
    """A server program ends instead of starting: it cannot read the data, or lacks something; another may do."""


class DirectoryHeld(StorageError):
    """Another Feldpost uses the directory of a server of our own."""


class StoredDamage(StorageError):
    """A stored value cannot be read; trying again does not help."""


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

    `final` means that trying again is useless, `away` that the platform as a whole cannot be reached,
    which says nothing about the message; `held` that this is so whatever else it takes, e.g. where it asks for patience,
    `gone` that there is no such channel any more.
    """

    def __init__(
        self, reason: str, *, final: bool = False, away: bool = False, held: bool = False, gone: bool = False
    ) -> None:
        super().__init__(reason)
        self.final = final
        self.away = away or held
        self.held = held
        self.gone = gone
