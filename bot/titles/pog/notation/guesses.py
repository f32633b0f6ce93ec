"""Possible orders for a line that isn't one as typed, built from what it names.

The host tries each. The one possible order that says all of the line is carried out (`coverage`); others that are
possible become buttons that show the order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise

from bot.table.table import Table, units_of
from bot.table.typed_text import tokens
from bot.titles.pog.notation import attacking
from bot.titles.pog.notation.activation_orders import ATTACK_WORDS, BOTH_WORDS, LETTERS, MOVE_WORDS
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.mentions import Mentions, Space, Unit, mentions
from bot.titles.pog.notation.questions import price_rule, prices
from bot.titles.pog.notation.stacks import stands, units_in, weakened
from bot.titles.pog.notation.units import fitting

#: Maximum number of guesses.
_MOST = 8
#: Maximum number of words of a line that is interpreted.
_LONGEST = 60
#: Words for one operation without a card.
_ALONE = frozenset({"auto", "automatic", "single", "without", "free", "1"})

#: Words before an intermediate space of a way.
_VIA = frozenset({"via", "through", "over"})

#: Builds lines from what is named.
Maker = Callable[[Lexicon, Table, Mentions], Iterator[str]]


def guesses(lexicon: Lexicon, table: Table, line: str) -> list[str]:
    """Return orders that a line may mean at the present decision, likeliest first."""
    typed = tokens(line)
    words = lexicon.counted(typed)
    if not table.mine or not words or len(words) > _LONGEST:
        return []
    if _leaves_open(lexicon, typed):
        goes = {"move", "sr"} & {*table.face.commands}
        return [*_taken_back(lexicon, mentions(lexicon, words))] if goes else []
    if asked := prices(lexicon, words):
        return [price_rule(command) for command in asked]
    found = mentions(lexicon, words, units_of(table.game.state.hand[table.side]))
    said = {word for _, word in found.others}
    goers = {"move", "advance"} & {*table.face.commands}
    stays = said & lexicon.order_words.verbs["stay"] and goers
    if stays and said & frozenset().union(*(lexicon.order_words.verbs[one] for one in goers)):
        return []  # `2 and 3 advance, 4 stays` is all or nothing
    if said & lexicon.order_words.denying or stays:
        made = _guess_end(table, found)
    else:
        made = (line for order in _orders(lexicon, table, said) for line in _MAKERS[order](lexicon, table, found))
    return list(dict.fromkeys(islice(made, _MOST)))


def _leaves_open(lexicon: Lexicon, words: Sequence[str]) -> bool:
    """Return whether a line leaves open who is meant: `one of them`."""
    said = f" {' '.join(words)} "
    return any(f" {text} " in said for text in lexicon.order_words.left_open)


def _orders(lexicon: Lexicon, table: Table, said: set[str]) -> list[str]:
    """Return the orders possible at a decision: those whose words occur, else all of them."""
    answer = table.face.commands[0] if not table.face.one_by_one else "choose"
    fitting = _AT.get(answer, ())
    named = [order for order in fitting if said & lexicon.order_words.verbs.get(order, frozenset())]
    return named if named and answer not in ("play", "activate") else list(fitting)


def _guess_end(table: Table, found: Mentions) -> Iterator[str]:
    """Yield the orders that end or pass the decision, for a line that says no and names nothing."""
    commands = table.face.commands
    if "move" in commands or (not found.units and all(units_in(table, one.space) for one in found.spaces)):
        yield from (f"{commands[0]} none",) if commands[0] == "advance" else ()
        yield from (one for one in ("pass", "done") if one in commands)


def _guess_card(lexicon: Lexicon, table: Table, found: Mentions) -> Iterator[str]:
    """Yield a card with its use, followed by what it is spent on."""
    uses = list(dict.fromkeys(found.uses))
    cards = list(dict.fromkeys(card for card, _ in found.cards))
    if len(cards) != 1:
        if not cards and len(uses) == 1 and not (found.units or found.spaces):
            yield from (f"play {lexicon.book.content.cards[card].number} as {uses[0]}" for card in table.may(uses[0]))
        if not cards and "ops" in uses and {word for _, word in found.others} & _ALONE:
            yield "play auto"
        return
    number = lexicon.book.content.cards[cards[0]].number
    for use in uses or ("ops", "event", "sr", "rp"):
        trial = table.attempt((use, cards[0]))
        if trial is not None and trial.mine and (found.units or found.spaces):
            for order in _AT.get(trial.face.commands[0] if not trial.face.one_by_one else "choose", ()):
                for line in _MAKERS[order](lexicon, trial, found):
                    yield f"play {number} as {use} /{line}"
        yield f"play {number} as {use}"


def _guess_activation(lexicon: Lexicon, table: Table, found: Mentions) -> Iterator[str]:
    """Yield spaces with the uses named for them; both uses if none is named."""
    own = [space for space in found.spaces if units_in(table, space.space)]
    own = own or [
        Space(unit.at, lexicon.book.space(place), place)
        for unit in found.units
        for place in _location_of(lexicon, table, unit)
    ]
    if not own:
        return
    marks = [(space.at, space.text) for space in own]
    for at, word in found.others:
        use = "attack" if word in ATTACK_WORDS else "move" if word in MOVE_WORDS else LETTERS.get(word, "")
        marks += [(at, use)] if use and word not in BOTH_WORDS else []
    said = [word for _, word in sorted(marks)]
    if len(said) > len(own):
        yield f"activate {' '.join(said)}"
        return
    names = ", ".join(space.text for space in own)
    yield f"activate {names} move"
    yield f"activate {names} attack"


def _location_of(lexicon: Lexicon, table: Table, unit: Unit) -> list[int]:
    """Return the space on the map of the own unit named, [] if it could be one of several."""
    content = lexicon.book.content
    own = [
        one.id
        for one in content.units
        if one.side == table.side and content.spaces[stands(table, one.id)].kind == "map"
    ]
    places = {stands(table, one) for one in fitting(lexicon, unit.wish, own, weakened(table))}
    return list(places) if len(places) == 1 else []


def _guess_attack(lexicon: Lexicon, table: Table, found: Mentions) -> Iterator[str]:
    """Yield attacks on the enemy spaces named, with the units or from the spaces named."""
    enemy = table.game.state.control[1 - table.side]
    if (
        not found.spaces
        and not found.units
        and {word for _, word in found.others} & lexicon.order_words.verbs["attack"]
    ):
        yield from (f"attack {lexicon.book.space(target)}" for target in attacking.targets(table))
    targets = [space for space in found.spaces if enemy >> space.space & 1 and not units_in(table, space.space)]
    origins = [space.text for space in found.spaces if units_in(table, space.space)]
    units = [unit.text for unit in found.units if not unit.wish.everything]
    manner = {"flank": " flank", "frontal": " front"}.get(found.manners[0] if found.manners else "", "")
    for target in targets:
        if units:
            yield f"attack {target.text} with {', '.join(units)}{manner}"
        if origins:
            yield f"attack {target.text} from {', '.join(origins)}{manner}"
        if not units and not origins:
            yield f"attack {target.text}{manner}"


def _guess_move(lexicon: Lexicon, table: Table, found: Mentions) -> Iterator[str]:
    """Yield moves, or that one is taken back: `put fr 3 back`."""
    yield from _taken_back(lexicon, found)
    yield from _swap("move", lexicon, table, found)
    yield from _to_spaces("move", table, found)


def _guess_redeployment(lexicon: Lexicon, table: Table, found: Mentions) -> Iterator[str]:
    """Yield redeployments, or that one is taken back."""
    yield from _taken_back(lexicon, found)
    yield from _swap("sr", lexicon, table, found)
    yield from _to_spaces("sr", table, found)


def _taken_back(lexicon: Lexicon, found: Mentions) -> Iterator[str]:
    """Yield the order that takes the last step back, for units that are put back where no place is named."""
    if found.units and not found.spaces and {word for _, word in found.others} & lexicon.order_words.returning:
        yield "undo"


def _swap(order: str, lexicon: Lexicon, table: Table, found: Mentions) -> Iterator[str]:
    """Yield the order by which two units change places: `swap 8 and 9`; which goes first isn't said, so both ways."""
    swaps = {word for _, word in found.others} & lexicon.order_words.swapping
    places = [_location_of(lexicon, table, unit) for unit in found.units]
    if not swaps or found.spaces or [len(here) for here in places] != [1, 1] or places[0] == places[1]:
        return
    goals = [
        f"{unit.text} {lexicon.book.space(other[0])}" for unit, other in zip(found.units, places[::-1], strict=True)
    ]
    yield f"{order} {'; '.join(goals)}"
    yield f"{order} {'; '.join(goals[::-1])}"


def _to_spaces(order: str, table: Table, found: Mentions) -> Iterator[str]:
    """Yield the named units to the last space, or a stack to another space; then each group to the spaces after it."""
    units = [unit.text for unit in found.units if not unit.wish.everything]
    if units and found.spaces:
        yield f"{order} {', '.join(units)} {' to '.join(space.text for space in _ordered_route(found))}"
    elif len(found.spaces) > 1 and units_in(table, found.spaces[0].space):
        yield f"{order} {' to '.join(space.text for space in found.spaces)}"
    groups = _groups(found)
    if len(groups) > 1:
        yield f"{order} {'; '.join(groups)}"


def _ordered_route(found: Mentions) -> list[Space]:
    """Return spaces in the order they are passed: `to cambrai via sedan` gives sedan, cambrai."""
    way: list[Space] = []
    for space in found.spaces:
        through = bool(way) and found.words[space.at - 1] in _VIA
        way.insert(len(way) - 1 if through else len(way), space)
    return way


def _groups(found: Mentions) -> list[str]:
    """Return each group of units with the spaces that follow it, up to the next group."""
    starts = [unit.at for at, unit in enumerate(found.units) if not at or _space_between(found, at)]
    parts = [found.between(first, last) for first, last in pairwise([*starts, len(found.words)])]
    return [
        f"{', '.join(unit.text for unit in part.units)} {' to '.join(space.text for space in part.spaces)}"
        for part in parts
        if part.units and part.spaces
    ]


def _space_between(found: Mentions, at: int) -> bool:
    """Return whether a space is named between a unit and the one before it."""
    return any(found.units[at - 1].at < space.at < found.units[at].at for space in found.spaces)


def _guess_entrenchment(lexicon: Lexicon, table: Table, found: Mentions) -> Iterator[str]:
    """Yield entrenchments of armies given by their names or spaces, if the line names no other place."""
    if any(not units_in(table, one.space) for one in found.spaces):
        return  # `verdun entrenches, lomza to tannenberg`
    del lexicon
    named: Sequence[str] = [unit.text for unit in found.units] or [space.text for space in found.spaces]
    if found.units and len(found.spaces) == 1:
        yield f"entrench {'; '.join(f'{unit} {found.spaces[0].text}' for unit in named)}"
    elif named:
        yield f"entrench {'; '.join(named)}"


def _guess_replacement(lexicon: Lexicon, table: Table, found: Mentions) -> Iterator[str]:
    """Yield replacements for the named units."""
    del lexicon, table
    units = [unit.text for unit in found.units if not unit.wish.everything]
    if units:
        yield f"rp {'; '.join(units)}"
    elif found.units:
        yield "rp all"
    if len(found.spaces) == 1:
        yield f"rp {found.spaces[0].text}"


def _guess_losses(lexicon: Lexicon, table: Table, found: Mentions) -> Iterator[str]:
    """Yield losses for the named units."""
    del table
    units = [unit.text for unit in found.units if not unit.wish.everything]
    if units and found.words[-1] not in lexicon.order_words.last:
        yield f"lose {', '.join(units)}"


def _guess_retreat(lexicon: Lexicon, table: Table, found: Mentions) -> Iterator[str]:
    """Yield retreats."""
    del lexicon, table
    yield from _units_along_way("retreat", found.units, found.spaces)


def _guess_advance(lexicon: Lexicon, table: Table, found: Mentions) -> Iterator[str]:
    """Yield advances after combat."""
    del lexicon, table
    yield from _units_along_way("advance", found.units, found.spaces)


def _units_along_way(order: str, named: Sequence[Unit], spaces: Sequence[Space]) -> Iterator[str]:
    units = [unit.text for unit in named if not unit.wish.everything]
    way = "-".join(space.text for space in spaces)
    if way or order == "advance":
        yield f"{order} {', '.join(units) or 'all'} {way}".strip()


def _guess_choices(lexicon: Lexicon, table: Table, found: Mentions) -> Iterator[str]:
    """Yield choices of several units in turn."""
    del lexicon
    units = [unit.text for unit in found.units if not unit.wish.everything]
    verb = next((verb for verb, kind in table.game.decision.verbs.items() if kind == "unit"), "")
    if units and verb:
        yield f"choose {'; '.join(f'{verb} {unit}' for unit in units)}"


_MAKERS: dict[str, Maker] = {
    "play": _guess_card, "activate": _guess_activation, "attack": _guess_attack, "move": _guess_move, "sr": _guess_redeployment, "rp": _guess_replacement,
    "entrench": _guess_entrenchment, "lose": _guess_losses, "retreat": _guess_retreat, "advance": _guess_advance, "choose": _guess_choices,
}  # fmt: skip
#: Orders possible at a decision, by the command that answers it.
_AT: dict[str, tuple[str, ...]] = {
    "play": ("play", "attack", "move", "activate", "sr"), "activate": ("activate", "attack", "move"),
    "move": ("move", "attack", "entrench"), "attack": ("attack",), "sr": ("sr",), "rp": ("rp",), "lose": ("lose",),
    "retreat": ("retreat",), "advance": ("advance",), "choose": ("choose",),
}  # fmt: skip

__all__ = ["guesses"]
