"""Typed orders about single steps of units: losses, and replacement points.

A step that is named may already have happened because nothing else was possible; it is accepted, not refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import replace as altered
from functools import partial

from bot.table.refusal import Ambiguous, Refusal, refuse
from bot.table.table import Table
from bot.table.typed_text import pieces, tokens
from bot.titles.pog.notation import actions, refusal_reasons
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.mentions import mentions
from bot.titles.pog.notation.reactions import FIRST, about_losses, lose_all
from bot.titles.pog.notation.reading import PartRead, Reader, parts_read, units_and_spaces
from bot.titles.pog.notation.stacks import stands, weakened
from bot.titles.pog.notation.units import UnitWish, choose, fitting
from engine.core.bits import members
from engine.errors import Reason
from engine.pog.rules import replacement

#: A word after a unit saying that it comes first, as its position already does.
_BEFORE_OTHERS = re.compile(
    r"(?<=\w)\s+(?:(?:goes|is|dies|flips)\s+)?(?:first|next|last)\b\s*(?=$|[,;])", re.IGNORECASE
)
#: "First" as a figure after a unit, which is no army: `corps 1st then fr 1`.
_FIRST = re.compile(r"\b(corps|c|army|armies|units?)\s+1st(?=\s*(?:$|[,;]))", re.IGNORECASE)
#: Fillers before a loss.
_BESIDE = frozenset({"is", "are", "gets", "get", "then", "a", "step", "steps"})
#: The cost of a unit, which is implied.
_COST = re.compile(r"\s*\(\s*(?:\d+|½|1/2|one|half)(?: a)? ?rps?(?: points?| each)?\s*\)", re.IGNORECASE)
#: One step of a unit, which is the default loss, and several of them.
_ONE_STEP = re.compile(
    r"(?:\b(?:one|a|an|another|the|first|second|next|1)\s+)*\b(?:(?:steps?|loss(?:es)?|hits?)\s+)?(?:on|from|off|to|of)\s+",
    re.IGNORECASE,
)
_MINUS = re.compile(
    r"(?<=\w)\s+(?:[-–−]\s?1(?:\s+step)?|(?:one|an?|1)\s+(?:step|hit|loss))(?=\s*(?:[,;]|$))", re.IGNORECASE
)
_SEVERAL_STEPS = re.compile(r"\b(?:two|three|four|five|both|[2-9])\s+(?:steps|loss|hits)", re.IGNORECASE)
FORT_WORDS = frozenset({"fort", "fortress"})


def lose(lexicon: Lexicon, table: Table, text: str) -> None:
    """Lose steps: `fr 5 army, fr corps`, one step each in this order; `fort` for the fort; `corps first` takes them all."""
    _expect_losses(table, text)
    text = _MINUS.sub(
        "",
        text.rpartition(":")[2] if text.count(":") == 1 and not _names_unit(lexicon, text) else text.replace(":", " "),
    )
    text = _FIRST.sub(r"\1 first", text)
    rule = tokens(text)
    _refuse_last(lexicon, rule, text)
    if not (len(rule) == 2 and rule[0] in FIRST):
        text = _BEFORE_OTHERS.sub("", text)
        text = text if _SEVERAL_STEPS.search(text) else _ONE_STEP.sub(" ", text)
    if len(rule) == 2 and rule[0] in FIRST and rule[1] == "first":
        lose_all(table, FIRST[rule[0]], text)
        return
    if not pieces(text.replace(",", ";")):
        raise refuse("which_units", part=text)
    forced = Forced(lexicon, table)
    # Read all before anything is lost: after the last loss nothing more could be read.
    for part, read in [(part, _loss(lexicon, table, part)) for part in pieces(text.replace(",", ";"))]:
        if read is None:
            _lose_fort(table, forced, part)
            continue
        reader, wishes, places = read
        for wish in wishes:
            if forced.take(wish):
                continue
            if not _losses_due(table):
                raise forced.refusal(part)
            legal = table.may("hit") or table.may("use") or table.may("restore")
            for unit in reader.resolve_at([wish], places, legal):
                if _losses_due(table):
                    actions.lose(table, [unit], part)
                elif unit not in forced.unnamed():
                    raise forced.refusal(part)
                forced.named.append(unit)


def _expect_losses(table: Table, part: str) -> None:
    """Refuse unless losses are asked for; if an earlier part took the last of them, say so."""
    lost = table.closed is not None and "lose" in table.title.face(table.closed.kind).commands
    if lost and (losers := _lost_in_combat(table)):
        raise refuse("losses_over", "12.4", part, losers=losers)
    actions.expect(table, part, "defender_loss", "attacker_loss", "choose_replacement", "withdrawal_step")


def _lost_in_combat(table: Table) -> tuple[int, ...]:
    """Return the own units that have lost steps in the present combat, once per step."""
    combat = table.game.state.combat
    losses = combat.losses if combat is not None else ()
    own = (loss.unit for loss in losses if loss.side == table.side and loss.result != "restored")
    return tuple(sorted(unit for unit in own if unit is not None))


def _refuse_last(lexicon: Lexicon, words: Sequence[str], part: str) -> None:
    """Refuse an order that says who loses nothing yet: `the corps last`."""
    if len(words) > 1 and words[-1] in lexicon.order_words.last and not {",", ";"}.intersection(words):
        raise refuse("which_units", part=part)


def _names_unit(lexicon: Lexicon, text: str) -> bool:
    """Return whether a number or nation names a unit before the colon of a text: not so in `from the armies: fr 5, fr 1`."""
    found = mentions(lexicon, lexicon.counted(tokens(text.partition(":")[0]))).units
    return any(unit.wish.label or unit.wish.nation for unit in found)


def _loss(lexicon: Lexicon, table: Table, part: str) -> tuple[Reader, list[UnitWish], list[int]] | None:
    """Return the reader, units and spaces of a part naming a loss; None for the fort."""
    words = tokens(part)
    if words and words[0] in FORT_WORDS:
        return None
    said = lexicon.order_words.verbs["lose"] | _BESIDE
    while len(words) > 1 and words[-1] in said:
        words, part = words[:-1], part.rsplit(maxsplit=1)[0]
    read = units_and_spaces(lexicon, table, part)
    if not read[1]:
        raise refuse("which_units", part=part)
    return read


def _losses_due(table: Table) -> bool:
    """Return True while the ordering side has losses to take or to take back."""
    return table.mine and (about_losses(table) or table.kind == "withdrawal_step")


def _lose_fort(table: Table, forced: Forced, part: str) -> None:
    if forced.take_fort():
        return
    if not _losses_due(table):
        raise forced.refusal(part)
    forts = table.may("hit_fort")
    table.do("hit_fort", forts[0] if forts else 0, part)


class Forced:
    """Steps lost automatically since an order began, because nothing else could be lost."""

    def __init__(self, lexicon: Lexicon, table: Table) -> None:
        self.lexicon, self.table = lexicon, table
        self.begun = len(table.told)
        own = [unit.id for unit in lexicon.book.content.units if unit.side == table.side]
        #: The space of each unit and whether it was reduced; trials report no events, so positions must.
        self._before = {unit: (stands(table, unit), weakened(table) >> unit & 1) for unit in own}
        #: Units whose step was lost as ordered, or named after the loss.
        self.named: list[int] = []
        self._forts = 0

    def _lost_steps(self) -> list[int]:
        """Return each unit once per step it has lost."""
        found: list[int] = []
        for unit, (space, weak) in self._before.items():
            gone = stands(self.table, unit) != space
            steps = 2 - weak if gone else (weakened(self.table) >> unit & 1) - weak
            found += [unit] * steps
        return found

    def unnamed(self) -> list[int]:
        """Return the units whose lost steps have not been named."""
        left = self._lost_steps()
        for unit in self.named:
            if unit in left:
                left.remove(unit)
        return left

    def take(self, wish: UnitWish) -> bool:
        """Return True if a wish for one unit names such a step, which then counts as named."""
        left = self.unnamed()
        if wish.count != 1 or wish.everything or not left:
            return False
        with suppress(Refusal):
            # Its strength before the loss can't be checked any more.
            table, meant = self.table, altered(wish, reduced=None)
            self.named += choose(self.lexicon, meant, set(left), partial(stands, table), weakened(table))
            return True
        return False

    def take_fort(self) -> bool:
        """Return True if a fort has fallen automatically."""
        told = self.table.told[self.begun :]
        fallen = sum(event.kind == "fort_destroyed" for _, event in told)
        self._forts += 1
        return fallen >= self._forts

    def refusal(self, part: str) -> Refusal:
        """Return the refusal of a further loss when all are taken."""
        return refuse("losses_over", "12.4", part, losers=tuple(self._lost_steps()))


def replace(lexicon: Lexicon, table: Table, text: str) -> None:
    """Spend replacement points: `ge 1 army, ge corps; fr 5 army at paris`; armies whose place must be asked for come last."""
    actions.expect(table, text, "replacement", "economic_replacement", "rebuild")
    text = _COST.sub("", text)
    first, _, rest = text.partition(" ")
    read = parts_read(
        lexicon, table, rest if first.casefold().strip(":") in lexicon.order_words.verbs["one_by_one"] else text
    )
    if table.kind == "rebuild":
        read = _rebuilt(table, read)
    for part, (_, wishes, _) in read:
        if not wishes:
            raise refuse("which_units", part=part)
    purse, steps = Purse(table), _plan_steps(table, read)
    if steps is not None:
        for step in steps:
            purse.spend(step.unit, step.spaces, step.part)
        return
    for part, (reader, wishes, spaces) in read:
        for wish in wishes:
            if table.kind == "rebuild" and (army := int(table.field("army"))) not in fitting(
                lexicon, wish, [army], weakened(table)
            ):
                raise _where_rebuilt(table, army, part)
            for unit in _to_restore(reader, wish, spaces, ()):
                purse.spend(unit, spaces, part)


_Read = tuple[str, PartRead]


def _rebuilt(table: Table, read: Sequence[_Read]) -> list[_Read]:
    """Rebuild the army in the space of the first part if that names only a space; return the parts left to carry out.

    Raises:
        Refusal: it names no place.
    """
    if not read or not read[0][1][2]:
        raise _where_rebuilt(table, int(table.field("army")), read[0][0] if read else "")
    (part, (_, wishes, spaces)), *rest = read
    if wishes:
        return list(read)
    table.do("rebuild_at", spaces[-1], part)
    return rest


def _plan_steps(table: Table, read: Sequence[_Read]) -> list[_Step] | None:
    """Return the steps of an order, those that ask for a place last; None if the meaning depends on earlier steps.

    Raises:
        Refusal: the points don't suffice for all of them, or two places would have to be asked for.
    """
    steps: list[_Step] = []
    try:
        for part, (reader, wishes, spaces) in read:
            for wish in wishes:
                taken = [step.unit for step in steps]
                steps += [_Step(unit, spaces, part) for unit in _to_restore(reader, wish, spaces, taken)]
    except Refusal:
        return None
    gone = table.game.state.rules.board.eliminated[table.side]
    twice = {step.unit for number, step in enumerate(steps) if step.unit in [other.unit for other in steps[:number]]}
    if any(stands(table, unit) != gone for unit in twice):
        return None  # it has no second step to restore
    if table.kind != "rebuild" and not {step.unit for step in steps} <= set(table.may("spend")):
        return None  # another unit gets there first, or none can be meant
    _check_points(table, steps)
    first = {step.unit: step for step in reversed(steps)}
    homeless = {unit for unit, step in first.items() if _asks_for_place(table, step)}
    asking = [step for step in steps if step.unit in homeless]
    if len(asking) > 1:
        raise _where_rebuilt(table, asking[0].unit, asking[0].part)
    return [step for step in steps if step not in asking] + asking


def _where_rebuilt(table: Table, army: int, part: str) -> Refusal:
    """Return the refusal of an order that goes on before saying where an army is rebuilt (17.1.5)."""
    places = tuple(members(replacement.rebuild_spaces(table.game.state, army)))
    return refuse("rebuild_where", "17.1.5", part, unit=army, origins=places, space=places[0])


def _not_there(table: Table, army: int, space: int, part: str) -> Refusal:
    """Return the refusal for an army that can't be rebuilt in the space named (17.1.5)."""
    places = tuple(members(replacement.rebuild_spaces(table.game.state, army)))
    return refuse("rebuilt_elsewhere", "17.1.5", part, unit=army, space=space, origins=places)


@dataclass(frozen=True, slots=True)
class _Step:
    """A step that points are spent on: the unit, the spaces named with it, and the piece of the order."""

    unit: int
    spaces: Sequence[int]
    part: str


def _asks_for_place(table: Table, step: _Step) -> bool:
    """Return True if spending points on the unit leads to the question where it is rebuilt (17.1.5)."""
    state = table.game.state
    gone = stands(table, step.unit) == state.rules.board.eliminated[table.side]
    placed = any(space != state.rules.board.eliminated[table.side] for space in step.spaces)
    if table.kind == "rebuild" or placed or not gone or not state.rules.armies >> step.unit & 1:
        return False
    return replacement.rebuild_spaces(state, step.unit).bit_count() > 1


def _check_points(table: Table, steps: Sequence[_Step]) -> None:
    """Refuse steps that can be paid for singly but not all together, before any of them is paid (17.1.4)."""
    state = table.game.state
    if table.kind == "rebuild" or any(refusal_reasons.spending(table, step.unit) is not None for step in steps):
        return
    units = state.rules.content.units
    for pool in dict.fromkeys(units[step.unit].pool for step in steps):
        mine = [step for step in steps if units[step.unit].pool == pool]
        price, left = sum(_price(table, mine, at) for at in range(len(mine))), state.rp.get(pool or "", 0)
        if price > left:
            named = tuple(step.unit for step in mine)
            data = {"units": named, "pool": pool, "half_price": price, "half_left": left}
            raise Refusal(Reason("rp_too_dear_together", "17.1.4", data), mine[-1].part, table.legal("spend"))


def _price(table: Table, steps: Sequence[_Step], at: int) -> int:
    """Return the cost of a step in half points, after the steps before it."""
    state, unit = table.game.state, steps[at].unit
    named_before = any(step.unit == unit for step in steps[:at])
    return int(replacement.flip_price(state, unit) if named_before else replacement.price(state, unit))


def _to_restore(reader: Reader, wish: UnitWish, spaces: Sequence[int], taken: Sequence[int]) -> list[int]:
    """Return the units to spend points on: those in the place named, or eliminated ones that return there.

    A unit already `taken` is meant once more only if no other can be.
    """
    table = reader.table
    if table.kind == "rebuild":
        return reader.resolve([wish], [int(table.field("army"))])
    legal = table.may("spend")
    gone = table.game.state.rules.board.eliminated[table.side]
    own = [unit.id for unit in table.game.state.rules.content.units if unit.side == table.side]
    here = [unit for unit in legal if stands(table, unit) in spaces]
    returning = [unit for unit in legal if spaces and stands(table, unit) == gone]
    idle = [unit for unit in own if stands(table, unit) in spaces]
    fresh = [[unit for unit in units if unit not in taken] for units in (here, returning, legal)]
    for candidates in (fresh[0], here):
        if (found := _resolve_wish(reader, wish, candidates)) is not None:
            return found
    # Units in the place are meant before units that might return there, even if nothing can be done with them.
    if _resolve_wish(reader, wish, idle, ask=False) is not None:
        return reader.resolve_at([wish], list(spaces), legal, likelier=idle)
    for candidates in (fresh[1], returning, fresh[2]):
        if (found := _resolve_wish(reader, wish, candidates)) is not None:
            return found
    weak = [unit for unit in own if stands(table, unit) == gone or weakened(table) >> unit & 1]
    return reader.resolve_at([wish], [], legal, likelier=weak)


def _resolve_wish(reader: Reader, wish: UnitWish, candidates: Sequence[int], *, ask: bool = True) -> list[int] | None:
    """Return the units that a wish means among the candidates, None if there are none; ask if ambiguous and `ask` is set."""
    try:
        return reader.resolve([wish], candidates)
    except Ambiguous:
        if ask:
            raise
        return list(candidates)
    except Refusal:
        return None


class Purse:
    """The replacement points that an order spends; still known if the phase has ended automatically."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.left: dict[str, int] = dict(table.game.state.rp)

    def spend(self, unit: int, spaces: Sequence[int], part: str) -> None:
        """Spend points on a unit; a named space is where it is, or where it returns."""
        table = self.table
        if table.closed is not None and (why := refusal_reasons.spending(table, unit, self.left)) is not None:
            raise Refusal(why, part)
        state, origin = table.game.state, stands(table, unit)
        pool, price = state.rules.content.units[unit].pool, int(replacement.price(state, unit))
        if table.kind != "rebuild":
            table.do("spend", unit, part)
        if spaces and spaces[-1] != origin and table.mine and table.kind == "rebuild":
            if not table.offers("rebuild_at", spaces[-1]):
                raise _not_there(table, unit, spaces[-1], part)
            table.do("rebuild_at", spaces[-1], part)
        elif spaces and spaces[-1] not in (origin, stands(table, unit)):
            code = "not_there" if stands(table, unit) == origin else "returns_only"
            space = spaces[-1] if code == "not_there" else stands(table, unit)
            raise refuse(code, "17.1.5" if code == "returns_only" else "", part, unit=unit, space=space)
        if pool is not None:
            self.left[pool] = self.left.get(pool, 0) - price


__all__ = ["lose", "replace"]
