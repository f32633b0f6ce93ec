"""The names of everything in Redis.

All keys of one game carry the hash tag `{game_id}`, all keys of one channel's log `{channel}`,
so that a script or transaction touches one cluster slot only. Nothing else may build a key.
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

#: How the name of every key begins.
NAMESPACE = "feldpost"
#: How every key begins, and those of the logs of channels.
ROOT, LOGS = f"{NAMESPACE}:".encode(), f"{NAMESPACE}:log:".encode()
#: From a person to a key.
Index = Callable[[str], str]

_GAME_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_SEASON_ID = re.compile(r"s-[a-z0-9-]{1,30}")

#: Ids of all games.
GAMES = f"{NAMESPACE}:games"
#: Games that may have posts to deliver, scored by when that was last announced (seconds of the server's clock).
OUTBOXES = f"{NAMESPACE}:outboxes"
#: Games that may have parked posts.
PARKED = f"{NAMESPACE}:parked"
#: Lobbies and games that are played, scored by when they were first noted; and those of them that are played.
RUNNING = f"{NAMESPACE}:running"
PLAYING = f"{NAMESPACE}:playing"
#: Stands once the two have been made of a store that an older version wrote.
INDEXED = f"{NAMESPACE}:indexed"
#: Written to see whether a server takes writes.
PROBE = f"{NAMESPACE}:probe"
#: Games and people whose data were found damaged, each with where; a hash.
DAMAGED = f"{NAMESPACE}:damaged"
#: Games scored by when their clock or reminder is due (seconds since 1970), in shards that lie on different nodes of a
#: cluster; and the one index of all of them that an older version wrote, whose games are brought into the shards.
DUE = tuple(f"{NAMESPACE}:due:{{{shard}}}" for shard in range(16))
DUE_FORMERLY = f"{NAMESPACE}:due"
#: Stands in each, never due, as long as it is the one into which all running games were put.
WHOLE = b"-"
#: How often each of the indexes was found damaged since the operator last looked; a hash.
MENDED = f"{NAMESPACE}:mended"
#: What lies over all games, each with the kind of value that Redis has there; and those of them that name games.
INDEXES = {
    GAMES: "set", RUNNING: "zset", PLAYING: "set", **dict.fromkeys((*DUE, DUE_FORMERLY), "zset"), OUTBOXES: "zset", PARKED: "set",
    DAMAGED: "hash", MENDED: "hash",
}  # fmt: skip
NAMING = (GAMES, RUNNING, PLAYING, *DUE, DUE_FORMERLY, OUTBOXES, PARKED)
#: What the keys of all games look like that every commit writes: header and revision.
OF_EVERY_GAME = f"{NAMESPACE}:{{*}}:[hr]e[av]*"
#: Ids of all seasons, what stands once they have been gathered, and what the keys of all seasons look like.
SEASONS = f"{NAMESPACE}:seasons"
SEASONS_INDEXED = f"{NAMESPACE}:seasons-indexed"
#: The languages that were chosen for channels; a hash.
CHANNEL_LANGUAGES = f"{NAMESPACE}:channel-languages"
#: When somebody last kept the seasons of each platform, in seconds since 1970; a hash.
ALIVE = f"{NAMESPACE}:seasons-alive"
OF_EVERY_SEASON = f"{NAMESPACE}:season:{{*}}:*"


def due(game_id: str) -> str:
    """Return the shard in which a game stands."""
    return DUE[zlib.crc32(game_id.encode()) % len(DUE)]


def due_lease(shard: str) -> str:
    """Lease of the process that takes what is due in a shard; it lies in the slot of the shard."""
    return f"{shard}:lease"


def seating(user: str) -> str:
    """Return the games in which a person is just taking a seat, in the order in which they began to."""
    return f"{NAMESPACE}:seating:{quoted(user)}"


def challenges(scope: str) -> str:
    """Return the lobbies that look for players, scored by when they were opened: those of a server, or of everybody ("all")."""
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
        """Return what the game is: scenario, options, channel, status."""
        return self._key("header")

    @property
    def revision(self) -> str:
        """Counts the commits; every change of anything of the game raises it."""
        return self._key("revision")

    @property
    def record(self) -> str:
        """Return the append-only list of entries."""
        return self._key("record")

    @property
    def snapshot(self) -> str:
        """Return the position after the last entry."""
        return self._key("snapshot")

    @property
    def seats(self) -> str:
        """Return who plays which side."""
        return self._key("seats")

    @property
    def settings(self) -> str:
        """Return the game's settings: palette, time control and the like."""
        return self._key("settings")

    @property
    def outbox(self) -> str:
        """Stream of posts not yet delivered, in order."""
        return self._key("outbox")

    @property
    def renewal(self) -> str:
        """Return the id of the waiting post that renews something."""
        return self._key("renewal")

    @property
    def beginning(self) -> str:
        """Return the id of the last post with which something began that others renew."""
        return self._key("beginning")

    @property
    def tries(self) -> str:
        """Hash of post id to failed tries and the last reason."""
        return self._key("tries")

    @property
    def parked(self) -> str:
        """Hash of post id to posts that were given up."""
        return self._key("parked")

    @property
    def courier(self) -> str:
        """Lease of the process that delivers this game's posts."""
        return self._key("courier")

    @property
    def review(self) -> str:
        """Return how far the finished game has been looked at by the computer, for a while."""
        return self._key("review")

    @property
    def turns(self) -> str:
        """Hash of turn to where it begins in the record, for a while."""
        return self._key("turns")

    @property
    def references(self) -> str:
        """Hash of names to platform ids, such as the table message and the thread."""
        return self._key("references")

    def answer(self, key: str) -> str:
        """Return the answer that the command with this idempotency key got."""
        return self._key(f"answer:{quoted(key)}")

    def kinds(self) -> dict[str, str]:
        """Return all keys but the answers and what can be made anew, each with the kind of value that Redis has there."""
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
        """Return what commits alone write, the header first."""
        return self.header, self.revision, self.record, self.snapshot, self.seats, self.settings

    def fixed(self) -> tuple[str, ...]:
        """Return all keys but the answers, and what can be made anew."""
        return (*self.kinds(), self.review, self.turns)


def is_season(name: str) -> bool:
    """Return True for what may be the id of a season: `s-` and 1 to 30 small letters, digits and dashes."""
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
        """Return the append-only list of entries: the truth."""
        return self._key("journal")

    @property
    def answers(self) -> str:
        """Hash of idempotency key to the answer that the command got."""
        return self._key("answers")

    @property
    def secret(self) -> str:
        """Return the seed of its lots."""
        return self._key("secret")

    @property
    def done(self) -> str:
        """Return how many entries have had their consequences."""
        return self._key("done")

    @property
    def lease(self) -> str:
        """Lease of the process that does the season's duties."""
        return self._key("lease")

    def watched(self, kind: str) -> str:
        """Hash of what is kept of those who watch it, see `bot.storage.spectator_store`."""
        return self._key(f"watch-{kind}")

    def written(self) -> tuple[str, ...]:
        """Return what `season.lua` writes, in its order."""
        return self.journal, self.answers, self.secret


def parts_of(key: bytes) -> list[str]:
    """Return the parts of a key as they were before they were made safe."""
    return [unquote(part) for part in key.decode(errors="replace").split(":")]


def is_game(name: str) -> bool:
    """Return True if a game may have this id."""
    return _GAME_ID.fullmatch(name) is not None


def index_kind(key: str) -> str:
    """Return the kind of value that belongs at a key that lies over many games, "" for every other key."""
    for make, kind in ((challenges, "zset"), (seating, "list")):
        if key.startswith(make("-").removesuffix("-")):
            return kind
    return INDEXES.get(key, "")


def game_in(key: bytes) -> bytes:
    """Return the id in a key of a game."""
    return key.partition(b"{")[2].partition(b"}")[0]


def game_ids(noted: Iterable[bytes]) -> tuple[list[str], list[bytes]]:
    """Return what an index holds: ids of games, and what cannot be one, as somebody may have written by hand."""
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
        """Return the sorted set of message ids by sequence number."""
        return f"{NAMESPACE}:log:{{{quoted(self.channel)}}}:order"

    @property
    def bodies(self) -> str:
        """Hash of message id to message."""
        return f"{NAMESPACE}:log:{{{quoted(self.channel)}}}:bodies"

    @property
    def sequence(self) -> str:
        """Return the last sequence number given."""
        return f"{NAMESPACE}:log:{{{quoted(self.channel)}}}:sequence"

    @property
    def slots(self) -> str:
        """Hash of slot to the id of the message that has it."""
        return f"{NAMESPACE}:log:{{{quoted(self.channel)}}}:slots"

    @property
    def dropped(self) -> str:
        """Return the sorted set of ids of messages whose slot others have taken, by the sequence number of these."""
        return f"{NAMESPACE}:log:{{{quoted(self.channel)}}}:dropped"


def channel(name: str) -> str:
    """Return the id of the game in a channel."""
    return f"{NAMESPACE}:channel:{quoted(name)}"


#: Lease of the process that tells subscribers what happens in seasons.
HOOKS = f"{NAMESPACE}:hooks:lease"


def hook(digest: str) -> str:
    """Hash of season to the number of the entry that a subscriber is told next."""
    return f"{NAMESPACE}:hooks:{quoted(digest)}"


def of_platform(platform: str, what: str, *names: str) -> str:
    """Return a record of an adapter's own that belongs to no game, e.g. an installation.

    Ids of platforms, and secrets among them, do not stand in the key as they are.
    """
    digest = hashlib.sha256("\n".join(names).encode()).hexdigest()[:32]
    return f"{NAMESPACE}:{platform}:{what}:{digest}"


def game_id_for(channel_name: str, key: str) -> str:
    """Return the id of the game that a command creates: the same command always names the same game.

    40 bits of a hash of channel and idempotency key as 8 letters and digits: short enough to
    type, and a repeated "new" cannot make a second game.
    """
    digest = hashlib.sha256(f"{channel_name}\n{key}".encode()).digest()
    return base64.b32encode(digest[:5]).decode().lower()


def quoted(name: str) -> str:
    """Keep braces, colons and spaces of platform ids from meaning anything in a key."""
    if not name:
        raise ValueError("An empty name makes no key.")
    return quote(name, safe="-_.@")
