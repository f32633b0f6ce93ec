"""What the kernel asks of a game, and what it tells its host."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from engine.core.frames import Frame, FrameTable


class GameState(Protocol):
    """What the kernel asks of a position."""

    def copy(self) -> Any:
        """Return an independent copy."""
        ...

    def dump(self) -> Any:
        """Return the position as JSON."""
        ...


S = TypeVar("S", bound=GameState)


class System(Protocol[S]):
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

    def new_state(self) -> S:
        """Return the position before the opening frame runs."""
        ...

    def load_state(self, data: Any) -> S:
        """Rebuild what `GameState.dump` gave."""
        ...

    def opening(self) -> Frame:
        """Return the frame that plays a whole game."""
        ...

    def imagine(self, state: S, side: int) -> S:
        """Return a position that agrees with all that a side knows, and with nothing else of what is hidden from it.

        Choices are tried on it, so that what turns out to be possible tells nothing. The state itself where no choice
        of that side hangs on what it does not know; else an independent one.
        """
        ...

    def drawn_for(self, purpose: str) -> int | None:
        """Return the side that alone knows what chance answers to a question; None where everybody does."""
        ...

    def name_of(self, kind: str, arg: int) -> str:
        """Return the stable name of an argument of the given kind."""
        ...

    def id_of(self, kind: str, name: str) -> int:
        """Return the inverse of `name_of`; raises KeyError for an unknown name."""
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
