"""The Deluxe rules: all frames, cards and exceptions in one place."""

from __future__ import annotations

from engine.core.frames import FrameTable
from engine.pog.cards import (
    combat_cards,
    entries,
    limited_war,
    mobilization,
    optional,
    piles,
    total_war,
)
from engine.pog.content import Content
from engine.pog.rules import (
    activation,
    areas,
    attrition,
    combat,
    control,
    losses,
    mandated,
    movement,
    nations,
    replacement,
    retreats,
    supply,
    victory,
    war_status,
)
from engine.pog.rules.activation_costs import COST_EXCEPTIONS
from engine.pog.rulesets.rulebook import Rulebook
from engine.pog.sequence import (
    actions,
    arrivals,
    attacks,
    battle_end,
    cards_window,
    drawing,
    flank,
    loss_steps,
    moves,
    operations,
    optional_cards,
    peace,
    reactions,
    redeploy,
    replacements,
    turn,
)
from engine.pog.tables import Moments, Tables

#: The modules whose flows and decisions the rules have.
FRAME_MODULES = (
    turn, optional_cards, actions, peace, operations, moves, attacks, flank, cards_window, loss_steps, battle_end, redeploy,
    arrivals, replacements, drawing, mobilization, reactions, entries, limited_war, optional,
)  # fmt: skip


def frames() -> FrameTable:
    """Return all flows and decisions."""
    return FrameTable.of(*FRAME_MODULES)


def tables(content: Content) -> Tables:
    """Return card effects and ordered exceptions, with the content's rules on nations appended."""
    answers = Tables(
        kept_cards=("cp_01_guns_of_august",),
        events={
            **mobilization.EVENTS,
            **limited_war.EVENTS,
            **total_war.EVENTS,
            **optional.EVENTS,
            **entries.EVENTS,
        },
        combat_cards={content.card_by_name[name]: card for name, card in combat_cards.COMBAT_CARDS.items()},
        neutral=areas.NEUTRAL,
        barred=areas.BARRED,
        no_stop=areas.NO_STOP,
        moments=Moments(
            turn_begins=turn.TURN_BEGINS,
            attack=mandated.ATTACK,
            dug=operations.DUG,
            action_over=actions.ACTION_OVER,
            combat_over=battle_end.COMBAT_OVER,
            control=control.CONTROL,
        ),
        may_dig=movement.MAY_DIG,
        dig_drms=operations.DIG_DRMS,
        self_supplied=supply.SELF_SUPPLIED,
        may_commit=cards_window.MAY_COMMIT,
        retreat_ways=retreats.RETREAT_WAYS,
        advancers=retreats.ADVANCERS,
        advance_beyond=retreats.ADVANCE_BEYOND,
        works=combat.WORKS,
        shifts=combat.SHIFTS,
        drms=combat.DRMS,
        may_flank=combat.MAY_FLANK,
        flank=combat.FLANK,
        hit_order=losses.HIT_ORDER,
        card_uses=actions.CARD_USES,
        put_away=piles.PUT_AWAY,
        discards=drawing.DISCARDS,
        offensive_drms=mandated.OFFENSIVE_DRMS,
        offensives_lost=mandated.OFFENSIVES_LOST,
        offensives_void=mandated.OFFENSIVES_VOID,
        offensives_excused=mandated.OFFENSIVES_EXCUSED,
        attack_charges=mandated.ATTACK_CHARGES,
        peace_bars=peace.PEACE_BARS,
        tsar_weak=war_status.TSAR_WEAK,
        final_vp=victory.FINAL_VP,
        may_activate=activation.MAY_ACTIVATE,
        idle=activation.IDLE,
        prices=COST_EXCEPTIONS,
        doomed_units=attrition.DOOMED_UNITS,
        doomed_spaces=attrition.DOOMED_SPACES,
        strongholds=attrition.STRONGHOLDS,
        attack_drms=reactions.ATTACK_DRMS,
        rebuilt=replacement.REBUILT,
    )
    return nations.laid_over(answers, content)


DELUXE = Rulebook("deluxe", frames, tables)
