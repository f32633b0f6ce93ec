"""The hex game for the engine: its frames, its positions and the names of its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.frames import Frame, FrameTable
from engine.errors import SnapshotError
from tests.titles.hexes.facts import SIDES, facts
from tests.titles.hexes.rules import DEALS, Aim, Answer, Battle, First, March, Orders, Phase
from tests.titles.hexes.state import State


class Hexes:
    """The rules of one game."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._scenario, self._fog = str(options.get("scenario", "short_day")), bool(options.get("fog", True))
        self._frames = FrameTable(Battle, Phase, First, Orders, March, Aim, Answer)

    @property
    def title(self) -> str:
        """Return the stored name."""
        return "hexes"

    @property
    def digest(self) -> str:
        """Return all names in the order of their numbers."""
        return "-".join((*facts().hexes, *map(facts().name, range(facts().fort_target + 1))))

    @property
    def frames(self) -> FrameTable:
        """Return the frames that can be stored."""
        return self._frames

    def new_state(self) -> State:
        """Return the position before the deal."""
        return State(self._scenario, self._fog)

    def load_state(self, data: Any) -> State:
        """Load a stored position; raises SnapshotError."""
        try:
            return State.load(data)
        except (AttributeError, TypeError) as error:
            raise SnapshotError(f"this is not a position of the hex game: {error!r}") from error

    def opening(self) -> Frame:
        """A whole game."""
        return Battle()

    def imagine(self, state: State, side: int) -> State:
        """Return a position that agrees with what a side knows, with guesses for the rest."""
        return state.imagined(side)

    def drawn_for(self, purpose: str) -> int | None:
        """Return the side that alone learns of a draw; None for the die, which is public."""
        return DEALS.index(purpose) if purpose in DEALS else None

    def name_of(self, kind: str, arg: int) -> str:
        """Return a name: `c3/se` for a placing, `blue1` or `fort` for a stack or target."""
        if kind == "placing":
            return f"{facts().hexes[arg // 6]}/{SIDES[arg % 6]}"
        return facts().name(arg) if kind in ("stack", "target") else str(arg)

    def id_of(self, kind: str, name: str) -> int:
        """Return the number of a name; raises KeyError."""
        here = facts()
        names = [here.name(target) for target in range(here.fort_target + 1)]
        hex_, _, side = name.partition("/")
        if kind == "placing" and hex_ in here.hexes and side in SIDES:
            return here.hexes.index(hex_) * 6 + SIDES.index(side)
        if kind in ("stack", "target") and name in names:
            return names.index(name)
        raise KeyError(name)


__all__ = ["Hexes"]
