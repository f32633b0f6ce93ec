"""The reasons for illegal choices in turns with more kinds of action: tactical redeployment, reorganising, building and so on."""

from __future__ import annotations

from bot.table.table import Table, units_of
from bot.titles.pog.notation import redeployment_refusals
from bot.titles.pog.notation.stacks import stands
from engine.core.bits import first
from engine.errors import Reason
from engine.pog.rules import stacking
from engine.pog.rulesets.banquet import mef
from engine.pog.rulesets.suicide.forts import strength_after

#: Maximum number of SR points convertible to OPS (13.1.2).
_MOST_OPS = 2


# -- redeployment -------------------------------------------------------------------------


def why_not_near(table: Table, unit: int) -> Reason | None:
    """Return why an army can't redeploy tactically (13.1.2); corps only redeploy by SR."""
    state, space = table.game.state, stands(table, unit)
    data = {"unit": unit, "space": space}
    if int(table.field("done", 0)) >> unit & 1:
        return Reason("sent_already", "13.1.3", data)
    if int(table.field("points", 0)) < 1:
        return Reason("sr_too_dear", "13.1.2", {"unit": unit, "price": 1, "count": 0})
    if not state.rules.armies >> unit & 1:
        return Reason("near_for_armies", "13.1.2", data)
    why = redeployment_refusals.why_not_sent(table, unit)
    dear = why is not None and why.code in ("sr_too_dear", "sr_shut_in")
    return Reason("near_nowhere", "13.1.2", data) if why is None or dear else why


def why_not_converted(table: Table, ops: int) -> Reason | None:
    """Return why SR points can't be converted to OPS (13.1.2)."""
    state = table.game.state
    if state.actions[table.side][-1:] and state.actions[table.side][-1][0] != "sr":
        return Reason("converts_by_card", "13.1.2", {})
    if not int(table.field("done", 0)):
        return Reason("redeploy_first", "13.1.2", {})
    if crowded := stacking.overstacked(state, table.side):
        return Reason("overstacked_first", "10.1.3", {"space": first(crowded)})
    left = min(int(table.field("points", 0)), _MOST_OPS)
    return Reason("converts_less", "13.1.2", {"count": left}) if not 0 < ops <= left else None


def why_not_evacuated(table: Table, _none: int) -> Reason | None:
    """Return why the beachhead can't be evacuated (9.5.3.5)."""
    marks = table.game.state.marks
    if not marks.get("landing"):
        return Reason("nothing_to_evacuate", "9.5.3.5", {})
    return Reason("evacuation_too_dear", "9.5.3.5", {"count": mef.PRICE, "left": int(table.field("points", 0))})


def why_not_ended(table: Table, _none: int) -> Reason | None:
    """Return why the redeployment can't end: overstacking, or a card has redeployed no unit (13.1.2)."""
    if crowded := stacking.overstacked(table.game.state, table.side):
        return Reason("overstacked_first", "10.1.2", {"space": first(crowded)})
    return None if int(table.field("done", 0)) else Reason("redeploy_first", "13.1.2", {})


# -- stacks -------------------------------------------------------------------------------


def why_not_claimed(table: Table, _none: int) -> Reason | None:
    """Return why a space can't be taken in passing (11.1.4)."""
    state = table.game.state
    path = tuple(table.field("path", ()))
    if state.rules.switches.get("soe.control_in_passing") == "never":
        return Reason("never_in_passing", "11.1.4", {})
    at = int(path[-1])
    if state.control[table.side] >> at & 1:
        return Reason("claimed_already", "11.1.4", {"space": at})
    if state.intact_forts(1 - table.side) >> at & 1:
        return Reason("fort_keeps_it", "11.1.4", {"space": at})
    return Reason("no_mp_for_claim", "11.1.4", {"space": at})


def why_not_reorganised(table: Table, _none: int) -> Reason | None:
    """Return why the stack can't reorganise (14.3.1)."""
    state = table.game.state
    if state.rules.switches.get("soe.reorganisation") == "none":
        return Reason("no_reorganisation", "14.3.1", {})
    return Reason("reorganises_two", "14.3.1", {})


def why_not_built(table: Table, _none: int) -> Reason | None:
    """Return why the stack can't build a fort (15.4)."""
    state, space = table.game.state, int(table.field("origin", -1))
    stack = units_of(table.field("stack", 0))
    if len(stack) != 1 or state.rules.armies >> stack[0] & 1 or state.reduced >> stack[0] & 1:
        return Reason("builds_alone", "15.4.1", {})
    unit = stack[0]
    data = {"unit": unit, "space": space}
    if not state.rules.content.units[unit].replaceable:
        return Reason("never_restored", "15.4.1", data)
    level, owner = state.trench(space)
    if not level or owner != table.side:
        return Reason("builds_in_trench", "15.4.1", data)
    if strength_after(state, space, unit):
        return None
    printed = state.rules.board.fort_value[space]
    return Reason("fort_of_another" if printed and _is_fort_weakened(table, space) else "fort_stands", "15.4.2", data)


def _is_fort_weakened(table: Table, space: int) -> bool:
    """Return True if a printed fort is destroyed or below its printed value."""
    state = table.game.state
    destroyed = bool(state.forts_destroyed >> space & 1)
    return destroyed or state.fort_values[space] < state.rules.board.fort_value[space]


# -- others -------------------------------------------------------------------------------


def why_not_halting(table: Table, _none: int) -> Reason | None:
    """Return why a retreat of two spaces can't end in the first (12.5.3)."""
    path = table.field("path", ())
    if not path:
        return Reason("halts_on_the_way", "12.5.3", {})
    return Reason("no_cover_there", "12.5.3", {"space": int(path[-1])})


def why_not_put_away(table: Table, card: int) -> Reason | None:
    """Return why a card can't be discarded before or after drawing (9.5.4.6)."""
    state = table.game.state
    if not state.hand[table.side] >> card & 1:
        return Reason("card_not_in_hand", "", {"card": card})
    return Reason("no_combat_card", "9.5.4.6", {"card": card})


__all__ = [
    "why_not_built", "why_not_claimed", "why_not_converted", "why_not_ended", "why_not_evacuated", "why_not_halting",
    "why_not_near", "why_not_put_away", "why_not_reorganised",
]  # fmt: skip
