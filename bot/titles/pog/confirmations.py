"""Confirmations before a choice: costly and harmless attacks, and points, OPS or activations that would lapse."""

from __future__ import annotations

from bot.table.table import Table, units_of
from bot.titles.pog.dangers import brings_in, leaves_plan_unfought, out_of_which
from bot.titles.pog.looks.odds import Odds, odds
from bot.titles.pog.narration.written_figures import half
from bot.titles.pog.notation.stacks import stands
from bot.titles.pog.offer_context import PogOfferContext
from engine.core.bits import members
from engine.errors import Reason
from engine.pog.rules import combat as fight
from engine.pog.rules import mandated, replacement, rounds
from engine.pog.state import State


def before_attacking(context: PogOfferContext, target: int) -> Reason | None:
    """Confirm an attack that brings a power into the war, costs a VP, or can't hurt."""
    if not context.table.offers("target", target):
        return None
    return brings_in(context, target) or costs_point(context.table, target) or _harmless(context.table, target)


def costs_point(table: Table, target: int) -> Reason | None:
    """Confirm an attack that costs VP when it is declared, as French ones do in the mutiny (7.1.8)."""
    group = int(table.field("attackers", 0))
    for charge in mandated.charges(table.game.state, table.side, group, target):
        return Reason("attack_costs_vp", charge.rule, {"units": tuple(units_of(group)), "space": target})
    return None


def _harmless(table: Table, target: int) -> Reason | None:
    """Confirm an attack that whatever the dice costs the defender no step and forces no retreat."""
    group = units_of(table.field("attackers", 0))
    if _can_hurt(table, odds(table.game.state, target, group), target):
        return None
    return Reason("attack_harmless", "12.2", {"units": tuple(group), "space": target})


def _can_hurt(table: Table, found: Odds, target: int) -> bool:
    rules, state = table.game.state.rules, table.game.state
    factors = [int(rules.loss_factor(state, unit)) for unit in found.defenders]
    factors += [1] if found.caught else []  # any loss number eliminates units that have already retreated (12.5.6)
    least = min(factors or [int(state.fort_values[target])])
    pushes = found.defenders and any(not state.is_reduced(unit) for unit in units_of(table.field("attackers", 0)))
    return any(given >= least or (pushes and given > taken) for given, taken in found.results)


def lapsing(context: PogOfferContext, _none: int) -> Reason | None:
    """Confirm giving up points that could still be spent (17.1.2), now or in a later action of the turn (9.4.4)."""
    table, names = context.table, context.names
    state = table.game.state
    if table.kind == "economic_replacement" and _spends_again(state, table.side):
        return None
    units = state.rules.content.units
    pools = dict.fromkeys(units[unit].pool for unit in members(replacement.spendable(state, table.side)))
    told = [f"{names.nation(pool)} {half(state.rp[pool])}" for pool in pools if pool]
    return Reason("points_lapse", "17.1.2", {"points": names.words.listed(told)}) if told else None


def _spends_again(state: State, side: int) -> bool:
    """Return True if a side can take another economic action this turn; it can't be the next action (8.1)."""
    return rounds.action_rounds(state) - len(state.actions[side]) > 1


def unused_ops(context: PogOfferContext, _none: int) -> Reason | None:
    """Confirm giving up OPS that could still activate a space (9.2.2).

    A player who immediately ends an operation without a card is passing, and isn't asked.
    """
    table = context.table
    actions = table.game.state.actions[table.side]
    passing = bool(actions) and actions[-1][0] == "auto_op"
    could = not passing and (out_of_which(table) or table.may("for_combat"))
    return Reason("ops_lapse", "9.2.2", {"count": table.game.state.operation.ops}) if could else None


def unsent(context: PogOfferContext, _none: int) -> Reason | None:
    """Confirm ending a strategic redeployment in which no unit was redeployed although one could be (13.1)."""
    table = context.table
    if table.field("done", 0) or not table.may("pick"):
        return None
    return Reason("sr_lapse", "13.1", {"count": table.field("points", 0)})


def unfought(context: PogOfferContext, _none: int) -> Reason | None:
    """Confirm ending the operation before any unit has attacked from a space activated for combat (12.1.1)."""
    table = context.table
    attacked = {stands(table, unit) for unit in members(table.game.state.operation.attacked)}
    spaces = tuple(space for space in _spaces_of(table, "add") if space not in attacked)
    return Reason("attacks_lapse", "12.1.1", {"spaces": spaces}) if spaces else None


def unfought_for_plan(context: PogOfferContext, none: int) -> Reason | None:
    """Confirm ending the operation when that fails the war plan, else when attacks remain unmade."""
    return leaves_plan_unfought(context, none) or unfought(context, none)


def nobody_advances(context: PogOfferContext, none: int) -> Reason | None:
    """Confirm an end of the advance that spares a fort or costs a VP."""
    return fort_spared(context, none) or _advance_owed(context.table)


def _advance_owed(table: Table) -> Reason | None:
    """Confirm that nobody advances although a card of this combat costs a VP then (CP 51)."""
    state = table.game.state
    combat = state.combat
    if not fight.committed(state, combat, combat.side, "must_advance") or table.field("path"):
        return None
    if combat.attackers & state.units_at[combat.target] or any(combat.target in path for _, path in combat.advances):
        return None
    cards = state.rules.tables.combat_cards
    card = next(card for card in members(combat.cards[combat.side]) if "must_advance" in cards[card].parts)
    return Reason("advance_owed", "", {"card": card, "space": combat.target})


def fort_spared(context: PogOfferContext, _none: int) -> Reason | None:
    """Confirm not entering the space of a fort that falls only if a unit enters (15.1.7.1)."""
    state = context.table.game.state
    combat = state.combat
    silent = combat.fort_fell and state.intact_forts(1 - combat.side) >> combat.target & 1
    if not silent or combat.attackers & state.units_at[combat.target] or context.table.field("path"):
        return None
    return Reason("fort_spared", "15.1.7", {"space": combat.target})


def _spaces_of(table: Table, verb: str) -> tuple[int, ...]:
    return tuple(dict.fromkeys(stands(table, unit) for unit in table.may(verb)))


__all__ = ["before_attacking", "lapsing", "nobody_advances", "unfought", "unfought_for_plan", "unsent", "unused_ops"]
