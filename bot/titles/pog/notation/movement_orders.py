"""Typed orders that activate spaces, move units and entrench armies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from bot.table.refusal import Ambiguous, Refusal, refuse
from bot.table.table import Table, units_of
from bot.table.typed_text import pieces, tokens
from bot.titles.pog.notation import actions, activation_orders, movement_refusals, refusal_reasons
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.mentions import mentions
from bot.titles.pog.notation.reading import Reader, Why, from_each, units_and_spaces
from bot.titles.pog.notation.reorganising import own_on_map, pair_of, reorganise, reorganised
from bot.titles.pog.notation.stacks import stands, units_in, weakened
from bot.titles.pog.notation.units import UnitWish
from engine.errors import Reason

#: The clauses of a line, each with the separator before it; phrases for units that stay, in a clause of their own or
#: after others.
_CLAUSE = re.compile(r"([;,\n]?)([^;,\n]+)")
_STAY = r"\b(?:stays?|staying|holds?|holding|remains?|remaining)\b"
_STAYS = re.compile(_STAY, re.IGNORECASE)
_ONLY_STAYS = re.compile(rf"(?!.*\b(?:and|while|but)\b.*{_STAY}).*{_STAY}", re.IGNORECASE)
_ALSO = re.compile(rf"\s+(?:and|while|but)\b(?:(?!\b(?:and|while|but)\b).)*{_STAY}.*$", re.IGNORECASE)
#: Spaces taken in passing, named after a move: `ge 3 to calais claiming cambrai` (11.1.4).
_CLAIMED = re.compile(
    r"[\s,]+(?:and\s+|while\s+)?(?:claim(?:s|ing)?|tak(?:e|es|ing)(?:\s+control\s+of)?)\s+(.+)$", re.IGNORECASE
)
#: Maximum number of commas of a piece after which a move is looked for.
_COMMAS = 6


def activate(lexicon: Lexicon, table: Table, text: str) -> None:
    """Activate spaces: `sedan attack; koblenz, metz move`, or in one piece `koblenz, metz move, sedan attack`; both: `nancy move and attack`.

    Moves of units can follow the spaces: `metz attack; breslau move; ge 11 -> lodz`.
    """
    its_time(table, text, "activate")
    parts = pieces(text)
    for number, part in enumerate(parts):
        if number and _names_move(lexicon, table, part):
            move(lexicon, table, "; ".join(parts[number:]))
            return
        if behind := _moves_behind(lexicon, table, part):
            activate(lexicon, table, part[: -len(behind)].rstrip(" ,"))
            move(lexicon, table, "; ".join([behind, *parts[number + 1 :]]))
            return
        for words, uses in activation_orders.marked(tokens(part), part):
            if len(uses) > 1 and "soe.both_markers" not in table.game.state.rules.switches:
                raise refuse("move_or_attack", "9.2.5", part)
            reader = Reader(lexicon, table, part, words)
            spaces = reader.spaces(reader.prefer())
            if wish := reader.wishes():
                theirs = reader.of_the_enemy(wish[0])
                raise theirs or refuse("spaces_not_units", "9.2.5", part, text=wish[0].text)
            reader.finish()
            if not spaces:
                raise refuse("which_space", part=part)
            for space in spaces:
                for use in uses:
                    actions.activate(table, space, use, part)


def _moves_behind(lexicon: Lexicon, table: Table, part: str) -> str:
    """Return the part of a piece, after a comma, that moves units: `lomza move, ru 2 tannenberg`; "" for none."""
    if activation_orders.groups(tokens(part)):
        return ""
    commas = [at for at, letter in enumerate(part) if letter == ","]
    for at in commas[:_COMMAS]:
        if activation_orders.groups(tokens(part[:at])) and _names_move(lexicon, table, part[at + 1 :].strip()):
            return part[at + 1 :].strip()
    return ""


def _names_move(lexicon: Lexicon, table: Table, part: str) -> bool:
    """Return True if a piece names units and their goal, but no use of a space."""
    if activation_orders.groups(tokens(part)):
        return False
    with suppress(Refusal):
        reader = Reader(lexicon, table, part)
        return bool(reader.wishes() and reader.spaces(reader.prefer())) and not reader.left
    return False


def move(lexicon: Lexicon, table: Table, text: str) -> None:
    """Move units: `ge 1 army, ge 2 army liege`, `1 army koblenz-aachen-liege`, `all koblenz to liege`, `koblenz-liege`."""
    its_time(table, text, "move_unit", "move_stack", "move_on")
    last, text = _nobody_else(lexicon, text), moving(text)
    if _STAYS.search(text):
        refusal = refuse("nobody_moves", "11.1", text)
        refusal.instead = (("", "done"),)
        raise refusal
    if table.kind == "activate" and (marked := _marks(lexicon, table, text)):
        for space in marked:
            actions.activate(table, space, "move", text)
        return
    if table.kind == "activate":
        # Every space must be activated before the first stack moves (9.2.8).
        for part in pieces(text):
            if (pair := reorganised(part)) is not None:
                units = pair_of(lexicon, table, pair, part)
            else:
                units, _ = _move_order(lexicon, table, _split_passing(table, part)[0])
            if lexicon.book.content.spaces[stands(table, units[0])].kind != "map":
                raise refuse("not_on_map", "11.1.1", part, unit=units[0])
            actions.mark(table, [stands(table, units[0])], "move", part)
    for part in pieces(text):
        if (pair := reorganised(part)) is not None:
            reorganise(lexicon, table, pair, part)
            continue
        # Read only now: identical counters may have been taken by an earlier part.
        movement, passed = _split_passing(table, part)
        units, way = _move_order(lexicon, table, movement)
        taken = _spaces_in_text(lexicon, table, passed)
        missing = [space for space in taken if space not in way]
        actions.move(table, units, [*way[:-1], *missing, way[-1]], part, taken=taken)
    if last and table.mine and table.kind == "move_unit":
        actions.end(table)


def _split_passing(table: Table, part: str) -> tuple[str, str]:
    """Return a move, and the spaces named after it that units take in passing, if the rules allow that (11.1.4)."""
    found = _CLAIMED.search(part) if "soe.control_in_passing" in table.game.state.rules.switches else None
    return (part[: found.start()], found[1]) if found else (part, "")


def _spaces_in_text(lexicon: Lexicon, table: Table, text: str) -> list[int]:
    """Return the spaces of a text; [] for an empty one."""
    if not text:
        return []
    reader = Reader(lexicon, table, text)
    spaces = reader.spaces(reader.prefer())
    reader.finish()
    if not spaces:
        raise refuse("which_space", part=text)
    return spaces


def moving(text: str) -> str:
    """Return moves without the units that stay, who need no order: `ru 2 tannenberg, fr 3 stays`; the text itself if no unit moves."""
    if not _STAYS.search(text):
        return text
    kept = "".join(
        mark + _ALSO.sub("", clause) for mark, clause in _CLAUSE.findall(text) if not _ONLY_STAYS.match(clause)
    )
    return kept.strip(" ,;") or text


def _nobody_else(lexicon: Lexicon, text: str) -> bool:
    """Return whether moves say that all others stay, which ends movement: `fr 3 to sedan, everything else stays`."""
    for _, clause in _CLAUSE.findall(text.casefold()):
        before, *after = _STAYS.split(clause, maxsplit=1)
        if after and lexicon.order_words.everybody.search(before.strip()):
            return not any(word in lexicon.spaces for word in after[0].split())
    return False


def _marks(lexicon: Lexicon, table: Table, text: str) -> list[int]:
    """Return the spaces of a text without a way: during activation it means to activate own stacks (9.2.5)."""
    with suppress(Refusal):
        reader, wishes, spaces = units_and_spaces(lexicon, table, text)
        said = set(reader.words)
        listed = {",", "and", "+"} & said and not {"to", "into", "from"} & said
        listed = listed and not mentions(lexicon, reader.words).dashes
        apart = len(spaces) == 1 or listed
        if not wishes and apart and all(units_in(table, space) for space in spaces):
            return spaces
    return []


def its_time(table: Table, text: str, *kinds: str) -> None:
    """Refuse an order of an operation before it is read, if no operation is going on that could reach its decision."""
    if table.closed is None and not table.face.ending:
        actions.expect(table, text, *kinds)


def _move_order(lexicon: Lexicon, table: Table, part: str) -> tuple[list[int], list[int]]:
    reader, wishes, way = units_and_spaces(lexicon, table, part)
    if not way:
        raise _where_to(reader, table, wishes, part)
    legal = [*table.may("pick"), *table.may("add")]
    if len(wishes) > 1 and any(wish.everything for wish in wishes):
        raise refuse("all_or_some", part=part)
    if not wishes or wishes[0].everything:
        if len(way) < 2:
            raise refuse("from_and_to" if wishes else "which_units", part=part)
        origin, way = way[0], reader.in_sequence(way, begun=True)[1:]
        return _whole_stack(table, origin, legal, part), way
    places = [way[0]] if len(way) > 1 and _are_in(reader, wishes, way[0]) else []
    way = reader.in_sequence(way, begun=bool(places))
    if table.kind in ("move_stack", "move_on"):
        legal += units_of(table.field("stack", 0))
    if table.kind == "activate":
        marked = {*table.may("for_movement"), *units_of(table.game.state.operation.move)}
        legal = [unit for unit in own_on_map(lexicon, table) if stands(table, unit) in marked]
        why: Why = lambda unit: refusal_reasons.for_use(attack=False)(table, stands(table, unit))  # noqa: E731 - as short as it is
        return reader.resolve_beside(wishes, places, legal, why), way[1:] if places else way
    return reader.resolve_beside(wishes, places, legal), way[1:] if places else way


def _where_to(reader: Reader, table: Table, wishes: Sequence[UnitWish], part: str) -> Refusal:
    """Return the question for a missing goal, with the spaces next to the units if it is clear which are meant."""
    with suppress(Refusal):
        units = reader.resolve_at(wishes, [], table.may("pick"))
        if units and (trial := table.attempt(("pick", units[0]))) is not None:
            return Refusal(Reason("where_to", "11.1"), part, trial.legal("step"))
    return refuse("where_to", part=part)


def _whole_stack(table: Table, origin: int, legal: Sequence[int], part: str) -> list[int]:
    """Return all units of a space that haven't moved; refuse if one can't move, since leaving it out would be silent."""
    here, stack = units_in(table, origin), units_of(table.field("stack", 0))
    if table.kind == "move_on" and set(stack) <= set(here):
        return stack
    ready = [unit for unit in here if unit in legal or unit in stack]
    if not ready:
        if not here:
            raise refuse("no_units_there", part=part, space=origin)
        return here
    moved = table.game.state.operation.moved
    for unit in here:
        if (
            unit not in ready
            and not moved >> unit & 1
            and (why := movement_refusals.why_no_mover(table, unit)) is not None
        ):
            raise Refusal(why, part, ("pick", "unit", tuple(ready)))
    return ready


def _are_in(reader: Reader, wishes: Sequence[UnitWish], space: int) -> bool:
    try:
        reader.resolve(wishes, units_in(reader.table, space))
    except Refusal:
        return False
    return True


def entrench(lexicon: Lexicon, table: Table, text: str) -> None:
    """Entrench with armies of activated spaces instead of moving them: `ge 1 army; fr 5 army`."""
    for part in pieces(text):
        reader, wishes, places = units_and_spaces(lexicon, table, part)
        legal = table.may("pick") or table.may("add") or tuple(own_on_map(lexicon, table))
        armies = [unit for unit in legal if lexicon.book.content.units[unit].army]
        if not wishes:
            if not places:
                raise refuse("which_units", part=part)
            own = [unit for unit in own_on_map(lexicon, table) if lexicon.book.content.units[unit].army]
            for unit in [_army_in(lexicon, table, armies, own, place, part) for place in places]:
                actions.entrench(table, unit, part)
            continue
        diggers = reader.resolve_at(wishes, places, armies)
        from_each(table, places, diggers, part)
        for unit in diggers:
            actions.entrench(table, unit, part)


def diggers(table: Table) -> list[int]:
    """Return the spaces where an army may entrench now."""
    armies = [unit for unit in table.may("pick") if table.game.state.rules.armies >> unit & 1]
    able = [
        unit for unit in armies if (trial := table.attempt(("pick", unit))) is not None and trial.offers("entrench")
    ]
    return list(dict.fromkeys(stands(table, unit) for unit in able))


def _army_in(lexicon: Lexicon, table: Table, armies: Sequence[int], own: Sequence[int], place: int, part: str) -> int:
    """Return the army in a space; ask if different kinds could be meant; if none can entrench, return one to explain why."""
    here = [unit for unit in armies if stands(table, unit) == place]
    if not here and (idle := [unit for unit in own if stands(table, unit) == place]):
        return idle[0]
    if not here:
        raise refuse("no_army_there", "11.2.1", part, space=place)
    units = lexicon.book.content.units
    kinds = {(units[unit].group, weakened(table) >> unit & 1) for unit in here}
    if len(kinds) > 1 and movement_refusals.why_no_deeper(table, place) is None:
        labels = [lexicon.book.unit(unit, bool(weakened(table) >> unit & 1)) for unit in here]
        raise Ambiguous(lexicon.book.space(place), labels)
    return here[0]


__all__ = ["activate", "diggers", "entrench", "its_time", "move", "moving"]
