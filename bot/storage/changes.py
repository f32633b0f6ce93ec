"""A command's view of a game, its change, and the possible outcomes of the write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.storage.models import CommandResult, GameHeader, GameSettings, JsonObject, Seats
from bot.storage.outbox_models import Post


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game at one revision; `snapshot` is None until it has started, and may be unreadable."""

    header: GameHeader
    number: int
    revision: int
    snapshot: str | None
    seats: Seats
    settings: GameSettings
    #: The snapshot, and similar data in the settings, was rebuilt and is not stored yet.
    renewed: bool = False

    def keeping(self, change: Change) -> Change:
        """Return a change that also stores what was rebuilt; for a puzzle, which is private, without posts."""
        if self.header.puzzle:
            change = replace(change, posts=(), due=0.0)
        if not self.renewed:
            return change
        return replace(change, snapshot=change.snapshot or self.snapshot, settings=change.settings or self.settings)


@dataclass(frozen=True, slots=True)
class Change:
    """A command's change to a game, applied all or nothing.

    `entries` are new lines of the record, numbered by `n` without a gap; new entries come with the `snapshot` after
    them. None leaves a field unchanged.
    """

    answer: JsonObject
    entries: Sequence[dict[str, Any]] = ()
    snapshot: str | None = None
    posts: Sequence[Post] = ()
    seats: Seats | None = None
    settings: GameSettings | None = None
    header: GameHeader | None = None
    #: Forget platform ids noted for the game, since they belong to a channel it leaves.
    forget_references: bool = False
    #: When the game must next be checked (seconds since 1970), 0 for never.
    due: float | None = None


@dataclass(frozen=True, slots=True)
class Committed:
    """The change is stored; the game now has this number and revision."""

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
    """Nothing was changed, since this command was carried out before; `answer` is its original answer."""

    number: int
    answer: JsonObject

    @classmethod
    def parse(cls, raw: bytes, game_id: str) -> Duplicate:
        """Parse the stored answer of a command in a game; raise StoredDamage."""
        result = CommandResult.parse(raw, f"answer in game {game_id}")
        return cls(number=result.number, answer=result.answer)


CommitResult = Committed | Stale | Duplicate
