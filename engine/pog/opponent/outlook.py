"""What a position between two action rounds is worth to a general: the staff's worth and what the rest of the turn will make of it."""

from __future__ import annotations

import math

from engine.core.bits import members
from engine.core.game import Game
from engine.pog.content.records import AP, CP
from engine.pog.opponent import reply, worth
from engine.pog.rules import victory
from engine.pog.state import State

#: A war that is won counts as so many VP.
WON = 30.0
#: What winning instead of losing is worth when it is decided, and what a VP is worth in any case.
_STAKES, _STEADY = 10.0, 0.35
#: How far the end of the war may come out from what is expected: at once, and more for each turn that is left, in VP.
_SPREAD, _A_TURN = 1.2, 1.0
_TURNS = 6
#: A mandated offensive that is not met yet: its VP, less while there are rounds to meet it (7.1.2).
_MANDATE = 0.9
_ROUNDS = 6
#: A replacement point that finds a step to restore (17.1).
_POINT = 0.45


def worth_of(game: Game[State], side: int) -> float:
    """Worth for a side, in VP; a finished game counts as its result."""
    if game.result is not None:
        return 0.0 if game.result.winner is None else WON if game.result.winner == side else -WON
    return worth.for_side(at_stake(game.state, _expected(game)), side)


def at_stake(state: State, value: float) -> float:
    """A worth in VP for the Central Powers as it bears on who wins: it counts most about the limits of the victory levels, late in the war."""
    limits = victory.level(state)
    left = min(_TURNS, state.rules.scenario.last_turn - state.turn) + (_ROUNDS - state.round) / _ROUNDS
    spread = (_SPREAD + _A_TURN * left) * math.sqrt(2)
    total = 10.0 + value
    chances = math.erf((total - limits.cp_min + 0.5) / spread) - math.erf((limits.ap_max + 0.5 - total) / spread)
    return _STAKES * chances / 4 + _STEADY * value


def _expected(game: Game[State]) -> float:
    """The position in VP for the Central Powers."""
    state = game.state
    # Whoever must choose how to act comes next; in the middle of a round nobody says.
    value = worth.position(state, 1 - game.decision.actor(game) if game.decision.kind == "choose_action" else None)
    left = worth.horizon(state)
    for owner, sign in ((AP, -1.0), (CP, 1.0)):
        value += sign * (left * _points(state, owner) - _unmet(state, owner))
    return value


def after_reply(game: Game[State], side: int) -> float:
    """The same, less what the enemy's best moves would bring him, if he comes next."""
    if game.result is not None or game.decision.kind != "choose_action" or game.decision.actor(game) == side:
        return worth_of(game, side)
    state, enemy = game.state, 1 - side
    value = _expected(game) + worth.position(state, enemy) - worth.position(state, side)
    value += worth.for_side(reply.raids(state, enemy), enemy)
    return worth.for_side(at_stake(state, value), side)


def _unmet(state: State, side: int) -> float:
    if state.mandated[side] in ("none", "met"):
        return 0.0
    return _MANDATE * (0.4 + 0.6 * len(state.actions[side]) / _ROUNDS)


def _points(state: State, side: int) -> float:
    """Replacement points of the turn for which there are steps to restore."""
    if not any(state.rp.values()):
        return 0.0
    rules, need = state.rules, dict[str, float]()
    for unit in members(rules.units_of_side[side]):
        spec, at = rules.content.units[unit], state.loc[unit]
        if spec.pool is None:
            continue
        steps = 0.0
        if at == rules.board.eliminated[side]:
            steps = 2.0
        elif state.reduced >> unit & 1 and (rules.board.on_map[at] or at == rules.board.reserve[side]):
            steps = 1.0
        need[spec.pool] = need.get(spec.pool, 0.0) + steps * (1.0 if spec.army else 0.5)
    return _POINT * sum(min(need.get(pool, 0.0), points / 2) for pool, points in state.rp.items())
