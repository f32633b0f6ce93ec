"""Which spaces a unit or a group of units may attack (12.1, 15.1, 15.2)."""

from __future__ import annotations

from typing import TypeAlias

from engine.core.bits import first, members, single
from engine.pog.content.records import AP, CP
from engine.pog.rules import areas
from engine.pog.rules.supply import frozen_units
from engine.pog.state import State


def enemy_spaces(state: State, side: int, later: bool = False) -> int:
    """Return the spaces with something to attack from an adjacent space.

    That is enemy units that have not all retreated this round, or an intact, unbesieged
    enemy fort. With `later`, besieged forts count too: their besiegers may leave
    before combat (note to 9.2.9).
    """
    enemy = 1 - side
    rules = state.rules
    operation = state.operation
    occupied = state.occupied[enemy]
    hidden = frozen_units(state) | (operation.retreated if operation else 0)
    for unit in members(hidden & rules.units_of_side[enemy]):
        space = state.loc[unit]
        if occupied >> space & 1 and not state.units_of(enemy, space) & ~hidden:
            occupied &= ~(1 << space)
    forts = state.intact_forts(enemy) & ~state.closed
    if not later:
        forts &= ~state.besieged
    attackable = occupied | forts
    if operation:
        attackable &= ~operation.targets
    if rules.content.turns[state.turn - 1].desert_closed:
        attackable &= ~rules.board.terrain["desert"]
    return attackable & ~state.closed


#: Spaces closed to units by kind and by whether they have left the Near East; a cache for asking about many units.
ClosedTo: TypeAlias = dict[tuple[int, int], int]


def possible(
    state: State,
    unit: int,
    later: bool = False,
    alone: bool = True,
    enemies: int | None = None,
    known: ClosedTo | None = None,
) -> int:
    """Return the spaces one unit may attack from where it is.

    Besieging units may attack the fort in their own space (15.1.3). `alone` applies 12.1.10:
    units in London need a partner on the continent. Callers that ask about many units pass `enemies` and `known`.
    """
    rules = state.rules
    board = rules.board
    space = state.loc[unit]
    if enemies is None:
        enemies = enemy_spaces(state, rules.side_of[unit], later)
    result = board.lines[unit][space] & enemies
    if result and rules.of_nation["ru"] >> unit & 1:
        result &= areas.steps_from(state, 1 << unit, space)
    if state.besieged >> space & 1:
        operation = state.operation
        if not (operation and operation.targets >> space & 1):
            result |= 1 << space
            if rules.content.turns[state.turn - 1].desert_closed:
                result &= ~board.terrain["desert"]
    if not result or (alone and space == board.space("london")):
        return 0
    if rules.attack_bars:
        return result & ~(_closed_to(state, unit) | rules.attack_bars[unit].to(state, unit))
    if known is None:
        return result & ~_closed_to(state, unit)
    kind = rules.kin[unit], state.ne_outside >> unit & 1
    closed = known.get(kind)
    if closed is None:
        closed = known[kind] = _closed_to(state, unit)
    return result & ~closed


def _closed_to(state: State, unit: int) -> int:
    """Return the spaces that a unit may not attack from anywhere; the same for units of a kind (see `Ruleset.kin`)."""
    rules = state.rules
    nation = rules.content.units[unit].nation
    result = areas.barred(state, unit) | _forbidden_by_events(state, nation)
    if nation == "ge" and not oberost(state):
        result |= state.intact_forts(AP) & rules.board.lands("ru")
    if nation == "ru":
        result |= areas.german_forts(state)
    return result


def _forbidden_by_events(state: State, nation: str) -> int:
    """Return the targets that events close to units of a nation."""
    rules = state.rules
    if nation == "ru":
        if state.russian == areas.BREST_LITOVSK:
            return rules.board.all
        if played_this_turn(state, "cp_58_stavka_timidity"):
            return _german_trenches(state, only=True)
    elif nation == "br" and lloyd_george(state):
        return _german_trenches(state) & state.trench_2
    elif state.russian == areas.BREST_LITOVSK and rules.of_nation[nation] & rules.units_of_side[CP]:
        # 16.4.9: Turks continue in the Near East; the Senussi corps is a Turkish one (9.5.3.2)
        russians = _spaces_with(state, rules.of_nation["ru"])
        return russians & ~rules.board.near_east if nation in ("tu", "sn") else russians
    return 0


def played_this_turn(state: State, card: str) -> bool:
    """Return True for an event played this turn, for those that last until its end."""
    return state.events.get(state.rules.card(card)) == state.turn


def great_offensive_played(state: State) -> bool:
    """Return whether Michael, Blucher or Peace Offensive has been played (CP 49, 50, 51)."""
    names = ("cp_49_michael", "cp_50_blucher", "cp_51_peace_offensive")
    return any(state.rules.card(name) in state.events for name in names)


def lloyd_george(state: State) -> bool:
    """Return whether Lloyd George is in force: until the end of the turn, or one of the great offensives (CP 55)."""
    return played_this_turn(state, "cp_55_lloyd_george") and not great_offensive_played(state)


def _german_trenches(state: State, only: bool = False) -> int:
    """Return the CP trench spaces with a German unit; with `only`, held by nothing else."""
    germans = state.rules.of_nation["ge"]
    trenches = (state.trench_1 | state.trench_2) & state.trench_cp & state.occupied[CP]
    return sum(
        1 << space
        for space in members(trenches)
        if state.units_at[space] & germans and not (only and state.units_at[space] & ~germans)
    )


def _spaces_with(state: State, units: int) -> int:
    on_map = state.rules.board.on_map
    return sum({1 << state.loc[unit] for unit in members(units) if on_map[state.loc[unit]]})


def oberost(state: State) -> bool:
    """Return whether German units may attack Russian fort spaces (15.1.11)."""
    return state.war_status[CP] >= 4 or state.rules.card("cp_11_oberost") in state.events


def common(state: State, units: int, enemies: int | None = None, known: ClosedTo | None = None) -> int:
    """Return the spaces that all the units may attack together (12.1.4, 12.1.10, 12.1.11); `enemies` and `known` as in `possible`."""
    rules = state.rules
    if not units:
        return 0
    if enemies is None:
        enemies = enemy_spaces(state, rules.side_of[units.bit_length() - 1])
    result = rules.board.all
    for unit in members(units):
        result &= possible(state, unit, alone=False, enemies=enemies, known=known)
        if not result:
            return 0
    london = rules.board.space("london")
    if single(units):
        space = state.loc[first(units)]
        if space == london:
            return 0
        return result & 1 << space if state.besieged >> space & 1 and not siege_holds(state, units, space) else result
    spaces = {state.loc[unit] for unit in members(units)}
    if not _nations_together(state, units):
        return 0
    if london in spaces and not any(rules.board.lands("fr", "be") >> space & 1 for space in spaces):
        return 0
    for space in spaces:
        if state.besieged >> space & 1 and not siege_holds(state, units, space):
            result &= 1 << space
    if len(spaces) > 1:
        result &= ~_own_spaces(spaces)
    return result & ~areas.too_many_crossing(state, units)


def _own_spaces(spaces: set[int]) -> int:
    return sum(1 << space for space in spaces)


def _nations_together(state: State, units: int) -> bool:
    """Return whether one space holds all nations of an attack from several spaces (12.1.11.1)."""
    rules = state.rules
    if not units & ~rules.of_parent[rules.parents[first(units)]]:
        return True
    nations = [flags for flags in rules.of_parent.values() if units & flags]
    if any(joint(state, units) for joint in rules.tables.joint_attacks):
        return True
    return any(
        all(units & state.units_at[space] & flags for flags in nations)
        for space in {state.loc[unit] for unit in members(units)}
    )


def siege_holds(state: State, attackers: int, space: int) -> bool:
    """Return whether the units that stay continue the siege, not counting those that attacked elsewhere this round (15.2.3)."""
    rules = state.rules
    operation = state.operation
    busy = attackers | (operation.abroad if operation else 0)
    return state.can_besiege(state.units_at[space] & ~busy & rules.units_of_side[1 - state.fort_owner(space)], space)


def joinable(state: State, attackers: int, eligible: int) -> int:
    """Return the units that can still join the attackers picked so far."""
    free = eligible & ~attackers
    if not free:
        return 0
    enemies = enemy_spaces(state, state.rules.side_of[first(free)])
    known: ClosedTo = {}
    result = 0
    for unit in members(free):
        if _could_join(state, attackers, unit, eligible, enemies, known):
            result |= 1 << unit
    return result


def _could_join(state: State, attackers: int, unit: int, eligible: int, enemies: int, known: ClosedTo) -> bool:
    """Return True if the enlarged group still has a target, perhaps with one more partner.

    The rules bind the attacking group, not the order in which its units are named.
    """
    group = attackers | 1 << unit
    if common(state, group, enemies, known):
        return True
    return any(common(state, group | 1 << other, enemies, known) for other in members(eligible & ~group))
