"""The rules of the toy: the fox chooses a den and runs unseen every day; the hound tracks it and sniffs."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Final, TypeAlias

from engine.core.bits import members
from engine.core.frames import Decision, Flow, Frame, FrameTable
from engine.core.game import Game, Result
from engine.core.options import Choice, Options
from engine.errors import OptionsError, Reason, SnapshotError

FOX, HOUND = 0, 1
#: Steps of the hound in a day.
STEPS = 2
#: Where something is of which nobody knows.
NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Facts:
    """The map: names of the hexes and their neighbours as sets, by id; and the length of each hunt."""

    hexes: tuple[str, ...]
    beside: tuple[int, ...]
    kennel: int
    hunts: Mapping[str, int]


@cache
def facts() -> Facts:
    """Return the shipped facts."""
    raw = tomllib.loads((Path(__file__).parent / "facts.toml").read_text(encoding="utf-8"))
    hexes = tuple(raw["hexes"])
    beside = [0] * len(hexes)
    for one, other in raw["beside"]:
        a, b = hexes.index(one), hexes.index(other)
        beside[a] |= 1 << b
        beside[b] |= 1 << a
    return Facts(hexes, tuple(beside), hexes.index(raw["kennel"]), raw["hunts"])


@dataclass(slots=True)
class State:
    """The position. Only the fox knows its hex and its burrow; `NOWHERE` before there is one."""

    hunt: str
    #: Faces of the die for the scent.
    faces: int
    day: int = 0
    fox: int = NOWHERE
    burrow: int = NOWHERE
    hound: int = NOWHERE
    #: Steps that the hound has left today, and whether it may sniff.
    steps: int = 0
    sniffs: bool = False
    begun: bool = False

    def copy(self) -> State:
        """Return an independent copy."""
        return replace(self)

    def dump(self) -> dict[str, Any]:
        """Return the position as JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


ToyGame: TypeAlias = Game[State]


@dataclass(frozen=True, slots=True)
class Hunt(Flow):
    """A whole game."""

    kind: ClassVar[str] = "hunt"
    steps: ClassVar[tuple[str, ...]] = ("burrow", "den", "dawn", "again")

    def burrow(self, game: ToyGame) -> None:
        """Draw the burrow, where the fox is safe; only the fox learns it."""
        state, here = game.state, facts()
        state.hound = here.kennel
        state.burrow = game.choose("burrow", [one for one in range(len(here.hexes)) if one != here.kennel])
        game.emit("dug", secret={FOX: {"burrow": state.burrow}})

    def den(self, game: ToyGame) -> None:
        """Ask the fox where it begins."""
        game.call(Den)

    def dawn(self, game: ToyGame) -> None:
        """Begin the next day, or end the hunt."""
        state = game.state
        if state.day == facts().hunts[state.hunt]:
            safe = state.fox == state.burrow
            game.reveal()
            game.emit("escaped", fox=state.fox, safe=safe)
            game.finish(Result(FOX, "safe" if safe else "escaped", {"day": state.day}))
            return
        state.day += 1
        state.steps, state.sniffs = STEPS, True
        game.emit("turn", turn=state.day)
        game.call(Day)

    def again(self, game: ToyGame) -> None:
        """Go on with the next day."""
        game.jump("dawn")


@dataclass(frozen=True, slots=True)
class Day(Flow):
    """One day: the fox runs, then the hound tracks."""

    kind: ClassVar[str] = "day"
    steps: ClassVar[tuple[str, ...]] = ("run", "track", "night")

    def run(self, game: ToyGame) -> None:
        """Ask the fox, unseen."""
        game.call(Run)

    def track(self, game: ToyGame) -> None:
        """Ask the hound."""
        game.emit("action", side=HOUND, round=1)
        game.call(Track)

    def night(self, game: ToyGame) -> None:
        """End the hound's action."""
        game.emit("action_over")
        game.state.begun = True


class _Hidden(Decision):
    """A decision of the fox: its answer is hidden, but not that it answered."""

    forced: ClassVar[bool] = False
    __slots__ = ()

    def actor(self, game: ToyGame) -> int:
        """Return the fox."""
        return FOX

    def told(self, game: ToyGame, choice: Choice) -> str:
        """Return the verb without the hex."""
        return choice.verb


@dataclass(frozen=True, slots=True)
class Den(_Hidden):
    """The fox chooses where it begins, not next to the hound."""

    kind: ClassVar[str] = "den"
    verbs: ClassVar[dict[str, str]] = {"hide": "hex"}

    def options(self, game: ToyGame) -> Options:
        """Return every hex that is neither the hound's nor next to it."""
        here, hound = facts(), game.state.hound
        return Options({"hide": ~(here.beside[hound] | 1 << hound) & (1 << len(here.hexes)) - 1})

    def resolve(self, game: ToyGame, choice: Choice) -> None:
        """Place the fox."""
        game.state.fox = choice.arg
        game.emit("hidden", secret={FOX: {"hex": choice.arg}})

    def explain(self, game: ToyGame, choice: Choice) -> Reason:
        """Explain that the hound would see it."""
        return Reason("hound_sees", "2.1", {"hex": choice.arg})


@dataclass(frozen=True, slots=True)
class Run(_Hidden):
    """The fox runs to a neighbouring hex or stays, never to the hound."""

    kind: ClassVar[str] = "run"
    verbs: ClassVar[dict[str, str]] = {"run": "hex"}

    def options(self, game: ToyGame) -> Options:
        """Return the fox's hex and its neighbours, without the hound's."""
        state = game.state
        return Options({"run": (facts().beside[state.fox] | 1 << state.fox) & ~(1 << state.hound)})

    def resolve(self, game: ToyGame, choice: Choice) -> None:
        """Move the fox; only the fox sees where."""
        game.state.fox = choice.arg
        game.emit("ran", secret={FOX: {"hex": choice.arg}})

    def explain(self, game: ToyGame, choice: Choice) -> Reason:
        """Explain that the hex is too far, or the hound's."""
        return Reason("too_far", "3.1", {"hex": choice.arg})


@dataclass(frozen=True, slots=True)
class Track(Decision):
    """The hound goes a step, sniffs once a day, or lies down."""

    kind: ClassVar[str] = "track"
    verbs: ClassVar[dict[str, str]] = {"step": "hex", "sniff": "", "finish": ""}
    forced: ClassVar[bool] = False

    def actor(self, game: ToyGame) -> int:
        """Return the hound."""
        return HOUND

    def options(self, game: ToyGame) -> Options:
        """Return the choices, which depend on nothing hidden."""
        state = game.state
        steps = facts().beside[state.hound] if state.steps else 0
        return Options({"step": steps, "sniff": int(state.sniffs), "finish": 1})

    def resolve(self, game: ToyGame, choice: Choice) -> None:
        """Carry out a step, a sniff or the end of the day; stepping onto the fox catches it."""
        state = game.state
        if choice.verb == "step":
            self._step(game, choice.arg)
        elif choice.verb == "sniff":
            state.sniffs = False
            die = game.die("scent", state.faces)
            near = bool(die > 1 and state.fox != NOWHERE and facts().beside[state.hound] >> state.fox & 1)
            game.emit("sniffed", hex=state.hound, die=die, near=near)
            game.stay()

    @staticmethod
    def _step(game: ToyGame, to: int) -> None:
        state = game.state
        origin, state.hound = state.hound, to
        state.steps -= 1
        game.emit("tracked", origin=origin, to=to)
        if state.fox == to:
            game.reveal()
            game.emit("caught", hex=to)
            game.emit("action_over")
            game.finish(Result(HOUND, "caught", {"day": state.day}))
        else:
            game.stay()

    def explain(self, game: ToyGame, choice: Choice) -> Reason:
        """Explain that the hex is too far, or that the hound has sniffed already."""
        if choice.verb == "step":
            return Reason("too_far" if game.state.steps else "no_steps_left", "4.1", {"hex": choice.arg})
        return Reason("sniffed_already", "4.2", {})


#: The words of `/new`, and their values.
FACES: Final = {"six": 6, "eight": 8}


class Toy:
    """The rules of a hunt."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.hunt, self.faces = str(options.get("scenario", "short_hunt")), int(options.get("faces", 6))
        if self.hunt == "long_hunt" and self.faces == 8:
            raise OptionsError(Reason("options_clash", "1.1", {"text": "long_hunt scent=eight"}))
        self._frames = FrameTable(Hunt, Day, Den, Run, Track)

    @property
    def title(self) -> str:
        """Return the stored name."""
        return "toy"

    @property
    def digest(self) -> str:
        """Return all names in the order of their ids."""
        return "-".join(facts().hexes)

    @property
    def frames(self) -> FrameTable:
        """Return the frames that can be stored."""
        return self._frames

    def new_state(self) -> State:
        """Return the position before the first day."""
        return State(self.hunt, self.faces)

    def load_state(self, data: Any) -> State:
        """Load a stored position; raises SnapshotError."""
        try:
            return State(**data)
        except TypeError as error:
            raise SnapshotError(f"this is not a position of the toy: {error!r}") from error

    def opening(self) -> Frame:
        """Return the frame of a whole hunt."""
        return Hunt()

    def imagine(self, state: State, side: int) -> State:
        """Return the position as a side imagines it: the hound knows no fox and no burrow."""
        return state if side == FOX else replace(state, fox=NOWHERE, burrow=NOWHERE)

    def drawn_for(self, purpose: str) -> int | None:
        """Return the side that alone learns of a draw: the fox for the burrow, None for dice."""
        return FOX if purpose == "burrow" else None

    def name_of(self, kind: str, arg: int) -> str:
        """Return the name of a hex."""
        return facts().hexes[arg] if kind == "hex" else str(arg)

    def id_of(self, kind: str, name: str) -> int:
        """Return the id of a name; raises KeyError."""
        if kind != "hex":
            return int(name)
        try:
            return facts().hexes.index(name)
        except ValueError:
            raise KeyError(name) from None


@dataclass(frozen=True, slots=True)
class View:
    """What a viewer knows: `fox` and `burrow` are `NOWHERE` for all but the fox until the hunt is over."""

    hunt: str
    day: int
    days: int
    fox: int
    burrow: int
    hound: int
    steps: int
    sniffs: bool
    over: bool


def view_of(game: ToyGame, viewer: int | None) -> View:
    """Return what a seat, or for None a spectator, knows."""
    state, over = game.state, not game.stack
    open_ = over or viewer == FOX
    return View(
        state.hunt, state.day, facts().hunts[state.hunt],
        state.fox if open_ else NOWHERE, state.burrow if open_ else NOWHERE,
        state.hound, state.steps, state.sniffs, over,
    )  # fmt: skip


def within(state: State, side: int) -> tuple[int, ...]:
    """Return the hexes that a side's piece reaches with one step."""
    at = state.fox if side == FOX else state.hound
    return members(facts().beside[at]) if at != NOWHERE else ()


__all__ = ["FACES", "FOX", "HOUND", "NOWHERE", "Facts", "State", "Toy", "ToyGame", "View", "facts", "view_of", "within"]
