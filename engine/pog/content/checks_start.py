"""Checks of the starts: names exist, nothing is where it cannot be, and the VP add up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import get_args

from engine.pog.content import schema as s
from engine.pog.content.facts import Facts
from engine.pog.content.naming import Names, refuse
from engine.pog.content.schema_start import StartFile
from engine.pog.content.schema_tables import ScenarioRow

#: Nations that were neutral in August 1914 and can have entered since.
_NEUTRAL = frozenset({"it", "ro", "gr", "bu", "tu", "us"})


def check_starts(facts: Facts, names: Names) -> None:
    """Check every start used by a scenario, with that scenario's VP spaces.

    Raises:
        ContentError: the first fault found.
    """
    for row in facts.scenarios.scenarios:
        if row.start is not None:
            _Check(facts, names, row, facts.starts[row.start]).run()


class _Check:
    """Checks of one start."""

    def __init__(self, facts: Facts, names: Names, scenario: ScenarioRow, start: StartFile) -> None:
        self.facts, self.names, self.scenario, self.start = facts, names, scenario, start
        self.file = f"starts/{scenario.start}.toml"
        self.held: dict[str, s.Side] = {
            name: side for side in get_args(s.Side) for name in getattr(start.control, side)
        }

    def run(self) -> None:
        """Run all checks, in the order of the file."""
        self._numbers()
        self._control()
        self._trenches()
        self._cards()
        self._units()
        self._points()

    def _numbers(self) -> None:
        start = self.start
        if start.turn >= self.scenario.last_turn:
            refuse(self.file, None, "turn", f"the scenario ends with turn {self.scenario.last_turn}")
        for field, track in (
            ("us_entry", self.facts.war_status.us_track),
            ("russian_capitulation", self.facts.war_status.russian_track),
        ):
            if getattr(start, field) not in {box.name for box in track}:
                refuse(self.file, None, field, f"{getattr(start, field)!r} is no box of the track")
        self._check_past_turns("at_war", dict(start.at_war.items()))
        for nation in start.at_war:
            if nation not in _NEUTRAL:
                refuse(self.file, "at_war", nation, "this nation was no neutral in August 1914")
        if start.greece_limited and "gr" in start.at_war:
            refuse(self.file, None, "greece_limited", "Greece is at war")
        if start.beachhead is not None and not self._is_beach(start.beachhead):
            refuse(self.file, None, "beachhead", f"{start.beachhead!r} is no beach")
        for name in start.destroyed_forts:
            if not self._space("destroyed_forts", None, name).fort:
                refuse(self.file, None, "destroyed_forts", f"{name} has no fort")

    def _check_past_turns(self, field: str, turns: Mapping[str, int]) -> None:
        """Check that nothing before the start happened in a later turn."""
        for name, turn in turns.items():
            if turn > self.start.turn:
                refuse(self.file, field, name, f"turn {turn} is yet to come")

    def _space(self, row: str, field: str | None, name: str) -> s.SpaceRow:
        if name not in self.names.map_spaces:
            refuse(self.file, row if field else None, field or row, f"{name!r} is no space of the map")
        return self.names.map_spaces[name]

    def _is_beach(self, name: str) -> bool:
        return name in self.names.map_spaces and self.names.map_spaces[name].special == "beach"

    def _neutral(self, space: s.SpaceRow) -> bool:
        """Return True if the space is uncontrolled because its nation has not entered."""
        if space.start != "neutral" or space.special == "beach":
            return False
        nation = "tu" if space.nation == "pe" else space.nation
        return nation not in self.start.at_war

    def _control(self) -> None:
        for side in get_args(s.Side):
            for name in getattr(self.start.control, side):
                space = self._space("control", side, name)
                if space.side == side:
                    refuse(self.file, "control", side, f"{name} is printed in the colour of side {side}")
                if self._neutral(space):
                    refuse(self.file, "control", side, f"{name} is neutral")
                if space.fort and name not in self.start.destroyed_forts:
                    refuse(self.file, "control", side, f"the fort of {name} still holds it (15.1.10)")

    def _holder(self, space: s.SpaceRow) -> str:
        return self.held.get(space.name, space.side)

    def _trenches(self) -> None:
        for side in get_args(s.Side):
            for name in getattr(self.start.trenches, side):
                space = self._space("trenches", side, name)
                if self._holder(space) != side:
                    refuse(self.file, "trenches", side, f"{name} is not held by side {side}")

    def _cards(self) -> None:
        self._check_past_turns("events", self.start.events)
        for name in self.start.events:
            if name not in self.names.cards:
                refuse(self.file, "events", name, f"{name!r} is no card")
        levels = list(get_args(s.Deck))
        seen: set[str] = set()
        for pile in ("removed", "discard"):
            for side in get_args(s.Side):
                joined = levels[: levels.index(getattr(self.start.commitment, side)) + 1]
                for name in getattr(getattr(self.start, pile), side):
                    card = self.names.cards.get(name)
                    if card is None or card.side != side or card.deck not in joined or card.optional:
                        refuse(self.file, pile, side, f"{name!r} is no card that side {side} has so far")
                    if name in seen:
                        refuse(self.file, pile, side, f"{name} lies in two places")
                    if pile == "removed" and not card.remove:
                        refuse(self.file, pile, side, f"{name} has no asterisk: it never leaves the game")
                    seen.add(name)

    def _units(self) -> None:
        placed: set[str] = set()
        for place, stack in self.start.units.items():
            for counter in stack:
                name = counter.rstrip("-")
                unit = self.names.units.get(name)
                if unit is None:
                    refuse(self.file, "units", place, f"{name!r} is no unit")
                if name in placed:
                    refuse(self.file, "units", place, f"{name} is placed twice")
                placed.add(name)
                if place in self.names.boxes:
                    self._in_box(self.names.boxes[place], unit, reduced=counter.endswith("-"))
            if place not in self.names.boxes:
                self._on_map(self._space("units", place, place), [counter.rstrip("-") for counter in stack])
        for unit in self.facts.units.units:
            if self._has_entered(unit) != (unit.name in placed):
                there = "stands here" if unit.name in placed else "is missing"
                refuse(self.file, "units", None, f"{unit.name} enters by {unit.enters}, but {there}")

    def _has_entered(self, unit: s.UnitRow) -> bool:
        """Return True if the event that brings the unit has happened."""
        way, _, nation = unit.enters.partition(":")
        if way == "neutral_entry":
            return nation in self.start.at_war or (nation == "gr" and self.start.greece_limited)
        played = {*self.start.events, *self.start.removed.ap, *self.start.removed.cp}
        return way == "setup" or way in played

    def _in_box(self, box: s.BoxRow, unit: s.UnitRow, *, reduced: bool) -> None:
        if box.side != unit.side:
            refuse(self.file, "units", box.name, f"{unit.name} has no place in a box of the other side")
        if box.kind == "reserve" and unit.size == "army":
            refuse(self.file, "units", box.name, f"{unit.name} is an army: only corps go there")
        if box.kind == "eliminated" and unit.pool is None:
            refuse(self.file, "units", box.name, f"{unit.name} can never be rebuilt")
        if box.kind != "reserve" and reduced:
            refuse(self.file, "units", box.name, f"{unit.name} is out of play and so not reduced")

    def _on_map(self, space: s.SpaceRow, stack: Iterable[str]) -> None:
        units = [self.names.units[name] for name in stack]
        sides = {unit.side for unit in units}
        if len(sides) > 1:
            refuse(self.file, "units", space.name, "units of both sides stand here")
        if len(units) > self.facts.operations.activation.stacking_limit:
            refuse(self.file, "units", space.name, "more units than may stack (10.1.1)")
        if space.special == "beach" and space.name != self.start.beachhead:
            refuse(self.file, "units", space.name, "nobody stands on a beach without a beachhead (9.5.3.5)")
        frozen = self.start.greece_limited and space.nation == "gr"
        if self._neutral(space) and not frozen:
            refuse(self.file, "units", space.name, "this space is neutral")
        besieged = space.fort and space.name not in self.start.destroyed_forts
        if sides and self._holder(space) not in sides and not besieged and not frozen:
            refuse(self.file, "units", space.name, "the other side holds this space")

    def _points(self) -> None:
        """Check that the VP spaces and the scores so far add up to the VP total (5.1.2)."""
        lines = {row.cause: row.vp for row in self.facts.victory_points.changes}
        total = self.scenario.start_vp
        for cause, turns in self.start.scored.items():
            if cause not in lines:
                refuse(self.file, "scored", cause, f"{cause!r} is no line of the victory point table")
            self._check_past_turns("scored", {cause: max(turns, default=1)})
            total += lines[cause] * len(turns)
        for name, side in self.held.items():
            if self.names.map_spaces[name].vp in {"both", self.scenario.vp_set}:
                total += 1 if side == "cp" else -1
        if total != self.start.vp:
            refuse(self.file, None, "vp", f"VP spaces and scores come to {total}, not {self.start.vp}")
