"""The rules of the toy: the fox chooses a den, then runs unseen every day; the hound tracks it, and sniffs."""

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
    """The hexes, by id: names, and those beside each as a set; and how long each hunt lasts."""

    hexes: tuple[str, ...]
    beside: tuple[int, ...]
    kennel: int
    hunts: Mapping[str, int]


@cache
def facts() -> Facts:
    """What the toy is played with."""
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
    """The position. The fox and its burrow are known to the fox alone; `NOWHERE` before there is one."""

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
        """An independent copy."""
        return replace(self)

    def dump(self) -> dict[str, Any]:
        """As JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


ToyGame: TypeAlias = Game[State]


@dataclass(frozen=True, slots=True)
class Hunt(Flow):
    """A whole game."""

    kind: ClassVar[str] = "hunt"
    steps: ClassVar[tuple[str, ...]] = ("burrow", "den", "dawn", "again")

    def burrow(self, game: ToyGame) -> None:
        """Where the fox is safe, drawn for it alone."""
        state, here = game.state, facts()
        state.hound = here.kennel
        state.burrow = game.choose("burrow", [one for one in range(len(here.hexes)) if one != here.kennel])
        game.emit("dug", secret={FOX: {"burrow": state.burrow}})

    def den(self, game: ToyGame) -> None:
        """Where the fox begins."""
        game.call(Den)

    def dawn(self, game: ToyGame) -> None:
        """Another day, or the end."""
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
        """A day after the other."""
        game.jump("dawn")


@dataclass(frozen=True, slots=True)
class Day(Flow):
    """The fox runs, the hound tracks."""

    kind: ClassVar[str] = "day"
    steps: ClassVar[tuple[str, ...]] = ("run", "track", "night")

    def run(self, game: ToyGame) -> None:
        """The fox goes first, unseen."""
        game.call(Run)

    def track(self, game: ToyGame) -> None:
        """The hound follows."""
        game.emit("action", side=HOUND, round=1)
        game.call(Track)

    def night(self, game: ToyGame) -> None:
        """The day is over."""
        game.emit("action_over")
        game.state.begun = True


class _Hidden(Decision):
    """Where the fox goes is its own affair; that it went somewhere is not."""

    forced: ClassVar[bool] = False
    __slots__ = ()

    def actor(self, game: ToyGame) -> int:
        """The fox."""
        return FOX

    def told(self, game: ToyGame, choice: Choice) -> str:
        """The verb alone."""
        return choice.verb


@dataclass(frozen=True, slots=True)
class Den(_Hidden):
    """The fox chooses where it begins: nowhere beside the hound."""

    kind: ClassVar[str] = "den"
    verbs: ClassVar[dict[str, str]] = {"hide": "hex"}

    def options(self, game: ToyGame) -> Options:
        """Every hex from which the hound is not seen."""
        here, hound = facts(), game.state.hound
        return Options({"hide": ~(here.beside[hound] | 1 << hound) & (1 << len(here.hexes)) - 1})

    def resolve(self, game: ToyGame, choice: Choice) -> None:
        """It is there from now on."""
        game.state.fox = choice.arg
        game.emit("hidden", secret={FOX: {"hex": choice.arg}})

    def explain(self, game: ToyGame, choice: Choice) -> Reason:
        """The hound sees it."""
        return Reason("hound_sees", "2.1", {"hex": choice.arg})


@dataclass(frozen=True, slots=True)
class Run(_Hidden):
    """The fox runs to a hex beside its own, or lies still; never to the hound."""

    kind: ClassVar[str] = "run"
    verbs: ClassVar[dict[str, str]] = {"run": "hex"}

    def options(self, game: ToyGame) -> Options:
        """The hexes beside its own, and that itself."""
        state = game.state
        return Options({"run": (facts().beside[state.fox] | 1 << state.fox) & ~(1 << state.hound)})

    def resolve(self, game: ToyGame, choice: Choice) -> None:
        """Nobody sees where it went."""
        game.state.fox = choice.arg
        game.emit("ran", secret={FOX: {"hex": choice.arg}})

    def explain(self, game: ToyGame, choice: Choice) -> Reason:
        """Too far, or to the hound."""
        return Reason("too_far", "3.1", {"hex": choice.arg})


@dataclass(frozen=True, slots=True)
class Track(Decision):
    """The hound goes a step, sniffs once a day, or lies down."""

    kind: ClassVar[str] = "track"
    verbs: ClassVar[dict[str, str]] = {"step": "hex", "sniff": "", "finish": ""}
    forced: ClassVar[bool] = False

    def actor(self, game: ToyGame) -> int:
        """The hound."""
        return HOUND

    def options(self, game: ToyGame) -> Options:
        """What may be done hangs on nothing hidden."""
        state = game.state
        steps = facts().beside[state.hound] if state.steps else 0
        return Options({"step": steps, "sniff": int(state.sniffs), "finish": 1})

    def resolve(self, game: ToyGame, choice: Choice) -> None:
        """Whoever steps onto the fox has caught it."""
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
        """Too far, or too often."""
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
        """As stored."""
        return "toy"

    @property
    def digest(self) -> str:
        """The names by id."""
        return "-".join(facts().hexes)

    @property
    def frames(self) -> FrameTable:
        """Flows and decisions."""
        return self._frames

    def new_state(self) -> State:
        """Before the first day."""
        return State(self.hunt, self.faces)

    def load_state(self, data: Any) -> State:
        """A stored position."""
        try:
            return State(**data)
        except TypeError as error:
            raise SnapshotError(f"this is not a position of the toy: {error!r}") from error

    def opening(self) -> Frame:
        """A whole hunt."""
        return Hunt()

    def imagine(self, state: State, side: int) -> State:
        """The fox knows everything; for the hound there is no fox and no burrow as long as it sees none."""
        return state if side == FOX else replace(state, fox=NOWHERE, burrow=NOWHERE)

    def drawn_for(self, purpose: str) -> int | None:
        """The burrow is the fox's secret; dice lie open."""
        return FOX if purpose == "burrow" else None

    def name_of(self, kind: str, arg: int) -> str:
        """The name of a hex."""
        return facts().hexes[arg] if kind == "hex" else str(arg)

    def id_of(self, kind: str, name: str) -> int:
        """Inverse of `name_of`."""
        if kind != "hex":
            return int(name)
        try:
            return facts().hexes.index(name)
        except ValueError:
            raise KeyError(name) from None


@dataclass(frozen=True, slots=True)
class View:
    """What somebody may know: `fox` and `burrow` are `NOWHERE` for all but the fox, until the hunt is over."""

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
    """What a seat, or for None everybody, may know."""
    state, over = game.state, not game.stack
    open_ = over or viewer == FOX
    return View(
        state.hunt, state.day, facts().hunts[state.hunt],
        state.fox if open_ else NOWHERE, state.burrow if open_ else NOWHERE,
        state.hound, state.steps, state.sniffs, over,
    )  # fmt: skip


def within(state: State, side: int) -> tuple[int, ...]:
    """The hexes that a side's piece reaches with one step."""
    at = state.fox if side == FOX else state.hound
    return members(facts().beside[at]) if at != NOWHERE else ()


__all__ = ["FACES", "FOX", "HOUND", "NOWHERE", "Facts", "State", "Toy", "ToyGame", "View", "facts", "view_of", "within"]
