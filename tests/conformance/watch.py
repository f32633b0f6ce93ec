"""The rules with every decision asked, and with copies taken at the boundaries of a turn."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from engine.core.frames import Decision
from engine.pog import PathsOfGlory
from engine.pog.ruleset import GameOptions
from engine.pog.sequence.turn import PlayTurn
from engine.pog.state import State

if TYPE_CHECKING:
    from engine.pog.sequence.base import PogGame

#: The recorded games by what their header says: eight cards, rule 11.2.10, windows asked only of a hand that
#: holds a card, no peace terms.
SCENARIOS = {"Historical": "historical", "The Great War": "summer_1916"}

#: Before which step of a turn the engine has reached which boundary of the record.
_BOUNDARIES = {
    "attrition": "actions_done",
    "siege": "attrition_done",
    "score": "sieges_done",
    "end_of_scenario": "war_status_done",
    "combat_cards": "replacements_done",
}


class Watch:
    """Positions at boundaries that the engine crosses inside one choice."""

    def __init__(self) -> None:
        self.seen: deque[tuple[str, State]] = deque()

    def note(self, boundary: str, state: State) -> None:
        """Keep a copy."""
        self.seen.append((boundary, state.copy()))

    def take(self, boundary: str) -> State | None:
        """The position at the next boundary of this name; None if it was not reached."""
        while self.seen:
            name, state = self.seen.popleft()
            if name == boundary:
                return state
        return None


#: What the game being replayed reports to.
WATCH = Watch()


def options_for(recorded: str) -> GameOptions:
    """The options of a recorded game, by the scenario in its header."""
    return GameOptions(scenario=SCENARIOS[recorded], trench_modifiers=True, windows="hand", peace_terms=False)


def watched(watch: Watch, options: GameOptions) -> PathsOfGlory:
    """The game whose kernel takes no choice by itself, and which reports boundaries."""
    system = PathsOfGlory(options)
    frames = system.frames
    for cls in list(frames.by_kind.values()):
        if issubclass(cls, Decision) and cls.forced:
            frames.replace(type(cls.__name__, (cls,), {"forced": False}))
    steps = {name: _step(watch, name, boundary) for name, boundary in _BOUNDARIES.items()}
    frames.replace(type("WatchedTurn", (PlayTurn,), steps))
    return system


def _step(watch: Watch, name: str, boundary: str) -> object:
    original = getattr(PlayTurn, name)

    def step(self: PlayTurn, game: PogGame) -> None:
        watch.note(boundary, game.state)
        original(self, game)

    return step
