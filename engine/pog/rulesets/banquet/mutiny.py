"""The French mutiny: its cause, its effects, its end (9.5.5)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.bits import members
from engine.core.game import Game
from engine.pog.cards.events import CardEvent
from engine.pog.combat_state import Combat
from engine.pog.content.records import AP, CP
from engine.pog.rules import mandated
from engine.pog.rulesets.theme import Theme
from engine.pog.state import State
from engine.pog.tables import Charge, Tables

#: Values of the mark `mutiny`.
_QUIET, MUTINY, OVER = 0, 1, 2
_FRANCE = ("fr", "be")
_FRONT = ("fr", "be", "ge")
#: Nations that recapture ground for France; AUS, CND and PT units count as British.
_ALLIES = ("fr", "br", "us", "be")


def weary(state: State) -> bool:
    """Return True from French War Weariness until the mutiny it can cause is over for good."""
    return state.rules.card("cp_47_french_mutiny") in state.events and state.marks["mutiny"] != OVER


def note_front(game: Game[State]) -> None:
    """Note at the start of a turn which side holds what in the west."""
    state = game.state
    lands = state.rules.board.lands(*_FRONT)
    state.marks |= {"front_ap": state.control[AP] & lands, "front_cp": state.control[CP] & lands}
    state.marks |= {"fr_offensive": 0, "fr_attacked": 0, "west_advance": 0, "mutiny_paid": 0}


def note_offensive(game: Game[State], side: int) -> None:
    """Note that a French offensive was rolled."""
    if side == AP and game.state.mandated[AP] == "fr":
        game.state.marks["fr_offensive"] = 1


def note_attack(game: Game[State], combat: Combat) -> None:
    """Note that French units attacked."""
    state = game.state
    if combat.attackers & state.rules.of_nation["fr"]:
        state.marks["fr_attacked"] = 1


def _defied(state: State, side: int, attackers: int, target: int) -> bool:
    """Return whether an attack is the turn's first of French units without US ones in or next to France and Belgium, in the mutiny."""
    if side != AP or state.marks["mutiny"] != MUTINY or state.marks["mutiny_paid"]:
        return False
    board = state.rules.board
    near = board.lands(*_FRANCE)
    return bool(near >> target & 1 or board.common[target] & near) and mandated.french_alone(state, attackers)


def _note_paid(state: State, side: int) -> None:
    """Note that the mutiny has cost the VP of this turn."""
    del side
    state.marks["mutiny_paid"] = 1


CHARGE = Charge("9.5.5", "french_mutiny_attack", _defied, _note_paid)


def note_advance(game: Game[State], combat: Combat) -> None:
    """Note that an Allied attacker advanced in France, Belgium or Germany."""
    lands = game.state.rules.board.lands(*_FRONT)
    into = any(combat.target in path for _, path in combat.advances)
    if combat.side == AP and into and lands >> combat.target & 1:
        game.state.marks["west_advance"] = 1


def recovered(state: State) -> bool:
    """Return whether the Allies occupy ground that was the enemy's when the turn began, with no loss in France or Belgium (9.5.5).

    Units that besiege a fort occupy its space without controlling it.
    """
    rules = state.rules
    won, gone = state.marks["front_cp"], state.marks["front_ap"] & rules.board.lands(*_FRANCE)
    allies = 0
    for nation in _ALLIES:
        allies |= rules.of_parent.get(nation, 0)
    return any(state.units_at[space] & allies for space in members(won & state.occupied[AP])) and not (
        gone & state.occupied[CP]
    )


def end_of_turn(game: Game[State]) -> None:
    """End the mutiny for good, or let it break out."""
    state = game.state
    if not weary(state):
        return
    if recovered(state):
        end(game)
        return
    fought = state.marks["west_advance"] and state.marks["fr_attacked"]
    if state.marks["mutiny"] == _QUIET and state.marks["fr_offensive"] and not fought:
        state.marks["mutiny"] = MUTINY
        game.emit("mutiny", kind="begins")


def end(game: Game[State]) -> None:
    """End the mutiny for good, even before it broke out."""
    game.state.marks["mutiny"] = OVER
    game.emit("mutiny", kind="ends")


class EveryoneIntoBattle(CardEvent):
    """Ends the mutiny at once; its other effects are looked up where they matter (AP 51)."""

    def play(self, game: Game[State]) -> None:
        """End the mutiny."""
        if weary(game.state):
            end(game)


def void(state: State, side: int, name: str) -> bool:
    """Return whether a French offensive counts as none because of the mutiny."""
    return name == "fr" and state.marks["mutiny"] == MUTINY


def within_france(state: State, unit: int, spaces: int) -> int:
    """Return the spaces without those outside France for French units redeploying during the mutiny."""
    rules = state.rules
    if state.marks["mutiny"] != MUTINY or not rules.of_nation["fr"] >> unit & 1:
        return spaces
    france, origin = rules.board.lands("fr"), state.loc[unit]
    leaves = not rules.board.on_map[origin] or france >> origin & 1
    return spaces & france if leaves else spaces


def sane(state: State) -> list[str]:
    """Check that there is no mutiny without the card."""
    mutiny = state.marks["mutiny"]
    found = []
    if mutiny and state.rules.card("cp_47_french_mutiny") not in state.events:
        found.append("a mutiny without French War Weariness")
    if mutiny not in (_QUIET, MUTINY, OVER):
        found.append(f"mutiny {mutiny}")
    if state.marks["front_ap"] & state.marks["front_cp"]:
        found.append("both sides held a space in the west when the turn began")
    return found


def amended(tables: Tables) -> Tables:
    """Return the tables in which the mutiny depends on the events of the turn, not only on the card."""
    moments = tables.moments
    return replace(
        tables,
        events={**tables.events, "ap_51_everyone_into_battle": EveryoneIntoBattle()},
        offensives_void=(*tables.offensives_void, void),
        offensives_excused=tuple(entry for entry in tables.offensives_excused if entry is not mandated.mutiny_played),
        attack_charges=tuple(CHARGE if entry is mandated.MUTINY else entry for entry in tables.attack_charges),
        sr_ends=(*tables.sr_ends, within_france),
        marks={
            **tables.marks,
            **dict.fromkeys(("mutiny", "mutiny_paid", "fr_offensive", "fr_attacked", "west_advance"), 0),
            **dict.fromkeys(("front_ap", "front_cp"), 0),
        },
        laws=(*tables.laws, sane),
        moments=replace(
            moments,
            turn_begins=(*moments.turn_begins, note_front),
            offensive=(*moments.offensive, note_offensive),
            attack=(*moments.attack, note_attack),
            combat_over=(*moments.combat_over, note_advance),
            turn_ends=(*moments.turn_ends, end_of_turn),
        ),
    )


MUTINIES = Theme(amended)
