"""Every value that is stored: versioned models, and how they become bytes and back.

A stored value carries its version `v`. Reading an older version walks through the model's
upgrade functions; a version that this code does not know is refused with a sentence, never
guessed at. The snapshot alone is not plain JSON: a line of JSON about it, then its compressed text.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal, Self, TypeVar, get_args

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, JsonValue, ValidationError

from bot import persons
from bot.narration.texts import host_text
from bot.storage.errors import StoredDamage

S = TypeVar("S", bound="Stored")
M = TypeVar("M", bound=BaseModel)

JsonObject = dict[str, JsonValue]


class Stored(BaseModel):
    """Base of all stored values; a subclass declares `v: Literal[n] = n`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    #: From an old version to the function that makes the next one out of it.
    upgrades: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}

    @classmethod
    def version(cls) -> int:
        """Return the version that this code writes."""
        return int(get_args(cls.model_fields["v"].annotation)[0])

    def dump(self) -> str:
        """Return the value as it is stored."""
        return self.model_dump_json()

    @classmethod
    def parse(cls, raw: bytes | str, what: str) -> Self:
        """Read a stored value; `what` names it in the sentence of a refusal.

        Raises:
            StoredDamage: it is no JSON object, has an unknown version, or does not fit.
        """
        try:
            data = json.loads(raw)
        except (ValueError, RecursionError):
            raise StoredDamage(host_text("store.models.stored_damaged_not_json_2", what=what)) from None
        if not isinstance(data, dict):
            raise StoredDamage(host_text("store.models.stored_damaged_not_json", what=what))
        while (upgrade := cls.upgrades.get(_version(data))) is not None:
            data = upgrade(data)
        if _version(data) != cls.version():
            raise StoredDamage(
                host_text(
                    "store.models.stored_version_but_reads", what=what, get=f"{data.get('v')!r}", version=cls.version()
                )
            )
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"]) or "its fields"
            raise StoredDamage(
                host_text("store.models.stored_damaged", what=what, place=place, first=first["msg"])
            ) from None


def _version(data: Mapping[str, Any]) -> int:
    """Return the version of a stored value, 0 for what is none."""
    found = data.get("v")
    return found if type(found) is int else 0


class Share(BaseModel):
    """What a player adds to the seed: words, or for the time being only their SHA-256."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    hash: str
    words: str = Field(default="", repr=False)


class Mixing(BaseModel):
    """A seed that both players have a part in: the bot's part with its SHA-256, and theirs by person."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str = Field(repr=False)
    commitment: str
    shares: dict[str, Share] = {}
    #: A promise has been kept: who knows those words may add none of their own any more.
    closed: bool = False


def _with_person_as_creator(data: dict[str, Any]) -> dict[str, Any]:
    platform, maker = str(data.get("channel", "")).partition(":")[0], data.get("created_by")
    return {**data, "v": 2} | ({"created_by": persons.kept_person(platform, maker)} if isinstance(maker, str) else {})


def _with_title(data: dict[str, Any]) -> dict[str, Any]:
    """Name the title of games from before there were others: Paths of Glory."""
    return {**data, "v": 3, "title": "pog"}


def _unchanged_but_for_people(data: dict[str, Any]) -> dict[str, Any]:
    """Return the next version in which people bear their platform; `on` gives it to them, since only the game knows it."""
    return {**data, "v": 2}


def _of_no_league(data: dict[str, Any]) -> dict[str, Any]:
    """Say of games from before there were leagues that they are of no season."""
    return {**data, "v": 4, "league": None}


class LeagueGame(BaseModel):
    """What makes a game one of a league: the season and its match, and what the season allows in it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    season: str
    match: str
    #: Which of the games of the match it is.
    leg: int = 0
    #: Both sides together may end it as drawn.
    draws: bool = False
    #: How it ended is shown to those alone who ask.
    sealed: bool = False


#: The key of a stored result under which the score of the game stands, in the points of its title; as the first title called them.
SCORE = "vp"


class GameHeader(Stored):
    """What a game is; written when it is created, when it starts and when it ends."""

    upgrades = {1: _with_person_as_creator, 2: _with_title, 3: _of_no_league}

    v: Literal[4] = 4
    game_id: str
    channel: str
    #: What is played, by its stable name.
    title: str
    scenario: str
    status: Literal["lobby", "playing", "finished"] = "lobby"
    created_by: str
    created_at: AwareDatetime
    #: The community of its channel, as platform and id, and whom its free seats are offered to.
    server: str = ""
    offered: Literal["server", "all"] = "server"
    #: When a seat was given free again before the start.
    open_since: AwareDatetime | None = None
    #: Idempotency key of the command that created it.
    key: str
    options: JsonObject = {}
    content_hash: str = ""
    engine_version: str = ""
    #: Hash of the seed, told to everybody at the start, and the seed, told at the end.
    commitment: str = ""
    seed: str = Field(default="", repr=False)
    #: What the seed is made of, where the players asked to have a part in it.
    mixing: Mixing | None = None
    result: JsonObject | None = None
    finished_at: AwareDatetime | None = None
    #: The game that its channel held before, so that finished ones are found again; "" if there was none.
    previous: str = ""
    #: Seats and settings were stored from the beginning, so that one that is missing was lost.
    whole: bool = False
    #: The channel in which the game was before this one, so that it is freed even if the move dies midway.
    left: str = ""
    #: The season that is its master, where it is a league game.
    league: LeagueGame | None = None
    #: The lesson that is given in it: it is nobody's war, counts nowhere, and goes when the lesson is left.
    lesson: str = ""
    #: The puzzle that is tried in it: so is this, and it lies in no channel but in the room of whoever tries it.
    puzzle: str = ""

    @property
    def platform(self) -> str:
        """Return the platform of the game's channel."""
        return self.channel.partition(":")[0]

    @property
    def study(self) -> bool:
        """Return True for a lesson or a puzzle."""
        return bool(self.lesson or self.puzzle)

    @property
    def sealed(self) -> bool:
        """Return True for a game of a season that shows results only to people who ask for them."""
        return self.league is not None and self.league.sealed

    @property
    def in_progress(self) -> bool:
        """Return True while the game occupies its channel."""
        return self.status != "finished"


class RecordEntry(Stored):
    """One line of the record; what it says is the engine's business, here it only has its number."""

    v: Literal[1] = 1
    n: int = Field(ge=0)
    payload: dict[str, Any]


class Seat(BaseModel):
    """Who sits on a side: the person and the name to show."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    user: str
    name: str


class Seats(Stored):
    """Side to whoever sits there; a side that is missing is free."""

    upgrades = {1: _unchanged_but_for_people}

    v: Literal[2] = 2
    holders: dict[str, Seat] = {}

    def on(self, platform: str) -> Seats:
        """Return the seats of a game on a platform: whoever an older version kept by bare id bears it."""
        if all(":" in user for user in self.users()):
            return self
        held = {
            side: seat.model_copy(update={"user": persons.kept_person(platform, seat.user)})
            for side, seat in self.holders.items()
        }
        return Seats(holders=held)

    def sides_of(self, user: str) -> list[str]:
        """Return the sides on which a user sits; two when somebody plays both."""
        return [side for side, seat in self.holders.items() if seat.user == user]

    def users(self) -> set[str]:
        """Return everybody who has a seat, also the computer."""
        return {seat.user for seat in self.holders.values()}

    def people(self) -> set[str]:
        """Return everybody who has a seat and is somebody."""
        return {user for user in self.users() if not persons.level_of(user)}


#: What services kept of a game when it had one drawer for all of them.
_PARTS = ("memory", "clock", "standing", "warnings", "seen", "open_seats", "master_log")


def _with_parts(data: dict[str, Any]) -> dict[str, Any]:
    """Return what services kept in one drawer lies in a field of its own each; what is of no service is the title's."""
    rest = {name: value for name, value in data.items() if name != "extra"}
    extra = data.get("extra", {})
    if not isinstance(extra, dict):
        return {**data, "v": 3}
    parts = {name: value for name, value in extra.items() if name in _PARTS}
    others = {name: value for name, value in extra.items() if name not in parts}
    return {**rest, **parts, "v": 3} | ({"title_data": others} if others else {})


class GameSettings(Stored):
    """What is kept of a game beside header, seats and record: what the table agreed on, and what services note."""

    upgrades = {1: _unchanged_but_for_people, 2: _with_parts}

    v: Literal[3] = 3
    #: Of what everybody reads of it; "" for the usual one of the bot.
    language: str = "en"
    palette: str = "standard"
    #: Kept by the service of that name, which alone reads what is in it.
    memory: JsonObject = {}
    clock: JsonObject = {}
    standing: JsonObject = {}
    warnings: JsonObject = {}
    #: None in a game that was begun before this was noted.
    seen: JsonObject | None = None
    #: Players may ask the staff what it would do; both know that it is so.
    advice: bool = False
    #: The staff tells why it acts after each of its actions.
    teaching: bool = False
    #: Seats that somebody else may take.
    open_seats: list[str] = []
    #: What the game master did, the latest last.
    master_log: list[JsonObject] = []
    #: How far the lesson is that is given in it.
    lesson: JsonObject = {}
    #: What became of the puzzle that is tried in it.
    puzzle: JsonObject = {}
    #: What the title keeps; it alone reads it.
    title_data: JsonObject = {}

    def on(self, platform: str) -> GameSettings:
        """Return the settings of a game on a platform: whoever an older version noted by bare id bears it."""
        memory, log = _notes_with_persons(self.memory, self.master_log, platform)
        same = memory == self.memory and log == self.master_log
        return self if same else self.model_copy(update={"memory": memory, "master_log": log})

    def followers(self) -> list[str]:
        """Return who follows the game; nobody where that cannot be read."""
        noted = self.memory.get("followers")
        return [user for user in noted if isinstance(user, str) and user] if isinstance(noted, list) else []

    def part(self, name: str, model: type[M]) -> M:
        """Return what a service keeps in the field of its name; raises StoredDamage for what does not fit."""
        return read_part({name: getattr(self, name)}, name, model)


def _notes_with_persons(
    memory: JsonObject, log: list[JsonObject], platform: str
) -> tuple[JsonObject, list[JsonObject]]:
    """Return what an older version noted about people in a game's settings: who follows it, was pinged, offers, bids, ruled."""

    def named(value: JsonObject, field: str) -> JsonObject:
        return {**value, field: persons.kept_person(platform, str(value[field]))} if value.get(field) else value

    told = dict(memory)
    for name in ("followers", "pinged"):
        if isinstance(users := memory.get(name), list):
            told[name] = [persons.kept_person(platform, str(user)) for user in users]
    for name in ("offer", "bid"):
        if isinstance(held := memory.get(name), dict):
            told[name] = named(held, "user")
    return told, [named(line, "by") for line in log]


def read_part(extra: JsonObject, name: str, model: type[M]) -> M:
    """Return what stands under a name, an empty one where nothing does; raises StoredDamage for what does not fit."""
    try:
        return model.model_validate(extra.get(name, {}))
    except ValidationError as error:
        place = ".".join(str(part) for part in error.errors()[0]["loc"]) or "its fields"
        raise StoredDamage(host_text("store.models.stored_game_person_damaged", name=name, place=place)) from None


class PlayerSettings(Stored):
    """A user's own taste, the same in all games."""

    v: Literal[1] = 1
    language: str | None = None
    palette: str | None = None
    pings: bool = True
    extra: JsonObject = {}


class CommandResult(Stored):
    """The answer that a command got, kept so that its repetition gets the same."""

    v: Literal[1] = 1
    key: str
    #: Number of the last record entry after the command.
    number: int
    answer: JsonObject


class Post(Stored):
    """Something to be told to a channel, a thread or a seat, as data for whatever platform it is."""

    v: Literal[1] = 1
    kind: str
    audience: str = "public"
    body: JsonObject = {}
    #: Name of what it brings up to date, "" for what stands for itself. Of those for one name only the newest waits,
    #: and all other posts pass it.
    renews: str = ""
    #: What has that name begins with it: it keeps its place among the others, and no older renewal waits any more.
    begins: bool = False

    @property
    def passed(self) -> bool:
        """Return True if other posts pass it."""
        return self.renewing == "renews"

    @property
    def renewing(self) -> str:
        """Return how it stands to what is kept up to date: it "begins" it, it "renews" it, or "" for neither; the words of `commit.lua`."""
        if not self.renews:
            return ""
        return "begins" if self.begins else "renews"


class Review(Stored):
    """How far the staff has looked at a game that is over: what it found, in its title's own words, and steps done of all."""

    v: Literal[1] = 1
    found: JsonObject = {}
    done: int = 0
    total: int = 0

    @property
    def over(self) -> bool:
        """Return True once all of it was looked at, even if that was nothing."""
        return bool(self.found) and self.done >= self.total


class Failure(Stored):
    """How often the delivery of a post failed, why it did the last time, and when it is tried again."""

    v: Literal[1] = 1
    #: Failures that count: not those for which the whole platform was away.
    tries: int
    reason: str
    #: All failures, by which the pauses grow.
    times: int = 0
    again: AwareDatetime | None = None


class ParkedPost(Stored):
    """A post that was given up, with the reason."""

    v: Literal[1] = 1
    post: Post
    tries: int
    reason: str
    parked_at: AwareDatetime


class LoggedMessage(Stored):
    """A message in a channel's own log."""

    v: Literal[1] = 1
    body: JsonObject


class Snapshot(Stored):
    """The position after record entry `number`, as the engine's own JSON text."""

    v: Literal[1] = 1
    number: int
    coding: Literal["zlib", "plain"] = "zlib"
    text: str = Field(default="", exclude=True)

    def pack(self) -> bytes:
        """Return one line of JSON about the snapshot, then its text, compressed unless that makes it longer."""
        plain = self.text.encode()
        # Over 600 random decisions 1.3 to 3.5 kB became 0.5 to 0.9 kB in under 0.05 ms; level 9 saves 1 % more.
        packed = zlib.compress(plain, 6)
        coding: Literal["zlib", "plain"] = "zlib" if len(packed) < len(plain) else "plain"
        head = self.model_copy(update={"coding": coding})
        return head.dump().encode() + b"\n" + (packed if coding == "zlib" else plain)

    @classmethod
    def unpack(cls, raw: bytes, what: str) -> Snapshot:
        """Read what `pack` gave.

        Raises:
            StoredDamage: as for `parse`, or when the text cannot be unpacked.
        """
        line, _, body = raw.partition(b"\n")
        head = cls.parse(line, what)
        try:
            text = (zlib.decompress(body) if head.coding == "zlib" else body).decode()
        except (zlib.error, UnicodeDecodeError):
            raise StoredDamage(host_text("store.models.stored_damaged_cannot_unpacked", what=what)) from None
        return head.model_copy(update={"text": text})
