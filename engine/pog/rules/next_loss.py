"""Which step a side loses next in a combat, and why no other unit can take it (12.4)."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.bits import mask, members
from engine.pog.combat_state import Combat
from engine.pog.rules import combat as fight
from engine.pog.rules import losses
from engine.pog.rules.losses import Hit, Spared, Wish
from engine.pog.state import State


class NextLoss(NamedTuple):
    """The units that can take a side's next loss, and the reason of each other unit that cannot.

    Reasons are "too_big" (its step is above the rest of the loss number, 12.4.2), the name of a `HitOrder` ("order": 12.4.5),
    "less" (less of the loss number would be taken in all, 12.4.3), "army" (an army must be lost first, 12.4.4.2) and
    "withdrawal" (a corps must take a step, 12.6.9).
    """

    units: int
    fort: bool
    barred: dict[int, str]

    def spares(self, state: State, unit: int) -> Spared:
        """Return the other units with their reasons if nothing but this unit or its like can take the loss."""
        kind = _kind(state, unit)
        if self.fort or any(_kind(state, other) != kind for other in members(self.units)):
            return ()
        return tuple(self.barred.items())


def _kind(state: State, unit: int) -> tuple[str, bool]:
    """Return what a unit has in common with interchangeable ones."""
    return state.rules.content.units[unit].group, state.is_reduced(unit)


def next_loss(state: State, combat: Combat, attacker: bool) -> NextLoss:
    """Return what can be a side's next loss: the steps that begin a sequence fulfilling as much as possible (12.4.3)."""
    left = (combat.to_attacker if attacker else combat.to_defender) - combat.taken
    if left <= 0:  # every step costs something
        return NextLoss(0, False, {})
    units = combat.attackers if attacker else combat.defenders
    able = mask(unit for unit in members(units) if state.rules.loss_factor(state, unit) <= left)
    barred = dict.fromkeys(members(units & ~able), "too_big")
    if bound := first_in_order(state, combat, attacker, able, barred):
        return NextLoss(bound, False, barred)
    fort = combat.fort if not attacker and fight.fort_defends(state, combat) else 0
    wish = None if attacker else _given_back(state, combat)
    found = losses.valued_hits(state, losses.force_of(state, units, fort), left, wish)
    best = max((value for value, _ in found), default=0)
    chosen = [hit.unit for value, hit in found if value == best]
    taken = mask(unit for unit in chosen if unit is not None)
    for unit in members(able & ~taken):
        barred[unit] = _why(max(value for value, hit in found if hit.unit == unit), best)
    return NextLoss(taken, None in chosen, barred)


def _why(value: int, best: int) -> str:
    """Return why a step is not the best: it begins less (12.4.3), costs no army (12.4.4.2), or no corps (12.6.9)."""
    return next(why for why, worth in (("less", 4), ("army", 2), ("withdrawal", 1)) if value // worth < best // worth)


def first_in_order(state: State, combat: Combat, attacker: bool, able: int, barred: dict[int, str]) -> int:
    """Return the units one of which must take a side's next loss, 0 if any may; put the others into `barred` (12.4.5).

    Each entry of the ruleset filters those left by the entries before it.
    """
    side = combat.side if attacker else 1 - combat.side
    left, bound = able, 0
    for order in state.rules.tables.hit_order:
        if first := order.units(state, combat, side, left):
            barred |= dict.fromkeys(members(left & ~first), order.name)
            left = bound = first
    return bound


def _given_back(state: State, combat: Combat) -> Wish | None:
    """Return what Withdrawal prefers: a corps step to give back, as long as none was lost (12.6.9)."""
    armies = state.rules.armies
    committed = fight.committed(state, combat, 1 - combat.side, "withdrawal")
    if not committed or any(not armies >> unit & 1 for unit, _ in combat.lost_steps):
        return None

    def corps_step(hit: Hit) -> bool:
        return hit.unit is not None and not armies >> hit.unit & 1

    return corps_step
