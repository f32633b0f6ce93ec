"""Typed orders that play a card, and the refusals for cards that can't be played that way."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress

from bot.table.refusal import Refusal, Undecided, refuse
from bot.table.table import Table, units_of
from bot.table.typed_text import alike, phrase, pieces, tokens
from bot.titles.pog.notation import actions
from bot.titles.pog.notation.decision_paragraphs import why_no_card, wrong_moment
from bot.titles.pog.notation.lexicon import Lexicon
from engine.errors import ChanceError, Reason

#: A typed order: called with the lexicon, the table to carry it out on, and its text.
Order = Callable[[Lexicon, Table, str], None]
MODES = {
    "ops": "ops", "operations": "ops", "op": "ops", "operation": "ops", "opns": "ops",
    "sr": "sr", "srs": "sr", "redeploy": "sr", "redeployment": "sr", "redeployments": "sr",
    "rp": "rp", "rps": "rp", "replacements": "rp", "replacement": "rp", "repl": "rp",
    "event": "event", "ev": "event", "events": "event", "evt": "event", "evnt": "event",
}  # fmt: skip
#: The uses of a card, in the order in which they are proposed.
_USES = ("event", "ops", "sr", "rp")
AUTO_WORDS = frozenset({
    "auto", "none", "nothing", "1op", "auto op", "automatic", "automatic op", "1 op", "1 operation", "no card", "auto operation",
    "automatic operation", "without card", "automatic ops", "free op", "1 free op", "1 op no card", "1 op no", "no 1 op", "1 operation no", "1 op without card", "no card 1 op", "single op", "1 automatic op", "1 auto op",
    "1 automatic operation", "1 op only", "single operation", "1 op automatic", "1 op auto", "auto action", "automatic action", "action without card", "no card action", "auto ops",
})  # fmt: skip
#: Words for the automatic operation: naming it, saying that it needs no card, and fillers.
_ONE_OP = frozenset({"op", "operation", "1op"})
_FILLERS = frozenset(
    {
        "1",
        "skip",
        "this",
        "round",
        "turn",
        "time",
        "play",
        "please",
        "a",
        "any",
        "the",
        "an",
        "action",
        "with",
        "only",
        "just",
        "using",
        "playing",
    }
)
_AUTOMATIC = _FILLERS | frozenset({"auto", "automatic", "single", "free", "no", "without"})
#: Punctuation around a card and its use, and words before a card number.
_SIGNS = frozenset({"card", ":", ",", "-", "–", "—", "(", ")", ">", "->"})
_NUMBER = frozenset({"no", "nr", "number", "num"})
#: Words before a card that is spent: `sr with pleve`.
_BY = frozenset({"with", "using", "by", "w/", "via", "off", "from", "of"})
#: The actions without a card by the use they are named like, and the number they share with a card.
_WITHOUT_CARD = {"ops": "auto_op", "sr": "auto_sr", "rp": "auto_rp"}
_ONE = "1"
#: The sign before the number of a card.
_NUMBERED = "#"
#: The whole word in the singular, which counts, and the short one that counts after some words: `1 operation`, `one op`, `the 1 op`.
_OPERATION, _OP = "operation", "op"
_COUNTING = frozenset({"one", "the"})
#: Words for playing a card or taking an action without one; fillers.
_PLAYING = frozenset(
    {
        "play",
        "plays",
        "playing",
        "take",
        "takes",
        "taking",
        "use",
        "uses",
        "using",
        "spend",
        "spending",
        "do",
        "make",
        "burn",
        "cash",
    }
)
#: Filler words around a card and its use, and extra words around the use.
_USED_FOR = frozenset({"as", "for"})
_SEATS = frozenset({"ap", "cp"})
#: What is counted of a use.
_COUNTED = frozenset({"point", "points", "pts"})
#: The most points a card gives.
_MOST = 5
#: A card named after what is done with it, without a unit or a space.
_WITH_CARD = re.compile(
    r"^(?:some |a few |my |the |our )*(?:troops|units|men|stuff|things|forces)? ?(?:with|using|by playing|by) (?:the |my )?(.+?)(?: card)?$",
    re.IGNORECASE,
)
#: Separators between a card with its use and what is done with it.
_AFTER_USE = re.compile(r"\s*[:;]\s*")
_AFTER, _SAID = frozenset({"side", "card", "value"}), frozenset({"strategic", "be", "used", "played", "spent", "goes"})
_ARTICLES = frozenset({"the", "a", "an", "its", "that", "this"})
#: Actions without a card that exist only in turns with more than operations.
LONGER_TURNS = {
    "auto sr": "auto_sr", "auto rp": "auto_rp", "1 sr": "auto_sr", "1 rp": "auto_rp",
    "political": "political", "political action": "political", "economic": "economic", "economic action": "economic",
}  # fmt: skip


def play(lexicon: Lexicon, table: Table, text: str) -> None:
    """`CARD as ops|sr|rp|event`, `auto` for one operation without a card, or a combat card."""
    if table.mine and "play" in table.game.decision.verbs:
        _in_combat(lexicon, table, text)
        return
    actions.expect(table, text, "choose_action")
    if alone := _one_of(lexicon, table, text):
        table.do(alone, 0, text)
        return
    words = bare_use(lexicon, text)
    if " ".join(words) in AUTO_WORDS or automatic(words):
        table.do("auto_op", 0, text)
        return
    without = LONGER_TURNS.get(phrase(text))
    if without in table.game.decision.verbs:
        table.do(str(without), 0, text)
        return
    hand = set(units_of(table.game.state.hand[table.side]))
    if len(words) > 1 and words[0] in MODES and words[-1] not in MODES:
        words = [*words[1:], words[0]]  # use before the card
    mode = MODES.get(words[-1], "") if words else ""
    if not mode and (meant := _event(lexicon, table, words)) is not None:
        table.do("event", meant, text)
        if table.ask is not None:
            table.questions.append(Refusal(Reason("event_meant", "9.1.3", {"card": meant}), text))
        return
    if not mode:
        raise _no_use(lexicon, table, words, text)
    named = words[:-2] if len(words) > 2 and words[-2] in ("as", "for", "on", "to", "into") else words[:-1]
    if mode == "ops" and " ".join(named) in AUTO_WORDS:
        table.do("auto_op", 0, text)
        return
    if not named or _only_points(named):
        why = None if table.may(mode) else why_no_card(table, mode)
        raise Refusal(why or Reason("which_card", "9.1.3"), text, table.legal(mode))
    card = lexicon.cards.card(" ".join(named), hand, table.side)
    if card not in hand:
        raise Refusal(Reason("card_not_in_hand", "", {"card": card}), text, table.legal(mode))
    table.do(mode, card, text)


def _one_of(lexicon: Lexicon, table: Table, text: str) -> str:
    """Return the action without a card that a bare one with its use means: `1 ops`; "" for another text.

    Raises:
        Undecided: a card in hand has that number.
    """
    said = tokens(text)
    *ones, use = sorted(word for word in lexicon.counted(said) if word not in _PLAYING) or [""]
    mode = MODES.get(use, "")
    verb = _WITHOUT_CARD.get(mode, "")
    bare = ones == [_ONE] and _NUMBERED not in text and _AUTOMATIC.difference(_FILLERS).isdisjoint(said)
    if not bare or verb not in table.game.decision.verbs:
        return ""
    counts = use == _OPERATION or (use == _OP and not _COUNTING.isdisjoint(said))
    card = None if counts else card_one(lexicon, table, mode)
    if card is None:
        return verb
    book, ops = lexicon.book, lexicon.book.content.cards[card].ops
    told = book.words.say(f"counsel.uses.{mode}", card=book.card(card), ops=ops)
    alone = book.words.say(f"counsel.uses.{verb}")
    raise Undecided(text, {told: f"{_ONE} as {mode}", alone: "auto" if mode == "ops" else f"auto {mode}"})


def card_one(lexicon: Lexicon, table: Table, mode: str) -> int | None:
    """Return the card that a bare one can mean as well as an action without a card, None if none can be played so."""
    cards = lexicon.book.content.cards
    return next((card for card in table.may(mode) if cards[card].number == int(_ONE)), None)


def _only_points(words: Sequence[str]) -> bool:
    """Return whether words count points of a use, and name no card: `2 sr points`."""
    points = [word for word in words if word in MODES or word in _COUNTED]
    return bool(points) and all(word.isdecimal() or word in points for word in words)


def automatic(words: Sequence[str]) -> bool:
    """Return whether words mean one operation without a card, in any order: `a single op without a card`."""
    said = set(words)
    named = said & (_ONE_OP | {"auto", "automatic"})
    return said <= _AUTOMATIC | _ONE_OP and bool(named) and bool(said & (_AUTOMATIC - _FILLERS | {"1"}))


def names_a_use(lexicon: Lexicon, table: Table, words: Sequence[str]) -> bool:
    """Return whether words are a card in hand followed by its use."""
    said, hand = bare_use(lexicon, " ".join(words)), set(units_of(table.game.state.hand[table.side]))
    named = said[:-2] if len(said) > 2 and said[-2] in _USED_FOR else said[:-1]
    with suppress(Refusal):
        return bool(named) and said[-1] in MODES and lexicon.cards.card(" ".join(named), hand, table.side) in hand
    return False


def _in_combat(lexicon: Lexicon, table: Table, text: str) -> None:
    """Play a combat card as its event; any other use belongs to another decision."""
    state, words = table.game.state, tokens(text)
    named = " ".join(words[:-2]) if len(words) > 2 and words[-2] in ("as", "for") else text
    if named != text and (mode := MODES.get(words[-1])) is not None and mode != "event":
        raise wrong_moment(table, "choose_action", text)
    own = units_of(state.hand[table.side] | state.table[table.side])
    table.do("play", lexicon.cards.card(named, table.may("play") or own, table.side), text)


def bare_use(lexicon: Lexicon, text: str) -> list[str]:
    """Return the words of a card with its use, without articles and fillers: `the blockade card for an event`."""
    words = [word for word in lexicon.counted(tokens(text)) if word not in _SIGNS]
    while len(words) > 1 and words[0] in _PLAYING:
        words = words[1:]
        words = words[1:] if len(words) > 1 and words[0] in _ARTICLES else words
    if len(words) > 1 and words[0] in _NUMBER and words[1].isdecimal():
        words = words[1:]
    if len(words) > 2 and words[0] in MODES and words[1] in _BY:
        words = [words[0], *words[2:]]
    if len(words) > 2 and words[-1].isdecimal() and words[-2] in MODES and int(words[-1]) <= _MOST:
        words = words[:-1]  # `blockade as sr (4)`
    if words and words[-1] in ("point", "points") and words[-2:-1] and words[-2] in MODES:
        words = words[:-1]
    if len(words) > 2 and words[-1] in _AFTER and words[-2] in MODES:
        words = words[:-1]
    if len(words) > 1 and words[-1] in MODES:
        kept = [word for word in words[:-1] if word not in _SAID]
        while kept and kept[-1] in _ARTICLES:
            kept = kept[:-1]
        words = [*kept, words[-1]]
    words = words[1:] if len(words) > 1 and words[0] in _ARTICLES and words[1] in MODES else words
    return [*words[:-2], words[-1]] if _counts_points(words) else words


def _counts_points(words: Sequence[str]) -> bool:
    """Return whether a number before the use counts a card's points: `pleve for 2 ops`; not the card number of `cp 2 ops`."""
    if set(words[:-2]) <= _ARTICLES or words[-1] not in MODES or not words[-2].isdecimal() or words[-3] in _SEATS:
        return False
    numbered = len(words) == len("#19 2 ops".split()) and words[-3].isdecimal() and int(words[-3]) > _MOST
    return words[-3] in _USED_FOR or ((words[-3].isalpha() or numbered) and int(words[-2]) <= _MOST)


def _event(lexicon: Lexicon, table: Table, words: Sequence[str]) -> int | None:
    """Return the card in hand named by its title alone that can be played as an event now, or None."""
    if not words or any(word.isdecimal() for word in words):
        return None
    with suppress(Refusal):
        card = lexicon.cards.card(" ".join(words), table.may("event"), table.side)
        return card if table.offers("event", card) else None
    return None


def _no_use(lexicon: Lexicon, table: Table, words: Sequence[str], text: str) -> Refusal:
    """Return the refusal for a card named without a use or with an unknown one, or for an unknown card."""
    hand = set(units_of(table.game.state.hand[table.side]))
    named, use = _card_and_rest(lexicon, words, hand)
    try:
        card = lexicon.cards.card(" ".join(named), hand, table.side)
    except Refusal as refusal:
        if alike(phrase(text), ("auto",)) and not refusal.reason.data.get("near"):
            return refuse("unknown_card", part=text, text=text, near="“auto”")
        return refusal
    if use:
        meant = [use[0]] if use[0] in MODES else alike(use[0], MODES)[:1]
        near = "".join(f"“{MODES[one]}”" for one in meant)
        return refuse("no_such_use", "9.1.3", text, text=" ".join(use), near=near)
    if card not in hand:
        return Refusal(Reason("card_not_in_hand", "", {"card": card}), text, table.present())
    open_, number = refuse("how_to_play", "9.1.3", text, card=card), lexicon.book.content.cards[card].number
    open_.instead = tuple((text, f"{number} as {mode}") for mode in _USES if table.offers(mode, card))
    return open_


def or_card(mode: str, order: Order) -> Order:
    """Return an order named like a use of cards; when choosing an action, `sr pleve` plays the card for that use."""

    def carried(lexicon: Lexicon, table: Table, text: str) -> None:
        if text and table.mine and mode in table.game.decision.verbs:
            hand, card = units_of(table.game.state.hand[table.side]), -1
            named, *then = _AFTER_USE.split(text, maxsplit=1)
            first, _, rest = named.partition(" ")
            behind = _WITH_CARD.search(named) if not rest or first.casefold() not in _BY else None
            with suppress(Refusal):
                card = lexicon.cards.card(rest if first.casefold() in _BY else named, hand, table.side)
            with suppress(Refusal):
                if card not in hand and behind is not None:  # `some troops with the pleve card`
                    card = lexicon.cards.card(behind[1], hand, table.side)
            if card in hand:
                table.do(mode, card, named)
                if then and then[0]:
                    order(lexicon, table, then[0])
                return
        order(lexicon, table, text)

    return carried


def named_as_card(name: str, play: Order, order: Order) -> Order:
    """Return an order named like a card; when choosing an action, a use after the name plays that card: `entrench for ops; lomza move`."""

    def carried(lexicon: Lexicon, table: Table, text: str) -> None:
        first = tokens(next(iter(pieces(text)), ""))
        used = [word for word in first if word not in _SIGNS | _ARTICLES | _USED_FOR]
        if table.mine and table.kind == "choose_action" and len(used) == 1 and used[0] in MODES:
            play(lexicon, table, f"{name} {text}")
        else:
            order(lexicon, table, text)

    return carried


def with_card(order: Order, mode: str = "ops") -> Order:
    """Return an order that first proposes the cheapest card to pay for it, for OPS or SR, if no card has been played yet."""

    def carried(lexicon: Lexicon, table: Table, text: str) -> None:
        if table.mine and table.kind == "choose_action" and table.may(mode):
            _propose(table, mode, lambda trial: order(lexicon, trial, text), text)
        order(lexicon, table, text)

    return carried


def _propose(table: Table, mode: str, order: Callable[[Table], None], text: str) -> None:
    """Play the cheapest card whose points pay for an order, after confirmation.

    The order is tried with the most points first, since if those don't suffice none do, and then once per lower value.

    Raises:
        Refusal: no card pays for it; gives the reason for the card with the most points.
    """
    if not (playable := _by_points(table, mode)):
        return
    *fewer, most = playable
    if (refusal := _refusal_on_trial(most[1], order)) is not None:
        raise refusal
    card = next((card for card, trial in fewer if _refusal_on_trial(trial, order) is None), most[0])
    table.do(mode, card, text)
    if table.ask is not None:
        count = table.game.state.operation.ops if mode == "ops" else table.game.state.rules.content.cards[card].sr
        reason = Reason("card_for_it" if mode == "ops" else "card_for_sr", "9.1.3", {"card": card, "count": count})
        table.questions.append(Refusal(reason, text))


def _by_points(table: Table, mode: str) -> list[tuple[int, Table]]:
    """Return the first card for each value of OPS or SR with a trial of it, in ascending order."""
    cards = table.game.state.rules.content.cards
    points = {card: cards[card].ops if mode == "ops" else cards[card].sr for card in table.may(mode)}
    found: dict[int, tuple[int, Table]] = {}
    for card in sorted(points, key=lambda card: (points[card], cards[card].number)):
        if points[card] in found:
            continue
        trial = table.attempt((mode, card))
        if trial is not None and not trial.chance:  # otherwise another decision comes first
            found[points[card]] = card, trial
    return list(found.values())


def _refusal_on_trial(trial: Table, order: Callable[[Table], None]) -> Refusal | None:
    """Return why an order is refused on a trial; None if it is carried out or reaches a die roll."""
    try:
        order(trial)
    except Refusal as refusal:
        return refusal
    except ChanceError:
        pass
    return None


def _card_and_rest(lexicon: Lexicon, words: Sequence[str], hand: set[int]) -> tuple[Sequence[str], Sequence[str]]:
    """Return the words of a card, and the words after it that should name its use."""
    at = next((at for at in range(1, len(words)) if words[at] in ("as", "for")), 0)
    if at:
        return words[:at], words[at + 1 :]
    with suppress(Refusal):
        found = lexicon.cards.read(words, 0, hand)
        if found is not None:
            return words[: found[1]], words[found[1] :]
    return words, ()


__all__ = [
    "AUTO_WORDS",
    "LONGER_TURNS",
    "MODES",
    "Order",
    "automatic",
    "bare_use",
    "card_one",
    "named_as_card",
    "names_a_use",
    "or_card",
    "play",
    "with_card",
]
