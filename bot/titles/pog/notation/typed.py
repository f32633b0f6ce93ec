"""Typed orders: one function for each playing command, from text to atomic choices.

Each takes the reader's lexicon, the loaded game and the text behind the command's name.
Compound orders are divided by semicolons; a refusal anywhere refuses the whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from bot.table.refusal import Ambiguous, Refusal, refuse
from bot.table.table import Table, units_of
from bot.table.typed_text import fold, phrase, pieces, tokens
from bot.titles.pog.commands import ALONE
from bot.titles.pog.notation import (
    actions,
    activation_orders,
    attackers,
    attacking,
    flank_wording,
    movement_refusals,
    number_choices,
    refusal_reasons,
)
from bot.titles.pog.notation.button_labels import labelled
from bot.titles.pog.notation.card_orders import Order, named_as_card, or_card, play, with_card
from bot.titles.pog.notation.decision_paragraphs import no_such_choice, wrong_moment
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.reading import Reader, Why, parts_read, units_and_spaces
from bot.titles.pog.notation.reorganising import own_on_map, pair_of, reorganise, reorganised
from bot.titles.pog.notation.stacks import stands, units_in, weakened
from bot.titles.pog.notation.unit_steps import lose, replace
from bot.titles.pog.notation.units import UnitWish
from engine.errors import ChanceError, Reason

NONE_WORDS = frozenset({"none", "nobody", "no", "stay"})


def activate(lexicon: Lexicon, table: Table, text: str) -> None:
    """`sedan attack; koblenz, metz move`, or in one piece `koblenz, metz move, sedan attack`; `nancy move and attack` for both.

    Behind the spaces units may go on to where they move: `metz attack; breslau move; ge 11 -> lodz`.
    """
    _its_time(table, text, "activate")
    parts = pieces(text)
    for number, part in enumerate(parts):
        if number and _goes(lexicon, table, part):
            move(lexicon, table, "; ".join(parts[number:]))
            return
        for words, uses in activation_orders.marked(tokens(part), part):
            if len(uses) > 1 and "soe.both_markers" not in table.game.state.rules.switches:
                raise refuse("move_or_attack", "9.2.5", part)
            reader = Reader(lexicon, table, part, words)
            spaces = reader.spaces(reader.prefer())
            if wish := reader.wishes():
                raise refuse("spaces_not_units", "9.2.5", part, text=wish[0].text)
            reader.finish()
            if not spaces:
                raise refuse("which_space", part=part)
            for space in spaces:
                for use in uses:
                    actions.activate(table, space, use, part)


def _goes(lexicon: Lexicon, table: Table, part: str) -> bool:
    """True if a piece names units and where they go, and no use of a space."""
    if activation_orders.groups(tokens(part)):
        return False
    with suppress(Refusal):
        reader = Reader(lexicon, table, part)
        return bool(reader.wishes() and reader.spaces(reader.prefer())) and not reader.left
    return False


def move(lexicon: Lexicon, table: Table, text: str) -> None:
    """`ge 1 army, ge 2 army liege`, `1 army koblenz-aachen-liege`, `all koblenz to liege`, `koblenz-liege`."""
    _its_time(table, text, "move_unit", "move_stack", "move_on")
    if table.kind == "activate":
        # Every space must be marked before the first stack moves (9.2.8).
        for part in pieces(text):
            if (pair := reorganised(part)) is not None:
                units = pair_of(lexicon, table, pair, part)
            else:
                units, _ = _move_order(lexicon, table, part)
            if lexicon.book.content.spaces[stands(table, units[0])].kind != "map":
                raise refuse("not_on_map", "11.1.1", part, unit=units[0])
            actions.mark(table, [stands(table, units[0])], "move", part)
    for part in pieces(text):
        if (pair := reorganised(part)) is not None:
            reorganise(lexicon, table, pair, part)
            continue
        # Read only now: equal counters may have been taken by an earlier part.
        units, way = _move_order(lexicon, table, part)
        actions.move(table, units, way, part)


def _its_time(table: Table, text: str, *kinds: str) -> None:
    """Refuse an order of an operation before it is read, where none is going on that could come to its decision."""
    if table.closed is None and not table.face.ending:
        actions.expect(table, text, *kinds)


def _move_order(lexicon: Lexicon, table: Table, part: str) -> tuple[list[int], list[int]]:
    reader, wishes, way = units_and_spaces(lexicon, table, part)
    if not way:
        raise refuse("where_to", part=part)
    legal = [*table.may("pick"), *table.may("add")]
    if len(wishes) > 1 and any(wish.everything for wish in wishes):
        raise refuse("all_or_some", part=part)
    if not wishes or wishes[0].everything:
        if len(way) < 2:
            raise refuse("from_and_to" if wishes else "which_units", part=part)
        origin, way = way[0], way[1:]
        return _whole_stack(table, origin, legal, part), way
    places = [way[0]] if len(way) > 1 and _stand_in(reader, wishes, way[0]) else []
    if table.kind in ("move_stack", "move_on"):
        legal += units_of(table.field("stack", 0))
    if table.kind == "activate":
        marked = {*table.may("for_movement"), *units_of(table.game.state.operation.move)}
        legal = [unit for unit in own_on_map(lexicon, table) if stands(table, unit) in marked]
        why: Why = lambda unit: refusal_reasons.for_use(attack=False)(table, stands(table, unit))  # noqa: E731 - as short as it is
        return reader.resolve_at(wishes, places, legal, why), way[1:] if places else way
    return reader.resolve_at(wishes, places, legal), way[1:] if places else way


def _whole_stack(table: Table, origin: int, legal: Sequence[int], part: str) -> list[int]:
    """Return all units of a space that have not moved; refuse where one of them cannot, since it would stay unnamed."""
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


def _stand_in(reader: Reader, wishes: Sequence[UnitWish], space: int) -> bool:
    try:
        reader.resolve(wishes, units_in(reader.table, space))
    except Refusal:
        return False
    return True


def played(lexicon: Lexicon, table: Table, text: str) -> None:
    """A card, as `play`, and behind a semicolon what it is spent on: `2 as ops; lomza move`, `5 as sr; ge 9 army warsaw`."""
    card, *rest = pieces(text) or [""]
    play(lexicon, table, card)
    if rest:
        spent = _SPENT.get(table.face.commands[0])
        if spent is None or not table.mine:
            raise wrong_moment(table, "activate", rest[0])
        spent(lexicon, table, "; ".join(rest))


def attack(lexicon: Lexicon, table: Table, text: str) -> None:
    """`sedan with ge 1, ge 2`, `sedan from liege, koblenz`, `koblenz on sedan`, `ge 1, ge 2 sedan`, or `sedan` with all who can; `flank` behind it."""
    bare, verb = flank_wording.manner(text)
    with flank_wording.possible(table, verb, text):
        _attack(lexicon, table, bare)
    flank_wording.follow(table, verb)


def _attack(lexicon: Lexicon, table: Table, text: str) -> None:
    moved = table.closed is not None and table.closed.kind in ("activate", "move_unit", "move_stack", "move_on")
    if moved and table.game.state.operation is None:
        raise refuse("operation_over", "9.2.9", text)
    _its_time(table, text, "attack")
    parts = pieces(text)
    if len(parts) > 1:
        raise refuse("one_attack", "12.2", parts[1])
    reader = Reader(lexicon, table, text)
    wishes = reader.wishes()
    if not wishes and reader.take("with"):
        wishes = reader.some_wishes()
    reader.skip()
    origins: list[int] = []
    if meant := not reader.left or reader.begins("from", "with"):
        target = _only_target(reader, table, wishes)
    else:
        target, origins = _attacked(reader, table)
    while reader.left:
        before = reader.at
        if reader.take("with"):
            wishes += reader.some_wishes()
        if reader.take("from"):
            origins += reader.some_spaces(until=("with",))
        wishes += reader.wishes()
        if reader.at == before:
            break
    reader.finish()
    units = None
    if wishes and not any(wish.everything for wish in wishes):
        legal = [*attacking.fit(table, target), *units_of(table.field("attackers", 0))] or table.may("add")
        units = reader.resolve_at(wishes, origins, legal, lambda unit: attackers.why_not(table, unit, target))
    elif len(wishes) > 1:
        raise refuse("all_or_some", part=text)
    attacking.attack(table, target, units, origins or None, text)
    if meant and units and table.ask is not None:
        table.questions.append(Refusal(Reason("attack_meant", "12.1", {"units": tuple(units), "space": target}), text))


def _only_target(reader: Reader, table: Table, wishes: Sequence[UnitWish]) -> int:
    """Return the space that units attack who are named without one: the only one that they can attack together."""
    possible = attacking.targets(table)
    if wishes and not any(wish.everything for wish in wishes):
        marked = table.game.state.operation.attack | sum(1 << space for space in table.may("for_combat"))
        ready = [unit for unit in attackers.eligible(table) if marked >> stands(table, unit) & 1]
        possible = attackers.common_targets(table, reader.resolve_at(wishes, [], ready))
        if len(possible) == 1 and not reader.left:
            return possible[0]
    raise Refusal(Reason("which_target", "12.1"), reader.text, ("target", "space", tuple(possible)))


def _attacked(reader: Reader, table: Table) -> tuple[int, list[int]]:
    """The space under attack and those it comes from; these may come first if only the last can be attacked: `koblenz on sedan`."""
    targets = set(table.may("target"))
    found = reader.spaces(targets or reader.prefer(), until=("from", "with", "to"))
    if found and reader.take("to"):
        found += reader.some_spaces(until=("from", "with"))
    if not found:
        return reader.space(targets or reader.prefer()), []
    if len(found) > 1 and attacking.may_name(table, found[-1]) and not attacking.may_name(table, found[0]):
        found = [found[-1], *found[:-1]]
    return found[0], found[1:]


def redeploy(lexicon: Lexicon, table: Table, text: str) -> None:
    """`ge corps reserve to essen; ge 1 army berlin`, or one each: `2 ge corps from reserve to essen, berlin`."""
    actions.expect(table, text, "sr_unit")
    for part, (reader, wishes, spaces) in parts_read(lexicon, table, text):
        if not wishes or not spaces:
            raise refuse("sr_form", "13.1", part)
        for units, space in _sent(table, reader, wishes, spaces, part):
            actions.redeploy(table, units, space, part)


def _sent(
    table: Table, reader: Reader, wishes: Sequence[UnitWish], spaces: Sequence[int], part: str
) -> list[tuple[list[int], int]]:
    """Units with where they go: all to the last space, or one to each of the last ones where there are as many."""
    legal = dict.fromkeys([*table.may("pick"), *table.may("near")])

    def found(origins: Sequence[int]) -> list[int]:
        units = reader.resolve_at(wishes, origins, legal)
        _from_each(table, origins, units, part)
        return units

    try:
        return [(found(spaces[:-1]), spaces[-1])]
    except Refusal:
        count = sum(wish.count for wish in wishes)
        if count < 2 or count > len(spaces):
            raise
        try:
            units = found(spaces[:-count])
        except Refusal:
            units = []
        if len(units) != count:
            raise
        return [([unit], space) for unit, space in zip(units, spaces[-count:], strict=True)]


def entrench(lexicon: Lexicon, table: Table, text: str) -> None:
    """`ge 1 army; fr 5 army`: armies of activated spaces dig instead of moving."""
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
        _from_each(table, places, diggers, part)
        for unit in diggers:
            actions.entrench(table, unit, part)


def _army_in(lexicon: Lexicon, table: Table, armies: Sequence[int], own: Sequence[int], place: int, part: str) -> int:
    """The one kind of army in a space that may be meant; where none of them can dig, one that says why."""
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


def _from_each(table: Table, places: Sequence[int], units: Sequence[int], part: str) -> None:
    """Refuse where a place is named from which none of the units comes."""
    for place in places:
        if not any(stands(table, unit) == place for unit in units):
            raise refuse("nobody_from_there", part=part, space=place)


def retreat(lexicon: Lexicon, table: Table, text: str) -> None:
    """`fr 5 army cambrai`, `all to cambrai`, `fr 5 army chateau thierry-cambrai`, `hold fr 5 army`."""
    for part in pieces(text) or [""]:
        actions.expect(table, part, "retreat", "retreat_option")
        reader = Reader(lexicon, table, part)
        holding = reader.take_word(("hold", "stand"))
        if holding:
            reader.take("with", "via")  # `hold with fr corps`, `hold by fr corps`
        eliminate = reader.take_word(("eliminate",))
        actions.expect(table, part, *(["retreat_option"] if holding else ["retreat"] if eliminate else []))
        wishes = reader.wishes()
        way = reader.spaces(set(table.may("step")) or reader.prefer())
        reader.finish()
        if way and (holding or eliminate):
            raise refuse("no_place_here", part=part, space=way[0])
        if holding:
            _hold(lexicon, table, reader.resolve_at(wishes, [], table.may("hold")) if wishes else [], part)
            continue
        if eliminate:
            if not wishes and table.may("pick"):
                raise refuse("which_units", part=part)
            current = int(table.field("unit", -1))
            for unit in reader.resolve_at(wishes, [], [*table.may("pick"), current]) if wishes else [current]:
                actions.retreats(table, unit, part)
                if lexicon.book.content.spaces[stands(table, unit)].kind == "map":  # else there was no other choice
                    table.do("eliminate", 0, part)
            continue
        if not way and not wishes and table.kind == "retreat_option":
            table.do("retreat", 0, part)
            continue
        if not way:
            raise refuse("where_to", part=part)
        if table.kind == "retreat_option":
            table.do("retreat", 0, part)
        current = table.field("unit", None)
        legal = table.may("pick") or ((current,) if isinstance(current, int) and current >= 0 else ())
        units = reader.resolve_at(wishes, [], legal) if wishes else list(legal)
        actions.retreat(table, units, way, part)


def _hold(lexicon: Lexicon, table: Table, named: Sequence[int], part: str) -> None:
    """Pay the step that holds: of the unit named, or of one that may, where it makes no difference whose step it is."""
    legal, reduced, units = table.may("hold"), weakened(table), lexicon.book.content.units
    if not named and len({(units[unit].group, reduced >> unit & 1) for unit in legal}) > 1:
        raise Refusal(Reason("whose_step", "12.5.3"), part, table.legal("hold"))
    if len(found := list(named) or list(legal[:1])) != 1:
        raise refuse("one_holds" if found else "nobody_holds", "12.5.3", part)
    actions.hold(table, found[0], part)


def advance(lexicon: Lexicon, table: Table, text: str) -> None:
    """`ge 2, ge 3 sedan`, `all sedan`, or `none`; without a space into that of the beaten defender."""
    actions.expect(table, text, "advance", "declare_advance")
    naming = table.kind == "declare_advance"
    if phrase(text) in NONE_WORDS:
        table.do("decline" if naming else "finish", 0, text)
        return
    for part in pieces(text):
        reader = Reader(lexicon, table, part)
        reader.take("with")
        wishes = reader.wishes()
        way = reader.spaces(set(table.may("step")) or reader.prefer())
        reader.finish()
        legal = table.may("add")
        units = reader.resolve_at(wishes, [], legal) if wishes else list(legal)
        actions.advance(table, units, way, part)


def choose(lexicon: Lexicon, table: Table, text: str) -> None:
    """Any legal choice of the present decision by its verb, its argument, or both."""
    for part in pieces(text):
        verb, arg = one_choice(lexicon, table, part)
        table.do(verb, arg, part)


def one_choice(lexicon: Lexicon, table: Table, part: str) -> tuple[str, int]:
    """The verb and the argument that a part of `choose` names.

    Raises:
        Refusal: nothing of the present decision is meant, or several things are.
    """
    table.check_chance(part)
    if not table.mine:
        table.do("", 0, part)
    verbs = table.game.decision.verbs
    words = tokens(part)
    for length in range(min(3, len(words)), 0, -1):
        verb = "_".join(words[:length])
        if verb in verbs:
            if not verbs[verb] and length < len(words) and (meant := labelled(lexicon, table, part)):
                return meant, 0
            return verb, _behind(lexicon, table, verb, " ".join(words[length:]), part)
    if meant := labelled(lexicon, table, part):
        return meant, 0
    found, trouble = _by_argument(lexicon, table, part)
    if not found:
        ends = phrase(part) in ALONE and any(table.offers(verb) for verb in actions.ENDINGS)
        raise trouble or no_such_choice(table, part, part, meant=f"`/{phrase(part)}`" if ends else "")
    if len(found) > 1:
        raise Ambiguous(part, [f"{verb} {part}".replace("_", " ") for verb, _ in found])
    return found[0]


def _by_argument(lexicon: Lexicon, table: Table, part: str) -> tuple[list[tuple[str, int]], Refusal | None]:
    """The choices whose argument a text names, and why there may be none."""
    found: list[tuple[str, int]] = []
    trouble: Refusal | None = None
    for verb, kind in table.game.decision.verbs.items():
        if not kind or not table.may(verb):
            continue
        try:
            arg = _argument(lexicon, table, verb, part, part)
        except Refusal as refusal:
            if isinstance(refusal, Ambiguous) or refusal.reason.code in number_choices.KNOWN:
                trouble = refusal
            continue
        # What is named by its nation is meant even where it is not possible: the rules say why.
        if table.offers(verb, arg) or kind == "pool":
            found.append((verb, arg))
    return found, trouble


#: What is asked where a choice is named without its argument, by the kind of that.
_WHICH = {"space": "which_space", "card": "which_card", "unit": "which_units"}


def _behind(lexicon: Lexicon, table: Table, verb: str, text: str, part: str) -> int:
    """The argument of a verb from the words behind it."""
    kind = table.game.decision.verbs[verb]
    if kind and not text:
        raise Refusal(Reason(_WHICH.get(kind, "something_missing"), table.face.rule), part, table.legal(verb))
    if kind:
        return _argument(lexicon, table, verb, text, part)
    if text:
        raise refuse("nothing_behind", part=part, text=text)
    return 0


def _argument(lexicon: Lexicon, table: Table, verb: str, text: str, part: str) -> int:
    kind, legal = table.game.decision.verbs[verb], table.may(verb)
    if kind in number_choices.KINDS:
        return number_choices.read(lexicon, table, kind, text, part)
    if kind == "space":
        return lexicon.space(text, legal)
    if kind == "card":
        return lexicon.card(text, legal, table.side)
    reader, wishes, places = units_and_spaces(lexicon, table, text)
    if not wishes:
        raise refuse("which_units", part=part)
    units = reader.resolve_at(wishes, places, legal)
    if len(units) > 1:
        raise refuse("one_at_a_time", part=part)
    return units[0]


def done(lexicon: Lexicon, table: Table, text: str) -> None:
    """End or pass whatever is asked."""
    del lexicon
    if text.strip():
        raise refuse("nothing_behind", part=text, text=text)
    actions.end(table)


def finished(lexicon: Lexicon, table: Table, text: str) -> None:
    """As `done`; what has come to its end by itself, for nothing more was possible, is not ended again."""
    if table.closed is not None and not text.strip():
        table.closed = None
        return
    done(lexicon, table, text)


#: What a card that was played is spent on, by the command that answers the decision to which it leads.
_SPENT: dict[str, Order] = {"activate": activate, "sr": redeploy}


def _compound(order: Order) -> Order:
    """An order of several parts, the last of which may be `done`."""

    def carried(lexicon: Lexicon, table: Table, text: str) -> None:
        *parts, last = pieces(text) or [""]
        if not last and text:
            raise refuse("something_missing", part=text)
        done = bool(parts) and phrase(last) == "done"
        try:
            order(lexicon, table, "; ".join(parts) if done else text)
        except Refusal as refusal:
            raise _tried(lexicon, table, order, refusal) from None
        if done:
            finished(lexicon, table, "")

    return carried


def _tried(lexicon: Lexicon, table: Table, order: Order, refusal: Refusal) -> Refusal:
    """Return the refusal of an order with another one in it; where that one would be refused as well, the reason why."""
    if refusal.reason.code != "own_order":
        return refusal
    word = str(refusal.reason.data["text"])
    head, _, tail = fold(refusal.part).partition(word)
    trial = table.trial()
    try:
        order(lexicon, trial, head)
        ORDERS[word](lexicon, trial, tail)
    except Refusal as why:
        return why
    except ChanceError:
        pass
    return refusal


#: Playing commands that take an order text, by name.
ORDERS: dict[str, Order] = {
    "play": _compound(played),
    "activate": with_card(_compound(activate)),
    "move": with_card(_compound(move)),
    "attack": with_card(_compound(attack)),
    "sr": or_card("sr", _compound(redeploy)),
    "rp": or_card("rp", _compound(replace)),
    "entrench": named_as_card("entrench", _compound(played), with_card(_compound(entrench))),
    "lose": _compound(lose),
    "retreat": _compound(retreat),
    "advance": _compound(advance),
    "choose": _compound(choose),
    "done": finished,
    "pass": done,
}
