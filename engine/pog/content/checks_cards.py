"""Checks of the cards: values, conditions, exclusions, arrivals and deck totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import get_args

from engine.pog.content import schema as s
from engine.pog.content.facts import Facts
from engine.pog.content.naming import Names, refuse
from engine.pog.content.records import Need
from engine.pog.content.tokens import NEED_ARGUMENTS, PLACE_WORDS, parse_arrival, parse_exclude, parse_need

FILE = "cards.toml"
NESTED = frozenset({"turn_min", "turn_max", "played", "not_played", "enemy_in"})


def check_cards(facts: Facts, names: Names) -> None:
    """Check every card, then that cards and units agree on arrivals, then the decks."""
    for card in facts.cards.cards:
        _check_values(card, names)
        _check_needs(card, names)
        _check_excludes(card, names)
        _check_entry_nation(card, names)
    _check_arrivals(facts, names)
    _check_decks(facts)


def _check_values(card: s.CardRow, names: Names) -> None:
    if not card.name.startswith(f"{card.side}_{card.number:02d}_"):
        refuse(FILE, card.name, "number", "a card is named after its side and number")
    if not card.rp:
        refuse(FILE, card.name, "rp", "every card gives replacement points")
    for pool in card.rp:
        if pool not in names.pools[card.side]:
            refuse(FILE, card.name, "rp", f"{pool!r} is no pool of side {card.side}")
    if card.once_per_turn and card.combat is None:
        refuse(FILE, card.name, "once_per_turn", "only a combat card is used once a turn")
    for name in card.enables:
        if name not in names.cards:
            refuse(FILE, card.name, "enables", f"{name!r} is no card")


def _check_needs(card: s.CardRow, names: Names) -> None:
    for token in card.needs:
        check_condition((FILE, card.name, "needs"), token, names)


def check_condition(place: tuple[str, str, str], token: str, names: Names) -> None:
    """Check a condition found at a file, row and field."""
    try:
        need = parse_need(token)
    except ValueError as problem:
        refuse(*place, str(problem))
    _check_need(place, need, names)


def _check_need(place: tuple[str, str, str], need: Need, names: Names) -> None:
    """Check the arguments of a condition, and the conditions inside alternatives."""
    wanted = NEED_ARGUMENTS[need.kind]
    if wanted == ("trait", "need") and need.args[0] not in get_args(s.Trait):
        refuse(*place, f"{need.args[0]!r} in {need.kind!r} is no known trait")
    if wanted in {("needs",), ("trait", "need")}:
        for token in need.args if wanted == ("needs",) else need.args[1:]:
            try:
                inner = parse_need(token)
            except ValueError as problem:
                refuse(*place, str(problem))
            if inner.kind not in NESTED:
                refuse(*place, f"{inner.kind!r} cannot stand inside {need.kind!r}")
            _check_need(place, inner, names)
        return
    kinds = wanted * len(need.args) if wanted == ("cards",) else wanted
    tests: dict[str, Callable[[str], bool]] = {
        "card": names.cards.__contains__,
        "cards": names.cards.__contains__,
        "number": str.isdigit,
        "nation": get_args(s.UnitNation).__contains__,
        "land": get_args(s.SpaceNation).__contains__,
        "mark": str.isidentifier,
        "deck": get_args(s.Deck).__contains__,
        "side": get_args(s.Side).__contains__,
        "space": names.map_spaces.__contains__,
        "russian_box": names.russian_boxes.__contains__,
        "switch": names.switches.__contains__,
        "switch_value": lambda value: any(value in values for values in names.switches.values()),
    }
    for kind, value in zip(kinds, need.args, strict=True):
        if not tests[kind](value):
            refuse(*place, f"{value!r} in {need.kind!r} is no known {kind.replace('_', ' ')}")


def _check_excludes(card: s.CardRow, names: Names) -> None:
    for token in card.excludes:
        try:
            exclude = parse_exclude(token)
        except ValueError as problem:
            refuse(FILE, card.name, "excludes", str(problem))
        for name in exclude.args:
            if name not in names.cards:
                refuse(FILE, card.name, "excludes", f"{name!r} is no card")


def _check_entry_nation(card: s.CardRow, names: Names) -> None:
    if (card.neutral_entry is not None) != ("neutral_entry_limit" in card.needs):
        refuse(FILE, card.name, "neutral_entry", "a neutral entry card, and only one, has the neutral_entry_limit")
    for field, nation in (("neutral_entry", card.neutral_entry), ("limited_entry", card.limited_entry)):
        if nation is not None and nation not in names.entry_nations:
            refuse(FILE, card.name, field, f"no nation {nation!r} enters in entry.toml")


def _check_arrivals(facts: Facts, names: Names) -> None:
    """Check that a card brings the units that name it (or its neutral nation), each once, and no others."""
    brought: set[tuple[str, str]] = set()
    for card in facts.cards.cards:
        for token in card.arrivals:
            try:
                unit, places = parse_arrival(token)
            except ValueError as problem:
                refuse(FILE, card.name, "arrivals", str(problem))
            if unit not in names.units:
                refuse(FILE, card.name, "arrivals", f"{unit!r} is no unit")
            _check_arrival(card, names.units[unit], places, names)
            if (card.name, unit) in brought:
                refuse(FILE, card.name, "arrivals", f"{unit} is listed twice")
            brought.add((card.name, unit))
    for row in facts.units.units:
        if row.enters in names.cards and (row.enters, row.name) not in brought:
            refuse(FILE, row.enters, "arrivals", f"{row.name} enters by this card but is not listed")
    for card in facts.cards.cards:
        for row in facts.units.units:
            expected = f"neutral_entry:{card.neutral_entry or card.limited_entry}"
            if row.enters == expected and (card.name, row.name) not in brought:
                refuse(FILE, card.name, "arrivals", f"{row.name} enters with its nation but is not listed")


def _check_arrival(card: s.CardRow, unit: s.UnitRow, places: tuple[str, ...], names: Names) -> None:
    ways = {card.name, f"neutral_entry:{card.neutral_entry}", f"neutral_entry:{card.limited_entry}"}
    if unit.enters not in ways:
        refuse(FILE, card.name, "arrivals", f"{unit.name} does not enter by this card but by {unit.enters}")
    for place in places:
        if place not in PLACE_WORDS and place not in names.map_spaces and place not in names.boxes:
            refuse(FILE, card.name, "arrivals", f"{place!r} is no place to arrive")
        if place in names.boxes and names.boxes[place].side != unit.side:
            refuse(FILE, card.name, "arrivals", f"{place!r} belongs to the other side")


def check_numbers(facts: Facts) -> None:
    """Refuse two cards of a side with the same number, including cards the ruleset leaves out.

    Gaps are allowed: the numbers after the printed cards are shared by the base and all rulesets.
    """
    for side in get_args(s.Side):
        known: dict[int, str] = {}
        for card in facts.cards.cards:
            if card.side != side:
                continue
            if (other := known.setdefault(card.number, card.name)) != card.name:
                free = max(known) + 1
                refuse(
                    FILE, card.name, "number", f"{other} is number {card.number} of side {side} already; {free} is free"
                )


def _check_decks(facts: Facts) -> None:
    totals = facts.totals
    for side, printed in (("ap", totals.war_status.ap), ("cp", totals.war_status.cp)):
        cards = [card for card in facts.cards.cards if card.side == side and not card.added]
        decks = Counter((card.deck, card.optional) for card in cards)
        for optional, wanted in ((False, totals.decks), (True, totals.optional_decks)):
            for deck in get_args(s.Deck):
                number = getattr(getattr(wanted, side), deck)
                if decks[deck, optional] != number:
                    kind = "optional " if optional else ""
                    refuse(
                        FILE,
                        None,
                        "deck",
                        f"side {side} has {number} {kind}cards of level {deck}, not {decks[deck, optional]}",
                    )
        points = sum(card.war_status for card in cards)
        if points != printed:
            refuse(FILE, None, "war_status", f"the cards of side {side} print {printed} points in all, not {points}")
