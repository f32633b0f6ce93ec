"""Completions after each playing command: only what would be accepted now, best first."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import combinations

from bot.table.decision_ui import Suggest
from bot.table.refusal import Refusal
from bot.table.table import Table
from bot.table.typed_text import fold, tokens
from bot.titles.pog import dangers
from bot.titles.pog.narration.names import Names
from bot.titles.pog.notation import actions, attacking
from bot.titles.pog.notation.lexicon import lexicon
from bot.titles.pog.notation.movement_refusals import why_no_mover
from bot.titles.pog.notation.path_search import ways
from bot.titles.pog.notation.stacks import stands, units_in, weakened
from bot.titles.pog.notation.units import choose, read_unit
from bot.titles.pog.offer_context import PogOfferContext
from engine.errors import ChanceError


def unit_words(names: Names, unit: int) -> str:
    """Return a unit as typed: `ge 1 army`, `fr corps`."""
    spec = names.content.units[unit]
    return " ".join(part for part in spec.name.split("_") if spec.army or not part.isdigit())


def _shortest_name(context: PogOfferContext, unit: int, legal: Iterable[int], *, placed: bool = True) -> str:
    """Return the shortest text that means this unit, or an identical one, among the legal ones; "" if there is none."""
    legal = list(legal)
    words, place = unit_words(context.names, unit), typed_place(context.names, stands(context.table, unit))
    state = "reduced" if weakened(context.table) >> unit & 1 else "full"
    forms = [(words, ""), (f"{words} {state}", "")]
    if placed:
        forms += [(words, place), (f"{words} {state}", place)]
    exact = context.names.content.units[unit].name.replace("_", " ")
    for form, where in [*forms, (exact, "")]:
        here = [one for one in legal if not where or typed_place(context.names, stands(context.table, one)) == where]
        if _identifies_unit(context, form, unit, here):
            return f"{form} {where}".strip()
    return ""


def _identifies_unit(context: PogOfferContext, form: str, unit: int, legal: list[int]) -> bool:
    words = lexicon(context.names.content, context.names.words.language)
    read = read_unit(words, tokens(form), 0)
    if read is None or read[1] < len(tokens(form)):
        return False
    try:
        (found, *more) = choose(words, read[0], legal, partial(stands, context.table), weakened(context.table))
    except Refusal:
        return False
    return not more and context.distinct([found, unit]) == [found]


def _units(context: PogOfferContext, *verbs: str, placed: bool = True) -> list[str]:
    found = []
    for verb in verbs:
        legal = context.table.may(verb)
        found += [_shortest_name(context, unit, legal, placed=placed) for unit in context.distinct(legal)]
    return [text for text in found if text]


def entrench(context: PogOfferContext, _piece: str) -> list[str]:
    """Return the armies that can entrench."""
    specs = context.names.content.units
    legal = context.table.may("pick") or context.table.may("add")
    armies = [unit for unit in legal if specs[unit].army]
    able = []
    for unit in context.distinct(armies):
        trial = context.table.trial()
        try:
            actions.entrench(trial, unit)
        except (Refusal, ChanceError):
            continue
        able.append(unit)
    return [text for text in (_shortest_name(context, unit, armies) for unit in able) if text]


def spend(context: PogOfferContext, _piece: str) -> list[str]:
    """Return the units that replacement points can be spent on."""
    return _units(context, "spend")


#: Ways to take losses without naming units.
OF_THUMB = ("corps first", "armies first", "weakest first")
#: Texts that are a whole order, never a part of one.
WHOLE = (*OF_THUMB, "none", "auto")


def lose(context: PogOfferContext, _piece: str) -> list[str]:
    """Return the units that can lose a step, and the rules of thumb."""
    table = context.table
    found = _units(context, "hit", "use", "restore")
    if table.may("hit"):
        found += OF_THUMB
    return [*found, "fort"] if table.may("hit_fort") else found


def _play(context: PogOfferContext, _piece: str) -> list[str]:
    table, names = context.table, context.names
    if table.kind != "choose_action":
        return [names.card(card) for card in table.may("play")]
    found = [f"{names.card(card)} as {use}" for use in ("ops", "event", "sr", "rp") for card in table.may(use)]
    return [*found, *(word for verb, word in _WITHOUT_A_CARD.items() if table.offers(verb))]


#: How actions without a card are typed.
_WITHOUT_A_CARD = {
    "auto_op": "auto", "auto_sr": "auto sr", "auto_rp": "auto rp", "political": "political", "economic": "economic"
}  # fmt: skip


def activate(context: PogOfferContext, _piece: str) -> list[str]:
    """Return the spaces that can be activated, and for what; for both where the scenario allows it (9.2.5)."""
    table, name = context.table, context.names.space
    found = [f"{name(space)} attack" for space in table.may("for_combat")]
    found += [f"{name(space)} move" for space in dangers.out_of_which(table)]
    if "soe.both_markers" in table.game.state.rules.switches:
        fit = set(table.may("for_combat"))
        twice = (("for_movement", "for_combat", space) for space in table.may("for_movement") if space in fit)
        found += [
            f"{name(space)} move and attack" for one, two, space in twice if table.attempt((one, space), (two, space))
        ]
    return found


def move(context: PogOfferContext, piece: str) -> list[str]:
    """Return the stacks and units that can move, and after one of them its destinations."""
    table, names = context.table, context.names
    units = [*table.may("pick"), *table.may("add")]
    stacks: dict[int, list[int]] = {}
    for unit in units:
        stacks.setdefault(stands(table, unit), []).append(unit)
    found: list[str] = []
    for origin, stack in stacks.items():
        title = names.space(origin)
        if _left_behind(table, origin, stack):
            continue  # such an order has to name the units that go
        if fold(piece) and not fold(f"all {title}").startswith(fold(piece)[: len(title) + 4]):
            continue
        found += [f"all {title} to {names.space(space)}" for space in _reachable_ends(context, stack)]
    found += _pairs(context, stacks)
    named = {words: unit for unit in context.distinct(units) if (words := _shortest_name(context, unit, units))}
    # "ge corps" is also a prefix of "ge corps reduced": the longest match is meant
    begun = max((words for words in named if fold(piece).startswith(fold(f"{words} "))), key=len, default="")
    if begun:
        found = [f"{begun} to {names.space(space)}" for space in _reachable_ends(context, [named[begun]])]
        named = {words: unit for words, unit in named.items() if fold(words).startswith(fold(piece)) and words != begun}
    return [*found, *(f"{words} " for words, unit in named.items() if _reachable_ends(context, [unit]))]


def _left_behind(table: Table, origin: int, stack: list[int]) -> bool:
    """Return True if a unit that hasn't moved can't move along with its stack."""
    moved = table.game.state.operation.moved
    others = (unit for unit in units_in(table, origin) if unit not in stack and not moved >> unit & 1)
    return any(why_no_mover(table, unit) is not None for unit in others)


def _pairs(context: PogOfferContext, stacks: dict[int, list[int]]) -> list[str]:
    """Return pairs of units in a space that can reorganise (14.3.1)."""
    if "soe.reorganisation" not in context.table.game.state.rules.switches:
        return []
    found = []
    for stack in stacks.values():
        for first, second in combinations(stack, 2):
            there = context.table.attempt(("pick", first), ("add", second))
            one, two = _shortest_name(context, first, stack), _shortest_name(context, second, stack)
            if there is not None and there.offers("reorganise") and one and two:
                found.append(f"{one}, {two} reorganise")
    return list(dict.fromkeys(found))


def _reachable_ends(context: PogOfferContext, stack: list[int]) -> list[int]:
    """Return where a stack can end its move, best spaces first, without its own space, which is rarely meant."""
    trial = context.table.trial()
    try:
        actions.gather(trial, stack)
        found = ways(trial)
    except (Refusal, ChanceError):
        return []
    here = stands(context.table, stack[0])
    return sorted((s for s in found if s != here), key=lambda s: (*context.worth(s), context.names.space(s)))


def attack(context: PogOfferContext, _piece: str) -> list[str]:
    """Return the spaces that can be attacked, each with every unit that can join."""
    return [context.names.space(target) for target in attacking.targets(context.table)]


def sr(context: PogOfferContext, piece: str) -> list[str]:
    """Return the units that can be redeployed, and after one of them its destinations."""
    table, names = context.table, context.names
    legal = list(dict.fromkeys([*table.may("pick"), *table.may("near")]))
    found = []
    for unit in context.distinct(legal):
        place = typed_place(names, stands(table, unit))
        here = [one for one in legal if stands(table, one) == stands(table, unit)]
        named = _shortest_name(context, unit, here, placed=False)
        words = f"{named} {place} to "
        if named and fold(piece).startswith(fold(words)):
            ways_there = [table.attempt((verb, unit)) for verb in ("near", "pick") if table.offers(verb, unit)]
            places = dict.fromkeys(space for there in ways_there if there for space in there.may("to"))
            return [words + typed_place(names, space) for space in places]
        if named:
            found.append(words)
    return found


def typed_place(names: Names, space: int) -> str:
    """Return a space as typed; `reserve` for the reserve box, "" for a place that can't be typed."""
    kind = names.content.spaces[space].kind
    return names.space(space) if kind == "map" else "reserve" if kind == "reserve" else ""


def retreat(context: PogOfferContext, _piece: str) -> list[str]:
    """Return the units that can retreat or hold."""
    table, names = context.table, context.names
    found = [f"hold {words}" for words in _units(context, "hold", placed=False)]
    current = int(table.field("unit", -1))
    legal = [current] if current >= 0 else list(table.may("pick"))
    for unit in context.distinct(legal):
        here = table if current >= 0 else table.attempt(("pick", unit))
        words = _shortest_name(context, unit, legal, placed=False)
        found += [f"{words} {names.space(space)}" for space in (ways(here) if here and words else ())]
    return [*found, "eliminate"] if table.offers("eliminate") else found


def advance(context: PogOfferContext, _piece: str) -> list[str]:
    """Return the units that can advance."""
    table, names = context.table, context.names
    target = names.space(table.game.state.combat.target)
    adding = list(table.may("add"))
    groups = [
        ("all", adding),
        *((_shortest_name(context, unit, adding, placed=False), [unit]) for unit in context.distinct(adding)),
    ]
    found = [f"{words} {target}" for words, units in groups if words and units and _may_enter(table, units)]
    found += [f"{names.space(space)}" for space in table.may("step")] if table.field("path") else []
    return [*found, "none"] if table.offers("finish") else found


def occupy(context: PogOfferContext, _piece: str) -> list[str]:
    """Return the units that can be named to occupy the space, all of them first."""
    adding = list(context.table.may("add"))
    named = [_shortest_name(context, unit, adding, placed=False) for unit in context.distinct(adding)]
    return [*(["all"] if len(adding) > 1 else []), *filter(None, named), "none"]


def _may_enter(table: Table, units: list[int]) -> bool:
    trial = table.trial()
    try:
        actions.advance(trial, units, [table.game.state.combat.target])
    except ChanceError:
        return True
    except Refusal:
        return False
    return True


def _choose(context: PogOfferContext, _piece: str) -> list[str]:
    table, names = context.table, context.names
    found: list[str] = []
    for verb, kind in table.game.decision.verbs.items():
        word = verb.replace("_", " ")
        legal = table.may(verb)
        if kind == "unit":
            named = [_shortest_name(context, unit, legal) for unit in context.distinct(legal)]
            found += [f"{word} {words}" for words in named if words]
        else:
            found += [f"{word} {names.argument(kind, arg)}".strip() for arg in legal]
    return found


#: Completions at any decision, by command.
ALWAYS: dict[str, Suggest[PogOfferContext]] = {
    "play": _play,
    "choose": _choose,
    "card": lambda context, _: [context.names.card(card) for card in context.table.may("play")],
    "peace": lambda context, _: [word for word in ("accept", "reject") if context.table.offers(word)],
}

__all__ = [
    "ALWAYS", "WHOLE", "activate", "advance", "attack", "entrench", "lose", "move", "occupy", "retreat", "spend", "sr", "typed_place",
    "unit_words",
]  # fmt: skip
