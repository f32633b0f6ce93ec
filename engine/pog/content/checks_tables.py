"""Checks of the numeric tables: fire, terrain, turns, offensives, peace, replacements, tracks, scenarios."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

from engine.pog.content import schema as s
from engine.pog.content import schema_tables as t
from engine.pog.content.facts import Facts
from engine.pog.content.naming import Names, refuse, unique
from engine.pog.content.records import SIDE_NAMES


def check_tables(facts: Facts, names: Names) -> None:
    """Check that tables are complete, rise where they must, and refer to existing things."""
    _check_fire("army", facts.fire.army)
    _check_fire("corps", facts.fire.corps)
    _check_terrain(facts, names)
    _check_turns(facts)
    _check_mandated(facts, names)
    _check_peace(facts)
    _check_replacements(facts, names)
    _check_tracks(facts, names)
    _check_operations(facts, names)
    _check_scenarios(facts, names)


def _card(file: str, row: str, field: str, card: str | None, names: Names) -> None:
    if card is not None and card not in names.cards:
        refuse(file, row, field, f"{card!r} is no card")


def _check_fire(name: str, table: t.FireTableSpec) -> None:
    """Check that a better die or more factors never lose fewer steps (12.2.8)."""
    if any(low >= high for low, high in pairwise(table.columns)):
        refuse("fire.toml", name, "columns", "columns rise from left to right")
    for die, row in enumerate(table.rows, 1):
        if len(row) != len(table.columns):
            refuse("fire.toml", name, f"rows.{die - 1}", f"{len(row)} results for {len(table.columns)} columns")
        if any(low > high for low, high in pairwise(row)):
            refuse("fire.toml", name, f"rows.{die - 1}", "results fall from left to right")
    for die, (above, below) in enumerate(pairwise(table.rows), 2):
        if any(low > high for low, high in zip(above, below, strict=True)):
            refuse("fire.toml", name, f"rows.{die - 1}", "results fall with a higher die")


def _check_terrain(facts: Facts, names: Names) -> None:
    file = "terrain.toml"
    found = [row.name for row in facts.terrain.terrain]
    unique(file, "name", found)
    for name in t.TERRAINS:
        if name not in found:
            refuse(file, name, None, "this terrain is missing")
    for row in facts.terrain.standing_drms:
        if row.space not in names.map_spaces:
            refuse(file, row.space, "space", f"{row.space!r} is no space of the map")
        _card(file, row.space, "lifted_by", row.lifted_by, names)


def _check_turns(facts: Facts) -> None:
    for index, turn in enumerate(facts.turns.turns, 1):
        if turn.number != index:
            refuse("turns.toml", str(turn.number), "number", f"turn {index} belongs here")
        if turn.desert_closed != (turn.season == "summer"):
            refuse(
                "turns.toml", str(turn.number), "desert_closed", "deserts are closed in summer and only then (15.2.5)"
            )
        if turn.blockade != (turn.season == "winter"):
            refuse("turns.toml", str(turn.number), "blockade", "the Blockade counts in winter and only then")


def _check_mandated(facts: Facts, names: Names) -> None:
    file = "mandated_offensives.toml"
    unique(file, "side", [row.side for row in facts.mandated.tables])
    unique(file, "name", [row.name for row in facts.mandated.goals])
    goals = {row.name: row for row in facts.mandated.goals}
    for table in facts.mandated.tables:
        if table.boxes[-1] != "none":
            refuse(file, table.side, "boxes", "the last box is none")
        for result in table.results:
            if result not in table.boxes:
                refuse(file, table.side, "results", f"{result!r} is no box of this table")
        for box in table.boxes[:-1]:
            if box not in goals or goals[box].side != table.side:
                refuse(file, table.side, "boxes", f"nothing says what fulfils {box!r}")
    for goal in facts.mandated.goals:
        _card(file, goal.name, "cancelled_by", goal.cancelled_by, names)
        if goal.becomes is not None and goal.becomes not in goals:
            refuse(file, goal.name, "becomes", f"{goal.becomes!r} is no offensive")


def _check_peace(facts: Facts) -> None:
    """Check that the lines of each side cover every combined war status once (16.5)."""
    for side in get_args(s.Side):
        rows = sorted((row for row in facts.peace.terms if row.side == side), key=lambda row: row.combined_min)
        expected: int | None = 0
        for row in rows:
            if row.combined_min != expected:
                refuse("peace.toml", side, "combined_min", f"this line should begin at {expected}")
            expected = None if row.combined_max is None else row.combined_max + 1
            if (row.vp_min is None) == (row.vp_max is None):
                refuse("peace.toml", side, "vp_min", "an offer needs a lowest or a highest VP total")
        if expected is not None:
            refuse("peace.toml", side, "combined_max", f"no line for a combined war status of {expected}")


def _check_replacements(facts: Facts, names: Names) -> None:
    file = "replacements.toml"
    unique(file, "pools", [*facts.replacements.pools_ap, *facts.replacements.pools_cp])
    unique(file, "action", [row.action for row in facts.replacements.costs])
    unique(file, "name", [row.name for row in facts.replacements.changes])
    known = {*facts.replacements.pools_ap, *facts.replacements.pools_cp}
    for row in facts.replacements.changes:
        _card(file, row.name, "card", row.card, names)
        if row.pool not in known:
            refuse(file, row.name, "pool", f"{row.pool!r} is no pool")
        if (row.points == 0) == (row.cap is None):
            refuse(file, row.name, "points", "a change either adds points or caps them")


def _check_tracks(facts: Facts, names: Names) -> None:
    file = "war_status.toml"
    for track in (facts.war_status.us_track, facts.war_status.russian_track):
        unique(file, "name", [box.name for box in track])
        for box in track:
            _card(file, box.name, "card", box.card, names)
    unique(file, "effect", [row.effect for row in facts.war_status.thresholds])
    unique("victory_points.toml", "cause", [row.cause for row in facts.victory_points.changes])
    for row in facts.victory_points.changes:
        _card("victory_points.toml", row.cause, "card", row.card, names)


def _check_operations(facts: Facts, names: Names) -> None:
    for space in facts.operations.activation.be_as_br_spaces:
        if space not in names.map_spaces:
            refuse("operations.toml", "activation", "be_as_br_spaces", f"{space!r} is no space of the map")
    groups = {unit.group or unit.name for unit in names.units.values()}
    for group in facts.operations.sr.near_east_groups:
        if group not in groups:
            refuse("operations.toml", "sr", "near_east_groups", f"{group!r} is no group of units")


def _check_scenarios(facts: Facts, names: Names) -> None:
    file = "scenarios.toml"
    found = [row.name for row in facts.scenarios.scenarios]
    unique(file, "name", found)
    unique(file, "switches", [row.name for row in facts.scenarios.switches])
    for switch in facts.scenarios.switches:
        for card in switch.cards:
            _card(file, switch.name, "cards", card, names)
    for row in facts.scenarios.scenarios:
        if row.last_turn > len(facts.turns.turns):
            refuse(file, row.name, "last_turn", f"the turn track ends with turn {len(facts.turns.turns)}")
        for level in row.levels:
            _check_level(row.name, level, names)
        if (row.start is not None) != (row.guns_of_august == "past"):
            refuse(file, row.name, "guns_of_august", "the card is past in a war that begins later, and only there")
        if row.levels[-1].conditions:
            refuse(file, row.name, "levels", "the last level holds always")


def _check_level(scenario: str, level: t.LevelRow, names: Names) -> None:
    file = "scenarios.toml"
    if level.ap_max >= level.cp_min:
        refuse(file, scenario, "levels", "both sides would win")
    for condition in level.conditions:
        kind, _, what = condition.partition(":")
        if kind == "held":
            side, _, space = what.partition(":")
            if side not in SIDE_NAMES or space not in names.map_spaces:
                refuse(file, scenario, "levels", f"{condition!r} names no side and space")
        elif kind in {"played", "not_played"}:
            _card(file, scenario, "levels", what, names)
        else:
            refuse(file, scenario, "levels", f"unknown condition {condition!r}")
