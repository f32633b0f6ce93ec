"""Weighs orders for one action round by their expected result, never by the actual dice.

Orders are what a side says before chance answers: the use of a card, marches, entrenchments, attacks, redeployments,
combat cards, and whether a flank attack is attempted. They are played in imagined games in which the two dice of the
first attack take every combination once; the computer makes all other choices (losses, advances, the enemy's), the
same way for everybody's orders.
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

#: One game for each pair of faces.
GAMES = 36
#: Dice of a combat, and the order in which the second takes its faces: any six consecutive games show each face of each once.
_FIRE_AND_FLANK = ("attacker_fire", "defender_fire", "flank")
_SECOND = (3, 0, 4, 1, 5, 2)
#: Unlimited work, for a table that only plays.
_ENOUGH = 10**9
#: Decisions that depend on the dice; the computer answers them for everybody.
AFTER_DICE = frozenset(
    {
        "attacker_loss", "defender_loss", "retreat_option", "retreat", "retreat_excess", "withdrawal_step",
        "declare_advance", "advance", "pursuit", "strike_back", "disband_corps", "overstacked", "great_retreat_option",
    }
)  # fmt: skip
#: Decisions that a plan answers.
_PLANNED = frozenset({"choose_action", "activate", "move_unit", "move_stack", "move_on", "attack"})

#: How far a position reaches an aim, 0 to 1.
Reached = Callable[[State], float]


@dataclass(slots=True)
class Orders:
    """A side's orders in one action round: its plan, and its other choices before the dice with the kind of each decision."""

    plan: ActionPlan
    said: tuple[tuple[str, Choice], ...] = ()


@dataclass(slots=True)
class Listener:
    """Records the orders of a side while its action round is played."""

    side: int
    use: Choice | None = None
    _orders: list[Order] = field(default_factory=list)
    _said: list[tuple[str, Choice]] = field(default_factory=list)

    def hear(self, game: Game[State], choice: Choice) -> None:
        """Record a choice at a game's current decision, if the side decides."""
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
        """Return the orders so far; None before a card was used."""
        return Orders(ActionPlan(self.use, tuple(self._orders)), tuple(self._said)) if self.use is not None else None


def heard(game: Game[State], side: int, entries: Sequence[Entry]) -> Orders | None:
    """Return a side's orders in its action round from the record that continues a position, without undone choices.

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
    """Result of weighing orders: the terms of their value relative to the position before, in VP, and how far each aim is reached."""

    terms: dict[str, float]
    aims: tuple[float, ...]

    @property
    def worth(self) -> float:
        """Value in VP for the side."""
        return sum(self.terms.values())


class Scales:
    """Weighs orders for one position, all in the same imagined games with the same dice.

    Args:
        game: the position, at the beginning of an action round.
        side: the side that gives the orders.
        reached: measures of how far a position reaches each aim.
        seed: seed of the imagined games.
        games: number of games; the pairs of dice are balanced over `GAMES`.
    """

    def __init__(
        self, game: Game[State], side: int, reached: Sequence[Reached], seed: int = 1, games: int = GAMES
    ) -> None:
        self._game, self._side, self._reached, self._games = game, side, reached, games
        self._table = _Table(Offers(game).imagine, seed, _ENOUGH)
        self._before = outlook.terms_of(self._table.game(0), side)

    def weigh(self, orders: Orders) -> Weighed | None:
        """Return the result of some orders; None if they cannot be carried out in one of the games."""
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
    """Answers the decisions of one imagined game from some orders."""

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
    """Imagined games in which the dice of the first combat take every combination once."""

    def game(self, sample: int) -> Game[State]:
        """Return a copy of the imagined game with a number, with its own dice."""
        twin = super().game(sample)
        twin.source = _Faces(self.seed * 1000 + sample, sample)
        return twin


class _Faces(Chance):
    """Sets the first dice of a combat from the game's number, each pair of faces once in `GAMES`; any two of the three dice are balanced."""

    def __init__(self, seed: int, sample: int) -> None:
        super().__init__(seed)
        block, one = divmod(sample % GAMES, 6)
        other = (_SECOND[one] + block) % 6
        self._faces = dict(zip(_FIRE_AND_FLANK, (one, other, (one + other) % 6), strict=True))

    def choose(self, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
        """Return one of the candidates."""
        face = self._faces.pop(purpose, None)
        return super().choose(purpose, candidates, epoch, counter) if face is None else candidates[face]


__all__ = ["AFTER_DICE", "GAMES", "Listener", "Orders", "Reached", "Scales", "Weighed", "heard"]
