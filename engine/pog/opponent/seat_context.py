"""Common base of the computer player: one decision in an imagined game, and the value of a position after it.

A decision without its own method is answered by trying each option once in a copy and evaluating the position.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from engine.core.chance import ImaginedChance
from engine.core.game import Game
from engine.core.options import Choice, Options
from engine.errors import EngineError
from engine.pog.opponent import reasons, weights, worth
from engine.pog.opponent.levels import Level
from engine.pog.state import State

#: Value of a choice that the rules refuse after all.
NEVER = -99.0
#: Rights of Banquet that this player never uses if it can choose anything else: disbanding corps, and the plan of Galicia.
#: They take no action and lead back to the same decision.
LEFT_ALONE = frozenset({"disband", "call_off"})


class SeatContext:
    """Answers for one side in one imagined game; decisions have methods named after their kind.

    Args:
        game: an imagined game at the decision to answer.
        level: how far it looks, and how often it errs.
        rng: its own random numbers.
    """

    def __init__(self, game: Game[State], level: Level, rng: random.Random) -> None:
        self.game = game
        self.state = game.state
        self.decision = game.decision
        self.side = self.decision.actor(game)
        self.options = considered(game.options())
        self.level = level
        self.rng = rng
        #: Value of the position after an action that does nothing, once computed.
        self.idle: float | None = None
        #: Why the action was chosen, once one was.
        self.why: reasons.ActionReason | None = None
        #: Goals of an operation, by its OPS.
        self._aims: dict[int, list[int]] = {}

    def answer(self) -> Choice:
        """Return this player's choice."""
        only = self.options.only()
        if only is not None:
            return only
        method: Callable[[], Choice] | None = getattr(self, f"_{self.decision.kind}", None)
        judged = weights.now()
        with weights.used(judged if self.level.sees_cuts else weights.near_sighted(judged)):
            return method() if method else self.tried(self.options)

    # -- common -----------------------------------------------------------------------

    def has(self, verb: str) -> bool:
        """Return True if a verb is offered."""
        return verb in self.options.masks

    def blurred(self, value: float) -> float:
        """Return a value with this level's error."""
        return value + self.rng.gauss(0.0, self.level.blur) if self.level.blur else value

    def tried(self, choices: Iterable[Choice]) -> Choice:
        """Return the choice that leads to the best position, trying each once."""
        every = list(choices)
        if len(every) > self.level.tried:
            every = self.rng.sample(every, self.level.tried)
        return max(every, key=lambda choice: (self.blurred(self.outcome(choice)), choice))

    def outcome(self, choice: Choice) -> float:
        """Return the value for this side of the position after a choice."""
        twin = self.game.copy(ImaginedChance(self.rng))
        try:
            twin.apply(choice)
        except EngineError:
            return NEVER
        return self.worth_of(twin)

    def worth_of(self, game: Game[State]) -> float:
        """Return the value of a game for this side; a finished game counts as its result."""
        if game.result is not None:
            won = weights.now().result.won
            return 0.0 if game.result.winner is None else won if game.result.winner == self.side else -won
        return worth.for_side(worth.position(game.state, self.side), self.side)


def considered(options: Options) -> Options:
    """Return the options that the computer chooses from."""
    if LEFT_ALONE.isdisjoint(options.masks):
        return options
    kept = Options({verb: bits for verb, bits in options.masks.items() if verb not in LEFT_ALONE})
    return kept or options


__all__ = ["LEFT_ALONE", "NEVER", "SeatContext", "considered"]
