"""Offers for operations: activation, movement, attacks."""

from __future__ import annotations

from collections.abc import Sequence

from bot.notation import actions, compact
from bot.notation.refusal import Refusal
from bot.notation.table import Table, units_of
from bot.notation.ways import ways
from bot.replies.offers import Desk, Entry, Offers, by_steps
from engine.errors import ChanceError

#: Entries of a menu of which several are chosen at once; a platform takes 25.
ENTRIES = 25
#: Attack suggestions computed at most; each costs some trials.
MOST_TARGETS = 24


def activate(desk: Desk) -> Offers:
    """Attacks at once, then activations that pay for several spaces together or one by one, then the end."""
    table, offers = desk.table, Offers()
    attack, move = table.may("for_combat"), table.may("for_movement")
    operation = table.game.state.operation
    found = suggestions(desk, attack)
    if not operation.move and not operation.attack:
        offers.group(desk.say("groups.attack_now"), [one for entry, _ in found for one in flanked(desk, entry)])
    likely, others = _markable(desk, move, attack)
    offers.group(desk.say("groups.activate"), likely, most=operation.ops)
    offers.group(desk.say("groups.activate_others"), others, most=operation.ops)
    offers.group(desk.say("groups.attacks"), [entry for _, entry in found])
    left = operation.ops
    offers.press(
        desk.say("buttons.end_activation", count=left),
        compact.atoms(("stop", 0)),
        style="danger" if left else "primary",
    )
    return offers


def _markable(desk: Desk, move: Sequence[int], attack: Sequence[int]) -> tuple[list[Entry], list[Entry]]:
    """Spaces to move or to attack from, so many in one menu that one press mostly pays for both, and the others.

    A space stands twice where both are legal; whoever picks both is told that it takes one (9.2.5).
    """
    moving = [_mark(desk, "for_movement", space) for space in front(desk, move)]
    attacking = [_mark(desk, "for_combat", space) for space in front(desk, attack)]
    movers = min(len(moving), ENTRIES - min(len(attacking), ENTRIES // 2))
    attackers = ENTRIES - movers
    return moving[:movers] + attacking[:attackers], moving[movers:] + attacking[attackers:]


def _mark(desk: Desk, verb: str, space: int) -> Entry:
    label = desk.say(f"entries.{verb}", space=desk.names.space(space))
    return Entry(label, compact.atoms((verb, space)), _inside(desk, space))


def suggestions(desk: Desk, attackable: Sequence[int]) -> list[tuple[Entry, Entry]]:
    """For each enemy space in reach: activate everything around it that the OPS can pay for.

    Two entries each: activate and attack at once, leaving further OPS unused; or only activate.
    """
    table = desk.table
    before = table.game.state.operation.ops
    around: dict[int, list[int]] = {}
    for space in attackable:
        for target in desk.neighbours(space):
            if desk.enemies_in(target) or desk.fort_of(target):
                around.setdefault(target, []).append(space)
    found: list[tuple[int, Entry, Entry]] = []
    for target, spaces in list(around.items())[:MOST_TARGETS]:
        spaces.sort(key=lambda space: -desk.factors(table.units_in(space)))
        paid, here = _affordable(table, spaces)
        if not paid or here is None:
            continue
        attackers = _attackers(here, target)
        if not attackers:
            continue
        left = here.game.state.operation.ops
        force = desk.factors(attackers)
        against = desk.against(target)
        label = desk.say("entries.attack_from", target=desk.names.space(target), spaces=desk.names.spaces(paid))
        detail = desk.say("entries.attack_cost", count=before - left, force=force, against=against)
        marks = compact.atoms(*(("for_combat", s) for s in paid))
        unused = detail if not left else desk.say("entries.attack_unused", detail=detail, count=left)
        at_once = Entry(label, compact.chain(marks, compact.attack(target)), unused)
        found.append((against - force, at_once, Entry(label, marks, detail)))
    return [(at_once, marked) for _, at_once, marked in sorted(found, key=lambda item: item[0])]


def _attackers(marked: Table, target: int) -> list[int]:
    """Who could attack the target if the activation ended now."""
    trial = marked.trial()
    try:
        actions.ready(trial, "", "attack")
    except (Refusal, ChanceError):
        return []
    return actions.joinable(trial, target)


def _affordable(table: Table, spaces: Sequence[int]) -> tuple[list[int], Table | None]:
    """As many of the spaces as the OPS can activate for combat, in their order."""
    paid: list[int] = []
    here: Table | None = None
    for space in spaces:
        there = (here or table).attempt(("for_combat", space))
        if there is not None:
            paid.append(space)
            here = there
    return paid, here


def move_unit(desk: Desk) -> Offers:
    """Whole stacks to their destinations, then single units, then the end of movement."""
    table, offers = desk.table, Offers()
    origins: dict[int, list[int]] = {}
    for unit in table.may("pick"):
        origins.setdefault(table.where(unit), []).append(unit)
    groups = Offers()
    for origin, units in origins.items():
        _destinations(desk, groups, units, origin)
    if len(groups.groups) > 1:
        offers.group(desk.say("groups.several"), _together(desk, origins, groups), most=len(groups.groups))
    offers.groups += groups.groups
    parts = [unit for units in origins.values() for unit in desk.distinct(units)]
    offers.group(desk.say("groups.part"), [Entry(desk.unit_at(u), compact.atoms(("pick", u))) for u in parts])
    if table.offers("finish"):
        offers.press(desk.say("buttons.end_movement"), compact.atoms(("finish", 0)), style="primary")
    return offers


def _together(desk: Desk, origins: dict[int, list[int]], groups: Offers) -> list[Entry]:
    """The best places of every stack in one menu, so that one press moves them all."""
    share = max(1, ENTRIES // len(groups.groups))
    entries = []
    for group in groups.groups:
        moves = [entry for entry in group.entries if entry.order.startswith("m.")][:share]
        for entry in moves:
            unit = int(entry.order[2:].partition(">")[0].partition(",")[0], 36)
            space = desk.table.where(unit)
            label = f"{desk.names.space(space)}: {entry.label}"
            detail = desk.units(origins[space])
            entries.append(Entry(label, f"n{entry.order[1:]}", detail[:100]))
    return entries


def move_stack(desk: Desk) -> Offers:
    """The gathered stack's destinations, who may join, digging in, or leaving the rest alone."""
    table, offers = desk.table, Offers()
    stack, origin = units_of(table.field("stack", 0)), int(table.field("origin"))
    joining = list(table.may("add"))
    if joining:
        _destinations(desk, offers, [*stack, *joining], origin)
    if stack:
        places = _sorted(desk, ways(table))
        if places and _others_may_stay(desk, stack, places[0][0]):
            entries = [_to(desk, stack, space, path, then=compact.atoms(("leave", 0))) for space, path in places]
            offers.group(desk.say("groups.stack_alone", units=desk.units(stack)), entries)
        entries = [_to(desk, stack, space, path) for space, path in places]
        offers.group(desk.say("groups.stack_to", units=desk.units(stack)), entries)
    offers.group(
        desk.say("groups.add" if stack else "groups.part"),
        [Entry(desk.unit(unit), compact.atoms(("add", unit))) for unit in desk.distinct(joining)],
    )
    by_steps(desk, offers)
    for verb in ("entrench", "stay", "leave"):
        if table.offers(verb):
            offers.press(
                desk.say(f"verbs.{verb}"), compact.atoms((verb, 0)), style="primary" if verb == "leave" else "plain"
            )
    return offers


def _to(desk: Desk, stack: Sequence[int], space: int, path: Sequence[int], then: str = "") -> Entry:
    order = compact.move(stack, [space])
    label = desk.say("entries.to", space=desk.names.space(space))
    return Entry(label, compact.chain(order, then) if then else order, desk.names.path(path))


def _others_may_stay(desk: Desk, stack: Sequence[int], space: int) -> bool:
    """True if after such a move it is asked whether others of the space move too."""
    trial = desk.table.trial()
    try:
        compact.carry_out(trial, compact.move(stack, [space]))
    except (Refusal, ChanceError):
        return False
    return trial.offers("leave")


def _destinations(desk: Desk, offers: Offers, units: Sequence[int], origin: int) -> None:
    """Add the group of places where all these units can go together, digging in included."""
    table = desk.table.trial()
    try:
        actions.gather(table, units)
    except (Refusal, ChanceError):
        return
    entries = [
        Entry(
            desk.say("entries.to", space=desk.names.space(space)), compact.move(units, [space]), desk.names.path(path)
        )
        for space, path in _sorted(Desk(table, desk.names), ways(table))
    ]
    specs = desk.names.content.units
    for unit in desk.distinct(unit for unit in units if specs[unit].army):
        alone = desk.table.trial()
        try:
            actions.entrench(alone, unit)
        except (Refusal, ChanceError):
            continue
        entries.append(Entry(desk.say("entries.dig", unit=desk.unit(unit)), compact.dig(unit)))
    title = desk.say("groups.all_of", space=desk.names.space(origin), units=desk.units(units))
    offers.group(title, entries)


def move_on(desk: Desk) -> Offers:
    """A stack under way: where it may end, who may stay here, or stop."""
    table, offers = desk.table, Offers()
    stack = units_of(table.field("stack", 0))
    if table.offers("stop"):
        offers.press(desk.say("buttons.stop_here"), compact.atoms(("stop", 0)), style="primary")
    entries = [
        Entry(desk.say("entries.to", space=desk.names.space(space)), compact.go_on([space]), desk.names.path(path))
        for space, path in _sorted(desk, ways(table))
    ]
    offers.group(desk.say("groups.stack_to", units=desk.units(stack)), entries)
    by_steps(desk, offers)
    offers.group(
        desk.say("groups.drop"),
        [Entry(desk.unit(unit), compact.atoms(("drop", unit))) for unit in desk.distinct(table.may("drop"))],
    )
    return offers


def attack(desk: Desk) -> Offers:
    """Targets with everything that can join, or a group built unit by unit."""
    table, offers = desk.table, Offers()
    chosen = units_of(table.field("attackers", 0))
    if chosen:
        offers.group(
            desk.say("groups.targets", units=desk.units(chosen)),
            [Entry(_odds_label(desk, t, chosen), compact.atoms(("target", t))) for t in table.may("target")],
        )
    else:
        offers.group(desk.say("groups.attack_all"), _with_everything(desk))
    offers.group(
        desk.say("groups.add_attacker" if chosen else "groups.attackers"),
        [Entry(desk.unit_at(unit), compact.atoms(("add", unit))) for unit in desk.distinct(table.may("add"))],
    )
    if table.offers("decline"):
        offers.press(desk.say("verbs.decline"), compact.atoms(("decline", 0)), style="danger")
    if table.offers("release"):
        offers.press(desk.say("verbs.release"), compact.atoms(("release", 0)), style="danger")
    return offers


def _with_everything(desk: Desk) -> list[Entry]:
    table = desk.table
    targets: dict[int, None] = {}
    for unit in table.may("add"):
        there = table.attempt(("add", unit))
        for target in there.may("target") if there else ():
            targets.setdefault(target)
    entries = []
    for target in list(targets)[:MOST_TARGETS]:
        units = actions.joinable(table, target)
        if units:
            entries.append((desk.against(target) - desk.factors(units), target, units))
    return [
        entry
        for _, target, units in sorted(entries, key=lambda item: item[0])
        for entry in flanked(
            desk, Entry(_odds_label(desk, target, units), compact.attack(target), desk.units(units)[:100])
        )
    ]


def flanked(desk: Desk, attack: Entry) -> list[Entry]:
    """An attack as it is, or from the front and as a flank attempt where that is asked next (12.3.1)."""
    trial = desk.table.trial()
    try:
        compact.carry_out(trial, attack.order)
    except (Refusal, ChanceError):
        return [attack]
    if not (trial.mine and trial.kind == "flank"):
        return [attack]
    return [
        Entry(
            desk.say(f"entries.target_{verb}", attack=attack.label),
            compact.chain(attack.order, compact.atoms((verb, 0))),
            attack.description,
        )
        for verb in ("frontal", "flank")
        if trial.offers(verb)
    ]


def _odds_label(desk: Desk, target: int, units: Sequence[int]) -> str:
    return desk.say(
        "entries.target", target=desk.names.space(target), force=desk.factors(units), against=desk.against(target)
    )


def _sorted(desk: Desk, found: dict[int, tuple[int, ...]]) -> list[tuple[int, tuple[int, ...]]]:
    origin = desk.table.field("origin", -1)
    return sorted(
        # Round trips are rarely meant; whoever wants one types its spaces.
        ((space, path) for space, path in found.items() if space != origin),
        key=lambda item: (*desk.worth(item[0]), len(item[1]), desk.names.space(item[0])),
    )


def front(desk: Desk, spaces: Sequence[int]) -> list[int]:
    """Spaces with those at the enemy first, the stronger ones before the weaker."""
    enemy = desk.table.game.state.occupied[1 - desk.table.side]

    def key(space: int) -> tuple[int, int, str]:
        faces = any(enemy >> other & 1 for other in desk.neighbours(space))
        return (0 if faces else 1, -desk.factors(desk.table.units_in(space)), desk.names.space(space))

    return sorted(spaces, key=key)


def _inside(desk: Desk, space: int) -> str:
    return desk.units(desk.table.units_in(space))[:100]
