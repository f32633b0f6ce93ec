"""Assumptions about a hidden stack: `/odds attack x36 as 4 steps`.

Candidates are what the side may know (19.1.3): enemies that are hidden or could have arrived, in the order of their
numbers.
"""

from __future__ import annotations

from bot.table.offers import OfferContext
from bot.table.refusal import refuse
from bot.titles.liege.notation.reading import SaidOrder, nearest_side
from engine.liege.combat import HexAttack
from engine.liege.facts import FOOT
from engine.liege.fog import candidates, hidden_hexes
from engine.liege.state import WAITING, LiegeState


def said_steps(said: SaidOrder) -> int:
    """Remove `as N steps` from an order and return N, 0 if it isn't there."""
    at = next((at for at, item in enumerate(said.items) if item.kind == "as"), None)
    if at is None:
        return 0
    after = said.items[at + 1 :]
    if not after or after[0].kind != "number" or not after[0].ids[0]:
        raise refuse("which_steps", "19.1.3", said.text)
    said.items[at : at + 2 + (len(after) > 1 and after[1].kind == "steps")] = []
    return after[0].ids[0]


def assume(state: LiegeState, attack: HexAttack, steps: int) -> list[int]:
    """Replace the hidden units in a hex with units of that many steps, facing the attackers; return them.

    Infantry is used first, full-strength units before others; the last unit is reduced by any excess. Raises Refusal.

    Args:
        state: the position as the side imagines it; it is modified.
        attack: the attack on the stack's hex.
        steps: total steps of all hidden units there.
    """
    enemy, hex_ = 1 - state.side, attack.hex
    if not hidden_hexes(state, enemy) >> hex_ & 1:
        raise refuse("nothing_assumed", "19.1.3", hex=hex_)
    units = state.facts.units
    elsewhere = {one for one in range(len(units)) if state.hidden >> one & 1 and state.at[one] != hex_}
    able = [one for one in candidates(state, enemy) if one not in elsewhere and units[one].stacks]
    able.sort(key=lambda one: (units[one].type not in FOOT, -state.steps(one)))
    seen = sum(state.steps(one) for one in state.units_at(hex_) if not state.hidden >> one & 1 and units[one].stacks)
    most = min(sum(state.steps(one) for one in able), state.facts.terrain[hex_].stack - seen)
    if steps > most:
        raise refuse("too_many_assumed", "6.4.1", hex=hex_, most=most)
    for one in [one for one in state.units_at(hex_) if state.hidden >> one & 1]:
        state.at[one] = WAITING
        state.hidden &= ~(1 << one)
    found, left = [], steps
    facing = max(nearest_side(state, hex_, [state.at[one] for one in attack.full]), 0)
    for one in able:
        if not left:
            break
        taken = min(state.steps(one), left)
        state.level[one] += state.steps(one) - taken
        state.place(one, hex_, facing)
        state.hidden &= ~(1 << one)
        found.append(one)
        left -= taken
    state.changed()
    return found


def told(context: OfferContext, units: list[int]) -> str:
    """Return the units that were assumed to be there, with their steps."""
    state: LiegeState = context.table.game.state
    named = [context.say("odds.assumed_unit", unit=context.named("unit", one), count=state.steps(one)) for one in units]
    return context.say("odds.assumed", units=context.names.words.listed(named))


__all__ = ["assume", "said_steps", "told"]
