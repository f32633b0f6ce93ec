"""Questions that come before a choice: an attack that cannot hurt, and replacement points that would lapse."""

from __future__ import annotations

from bot.notation.table import Table, units_of
from bot.replies.offers import Desk
from bot.systems import view_for
from bot.titles.pog.looks.odds import Odds, odds
from bot.titles.pog.narration.fields import half
from engine.core.bits import members
from engine.errors import Reason
from engine.pog.rules import replacement


def harmless(desk: Desk, target: int) -> Reason | None:
    """The question before an attack that neither costs the defender a step nor makes him retreat, whatever the dice."""
    table, names = desk.table, desk.names
    if not table.offers("target", target):
        return None
    view, group = view_for(table.game, table.side), units_of(table.field("attackers", 0))
    standing = {unit.unit: (space.space, unit) for space in view.spaces for unit in space.units}
    found = odds(view, target, [standing[unit] for unit in group])
    enemies = [unit for unit, (space, _) in standing.items() if space == target and unit not in group]
    defenders = [unit for unit in enemies if names.content.units[unit].side != table.side]
    if _can_hurt(table, found, target, defenders):
        return None
    return Reason("attack_harmless", "12.2", {"units": tuple(group), "space": target})


def _can_hurt(table: Table, found: Odds, target: int, defenders: list[int]) -> bool:
    rules, state = table.game.state.rules, table.game.state
    factors = [int(rules.loss_factor(state, unit)) for unit in defenders] or [int(rules.board.fort_value[target])]
    return any(
        given >= min(factors) or (defenders and given > taken)
        for (given, taken), pairs in found.results.items()
        if pairs
    )


def lapsing(desk: Desk, _none: int) -> Reason | None:
    """The question before points are given up that could still be spent (17.1.2)."""
    table, names = desk.table, desk.names
    state = table.game.state
    units = state.rules.content.units
    pools = dict.fromkeys(units[unit].pool for unit in members(replacement.spendable(state, table.side)))
    told = [f"{names.nation(pool)} {half(state.rp[pool])}" for pool in pools if pool]
    return Reason("points_lapse", "17.1.2", {"points": names.words.listed(told)}) if told else None


__all__ = ["harmless", "lapsing"]
