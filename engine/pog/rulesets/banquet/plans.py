"""The war plans of 1914: when each is in force, what it forbids, and when it is checked (18)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.bits import mask, members
from engine.core.game import Game
from engine.pog.content.records import AP, CP
from engine.pog.rulesets.banquet.plan_decisions import CALLED_OFF, ActivateByPlan, ChoosePlannedAction, or_call_off
from engine.pog.rulesets.banquet.plan_deeds import against_the_plan, note_plan_xvii
from engine.pog.rulesets.banquet.plan_endings import decided_in_combat, opened, overtaken, reckoning, told
from engine.pog.rulesets.banquet.plan_standing import (
    BELGIAN_WAY,
    GALICIA,
    GERMAN,
    NACH_PARIS,
    PARIS,
    PARIS_OVER,
    PARIS_TRIED,
    PLAN_XVII,
    TANNENBERG,
    THROUGH_BELGIUM,
    standings,
    there,
)  # fmt: skip
from engine.pog.rulesets.theme import Theme
from engine.pog.state import State
from engine.pog.tables import CardRule, Tables

#: The CP war status from which the coast is open (11.1.9).
_COAST_OPEN = 4


def begin(game: Game[State]) -> None:
    """Put every plan in force with Guns of August."""
    state = game.state
    state.marks |= {"plans": TANNENBERG | GALICIA | PLAN_XVII, "german_plan": THROUGH_BELGIUM}
    state.marks["second_army"] = 1 << state.rules.content.unit_by_name["ru_2_army"]
    game.emit("war_plans")


def next_german_plan(game: Game[State]) -> None:
    """Choose the German plan of September and of Fall 1914 by the German positions, whatever became of the last (18)."""
    state = game.state
    if state.turn == 1 or not opened(state):
        return
    before = state.marks["german_plan"]
    ended = not before and state.rules.switches["banquet.later_german_plans"] == "one_after_another"
    state.marks["german_plan"] = 0 if ended else _applicable(state)
    if state.marks["german_plan"] not in (0, before):
        told(game, GERMAN[state.marks["german_plan"]], "begins")


def guns_bind(state: State) -> int:
    """Return Guns of August while a war plan is in force (18) or it keeps the Belgians in Antwerp (11.1.9)."""
    if not opened(state):
        return 0
    race = state.rules.card("cp_08_race_to_the_sea") in state.events or state.war_status[CP] >= _COAST_OPEN
    kept = not (race or state.marks["coast_open"])
    return 1 << state.rules.card("cp_01_guns_of_august") if kept or standings(state) else 0


def _applicable(state: State) -> int:
    """Return the German plan that applies in a turn after August 1914, 0 for none."""
    carried_out = state.marks["plan_deeds"] & (PARIS_TRIED | PARIS_OVER) or there(state, "ge", "paris")
    if state.turn > PARIS or carried_out:
        return 0
    if there(state, "ge", "chateau_thierry"):
        return PARIS
    return NACH_PARIS if state.turn == NACH_PARIS and there(state, "ge", *BELGIAN_WAY) else 0


def ignored(state: State, side: int, name: str) -> bool:
    """Return whether a German offensive is ignored because the armies march on Paris."""
    return name == "ge" and state.marks["german_plan"] in (NACH_PARIS, PARIS)


def only_to_attack(state: State, side: int, spaces: int, attack: bool) -> int:
    """Return the spaces without those of Austro-Hungarians next to Russians for movement (Galicia)."""
    if attack or side != CP or not state.marks["plans"] & GALICIA:
        return spaces
    rules = state.rules
    russians = mask(space for space in members(state.occupied[AP]) if state.units_at[space] & rules.of_nation["ru"])
    lines = rules.board.lines
    return spaces & ~mask(
        space
        for space in members(spaces)
        if any(lines[unit][space] & russians for unit in members(state.units_at[space] & rules.of_nation["ah"]))
    )


def race_to_the_sea(state: State, side: int) -> int:
    """Return Race to the Sea while it cannot be played: only after Guns of August, in August only once the German plan has failed (CP 8)."""
    rules = state.rules
    opened = rules.card("cp_01_guns_of_august") in state.events
    early = state.turn == 1 and state.marks["german_plan"]
    return 1 << rules.card("cp_08_race_to_the_sea") if early or not opened else 0


def sane(state: State) -> list[str]:
    """Check that plans follow from Guns of August and end with Fall 1914."""
    marks = state.marks
    found = []
    if (marks["plans"] or marks["german_plan"]) and state.rules.card("cp_01_guns_of_august") not in state.events:
        found.append("a war plan without Guns of August")
    if marks["plans"] & ~7 or (marks["plans"] and state.turn > 1) or not 0 <= marks["german_plan"] <= PARIS:
        found.append(f"war plans {marks['plans']} and {marks['german_plan']} in turn {state.turn}")
    if marks["german_plan"] and state.turn > PARIS:
        found.append("a German war plan after Fall 1914")
    return found


_MARKS = ("plans", "german_plan", "second_army", "plan_deeds", "plan_xvii", "french_action")


def amended(tables: Tables) -> Tables:
    """Return the tables in which plans are checked at every turn."""
    moments = tables.moments
    return replace(
        tables,
        may_activate=(*tables.may_activate, only_to_attack),
        card_uses=(*tables.card_uses, CardRule("no_race_yet", "CP 8", frozenset({"event"}), race_to_the_sea)),
        drms=(*tables.drms, against_the_plan),
        offensives_void=(*tables.offensives_void, ignored),
        marks={**tables.marks, **dict.fromkeys(_MARKS, 0)},
        laws=(*tables.laws, sane),
        plans=(standings,),
        binding=(*tables.binding, guns_bind),
        moments=replace(
            moments,
            turn_begins=(*moments.turn_begins, next_german_plan),
            attack=(*moments.attack, note_plan_xvii),
            action_over=(*moments.action_over, overtaken),
            combat_over=(*moments.combat_over, decided_in_combat),
            turn_ends=(*moments.turn_ends, reckoning),
        ),
    )


PLANS = Theme(
    amended,
    replaced=(ChoosePlannedAction, ActivateByPlan),
    wrapped=dict.fromkeys(CALLED_OFF, or_call_off),
)
