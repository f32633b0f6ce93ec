"""Which paragraph of the rules a decision stands under, for refusals of orders given at another moment."""

from __future__ import annotations

from typing import Final

from bot.notation.refusal import Refusal, refuse
from bot.notation.table import Table
from engine.errors import Reason

#: Paragraph by kind of decision; what is not named here is a step of the sequence of play.
_RULES: Final = {
    "guns_of_august": "4.3.1",
    "choose_action": "8.1.3",
    "answer_peace": "16.5.2",
    "activate": "9.2.2",
    "move_unit": "11.1",
    "move_stack": "11.1",
    "move_on": "11.1",
    "attack": "12.1",
    "trench_cards": "12.2.4",
    "flank": "12.3",
    "attacker_cards": "12.2.6",
    "defender_cards": "12.2.6",
    "open_trench_cards": "12.2.4",
    "open_attacker_cards": "12.2.6",
    "attacker_loss": "12.4",
    "defender_loss": "12.4",
    "choose_replacement": "12.4.4",
    "withdrawal_step": "12.6.3",
    "retreat_option": "12.5.3",
    "retreat": "12.5",
    "advance": "12.7",
    "sr_unit": "13.1",
    "sr_destination": "13.1",
    "place_reinforcement": "9.5.3.3",
    "replacement": "17.1",
    "rebuild": "17.1.5",
    "discard": "9.5.4.6",
    "overstacked": "10.1.3",
}
_SEQUENCE: Final = "6.1"


def rule_of(kind: str) -> str:
    """The paragraph that a kind of decision stands under."""
    return _RULES.get(kind, _SEQUENCE)


def wrong_moment(table: Table, wanted: str, part: str = "") -> Refusal:
    """An order that belongs to another decision than the present one, with what the present one offers."""
    reason = refuse("wrong_moment", rule_of(table.kind), decision=table.kind, wanted=wanted).reason
    return Refusal(reason, part, present(table))


def not_now(table: Table, part: str = "") -> Refusal:
    """A choice of a kind that the present decision does not know, with what it does."""
    return Refusal(Reason("not_possible_now", rule_of(table.kind), {"decision": table.kind}), part, present(table))


def no_such_choice(table: Table, text: str, part: str = "") -> Refusal:
    """A choice that the present decision does not have, with those that it has."""
    return Refusal(Reason("no_such_choice", rule_of(table.kind), {"text": text}), part, present(table))


def present(table: Table) -> tuple[str, str, tuple[int, ...]]:
    """The first verb of the present decision that has something to choose from, as a refusal offers it."""
    verbs = table.game.decision.verbs if table.game.stack else ()
    # Every card may be played for operations, so that offers most where a card is chosen.
    for verb in sorted(verbs, key=lambda verb: verb != "ops"):
        offer = table.legal(verb)
        if offer[1] and offer[2]:
            return offer
    return "", "", ()


__all__ = ["no_such_choice", "not_now", "present", "rule_of", "wrong_moment"]
