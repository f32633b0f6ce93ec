"""What a command reads and writes of a game, and what may come of the write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.storage.models import CommandResult, GameHeader, GameSettings, JsonObject, Seats
from bot.storage.outbox_models import Post


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it was at one revision; `snapshot` is None until it has started, and may be one that cannot be read."""

    header: GameHeader
    number: int
    revision: int
    snapshot: str | None
    seats: Seats
    settings: GameSettings
    #: The snapshot, and what is like it in the settings, was made anew and is not stored yet.
    renewed: bool = False

    def keeping(self, change: Change) -> Change:
        """Return a change of this game that stores as well what was made anew; of a puzzle, which nobody else sees, nothing is posted."""
        if self.header.puzzle:
            change = replace(change, posts=(), due=0.0)
        if not self.renewed:
            return change
        return replace(change, snapshot=change.snapshot or self.snapshot, settings=change.settings or self.settings)


@dataclass(frozen=True, slots=True)
class Change:
    """What a command does to a game: nothing of it, or all of it.

    `entries` are the new lines of the record, each with its number as `n`, going on without a gap;
    new entries come with the `snapshot` after them. What is None stays as it is.
    """

    answer: JsonObject
    entries: Sequence[dict[str, Any]] = ()
    snapshot: str | None = None
    posts: Sequence[Post] = ()
    seats: Seats | None = None
    settings: GameSettings | None = None
    header: GameHeader | None = None
    #: Platform ids that were noted of the game are forgotten, since they belong to a channel that it leaves.
    forget_references: bool = False
    #: When the game must be looked at again (seconds since 1970), 0 for never.
    due: float | None = None


@dataclass(frozen=True, slots=True)
class Committed:
    """The change is stored; the game is at this number and revision now."""

    number: int
    revision: int
    answer: JsonObject


@dataclass(frozen=True, slots=True)
class Stale:
    """Nothing was changed, since the game has moved on to this number and revision."""

    number: int
    revision: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Nothing was changed, since this command was carried out before; `answer` is what it got then."""

    number: int
    answer: JsonObject

    @classmethod
    def parse(cls, raw: bytes, game_id: str) -> Duplicate:
        """Read the answer that is kept of a command in a game; raises StoredDamage."""
        result = CommandResult.parse(raw, f"answer in game {game_id}")
        return cls(number=result.number, answer=result.answer)


CommitResult = Committed | Stale | Duplicate
