"""The general: races whole action rounds in imagined games before beginning one.

A decision that begins an action or an operation is answered by a race of plans (`orders.ActionPlan`): uses of cards
with sets of marches and attacks, entered in several manners, varied and raced again (`deliberation`). The winning
plan is followed for as long as the game goes as expected. `choose` answers one decision at a time and sees only the
position, so the plan is cached under the digest of the position that each answer leads to, unless a die decides. The
cache only saves work: without it (another process, another answer, a die) the general races the rest of the round
again. It holds nothing that the seat does not know, and nothing is cached for the position that was asked about, so
that asking twice gives the same answer.
"""

from __future__ import annotations

import json
import random
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b

from engine.core.game import Game
from engine.core.options import Choice
from engine.errors import EngineError
from engine.pog.opponent import weights
from engine.pog.opponent.ai_player import ComputerPlayer
from engine.pog.opponent.deliberation import Deliberation, goal_of, told_orders
from engine.pog.opponent.levels import OFFICER
from engine.pog.opponent.orders import ActionPlan, ordered
from engine.pog.opponent.reasons import ActionReason, aimed, apart, open_to_all
from engine.pog.opponent.seat import Offers
from engine.pog.opponent.weights import Weights
from engine.pog.state import State

#: Number of plans cached per process.
_REMEMBERED = 512
#: Reactions that are raced if they have few options; the computer plays out what follows each.
_RACED = frozenset(
    {
        "attack", "flank", "trench_cards", "attacker_cards", "defender_cards", "open_trench_cards", "open_attacker_cards",
        "attacker_loss", "defender_loss", "retreat_option", "retreat", "advance", "withdrawal_step", "great_retreat_option",
        "brusilov_option", "kerensky_option", "guns_of_august", "place_reinforcement", "sr_destination",
    }
)  # fmt: skip
_FEW = 10
#: Share of a deliberation's full work that a player spends on a decision.
EFFORT = 0.6
#: Number of plans to compare for the reason of a choice: all that reached the end.
_COMPARED = 100

_plans: OrderedDict[tuple[str, Weights], ActionPlan] = OrderedDict()


def forget() -> None:
    """Clear the cached plans, as in a new process."""
    _plans.clear()


class General:
    """Answers one decision from what a seat knows.

    Args:
        options: the legal choices, and a source of imagined games.
        rng: its own random numbers.
        effort: share of the usual work.
    """

    def __init__(self, options: Offers, rng: random.Random, effort: float = EFFORT) -> None:
        self.side = options.side
        self.rng = random.Random(rng.getrandbits(64))
        self.game = options.imagine(self.rng)
        self._thinks = Deliberation(options, self.game, self.rng, effort)
        #: Why an action was chosen, if one was.
        self.why: ActionReason | None = None

    def answer(self) -> Choice:
        """Return the choice, caching the plan for the decisions that follow."""
        only = self.game.options().only()
        if only is not None:
            return only
        plan = _plans.get((digest(self.game, self.side), weights.now()))
        choice = ordered(self.game, plan) if plan is not None else None
        if choice is None:
            plan, choice = self._deliberate()
            self.why = self._reason(plan) if choice is not None and plan is not None else None
        if choice is None:
            computer = ComputerPlayer(self.game, OFFICER, self.rng)
            choice = computer.answer()
            self.why = computer.why
        if plan is not None:
            self._keep(plan, choice)
        return choice

    def _deliberate(self) -> tuple[ActionPlan | None, Choice | None]:
        """Run the race: return a plan with its choice for now, or a reaction."""
        kind = self.game.decision.kind
        if kind in ("choose_action", "activate"):
            plan = self._thinks.action() if kind == "choose_action" else self._thinks.operation()
            return plan, ordered(self.game, plan) if plan is not None else None
        if kind in _RACED and self.game.options().count() <= _FEW:
            return None, self._thinks.reaction()
        return None, None

    def _reason(self, plan: ActionPlan) -> ActionReason | None:
        """Return why an action's plan won the last race."""
        if self.game.decision.kind != "choose_action":
            return None
        found = self._thinks.found(_COMPARED)
        mine = next((one for one in found if one.plan == plan), None)
        if mine is None:
            return None
        second = next(
            (
                one
                for one in found
                if one is not mine and (one.plan.use == plan.use or open_to_all(one.plan.use, plan.use))
            ),
            None,
        )
        terms, lead = (second.terms, mine.worth - second.worth) if second is not None else ({}, 0.0)
        aims = (goal_of(order)[1] for order in told_orders(self.game, plan))
        return ActionReason(plan.use, mine.worth, lead, apart(mine.terms, terms), aimed(aims))

    def _keep(self, plan: ActionPlan, choice: Choice) -> None:
        """Cache the plan for the position that a choice leads to, unless chance is involved."""
        chance = _Noted()
        twin = self.game.copy(chance)
        try:
            twin.apply(choice)
        except EngineError:
            return
        if not chance.asked and twin.stack and twin.decision.actor(twin) == self.side:
            _plans[digest(twin, self.side), weights.now()] = plan
            while len(_plans) > _REMEMBERED:
                _plans.popitem(last=False)


class _Noted:
    """Chance source that notes whether it was used."""

    def __init__(self) -> None:
        self.asked = False

    def choose(self, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
        """Return the first candidate."""
        del purpose, epoch, counter
        self.asked = True
        return candidates[0]


def digest(game: Game[State], side: int) -> str:
    """Return a digest of what a seat knows of a position, as a short text."""
    data = game.state.dump()
    for name in ("hand", "deck", "swapped_in", "swapped_out"):
        data[name] = data[name][side]
    known = json.dumps([data, repr(game.stack), side, game.system.digest], sort_keys=True)
    return blake2b(known.encode(), digest_size=16).hexdigest()


__all__ = ["General", "digest", "forget"]
