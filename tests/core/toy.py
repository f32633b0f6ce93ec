"""A toy game for tests of the kernel: two sides fill a jar with tokens.

Side 0 adds one to three tokens (or rolls a die for it), side 1 may take one away or pass,
now and then a card is drawn in secret. At twelve tokens the game ends. Its frames use every
kind of transition.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from engine.core.frames import Decision, Flow, Frame, FrameTable
from engine.core.game import Game, Result
from engine.core.options import Choice, Options
from engine.errors import Reason

NAMES = ("zero", "one", "two", "three", "four", "five", "six")


class Jar:
    """The position: tokens, rounds played, and a log of what steps ran."""

    def __init__(self) -> None:
        self.tokens = 0
        self.rounds = 0
        self.card = 0
        self.broken = False
        self.log: list[str] = []

    def copy(self) -> Jar:
        twin = Jar()
        twin.__dict__.update(self.__dict__)
        twin.log = self.log[:]
        return twin

    def dump(self) -> Any:
        return [self.tokens, self.rounds, self.card, self.broken, self.log]


ToyGame: TypeAlias = Game[Jar]


@dataclass(frozen=True, slots=True)
class Whole(Flow):
    """The game: rounds until the jar is full."""

    kind: ClassVar[str] = "whole"
    steps: ClassVar[tuple[str, ...]] = ("begin", "play", "again")

    def begin(self, game: ToyGame) -> None:
        game.state.log.append("begin")
        game.emit("begin")

    def play(self, game: ToyGame) -> None:
        game.call(Round, number=game.state.rounds + 1)

    def again(self, game: ToyGame) -> None:
        if game.state.tokens >= 12:
            game.finish(Result(0, "full", {"tokens": game.state.tokens}))
        else:
            game.jump("play")


@dataclass(frozen=True, slots=True)
class Round(Flow):
    """Fill, maybe look at a card, take."""

    kind: ClassVar[str] = "round"
    steps: ClassVar[tuple[str, ...]] = ("fill", "rest", "take", "count")
    number: int

    def fill(self, game: ToyGame) -> None:
        game.call(Fill, left=2)

    def rest(self, game: ToyGame) -> None:
        """A step without a transition is followed by the next one."""
        game.state.log.append(f"rest {self.number}")

    def take(self, game: ToyGame) -> None:
        if game.state.rounds == 1:
            game.goto(Take)  # instead of the rest of the round
        else:
            game.call(Take)

    def count(self, game: ToyGame) -> None:
        game.state.log.append(f"count {self.number}")
        game.end()


@dataclass(frozen=True, slots=True)
class Fill(Decision):
    """Side 0 adds tokens, at most twice a round."""

    kind: ClassVar[str] = "fill"
    verbs: ClassVar[dict[str, str]] = {"add": "token", "roll": "", "peek": "", "crash": "", "twice": "", "finish": ""}
    left: int
    path: tuple[int, ...] = ()

    def actor(self, game: ToyGame) -> int:
        return 0

    def options(self, game: ToyGame) -> Options:
        if not self.left:
            return Options({})
        return Options({"add": 0b1110, "roll": 1, "peek": 1, "crash": 1, "twice": 1, "finish": 1})

    def empty(self, game: ToyGame) -> None:
        game.state.log.append("fill is over")

    def told(self, game: ToyGame, choice: Choice) -> str:
        return "add" if choice.verb == "add" and game.state.card else ""

    def explain(self, game: ToyGame, choice: Choice) -> Reason:
        return Reason("too_many", "1.2", {"most": 3})

    def resolve(self, game: ToyGame, choice: Choice) -> None:
        if choice.verb == "add":
            game.state.tokens += choice.arg
            game.emit("added", count=choice.arg)
            game.stay(left=self.left - 1, path=(*self.path, choice.arg))
        elif choice.verb == "roll":
            game.state.tokens += game.die("fill")
            game.stay(left=self.left - 1)
        elif choice.verb == "peek":
            game.state.card = game.choose("card", (10, 20, 30))
            game.reveal()
            game.emit("peek", secret={0: {"card": game.state.card}})
            game.stay(left=self.left - 1)
        elif choice.verb == "crash":
            game.state.tokens = 99
            game.emit("crashed")
            game.die("fill")
            raise ValueError("a bug in the rules")
        elif choice.verb == "twice":
            game.state.tokens = 77
            game.stay(left=0)
            game.end()


@dataclass(frozen=True, slots=True)
class Take(Decision):
    """Side 1 takes a token or passes."""

    kind: ClassVar[str] = "take"
    verbs: ClassVar[dict[str, str]] = {"take": "", "pass": "", "only": ""}

    def actor(self, game: ToyGame) -> int:
        return 1

    def options(self, game: ToyGame) -> Options:
        if game.state.rounds >= 2:
            return Options({"only": 1})
        return Options({"take": 1 if game.state.tokens else 0, "pass": 1})

    def resolve(self, game: ToyGame, choice: Choice) -> None:
        game.state.rounds += 1
        game.state.log.append(choice.verb)
        if choice.verb == "take":
            game.state.tokens -= 1


class Toy:
    """The toy as a system."""

    def __init__(self, *replacements: type[Frame], edition: str = "toy") -> None:
        self.edition = edition
        self._frames = FrameTable(Whole, Round, Fill, Take)
        for cls in replacements:
            self._frames.replace(cls)

    @property
    def title(self) -> str:
        return "jar"

    @property
    def digest(self) -> str:
        return self.edition

    @property
    def frames(self) -> FrameTable:
        return self._frames

    def new_state(self) -> Jar:
        return Jar()

    def load_state(self, data: Any) -> Jar:
        jar = Jar()
        jar.tokens, jar.rounds, jar.card, jar.broken, log = data
        jar.log = list(log)
        return jar

    def opening(self) -> Frame:
        return Whole()

    def imagine(self, state: Jar, side: int) -> Jar:
        """The jar with the card as side 1 must take it to be: no card."""
        if side == 0 or not state.card:
            return state
        twin = state.copy()
        twin.card = 0
        return twin

    def drawn_for(self, purpose: str) -> int | None:
        return 0 if purpose == "card" else None

    def name_of(self, kind: str, arg: int) -> str:
        return NAMES[arg]

    def id_of(self, kind: str, name: str) -> int:
        try:
            return NAMES.index(name)
        except ValueError:
            raise KeyError(name) from None
