"""Attack orders: the attackers, the spaces activated for them, and why an attack can't be made (12.1).

Alternatives offered by a refusal lead to an attack on the same space.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from bot.table.refusal import Refusal, refuse
from bot.table.table import Table, units_of
from bot.titles.pog.notation import attackers
from bot.titles.pog.notation.actions import activate, end_earlier, expect, leads_to, mark
from bot.titles.pog.notation.stacks import factors, stands, units_in
from engine.core.bits import members
from engine.errors import ChanceError, Reason
from engine.pog.rules import targets as rules

Offer = tuple[str, str, tuple[int, ...]]


def attack(
    table: Table, target: int, units: Sequence[int] | None = None, origins: Sequence[int] | None = None, part: str = ""
) -> None:
    """Attack a space with given units, from given spaces, or with every unit that can join (12.1).

    During activation, spaces that are named or that hold named units are activated; if none are named and nothing is
    activated yet, all spaces from which the target can be attacked are. After the first attack nothing more is
    activated, and dice can't be undone, so losing OPS that way is confirmed first.
    """
    expect(table, part, *(() if table.face.ending else ("attack",)))
    _gathered_can(table, target, part)
    _named_can(table, target, units or (), origins or (), part)
    if table.kind == "activate":
        _mark(table, target, units, origins, part)
    if table.kind != "attack":
        if not table.game.state.operation.attack:
            raise refuse("nothing_for_combat", "12.1.1", part)
        if not leads_to(table, part, "attack"):
            raise refuse("nobody_can_attack", "12.1.4", part, space=target)
        end_earlier(table, part, "attack", asks="attack_wastes")
        expect(table, part, "attack")
    chosen = list(units) if units else joinable(table, target, origins)
    _all_take_part(table, target, chosen, origins, part)
    for unit in chosen:
        if not table.field("attackers", 0) >> unit & 1:
            table.do("add", unit, part)
    table.do("target", target, part)


def _gathered_can(table: Table, target: int, part: str) -> None:
    """Refuse an attack on a space that the units gathered so far can't attack."""
    gathered = units_of(table.field("attackers", 0))
    if any(attackers.why_not(table, unit, target) is not None for unit in gathered):
        reason = Reason("gathered_cannot", "12.1.11", {"units": tuple(gathered), "space": target})
        raise Refusal(reason, part, table.legal("target"))


def _named_can(table: Table, target: int, units: Iterable[int], origins: Iterable[int], part: str) -> None:
    """Refuse an attack that a named unit, or every unit of a named space, can't take part in."""
    for unit in units:
        if (reason := attackers.why_not(table, unit, target)) is not None:
            raise Refusal(reason, part, _units_for(table, target))
    for origin in origins:
        here = [unit for unit in units_in(table, origin) if attackers.why_not(table, unit, target) is None]
        if not here:
            raise Refusal(attackers.why_nobody_from(table, origin, target, ()), part, _spaces_for(table, target))


def _mark(table: Table, target: int, units: Sequence[int] | None, origins: Sequence[int] | None, part: str) -> None:
    """Activate the spaces an attack needs for combat, if they are named or nothing is activated yet (9.2.5)."""
    named = origins or [stands(table, unit) for unit in units or ()]
    if not named:
        named = _spaces_to_activate(table, target, part)
    before = table.trial() if named else table
    try:
        mark(table, named, "attack", part)
    except Refusal as refusal:
        raise Refusal(refusal.reason, part, _spaces_for(before, target)) from None


def _spaces_to_activate(table: Table, target: int, part: str) -> list[int]:
    """Return the spaces that an attack named only by its target activates; [] if spaces that can attack it already are.

    Raises:
        Refusal: no unit can attack it, or the order has to name origins: other spaces are activated, or the OPS don't
            suffice for all.
    """
    needed = _spaces_by_target(table, target)
    if isinstance(needed, list):
        return needed
    offer = _spaces_for(table, target)
    raise Refusal(needed, part, offer if offer[2] else ("target", "space", tuple(targets(table))))


def _spaces_by_target(table: Table, target: int) -> list[int] | Reason:
    """Return the spaces that an attack named only by its target activates, or why its target alone isn't enough.

    Used for both offers and orders: at least one unit can attack once those spaces are activated.
    """
    operation = table.game.state.operation
    near = _spaces_for(table, target)[2]
    if any(operation.attack >> space & 1 for space in near):
        return [] if _attackers(table, target) else _why_not_as_activated(table, target)
    if not near:
        return _why_nobody(table, target)
    if operation.attack | operation.move:
        return Reason("none_of_those", "9.2.5", {"space": target})
    spaces = sorted(near, key=lambda space: -factors(table, units_in(table, space)))
    paid, _, joining = fighting(table, target, spaces)
    if not joining or (
        len(paid) < len(spaces) and set(paid) != set(fighting(_with_unlimited_ops(table), target, spaces)[0])
    ):
        return Reason("ops_for_some", "9.2.3", {"space": target})
    return paid


def _why_not_as_activated(table: Table, target: int) -> Reason:
    """Return why no unit could attack a space if the activation ended now, though adjacent spaces are activated."""
    trial = table.trial()
    try:
        end_earlier(trial, "", "attack")
    except (Refusal, ChanceError):
        return Reason("none_of_those", "9.2.5", {"space": target})
    return _why_no_marked(trial, target) if trial.mine and trial.kind == "attack" else _no_attacker(target)


def _no_attacker(target: int) -> Reason:
    return Reason("nobody_can_attack", "12.1.4", {"space": target})


def _with_unlimited_ops(table: Table) -> Table:
    """Return a trial of the table with unlimited OPS."""
    rich = table.trial()
    rich.game.state.operation.ops = 99
    return rich


def targets(table: Table) -> list[int]:
    """Return the spaces that an attack may name on their own now, during activation or while attacks are declared."""
    if table.kind == "attack":
        return list(_targets(table)[2])
    if table.kind != "activate":
        return []
    state = table.game.state
    standing = state.occupied[1 - table.side] | state.intact_forts(1 - table.side)
    marked = state.operation.attack
    near = 0
    for space in members(marked) if marked else table.may("for_combat"):
        for unit in units_in(table, space):
            near |= state.rules.board.lines[unit][space] | 1 << space
    return [target for target in members(near & standing) if may_name(table, target)]


def may_name(table: Table, target: int) -> bool:
    """Return True if an attack may name a space on its own now."""
    if table.kind == "activate":
        return not isinstance(_spaces_by_target(table, target), Reason)
    return target in targets(table)


# -- what would do instead ------------------------------------------------------------------


def fit(table: Table, target: int) -> list[int]:
    """Return units that may attack a space now, at least with others; during activation, only if the OPS suffice for their space."""
    lines = table.game.state.rules.board.lines
    near = [u for u in attackers.eligible(table) if (at := stands(table, u)) == target or lines[u][at] >> target & 1]
    units = [unit for unit in near if attackers.why_not(table, unit, target) is None]
    if table.kind != "activate":
        return units
    payable = set(table.may("for_combat"))
    marked = table.game.state.operation.attack
    return [unit for unit in units if (space := stands(table, unit)) in payable or marked >> space & 1]


def _units_for(table: Table, target: int) -> Offer:
    return "add", "unit", tuple(fit(table, target))


def _spaces_for(table: Table, target: int) -> Offer:
    return "for_combat", "space", tuple(dict.fromkeys(stands(table, unit) for unit in fit(table, target)))


def _largest_joint_force(table: Table, target: int) -> Offer:
    """Return units that can attack a space all together, as many as possible."""
    return "add", "unit", tuple(attackers.able(table, target, fit(table, target)))


# -- while attacks are declared -------------------------------------------------------------


def _all_take_part(table: Table, target: int, chosen: Sequence[int], origins: Sequence[int] | None, part: str) -> None:
    """Refuse an attack that a named unit can't take part in, with the reason for the first such unit."""
    _named_can(table, target, chosen, (), part)
    group = {*units_of(table.field("attackers", 0)), *chosen}
    for origin in origins or ():
        if not any(stands(table, unit) == origin for unit in group):
            why = attackers.why_nobody_from(table, origin, target, chosen)
            raise Refusal(why, part, _spaces_for(table, target))
    if not chosen and target not in table.may("target"):
        raise Refusal(_why_no_marked(table, target), part, _targets(table))
    if (reason := attackers.why_not_together(table, group, target)) is not None:
        raise Refusal(reason, part, _largest_joint_force(table, target))


def _why_no_marked(table: Table, target: int) -> Reason:
    """Return why no activated unit can attack a space."""
    closed = attackers.why_closed(table, target)
    if closed is not None:
        return closed
    for unit in table.may("add"):
        if attackers.why_out_of_reach(table, unit, target) is None:
            why = attackers.why_not(table, unit, target) or attackers.why_not_alone(table, unit, target)
            if why is not None:
                return why
    return _no_attacker(target)


def _why_nobody(table: Table, target: int) -> Reason:
    """Return why no unit can attack a space, whatever is activated; if only OPS are lacking, return that."""
    if (reason := attackers.why_nobody(table, target)) is not None:
        return reason
    near = [unit for unit in attackers.eligible(table) if attackers.why_not(table, unit, target) is None]
    try:
        activate(table.trial(), stands(table, near[0]), "attack")
    except Refusal as refusal:
        return refusal.reason
    return _no_attacker(target)


def _targets(table: Table) -> Offer:
    """Return what could be attacked instead, by any unit."""
    state, found = table.game.state, 0
    group, enemies = int(table.field("attackers", 0)), rules.enemy_spaces(state, table.side)
    known: rules.ClosedTo = {}
    for unit in table.may("add"):
        found |= rules.common(state, group | 1 << unit, enemies, known)
    return "target", "space", members(found)


# -- everything that can join ---------------------------------------------------------------


def joinable(table: Table, target: int, origins: Collection[int] | None = None) -> list[int]:
    """Return all units that may attack a space together; units that can join earlier take precedence (12.1.11)."""
    here, chosen = table, list[int]()
    while True:
        ready = [unit for unit in here.may("add") if origins is None or stands(here, unit) in origins]
        if not (grown := _units_that_can_join(here, target, ready)):
            return chosen
        after = here.attempt(*(("add", unit) for unit in grown))
        if after is None:
            return chosen
        # Units that couldn't join before may be able to now.
        here, chosen = after, [*chosen, *grown]


def _units_that_can_join(table: Table, target: int, ready: Iterable[int]) -> list[int]:
    """Return those of the units that can join the gathered attackers, as long as all of them may attack a space."""
    state = table.game.state
    group, enemies = int(table.field("attackers", 0)), rules.enemy_spaces(state, table.side)
    known: rules.ClosedTo = {}
    waiting, grown = list(ready), list[int]()
    while True:
        joins = (u for u in waiting if rules.common(state, group | 1 << u, enemies, known) >> target & 1)
        if (unit := next(joins, None)) is None:
            return grown
        waiting.remove(unit)
        group |= 1 << unit
        grown.append(unit)


def fighting(table: Table, target: int, spaces: Sequence[int]) -> tuple[list[int], Table | None, list[int]]:
    """Return which spaces around a target are paid for, the table after that, and the attackers.

    Spaces that would add nothing aren't paid for. If the OPS don't suffice, the last spaces are left out.
    """
    while True:
        paid, here = _affordable(table, spaces)
        joining = _attackers(here, target) if here is not None else []
        adding = {stands(table, unit) for unit in joining if factors(table, [unit])}
        idle = [space for space in paid if space not in adding]
        if not idle or not adding:
            return paid, here, joining if adding else []
        spaces = [space for space in spaces if space not in idle]


def _attackers(marked: Table, target: int) -> list[int]:
    """Return the units that could attack the target if the activation ended now."""
    trial = marked.trial()
    try:
        end_earlier(trial, "", "attack")
    except (Refusal, ChanceError):
        return []
    return joinable(trial, target) if trial.mine and trial.kind == "attack" else []


def declared(marked: Table, target: int, units: Iterable[int]) -> Table | None:
    """Return the table after ending the activation and attacking with units; None if that can't be tried."""
    trial = marked.trial()
    try:
        end_earlier(trial, "", "attack")
        for unit in units:
            trial.do("add", unit)
        trial.do("target", target)
    except (Refusal, ChanceError):
        return None
    return trial


def _affordable(table: Table, spaces: Sequence[int]) -> tuple[list[int], Table | None]:
    """Return as many of the spaces as the OPS can activate for combat, in order, and the table after that."""
    paid: list[int] = []
    here: Table | None = None
    for space in spaces:
        there = (here or table).attempt(("for_combat", space))
        if there is not None:
            paid.append(space)
            here = there
    return paid, here


__all__ = ["attack", "declared", "fighting", "fit", "joinable", "may_name", "targets"]
