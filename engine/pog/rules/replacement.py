"""Replacements: which units can be restored, at what price, and where (17.0)."""

from __future__ import annotations

from engine.core.bits import members
from engine.core.game import Game
from engine.pog.cards import lasting_events
from engine.pog.content.records import AP, CP
from engine.pog.rules import control, reinforcement, reserve_box, stacking, supply
from engine.pog.state import TOTAL, State


def price(state: State, unit: int) -> int:
    """Return the half points for the next step of a unit: one for a corps, two for an army (17.1.4)."""
    rules = state.rules
    eliminated = state.loc[unit] == rules.board.eliminated[rules.side_of[unit]]
    return _price_of(state, unit, "rebuild_{size}_reduced") if eliminated else flip_price(state, unit)


def flip_price(state: State, unit: int) -> int:
    """Return the half points to restore a reduced unit that is not eliminated (17.1.4)."""
    return _price_of(state, unit, "flip_{size}")


def _price_of(state: State, unit: int, action: str) -> int:
    size = "army" if state.rules.armies >> unit & 1 else "corps"
    return state.rules.content.replacement_costs[action.format(size=size)].half_points


def points_of(state: State, card: int) -> dict[str, int]:
    """Return the points that a card records now, by pool: none for neutrals (9.4.1); events can add some (17.1.8)."""
    rules = state.rules
    spec = rules.content.cards[card]
    points = {pool: value for pool, value in spec.rp if not supply.neutral_nation(state, pool)}
    for change in rules.content.replacement_changes:
        if change.when != "each_ap_rp_card" or spec.side != AP or not change.card:
            continue
        if rules.card(change.card) in state.events:
            points[change.pool] = points.get(change.pool, 0) + change.points
    return points


def spendable(state: State, side: int) -> int:
    """Return the units on which points can be spent now."""
    rules, rp = state.rules, state.rp
    pools = [pool for pool in rules.content.pools[side] if rp.get(pool, 0) > 0]
    if not pools:
        return 0
    board, units_at = rules.board, state.units_at
    reduced = state.reduced & (state.standing[side] | units_at[board.reserve[side]])
    lacking = (reduced | units_at[board.eliminated[side]]) & ~supply.frozen_units(state)
    result = 0
    for pool in pools:
        for unit in members(lacking & rules.of_pool.get(pool, 0)):
            if rp[pool] >= price(state, unit) and may_restore(state, unit):
                result |= 1 << unit
    return result


def may_restore(state: State, unit: int) -> bool:
    """Return True if the rules allow this unit a replacement step."""
    rules = state.rules
    board = rules.board
    side = rules.side_of[unit]
    space = state.loc[unit]
    if not capital_free(state, unit) or not _poles_allowed(state, unit):
        return False
    for allowed in rules.tables.may_restore:
        if not allowed(state, unit):
            return False
    if space == board.eliminated[side]:
        if not rules.armies >> unit & 1:
            return True
        return bool(rebuild_spaces(state, unit))
    if not state.is_reduced(unit):
        return False
    if space == board.reserve[side]:
        return True
    if not board.on_map[space] or not supply.in_supply(state, unit):
        return False
    return not reserve_box.supplied_by_foreigners(state, unit, space)


def capital_free(state: State, unit: int) -> bool:
    """Return whether the enemy neither controls nor besieges the unit's capital, required except for BE and SB (17.1.3)."""
    return reserve_box.reserve_open(state, unit)


def _poles_allowed(state: State, unit: int) -> bool:
    """Return whether the unit may be replaced: not Polish corps while Warsaw is Allied (CP 59)."""
    rules = state.rules
    needs = rules.limited.get("needs_warsaw", 0) >> unit & 1
    return not (needs and state.control[AP] & rules.board.spaces("warsaw"))


def rebuild_spaces(state: State, army: int) -> int:
    """Return where an eliminated army can be rebuilt: as a reinforcement, with two exceptions (17.1.5)."""
    for named in state.rules.tables.rebuilt:
        places = named(state, army)
        if places is not None:
            return places
    return reinforcement.entry_spaces(state, army)


def belgian_army(state: State, army: int) -> int | None:
    """Return the spaces for the Belgian army: at home, or Calais."""
    rules = state.rules
    if not rules.of_nation["be"] >> army & 1:
        return None
    home = ready(state, army, rules.board.spaces("brussels", "antwerp", "ostend"))
    return home or ready(state, army, rules.board.spaces("calais"))


def serbian_army(state: State, army: int) -> int | None:
    """Return the spaces for the Serbian army: Belgrade unless Nis is lost, and Salonika after the landing."""
    rules = state.rules
    board = rules.board
    if not rules.of_nation["sb"] >> army & 1:
        return None
    places = 0
    if not state.control[CP] & board.spaces("nis"):
        places |= board.spaces("belgrade")
    if any(rules.card(n) in state.events for n in ("ap_30_salonika", "ap_44_greece")):
        places |= board.spaces("salonika")
    return ready(state, army, places)


#: Where armies are rebuilt differently from reinforcements.
REBUILT = (belgian_army, serbian_army)


def ready(state: State, army: int, places: int) -> int:
    """Return the friendly spaces with a real supply line and room."""
    side = state.rules.side_of[army]
    return sum(
        1 << space
        for space in members(places & state.control[side] & ~state.besieged & ~state.closed)
        if stacking.room(state, side, space) and supply.traces(state, army, space)
    )


def adjust_points(game: Game[State], *sides: int) -> None:
    """Adjust the recorded points of these sides, or of both, at the start of the phase, in order (17.1.8)."""
    state = game.state
    rules = state.rules
    in_force = lasting_events.in_force(state)
    pools = {pool for side in sides or (AP, CP) for pool in rules.content.pools[side]}
    for change in rules.content.replacement_changes:
        if change.pool not in pools:
            continue
        if change.trait is not None and change.trait not in rules.scenario.traits:
            continue
        card = rules.card(change.card) if change.card else -1
        if change.when == "turn_played":
            applies = state.events.get(card) == state.turn
        elif change.when == "in_effect":
            applies = card >= 0 and bool(in_force >> card & 1)
        else:
            applies = change.when == "cp_total_war" and _holds_sedan(state)
        if not applies:
            continue
        old = state.rp.get(change.pool, 0)
        new = max(0, old + 2 * change.points)
        if change.cap is not None:
            new = min(new, 2 * change.cap)
        if new != old:
            state.rp[change.pool] = new
            game.emit("rp_changed", cause=change.name, pool=change.pool, points=new)


def lapse(game: Game[State]) -> None:
    """Remove unspent points (17.1.2)."""
    state = game.state
    for side in (AP, CP):
        left = tuple((pool, state.rp[pool]) for pool in state.rules.content.pools[side] if state.rp.get(pool))
        if left:
            game.emit("rp_lapsed", side=side, points=left)
    state.rp = {}


def _holds_sedan(state: State) -> bool:
    """Return whether the CP is at Total War and holds Sedan and two more spaces in France or Belgium (5.7.3).

    It counts from the turn after the level was reached, once the new cards were drawn.
    """
    if state.reshuffle_due >> CP & 1:
        return False
    board = state.rules.board
    held = state.control[CP] & board.lands("fr", "be")
    sedan = board.spaces("sedan")
    return state.commitment[CP] == TOTAL and bool(held & sedan) and held.bit_count() >= 3


def pay(game: Game[State], unit: int, pool: str) -> None:
    """Deduct the points for the next step of a unit from their pool."""
    state = game.state
    cost = price(state, unit)
    state.rp[pool] -= cost
    for happens in state.rules.tables.moments.restored:
        happens(game, unit, cost)


def restore(game: Game[State], unit: int) -> None:
    """Pay for and restore one step of a unit that needs no choice of space."""
    state = game.state
    rules = state.rules
    spec = rules.content.units[unit]
    assert spec.pool is not None
    pay(game, unit, spec.pool)
    if state.loc[unit] == rules.board.eliminated[spec.side]:
        place = rules.board.reserve[spec.side]
        if rules.limited.get("rebuilt_in_arabia", 0) >> unit & 1:
            place = rules.board.space("arabia")
        state.place(unit, place)
        state.flip(unit, True)
        game.emit("rebuilt", unit=unit, place=place)
        if rules.board.on_map[place]:
            control.enter(game, place, spec.side, 1 << unit)  # 11.1.15: Arabia may have become CP
    else:
        state.flip(unit, False)
        game.emit("flipped", unit=unit, reduced=False)
