"""A stored game brought to life for one command, and what of it is kept beside the record."""

from __future__ import annotations

import json
import logging
from hashlib import blake2s
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from bot.narration.book import Book
from bot.narration.texts import Texts, host_text
from bot.narration.user_text import user_text
from bot.persons import bare, is_former, level_of
from bot.storage.errors import PositionLost, WarMissing
from bot.storage.models import GameHeader, GameSettings, Seat
from bot.storage.store import StoredGame
from bot.table.refusal import Refusal, refuse
from bot.table.table import Table
from bot.titles import table_of, title_of, title_stored
from engine.core.chance import KeyedChance
from engine.core.game import Game, GameState
from engine.core.record import Entry
from engine.core.system import Result, System
from engine.errors import OptionsError

log = logging.getLogger(__name__)


def seats_of(stored: StoredGame) -> tuple[str, str]:
    """Return the seats of a game by side, as they are stored; raises WarMissing where this version has no such title."""
    return title_stored(stored.header).seats


class LobbyBid(BaseModel):
    """A bid of the lobby for a side: who made it, how high it is in the points of its title, and what command it was made by.

    Its height is stored under `vp`; bids of older versions know no command.
    """

    model_config = ConfigDict(
        extra="ignore", frozen=True, validate_by_name=True, validate_by_alias=True, serialize_by_alias=True
    )

    user: str
    name: str
    side: int
    height: int = Field(alias="vp")
    id: str = ""


def bid_mark(stored: StoredGame, bid: LobbyBid) -> str:
    """Return what tells a bid of the lobby from every other one, also from the same one made again: side, height, bidder and command.

    The button that accepts it carries this, and the computer's answer is done once for it.
    """
    made = f"{bid.user}{bid.id}"
    return f"{seats_of(stored)[bid.side]}:{bid.height}:{blake2s(made.encode(), digest_size=4).hexdigest()}"


def bid_rule(stored: StoredGame) -> str:
    """Return the paragraph under which sides of a game are bid for; "" where nobody bids."""
    bids = title_stored(stored.header).setups.bids
    return bids.rule if bids is not None else ""


def chance_of(stored: StoredGame) -> KeyedChance:
    """Return the game's source of dice and draws."""
    return KeyedChance(bytes.fromhex(stored.header.seed))


def system_of(stored: StoredGame) -> System[Any]:
    """Return the rules of a stored game.

    Raises:
        WarMissing: this version has no such title, scenario or options.
    """
    try:
        system: System[Any] = title_stored(stored.header).system(stored.header.options)
    except OptionsError as clash:
        raise WarMissing(stored.header.scenario) from clash
    return system


def restore(stored: StoredGame) -> Game[GameState]:
    """Return the game as it stands; over without a winner where it was ended while this position could not be read.

    Raises:
        Refusal: it has not started, or was closed before it began, which is as good as none.
        PositionLost: this version cannot read the position, and if the store has a reviver not the record either.
    """
    if stored.snapshot is None:
        raise refuse("no_game" if stored.header.status == "finished" else "not_started")
    try:
        game = Game.restore(system_of(stored), json.loads(stored.snapshot), chance_of(stored))
    except WarMissing:
        raise
    except Exception as error:  # whatever the engine makes of garbage
        raise PositionLost(
            host_text(
                "faults.session.stored_position_game_damaged", game_id=stored.header.game_id, name=type(error).__name__
            )
        ) from error
    if game.stack and not stored.header.in_progress:
        game.finish(Result(None, "ended", {}))
        game.forget_undo()
    return game


def rules_failure(game: Game[GameState], stored: StoredGame) -> Refusal | None:
    """Return why nothing can be chosen where the rules fail at the decision, logged under the report that it names."""
    if game.stuck is None:
        return None
    report = blake2s(f"{stored.header.game_id} {stored.number}".encode(), digest_size=4).hexdigest()
    log.error("report %s: the rules fail at a decision", report, exc_info=game.stuck, extra={"report": report})
    return refuse("rules_fail", report=report)


def entries_of(raw: list[dict[str, Any]]) -> list[Entry]:
    """Return the stored record lines as the engine's entries."""
    return [Entry.load(line) for line in raw]


def packed(game: Game[GameState]) -> str:
    """Return the game's snapshot as stored text."""
    return json.dumps(game.snapshot(), separators=(",", ":"))


#: Posts whose counts are known, the newest; two turns have fewer.
_STORIES = 200


class Memory(BaseModel):
    """What posts need to know from one command to the next; lives in the game's settings.

    All of it can be lost without harm to the game: a post would tell less, that is all.
    Fields that an older version wrote and this one has not are left out.
    """

    model_config = ConfigDict(extra="ignore")

    #: Public events not yet posted as a finished action.
    pending: list[dict[str, Any]] = Field(default_factory=list)
    #: Choices in each of the deciding side's latest orders, for Undo.
    orders: list[int] = Field(default_factory=list)
    #: Number of the last entry that has been posted.
    posted: int = -1
    #: The newest posts that told what happened: the count of each, and the entry up to which it told. Posts bear the count, since
    #: how many entries a record has may hang on what is hidden.
    stories: list[tuple[int, int]] = Field(default_factory=list)
    #: A reaction prompt of the present action stands in the channel.
    prompted: bool = False
    #: What stands with a button for whoever is waited for: {"side", "text", "picture"} of the message in the
    #: channel ("channel") and of the direct message to the holder of a seat (under its name).
    asking: dict[str, dict[str, Any]] = Field(default_factory=dict)
    #: The lines of the present action's story that direct messages have told, by the seat whose holder they went to.
    direct: dict[str, list[str]] = Field(default_factory=dict)
    #: Digest of the table message as last posted, to spare edits that change nothing; "" while there is none.
    table: str = ""
    #: How long the computer has thought about the move that it owes, and how long it may: "2 / 5"; "" while that is not told.
    deliberated: str = ""
    #: When it was posted, in seconds since 1970, and how many messages have come below it since.
    table_at: int = 0
    below: int = 0
    #: The newest picture, for the table message.
    picture: dict[str, Any] | None = None
    #: Users who follow the game.
    followers: list[str] = Field(default_factory=list)
    #: An offer waiting for the other side: {"kind", "id", "text", "user", ...}; see `bot.service.state.proposals`.
    offer: dict[str, Any] | None = None
    #: How many offers were made in this game; each has its number.
    offers: int = 0
    #: What the message says that bears the controls of an offer ("offer"), of open seats ("seat"), of a warning or of a
    #: claim, and direct messages with them to the holder of a seat ("offer:SEAT" and the like): fields, worded when they
    #: are shown (`bot.service.state.kept_texts`). Older versions stored the words.
    bearing: dict[str, Any] = Field(default_factory=dict)
    #: Public events since each seat's last act, with what a seat alone may know; see `bot.service.record.unread_events`.
    recent: list[dict[str, Any]] = Field(default_factory=list)
    #: Number of the last entry that each side knows of by an act of its own.
    seen: dict[str, int] = Field(default_factory=dict)
    #: What was ordered when a question came first: {"by", "number", "orders" or "lines"}.
    asked: dict[str, Any] | None = None
    #: By side: the step whose proposal it has dropped; see `bot.service.state.dropped`.
    dropped: dict[str, str] = Field(default_factory=dict)
    #: What is chosen in a sheet that was not sent, or was refused: {"by", "number", "orders"}.
    ticked: dict[str, Any] | None = None
    #: Channels that the game has left, so that whoever presses something there is told where it goes on.
    left: list[str] = Field(default_factory=list)
    #: Number of the entry at which its people were told that the position is lost; -1 for never.
    lost: int = -1
    #: Whom the computer stands in for, who may come back at any time: {seat: {"user", "name", "agreed"}}; the last where both
    #: sides had agreed on it, so that whoever is away is no less a player than whoever is not.
    stood_in: dict[str, dict[str, str]] = Field(default_factory=dict)
    #: Why the computer acted last: {"side", "number", "told", "over", and what its title keeps of it}.
    why: dict[str, Any] | None = None
    #: The bid of the lobby that stands.
    bid: LobbyBid | None = None

    def away(self) -> dict[str, dict[str, str]]:
        """Return whom the computer stands in for because both sides agreed on it, by seat."""
        return {seat: one for seat, one in self.stood_in.items() if one.get("agreed") and not is_former(one["user"])}

    @classmethod
    def of(cls, settings: GameSettings) -> Memory:
        """Read it from a game's settings; an empty one where nothing is stored."""
        return settings.part("memory", cls)

    def into(self, settings: GameSettings) -> GameSettings:
        """Return the settings with this memory in them."""
        return settings.model_copy(update={"memory": self.model_dump(mode="json")})

    def tell(self, number: int) -> int:
        """Return a post tells what happened up to an entry; returns the count that it bears, from 1."""
        count = self.stories[-1][0] + 1 if self.stories else 1
        self.stories = [*self.stories, (count, number)][-_STORIES:]
        return count

    def told_until(self, number: int) -> int:
        """Return the count of the last post that told of nothing behind an entry, to which the game goes back now."""
        newest = self.stories[-1][0] if self.stories else 0
        beyond = next((count for count, told in self.stories if told > number), newest + 1)
        self.stories = [(count, min(told, number)) for count, told in self.stories]
        return beyond - 1

    def note_order(self, choices: int, undoable: int) -> None:
        """Note that an order of so many choices was given; only the last `undoable` can be taken back."""
        self.orders.append(choices)
        while self.orders and sum(self.orders) > undoable:
            over = sum(self.orders) - undoable
            if self.orders[0] <= over:
                self.orders.pop(0)
            else:
                self.orders[0] -= over


def sides_of(stored: StoredGame, user: str) -> list[int]:
    """Return the sides on which a user sits."""
    seats = seats_of(stored)
    return [seats.index(side) for side in stored.seats.sides_of(user)]


def side_for(stored: StoredGame, user: str, actor: int | None) -> int | None:
    """Return the side a user acts for now: the deciding one if both seats are theirs."""
    sides = sides_of(stored, user)
    if actor in sides:
        return actor
    return sides[-1] if sides else None


def game_and_side(stored: StoredGame, user: str) -> tuple[Game[GameState], int]:
    """Return a game that goes on and the side that somebody acts for; refuses games that are over and people without a seat."""
    game = restore(stored)
    if not game.stack:
        raise refuse("game_over")
    side = side_for(stored, user, game.actor)
    if side is None:
        raise refuse("no_seat")
    return game, side


def holder_name(words: Texts, stored: StoredGame, side: int | None) -> str:
    """Return the name of the holder of a side, ready for a text in the language of `words`; "" for a free seat.

    A seat of the computer is named by its level: what an older version stored as its name is not read.
    """
    seat = stored.seats.holders.get(seats_of(stored)[side]) if side is not None else None
    if seat is None:
        return ""
    return player_name(words, stored.header, seat)


def player_name(words: Texts, header: GameHeader, player: Seat | LobbyBid) -> str:
    """Return the name of whoever holds a seat or made a bid, ready for a text in the language of `words`."""
    if level := level_of(player.user):
        return computer_name(title_stored(header).words(words.language), level)
    return user_text(player.name or bare(player.user))


def computer_name(words: Texts, level: str) -> str:
    """Return the name by which a level of the computer plays."""
    return words.say("ui.computer.name", level=level_name(words, level))


def level_name(words: Texts, level: str) -> str:
    """Return the name of a level of the computer; one that this version does not know is named as it is stored."""
    key = f"guide.options.against.{level}"
    return words.say(key) if words.has(key) else level


def seat_names(names: Book, stored: StoredGame, nobody: str = "") -> dict[str, str]:
    """Return both sides with whoever sits there, as the fields of a text that names them."""
    one, other = (holder_name(names.words, stored, side) or nobody for side in (0, 1))
    return {"first": names.side(0), "second": names.side(1), "one": one, "other": other}


def holder_id(stored: StoredGame, side: int | None) -> str:
    """Return the id of whoever sits on a side, "" for nobody."""
    seat = stored.seats.holders.get(seats_of(stored)[side]) if side is not None else None
    return seat.user if seat else ""


def level_at(stored: StoredGame, side: int | None) -> str:
    """Return the level of the computer that holds a side, "" where nobody or a person does."""
    return level_of(holder_id(stored, side))


def person_at(stored: StoredGame, side: int | None) -> int | None:
    """Return a side that is waited for, if a person holds it: for the computer no clock runs, and nobody tells it anything."""
    return None if level_at(stored, side) else side


def table_for(
    game: Game[GameState], side: int, position: int | None = None, *, earliest: int = 0, spared: bool = False
) -> Table:
    """Return the game as a side's orders meet it; `position` is its number for whoever sits there."""
    return table_of(game, side, position=position, earliest=earliest, spared=spared)


def between_actions(game: Game[GameState]) -> bool:
    """Return True if no action is going on: all that has happened can be told."""
    return not game.stack or title_of(game).face(game.decision.kind).between
