"""Paths of Glory as a system the kernel can run."""

from __future__ import annotations

from typing import Any

from engine.core.frames import Frame, FrameTable
from engine.errors import SnapshotError
from engine.pog.content import Content, load_content
from engine.pog.content.records import AP, CP
from engine.pog.ruleset import GameOptions, Ruleset
from engine.pog.rulesets import Rulebook, rulebook_for, rulebook_of
from engine.pog.sequence.drawing import draw
from engine.pog.sequence.turn import War
from engine.pog.state import State

#: The side that makes each draw from a pile.
_DRAWS = {draw(side): side for side in (AP, CP)}


class PathsOfGlory:
    """The rules for one set of options; share one between games with the same options.

    The scenario selects the ruleset, unless one is given.
    """

    def __init__(
        self, options: GameOptions | None = None, content: Content | None = None, rulebook: Rulebook | None = None
    ) -> None:
        self.options = options or GameOptions()
        if rulebook is None:
            rulebook = rulebook_of(self.options.scenario_of(content)) if content else rulebook_for(self.options)
        self.rulebook = rulebook
        self.content = content or load_content(ruleset=self.rulebook.name)
        self.rules = Ruleset(self.content, self.options, self.rulebook.tables(self.content))
        self._frames = self.rulebook.frames()

    @property
    def title(self) -> str:
        """Stable name of the game, for every ruleset."""
        return "pog"

    @property
    def digest(self) -> str:
        """Digest of the names of spaces, units and cards by id: what the numbers in a stored position mean."""
        return self.rules.content.ids

    @property
    def frames(self) -> FrameTable:
        """Flows and decisions by kind."""
        return self._frames

    def new_state(self) -> State:
        """Return an empty board."""
        return State(self.rules)

    def load_state(self, data: Any) -> State:
        """Rebuild a stored position; raises SnapshotError for anything else."""
        try:
            return State.load(self.rules, data)
        except (KeyError, TypeError, ValueError) as error:
            raise SnapshotError(f"this is not a position of ours: {error!r}") from error

    def opening(self) -> Frame:
        """Return the flow of a whole war."""
        return self._frames.get(War.kind)()

    def imagine(self, state: State, side: int) -> State:
        """Return the position itself: what is possible on the map never depends on the other hand."""
        del side
        return state

    def drawn_for(self, purpose: str) -> int | None:
        """Return whose hand a card is drawn for; None for dice, which are public."""
        return _DRAWS.get(purpose)

    def name_of(self, kind: str, arg: int) -> str:
        """Return the stable name of a space, unit, card or replacement pool."""
        if kind == "pool":
            return self.content.every_pool[arg]
        if kind == "space":
            return self.content.spaces[arg].name
        if kind == "unit":
            return self.content.units[arg].name
        return self.content.cards[arg].name if kind == "card" else str(arg)

    def id_of(self, kind: str, name: str) -> int:
        """Reverse `name_of`; raises KeyError for an unknown name, ValueError for an unknown pool or number."""
        if kind == "pool":
            return self.content.every_pool.index(name)
        if kind == "space":
            return self.content.space_by_name[name]
        if kind == "unit":
            return self.content.unit_by_name[name]
        return self.content.card_by_name[name] if kind == "card" else int(name)
