"""Supply in the variant, and the five grades of being without it (14)."""

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
from engine.pog.tables import Tables
from engine.pog.view import Modifier

#: Sets of units by their grade, the lightest first.
GRADES = ("oos_1", "oos_2", "oos_3", "oos_4", "oos_5")
#: 14.3.4: columns of the own fire and DRM of the enemy's, by grade; 0 is a unit without a marker as yet.
_COLUMNS = (0, -1, -1, -1, -1, -2)
_ENEMY_DRM = (0, 0, 0, 1, 1, 1)


# -- lines ------------------------------------------------------------------------------


def neutral_italy(state: State, side: int) -> int:
    """14.2: Allied lines may cross neutral Italy."""
    return state.rules.board.lands("it") if side == AP and "it" not in state.at_war else 0


def _everywhere(board: Board) -> int:
    return board.all


# -- grades -----------------------------------------------------------------------------


def grade(state: State, unit: int) -> int:
    """Return the grade of a unit's marker, 0 for none."""
    return next((number for number, name in enumerate(GRADES, 1) if state.marks[name] >> unit & 1), 0)


def clock(game: PogGame, side: int) -> None:
    """14.3.5: after each action markers of supplied units go, those of the last grade kill, the others rise by one.

    Whether the clock of both sides runs after each action or that of its owner alone is a question of how the text is read.
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
        # Those who have just got this marker; whoever was lost has none.
        units = tuple(unit for unit in members(marks[name] & running))
        if units:
            game.emit("out_of_supply", grade=number, units=units, places=tuple(state.loc[unit] for unit in units))


def mask_of_unsupplied(state: State) -> int:
    """All units that are out of supply; Turks in Medina are not (14.1.8)."""
    return attrition.unsupplied_units(state, AP) | attrition.unsupplied_units(state, CP)


# -- what they may do -------------------------------------------------------------------


def may_attack(state: State, side: int, attack: bool) -> int:
    """14.3.1: units out of supply may be activated to attack, never to move."""
    return state.rules.units_of_side[side] & ~supply.frozen_units(state) if attack else 0


# -- combat -----------------------------------------------------------------------------


def force(combat: Combat, side: int) -> int:
    """Return the units of a side that fight."""
    return combat.attackers if side == combat.side else combat.defenders


def cut_off(combat: Combat, units: int) -> int:
    """Those of the units that were out of supply when the combat began, and corps that stand in for one of them."""
    stand_ins = mask(corps for corps, army in combat.replaced.items() if combat.unsupplied >> army & 1)
    return units & (combat.unsupplied | stand_ins)


def _grade_among(state: State, combat: Combat, units: int) -> int:
    """Of several grades the best counts, or by the switch the worst (ours); 0 for nobody."""
    grades = [grade(state, combat.replaced.get(unit, unit)) for unit in members(units)]
    return (min if state.rules.switches["soe.mixed_grades"] == "best" else max)(grades, default=0)


def grade_of_force(state: State, combat: Combat, side: int) -> int:
    """14.3.4: how badly a side fires: not at all while a supplied unit is among them (14.3.4.1, 14.3.4.2)."""
    units = force(combat, side)
    return _grade_among(state, combat, units) if cut_off(combat, units) == units else 0


def grade_as_target(state: State, combat: Combat, side: int) -> int:
    """14.3.4: what helps the fire upon a side, supplied units among it or not.

    14.3.4.1 drops "the adverse Attacker modifiers" of a mixed attack and applies "only the Defender modifiers": the words
    are those over the columns of the table, so the enemy keeps his. By the switch a supplied unit lifts both.
    """
    units = force(combat, side)
    out = cut_off(combat, units)
    spared = out != units and state.rules.switches["soe.mixed_supply"] == "no_harm"
    return 0 if spared else _grade_among(state, combat, out)


def shifted_by_grade(state: State, combat: Combat, side: int) -> list[Modifier]:
    """Return the own fire of a force out of supply is weaker."""
    columns = _COLUMNS[grade_of_force(state, combat, side)]
    return [Modifier("out_of_supply", columns)] if columns else []


def exposed_by_grade(state: State, combat: Combat, side: int) -> list[Modifier]:
    """Return the fire upon units long out of supply is better."""
    drm = _ENEMY_DRM[grade_as_target(state, combat, 1 - side)]
    return [Modifier("out_of_supply", drm)] if drm else []


def with_supplied_units(state: State, combat: Combat, side: int) -> bool:
    """14.3.4: combat cards are for forces with a supplied unit; none beside a lone fort."""
    units = force(combat, side)
    return bool(units & ~cut_off(combat, units))


def out_of_supply_first(state: State, combat: Combat, side: int, units: int) -> int:
    """14.3.4.3: losses go to units out of supply before others."""
    return cut_off(combat, units)


def _narrowed(state: State, combat: Combat) -> Combat:
    """Return the combat as a flank attempt sees it: attackers out of supply add nothing to it (14.3.1)."""
    supplied = combat.attackers & ~cut_off(combat, combat.attackers)
    return replace(combat, spaces=mask({state.loc[unit] for unit in members(supplied)}))


def flanking_in_supply(state: State, combat: Combat) -> list[Modifier]:
    """Spaces with supplied attackers alone count."""
    return fight.flanking_spaces(state, _narrowed(state, combat))


def pinned_in_supply(state: State, combat: Combat) -> bool:
    """Return whether a supplied attacker in the space pins the defender."""
    return _narrowed(state, combat).spaces != 0


def amended(tables: Tables) -> Tables:
    """Other sources, grades, and what hangs on them."""
    everywhere = dict.fromkeys(("mn", "ana", "sn"), _everywhere)
    moments = tables.moments
    return replace(
        tables,
        lines_of_supply={**tables.lines_of_supply, "fr": networks.FRENCH, "ho": networks.DUTCH},
        self_supplied={**tables.self_supplied, **everywhere},
        supply_crosses=(*tables.supply_crosses, neutral_italy),
        acting=(*tables.acting, may_attack),
        # 14.1.1.1: who comes into supply may move
        idle=tuple(entry for entry in tables.idle if entry is not without_supply),
        marks={**tables.marks, **dict.fromkeys(GRADES, 0)},
        grade=(grade,),
        shifts=(*tables.shifts, shifted_by_grade),
        drms=(*tables.drms, exposed_by_grade),
        may_commit=(with_supplied_units,),
        hit_order=(*tables.hit_order, out_of_supply_first),
        flank=tuple(flanking_in_supply if entry is fight.flanking_spaces else entry for entry in tables.flank),
        may_flank=(*tables.may_flank, pinned_in_supply),
        moments=replace(moments, action_over=(clock, *moments.action_over)),
    )


SUPPLY = Theme(amended)
