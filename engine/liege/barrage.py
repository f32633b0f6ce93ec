"""Barrages (chapter 8): at the units of a hex (ABU) and at a fort (ABF).

A barrage is a value, so that its odds can be computed before it is fired. They are exact: every throw
of the two dice is counted.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.core.bits import mask, members
from engine.errors import Reason
from engine.liege.cab import Cause, cab_of_fort, causes_of, total
from engine.liege.camp import forts_at
from engine.liege.combat_facts import Cover
from engine.liege.facts import FOOT, GERMAN
from engine.liege.fog import is_hidden
from engine.liege.grid import NOWHERE
from engine.liege.state import DEPLOYED, FIRED, HURT_TWICE, LiegeState
from engine.liege.supply import Supply, supply_of, worst_of
from engine.liege.table_files import CLASSES
from engine.liege.tables import (
    FACES,
    Table,
    TableResult,
    chance_to_fail,
    chances_of_losses,
    rows_of_barrage,
)
from engine.liege.works import cover_from_fire
from engine.liege.zones import CAMP_OWNER, in_front

#: The minimum ARF of a barrage with a unit in it, and of one by forts alone, for which the first column is (8.3.1, 11.3.5).
LEAST_ARF, LEAST_ARF_OF_FORTS = 6, 3


class UnitBarrage(NamedTuple):
    """A barrage at the units of a hex: the sets of units and forts that fire together."""

    hex: int
    guns: int = 0
    forts: int = 0


class FortBarrage(NamedTuple):
    """A barrage at a fort: the forts of its hex in the order in which they are hit, and the set of guns."""

    forts: tuple[int, ...]
    guns: int = 0

    @property
    def fort(self) -> int:
        """The first target."""
        return self.forts[0]


class Aim(NamedTuple):
    """The table look-up of a barrage for one target: column, rows and the CAB of its test, each with its causes."""

    table: Table
    #: None below the first column: nothing happens.
    column: int | None
    rows: tuple[Cause, ...]
    cab: int
    tests: tuple[Cause, ...]

    def read(self, half: int) -> TableResult | None:
        """Return the result of a halved die; None if there is no effect."""
        return None if self.column is None else self.table.read(self.column, half + total(self.rows))


# -- who may fire --------------------------------------------------------------------------------------------------


def cannot_fire(state: LiegeState, unit: int) -> Reason | None:
    """Return why a unit may not take part in any barrage (8.1.1 to 8.1.3, 8.8.2)."""
    own = state.facts.units[unit]
    data: dict[str, object] = {"unit": own.name}
    if own.side != state.side:
        return Reason("not_your_unit", "8.1.1", data)
    if state.at[unit] < 0:
        return Reason("not_on_the_map", "", data)
    if state.has(unit, FIRED):
        return Reason("fired_already", "8.1.4", data)
    if state.has(unit, HURT_TWICE):
        return Reason("lost_two_steps", "8.1.1", data)
    if supply_of(state, unit) == Supply.OUT:
        return Reason("out_of_supply", "13.3.2", data)
    if own.type == "SAR" and not state.has(unit, DEPLOYED):
        return Reason("not_in_position", "8.1.2", data)
    if own.shells and not state.shells[state.facts.shells.index(own.shells)]:
        return Reason("no_shells", "8.8.2", data)
    return None


def cannot_shell(state: LiegeState, unit: int, barrage: UnitBarrage) -> Reason | None:
    """Return why a unit may not take part in a barrage at the units of a hex (8.1.2, 8.2.1, 8.2.2)."""
    if (reason := cannot_fire(state, unit)) is not None:
        return reason
    own, facts = state.facts.units[unit], state.facts
    data: dict[str, object] = {"unit": own.name, "hex": facts.grid.names[barrage.hex]}
    if not own.arf[state.level[unit]]:
        return Reason("no_arf", "8.1.2", data)
    if not in_front(state, unit, barrage.hex):
        return Reason("not_in_front", "8.2.1", data)
    if any(facts.units[other].nation != own.nation for other in members(barrage.guns)):
        return Reason("other_nation", "8.2.2", data)
    return None


def fort_cannot_shell(state: LiegeState, fort: int, hex_: int) -> Reason | None:
    """Return why a fort may not take part in a barrage at the units of a hex: it fires at adjacent hexes only (11.3.5)."""
    facts, own = state.facts, state.facts.forts[fort]
    data: dict[str, object] = {"fort": own.name, "hex": facts.grid.names[hex_]}
    if not state.active(fort):
        return Reason("fort_has_fallen", "11.3.1", data)
    if state.side != CAMP_OWNER:
        return Reason("not_your_fort", "11.3.5", data)
    if state.spent >> fort & 1:
        return Reason("fort_has_fired", "8.1.4", data)
    return None if facts.grid.side_toward(own.hex, hex_) != NOWHERE else Reason("out_of_reach", "11.3.5", data)


def cannot_be_shelled(state: LiegeState, hex_: int) -> Reason | None:
    """Return why a hex is no target of a barrage at units: nobody is there, or it has already been a target (8.2.5)."""
    data = {"hex": state.facts.grid.names[hex_]}
    if not targets_at(state, hex_):
        return Reason("no_enemy_there", "8.2.5", data)
    return Reason("shelled_already", "8.2.5", data) if state.shelled >> hex_ & 1 else None


def targets_at(state: LiegeState, hex_: int) -> list[int]:
    """Return the enemy units in a hex: a barrage hits headquarters too, which a fort shelters only from combat (11.6.8)."""
    return [unit for unit in state.units_at(hex_) if state.facts.units[unit].side != state.side]


def cannot_bombard(state: LiegeState, unit: int, fort: int) -> Reason | None:
    """Return why a unit may not take part in a barrage at a fort (8.1.2, 8.5.1)."""
    if (reason := cannot_fire(state, unit)) is not None:
        return reason
    own, target = state.facts.units[unit], state.facts.forts[fort]
    data: dict[str, object] = {"unit": own.name, "fort": target.name, "hex": state.facts.grid.names[target.hex]}
    if not own.aff:
        return Reason("no_aff", "8.1.2", data)
    return None if in_front(state, unit, target.hex) else Reason("not_in_front", "8.5.1", data)


def cannot_be_bombarded(state: LiegeState, fort: int) -> Reason | None:
    """Return why a fort is no target of a barrage or assault: one each phase (8.5.6, 11.5.4), except by 8.6.4."""
    data = {"fort": state.facts.forts[fort].name}
    if not state.active(fort):
        return Reason("fort_has_fallen", "11.3.1", data)
    if state.side == CAMP_OWNER:
        return Reason("own_fort", "8.5.1", data)
    if any(one.fort == fort for one in state.assaults):
        return Reason("assault_is_declared", "11.5.4", data)
    return Reason("bombarded_already", "8.5.6", data) if state.bombarded & ~state.spared & 1 << fort else None


# -- at units ------------------------------------------------------------------------------------------------------


def arf_of(state: LiegeState, barrage: UnitBarrage) -> int:
    """Return the total ARF of a barrage (8.2.2, 11.3.5)."""
    units = sum(state.facts.units[unit].arf[state.level[unit]] for unit in members(barrage.guns))
    return units + sum(state.facts.forts[fort].arf for fort in members(barrage.forts))


def too_weak(state: LiegeState, barrage: UnitBarrage) -> Reason | None:
    """Return the reason if the ARF is insufficient: forts alone need less than units, and hidden stacks more than both (8.3.1, 11.3.5, 19.3.2)."""
    alone = bool(barrage.forts) and not barrage.guns
    arf, least = arf_of(state, barrage), LEAST_ARF_OF_FORTS if alone else LEAST_ARF
    at_hidden = state.facts.recon.figures["barrage_arf"]
    if arf < at_hidden and not open_targets(state, barrage.hex):
        return Reason("too_little_arf_at_hidden", "19.3.2", {"arf": arf, "least": at_hidden})
    if arf < least:
        return Reason("too_little_arf", "11.3.5" if alone else "8.3.1", {"arf": arf, "least": least})
    return None


def hits(state: LiegeState, barrage: UnitBarrage) -> int:
    """Return how many units of the hex the barrage hits: all from an ARF of 20 on, fewer below, whatever cover they have (8.3.1).

    Below that hidden units are not hit at all (19.3.3).
    """
    return min(state.facts.figures.hit(arf_of(state, barrage)), len(targets_of(state, barrage)))


def targets_of(state: LiegeState, barrage: UnitBarrage) -> list[int]:
    """Return the units that a barrage can hit: hidden ones only from an ARF of 20 on (19.3.2, 19.3.3)."""
    strong = arf_of(state, barrage) >= state.facts.recon.figures["barrage_arf"]
    return targets_at(state, barrage.hex) if strong else open_targets(state, barrage.hex)


def open_targets(state: LiegeState, hex_: int) -> list[int]:
    """Return the enemy units in a hex that are not hidden."""
    return [unit for unit in targets_at(state, hex_) if not is_hidden(state, unit)]


def aim_at(state: LiegeState, barrage: UnitBarrage, unit: int) -> Aim:
    """Return the table look-up of a barrage for one of its targets (8.3.3, 8.4)."""
    facts, table = state.facts, state.facts.tables.units
    cover = _cover(state, barrage, unit)
    rows = _rows(state, barrage, unit)
    column = table.column(arf_of(state, barrage) * (cover.arf if cover is not None else 100), 100)
    if cover is not None and cover.barrage:
        rows.append(("works", cover.barrage))
    if barrage.guns and column == 0 and table.columns[0][0] < LEAST_ARF:
        column = None
    tests = causes_of(state, unit, fighting=False)
    return Aim(table, column, tuple(rows), facts.units[unit].cab[state.level[unit]] + total(tests), tests)


def _cover(state: LiegeState, barrage: UnitBarrage, unit: int) -> Cover | None:
    """Return the cover that works give a target: all fire must cross the sides they cover (10.2.1, 10.2.4, 11.1.4)."""
    grid = state.facts.grid
    origins = [state.at[gun] for gun in members(barrage.guns)] + [
        state.facts.forts[fort].hex for fort in members(barrage.forts)
    ]
    return cover_from_fire(state, barrage.hex, unit, mask(grid.side_toward(barrage.hex, origin) for origin in origins))


def chances_of_steps(state: LiegeState, barrage: UnitBarrage, unit: int) -> dict[int, int]:
    """Return by steps lost by a target the number of the 400 throws of two dice that lead to it."""
    aim, steps = aim_at(state, barrage, unit), state.steps(unit)
    if aim.column is None:
        return {0: FACES * FACES}
    found: dict[int, int] = {}
    for lost, weight in chances_of_losses(aim.table, aim.column, total(aim.rows), aim.cab).items():
        found[min(lost, steps)] = found.get(min(lost, steps), 0) + weight
    return found


def _rows(state: LiegeState, barrage: UnitBarrage, unit: int) -> list[Cause]:
    """Return the row modifiers of one target (8.4.2 to 8.4.6, 11.3.6, 11.6.13, 13.3.1)."""
    facts, figures = state.facts, state.facts.figures.modifiers
    own, ground = facts.units[unit], facts.terrain[barrage.hex]
    found: list[Cause] = []
    if is_hidden(state, unit):
        found.append(("abu_hidden", facts.recon.figures["barrage_rows"]))
    if barrage.guns and ground.abu:
        found.append(("terrain", ground.abu))
    firing = barrage.guns.bit_count() + barrage.forts.bit_count()
    if barrage.guns and firing > 1 and state.side != GERMAN:
        found.append(("abu_coordination", figures["abu_coordination"]))
    if own.type == "CAV":
        found.append(("abu_cavalry", figures["abu_cavalry"]))
    if own.nation == "ge" and own.type in ("HAR", "SAR"):
        beside = (facts.units[other].type for other in targets_at(state, barrage.hex))
        if any(type_ in FOOT or type_ == "CAV" for type_ in beside):
            name = "abu_heavy_gun" if own.type == "HAR" else "abu_siege_gun"
            found.append((name, figures[name]))
    if barrage.forts and facts.camp >> barrage.hex & 1:
        found.append(("abu_own_camp", figures["abu_own_camp"]))
    return found + _limited_supply(state, barrage.guns)


def _limited_supply(state: LiegeState, guns: int) -> list[Cause]:
    """Return the row modifier for limited supply of any of some units (13.3.1)."""
    if worst_of(state, list(members(guns))) != Supply.LIMITED:
        return []
    return [("limited_supply", state.facts.figures.modifiers["limited_supply"])]


# -- at forts ------------------------------------------------------------------------------------------------------


def aff_of(state: LiegeState, guns: int) -> int:
    """Return the total AFF of some guns (8.5.3)."""
    return sum(state.facts.units[unit].aff for unit in members(guns))


def order_of(state: LiegeState, forts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the active forts of a hex in the order in which a barrage hits them: those announced, then the others (8.6.1)."""
    hex_ = state.facts.forts[forts[0]].hex
    return forts + tuple(other for other in forts_at(state, hex_) if other not in forts)


def aim_at_fort(state: LiegeState, fort: int, aff: int, shift: int = 0, guns: int = 0) -> Aim:
    """Return the table look-up of a barrage for its first target: table of its class, terrain, losses of its camp (8.6.3, 8.7.3).

    An assault shifts the column (11.5.2); `guns` are all that take part, whose supply counts (13.3.1).
    """
    facts, own = state.facts, state.facts.forts[fort]
    table, ground = facts.tables.forts[own.kind], facts.terrain[own.hex]
    column = table.column(aff)
    rows = ([("terrain", ground.abf)] if ground.abf else []) + _limited_supply(state, guns)
    return Aim(table, None if column is None else column + shift, tuple(rows), cab_of_fort(state, fort), ())


def second_modifier(state: LiegeState, first: int, second: int, modifier: int) -> int:
    """Return the modifier of a second fort's test, which can be better or worse protected than the first (8.6.4)."""
    forts, figures = state.facts.forts, state.facts.figures.modifiers
    better = CLASSES.index(forts[second].kind) - CLASSES.index(forts[first].kind)
    return modifier + (figures["abf_better"] if better > 0 else figures["abf_worse"] if better < 0 else 0)


def chances_of_falling(state: LiegeState, barrage: FortBarrage) -> dict[int, int]:
    """Return by set of forts that fall the number of the 400 throws of two dice that lead to it."""
    aim = aim_at_fort(state, barrage.fort, aff_of(state, barrage.guns), guns=barrage.guns)
    order, found = order_of(state, barrage.forts), dict[int, int]()
    for half in rows_of_barrage(0):
        fallen, test = strike(state, order, aim.read(half))
        failing = chance_to_fail(test.cab) if test is not None else 0
        for forts, weight in (
            (fallen, FACES - failing),
            (fallen | (1 << test.fort if test is not None else 0), failing),
        ):
            if weight:
                found[forts] = found.get(forts, 0) + weight
    return found


class FortTest(NamedTuple):
    """The test of a fort: its CAB, which includes the table's modifier, adjusted for the fort's class."""

    fort: int
    cab: int
    modifier: int


def strike(state: LiegeState, order: tuple[int, ...], result: TableResult | None) -> tuple[int, FortTest | None]:
    """Return the forts that a result destroys without a die, and the test that follows, if a fort is left for it.

    One fort is destroyed for each filled circle; the next in order tests (8.6.3, 8.6.4). The camp's losses are recounted (11.6.14).
    """
    if result is None:
        return 0, None
    fallen = sum(1 << fort for fort in order[: result.automatic])
    if result.automatic >= len(order):
        return fallen, None
    fort = order[result.automatic]
    modifier = second_modifier(state, order[0], fort, result.modifier)
    return fallen, FortTest(fort, cab_of_fort(state, fort, fallen=fallen) + modifier, modifier)


__all__ = [
    "LEAST_ARF", "LEAST_ARF_OF_FORTS", "Aim", "FortBarrage", "FortTest", "UnitBarrage", "aff_of", "aim_at", "aim_at_fort", "arf_of",
    "cannot_be_bombarded", "cannot_be_shelled", "cannot_bombard", "cannot_fire", "cannot_shell", "chances_of_falling",
    "chances_of_steps", "fort_cannot_shell", "hits", "order_of", "second_modifier", "strike", "targets_at", "too_weak",
]  # fmt: skip
