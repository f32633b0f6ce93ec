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

_ROOT = "feldpost"
#: How every key begins, and those of the logs of channels.
ROOT, LOGS = f"{_ROOT}:".encode(), f"{_ROOT}:log:".encode()
#: From a person to a key.
Index = Callable[[str], str]

_GAME_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_SEASON_ID = re.compile(r"s-[a-z0-9-]{1,30}")

#: Ids of all games.
GAMES = f"{_ROOT}:games"
#: Games that may have posts to deliver, scored by when that was last announced (seconds of the server's clock).
OUTBOXES = f"{_ROOT}:outboxes"
#: Games that may have parked posts.
PARKED = f"{_ROOT}:parked"
#: Lobbies and games that are played, scored by when they were first noted; and those of them that are played.
RUNNING = f"{_ROOT}:running"
PLAYING = f"{_ROOT}:playing"
#: Stands once the two have been made of a store that an older version wrote.
INDEXED = f"{_ROOT}:indexed"
#: Written to see whether a server takes writes.
PROBE = f"{_ROOT}:probe"
#: Games and people whose data were found damaged, each with where; a hash.
DAMAGED = f"{_ROOT}:damaged"
#: Games scored by when their clock or reminder is due (seconds since 1970), in shards that lie on different nodes of a
#: cluster; and the one index of all of them that an older version wrote, whose games are brought into the shards.
DUE = tuple(f"{_ROOT}:due:{{{shard}}}" for shard in range(16))
DUE_FORMERLY = f"{_ROOT}:due"
#: Stands in each, never due, as long as it is the one into which all running games were put.
WHOLE = b"-"
#: How often each of the indexes was found damaged since the operator last looked; a hash.
MENDED = f"{_ROOT}:mended"
#: What lies over all games, each with the kind of value that Redis has there; and those of them that name games.
INDEXES = {
    GAMES: "set", RUNNING: "zset", PLAYING: "set", **dict.fromkeys((*DUE, DUE_FORMERLY), "zset"), OUTBOXES: "zset", PARKED: "set",
    DAMAGED: "hash", MENDED: "hash",
}  # fmt: skip
NAMING = (GAMES, RUNNING, PLAYING, *DUE, DUE_FORMERLY, OUTBOXES, PARKED)
#: What the keys of all games look like that every commit writes: header and revision.
OF_EVERY_GAME = f"{_ROOT}:{{*}}:[hr]e[av]*"
#: Ids of all seasons, what stands once they have been gathered, and what the keys of all seasons look like.
SEASONS = f"{_ROOT}:seasons"
SEASONS_INDEXED = f"{_ROOT}:seasons-indexed"
#: The languages that were chosen for channels; a hash.
CHANNEL_LANGUAGES = f"{_ROOT}:channel-languages"
#: When somebody last kept the seasons of each platform, in seconds since 1970; a hash.
ALIVE = f"{_ROOT}:seasons-alive"
OF_EVERY_SEASON = f"{_ROOT}:season:{{*}}:*"


def due(game_id: str) -> str:
    """Return the shard in which a game stands."""
    return DUE[zlib.crc32(game_id.encode()) % len(DUE)]


def due_lease(shard: str) -> str:
    """Lease of the process that takes what is due in a shard; it lies in the slot of the shard."""
    return f"{shard}:lease"


def seating(user: str) -> str:
    """Return the games in which a person is just taking a seat, in the order in which they began to."""
    return f"{_ROOT}:seating:{_safe(user)}"


def challenges(scope: str) -> str:
    """Return the lobbies that look for players, scored by when they were opened: those of a server, or of everybody ("all")."""
    return f"{_ROOT}:challenges:{_safe(scope)}"


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
        return f"{_ROOT}:{{{self.game_id}}}:{part}"

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
        return self._key(f"answer:{_safe(key)}")

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
        return f"{_ROOT}:season:{{{self.season_id}}}:{part}"

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
        return f"{_ROOT}:log:{{{_safe(self.channel)}}}:order"

    @property
    def bodies(self) -> str:
        """Hash of message id to message."""
        return f"{_ROOT}:log:{{{_safe(self.channel)}}}:bodies"

    @property
    def sequence(self) -> str:
        """Return the last sequence number given."""
        return f"{_ROOT}:log:{{{_safe(self.channel)}}}:sequence"

    @property
    def slots(self) -> str:
        """Hash of slot to the id of the message that has it."""
        return f"{_ROOT}:log:{{{_safe(self.channel)}}}:slots"

    @property
    def dropped(self) -> str:
        """Return the sorted set of ids of messages whose slot others have taken, by the sequence number of these."""
        return f"{_ROOT}:log:{{{_safe(self.channel)}}}:dropped"


def channel(name: str) -> str:
    """Return the id of the game in a channel."""
    return f"{_ROOT}:channel:{_safe(name)}"


def games_of(user: str) -> str:
    """Set of the games in which a person has or had a seat."""
    return f"{_ROOT}:user:{_safe(user)}:games"


def player(user: str) -> str:
    """Return a person's own settings."""
    return f"{_ROOT}:user:{_safe(user)}:settings"


def follows(user: str) -> str:
    """Set of the games that a person follows."""
    return f"{_ROOT}:user:{_safe(user)}:follows"


def reminded(user: str) -> str:
    """Stands while a person was reminded a short while ago."""
    return f"{_ROOT}:user:{_safe(user)}:reminded"


def of_person(user: str) -> dict[str, str]:
    """Return all keys of a person, each with the kind of value that Redis has there."""
    return {games_of(user): "set", player(user): "string", follows(user): "set", reminded(user): "string"}


def _of_persons(part: str) -> str:
    """Return a key of the persons; all of them share one slot, so that two persons become one in one step."""
    return f"{_ROOT}:{{_persons}}:{part}"


def account(name: str) -> str:
    """Return the person to whom an account (`platform:id`) belongs."""
    return _of_persons(f"account:{_safe(name)}")


def person(ident: str) -> str:
    """Return what is kept of a person."""
    return _of_persons(f"one:{_safe(ident)}")


def ratings(pool: str) -> str:
    """Ratings of a pool: a hash of person to rating, with how far it was computed under ""."""
    return f"{_ROOT}:ratings:{_safe(pool)}"


#: Names of all pools with ratings.
POOLS = f"{_ROOT}:ratings"


def link_code(code: str) -> str:
    """Return the person whose code this is; the code itself does not stand in the key."""
    return _of_persons(f"code:{hashlib.sha256(code.encode()).hexdigest()}")


def code_of(ident: str) -> str:
    """Return the digest of the code that a person was given last."""
    return _of_persons(f"gave:{_safe(ident)}")


def link_tries(what: str, ident: str) -> str:
    """Return how often a person asked for a code ("asked") or tried a wrong one ("wrong") of late."""
    return _of_persons(f"{what}:{_safe(ident)}")


def link_asked(code: str, ident: str) -> str:
    """Return what somebody who typed a code was asked about, and is still to answer."""
    digest = hashlib.sha256(f"{code} {ident}".encode()).hexdigest()
    return _of_persons(f"asking:{digest}")


def link_near(ident: str) -> str:
    """Return the channel in which a person asked for a code last."""
    return _of_persons(f"near:{_safe(ident)}")


def joined(former: str) -> str:
    """Return what a person was who became one with another, for as long as that can be undone."""
    return _of_persons(f"joined:{_safe(former)}")


def solver(title: str, ident: str) -> str:
    """Return what a person made of the puzzles of a title."""
    return _of_persons(f"solver:{_safe(title)}:{_safe(ident)}")


def posed(title: str, name: str) -> str:
    """Return what people made of a puzzle."""
    return _of_persons(f"puzzle:{_safe(title)}:{_safe(name)}")


#: Channels that want a puzzle a day, each with when, and what each was posed last; hashes. The lease of the process that posts them.
DAILY = f"{_ROOT}:puzzles:daily"
DAILY_POSED = f"{_ROOT}:puzzles:posed"
DAILY_LEASE = f"{_ROOT}:puzzles:lease"


def study_room(user: str) -> str:
    """Return what stands for the channel where somebody tries puzzles; no platform has a channel of that name."""
    digest = hashlib.blake2s(user.encode(), digest_size=10).hexdigest()
    return f"{user.partition(':')[0]}:~{digest}"


#: Counts how often two persons became one, after which what was computed by persons is computed anew.
JOINS = _of_persons("joins")


def pings(ident: str) -> str:
    """Return the sorted set of the messages of leagues that pinged a person, by when they did."""
    return _of_persons(f"pings:{_safe(ident)}")


#: Who is being forgotten: a JSON list of jobs; and how many have been so far.
FORGETTING = _of_persons("forgetting")
FORMER = _of_persons("former")
#: Lease of the process that does what is owed to persons.
PERSONAL = _of_persons("duties")
#: Persons who were joined to others, and not yet in all seasons: JSON of former person to person, in the order in which they were.
JOINING = _of_persons("joining")
#: Persons who were parted again, and not yet in all seasons: the same.
PARTING = _of_persons("parting")
#: What accounts are to be told about links of theirs: a JSON list.
LINK_NEWS = _of_persons("news")


#: Lease of the process that tells subscribers what happens in seasons.
HOOKS = f"{_ROOT}:hooks:lease"


def hook(digest: str) -> str:
    """Hash of season to the number of the entry that a subscriber is told next."""
    return f"{_ROOT}:hooks:{_safe(digest)}"


def of_platform(platform: str, what: str, *names: str) -> str:
    """Return a record of an adapter's own that belongs to no game, e.g. an installation.

    Ids of platforms, and secrets among them, do not stand in the key as they are.
    """
    digest = hashlib.sha256("\n".join(names).encode()).hexdigest()[:32]
    return f"{_ROOT}:{platform}:{what}:{digest}"


def game_id_for(channel_name: str, key: str) -> str:
    """Return the id of the game that a command creates: the same command always names the same game.

    40 bits of a hash of channel and idempotency key as 8 letters and digits: short enough to
    type, and a repeated "new" cannot make a second game.
    """
    digest = hashlib.sha256(f"{channel_name}\n{key}".encode()).digest()
    return base64.b32encode(digest[:5]).decode().lower()


def _safe(name: str) -> str:
    """Keep braces, colons and spaces of platform ids from meaning anything in a key."""
    if not name:
        raise ValueError("An empty name makes no key.")
    return quote(name, safe="-_.@")
