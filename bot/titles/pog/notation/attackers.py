"""Which units may attack a space, and the exact reason why one may not; for orders, odds and refusals alike.

Calls the public rule functions one by one, in the order in which a player would think of them. Uses only public
information.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from bot.table.table import Table
from bot.titles.pog.notation import area_refusals
from bot.titles.pog.notation.stacks import stands, units_in
from engine.core.bits import members
from engine.errors import Reason
from engine.pog.combat_state import Operation
from engine.pog.content.records import AP
from engine.pog.rules import areas, supply, targets


def planned(table: Table) -> Table:
    """Return the table on which a side can plan an attack, ignoring an operation of the other side.

    During a combat its declaration is taken back, so that it and the alternatives can be compared.
    """
    state = table.game.state
    operation, combat = state.operation, state.combat
    if operation is None or (operation.side == table.side and combat is None):
        return table
    twin = table.trial()
    if operation.side != table.side:
        twin.game.state.operation = None
        return twin
    planned_from = twin.game.state.operation
    planned_from.attacked &= ~combat.attackers
    planned_from.fought &= ~combat.attackers
    planned_from.abroad &= ~combat.attackers
    planned_from.targets &= ~(1 << combat.target)
    return twin


def why_not(table: Table, unit: int, space: int) -> Reason | None:
    """Return why a unit of the table's side may not attack a space now; None if it may, perhaps with others."""
    if table.game.state.rules.content.spaces[stands(table, unit)].kind != "map":
        return Reason("not_on_map", "12.1.4", {"unit": unit})
    return (
        _why_empty(table, space)
        or why_out_of_reach(table, unit, space)
        or _why_idle(table, unit)
        or why_closed(table, space, unit)
        or _why_kept_off(table, unit, space)
    )


def why_not_together(table: Table, units: Collection[int], space: int) -> Reason | None:
    """Return why units that may each attack a space may not do so together (12.1.10, 12.1.11, 15.2.3); None if they may."""
    state = table.game.state
    group = sum(1 << unit for unit in units)
    if not group or targets.common(state, group) >> space & 1:
        return None
    origins = {stands(table, unit) for unit in units}
    board = state.rules.board
    for origin in origins:
        if origin != space and state.besieged >> origin & 1 and not targets.siege_holds(state, group, origin):
            return Reason("siege_must_hold", "15.2.3", {"space": origin})
    if space in origins and len(origins) > 1:
        return Reason("besieged_from_outside", "15.1.3", {"space": space})
    if areas.too_many_crossing(state, group) >> space & 1:
        return Reason("crossing_closed", "11.3.2", {"space": space, "units": tuple(units)})
    london = board.space("london")
    if london in origins and not any(board.lands("fr", "be") >> origin & 1 for origin in origins):
        return Reason("london_alone", "12.1.10", {"space": space})
    return Reason("nations_apart", "12.1.11", {"units": tuple(units), "space": space})


def why_not_alone(table: Table, unit: int, space: int) -> Reason | None:
    """Return why a unit that might attack a space with others may not do so alone: its fort, a crossing, London (15.2.3)."""
    reason = why_not_together(table, [unit], space)
    return None if reason is None or reason.code == "nations_apart" else reason


def able(table: Table, space: int, among: Iterable[int]) -> list[int]:
    """Return those of the units that may attack a space together now, as many as possible.

    Earlier units take precedence; units that couldn't join are left out.
    """
    state = table.game.state
    waiting = [unit for unit in among if why_not(table, unit, space) is None]
    chosen: list[int] = []
    group, grown = 0, True
    while grown:
        grown = False
        for unit in waiting:
            if not group >> unit & 1 and targets.common(state, group | 1 << unit) >> space & 1:
                group |= 1 << unit
                chosen.append(unit)
                grown = True
    return chosen


def common_targets(table: Table, units: Collection[int]) -> list[int]:
    """Return the spaces that all of these units may attack together now, counting activated and inactive units."""
    state = table.game.state
    near = ~0
    for unit in units:
        at = stands(table, unit)
        near &= state.rules.board.lines[unit][at] | 1 << at
    standing = state.occupied[1 - table.side] | state.intact_forts(1 - table.side)
    return [
        space
        for space in members(near & standing if units else 0)
        if all(why_not(table, unit, space) is None for unit in units) and why_not_together(table, units, space) is None
    ]


def why_nobody_from(table: Table, origin: int, space: int, chosen: Sequence[int]) -> Reason:
    """Return why no unit of a space takes part in an attack by the chosen units."""
    units = units_in(table, origin)
    if not units:
        return Reason("no_units_there", "12.1.4", {"space": origin})
    reasons = [why_not(table, unit, space) for unit in units]
    fit = [unit for unit, reason in zip(units, reasons, strict=True) if reason is None]
    if not fit:
        return next(reason for reason in reasons if reason is not None)
    others = [unit for unit in chosen if unit not in fit]
    together = why_not_together(table, [*others, fit[0]], space)
    return together or Reason("nobody_can_attack", "12.1.4", {"space": space})


def why_nobody(table: Table, space: int) -> Reason | None:
    """Return why no unit of the table's side may attack a space now; None if one may, perhaps with others."""
    units = eligible(table)
    reasons = [why_not(table, unit, space) for unit in units]
    if None in reasons:
        return None
    near = [reason for unit, reason in zip(units, reasons, strict=True) if why_out_of_reach(table, unit, space) is None]
    return _why_empty(table, space) or next(iter(near), None) or Reason("nobody_near", "12.1.4", {"space": space})


# -- one unit -----------------------------------------------------------------------------


def _why_idle(table: Table, unit: int) -> Reason | None:
    """Return why a unit may not attack anything now."""
    state, space = table.game.state, stands(table, unit)
    operation = state.operation
    if operation is not None:
        marked = operation.attack >> space & 1 or (table.kind == "activate" and not operation.move >> space & 1)
        if (reason := why_done(operation, unit, space, marked=bool(marked))) is not None:
            return reason
        if operation.idle >> unit & 1:
            return Reason("was_out_of_supply", "14.1.1.1", {"unit": unit, "space": space})
    if supply.frozen_units(state) >> unit & 1:
        return Reason("neutral_still", neutral_rule(state), {"unit": unit, "space": space})
    if not supply.may_act(state, unit, attack=True):
        return Reason("unit_out_of_supply", "14.1.1", {"unit": unit, "space": space})
    if summer_desert(state, space):
        return Reason("desert_in_summer", "15.2.5", {"space": space})
    return None


def why_done(operation: Operation, unit: int, space: int, *, marked: bool) -> Reason | None:
    """Return why a unit attacks no more in an operation, or never did (12.1.1, 12.1.6); None if it still may.

    An event bars units whose space is not marked either, and to players the missing marker is the reason.
    """
    if operation.fought >> unit & 1:
        return Reason("unit_attacked_already", "12.1.6", {"unit": unit})
    if not marked:
        return Reason("not_marked_for_attack", "12.1.1", {"space": space})
    return Reason("unit_left_out", "12.1.6", {"unit": unit}) if operation.attacked >> unit & 1 else None


def neutral_rule(state: Any) -> str:
    """Return the paragraph that keeps units inactive: Greeks at limited entry, or powers that haven't entered the war."""
    return "16.1" if state.marks.get("neutral_powers") else "9.5.2.4"


def summer_desert(state: Any, space: int) -> bool:
    """Return True for a desert space in summer, which neither attacks nor is attacked (15.2.5)."""
    rules = state.rules
    return bool(rules.content.turns[state.turn - 1].desert_closed and rules.board.terrain["desert"] >> space & 1)


def why_out_of_reach(table: Table, unit: int, space: int) -> Reason | None:
    """Return why a space isn't adjacent to a unit, or not by a connection it may use (11.1.4, 12.1.9)."""
    at = stands(table, unit)
    if at != space:
        return area_refusals.why_no_line(table, unit, at, space)
    besieged = table.game.state.besieged >> space & 1
    return None if besieged else Reason("nobody_to_attack", "12.1.4", {"space": space})


def _why_empty(table: Table, space: int) -> Reason | None:
    """Return why a space holds nothing to attack, from however near."""
    state, enemy = table.game.state, 1 - table.side
    if state.rules.content.spaces[space].kind != "map":
        return None  # boxes have no unit stacks; why no combat takes place there needs no reason
    if state.units_of(enemy, space) or state.intact_forts(enemy) >> space & 1:
        return None
    return Reason("nobody_to_attack", "12.1.4", {"space": space})


def why_closed(table: Table, space: int, unit: int = -1) -> Reason | None:
    """Return why a space may not be attacked now, by any unit or by the one given; None if it may."""
    state, enemy = table.game.state, 1 - table.side
    if state.rules.content.spaces[space].kind != "map":
        return Reason("nobody_to_attack", "12.1.4", {"space": space})
    if state.operation is not None and state.operation.targets >> space & 1:
        return Reason("attacked_already", "12.1.6", {"space": space})
    if summer_desert(state, space):
        return Reason("desert_in_summer", "15.2.5", {"space": space})
    # Before combat besiegers may still move off, so their fort counts too (9.2.9).
    later = state.operation is None or table.kind in ("activate", "move_unit", "move_stack", "move_on")
    if targets.enemy_spaces(state, table.side, later) >> space & 1:
        return None
    if state.units_of(enemy, space) & ~supply.frozen_units(state):
        return Reason("all_retreated", "12.1.2", {"space": space})
    if state.units_of(enemy, space):
        return Reason("neutral_still", neutral_rule(state), {"space": space})
    if not state.intact_forts(enemy) >> space & 1:
        return Reason("nobody_to_attack", "12.1.4", {"space": space})
    if unit >= 0 and stands(table, unit) == space:
        return None
    return Reason("besieged_from_outside", "15.1.3", {"space": space})


def _why_kept_off(table: Table, unit: int, space: int) -> Reason | None:
    """Return the rule or event that keeps a unit from attacking an adjacent space."""
    state = table.game.state
    if targets.possible(state, unit, later=True, alone=False) >> space & 1:
        return None
    data = {"unit": unit, "units": (unit,), "space": space}
    nation, rules = state.rules.content.units[unit].nation, state.rules
    if (entry := area_refusals.closed_by(rules.tables.attack_bars, state, unit, space)) is not None:
        return area_refusals.told(entry, unit, space)
    if (
        nation == "ge"
        and not targets.oberost(state)
        and (state.intact_forts(AP) & rules.board.lands("ru")) >> space & 1
    ):
        return Reason("needs_oberost", "15.1.11", {**data, "card": rules.card("cp_11_oberost")})
    if nation == "ru" and areas.german_forts(state) >> space & 1:
        return Reason("german_forts_closed", "15.1.12", data)
    if state.russian == areas.BREST_LITOVSK:
        return Reason("brest_litovsk", "16.4.9", data)
    if nation == "ru" and targets.played_this_turn(state, "cp_58_stavka_timidity"):
        return Reason("card_forbids", "9.5.1.1", {**data, "card": rules.card("cp_58_stavka_timidity")})
    if nation == "br" and targets.lloyd_george(state):
        return Reason("card_forbids", "9.5.1.1", {**data, "card": rules.card("cp_55_lloyd_george")})
    return area_refusals.why_barred(table, unit, space) or Reason("nobody_can_attack", "12.1.4", data)


def eligible(table: Table) -> list[int]:
    """Return all units of the table's side on the map."""
    units = table.game.state.rules.content.units
    spaces = table.game.state.rules.content.spaces
    return [unit.id for unit in units if unit.side == table.side and spaces[stands(table, unit.id)].kind == "map"]


__all__ = [
    "able", "common_targets", "eligible", "neutral_rule", "planned", "summer_desert", "why_closed", "why_done", "why_nobody", "why_nobody_from", "why_not",
    "why_not_together", "why_out_of_reach",
]  # fmt: skip
