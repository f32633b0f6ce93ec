"""Dangers in a game: confirmations before they arise, and warnings on the panel of the threatened side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from bot.table.table import Table
from bot.titles.pog.narration.names import Names
from bot.titles.pog.notation import area_refusals
from bot.titles.pog.offer_context import PogOfferContext
from engine.core.bits import first, mask, members
from engine.errors import Reason
from engine.pog.content.records import AP
from engine.pog.rules import areas, attrition, control, movement, reinforcement, relief, sieges, stacking, supply
from engine.pog.rulesets.banquet import plan_standing
from engine.pog.rulesets.suicide import opening
from engine.pog.state import State

#: Maximum number of spaces, and of stacks, that are named.
_NAMED, _SHOWN = 3, 3
#: Number of action ends after which an unmarked unit out of supply is lost (14.3.5).
_ENDS = 6

# -- neutral powers --------------------------------------------------------------------


def brings_in(context: PogOfferContext, space: int) -> Reason | None:
    """Confirm entering or attacking a space that brings a neutral power into the war on the enemy's side (16.1.3)."""
    power = opening.brought_in(context.table.game.state, context.table.side, space)
    return Reason("brings_in", "16.1.3", {"nation": power}) if power else None


def of_step(context: PogOfferContext, space: int) -> Reason | None:
    """Run the confirmations for a step of a moving stack."""
    return brings_in(context, space) or _by_ending(context.table, _ending_by_step(context.table, space), space)


# -- supply -----------------------------------------------------------------------------


def _ending_by_step(table: Table, space: int) -> int:
    """Return the units of the moving stack whose move or advance ends with this step; 0 if the scenario has no check for it."""
    rules = table.game.state.rules
    if not rules.tables.grade and not stacking.free(table.game.state, table.side):
        return 0
    there = table.attempt(("step", space))
    on = there is not None and there.kind in ("move_on", "advance") and there.mine and there.field("path")
    return int(table.field("stack", 0)) & ~(int(there.field("stack", 0)) if there is not None and on else 0)


def ends_here(context: PogOfferContext, _none: int) -> Reason | None:
    """Confirm stopping where a stack is out of supply or over the stacking limit."""
    path = context.table.field("path", ())
    return _by_ending(context.table, int(context.table.field("stack", 0)), path[-1]) if path else None


def sets_down(context: PogOfferContext, unit: int) -> Reason | None:
    """Confirm dropping a unit where it is out of supply or over the stacking limit."""
    path = context.table.field("path", ())
    return _by_ending(context.table, 1 << unit, path[-1]) if path else None


def _by_ending(table: Table, units: int, space: int) -> Reason | None:
    return _overfilling(table, units, space) or _confirm_out_of_supply(table, units, space)


# -- stacking ---------------------------------------------------------------------------


def _overfilling(table: Table, units: int, space: int) -> Reason | None:
    """Confirm ending units in a space over the stacking limit, unless enough others can still leave it (10.1.3)."""
    state, side = table.game.state, table.side
    if not units or not stacking.free(state, side) or not state.rules.board.on_map[space]:
        return None
    there = state.units_of(side, space) | units
    leaving = sieges.movers(state, side) & there & ~units if state.operation is not None else 0
    limit = state.rules.stacking_limit
    if there.bit_count() - leaving.bit_count() <= limit:
        return None
    data = {"space": space, "count": there.bit_count(), "limit": limit, "excess": there.bit_count() - limit}
    return Reason("overfills", "10.1.3", data)


def still_overfull(table: Table, asked: Reason) -> bool:
    """Return True while the space is still over the stacking limit after the other orders."""
    state = table.game.state
    return bool(state.units_of(table.side, cast("int", asked.data["space"])).bit_count() > state.rules.stacking_limit)


def too_full(context: PogOfferContext) -> str:
    """Return from which spaces a redeployment must go on, since too many units are there (10.1.3); "" for none."""
    state = context.table.game.state
    over = stacking.overstacked(state, context.table.side) if context.table.kind == "sr_unit" else 0
    words = {"spaces": context.names.spaces(members(over)), "limit": state.rules.stacking_limit}
    return context.say("panel.too_full", **words) if over else ""


# -- units out of supply -------------------------------------------------------------------


def _confirm_out_of_supply(table: Table, units: int, space: int) -> Reason | None:
    """Confirm ending units in a space where some would get their first out-of-supply marker."""
    rules = table.game.state.rules
    if not rules.tables.grade or not units or not rules.board.on_map[space]:
        return None
    state = table.game.state.copy()
    for unit in members(units):
        state.place(unit, space)
    enemy_fort = state.intact_forts(1 - table.side) >> space & 1
    if control.takes(state, units, space, ends=True) and not enemy_fort:
        state.control[table.side] |= 1 << space
        state.control[1 - table.side] &= ~(1 << space)
    lost = [unit for unit in members(units) if not _grade(state, unit) and not supply.in_supply(state, unit)]
    if not lost:
        return None
    data = {"units": tuple(lost), "space": space}
    free, _ = _split(state, relief.openings(state, lost[0]), lost[0])
    if free:
        return Reason("leaves_supply", "14.3.5", {**data, "one_of": free[:_NAMED]})
    far = relief.shortest(state, lost[0])
    return Reason("leaves_supply_far" if far else "leaves_supply_for_good", "14.3.5", {**data, "spaces": far})


def still_stranded(table: Table, asked: Reason) -> bool:
    """Return True while one of the units is still out of supply after the other orders."""
    units = cast("tuple[int, ...]", asked.data["units"])
    return any(not supply.in_supply(table.game.state, unit) for unit in units)


def _grade(state: State, unit: int) -> int:
    return max((graded(state, unit) for graded in state.rules.tables.grade), default=0)


def _split(state: State, spaces: Sequence[int], unit: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Split spaces that would restore supply into those where such a unit can simply end a move, and those to be captured."""
    side = state.rules.side_of[unit]
    held = state.occupied[1 - side] | state.intact_forts(1 - side)
    closed = areas.barred(state, unit) | areas.no_stop(state, unit)
    free = tuple(space for space in spaces if not (held | closed) >> space & 1)
    return free, tuple(space for space in spaces if held >> space & 1)


def way_out(names: Names, state: State, unit: int) -> str:
    """Return what would bring a unit back into supply."""
    say = names.words.say
    free, won = _split(state, relief.openings(state, unit), unit)
    if free or won:
        one_of = names.words.listed([names.space(space) for space in (free or won)[:_NAMED]], "or")
        # Units isolated by an enemy round may only move towards supply, not to a space that would reopen it (14.3.1).
        by = "others" if free and state.marks.get("isolated", 0) >> unit & 1 else "space" if free else "fight"
        return say(f"ui.panel.way_out.{by}", one_of=one_of)
    far = relief.shortest(state, unit)
    return say("ui.panel.way_out.far", spaces=names.spaces(far)) if far else say("ui.panel.way_out.none")


def _stacks(state: State, side: int) -> list[tuple[int, int, list[int]]]:
    """Return grade, space and units of each stack of a side that is out of supply, worst first."""
    found: dict[tuple[int, int], list[int]] = {}
    for unit in members(attrition.unsupplied_units(state, side)):
        found.setdefault((-_grade(state, unit), state.loc[unit]), []).append(unit)
    return [(-grade, space, units) for (grade, space), units in sorted(found.items())]


def without_supply(names: Names, state: State, side: int) -> str:
    """Return the warning about a side's units out of supply: markers, time left and ways out; "" for none."""
    alike: dict[tuple[int, str], list[str]] = {}
    for grade, space, units in _stacks(state, side):
        words = {"units": names.units(units, state.reduced), "space": names.space(space)}
        stack = names.words.say("narration.stack", **words)
        alike.setdefault((grade, way_out(names, state, units[0])), []).append(stack)
    told = [_stack_warning(names, state, grade, way, stacks) for (grade, way), stacks in list(alike.items())[:_SHOWN]]
    if more := sum(map(len, list(alike.values())[_SHOWN:])):
        told.append(names.words.say("ui.panel.more_stranded", count=more))
    return names.words.say("ui.panel.out_of_supply", list=" ".join(told)) if told else ""


def _stack_warning(names: Names, state: State, grade: int, way: str, stacks: list[str]) -> str:
    """Return the warning about stacks with the same marker and the same way out."""
    say = names.words.say
    words = {"stacks": names.words.listed(stacks), "way_out": way}
    if not state.rules.tables.grade:
        return say("ui.panel.unsupplied", **words)
    marker = say("ui.panel.grade.marked", grade=grade) if grade else say("ui.panel.grade.new")
    whose = "either" if state.rules.switches["soe.oos_clock"] == "every_action" else "own"
    left = say(f"ui.panel.left.{whose}", count=_ENDS - grade)
    return say("ui.panel.stranded", **words, grade=marker, left=left)


def ways_out(names: Names, state: State, side: int) -> list[str]:
    """Return the way out for each of a side's stacks that is out of supply."""
    return [f"- {names.space(space)}: {way_out(names, state, units[0])}" for _, space, units in _stacks(state, side)]


# -- war plans --------------------------------------------------------------------------


def plans(context: PogOfferContext) -> str:
    """Return the state of the side's own war plans; "" for none."""
    state = context.table.game.state
    told = []
    for plan in (plan for found in state.rules.tables.plans for plan in found(state)):
        if plan.side == context.table.side:
            now = plan.name == "plan_xvii" and plan.standing == "open" and _in_its_action(state)
            told.append(context.say(f"plans.panel.{plan.name}.{'now' if now else plan.standing}"))
    return context.say("plans.panel.head", list=" ".join(told)) if told else ""


def _in_its_action(state: State) -> bool:
    return bool(state.marks["french_action"]) and state.marks["french_action"] == len(state.actions[AP])


def _plan_xvii_open(table: Table) -> bool:
    """Return True while the player can still carry out Plan XVII."""
    state = table.game.state
    in_force = table.side == AP and state.marks.get("plans", 0) & plan_standing.PLAN_XVII
    return bool(in_force) and plan_standing.plan_xvii(state) == "open"


def forfeits_by_moving(context: PogOfferContext, space: int) -> Reason | None:
    """Confirm a first French activation other than the one Plan XVII needs (18)."""
    table = context.table
    state = table.game.state
    french = state.units_at[space] & state.rules.of_nation["fr"]
    if not french or not _plan_xvii_open(table) or state.marks["french_action"]:
        return None
    return Reason("plan_forfeited", "18", {}) if plan_without_nancy(table, None) else None


def forfeits_by_attacking(context: PogOfferContext, space: int) -> Reason | None:
    """Confirm the same for combat activations, which are right only in Nancy."""
    nancy = context.names.content.space_by_name["nancy"]
    return None if space == nancy else forfeits_by_moving(context, space)


def plan_without_nancy(table: Table, _asked: Reason | None) -> bool:
    """Return True while Nancy isn't activated for combat."""
    operation = table.game.state.operation
    return operation is None or not operation.attack >> table.game.state.rules.board.space("nancy") & 1


def leaves_plan_unfought(context: PogOfferContext, _none: int) -> Reason | None:
    """Confirm ending the operation in which Plan XVII must be carried out and hasn't been (18)."""
    table = context.table
    if not _plan_xvii_open(table) or not _in_its_action(table.game.state):
        return None
    return Reason("plan_unfought", "18", {})


# -- units that can't move ------------------------------------------------------------------


def before_moving(context: PogOfferContext, space: int) -> Reason | None:
    """Run the confirmations before a space is activated for movement."""
    return forfeits_by_moving(context, space) or holds_all(context.table, space)


def holds_all(table: Table, space: int) -> Reason | None:
    """Confirm activating a space for movement whose units can neither leave nor entrench (11.1)."""
    state = table.game.state
    units = state.units_of(table.side, space)
    if not units:
        return None
    if any(movement.exits(state, unit) or movement.may_dig(state, 1 << unit, space) for unit in members(units)):
        return None
    entry = area_refusals.closed_by(state.rules.tables.stays, state, first(units), space)
    if entry is None:
        return Reason("none_moves_out", "11.1", {"space": space})
    return Reason("all_bound_there", entry.rule, {"space": space, "closing": entry.name})


def out_of_which(table: Table) -> list[int]:
    """Return the spaces that can be activated for movement and in which a unit could move or entrench."""
    return [space for space in table.may("for_movement") if holds_all(table, space) is None]


def still_held(table: Table, asked: Reason) -> bool:
    """Return True while the units still can't move after the other orders."""
    return holds_all(table, cast("int", asked.data["space"])) is not None


# -- armies with their own entry space ----------------------------------------------------


def arrives_at_home(context: PogOfferContext, card: int) -> Reason | None:
    """Confirm the arrival of a Near East army in its home country, which is final, because its own entry space is closed (9.5.3.4)."""
    state = context.table.game.state
    rules = state.rules
    for arrival in rules.content.cards[card].arrivals:
        if not rules.near_east_armies >> arrival.unit & 1 or "nation_entry" not in arrival.places:
            continue
        found = reinforcement.arrival_spaces(state, card, arrival)
        if not found or found & ~reinforcement.entry_spaces(state, arrival.unit):
            continue
        named = [rules.content.space_by_name[place] for place in arrival.places if place in rules.content.space_by_name]
        data = {"unit": arrival.unit, "place": next(iter(members(found)))}
        if len(named) == 1 and not rules.board.beaches & mask(named):
            return Reason("arrives_at_home", "9.5.3.4", {**data, "space": named[0]})
        return Reason("arrives_at_home_only", "9.5.3.4", data)
    return None


__all__ = [
    "arrives_at_home",
    "before_moving",
    "brings_in",
    "ends_here",
    "forfeits_by_attacking",
    "leaves_plan_unfought",
    "of_step",
    "out_of_which",
    "plan_without_nancy",
    "plans",
    "sets_down",
    "still_held",
    "still_overfull",
    "still_stranded",
    "too_full",
    "way_out",
    "ways_out",
    "without_supply",
]  # fmt: skip
