"""Status of the war plans: still open, fulfilled for now, or lost (18)."""

from __future__ import annotations

from engine.core.bits import mask
from engine.pog.content.records import AP, CP
from engine.pog.state import State
from engine.pog.view import PlanView

#: Plans of August 1914 in the mark `plans`.
TANNENBERG, GALICIA, PLAN_XVII = 1, 2, 4
NAMES = {TANNENBERG: "tannenberg", GALICIA: "galicia", PLAN_XVII: "plan_xvii"}
#: The German plan in force by the mark `german_plan`, 0 for none.
THROUGH_BELGIUM, NACH_PARIS, PARIS = 1, 2, 3
GERMAN = {THROUGH_BELGIUM: "through_belgium", NACH_PARIS: "nach_paris", PARIS: "before_paris"}
BELGIAN_WAY = ("sedan", "cambrai")
#: Requirements of plans that were carried out, in the mark `plan_deeds`.
TANNENBERG_TRIED, XVII_ALLOWED, XVII_ADVANCED, PARIS_TRIED, PARIS_OVER = 1, 2, 4, 8, 16
#: In the same mark, what has already been reported: plans that are lost, and that Paris was attacked in time.
TANNENBERG_LOST, XVII_LOST, PARIS_TOLD = 32, 64, 128
XVII_ARMIES = ("fr_1_army", "fr_2_army")
XVII_TARGETS = ("metz", "strasbourg")
#: The spaces each plan requires; that of Galicia concerns a whole front.
GOALS = {
    "tannenberg": ("tannenberg",),
    "plan_xvii": XVII_TARGETS,
    "through_belgium": BELGIAN_WAY,
    "nach_paris": ("chateau_thierry",),
    "before_paris": ("paris",),
}


def there(state: State, nation: str, *spaces: str) -> bool:
    """Return True if a unit of a nation is in one of the spaces."""
    return any(state.units_at[state.rules.board.space(name)] & state.rules.of_nation[nation] for name in spaces)


def tannenberg(state: State) -> str:
    """Return the status of Tannenberg: "done", "held", "lost" or "open"."""
    marks, board = state.marks, state.rules.board
    if marks["plan_deeds"] & TANNENBERG_TRIED:
        return "done"
    if marks["plan_deeds"] & TANNENBERG_LOST:
        return "lost"
    if state.units_at[board.space("tannenberg")] & marks["second_army"]:
        return "held"
    return "open" if marks["second_army"] & state.standing[AP] else "lost"


def plan_xvii(state: State, *, over: bool = False) -> str:
    """Return the status of Plan XVII, which is fulfilled in the first action that activates French units, or never.

    `over` is True at the end of that action, and of every later one.
    """
    marks = state.marks
    deeds, first = marks["plan_deeds"], marks["french_action"]
    if deeds & XVII_LOST:
        return "lost"
    over = over or bool(first and (first < len(state.actions[AP]) or state.phasing != AP))
    if marks["plan_xvii"].bit_count() == len(XVII_ARMIES) and not _under_way(state):
        hung_back = deeds & XVII_ALLOWED and not deeds & XVII_ADVANCED
        return ("lost" if over else "open") if hung_back else "done"
    ids = state.rules.content.unit_by_name
    armies = mask(ids[name] for name in XVII_ARMIES)
    return "lost" if over or armies & ~state.standing[AP] else "open"


def _under_way(state: State) -> bool:
    """Return True if armies of Plan XVII are fighting now: no other combat leaves the plan open."""
    combat = state.combat
    if combat is None:
        return False
    attackers = combat.attackers | mask(unit for _, unit in combat.first_attackers)
    return combat.side == AP and bool(attackers & state.marks["plan_xvii"])


def german_plan_met(state: State, plan: int) -> bool:
    """Return True if the German plan is fulfilled under current conditions."""
    if plan == THROUGH_BELGIUM:
        return there(state, "ge", *BELGIAN_WAY)
    if plan == NACH_PARIS:
        return there(state, "ge", "chateau_thierry")
    return there(state, "ge", "paris") or bool(state.marks["plan_deeds"] & PARIS_TRIED)


def bound_by(state: State, name: str, unit: int) -> bool:
    """Return True if a unit can fulfil a plan: the Russian 2nd Army Tannenberg, any German a German plan, two armies Plan XVII."""
    if name == "tannenberg":
        return bool(state.marks["second_army"] >> unit & 1)
    if name == "plan_xvii":
        return state.rules.content.units[unit].name in XVII_ARMIES
    return name in GERMAN.values() and bool(state.rules.of_nation["ge"] >> unit & 1)


def standings(state: State) -> list[PlanView]:
    """Return the plans that have not ended, with their status."""
    marks, board = state.marks, state.rules.board
    found = []
    if marks["plans"] & TANNENBERG:
        found.append(("tannenberg", AP, tannenberg(state)))
    if marks["plans"] & GALICIA:
        found.append(("galicia", CP, "open"))
    if marks["plans"] & PLAN_XVII:
        found.append(("plan_xvii", AP, plan_xvii(state)))
    if german := marks["german_plan"]:
        found.append((GERMAN[german], CP, "held" if german_plan_met(state, german) else "open"))
    # What was done counts after the end of the action; until then the current situation does.
    return [
        PlanView(
            name,
            side,
            "held" if standing == "done" else standing,
            tuple(board.space(goal) for goal in GOALS.get(name, ())),
        )
        for name, side, standing in found
    ]


__all__ = [
    "BELGIAN_WAY", "GALICIA", "GERMAN", "GOALS", "NACH_PARIS", "NAMES", "PARIS", "PARIS_OVER", "PARIS_TOLD", "PARIS_TRIED",
    "PLAN_XVII", "TANNENBERG", "TANNENBERG_LOST", "TANNENBERG_TRIED", "THROUGH_BELGIUM", "XVII_ADVANCED", "XVII_ALLOWED",
    "XVII_ARMIES", "XVII_LOST", "XVII_TARGETS", "bound_by", "german_plan_met", "plan_xvii", "standings", "tannenberg", "there",
]  # fmt: skip
