"""Typed orders that play a card, and what is said of a card that is not played so."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from bot.table.refusal import Refusal, refuse
from bot.table.table import Table, units_of
from bot.table.words import alike, phrase, tokens
from bot.titles.pog.notation import actions
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.moments import why_no_card
from engine.errors import Reason

MODES = {
    "ops": "ops", "operations": "ops", "op": "ops", "operation": "ops",
    "sr": "sr", "redeploy": "sr", "redeployment": "sr",
    "rp": "rp", "replacements": "rp", "replacement": "rp",
    "event": "event", "ev": "event",
}  # fmt: skip
AUTO_WORDS = frozenset({"auto", "none", "nothing", "1op", "auto op", "automatic", "1 op", "no card"})
#: Actions without a card that only turns with more than operations have.
LONGER_TURNS = {
    "auto sr": "auto_sr", "auto rp": "auto_rp", "1 sr": "auto_sr", "1 rp": "auto_rp",
    "political": "political", "political action": "political", "economic": "economic", "economic action": "economic",
}  # fmt: skip


def play(lexicon: Lexicon, table: Table, text: str) -> None:
    """`CARD as ops|sr|rp|event`, `auto` for one operation without a card, or a combat card."""
    if table.mine and "play" in table.game.decision.verbs:
        state = table.game.state
        own = units_of(state.hand[table.side] | state.table[table.side])
        table.do("play", lexicon.card(text, table.may("play") or own, table.side), text)
        return
    actions.expect(table, text, "choose_action")
    words = tokens(text)
    if phrase(text) in AUTO_WORDS:
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
    if not mode:
        raise _no_use(lexicon, table, words, text)
    named = words[:-2] if len(words) > 2 and words[-2] in ("as", "for") else words[:-1]
    if mode == "ops" and " ".join(named) in AUTO_WORDS:
        table.do("auto_op", 0, text)
        return
    if not named:
        why = None if table.may(mode) else why_no_card(table, mode)
        raise Refusal(why or Reason("which_card", "9.1.3"), text, table.legal(mode))
    card = lexicon.card(" ".join(named), hand, table.side)
    if card not in hand:
        raise Refusal(Reason("card_not_in_hand", "", {"card": card}), text, table.legal(mode))
    table.do(mode, card, text)


def _no_use(lexicon: Lexicon, table: Table, words: Sequence[str], text: str) -> Refusal:
    """A card that is named without what it is played for, or for nothing that there is, or one that nobody knows."""
    hand = set(units_of(table.game.state.hand[table.side]))
    named, use = _card_and_rest(lexicon, words, hand)
    try:
        card = lexicon.card(" ".join(named), hand, table.side)
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


def _card_and_rest(lexicon: Lexicon, words: Sequence[str], hand: set[int]) -> tuple[Sequence[str], Sequence[str]]:
    """The words of a card, and those behind it that should say what it is played for."""
    at = next((at for at in range(1, len(words)) if words[at] in ("as", "for")), 0)
    if at:
        return words[:at], words[at + 1 :]
    with suppress(Refusal):
        found = lexicon.read_card(words, 0, hand)
        if found is not None:
            return words[: found[1]], words[found[1] :]
    return words, ()


__all__ = ["play"]
