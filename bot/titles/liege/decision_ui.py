"""UI of each kind of decision of Liège 1914."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.table.decision_ui import DecisionUI
from bot.table.offers import OfferContext, Offers
from bot.titles.liege import proposals
from bot.titles.liege.notation import (
    afterwards_orders,
    assault_orders,
    barrage_orders,
    barrage_targets,
    combat_orders,
    movement_orders,
    recon_orders,
)
from bot.titles.liege.panels import afterwards_panels, assault_panels, barrage_panels, combat_panels, movement_panels

Made = Callable[[OfferContext], Offers]


def _proposing(made: Made) -> Made:
    """Wrap an offer builder so that the computer's proposal for the rest of the phase comes first."""

    def offers(context: OfferContext) -> Offers:
        found = made(context)
        proposals.proposal_of(context, found)
        return found

    return offers


_SUGGESTS: Final = {
    "move": movement_orders.marches, "march": movement_orders.marches, "turn": movement_orders.turns,
    "arrive": movement_orders.arrivals, "hold": movement_orders.holds, "depart": movement_orders.leavers,
    "fire": barrage_orders.fires, "shell": barrage_orders.shells, "assault": assault_orders.assaults, "enter": assault_orders.entries,
    "attack": combat_orders.attacks, "withdraw": combat_orders.ways_back, "retreat": combat_orders.ways_back,
    "stay": combat_orders.stayers, "advance": combat_orders.advances, "merge": afterwards_orders.merges, "dig": afterwards_orders.digs, "shift": afterwards_orders.shifts,
    "hide": recon_orders.hiders, "scout": recon_orders.scouts, "aircraft": recon_orders.aircraft_orders, "fly": recon_orders.flights,
    "change": recon_orders.changes, "take": proposals.taken,
}  # fmt: skip
_TURNING: Final = {**_SUGGESTS, "turn": combat_orders.turns}
#: What others read of the phases up to the movement: which of them is asked would show whether hidden units can fire or storm.
_UNTOLD: Final = "before_combat"
#: UI by kind of decision.
FACES: Final[Mapping[str, DecisionUI[OfferContext]]] = {
    "march": DecisionUI(
        rule="7.1.1", told_as=_UNTOLD, commands=("march", "arrive", "turn", "depart", "scout", "aircraft", "hold", "done", "take"), suggests=_SUGGESTS,
        offers=_proposing(movement_panels.orders_offers), leads="unit", moves=True, between=True, ending="done",
        asks={"done": movement_panels.ending_question}, said=frozenset({"arrivals_wait"}),
    ),
    "marching": DecisionUI(
        rule="7.1.3", told_as=_UNTOLD, commands=("march", "turn", "depart", "scout"), suggests=_SUGGESTS, offers=movement_panels.marching_offers, leads="step", moves=True,
    ),
    "facing": DecisionUI(rule="7.1.3", told_as=_UNTOLD, commands=("turn",), suggests=_SUGGESTS, offers=movement_panels.facing_offers),
    "arrival": DecisionUI(rule="7.7.2", told_as=_UNTOLD, commands=("arrive",), suggests=_SUGGESTS),
    "barrage": DecisionUI(
        rule="8.1", told_as=_UNTOLD, commands=("fire", "shell", "hold", "done", "take"), suggests=_SUGGESTS, offers=_proposing(barrage_panels.barrage_offers), leads="fort",
        moves=True, between=True, ending="done",
    ),
    "shelling": DecisionUI(rule="8.2", told_as=_UNTOLD, commands=("fire",), suggests=_SUGGESTS, offers=barrage_panels.shelling_offers, leads="add", moves=True),
    "barrage_targets": DecisionUI(
        rule="8.3.1", told_as=_UNTOLD, commands=("fire",), suggests=_SUGGESTS, offers=barrage_targets.offers, leads="hit", moves=True,
    ),
    "bombarding": DecisionUI(rule="8.5", told_as=_UNTOLD, commands=("fire",), suggests=_SUGGESTS, offers=barrage_panels.bombarding_offers, leads="add", moves=True),
    "assaults": DecisionUI(
        rule="11.5.1", told_as=_UNTOLD, commands=("assault", "hold", "done", "take"), suggests=_SUGGESTS, offers=_proposing(assault_panels.assaults_offers), leads="fort",
        moves=True, between=True, ending="done",
    ),
    "assault": DecisionUI(rule="11.5.1", told_as=_UNTOLD, commands=("assault",), suggests=_SUGGESTS, offers=assault_panels.declaring_offers, leads="by", moves=True),
    "storm_on": DecisionUI(
        rule="11.5.4", commands=("assault", "hold", "done"), suggests=_SUGGESTS, offers=assault_panels.storm_on_offers, leads="go", between=True,
        ending="stop",
    ),
    "assault_advance": DecisionUI(
        rule="11.5.8", commands=("enter", "hold", "done"), suggests=_SUGGESTS, offers=assault_panels.entering_offers, leads="enter",
        between=True, ending="stay",
    ),
    "admin_command": DecisionUI(rule="13.2.2", commands=("change", "hold", "done"), suggests=_SUGGESTS, leads="change", moves=True, ending="keep"),
    "new_command": DecisionUI(rule="13.2.2", commands=("change",), suggests=_SUGGESTS, leads="to", moves=True),
    "air": DecisionUI(rule="20.1.2", commands=("fly", "hold", "done"), suggests=_SUGGESTS, leads="fly", moves=True, between=True, ending="pass"),
    "afterwards": DecisionUI(
        rule="3.2.5", commands=("dig", "shift", "merge", "hide", "hold", "done", "take"), suggests=_SUGGESTS, offers=_proposing(afterwards_panels.afterwards_offers),
        leads="shift", moves=True, between=True, ending="done",
    ),
    "shifting": DecisionUI(rule="9.7.2", commands=("shift",), suggests=_SUGGESTS, leads="to", moves=True),
    "shift_facing": DecisionUI(rule="9.7.2", commands=("shift",), suggests=_SUGGESTS, offers=afterwards_panels.facing_offers),
    "digging": DecisionUI(rule="10.1.3", commands=("dig",), suggests=_SUGGESTS, leads="with", moves=True),
    "combat": DecisionUI(
        rule="9.1", commands=("attack", "hold", "done", "take"), suggests=_SUGGESTS, offers=_proposing(combat_panels.combat_offers), leads="hex", moves=True,
        between=True, ending="done",
    ),
    "attack": DecisionUI(rule="9.1", commands=("attack",), suggests=_SUGGESTS, offers=combat_panels.attacking_offers, leads="commit", moves=True),
    "withdraw": DecisionUI(rule="9.2", standing="combat", commands=("withdraw", "hold", "done"), suggests=_SUGGESTS, leads="go", between=True, ending="stand"),
    "retreat": DecisionUI(
        rule="9.6.1", standing="combat", commands=("retreat", "turn"), suggests=_TURNING, offers=combat_panels.retreat_offers, leads="to", between=True,
    ),
    "remain": DecisionUI(rule="9.3.3", standing="combat", commands=("stay", "retreat"), suggests=_SUGGESTS, leads="stay", between=True),
    "advance": DecisionUI(
        rule="9.6.5", standing="combat", commands=("advance", "turn", "hold", "done"), suggests=_TURNING, offers=combat_panels.advance_offers, leads="enter",
        between=True, ending="finish",
    ),
    "breach": DecisionUI(
        rule="11.6.7", commands=("advance", "hold", "done"), suggests=_SUGGESTS, leads="enter", between=True, ending="stay",
    ),
    "entering": DecisionUI(
        rule="9.6.5", standing="combat", commands=("advance", "turn"), suggests=_TURNING, offers=combat_panels.entering_offers, leads="to",
    ),
    "merging": DecisionUI(rule="6.5.1", commands=("merge",), suggests=_SUGGESTS, leads="from"),
    "arrival_facing": DecisionUI(rule="7.7.2", told_as=_UNTOLD, commands=("turn",), suggests=_SUGGESTS, offers=movement_panels.facing_offers),
}  # fmt: skip

__all__ = ["FACES"]
