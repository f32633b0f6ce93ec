"""Versioned models: (de)serialisation of stored values, and the models of games, channels and players.

A stored value has a version `v`. An older version is converted by the model's upgrade functions; a version unknown to
this code is refused with a sentence, never interpreted. Posts and snapshots have their own modules (`outbox_models`,
`snapshot`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar, get_args

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, JsonValue, SkipValidation, ValidationError

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

#: A JSON object. Its values are not validated one by one: they come from JSON, or fail when they are written as JSON.
JsonObject = dict[str, Annotated[JsonValue, SkipValidation]]


class Stored(BaseModel):
    """Base of all stored values; a subclass declares `v: Literal[n] = n`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    #: From an old version to the function that converts it to the next one.
    upgrades: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}

    @classmethod
    def version(cls) -> int:
        """Return the version that this code writes."""
        return int(get_args(cls.model_fields["v"].annotation)[0])

    def dump(self) -> str:
        """Return the value in its stored form."""
        return self.model_dump_json()

    @classmethod
    def parse(cls, raw: bytes | str, what: str) -> Self:
        """Parse a stored value; `what` names it in the error.

        Raises:
            StoredDamage: it is not a JSON object, has an unknown version, or does not fit.
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
    """Return the version of a stored value; 0 if it has none."""
    found = data.get("v")
    return found if type(found) is int else 0


class Share(BaseModel):
    """A player's part of the seed: words, or for now only their SHA-256."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    hash: str
    words: str = Field(default="", repr=False)


class Mixing(BaseModel):
    """A seed to which both players contribute: the bot's part with its SHA-256, and theirs by person."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str = Field(repr=False)
    commitment: str
    shares: dict[str, Share] = {}
    #: A commitment has been revealed: a player who knows those words may not add any more.
    closed: bool = False


class LeagueGame(BaseModel):
    """What makes a game a league game: its season and match, and what the season allows in it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    season: str
    match: str
    #: The index of the game in the match.
    leg: int = 0
    #: Both sides together may agree on a draw.
    draws: bool = False
    #: The result is shown only on request.
    sealed: bool = False


#: The key of the score in a stored result, in the title's points; named after the first title's.
SCORE = "vp"


class GameHeader(Stored):
    """The definition of a game; written when it is created, started and finished."""

    upgrades = {1: with_person_as_creator, 2: with_title, 3: of_no_league}

    v: Literal[4] = 4
    game_id: str
    channel: str
    #: The title, by its stable name.
    title: str
    scenario: str
    status: Literal["lobby", "playing", "finished"] = "lobby"
    created_by: str
    created_at: AwareDatetime
    #: The community of its channel, as platform and id, and to whom free seats are offered.
    server: str = ""
    offered: Literal["server", "all"] = "server"
    #: When a seat was last freed before the start.
    open_since: AwareDatetime | None = None
    #: Idempotency key of the command that created it.
    key: str
    options: JsonObject = {}
    content_hash: str = ""
    engine_version: str = ""
    #: Hash of the seed, published at the start, and the seed, published at the end.
    commitment: str = ""
    seed: str = Field(default="", repr=False)
    #: The parts of the seed, if the players contributed.
    mixing: Mixing | None = None
    result: JsonObject | None = None
    finished_at: AwareDatetime | None = None
    #: The channel's previous game, so that finished ones can be found; "" if there was none.
    previous: str = ""
    #: Seats and settings were stored from the beginning, so a missing one has been lost.
    whole: bool = False
    #: The game's previous channel, so that it is freed even if the move dies midway.
    left: str = ""
    #: The season that governs it, if it is a league game.
    league: LeagueGame | None = None
    #: The lesson given in it: such a game is no contest, counts nowhere, and is removed with the lesson.
    lesson: str = ""
    #: The puzzle tried in it: the same applies, and its channel is the solver's own room.
    puzzle: str = ""

    @property
    def platform(self) -> str:
        """The platform of the game's channel."""
        return self.channel.partition(":")[0]

    @property
    def study(self) -> bool:
        """True for a lesson or a puzzle."""
        return bool(self.lesson or self.puzzle)

    @property
    def sealed(self) -> bool:
        """True for a game of a season that shows results only on request."""
        return self.league is not None and self.league.sealed

    @property
    def in_progress(self) -> bool:
        """True while the game occupies its channel."""
        return self.status != "finished"


class RecordEntry(Stored):
    """One line of the record; its contents are the engine's, only the number matters here."""

    v: Literal[1] = 1
    n: int = Field(ge=0)
    payload: dict[str, Any]


class Seat(BaseModel):
    """A seat's holder: the person and the displayed name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    user: str
    name: str


class Seats(Stored):
    """The holder of each side; a missing side is free."""

    upgrades = {1: unchanged_but_for_people}

    v: Literal[2] = 2
    holders: dict[str, Seat] = {}

    def on(self, platform: str) -> Seats:
        """Return the seats of a game on a platform, with the bare ids of older versions completed."""
        if all(":" in user for user in self.users()):
            return self
        held = {
            side: seat.model_copy(update={"user": persons.kept_person(platform, seat.user)})
            for side, seat in self.holders.items()
        }
        return Seats(holders=held)

    def sides_of(self, user: str) -> list[str]:
        """Return the sides whose seats a user holds; two if they play both."""
        return [side for side, seat in self.holders.items() if seat.user == user]

    def users(self) -> set[str]:
        """Return all seat holders, including the computer."""
        return {seat.user for seat in self.holders.values()}

    def people(self) -> set[str]:
        """Return all seat holders who are people."""
        return {user for user in self.users() if not persons.level_of(user)}


class GameSettings(Stored):
    """Data of a game besides header, seats and record: the table's agreements, and the services' notes."""

    upgrades = {1: unchanged_but_for_people, 2: with_parts}

    v: Literal[3] = 3
    #: The language of public texts; "" for the bot's default.
    language: str = "en"
    palette: str = "standard"
    #: Parts owned by the service of that name, which alone reads them.
    memory: JsonObject = {}
    clock: JsonObject = {}
    standing: JsonObject = {}
    warnings: JsonObject = {}
    #: None in a game started before this was stored.
    seen: JsonObject | None = None
    #: Players may ask the computer for advice; both know it.
    advice: bool = False
    #: The computer explains each of its actions afterwards.
    teaching: bool = False
    #: Seats that others may take.
    open_seats: list[str] = []
    #: The game master's acts, the latest last.
    master_log: list[JsonObject] = []
    #: The state of the lesson given in it.
    lesson: JsonObject = {}
    #: The state of the puzzle tried in it.
    puzzle: JsonObject = {}
    #: The title's own data; only it reads them.
    title_data: JsonObject = {}

    def on(self, platform: str) -> GameSettings:
        """Return the settings of a game on a platform, with the bare ids of older versions completed."""
        memory, log = notes_with_persons(self.memory, self.master_log, platform)
        same = memory == self.memory and log == self.master_log
        return self if same else self.model_copy(update={"memory": memory, "master_log": log})

    def followers(self) -> list[str]:
        """Return the followers of the game; none if they cannot be read."""
        noted = self.memory.get("followers")
        return [user for user in noted if isinstance(user, str) and user] if isinstance(noted, list) else []

    def part(self, name: str, model: type[M]) -> M:
        """Return the part of a service from the field of that name; raise StoredDamage if it does not fit."""
        return read_part({name: getattr(self, name)}, name, model)


def read_part(extra: JsonObject, name: str, model: type[M]) -> M:
    """Return the part stored under a name, an empty one if there is none; raise StoredDamage if it does not fit."""
    try:
        return model.model_validate(extra.get(name, {}))
    except ValidationError as error:
        place = ".".join(str(part) for part in error.errors()[0]["loc"]) or "its fields"
        raise StoredDamage(host_text("store.models.stored_game_person_damaged", name=name, place=place)) from None


class PlayerSettings(Stored):
    """A user's own preferences, the same in all games."""

    v: Literal[1] = 1
    language: str | None = None
    palette: str | None = None
    pings: bool = True
    extra: JsonObject = {}


class CommandResult(Stored):
    """The answer of a command, stored so that a repetition gets the same."""

    v: Literal[1] = 1
    key: str
    #: Number of the last record entry after the command.
    number: int
    answer: JsonObject


class Review(Stored):
    """Progress of the computer's review of a finished game: findings in the title's terms, and steps done of all."""

    v: Literal[1] = 1
    found: JsonObject = {}
    done: int = 0
    total: int = 0

    @property
    def over(self) -> bool:
        """True once the review is complete, even if nothing was found."""
        return bool(self.found) and self.done >= self.total


class LoggedMessage(Stored):
    """A message in a channel's own log."""

    v: Literal[1] = 1
    body: JsonObject
