"""Units by their ids in the place of what a line says of them: `both armies from Koblenz and the 4th from Metz`.

A name, a number or a kind of unit, with the space where they are before or behind it, becomes the ids of the units that are meant, where
it can be no others; enemies who are named become the space that they hold. What leaves it open stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from bot.table.table import Table, units_of
from bot.table.typed_text import DASHES, tokens
from bot.titles.pog.notation import attacking, pronouns
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.mentions import Mentions, Space, Unit, mentions
from bot.titles.pog.notation.stacks import stands, units_in, weakened
from bot.titles.pog.notation.units import UnitWish, fitting

#: Words between units and where they are, and before where they go.
_IN = frozenset({"in", "at", "from", "out", "of", "off", "the", "around", "inside", "currently"})
_TOWARD = DASHES | {"to", "into", "via", "through", "on", "onto", "toward", "towards", "against", "x", "vs", "reach"}
_AT = frozenset({"in", "at", "of", "around", "inside", "the"})
#: Signs between a space and its units.
_OPENS = frozenset({":", "("})
#: What joins the names of units.
_JOINS = frozenset({",", "and", "+", "plus", "the", "both", "my", "our"})
#: Commands of decisions at which a space means who is in it.
_OF_STACKS = frozenset({"rp", "lose"})
#: Commands of decisions at which enemies are somewhere to attack.
_FIGHTING = frozenset({"attack", "activate", "move"})


@dataclass(frozen=True, slots=True)
class _Piece:
    """What a run of words is put into, with the places where it begins and ends."""

    begin: int
    end: int
    words: Sequence[str]


def concrete(lexicon: Lexicon, table: Table, words: Sequence[str]) -> list[str]:
    """Return the words of a line with the ids of the units that it means."""
    found = mentions(lexicon, words, units_of(table.game.state.hand[table.side]))
    pieces: list[_Piece] = []
    for run in _runs(found):
        pieces += _enemies(lexicon, table, found, run) or _own(lexicon, table, found, run)
    if not found.units and table.face.commands[0] in _OF_STACKS:
        pieces += _stacks(lexicon, table, found)
    made, at = list[str](), 0
    for piece in sorted(pieces, key=lambda piece: piece.begin):
        if piece.begin >= at:
            made += [*words[at : piece.begin], *piece.words]
            at = piece.end
    return [*made, *words[at:]]


def _runs(found: Mentions) -> list[list[Unit]]:
    """Return the units of a line in lists that only joining words part."""
    runs: list[list[Unit]] = []
    for unit in found.units:
        between = found.words[_end(runs[-1][-1]) : unit.at] if runs else ()
        if runs and between and all(word in _JOINS for word in between):
            runs[-1].append(unit)
        else:
            runs.append([unit])
    return runs


def _end(named: Unit | Space) -> int:
    return named.at + len(named.text.split())


def _own(lexicon: Lexicon, table: Table, found: Mentions, run: Sequence[Unit]) -> list[_Piece]:
    """Return the pieces of a list of one's own units: with the space behind it or before it, each alone where there is none."""
    targets = attacking.targets(table) if table.face.commands[0] in _FIGHTING else []
    for begin, end, space in (*_behind(found, run), *_before(found, run)):
        if space.space in targets:
            continue  # besiegers may be in it, and others attack it as well
        inside = units_in(table, space.space) or _boxed(lexicon, table, space)
        for first in range(len(run)):
            if units := _all(lexicon, table, run[first:], inside):
                start = begin if first == 0 else run[first].at
                if first and begin < run[0].at:
                    break  # the space is before units of which the first is elsewhere
                alone = [piece for unit in run[:first] for piece in _alone(lexicon, table, unit)]
                return [*alone, _Piece(start, end, pronouns.ids(lexicon, units))] if len(alone) == first else alone
    return [piece for unit in run for piece in _alone(lexicon, table, unit)]


def _behind(found: Mentions, run: Sequence[Unit]) -> list[tuple[int, int, Space]]:
    """Return the place that is named behind units, as where they are."""
    end = _end(run[-1])
    for space in found.spaces:
        between = found.words[end : space.at] if space.at >= end else None
        if between is not None and all(word in _IN or word == "(" for word in between):
            last = _end(space)
            closed = "(" in between and found.words[last : last + 1] == [")"]
            return [(run[0].at, last + closed, space)]
    return []


def _before(found: Mentions, run: Sequence[Unit]) -> list[tuple[int, int, Space]]:
    """Return the place that is named before units, as where they are: `koblenz: ge 1, ge 3`, `koblenz (ge 1)`, `metz army`."""
    for space in found.spaces:
        between = found.words[_end(space) : run[0].at] if _end(space) <= run[0].at else None
        if between is None or not all(word in _OPENS or word == "s" for word in between):
            continue
        begin = space.at
        led = [*takewhile(lambda word: word in ("the", "from", "out", "of", "in", "at"), reversed(found.words[:begin]))]
        if (before := found.words[begin - len(led) - 1 : begin - len(led)]) and before[0] in _TOWARD:
            continue
        end = _end(run[-1])
        bracketed = "(" in between and found.words[end : end + 1] == [")"]
        return [(begin - len(led), end + bracketed, space)]
    return []


def _boxed(lexicon: Lexicon, table: Table, space: Space) -> list[int]:
    """Return one's own units in a box that is named."""
    if space.space not in lexicon.boxes:
        return []
    boxes = lexicon.spaces.get(space.text, set()) or {space.space}
    return [
        unit.id for unit in lexicon.book.content.units if unit.side == table.side and stands(table, unit.id) in boxes
    ]


def _all(lexicon: Lexicon, table: Table, run: Sequence[Unit], inside: Sequence[int]) -> list[int]:
    """Return the units of a place that the names of a list mean, nothing where one of them is open or elsewhere."""
    chosen: list[int] = []
    for unit in run:
        free = [one for one in inside if one not in chosen]
        meant = _meant(lexicon, table, unit.wish, free)
        if not meant:
            return []
        chosen += meant
    return chosen


def _meant(lexicon: Lexicon, table: Table, wish: UnitWish, candidates: Sequence[int]) -> list[int]:
    """Return the units among candidates that a name means, nothing where it may be others as well; equal ones are one as good as the other."""
    units, reduced = lexicon.book.content.units, weakened(table)
    found = fitting(lexicon, wish, candidates, reduced)
    if wish.everything:
        return found
    kinds = {(units[one].group, stands(table, one), reduced >> one & 1) for one in found}
    return found[: wish.count] if len(found) == wish.count or (len(kinds) == 1 and len(found) > wish.count) else []


def _alone(lexicon: Lexicon, table: Table, unit: Unit) -> list[_Piece]:
    """Return the piece of a name that only one unit of those that can act may bear."""
    wish = unit.wish
    if wish.everything or wish.unit is not None or wish.places or not (wish.label or wish.count > 1):
        return []
    meant = _meant(lexicon, table, wish, able(table)) or _meant(lexicon, table, wish, _on_map(lexicon, table))
    return [_Piece(unit.at, _end(unit), pronouns.ids(lexicon, meant))] if meant else []


def able(table: Table) -> list[int]:
    """Return the units that can be chosen at the present decision."""
    verbs = table.game.decision.verbs.items() if table.mine else ()
    chosen = [unit for verb, kind in verbs if kind == "unit" for unit in table.may(verb)]
    return list(dict.fromkeys([*chosen, *units_of(table.field("stack", 0)), *units_of(table.field("attackers", 0))]))


def _on_map(lexicon: Lexicon, table: Table) -> list[int]:
    content = lexicon.book.content
    own = [unit.id for unit in content.units if unit.side == table.side]
    return [unit for unit in own if content.spaces[stands(table, unit)].kind == "map"]


def _enemies(lexicon: Lexicon, table: Table, found: Mentions, run: Sequence[Unit]) -> list[_Piece]:
    """Return the space that enemies hold in the place of their name: `attack the serbs`, `the french in sedan`; nothing for one's own units."""
    nations = {unit.wish.nation for unit in run}
    units = lexicon.book.content.units
    if len(nations) != 1 or any(unit.side == table.side for unit in units if unit.nation in nations) or nations == {""}:
        return []
    begin, end = run[0].at, _end(run[-1])
    led = next((space for space in found.spaces if space.at > end and set(found.words[end : space.at]) <= _AT), None)
    if led is not None:
        return [_Piece(begin, led.at, ())]
    if table.face.commands[0] not in _FIGHTING:
        return []
    targets = [
        space
        for space in attacking.targets(table)
        if any(stands(table, unit.id) == space and unit.nation in nations for unit in units)
    ]
    return [_Piece(begin, end, tokens(lexicon.book.space(targets[0])))] if len(targets) == 1 else []


def _stacks(lexicon: Lexicon, table: Table, found: Mentions) -> list[_Piece]:
    """Return the units that can be chosen in the place of the spaces they are in, one in each."""
    pieces: list[_Piece] = []
    for space in found.spaces:
        here = [unit for unit in able(table) if stands(table, unit) == space.space]
        if len(here) != 1:
            return []
        pieces.append(_Piece(space.at, _end(space), pronouns.ids(lexicon, here)))
    return pieces


__all__ = ["able", "concrete"]
