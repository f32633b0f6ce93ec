"""Attacks as they are ordered: who makes one, which spaces are activated for it, and why one cannot be made (12.1).

What a refusal offers instead is what makes an attack on the same space.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from bot.table.refusal import Refusal, refuse
from bot.table.table import Table, units_of
from bot.titles.pog.notation import attackers
from bot.titles.pog.notation.actions import activate, end_earlier, expect, leads_to, mark
from bot.titles.pog.notation.stacks import stands, units_in, weakened
from bot.titles.pog.systems import facts_of
from engine.core.bits import members
from engine.errors import ChanceError, Reason
from engine.pog.rules import targets as rules

Offer = tuple[str, str, tuple[int, ...]]


def attack(
    table: Table, target: int, units: Sequence[int] | None = None, origins: Sequence[int] | None = None, part: str = ""
) -> None:
    """Attack a space with given units, from given spaces, or with everything that can join (12.1).

    Spaces that are named, or that hold units which are, are activated while that goes on; without any,
    and while nothing is activated, all from which the target can be attacked are. Once units attack, nothing more is
    activated, and dice are not taken back: OPS that lapse by that are asked about.
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
    """Refuse an attack on a space that those who are gathered already cannot attack."""
    gathered = units_of(table.field("attackers", 0))
    if any(attackers.why_not(table, unit, target) is not None for unit in gathered):
        reason = Reason("gathered_cannot", "12.1.11", {"units": tuple(gathered), "space": target})
        raise Refusal(reason, part, table.legal("target"))


def _named_can(table: Table, target: int, units: Iterable[int], origins: Iterable[int], part: str) -> None:
    """Refuse an attack in which somebody who is named, or nobody in a space that is named, can take part."""
    for unit in units:
        if (reason := attackers.why_not(table, unit, target)) is not None:
            raise Refusal(reason, part, _units_for(table, target))
    for origin in origins:
        here = [unit for unit in units_in(table, origin) if attackers.why_not(table, unit, target) is None]
        if not here:
            raise Refusal(attackers.why_nobody_from(table, origin, target, ()), part, _spaces_for(table, target))


def _mark(table: Table, target: int, units: Sequence[int] | None, origins: Sequence[int] | None, part: str) -> None:
    """Activate for combat what an attack needs, as far as it is named or nothing is activated yet (9.2.5)."""
    named = origins or [stands(table, unit) for unit in units or ()]
    if not named:
        named = _needed(table, target, part)
    before = table.trial() if named else table
    try:
        mark(table, named, "attack", part)
    except Refusal as refusal:
        raise Refusal(refusal.reason, part, _spaces_for(before, target)) from None


def _needed(table: Table, target: int, part: str) -> list[int]:
    """Return the spaces that a plain attack on a space activates; none if spaces that can attack it already are.

    Raises:
        Refusal: nobody can attack it, or the order has to say from where: other spaces are activated, or the OPS
            do not pay for all.
    """
    needed = _plain(table, target)
    if isinstance(needed, list):
        return needed
    offer = _spaces_for(table, target)
    raise Refusal(needed, part, offer if offer[2] else ("target", "space", tuple(targets(table))))


def _plain(table: Table, target: int) -> list[int] | Reason:
    """Return the spaces that a plain attack on a space activates, or why it cannot be ordered by its target alone.

    What is offered and what is ordered both hang on this: somebody attacks once those spaces are activated.
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
    if not joining or (len(paid) < len(spaces) and set(paid) != set(fighting(_rich(table), target, spaces)[0])):
        return Reason("ops_for_some", "9.2.3", {"space": target})
    return paid


def _why_not_as_activated(table: Table, target: int) -> Reason:
    """Why nobody attacks a space if the activation ends now, though spaces from which it can be attacked are activated."""
    trial = table.trial()
    try:
        end_earlier(trial, "", "attack")
    except (Refusal, ChanceError):
        return Reason("none_of_those", "9.2.5", {"space": target})
    return _why_no_marked(trial, target) if trial.mine and trial.kind == "attack" else _nobody(target)


def _nobody(target: int) -> Reason:
    return Reason("nobody_can_attack", "12.1.4", {"space": target})


def _rich(table: Table) -> Table:
    """Return the table as if the OPS were no matter."""
    rich = table.trial()
    rich.game.state.operation.ops = 99
    return rich


def targets(table: Table) -> list[int]:
    """Return the spaces that an attack may name alone now, while spaces are activated or attacks declared."""
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
    """Return True if an attack may name a space alone now."""
    if table.kind == "activate":
        return not isinstance(_plain(table, target), Reason)
    return target in targets(table)


# -- what would do instead ------------------------------------------------------------------


def fit(table: Table, target: int) -> list[int]:
    """Units that may attack a space now, each with others at least; while spaces are activated, if OPS pay for theirs."""
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


def _together(table: Table, target: int) -> Offer:
    """Units that attack a space all together, as many as can."""
    return "add", "unit", tuple(attackers.able(table, target, fit(table, target)))


# -- while attacks are declared -------------------------------------------------------------


def _all_take_part(table: Table, target: int, chosen: Sequence[int], origins: Sequence[int] | None, part: str) -> None:
    """Refuse an attack in which not everybody named can take part, with the reason of the first who cannot."""
    _named_can(table, target, chosen, (), part)
    group = {*units_of(table.field("attackers", 0)), *chosen}
    for origin in origins or ():
        if not any(stands(table, unit) == origin for unit in group):
            why = attackers.why_nobody_from(table, origin, target, chosen)
            raise Refusal(why, part, _spaces_for(table, target))
    if not chosen and target not in table.may("target"):
        raise Refusal(_why_no_marked(table, target), part, _targets(table))
    if (reason := attackers.why_not_together(table, group, target)) is not None:
        raise Refusal(reason, part, _together(table, target))


def _why_no_marked(table: Table, target: int) -> Reason:
    """Why no activated unit can attack a space."""
    closed = attackers.why_closed(table, target)
    if closed is not None:
        return closed
    for unit in table.may("add"):
        if attackers.why_out_of_reach(table, unit, target) is None:
            why = attackers.why_not(table, unit, target) or attackers.why_not_alone(table, unit, target)
            if why is not None:
                return why
    return _nobody(target)


def _why_nobody(table: Table, target: int) -> Reason:
    """Why no unit can attack a space, whatever is activated; where only the OPS are lacking, that they are."""
    if (reason := attackers.why_nobody(table, target)) is not None:
        return reason
    near = [unit for unit in attackers.eligible(table) if attackers.why_not(table, unit, target) is None]
    try:
        activate(table.trial(), stands(table, near[0]), "attack")
    except Refusal as refusal:
        return refusal.reason
    return _nobody(target)


def _targets(table: Table) -> Offer:
    """Return what could be attacked instead, by whomever."""
    state, found = table.game.state, 0
    group, enemies = int(table.field("attackers", 0)), rules.enemy_spaces(state, table.side)
    known: rules.ClosedTo = {}
    for unit in table.may("add"):
        found |= rules.common(state, group | 1 << unit, enemies, known)
    return "target", "space", members(found)


# -- everything that can join ---------------------------------------------------------------


def joinable(table: Table, target: int, origins: Collection[int] | None = None) -> list[int]:
    """All units that may attack a space together, whoever can join first is taken first (12.1.11)."""
    here, chosen = table, list[int]()
    while True:
        ready = [unit for unit in here.may("add") if origins is None or stands(here, unit) in origins]
        if not (grown := _grown(here, target, ready)):
            return chosen
        after = here.attempt(*(("add", unit) for unit in grown))
        if after is None:
            return chosen
        # Who could join nobody before may join them now.
        here, chosen = after, [*chosen, *grown]


def _grown(table: Table, target: int, ready: Iterable[int]) -> list[int]:
    """Those of the units by whom the attackers who are gathered grow, as long as all of them may attack a space."""
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
    """Of spaces around a target: those that are paid for, the table behind it, and who attacks.

    No space is paid for that would add nothing. Of what the OPS do not pay for, the last are left out.
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
    """Who could attack the target if the activation ended now."""
    trial = marked.trial()
    try:
        end_earlier(trial, "", "attack")
    except (Refusal, ChanceError):
        return []
    return joinable(trial, target) if trial.mine and trial.kind == "attack" else []


def declared(marked: Table, target: int, units: Iterable[int]) -> Table | None:
    """Return the table after the activation has ended and units attack a space; None where that cannot be tried."""
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
    """As many of the spaces as the OPS can activate for combat, in their order."""
    paid: list[int] = []
    here: Table | None = None
    for space in spaces:
        there = (here or table).attempt(("for_combat", space))
        if there is not None:
            paid.append(space)
            here = there
    return paid, here


def factors(table: Table, units: Iterable[int]) -> int:
    """Combat factors of units as they stand."""
    specs, reduced = facts_of(table.game).units, weakened(table)
    return sum(specs[unit].reduced_cf if reduced >> unit & 1 else specs[unit].cf for unit in units)


__all__ = ["attack", "declared", "factors", "fighting", "fit", "joinable", "may_name", "targets"]
