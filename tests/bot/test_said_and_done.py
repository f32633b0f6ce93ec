"""A menu entry or typed order never differs from what happens, at positions of wars by sensible and by random play."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

from bot.table.layout import option_of
from bot.table.offers import Entry
from bot.table.refusal import Refusal
from bot.table.sheets import sheet
from bot.titles import table_of
from bot.titles.panel import offers_of
from bot.titles.pog.narration.names import Names, names_in
from bot.titles.pog.notation import compact, typed
from bot.titles.pog.notation.lexicon import lexicon
from bot.titles.pog.offer_context import PogOfferContext
from bot.titles.pog.panels.offer_targets import aim_of
from engine.core.chance import KeyedChance
from engine.pog import PogGame
from engine.pog.content.records import Unit
from engine.pog.opponent import Player, anything, recruit
from tests.support.computer_play import decisions

#: Decisions that send units somewhere.
KINDS = (
    "move_unit", "move_stack", "move_on", "retreat_option", "retreat", "advance", "declare_advance", "sr_unit", "sr_destination",
    "activate", "attack",
)  # fmt: skip
#: Decisions played in one war; which positions of a kind are tried; entries and orders tried at one of them.
CHOICES, MET, ENTRIES, ORDERS = 400, (1, 3, 8, 20, 45), 16, 24
WARS = [("summer_1916", 1), ("historical", 2), ("introductory", 3), ("banquet", 4), ("suicide", 5), ("campaign", 6)]

_TO = re.compile(r"^(?:(?P<from>[^:;]+): )?(?P<units>.+ )?to (?P<space>[^;]+)(?:; (?P<stays>.+))?$")
_STAYS = re.compile(r"^(?P<units>.+) stays? in (?P<space>.+)$")
_TITLE = re.compile(
    r"^(?:.+ |Retreat all )?\((?P<some>.+)\) to …$|^(?:Retreat )?(?P<all>.+?) to …(?:, the others stay)?$"
)


def positions(scenario: str, deal: int, kinds: Sequence[str] = KINDS) -> Iterator[PogGame]:
    """Yield some positions of each kind in a war of a recruit that occasionally plays at random."""

    def answering(game: PogGame, luck: random.Random) -> Player:
        return anything if game.decision.kind in KINDS and luck.random() < 0.3 else recruit

    for game, met in decisions(scenario, deal, CHOICES, answering):
        if game.decision.kind in kinds and met in MET:
            yield game


@dataclass
class Done:
    """The effect of an order: the new spaces of moved units, and their old ones."""

    went: dict[str, Counter[str]]
    paths: list[tuple[int, ...]]
    attackers: Counter[str] | None


def book(game: PogGame) -> Names:
    """Return the names of a game's content."""
    return names_in(game.state.rules)


def carried_out(game: PogGame, run: object, text: str) -> Done | None:
    """Carry out an order on a copy; return None if it is refused."""
    twin = game.copy(KeyedChance(b"said and done"))
    twin.listening = True
    table = table_of(twin, int(game.actor or 0))
    before, reduced, names = list(twin.state.loc), twin.state.reduced, book(game)
    try:
        run(table, text)  # type: ignore[operator]
    except Refusal:
        return None
    side = table.side
    went: dict[str, Counter[str]] = {}
    # Automatic consequences of the order, such as attrition at the end of a turn, don't belong to it.
    attrition = {unit for _, event in table.told if event.kind == "attrition" for unit in event.data["units"]}
    for unit in game.state.rules.content.units:
        at = twin.state.loc[unit.id]
        if unit.side == side and at != before[unit.id] and unit.id not in attrition:
            name = names.unit(unit.id, bool(reduced >> unit.id & 1))
            went.setdefault(names.space(at), Counter())[name] += 1
    told = [event for _, event in table.told]
    for event in told:
        if event.kind == "advance_declared":  # the named units go as soon as the defenders have left
            went[names.space(event.data["space"])] = counted(names.units(event.data["units"], reduced))
    moved = [(*event.data["path"],) for event in told if event.kind in ("moved", "retreated", "advanced")]
    attacks = [event.data["attackers"] for event in told if event.kind == "attack"]
    return Done(went, moved, counted(names.units(attacks[0], reduced)) if attacks else None)


def counted(units: str) -> Counter[str]:
    """Return the units of a list in words."""
    found: Counter[str] = Counter()
    for name in re.split(r", | and ", units.strip()):
        number, _, rest = name.partition(" ")
        found[rest if number.isdigit() else name] += int(number) if number.isdigit() else 1
    return found


def promised(title: str, label: str, description: str = "") -> dict[str, Counter[str]] | None:
    """Return the moves named by an entry and its menu; None if they name no move."""
    said = _TO.match(label)
    if said is None:
        return None
    units = (said["units"] or "").strip()
    if not units and said["from"]:
        units = description
    elif units in ("", "all"):
        whole = _TITLE.match(title)
        assert whole is not None, (title, label)
        units = whole["some"] or whole["all"]
    found = {said["space"]: counted(units)}
    for stay in (said["stays"] or "").split("; ") if said["stays"] else ():
        if stay == "the others stay":  # no other unit moves, which is compared as well
            continue
        one = _STAYS.match(stay)
        assert one is not None, (title, label)
        found.setdefault(one["space"], Counter()).update(counted(one["units"]))
    return found


def entries(context: PogOfferContext) -> Iterator[tuple[str, Entry]]:
    """Yield every entry of the panel and of the sheet with the title of its menu."""
    for group in offers_of(context).groups:
        yield from ((group.title, entry) for entry in group.entries)
    if context.table.kind == "move_unit":
        form = sheet("abcd2345", context)
        assert form is None or form.fields


def test_entries_are_read_as_players_read_them() -> None:
    """This test's parser knows every form; an unknown one is no move."""
    assert promised("x", "GE c to Erfurt; GE 5 stays in Kassel") == {
        "Erfurt": Counter(["GE c"]),
        "Kassel": Counter(["GE 5"]),
    }
    assert promised("Koblenz (GE 2 and 2 GE c) to …", "to Metz") == {"Metz": Counter({"GE 2": 1, "GE c": 2})}
    assert promised("GE 2 to …, the others stay", "to Metz") == {"Metz": Counter(["GE 2"])}
    assert promised("Retreat all (FR 5 and FR c) to …", "all to Paris") == {"Paris": Counter(["FR 5", "FR c"])}
    assert promised("Several", "Metz: GE 4, reduced GE 5 and GE c to Nancy") == {
        "Nancy": Counter(["GE 4", "reduced GE 5", "GE c"])
    }
    assert promised("Several", "Metz: to Nancy", "2 GE c") == {"Nancy": Counter({"GE c": 2})}
    assert promised("Attack", "Sedan: 5 CF against 3") is None


@pytest.mark.sweep(fixed=["summer_1916-1"])
@pytest.mark.parametrize(("scenario", "deal"), WARS, ids=[f"{name}-{deal}" for name, deal in WARS])
def test_an_entry_does_what_it_says(scenario: str, deal: int) -> None:
    luck, tried = random.Random(deal), Counter[str]()
    for game in positions(scenario, deal):
        side = int(game.actor or 0)
        names = book(game)
        context = PogOfferContext(table_of(game.copy(), side), names)
        found = [(title, entry) for title, entry in entries(context) if entry.order]
        for title, entry in luck.sample(found, min(ENTRIES, len(found))):
            shown = option_of(entry, "abcd2345", 1)
            label, said = shown.label, promised(title, shown.label, shown.description)
            done = carried_out(game, compact.carry_out, entry.order)
            where = (scenario, game.number, game.decision.kind, title, label, entry.order)
            if done is None and label.startswith("Then"):
                continue  # it follows a move, and may be impossible without one
            assert done is not None, where
            if said is not None and not label.startswith("Then"):
                assert done.went == said, where
                goal = next(iter(said))
                if "→" in entry.description:
                    assert any(
                        names.path(path[-len(entry.description.split(" → ")) :]) == entry.description
                        for path in done.paths
                    ), where
                assert (
                    any(names.space(path[-1]) == goal for path in done.paths) or game.decision.kind == "declare_advance"
                ), where
                tried[game.decision.kind] += 1
            if title == "Redeploy to …":
                sent = names.unit(
                    context.table.field("unit"), bool(game.state.reduced >> context.table.field("unit") & 1)
                )
                assert done.went == {label: Counter([sent])}, where
                tried["sr"] += 1
            if (force := aim_of(entry).force) and done.attackers is not None:
                assert done.attackers == counted(context.units(force)), where
                tried["attack"] += 1
    assert tried["move_unit"] + tried["move_stack"] > 20, tried


def exact(unit: Unit) -> str:
    """Return a unit's full name."""
    return unit.name.replace("_", " ")


def moves(game: PogGame, luck: random.Random) -> Iterator[tuple[str, str, set[int], list[int]]]:
    """Yield orders to move part of a stack: command, text, the named units, and the spaces, the last being the goal."""
    table, content, names = table_of(game, int(game.actor or 0)), game.state.rules.content, book(game)
    if table.kind in ("retreat", "retreat_option"):
        combat = game.state.combat
        units = [*table.may("pick")] or [int(table.field("unit", -1))]
        for _ in range(ORDERS if combat is not None and min(units) >= 0 else 0):
            unit = luck.choice(units)
            way = walk(names, int(game.state.loc[unit]), luck.randint(1, 2), luck)
            yield "retreat", f"{exact(content.units[unit])} {dashed(names, way, luck)}", {unit}, way
        return
    for unit in luck.sample(table.may("pick"), min(6, len(table.may("pick")))) if table.kind == "sr_unit" else ():
        there = table.attempt(("pick", unit))
        for space in luck.sample(there.may("to"), min(2, len(there.may("to")))) if there is not None else ():
            if content.spaces[space].kind == "map":
                yield "sr", f"{exact(content.units[unit])} to {names.space(space)}", {unit}, [space]
    ready = [*table.may("pick"), *table.may("add")] if table.kind in ("move_unit", "move_stack") else []
    for _ in range(ORDERS if ready else 0):
        origin = int(game.state.loc[luck.choice(ready)])
        stack = [unit for unit in content.units if unit.side == table.side and game.state.loc[unit.id] == origin]
        some = luck.sample(stack, luck.randint(1, len(stack)))
        way = walk(names, origin, luck.randint(1, 5), luck)
        if luck.random() < 0.4:
            way = way[-1:]  # only a goal
        if len(some) == len(stack) and luck.random() < 0.7:
            text = f"all {content.spaces[origin].title} to {dashed(names, way, luck)}"
        else:
            text = f"{', '.join(map(exact, some))} from {content.spaces[origin].title} to {dashed(names, way, luck)}"
        moved = game.state.operation.moved if text.startswith("all ") and game.state.operation is not None else 0
        yield "move", text, {unit.id for unit in some if not moved >> unit.id & 1}, way


def walk(names: Names, origin: int, length: int, luck: random.Random) -> list[int]:
    """Return a way over adjacent spaces that doesn't turn back at once."""
    path = [origin]
    for _ in range(length):
        onward = [space for space in names.neighbours[path[-1]] if space not in path[-2:]]
        if not onward:
            break
        path.append(luck.choice(onward))
    return path[1:]


def dashed(names: Names, way: Sequence[int], luck: random.Random) -> str:
    """Return spaces of a way as typed."""
    return luck.choice(["-", " - ", " "]).join(names.space(space) for space in way)


def order(game: PogGame, name: str) -> object:
    """Return the function that carries out a typed order."""
    known = lexicon(game.state.rules.content)
    return lambda table, text: typed.ORDERS[name](known, table, text)


@pytest.mark.sweep(fixed=["summer_1916-1"])
@pytest.mark.parametrize(("scenario", "deal"), WARS, ids=[f"{name}-{deal}" for name, deal in WARS])
def test_an_order_does_what_it_says_or_nothing(scenario: str, deal: int) -> None:
    luck, tried = random.Random(deal), Counter[str]()
    for game in positions(scenario, deal):
        for name, text, units, way in moves(game, luck):
            done = carried_out(game, order(game, name), text)
            tried[f"{name}: {'done' if done else 'refused'}"] += 1
            if done is None:
                continue
            names, reduced = book(game), game.state.reduced
            whom = Counter(names.unit(unit, bool(reduced >> unit & 1)) for unit in units)
            where = (scenario, game.number, game.decision.kind, name, text, done)
            back = all(game.state.loc[unit] == way[-1] for unit in units)
            assert done.went == ({} if back else {names.space(way[-1]): whom}), where
            if len(way) > 1:
                assert any(path[-len(way) :] == tuple(way) for path in done.paths), where
    assert tried["move: done"] > 20, tried
    assert tried["move: refused"] > 20, tried
