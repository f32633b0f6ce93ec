"""UI of every kind of decision that needs more than plain choices."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.table.decision_ui import DecisionUI
from bot.titles.pog import confirmations, dangers, order_completion
from bot.titles.pog.notation import (
    advance_refusals,
    goal_refusals,
    movement_refusals,
    number_choices,
    redeployment_refusals,
    refusal_reasons,
    turn_refusals,
)
from bot.titles.pog.offer_context import PogOfferContext
from bot.titles.pog.panels import activating, attacking, cards_and_units, fighting, moving, steps

#: Choices that aren't reported: they would reveal whether there was a card to play.
_NOTHING: Final = frozenset({"finish"})

#: Confirmations that other orders can make unnecessary.
_ENDED: Final = {
    "overfills": dangers.still_overfull,
    **dict.fromkeys(("leaves_supply", "leaves_supply_far", "leaves_supply_for_good"), dangers.still_stranded),
}

_OPERATIONS: Final = {
    "activate": DecisionUI(
        step="activate",
        quits="stop",
        rule="9.2.2",
        commands=("activate", "done"),
        suggests={"activate": order_completion.activate, "attack": order_completion.attack},
        offers=activating.activate,
        sheet=steps.spaces,
        reasons={
            "for_movement": refusal_reasons.for_use(attack=False),
            "for_combat": refusal_reasons.for_use(attack=True),
        },
        asks={
            "stop": confirmations.unused_ops,
            "for_movement": dangers.before_moving,
            "for_combat": dangers.forfeits_by_attacking,
        },
        still={
            "plan_forfeited": dangers.plan_without_nancy,
            **dict.fromkeys(("all_bound_there", "none_moves_out"), dangers.still_held),
        },
        said=frozenset({"attack_wastes"}),
        moves=True,
        ending="stop",
    ),
    "move_unit": DecisionUI(
        step="move_unit",
        quits="finish",
        rule="11.1",
        commands=("move", "entrench", "done"),
        suggests={"move": order_completion.move, "entrench": order_completion.entrench},
        offers=moving.move_unit,
        sheet=steps.movement,
        reasons={"pick": movement_refusals.why_no_mover, "finish": movement_refusals.why_no_end},
        moves=True,
        ending="finish",
    ),
    "move_stack": DecisionUI(
        step="move_unit",
        quits="leave",
        rule="11.1",
        commands=("move", "entrench", "done"),
        suggests={"move": order_completion.move, "entrench": order_completion.entrench},
        offers=moving.move_stack,
        reasons={
            "add": movement_refusals.why_no_mover,
            "leave": movement_refusals.why_no_end,
            "entrench": movement_refusals.why_no_digging,
            "step": goal_refusals.why_no_step,
            "reorganise": turn_refusals.why_not_reorganised,
            "build": turn_refusals.why_not_built,
        },
        asks={"step": dangers.of_step},
        still=_ENDED,
        moves=True,
        ending="leave",
    ),
    "move_on": DecisionUI(
        step="move_unit",
        rule="11.1",
        commands=("move", "done"),
        offers=moving.move_on,
        reasons={
            "step": goal_refusals.why_no_step,
            "stop": movement_refusals.why_no_stop,
            "drop": movement_refusals.why_no_drop,
            "claim": turn_refusals.why_not_claimed,
        },
        asks={"step": dangers.of_step, "stop": dangers.ends_here, "drop": dangers.sets_down},
        still=_ENDED,
        moves=True,
        ending="stop",
    ),
    "attack": DecisionUI(
        rule="12.1",
        commands=("attack", "done"),
        suggests={"attack": order_completion.attack},
        offers=attacking.attack,
        reasons={"add": refusal_reasons.attacker, "target": refusal_reasons.target},
        asks={"target": confirmations.before_attacking, "decline": confirmations.unfought_for_plan},
        moves=True,
    ),
}

_TRENCH_CARDS: Final = DecisionUI(
    rule="12.2.4",
    commands=("card", "pass"),
    offers=fighting.cards,
    reasons={"play": refusal_reasons.combat_card},
    shows="hand",
    unread=_NOTHING,
    standing="attacking",
)
_ATTACKER_CARDS: Final = replace(_TRENCH_CARDS, rule="12.2.6")

_COMBAT_CARDS: Final = {
    "trench_cards": replace(_TRENCH_CARDS, told_as="combat"),
    "open_trench_cards": _TRENCH_CARDS,
    "flank": DecisionUI(
        rule="12.3", offers=fighting.cards, shows="hand", reasons={"play": refusal_reasons.combat_card}
    ),
    "attacker_cards": replace(_ATTACKER_CARDS, told_as="combat"),
    "open_attacker_cards": _ATTACKER_CARDS,
    "defender_cards": replace(_ATTACKER_CARDS, standing="defending"),
}

#: How either side takes losses.
_LOSS: Final = DecisionUI(
    step="defender_loss",
    rule="12.4",
    commands=("lose",),
    suggests={"lose": order_completion.lose},
    offers=fighting.loss,
    reasons={"hit": refusal_reasons.hit, "hit_fort": refusal_reasons.hit_fort},
    standing="losses",
)

_COMBAT: Final = {
    "defender_loss": _LOSS,
    "attacker_loss": _LOSS,
    "choose_replacement": DecisionUI(
        step="defender_loss",
        rule="12.4.4",
        suggests={"lose": order_completion.lose},
        offers=fighting.loss,
        standing="losses",
    ),
    "withdrawal_step": DecisionUI(rule="12.6.3", suggests={"lose": order_completion.lose}, offers=fighting.loss),
    "retreat_option": DecisionUI(
        reasons={"hold": movement_refusals.why_not_retreating},
        step="retreat",
        rule="12.5.3",
        commands=("retreat",),
        suggests={"retreat": order_completion.retreat},
        offers=fighting.retreat_option,
        standing="retreat",
    ),
    "retreat": DecisionUI(
        rule="12.5",
        commands=("retreat",),
        suggests={"retreat": order_completion.retreat},
        offers=fighting.retreat,
        step="retreat",
        reasons={
            "pick": movement_refusals.why_not_retreating,
            "step": goal_refusals.why_no_step,
            "eliminate": movement_refusals.why_not_eliminated,
            "halt": turn_refusals.why_not_halting,
        },
        standing="retreat",
    ),
    "declare_advance": DecisionUI(
        step="advance",
        quits="decline",
        rule="12.5.1",
        commands=("advance", "pass"),
        suggests={"advance": order_completion.occupy},
        offers=fighting.declare_advance,
        reasons={"add": advance_refusals.why_not_named},
        asks={"decline": confirmations.nobody_advances},
        standing="advance",
    ),
    "advance": DecisionUI(
        step="advance",
        quits="finish",
        rule="12.7",
        commands=("advance", "pass"),
        suggests={"advance": order_completion.advance},
        offers=fighting.advance,
        reasons={
            "add": advance_refusals.why_no_advance,
            "step": movement_refusals.why_not_on,
            "stop": movement_refusals.why_no_halt,
            "finish": movement_refusals.why_advance_goes_on,
        },
        asks={
            "step": dangers.of_step,
            "stop": dangers.ends_here,
            "finish": confirmations.nobody_advances,
        },
        still=_ENDED,
        standing="advance",
    ),
}

_ELSEWHERE: Final = {
    "guns_of_august": DecisionUI(rule="4.3.1", shows="hand"),
    "war_opening": DecisionUI(rule="4.3.4"),
    "choose_action": DecisionUI(
        rule="8.1.3",
        commands=("play",),
        offers=cards_and_units.choose_action,
        sheet=steps.card_and_spaces,
        sheet_needs=frozenset({"ops", "auto_op"}),
        shows="hand",
        asks={"event": dangers.arrives_at_home},
        # Every card can be played for operations, so that verb offers the most.
        leads="ops",
        between=True,
        moves=True,
    ),
    "answer_peace": DecisionUI(rule="16.5.2"),
    "strike_back": DecisionUI(rule="AP 9", moves=True),
    "evacuation_corps": DecisionUI(step="sr_unit", rule="9.5.3.5", moves=True),
    "evacuation": DecisionUI(step="sr_unit", rule="9.5.3.5", moves=True),
    "sr_unit": DecisionUI(
        step="sr_unit",
        quits="finish",
        rule="13.1",
        commands=("sr", "done"),
        suggests={"sr": order_completion.sr},
        asks={"finish": confirmations.unsent},
        offers=cards_and_units.sr_unit,
        reasons={
            "pick": redeployment_refusals.why_not_sent,
            "near": turn_refusals.why_not_near,
            "convert": turn_refusals.why_not_converted,
            "evacuate": turn_refusals.why_not_evacuated,
            "finish": turn_refusals.why_not_ended,
        },
        moves=True,
    ),
    "sr_destination": DecisionUI(
        step="sr_unit",
        rule="13.1",
        offers=cards_and_units.sr_destination,
        reasons={"to": redeployment_refusals.why_not_there},
        moves=True,
    ),
    "sr_near": DecisionUI(
        step="sr_unit",
        rule="13.1.2",
        offers=cards_and_units.sr_destination,
        reasons={"to": redeployment_refusals.why_not_near_there},
        moves=True,
    ),
    "replacement": DecisionUI(
        step="replacement",
        quits="finish",
        rule="17.1",
        commands=("rp", "done"),
        suggests={"rp": order_completion.spend},
        offers=cards_and_units.replacement,
        reasons={"spend": refusal_reasons.spending},
        asks={"finish": confirmations.lapsing},
    ),
    "economic_replacement": DecisionUI(
        step="replacement",
        quits="finish",
        rule="9.4.4",
        commands=("rp", "done"),
        suggests={"rp": order_completion.spend},
        offers=cards_and_units.replacement,
        reasons={"spend": refusal_reasons.spending},
        asks={"finish": confirmations.lapsing},
    ),
    "record_point": DecisionUI(
        rule="9.4.2", offers=cards_and_units.record_point, reasons={"pool": number_choices.why_no_point}
    ),
    "put_aside": DecisionUI(
        rule="8.1.6", shows="hand", unread=_NOTHING, reasons={"discard": turn_refusals.why_not_put_away}
    ),
    "rebuild": DecisionUI(step="replacement", rule="17.1.5", commands=("rp",)),
    "place_reinforcement": DecisionUI(rule="9.5.3.3"),
    "discard": DecisionUI(
        rule="9.5.4.6",
        shows="hand",
        unread=_NOTHING,
        reasons={"discard": turn_refusals.why_not_put_away},
        standing="discarding",
    ),
    "disband_corps": DecisionUI(rule="10.1.2.1", reasons={"remove": refusal_reasons.why_not_given_up}),
    "overstacked": DecisionUI(rule="10.1.3"),
    "landwehr": DecisionUI(rule="6.1", one_by_one=True),
}

#: UI by kind of decision.
FACES: Final[dict[str, DecisionUI[PogOfferContext]]] = {**_OPERATIONS, **_COMBAT_CARDS, **_COMBAT, **_ELSEWHERE}
#: Any other decision is a step of the sequence of play and is answered with plain choices.
GENERIC: Final[DecisionUI[PogOfferContext]] = DecisionUI(rule="6.1")


__all__ = ["FACES", "GENERIC"]
