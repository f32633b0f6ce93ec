"""Nations in the variant: rules that their rows in ``nations.toml`` leave to code.

The rows say where units of a nation may end and what else is closed to them; this module has the general rule for
units that are there nevertheless, what opens the coast, and the Serbs.
"""

from __future__ import annotations

from dataclasses import replace

from engine.core.bits import mask, members
from engine.pog.content.records import AP
from engine.pog.rules import areas, replacement, supply
from engine.pog.ruleset import Ruleset
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.base import PogGame
from engine.pog.state import State
from engine.pog.tables import Closing, Tables

# -- where one may not be -----------------------------------------------------------------

#: Deluxe closings replaced by rows of the variant: 11.1.9, 5.7.4.6, and by 11.3.1 those of 9.5.3.4.
_GIVEN_UP = ("coast", "austrian_border", "italy", "near_east", "lost_near_east")
#: 11.3: armies may go to the Near East as far as the rules on nations allow; corps that never could still may not.
NEAR_EAST = Closing(
    "never_in_the_near_east",
    "3.0",
    lambda rules: rules.no_near_east & ~rules.armies,
    fixed=lambda rules: rules.board.near_east,
    code="not_its_front",
)


def note_strays(game: PogGame, side: int) -> None:
    """Note the units that are where they may not be: they go home in this action."""
    state = game.state
    units = sum(state.units_of(side, space) for space in members(state.occupied[side]))
    state.marks["astray"] = mask(
        unit for unit in members(units) if areas.out_of_bounds(state, unit) >> state.loc[unit] & 1
    )


def strays(state: State) -> int:
    """Return the units that go home."""
    return state.marks["astray"]


def restricted(state: State, unit: int) -> int:
    """Return where a unit retreats only as a last resort: it may not be there, or not with the units there.

    Belgians, whose own rule keeps them at home, "may retreat normally" (BE).
    """
    rules = state.rules
    if rules.of_nation["be"] >> unit & 1:
        return 0
    side = rules.side_of[unit]
    crowd = mask(
        space
        for space in members(state.occupied[side])
        if not areas.may_stack(state, state.units_of(side, space) | 1 << unit)
    )
    return areas.out_of_bounds(state, unit) | areas.no_stop(state, unit) | crowd


def at_home(state: State, unit: int) -> bool:
    """Return whether a unit is where it may be; otherwise it takes no replacements."""
    at = state.loc[unit]
    return not (state.rules.board.on_map[at] and areas.out_of_bounds(state, unit) >> at & 1)


# -- the coast (11.1.9) -------------------------------------------------------------------


def _coast(state: State) -> int:
    return state.rules.board.spaces("amiens", "antwerp", "calais", "ostend")


def opened_by_marker(game: PogGame, space: int, attack: bool) -> None:
    """Open the coast when one of its spaces is activated for combat."""
    if attack and _coast(game.state) >> space & 1:
        game.state.marks["coast_open"] = 1


def opened_by_attack(game: PogGame, combat: object) -> None:
    """Open the coast when one of its spaces is attacked."""
    state = game.state
    if state.combat is not None and _coast(state) >> state.combat.target & 1:
        state.marks["coast_open"] = 1


# -- Belgians and Serbs -------------------------------------------------------------------


def belgian_army(state: State, army: int) -> int | None:
    """Return where the Belgian army is rebuilt: Brussels, Ostend or Antwerp, if supplied (BE)."""
    rules = state.rules
    if not rules.of_nation["be"] >> army & 1:
        return None
    return replacement.ready(state, army, rules.board.spaces("brussels", "ostend", "antwerp"))


def serbian_army(state: State, army: int) -> int | None:
    """Return where a Serbian army is rebuilt: Belgrade unless Nis is lost; Salonika if no other is on the map (SB)."""
    rules = state.rules
    board = rules.board
    serbs = rules.of_nation["sb"]
    if not serbs >> army & 1:
        return None
    places = 0 if state.control[1 - AP] & board.spaces("nis") else board.spaces("belgrade")
    if not any(board.on_map[state.loc[other]] for other in members(serbs & rules.armies)):
        places |= board.spaces("salonika")
    return replacement.ready(state, army, places)


def serbs_in_touch(state: State, unit: int) -> bool:
    """Return whether a unit may take a step: Serbs next to an Allied Serbian space or with a line, armies abroad with one from Belgrade (SB)."""
    rules = state.rules
    board = rules.board
    at = state.loc[unit]
    if not rules.of_nation["sb"] >> unit & 1 or not board.on_map[at]:
        return True
    serbia = board.lands("sb")
    if serbia >> at & 1:
        return bool(board.common[at] & serbia & state.control[AP]) or supply.traces(state, unit, at)
    corps = not rules.armies >> unit & 1
    return corps or bool(supply.reach_of(state, unit, board.spaces("belgrade")) >> at & 1)


def serbia_lost(state: State, unit: int) -> bool:
    """Return whether a unit may take RPs: not Serbs while Belgrade is enemy or besieged, except where Salonika is named (SB, 17.1.3)."""
    rules = state.rules
    board = rules.board
    belgrade, salonika = board.spaces("belgrade"), board.spaces("salonika")
    if not rules.of_nation["sb"] >> unit & 1 or not belgrade & (state.control[1 - AP] | state.besieged):
        return True
    if not salonika & state.control[AP] or rules.switches["banquet.serbs_without_belgrade"] == "none":
        return False
    at = state.loc[unit]
    if rules.armies >> unit & 1:
        return at == board.eliminated[AP]
    abroad = board.on_map[at] and not board.lands("sb") >> at & 1
    return bool(abroad and supply.reach_of(state, unit, salonika) >> at & 1)


def montenegro_falls(game: PogGame, *_: object) -> None:
    """Permanently eliminate the Montenegrin corps when no Serbian unit is left in Serbia (SB)."""
    state = game.state
    rules = state.rules
    board = rules.board
    corps = rules.content.unit_by_name["mn_corps"]
    gone = board.gone[AP]
    if state.loc[corps] in (gone, board.unused[AP]):
        return
    if not any(board.lands("sb") >> state.loc[unit] & 1 for unit in members(rules.of_nation["sb"])):
        state.place(corps, gone)
        state.flip(corps, False)
        game.emit("loss", side=AP, unit=corps, result="permanently", corps=None, cause="montenegro")


# -- Turks --------------------------------------------------------------------------------


def turkish_strongholds(rules: Ruleset) -> int:
    """Return the Turkish VP spaces except Constantinople: the special supply of Medina (14.1.5) applies there (TU)."""
    board = rules.board
    return rules.vp_spaces & board.lands("tu") & ~board.spaces("constantinople")


def amended(tables: Tables) -> Tables:
    """Return the tables in which lands are closed to nations and opened to armies."""
    moments = tables.moments
    return replace(
        tables,
        barred=(*(entry for entry in tables.barred if entry.name not in _GIVEN_UP), NEAR_EAST),
        no_stop=tuple(entry for entry in tables.no_stop if entry.name not in _GIVEN_UP),
        astray=(strays,),
        shunned=(restricted,),
        may_restore=(*tables.may_restore, at_home, serbs_in_touch, serbia_lost),
        rebuilt=(belgian_army, serbian_army),
        strongholds=(*tables.strongholds, turkish_strongholds),
        marks={**tables.marks, "astray": 0, "coast_open": 0},
        moments=replace(
            moments,
            turn_begins=(*moments.turn_begins, montenegro_falls),
            action_begins=(*moments.action_begins, note_strays),
            activated=(*moments.activated, opened_by_marker),
            attack=(*moments.attack, opened_by_attack),
            action_over=(*moments.action_over, montenegro_falls),
            combat_over=(*moments.combat_over, montenegro_falls),
        ),
    )


NATIONAL = Theme(amended)
