"""The reasons why a unit may not redeploy strategically, or not to the place ordered (13.0)."""

from __future__ import annotations

from typing import Any

from bot.table.table import Table
from bot.titles.pog.notation import area_refusals, movement_refusals
from bot.titles.pog.notation.stacks import stands
from engine.errors import Reason
from engine.pog.content.records import CP
from engine.pog.rules import areas, near_east_limits, redeployment, reserve_box, stacking, supply


def why_not_sent(table: Table, unit: int) -> Reason | None:
    """Return why a unit may not be redeployed at all now."""
    state, space = table.game.state, stands(table, unit)
    data = {"unit": unit, "space": space}
    if (out := _why_not_there_at_all(table, unit)) is not None:
        return out
    if (dear := _too_dear(table, unit)) is not None:
        return dear
    kind = state.rules.content.spaces[space].kind
    if kind == "map" and (bound := _why_kept(table, unit, space)) is not None:
        return bound
    if kind == "map" and not supply.in_supply(state, unit):
        return Reason("unit_out_of_supply", "13.1.5", data)
    if kind == "map" and not _siege_holds(state, unit, space):
        return Reason("siege_must_hold", "13.1.5", {"space": space})
    if stacking.overstacked(state, table.side):
        return Reason("overstacked_first", "10.1.2", {"space": _first(stacking.overstacked(state, table.side))})
    if kind == "reserve" and not reserve_box.reserve_open(state, unit):
        return Reason("capital_taken", "13.1.11", data)
    if kind == "map" and state.rules.of_nation["ru"] >> unit & 1 and not state.rules.board.lands("ru") >> space & 1:
        return Reason("sr_russians_at_home", "13.1.6", data)
    return _shut_in(table, unit, space)


def _shut_in(table: Table, unit: int, space: int) -> Reason | None:
    """Return the reason that a unit can go nowhere from a space, with what keeps it out of the spaces around."""
    around = area_refusals.beside(table.game.state, space)
    told = {str(why): why for near in around if (why := _why_closed(table, unit, near)) is not None}
    blocks = tuple(told.values())[: movement_refusals.MOST_BLOCKS]
    return Reason("sr_shut_in", "13.1.5", {"unit": unit, "space": space, "blocks": blocks}) if told else None


def _why_not_there_at_all(table: Table, unit: int) -> Reason | None:
    """Return why a unit is no candidate: it was redeployed in this action, or is neither on the map nor in reserve."""
    data, space = {"unit": unit, "space": stands(table, unit)}, stands(table, unit)
    kind = table.game.state.rules.content.spaces[space].kind
    if int(table.field("done", 0)) >> unit & 1:
        return Reason("sent_already", "13.1.3", data)
    if kind not in ("map", "reserve"):
        return Reason("is_eliminated" if kind == "eliminated" else "not_on_map", "13.1.1", data)
    return None


def _why_kept(table: Table, unit: int, space: int) -> Reason | None:
    """Return the rule on permitted areas that keeps a unit where it is."""
    state = table.game.state
    if (entry := area_refusals.closed_by(state.rules.tables.no_sr, state, unit, space)) is not None:
        return area_refusals.told(entry, unit, space)
    return None if areas.may_leave(state, 1 << unit, space) else area_refusals.why_bound(table, unit, space, space)


def why_not_after(table: Table, last: Any, unit: int) -> Reason | None:
    """Return why a unit can't be redeployed after the last one, which ended the action; None if that isn't the cause."""
    state = table.game.state
    gone = int(last.done) | 1 << last.unit
    if gone >> unit & 1:
        return Reason("sent_already", "13.1.3", {"unit": unit})
    left, price = last.points - int(redeployment.price(state, last.unit)), int(redeployment.price(state, unit))
    return Reason("sr_too_dear", "13.1.2", {"unit": unit, "price": price, "count": left}) if price > left else None


def _first(spaces: int) -> int:
    return spaces.bit_length() - 1


def _too_dear(table: Table, unit: int) -> Reason | None:
    price = int(redeployment.price(table.game.state, unit))
    points = int(table.field("points", price))
    if price <= points:
        return None
    data = {"unit": unit, "price": price, "count": points}
    if table.offers("near", unit):
        data["reach"] = table.game.state.rules.movement(table.game.state, unit)
        return Reason("sr_too_dear_but_near", "13.1.2", data)
    return Reason("sr_too_dear", "13.1.2", data)


def _siege_holds(state: Any, unit: int, space: int) -> bool:
    if not state.besieged >> space & 1:
        return True
    rest = state.units_of(state.rules.side_of[unit], space) & ~(1 << unit)
    return bool(state.can_besiege(rest, space))


def why_not_there(table: Table, space: int) -> Reason | None:
    """Return why the unit being redeployed may not go to a place."""
    state, unit = table.game.state, int(table.field("unit", -1))
    if unit < 0:
        return None
    if (dear := _too_dear(table, unit)) is not None:
        return dear
    if space == stands(table, unit):
        return Reason("sr_is_there", "13.1.1", {"unit": unit, "space": space})
    if state.rules.content.spaces[space].kind != "map":
        return _why_not_to_reserve(table, unit)
    if (why := _why_closed(table, unit, space)) is not None:
        return why
    if stands(table, unit) == state.rules.board.reserve[table.side]:
        return _why_not_from_reserve(state, unit, space)
    return _why_no_route(table, unit, space)


def why_not_near_there(table: Table, space: int) -> Reason | None:
    """Return why the army redeploying tactically may not go to a place (13.1.2)."""
    state, unit = table.game.state, int(table.field("unit", -1))
    if space == stands(table, unit):
        return Reason("sr_is_there", "13.1.1", {"unit": unit, "space": space})
    if state.rules.content.spaces[space].kind != "map":
        return Reason("sr_no_box", "13.1.9", {"unit": unit, "space": stands(table, unit)})
    far = Reason("near_too_far", "13.1.2", {"unit": unit, "space": space, "count": state.rules.movement(state, unit)})
    return _why_closed(table, unit, space) or far


def _why_closed(table: Table, unit: int, space: int) -> Reason | None:
    """Return why a unit may not end a redeployment in a space, wherever it comes from."""
    state = table.game.state
    if state.controller(space) != table.side:
        return Reason("sr_not_friendly", "13.1.5", {"space": space})
    if (why := area_refusals.why_barred(table, unit, space)) is not None:
        return why
    if (why := area_refusals.why_no_end(table, unit, space)) is not None:
        return why
    if (entry := area_refusals.closed_by(state.rules.tables.no_sr, state, unit, space)) is not None:
        return area_refusals.told(entry, unit, space)
    if stacking.room(state, table.side, space) < 1:
        return Reason("no_room", "10.1.1", {"space": space, "most": state.rules.stacking_limit})
    if not supply.in_supply(state, unit, space):
        return Reason("sr_no_supply", "13.1.5", {"space": space, "unit": unit})
    return None


def _why_not_to_reserve(table: Table, unit: int) -> Reason:
    state = table.game.state
    spec, space = state.rules.content.units[unit], stands(table, unit)
    data = {"unit": unit, "space": space}
    if spec.army:
        return Reason("sr_no_box", "13.1.9", data)
    if not reserve_box.reserve_open(state, unit):
        return Reason("capital_taken", "13.1.11", data)
    if reserve_box.supplied_by_foreigners(state, unit, space):
        return Reason("sr_foreign_supply", "13.1.12", data)
    if spec.nation == "ru" and not state.rules.board.lands("ru") >> space & 1:
        return Reason("sr_russians_at_home", "13.1.6", data)
    if near_east_limits.near_east_for(state, unit) >> space & 1:
        return Reason("sr_near_east", _near_east_rule(state, unit), data)
    return Reason("sr_no_box", "13.1.9", data)


def _why_not_from_reserve(state: Any, unit: int, space: int) -> Reason:
    """Return what a corps from the reserve box lacks in its destination (13.1.8)."""
    spec = state.rules.content.units[unit]
    data = {"unit": unit, "space": space, "nation": spec.parent}
    if not reserve_box.reserve_open(state, unit):
        return Reason("capital_taken", "13.1.11", data)
    if spec.nation == "ru" and not state.rules.board.lands("ru") >> space & 1:
        return Reason("sr_russians_at_home", "13.1.6", data)
    if near_east_limits.near_east_for(state, unit) >> space & 1:
        kin = state.rules.of_parent[spec.parent] & state.units_at[space]
        if kin:
            return Reason("sr_near_east", _near_east_rule(state, unit), data)
    if reserve_box.supplied_by_foreigners(state, unit, space):
        return Reason("sr_foreign_supply", "13.1.12", data)
    return Reason("sr_needs_kin", "13.1.8", data)


def _why_no_route(table: Table, unit: int, space: int) -> Reason:
    """Return why no route joins spaces of the map, overland or by sea for corps (13.1.5 to 13.1.7, 13.2)."""
    state, origin = table.game.state, stands(table, unit)
    rules = state.rules
    data = {"unit": unit, "space": space, "origin": origin}
    russia = rules.board.lands("ru")
    if rules.of_nation["ru"] >> unit & 1 and not (russia >> origin & russia >> space & 1):
        return Reason("sr_russians_at_home", "13.1.6", data)
    near_east = near_east_limits.near_east_for(state, unit)
    if (near_east >> origin ^ near_east >> space) & 1 and not redeployment_open(state, unit):
        return Reason("sr_near_east", _near_east_rule(state, unit), data)
    ports = supply.friendly_ports(state, table.side)
    if (entry := area_refusals.closed_by(rules.tables.no_sea, state, unit, space)) is not None and ports >> space & 1:
        return area_refusals.told(entry, unit, space)
    if rules.armies >> unit & 1 and ports >> origin & ports >> space & 1:
        return Reason("sr_army_by_sea", "13.1.7", data)
    return Reason("sr_no_way", "13.1.5", data)


def redeployment_open(state: Any, unit: int) -> bool:
    """Return True if no limit of the turn on redeployment to and from the Near East prevents it (13.2)."""
    spec = state.rules.content.units[unit]
    if spec.nation == "ru":
        return not (state.rules.armies >> unit & 1 or state.limits_used & areas.RUSSIAN_SR)
    if spec.side == CP:
        exempt = spec.nation in state.rules.content.sr.near_east_cp_exempt
        return bool(exempt or not state.limits_used & areas.CENTRAL_SR)
    return bool(near_east_limits.may_use_reserve_for_near_east(state, unit))


def _near_east_rule(state: Any, unit: int) -> str:
    spec = state.rules.content.units[unit]
    return "13.2.2" if spec.nation == "ru" else "13.2.3" if spec.side == CP else "13.2.1"


__all__ = ["why_not_after", "why_not_near_there", "why_not_sent", "why_not_there"]
