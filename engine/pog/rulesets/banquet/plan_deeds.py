"""Attacks that the war plans of 1914 require, and their results (18)."""

from __future__ import annotations

from engine.core.bits import mask
from engine.core.game import Game
from engine.pog.combat_state import Combat
from engine.pog.content.records import AP
from engine.pog.rules import retreats
from engine.pog.rulesets.banquet.plan_standing import (
    PARIS_TRIED,
    PLAN_XVII,
    TANNENBERG_TRIED,
    XVII_ADVANCED,
    XVII_ALLOWED,
    XVII_ARMIES,
    XVII_TARGETS,
)  # fmt: skip
from engine.pog.state import State
from engine.pog.view import Modifier

_XVII_DRM = -2


def might_advance(state: State, combat: Combat, units: int) -> bool:
    """Return True if one of the attackers was allowed to advance into the attacked space, whether or not it did."""
    if any(units >> unit & 1 and combat.target in path for unit, path in combat.advances):
        return True
    if combat.winner != "attacker" or combat.retreat in ("held", "barred"):
        return False
    driven = combat.retreat == "waived" or retreats.may_advance(state, combat)
    return driven and bool(units & combat.attackers & ~state.reduced)


def note_deeds(game: Game[State], combat: Combat) -> None:
    """Note the attacks that plans require, and their results."""
    state = game.state
    marks, board = state.marks, state.rules.board
    for corps, army in combat.replaced.items():
        if marks["second_army"] >> army & 1:
            marks["second_army"] |= 1 << corps
    attackers = mask(unit for _, unit in combat.first_attackers) | combat.attackers
    second = attackers & marks["second_army"]
    if second and combat.target == board.space("tannenberg") and not might_advance(state, combat, second):
        marks["plan_deeds"] |= TANNENBERG_TRIED
    germans = attackers & state.rules.of_nation["ge"]
    if germans and combat.target == board.space("paris") and not might_advance(state, combat, germans):
        marks["plan_deeds"] |= PARIS_TRIED
    armies = attackers & marks["plan_xvii"] if marks["french_action"] == len(state.actions[AP]) else 0
    if armies and combat.target in map(board.space, XVII_TARGETS):
        if might_advance(state, combat, armies):
            marks["plan_deeds"] |= XVII_ALLOWED
        if any(armies >> unit & 1 for unit, _ in combat.advances):
            marks["plan_deeds"] |= XVII_ADVANCED


def executes_plan_xvii(state: State, combat: Combat) -> int:
    """Return the armies that attack as Plan XVII requires: from Nancy into Lorraine, in the first French action."""
    marks, board = state.marks, state.rules.board
    if combat.side != AP or not marks["plans"] & PLAN_XVII or combat.target not in map(board.space, XVII_TARGETS):
        return 0
    if marks["french_action"] not in (0, len(state.actions[AP])):
        return 0
    ids, nancy = state.rules.content.unit_by_name, board.space("nancy")
    armies = mask(ids[name] for name in XVII_ARMIES if state.loc[ids[name]] == nancy)
    return armies & combat.attackers


def note_plan_xvii(game: Game[State], combat: Combat) -> None:
    """Note that an attack of the plan is declared; any French attack is a French activation."""
    state = game.state
    if combat.side == AP and combat.attackers & state.rules.of_nation["fr"]:
        note_french(state)
    state.marks["plan_xvii"] |= executes_plan_xvii(state, combat)


def note_french(state: State) -> None:
    """Note the first action in which French units are activated."""
    if state.marks["plans"] & PLAN_XVII and not state.marks["french_action"]:
        state.marks["french_action"] = len(state.actions[AP])


def against_the_plan(state: State, combat: Combat, side: int) -> list[Modifier]:
    """Return the negative DRM of attacks by Plan XVII, which are badly prepared."""
    hampered = side == combat.side and executes_plan_xvii(state, combat)
    return [Modifier("plan_xvii", _XVII_DRM)] if hampered else []
