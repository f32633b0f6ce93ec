"""Liège 1914 as a system the kernel can run."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from engine.core.frames import Frame, FrameTable
from engine.errors import SnapshotError
from engine.liege.facts import LiegeFacts, facts_of
from engine.liege.fog import imagine
from engine.liege.grid import SIDES
from engine.liege.sequence import (
    afterwards,
    assaults,
    barrages,
    combats,
    commanding,
    marching,
    retreats,
    turns,
)
from engine.liege.state import AIR_ORDERS, LiegeState

#: Every flow and decision.
FRAMES: Final = FrameTable.of(turns, commanding, barrages, assaults, marching, combats, retreats, afterwards)


class LiegeSystem:
    """The rules of one scenario; share one between its games."""

    def __init__(self, scenario: str = "night", shipped: LiegeFacts | None = None, *, fog: bool | None = None) -> None:
        self.scenario, self.fog = scenario, fog
        self.facts = shipped or facts_of(scenario)
        self._names = {
            "hex": self.facts.grid.names,
            "unit": tuple(unit.name for unit in self.facts.units),
            "fort": tuple(fort.name for fort in self.facts.forts),
            "side": SIDES,
            "air_order": AIR_ORDERS,
        }
        self._ids = {kind: {name: number for number, name in enumerate(names)} for kind, names in self._names.items()}
        known = "\n".join(f"{kind} {' '.join(names)}" for kind, names in self._names.items())
        self._digest = hashlib.sha256(known.encode()).hexdigest()

    @property
    def title(self) -> str:
        """Stable name of the game."""
        return "liege"

    @property
    def digest(self) -> str:
        """Digest of the names of hexes, units, forts and hexsides: what the numbers in a stored position mean."""
        return self._digest

    @property
    def frames(self) -> FrameTable:
        """Flows and decisions by kind."""
        return FRAMES

    def new_state(self) -> LiegeState:
        """Return the empty map."""
        return LiegeState.new(self.scenario, fog=self.fog)

    def load_state(self, data: Any) -> LiegeState:
        """Rebuild a stored position; raises SnapshotError for anything else."""
        try:
            return LiegeState.load(data)
        except (KeyError, TypeError, ValueError) as error:
            raise SnapshotError(f"this is not a position of ours: {error!r}") from error

    def opening(self) -> Frame:
        """Return the flow of a whole game."""
        return turns.Siege()

    def imagine(self, state: LiegeState, side: int) -> LiegeState:
        """Return a position that agrees with everything a side knows (19.1.3)."""
        return imagine(state, side)

    def drawn_for(self, purpose: str) -> int | None:
        """Return None: dice are public."""
        del purpose
        return None

    def name_of(self, kind: str, arg: int) -> str:
        """Return the stable name of a hex, unit, fort or hexside."""
        return self._names[kind][arg]

    def id_of(self, kind: str, name: str) -> int:
        """Reverse `name_of`; raises KeyError for an unknown name."""
        return self._ids[kind][name]


__all__ = ["FRAMES", "LiegeSystem"]
