"""Combat strength, columns, die modifiers, flank attempts (12.2, 12.3)."""

from __future__ import annotations

from engine.core.bits import mask, members
from engine.core.game import Game
from engine.pog.combat_state import Combat
from engine.pog.content.records import FireTable, TerrainEffect
from engine.pog.state import State
from engine.pog.view import AimView, FireView, Modifier


def combat_of(state: State) -> Combat:
    """Return the current combat."""
    assert state.combat is not None
    return state.combat


def fort_defends(state: State, combat: Combat) -> bool:
    """Return True if the attacked space has an intact fort of the defender that this combat has not destroyed (15.1.4)."""
    return not combat.fort_fell and bool(state.intact_forts(1 - combat.side) >> combat.target & 1)


def committed(state: State, combat: Combat, side: int, part: str) -> bool:
    """Return True if a side has committed a card with a named effect."""
    played = combat.cards[side]
    if not played:
        return False
    cards = state.rules.tables.combat_cards
    return any(part in cards[card].parts for card in members(played))


def trench_level(state: State, combat: Combat) -> int:
    """Return the level of the defender's trench that counts in this combat (11.2.8, 11.2.9)."""
    if not combat.defenders or trench_cancelled(state, combat):
        return 0
    level, owner = state.trench(combat.target)
    if level and owner == 1 - combat.side:
        return level
    return 1 if committed(state, combat, 1 - combat.side, "as_trench") else 0


def trench_cancelled(state: State, combat: Combat) -> bool:
    """Return True if a card or Brusilov cancels all trench effects (12.2.4)."""
    if committed(state, combat, combat.side, "cancel_trench"):
        return True
    return bool(combat.effects >> state.rules.card("ap_46_brusilov_offensive") & 1)


def terrain_effect(state: State, space: int) -> TerrainEffect:
    """Return the effects of the terrain of a space."""
    rules = state.rules
    return rules.content.terrain[rules.content.spaces[space].terrain]


# -- works: what covers the defender ---------------------------------------------------


def works(state: State, combat: Combat) -> list[TerrainEffect]:
    """Return the rows of the terrain table that apply to the defender: terrain and trench."""
    return [row for found in state.rules.tables.works for row in found(state, combat)]


def ground(state: State, combat: Combat) -> list[TerrainEffect]:
    """Return the terrain effect of the attacked space."""
    return [terrain_effect(state, combat.target)]


def trench(state: State, combat: Combat) -> list[TerrainEffect]:
    """Return the effect of the trench that counts in this combat."""
    level = trench_level(state, combat)
    return [state.rules.content.terrain[f"trench_{level}"]] if level else []


#: Terrain effects for the defender (11.2.8, 12.2.8).
WORKS = (ground, trench)


# -- column shifts (12.2.8) ------------------------------------------------------------


def shifts(state: State, combat: Combat, attacker: bool) -> list[Modifier]:
    """Return the column shifts of one side's fire with their causes (12.2.8)."""
    side = combat.side if attacker else 1 - combat.side
    return [shift for found in state.rules.tables.shifts for shift in found(state, combat, side)]


def shifts_of_works(state: State, combat: Combat, side: int) -> list[Modifier]:
    """Return the shifts of both sides' fire by terrain and trench; a card can cancel that of the trench alone."""
    flattened = committed(state, combat, combat.side, "cancel_trench_shift")
    rows = [row for row in works(state, combat) if not (row.trench and flattened)]
    found = [Modifier(row.name, row.attacker_shift if side == combat.side else row.defender_shift) for row in rows]
    return [shift for shift in found if shift.value]


#: Causes of column shifts.
SHIFTS = (shifts_of_works,)


# -- die modifiers (12.2.7) ------------------------------------------------------------


def drms(state: State, combat: Combat, side: int) -> list[Modifier]:
    """Return the die modifiers of one side's fire with their causes (12.2.7)."""
    return [modifier for found in state.rules.tables.drms for modifier in found(state, combat, side)]


def drms_by_place(state: State, combat: Combat, side: int) -> list[Modifier]:
    """Return the modifiers of attacks made only from one space, such as the Sinai."""
    rules = state.rules
    found = []
    for standing in rules.content.standing_drms if side == combat.side else ():
        lifted = side == standing.lifted_for and rules.card(standing.lifted_by) in state.events
        if combat.spaces == 1 << standing.space and not lifted:
            found.append(Modifier(rules.content.spaces[standing.space].name, standing.drm))
    return found


def drms_of_events(state: State, combat: Combat, side: int) -> list[Modifier]:
    """Return the modifiers of events that help an attack."""
    rules = state.rules
    return [
        Modifier(f"card:{name}", rules.content.cards[rules.card(name)].drm)
        for name, applies in (rules.tables.attack_drms if side == combat.side else ())
        if applies(state, combat)
    ]


def drms_of_cards(state: State, combat: Combat, side: int) -> list[Modifier]:
    """Return the modifiers of combat cards committed by the side."""
    rules = state.rules
    cards = [rules.content.cards[card] for card in members(combat.cards[side])]
    return [
        Modifier(f"card:{card.name}", card.drm) for card in cards if "drm" in rules.tables.combat_cards[card.id].parts
    ]


#: Causes of die modifiers.
DRMS = (drms_by_place, drms_of_events, drms_of_cards)


# -- fire ------------------------------------------------------------------------------


def firing_units(combat: Combat, attacker: bool) -> int:
    """Return the units whose factors count: those that retreated earlier never do (12.5.6)."""
    return combat.attackers if attacker else combat.defenders


def can_fire(state: State, combat: Combat, attacker: bool) -> bool:
    """Return whether a side rolls: it needs a unit or, as the defender, a fort (12.3.3)."""
    return bool(firing_units(combat, attacker)) or (not attacker and fort_defends(state, combat))


def strength(state: State, combat: Combat, attacker: bool) -> int:
    """Return the combat strength: CF of the units, plus that of the fort for the defender (12.2.3)."""
    rules = state.rules
    total = sum(rules.factors(state, unit) for unit in members(firing_units(combat, attacker)))
    if not attacker and fort_defends(state, combat):
        total += state.fort_values[combat.target]
    return total


def table_of(state: State, combat: Combat, attacker: bool) -> tuple[str, FireTable]:
    """Return the army table if any army fires, else the corps and fort table (12.2.8)."""
    rules = state.rules
    side = combat.side if attacker else 1 - combat.side
    if firing_units(combat, attacker) & rules.armies or committed(state, combat, side, "army_table"):
        return "army", rules.content.army_fire
    return "corps", rules.content.corps_fire


def aim(state: State, combat: Combat, attacker: bool) -> AimView | None:
    """Return one side's fire before its die roll (12.2.7, 12.2.8); None if it cannot fire."""
    if not can_fire(state, combat, attacker):
        return None
    side = combat.side if attacker else 1 - combat.side
    name, table = table_of(state, combat, attacker)
    factors = strength(state, combat, attacker)
    before = table.column_for(factors)
    moved = shifts(state, combat, attacker)
    column = min(max(before + sum(shift.value for shift in moved), 0), len(table.columns) - 1)
    return AimView(side, attacker, name, factors, before, column, tuple(moved), tuple(drms(state, combat, side)))


def fire(game: Game[State], attacker: bool) -> int:
    """Roll for one side and return its loss number (12.2.7 to 12.2.9); 0 if it cannot fire."""
    state = game.state
    combat = combat_of(state)
    aimed = aim(state, combat, attacker)
    if aimed is None:
        return 0
    table = table_of(state, combat, attacker)[1]
    die = game.die("attacker_fire" if attacker else "defender_fire")
    used = min(max(die + sum(modifier.value for modifier in aimed.drms), 1), 6)
    number = table.result(aimed.column, used)
    view = FireView(
        aimed.side, attacker, aimed.table, aimed.factors, table.columns[aimed.column_before],
        table.columns[aimed.column], aimed.shifts, aimed.drms, die, used, number,
    )  # fmt: skip
    combat.fires.append(view)
    game.emit("fire", fire=view)
    return number


# -- flank attempts (12.3) -------------------------------------------------------------


def flank_possible(state: State, combat: Combat) -> bool:
    """Return True if nothing forbids a flank attempt (12.3.1)."""
    return all(allows(state, combat) for allows in state.rules.tables.may_flank)


def from_two_spaces(state: State, combat: Combat) -> bool:
    """Return whether the attack comes from more than one space."""
    return bool(combat.spaces & (combat.spaces - 1))


def with_an_army(state: State, combat: Combat) -> bool:
    """Return whether an army attacks."""
    return bool(combat.attackers & state.rules.armies)


def against_units(state: State, combat: Combat) -> bool:
    """Return whether there are units to flank, not only a fort."""
    return bool(combat.defenders)


def on_open_ground(state: State, combat: Combat) -> bool:
    """Return whether neither terrain nor a trench rules out a flank attempt."""
    return all(row.flank_allowed for row in works(state, combat))


#: Conditions of a flank attempt, all of which must hold.
MAY_FLANK = (from_two_spaces, with_an_army, against_units, on_open_ground)


def flank_drm(state: State, combat: Combat) -> int:
    """Return the sum of the modifiers of the flank attempt."""
    return sum(modifier.value for found in state.rules.tables.flank for modifier in found(state, combat))


def flanking_spaces(state: State, combat: Combat) -> list[Modifier]:
    """Return +1 for each attacking space beyond the pinning one that faces no other enemy (12.3.2).

    The pinning space is chosen in the attacker's favour: one that would not count anyway,
    if there is one. A space that attacks over a dashed line adds nothing (player aid, Britain).
    """
    solid = state.rules.board.solid
    rules = state.rules
    enemy = state.occupied[1 - combat.side] & ~(1 << combat.target)
    near = combat.spaces & solid[combat.target]
    free = sum(not solid[space] & enemy for space in members(near))
    total = combat.spaces.bit_count()
    return [Modifier("flanking_spaces", min(free, total - 1) * rules.content.flank.drm_per_space)]


def pinning_space(state: State, combat: Combat) -> int:
    """Return the attacking space that pins the defender, chosen in the attacker's favour as for the die (12.3.2)."""
    solid, enemy = state.rules.board.solid, state.occupied[1 - combat.side] & ~(1 << combat.target)
    able = mask({state.loc[unit] for unit in members(combat.attackers & ~combat.unsupplied)}) or combat.spaces
    free = mask(space for space in members(able & solid[combat.target]) if not solid[space] & enemy)
    return next(iter(members(able & ~free or able)))


#: Modifiers of the flank attempt's die.
FLANK = (flanking_spaces,)


def steps_left(state: State, units: int) -> int:
    """Return the number of steps of a group: two for a full unit, one for a reduced one."""
    return sum(1 if state.is_reduced(unit) else 2 for unit in members(units))
