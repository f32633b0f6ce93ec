"""Typed orders to attack a space."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from bot.table.refusal import Refusal, refuse
from bot.table.table import Table, units_of
from bot.table.typed_text import pieces
from bot.titles.pog.notation import attackers, attacking, flank_wording
from bot.titles.pog.notation.actions import activate
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.movement_orders import its_time
from bot.titles.pog.notation.reading import Reader
from bot.titles.pog.notation.stacks import stands, units_in, weakened
from bot.titles.pog.notation.units import UnitWish, fitting, read_unit
from engine.errors import ChanceError, Reason

#: Several attackers in brackets after their target: `sedan (ge 1, ge 3)`.
_BRACKETED = re.compile(r"\s\(([^(),]+,[^()]*)\)")
#: Words before the attackers when no target is named.
_WITH = re.compile(r"\s*(?:with|from|out of|using)\s+", re.IGNORECASE)
#: Phrases for attacking from everywhere, which is the default.
_EVERYWHERE = re.compile(
    r"\s*\bfrom (?:both|all|every|everywhere)(?: (?:the )?(?:spaces?|sides?|directions?|stacks?))?\b", re.IGNORECASE
)


def attack(lexicon: Lexicon, table: Table, text: str) -> None:
    """Attack: `sedan with ge 1, ge 2`, `sedan from liege, koblenz`, `koblenz on sedan`, `ge 1, ge 2 sedan`, `sedan` with all; plus `flank`."""
    bare, verb = flank_wording.manner(_BRACKETED.sub(r" with \1 ", _EVERYWHERE.sub("", text)))
    marks = [] if verb else _marks(lexicon, table, bare)
    if len(marks) > 1 or (marks and _WITH.match(bare)):  # own stacks can't be attacked
        for space in marks:
            activate(table, space, "attack", text)
        return
    with flank_wording.possible(table, verb, text):
        try:
            _attack(lexicon, table, bare)
        except Refusal as refusal:
            if marks:
                refusal.instead = (("", f"activate {lexicon.book.space(marks[0])} attack"),)
            raise
    flank_wording.follow(table, verb, text)


def _marks(lexicon: Lexicon, table: Table, text: str) -> list[int]:
    """Return the spaces of a text that names only own stacks; during activation it means to activate them (9.2.5)."""
    if table.kind != "activate" or not table.mine:
        return []
    with suppress(Refusal):
        reader = Reader(lexicon, table, _WITH.sub("", text))
        spaces = reader.spaces(reader.prefer())
        reader.finish()
        if (
            spaces
            and not reader.left
            and all(units_in(table, space) and not attacking.may_name(table, space) for space in spaces)
        ):
            return spaces
    return []


def _attack(lexicon: Lexicon, table: Table, text: str) -> None:
    moved = table.closed is not None and table.closed.kind in ("activate", "move_unit", "move_stack", "move_on")
    if moved and table.game.state.operation is None:
        raise refuse("operation_over", "9.2.9", text)
    its_time(table, text, "attack")
    parts = pieces(text)
    if len(parts) > 1:
        raise _several_refused(lexicon, table, parts)
    reader = Reader(lexicon, table, text)
    _skip_enemies(reader, table)
    wishes = reader.wishes()
    if not wishes and reader.take("with"):
        wishes = reader.some_wishes()
    reader.skip()
    origins: list[int] = _from_first(reader)
    if meant := not reader.left or reader.begins("from", "with"):
        target = _only_target(reader, table, wishes)
    else:
        target, more = _target_and_origins(reader, table)
        origins += more
    while reader.left:
        reader.skip()
        before = reader.at
        if reader.take("with") or reader.take_word(("by",)):
            wishes += reader.some_wishes()
        if reader.take("from"):
            origins += reader.some_spaces(until=("with",))
        wishes += reader.wishes()
        if reader.at == before:
            break
    reader.finish()
    units = None
    if wishes and not any(wish.everything for wish in wishes):
        units, origins = _attackers_and_origins(reader, table, wishes, origins, target)
    elif len(wishes) > 1:
        raise refuse("all_or_some", part=text)
    attacking.attack(table, target, units, origins or None, text)
    if meant and units and table.ask is not None:
        table.questions.append(Refusal(Reason("attack_meant", "12.1", {"units": tuple(units), "space": target}), text))


def _several_refused(lexicon: Lexicon, table: Table, parts: Sequence[str]) -> Refusal:
    """Return the refusal of several attacks in one order, with those that are possible, to be clicked one after another."""
    refusal = refuse("one_attack", "12.2", parts[1])
    tried = {part: _refusal_reason(lexicon, table, part) for part in parts}
    able = [part for part, why in tried.items() if why is None]
    refusal.instead = tuple(("", f"attack {part}") for part in able)
    return refusal if able else tried[parts[0]] or refusal


def _refusal_reason(lexicon: Lexicon, table: Table, text: str) -> Refusal | None:
    """Return why an attack can't be made as it is, None if it can."""
    try:
        _attack(lexicon, table.trial(), text)
    except Refusal as refusal:
        return refusal
    except ChanceError:
        pass
    return None


def _attackers_and_origins(
    reader: Reader, table: Table, wishes: Sequence[UnitWish], origins: list[int], target: int
) -> tuple[list[int], list[int]]:
    """Return the attackers and where they come from: `with ah 5 and the corps from timisvar` names one of two origins.

    Of several units alike, those meant are the ones picked already.
    """
    picked = units_of(table.field("attackers", 0))
    legal = [*attacking.fit(table, target), *picked] or table.may("add")

    def resolved(spaces: Sequence[int]) -> list[int]:
        with suppress(Refusal):
            return reader.resolve(wishes, [unit for unit in picked if not spaces or stands(table, unit) in spaces])
        return reader.resolve_beside(wishes, spaces, legal, lambda unit: attackers.why_not(table, unit, target))

    try:
        return resolved(origins), origins
    except Refusal:
        if not origins or len(wishes) <= 1:
            raise
        with suppress(Refusal):
            found = resolved([])
            if set(origins) <= {stands(table, unit) for unit in found}:
                return found, []
        raise


def _skip_enemies(reader: Reader, table: Table) -> None:
    """Skip enemies named with the space they hold: `the french in sedan`."""
    reader.skip()
    at = next(
        (at for at in range(reader.at, min(len(reader.words), reader.at + 5)) if reader.words[at] in ("in", "at")), 0
    )
    read = read_unit(reader.lexicon, reader.words, reader.at) if at else None
    units = reader.lexicon.book.content.units
    nation = read[0].nation if read is not None else ""
    if read is None or not any(unit.nation == nation and unit.side != table.side for unit in units):
        return
    space = reader.lexicon.space_at(reader.words, at + 1)
    theirs = [unit.id for unit in units if unit.side != table.side and space in (None, stands(table, unit.id))]
    if fitting(reader.lexicon, read[0], theirs, weakened(table)):
        reader.at = at + 1


def _only_target(reader: Reader, table: Table, wishes: Sequence[UnitWish]) -> int:
    """Return the target of units named without one: the only space they can attack together."""
    possible = attacking.targets(table)
    if wishes and not any(wish.everything for wish in wishes):
        marked = table.game.state.operation.attack | sum(1 << space for space in table.may("for_combat"))
        ready = [unit for unit in attackers.eligible(table) if marked >> stands(table, unit) & 1]
        possible = attackers.common_targets(table, reader.resolve_at(wishes, [], ready))
        if len(possible) == 1 and not reader.left:
            return possible[0]
    raise Refusal(Reason("which_target", "12.1"), reader.text, ("target", "space", tuple(possible)))


def _from_first(reader: Reader) -> list[int]:
    """Return the origins of an attack given before its target: `from koblenz to sedan`; [] if no target follows."""
    begun, found = reader.at, list[int]()
    with suppress(Refusal):
        if reader.take("from"):
            found = reader.some_spaces(until=("to", "on", "with"))
            if reader.take("to", "on"):
                return found
    reader.at = begun
    return []


def _target_and_origins(reader: Reader, table: Table) -> tuple[int, list[int]]:
    """Return the target and the origins; origins may come first if only the last space can be attacked: `koblenz on sedan`."""
    targets = set(table.may("target"))
    found = reader.spaces(targets or reader.prefer(), until=("from", "with", "to"))
    if found and reader.take("to"):
        found += reader.some_spaces(until=("from", "with"))
    if not found:
        return reader.space(targets or reader.prefer()), []
    if len(found) > 1 and attacking.may_name(table, found[-1]) and not attacking.may_name(table, found[0]):
        found = [found[-1], *found[:-1]]
    return found[0], found[1:]


__all__ = ["attack"]
