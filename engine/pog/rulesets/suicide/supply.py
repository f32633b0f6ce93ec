"""Supply in the variant, and the five grades of being out of supply (14)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.bits import mask, members
from engine.pog import networks
from engine.pog.board import Board
from engine.pog.combat_state import Combat
from engine.pog.content.records import AP, CP
from engine.pog.rules import attrition, losses, supply
from engine.pog.rules import combat as fight
from engine.pog.rules.activation import without_supply
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.base import PogGame
from engine.pog.state import State
from engine.pog.tables import HitOrder, Tables
from engine.pog.view import Modifier

#: Sets of units by their grade, the mildest first.
GRADES = ("oos_1", "oos_2", "oos_3", "oos_4", "oos_5")
#: 14.3.4: column shift of the units' own fire and DRM of the enemy's, by grade; 0 is a unit without a marker yet.
_COLUMNS = (0, -1, -1, -1, -1, -2)
_ENEMY_DRM = (0, 0, 0, 1, 1, 1)


# -- lines ------------------------------------------------------------------------------


def neutral_italy(state: State, side: int) -> int:
    """Return neutral Italy, which Allied supply lines can cross (14.2)."""
    return state.rules.board.lands("it") if side == AP and "it" not in state.at_war else 0


def _everywhere(board: Board) -> int:
    return board.all


# -- grades -----------------------------------------------------------------------------


def grade(state: State, unit: int) -> int:
    """Return the grade of a unit's marker, 0 for none."""
    return next((number for number, name in enumerate(GRADES, 1) if state.marks[name] >> unit & 1), 0)


def clock(game: PogGame, side: int) -> None:
    """Update the markers after an action: remove those of supplied units, eliminate units of the last grade, raise the others by one (14.3.5).

    A switch decides whether both sides' markers advance after each action, or only the acting side's.
    """
    state = game.state
    marks = state.marks
    out = mask_of_unsupplied(state)
    relieved = 0
    for name in GRADES:
        relieved |= marks[name] & ~out & (state.standing[AP] | state.standing[CP])
        marks[name] &= out
    if relieved:
        game.emit("back_in_supply", units=tuple(members(relieved)))
    every = state.rules.switches["soe.oos_clock"] == "every_action"
    running = -1 if every else state.rules.units_of_side[side]
    dead = marks[GRADES[-1]] & running
    new = out & running
    for name in GRADES:
        new &= ~marks[name]
    rising = new
    for name in GRADES:
        risen = marks[name] & running
        marks[name] = marks[name] & ~running | rising
        rising = risen
    if dead:
        game.emit("starved", units=tuple(members(dead)))
        for unit in members(dead):
            losses.eliminate(game, unit, permanently=True, replace=False)
    for number, name in enumerate(GRADES, 1):
        # Units that have just received this marker; eliminated units have none.
        units = tuple(unit for unit in members(marks[name] & running))
        if units:
            game.emit("out_of_supply", grade=number, units=units, places=tuple(state.loc[unit] for unit in units))


def mask_of_unsupplied(state: State) -> int:
    """Return all units that are out of supply; Turks in Medina are not (14.1.8)."""
    return attrition.unsupplied_units(state, AP) | attrition.unsupplied_units(state, CP)


# -- what they may do -------------------------------------------------------------------


def may_attack(state: State, side: int, attack: bool) -> int:
    """Return the units for attacks: those out of supply can be activated to attack, never to move (14.3.1)."""
    return state.rules.units_of_side[side] & ~supply.frozen_units(state) if attack else 0


# -- combat -----------------------------------------------------------------------------


def force(combat: Combat, side: int) -> int:
    """Return the units of a side that fight."""
    return combat.attackers if side == combat.side else combat.defenders


def cut_off(combat: Combat, units: int) -> int:
    """Return the units that were out of supply when the combat began, and corps that replaced one of them."""
    stand_ins = mask(corps for corps, army in combat.replaced.items() if combat.unsupplied >> army & 1)
    return units & (combat.unsupplied | stand_ins)


def _grade_among(state: State, combat: Combat, units: int) -> int:
    """Return the best of several grades, or by the switch the worst (ours); 0 for no units."""
    grades = [grade(state, combat.replaced.get(unit, unit)) for unit in members(units)]
    return (min if state.rules.switches["soe.mixed_grades"] == "best" else max)(grades, default=0)


def grade_of_force(state: State, combat: Combat, side: int) -> int:
    """Return the grade that weakens a side's own fire; 0 while a supplied unit fights with it (14.3.4, 14.3.4.1, 14.3.4.2)."""
    units = force(combat, side)
    return _grade_among(state, combat, units) if cut_off(combat, units) == units else 0


def grade_as_target(state: State, combat: Combat, side: int) -> int:
    """Return the grade that helps fire against a side, even if it has supplied units (14.3.4).

    14.3.4.1 drops "the adverse Attacker modifiers" of a mixed attack and applies "only the Defender modifiers": these are
    the headings of the table's columns, so the enemy keeps his. By the switch a supplied unit cancels both.
    """
    units = force(combat, side)
    out = cut_off(combat, units)
    spared = out != units and state.rules.switches["soe.mixed_supply"] == "no_harm"
    return 0 if spared else _grade_among(state, combat, out)


def shifted_by_grade(state: State, combat: Combat, side: int) -> list[Modifier]:
    """Return the column shift that weakens the fire of a force out of supply."""
    columns = _COLUMNS[grade_of_force(state, combat, side)]
    return [Modifier("out_of_supply", columns)] if columns else []


def exposed_by_grade(state: State, combat: Combat, side: int) -> list[Modifier]:
    """Return the DRM of fire against units long out of supply."""
    drm = _ENEMY_DRM[grade_as_target(state, combat, 1 - side)]
    return [Modifier("out_of_supply", drm)] if drm else []


def with_supplied_units(state: State, combat: Combat, side: int) -> bool:
    """Return whether a force may play combat cards: it needs a supplied unit, not only a fort (14.3.4)."""
    units = force(combat, side)
    return bool(units & ~cut_off(combat, units))


def out_of_supply_first(state: State, combat: Combat, side: int, units: int) -> int:
    """Return the units out of supply, which take losses before others (14.3.4.3)."""
    return cut_off(combat, units)


def _supplied_attackers_only(state: State, combat: Combat) -> Combat:
    """Return the combat for a flank attempt: attackers out of supply do not count (14.3.1)."""
    supplied = combat.attackers & ~cut_off(combat, combat.attackers)
    return replace(combat, spaces=mask({state.loc[unit] for unit in members(supplied)}))


def flanking_in_supply(state: State, combat: Combat) -> list[Modifier]:
    """Return the flank modifiers, counting only spaces with supplied attackers."""
    return fight.flanking_spaces(state, _supplied_attackers_only(state, combat))


def pinned_in_supply(state: State, combat: Combat) -> bool:
    """Return whether a supplied attacker in the space pins the defender."""
    return _supplied_attackers_only(state, combat).spaces != 0


def amended(tables: Tables) -> Tables:
    """Return the tables with other sources, grades, and their effects."""
    everywhere = dict.fromkeys(("mn", "ana", "sn"), _everywhere)
    moments = tables.moments
    return replace(
        tables,
        lines_of_supply={**tables.lines_of_supply, "fr": networks.FRENCH, "ho": networks.DUTCH},
        self_supplied={**tables.self_supplied, **everywhere},
        supply_crosses=(*tables.supply_crosses, neutral_italy),
        acting=(*tables.acting, may_attack),
        # 14.1.1.1: units that come back into supply may move
        idle=tuple(entry for entry in tables.idle if entry is not without_supply),
        marks={**tables.marks, **dict.fromkeys(GRADES, 0)},
        grade=(grade,),
        shifts=(*tables.shifts, shifted_by_grade),
        drms=(*tables.drms, exposed_by_grade),
        may_commit=(with_supplied_units,),
        hit_order=(*tables.hit_order, HitOrder("unsupplied", out_of_supply_first)),
        flank=tuple(flanking_in_supply if entry is fight.flanking_spaces else entry for entry in tables.flank),
        may_flank=(*tables.may_flank, pinned_in_supply),
        moments=replace(moments, action_over=(clock, *moments.action_over)),
    )


SUPPLY = Theme(amended)
