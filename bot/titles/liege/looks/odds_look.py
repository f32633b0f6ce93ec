"""The look `/odds`: exact chances of a barrage, assault or attack, written like the order but not carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from bot.commands.arguments import OrderArgs
from bot.table.offers import OfferContext
from bot.table.refusal import Refusal, refuse
from bot.table.reply import Reply
from bot.titles.liege.book import LiegeBook, signed
from bot.titles.liege.looks import assumptions, odds
from bot.titles.liege.narration import chance_reports
from bot.titles.liege.notation import assault_orders, barrage_orders, combat_orders, mentions, questions
from bot.titles.liege.notation.reading import SaidOrder
from bot.titles.liege.panels import assault_panels
from bot.titles.liege.panels.barrage_panels import state_of
from bot.titles.liege.proposals import KINDS as PHASES
from bot.titles.looks import Viewer
from engine.core.bits import members
from engine.core.options import Choice
from engine.liege import barrage
from engine.liege.barrage import FortBarrage, UnitBarrage
from engine.liege.combat import HexAttack, cannot_begin
from engine.liege.combat_odds import odds_of
from engine.liege.combat_result import modifiers_of
from engine.liege.phase_records import DeclaredAssault
from engine.liege.sequence.assaults import AssaultOrders
from engine.liege.sequence.barrages import BarrageOrders
from engine.liege.sequence.base import AttackerDecision
from engine.liege.sequence.combats import CombatOrders
from engine.liege.sequence.turns import AttackerTurn

#: Refusals of an order in words that it doesn't take.
_UNREAD: Final = frozenset({"unknown_name", "too_much"})
#: Reasons about a target, which no march mends.
_OF_THE_PLACE: Final = frozenset({
    "troops_beside_fort", "fort_has_fallen", "own_fort", "assault_is_declared", "bombarded_already", "no_enemy_there",
})  # fmt: skip


class _Order(NamedTuple):
    """An order with chances: its text function, its phase's first decision, its step of the player turn, and its decisions."""

    told: Callable[[OfferContext, str], str]
    phase: Callable[[], AttackerDecision]
    step: str
    kinds: frozenset[str]


def show(viewer: Viewer[LiegeBook], args: OrderArgs) -> Reply:
    """Return the chances of an order with units where they are now; refuses an order that can't be given any more this player turn."""
    name, _, text = args.order.strip().partition(" ")
    context = OfferContext(viewer.table.trial(), viewer.names)
    if name.casefold() not in _KINDS:  # the units and places named imply the order
        made = questions.chances(context, mentions.scan(context, args.order))
        name, _, text = made.removeprefix("odds ").partition(" ")
    order = _KINDS.get(name.casefold())
    if order is None:
        raise refuse("odds_of_what", part=args.order)
    if name.casefold() == "assault" and (declared := _declared(context, text)):
        return Reply(text=declared, seat=viewer.table.side)
    ahead = _come_to(context, order, text)
    said = _told(viewer, context, order, f"{name} {text}")
    if ahead:
        said = f"{context.say('odds.ahead')}\n{said}"
    chances, side = chance_reports.shown(context.table), viewer.table.side
    picture = viewer.picture(chances.kind, said, viewer=side, **chances.args) if chances is not None else None
    return Reply(text=said, picture=picture, seat=side)


def _told(viewer: Viewer[LiegeBook], context: OfferContext, order: _Order, typed: str) -> str:
    """Return the chances of an order as typed, else as it reads without the words that add nothing: `attack v35 with 27 only`."""
    name, _, text = typed.strip().partition(" ")
    try:
        return order.told(context, text)
    except Refusal as refusal:
        said = mentions.scan(context, text)
        words = mentions.words_of(context)
        plain = set(said.others) <= words.harmless | words.filling | words.verbs.get(name.casefold(), frozenset())
        made = questions.chances(context, mentions.scan(context, typed)) if plain else ""
        again, _, text = made.removeprefix("odds ").partition(" ")
        if refusal.reason.code not in _UNREAD or _KINDS.get(again) is not order:
            raise
        fresh = OfferContext(viewer.table.trial(), viewer.names)
        _come_to(fresh, order, text)
        return order.told(fresh, text)


def _fire(context: OfferContext, text: str) -> str:
    return _barrage(context, text, at_units=False)


def _shell(context: OfferContext, text: str) -> str:
    return _barrage(context, text, at_units=True)


def _barrage(context: OfferContext, text: str, *, at_units: bool) -> str:
    barrage_orders.prepare(SaidOrder.of(context, text), at_units=at_units)
    table, state = context.table, state_of(context)
    if table.kind == "bombarding":
        return _at_fort(context, FortBarrage(table.field("forts"), table.field("guns")))
    fired = UnitBarrage(table.field("hex"), table.field("guns"), table.field("forts"))
    if (weak := barrage.too_weak(state, fired)) is not None:
        raise refuse(weak.code, weak.rule, text, **weak.data)
    lines = [
        context.say("odds.shell", hex=context.named("hex", fired.hex), told=odds.units_told(context, state, fired))
    ]
    for unit in [] if odds.hidden_there(state, fired.hex) else barrage.targets_at(state, fired.hex):
        found = barrage.chances_of_steps(state, fired, unit)
        every = sum(found.values())
        hit = odds.percent(every - found.get(0, 0), every)
        gone = odds.percent(found.get(state.steps(unit), 0), every)
        lines.append(context.say("odds.shelled_unit", unit=context.named("unit", unit), hit=hit, gone=gone))
    return "\n".join(lines)


def _at_fort(context: OfferContext, fired: FortBarrage) -> str:
    state = state_of(context)
    if not odds.reaches(state, fired):
        raise refuse("guns_too_few", "8.6.3", fort=fired.fort)
    found = barrage.chances_of_falling(state, fired)
    every = sum(found.values())
    guns = [context.named("unit", gun) for gun in members(fired.guns)]
    lines = [
        context.say(
            "odds.fire", guns=context.names.words.listed(guns), fort=context.named("fort", fired.fort), aff=barrage.aff_of(state, fired.guns),
            chance=odds.falls(state, fired),
        )
    ]  # fmt: skip
    for fort in barrage.order_of(state, fired.forts)[1:]:
        weight = sum(one for forts, one in found.items() if forts >> fort & 1)
        if weight:
            lines.append(context.say("odds.also", fort=context.named("fort", fort), chance=odds.percent(weight, every)))
    return "\n".join(lines)


def _assault(context: OfferContext, text: str) -> str:
    """Return the chances of an assault; of several units, those of each that can storm the fort, since only one does."""
    said = SaidOrder.of(context, text)
    ways = assault_orders.each_stormer(said)
    lines, refused = list[str](), list[Refusal]()
    for items in ways:
        trial = OfferContext(context.table.trial(), context.names) if len(ways) > 1 else context
        try:
            lines.append(_stormed(trial, SaidOrder(trial, text, items)))
        except Refusal as refusal:
            refused.append(refusal)
    if not lines:
        raise refused[0]
    return "\n".join([*lines, context.say("odds.one_storms")] if len(ways) > 1 else lines)


def _stormed(context: OfferContext, said: SaidOrder) -> str:
    """Return the chances of an assault by one unit, and whether it can't get to the fort this turn."""
    assault_orders.prepare_assault(said, said.take("fort"))
    table = context.table
    one = DeclaredAssault(table.field("fort"), table.field("unit"), table.field("guns"))
    near = assault_panels.gets_there(table, one)
    return context.say(
        "odds.assault",
        unit=context.named("unit", one.unit),
        fort=context.named("fort", one.fort),
        told=odds.assault_told(context, one) if near else context.say("odds.assault_too_far"),
    )


def _declared(context: OfferContext, text: str) -> str:
    """Return the chances of the own assaults already declared on the named forts, on all if none is named; "" for none."""
    table, state = context.table, state_of(context)
    if not table.mine or table.kind != "march" or state.side != table.side:
        return ""
    forts = {item.ids[0] for item in SaidOrder.of(context, text).items if item.kind == "fort"}
    lines = [
        context.say(
            "odds.assault", unit=context.named("unit", one.unit), fort=context.named("fort", one.fort), told=odds.assault_told(context, one)
        )
        for one in state.assaults
        if one.fort in forts or not forts
    ]  # fmt: skip
    return "\n".join([*lines, *assault_panels.storm_notes(context)]) if lines else ""


def _attack(context: OfferContext, text: str) -> str:
    said = SaidOrder.of(context, text)
    steps = assumptions.said_steps(said)
    combat_orders.prepare(said)
    table, state = context.table, state_of(context)
    attack = HexAttack(table.field("hex"), table.field("full"), table.field("partly"))
    if steps:
        there = assumptions.assume(state, attack, steps)
        found = assumptions.told(context, there)
        return f"{found}\n{_fight(context, attack, text)}"
    return _fight(context, attack, text)


def _fight(context: OfferContext, attack: HexAttack, text: str) -> str:
    """Return the chances of an attack, unknown against hidden units. Raises Refusal if it is too weak for the table."""
    state = state_of(context)
    if cannot_begin(state, attack) is not None:
        raise refuse("odds_too_low", "9.1.12", text, hex=attack.hex)
    if odds.hidden_there(state, attack.hex):
        return context.say("odds.attack", hex=context.named("hex", attack.hex), told=odds.attack_told(context, attack))
    found, names = odds_of(state, attack), context.names
    modifiers = [
        context.say("liege.modifier", cause=context.say(f"liege.causes.{one.cause}"), value=signed(one.value))
        for one in modifiers_of(state, attack)
    ]
    lines = [
        context.say("odds.attack", hex=context.named("hex", attack.hex), told=odds.attack_told(context, attack)),
        context.say("odds.modifiers", list=names.words.listed(modifiers) if modifiers else context.say("liege.no_modifiers")),
        context.say(
            "odds.sides", attacker=odds.percent(found.attacker_retreats.numerator, found.attacker_retreats.denominator),
            defender=odds.percent(found.defender_retreats.numerator, found.defender_retreats.denominator),
        ),
    ]  # fmt: skip
    lines += [
        context.say(
            "odds.hit", unit=context.named("unit", unit), chance=odds.percent(chance.numerator, chance.denominator)
        )
        for unit, chance in sorted(found.hit.items())
    ]
    return "\n".join(lines)


def _come_to(context: OfferContext, order: _Order, text: str) -> bool:
    """Advance a trial to the phase of an order, with all units where they are; return True if that phase is still to come.

    Raises:
        Refusal: the phase is over, no unit could act in it, or it is the other side's player turn.
    """
    table = context.table
    if table.mine and table.kind in order.kinds:
        return False
    game = table.game
    done = next((step for frame, step in game.stack if isinstance(frame, AttackerTurn)), None)
    if done is None or game.state.side != table.side:
        raise refuse("odds_not_now", part="")
    if AttackerTurn.steps.index(order.step) < done:
        raise refuse("odds_past", "7.1.1", wanted=next(kind for kind in PHASES if kind in order.kinds))
    game.stack.append((order.phase(), 0))
    game.stand_at(game.state)
    if table.kind not in order.kinds:
        raise _nobody(context, order.phase(), text)
    return True


def _nobody(context: OfferContext, phase: AttackerDecision, text: str) -> Refusal:
    """Return why nobody could act in a phase: what the rules say of the place named, if it is never a matter of where units are."""
    targets = {kind: verb for verb, kind in phase.verbs.items() if kind in ("fort", "hex")}
    item = next((one for one in mentions.scan(context, text).items if one.kind in targets), None)
    if item is not None:
        reason = phase.explain(context.table.game, Choice(targets[item.kind], item.ids[0]))
        if reason.code in _OF_THE_PLACE:
            return Refusal(reason, "")
    return refuse("odds_nobody", part="")


_BARRAGE: Final = (BarrageOrders, "barrage", frozenset({"barrage", "shelling", "bombarding"}))
_KINDS: Final[Mapping[str, _Order]] = {
    "fire": _Order(_fire, *_BARRAGE),
    "barrage": _Order(_fire, *_BARRAGE),
    "shell": _Order(_shell, *_BARRAGE),
    "assault": _Order(_assault, AssaultOrders, "declarations", frozenset({"assaults", "assault"})),
    "attack": _Order(_attack, CombatOrders, "attacks", frozenset({"combat", "attack"})),
}


def completed(viewer: Viewer[LiegeBook], typed: str) -> list[str]:
    """Complete `/odds`: the orders that have odds now, as typed."""
    del typed
    context: Any = OfferContext(viewer.table, viewer.names)
    face, table = viewer.table.face, viewer.table
    found = [
        f"{name} {line}"
        for name in face.commands
        if name in _KINDS and name in face.suggests
        for line in face.suggests[name](context, "")
    ]
    state = table.game.state
    unseen = table.may("hex") if table.kind == "combat" else ()
    return found + [
        f"attack {viewer.names.hex(hex_).lower()} as 4 steps" for hex_ in unseen if odds.hidden_there(state, hex_)
    ]


__all__ = ["completed", "show"]
