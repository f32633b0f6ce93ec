"""The names of all keys in Redis.

All keys of one game have the hash tag `{game_id}`, all keys of one channel's log `{channel}`, so that a script or
transaction touches one cluster slot only. No other code may build a key.
"""

from __future__ import annotations

import base64
import hashlib
import re
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import quote, unquote

from bot.narration.texts import host_text

#: Prefix of every key.
NAMESPACE = "feldpost"
#: The same in bytes, and the prefix of channel logs.
ROOT, LOGS = f"{NAMESPACE}:".encode(), f"{NAMESPACE}:log:".encode()
#: Maps a person to a key.
Index = Callable[[str], str]

_GAME_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_SEASON_ID = re.compile(r"s-[a-z0-9-]{1,30}")

#: Ids of all games.
GAMES = f"{NAMESPACE}:games"
#: Games that may have posts to deliver, scored by when that was last announced (seconds of the server's clock).
OUTBOXES = f"{NAMESPACE}:outboxes"
#: Games that may have parked posts.
PARKED = f"{NAMESPACE}:parked"
#: Lobbies and running games, scored by when they were first noted; and the running ones only.
RUNNING = f"{NAMESPACE}:running"
PLAYING = f"{NAMESPACE}:playing"
#: Exists once these two have been built from an older version's store.
INDEXED = f"{NAMESPACE}:indexed"
#: Written to test whether a server accepts writes.
PROBE = f"{NAMESPACE}:probe"
#: Games and people whose data were found damaged, each with where; a hash.
DAMAGED = f"{NAMESPACE}:damaged"
#: Games scored by when their clock or reminder is due (seconds since 1970), in shards spread over the nodes of a
#: cluster; and the single index of an older version, whose games are moved into the shards.
DUE = tuple(f"{NAMESPACE}:due:{{{shard}}}" for shard in range(16))
DUE_FORMERLY = f"{NAMESPACE}:due"
#: Marker in each shard, never due, as long as the shard contains all its running games.
WHOLE = b"-"
#: How often each of the indexes was found damaged since the operator last looked; a hash.
MENDED = f"{NAMESPACE}:mended"
#: The global indexes with their Redis types; and those of them that name games.
INDEXES = {
    GAMES: "set", RUNNING: "zset", PLAYING: "set", **dict.fromkeys((*DUE, DUE_FORMERLY), "zset"), OUTBOXES: "zset", PARKED: "set",
    DAMAGED: "hash", MENDED: "hash",
}  # fmt: skip
NAMING = (GAMES, RUNNING, PLAYING, *DUE, DUE_FORMERLY, OUTBOXES, PARKED)
#: Pattern for keys that every game has from its first commit: header and revision.
OF_EVERY_GAME = f"{NAMESPACE}:{{*}}:[hr]e[av]*"
#: Ids of all seasons, the marker that they have been collected, and the pattern for all seasons' keys.
SEASONS = f"{NAMESPACE}:seasons"
SEASONS_INDEXED = f"{NAMESPACE}:seasons-indexed"
#: The languages chosen for channels; a hash.
CHANNEL_LANGUAGES = f"{NAMESPACE}:channel-languages"
#: When a process last handled the seasons of each platform, in seconds since 1970; a hash.
ALIVE = f"{NAMESPACE}:seasons-alive"
OF_EVERY_SEASON = f"{NAMESPACE}:season:{{*}}:*"


def due(game_id: str) -> str:
    """Return the shard of a game."""
    return DUE[zlib.crc32(game_id.encode()) % len(DUE)]


def due_lease(shard: str) -> str:
    """Lease of the process that takes due games of a shard; in the shard's slot."""
    return f"{shard}:lease"


def seating(user: str) -> str:
    """List of the games in which a person is currently taking a seat, in order of start."""
    return f"{NAMESPACE}:seating:{quoted(user)}"


def challenges(scope: str) -> str:
    """Lobbies that look for players, scored by when they were opened: of a server, or public ones ("all")."""
    return f"{NAMESPACE}:challenges:{quoted(scope)}"


@dataclass(frozen=True, slots=True)
class GameKeys:
    """The keys of one game; they share one slot.

    Raises:
        ValueError: the id is not made of 1 to 40 small letters, digits and dashes.
    """

    game_id: str

    def __post_init__(self) -> None:
        if not _GAME_ID.fullmatch(self.game_id):
            raise ValueError(host_text("store.keys.no_game_id", text=self.game_id))

    def _key(self, part: str) -> str:
        return f"{NAMESPACE}:{{{self.game_id}}}:{part}"

    @property
    def header(self) -> str:
        """The game's header: scenario, options, channel, status."""
        return self._key("header")

    @property
    def revision(self) -> str:
        """Number of commits; incremented by every change to the game."""
        return self._key("revision")

    @property
    def record(self) -> str:
        """Append-only list of record entries."""
        return self._key("record")

    @property
    def snapshot(self) -> str:
        """The position after the last entry."""
        return self._key("snapshot")

    @property
    def seats(self) -> str:
        """The players by side."""
        return self._key("seats")

    @property
    def settings(self) -> str:
        """The game's settings: palette, time control and the like."""
        return self._key("settings")

    @property
    def outbox(self) -> str:
        """Stream of posts not yet delivered, in order."""
        return self._key("outbox")

    @property
    def renewal(self) -> str:
        """Id of the pending post that updates something."""
        return self._key("renewal")

    @property
    def beginning(self) -> str:
        """Id of the last post that started something updated by others."""
        return self._key("beginning")

    @property
    def tries(self) -> str:
        """Hash of post id to failed tries and the last reason."""
        return self._key("tries")

    @property
    def parked(self) -> str:
        """Hash of post id to abandoned posts."""
        return self._key("parked")

    @property
    def courier(self) -> str:
        """Lease of the process that delivers this game's posts."""
        return self._key("courier")

    @property
    def review(self) -> str:
        """Progress of the computer's review of the finished game; expires."""
        return self._key("review")

    @property
    def turns(self) -> str:
        """Hash of turn to its start in the record; expires."""
        return self._key("turns")

    @property
    def references(self) -> str:
        """Hash of names to platform ids, such as the table message and the thread."""
        return self._key("references")

    def answer(self, key: str) -> str:
        """The stored answer of the command with this idempotency key."""
        return self._key(f"answer:{quoted(key)}")

    def kinds(self) -> dict[str, str]:
        """Return all keys except answers and data that can be rebuilt, each with its Redis type."""
        return {
            self.header: "string",
            self.revision: "string",
            self.record: "list",
            self.snapshot: "string",
            self.seats: "string",
            self.settings: "string",
            self.outbox: "stream",
            self.renewal: "string",
            self.beginning: "string",
            self.tries: "hash",
            self.parked: "hash",
            self.courier: "string",
            self.references: "hash",
        }

    def written(self) -> tuple[str, ...]:
        """Return the keys written only by commits, the header first."""
        return self.header, self.revision, self.record, self.snapshot, self.seats, self.settings

    def fixed(self) -> tuple[str, ...]:
        """Return all keys except the answers, including data that can be rebuilt."""
        return (*self.kinds(), self.review, self.turns)


def is_season(name: str) -> bool:
    """Return True for a valid season id: `s-` and 1 to 30 small letters, digits and dashes."""
    return _SEASON_ID.fullmatch(name) is not None


@dataclass(frozen=True, slots=True)
class SeasonKeys:
    """The keys of one season; they share one slot.

    Raises:
        ValueError: the id is not `s-` and 1 to 30 small letters, digits and dashes.
    """

    season_id: str

    def __post_init__(self) -> None:
        if not is_season(self.season_id):
            raise ValueError(host_text("store.keys.no_season_id", text=self.season_id))

    def _key(self, part: str) -> str:
        return f"{NAMESPACE}:season:{{{self.season_id}}}:{part}"

    @property
    def journal(self) -> str:
        """Append-only list of entries: the source of truth."""
        return self._key("journal")

    @property
    def answers(self) -> str:
        """Hash of idempotency key to the command's answer."""
        return self._key("answers")

    @property
    def secret(self) -> str:
        """The seed of its draws."""
        return self._key("secret")

    @property
    def done(self) -> str:
        """Number of entries whose consequences have been applied."""
        return self._key("done")

    @property
    def lease(self) -> str:
        """Lease of the process that does the season's duties."""
        return self._key("lease")

    def watched(self, kind: str) -> str:
        """Hash of spectators' data of one kind, see `bot.storage.spectator_store`."""
        return self._key(f"watch-{kind}")

    def written(self) -> tuple[str, ...]:
        """Return the keys that `season.lua` writes, in its order."""
        return self.journal, self.answers, self.secret


def parts_of(key: bytes) -> list[str]:
    """Return the parts of a key, unquoted."""
    return [unquote(part) for part in key.decode(errors="replace").split(":")]


def is_game(name: str) -> bool:
    """Return True for a valid game id."""
    return _GAME_ID.fullmatch(name) is not None


def index_kind(key: str) -> str:
    """Return the Redis type of a key that covers many games; "" for other keys."""
    for make, kind in ((challenges, "zset"), (seating, "list")):
        if key.startswith(make("-").removesuffix("-")):
            return kind
    return INDEXES.get(key, "")


def game_in(key: bytes) -> bytes:
    """Return the id in a game's key."""
    return key.partition(b"{")[2].partition(b"}")[0]


def game_ids(noted: Iterable[bytes]) -> tuple[list[str], list[bytes]]:
    """Split an index's contents into game ids and entries that cannot be any, e.g. written by hand."""
    sound, odd = [], []
    for raw in noted:
        if raw == WHOLE:
            continue
        name = raw.decode(errors="replace")
        if _GAME_ID.fullmatch(name):
            sound.append(name)
        else:
            odd.append(raw)
    return sound, odd


@dataclass(frozen=True, slots=True)
class LogKeys:
    """The keys of one channel's message log; they share one slot."""

    channel: str

    @property
    def order(self) -> str:
        """Sorted set of message ids by sequence number."""
        return f"{NAMESPACE}:log:{{{quoted(self.channel)}}}:order"

    @property
    def bodies(self) -> str:
        """Hash of message id to message."""
        return f"{NAMESPACE}:log:{{{quoted(self.channel)}}}:bodies"

    @property
    def sequence(self) -> str:
        """The last sequence number assigned."""
        return f"{NAMESPACE}:log:{{{quoted(self.channel)}}}:sequence"

    @property
    def slots(self) -> str:
        """Hash of slot to the id of the message that has it."""
        return f"{NAMESPACE}:log:{{{quoted(self.channel)}}}:slots"

    @property
    def dropped(self) -> str:
        """Sorted set of ids of messages whose slot was taken, by the sequence number of the new message."""
        return f"{NAMESPACE}:log:{{{quoted(self.channel)}}}:dropped"


def channel(name: str) -> str:
    """The id of the game in a channel."""
    return f"{NAMESPACE}:channel:{quoted(name)}"


#: Lease of the process that notifies webhooks of season events.
HOOKS = f"{NAMESPACE}:hooks:lease"


def hook(digest: str) -> str:
    """Hash of season to the number of the next entry for a webhook subscriber."""
    return f"{NAMESPACE}:hooks:{quoted(digest)}"


def of_platform(platform: str, what: str, *names: str) -> str:
    """Key of an adapter's own record that belongs to no game, e.g. an installation.

    Platform ids, some of them secret, are hashed rather than put into the key.
    """
    digest = hashlib.sha256("\n".join(names).encode()).hexdigest()[:32]
    return f"{NAMESPACE}:{platform}:{what}:{digest}"


def game_id_for(channel_name: str, key: str) -> str:
    """Return the id of the game that a command creates: the same command always gives the same id.

    It consists of 40 bits of a hash of channel and idempotency key, as 8 letters and digits: short enough to type, and
    a repeated "new" cannot create a second game.
    """
    digest = hashlib.sha256(f"{channel_name}\n{key}".encode()).digest()
    return base64.b32encode(digest[:5]).decode().lower()


def quoted(name: str) -> str:
    """Quote braces, colons and spaces of platform ids, which have a meaning in keys."""
    if not name:
        raise ValueError("An empty name makes no key.")
    return quote(name, safe="-_.@")
