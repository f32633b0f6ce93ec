"""The rules paragraph of a decision, for refusals of orders given at the wrong moment."""

from __future__ import annotations

from bot.table.refusal import Refusal
from bot.table.table import Table
from bot.table.typed_text import alike
from bot.titles import title_of
from engine.errors import Reason

#: Number of suggestions for an unknown choice.
_SUGGESTED = 3


def wrong_moment(table: Table, wanted: str, part: str = "") -> Refusal:
    """Return the refusal of an order that belongs to another decision, offering what the present one allows."""
    offer = table.present()
    # Redeployment and replacements come from a card played for them, under the same word.
    use = title_of(table.game).face(wanted).commands[0]
    if table.kind == "choose_action" and use in table.game.decision.verbs:
        offer = table.legal(use)
        if not offer[2] and (reason := why_no_card(table, offer[0])) is not None:
            return Refusal(reason, part)
    data = {"decision": table.kind, "wanted": wanted, "commands": commands(table)}
    return Refusal(Reason("wrong_moment", table.face.rule, data), part, offer)


def why_no_card(table: Table, use: str) -> Reason | None:
    """Return why no card in hand may be played for a use."""
    state = table.game.state
    for card in state.rules.content.cards:
        if state.hand[table.side] >> card.id & 1:
            try:
                table.trial().do(use, card.id)
            except Refusal as refusal:
                return refusal.reason
    return None


def commands(table: Table) -> tuple[str, ...]:
    """Return the commands that answer the present decision, as typed."""
    return tuple(f"`/{name}`" for name in table.face.commands)


def no_such_choice(table: Table, text: str, part: str = "", meant: str = "") -> Refusal:
    """Return the refusal of a choice that doesn't exist at the present decision, with the existing ones or the order meant."""
    words = [verb.replace("_", " ") for verb in table.game.decision.verbs if table.may(verb)]
    bare = [word for word in words if table.offers(word.replace(" ", "_"))]
    near = alike(text.casefold(), words)[:_SUGGESTED]
    data = {"text": text, "near": meant or _quote_words(near), "there_are": _quote_words(bare)}
    return Refusal(Reason("no_such_choice", table.face.rule, data), part, table.present())


def _quote_words(words: list[str]) -> tuple[str, ...]:
    return tuple(f"“{word}”" for word in words)


__all__ = ["commands", "no_such_choice", "why_no_card", "wrong_moment"]
