"""Withdrawal, retreat and advance (chapters 6.4.3, 9.2, 9.6): where units may go, and at what cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from engine.core.bits import mask, members
from engine.errors import Reason
from engine.liege.cab import cab_of, unit_passes
from engine.liege.fog import imagine, reveal
from engine.liege.grid import NOWHERE
from engine.liege.stack import limit_of, stacked, too_many
from engine.liege.state import DEPLOYED, FORCED, LOST, WITHDREW, LiegeState
from engine.liege.supply import lengths, usable
from engine.liege.zones import CAMP_OWNER, ground_of, zone_of

if TYPE_CHECKING:
    from engine.liege.sequence.base import LiegeGame

#: Longer than any line of communications.
NO_LINE: Final = 1_000


def ways_back(state: LiegeState, unit: int, foes: int) -> int:
    """Return the hexes that a unit may retreat into: on the map, not closed, without enemies, enemy camp or fort.

    It moves away from the hexes of the units it fought, if there is a hex not adjacent to them (ruling).
    """
    around = _open_neighbours(state, unit)
    return around & ~(state.facts.grid.ring(foes) | foes) or around


def _open_neighbours(state: LiegeState, unit: int) -> int:
    """Return the adjacent hexes that a unit may go back into."""
    facts, ground, side = state.facts, ground_of(state), state.facts.units[unit].side
    closed = ground.held[1 - side] | ground.soft[1 - side] | ground.barred[side] | facts.closed
    return mask(to for to in facts.grid.beyond[state.at[unit]] if to != NOWHERE) & ~closed


def fall_back(game: LiegeGame, unit: int, to: int) -> int:
    """Move a retreating unit into a hex; return the number of steps it lost by that (6.4.3, 9.6.2).

    Overstacking costs it steps, and an enemy zone without a friendly unit there requires a test. A motor gun leaves its
    firing position.
    """
    state, own = game.state, game.state.facts.units[unit]
    alone = not any(state.facts.units[one].side == own.side for one in state.units_at(to))
    surplus = stacked(state, to) + state.steps(unit) - limit_of(state, to) if own.stacks else 0
    came, steps = state.at[unit], state.steps(unit)
    state.marks[unit] &= ~DEPLOYED
    if surplus > 0:
        hurt(game, unit, min(surplus, steps), "full_hex")
    if state.at[unit] == LOST:
        return steps
    state.place(unit, to, state.facing[unit])
    game.emit("retreated", unit=unit, came=came, to=to)
    if alone and ground_of(state).zones[1 - own.side] >> to & 1:
        cab = cab_of(state, unit, fighting=True) + into_zone(state, to, 1 - own.side)
        if not unit_passes(game, unit, cab, "retreat"):
            hurt(game, unit, 1, "zone")
    return steps - state.steps(unit)


def hurt(game: LiegeGame, unit: int, steps: int, cause: str) -> None:
    """Take steps off a unit, with its marks and an event."""
    game.state.hurt(unit, steps)
    game.emit("lost", unit=unit, steps=steps, left=game.state.steps(unit), cause=cause)


def into_zone(state: LiegeState, hex_: int, enemy: int) -> int:
    """Return the modifiers, by enemies with a zone over a hex, of the test of a unit retreating into it (9.6.2)."""
    facts, figures = state.facts, state.facts.combat.figures
    over = [
        unit
        for unit, at in enumerate(state.at)
        if at >= 0 and facts.units[unit].side == enemy and zone_of(state, unit) >> hex_ & 1
    ]
    arf = sum(facts.units[unit].arf[state.level[unit]] for unit in over)
    if enemy == CAMP_OWNER and not facts.camp >> hex_ & 1:
        around = facts.grid.ring(1 << hex_)
        arf += sum(
            fort.arf for number, fort in enumerate(facts.forts) if state.active(number) and around >> fort.hex & 1
        )
    found = figures["zone_0" if not arf else "zone_1" if arf < 5 else "zone_5" if arf < 12 else "zone_12"]
    return found + figures["zone_cavalry"] if any(facts.units[unit].type == "CAV" for unit in over) else found


# -- withdrawal ---------------------------------------------------------------------------------------------------


def withdrawers(state: LiegeState, defenders: Sequence[int], attackers: Iterable[int]) -> list[int]:
    """Return the defenders that may withdraw before a combat: cavalry, and headquarters with cavalry or infantry (9.2.1, 9.2.8).

    None may if cavalry attacks, and none twice in a phase (9.2.7).
    """
    units = state.facts.units
    if any(units[unit].type == "CAV" for unit in attackers):
        return []
    company = any(units[unit].fights for unit in defenders)
    return [
        unit
        for unit in defenders
        if (units[unit].type == "CAV" or (units[unit].type == "HQ" and company)) and not state.has(unit, WITHDREW)
    ]


def ways_out(state: LiegeState, unit: int, foes: int) -> int:
    """Return the hexes that a unit may withdraw into: towards its line of communications, with room (9.2.2, 9.2.9).

    If none is nearer to a railway it goes as in a retreat (ruling). The line is traced by what its side knows, so that the
    options reveal nothing about zones of hidden enemies further on (19.2.3).
    """
    here, side = state.at[unit], state.facts.units[unit].side
    known = imagine(state, side)
    line = lengths(known, side, usable(known, side))
    free = mask(to for to in members(_open_neighbours(state, unit)) if too_many(state, unit, to) is None)
    nearer = mask(to for to in members(free) if line.get(to, NO_LINE) < line.get(here, NO_LINE)) if here in line else 0
    return nearer or ways_back(state, unit, foes) & free


def withdraw(game: LiegeGame, unit: int, to: int) -> None:
    """Move a withdrawing unit; an enemy zone without a friendly unit there requires a test (9.2.4)."""
    state, own = game.state, game.state.facts.units[unit]
    alone = not any(state.facts.units[one].side == own.side for one in state.units_at(to))
    came = state.at[unit]
    reveal(game, 1 << unit, why="withdraws")
    state.place(unit, to, state.facing[unit])
    state.mark(unit, WITHDREW)
    game.emit("withdrew", unit=unit, came=came, to=to)
    if (
        alone
        and ground_of(state).zones[1 - own.side] >> to & 1
        and not unit_passes(game, unit, cab_of(state, unit, fighting=True), "withdrawal")
    ):
        hurt(game, unit, 1, "zone")


# -- advance ------------------------------------------------------------------------------------------------------


def cannot_advance(state: LiegeState, unit: int, to: int) -> Reason | None:
    """Return why a unit may not enter a hex that the enemy left (9.6.5 to 9.6.7)."""
    facts, own = state.facts, state.facts.units[unit]
    data: dict[str, object] = {"unit": own.name, "hex": facts.grid.names[to]}
    if facts.grid.side_toward(state.at[unit], to) == NOWHERE:
        return Reason("not_next_to_it", "9.6.5", data)
    if own.type == "SAR":
        return Reason("never_advances", "9.6.6", data)
    if state.has(unit, FORCED):
        return Reason("marched_by_force", "9.6.6", data)
    ground = ground_of(state)
    if ground.barred[own.side] >> to & 1:
        return Reason("active_fort" if ground.forts >> to & 1 else "camp_is_held", "11.6.7", data)
    return too_many(state, unit, to)


__all__ = [
    "cannot_advance", "fall_back", "hurt", "into_zone", "ways_back", "ways_out", "withdraw", "withdrawers",
]  # fmt: skip
