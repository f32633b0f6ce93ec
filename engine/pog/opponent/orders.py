"""A plan for one action round: the use of a card, and the marches, entrenchments and attacks (8.1, 9.2).

A plan contains only what is known before the dice; the computer answers whatever it leaves open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.core.bits import first, mask, members
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog.state import State

#: Upper limit: no round has more choices.
_MOST = 400


@dataclass(frozen=True, slots=True)
class March:
    """Units of one space move together; the path does not include the origin."""

    units: int
    origin: int
    path: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dig:
    """Units stay in place and entrench."""

    units: int
    origin: int


@dataclass(frozen=True, slots=True)
class Strike:
    """Units of some spaces attack a space together."""

    units: int
    spaces: int
    target: int


Order = March | Dig | Strike


@dataclass(frozen=True, slots=True)
class ActionPlan:
    """The use of a card and orders for its operation, most important first."""

    use: Choice
    orders: tuple[Order, ...] = ()


def ordered(game: Game[State], plan: ActionPlan) -> Choice | None:
    """Return a plan's choice for the current decision; None if it has none that is legal."""
    says = _SAYS.get(game.decision.kind)
    choice = says(game, plan) if says else None
    return choice if choice is not None and game.options().allows(choice) else None


def paid(game: Game[State], plan: ActionPlan) -> tuple[Order, ...]:
    """Return the orders of a plan that its OPS pay for and that can be carried out from the current decision (9.2.2)."""
    operation = game.state.operation
    to_move, to_attack = (operation.move, operation.attack) if operation else (0, 0)
    side, twin = game.decision.actor(game), game.copy(First())
    twin.listening = False
    for _ in range(_MOST):
        if (
            not twin.stack
            or twin.decision.kind not in ("choose_action", "activate")
            or twin.decision.actor(twin) != side
        ):
            break
        choice = ordered(twin, plan)
        if choice is None:
            break
        to_move |= (choice.verb == "for_movement") << choice.arg
        to_attack |= (choice.verb == "for_combat") << choice.arg
        twin.apply(choice)
    return tuple(
        order
        for order in plan.orders
        if (not order.spaces & ~to_attack if isinstance(order, Strike) else to_move >> order.origin & 1)
    )


class First:
    """Chance source for operations that do not depend on chance."""

    def choose(self, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
        """Return the first of the candidates."""
        del purpose, epoch, counter
        return candidates[0]


def written_down(game: Game[State], side: int, answer: Callable[[Game[State]], Choice]) -> ActionPlan:
    """Record as a plan what `answer` does for a side until the end of the round; the game is played on."""
    use: Choice | None = None
    orders: list[Order] = []
    for _ in range(_MOST):
        if not game.stack or (use is not None and game.decision.kind == "choose_action"):
            break
        choice = answer(game)
        use = use or choice
        if game.decision.actor(game) == side:
            noted(game, choice, orders)
        game.apply(choice)
    assert use is not None
    return ActionPlan(use, tuple(orders))


def noted(game: Game[State], choice: Choice, orders: list[Order]) -> None:
    """Add a choice to the orders: a step extends the march it belongs to."""
    decision: Any = game.decision
    if decision.kind == "move_stack" and choice.verb == "step":
        orders.append(March(decision.stack, decision.origin, (choice.arg,)))
    elif decision.kind == "move_stack" and choice.verb == "entrench":
        orders.append(Dig(decision.stack, decision.origin))
    elif decision.kind == "move_on" and choice.verb == "step" and orders and isinstance(orders[-1], March):
        orders[-1] = replace(orders[-1], path=(*orders[-1].path, choice.arg))
    elif decision.kind == "attack" and choice.verb == "target":
        orders.append(Strike(decision.attackers, places(decision.attackers, game.state), choice.arg))


def _use(game: Game[State], plan: ActionPlan) -> Choice | None:
    del game
    return plan.use


def _mark(game: Game[State], plan: ActionPlan) -> Choice | None:
    """Return the next missing marker; none for an attack whose markers cannot all be paid for."""
    operation = game.state.operation
    assert operation is not None
    options = game.options()
    for order in plan.orders:
        if isinstance(order, Strike):
            for space in members(order.spaces & ~operation.attack):
                if options.allows(Choice("for_combat", space)):
                    return Choice("for_combat", space)
        elif options.allows(Choice("for_movement", order.origin)):
            return Choice("for_movement", order.origin)
    return Choice("stop")


def _pick(game: Game[State], plan: ActionPlan) -> Choice | None:
    picks = game.options().masks.get("pick", 0)
    for order in _moving(plan):
        here = order.units & picks & game.state.units_at[order.origin]
        if here:
            return Choice("pick", first(here))
    return Choice("finish")


def _gather(game: Game[State], plan: ActionPlan) -> Choice | None:
    stack: int = game.decision.stack  # type: ignore[attr-defined]
    origin: int = game.decision.origin  # type: ignore[attr-defined]
    add = game.options().masks.get("add", 0)
    for order in _moving(plan):
        if order.origin != origin or stack & ~order.units or not (stack | add) & order.units:
            continue
        missing = order.units & add & ~stack
        if missing:
            return Choice("add", first(missing))
        return Choice("entrench") if isinstance(order, Dig) else Choice("step", order.path[0])
    return None if stack else Choice("leave")


def _go_on(game: Game[State], plan: ActionPlan) -> Choice | None:
    stack: int = game.decision.stack  # type: ignore[attr-defined]
    path: tuple[int, ...] = game.decision.path  # type: ignore[attr-defined]
    gone = path[1:]
    for order in _moving(plan):
        if isinstance(order, March) and not stack & ~order.units and order.path[: len(gone)] == gone:
            return Choice("step", order.path[len(gone)]) if len(order.path) > len(gone) else Choice("stop")
    return Choice("stop")


def _attack(game: Game[State], plan: ActionPlan) -> Choice | None:
    operation = game.state.operation
    assert operation is not None
    gathered: int = game.decision.attackers  # type: ignore[attr-defined]
    add = game.options().masks.get("add", 0)
    for order in plan.orders:
        if not isinstance(order, Strike) or operation.targets >> order.target & 1 or gathered & ~order.units:
            continue
        missing = order.units & add & ~gathered
        if missing:
            return Choice("add", first(missing))
        if gathered:
            return Choice("target", order.target)
    return None


def _moving(plan: ActionPlan) -> list[March | Dig]:
    return [order for order in plan.orders if not isinstance(order, Strike)]


def places(units: int, state: State) -> int:
    """Return the spaces that units are in."""
    return mask({state.loc[unit] for unit in members(units)})


_SAYS = {
    "choose_action": _use,
    "activate": _mark,
    "move_unit": _pick,
    "move_stack": _gather,
    "move_on": _go_on,
    "attack": _attack,
}
