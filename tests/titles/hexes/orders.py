"""Typed orders of the hex game; each is a chain of choices that one undo takes back.

march blue1 b5 b4 facing ne      march b6 to b5       march blue1        march facing s
attack red2 with blue2           attack fort          attack c3
stand                            fallback c2 facing s
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from bot.table.offers import OfferContext
from bot.table.refusal import Refusal, refuse
from bot.table.table import Table
from bot.table.typed_text import fold
from engine.errors import Reason
from tests.titles.hexes.facts import NOWHERE, SIDES, facts
from tests.titles.hexes.state import State

#: Filler words.
_FILLING = frozenset({"to", "at", "from", "with", "by", "the", "face", "facing", "and", "then", "via", "->", ",", "-"})
#: Other words for the sides of a hex.
_SIDES = {name: SIDES.index(short) for name, short in (("north", "n"), ("south", "s"), ("northeast", "ne"),
          ("southeast", "se"), ("southwest", "sw"), ("northwest", "nw"))} | {short: at for at, short in enumerate(SIDES)}  # fmt: skip


def _words(text: str) -> list[str]:
    """Return the words of an order without fillers, with "blue 1" as one word."""
    joined = re.sub(r"\b(blue|red|north|south)[\s_-]+(\d|east|west)\b", r"\1\2", fold(text))
    return [word for word in re.findall(r"[\w]+", joined) if word not in _FILLING]


def hex_named(word: str) -> int:
    """Return the hex of a name; raises Refusal."""
    if word not in facts().hexes:
        raise Refusal(Reason("no_hex", "1.1", {"text": word}), word)
    return facts().hexes.index(word)


def target_named(state: State, word: str, among: Iterable[int], part: str) -> int:
    """Return the target of a name, or the only one of `among` in the hex of that name; raises Refusal."""
    here = facts()
    names = [here.name(target) for target in range(here.fort_target + 1)]
    if word in names:
        return names.index(word)
    there = [target for target in among if state.place_of(target) == hex_named(word)]
    if len(there) != 1:
        raise Refusal(
            Reason("which_target" if there else "nobody_there", "1.1", {"text": word, "targets": there}), part
        )
    return there[0]


# -- the commands ---------------------------------------------------------------------------


def march(context: OfferContext, text: str) -> None:
    """March a stack along hexes, or turn it; without hex and facing only begin its march."""
    table, words = context.table, _words(text)
    facing = _SIDES[words.pop()] if words and words[-1] in _SIDES else NOWHERE
    state, here = table.game.state, facts()
    if table.kind != "march":
        if not words:
            raise refuse("which_stack", "2.1", text)
        stack = target_named(state, words.pop(0), here.stacks_of(table.side), text)
        table.do("march", stack, text)
    else:
        stack = int(table.field("stack"))
        words = words[1:] if words[:1] == [here.name(stack)] else words
    way = [hex_named(word) for word in words]
    left = int(table.field("left"))
    if len(way) > left:
        raise refuse("pace", "3.1", text, pace=left)
    for number, to in enumerate(way, 1):
        at = state.at[stack]
        ahead = here.side_toward(at, to) if to in here.neighbours[at] else state.facing[stack]
        table.do("go", to * 6 + (facing if number == len(way) and facing != NOWHERE else ahead), text)
    if facing != NOWHERE and not way:
        table.do("go", state.at[stack] * 6 + facing, text)
    if (way or facing != NOWHERE) and table.kind == "march":
        table.do("halt", 0, text)


def attack(context: OfferContext, text: str) -> None:
    """Attack a target with a stack, which can be omitted if only one can attack it."""
    table, words = context.table, _words(text)
    state, here = table.game.state, facts()
    if not words:
        raise refuse("which_target", "4.1", text, text=text)
    enemies = [target for target in range(here.fort_target + 1) if here.side_of(target) != table.side]
    target = target_named(state, words[0], enemies, text)
    if table.kind != "aim":
        able = [stack for stack in table.may("attack") if state.targets(stack) >> target & 1]
        if len(words) > 1:
            able = [target_named(state, words[1], here.stacks_of(table.side), text)]
        if len(able) != 1:
            raise refuse("which_stack" if able else "nobody_attacks", "4.1", text, target=target)
        table.do("attack", able[0], text)
    table.do("at", target, text)


def stand(context: OfferContext, text: str) -> None:
    """Stand against the attack."""
    context.table.do("stand", 0, text)


def fall_back(context: OfferContext, text: str) -> None:
    """Fall back to a hex, facing the attacker unless a facing is named."""
    table, words = context.table, _words(text)
    facing = _SIDES[words.pop()] if words and words[-1] in _SIDES else NOWHERE
    if len(words) != 1:
        raise refuse("which_hex", "4.2", text)
    to = hex_named(words[0])
    attacker = table.field("stack")
    if facing == NOWHERE and attacker is not None:
        facing = facts().nearest_side(to, table.game.state.at[attacker])
    table.do("fall_back", to * 6 + max(facing, 0), text)


TYPED: Final[Mapping[str, Callable[[OfferContext, str], None]]] = {
    "march": march, "attack": attack, "stand": stand, "fallback": fall_back,
}  # fmt: skip


# -- what may be typed ----------------------------------------------------------------------


def marches(context: OfferContext, piece: str) -> list[str]:
    """Return the stacks that can march, or the hexes for the marching one. Their hexes are not proposed before: they can depend on hidden enemies."""
    del piece
    table, here = context.table, facts()
    if table.kind == "march":
        return [
            f"{here.hexes[arg // 6]} facing {SIDES[arg % 6]}"
            for arg in table.may("go")
            if arg // 6 != table.game.state.at[table.field("stack")]
        ]
    return [here.name(stack) for stack in table.may("march")]


def attacks(context: OfferContext, piece: str) -> list[str]:
    """Return each target with each stack that can attack it."""
    del piece
    table, here, state = context.table, facts(), context.table.game.state
    if table.kind == "aim":
        return [here.name(target) for target in table.may("at")]
    able = [(target, stack) for stack in table.may("attack") for target in range(here.fort_target + 1)]
    return [
        f"{here.name(target)} with {here.name(stack)}" for target, stack in able if state.targets(stack) >> target & 1
    ]


def ways_back(context: OfferContext, piece: str) -> list[str]:
    """Return where the attacked stack can fall back to."""
    del piece
    return [f"{facts().hexes[arg // 6]} facing {SIDES[arg % 6]}" for arg in context.table.may("fall_back")]


def beside(table: Table, placing: int) -> bool:
    """Return whether a step can depend on hidden enemies (3.3): entering a neighbouring hex does, turning does not."""
    at, to = table.game.state.at[table.field("stack")], placing // 6
    return to != at and to in facts().neighbours[at]


__all__ = ["TYPED", "attacks", "hex_named", "march", "marches", "target_named", "ways_back"]
