"""The panels of the hex game, and the touched map with the same offers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from bot.table import choice_codec
from bot.table.generic import verb_label
from bot.table.offers import Entry, OfferContext, Offers, Press, Proposal
from bot.table.reply import Spot, Touch
from bot.titles.defaults.touch import PlainTouchMap
from engine.core.bits import members
from engine.core.game import Game
from renderer.kit.hit_areas import Ground
from tests.titles.hexes.book import HexBook
from tests.titles.hexes.drawing import ground_of
from tests.titles.hexes.facts import NOWHERE, SIDES, facts
from tests.titles.hexes.rules import DIE, added, chances, shift
from tests.titles.hexes.state import State, view_of


def odds(state: State, stack: int, target: int) -> tuple[int, int]:
    """Return the least and greatest chance of a hit in per cent, from what the attacking side knows.

    `state` is the position as this side imagines it. A hidden stack can have any of the remaining steps and any facing.
    """
    here, side = facts(), facts().side_of(stack)
    plus = [shift(state, stack, target)]
    if target != here.fort_target and not state.knows(side, target):
        left = {state.steps[one] for one in here.stacks_of(1 - side) if not state.knows(side, one)} - {0}
        ways = [(steps, behind) for steps in left for behind in (False, True)]
        plus = [
            added(state.steps[stack], steps, behind=behind, covered=state.covered(target)) for steps, behind in ways
        ]
    found = sorted(chances(one)[0] * 100 // DIE for one in plus) or [100]  # only decoys remain
    return found[0], found[-1]


def odds_told(context: OfferContext, stack: int, target: int) -> str:
    """Return the chance of an attack in words."""
    low, high = odds(context.table.game.system.imagine(context.table.game.state, context.table.side), stack, target)
    return context.say("battle.chance" if low == high else "battle.chance_hidden", low=low, high=high)


# -- offers ---------------------------------------------------------------------------------


def orders_offers(context: OfferContext) -> Offers:
    """Offer each attack as one press, and each stack that can march; its hexes are asked next, since they can depend on hidden enemies."""
    table, offers, state = context.table, Offers(), context.table.game.state
    attacks = [(stack, target) for stack in table.may("attack") for target in members(state.targets(stack))]
    offers.group(
        verb_label(context, "attack"),
        [
            Entry(
                context.say(
                    "battle.attack", stack=context.named("stack", stack), target=context.named("target", target)
                ),
                choice_codec.encode_choices(("attack", stack), ("at", target)),
                odds_told(context, stack, target),
            )
            for stack, target in attacks
        ],
    )
    if attacks:
        one, other = ("attack", attacks[0][0]), ("at", attacks[0][1])
        order = choice_codec.join_orders(choice_codec.encode_choices(one), choice_codec.encode_choices(other))
        named = {"stack": context.named("stack", attacks[0][0]), "target": context.named("target", attacks[0][1])}
        press = Press(context.say("battle.take"), order, style="primary")
        offers.proposal = Proposal(context.say("battle.proposal", **named), (press,))
    names = cast("HexBook", context.names)
    marches = [
        Entry(
            context.say("battle.march", stack=context.named("stack", stack), hex=names.hex(state.at[stack])),
            choice_codec.encode_choices(("march", stack)),
        )
        for stack in table.may("march")
    ]
    offers.group(verb_label(context, "march"), marches)
    offers.press(verb_label(context, "finish"), choice_codec.encode_choices(("finish", 0)), style="primary")
    return offers


def march_offers(context: OfferContext) -> Offers:
    """Offer hexes with the facing of the march, the same with every facing, and turns in place."""
    table = context.table
    at = table.game.state.at[table.field("stack")]
    neighbours = facts().neighbours[at]
    ahead = [arg for arg in table.may("go") if arg // 6 in neighbours and neighbours.index(arg // 6) == arg % 6]
    return _placings(context, "go", ahead, [arg for arg in table.may("go") if arg // 6 == at], "halt")


def answer_offers(context: OfferContext) -> Offers:
    """Offer standing, and falling back with the facing to the attacker or any other."""
    table = context.table
    attacker = table.game.state.at[table.field("stack")]
    facing = [arg for arg in table.may("fall_back") if arg % 6 == facts().nearest_side(arg // 6, attacker)]
    return _placings(context, "fall_back", facing, [], "stand")


def _placings(context: OfferContext, verb: str, first: Sequence[int], turns: Sequence[int], press: str) -> Offers:
    offers = Offers()
    groups = (
        ("", first),
        ("_facing", [arg for arg in context.table.may(verb) if arg not in turns]),
        ("_turned", turns),
    )
    for part, args in groups:
        entries = [Entry(context.named("placing", arg), choice_codec.encode_choices((verb, arg))) for arg in args]
        offers.group(context.say(f"battle.{verb}{part}") if entries else "", entries)
    offers.press(verb_label(context, press), choice_codec.encode_choices((press, 0)), style="primary")
    return offers


# -- the map that is touched ----------------------------------------------------------------


class HexMap(PlainTouchMap[HexBook, OfferContext]):
    """The touched map: stacks, the fort, hexes and hexsides are targets under stable names; a hex can hold a stack and the fort."""

    def ground(self, game: Game[State], viewer: int | None, context: OfferContext | None) -> Ground:
        """Return where everything is, with the hexsides around the marching stack."""
        marching = context.table.field("stack", NOWHERE) if context and context.table.kind == "march" else NOWHERE
        return ground_of(view_of(game.state, viewer, over=not game.stack), marching)

    def spots(
        self, names: HexBook, game: Game[State], viewer: int | None, touched: Sequence[Touch]
    ) -> tuple[Spot, ...]:
        """Return the names of all that can be touched: stacks, the fort, and the hexes and hexsides of offers."""
        here, view = facts(), view_of(game.state, viewer, over=not game.stack)
        stacks = [stack for stack, at in enumerate(view.at) if at != NOWHERE]
        found = {here.name(one): (names.argument("stack", one), names.stack(view, one)) for one in stacks}
        found["fort"] = (names.argument("target", here.fort_target), names.fort(view))
        for target in {touch.to for touch in touched if touch.to} - found.keys():
            hex_, _, side = target.partition("/")
            name = names.argument("placing", here.hexes.index(hex_) * 6 + SIDES.index(side)) if side else hex_.upper()
            ground = "woods" if here.hexes.index(hex_) in here.woods else "open"
            found[target] = (name, names.words.say(f"ui.battle.{ground}", name=name))
        return tuple(Spot(target, name, text) for target, (name, text) in sorted(found.items()))

    def focus(self, game: Game[State]) -> tuple[str, ...]:
        """Return the stack that marches or is attacked; otherwise the stacks of the side whose phase it is."""
        here, decision = facts(), game.decision if game.stack else None
        stack = getattr(decision, "target", getattr(decision, "stack", None))
        own = [one for one in here.stacks_of(max(game.state.phase, 0)) if game.state.at[one] != NOWHERE]
        return (here.name(stack),) if stack is not None else tuple(here.name(one) for one in own)

    def about(self, context: OfferContext, order: str) -> tuple[tuple[str, ...], str, bool]:
        """Return who carries out an order, its target, and whether that is attacked."""
        here, table = facts(), context.table
        choices = choice_codec.decode_choices(order)
        verb, arg = choices[-1]
        if verb in ("finish", "halt", "stand"):
            return (), "", False
        if verb in ("march", "attack"):
            return (here.name(arg),), "", False
        if verb == "at":
            return (here.name(choices[0][1] if len(choices) > 1 else table.field("stack")),), here.name(arg), True
        stack = table.field("target" if verb == "fall_back" else "stack")
        hex_ = here.hexes[arg // 6]
        turns = arg // 6 == table.game.state.at[stack]
        return (here.name(stack),), f"{hex_}/{SIDES[arg % 6]}" if turns else hex_, False


__all__ = ["HexMap", "answer_offers", "march_offers", "odds", "odds_told", "orders_offers"]
