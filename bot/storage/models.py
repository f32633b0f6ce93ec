"""Versioned models: how stored values become bytes and back, and what is stored of games, channels and players.

A stored value carries its version `v`. Reading an older version walks through the model's
upgrade functions; a version that this code does not know is refused with a sentence, never
guessed at. Posts and snapshots have modules of their own (`outbox_models`, `snapshot`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal, Self, TypeVar, get_args

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, JsonValue, ValidationError

from bot import persons
from bot.narration.texts import host_text
from bot.storage.errors import StoredDamage
from bot.storage.upgrades import (
    notes_with_persons,
    of_no_league,
    unchanged_but_for_people,
    with_parts,
    with_person_as_creator,
    with_title,
)

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

    upgrades = {1: with_person_as_creator, 2: with_title, 3: of_no_league}

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

    upgrades = {1: unchanged_but_for_people}

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


class GameSettings(Stored):
    """What is kept of a game beside header, seats and record: what the table agreed on, and what services note."""

    upgrades = {1: unchanged_but_for_people, 2: with_parts}

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
    #: Players may ask the computer what it would do; both know that it is so.
    advice: bool = False
    #: The computer tells why it acts after each of its actions.
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
        memory, log = notes_with_persons(self.memory, self.master_log, platform)
        same = memory == self.memory and log == self.master_log
        return self if same else self.model_copy(update={"memory": memory, "master_log": log})

    def followers(self) -> list[str]:
        """Return who follows the game; nobody where that cannot be read."""
        noted = self.memory.get("followers")
        return [user for user in noted if isinstance(user, str) and user] if isinstance(noted, list) else []

    def part(self, name: str, model: type[M]) -> M:
        """Return what a service keeps in the field of its name; raises StoredDamage for what does not fit."""
        return read_part({name: getattr(self, name)}, name, model)


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


class Review(Stored):
    """How far the computer has looked at a game that is over: what it found, in its title's own words, and steps done of all."""

    v: Literal[1] = 1
    found: JsonObject = {}
    done: int = 0
    total: int = 0

    @property
    def over(self) -> bool:
        """Return True once all of it was looked at, even if that was nothing."""
        return bool(self.found) and self.done >= self.total


class LoggedMessage(Stored):
    """A message in a channel's own log."""

    v: Literal[1] = 1
    body: JsonObject
