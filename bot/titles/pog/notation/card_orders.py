"""Typed orders that play a card, and what is said of a card that is not played so."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress

from bot.table.refusal import Refusal, refuse
from bot.table.table import Table, units_of
from bot.table.typed_text import alike, phrase, pieces, tokens
from bot.titles.pog.notation import actions
from bot.titles.pog.notation.decision_paragraphs import why_no_card, wrong_moment
from bot.titles.pog.notation.lexicon import Lexicon
from engine.errors import ChanceError, Reason

#: A typed order: what it is read with, where it is carried out, and its text.
Order = Callable[[Lexicon, Table, str], None]
MODES = {
    "ops": "ops", "operations": "ops", "op": "ops", "operation": "ops", "opns": "ops",
    "sr": "sr", "srs": "sr", "redeploy": "sr", "redeployment": "sr", "redeployments": "sr",
    "rp": "rp", "rps": "rp", "replacements": "rp", "replacement": "rp", "repl": "rp",
    "event": "event", "ev": "event", "events": "event",
}  # fmt: skip
AUTO_WORDS = frozenset({
    "auto", "none", "nothing", "1op", "auto op", "automatic", "automatic op", "1 op", "1 operation", "no card", "auto operation",
    "automatic operation", "without card", "automatic ops", "free op", "1 free op", "1 op no card", "1 op no", "no 1 op", "1 operation no", "1 op without card", "no card 1 op", "single op", "1 automatic op", "1 auto op",
    "1 automatic operation", "1 op only", "single operation", "1 op automatic", "1 op auto",
})  # fmt: skip
#: Words of such an action: what it is, that it needs no card, and what adds nothing.
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
#: Signs around a card and its use, and words before the number of a card.
_SIGNS = frozenset({"card", ":", ",", "-", "–", "—", "(", ")", ">", "->"})
_NUMBER = frozenset({"no", "nr", "number", "num"})
#: Words before a card that is spent: `sr with pleve`.
_BY = frozenset({"with", "using", "by", "w/", "via", "off", "from", "of"})
#: Words before a card or an action without one that say no more than that it is played.
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
#: Words around a card and its use that add nothing, and words of a use beside its own.
_USED_FOR = frozenset({"as", "for"})
_SEATS = frozenset({"ap", "cp"})
#: How many points a card gives at most.
_MOST = 5
#: A card behind what is done with it, which names no unit and no space.
_WITH_CARD = re.compile(
    r"^(?:some |a few |my |the |our )*(?:troops|units|men|stuff|things|forces)? ?(?:with|using|by playing|by) (?:the |my )?(.+?)(?: card)?$",
    re.IGNORECASE,
)
#: What parts a card with its use from what is done with it.
_AFTER_USE = re.compile(r"\s*[:;]\s*")
_AFTER, _SAID = frozenset({"side", "card", "value"}), frozenset({"strategic", "be", "used", "played", "spent", "goes"})
_ARTICLES = frozenset({"the", "a", "an", "its", "that", "this"})
#: Actions without a card that only turns with more than operations have.
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
        words = [*words[1:], words[0]]  # the use before the card
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
    if not named:
        why = None if table.may(mode) else why_no_card(table, mode)
        raise Refusal(why or Reason("which_card", "9.1.3"), text, table.legal(mode))
    card = lexicon.cards.card(" ".join(named), hand, table.side)
    if card not in hand:
        raise Refusal(Reason("card_not_in_hand", "", {"card": card}), text, table.legal(mode))
    table.do(mode, card, text)


def automatic(words: Sequence[str]) -> bool:
    """Return whether words say in any order that one operation is taken without a card: `a single op without a card`."""
    said = set(words)
    return said <= _AUTOMATIC | _ONE_OP and bool(said & _ONE_OP) and bool(said & (_AUTOMATIC - _FILLERS | {"1"}))


def names_a_use(lexicon: Lexicon, table: Table, words: Sequence[str]) -> bool:
    """Return whether words are a card in hand with what it is played for behind it."""
    said, hand = bare_use(lexicon, " ".join(words)), set(units_of(table.game.state.hand[table.side]))
    named = said[:-2] if len(said) > 2 and said[-2] in _USED_FOR else said[:-1]
    with suppress(Refusal):
        return bool(named) and said[-1] in MODES and lexicon.cards.card(" ".join(named), hand, table.side) in hand
    return False


def _in_combat(lexicon: Lexicon, table: Table, text: str) -> None:
    """Play a combat card, which is its event; any other use is for another moment."""
    state, words = table.game.state, tokens(text)
    named = " ".join(words[:-2]) if len(words) > 2 and words[-2] in ("as", "for") else text
    if named != text and (mode := MODES.get(words[-1])) is not None and mode != "event":
        raise wrong_moment(table, "choose_action", text)
    own = units_of(state.hand[table.side] | state.table[table.side])
    table.do("play", lexicon.cards.card(named, table.may("play") or own, table.side), text)


def bare_use(lexicon: Lexicon, text: str) -> list[str]:
    """Return the words of a card with its use, without articles and what else adds nothing: `the blockade card for an event`."""
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
    """Return whether a number before the use says how many points a card gives: `pleve for 2 ops`; not that of a card, as in `cp 2 ops`."""
    if set(words[:-2]) <= _ARTICLES or words[-1] not in MODES or not words[-2].isdecimal() or words[-3] in _SEATS:
        return False
    numbered = len(words) == len("#19 2 ops".split()) and words[-3].isdecimal() and int(words[-3]) > _MOST
    return words[-3] in _USED_FOR or ((words[-3].isalpha() or numbered) and int(words[-2]) <= _MOST)


def _event(lexicon: Lexicon, table: Table, words: Sequence[str]) -> int | None:
    """Return the card in hand that is named by its title alone and may be played as its event now; None where none is."""
    if not words or any(word.isdecimal() for word in words):
        return None
    with suppress(Refusal):
        card = lexicon.cards.card(" ".join(words), table.may("event"), table.side)
        return card if table.offers("event", card) else None
    return None


def _no_use(lexicon: Lexicon, table: Table, words: Sequence[str], text: str) -> Refusal:
    """Return a card that is named without what it is played for, or for nothing that there is, or one that nobody knows."""
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
    return refuse("how_to_play", "9.1.3", text, card=card)


def or_card(mode: str, order: Order) -> Order:
    """Return an order that is named like a use of cards: before an action a card behind it is played for that use, as in `sr pleve`."""

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
    """Return an order with the name of a card: before an action its use behind the name plays that card, as in `entrench for ops; lomza move`."""

    def carried(lexicon: Lexicon, table: Table, text: str) -> None:
        first = tokens(next(iter(pieces(text)), ""))
        used = [word for word in first if word not in _SIGNS | _ARTICLES | _USED_FOR]
        if table.mine and table.kind == "choose_action" and len(used) == 1 and used[0] in MODES:
            play(lexicon, table, f"{name} {text}")
        else:
            order(lexicon, table, text)

    return carried


def with_card(order: Order, mode: str = "ops") -> Order:
    """Return an order for which no card has been played yet: the cheapest that pays for it is proposed first, for OPS or SR."""

    def carried(lexicon: Lexicon, table: Table, text: str) -> None:
        if table.mine and table.kind == "choose_action" and table.may(mode):
            _propose(table, mode, lambda trial: order(lexicon, trial, text), text)
        order(lexicon, table, text)

    return carried


def _propose(table: Table, mode: str, order: Callable[[Table], None], text: str) -> None:
    """Play the cheapest card whose points pay for an order, which is asked about.

    The order is tried with the most points first, since what they don't pay for nothing pays for, and then once with each number of them.

    Raises:
        Refusal: no card pays for it, with the reason of the one with most points.
    """
    if not (playable := _by_points(table, mode)):
        return
    *fewer, most = playable
    if (refusal := _refused(most[1], order)) is not None:
        raise refusal
    card = next((card for card, trial in fewer if _refused(trial, order) is None), most[0])
    table.do(mode, card, text)
    if table.ask is not None:
        count = table.game.state.operation.ops if mode == "ops" else table.game.state.rules.content.cards[card].sr
        reason = Reason("card_for_it" if mode == "ops" else "card_for_sr", "9.1.3", {"card": card, "count": count})
        table.questions.append(Refusal(reason, text))


def _by_points(table: Table, mode: str) -> list[tuple[int, Table]]:
    """For each number of OPS or SR that a card gives at once: the first such card with a trial of it, in ascending order."""
    cards = table.game.state.rules.content.cards
    points = {card: cards[card].ops if mode == "ops" else cards[card].sr for card in table.may(mode)}
    found: dict[int, tuple[int, Table]] = {}
    for card in sorted(points, key=lambda card: (points[card], cards[card].number)):
        if points[card] in found:
            continue
        trial = table.attempt((mode, card))
        if trial is not None and not trial.chance:  # else something else comes first
            found[points[card]] = card, trial
    return list(found.values())


def _refused(trial: Table, order: Callable[[Table], None]) -> Refusal | None:
    """Why an order is refused on a trial; None where it is carried out, or comes to its dice."""
    try:
        order(trial)
    except Refusal as refusal:
        return refusal
    except ChanceError:
        pass
    return None


def _card_and_rest(lexicon: Lexicon, words: Sequence[str], hand: set[int]) -> tuple[Sequence[str], Sequence[str]]:
    """Return the words of a card, and those behind it that should say what it is played for."""
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
    "named_as_card",
    "names_a_use",
    "or_card",
    "play",
    "with_card",
]
