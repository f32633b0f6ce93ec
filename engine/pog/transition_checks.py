"""Checks of transitions from one position of a game to the next, for tests.

`engine.pog.invariants` checks one position; here consecutive positions are compared, along with the frames.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.bits import members
from engine.core.game import Event, Game
from engine.pog.content.records import AP, CP
from engine.pog.invariants import InvariantBroken, name_of, stood
from engine.pog.state import State
from engine.pog.view import BattleView

#: Kinds of the frames during which an operation exists.
_OPERATING = ("operation", "event_operation", "strike_back")


class Watch:
    """Watches a game at every decision, and raises InvariantBroken for transitions that no rule allows."""

    def __init__(self, enters_lone_forts: bool = False) -> None:
        """Create a watch; `enters_lone_forts` if the ruleset lets a beaten but intact fort be entered and besieged."""
        self._sieges = SiegeWatch()
        self._enters_lone_forts = enters_lone_forts
        #: A fort attacked while no enemy unit was with it, and its attackers; -1 for none.
        self._alone: tuple[int, int] = (-1, 0)
        #: Salonika was played, and no corps has gone there yet.
        self._sails = False

    def look(self, game: Game[State]) -> None:
        """Raise InvariantBroken with what is wrong with the transition to this position."""
        self._sieges.look(game)
        wrong = [*_leftovers(game), *_great_retreat(game), *_discount(game), *_peace(game)]
        wrong += self._lone_fort(game.state) if not self._enters_lone_forts else ()
        if wrong:
            raise InvariantBroken("; ".join(wrong))

    def _lone_fort(self, state: State) -> Iterator[str]:
        """Check that nobody advances into a fort that was attacked alone and is still intact (12.7.1)."""
        (fort, attackers), combat = self._alone, state.combat
        if fort >= 0 and not state.forts_destroyed >> fort & 1 and attackers & state.units_at[fort]:
            yield f"attackers advanced into the intact fort of {name_of(state, fort)}"
        self._alone = (-1, 0)
        if combat is not None and combat.fort and not stood(combat, state) and not combat.spaces >> combat.target & 1:
            self._alone = combat.target, combat.attackers

    def hear(self, game: Game[State], event: Event) -> None:
        """Raise InvariantBroken for an event that cannot have happened."""
        tests = {
            "combat_over": _barred_retreat,
            "activated": _price_after_the_tsar,
            "flipped": _poles,
            "rebuilt": _poles,
        }
        wrong = [*tests[event.kind](game.state, event.data)] if event.kind in tests else []
        if event.kind == "action":
            wrong += ["Salonika was played and no corps went there"] if self._sails else []
            self._sails = (
                event.data["card"] == game.state.rules.card("ap_30_salonika") and event.data["kind"] == "event"
            )
        elif event.kind == "sr":
            self._sails = False
        if wrong:
            raise InvariantBroken("; ".join(wrong))


def _barred_retreat(state: State, data: Mapping[str, Any]) -> Iterator[str]:
    """Check that They Shall Not Pass held only losers, and not against Withdrawal on a tie or a win (9.5.4.2, 12.6.4)."""
    battle: BattleView = data["battle"]
    cards = state.rules.tables.combat_cards
    held = any(side != battle.attacker and "no_retreat" in cards[card].parts for side, card in battle.cards)
    if battle.retreat == "barred" and battle.winner != "attacker" and not held:
        yield f"the retreat from {name_of(state, battle.target)} is barred although the attacker did not win"


def _price_after_the_tsar(state: State, data: Mapping[str, Any]) -> Iterator[str]:
    """Check that an attack from a space with Russians cost one for every unit there (9.2.2, 16.4.5); before anybody moves."""
    rules, units = state.rules, state.units_of(AP, data["space"])
    fell = rules.card("cp_52_fall_of_the_tsar") in state.events
    east = (
        not rules.board.lands("it", "fr", "be") >> data["space"] & 1
    )  # otherwise Everyone into Battle can count them as one
    if (
        fell
        and data["use"] == "attack"
        and units & rules.of_nation["ru"]
        and east
        and data["cost"] != units.bit_count()
    ):
        yield f"{data['cost']} OPS are paid for {units.bit_count()} units in {name_of(state, data['space'])}"


def _poles(state: State, data: Mapping[str, Any]) -> Iterator[str]:
    """Check that no Polish unit is replaced while Warsaw is Allied, by Landwehr or otherwise (CP 59)."""
    warsaw = state.control[AP] >> state.rules.board.space("warsaw") & 1
    if warsaw and not data.get("reduced") and state.rules.limited.get("needs_warsaw", 0) >> data["unit"] & 1:
        yield f"{state.rules.content.units[data['unit']].name} is replaced while Warsaw is Allied"


def _leftovers(game: Game[State]) -> Iterator[str]:
    """Check that operation and combat, with their marks, end with the steps they belong to (9.2.8, 9.2.9)."""
    state = game.state
    if state.operation is None and state.combat is None:
        return
    kinds = {frame.kind for frame, _ in game.stack}
    if state.operation is not None and kinds.isdisjoint(_OPERATING):
        yield "an operation outlives its action"
    if state.combat is not None and "battle" not in kinds:
        yield "a combat outlives its steps"


def _great_retreat(game: Game[State]) -> Iterator[str]:
    """Check that no Russian unit is left in the space after a Great Retreat, whenever it retreated (AP 27)."""
    state, combat = game.state, game.state.combat
    if combat is None or not combat.effects >> state.rules.card("ap_27_great_retreat") & 1:
        return
    if game.decision.kind != "great_retreat" and state.units_at[combat.target] & state.rules.of_nation["ru"]:
        yield f"Russians stay in {name_of(state, combat.target)} after a Great Retreat"


def _discount(game: Game[State]) -> Iterator[str]:
    """Check that a stack that does not need the discount of the round leaves it for another (CP 10)."""
    state, operation = game.state, game.state.operation
    if operation is None or operation.sud_space < 0 or game.decision.kind != "activate":
        return
    rules = state.rules
    units = state.units_of(CP, operation.sud_space)
    nations = {rules.parents[unit] for unit in members(units)}
    others = units & ~(rules.of_nation["ge"] & ~rules.armies)
    if others.bit_count() > 1 and len(nations) <= 2:
        yield f"Sud Army's discount is used up in {name_of(state, operation.sud_space)}, which gains nothing"


def _peace(game: Game[State]) -> Iterator[str]:
    """Check that in a tournament both sides lose by peace (5.6.3)."""
    result = game.result
    if result is None or not result.reason.startswith("peace"):
        return
    wanted = "peace_lost_by_both" if game.state.rules.options.tournament else "peace_terms"
    if result.winner is not None or result.reason != wanted:
        yield f"peace ended the game as {result.reason}"


class SiegeWatch:
    """Compares consecutive positions of a game: who is on an enemy fort, and how they got there.

    Units too weak for a siege may be there only because of losses (15.2.4): units may not move
    in, or move off a siege, unless the promise to put this right is still
    open (11.1.8). Nor may one of several units left there without a siege move off while
    another stays.
    """

    def __init__(self) -> None:
        #: By fort: the units there when no promise was open, and whether they besieged it.
        self._before: dict[int, tuple[int, bool]] = {}
        self._loc: list[int] = []
        self._was_moving = False

    def look(self, game: Game[State]) -> None:
        """Raise InvariantBroken if units on an intact enemy fort neither besiege it nor were reduced by losses there."""
        state = game.state
        operation = state.operation
        moving = operation is not None and any(frame.kind == "move_unit" for frame, _ in game.stack)
        open_ = operation.pledge | operation.evacuate if operation is not None and moving else 0
        now: dict[int, tuple[int, bool]] = {}
        for side in (AP, CP):
            for fort in members(state.intact_forts(1 - side) & state.occupied[side]):
                units, besieged = state.units_of(side, fort), bool(state.besieged >> fort & 1)
                before, was_besieged = self._before.get(fort, (0, False))
                if besieged or not open_ >> fort & 1:
                    if not besieged and self._moved_on_map(state, side, fort, units, before, was_besieged):
                        names = ", ".join(state.rules.content.units[unit].name for unit in members(units))
                        raise InvariantBroken(
                            f"{names} stand on the fort of {name_of(state, fort)} and do not besiege it"
                        )
                    now[fort] = units, besieged
                elif fort in self._before:
                    now[fort] = before, was_besieged
        self._before = now
        self._was_moving = moving
        if not open_:
            self._loc = list(state.loc)

    def _moved_on_map(self, state: State, side: int, fort: int, units: int, before: int, was_besieged: bool) -> bool:
        """Return True if units arrived from elsewhere on the map, or moved off and left others behind."""
        board = state.rules.board
        came = any(board.on_map[self._loc[unit]] for unit in members(units & ~before) if self._loc)
        retreated = state.operation.retreated if state.operation is not None else 0
        left = before & ~units & ~retreated
        off = any(board.on_map[state.loc[unit]] or state.loc[unit] == board.reserve[side] for unit in members(left))
        return came or (off and (was_besieged or self._was_moving))
