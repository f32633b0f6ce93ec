"""Attacks that a line means by naming units or spaces before the enemy they are aimed at: `ru 3 on lemberg`, `dubno @ lutsk`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from bot.table.refusal import Refusal
from bot.table.table import Table
from bot.table.typed_text import DASHES, tokens
from bot.titles.pog.notation import activation_orders
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.mentions import mentions
from bot.titles.pog.notation.stacks import stands, units_in
from bot.titles.pog.notation.units import read_unit

_SIGN = re.compile(r"\s*@\s*")
#: Commands of the decisions at which enemies are attacked.
AGAINST = ("play", "activate", "move", "attack")
#: What the sign means before an enemy.
_AIMED = " against "
#: Words between attackers and defenders, and between units; words and signs between listed names.
_ON = frozenset({"on", "against", "vs", "versus", "upon", "at"})
_JOINING = frozenset({"and", "plus", "with", "the", "in", "at", "from"})
_LISTING = frozenset({",", "and", "+", "plus"})
#: Fewest spaces of an attack from one into another.
_FEWEST = 2


def aimed(lexicon: Lexicon, table: Table, line: str) -> str:
    """Return a line with the sign before a space with enemy units as a word: `tarnopol + dubno @ lvov`."""
    if "@" not in line or not table.mine or table.face.commands[0] not in AGAINST:
        return line
    first, *parts = _SIGN.split(line)
    made = [first]
    for part in parts:
        found = lexicon.space_at(tokens(part), 0)
        made += [_AIMED if found is not None and _enemy_stands(lexicon, table, found) else " ", part]
    return "".join(made).strip()


def _enemy_stands(lexicon: Lexicon, table: Table, space: int) -> bool:
    """Return whether enemy units are in a space."""
    return any(unit.side != table.side and stands(table, unit.id) == space for unit in lexicon.book.content.units)


def is_enemy(lexicon: Lexicon, table: Table, words: Sequence[str]) -> bool:
    """Return whether words begin with a space held by the enemy."""
    with suppress(Refusal):
        found = lexicon.read_space(words, 0, ()) if words else None
        return found is not None and bool(table.game.state.control[1 - table.side] >> found[0] & 1)
    return False


def attack(lexicon: Lexicon, table: Table, words: Sequence[str]) -> str:
    """Return the attack by units or spaces named before an enemy space; "" if none is meant."""
    return (
        _units_before_target(lexicon, table, words)
        or _stacks_before_target(lexicon, table, words)
        or _arrow_attack(lexicon, table, words)
    )


def _units_before_target(lexicon: Lexicon, table: Table, words: Sequence[str]) -> str:
    """Return the attack by units named before an enemy space: `ru 3 & ru 8 on lemberg`; else ""."""
    at = next((at for at, word in enumerate(words) if at and word in _ON), 0)
    if not at or read_unit(lexicon, words, 0) is None or not is_enemy(lexicon, table, words[at + 1 :]):
        return ""
    named = mentions(lexicon, words[:at])
    target = mentions(lexicon, words[at + 1 :])
    everybody = bool(named.spaces) and all(unit.wish.everything for unit in named.units)
    if (
        (named.spaces and not everybody)
        or any(word not in _JOINING for _, word in named.others)
        or len(target.spaces) != 1
        or target.units
    ):
        return ""
    if not _enemy_stands(lexicon, table, target.spaces[0].space):
        return ""  # no enemy there, so it is a move
    if everybody:
        return " ".join(["attack", *words[at + 1 :], "from", ", ".join(one.text for one in named.spaces)])
    return " ".join(["attack", *words[at + 1 :], "with", *words[:at]])


def _stacks_before_target(lexicon: Lexicon, table: Table, words: Sequence[str]) -> str:
    """Return the attack by own spaces listed before an enemy: `dubno and tarnopol against lwow`; else ""."""
    at = next((at for at, word in enumerate(words) if at and word in _ON), 0)
    named, target = mentions(lexicon, words[:at]), mentions(lexicon, words[at + 1 :])
    others = {word for _, word in (*named.others, *target.others)} - _LISTING
    plain = not (named.units or named.dashes or target.units or others or named.cards or target.cards)
    if not plain or not named.spaces or len(target.spaces) != 1 or named.uses or target.uses:
        return ""
    own = all(units_in(table, one.space) for one in named.spaces)
    if not own or not _enemy_stands(lexicon, table, target.spaces[0].space):
        return ""
    return f"attack {target.spaces[0].text} from {', '.join(one.text for one in named.spaces)}"


def _arrow_attack(lexicon: Lexicon, table: Table, words: Sequence[str]) -> str:
    """Return the attack that an arrow from own to enemy space and a final verb mean: `kovno -> insterburg attack`; else ""."""
    if words[-1] not in lexicon.order_words.verbs["attack"] | activation_orders.ATTACK_WORDS or not (
        DASHES | {"to"}
    ).intersection(words):
        return ""
    found = mentions(lexicon, words[:-1])
    if found.units or {word for _, word in found.others} - _LISTING - {"to"} or len(found.spaces) < _FEWEST:
        return ""
    *origins, target = found.spaces
    fought = is_enemy(lexicon, table, target.text.split()) and not units_in(table, target.space)
    own = all(units_in(table, one.space) for one in origins)
    return f"attack {target.text} from {', '.join(one.text for one in origins)}" if fought and own else ""


__all__ = ["AGAINST", "aimed", "attack", "is_enemy"]
