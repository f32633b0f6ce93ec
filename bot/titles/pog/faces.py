"""The faces of all kinds of decision that need more than their bare choices."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.table.faces import Face
from bot.titles.pog import dangers, questions, suggesting
from bot.titles.pog.desk import Desk
from bot.titles.pog.notation import counted, goals, longer_turns, sending, stepping, whynot
from bot.titles.pog.panels import activating, attacking, cards_and_units, fighting, moving, steps

#: Nothing was played: that there was a card to play would tell.
_NOTHING: Final = frozenset({"finish"})

#: Questions that what else is ordered may answer.
_STRANDED: Final = dict.fromkeys(
    ("leaves_supply", "leaves_supply_far", "leaves_supply_for_good"), dangers.still_stranded
)

_OPERATIONS: Final = {
    "activate": Face(
        step="activate",
        quits="stop",
        rule="9.2.2",
        commands=("activate", "done"),
        suggests={"activate": suggesting.activate, "attack": suggesting.attack},
        offers=activating.activate,
        sheet=steps.spaces,
        reasons={"for_movement": whynot.for_use(attack=False), "for_combat": whynot.for_use(attack=True)},
        asks={
            "stop": questions.unused_ops,
            "for_movement": dangers.forfeits_by_moving,
            "for_combat": dangers.forfeits_by_attacking,
        },
        still={"plan_forfeited": dangers.plan_without_nancy},
        said=frozenset({"stop"}),
        moves=True,
        ending="stop",
    ),
    "move_unit": Face(
        step="move_unit",
        quits="finish",
        rule="11.1",
        commands=("move", "entrench", "done"),
        suggests={"move": suggesting.move, "entrench": suggesting.entrench},
        offers=moving.move_unit,
        sheet=steps.movement,
        reasons={"pick": stepping.why_no_mover, "finish": stepping.why_no_end},
        moves=True,
        ending="finish",
    ),
    "move_stack": Face(
        step="move_unit",
        quits="leave",
        rule="11.1",
        commands=("move", "entrench", "done"),
        suggests={"move": suggesting.move, "entrench": suggesting.entrench},
        offers=moving.move_stack,
        reasons={
            "add": stepping.why_no_mover,
            "leave": stepping.why_no_end,
            "entrench": stepping.why_no_digging,
            "step": goals.why_no_step,
            "reorganise": longer_turns.why_not_reorganised,
            "build": longer_turns.why_not_built,
        },
        asks={"step": dangers.of_step},
        still=_STRANDED,
        moves=True,
        ending="leave",
    ),
    "move_on": Face(
        step="move_unit",
        rule="11.1",
        commands=("move", "done"),
        offers=moving.move_on,
        reasons={
            "step": goals.why_no_step,
            "stop": stepping.why_no_stop,
            "drop": stepping.why_no_drop,
            "claim": longer_turns.why_not_claimed,
        },
        asks={"step": dangers.of_step, "stop": dangers.strands_here, "drop": dangers.strands_unit},
        still=_STRANDED,
        moves=True,
        ending="stop",
    ),
    "attack": Face(
        rule="12.1",
        commands=("attack", "done"),
        suggests={"attack": suggesting.attack},
        offers=attacking.attack,
        reasons={"add": whynot.attacker, "target": whynot.target},
        asks={"target": questions.harmless, "decline": questions.unfought_for_plan},
        moves=True,
    ),
}

_TRENCH_CARDS: Final = Face(
    rule="12.2.4",
    commands=("card", "pass"),
    offers=fighting.cards,
    reasons={"play": whynot.combat_card},
    shows="hand",
    unread=_NOTHING,
    standing="attacking",
)
_ATTACKER_CARDS: Final = replace(_TRENCH_CARDS, rule="12.2.6")

_COMBAT_CARDS: Final = {
    "trench_cards": replace(_TRENCH_CARDS, told_as="combat"),
    "open_trench_cards": _TRENCH_CARDS,
    "flank": Face(rule="12.3", offers=fighting.cards, shows="hand", reasons={"play": whynot.combat_card}),
    "attacker_cards": replace(_ATTACKER_CARDS, told_as="combat"),
    "open_attacker_cards": _ATTACKER_CARDS,
    "defender_cards": replace(_ATTACKER_CARDS, standing="defending"),
}

_COMBAT: Final = {
    "defender_loss": Face(
        step="defender_loss",
        rule="12.4",
        commands=("lose",),
        suggests={"lose": suggesting.lose},
        offers=fighting.loss,
        reasons={"hit": whynot.hit, "hit_fort": whynot.hit_fort},
        standing="losses",
    ),
    "attacker_loss": Face(
        step="defender_loss",
        rule="12.4",
        commands=("lose",),
        suggests={"lose": suggesting.lose},
        offers=fighting.loss,
        reasons={"hit": whynot.hit, "hit_fort": whynot.hit_fort},
        standing="losses",
    ),
    "choose_replacement": Face(
        step="defender_loss", rule="12.4.4", suggests={"lose": suggesting.lose}, offers=fighting.loss, standing="losses"
    ),
    "withdrawal_step": Face(rule="12.6.3", suggests={"lose": suggesting.lose}, offers=fighting.loss),
    "retreat_option": Face(
        reasons={"hold": stepping.why_not_retreating},
        step="retreat",
        rule="12.5.3",
        commands=("retreat",),
        suggests={"retreat": suggesting.retreat},
        offers=fighting.retreat_option,
        standing="retreat",
    ),
    "retreat": Face(
        rule="12.5",
        commands=("retreat",),
        suggests={"retreat": suggesting.retreat},
        offers=fighting.retreat,
        step="retreat",
        reasons={
            "pick": stepping.why_not_retreating,
            "step": goals.why_no_step,
            "eliminate": stepping.why_not_eliminated,
            "halt": longer_turns.why_not_halting,
        },
        standing="retreat",
    ),
    "declare_advance": Face(
        step="advance",
        quits="decline",
        rule="12.5.1",
        commands=("advance", "pass"),
        suggests={"advance": suggesting.occupy},
        offers=fighting.declare_advance,
        reasons={"add": stepping.why_not_named},
        asks={"decline": questions.fort_spared},
        standing="advance",
    ),
    "advance": Face(
        step="advance",
        quits="finish",
        rule="12.7",
        commands=("advance", "pass"),
        suggests={"advance": suggesting.advance},
        offers=fighting.advance,
        reasons={
            "add": stepping.why_no_advance,
            "step": stepping.why_not_on,
            "stop": stepping.why_no_halt,
            "finish": stepping.why_advance_goes_on,
        },
        asks={
            "step": dangers.of_step,
            "stop": dangers.strands_here,
            "finish": questions.fort_spared,
        },
        still=_STRANDED,
        standing="advance",
    ),
}

_ELSEWHERE: Final = {
    "guns_of_august": Face(rule="4.3.1", shows="hand"),
    "war_opening": Face(rule="4.3.4"),
    "choose_action": Face(
        rule="8.1.3",
        commands=("play",),
        offers=cards_and_units.choose_action,
        sheet=steps.card_and_spaces,
        shows="hand",
        asks={"event": dangers.arrives_at_home},
        # Every card may be played for operations, so that offers most.
        leads="ops",
        between=True,
        moves=True,
    ),
    "answer_peace": Face(rule="16.5.2"),
    "strike_back": Face(rule="AP 9", moves=True),
    "evacuation_corps": Face(step="sr_unit", rule="9.5.3.5", moves=True),
    "evacuation": Face(step="sr_unit", rule="9.5.3.5", moves=True),
    "sr_unit": Face(
        step="sr_unit",
        quits="finish",
        rule="13.1",
        commands=("sr", "done"),
        suggests={"sr": suggesting.sr},
        asks={"finish": questions.unsent},
        offers=cards_and_units.sr_unit,
        reasons={
            "pick": sending.why_not_sent,
            "near": longer_turns.why_not_near,
            "convert": longer_turns.why_not_converted,
            "evacuate": longer_turns.why_not_evacuated,
            "finish": longer_turns.why_not_ended,
        },
        moves=True,
    ),
    "sr_destination": Face(
        step="sr_unit",
        rule="13.1",
        offers=cards_and_units.sr_destination,
        reasons={"to": sending.why_not_there},
        moves=True,
    ),
    "sr_near": Face(
        step="sr_unit",
        rule="13.1.2",
        offers=cards_and_units.sr_destination,
        reasons={"to": sending.why_not_near_there},
        moves=True,
    ),
    "replacement": Face(
        step="replacement",
        quits="finish",
        rule="17.1",
        commands=("rp", "done"),
        suggests={"rp": suggesting.spend},
        offers=cards_and_units.replacement,
        reasons={"spend": whynot.spending},
        asks={"finish": questions.lapsing},
    ),
    "economic_replacement": Face(
        step="replacement",
        quits="finish",
        rule="9.4.4",
        commands=("rp", "done"),
        suggests={"rp": suggesting.spend},
        offers=cards_and_units.replacement,
        reasons={"spend": whynot.spending},
    ),
    "record_point": Face(rule="9.4.2", offers=cards_and_units.record_point, reasons={"pool": counted.why_no_point}),
    "put_aside": Face(rule="8.1.6", shows="hand", unread=_NOTHING, reasons={"discard": longer_turns.why_not_put_away}),
    "rebuild": Face(step="replacement", rule="17.1.5", commands=("rp",)),
    "place_reinforcement": Face(rule="9.5.3.3"),
    "discard": Face(
        rule="9.5.4.6",
        shows="hand",
        unread=_NOTHING,
        reasons={"discard": longer_turns.why_not_put_away},
        standing="discarding",
    ),
    "overstacked": Face(rule="10.1.3"),
}

#: By kind of decision.
FACES: Final[dict[str, Face[Desk]]] = {**_OPERATIONS, **_COMBAT_CARDS, **_COMBAT, **_ELSEWHERE}
#: Any other decision is a step of the sequence of play, and answered by its bare choices.
GENERIC: Final[Face[Desk]] = Face(rule="6.1")


__all__ = ["FACES", "GENERIC"]
