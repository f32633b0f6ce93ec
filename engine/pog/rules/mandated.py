"""Mandated offensives: the result of the die, and which attack satisfies it (7.0)."""

from __future__ import annotations

from engine.core.bits import members
from engine.core.game import Game
from engine.pog.combat_state import Combat
from engine.pog.content.records import AP, CP
from engine.pog.rules import supply, victory
from engine.pog.state import State
from engine.pog.tables import Charge


def result_of(state: State, side: int, die: int) -> str:
    """Return the nation that must attack, after shifts and exceptions (7.1.2 to 7.1.11)."""
    content, tables = state.rules.content, state.rules.tables
    die += sum(drm(state, side) for drm in tables.offensive_drms)
    table = content.mandated[side]
    name = table.result(die)
    boxes = table.boxes
    while name != "none" and any(lost(state, side, name) for lost in tables.offensives_lost):
        name = boxes[boxes.index(name) + 1]
    if name == "none" or _neutral(state, name):
        name = _replacing_goal(state, name)
    goal = content.mandated_goals.get(name)
    if goal is None:
        return "none"
    if goal.italian_front and goal.becomes and _italy_out(state):
        name = goal.becomes
    if any(void(state, side, name) for void in tables.offensives_void):
        return "none"
    return _turn_1(state, name)


def _replacing_goal(state: State, name: str) -> str:
    goal = state.rules.content.mandated_goals.get(name)
    return goal.becomes if goal and goal.becomes else "none"


def _italy_out(state: State) -> bool:
    """Return whether Italy is neutral or Rome is in CP hands (7.1.6)."""
    rome = state.rules.board.capitals["it"]
    return "it" not in state.at_war or bool(state.control[CP] & rome)


def _nation(name: str) -> str:
    return name.partition("_")[0]


def _neutral(state: State, name: str) -> bool:
    nation = "it" if name == "ah_it" else name
    return supply.neutral_nation(state, nation)


def hoffmann(state: State, side: int) -> int:
    """Return the DRM of +1 for the Central Powers (CP 37)."""
    return int(side == CP and state.rules.card("cp_37_hoffmann") in state.events)


def cancelled(state: State, side: int, name: str) -> bool:
    """Return whether an event has ended the nation's offensives (7.1.10, 7.1.11)."""
    card = state.rules.content.mandated_goals[name].cancelled_by
    return card is not None and state.rules.card(card) in state.events


def capital_lost(state: State, side: int, name: str) -> bool:
    """Return whether the capital (both of Austria-Hungary) is in enemy hands (7.1.2)."""
    capitals = state.rules.board.capitals.get(_nation(name), 0)
    return bool(capitals) and state.control[1 - side] & capitals == capitals


def _turn_1(state: State, name: str) -> str:
    """Read a British result of turn 1 as French in the historical game (5.7.4.5)."""
    if state.turn == 1 and name == "br":
        return state.rules.scenario.turn_1_br_offensive
    return name


def satisfied_by(state: State, side: int, attackers: int, target: int) -> bool:
    """Return True if an attack satisfies its side's mandated offensive (7.1.3 to 7.1.7).

    None satisfies one that need not be made: 7.1.8 takes a French one away instead.
    """
    rules = state.rules
    nation = due(state, side)
    if not nation:
        return False
    goal = rules.content.mandated_goals[nation]
    defenders = state.units_of(1 - side, target)
    if not defenders:
        return False
    if not attackers & rules.nation_units(*goal.attackers):
        return False
    if goal.defenders and not defenders & rules.nation_units(*goal.defenders):
        return False
    if goal.lands and not rules.board.lands(*goal.lands) >> target & 1:
        return False
    return not goal.italian_front or _on_italian_front(state, target, defenders)


def due(state: State, side: int) -> str:
    """Return the offensive that a side must still make this turn, "" if none or one that costs nothing when it is missed."""
    nation = state.mandated[side]
    free = any(excused(state, nation) for excused in state.rules.tables.offensives_excused)
    return "" if nation == "none" or free else nation


def _on_italian_front(state: State, target: int, defenders: int) -> bool:
    """Return whether the target is in Italy, holds Italians, or holds units supplied only through Italy (7.1.6)."""
    rules = state.rules
    italy = rules.board.lands("it")
    if italy >> target & 1 or defenders & rules.of_nation["it"]:
        return True
    western = defenders & ~rules.nation_units("ru", "ro", "sb", "mn")
    with_italy = [unit for unit in members(western) if supply.in_supply(state, unit)]
    held, state.control[AP] = state.control[AP], state.control[AP] & ~italy
    try:
        return any(not supply.in_supply(state, unit) for unit in with_italy)
    finally:
        state.control[AP] = held


def charges(state: State, side: int, attackers: int, target: int) -> list[Charge]:
    """Return the rules by which an attack costs its side VP when it is declared."""
    return [charge for charge in state.rules.tables.attack_charges if charge.applies(state, side, attackers, target)]


def charge_attack(game: Game[State], combat: Combat) -> None:
    """Score what a declared attack costs its side."""
    for charge in charges(game.state, combat.side, combat.attackers, combat.target):
        charge.note(game.state, combat.side)
        victory.score(game, charge.cause)


def _defies_mutiny(state: State, side: int, attackers: int, target: int) -> bool:
    """Return whether French units attack into the lands of their offensive after the mutiny (7.1.8)."""
    if state.mandated[side] != "fr" or not mutiny_played(state, "fr"):
        return False
    lands = state.rules.content.mandated_goals["fr"].lands
    return bool(state.rules.board.lands(*sorted(lands)) >> target & 1) and french_alone(state, attackers)


def _cancel_offensive(state: State, side: int) -> None:
    """Take a side's offensive away as a missed one: its charge is paid once a turn (7.1.8)."""
    state.mandated[side] = "none"
    state.missed[side].append(state.turn)


def note_met(game: Game[State], combat: Combat) -> None:
    """Mark the mandated offensive as met if the attack satisfies it (7.1.3)."""
    if satisfied_by(game.state, combat.side, combat.attackers, combat.target):
        meet(game, combat.side)


def meet(game: Game[State], side: int) -> None:
    """Mark the mandated offensive of a side as met."""
    nation = game.state.mandated[side]
    game.state.mandated[side] = "none"
    game.emit("mandate_met", side=side, nation=nation)


def mutiny_played(state: State, nation: str) -> bool:
    """Return whether a French offensive need not be made because of the mutiny (7.1.8)."""
    return nation == "fr" and state.rules.card("cp_47_french_mutiny") in state.events


def french_alone(state: State, attackers: int) -> bool:
    """Return whether there is a French attacker that is not stacked with a US unit (7.1.8)."""
    us = state.rules.of_nation["us"]
    french = attackers & state.rules.of_nation["fr"]
    return any(not state.units_at[state.loc[unit]] & us for unit in members(french))


#: Die modifiers, boxes that are skipped, results that count as none, and offensives that need not be made.
OFFENSIVE_DRMS = (hoffmann,)
OFFENSIVES_LOST = (capital_lost,)
OFFENSIVES_VOID = (cancelled,)
OFFENSIVES_EXCUSED = (mutiny_played,)
#: What makes an attack cost VP.
MUTINY = Charge("7.1.8", "french_mutiny_attack", _defies_mutiny, _cancel_offensive)
ATTACK_CHARGES = (MUTINY,)
#: Consequences of declaring an attack.
ATTACK = (note_met,)
