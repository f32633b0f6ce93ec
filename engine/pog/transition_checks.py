"""What must hold from one position of a game to the next, for tests: how things came to stand as they do.

`engine.pog.invariants` looks at one position; here several are compared, and the frames are seen.
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

#: Kinds of the frames that an operation lives in.
_OPERATING = ("operation", "event_operation", "strike_back")


class Watch:
    """Looks at a game at every decision, and raises Broken for what no rule allows to come about."""

    def __init__(self, enters_lone_forts: bool = False) -> None:
        """`enters_lone_forts`: by the rules of the game a beaten fort may be entered and besieged although it stands."""
        self._sieges = SiegeWatch()
        self._enters_lone_forts = enters_lone_forts
        #: A fort that was attacked while no enemy stood beside it, with its attackers; -1 for none.
        self._alone: tuple[int, int] = (-1, 0)
        #: Salonika was played, and no corps has gone there as yet.
        self._sails = False

    def look(self, game: Game[State]) -> None:
        """Raise Broken with what is wrong with the way to this position."""
        self._sieges.look(game)
        wrong = [*_leftovers(game), *_great_retreat(game), *_discount(game), *_peace(game)]
        wrong += self._lone_fort(game.state) if not self._enters_lone_forts else ()
        if wrong:
            raise InvariantBroken("; ".join(wrong))

    def _lone_fort(self, state: State) -> Iterator[str]:
        """12.7.1: nobody advances into a fort that was attacked alone and still stands."""
        (fort, attackers), combat = self._alone, state.combat
        if fort >= 0 and not state.forts_destroyed >> fort & 1 and attackers & state.units_at[fort]:
            yield f"attackers advanced into the intact fort of {name_of(state, fort)}"
        self._alone = (-1, 0)
        if combat is not None and combat.fort and not stood(combat, state) and not combat.spaces >> combat.target & 1:
            self._alone = combat.target, combat.attackers

    def hear(self, game: Game[State], event: Event) -> None:
        """Raise Broken for an event that tells of what cannot have happened."""
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
    """They Shall Not Pass holds those who lost, and not against Withdrawal on a tie or a win (9.5.4.2, 12.6.4)."""
    battle: BattleView = data["battle"]
    cards = state.rules.tables.combat_cards
    held = any(side != battle.attacker and "no_retreat" in cards[card].parts for side, card in battle.cards)
    if battle.retreat == "barred" and battle.winner != "attacker" and not held:
        yield f"the retreat from {name_of(state, battle.target)} is barred although the attacker did not win"


def _price_after_the_tsar(state: State, data: Mapping[str, Any]) -> Iterator[str]:
    """9.2.2, 16.4.5: an attack from a space with Russians costs one for every unit there; heard before anybody moves."""
    rules, units = state.rules, state.units_of(AP, data["space"])
    fell = rules.card("cp_52_fall_of_the_tsar") in state.events
    east = (
        not rules.board.lands("it", "fr", "be") >> data["space"] & 1
    )  # else Everyone into Battle may count them as one
    if (
        fell
        and data["use"] == "attack"
        and units & rules.of_nation["ru"]
        and east
        and data["cost"] != units.bit_count()
    ):
        yield f"{data['cost']} OPS are paid for {units.bit_count()} units in {name_of(state, data['space'])}"


def _poles(state: State, data: Mapping[str, Any]) -> Iterator[str]:
    """CP 59: no replacements for Poles while Warsaw is Allied, by Landwehr or otherwise."""
    warsaw = state.control[AP] >> state.rules.board.space("warsaw") & 1
    if warsaw and not data.get("reduced") and state.rules.limited.get("needs_warsaw", 0) >> data["unit"] & 1:
        yield f"{state.rules.content.units[data['unit']].name} is replaced while Warsaw is Allied"


def _leftovers(game: Game[State]) -> Iterator[str]:
    """Operation and combat, with their marks, end with the steps that they belong to (9.2.8, 9.2.9)."""
    state = game.state
    if state.operation is None and state.combat is None:
        return
    kinds = {frame.kind for frame, _ in game.stack}
    if state.operation is not None and kinds.isdisjoint(_OPERATING):
        yield "an operation outlives its action"
    if state.combat is not None and "battle" not in kinds:
        yield "a combat outlives its steps"


def _great_retreat(game: Game[State]) -> Iterator[str]:
    """AP 27: when it is over no Russian unit is left in the space, whenever it retreated."""
    state, combat = game.state, game.state.combat
    if combat is None or not combat.effects >> state.rules.card("ap_27_great_retreat") & 1:
        return
    if game.decision.kind != "great_retreat" and state.units_at[combat.target] & state.rules.of_nation["ru"]:
        yield f"Russians stay in {name_of(state, combat.target)} after a Great Retreat"


def _discount(game: Game[State]) -> Iterator[str]:
    """CP 10: a stack that costs no more without it leaves the discount of the round to another."""
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
    """5.6.3: in a tournament peace is lost by both."""
    result = game.result
    if result is None or not result.reason.startswith("peace"):
        return
    wanted = "peace_lost_by_both" if game.state.rules.options.tournament else "peace_terms"
    if result.winner is not None or result.reason != wanted:
        yield f"peace ended the game as {result.reason}"


class SiegeWatch:
    """Compares the positions of a game one after another: who stands on an enemy fort, and how they came to.

    Units below the strength of a siege may stand there because of losses alone (15.2.4): nobody
    walks in, and nobody walks off a siege, unless the promise that this will be put right is
    still open (11.1.8). Nor does one of them walk off who were left there without a siege, and
    another stays.
    """

    def __init__(self) -> None:
        #: By fort: the units that stood there when no promise was open, and whether they besieged it.
        self._before: dict[int, tuple[int, bool]] = {}
        self._loc: list[int] = []
        self._was_moving = False

    def look(self, game: Game[State]) -> None:
        """Raise Broken if units stand on an intact enemy fort that neither besiege it nor were cut down there."""
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
                    if not besieged and self._walked(state, side, fort, units, before, was_besieged):
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

    def _walked(self, state: State, side: int, fort: int, units: int, before: int, was_besieged: bool) -> bool:
        """Return True if some came from elsewhere on the map, or left others behind on their own feet."""
        board = state.rules.board
        came = any(board.on_map[self._loc[unit]] for unit in members(units & ~before) if self._loc)
        retreated = state.operation.retreated if state.operation is not None else 0
        left = before & ~units & ~retreated
        off = any(board.on_map[state.loc[unit]] or state.loc[unit] == board.reserve[side] for unit in members(left))
        return came or (off and (was_besieged or self._was_moving))
