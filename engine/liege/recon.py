"""Reconnaissance (chapter 20): aircraft over the hexes that hidden units enter, cavalry next to hidden stacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.core.bits import members
from engine.errors import Reason
from engine.liege.cab import cab_of
from engine.liege.fog import hidden_hexes, is_hidden, reveal
from engine.liege.grid import NOWHERE
from engine.liege.move import HexMarch, cannot_halt, forced_points, points_of
from engine.liege.state import ALWAYS, ASK, DUG, NEVER, SHAKEN, LiegeState
from engine.liege.supply import Supply, supply_of
from engine.liege.tables import FACES, passes
from engine.liege.zones import ground_of

if TYPE_CHECKING:
    from engine.liege.sequence.base import LiegeGame


class AirSearch(NamedTuple):
    """What is known before the die of a flight: the headquarters, its distance in hexes, and the resulting modifier."""

    headquarters: int
    hexes: int
    modifier: int


# -- aircraft ----------------------------------------------------------------------------------------------------


def can_fly(state: LiegeState, unit: int, hex_: int) -> list[AirSearch]:
    """Return the headquarters whose aircraft may search for a hidden unit entering a hex; empty if they could see nothing."""
    recon, facts = state.facts.recon, state.facts
    figures = recon.figures
    if not is_hidden(state, unit) or not recon.air >> hex_ & 1 or state.turn < figures["air_from"]:
        return []
    flights = state.flights
    if (
        any(at == hex_ for at, _ in flights.dice)
        or flights.tries.count(unit) >= figures["air_tries"]
        or hex_ in flights.hexes
    ):
        return []
    watching = 1 - facts.units[unit].side
    found = []
    for headquarters in recon.squadrons:
        at = state.at[headquarters]
        if facts.units[headquarters].side != watching or at < 0:
            continue
        hexes = facts.grid.distance(at, hex_)
        if hexes > figures["air_range"] or ground_of(state).zones[1 - watching] >> at & 1:
            continue
        if flights.flown.count(headquarters) >= squadrons(state, headquarters) or _given_up(state, headquarters):
            continue
        found.append(
            AirSearch(
                headquarters, hexes, figures["air_near_value" if hexes <= figures["air_near"] else "air_far_value"]
            )
        )
    return found


def squadrons(state: LiegeState, headquarters: int) -> int:
    """Return how many squadrons a headquarters has left (2.5.21, 20.1.10)."""
    return state.facts.recon.squadrons[headquarters] - state.flights.lost.count(headquarters)


def _given_up(state: LiegeState, headquarters: int) -> bool:
    """Return True after a number of failures in a row (20.1.12)."""
    results = [seen for one, seen in state.flights.results if one == headquarters]
    many = state.facts.recon.figures["air_failures"]
    return any(not any(results[at : at + many]) for at in range(len(results) - many + 1))


def by_order(state: LiegeState, searches: list[AirSearch], order: int) -> AirSearch | None:
    """Return the flight by a standing order: by the nearest headquarters, if near enough and not too often."""
    figures = state.facts.recon.figures
    if not searches or order in (NEVER, ASK):
        return None
    nearest = min(searches, key=lambda one: (one.hexes, one.headquarters))
    if order == ALWAYS:
        return nearest
    often = len(state.flights.flown) >= figures["order_flights"]
    return nearest if not often and nearest.hexes <= figures["order_range"] else None


def fly(game: LiegeGame, search: AirSearch, unit: int, hex_: int) -> None:
    """Roll for a flight over a hex that a hidden unit enters (20.1.7 to 20.1.12)."""
    state = game.state
    die = game.die("air", FACES)
    flights = state.flights
    flights.flown.append(search.headquarters)
    flights.tries.append(unit)
    flights.hexes.append(hex_)
    seen, small = _look(state, unit, die + search.modifier)
    flights.results.append((search.headquarters, seen))
    lost = die == state.facts.recon.figures["air_lost"]
    if lost:
        flights.lost.append(search.headquarters)
    game.emit(
        "air", headquarters=search.headquarters, hex=hex_, die=die, modifier=search.modifier, seen=seen, small=small, lost=lost,
        needs=state.facts.recon.figures["air_needs"],
    )  # fmt: skip
    if seen:
        flights.dice.append((hex_, die + search.modifier))
        _spot(game, unit)


def seen_again(game: LiegeGame, unit: int, hex_: int) -> None:
    """Apply the roll that found a unit in a hex to a hidden unit that enters it later in the phase (20.1.9)."""
    state = game.state
    total = next((total for at, total in state.flights.dice if at == hex_), None)
    if total is None or not is_hidden(state, unit) or not state.facts.recon.air >> hex_ & 1:
        return
    seen, small = _look(state, unit, total)
    game.emit("air_again", hex=hex_, total=total, seen=seen, small=small, needs=state.facts.recon.figures["air_needs"])
    if seen:
        _spot(game, unit)


def _look(state: LiegeState, unit: int, total: int) -> tuple[bool, bool]:
    """Return whether a unit is seen at the die with public modifiers, and whether only its steps hid it (20.1.7, 20.1.8)."""
    figures, steps = state.facts.recon.figures, state.steps(unit)
    if steps < 2:
        return False, True
    seen = total + figures[f"air_steps_{min(steps, 4)}"] <= figures["air_needs"]
    return seen, not seen and total <= figures["air_needs"]


def _spot(game: LiegeGame, unit: int) -> None:
    game.state.spotted |= 1 << unit
    reveal(game, 1 << unit, why="air")


# -- cavalry -----------------------------------------------------------------------------------------------------


def cannot_scout(state: LiegeState, march: HexMarch, to: int, *, force: bool, long: bool) -> Reason | None:
    """Return why a cavalry march may not scout a hex (20.2.2 to 20.2.5)."""
    facts, figures, unit = state.facts, state.facts.recon.figures, march.unit
    own = facts.units[unit]
    data: dict[str, object] = {"unit": own.name, "hex": facts.grid.names[to]}
    if own.type != "CAV":
        return Reason("only_cavalry_scouts", "20.2.1", data)
    if not hidden_hexes(state, 1 - own.side) >> to & 1:
        return Reason("nobody_hidden_there", "20.2.1", data)
    if supply_of(state, unit) != Supply.FULL:
        return Reason("needs_a_line", "20.2.2", data)
    if not facts.recon.scouts >> to & 1:
        return Reason("too_rough_to_scout", "20.2.2", data)
    if facts.grid.side_toward(march.hex, to) == NOWHERE:
        return Reason("not_next_to_it", "20.2.4", data)
    if state.scouts >> unit & 1:
        return Reason("has_scouted", "20.2.5", data)
    if state.looked.count(to) >= figures["scout_tries"]:
        return Reason("scouted_too_often", "20.2.5", data)
    price = scouting_price(state, long=long)
    left = points_of(state, unit) + (forced_points(state, unit) if force else 0) - march.spent
    if price > left:
        return Reason("too_few_points", "20.2.4", {**data, "price": price, "left": max(left, 0)})
    return cannot_halt(state, march)


def scouting_price(state: LiegeState, *, long: bool) -> int:
    """Return the points for scouting, or for long scouting (20.2.4, 20.2.6)."""
    return state.facts.recon.figures["scout_points"] * (2 if long else 1)


def ways_to_scout(state: LiegeState, march: HexMarch, *, force: bool, long: bool) -> list[int]:
    """Return the hexes that a march may scout."""
    if state.facts.units[march.unit].type != "CAV" or not state.fog:
        return []
    near = hidden_hexes(state, 1 - state.side) & state.facts.grid.ring(1 << march.hex)
    return [to for to in members(near) if cannot_scout(state, march, to, force=force, long=long) is None]


def scouting_modifiers(state: LiegeState, march: HexMarch, to: int, *, long: bool) -> list[tuple[str, int]]:
    """Return the scouting modifiers by cause: all are public (20.2.6)."""
    figures, unit = state.facts.recon.figures, march.unit
    steps = min(state.steps(unit), 3)
    found = [(f"scout_steps_{steps}", figures[f"scout_steps_{steps}"])]
    if long:
        found.append(("scout_long", figures["scout_long"]))
    if march.spent + scouting_price(state, long=long) > points_of(state, unit):
        found.append(("scout_forced", figures["scout_forced"]))
    if state.facts.camp >> to & 1 or any(state.has(one, DUG) for one in state.units_at(to)):
        found.append(("scout_works", figures["scout_works"]))
    return found


def scout(game: LiegeGame, march: HexMarch, to: int, *, long: bool) -> HexMarch | None:
    """Scout a hex; return the march as it continues, or None if the cavalry is destroyed (20.2.3 to 20.2.8)."""
    state, unit = game.state, march.unit
    figures = state.facts.recon.figures
    reveal(game, 1 << unit, why="scouts")
    causes = scouting_modifiers(state, march, to, long=long)
    state.scouts |= 1 << unit
    state.looked.append(to)
    die = game.die("scout", FACES)
    total = die + sum(value for _, value in causes)
    seen = total <= figures["scout_needs"]
    game.emit("scouted", unit=unit, hex=to, die=die, causes=tuple(causes), needs=figures["scout_needs"], seen=seen)
    if seen:
        there = sum(1 << one for one in members(state.hidden) if state.at[one] == to)
        reveal(game, there, why="cavalry")
    march = march._replace(spent=march.spent + scouting_price(state, long=long))
    return _test_scout_in_trouble(game, march, die) if f"perilous_{die}" in figures else march


def _test_scout_in_trouble(game: LiegeGame, march: HexMarch, die: int) -> HexMarch | None:
    """Test a scout in trouble: it stops, starts no combat this turn, and can lose a step (20.2.7, 20.2.8)."""
    state, unit = game.state, march.unit
    cab = scout_cab(state, march) + state.facts.recon.figures[f"perilous_{die}"]
    test = game.die("peril", FACES, wanted=range(1, cab + 1)) if cab > 0 else 0
    held = cab > 0 and passes(cab, test)
    state.mark(unit, SHAKEN)
    game.emit("peril", unit=unit, cab=cab, die=test, held=held)
    if not held:
        state.lose(unit)
    return march._replace(over=True) if state.steps(unit) else None


def scout_cab(state: LiegeState, march: HexMarch) -> int:
    """Return the CAB of a scout with the modifiers of every test, and of its march if that is forced (5.1.2, 7.5.4)."""
    forced = march.spent > points_of(state, march.unit)
    return cab_of(state, march.unit, fighting=False) + (state.facts.figures.modifiers["cab_forced"] if forced else 0)


__all__ = [
    "AirSearch", "by_order", "can_fly", "cannot_scout", "fly", "scout", "scouting_modifiers", "scouting_price",
    "seen_again", "squadrons", "ways_to_scout",
]  # fmt: skip
