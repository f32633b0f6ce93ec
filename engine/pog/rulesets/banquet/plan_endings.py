"""How a war plan of 1914 ends: fulfilled, failed at a price, superseded, or decided in combat (18)."""

from __future__ import annotations

from engine.core.bits import mask, members
from engine.core.game import Game
from engine.pog.combat_state import Combat
from engine.pog.content.records import AP, CP
from engine.pog.rules import victory
from engine.pog.rulesets.banquet.plan_deeds import note_deeds
from engine.pog.rulesets.banquet.plan_standing import (
    GALICIA,
    GERMAN,
    NAMES,
    PARIS,
    PARIS_OVER,
    PARIS_TOLD,
    PARIS_TRIED,
    PLAN_XVII,
    TANNENBERG,
    TANNENBERG_LOST,
    TANNENBERG_TRIED,
    XVII_ADVANCED,
    XVII_ALLOWED,
    XVII_ARMIES,
    XVII_LOST,
    german_plan_met,
    plan_xvii,
    tannenberg,
    there,
)  # fmt: skip
from engine.pog.state import State

#: German units in these spaces cancel Plan XVII.
_LORRAINE = ("verdun", "nancy", "belfort")


def told(game: Game[State], plan: str, kind: str) -> None:
    """Emit the fate of a plan: "begins", "met", "lost", "failed", "cancelled" or "called_off"."""
    game.emit("war_plan", plan=plan, kind=kind)


def drop(game: Game[State], plan: int, kind: str) -> None:
    """End a plan; a failure has its price."""
    name = NAMES[plan]
    game.state.marks["plans"] &= ~plan
    told(game, name, kind)
    if kind == "failed":
        victory.score(game, f"{name}_failed")


def drop_german(game: Game[State], kind: str) -> None:
    """End the German plan."""
    marks = game.state.marks
    name = GERMAN[marks["german_plan"]]
    if marks["german_plan"] == PARIS:
        marks["plan_deeds"] |= PARIS_OVER
    marks["german_plan"] = 0
    told(game, name, kind)
    if kind == "failed":
        victory.score(game, "german_plan_failed")


def _in_lands(state: State, nation: str, land: str) -> bool:
    board = state.rules.board
    return any(
        state.units_at[space] & state.rules.of_nation[nation]
        for space in members(board.lands(land) & _occupied_by_any(state))
    )


def _occupied_by_any(state: State) -> int:
    return state.occupied[AP] | state.occupied[CP]


def overtaken(game: Game[State], side: int) -> None:
    """Cancel plans whose assumptions no longer hold because of where units are."""
    state = game.state
    plans = state.marks["plans"]
    if plans & TANNENBERG and _in_lands(state, "ge", "ru"):
        drop(game, TANNENBERG, "cancelled")
    if plans & GALICIA and _in_lands(state, "ru", "ah"):
        drop(game, GALICIA, "cancelled")
    if plans & PLAN_XVII and there(state, "ge", *_LORRAINE):
        drop(game, PLAN_XVII, "cancelled")
    settled(game, side)


def _defended(state: State, combat: Combat, nation: str) -> bool:
    return bool(mask(combat.first_defenders) & state.rules.of_nation[nation])


def _attacked(state: State, combat: Combat, *nations: str) -> int:
    return mask(unit for _, unit in combat.first_attackers) & state.rules.nation_units(*nations)


def decided_in_combat(game: Game[State], combat: Combat) -> None:
    """End or fulfil a plan by the result of a combat."""
    state = game.state
    marks = state.marks
    if not opened(state) or state.turn > PARIS:
        return
    note_deeds(game, combat)
    cleared = bool(combat.first_defenders) and not state.units_of(1 - combat.side, combat.target)
    if combat.side == CP:
        beaten = cleared and _defended(state, combat, "ru") and _attacked(state, combat, "ge")
        if marks["plans"] & TANNENBERG and beaten:
            drop(game, TANNENBERG, "cancelled")
        return
    won = combat.winner == "attacker" and _attacked(state, combat, "ru") and _defended(state, combat, "ah")
    if marks["plans"] & GALICIA and won and state.rules.board.lands("ah") >> combat.target & 1:
        drop(game, GALICIA, "cancelled")
    if (
        marks["german_plan"]
        and cleared
        and _defended(state, combat, "ge")
        and _attacked(state, combat, "br", "fr", "be")
    ):
        drop_german(game, "cancelled")


def settled(game: Game[State], side: int) -> None:
    """Report at the end of a side's action which plans are fulfilled, and which can no longer be."""
    state = game.state
    marks = state.marks
    over = side == AP and bool(marks["french_action"])
    for plan, now, lost in (
        (TANNENBERG, tannenberg(state), TANNENBERG_LOST), (PLAN_XVII, plan_xvii(state, over=over), XVII_LOST),
    ):  # fmt: skip
        if not marks["plans"] & plan:
            continue
        if now == "done":
            drop(game, plan, "met")
        elif now == "lost" and not marks["plan_deeds"] & lost:
            marks["plan_deeds"] |= lost
            told(game, NAMES[plan], "lost")
    tried = marks["german_plan"] == PARIS and marks["plan_deeds"] & PARIS_TRIED
    if tried and not marks["plan_deeds"] & PARIS_TOLD:
        marks["plan_deeds"] |= PARIS_TOLD
        told(game, GERMAN[PARIS], "met")


def opened(state: State) -> bool:
    """Return True if Guns of August was played as an event: without it there are no plans."""
    return state.rules.card("cp_01_guns_of_august") in state.events


def reckoning(game: Game[State]) -> None:
    """Charge a VP at the end of a turn for each requirement not met."""
    state = game.state
    if state.turn == 1:
        _reckoning_of_august(game)
    german = state.marks["german_plan"]
    if not german:
        return
    if german_plan_met(state, german):
        if not state.marks["plan_deeds"] & PARIS_TOLD:
            told(game, GERMAN[german], "met")
        if german == PARIS:
            state.marks |= {"german_plan": 0, "plan_deeds": state.marks["plan_deeds"] | PARIS_OVER}
    else:
        drop_german(game, "failed")


def _reckoning_of_august(game: Game[State]) -> None:
    state = game.state
    marks = state.marks
    plans, deeds = marks["plans"], marks["plan_deeds"]
    if plans & TANNENBERG:
        stands = state.units_at[state.rules.board.space("tannenberg")] & marks["second_army"]
        drop(game, TANNENBERG, "met" if stands or deeds & TANNENBERG_TRIED else "failed")
    if plans & PLAN_XVII:
        attacked = marks["plan_xvii"].bit_count() == len(XVII_ARMIES)
        hung_back = deeds & XVII_ALLOWED and not deeds & XVII_ADVANCED
        drop(game, PLAN_XVII, "met" if attacked and not hung_back else "failed")
    marks["plans"] = 0
