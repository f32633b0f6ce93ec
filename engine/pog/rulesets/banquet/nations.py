"""Where the nations of the variant may be, and what they cost."""

from __future__ import annotations

from dataclasses import replace

from engine.core.bits import mask, members
from engine.pog.content.records import AP, CP
from engine.pog.rules import areas
from engine.pog.rulesets.banquet.theme import Theme
from engine.pog.state import State
from engine.pog.tables import Closing, Tables


def restricted_coast(state: State, unit: int) -> int:
    """11.1.9: Antwerp is closed along with Amiens, Calais and Ostend."""
    closed = areas.coast_closed(state)
    return closed | state.rules.board.spaces("antwerp") if closed else 0


COAST = Closing("coast", "11.1.9", lambda rules: rules.units_of_side[CP], spaces=restricted_coast, advance=True)


def _keeps_to(nation: str, *lands: str) -> Closing:
    """The units of a nation end moves and SR in these lands only; they may advance out of them."""
    return Closing(
        f"{nation}_at_home",
        nation.upper(),
        lambda rules: rules.of_nation[nation],
        fixed=lambda rules: rules.board.all & ~rules.board.lands(*lands),
    )


def _apart(nation: str, other: str) -> Closing:
    """The units of a nation do not end moves and SR with those of another."""
    return Closing(
        f"{nation}_without_{other}",
        nation.upper(),
        lambda rules: rules.of_nation[nation],
        spaces=lambda state, unit: _spaces_with(state, state.rules.of_nation[other]),
    )


def _spaces_with(state: State, units: int) -> int:
    on_map = state.rules.board.on_map
    return mask(state.loc[unit] for unit in members(units) if on_map[state.loc[unit]])


NATIONS = (
    _keeps_to("gr", "gr", "bu", "tu", "sb", "al", "mn"),
    _apart("gr", "it"),
    _apart("it", "gr"),
    _keeps_to("ro", "ro", "bu", "ah", "sb"),
)


def russians_abroad(state: State, side: int, space: int, attack: bool) -> int:
    """A space that is on the Near East map alone, is not Russian and holds a Russian unit costs one OPS more."""
    spec = state.rules.content.spaces[space]
    abroad = side == AP and spec.map == "near_east" and spec.nation != "ru"
    return int(abroad and state.units_at[space] & state.rules.of_nation["ru"] != 0)


def amended(tables: Tables) -> Tables:
    """Lands are closed to nations."""
    coast = tuple(COAST if entry.name == "coast" else entry for entry in tables.no_stop)
    return replace(tables, no_stop=(*coast, *NATIONS), surcharges=(*tables.surcharges, russians_abroad))


NATIONAL = Theme(amended)
