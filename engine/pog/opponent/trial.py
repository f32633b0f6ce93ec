"""Orders for one action round weighed by what may be expected of them, never by how the dice fell.

Orders are what a side says before chance answers: how a card is used, who marches, digs, attacks and redeploys where, which cards
are played, whether a flank is tried. They are played in imagined games, the two dice of the first attack falling in
every way once; what they leave open (losses, advances, what the enemy does) the computer answers, the same for everybody's orders.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from engine.core.chance import RecordedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.core.record import CHOICE, Entry
from engine.errors import EngineError
from engine.pog.opponent import outlook
from engine.pog.opponent.deliberation import round_over
from engine.pog.opponent.orders import ActionPlan, Order, noted, ordered
from engine.pog.opponent.race import Chance, RaceTable
from engine.pog.opponent.seat import Offers
from engine.pog.state import State

#: Each pair of faces once.
GAMES = 36
#: Dice of a combat, and in which order the second one takes its faces: any six games in a row show each face of each once.
_FIRE_AND_FLANK = ("attacker_fire", "defender_fire", "flank")
_SECOND = (3, 0, 4, 1, 5, 2)
#: Work of a table that only plays; it is never used up.
_ENOUGH = 10**9
#: Decisions whose answers hang on what the dice left standing; the computer answers them for everybody.
AFTER_DICE = frozenset(
    {
        "attacker_loss", "defender_loss", "retreat_option", "retreat", "retreat_excess", "withdrawal_step",
        "declare_advance", "advance", "pursuit", "strike_back", "disband_corps", "overstacked", "great_retreat_option",
    }
)  # fmt: skip
#: Decisions that a plan speaks to.
_PLANNED = frozenset({"choose_action", "activate", "move_unit", "move_stack", "move_on", "attack"})

#: Whether, or how far, a position reaches an aim: 0 to 1.
Reached = Callable[[State], float]


@dataclass(slots=True)
class Orders:
    """What a side said in one action round: its plan, and its other choices before the dice with the kind of each decision."""

    plan: ActionPlan
    said: tuple[tuple[str, Choice], ...] = ()


@dataclass(slots=True)
class Listener:
    """Takes down the orders of a side while its action round is played."""

    side: int
    use: Choice | None = None
    _orders: list[Order] = field(default_factory=list)
    _said: list[tuple[str, Choice]] = field(default_factory=list)

    def hear(self, game: Game[State], choice: Choice) -> None:
        """Note what a choice says at a game's present decision, if it is the side's to say."""
        if game.decision.actor(game) != self.side:
            return
        kind = game.decision.kind
        if self.use is None:
            self.use = choice
        elif kind in _PLANNED:
            noted(game, choice, self._orders)
        elif kind not in AFTER_DICE:
            self._said.append((kind, choice))

    def orders(self) -> Orders | None:
        """Return what was said; None before a card was used."""
        return Orders(ActionPlan(self.use, tuple(self._orders)), tuple(self._said)) if self.use is not None else None


def heard(game: Game[State], side: int, entries: Sequence[Entry]) -> Orders | None:
    """Return the orders that a side gave in its action round by the record that goes on from a position, what was taken back left out.

    Raises:
        EngineError: the record plays differently.
    """
    source = RecordedChance()
    twin, listener = game.copy(source), Listener(side)
    twin.listening = False
    for entry in entries:
        if not twin.stack or (listener.use is not None and round_over(twin)):
            break
        if entry.kind == CHOICE:
            listener.hear(twin, twin.parse(entry.choice))
        twin.repeat(entry, source)
    return listener.orders()


@dataclass(frozen=True, slots=True)
class Weighed:
    """What orders come to: the terms of their worth beside how things stood before, in VP, and how far each aim is reached."""

    terms: dict[str, float]
    aims: tuple[float, ...]

    @property
    def worth(self) -> float:
        """In VP for the side."""
        return sum(self.terms.values())


class Scales:
    """Weighs orders for one position, all of them in the same imagined games with the same dice.

    Args:
        game: the position, at the beginning of an action round.
        side: whose.
        reached: how far a position after it reaches each aim.
        seed: of the imagined games.
        games: how many; the pairs of dice are even over `GAMES`.
    """

    def __init__(
        self, game: Game[State], side: int, reached: Sequence[Reached], seed: int = 1, games: int = GAMES
    ) -> None:
        self._game, self._side, self._reached, self._games = game, side, reached, games
        self._table = _Table(Offers(game).imagine, seed, _ENOUGH)
        self._before = outlook.terms_of(self._table.game(0), side)

    def weigh(self, orders: Orders) -> Weighed | None:
        """Return what they come to; None if they cannot be carried out in one of the games."""
        aims: list[list[float]] = []

        def looks(game: Game[State], side: int) -> dict[str, float]:
            aims.append([far(game.state) for far in self._reached])
            return outlook.after_reply(game, side)

        try:
            found = [
                self._table.play(sample, self._side, _Says(self._side, orders), round_over, looks)
                for sample in range(self._games)
            ]
        except EngineError:
            return None
        names = dict.fromkeys(name for terms in (self._before, *found) for name in terms)
        terms = {name: fmean(one.get(name, 0.0) for one in found) - self._before.get(name, 0.0) for name in names}
        return Weighed(terms, tuple(fmean(far) for far in zip(*aims, strict=True)))


class _Says:
    """What orders say to the decisions of one imagined game."""

    def __init__(self, side: int, orders: Orders) -> None:
        self._side, self._plan, self._said = side, orders.plan, list(orders.said)

    def __call__(self, game: Game[State]) -> Choice | None:
        decision = game.decision
        if decision.actor(game) != self._side or decision.kind in AFTER_DICE:
            return None
        if decision.kind in _PLANNED:
            return ordered(game, self._plan)
        for number, (kind, choice) in enumerate(self._said):
            if kind == decision.kind:
                del self._said[number]
                return choice if game.options().allows(choice) else None
        return None


class _Table(RaceTable):
    """Imagined games in which the dice of the first combat fall in every way once."""

    def game(self, sample: int) -> Game[State]:
        """Return a copy of the imagined game of a number, with its own dice."""
        twin = super().game(sample)
        twin.source = _Faces(self.seed * 1000 + sample, sample)
        return twin


class _Faces(Chance):
    """The first dice of a combat by the number of the game, each pair of faces once in `GAMES`; any two of the three dice are even."""

    def __init__(self, seed: int, sample: int) -> None:
        super().__init__(seed)
        block, one = divmod(sample % GAMES, 6)
        other = (_SECOND[one] + block) % 6
        self._faces = dict(zip(_FIRE_AND_FLANK, (one, other, (one + other) % 6), strict=True))

    def choose(self, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
        """One of the candidates."""
        face = self._faces.pop(purpose, None)
        return super().choose(purpose, candidates, epoch, counter) if face is None else candidates[face]


__all__ = ["AFTER_DICE", "GAMES", "Listener", "Orders", "Reached", "Scales", "Weighed", "heard"]
