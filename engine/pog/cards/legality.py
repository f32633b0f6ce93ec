"""The conditions printed on cards, with one small test for each kind."""

from __future__ import annotations

from collections.abc import Callable

from engine.pog.content.records import AP, CP, Need
from engine.pog.content.tokens import parse_need
from engine.pog.rules import supply
from engine.pog.rules.war_status import involvement
from engine.pog.state import LEVELS, State

_SIDES = {"ap": AP, "cp": CP}


def needs_met(state: State, card: int) -> bool:
    """Return True if every condition of a card holds."""
    return unmet(state, card) is None


def unmet(state: State, card: int, waived: frozenset[str] = frozenset()) -> Need | None:
    """Return the first condition of a card that fails, except waived kinds; for one under a trait, its inner condition."""
    spec = state.rules.content.cards[card]
    for need in spec.needs:
        if need.kind not in waived and not _TESTS[need.kind](state, spec.side, need.args):
            return parse_need(need.args[1]) if need.kind == "under" else need
    return None


def holds(state: State, side: int, kind: str, args: tuple[str, ...]) -> bool:
    """Test one condition."""
    return _TESTS[kind](state, side, args)


def _played(state: State, side: int, args: tuple[str, ...]) -> bool:
    return state.rules.card(args[0]) in state.events


def _not_played(state: State, side: int, args: tuple[str, ...]) -> bool:
    return not _played(state, side, args)


def _played_earlier_turn(state: State, side: int, args: tuple[str, ...]) -> bool:
    return state.events.get(state.rules.card(args[0]), state.turn) < state.turn


def _any_played(state: State, side: int, args: tuple[str, ...]) -> bool:
    return any(state.rules.card(name) in state.events for name in args)


def _not_active(state: State, side: int, args: tuple[str, ...]) -> bool:
    """Return whether the lasting event is not in force: not played, or cancelled by another."""
    card = state.rules.card(args[0])
    if card not in state.events:
        return True
    cancelling = [
        name for need in state.rules.content.cards[card].excludes if need.kind == "cancelled_by" for name in need.args
    ]
    return any(state.rules.card(name) in state.events for name in cancelling)


def _not_in_effect(state: State, side: int, args: tuple[str, ...]) -> bool:
    """Return whether the card is neither committed to this combat nor played for this operation."""
    card = 1 << state.rules.card(args[0])
    combat, operation = state.combat, state.operation
    committed = combat.cards[0] | combat.cards[1] if combat else 0
    return not (committed | (operation.effects if operation else 0)) & card


def _next_action_after(state: State, side: int, args: tuple[str, ...]) -> bool:
    """Return whether the other side's last action was this event."""
    actions = state.actions[1 - side]
    if not actions or state.events.get(state.rules.card(args[0])) != state.turn:
        return False
    return actions[-1] == ("event", state.rules.card(args[0]))


def _any(state: State, side: int, args: tuple[str, ...]) -> bool:
    for alternative in args:
        kind, *values = alternative.split(":")
        if holds(state, side, kind, tuple(values)):
            return True
    return False


def _has_trait(state: State, side: int, args: tuple[str, ...]) -> bool:
    """Return whether a condition holds that applies only to scenarios with a trait, e.g. late_entrench and turn_min:2."""
    trait, condition = args
    if trait not in state.rules.scenario.traits:
        return True
    kind, *values = condition.split(":")
    return holds(state, side, kind, tuple(values))


def _reinforcement_limit(state: State, side: int, args: tuple[str, ...]) -> bool:
    """Return whether a nation may still get a reinforcement card: one each turn, none in August 1914 (9.5.3.1)."""
    return state.rules.content.turns[state.turn - 1].reinforcements and args[0] not in state.reinforced


def _not_after_own_sr(state: State, side: int, args: tuple[str, ...]) -> bool:
    return not state.actions[side] or state.actions[side][-1][0] not in ("sr", "auto_sr")


def _no_units(state: State, side: int, args: tuple[str, ...]) -> bool:
    owner, space = _SIDES[args[0]], state.rules.board.space(args[1])
    return not state.units_of(owner, space)


def _controlled(state: State, side: int, args: tuple[str, ...]) -> bool:
    return bool(state.control[_SIDES[args[0]]] >> state.rules.board.space(args[1]) & 1)


def _space_supplied(state: State, side: int, args: tuple[str, ...]) -> bool:
    return supply.space_in_supply(state, _SIDES[args[0]], state.rules.board.space(args[1]))


def _capitulation_box(state: State, side: int, args: tuple[str, ...]) -> bool:
    return state.rules.content.russian_track[state.russian].name == args[0]


def _enemy_in(state: State, side: int, args: tuple[str, ...]) -> bool:
    """Return whether a unit of the other side is in a nation."""
    return bool(state.occupied[1 - side] & state.rules.board.lands(args[0]))


_TESTS: dict[str, Callable[[State, int, tuple[str, ...]], bool]] = {
    "turn_min": lambda state, side, args: state.turn >= int(args[0]),
    "turn_max": lambda state, side, args: state.turn <= int(args[0]),
    "first_action_of_turn": lambda state, side, args: not state.actions[side],
    "played": _played,
    "not_played": _not_played,
    "played_earlier_turn": _played_earlier_turn,
    "any_played": _any_played,
    "not_active": _not_active,
    "not_in_effect": _not_in_effect,
    "next_action_after": _next_action_after,
    "any": _any,
    "under": _has_trait,
    "reinforcement_limit": _reinforcement_limit,
    "neutral_entry_limit": lambda state, side, args: state.neutral_entry_turn != state.turn,
    "not_after_own_sr": _not_after_own_sr,
    "at_war": lambda state, side, args: args[0] in state.at_war,
    "ws_combined_min": lambda state, side, args: state.combined >= int(args[0]),
    "involvement_min": lambda state, side, args: involvement(state) >= int(args[0]),
    "own_commitment": lambda s, side, args: LEVELS[s.commitment[side]] == args[0],
    "not_own_commitment": lambda s, side, args: LEVELS[s.commitment[side]] != args[0],
    "space_controlled": _controlled,
    "space_supplied": _space_supplied,
    "no_units": _no_units,
    "capitulation_box": _capitulation_box,
    "enemy_in": _enemy_in,
    "no_enemy_in": lambda state, side, args: not _enemy_in(state, side, args),
    "war_status_below": lambda s, side, args: s.war_status[_SIDES[args[0]]] < int(args[1]),
    "mark": lambda state, side, args: state.marks[args[0]] != 0,
    "no_mark": lambda state, side, args: state.marks[args[0]] == 0,
    "switch": lambda state, side, args: state.rules.switches[args[0]] == args[1],
}
