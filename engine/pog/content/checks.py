"""Checks across all facts, once every row has been validated on its own.

Each check raises :class:`engine.errors.ContentError` at the first fault, naming file, row and field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.errors import ContentError
from engine.pog.content import schema as s
from engine.pog.content.checks_cards import check_cards, check_numbers
from engine.pog.content.checks_nations import check_nations
from engine.pog.content.checks_start import check_starts
from engine.pog.content.checks_tables import check_tables
from engine.pog.content.facts import Facts
from engine.pog.content.naming import Names, refuse, unique

BOX_KINDS = ("reserve", "eliminated", "permanently_eliminated", "not_in_play")


def check_facts(facts: Facts) -> None:
    """Check names, references, the map graph, printed totals, set-up, cards and tables.

    Raises:
        ContentError: the first fault found.
    """
    _check_unique(facts)
    _check_spaces(facts)
    every, facts = facts, facts.in_play()
    names = Names.of(facts)
    _check_connections(facts, names)
    _check_connected(facts)
    _check_units(facts, names)
    check_numbers(every)
    check_cards(facts, names)
    _check_setup(facts, names)
    _check_entries(facts, names)
    check_tables(facts, names)
    check_nations(facts, names)
    check_starts(facts, names)
    _check_totals(facts)


def _check_unique(facts: Facts) -> None:
    unique("spaces.toml", "name", [row.name for row in facts.spaces.spaces] + [row.name for row in facts.spaces.boxes])
    unique("units.toml", "name", [row.name for row in facts.units.units])
    unique("cards.toml", "name", [row.name for row in facts.cards.cards])


def _check_spaces(facts: Facts) -> None:
    file = "spaces.toml"
    for space in facts.spaces.spaces:
        if space.special == "beach" and space.start != "neutral":
            refuse(file, space.name, "start", "a beach is closed, so neutral, at the start (9.5.3.5)")
        if space.capital_of is not None and space.special is not None:
            refuse(file, space.name, "capital_of", "a beach or map-edge box is no capital")
    if len(facts.spaces.spaces) < facts.spaces.first_box:
        refuse(file, None, "first_box", "the spaces before the boxes are fewer: their ids would move")
    for side in ("ap", "cp"):
        kinds = sorted(box.kind for box in facts.spaces.boxes if box.side == side)
        if kinds != sorted(BOX_KINDS):
            refuse(file, None, "boxes", f"side {side} needs one box of each kind {', '.join(BOX_KINDS)}")


def _check_connections(facts: Facts, names: Names) -> None:
    file = "connections.toml"
    seen: set[tuple[str, str]] = set()
    for row in facts.connections.connections:
        label = f"{row.a}-{row.b}"
        for field, name in (("a", row.a), ("b", row.b)):
            if name not in names.map_spaces:
                refuse(file, label, field, f"{name!r} is no space of the map")
        if not row.a < row.b:
            refuse(file, label, "a", "the two ends stand in alphabetical order")
        if (row.a, row.b) in seen:
            refuse(file, label, "a", "this line is there twice")
        seen.add((row.a, row.b))
        beach = any(names.map_spaces[name].special == "beach" for name in (row.a, row.b))
        if beach != ("all" in row.nations):
            refuse(file, label, "nations", 'the lines to beaches, and only they, serve "all"')


def _check_connected(facts: Facts) -> None:
    """Check that every space, beaches and map-edge boxes included, can be reached from the first one."""
    neighbours: dict[str, list[str]] = {row.name: [] for row in facts.spaces.spaces}
    for row in facts.connections.connections:
        neighbours[row.a].append(row.b)
        neighbours[row.b].append(row.a)
    start = facts.spaces.spaces[0].name
    reached, frontier = {start}, [start]
    while frontier:
        fresh = [name for name in neighbours[frontier.pop()] if name not in reached]
        reached.update(fresh)
        frontier.extend(fresh)
    for name in neighbours:
        if name not in reached:
            refuse("spaces.toml", name, None, "no chain of connections leads here")


def _check_units(facts: Facts, names: Names) -> None:
    file = "units.toml"
    kinds: dict[str, tuple[object, ...]] = {}
    for unit in facts.units.units:
        _check_unit(unit, names)
        group = unit.group or unit.name
        kind = (unit.side, unit.nation, unit.parent, unit.size, unit.full, unit.reduced, unit.pool, unit.near_east)
        if kinds.setdefault(group, kind) != kind:
            refuse(file, unit.name, "group", f"differs from the other counters of group {group!r}")
        if unit.size == "army" and unit.group is not None:
            refuse(file, unit.name, "group", "an army is its own group")
    for unit in facts.units.units:
        for group in unit.replaced_by:
            if kinds.get(group, ("", "", "", ""))[3] != "corps":
                refuse(file, unit.name, "replaced_by", f"{group!r} is no group of corps")
            if unit.size != "army":
                refuse(file, unit.name, "replaced_by", "only armies are replaced by corps (12.4.4)")


def _check_unit(unit: s.UnitRow, names: Names) -> None:
    file = "units.toml"
    if unit.reduced[0] > unit.full[0]:
        refuse(file, unit.name, "reduced", "the reduced side is stronger than the full one")
    if unit.pool is not None and unit.pool not in names.pools[unit.side]:
        refuse(file, unit.name, "pool", f"{unit.pool!r} is no replacement pool of side {unit.side}")
    kind, _, nation = unit.enters.partition(":")
    if kind == "neutral_entry":
        if nation not in names.entry_nations:
            refuse(file, unit.name, "enters", f"no nation {nation!r} enters in entry.toml")
    elif unit.enters != "setup":
        card = names.cards.get(unit.enters)
        if card is None:
            refuse(file, unit.name, "enters", f"{unit.enters!r} is neither setup, neutral_entry:nation nor a card")
        elif card.side != unit.side:
            refuse(file, unit.name, "enters", "that card belongs to the other side")


def _check_setup(facts: Facts, names: Names) -> None:
    file = "setup.toml"
    placed: set[str] = set()
    stacks: Counter[str] = Counter()
    for index, row in enumerate(facts.setup.setup, 1):
        space = names.map_spaces.get(row.space)
        if space is None and row.space not in names.boxes:
            refuse(file, index, "space", f"{row.space!r} is no space")
        if (row.unit is None) == (row.trench == 0):
            refuse(file, index, "unit", "a row places either a unit or a trench")
        if row.unit is None:
            if space is None:
                refuse(file, index, "space", "a trench needs a space of the map")
            continue
        _check_placed(file, index, row.unit, "setup", placed, names)
        if names.units[row.unit].side != row.side:
            refuse(file, index, "side", f"{row.unit} is not a unit of side {row.side}")
        if space is None:
            if names.boxes[row.space].side != row.side:
                refuse(file, index, "space", "that box belongs to the other side")
            continue
        if (space.start or space.side) != row.side:
            refuse(file, index, "space", f"{row.space} is not controlled by side {row.side} at the start")
        stacks[row.space] += 1
        if stacks[row.space] > facts.operations.activation.stacking_limit:
            refuse(file, index, "space", f"more units in {row.space} than may stack (10.1.1)")
    _check_all_placed(facts, "setup", placed)


def _check_placed(file: str, row: int, unit: str, way: str, placed: set[str], names: Names) -> None:
    """Check that a placed unit exists, is in one row only and enters that way."""
    if unit not in names.units:
        refuse(file, row, "unit", f"{unit!r} is no unit")
    if unit in placed:
        refuse(file, row, "unit", f"{unit} is placed twice")
    placed.add(unit)
    if names.units[unit].enters != way:
        refuse(file, row, "unit", f"{unit} does not enter by {way} but by {names.units[unit].enters}")


def _check_all_placed(facts: Facts, way: str, placed: set[str]) -> None:
    for unit in facts.units.units:
        if unit.enters.split(":")[0] == way and unit.name not in placed:
            refuse("units.toml", unit.name, "enters", f"says {unit.enters}, but no row there places it")


def _check_entries(facts: Facts, names: Names) -> None:
    file = "entry.toml"
    placed: set[str] = set()
    controlled: set[str] = set()
    for index, row in enumerate(facts.entry.entries, 1):
        if sum((row.unit is not None, row.trench > 0, row.control is not None)) != 1:
            refuse(file, index, "unit", "a row places either a unit, a trench or a control marker")
        space = names.map_spaces.get(row.place)
        if space is None and row.place not in names.boxes and row.place != f"choice:{row.nation}":
            refuse(file, index, "place", f"{row.place!r} is neither a space nor choice:{row.nation}")
        if space is not None and (space.nation != row.nation or space.start != "neutral"):
            refuse(file, index, "place", f"{row.place} is no neutral space of {row.nation}")
        if row.unit is not None:
            _check_placed(file, index, row.unit, f"neutral_entry:{row.nation}", placed, names)
        if row.control is not None:
            if space is None or space.side != row.control:
                refuse(file, index, "control", "the marker follows the colour printed on the space")
            controlled.add(row.place)
    _check_all_placed(facts, "neutral_entry", placed)
    _check_control(facts.spaces.spaces, {row.nation for row in facts.entry.entries if row.control}, controlled)


def _check_control(spaces: Iterable[s.SpaceRow], nations: set[str], controlled: set[str]) -> None:
    """Check that every neutral space of a nation entering with control markers gets one."""
    for space in spaces:
        if space.nation in nations and space.start == "neutral" and space.name not in controlled:
            refuse("entry.toml", space.name, "control", "this space gets no control marker")


def _check_totals(facts: Facts) -> None:
    totals = facts.totals
    armies = sum(unit.size == "army" for unit in facts.units.units)
    counts = {
        "map_spaces": (totals.map_spaces, len(facts.spaces.spaces), "spaces.toml"),
        "connections": (totals.connections, len(facts.connections.connections), "connections.toml"),
        "dashed_connections": (
            totals.dashed_connections,
            sum(bool(row.nations) for row in facts.connections.connections),
            "connections.toml",
        ),
        "units": (totals.units, len(facts.units.units), "units.toml"),
        "armies": (totals.armies, armies, "units.toml"),
        "cards": (totals.cards, sum(not card.added for card in facts.cards.cards), "cards.toml"),
        "setup": (totals.setup, len(facts.setup.setup), "setup.toml"),
        "entries": (totals.entries, len(facts.entry.entries), "entry.toml"),
        "turns": (totals.turns, len(facts.turns.turns), "turns.toml"),
    }
    for field, (printed, found, file) in counts.items():
        if printed != found:
            raise ContentError(file, None, field, f"the printed game has {printed}, the file {found}")
    corps = Counter(unit.group or unit.name for unit in facts.units.units if unit.size == "corps")
    for group in sorted(corps.keys() | totals.corps.keys()):
        if corps[group] != totals.corps.get(group, 0):
            problem = f"the printed game has {totals.corps.get(group, 0)} counters of {group}, the file {corps[group]}"
            raise ContentError("units.toml", None, "group", problem)
