"""Hexes: names, neighbours, distances, rings, fronts."""

from __future__ import annotations

import csv
import math
from collections import deque
from importlib import resources

import pytest

from engine.core.bits import members
from engine.liege.facts import facts
from engine.liege.grid import NOWHERE, SIDES, grid_of, place_of
from tests.liege.plane import angle

GRID = facts().grid


def named(bits: int) -> set[str]:
    return {GRID.names[hex_] for hex_ in members(bits)}


@pytest.mark.parametrize(
    ("name", "place"), [("A01", (1, 1)), ("Z36", (26, 36)), ("AA38", (27, 38)), ("BD30", (56, 30))]
)
def test_a_name_is_a_column_and_a_row(name: str, place: tuple[int, int]) -> None:
    assert place_of(name) == place


@pytest.mark.parametrize("name", ["", "V", "35", "v35", "V5", "V035", "Ä35", "V35 ", "CA10", "V-1"])
def test_another_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is no hex"):
        place_of(name)


def test_neighbours_are_as_the_rulebook_names_them() -> None:
    """Examples 12 and 14: Y24 and X25 share a river, AL31 is next to AK30 and AK31; the camp of Liège is a rhombus."""
    there = grid_of(["Y24", "Y25", "X25", "AL31", "AK30", "AK31"])
    for one, other in (("X25", "Y24"), ("X25", "Y25"), ("AL31", "AK30"), ("AL31", "AK31"), ("AK30", "AK31")):
        assert there.side_toward(there.ids[one], there.ids[other]) != NOWHERE, (one, other)
    assert there.side_toward(there.ids["X25"], there.ids["AK30"]) == NOWHERE
    row = GRID.beyond[GRID.ids["V35"]]
    assert [GRID.names[hex_] for hex_ in row] == ["V36", "U35", "U34", "V34", "W34", "W35"]


def test_a_side_looks_where_its_name_says() -> None:
    """Each neighbour is where the hex centres put it: north is up, east right, clockwise."""
    for hex_, row in enumerate(GRID.beyond):
        for side, to in enumerate(row):
            if to != NOWHERE:
                turned = (angle(GRID.names[hex_], GRID.names[to]) - 60 * side) % 360
                assert min(turned, 360 - turned) < 1, (GRID.names[hex_], SIDES[side])


def test_1_1_3_a_hex_is_ten_kilometres_from_side_to_side() -> None:
    """The given latitudes and longitudes of two neighbours are about that far apart."""
    lines = (resources.files("assets") / "liege" / "hexes.csv").read_text("utf-8").splitlines()
    at = {row["hex"]: (float(row["lat"]), float(row["lon"])) for row in csv.DictReader(lines)}
    for hex_, row in enumerate(GRID.beyond):
        for to in row:
            if to != NOWHERE:
                (a, b), (c, d) = at[GRID.names[hex_]], at[GRID.names[to]]
                km = math.hypot((a - c) * 111.2, (b - d) * 111.2 * math.cos(math.radians(50.6)))
                assert 9 < km < 11, (GRID.names[hex_], GRID.names[to], km)


def test_1_1_4_only_named_hexes_are_playable() -> None:
    """63 hexes, of which six Dutch ones are closed; beyond the edge there is nothing."""
    assert len(GRID.names) == 63
    assert named(facts().closed) == {"T37", "T38", "U37", "U38", "V37", "V38"}
    assert GRID.beyond[GRID.ids["AA38"]][0] == NOWHERE


def test_distances_are_those_of_a_search() -> None:
    """From every hex to every other: as many steps as the shortest path over neighbours."""
    for start in range(len(GRID.names)):
        far, queue = {start: 0}, deque([start])
        while queue:
            here = queue.popleft()
            for to in GRID.beyond[here]:
                if to != NOWHERE and to not in far:
                    far[to] = far[here] + 1
                    queue.append(to)
        assert far == {other: GRID.distance(start, other) for other in range(len(GRID.names))}


def test_the_ring_round_the_camp_has_ten_hexes() -> None:
    assert named(facts().camp) == {"V35", "W34", "W35", "X35"}
    assert named(GRID.ring(facts().camp)) == set("V36 U35 U34 V34 W33 X34 Y34 Y35 X36 W36".split())
    assert named(GRID.within(GRID.ids["V35"], 1)) == {"V35", "V36", "U35", "U34", "V34", "W34", "W35"}


def test_a_front_of_three_is_the_side_faced_and_the_two_next_to_it() -> None:
    assert GRID.front(0, 0, 3) == (0, 1, 5)
    assert GRID.front(0, 4, 1) == (4,)
    assert GRID.front(0, 2, 6) == (0, 1, 2, 3, 4, 5)
