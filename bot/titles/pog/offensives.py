"""Which attacks meet the mandated offensive of their side, in words (7.1)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.titles.pog.narration.names import Names
from bot.titles.pog.notation.stacks import units_in
from bot.titles.pog.offer_context import PogOfferContext
from engine.core.bits import mask, members
from engine.pog.rules import mandated, targets
from engine.pog.state import State


def marked(names: Names, state: State, side: int, attack: str, units: Sequence[int], target: int) -> str:
    """Return the words of an attack, marked if it meets the mandated offensive."""
    meets = mandated.satisfied_by(state, side, mask(units), target)
    return names.words.say("ui.offensives.marked", attack=attack) if meets else attack


def told(names: Names, state: State, side: int, *, met: bool) -> str:
    """Return the offensive that a side still has to make, and whether an attack listed meets it; "" if there is none."""
    nation = mandated.due(state, side)
    if not nation:
        return ""
    return names.words.say(f"ui.offensives.{'met' if met else 'unmet'}", nation=names.nation(nation))


def reminder(context: PogOfferContext, kind: str) -> str:
    """Return the offensive owed at the choice of an action, and what `told` says of the attacks that can be ordered now."""
    table, state = context.table, context.table.game.state
    if kind == "choose_action":
        nation = mandated.due(state, table.side)
        return context.say("offensives.due", nation=context.names.nation(nation)) if nation else ""
    if kind == "activate":
        spaces = {*table.may("for_combat"), *members(state.operation.attack)}
        units = [unit for space in spaces for unit in units_in(table, space)]
    elif kind == "attack":
        units = [*members(int(table.field("attackers", 0))), *table.may("add")]
    else:
        return ""
    if not units or not mandated.due(state, table.side):
        return ""
    met = any(
        mandated.satisfied_by(state, table.side, 1 << unit, target)
        for unit in units
        for target in members(targets.possible(state, unit))
    )
    return told(context.names, state, table.side, met=met)


__all__ = ["marked", "reminder", "told"]
