"""Value of a position between two action rounds for a general: the computer's evaluation plus the expected rest of the turn."""

from __future__ import annotations

from engine.core.game import Game
from engine.pog.content.records import AP, CP
from engine.pog.opponent import redeploy, reply, weights, worth
from engine.pog.opponent.danger import rounds_left
from engine.pog.rules.rounds import action_rounds
from engine.pog.state import State


def worth_of(game: Game[State], side: int) -> float:
    """Return the value for a side, in VP; a finished game counts as its result."""
    return sum(terms_of(game, side).values())


def terms_of(game: Game[State], side: int) -> dict[str, float]:
    """Return the value split into terms: the names of `worth.PARTS`, and the rest of the turn."""
    if game.result is not None:
        won, promised = game.result.winner, weights.now().result.won
        return {"result": 0.0 if won is None else promised if won == side else -promised}
    state, sign = game.state, 1.0 if side == CP else -1.0
    # The side to choose an action moves next; in the middle of a round the next side is not known.
    acting = 1 - game.decision.actor(game) if game.decision.kind == "choose_action" else None
    terms = {name: sign * part for name, part in zip(worth.PARTS, worth.parts(state, acting), strict=True)}
    terms["replacements"] = sign * (redeploy.saved(state, CP) - redeploy.saved(state, AP))
    terms["mandate"] = sign * (_unmet(state, AP) - _unmet(state, CP))
    return terms


def after_reply(game: Game[State], side: int) -> dict[str, float]:
    """Return the terms, corrected for what the enemy's best moves gain beyond expectation, if he moves next."""
    terms = terms_of(game, side)
    if game.result is not None or game.decision.kind != "choose_action" or game.decision.actor(game) == side:
        return terms
    state, enemy = game.state, 1 - side
    expected = worth.for_side(worth.position(state, side) - worth.position(state, enemy), enemy)
    return {**terms, "raids": -weights.now().outlook.raids * (reply.raids(state, enemy) - expected)}


def _unmet(state: State, side: int) -> float:
    if state.mandated[side] in ("none", "met"):
        return 0.0
    judged = weights.now().outlook
    done = len(state.actions[side]) / action_rounds(state)
    return judged.mandate * (judged.mandate_early + (1 - judged.mandate_early) * done)


def fading(state: State) -> float:
    """Return the share that counts of what the enemy will undo in time: less as the war runs out."""
    return min(1.0, state.rules.scenario.last_turn - state.turn + rounds_left(state) / action_rounds(state))
