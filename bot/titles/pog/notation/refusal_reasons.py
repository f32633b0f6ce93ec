"""The reasons for illegal choices that the engine leaves unexplained.

Calls the public rule functions one by one, in the order in which a player would think of them; a choice that none of
them explains stays "not possible now". Uses only public information.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.table.table import Table
from bot.titles.pog.notation import attackers
from bot.titles.pog.notation.stacks import stands, units_in, weakened
from engine.core.bits import members
from engine.errors import Reason
from engine.pog.cards import legality
from engine.pog.content.records import AP
from engine.pog.rules import activation, replacement, reserve_box, supply, targets
from engine.pog.rules import combat as fight
from engine.pog.rules.next_loss import next_loss
from engine.pog.rulesets.banquet import plans
from engine.pog.rulesets.suicide import redeployment as suicide
from engine.pog.sequence import cards_window
from engine.pog.sequence.operations import Activate


def explain(table: Table, verb: str, arg: int) -> Reason | None:
    """Return the reason why a choice of the present decision isn't legal; None if unknown."""
    maker = table.face.reasons.get(verb)
    kind = table.game.decision.verbs.get(verb)
    if kind == "space" and table.kind != "sr_destination":
        spaces = table.game.state.rules.content.spaces
        if spaces[arg].kind != "map":
            return Reason("not_a_space", "", {"space": arg})
    return maker(table, arg) if maker is not None else None


def for_use(attack: bool) -> Callable[[Table, int], Reason | None]:
    """Return a function giving why a space can't be activated for movement, or for combat (9.2)."""

    def reason(table: Table, space: int) -> Reason | None:
        state, side = table.game.state, table.side
        operation = state.operation
        if not units_in(table, space):
            return Reason("no_units_there", "9.2.6", {"space": space})
        decision = table.game.decision
        if isinstance(decision, Activate) and not decision.unmarked(operation)[attack] >> space & 1:
            return Reason("activated_already", "9.2.5", {"space": space})
        if not state.units_of(side, space) & ~supply.frozen_units(state):
            return Reason("neutral_still", attackers.neutral_rule(state), {"space": space})
        if not _able_at(state, side, space, attack):
            return Reason("stack_out_of_supply", "14.1.1", {"space": space})
        if attack and (why := _no_attack_from(table, space)) is not None:
            return why
        if (why := _closed_to_markers(table, space, attack)) is not None:
            return why
        price = int(activation.cost(state, side, space, attack))
        if price > operation.ops:
            return Reason("too_dear", "9.2.3", {"space": space, "count": operation.ops, "price": price})
        if attack and space == state.rules.board.space("london"):
            return Reason("nobody_joins_london", "12.1.10", {"space": space})
        return None

    return reason


#: What closes spaces to activation in variants, each with the code and rule of its refusal.
_CLOSED = ((plans.only_to_attack, "attacks_by_plan", "18"), (suicide.with_others, "all_redeployed", "13.1.2"))


def _closed_to_markers(table: Table, space: int, attack: bool) -> Reason | None:
    """Return why a rule of a variant forbids activating a space for movement or combat; None if none does."""
    state = table.game.state
    for allowed, code, rule in _CLOSED:
        named = allowed in state.rules.tables.may_activate
        if named and not allowed(state, table.side, 1 << space, attack):
            return Reason(code, rule, {"space": space})
    return None


def _able_at(state: Any, side: int, space: int, attack: bool) -> int:
    """Return the units of a side in a space that are in supply, or may act without it."""
    return int(supply.supplied_at(state, side, space) | supply.acting(state, side, attack) & state.units_at[space])


def _no_attack_from(table: Table, space: int) -> Reason | None:
    state = table.game.state
    if attackers.summer_desert(state, space):
        return Reason("desert_in_summer", "15.2.5", {"space": space})
    if table.side == 0 and activation.near_east_limit_reached(state) and activation.counts_for_near_east(state, space):
        return Reason("near_east_limit", "9.2.7", {"space": space})
    units = _able_at(state, table.side, space, attack=True)
    if space == state.rules.board.space("london") or any(targets.possible(state, unit) for unit in members(units)):
        return None
    return _kept_from_all(table, members(units), space)


def _kept_from_all(table: Table, units: Any, space: int) -> Reason:
    """Return what keeps units from attacking adjacent enemies; if there are none, that reason."""
    state, enemy = table.game.state, 1 - table.side
    standing = state.occupied[enemy] | state.intact_forts(enemy)
    for unit in units:
        near = state.rules.board.lines[unit][space] | 1 << space
        for target in members(near & standing):
            if (why := attackers.why_not(table, unit, target)) is not None:
                return why
    return Reason("no_target_in_reach", "9.2.5", {"space": space})


def attacker(table: Table, unit: int) -> Reason | None:
    """Return why a unit can't join an attack whose target is not chosen yet."""
    operation, space = table.game.state.operation, stands(table, unit)
    marked = bool(operation.attack >> space & 1)
    if (reason := attackers.why_done(operation, unit, space, marked=marked)) is not None:
        return reason
    if operation.idle >> unit & 1:
        return Reason("was_out_of_supply", "14.1.1.1", {"unit": unit, "space": space})
    if not supply.may_act(table.game.state, unit, attack=True):
        return Reason("unit_out_of_supply", "14.1.1", {"unit": unit, "space": space})
    group = int(table.field("attackers", 0))
    if group and not group >> unit & 1:
        return Reason("no_common_target", "12.1.11", {"unit": unit, "units": tuple(members(group))})
    return _kept_from_all(table, [unit], space)


def target(table: Table, space: int) -> Reason | None:
    """Return why the gathered units can't attack a space."""
    group = list(members(table.field("attackers", 0)))
    if not group:
        return Reason("units_first", "12.1.4", {})
    for unit in group:
        if (why := attackers.why_not(table, unit, space)) is not None:
            return why
    return attackers.why_not_together(table, group, space)


def spending(table: Table, unit: int, left: Mapping[str, int] | None = None) -> Reason | None:
    """Return why points can't be spent on a unit (17.1); `left` are half points by pool, by default those available now."""
    state = table.game.state
    rules = state.rules
    spec, space = rules.content.units[unit], stands(table, unit)
    gone = space == rules.board.eliminated[table.side]
    if spec.pool is None or (not gone and not weakened(table) >> unit & 1):
        code, rule = ("never_restored", "17.1.7") if spec.pool is None else ("full_already", "17.1.4")
        return Reason(code, rule, {"unit": unit})
    price, points = replacement.price(state, unit), (state.rp if left is None else left).get(spec.pool, 0)
    if price > points:
        return Reason(
            "rp_too_dear", "17.1.4", {"unit": unit, "pool": spec.pool, "half_price": price, "half_left": points}
        )
    if not replacement.capital_free(state, unit):
        return Reason("capital_taken", "17.1.3", {"unit": unit})
    on_map = rules.content.spaces[space].kind == "map"
    if on_map and not supply.in_supply(state, unit):
        return Reason("unit_out_of_supply", "14.1.1", {"unit": unit, "space": space})
    if on_map and reserve_box.supplied_by_foreigners(state, unit, space):
        return Reason("rp_foreign_supply", "17.1.4.1", {"unit": unit, "space": space})
    if gone and spec.army and not replacement.rebuild_spaces(state, unit):
        return Reason("nowhere_to_return", "17.1.5", {"unit": unit})
    return _why_kept_from(table, unit)


def _why_kept_from(table: Table, unit: int) -> Reason | None:
    """Return the rule on single units or nations that keeps one from taking replacements (17.1)."""
    state = table.game.state
    rules = state.rules
    if rules.limited.get("needs_warsaw", 0) >> unit & 1 and state.control[AP] & rules.board.spaces("warsaw"):
        return Reason("poles_need_warsaw", "CP 59", {"unit": unit})
    for allowed in rules.tables.may_restore:
        if not allowed(state, unit):
            code, rule = _NOT_RESTORED[allowed.__name__]
            return Reason(code, rule, {"unit": unit, "space": stands(table, unit)})
    return None


#: Reasons for the units that may not take replacements, by the rule that forbids it.
_NOT_RESTORED = {
    "at_home": ("restored_at_home", "17.1"),
    "serbs_in_touch": ("serbs_out_of_touch", "SB"),
    "serbia_lost": ("belgrade_lost", "17.1.3"),
    "points_left": ("limit_spent_there", "BR"),
}


def why_not_given_up(table: Table, unit: int) -> Reason | None:
    """Return why a unit can't be given up: it is an army, or not on the map (10.1.2.1)."""
    state = table.game.state
    if state.rules.armies >> unit & 1:
        return Reason("only_corps_given_up", "10.1.2.1", {"unit": unit})
    on_map = state.rules.board.on_map[state.loc[unit]]
    return None if on_map else Reason("not_on_map", "10.1.2.1", {"unit": unit})


#: Reasons for the units that can't take the next loss, by those of `NextLoss`.
NOT_HIT = {
    "too_big": ("loss_too_big", "12.4.2"),
    "less": ("loss_elsewhere", "12.4.3"),
    "army": ("loss_army_first", "12.4.4.2"),
    "order": ("loss_in_order", "12.4.5"),
    "withdrawal": ("loss_corps_first", "12.6.9"),
    "unsupplied": ("loss_unsupplied_first", "14.3.4.3"),
}


def hit(table: Table, unit: int) -> Reason | None:
    """Return why a unit can't lose a step (12.4)."""
    combat = table.game.state.combat
    fighting = combat.defenders if table.kind == "defender_loss" else combat.attackers
    if not fighting >> unit & 1:
        return Reason("not_in_combat", "12.4", {"unit": unit})
    wanted = combat.to_defender if table.kind == "defender_loss" else combat.to_attacker
    loss = int(table.game.state.rules.loss_factor(table.game.state, unit))
    found = next_loss(table.game.state, combat, table.kind == "attacker_loss")
    code, rule = NOT_HIT[found.barred[unit]]
    return Reason(code, rule, {"unit": unit, "loss": loss, "left": wanted - combat.taken})


def hit_fort(table: Table, _: int) -> Reason:
    """Return why a fort can't fall (12.4.6)."""
    state = table.game.state
    combat = state.combat
    if table.kind == "defender_loss" and fight.fort_defends(state, combat):
        return Reason("fort_falls_last", "12.4.6", {"space": combat.target})
    return Reason("no_fort_fights", "12.4.6", {"space": combat.target})


def combat_card(table: Table, card: int) -> Reason:
    """Return why a card can't be played in a combat (9.5.4)."""
    state, side = table.game.state, table.side
    data = {"card": card}
    rule = state.rules.tables.combat_cards.get(card)
    if not (state.hand[side] | state.table[side]) >> card & 1:
        return Reason("card_not_in_hand", "", data)
    if rule is None:
        return Reason("no_combat_card", "9.5.4.1", data)
    if (state.cards_used | state.combat.cards[side]) >> card & 1:
        return Reason("card_used_up", "9.5.4.4", data)
    if (need := legality.unmet(state, card)) is not None:
        return Reason("event_not_playable", "9.5.1", {**data, "need": need.kind, "args": need.args})
    if cards_window.usable(state, side, 1 << card, rule.window):
        return Reason("card_at_another_time", "12.2.6", data)
    return Reason("card_does_not_fit", "9.5.4.1", {**data, "card_text": card})


__all__ = [
    "NOT_HIT", "attacker", "combat_card", "explain", "for_use", "hit", "hit_fort", "spending", "target", "why_not_given_up",
]  # fmt: skip
