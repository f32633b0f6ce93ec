"""The rules: by turns each side carries off one to three crates from one depot; whoever carries off the last one wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Final

from bot.storage.errors import WarMissing
from engine.core.frames import Decision, Flow, FrameTable
from engine.core.game import Game, Result
from engine.core.options import Choice, Options
from engine.errors import Reason, SnapshotError

#: The crates in each depot at the start, by scenario.
SCENARIOS: Final[Mapping[str, tuple[int, ...]]] = {"three_depots": (3, 4, 5), "five_depots": (3, 4, 5, 6, 7)}
#: Names of the depots by number, and the most crates that are carried at once.
DEPOTS: Final = ("mill", "station", "quarry", "harbour", "barracks")
MOST: Final = 3


@dataclass(slots=True)
class State:
    """The position: crates by depot, the turn counted from 1, the side that begins each turn, and who carries now."""

    crates: list[int]
    turn: int = 0
    first: int = 0
    side: int = field(default=0)

    def copy(self) -> State:
        """Return an independent copy."""
        return State(list(self.crates), self.turn, self.first, self.side)

    def dump(self) -> dict[str, Any]:
        """Return it as JSON."""
        return asdict(self)


def load(data: int) -> tuple[int, int]:
    """Return depot and crates of a load: loads are numbered depot by depot, from one crate to three."""
    return data // MOST, data % MOST + 1


@dataclass(frozen=True, slots=True)
class War(Flow):
    """A whole game: the toss, then turn after turn, in each of which both sides carry."""

    kind: ClassVar[str] = "war"
    steps: ClassVar[tuple[str, ...]] = ("toss", "turn", "one", "other", "again")

    def toss(self, game: Game[State]) -> None:
        """Draw the side that begins."""
        game.state.first = game.choose("first", (0, 1))
        game.emit("tossed", side=game.state.first)

    def turn(self, game: Game[State]) -> None:
        """Begin the next turn."""
        game.state.turn += 1
        game.emit("turn", turn=game.state.turn)

    def one(self, game: Game[State]) -> None:
        """Ask the side that began."""
        game.state.side = game.state.first
        game.call(Carry)

    def other(self, game: Game[State]) -> None:
        """Ask the other side."""
        game.state.side = 1 - game.state.first
        game.call(Carry)

    def again(self, game: Game[State]) -> None:
        """Go on with the next turn: nobody has won."""
        game.jump("turn")


@dataclass(frozen=True, slots=True)
class Carry(Decision):
    """A side carries off a load."""

    kind: ClassVar[str] = "carry"
    verbs: ClassVar[dict[str, str]] = {"carry": "load"}
    forced: ClassVar[bool] = False

    def actor(self, game: Game[State]) -> int:
        """Return the side whose turn it is."""
        return game.state.side

    def options(self, game: Game[State]) -> Options:
        """Return one to three crates of each depot that has so many."""
        here = enumerate(game.state.crates)
        return Options({"carry": sum(1 << MOST * at + n for at, held in here for n in range(min(MOST, held)))})

    def resolve(self, game: Game[State], choice: Choice) -> None:
        """Take the load off; with the last crate the game is won."""
        depot, crates = load(choice.arg)
        side = game.state.side
        game.state.crates[depot] -= crates
        game.emit("action", side=side)
        game.emit("carried", side=side, load=choice.arg)
        game.emit("action_over")
        if not any(game.state.crates):
            game.finish(Result(side, "last_crate", {}))

    def explain(self, game: Game[State], choice: Choice) -> Reason:
        """Say that the depot has fewer."""
        return Reason("too_few_crates", "2", {"load": choice.arg})


class Depots:
    """The rules as the kernel needs them: ten members."""

    title, digest = "depots", "-".join(DEPOTS)
    frames = FrameTable(War, Carry)

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.scenario = str(options.get("scenario", "three_depots"))
        if self.scenario not in SCENARIOS:
            raise WarMissing(self.scenario)

    def new_state(self) -> State:
        """Return the position before the toss."""
        return State(list(SCENARIOS[self.scenario]))

    def load_state(self, data: Any) -> State:
        """Return a stored position; raises SnapshotError."""
        try:
            return State(**data)
        except TypeError as error:
            raise SnapshotError(f"this is not a position of {self.title}: {error!r}") from error

    def opening(self) -> War:
        """Return the frame of a whole game."""
        return War()

    def imagine(self, state: State, side: int) -> State:
        """Return the state itself: everything lies open."""
        del side
        return state

    def drawn_for(self, purpose: str) -> int | None:
        """Return None: both sides see the toss."""
        del purpose
        return None

    def name_of(self, kind: str, arg: int) -> str:
        """Return a load as `2_mill`."""
        if kind != "load":
            return str(arg)
        depot, crates = load(arg)
        return f"{crates}_{DEPOTS[depot]}"

    def id_of(self, kind: str, name: str) -> int:
        """Return the load of a name; raises KeyError."""
        crates, _, depot = name.partition("_")
        if kind != "load" or depot not in DEPOTS or crates not in ("1", "2", "3"):
            raise KeyError(name)
        return MOST * DEPOTS.index(depot) + int(crates) - 1


__all__ = ["DEPOTS", "MOST", "SCENARIOS", "Carry", "Depots", "State", "War", "load"]
