"""Taking losses (12.4): which steps must be lost, and what happens to the units."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from engine.core.bits import first, members
from engine.core.game import Game
from engine.pog.combat_state import Combat
from engine.pog.rules import control
from engine.pog.rules.supply import in_supply
from engine.pog.state import State
from engine.pog.tables import HitOrder
from engine.pog.view import LossView

_ARMY_LOST, _WISHED = 1, 2


class Force(NamedTuple):
    """One side's remaining units in a combat during the search for losses.

    `units` holds (unit, reduced) in id order; `reserve` counts (group, full, reduced) corps
    that can still replace an army; `fort` is the LF of a fort that can fall, else 0.
    """

    units: tuple[tuple[int, bool], ...]
    reserve: tuple[tuple[str, int, int], ...]
    fort: int


def force_of(state: State, units: int, fort: int) -> Force:
    """Return the force of some units (and a fort) in a combat."""
    rules = state.rules
    side = rules.side_of[units.bit_length() - 1] if units else 0
    groups = sorted({group for unit in members(units) for group in rules.content.units[unit].replaced_by})
    reserve = tuple((group, *_counts(state, side, group)) for group in groups)
    return Force(tuple((unit, state.is_reduced(unit)) for unit in members(units)), reserve, fort)


def _counts(state: State, side: int, group: str) -> tuple[int, int]:
    corps = state.rules.of_group.get(group, 0) & state.units_at[state.rules.board.reserve[side]]
    reduced = (corps & state.reduced).bit_count()
    return corps.bit_count() - reduced, reduced


class Hit(NamedTuple):
    """One possible step loss: the unit (None for the fort), its price, and the force after it."""

    unit: int | None
    price: int
    after: Force
    #: An army was permanently eliminated because no corps could replace it (12.4.4).
    lost_army: bool = False


#: A test for hits that a rule prefers among equals.
Wish: TypeAlias = Callable[[Hit], bool]
Memory: TypeAlias = dict[tuple[Force, int, int], int]
#: Units that could not take a loss in another's place, with the reason of each.
Spared: TypeAlias = tuple[tuple[int, str], ...]


def hits(state: State, force: Force) -> list[Hit]:
    """Return every step that could be lost next, at any price."""
    units = state.rules.content.units
    result: list[Hit] = []
    for index, (unit, reduced) in enumerate(force.units):
        spec = units[unit]
        rest = force.units[:index] + force.units[index + 1 :]
        if not reduced:
            after = Force(_sorted((*rest, (unit, True))), force.reserve, force.fort)
            result.append(Hit(unit, spec.lf, after))
            continue
        if not spec.army:
            result.append(Hit(unit, spec.reduced_lf, Force(rest, force.reserve, force.fort)))
            continue
        replacements = _replacements(state, force, spec.replaced_by) if replaceable(state, unit) else []
        if not replacements:
            after = Force(rest, force.reserve, force.fort)
            result.append(Hit(unit, spec.reduced_lf, after, lost_army=True))
        for corps, corps_reduced, reserve in replacements:
            grown = _sorted((*rest, (corps, corps_reduced)))
            after = Force(grown, reserve, force.fort)
            result.append(Hit(unit, spec.reduced_lf, after))
    if not force.units and force.fort:
        result.append(Hit(None, force.fort, force._replace(fort=0)))
    return result


def _sorted(units: tuple[tuple[int, bool], ...]) -> tuple[tuple[int, bool], ...]:
    return tuple(sorted(units))


def _replacements(
    state: State, force: Force, groups: tuple[str, ...]
) -> list[tuple[int, bool, tuple[tuple[str, int, int], ...]]]:
    """Return the corps that can replace an army, full ones before reduced ones, by kind (12.4.4).

    For the search all counters of a kind are equal; the first of the group represents it.
    """
    result = []
    full_available = any(full for group, full, _ in force.reserve if group in groups)
    for index, (group, full, reduced) in enumerate(force.reserve):
        if group not in groups:
            continue
        use_full = full > 0
        if not use_full and (full_available or not reduced):
            continue
        left = (group, full - 1, reduced) if use_full else (group, full, reduced - 1)
        reserve = (*force.reserve[:index], left, *force.reserve[index + 1 :])
        stand_in = first(state.rules.of_group[group])
        result.append((stand_in, not use_full, reserve))
    return result


def _search(state: State, force: Force, number: int, flags: int, wish: Wish | None, memory: Memory) -> int:
    """Return the value of the best continuation with `number` points left.

    Four for each point fulfilled (12.4.3); two if points stay unfulfilled and an army was
    lost for lack of a corps, which is compulsory among equals (12.4.4.2); one if a wished
    hit is among them (12.6.9). `flags` records what has happened so far.
    """
    key = (force, number, flags)
    known = memory.get(key)
    if known is not None:
        return known
    value = (2 if flags & _ARMY_LOST and number > 0 else 0) + (1 if flags & _WISHED else 0)
    for hit in hits(state, force):
        if hit.price <= number:
            value = max(value, _value_of(state, hit, number, flags, wish, memory))
    memory[key] = value
    return value


def _value_of(state: State, hit: Hit, number: int, flags: int, wish: Wish | None, memory: Memory) -> int:
    flags |= _ARMY_LOST if hit.lost_army else 0
    flags |= _WISHED if wish and wish(hit) else 0
    rest = _search(state, hit.after, number - hit.price, flags, wish, memory)
    return 4 * hit.price + rest


def legal_hits(state: State, force: Force, number: int, wish: Wish | None = None) -> list[Hit]:
    """Return the step losses that begin an optimal sequence; empty when no more losses can be taken.

    Among sequences that fulfil equally much, those with a wished hit are compulsory: Withdrawal
    requires a corps step to give back (12.6.9).
    """
    found = valued_hits(state, force, number, wish)
    target = max((value for value, _ in found), default=0)
    return [hit for value, hit in found if value == target]


def valued_hits(state: State, force: Force, number: int, wish: Wish | None = None) -> list[tuple[int, Hit]]:
    """Return every step loss within a loss number, with the value of the best sequence that it begins (see `_search`)."""
    memory: Memory = {}
    return [(_value_of(state, hit, number, 0, wish, memory), hit) for hit in hits(state, force) if hit.price <= number]


def by_nationality(state: State, combat: Combat, side: int, units: int) -> int:
    """Return the units of the nationalities that must take the attacker's first loss (12.4.5)."""
    if side != combat.side or combat.taken:
        return 0
    ranks: dict[int, int] = {}
    for unit in members(units):
        rank = state.rules.content.units[unit].loss_priority
        if rank:
            ranks[rank] = ranks.get(rank, 0) | 1 << unit
    return ranks[min(ranks)] if ranks else 0


#: Rules for which units take losses first.
HIT_ORDER = (HitOrder("order", by_nationality),)


def eliminate(
    game: Game[State],
    unit: int,
    *,
    permanently: bool = False,
    replace: bool = True,
    to_box: bool = False,
    corps: int | None = None,
    cause: str = "",
    spared: Spared = (),
) -> int | None:
    """Eliminate a unit and return the corps that replaced it, if any (12.4.4, 12.4.7).

    An army is permanently eliminated if it is dotted, out of supply, has no corps to replace it, or
    must be by another rule (`permanently`); a dotted corps is too. `to_box` sends
    every undotted unit to the eliminated box (12.5.6); `corps` is the owner's choice; `cause` and `spared` are those of `LossView`.
    """
    state = game.state
    rules = state.rules
    spec = rules.content.units[unit]
    space = state.loc[unit]
    if corps is None and replace and spec.army:
        corps = replacement_corps(state, unit)
    gone = not spec.replaceable
    if spec.army and not to_box:
        gone = gone or permanently or (replace and corps is None) or out_of_supply(state, unit)
    state.place(unit, (rules.board.gone if gone else rules.board.eliminated)[spec.side])
    state.flip(unit, False)
    state.failed_entrench &= ~(1 << unit)
    result = "permanently" if gone else "eliminated"
    if corps is not None:
        state.place(corps, space)
    for happens in rules.tables.moments.left:
        happens(game, space)
    note(game, LossView(spec.side, unit, result, corps, cause, spared))
    control.settle_holds(game)
    return corps


def out_of_supply(state: State, unit: int) -> bool:
    """Return whether a unit was out of supply when the combat began, or is now outside a combat (12.4.7)."""
    if state.combat is not None:
        return bool(state.combat.unsupplied >> unit & 1)
    return not in_supply(state, unit)


def replacement_corps(state: State, army: int) -> int | None:
    """Return the corps that replaces an army: full strength first (12.4.4).

    If several kinds qualify the caller asks the owner; this returns the first.
    """
    choices = replacement_kinds(state, army)
    return choices[0] if choices else None


def replaceable(state: State, army: int) -> bool:
    """Return True if a corps may replace an army that is lost."""
    return all(allows(state, army) for allows in state.rules.tables.may_replace)


def replacement_kinds(state: State, army: int) -> list[int]:
    """Return one corps of each kind that can replace an army, full-strength ones if there are any."""
    if not replaceable(state, army):
        return []
    rules = state.rules
    spec = rules.content.units[army]
    box = state.units_at[rules.board.reserve[spec.side]]
    waiting = [unit for group in spec.replaced_by for unit in members(rules.of_group.get(group, 0) & box)]
    full = [unit for unit in waiting if not state.is_reduced(unit)]
    kinds: dict[str, int] = {}
    for unit in full or waiting:
        kinds.setdefault(rules.content.units[unit].group, unit)
    return list(kinds.values())


def note(game: Game[State], loss: LossView) -> None:
    """Record a loss in the combat in progress, if any, and tell it."""
    combat: Combat | None = game.state.combat
    if combat is not None:
        combat.losses.append(loss)
    game.emit(
        "loss",
        side=loss.side,
        unit=loss.unit,
        result=loss.result,
        corps=loss.corps,
        cause=loss.cause,
        spared=loss.spared,
    )


def lose_step(game: Game[State], unit: int, spared: Spared = ()) -> int | None:
    """Reduce a full unit or eliminate a reduced one; return the replacement corps."""
    state = game.state
    if state.is_reduced(unit):
        return eliminate(game, unit, spared=spared)
    state.flip(unit, True)
    note(game, LossView(state.rules.side_of[unit], unit, "reduced", spared=spared))
    return None
