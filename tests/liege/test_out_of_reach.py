"""Checks against the facts that paragraphs listed as out of reach are so in every scenario, and that players can read our own rules."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from bot.titles.liege.title import TITLE
from engine.core.bits import members
from engine.liege.facts import MAPS, LiegeFacts, facts
from engine.liege.grid import NOWHERE

REASONS = tomllib.loads((Path(__file__).parent / "paragraphs.toml").read_text(encoding="utf-8"))["cannot_matter"]
every_map = pytest.mark.parametrize("here", [facts(place) for place in MAPS], ids=[place or "liege" for place in MAPS])


@every_map
def test_no_unit_of_another_situation_is_in_the_scenario(here: LiegeFacts) -> None:
    """A single Allied nation (9.1.9, 11.6.12), no French division (9.4.12, 21) or French on a railway (12.1.7), no engineers (17.1)."""
    assert len({unit.nation for unit in here.units} - {"ge"}) <= 1
    french = [unit for unit in here.units if unit.nation == "fr"]
    assert [unit.title for unit in french if re.search(r"\bD[IMRT]", unit.title)] == []
    assert not french or not here.lines.rails
    assert not [unit.name for unit in here.units if unit.type == "ENG"]


@every_map
def test_no_terrain_of_another_situation_is_on_the_map(here: LiegeFacts) -> None:
    """No mountainous hex (7.3.1), only railways of high capacity (4.3, 12.1.1), and works in hexes of the camp only (11.1.1)."""
    assert {terrain.name for terrain in here.terrain} <= {"Clear", "Broken", "Rough"}
    assert set(here.lines.network.tracks.values()) <= {"high"}
    assert all(here.camp >> hex_ & 1 for hex_ in here.combat.printed)


@every_map
def test_every_hexside_can_be_crossed(here: LiegeFacts) -> None:
    """Except at the closed border, a retreating unit meets no hexside that it can't cross (9.6.3)."""
    closed = here.closed
    for hex_, beyond in enumerate(here.grid.beyond):
        for side, to in enumerate(beyond):
            if to != NOWHERE and not (closed >> hex_ | closed >> to) & 1:
                assert here.price[hex_][side] != NOWHERE


@every_map
def test_every_scenario_ends_before_turn_20_and_names_where_units_arrive(here: LiegeFacts) -> None:
    """So there is no shortage of shells (8.8.1), nothing of turn 22 (11.1.7, 13.2.3), and no arrival by railway (7.7.3)."""
    for scenario in here.scenarios.values():
        assert scenario.last < 20
        assert all(0 <= arrival.hex < len(here.grid.names) for arrival in scenario.arrivals.values())


@every_map
def test_a_railway_gun_arrives_in_firing_position(here: LiegeFacts) -> None:
    """It stays where it is (12.5)."""
    for scenario in here.scenarios.values():
        for unit, arrival in scenario.arrivals.items():
            assert here.units[unit].drive != "rail" or arrival.deployed


@pytest.mark.parametrize(("paragraph", "says"), [("12", "nobody travels by rail"), ("16", "Nobody destroys bridges")])
def test_a_rule_of_ours_is_told_to_players(paragraph: str, says: str) -> None:
    """The list gives it as the reason, and `/rules` contains it."""
    assert f"/rules {paragraph}" in REASONS[paragraph]
    assert says in TITLE.words("en").say(f"rules.paragraphs.{paragraph}.text")


def test_the_crossings_of_the_meuse_are_bridges_that_stand() -> None:
    """The balance figures were measured with all of them; a rule that destroys them must change this test."""
    here = facts()
    meuse = [edge for edge in here.crossings if edge.kind == "MajorRiver"]
    assert len(meuse) == 10
    assert {edge.transit for edge in meuse} == {8}
    assert list(members(here.lines.rails))
