"""What the kernel asks of a game, and what it tells its host."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from engine.core.frames import Frame, FrameTable


class GameState(Protocol):
    """What the kernel asks of a position."""

    def copy(self) -> Any:
        """An independent copy."""
        ...

    def dump(self) -> Any:
        """The position as JSON."""
        ...


S_co = TypeVar("S_co", bound=GameState, covariant=True)


class System(Protocol[S_co]):
    """One set of rules: what the kernel needs to run it."""

    @property
    def title(self) -> str:
        """Stable name of the game that these are rules of."""
        ...

    @property
    def digest(self) -> str:
        """What the ids of stored positions mean: a snapshot is restored only where it is the same."""
        ...

    @property
    def frames(self) -> FrameTable:
        """Frame classes by kind."""
        ...

    def new_state(self) -> S_co:
        """The position before the opening frame runs."""
        ...

    def load_state(self, data: Any) -> S_co:
        """Rebuild what `GameState.dump` gave."""
        ...

    def opening(self) -> Frame:
        """The frame that plays a whole game."""
        ...

    def name_of(self, kind: str, arg: int) -> str:
        """The stable name of an argument of the given kind."""
        ...

    def id_of(self, kind: str, name: str) -> int:
        """The inverse of `name_of`; raises KeyError for an unknown name."""
        ...


@dataclass(frozen=True, slots=True)
class Event:
    """A fact that happened; `secret` adds what only one side may know of it."""

    kind: str
    data: dict[str, Any]
    secret: dict[int, dict[str, Any]] | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: winner (a side, or None for a draw), reason code, and details."""

    winner: int | None
    reason: str
    data: dict[str, Any]
