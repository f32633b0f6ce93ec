"""The position a record expects, in the engine's terms, and what differs from the engine's."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.core.bits import mask, members
from engine.pog.rules import areas, supply, war_status
from engine.pog.state import LEVELS, State
from tests.conformance.names import SIDES, Mismatch, Translator, show, show_units, spaces_differ

_POOLS = {"allied": "a"}
_NATIONS = ("it", "tu", "bu", "ro", "gr", "us")
_LIMITS = {
    "ru_non_sr": areas.RUSSIAN_CROSSING,
    "ru_sr": areas.RUSSIAN_SR,
    "br_sr": areas.BRITISH_SR,
    "cp_sr": areas.CENTRAL_SR,
}
_ACTIONS = {"reinforcement": "event", "neutral_entry": "event"}

#: Not comparable at the very end: the record raises commitment before it tests for victory.
UNSURE_AT_THE_END = frozenset(
    {"commitment", "at_war", "draw_pile", "reshuffle_due", "actions", "reinforced", "rp", "ne_limits_used"}
)


@dataclass(slots=True)
class Expected:
    """The recorded position: units by the record's numbers, the rest as the engine would hold it."""

    loc: list[int]
    reduced: int = 0
    taken: int = 0
    fields: dict[str, Any] = field(default_factory=dict)

    def copy(self) -> Expected:
        """An independent copy."""
        return Expected(self.loc[:], self.reduced, self.taken, dict(self.fields))


def empty(state: State) -> Expected:
    """Nothing in play."""
    board = state.rules.board
    return Expected([board.unused[side] for side in state.rules.side_of])


def update(expected: Expected, data: dict[str, Any], names: Translator, state: State) -> None:
    """Carry recorded changes (a delta, or a whole position) into an expected position."""
    board = state.rules.board
    for name, value in data.items():
        if name == "units":
            for unit_name, place in value.items():
                unit = names.units[unit_name]
                expected.reduced &= ~(1 << unit)
                if place is None:
                    expected.loc[unit] = board.unused[state.rules.side_of[unit]]
                    continue
                where, _, mark = place.partition(":")
                expected.loc[unit] = names.spaces[where]
                if mark:
                    expected.reduced |= 1 << unit
        elif name == "control":
            for space_name, side in value.items():
                space = names.spaces[space_name]
                flag = 1 << space
                printed = names.content.spaces[space].printed_side
                if side is not None and side != (None if printed is None else SIDES[printed]):
                    expected.taken |= flag
                else:
                    expected.taken &= ~flag
        elif name in _READERS:
            expected.fields[name] = _READERS[name](value, names)


def whole(data: dict[str, Any], names: Translator, state: State) -> Expected:
    """The expected position of a header or a snapshot."""
    expected = empty(state)
    update(expected, data, names, state)
    return expected


def _by_side(value: dict[str, Any], names: Translator) -> tuple[Any, Any]:
    del names
    return (value["ap"], value["cp"])


def _cards_by_side(value: dict[str, list[str]], names: Translator) -> tuple[int, int]:
    return (names.card_mask(value["ap"]), names.card_mask(value["cp"]))


def _trenches(value: dict[str, dict[str, int]], names: Translator) -> frozenset[tuple[int, int, int]]:
    return frozenset(
        (names.spaces[space], level, side) for side, word in enumerate(SIDES) for space, level in value[word].items()
    )


def _kind(kind: str, card: list[str]) -> str:
    """Salonika becomes an SR action only when it is done; arrivals are events."""
    return "sr" if card == ["ap_30_salonika"] and kind == "event" else _ACTIONS.get(kind, kind)


def _actions(value: dict[str, list[Any]], names: Translator) -> tuple[Any, ...]:
    return tuple(
        tuple((_kind(kind, card), names.cards[card[0]] if card else -1) for kind, *card in value[side])
        for side in SIDES
    )


_READERS: dict[str, Any] = {
    "vp": lambda value, names: value,
    "war_status": lambda value, names: (value["ap"], value["cp"], value["combined"]),
    "commitment": _by_side,
    "mo": _by_side,
    "missed_mo": lambda value, names: (tuple(value["ap"]), tuple(value["cp"])),
    "rp": lambda value, names: {_POOLS.get(k, k): v for k, v in value.items() if v},
    "at_war": lambda value, names: dict(value),
    "tracks": lambda value, names: dict(value),
    "trenches": _trenches,
    "forts.destroyed": None,
    "forts": lambda value, names: (names.space_mask(value["destroyed"]), names.space_mask(value["besieged"])),
    "hand": _cards_by_side,
    "discard": _cards_by_side,
    "removed_cards": _cards_by_side,
    "draw_pile": _by_side,
    "reshuffle_due": _by_side,
    "combat_cards": lambda value, names: names.card_mask(value),
    "events": lambda value, names: {names.cards[card]: turn for card, turn in value.items()},
    "actions": _actions,
    "reinforced": lambda value, names: tuple(sorted(value)),
    "ne_limits_used": lambda value, names: sum(_LIMITS[name] for name in value),
    "mef": lambda value, names: (
        names.spaces[value["beachhead"]] if value["beachhead"] and not value["captured"] else -1
    ),
    "ne_armies_outside": lambda value, names: names.unit_mask(value),
    "failed_entrench": lambda value, names: names.unit_mask(value),
    "out_of_supply": lambda value, names: names.unit_mask(value),
}
del _READERS["forts.destroyed"]


def _state_trenches(state: State) -> frozenset[tuple[int, int, int]]:
    dug = state.trench_1 | state.trench_2
    return frozenset((space, *state.trench(space)) for space in members(dug))


def _state_actions(state: State) -> tuple[Any, ...]:
    cards = state.rules.content.cards
    return tuple(
        tuple((_kind(kind, [cards[card].name] if card >= 0 else []), card) for kind, card in side)
        for side in state.actions
    )


def _tracks(state: State) -> dict[str, int]:
    return {
        "us_entry": state.us_entry,
        "russian_capitulation": state.russian,
        "cp_russian_vp": war_status.russian_vp(state),
        "tsar_fell_cp_russian_vp": state.tsar_fell_count,
    }


def _out_of_supply(state: State) -> int:
    on_map = mask(unit for unit, space in enumerate(state.loc) if state.rules.board.on_map[space])
    supplied = supply.supplied_units(state, 0) | supply.supplied_units(state, 1) | supply.frozen_units(state)
    return on_map & ~supplied


_ACTUAL: dict[str, Any] = {
    "vp": lambda s: s.vp,
    "war_status": lambda s: (*s.war_status, s.combined),
    "commitment": lambda s: (LEVELS[s.commitment[0]], LEVELS[s.commitment[1]]),
    "mo": lambda s: tuple("none" if nation == "met" else nation for nation in s.mandated),
    "missed_mo": lambda s: (tuple(s.missed[0]), tuple(s.missed[1])),
    "rp": lambda s: {pool: points / 2 for pool, points in s.rp.items() if points},
    "at_war": lambda s: {nation: turn for nation, turn in s.at_war.items() if nation in _NATIONS},
    "tracks": _tracks,
    "trenches": _state_trenches,
    "forts": lambda s: (s.forts_destroyed, s.besieged),
    "hand": lambda s: tuple(s.hand),
    "discard": lambda s: tuple(s.discard),
    "removed_cards": lambda s: tuple(s.removed),
    "draw_pile": lambda s: (s.deck[0].bit_count(), s.deck[1].bit_count()),
    "reshuffle_due": lambda s: (bool(s.reshuffle_due & 1), bool(s.reshuffle_due & 2)),
    "combat_cards": lambda s: s.table[0] | s.table[1],
    "actions": _state_actions,
    "reinforced": lambda s: tuple(sorted(s.reinforced)),
    "ne_limits_used": lambda s: s.limits_used,
    "mef": lambda s: s.beachhead,
    "ne_armies_outside": lambda s: s.ne_outside,
    "failed_entrench": lambda s: s.failed_entrench,
}


def taken_spaces(state: State, unrecorded: int) -> int:
    """Spaces held by the side opposite to the printed one."""
    printed = state.rules.board.printed
    return (printed[0] & state.control[1] | printed[1] & state.control[0]) & ~unrecorded


def _held_for_a_while(state: State) -> int:
    """The ANA corps alone holds a space only while it stands there; no record of that."""
    ana = state.rules.of_nation["ana"]
    return mask(
        space
        for space in (state.loc[unit] for unit in members(ana))
        if state.rules.board.on_map[space] and state.units_at[space] == ana
    )


def compare(
    expected: Expected,
    state: State,
    names: Translator,
    *,
    skip: frozenset[str] = frozenset(),
    supplied: bool = False,
    acting: int | None = None,
) -> list[Mismatch]:
    """What differs between the record and the engine; remaps identical corps where that explains it.

    `acting` is the side that decides now; in the Replacement Phase only its points are compared.
    """
    found = _compare_units(expected, state, names)
    unrecorded = names.arabia | _held_for_a_while(state)
    taken, wanted_spaces = taken_spaces(state, unrecorded), expected.taken & ~unrecorded
    if taken != wanted_spaces:
        found.append(spaces_differ("control", wanted_spaces, taken, names))
    found += _compare_fields(expected, state, names, skip, acting)
    found += _compare_events(expected, state, names)
    return [*found, *_compare_supply(expected, state, names)] if supplied else found


def _compare_fields(
    expected: Expected, state: State, names: Translator, skip: frozenset[str], acting: int | None
) -> list[Mismatch]:
    found = []
    for name, recorded in expected.fields.items():
        value = recorded
        if name in skip or name in ("events", "out_of_supply"):
            continue
        actual = _ACTUAL[name](state)
        if name == "rp" and actual != value and acting is not None and state.phase == "replacements":
            value, actual = _of_side(state, acting, value), _of_side(state, acting, actual)
        if actual != value:
            found.append(Mismatch(name, show(name, value, actual, names), show(name, actual, value, names)))
    return found


def _compare_events(expected: Expected, state: State, names: Translator) -> list[Mismatch]:
    found = []
    for card, turn in expected.fields.get("events", {}).items():
        if _turn_of(state, card) != turn:
            title = names.content.cards[card].name
            found.append(Mismatch("events", f"{title} turn {turn}", f"turn {state.events.get(card)}"))
    return found


def _compare_supply(expected: Expected, state: State, names: Translator) -> list[Mismatch]:
    actual, wanted = _out_of_supply(state), names.here(expected.fields["out_of_supply"])
    if actual == wanted:
        return []
    missing, surplus = (show_units(units, state, names) for units in (wanted & ~actual, actual & ~wanted))
    return [Mismatch("out_of_supply", missing, surplus)]


def _turn_of(state: State, card: int) -> int | None:
    """The turn of an event; the record of a war under way has one mark for both Entrench cards, under the Allied one."""
    entrench, other = state.rules.card("ap_12_entrench"), state.rules.card("cp_06_entrench")
    if card == entrench and entrench not in state.events and state.rules.start is not None:
        return state.events.get(other)
    return state.events.get(card)


def _of_side(state: State, side: int, points: dict[str, float]) -> dict[str, float]:
    """Points of the side whose segment it is: what the other left is forgotten now or later."""
    pools = state.rules.content.pools[side]
    return {pool: value for pool, value in points.items() if pool in pools}


def _strength(expected_reduced: int, unit: int, space: int, state: State) -> int:
    """Reduced or not; of no account for counters that are not on the map or in reserve."""
    board = state.rules.board
    if not board.on_map[space] and space not in board.reserve:
        return 0
    return expected_reduced >> unit & 1


def _compare_units(expected: Expected, state: State, names: Translator) -> list[Mismatch]:
    wrong = _wrong_units(expected, state, names)
    if not wrong:
        return []
    _remap(wrong, expected, state, names)
    spaces = names.content.spaces
    found = []
    for unit in _wrong_units(expected, state, names):
        want, have = expected.loc[unit], state.loc[names.played_by[unit]]
        found.append(
            Mismatch(
                "units",
                f"{names.content.units[unit].name} {spaces[want].name}{':r' * _strength(expected.reduced, unit, want, state)}",
                f"{spaces[have].name}{':r' * _strength(state.reduced, names.played_by[unit], have, state)}",
            )
        )
    return found


def _wrong_units(expected: Expected, state: State, names: Translator) -> list[int]:
    """Recorded units that stand elsewhere, or at another strength, than their counters."""
    loc, reduced, board = state.loc, state.reduced, state.rules.board
    reserve, on_map = board.reserve, board.on_map
    found = []
    for unit, (want, played) in enumerate(zip(expected.loc, names.played_by, strict=True)):
        if want != loc[played] or (
            (on_map[want] or want in reserve) and expected.reduced >> unit & 1 != reduced >> played & 1
        ):
            found.append(unit)
    return found


def _remap(wrong: list[int], expected: Expected, state: State, names: Translator) -> None:
    """Let identical counters swap parts where place and strength then agree."""
    groups: dict[str, list[int]] = {}
    for unit in wrong:
        groups.setdefault(names.content.units[unit].group, []).append(unit)
    for units in groups.values():
        left = [names.played_by[unit] for unit in units]
        pairs: dict[int, int] = {}
        for unit in units:
            place = expected.loc[unit]
            spot = (place, _strength(expected.reduced, unit, place, state))
            for other in left:
                if (state.loc[other], _strength(state.reduced, other, state.loc[other], state)) == spot:
                    pairs[unit] = other
                    left.remove(other)
                    break
        pairs.update(zip([unit for unit in units if unit not in pairs], left, strict=True))
        for unit, other in pairs.items():
            names.played_by[unit] = other
