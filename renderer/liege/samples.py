"""Made-up positions for the gallery and the tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.core.bits import mask
from engine.liege.facts import ALLIED, GERMAN, LiegeFacts, facts
from engine.liege.grid import NOWHERE, SIDES
from renderer.liege.requests import MapMarks
from renderer.liege.view import DrawnPosition, DrawnStack, DrawnUnit, DrawnWorks

#: Unit, hex, facing, steps lost, marks.
_PLACED = (
    ("ge_34_ib", "V36", "sw", 1, ("moved", "tired")),
    ("ge_ii_fussa_4", "V36", "sw", 0, ("fired",)),
    ("ge_kmk_b3", "V36", "sw", 0, ("deployed",)),
    ("ge_2_kd", "W36", "", 0, ("forced",)),
    ("ge_27_ib", "U35", "sw", 1, ("lost_1",)),
    ("ge_14_ib", "U35", "nw", 0, ()),
    ("ge_iii_fussa_4", "U35", "sw", 0, ("fired",)),
    ("ge_ii_fussa_9", "U35", "sw", 0, ("fired",)),
    ("ge_pir_emmich", "U35", "sw", 0, ()),
    ("ge_13_id", "T36", "sw", 0, ("moved",)),
    ("ge_14_id", "T36", "sw", 2, ()),
    ("ge_11_ib", "U34", "nw", 0, ()),
    ("ge_19_id", "V34", "nw", 0, ("target",)),
    ("ge_iii_fussa_9", "V34", "nw", 0, ()),
    ("ge_skm_b2", "V34", "nw", 0, ("deployed",)),
    ("ge_43_ib", "V33", "n", 0, ("exhausted",)),
    ("ge_20_id", "U33", "nw", 0, ()),
    ("ge_hq_2_aok", "T35", "", 0, ()),
    ("be_9_11_bm", "V35", "se", 1, ("lost_1",)),
    ("be_9_11_rf", "V35", "ne", 0, ()),
    ("be_12_14_bm", "W34", "s", 0, ("moved",)),
    ("be_15_bm", "W35", "ne", 0, ()),
    ("be_hq_leman", "W35", "", 0, ()),
    ("be_12_14_rf", "X35", "ne", 1, ()),
    ("be_dc", "Z36", "", 0, ("moved",)),
)


def sample_view(*, fog: bool = False, viewer: int | None = None) -> DrawnPosition:
    """Return a busy position of the siege; with fog, enemies of the viewer in open country are hidden."""
    here = facts()
    units = tuple(_unit(here, *row) for row in _PLACED)
    works = (
        DrawnWorks(here.hex_of("V34"), GERMAN, "fieldworks", (5, 0)), DrawnWorks(here.hex_of("W34"), ALLIED, "regular", (2, 3, 4)),
        DrawnWorks(here.hex_of("X35"), ALLIED, "regular", (4, 5)),
    )  # fmt: skip
    fallen = {"barchon", "evegnee", "liers"}
    forts = mask(number for number, fort in enumerate(here.forts) if fort.name not in fallen)
    zones = (
        _zone(here, ("V35", "W35", "V34", "W36", "U34", "V36", "U36")),
        _zone(here, ("V36", "U35", "V34", "W33", "X34", "Y34", "Y35", "X36", "W36", "U34")),
    )
    view = DrawnPosition(
        here, "siege", 5, 8, GERMAN, "barrage", viewer, units, (), forts, works, zones, (4, 6), heat=True,
    )  # fmt: skip
    return _fogged(view) if fog else view


def opening_view() -> DrawnPosition:
    """Return the map at the start of the siege, after all arrivals."""
    here = facts()
    units = tuple(
        DrawnUnit(unit, arrival.hex, 5 if here.units[unit].side == GERMAN else 1)
        for unit, arrival in here.scenarios["siege"].arrivals.items() if arrival.turn == 2
    )  # fmt: skip
    return DrawnPosition(here, "siege", 2, 8, GERMAN, "movement", None, units, (), (1 << len(here.forts)) - 1)


def sample_course() -> Iterator[tuple[DrawnPosition, str]]:
    """Yield the position with fewer and fewer forts, and one brigade on its way to the city."""
    view, here = sample_view(), facts()
    way = ("V36", "W36", "W35")
    for turn, place in enumerate(way, start=5):
        units = tuple(
            replace(one, hex=here.hex_of(place)) if one.unit == here.unit_ids["ge_34_ib"] else one for one in view.units
        )
        yield (
            replace(view, turn=turn, units=units, forts=view.forts & ~mask(range(turn - 4))),
            f"Turn {turn}: 34 IB in {place}",
        )


def maubeuge_view() -> DrawnPosition:
    """Return Maubeuge with the guns that arrive in its scenario's first turn."""
    here = facts("maubeuge")
    played = here.scenarios["maubeuge"]
    units = tuple(
        DrawnUnit(unit, arrival.hex, 1 if here.units[unit].side == GERMAN else 4)
        for unit, arrival in played.arrivals.items() if arrival.turn == played.first
    )  # fmt: skip
    forts = mask(number for number, fort in enumerate(here.forts) if fort.name not in {"cerfontaine", "boussois"})
    return DrawnPosition(here, "maubeuge", played.first, played.last, GERMAN, "barrage", None, units, (), forts)


def _fogged(view: DrawnPosition) -> DrawnPosition:
    """Return the position without what the viewer doesn't know."""
    enemy = view.enemy
    open_ = {"V36", "W36", "V34"}
    names = view.facts.grid.names
    units = view.facts.units
    gone = {
        u.hex for u in view.units
        if units[u.unit].side == enemy and units[u.unit].type != "HQ" and names[u.hex] not in open_
    }  # fmt: skip
    kept = tuple(u for u in view.units if u.hex not in gone or view.facts.units[u.unit].type == "HQ")
    return DrawnPosition(
        view.facts, view.scenario, view.turn, view.last_turn, view.side, view.phase, view.viewer, kept,
        tuple(DrawnStack(hex_, enemy) for hex_ in sorted(gone)), view.forts, view.works, view.zones, view.points,
        view.heat, view.rain,
    )  # fmt: skip


def _unit(here: LiegeFacts, name: str, hex_: str, facing: str, lost: int, marks: Iterable[str]) -> DrawnUnit:
    number = here.unit_ids[name]
    shells = {"SAR": 7}.get(here.units[number].type)
    return DrawnUnit(
        number, here.hex_of(hex_), SIDES.index(facing) if facing else NOWHERE, lost, frozenset(marks),
        "limited" if name == "ge_43_ib" else "out" if name == "be_12_14_rf" else "", shells,
    )  # fmt: skip


def _zone(here: LiegeFacts, names: Iterable[str]) -> int:
    return mask(here.hex_of(name) for name in names)


def fire_marks() -> MapMarks:
    """Return three guns firing at three forts, and a march."""
    here = facts()
    forts = {fort.name: number for number, fort in enumerate(here.forts)}
    return MapMarks(
        GERMAN,
        ((here.hex_of("V36"), forts["pontisse"], here.hex_of("W35")), (here.hex_of("U35"), forts["fleron"], here.hex_of("V35")),
         (here.hex_of("V34"), forts["embourg"], here.hex_of("W34"))),
        (("move", (here.hex_of("U33"), here.hex_of("V33"), here.hex_of("W33"))),),
        (), (forts["pontisse"], forts["fleron"], forts["embourg"]),
    )  # fmt: skip


__all__ = ["fire_marks", "maubeuge_view", "opening_view", "sample_course", "sample_view"]
