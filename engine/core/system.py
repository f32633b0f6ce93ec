"""Interfaces between the kernel, a game's rules and the host."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from engine.core.frames import Frame, FrameTable


class GameState(Protocol):
    """What the kernel needs from a position."""

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
        """Stable name of the game."""
        ...

    @property
    def digest(self) -> str:
        """Identifies what the ids in stored positions mean: a snapshot can be restored only under the same digest."""
        ...

    @property
    def frames(self) -> FrameTable:
        """Frame classes by kind."""
        ...

    def new_state(self) -> S:
        """Return the position before the opening frame runs."""
        ...

    def load_state(self, data: Any) -> S:
        """Rebuild a position from the result of `GameState.dump`."""
        ...

    def opening(self) -> Frame:
        """Return the frame that plays a whole game."""
        ...

    def imagine(self, state: S, side: int) -> S:
        """Return a position that agrees with everything a side knows and uses nothing that is hidden from it.

        Choices are tried on it, so that finding out what is possible gives nothing away. Returns the state itself if no
        choice of that side depends on hidden information; else an independent copy.
        """
        ...

    def drawn_for(self, purpose: str) -> int | None:
        """Return the side that alone sees the outcome of a draw; None if everybody does."""
        ...

    def name_of(self, kind: str, arg: int) -> str:
        """Return the stable name of an argument of the given kind."""
        ...

    def id_of(self, kind: str, name: str) -> int:
        """Return the inverse of `name_of`; raises KeyError for an unknown name."""
        ...


@dataclass(frozen=True, slots=True)
class Event:
    """A fact that happened; `secret` adds data that only one side may see."""

    kind: str
    data: dict[str, Any]
    secret: dict[int, dict[str, Any]] | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the winner (a side, or None for a draw), a reason code, and details."""

    winner: int | None
    reason: str
    data: dict[str, Any]
