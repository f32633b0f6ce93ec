"""Restores a stored game for one command, and defines the state stored beside its record."""

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
    """Return the seats of a game by side, as stored; raise WarMissing if this version has no such title."""
    return title_stored(stored.header).seats


class LobbyBid(BaseModel):
    """A lobby bid for a side: bidder, amount in the title's points, and the id of the command that made it.

    The amount is stored under `vp`; bids of older versions have no id.
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
    """Return a unique mark of a lobby bid, even if the same bid is made again: side, amount, bidder and command.

    The button that accepts it contains the mark, and the computer answers once per mark.
    """
    made = f"{bid.user}{bid.id}"
    return f"{seats_of(stored)[bid.side]}:{bid.height}:{blake2s(made.encode(), digest_size=4).hexdigest()}"


def bid_rule(stored: StoredGame) -> str:
    """Return the rule paragraph on bidding for sides in a game; "" if there is no bidding."""
    bids = title_stored(stored.header).setups.bids
    return bids.rule if bids is not None else ""


def chance_of(stored: StoredGame) -> KeyedChance:
    """Return the game's source of dice rolls and draws."""
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
    """Return the current game; over without a winner if it was ended while its position was unreadable.

    Raises:
        Refusal: it has not started, or was closed before it began, which counts as no game.
        PositionLost: this version cannot read the position, nor, if the store has a reviver, the record.
    """
    if stored.snapshot is None:
        raise refuse("no_game" if stored.header.status == "finished" else "not_started")
    try:
        game = Game.restore(system_of(stored), json.loads(stored.snapshot), chance_of(stored))
    except WarMissing:
        raise
    except Exception as error:  # the engine may fail in any way on garbage
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
    """Return the refusal if the rules fail at the current decision, logged under the report id it names."""
    if game.stuck is None:
        return None
    report = blake2s(f"{stored.header.game_id} {stored.number}".encode(), digest_size=4).hexdigest()
    log.error("report %s: the rules fail at a decision", report, exc_info=game.stuck, extra={"report": report})
    return refuse("rules_fail", report=report)


def entries_of(raw: list[dict[str, Any]]) -> list[Entry]:
    """Return stored record lines as the engine's entries."""
    return [Entry.load(line) for line in raw]


def packed(game: Game[GameState]) -> str:
    """Return the game's snapshot as stored text."""
    return json.dumps(game.snapshot(), separators=(",", ":"))


#: Maximum number of posts whose counts are kept, the newest; two turns have fewer.
_STORIES = 200


class Memory(BaseModel):
    """State that posts need from one command to the next; stored in the game's settings.

    Losing it does not harm the game; posts would just contain less. Unknown fields of older versions are dropped.
    """

    model_config = ConfigDict(extra="ignore")

    #: Public events not yet posted as a finished action.
    pending: list[dict[str, Any]] = Field(default_factory=list)
    #: Number of choices in each of the deciding side's latest orders, for undo.
    orders: list[int] = Field(default_factory=list)
    #: Number of the last entry that has been posted.
    posted: int = -1
    #: The newest posts about events: each one's count, and the last entry it covers. Posts carry the count, since a
    #: record's number of entries may depend on hidden things.
    stories: list[tuple[int, int]] = Field(default_factory=list)
    #: A reaction prompt of the current action is in the channel.
    prompted: bool = False
    #: Messages with a button for the awaited player: {"side", "text", "picture"} of the message in the channel
    #: ("channel") and of the direct message to a seat's holder (under the seat's name).
    asking: dict[str, dict[str, Any]] = Field(default_factory=dict)
    #: Lines of the current action already sent in direct messages, by the seat of the recipient.
    direct: dict[str, list[str]] = Field(default_factory=dict)
    #: Digest of the table message as last posted, to avoid edits without changes; "" while there is none.
    table: str = ""
    #: How long the computer has thought about its move, and its limit: "2 / 5"; "" while that is not shown.
    deliberated: str = ""
    #: When the table message was posted, in seconds since 1970, and the number of messages below it.
    table_at: int = 0
    below: int = 0
    #: The newest picture, for the table message.
    picture: dict[str, Any] | None = None
    #: Users who follow the game.
    followers: list[str] = Field(default_factory=list)
    #: An offer waiting for the other side: {"kind", "id", "text", "user", ...}; see `bot.service.state.proposals`.
    offer: dict[str, Any] | None = None
    #: Number of offers made in this game; each is numbered.
    offers: int = 0
    #: Content of the message with the buttons of an offer ("offer"), of open seats ("seat"), of a warning or of a
    #: claim, and of direct messages with them to a seat's holder ("offer:SEAT" etc.): fields, worded on display
    #: (`bot.service.state.kept_texts`). Older versions stored the text.
    bearing: dict[str, Any] = Field(default_factory=dict)
    #: Public events since each seat's last act, with a seat's own knowledge; see `bot.service.record.unread_events`.
    recent: list[dict[str, Any]] = Field(default_factory=list)
    #: Number of the last entry that each side knows of through its own act.
    seen: dict[str, int] = Field(default_factory=dict)
    #: The order awaiting confirmation: {"by", "number", "orders" or "lines"}.
    asked: dict[str, Any] | None = None
    #: By side: the step whose proposal it has dropped, so that none is shown again in that step.
    dropped: dict[str, str] = Field(default_factory=dict)
    #: Ticks of a sheet that was not sent, or was refused: {"by", "number", "orders"}.
    ticked: dict[str, Any] | None = None
    #: Channels that the game has left, so that presses there are redirected.
    left: list[str] = Field(default_factory=list)
    #: Number of the entry at which the players were told that the position is lost; -1 for never.
    lost: int = -1
    #: Players with a stand-in, who may come back at any time: {seat: {"user", "name", "agreed"}}; "agreed" if both
    #: sides agreed, so that the absent player still counts as a player.
    stood_in: dict[str, dict[str, str]] = Field(default_factory=dict)
    #: The reason for the computer's last action: {"side", "number", "told", "over", and the title's own fields}.
    why: dict[str, Any] | None = None
    #: The current bid in the lobby.
    bid: LobbyBid | None = None

    def away(self) -> dict[str, dict[str, str]]:
        """Return the players for whom the computer stands in by agreement, by seat."""
        return {seat: one for seat, one in self.stood_in.items() if one.get("agreed") and not is_former(one["user"])}

    @classmethod
    def of(cls, settings: GameSettings) -> Memory:
        """Load the memory from a game's settings; an empty one if nothing is stored."""
        return settings.part("memory", cls)

    def into(self, settings: GameSettings) -> GameSettings:
        """Return the settings with this memory stored in them."""
        return settings.model_copy(update={"memory": self.model_dump(mode="json")})

    def tell(self, number: int) -> int:
        """Note that a post covers events up to an entry; return the count it carries, from 1."""
        count = self.stories[-1][0] + 1 if self.stories else 1
        self.stories = [*self.stories, (count, number)][-_STORIES:]
        return count

    def told_until(self, number: int) -> int:
        """Return the count of the last post without events after an entry to which the game now goes back."""
        newest = self.stories[-1][0] if self.stories else 0
        beyond = next((count for count, told in self.stories if told > number), newest + 1)
        self.stories = [(count, min(told, number)) for count, told in self.stories]
        return beyond - 1

    def note_order(self, choices: int, undoable: int) -> None:
        """Note an order with that many choices; only the last `undoable` ones can be taken back."""
        self.orders.append(choices)
        while self.orders and sum(self.orders) > undoable:
            over = sum(self.orders) - undoable
            if self.orders[0] <= over:
                self.orders.pop(0)
            else:
                self.orders[0] -= over

    def drop_proposal(self, game: Game[GameState], side: int) -> None:
        """Note that a side has dropped the proposal for the current step."""
        self.dropped[str(side)] = _step_of(game)

    def has_dropped(self, game: Game[GameState], side: int) -> bool:
        """Return True if a side has dropped the proposal for the current step."""
        return bool(game.stack) and self.dropped.get(str(side)) == _step_of(game)


def _step_of(game: Game[GameState]) -> str:
    """Return the step a proposal is for: turn, part, and kind of decision."""
    turn, part = title_of(game).moment(game)
    return f"{turn}.{part}.{game.decision.kind}"


def sides_of(stored: StoredGame, user: str) -> list[int]:
    """Return the sides whose seats a user holds."""
    seats = seats_of(stored)
    return [seats.index(side) for side in stored.seats.sides_of(user)]


def side_for(stored: StoredGame, user: str, actor: int | None) -> int | None:
    """Return the side a user acts for now: the deciding one if both seats are theirs."""
    sides = sides_of(stored, user)
    if actor in sides:
        return actor
    return sides[-1] if sides else None


def game_and_side(stored: StoredGame, user: str) -> tuple[Game[GameState], int]:
    """Return a running game and the user's side; refuse games that are over and users without a seat."""
    game = restore(stored)
    if not game.stack:
        raise refuse("game_over")
    side = side_for(stored, user, game.actor)
    if side is None:
        raise refuse("no_seat")
    return game, side


def holder_name(words: Texts, stored: StoredGame, side: int | None) -> str:
    """Return the display name of a side's holder, in the language of `words`; "" for a free seat.

    The computer's seat is named by its level: a name stored by an older version is ignored.
    """
    seat = stored.seats.holders.get(seats_of(stored)[side]) if side is not None else None
    if seat is None:
        return ""
    return player_name(words, stored.header, seat)


def player_name(words: Texts, header: GameHeader, player: Seat | LobbyBid) -> str:
    """Return the display name of a seat's holder or a bidder, in the language of `words`."""
    if level := level_of(player.user):
        return computer_name(title_stored(header).words(words.language), level)
    return user_text(player.name or bare(player.user))


def computer_name(words: Texts, level: str) -> str:
    """Return the player name of a computer level."""
    return words.say("ui.computer.name", level=level_name(words, level))


def level_name(words: Texts, level: str) -> str:
    """Return the name of a computer level; an unknown one is shown as stored."""
    key = f"guide.options.against.{level}"
    return words.say(key) if words.has(key) else level


def seat_names(names: Book, stored: StoredGame, nobody: str = "") -> dict[str, str]:
    """Return both sides with their holders, as placeholders for texts."""
    one, other = (holder_name(names.words, stored, side) or nobody for side in (0, 1))
    return {"first": names.side(0), "second": names.side(1), "one": one, "other": other}


def holder_id(stored: StoredGame, side: int | None) -> str:
    """Return the id of a side's holder; "" for nobody."""
    seat = stored.seats.holders.get(seats_of(stored)[side]) if side is not None else None
    return seat.user if seat else ""


def level_at(stored: StoredGame, side: int | None) -> str:
    """Return the level of the computer that holds a side; "" if a person or nobody does."""
    return level_of(holder_id(stored, side))


def person_at(stored: StoredGame, side: int | None) -> int | None:
    """Return the awaited side if a person holds it: the computer has no clock and gets no notifications."""
    return None if level_at(stored, side) else side


def table_for(
    game: Game[GameState], side: int, position: int | None = None, *, earliest: int = 0, spared: bool = False
) -> Table:
    """Return the game as seen by a side's orders; `position` is its number for that player."""
    return table_of(game, side, position=position, earliest=earliest, spared=spared)


def between_actions(game: Game[GameState]) -> bool:
    """Return True if no action is in progress, so that everything that has happened can be posted."""
    return not game.stack or title_of(game).face(game.decision.kind).between
