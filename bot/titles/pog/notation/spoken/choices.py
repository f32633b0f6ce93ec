"""Typed cards, flank attempts, and other choices of a decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.table.table import units_of
from bot.table.typed_text import phrase
from bot.titles.pog.notation.card_orders import MODES, card_one
from bot.titles.pog.notation.spoken.clauses import Line
from bot.titles.pog.notation.spoken.fits import Fit, Portion
from bot.titles.pog.notation.spoken.ground import Ground
from bot.titles.pog.notation.spoken.items import Tagged
from bot.titles.pog.notation.stacks import stands

_CHOSEN = frozenset(
    {
        "play",
        "discard",
        "all",
        "both",
        "only",
        "first",
        "lose",
        "from",
        "joins",
        "ends",
        "stop",
        "frontally",
        "flanking",
        "reinforcing",
    }
)
#: Kinds of words by which reinforcements are brought in, which is what a card of them does.
_BRINGS = ("to", "move", "sr", "rp")
#: Kinds of words of all orders, of which none is beside an end.
_VERBS_OF_ORDERS = ("move", "attack", "sr", "rp", "lose", "retreat", "advance", "activate", "entrench", "play")
#: How many points of use there are, the likeliest first.
_USES = ("ops", "event", "sr", "rp")
#: Words for one operation without a card.
_AUTO = frozenset({"1", "one", "auto", "automatic", "single", "free", "1op"})
#: Those of them that can be a card's number, and words beside which they are none.
_ONE, _TOLD = frozenset({"1", "one"}), frozenset({"card", "only", "action", "operation"})
#: How many are both.
_BOTH = 2
#: Kinds of words that name the verbs of decisions.
_VERBS = {"discard": "discard", "remove": "lose", "flip": "rp", "place": "to", "take": "play"}


def cards(ground: Ground, line: Line) -> Iterator[Fit]:
    """Yield a card with its use; the host tries what follows it."""
    said, hand = Portion(line), units_of(ground.table.game.state.hand[ground.table.side])
    named = [item for item in line.items if item.kind == "card" and item.card in hand]
    uses = [item for item in line.items if item.kind == "use"]
    words = {word for item in line.items for word in item.text.split()}
    if (not named and not line.objects and words & _AUTO and {min(item.names) for item in uses} == {"ops"}) or words & {
        "1op"
    }:
        said.use(*uses, *(item for item in line.items if item.text in _AUTO))
        said.open |= is_card_or_number(ground, line.items)
        yield Fit("play auto", said.fit(ground.lexicon, "", _CHOSEN | {"ops", "not"}).sure)
        return
    if not named and line.has("reinforcing") and not line.objects:
        yield from _reinforcements(ground, line, said)
        return
    if len({item.card for item in named}) != 1:
        if not named and len(uses) == 1 and not line.objects:
            said.open = True
            mode = min(uses[0].names)
            for card in ground.table.may(mode):
                yield said.fit(ground.lexicon, f"play {_number(ground, card)} as {mode}", _CHOSEN | MODES.keys())
        return
    said.use(*named, *uses)
    modes = list(dict.fromkeys(min(item.names) for item in uses))
    known = _CHOSEN
    told = ground.lexicon.order_words.spoken.get
    reinforces = any("reinforcing" in told(word, ()) for item in [*named, *line.items] for word in item.text.split())
    if not modes and reinforces:
        modes, known = ["event", *([] if line.has(*_BRINGS) else ("ops", "sr", "rp"))], _CHOSEN.union(_BRINGS)
    said.open |= len(modes) != 1
    for mode in modes or _USES:
        yield said.fit(ground.lexicon, f"play {_number(ground, named[0].card)} as {mode}", known | {mode})


def alone(items: Sequence[Tagged]) -> list[Tagged]:
    """Return the items that say one operation is done without a card, [] if none do: `1op: nancy attacks metz`."""
    ops = [item for item in items if item.kind == "use" and min(item.names) == "ops"]
    single = [item for item in items if item.text in _AUTO]
    whole = [item for item in items if item.text == "1op"]
    return [*ops, *single] if whole or (ops and single) else []


def is_card_or_number(ground: Ground, items: Sequence[Tagged]) -> bool:
    """Return whether the one in a line can be a card's number as well as one operation without a card: `1 ops: nancy attacks`."""
    words = {word for item in items for word in item.text.split()}
    told = any(item.names_any("not", "without") for item in items) or not words.isdisjoint(_TOLD)
    return not told and words & _AUTO <= _ONE and card_one(ground.lexicon, ground.table, "ops") is not None


def _reinforcements(ground: Ground, line: Line, said: Portion) -> Iterator[Fit]:
    """Yield the events of the cards in hand that bring reinforcements, those of a nation if one is named."""
    known, table, book = ground.lexicon, ground.table, ground.lexicon.book
    nations = {known.nations[word] for item in line.items for word in item.text.split() if word in known.nations}
    cards = list[int]()
    for card in units_of(table.game.state.hand[table.side]):
        title = phrase(book.card_title(card)).split()
        brings = any("reinforcing" in known.order_words.spoken.get(word, ()) for word in title)
        if brings and (not nations or nations & {known.nations.get(word, "") for word in title}):
            cards.append(card)
    said.open |= len(cards) != 1 or not line.has("event", "play")
    for card in cards:
        yield said.fit(known, f"play {_number(ground, card)} as event", _CHOSEN | {"event", "play"})


def _number(ground: Ground, card: int) -> int:
    return ground.lexicon.book.content.cards[card].number


def combat_cards(ground: Ground, line: Line) -> Iterator[Fit]:
    """Yield the combat card to play."""
    said = Portion(line)
    named = [item for item in line.items if item.kind == "card"]
    said.use(*named)
    said.open |= len(named) > 1
    for item in named:
        yield said.fit(ground.lexicon, f"play {ground.lexicon.book.card_title(item.card)}", _CHOSEN)


def manners(ground: Ground, line: Line) -> Iterator[Fit]:
    """Yield the flank attempt, or the frontal attack."""
    said = Portion(line)
    flanks, fronts = line.has("flanking"), line.has("frontally") or (line.finished and not line.denied)
    known = _CHOSEN | {"attack", "at", "from", "once"}
    said.open |= line.over and "attack" in line.refused and not line.has("frontally")  # that there is no other attack
    if flanks and not fronts:
        yield said.fit(ground.lexicon, "choose flank", known)
    if fronts:
        yield said.fit(ground.lexicon, "choose frontal", known)


def picks(ground: Ground, line: Line) -> Iterator[Fit]:
    """Yield choices of units, spaces or cards in turn, by the verb named or the only one that takes them."""
    table, said = ground.table, Portion(line)
    verbs = {verb: kind for verb, kind in table.game.decision.verbs.items() if kind}
    fitting = [verb for verb in verbs if line.has(_VERBS.get(verb, verb))] or [*verbs]
    for verb in fitting:
        legal, parts = table.may(verb), list[str]()
        if verbs[verb] == "unit" and not line.objects and _means_each(line, len(legal)):
            parts = [ground.ids([unit]) for unit in legal]
        for item in line.objects:
            if verbs[verb] == "card" and item.kind == "card" and item.card in legal:
                parts.append(ground.lexicon.book.card_title(item.card))
            elif verbs[verb] == "space" and item.kind == "space" and ground.place(item) in legal:
                parts.append(ground.name(ground.place(item)))
            elif verbs[verb] == "pool" and item.kind == "unit" and (nation := _nation_alone(item)):
                parts.append(nation)
            elif verbs[verb] == "unit" and item.kind == "unit":
                meanings = ground.meanings(item.wish, legal)
                said.open |= len(meanings) > 1
                parts += [ground.ids([unit]) for unit in (meanings[0] if meanings else [])]
            elif verbs[verb] == "unit" and item.kind == "space" and (here := _alone_in(ground, item, legal)):
                parts.append(here)
            else:
                continue
            said.use(item)
        if parts:
            chosen = "; ".join(f"{verb.replace('_', ' ')} {part}" for part in parts)
            yield said.fit(ground.lexicon, f"choose {chosen}", _CHOSEN | {_VERBS.get(verb, verb), "to", "rp", "lose"})


def _alone_in(ground: Ground, item: Tagged, legal: Sequence[int]) -> str:
    """Return the one unit in a space that can be chosen: `restore the one in Aachen`; "" if there are none or several."""
    here = [unit for unit in legal if stands(ground.table, unit) == ground.place(item)]
    return ground.ids(here) if len(here) == 1 else ""


def _means_each(line: Line, count: int) -> bool:
    """Return whether a line that names nothing means each of so many units: `both of them`, `all`."""
    return line.has("all", "each") or (line.has("both") and count == _BOTH)


def _nation_alone(item: Tagged) -> str:
    """Return the nation that a unit phrase consists of, "" for one that says more of units."""
    wish = item.wish
    more = wish.label or wish.army is not None or wish.reduced is not None or wish.unit is not None or wish.count > 1
    return "" if more else wish.nation


def ended(ground: Ground, line: Line) -> Iterator[Fit]:
    """Yield what ends or passes the decision, for a line that names nothing to do."""
    commands, said = ground.table.face.commands, Portion(line)
    keeps = (line.has("conserves") or line.conserved) and ground.table.game.decision.verbs.keys() & {"discard"}
    if line.objects or not (line.finished or line.out or keeps or line.has("stop")):
        return
    everything = frozenset({"ends", "stop", "stays", "all", "both", "rest", "conserves", "only", "each"})
    said.open |= (bool(line.out) and not line.over and not _all_out(ground, line)) or line.has(*_VERBS_OF_ORDERS)
    said.open |= "rest" in line.refused and not line.over and not _has_acted(ground)  # others than whom?
    if commands[0] == "advance":
        yield said.fit(ground.lexicon, "advance none", everything)
    elif end := next((one for one in ("pass", "done") if one in commands), ""):
        yield said.fit(ground.lexicon, end, everything)
    elif "finish" in ground.table.game.decision.verbs:
        yield said.fit(ground.lexicon, "done", everything)


def _all_out(ground: Ground, line: Line) -> bool:
    """Return whether everybody who could still do something is named as staying out: `ge 3 stays`, with nobody else left."""
    units = [item for item in line.out if item.kind == "unit"]
    meant = {unit for item in units for found in ground.meanings(item.wish, ground.able) for unit in found}
    stay = "stays" in line.refused and not line.unclear and not line.refused & {"not", "without"}
    whole = ground.table.kind not in ("move_stack", "move_on")  # not of a stack that is under way
    return stay and whole and len(units) == len(line.out) and meant >= set(ground.able)


def _has_acted(ground: Ground) -> bool:
    """Return whether somebody has moved or fought in an operation whose movement or combats are being ordered."""
    table, operation = ground.table, ground.table.game.state.operation
    if operation is None or table.face.commands[0] not in ("move", "attack"):
        return True
    return bool(operation.moved if table.face.commands[0] == "move" else operation.fought)


__all__ = ["alone", "cards", "combat_cards", "ended", "manners", "picks"]
