"""Offers for movement: whole stacks, parts of them, or several at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, zip_longest

from bot.table import choice_codec
from bot.table.layout import ENTRIES
from bot.table.offers import Entry, Offers
from bot.table.refusal import Refusal
from bot.table.table import Table, units_of
from bot.titles.pog.notation import actions, compact
from bot.titles.pog.notation.path_search import Parting, Path, Reach, place_of, reach, under_way
from bot.titles.pog.notation.stacks import stands
from bot.titles.pog.offer_context import PogOfferContext, by_steps, left_behind
from bot.titles.pog.panels.attacking import with_everything
from engine.errors import ChanceError

#: Most characters of a label that says who goes and who stays: with a space before it, Slack still shows it whole (75).
_WHOLE = 55


def move_unit(context: PogOfferContext) -> Offers:
    """Offer several stacks plus what follows in one selection, whole stacks, single units, or the end of movement."""
    table, offers = context.table, Offers()
    origins = origins_of(context)
    stacks = {origin: moves_of(context, units) for origin, units in origins.items()}
    then = after_movement(context)
    if len(stacks) > 1 or len(then) > 1 or any(len(units) > 1 for units in origins.values()):
        entries = _all_destinations(context, origins, stacks, then)
        movers = sum(len(units) for units in origins.values())
        offers.group(context.say("groups.several"), entries, most=min(len(entries), movers + 1))
    for origin, entries in stacks.items():
        title = context.say("groups.all_of", space=context.names.space(origin), units=context.units(origins[origin]))
        others = _digging(context, origins[origin]) + _reorganising(context, origins[origin])
        offers.group(title, [_single_move(entry) for entry in entries] + others)
    parts = _parts(context, [unit for units in origins.values() for unit in units])
    # The menu for several moves covers stacks that have no room for a menu of their own.
    at = len(offers.groups) if len(stacks) < 3 else 1
    offers.group(context.say("groups.part"), parts, at=at)
    if table.offers("finish"):
        offers.press(context.say("buttons.end_movement"), choice_codec.encode_choices(("finish", 0)), style="primary")
    return offers


def origins_of(context: PogOfferContext) -> dict[int, list[int]]:
    """Return the units that can move, by space."""
    origins: dict[int, list[int]] = {}
    for unit in context.table.may("pick"):
        origins.setdefault(stands(context.table, unit), []).append(unit)
    return origins


def moves_of(context: PogOfferContext, units: Sequence[int]) -> list[Entry]:
    """Return where all these units of a space can go together; such moves of several stacks can be selected at once."""
    return _moves(context, units, "to")


def part_moves_of(context: PogOfferContext, units: Sequence[int]) -> list[Entry]:
    """Return where each kind of unit in a space can go alone, interleaved so that every kind's best destination comes first."""
    if len(units) < 2:
        return []
    found = [_moves(context, [unit], "units_to") for unit in context.distinct(units)]
    return [move for moves in zip_longest(*found) for move in moves if move is not None]


def _moves(context: PogOfferContext, units: Sequence[int], said: str) -> list[Entry]:
    table = context.table.trial()
    try:
        actions.gather(table, units)
    except (Refusal, ChanceError):
        return []
    there, entries = PogOfferContext(table, context.names), []
    for space, found in _sort_destinations(there, reach(table)):
        if isinstance(found, Parting):
            entries.append(_partial_move(there, found, space, among=True))
        else:
            label = context.say(f"entries.{said}", units=context.units(units), space=context.names.space(space))
            entries.append(Entry(label, compact.move(units, found, among=True), context.way(found)))
    return entries


def _partial_move(context: PogOfferContext, parting: Parting, space: int, *, among: bool = False) -> Entry:
    """Return a move that not the whole stack can complete, saying which units go on and which stay where."""
    along = [unit for unit, _ in parting.stays]
    spaces = dict.fromkeys(at for _, at in parting.stays)
    groups = [(at, [unit for unit, stay in parting.stays if stay == at]) for at in spaces]
    stays = [
        context.say("entries.stay", count=len(them), units=context.units(them), space=context.names.space(at))
        for at, them in groups
    ]
    going = {"units": context.units(parting.goers), "space": context.names.space(space)}
    label, description = (
        context.say("entries.units_to_others_stay", **going, others="; ".join(stays)),
        context.names.path(parting.path),
    )
    if len(label) > _WHOLE:
        label, description = context.say("entries.units_to", **going), "; ".join(stays)
    order = compact.move(parting.goers, parting.path, along=along, among=among)
    return Entry(label, order, description, note=parting)


def mixed(whole: list[Entry], parts: list[Entry], room: int) -> list[Entry]:
    """Select moves of a stack and of its parts to fill the room, at least half of it for the whole stack."""
    first = max(room - len(parts), (room + 1) // 2)
    return [*whole[:first], *parts[: room - len(whole[:first])]]


def _parts(context: PogOfferContext, units: Sequence[int]) -> list[Entry]:
    """Offer the units that can go alone, and first steps after which their path can branch."""
    alone = context.distinct(units)
    entries = [Entry(context.unit_at(unit), choice_codec.encode_choices(("pick", unit))) for unit in alone]
    for unit in alone:
        picked = context.table.attempt(("pick", unit))
        if picked is None:
            continue
        for space in picked.may("step"):
            there = picked.attempt(("step", space))
            if there is not None and under_way(picked, there):
                label = context.say(
                    "entries.unit_by_way_of", unit=context.unit_at(unit), space=context.names.space(space)
                )
                entries.append(Entry(label, choice_codec.encode_choices(("pick", unit), ("step", space))))
    return entries


def after_movement(context: PogOfferContext) -> list[Entry]:
    """Return the end of movement, and if no dice are rolled at its end, the first attacks after it."""
    trial = context.table.trial()
    try:
        actions.end_movement(trial)
    except Refusal:
        return []
    except ChanceError:  # entrenchment dice are rolled when movement ends (11.2.2)
        return [_end_of_movement(context)]
    return [_end_of_movement(context), *_first_attacks(context, trial)]


def _end_of_movement(context: PogOfferContext) -> Entry:
    return Entry(context.say("entries.end_movement"), compact.END_MOVEMENT)


def _after_move(context: PogOfferContext, order: str) -> list[Entry]:
    """Return what can follow a move: the end of movement if more units could move, or the first attack."""
    trial = context.table.trial()
    try:
        compact.carry_out(trial, order)
    except (Refusal, ChanceError):
        return []
    if trial.mine and trial.kind in ("move_unit", "move_stack"):
        return after_movement(PogOfferContext(trial, context.names))
    return _first_attacks(context, trial)


def _first_attacks(context: PogOfferContext, table: Table) -> list[Entry]:
    """Return a limited number of attacks that can be declared on a table after movement."""
    if not (table.mine and table.kind == "attack"):
        return []
    # The units are named, so that other moves selected with it don't change who attacks.
    attacks = with_everything(PogOfferContext(table, context.names), named=True)[: ENTRIES // 3 - 1]
    return [
        Entry(context.say("entries.then", attack=one.label), one.order, one.description, note=one.note)
        for one in attacks
    ]


def _single_move(entry: Entry) -> Entry:
    """Return the move as a single choice rather than one of several."""
    return Entry(entry.label, f"m{entry.order[1:]}", entry.description)


def _digging(context: PogOfferContext, units: Sequence[int]) -> list[Entry]:
    """Return the armies that can entrench instead of moving (11.2.1)."""
    specs, entries = context.names.content.units, []
    for unit in context.distinct(unit for unit in units if specs[unit].army):
        trial = context.table.trial()
        try:
            actions.entrench(trial, unit)
        except (Refusal, ChanceError):
            continue
        entries.append(Entry(context.say("entries.dig", unit=context.unit(unit)), compact.dig(unit)))
    return entries


def _reorganising(context: PogOfferContext, units: Sequence[int]) -> list[Entry]:
    """Return pairs of units in a space that can reorganise instead of moving, once per pair of kinds (14.3.1)."""
    if "soe.reorganisation" not in context.table.game.state.rules.switches:
        return []
    entries: dict[str, Entry] = {}
    for first, second in combinations(units, 2):
        there = context.table.attempt(("pick", first), ("add", second))
        if there is not None and there.offers("reorganise"):
            label = context.say("entries.reorganise", first=context.unit(first), second=context.unit(second))
            order = choice_codec.encode_choices(("pick", first), ("add", second), ("reorganise", 0))
            entries.setdefault(label, Entry(label, order))
    return list(entries.values())


def _all_destinations(
    context: PogOfferContext, origins: dict[int, list[int]], stacks: dict[int, list[Entry]], then: list[Entry]
) -> list[Entry]:
    """Return the best destinations of every stack and its parts, and what follows, in one menu."""
    room = ENTRIES - len(then)
    share = max(1, room // len(stacks))
    entries = []
    for origin, moves in stacks.items():
        here = mixed(moves, part_moves_of(context, origins[origin]), share)
        for entry in here:
            label = f"{context.names.space(origin)}: {entry.label}"
            # Of a stack that parts, who stays where may only be in the description.
            description = entry.description if isinstance(entry.note, Parting) else context.units(origins[origin])
            entries.append(Entry(label, entry.order, description))
    return entries[:room] + then


def move_stack(context: PogOfferContext) -> Offers:
    """Offer the gathered stack's destinations, units that can join, entrenching, or leaving the rest behind."""
    table, offers = context.table, Offers()
    stack, origin = units_of(table.field("stack", 0)), int(table.field("origin"))
    joining = list(table.may("add"))
    if joining:
        whole = [*stack, *joining]
        title = context.say("groups.all_of", space=context.names.space(origin), units=context.units(whole))
        moves = [_single_move(entry) for entry in moves_of(context, whole)]
        offers.group(title, moves + ([] if stack else _digging(context, whole)))
    if stack:
        places = [
            _destination_entry(context, stack, space, found)
            for space, found in _sort_destinations(context, reach(table))
        ]
        if places and _others_may_stay(context, places[0].order):
            entries = [
                Entry(
                    entry.label,
                    choice_codec.join_orders(entry.order, choice_codec.encode_choices(("leave", 0))),
                    entry.description,
                )
                for entry in places
            ]
            offers.group(context.say("groups.stack_alone", units=context.units(stack)), entries)
        offers.group(context.say("groups.stack_to", units=context.units(stack)), places)
    offers.group(
        context.say("groups.add" if stack else "groups.part"),
        [Entry(context.unit(unit), choice_codec.encode_choices(("add", unit))) for unit in context.distinct(joining)],
    )
    by_steps(context, offers)
    for verb in ("entrench", "reorganise", "build", "stay", "leave"):
        if table.offers(verb):
            offers.press(
                context.say(f"verbs.{verb}"),
                choice_codec.encode_choices((verb, 0)),
                style="primary" if verb == "leave" else "plain",
            )
    return offers


def _destination_entry(context: PogOfferContext, stack: Sequence[int], space: int, found: Path | Parting) -> Entry:
    if isinstance(found, Parting):
        return _partial_move(context, found, space)
    label = context.say("entries.to", space=context.names.space(space))
    return Entry(label, compact.move(stack, found), context.way(found))


def _others_may_stay(context: PogOfferContext, order: str) -> bool:
    """Return True if the game asks after this move whether other units of the space move too."""
    trial = context.table.trial()
    try:
        compact.carry_out(trial, order)
    except (Refusal, ChanceError):
        return False
    return trial.offers("leave")


def move_on(context: PogOfferContext) -> Offers:
    """Offer the moving stack's destinations and what follows, dropping units here, or stopping."""
    table, offers = context.table, Offers()
    stack = units_of(table.field("stack", 0))
    if table.offers("stop"):
        offers.press(context.say("buttons.stop_here"), choice_codec.encode_choices(("stop", 0)), style="primary")
    entries = [_onward_entry(context, space, found) for space, found in _sort_destinations(context, reach(table))]
    then = _after_move(context, entries[0].order) if entries else []
    title = context.say("groups.stack_to", units=context.units(stack))
    if then:
        offers.group(title, [*entries[: ENTRIES - len(then)], *then], most=2)
        entries = entries[ENTRIES - len(then) :]
    offers.group(title, entries)
    by_steps(context, offers)
    if table.offers("claim"):
        offers.press(context.say("verbs.claim"), choice_codec.encode_choices(("claim", 0)))
    left_behind(context, offers)
    return offers


def _onward_entry(context: PogOfferContext, space: int, found: Path | Parting) -> Entry:
    """Return the entry for a destination of the moving stack."""
    if isinstance(found, Parting):
        return _partial_move(context, found, space)
    label = context.say("entries.to", space=context.names.space(space))
    return Entry(label, compact.go_on(found), context.way(found))


def _sort_destinations(context: PogOfferContext, found: Reach) -> list[tuple[int, Path | Parting]]:
    """Return destinations, best first: enemy spaces, then front spaces, then near ones; last those only a part can reach."""
    here = (context.table.field("origin", -1), place_of(context.table))
    enemy = context.table.game.state.occupied[1 - context.table.side]

    def key(item: tuple[int, Path | Parting]) -> tuple[bool, int, int, int, int, str]:
        space, way = item
        parted = isinstance(way, Parting)
        faces = any(enemy >> other & 1 for other in context.neighbours(space))
        length = len(way.path if isinstance(way, Parting) else way)
        return (parted, *context.worth(space), 0 if faces else 1, length, context.names.space(space))

    ends: dict[int, Path | Parting] = {**found.ends, **found.partings}
    # Round trips are rarely meant; a player who wants one types its spaces.
    return sorted(((space, way) for space, way in ends.items() if space not in here), key=key)
