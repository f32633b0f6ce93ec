"""The game of the extended example: the names of its rows, one answer at a time, and every difference found."""

from __future__ import annotations

from engine.core.chance import KeyedChance, ScriptedChance
from engine.core.game import Event, Game
from engine.core.options import Choice, Options
from engine.pog import GameOptions, PathsOfGlory
from engine.pog.state import State
from tests.acceptance.script import DRAWS, example

SIDES = ("ap", "cp")


class ExampleGame:
    """The example on the engine; `differences` is empty as long as everything agrees."""

    def __init__(self) -> None:
        self.data = example()
        game = self.data["game"]
        options = GameOptions(scenario=game["scenario"], vp_spaces=game["vp_spaces"], windows="hand")
        self.system = PathsOfGlory(options)
        self.content = self.system.content
        self.chance = ScriptedChance(fallback=KeyedChance(b"extended example"))
        for side, cards in DRAWS.items():
            self.chance.feed(f"draw_{side}", *(self.content.card_by_name[card] for card in cards))
        for side in SIDES:
            for turn in self.data["turn"]:
                die = turn["mandated"][side]["die"]
                self.chance.feed(f"mandated_offensive_{side}", die)
        self.differences: list[str] = []
        self.lines: list[str] = []
        self.events: list[Event] = []
        self.where = "set-up"
        self.game: Game[State] = Game.start(self.system, self.chance)

    def check(self, what: str, expected: object, found: object) -> None:
        """Note a difference between the example and the engine."""
        if expected != found:
            self.differences.append(f"{self.where}: {what}: the example says {expected!r}, the engine {found!r}")

    @property
    def state(self) -> State:
        """The present position."""
        return self.game.state

    def answer(self, verb: str, arg: int = 0) -> None:
        """Give one answer and keep the events that follow."""
        self.game.apply(Choice(verb, arg))
        self.events += self.game.drain()

    def options(self) -> Options:
        """The choices that are possible now."""
        return self.game.options()

    def kind(self) -> str:
        """The kind of the decision that is waiting."""
        return self.game.decision.kind

    def space(self, name: str) -> int:
        """Id of a space."""
        return self.content.space_by_name[name]

    def unit(self, token: str, among: int | None = None) -> int:
        """A unit by name, or any counter of a kind ("fr_corps:reduced") among the given."""
        name, _, strength = token.partition(":")
        if name in self.content.unit_by_name:
            return self.content.unit_by_name[name]
        for unit in self.content.units:
            fits = unit.group == name and (among is None or among >> unit.id & 1)
            if fits and self.state.is_reduced(unit.id) == (strength == "reduced"):
                return unit.id
        raise LookupError(f"{self.where}: no {token} to be found")

    def label(self, unit: int) -> str:
        """The name of an army, the kind of a corps."""
        spec = self.content.units[unit]
        return spec.name if spec.army else spec.group

    def place(self, unit: int) -> str:
        """Return the name of the space of a unit."""
        return self.content.spaces[self.state.loc[unit]].name


__all__ = ["SIDES", "ExampleGame"]
