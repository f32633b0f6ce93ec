"""The war plans of 1914, in force where Guns of August opened the war: what each asks for, and what ends it (18)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.core.bits import mask, members
from engine.core.frames import Decision, Frame
from engine.core.game import Game
from engine.core.options import Choice, Options
from engine.pog.combat_state import Combat
from engine.pog.content.records import AP, CP
from engine.pog.rules import retreats, victory
from engine.pog.rulesets.banquet.plan_standing import (
    BELGIAN_WAY,
    GALICIA,
    GERMAN,
    NACH_PARIS,
    NAMES,
    PARIS,
    PARIS_OVER,
    PARIS_TOLD,
    PARIS_TRIED,
    PLAN_XVII,
    TANNENBERG,
    TANNENBERG_LOST,
    TANNENBERG_TRIED,
    THROUGH_BELGIUM,
    XVII_ADVANCED,
    XVII_ALLOWED,
    XVII_ARMIES,
    XVII_LOST,
    XVII_TARGETS,
    german_plan_met,
    plan_xvii,
    standings,
    tannenberg,
    there,
)  # fmt: skip
from engine.pog.rulesets.banquet.theme import Theme
from engine.pog.sequence.actions import ChooseAction
from engine.pog.sequence.base import PogGame
from engine.pog.sequence.operations import Activate
from engine.pog.state import State
from engine.pog.tables import CardRule, Tables
from engine.pog.view import Modifier

_XVII_DRM = -2
#: The war status of the Central Powers from which the coast is open (11.1.9).
_COAST_OPEN = 4
#: German units there cancel Plan XVII.
_LORRAINE = ("verdun", "nancy", "belfort")

# -- the plans --------------------------------------------------------------------------


def begin(game: Game[State]) -> None:
    """Guns of August: every plan is in force."""
    state = game.state
    state.marks |= {"plans": TANNENBERG | GALICIA | PLAN_XVII, "german_plan": THROUGH_BELGIUM}
    state.marks["second_army"] = 1 << state.rules.content.unit_by_name["ru_2_army"]
    game.emit("war_plans")


def _told(game: Game[State], plan: str, kind: str) -> None:
    game.emit("war_plan", plan=plan, kind=kind)


def _drop(game: Game[State], plan: int, kind: str) -> None:
    """Drop a plan that is done with; a failure has its price."""
    name = NAMES[plan]
    game.state.marks["plans"] &= ~plan
    _told(game, name, kind)
    if kind == "failed":
        victory.score(game, f"{name}_failed")


def _drop_german(game: Game[State], kind: str) -> None:
    marks = game.state.marks
    name = GERMAN[marks["german_plan"]]
    if marks["german_plan"] == PARIS:
        marks["plan_deeds"] |= PARIS_OVER
    marks["german_plan"] = 0
    _told(game, name, kind)
    if kind == "failed":
        victory.score(game, "german_plan_failed")


def _in_lands(state: State, nation: str, land: str) -> bool:
    board = state.rules.board
    return any(
        state.units_at[space] & state.rules.of_nation[nation] for space in members(board.lands(land) & _held(state))
    )


def _held(state: State) -> int:
    return state.occupied[AP] | state.occupied[CP]


# -- what ends a plan before its time ------------------------------------------------------


def overtaken(game: Game[State], side: int) -> None:
    """Units stand where a plan did not reckon with them."""
    state = game.state
    plans = state.marks["plans"]
    if plans & TANNENBERG and _in_lands(state, "ge", "ru"):
        _drop(game, TANNENBERG, "cancelled")
    if plans & GALICIA and _in_lands(state, "ru", "ah"):
        _drop(game, GALICIA, "cancelled")
    if plans & PLAN_XVII and there(state, "ge", *_LORRAINE):
        _drop(game, PLAN_XVII, "cancelled")
    settled(game, side)


def _defended(state: State, combat: Combat, nation: str) -> bool:
    return bool(mask(combat.first_defenders) & state.rules.of_nation[nation])


def _attacked(state: State, combat: Combat, *nations: str) -> int:
    return mask(unit for _, unit in combat.first_attackers) & state.rules.nation_units(*nations)


def decided_in_combat(game: Game[State], combat: Combat) -> None:
    """End a plan by a combat, or carry it out."""
    state = game.state
    marks = state.marks
    if not _opened(state) or state.turn > PARIS:
        return
    note_deeds(game, combat)
    cleared = bool(combat.first_defenders) and not state.units_of(1 - combat.side, combat.target)
    if combat.side == CP:
        beaten = cleared and _defended(state, combat, "ru") and _attacked(state, combat, "ge")
        if marks["plans"] & TANNENBERG and beaten:
            _drop(game, TANNENBERG, "cancelled")
        return
    won = combat.winner == "attacker" and _attacked(state, combat, "ru") and _defended(state, combat, "ah")
    if marks["plans"] & GALICIA and won and state.rules.board.lands("ah") >> combat.target & 1:
        _drop(game, GALICIA, "cancelled")
    if (
        marks["german_plan"]
        and cleared
        and _defended(state, combat, "ge")
        and _attacked(state, combat, "br", "fr", "be")
    ):
        _drop_german(game, "cancelled")


# -- what everybody hears at once --------------------------------------------------------------


def settled(game: Game[State], side: int) -> None:
    """Tell at the end of a side's action what is carried out for good, and what can't be carried out any more."""
    state = game.state
    marks = state.marks
    over = side == AP and bool(marks["french_action"])
    for plan, now, lost in (
        (TANNENBERG, tannenberg(state), TANNENBERG_LOST), (PLAN_XVII, plan_xvii(state, over=over), XVII_LOST),
    ):  # fmt: skip
        if not marks["plans"] & plan:
            continue
        if now == "done":
            _drop(game, plan, "met")
        elif now == "lost" and not marks["plan_deeds"] & lost:
            marks["plan_deeds"] |= lost
            _told(game, NAMES[plan], "lost")
    tried = marks["german_plan"] == PARIS and marks["plan_deeds"] & PARIS_TRIED
    if tried and not marks["plan_deeds"] & PARIS_TOLD:
        marks["plan_deeds"] |= PARIS_TOLD
        _told(game, GERMAN[PARIS], "met")


# -- what carries a plan out -----------------------------------------------------------------


def might_advance(state: State, combat: Combat, units: int) -> bool:
    """Return True if one of the attackers was allowed to advance into the attacked space, whether it did or not."""
    if any(units >> unit & 1 and combat.target in path for unit, path in combat.advances):
        return True
    if combat.winner != "attacker" or combat.retreat in ("held", "barred"):
        return False
    driven = combat.retreat == "waived" or retreats.may_advance(state, combat)
    return driven and bool(units & combat.attackers & ~state.reduced)


def note_deeds(game: Game[State], combat: Combat) -> None:
    """Attacks that plans ask for, and what came of them."""
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
    """Return the armies that attack as Plan XVII says: out of Nancy into Lorraine, in the first French action."""
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
        _note_french(state)
    state.marks["plan_xvii"] |= executes_plan_xvii(state, combat)


def _note_french(state: State) -> None:
    if state.marks["plans"] & PLAN_XVII and not state.marks["french_action"]:
        state.marks["french_action"] = len(state.actions[AP])


def against_the_plan(state: State, combat: Combat, side: int) -> list[Modifier]:
    """Attacks by Plan XVII are badly prepared."""
    hampered = side == combat.side and executes_plan_xvii(state, combat)
    return [Modifier("plan_xvii", _XVII_DRM)] if hampered else []


# -- the turns ------------------------------------------------------------------------------


def next_german_plan(game: Game[State]) -> None:
    """In September and in Fall 1914 a plan applies by where the Germans stand, whatever became of the one before (18)."""
    state = game.state
    if state.turn == 1 or not _opened(state):
        return
    before = state.marks["german_plan"]
    ended = not before and state.rules.switches["banquet.later_german_plans"] == "one_after_another"
    state.marks["german_plan"] = 0 if ended else _applicable(state)
    if state.marks["german_plan"] not in (0, before):
        _told(game, GERMAN[state.marks["german_plan"]], "begins")


def _opened(state: State) -> bool:
    """Return True if Guns of August was played as an event: without it there are no plans."""
    return state.rules.card("cp_01_guns_of_august") in state.events


def guns_bind(state: State) -> int:
    """Guns of August, as long as a war plan is in force (18) or keeps the Belgians in Antwerp (11.1.9)."""
    if not _opened(state):
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


def reckoning(game: Game[State]) -> None:
    """Charge a VP at the end of a turn for what was asked for and not done."""
    state = game.state
    if state.turn == 1:
        _reckoning_of_august(game)
    german = state.marks["german_plan"]
    if not german:
        return
    if german_plan_met(state, german):
        if not state.marks["plan_deeds"] & PARIS_TOLD:
            _told(game, GERMAN[german], "met")
        if german == PARIS:
            state.marks |= {"german_plan": 0, "plan_deeds": state.marks["plan_deeds"] | PARIS_OVER}
    else:
        _drop_german(game, "failed")


def _reckoning_of_august(game: Game[State]) -> None:
    state = game.state
    marks = state.marks
    plans, deeds = marks["plans"], marks["plan_deeds"]
    if plans & TANNENBERG:
        stands = state.units_at[state.rules.board.space("tannenberg")] & marks["second_army"]
        _drop(game, TANNENBERG, "met" if stands or deeds & TANNENBERG_TRIED else "failed")
    if plans & PLAN_XVII:
        attacked = marks["plan_xvii"].bit_count() == len(XVII_ARMIES)
        hung_back = deeds & XVII_ALLOWED and not deeds & XVII_ADVANCED
        _drop(game, PLAN_XVII, "met" if attacked and not hung_back else "failed")
    marks["plans"] = 0


def ignored(state: State, side: int, name: str) -> bool:
    """No German offensive is asked for while the armies march on Paris."""
    return name == "ge" and state.marks["german_plan"] in (NACH_PARIS, PARIS)


# -- what a plan forbids ---------------------------------------------------------------------


def only_to_attack(state: State, side: int, spaces: int, attack: bool) -> int:
    """Galicia: Austro-Hungarians next to Russians are activated to attack only."""
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
    """CP 8: only if Guns of August opened the war, and in August only when the German plan has failed."""
    rules = state.rules
    opened = rules.card("cp_01_guns_of_august") in state.events
    early = state.turn == 1 and state.marks["german_plan"]
    return 1 << rules.card("cp_08_race_to_the_sea") if early or not opened else 0


def may_call_off(state: State) -> bool:
    """Return whether the Central Powers may pay to be free of Galicia."""
    return state.phasing == CP and bool(state.marks["plans"] & GALICIA)


def call_off(game: PogGame) -> None:
    """They do."""
    victory.score(game, "galicia_called_off")
    _drop(game, GALICIA, "called_off")


@dataclass(frozen=True, slots=True)
class ChoosePlannedAction(ChooseAction):
    """An action, and before it the plan of Galicia may be called off."""

    verbs: ClassVar[dict[str, str]] = {**ChooseAction.verbs, "call_off": ""}

    def options(self, game: PogGame) -> Options:
        """As ever, and the plan."""
        found = ChooseAction.options(self, game)
        return Options({**found.masks, "call_off": 1}) if may_call_off(game.state) else found

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Pay and choose on."""
        if choice.verb == "call_off":
            call_off(game)
            game.stay()
        else:
            ChooseAction.resolve(self, game, choice)


@dataclass(frozen=True, slots=True)
class ActivateByPlan(Activate):
    """Activation under the plans."""

    verbs: ClassVar[dict[str, str]] = {**Activate.verbs, "call_off": ""}

    def options(self, game: PogGame) -> Options:
        """As ever, and the plan of Galicia may be called off."""
        found = Activate.options(self, game)
        return Options({**found.masks, "call_off": 1}) if found.masks and may_call_off(game.state) else found

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Note the first activation of French units."""
        state = game.state
        if choice.verb == "call_off":
            call_off(game)
            game.stay()
            return
        if choice.verb != "stop" and state.units_at[choice.arg] & state.rules.of_nation["fr"]:
            _note_french(state)
        Activate.resolve(self, game, choice)


def or_call_off(cls: type[Frame]) -> type[Frame]:
    """18: the plan of Galicia is called off "at any time" of the turn of the Central Powers."""
    assert issubclass(cls, Decision)

    def options(self: Any, game: PogGame) -> Options:
        found: Options = cls.options(self, game)
        open_ = found.masks and may_call_off(game.state) and self.actor(game) == CP
        if not open_ or (cls.forced and found.only() is not None):
            return found
        return Options({**found.masks, "call_off": 1})

    def resolve(self: Any, game: PogGame, choice: Choice) -> None:
        if choice.verb == "call_off":
            call_off(game)
            game.stay()
        else:
            cls.resolve(self, game, choice)

    parts = {"__slots__": (), "verbs": {**cls.verbs, "call_off": ""}, "options": options, "resolve": resolve}
    return type(f"{cls.__name__}OrCallOff", (cls,), {**parts, "__doc__": cls.__doc__, "__module__": cls.__module__})


#: Where it is asked beside an action and its activations.
_CALLED_OFF = ("move_unit", "move_stack", "move_on", "attack", "sr_unit", "sr_destination", "place_reinforcement")


# -- the whole ------------------------------------------------------------------------------


def sane(state: State) -> list[str]:
    """Plans follow from Guns of August and end with Fall 1914."""
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
    """Plans are watched at every turn."""
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
    wrapped=dict.fromkeys(_CALLED_OFF, or_call_off),
)
